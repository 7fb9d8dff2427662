"""What an entry sounds like: as in the base game, and a question where something is offered."""

from __future__ import annotations

from typing import Any

from companion.flow import Signal
from companion.signals import signals as base_signals
from engine.adventure import messages as a
from engine.session import Entry

QUESTIONS = (a.Offered, a.PaymentOffered, a.TaskOffered, a.SaleOffered, a.AllyChoice, a.FactAsked)


def signals(before: Any, entry: Entry, after: Any) -> Signal | None:
    """Give the signal for an entry, None when its click is enough."""
    signal = base_signals(before, entry, after)
    asks = isinstance(after.asked, QUESTIONS) and after.asked != before.asked
    return "question" if asks and signal in (None, "turn") else signal
