"""Exact odds of the next card, from public knowledge only.

Unseen faces are alike wherever they lie, in the pile, as coins or among the coins paid.  After a
reshuffle the cards that went back with a known face are surely in that shuffle, so they and the
other unseen ones are weighed by their numbers in it.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from engine import cardset
from engine.kernel import Rules
from engine.portroyal.discover import colours, repel_swords
from engine.portroyal.state import State


class Odds(msgspec.Struct, frozen=True):
    """Chances of the next card as fractions of one; together they are one."""

    bust: Fraction
    """A twin that cannot be repelled."""
    repellable_twin: Fraction
    new_colour: Fraction
    person: Fraction
    expedition: Fraction
    tax: Fraction
    unseen: int
    """Number of unseen cards."""


def next_card(rules: Rules, state: State) -> Odds | None:
    """Give the odds of the next card for the active player, None when no card is left."""
    if not state.pile:
        return None
    seat = state.active
    here, swords = colours(rules, state.harbor), repel_swords(rules, state, seat)
    sets = dict.fromkeys(("bust", "repellable_twin", "new_colour", "person", "expedition", "tax"), 0)
    for card in cardset.ids(state.unseen):
        face = rules.cards[card]
        if face.type != "ship":
            name = face.type
        elif face.colour not in here:
            name = "new_colour"
        else:
            name = "bust" if face.strength > swords else "repellable_twin"
        sets[name] |= 1 << card
    of = rules.odds or chance
    chances = {name: of(state, cards) for name, cards in sets.items()}
    return Odds(**chances, unseen=state.unseen.bit_count())


def bust_risk(rules: Rules, state: State) -> Fraction | None:
    """Give the chance that the next card busts if everything repellable is repelled."""
    odds = next_card(rules, state)
    return None if odds is None else odds.bust


def chance(state: State, cards: int) -> Fraction:
    """Give the chance that the next card is in a set of unseen cards.

    Of ``places`` cards in the last shuffle that nobody has turned up, ``returned`` ones are known
    to be there; the other places are filled evenly from the other unseen cards.
    """
    return share(cards, state.returned, state.unseen & ~state.returned, state.places)


def share(cards: int, returned: int, others: int, places: int) -> Fraction:
    """Give the chance of some cards to lie in one of the places that ``returned`` and ``others`` fill."""
    sure = (cards & returned).bit_count()
    places = max(places, returned.bit_count(), 1)
    rest = places - returned.bit_count()
    if not others:
        return Fraction(sure, max(1, returned.bit_count()))
    return Fraction(sure, places) + Fraction((cards & others).bit_count() * rest, places * others.bit_count())
