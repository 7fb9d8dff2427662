"""Picks sound and light for what happened in Port Royal (2000); nothing depends on a hidden value (C6)."""

from __future__ import annotations

from typing import Any

from companion.flow import Signal
from companion.signals import Order, loudest, turn_signal
from engine.portroyal2000 import messages as m
from engine.session import Entry

LOUDEST: Order = (
    (m.GameEnded, "final"),
    (m.RevokeShown, "question"),
    (m.RoundEnded, "last-round"),
    (m.PenaltyTaken, "tax"),
    (m.PrivilegesWon, "question"),
)


def signals(before: Any, entry: Entry, after: Any) -> Signal | None:
    """Give the signal for an entry, None when its click is enough."""
    return loudest(entry, LOUDEST) or turn_signal(before, after)
