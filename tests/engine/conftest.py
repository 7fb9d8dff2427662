"""A little language for rule tests, and what must hold at every moment of every game."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from companion.catalogue import load_cards
from companion.packs import load_pack
from engine import cardset
from engine.adventure import Head, Pack
from engine.adventure.state import cards_in_game, kept_cards
from engine.games import SetUp, open_table
from engine.kernel import Command, Rules
from engine.portroyal import messages as m
from engine.portroyal import odds
from engine.portroyal.cards import Card
from engine.portroyal.correction_messages import MoveCard, Rebuild, SetCoins, SetTurn
from engine.portroyal.state import State, conserved
from engine.session import Entry, Session
from game_checks import SessionChecks, accepted
from game_language import TableInSteps

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva")


@pytest.fixture(scope="session")
def cards() -> tuple[Card, ...]:
    """Give the catalogue of Port Royal."""
    return load_cards("port-royal")


# -- the language of rule tests ----------------------------------------------------------
def step_of(text: str) -> object:
    """Read ``take sailor-3-1`` or ``claim expedition-CC: priest-4-1 priest-4-1`` as a step."""
    word, _, rest = text.partition(" ")
    if word == "claim":
        expedition, _, crew = rest.partition(": ")
        return {"claim": {"expedition": expedition, "with": crew.split()}}
    return {word: rest} if rest else word


class Play(TableInSteps):
    """A table of Port Royal; every step must be offered to whom it is up to, and keep all cards."""

    def read(self, text: str) -> Iterable[object]:
        return [step_of(text)]

    def look(self) -> None:
        total = len(self.rules.cards) - self.state.box.bit_count()
        assert conserved(self.state) == (total, total)


@pytest.fixture
def game(cards: tuple[Card, ...]) -> Callable[..., Play]:
    """Open a table: ``game(3, "first-edition", coins={"Ann": 0}, fee="upfront")``.

    Keys of a position and of the set-up stand for themselves, everything else is a switch.
    """
    position_keys = ("active", "coins", "display", "harbor", "expeditions", "discard", "last_round")

    def make(players: int = 2, rules: str = "big-box", *, start: str | None = None, **more: object) -> Play:
        position = {key: more.pop(key) for key in position_keys if key in more}
        for key in ("harbor", "expeditions", "discard"):
            if key in position:
                position[key] = str(position[key]).split()
        if "display" in position:
            position["display"] = {who: row.split() for who, row in position["display"].items()}
        set_up = SetUp(
            game="port-royal",
            players=NAMES[:players],
            rules=rules,
            options=more,
            start=start,
            position=position or None,
        )
        return Play(Session(open_table(set_up, cards)))

    return make


# -- the same for The Adventure Begins --------------------------------------------------------
class AdventurePlay(TableInSteps):
    """A chapter that is played in steps; cards are kept, those too whose group nobody knows."""

    def read(self, text: str) -> Iterable[object]:
        return [adventure_step(text)]

    def look(self) -> None:
        total = cards_in_game(self.rules, self.state)
        assert kept_cards(self.state) == (total, total)

    def turn(self, *steps: str | dict[str, object]) -> AdventurePlay:
        """Play steps, then pass for everybody until the next event is due."""
        self.do(*steps)
        while self.phase == "trade":
            self.do("pass")
        return self


def adventure_step(step: str) -> object:
    """Read ``lookout a b``, ``task 41: x y`` and what the base game's language knows as a step."""
    word, _, rest = step.partition(" ")
    if word == "lookout":
        return {"lookout": {"discard": rest.split()}}
    if word == "task" and ":" in rest:
        number, _, cards = rest.partition(": ")
        return {"task": {"number": number, "with": cards.split()}}
    return step_of(step)


LISTS = ("harbor", "expeditions", "discard", "upper", "events", "event_discard")
PLACES = ("active", "coins", "display", "last_round", "crowns", "boxed", "tasks", "month", "event", *LISTS)
HEADS = ("chapter", "inserted", "failures", "extra_coins")
CAST = ("lady-anne", "cutthroat-mary", "jean-blackbeard", "samuel-blackguard")
EVERY_GROUP = tuple(str(group) for group in range(80, 92))


@pytest.fixture(scope="session")
def packs() -> dict[str, Pack]:
    """Give the packs that come with the program, by name."""
    return {name: load_pack(name) for name in ("known", "synthetic")}


@pytest.fixture
def adv(cards: tuple[Card, ...], packs: dict[str, Pack]) -> Callable[..., AdventurePlay]:
    """Open a chapter: ``adv(2, "coop", event="event-calm-sea", tasks={13: ""}, lookout_stack=False)``.

    Keys of a head and of a position stand for themselves, everything else is a switch.
    """

    def make(
        players: int = 2,
        mode: str = "coop",
        *,
        cast: str = "",
        pack: str | Pack = "synthetic",
        drawn: str = "",
        rules: str = "big-box",
        start: str | None = None,
        **more: Any,
    ) -> AdventurePlay:
        names = NAMES[:players]
        position = {key: more.pop(key) for key in PLACES if key in more}
        for key in LISTS:
            if isinstance(position.get(key), str):
                position[key] = position[key].split()
        for key in ("display", "tasks"):
            if key in position:
                position[key] = {who: row.split() for who, row in position[key].items()}
        head = {key: more.pop(key) for key in HEADS if key in more}
        if "harbor" in position or "event" in position or "display" in position:
            head.setdefault("inserted", None if pack == "known" else EVERY_GROUP)
        adventure = Head(
            pack=packs[pack] if isinstance(pack, str) else pack,
            mode=mode,
            characters=dict(zip(names, cast.split() or CAST, strict=False)),
            tasks=tuple(drawn.split()),
            **head,
        )
        set_up = SetUp(
            game="adventure",
            players=names,
            rules=rules,
            options=more,
            start=start,
            position=position or None,
            adventure=adventure,
        )
        return AdventurePlay(Session(open_table(set_up, cards)))

    return make


# -- what must hold at every moment ------------------------------------------------------
BARE = (m.Stop, m.Pass, m.Repel, m.Keep, m.Gamble)


class Invariants(SessionChecks):
    """What must hold for a session of Port Royal whatever was played."""

    def cards_are_kept(self, session: Session) -> None:
        """P3: every card is in one place, and sums are those of the cards."""
        rules, state = session.table.rules, session.state
        total = len(rules.cards) - state.box.bit_count()
        assert conserved(state) == (total, total)
        assert min(state.pile, state.paid) >= 0
        assert state.pile <= state.places <= state.unseen.bit_count()
        assert state.returned & ~state.unseen == 0
        assert state.unseen & state.discard == 0
        assert state.pile or not state.discard_size, "the discard pile comes back at once (P2)"
        for player in state.players:
            shown = [rules.cards[card] for card in player.display]
            assert player.coins >= 0
            assert player.points == sum(card.points for card in shown)
            assert player.swords == sum(card.swords for card in shown)

    def offered_is_accepted(self, session: Session, rng: random.Random) -> None:
        """Every command there is, is accepted if and only if it is offered; of reveals a few."""
        rules, state = session.table.rules, session.state
        offered = list(session.choices())
        assert len(set(offered)) == len(offered)
        assert bool(offered) == (state.asked is not None)
        commands = set(universe(rules, state))
        assert commands >= set(offered)
        sample = set(rng.sample(range(len(rules.cards)), 10))
        for command in commands:
            if type(command) is not m.Reveal or command.card in sample:
                assert accepted(rules, state, command) == (command in offered), command

    def written_is_read(self, session: Session, rng: random.Random) -> None:
        """Commands survive their way through the text of table scripts; of those with cards a few."""
        game, rules, state = session.table.game, session.table.rules, session.state
        commands = [*universe(rules, state), *corrections(rules, state, rng)]
        for command in [kind() for kind in (*BARE, m.Reshuffle)] + rng.sample(
            commands, min(20, len(commands))
        ):
            assert game.parse(rules, state, game.write(rules, command)) == command

    def screens_can_be_drawn(self, session: Session) -> None:
        """What screens show can be worked out, and agrees with the facts."""
        view, facts, scores = session.view(), session.facts(), session.scores()
        assert tuple(sorted(facts)) == tuple(sorted(session.table.game.fact_names))
        assert (view.phase, view.pile) == (facts["phase"], facts["draw_pile"])
        assert [player.points for player in view.players] == list(facts["points"].values())
        assert [player.coins for player in view.players] == list(facts["coins"].values())
        assert [line.rank for line in scores] == sorted(line.rank for line in scores)
        assert sorted(line.seat for line in scores) == list(range(len(view.players)))
        if view.phase == "over":
            assert list(view.winners) == [line.seat for line in scores if line.rank == 1 and line.may_win]

    def odds_are_right(self, session: Session) -> None:
        """The chances add up to one; before any shuffle the bust is counted card by card."""
        rules, state = session.table.rules, session.state
        chances = odds.next_card(rules, state)
        assert (chances is None) == (not state.pile)
        if chances is None:
            return
        parts = [getattr(chances, name) for name in chances.__struct_fields__ if name != "unseen"]
        assert sum(parts) == 1
        assert min(parts) >= 0
        assert odds.bust_risk(rules, state) == chances.bust
        if not state.returned:
            here = {rules.cards[card].colour for card in state.harbor} - {""}
            swords = state.players[state.active].swords
            unseen = [card for card in rules.cards if cardset.has(state.unseen, card.id)]
            busts = [c for c in unseen if c.type == "ship" and c.colour in here and c.strength > swords]
            assert chances.bust * len(unseen) == len(busts)

    def corrections(self, session: Session, rng: random.Random) -> list[Command]:
        """Give some of what a table could set right by hand, possible or not."""
        return [m.Reshuffle(), *corrections(session.table.rules, session.state, rng)]

    def all(self, session: Session, rng: random.Random) -> list[Entry]:
        """Check everything that is not about the whole log; gives the entries that this added to it."""
        self.cards_are_kept(session)
        self.offered_is_accepted(session, rng)
        self.written_is_read(session, rng)
        self.screens_can_be_drawn(session)
        self.odds_are_right(session)
        return self.undo_and_redo(session)


def universe(rules: Rules, state: State) -> Iterator[Command]:
    """Give every command that players and the deck could say here, legal or not."""
    yield from (kind() for kind in BARE)
    for card in range(len(rules.cards)):
        yield m.Reveal(card)
        yield m.Take(card)
    for expedition in (*state.expeditions, *state.harbor[:1]):
        for size in range(4):
            for crew in itertools.combinations(possible_crew(rules, state), size):
                yield m.Claim(expedition, crew)


def possible_crew(rules: Rules, state: State) -> list[int]:
    """Give all cards that go on expeditions, some that do not, and a stranger's."""
    display = state.players[state.active].display
    able = [card for card in display if rules.cards[card].symbols]
    others = [card for card in display if not rules.cards[card].symbols]
    stranger = state.players[(state.active + 1) % rules.seats].display[:1]
    return sorted([*able, *others[:2], *stranger])


def corrections(rules: Rules, state: State, rng: random.Random) -> Iterator[Command]:
    """Give some of what a table could set right by hand, possible or not."""
    seat = rng.randrange(rules.seats)
    yield SetCoins(seat, rng.randrange(30))
    yield SetCoins(seat, rng.randrange(30), (((seat + 1) % rules.seats, rng.randrange(30)),))
    yield SetTurn(seat, rng.choice(("discover", "trade")))
    unseen = list(cardset.ids(state.unseen))
    for card in {*rng.sample(unseen, min(6, len(unseen))), *state.harbor, *state.expeditions}:
        yield MoveCard(card, "display", seat)
        yield MoveCard(card, rng.choice(("harbor", "expeditions", "discard", "pile", "box")))
    yield Rebuild(
        seat,
        rng.choice(("discover", "trade")),
        tuple(player.coins for player in state.players),
        tuple(player.display for player in state.players),
        state.harbor[:4],
        state.expeditions,
        last_round=state.last_round,
    )


@pytest.fixture(scope="session")
def invariants() -> Invariants:
    """Give the checks that hold at every moment."""
    return Invariants()
