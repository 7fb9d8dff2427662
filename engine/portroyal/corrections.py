"""What a table sets right by hand: coins, a card's place, the turn, or everything.

The table is always right: a correction never argues with the rules, it only keeps every card in
one place (P3), and works out again what follows from the cards.
"""

from __future__ import annotations

from engine import cardset
from engine.kernel import Illegal, Pending, Rules, Turn
from engine.portroyal.cards import Card
from engine.portroyal.correction_messages import (
    CardMoved,
    CoinsCorrected,
    MoveCard,
    Rebuild,
    Recounted,
    SetCoins,
    SetTurn,
    TableRebuilt,
    TriggerWithdrawn,
    TurnSet,
)
from engine.portroyal.discover import hand_over_steps
from engine.portroyal.ending import triggers
from engine.portroyal.gambler import doubles
from engine.portroyal.messages import (
    Discovering,
    GambleCheck,
    LastRoundBegan,
    RepelChoice,
    Taking,
    TurnEndDue,
)
from engine.portroyal.piles import may_lie, place_of
from engine.portroyal.state import Player, State, clockwise, replace, with_player, without
from engine.portroyal.trade import allowance

PLACES = ("display", "harbor", "expeditions", "discard", "pile", "box")
PHASES = ("discover", "trade")


def set_coins(t: Turn, asked: Pending, command: SetCoins) -> None:
    """Believe the table's count of the coins of one or more players."""
    counted = dict([(command.seat, command.coins), *command.others])
    t.then(asked)
    for seat, coins in sorted(counted.items(), key=lambda count: _more(t, *count)):
        t.emit(CoinsCorrected(seat, coins, *_from_piles(t.state, _more(t, seat, coins))))


def _more(t: Turn, seat: int, coins: int) -> int:
    """Tell how many coins more than the device knew a seat has; those who have less come first."""
    _check_seat(t.rules, seat)
    if coins < 0:
        raise Illegal("not-a-count", "Nobody has less than 0 coins.")
    return coins - int(t.state.players[seat].coins)


def _from_piles(state: State, cards: int) -> tuple[int, int]:
    """Split cards that the piles must supply (or take back, if negative) into pile and coins paid."""
    from_pile = min(cards, state.pile)
    if cards - from_pile > state.paid:
        have = state.pile + state.paid
        raise Illegal("too-many-cards", f"Only {have} unseen cards are left in the piles, not {cards}.")
    return -from_pile, -(cards - from_pile)


def move_card(t: Turn, asked: Pending, command: MoveCard) -> None:
    """Believe the table that a card lies elsewhere; points, swords and allowance follow."""
    card: Card = t.rules.cards[command.card]
    source, owner = place_of(t.state, command.card)
    _check_move(t, command, card, source, owner)
    leaves, comes = source == "unseen", command.place == "pile"
    pile, paid = _from_piles(t.state, int(leaves) - int(comes))
    before = _somebody_triggers(t.rules, t.state)
    t.emit(CardMoved(card.id, source, owner, command.place, command.seat, pile, paid))
    if source == "display":
        _recount(t, owner, card, -1)
    if command.place == "display":
        _recount(t, command.seat, card, 1)
    withdraw(t, before=before)
    t.then(_asked_again(t, asked))


def _check_move(t: Turn, command: MoveCard, card: Card, source: str, owner: int) -> None:
    if command.place not in PLACES:
        raise Illegal("no-such-place", f"There is no place called {command.place!r} on this table.")
    if command.place == "display":
        _check_seat(t.rules, command.seat)
    if source == "turned":
        raise Illegal("answer-first", "Decide about the ship just revealed first.")
    target = "unseen" if command.place == "pile" else command.place
    if (source, owner) == (target, command.seat if command.place == "display" else -1):
        raise Illegal("already-there", f"{card.kind} lies there already.")
    if not may_lie(t.rules, t.state, card, command.place, command.seat):
        raise Illegal("wrong-place", f"{card.kind} cannot lie there.")


def _asked_again(t: Turn, asked: Pending) -> Pending:
    """Give the same question with what follows from the cards as they lie now."""
    if isinstance(asked, Taking):
        taken = without(asked.taken, *t.state.harbor)
        left = allowance(t.rules, t.state, asked.seat, taken) - len(taken)
        return Taking(asked.seat, max(0, left), taken)
    if isinstance(asked, RepelChoice) and asked.gamble and not doubles(t.rules, t.state, asked.card):
        return GambleCheck(asked.seat, asked.shown, asked.four)
    if isinstance(asked, Discovering) and t.state.harbor and not asked.shown:
        return Discovering(asked.seat, len(t.state.harbor), asked.locked)
    return asked


def _recount(t: Turn, seat: int, card: Card, sign: int) -> None:
    player = t.state.players[seat]
    t.emit(Recounted(seat, player.points + sign * card.points, player.swords + sign * card.swords))


def _somebody_triggers(rules: Rules, state: State) -> bool:
    return any(triggers(rules, state, seat) for seat in range(rules.seats))


def withdraw(t: Turn, *, before: bool) -> None:
    """Take back a trigger that the mistake made, or make one that it hid; a real one stays (F1, F2)."""
    if _somebody_triggers(t.rules, t.state):
        if not t.state.last_round:
            seats = clockwise(t.state, t.state.active)
            t.emit(LastRoundBegan(next(s for s in seats if triggers(t.rules, t.state, s))))
    elif before and t.state.last_round:
        t.emit(TriggerWithdrawn())


def set_turn(t: Turn, asked: Pending, command: SetTurn) -> None:
    """Believe the table whose turn it is, and in which phase; nobody is paid for it."""
    _check_turn(t.rules, command.active, command.phase)
    if isinstance(asked, RepelChoice):
        raise Illegal("answer-first", "Decide about the ship just revealed first.")
    t.emit(TurnSet(command.active))
    _go_on(t, command.active, command.phase)


def _go_on(t: Turn, active: int, phase: str) -> None:
    if phase == "discover":
        t.then(Discovering(active, len(t.state.harbor)))
    else:
        first, *others = hand_over_steps(t.state, active)
        t.then(Taking(first.seat, allowance(t.rules, t.state, active)), *others, TurnEndDue(active))


def rebuild(t: Turn, _: Pending, command: Rebuild) -> None:
    """Take over the whole table as it lies; what is known in the discard pile stays there (RB1)."""
    _check_turn(t.rules, command.active, command.phase)
    state, cards = t.state, t.rules.cards
    named = [*command.harbor, *command.expeditions, *(c for row in command.displays for c in row)]
    _check_rebuild(t.rules, state, command, named)
    discard = state.discard & ~cardset.of(named)
    total = len(cards) - state.box.bit_count()
    left = total - len(named) - discard.bit_count() - sum(command.coins)
    if left < 0:
        raise Illegal("too-many-cards", "There are more cards and coins here than the game has.")
    paid = min(state.paid, left)
    points = tuple(sum(cards[c].points for c in row) for row in command.displays)
    swords = tuple(sum(cards[c].swords for c in row) for row in command.displays)
    t.emit(
        TableRebuilt(
            command.active,
            command.coins,
            command.displays,
            points,
            swords,
            command.harbor,
            command.expeditions,
            tuple(cardset.ids(discard)),
            left - paid,
            paid,
            command.last_round,
        )
    )
    withdraw(t, before=False)
    _go_on(t, command.active, command.phase)


def _check_rebuild(rules: Rules, state: State, command: Rebuild, named: list[int]) -> None:
    if len(command.coins) != rules.seats or len(command.displays) != rules.seats or min(command.coins) < 0:
        raise Illegal("not-a-table", "Every player needs a number of coins and a display.")
    if len(set(named)) < len(named):
        twice = next(c for c in named if named.count(c) > 1)
        raise Illegal("card-twice", f"{rules.cards[twice].name} cannot lie in two places.", card=twice)
    boxed = next((c for c in named if cardset.has(state.box, c)), None)
    if boxed is not None:
        raise Illegal("card-elsewhere", f"{rules.cards[boxed].kind} is not in this game.", card=boxed)
    rows = {"harbor": command.harbor, "expeditions": command.expeditions}
    for place, row in (*rows.items(), *(("display", row) for row in command.displays)):
        for card in row:
            if not may_lie(rules, state, rules.cards[card], place):
                raise Illegal("wrong-place", f"{rules.cards[card].kind} cannot lie there.", card=card)


def _check_seat(rules: Rules, seat: int) -> None:
    if not 0 <= seat < rules.seats:
        raise Illegal("no-such-seat", f"There is no seat {seat + 1} at this table.")


def _check_turn(rules: Rules, active: int, phase: str) -> None:
    _check_seat(rules, active)
    if phase not in PHASES:
        raise Illegal("no-such-phase", f"A turn can be set to discover or trade, not to {phase!r}.")


# -- evolvers ----------------------------------------------------------------------------
def coins_corrected(s: State, e: CoinsCorrected) -> State:
    """Apply ``CoinsCorrected``."""
    players = with_player(s, e.seat, replace(s.players[e.seat], coins=e.coins))
    pile = s.pile + e.pile
    return replace(s, players=players, pile=pile, places=max(pile, s.places), paid=s.paid + e.paid)


def card_moved(s: State, e: CardMoved) -> State:
    """Apply ``CardMoved``."""
    bit = 1 << e.card
    s = _lifted(replace(s, pile=s.pile + e.pile, paid=s.paid + e.paid, places=s.places + e.pile), e)
    if e.place == "display":
        p = s.players[e.seat]
        return replace(s, players=with_player(s, e.seat, replace(p, display=(*p.display, e.card))))
    if e.place in ("harbor", "expeditions"):
        return replace(s, **{e.place: (*getattr(s, e.place), e.card)})
    if e.place == "pile":
        return replace(s, unseen=s.unseen | bit, returned=s.returned | bit)
    return replace(s, **{e.place: getattr(s, e.place) | bit})


def _lifted(s: State, e: CardMoved) -> State:
    """Take a card from where it lay."""
    if e.source == "display":
        p = s.players[e.source_seat]
        p = replace(p, display=without(p.display, e.card))
        return replace(s, players=with_player(s, e.source_seat, p))
    if e.source in ("harbor", "expeditions"):
        return replace(s, **{e.source: without(getattr(s, e.source), e.card)})
    s = replace(s, **{e.source: getattr(s, e.source) & ~(1 << e.card)})
    return replace(s, returned=s.returned & s.unseen)


def recounted(s: State, e: Recounted) -> State:
    """Apply ``Recounted``."""
    player = replace(s.players[e.seat], points=e.points, swords=e.swords)
    return replace(s, players=with_player(s, e.seat, player))


def trigger_withdrawn(s: State, _: TriggerWithdrawn) -> State:
    """Apply ``TriggerWithdrawn``."""
    return replace(s, last_round=False)


def turn_set(s: State, e: TurnSet) -> State:
    """Apply ``TurnSet``."""
    seats = len(s.players)
    turns = (s.round - 1) * seats + (e.active - s.start) % seats + 1
    gambled = s.gambled if e.active == s.active else 0
    return replace(s, agenda=(), active=e.active, turns=turns, gambled=gambled)


def table_rebuilt(s: State, e: TableRebuilt) -> State:
    """Apply ``TableRebuilt``."""
    rows = zip(e.coins, e.displays, e.points, e.swords, strict=True)
    named = cardset.of([*e.harbor, *e.expeditions, *e.discard, *(c for row in e.displays for c in row)])
    known = s.discard | cardset.of([*s.harbor, *s.expeditions, *(c for p in s.players for c in p.display)])
    known |= 1 << s.turned if s.turned >= 0 else 0
    return replace(
        turn_set(s, TurnSet(e.active)),
        players=tuple(Player(coins, display, points, swords) for coins, display, points, swords in rows),
        harbor=e.harbor,
        expeditions=e.expeditions,
        discard=cardset.of(e.discard),
        unseen=(s.unseen | known) & ~named,
        returned=0,
        places=e.pile,
        pile=e.pile,
        paid=e.paid,
        turned=-1,
        last_round=e.last_round,
    )
