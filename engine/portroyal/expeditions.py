"""Expeditions: the active player sends exactly the persons shown (E1 to E3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from engine import cardset
from engine.kernel import Command, Illegal, Pending, Rules, Turn
from engine.portroyal.messages import Claim, ExpeditionClaimed
from engine.portroyal.piles import pay_out
from engine.portroyal.state import State, replace, with_player, without


def fits(rules: Rules, crew: Iterable[int], needs: str) -> bool:
    """Tell whether these cards supply exactly these symbols, in some order (E2)."""
    left = list(needs)
    for symbols in sorted((rules.cards[c].symbols for c in crew), key=len):
        match = next((s for s in left if s in symbols), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def crews(rules: Rules, state: State, seat: int, expedition: int) -> Iterator[tuple[int, ...]]:
    """Give every set of a seat's cards that would do for an expedition, as ascending ids."""
    needs = rules.cards[expedition].needs
    able = sorted(c for c in state.players[seat].display if rules.cards[c].symbols)
    if len(able) >= len(needs):
        yield from (crew for crew in combinations(able, len(needs)) if fits(rules, crew, needs))


def claimable(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat has the persons for an expedition that lies open."""
    return any(next(crews(rules, state, seat, c), None) is not None for c in state.expeditions)


def claim(t: Turn, asked: Pending, command: Claim) -> None:
    """Fulfil an expedition: persons to the discard pile, the card into the display, coins from the pile."""
    seat = asked.seat
    if seat != t.state.active:
        name = t.rules.names[t.state.active]
        raise Illegal("not-your-turn", f"Only {name}, whose turn it is, may claim expeditions.")
    card = t.rules.cards[command.card]
    if command.card not in t.state.expeditions:
        raise Illegal("not-laid-out", f"{card.kind} does not lie in the row of expeditions.", card=card.id)
    display = t.state.players[seat].display
    crew = tuple(sorted(command.crew))
    if len(set(crew)) < len(crew) or not set(crew) <= set(display) or not fits(t.rules, crew, card.needs):
        raise Illegal(
            "wrong-persons",
            f"{card.kind} takes exactly the persons shown on it, from {t.rules.names[seat]}'s own display.",
            card=card.id,
        )
    t.then(asked)
    points = sum(t.rules.cards[c].points for c in crew)
    swords = sum(t.rules.cards[c].swords for c in crew)
    t.emit(ExpeditionClaimed(seat, card.id, crew, card.points - points, -swords))
    pay_out(t, seat, card.coins, "expedition")


def offer_claim(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer every expedition with every set of persons that would do (E1)."""
    if asked.seat == state.active:
        for card in state.expeditions:
            yield from (Claim(card, crew) for crew in crews(rules, state, asked.seat, card))


def expedition_claimed(s: State, e: ExpeditionClaimed) -> State:
    """Apply ``ExpeditionClaimed``."""
    p = s.players[e.seat]
    display = (*without(p.display, *e.crew), e.card)
    p = replace(p, display=display, points=p.points + e.points, swords=p.swords + e.swords)
    return replace(
        s,
        expeditions=without(s.expeditions, e.card),
        discard=s.discard | cardset.of(e.crew),
        players=with_player(s, e.seat, p),
    )
