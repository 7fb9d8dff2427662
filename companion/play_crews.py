"""Which persons to send on an expedition: proposals in the players' interest, and what is missing.

Source: device-ux.md 3.3, first note: keep every Jack of all Trades, then the cards with most points,
then those with an ability of their own.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.kernel import Rules
from engine.portroyal.cards import Card, Symbols
from engine.portroyal.expeditions import crews
from engine.portroyal.state import State


def proposals(
    rules: Rules, state: State, seat: int, expedition: int, tapped: Collection[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Give the sets that would do and hold all tapped persons, the one that costs least first.

    Of sets with the same kinds of cards only the first is given: copies are alike.
    """
    sets = [crew for crew in crews(rules, state, seat, expedition) if set(tapped) <= set(crew)]
    different: dict[tuple[str, ...], tuple[int, ...]] = {}
    for crew in sorted(sets, key=lambda crew: _loss(rules, crew)):
        different.setdefault(tuple(sorted(rules.cards[c].kind for c in crew)), crew)
    return tuple(different.values())


def _loss(rules: Rules, crew: tuple[int, ...]) -> tuple[object, ...]:
    """Weigh what a set costs: Jacks, then points, then abilities."""
    faces: list[Card] = [rules.cards[c] for c in crew]
    jacks = sum(len(face.symbols) > 1 for face in faces)
    points = sum(face.points for face in faces)
    able = sum(any(not isinstance(clause, Symbols) for clause in face.clauses) for face in faces)
    return jacks, points, able, crew


def standing_for(rules: Rules, crew: Collection[int], needs: str) -> dict[int, str]:
    """Say which symbol each person of a set supplies; who can supply several takes what is left."""
    left, roles = list(needs), {}
    for card in sorted(crew, key=lambda c: (len(rules.cards[c].symbols), c)):
        symbol = next((s for s in left if s in rules.cards[card].symbols), "")
        if symbol:
            left.remove(symbol)
            roles[card] = symbol
    return roles


def missing(rules: Rules, state: State, seat: int, expedition: int) -> str:
    """Give the symbols for which a seat has nobody, such as ``AH``; empty when it can claim."""
    needs = rules.cards[expedition].needs
    able = [c for c in state.players[seat].display if rules.cards[c].symbols]
    found = list(standing_for(rules, able, needs).values())
    left = []
    for symbol in needs:
        if symbol in found:
            found.remove(symbol)
        else:
            left.append(symbol)
    return "".join(left)
