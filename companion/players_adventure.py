"""Simple players for The Adventure Begins, and its hidden cards: whole games of every mode by themselves.

They take over from the players of the base game wherever the rules are the same.  Chance (the next card,
the next event, what a Lookout sees) comes from ``HiddenCards``; what the pack leaves open is answered
with the likeliest value.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.players import BOLDNESS, LIMIT, Choice, FaceDown, best_claim, stands_still, worth
from companion.players import choose as base_choose
from companion.playing_out import Watch, play_until_over
from engine import cardset
from engine.adventure import Head
from engine.adventure import messages as a
from engine.adventure.crowns import worth as shield
from engine.adventure.event_deck import bribery_due, can_come, copies_left
from engine.adventure.head import Mode
from engine.adventure.items import income_of
from engine.adventure.learning import in_this_light, suggestions
from engine.adventure.pack import BRIBERY, CHARACTERS, COLOURED, Pack
from engine.adventure.persons import discarded_unseen, may_look, price_of
from engine.adventure.state import DRAWN, book, tale, trophy
from engine.adventure.tasks import task_of, tasks_of_choice, ways
from engine.kernel import Command, Event, Rules
from engine.portroyal import messages as m
from engine.portroyal.odds import bust_risk
from engine.portroyal.state import State
from engine.portroyal.trade import fee_for
from engine.session import Entry, Session

CROWN = 1.2
"""What a crown is worth to a player, in coins."""
ITEM = 1.5
"""What an item is worth kept, in coins."""
LOOKS_FROM = 0.2
"""Chance of a bust from which on a player uses a Lookout."""
SPARE = 3
"""Coins that a player wants to keep."""

TAKING = (m.Take, a.TakeItem, a.TakeCoin, a.TakeCrown)
Taken = m.Take | a.TakeItem | a.TakeCoin | a.TakeCrown
Answer = Callable[[Rules, State, Any], Command]


# -- set-up --------------------------------------------------------------------------------
def drawn_head(rng: random.Random, pack: Pack, names: tuple[str, ...], mode: Mode, chapter: int = 1) -> Head:
    """Deal characters, and the tasks of a variable game, as a table would by lot (S04, Z02)."""
    able = [who for who in CHARACTERS if who not in COLOURED or pack.characters[who].colour]
    rng.shuffle(able)
    chosen: list[str] = []
    cards: set[int] = set()
    for who in able:
        card = pack.characters[who].card
        if card not in cards:
            chosen.append(who)
            cards |= set() if card is None else {card}
    tasks: tuple[str, ...] = ()
    if mode == "variable":
        tasks = tuple(rng.sample([n for n, task in pack.tasks.items() if task.star is not False], 4))
    characters = dict(zip(names, chosen, strict=False))
    chapter = 1 if mode == "variable" else chapter
    return Head(pack=pack, mode=mode, chapter=chapter, characters=characters, tasks=tasks)


# -- choosing ------------------------------------------------------------------------------
def choose(rules: Rules, state: State, *, boldness: float = BOLDNESS) -> Choice:
    """Answer what is asked: a command that the rules accept, or ``REVEAL`` for the next card.

    Events and what a Lookout sees are no choice: ``HiddenCards`` says them.
    """
    asked, lit = state.asked, in_this_light(rules, state)
    if asked is None:
        raise ValueError("the game is over: nobody is asked")
    if type(asked) in _ANSWERS:
        return _ANSWERS[type(asked)](lit, state, asked)
    if isinstance(asked, (m.Discovering, m.Taking)):
        for task in tasks_of_choice(lit, state, asked.seat):
            if not task_of(lit, task.number).checked_by_table or boldness >= BOLDNESS:
                return next(iter(ways(lit, state, asked.seat, task.number)))
    if isinstance(asked, m.Taking):
        return _take(lit, state, asked)
    if isinstance(asked, m.Discovering) and len(state.harbor) > 1 and not state.pile:
        return m.Stop()
    return base_choose(lit, state, boldness=boldness)


def _offer(rules: Rules, state: State, asked: a.Offered) -> Command:
    """Buy crowns with coins to spare, and sell those that cost no point."""
    crowns, track = tale(state).holders[asked.seat].crowns, book(rules).pack.crown_track
    if asked.event == "event-black-market":
        good = shield(track, crowns - 1) == shield(track, crowns)
    elif asked.event == "event-scarce-coffers":
        good = state.players[asked.seat].coins >= 2 + SPARE
    else:
        event = book(rules).pack.events[asked.event]
        good = event.gain.coins + CROWN * event.gain.crowns > event.pay.coins + CROWN * event.pay.crowns
    return a.Accept() if good else a.Decline()


def _payment(rules: Rules, state: State, asked: a.PaymentOffered) -> Command:
    """Pay for the trophy, and for crowns with coins to spare."""
    spare = state.players[asked.seat].coins >= asked.coins + SPARE
    return a.Accept() if spare or not trophy(rules, state, asked.seat) else a.Decline()


def _ally(rules: Rules, state: State, asked: a.AllyChoice) -> Command:
    """Join forces with who has most swords."""
    others = [seat for seat in range(rules.seats) if seat != asked.seat]
    return a.Choose(max(others, key=lambda seat: state.players[seat].swords))


def _sale(rules: Rules, state: State, asked: a.SaleOffered) -> Command:
    """Sell what brings most."""
    offered = [c for c in rules.choices(state) if isinstance(c, a.Sell)]
    return max(offered, key=lambda c: price_of(rules, asked.innkeeper, c.card))


def _task_at_once(rules: Rules, state: State, asked: a.TaskOffered) -> Command:
    return next(iter(ways(rules, state, asked.seat, asked.number)))


def _fact(rules: Rules, state: State, asked: a.FactAsked) -> Command:
    """Tell the likeliest value."""
    return a.Tell(msgspec.json.encode(next(iter(suggestions(rules, asked)))).decode())


def _after_bust(rules: Rules, state: State, asked: a.AfterBust) -> Command:
    return best_claim(rules, state, asked.seat) or m.Pass()


_ANSWERS: Mapping[type, Answer] = {
    a.Offered: _offer,
    a.PaymentOffered: _payment,
    a.AllyChoice: _ally,
    a.SaleOffered: _sale,
    a.StoryAwaited: lambda rules, state, asked: a.ReadStory(asked.number),
    a.TaskOffered: _task_at_once,
    a.FactAsked: _fact,
    a.AfterBust: _after_bust,
}


def _take(rules: Rules, state: State, asked: m.Taking) -> Command:
    """Claim what can be claimed, take the best that can be paid for, then pass."""
    claim = best_claim(rules, state, asked.seat)
    if claim is not None:
        return claim
    ways_to_take = [c for c in rules.choices(state) if isinstance(c, TAKING)]
    best = max(ways_to_take, key=lambda c: _value(rules, state, asked.seat, c), default=None)
    return m.Pass() if best is None or _value(rules, state, asked.seat, best) <= 0 else best


def _value(rules: Rules, state: State, seat: int, command: Taken) -> float:
    """Value a card in coins, in the way in which it would be taken."""
    card = rules.cards[command.card]
    if isinstance(command, m.Take):
        return worth(rules, state, seat, card)
    more = {a.TakeItem: ITEM, a.TakeCrown: CROWN}.get(type(command), 0.0)
    coins = income_of(rules, state, seat, card, int(isinstance(command, a.TakeCoin)))
    return coins + more - fee_for(rules, state, seat, card)


# -- hidden cards --------------------------------------------------------------------------
class HiddenCards(FaceDown):
    """The cards of a table that lie face down, events included.

    ``aside`` are cards that could be in the game but are not, where the pack does not know the groups;
    ``called`` are those that the last story card called for.
    """

    called: tuple[int, ...] = ()

    def deal(self, state: State) -> None:
        """Deal the unseen cards anew."""
        kept = tale(state)
        candidates = list(cardset.ids(state.unseen & kept.candidates))
        self.rng.shuffle(candidates)
        self.aside = candidates[kept.loose :]
        gone = cardset.of(self.aside)
        super().deal(msgspec.structs.replace(state, unseen=state.unseen & ~gone))

    def _move(self, state: State, event: Event) -> None:
        match event:
            case a.LookedOut(_, cards):
                for card in cards:
                    self._lift(card)
            case a.CardsInserted(_, cards, loose):
                if loose and not tale(state).loose:
                    self.aside = list(cardset.ids(tale(state).candidates))
                self.rng.shuffle(self.aside)
                coming = [self.aside.pop() for _ in range(loose)]
                self.called = (*cards, *coming)
                self.pile += self.called
                self.rng.shuffle(self.pile)
            case _:
                super()._move(state, event)

    def event(self, rules: Rules, state: State, asked: a.EventAwaited) -> Command:
        """Turn up the next event."""
        rules = in_this_light(rules, state)
        events = list(can_come(rules, state, exchange=asked.exchange))
        if BRIBERY in events and len(events) > 1:
            places = tale(state).deck.count(DRAWN)
            events.remove(BRIBERY)
            if self.rng.randrange(places) == 0:
                return a.RevealEvent(BRIBERY)
        if bribery_due(rules, state) or len(events) == 1:
            return a.RevealEvent(events[0])
        return a.RevealEvent(self.rng.choice(_by_copies(rules, state, events)))

    def look(self, rules: Rules, state: State) -> Command:
        """Look at the next cards and keep the one that helps most on top."""
        rules = in_this_light(rules, state)
        number = discarded_unseen(state) + 1
        if len(self.pile) < number:
            raise ValueError("too few cards to look at without a shuffle")
        top = self.pile[-number:]
        here = {rules.cards[c].colour for c in state.harbor} - {""}
        best = max(top, key=lambda c: (rules.cards[c].colour not in here, rules.cards[c].type != "tax", -c))
        return a.LookOut(tuple(sorted(c for c in top if c != best)))


def _by_copies(rules: Rules, state: State, events: Iterable[str]) -> list[str]:
    """Give every event as often as copies of it can lie face down."""
    kept, known = tale(state), book(rules).pack.events
    seen = [*kept.deck, *kept.revealed, *kept.exchanged]
    row = []
    for event in events:
        copies = known[event].copies if event in known else None
        row += [event] * max(1, (copies or 1) - seen.count(event)) * copies_left(rules, state, event)
    return row


# -- whole games ---------------------------------------------------------------------------
def play_on(session: Session, cards: HiddenCards, *, boldness: float = BOLDNESS) -> Entry:
    """Play one entry: the seat that is asked chooses, chance does the rest."""
    state, rules = session.state, session.table.rules
    entry = session.play(_deed(session, cards, boldness))
    cards.follow(rules, state, entry.events)
    return entry


def _deed(session: Session, cards: HiddenCards, boldness: float) -> Command:
    state, rules = session.state, session.table.rules
    asked = state.asked
    if isinstance(asked, a.EventAwaited):
        return cards.event(rules, state, asked)
    if isinstance(asked, m.Discovering) and wants_to_look(rules, state, asked, cards):
        return cards.look(rules, state)
    choice = choose(rules, state, boldness=boldness)
    return m.Reveal(cards.top) if isinstance(choice, str) else choice


def wants_to_look(rules: Rules, state: State, asked: m.Discovering, cards: HiddenCards) -> bool:
    """Tell whether a player uses a Lookout now."""
    lit = in_this_light(rules, state)
    if not may_look(lit, state, asked.seat) or len(cards.pile) <= discarded_unseen(state):
        return False
    return float(bust_risk(lit, state) or 0) >= LOOKS_FROM


def play_out(
    session: Session,
    rng: random.Random,
    limit: int = LIMIT,
    *,
    boldness: tuple[float, ...] = (BOLDNESS,),
    watch: Watch = lambda _: None,
) -> int:
    """Play a game to its end, or until it stands still, see ``play_until_over``."""
    cards = HiddenCards(session.state, rng)
    return play_until_over(
        session,
        lambda bold: play_on(session, cards, boldness=bold),
        limit,
        boldness=boldness,
        watch=watch,
        stands_still=lambda: stands_still(session.table.rules, session.state),
    )
