"""Simple players of Port Royal (2000), who decide by what lies open and by their own hand alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from companion.dealt_2000 import Dealt, best_colour, colour_strength, lay_aside
from companion.playing_out import Watch, play_until_over
from engine.kernel import Command, Rules
from engine.portroyal2000 import messages as m
from engine.portroyal2000.auction import limit_of
from engine.portroyal2000.cards import COLOURS, SHIPS
from engine.portroyal2000.debt import debt_after, may_repay
from engine.portroyal2000.placing import may_discard, ships_for
from engine.portroyal2000.scoring import ship_score
from engine.portroyal2000.state import State, booty_of
from engine.portroyal2000.tools import movable, own_cards
from engine.portroyal2000.tricks import best_seat
from engine.session import Entry, Session

LIMIT = 2_000
"""Entries after which a game that has not ended is taken to go on for ever; a game has 350 to 500."""
BOLDNESS = 1.0
"""How much of what the privileges seem worth a usual player bids."""

Player = Callable[[Rules, State, Any, Dealt, float], Command]


def choose(rules: Rules, state: State, dealt: Dealt, *, boldness: float = BOLDNESS) -> Command:
    """Answer what is asked with a command that the rules accept; ``dealt`` gives the next card and the hands.

    A seat looks at its own hand only.  Raises ``ValueError`` when the game is over.
    """
    if state.asked is None:
        raise ValueError("the game is over: nobody is asked")
    return _PLAYERS[type(state.asked)](rules, state, state.asked, dealt, boldness)


# -- chance ------------------------------------------------------------------------------
def _lay(rules: Rules, state: State, asked: m.LayingOut, dealt: Dealt, boldness: float) -> Command:
    return m.TurnUp(dealt.next_booty)


def _deal(rules: Rules, state: State, asked: m.Dealing, dealt: Dealt, boldness: float) -> Command:
    return m.Deal(tuple(map(tuple, dealt.hands)), tuple(dealt.face_up))


def _turn(rules: Rules, state: State, asked: m.Counting, dealt: Dealt, boldness: float) -> Command:
    """Turn up the first hidden bonus card of the seat."""
    board = state.boards[asked.seat]
    ship = next(at for at, cards in enumerate(board.ships) if m.HIDDEN in cards)
    return m.TurnBonus(asked.seat, ship, dealt.hidden[asked.seat, ship][0])


def _slide(rules: Rules, state: State, asked: m.Sliding, dealt: Dealt, boldness: float) -> Command:
    return m.Slide()


# -- auction and privileges --------------------------------------------------------------
def _bid(rules: Rules, state: State, asked: m.Bidding, dealt: Dealt, boldness: float) -> Command:
    """Bid a ton more for as long as the privileges seem worth it."""
    hand = dealt.hands[asked.seat]
    pirates = sum(rules.cards[card].pirate for card in hand)
    strength = max(colour_strength(rules, hand, colour) for colour in COLOURS)
    worth = int(boldness * max(0, strength - 22 + 3 * pirates) / 4)
    tons = state.high + 1
    return m.Bid(tons) if tons <= min(worth, limit_of(state, asked.seat)) else m.Pass()


def _swap(rules: Rules, state: State, asked: m.Swapping, dealt: Dealt, boldness: float) -> Command:
    if not state.hands:
        return m.Swapped()
    return m.Swapped(tuple(lay_aside(rules, [*dealt.hands[asked.seat], *dealt.face_up])))


def _trump(rules: Rules, state: State, asked: m.NamingTrump, dealt: Dealt, boldness: float) -> Command:
    return m.NameTrump(best_colour(rules, dealt.hands[asked.seat]))


def _leader(rules: Rules, state: State, asked: m.NamingLeader, dealt: Dealt, boldness: float) -> Command:
    """Lead with a card that looks like winning, else let the left neighbour begin."""
    hand = dealt.hands[asked.seat]
    strong = max(_power(rules, state, card) for card in hand) >= 5
    return m.NameLeader(asked.seat if strong else (asked.seat + 1) % rules.seats)


def _power(rules: Rules, state: State, card: int) -> int:
    """Value a card to lead with."""
    face = rules.cards[card]
    return int(face.value + (4 if face.colour == state.trump else 0))


# -- tricks ------------------------------------------------------------------------------
def _choose(rules: Rules, state: State, asked: m.Choosing, dealt: Dealt, boldness: float) -> Command:
    """Play for the best card with a good hand, for the worst with a poor one."""
    strong = max(_power(rules, state, card) for card in dealt.hands[asked.seat]) >= 5
    value = {card: gain(rules, state, asked.seat, card) for card in state.open}
    pick = max if strong else min
    return m.Choose(pick(state.open, key=lambda card: value[card]))


def _play(rules: Rules, state: State, asked: m.Playing, dealt: Dealt, boldness: float) -> Command:
    """Win what is worth having as cheaply as possible; else throw away what helps least."""
    seat = asked.seat
    cards = dealt.legal(state, seat)
    winning = [card for card in cards if _would_win(rules, state, seat, card)]
    losing = [card for card in cards if card not in winning]
    wanted = gain(rules, state, seat, state.contested) > 0
    if winning and (wanted or not losing):
        last = len(state.played) == rules.seats - 1
        pick = min if last or not wanted else max
        return m.Play(pick(winning, key=lambda card: _power(rules, state, card)))
    return m.Play(min(losing, key=lambda card: _power(rules, state, card) * (1 if wanted else -1)))


def _would_win(rules: Rules, state: State, seat: int, card: int) -> bool:
    """Tell whether a card would win the trick as it lies."""
    played = rules.evolvers[m.CardPlayed](state, m.CardPlayed(seat, card))
    return best_seat(rules, played) == seat


def _penalty(rules: Rules, state: State, asked: m.PenaltyChoice, dealt: Dealt, boldness: float) -> Command:
    """Take the card that costs the offender most."""
    cards = booty_of(rules, state, asked.offender)
    return m.TakePenalty(max(cards, key=lambda card: _loss(rules, state, asked.offender, card)))


def _loss(rules: Rules, state: State, seat: int, card: int) -> int:
    """Count the points that a ship loses without a card."""
    for lying in state.boards[seat].ships:
        if card in lying:
            rest = [other for other in lying if other != card]
            return ship_score(rules, lying).score - ship_score(rules, rest).score
    return 0


# -- booty -------------------------------------------------------------------------------
def gain(rules: Rules, state: State, seat: int, card: int) -> int:
    """Count the points that a booty card brings a seat on its best ship; tools count a little."""
    ships = ships_for(rules.cards[card])
    return max((gain_on(rules, state, seat, card, ship) for ship in ships), default=3)


def gain_on(rules: Rules, state: State, seat: int, card: int, ship: int) -> int:
    """Count the points that a booty card brings on one ship; weight and room count a little too."""
    lying = state.boards[seat].ships[ship]
    now, then = ship_score(rules, lying), ship_score(rules, [*lying, card])
    relief = (then.capacity - then.weight) - (now.capacity - now.weight)
    spare = relief // 4 if now.weight > now.capacity - 6 or rules.cards[card].room < 0 else 0
    return then.score - now.score + spare


def _place(rules: Rules, state: State, asked: m.Placing, dealt: Dealt, boldness: float) -> Command:
    """Use the won card where it brings most."""
    seat, card = asked.seat, state.contested
    face = rules.cards[card]
    if face.tool == "remove":
        return _remove(rules, state, seat)
    if face.tool == "relocate":
        return _discard_or(state, seat, _relocate(rules, state, seat))
    ship = max(ships_for(face), key=lambda ship: gain_on(rules, state, seat, card, ship))
    worth = gain_on(rules, state, seat, card, ship)
    if may_repay(rules, state, seat):
        saved = state.boards[seat].debt + state.high - debt_after(rules, state)
        if saved >= worth:
            return m.Repay()
    return m.Discard() if may_discard(state, seat) and worth < -3 else m.Place(ship)


def _discard_or(state: State, seat: int, other: Command) -> Command:
    """Use up a kept remove on a relocate that would move nothing; it is the last round."""
    return m.Discard() if may_discard(state, seat) and isinstance(other, m.Lapse) else other


def _remove(rules: Rules, state: State, seat: int) -> Command:
    """Take away what does most harm; keep the remove if nothing does much."""
    cards = [(ship, card) for ship, card in own_cards(state, seat) if card != m.HIDDEN]
    ship, card = min(cards, key=lambda each: _loss(rules, state, seat, each[1]), default=(-1, -1))
    return m.Remove(card) if ship >= 0 and _loss(rules, state, seat, card) <= -4 else m.Keep()


def _relocate(rules: Rules, state: State, seat: int) -> Command:
    """Move what brings more elsewhere; a bonus card whose ship would sink counts as well."""
    best: Command = m.Lapse()
    most = 0
    for source, card in own_cards(state, seat):
        for ship in range(len(SHIPS)) if movable(rules, card) else ():
            moved = _moved(rules, state, seat, card, (source, ship)) if ship != source else 0
            if moved > most:
                best, most = m.Relocate(card, ship, source if card == m.HIDDEN else -1), moved
    return best


def _moved(rules: Rules, state: State, seat: int, card: int, way: tuple[int, int]) -> int:
    """Count the points that a move brings."""
    source, ship = way
    ships = state.boards[seat].ships
    rest = list(ships[source])
    rest.remove(card)
    before = ship_score(rules, ships[source]), ship_score(rules, ships[ship])
    after = ship_score(rules, rest), ship_score(rules, [*ships[ship], card])
    hidden = 3 * (before[0].sunk and not after[1].sunk) if card == m.HIDDEN else 0
    return sum(each.score for each in after) - sum(each.score for each in before) + hidden


def _bonus(rules: Rules, state: State, asked: m.PlacingBonus, dealt: Dealt, boldness: float) -> Command:
    """Put a bonus card on the ship that is least likely to sink; its value stays hidden."""
    ships = [ship_score(rules, cards) for cards in state.boards[asked.seat].ships]
    return m.PlaceBonus(
        m.HIDDEN, max(range(len(SHIPS)), key=lambda at: ships[at].capacity - ships[at].weight)
    )


_PLAYERS: Mapping[type, Player] = {
    m.LayingOut: _lay,
    m.Dealing: _deal,
    m.Bidding: _bid,
    m.Swapping: _swap,
    m.NamingTrump: _trump,
    m.NamingLeader: _leader,
    m.Choosing: _choose,
    m.Playing: _play,
    m.PenaltyChoice: _penalty,
    m.Placing: _place,
    m.PlacingBonus: _bonus,
    m.Sliding: _slide,
    m.Counting: _turn,
}


# -- whole games -------------------------------------------------------------------------
def play_on(session: Session, dealt: Dealt, *, boldness: float = BOLDNESS) -> Entry:
    """Play one entry: the seat that is asked chooses."""
    state: State = session.state
    entry = session.play(choose(session.table.rules, state, dealt, boldness=boldness))
    dealt.follow(state, entry.events)
    return entry


def play_out(
    session: Session,
    rng: random.Random,
    limit: int = LIMIT,
    *,
    boldness: tuple[float, ...] = (BOLDNESS,),
    watch: Watch = lambda _: None,
) -> int:
    """Play a game to its end, see ``play_until_over``."""
    dealt = Dealt(session.table.rules, session.state, rng)
    return play_until_over(
        session,
        lambda bold: play_on(session, dealt, boldness=bold),
        limit,
        boldness=boldness,
        watch=watch,
    )
