"""Picks the sound and the light for what happened: rhythm carries the meaning, pitch and colour decorate.

Source: device-ux.md, section 5.  Nothing here depends on a face that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.flow import Signal
from companion.play_situation import seat_to_act
from drivers.ports import Tone
from engine.kernel import Event
from engine.portroyal import messages as m
from engine.session import Entry

Colour = tuple[int, int, int]
Glow = tuple[Colour, float, float, int]
"""Colour, seconds on, seconds off (0 is steady), and how many times (0 goes on)."""

Order = tuple[tuple[type[Event], Signal], ...]
"""Of several events in one entry the first of these is signalled."""
LOUDEST: Order = (
    (m.GameEnded, "final"),
    (m.LastRoundBegan, "last-round"),
    (m.Busted, "bust"),
    (m.TaxLevied, "tax"),
    (m.PileReshuffled, "shuffle"),
)


def loudest(entry: Entry, order: Order) -> Signal | None:
    """Give the signal for what happened in an entry, None when nothing of the order did."""
    if entry.kind == "undo":
        return "undo"
    happened = {type(event) for event in entry.events}
    return next((signal for event, signal in order if event in happened), None)


def turn_signal(before: Any, after: Any) -> Signal | None:
    """Give the signal for another seat's turn to act."""
    return "turn" if seat_to_act(after) not in (-1, seat_to_act(before)) else None


def signals(before: Any, entry: Entry, after: Any) -> Signal | None:
    """Give the signal for an entry, None when its click is enough."""
    if signal := loudest(entry, LOUDEST):
        return signal
    if isinstance(after.asked, m.RepelChoice) and after.asked != before.asked:
        return "question"
    return turn_signal(before, after)


# -- rhythms -----------------------------------------------------------------------------
LOW_HZ, MIDDLE_HZ, HIGH_HZ, TOP_HZ = 523.0, 784.0, 1047.0, 1319.0
_GAP = Tone(0.0, 0.06)


def _beats(*tones: tuple[float, float]) -> tuple[Tone, ...]:
    """Put gaps between tones, each a frequency in hertz and a time in seconds."""
    rhythm: list[Tone] = []
    for frequency_hz, duration_s in tones:
        rhythm += [_GAP, Tone(frequency_hz, duration_s)] if rhythm else [Tone(frequency_hz, duration_s)]
    return tuple(rhythm)


RHYTHMS: Mapping[Signal, tuple[Tone, ...]] = {
    "tick": (Tone(TOP_HZ, 0.02),),
    "turn": _beats((MIDDLE_HZ, 0.08), (HIGH_HZ, 0.08)),
    "question": (Tone(HIGH_HZ, 0.12),),
    "bust": tuple(Tone(hertz, 0.1) for hertz in (988.0, 831.0, 698.0, 587.0, 494.0, 415.0, 349.0)),
    "tax": _beats(*((HIGH_HZ, 0.03),) * 4),
    "shuffle": tuple(Tone(hertz, 0.03) for hertz in (MIDDLE_HZ, 880.0) * 5),
    "last-round": _beats((MIDDLE_HZ, 0.1), (HIGH_HZ, 0.1), (TOP_HZ, 0.1)),
    "final": _beats((LOW_HZ, 0.1), (659.0, 0.1), (MIDDLE_HZ, 0.1), (HIGH_HZ, 0.1), (TOP_HZ, 0.1)),
    "refused": _beats((220.0, 0.06), (220.0, 0.06)),
    "undo": _beats((HIGH_HZ, 0.08), (MIDDLE_HZ, 0.08)),
    "correction": _beats((HIGH_HZ, 0.08), (MIDDLE_HZ, 0.08)),
    "trouble": _beats((HIGH_HZ, 0.05), (HIGH_HZ, 0.05), (HIGH_HZ, 0.05)),
    "last-copy": _beats((TOP_HZ, 0.02), (TOP_HZ, 0.02)),
}
"""What is heard.  A falling tone without gaps is a bust: seven steps are one long fall to the ear."""

WHITE: Colour = (255, 255, 255)
LIGHTS: Mapping[Signal, Glow] = {
    "tick": (WHITE, 0.1, 0.1, 1),
    "turn": ((60, 60, 60), 1.0, 0.0, 0),
    "question": ((255, 200, 0), 1.0, 1.0, 0),
    "bust": ((255, 0, 0), 0.5, 0.5, 3),
    "tax": ((0, 0, 255), 0.4, 0.4, 2),
    "shuffle": (WHITE, 1.0, 1.0, 2),
    "last-round": ((0, 255, 0), 0.5, 0.5, 3),
    "final": ((0, 255, 0), 1.0, 0.0, 0),
    "refused": ((255, 0, 255), 0.3, 0.3, 2),
    "undo": (WHITE, 0.3, 0.3, 2),
    "correction": (WHITE, 0.3, 0.3, 2),
    "trouble": ((255, 0, 0), 0.5, 0.5, 10),
    "last-copy": ((0, 255, 0), 0.1, 0.1, 1),
}
"""What is seen; no light changes faster than three times a second."""
