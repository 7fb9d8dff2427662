"""Picks sound and light for what happened in Port Royal (2000); nothing depends on a hidden value (C6)."""

from __future__ import annotations

from typing import Any

from companion.flow import Signal
from engine.kernel import Event
from engine.portroyal2000 import messages as m
from engine.session import Entry

LOUDEST: tuple[tuple[type[Event], Signal], ...] = (
    (m.GameEnded, "final"),
    (m.RevokeShown, "question"),
    (m.RoundEnded, "last-round"),
    (m.PenaltyTaken, "tax"),
    (m.PrivilegesWon, "question"),
)
"""Of several events in one entry the first of these is signalled."""


def signals(before: Any, entry: Entry, after: Any) -> Signal | None:
    """Give the signal for an entry, None when its click is enough."""
    if entry.kind == "undo":
        return "undo"
    happened = {type(event) for event in entry.events}
    for event, signal in LOUDEST:
        if event in happened:
            return signal
    asked = after.asked.seat if after.asked else -1
    earlier = before.asked.seat if before.asked else -1
    return "turn" if asked not in (-1, earlier) else None
