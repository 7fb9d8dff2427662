"""Chances of the next card after cards were shuffled into the pile alone, from public knowledge only (S18).

A shuffle of the pile leaves the coins out: cards that came in are surely in the pile, others only if they
were not drawn as coins before.  So shuffles lie over each other like layers.  The lowest is the last one of
all cards; each further one has the cards that came in, and in its other places cards of the layer below.
Coins are drawn blind from the uppermost, which changes no chance; a card that is turned up leaves the layer
that it came in with, and all above.  Cards that the pack cannot name count as cards of the lowest layer.
"""

from __future__ import annotations

from fractions import Fraction

from engine import cardset
from engine.adventure.state import tale, told
from engine.portroyal import odds
from engine.portroyal.state import State

Layer = tuple[int, int]
"""Cards that are surely in it, and the places of that shuffle that nobody has turned up."""


def chance(state: State, cards: int) -> Fraction:
    """Give the chance that the next card is in a set of unseen cards."""
    layers = tale(state).layers
    if not layers:
        return odds.chance(state, cards)
    (returned, places), *above = layers
    others = state.unseen & ~returned
    for came, _ in above:
        others &= ~came
    share = odds.share(cards, returned, others, places)
    for came, places in above:
        sure, few = (cards & came).bit_count(), came.bit_count()
        share = (sure + share * (places - few)) / Fraction(max(places, few, 1))
    return share


def shuffled_in(state: State, before: State, cards: int, loose: int) -> State:
    """Lay a shuffle of the pile over the others: cards that came in, and so many that nobody can name."""
    layers: tuple[Layer, ...] = tale(before).layers or ((before.returned, before.places),)
    layers = tuple((came, places + loose) for came, places in layers)
    return told(state, layers=(*layers, (cards, state.pile)))


def turned_up(state: State, card: int) -> State:
    """Let a card that was turned up leave its layer, and those above it."""
    layers = tale(state).layers
    if not layers:
        return state
    of = max((i for i, (came, _) in enumerate(layers) if cardset.has(came, card)), default=0)
    bit = 1 << card
    left = ((came & ~bit, places - (i >= of)) for i, (came, places) in enumerate(layers))
    return told(state, layers=tuple(left))


def forgotten(state: State) -> State:
    """Begin anew: all cards were shuffled, or a table set right what the device believed."""
    return told(state, layers=()) if tale(state).layers else state
