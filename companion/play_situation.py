"""Says what the table is being asked: the rows of the tables of keys and taps (device-ux.md 3.2 and 3.3)."""

from __future__ import annotations

from typing import Any, Literal

from engine.kernel import Rules
from engine.portroyal import messages as m
from engine.portroyal.discover import colours
from engine.portroyal.piles import place_of
from engine.portroyal.state import State

Situation = Literal[
    "first", "running", "new-colour", "twin", "gamble", "active", "inactive", "final", "claim"
]
"""What is open:

``first``: a card must be revealed; ``running``: reveal or stop; ``new-colour`` (DI4), ``twin`` (DI5):
a ship may be repelled; ``gamble``: four cards at once; ``active``, ``inactive``: time to take;
``final``: the game is over; ``claim``: persons for an expedition are being chosen (DI10).
"""
Place = Literal["unseen", "harbor", "turned", "expeditions", "own", "other", "gone"]
"""Where the device believes a tapped card lies.

``own``: the display of the active player, or of the one who is asked; ``other``: another display;
``gone``: the discard pile, or the box; ``turned``: it is being decided about.
"""


def situation(rules: Rules, state: State) -> Situation:
    """Say what is open on the table; what only an expansion asks is called by the phase of its question."""
    asked = state.asked
    match asked:
        case None:
            return "final"
        case m.RepelChoice():
            return "twin" if doubles(rules, state, asked) else "new-colour"
        case m.Gambling():
            return "gamble"
        case m.Taking():
            return "active" if asked.seat == state.active else "inactive"
        case m.Discovering():
            return "running" if asked.shown or asked.locked or not state.pile else "first"
    further: Any = asked.phase
    return further  # type: ignore[no-any-return]


def doubles(rules: Rules, state: State, asked: m.RepelChoice) -> bool:
    """Tell whether a ship that may be repelled would bust."""
    return asked.gamble or rules.cards[asked.card].colour in colours(rules, state.harbor)


def place(state: State, card: int) -> Place:
    """Say where the device believes a card lies."""
    where, seat = place_of(state, card)
    if card == getattr(state.asked, "card", None):
        return "turned"
    if where == "display":
        return "own" if seat in (state.active, seat_to_act(state)) else "other"
    known: dict[str, Place] = {
        "unseen": "unseen",
        "harbor": "harbor",
        "expeditions": "expeditions",
        "turned": "turned",
    }
    return known.get(where, "gone")


def seat_to_act(state: Any) -> int:
    """Give the seat that is asked, -1 when the game is over."""
    return state.asked.seat if state.asked else -1
