"""A round begins: booty is laid out, trick cards are dealt (24 to 34)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import cardset
from engine.kernel import SETTLED, Command, Illegal, Pending, Rules, Turn
from engine.portroyal2000.ending import finish
from engine.portroyal2000.messages import (
    Bidding,
    BootyLaid,
    CardsOpened,
    Deal,
    Dealing,
    HandsDealt,
    Lay,
    LayingOut,
    Open,
    RoundBegan,
    TurnUp,
)
from engine.portroyal2000.state import OPEN_CARDS, ROUNDS, TRICKS, State, place_of, replace, tool


def laying_out(t: Turn, due: LayingOut) -> bool:
    """Go on when enough lies open; end a game whose pile a position left too small."""
    if missing(t.rules, t.state):
        return False
    t.emit(SETTLED)
    if len(t.state.open) == 1:
        finish(t)
    elif t.rules.options.hands == "known":
        t.then(Dealing(due.seat))
    else:
        t.then(Bidding((due.seat + 1) % t.rules.seats))
    return True


def missing(rules: Rules, state: State) -> int:
    """Count the booty cards still to turn up before the auction (24, 25)."""
    return min(OPEN_CARDS - len(state.open), may_come(rules, state).bit_count())


def may_come(rules: Rules, state: State) -> int:
    """Give the set of booty cards that may be turned up now: relocate lies at the bottom (17, 27)."""
    return state.unseen if state.round == ROUNDS else state.unseen & ~(1 << tool(rules, "relocate"))


def turn_up(t: Turn, asked: LayingOut, command: TurnUp) -> None:
    """Turn up one booty card (24)."""
    _lay(t, asked, (command.card,))


def lay(t: Turn, asked: LayingOut, command: Lay) -> None:
    """Turn up all that are missing (24, 25)."""
    wanted = missing(t.rules, t.state)
    if len(command.cards) != wanted:
        there = len(command.cards)
        raise Illegal("wrong-count", f"{wanted} booty cards must be turned up now, not {there}: count again.")
    if len(set(command.cards)) < len(command.cards):
        raise Illegal("card-twice", "A booty card cannot be turned up twice: turn up another card.")
    _lay(t, asked, command.cards)


def _lay(t: Turn, asked: LayingOut, cards: tuple[int, ...]) -> None:
    for card in cards:
        _check_booty(t.rules, t.state, card)
    t.then(asked)
    t.emit(BootyLaid(cards))


def _check_booty(rules: Rules, state: State, card: int) -> None:
    face = rules.cards[card]
    if face.type != "booty":
        raise Illegal("no-booty", f"{face.kind} is no booty card: turn up booty.", card=card)
    if not cardset.has(state.unseen, card):
        place, seat, _ = place_of(rules, state, card)
        where = {"open": "lies open already", "removed": "left the game"}.get(place, "")
        where = where or f"lies before {rules.names[seat]}"
        raise Illegal("card-elsewhere", f"{face.kind} {where}: turn up another card.", card=card, place=place)
    if face.tool == "relocate" and state.round < ROUNDS:
        sentence = "relocate comes in round 6: put it at the bottom of the pile and turn up another card."
        raise Illegal("relocate-early", sentence, card=card)


def deal(t: Turn, asked: Dealing, command: Deal) -> None:
    """Take the hands of a practice game (30, 31)."""
    cards = [*command.face_up, *(card for hand in command.hands for card in hand)]
    sizes = [len(command.face_up), *map(len, command.hands)]
    dealt = cardset.of(trick_cards(t.rules, t.state))
    if sizes != [2, *[TRICKS] * t.rules.seats] or cardset.of(cards) != dealt:
        raise Illegal("no-deal", "Everybody gets 8 of the trick cards, and 2 lie open: deal again.")
    t.then(Bidding((asked.seat + 1) % t.rules.seats))
    t.emit(HandsDealt(tuple(tuple(sorted(hand)) for hand in command.hands), command.face_up))


def trick_cards(rules: Rules, state: State) -> list[int]:
    """Give the trick cards that are in a game of so many players (13 to 15)."""
    return [c.id for c in rules.cards if c.type == "trick" and not cardset.has(state.box, c.id)]


def open_cards(t: Turn, asked: Bidding, command: Open) -> None:
    """Note which two trick cards lie face up, before the first bid (31)."""
    if t.state.face_up:
        raise Illegal("opened", "The two open trick cards are known already: go on, or take that back.")
    if not before_bids(t.state):
        raise Illegal("too-late", "The auction has begun: go on without telling the open cards.")
    if len(set(command.cards)) != 2:
        raise Illegal("wrong-count", "Two different trick cards lie open: tap both, or none.")
    for card in command.cards:
        check_trick_card(t.rules, t.state, card, "lay open")
    t.then(asked)
    t.emit(CardsOpened(tuple(sorted(command.cards))))


def check_trick_card(rules: Rules, state: State, card: int, doing: str) -> None:
    """Refuse what is no trick card of this game."""
    face = rules.cards[card]
    if face.type != "trick":
        raise Illegal("no-trick-card", f"{face.kind} is no trick card: {doing} a trick card.", card=card)
    if cardset.has(state.box, card):
        sentence = f"{face.kind} is not in a game of {rules.seats}: box it and {doing} another card."
        raise Illegal("boxed", sentence, card=card)


def before_bids(state: State) -> bool:
    """Tell whether nobody has bid or passed yet."""
    return not state.high and not state.passed


# -- offers ------------------------------------------------------------------------------
def offer_booty(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer every booty card that may come; all that are missing at once stand for several of these."""
    yield from map(TurnUp, cardset.ids(may_come(rules, state)))


def offer_deal(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer one deal, which stands for all: each is as possible as any other."""
    cards = trick_cards(rules, state)
    hands = [tuple(cards[seat :: rules.seats][:TRICKS]) for seat in range(rules.seats)]
    dealt = {card for hand in hands for card in hand}
    yield Deal(tuple(hands), tuple(card for card in cards if card not in dealt))


def offer_open(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer any two trick cards as the open ones."""
    if state.face_up or not before_bids(state):
        return
    cards = trick_cards(rules, state)
    for at, first in enumerate(cards):
        yield from (Open((first, second)) for second in cards[at + 1 :])


# -- evolvers ----------------------------------------------------------------------------
def round_began(s: State, e: RoundBegan) -> State:
    """Apply ``RoundBegan``: trick cards are gathered, stones go back (32, 82)."""
    boards = tuple(replace(board, stones=()) for board in s.boards)
    return replace(
        s,
        round=e.round,
        dealer=e.dealer,
        boards=boards,
        high=0,
        bidder=-1,
        passed=0,
        holder=-1,
        trump="",
        face_up=(),
        trick=0,
        leader=-1,
        played=(),
        shown=0,
        tricks=(),
        hands=(),
        aside=0,
    )


def booty_laid(s: State, e: BootyLaid) -> State:
    """Apply ``BootyLaid``."""
    return replace(s, open=(*s.open, *e.cards), unseen=s.unseen & ~cardset.of(e.cards))


def hands_dealt(s: State, e: HandsDealt) -> State:
    """Apply ``HandsDealt``."""
    return replace(s, hands=tuple(map(cardset.of, e.hands)), face_up=e.face_up)


def cards_opened(s: State, e: CardsOpened) -> State:
    """Apply ``CardsOpened``."""
    return replace(s, face_up=e.cards)
