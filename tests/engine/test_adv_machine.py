"""Adventures of any turn of events, by packs made up at random within the rules for packs."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from msgspec.structs import replace

from companion.packs import shipped_content
from companion.players import stands_still
from companion.players_adventure import HiddenCards, drawn_head, play_on, play_out
from engine import cardset
from engine.adventure import Head, Pack, mending
from engine.adventure import messages as a
from engine.adventure.crowns import worth
from engine.adventure.options import PRESETS
from engine.adventure.pack import BASE_COLOURS, TITLES
from engine.adventure.pack_check import FOUND, check
from engine.adventure.state import (
    DRAWN,
    FROM_POOL,
    ability,
    book,
    cards_in_game,
    gone,
    kept_cards,
    markers,
    tale,
)
from engine.games import SetUp, open_table
from engine.kernel import Command
from engine.portroyal import messages as m
from engine.portroyal.cards import Card
from engine.portroyal.correction_messages import MoveCard, Rebuild, SetCoins, SetTurn
from engine.session import Session
from game_checks import accepted, any_offered
from game_machine import GameMachine, going_on, run_machine

NAMES = ("Ann", "Ben", "Cem", "Dan")
SWITCHES = (
    "bust_window",
    "t52_uncover_late",
    "character_counts_as_person",
    "jack_counts_as_icon",
    "innkeeper_sale_any_time",
    "lookout_stack",
)


# -- packs ---------------------------------------------------------------------------------
def made_up(rng: random.Random) -> Pack:
    """Make up a pack that breaks no rule for packs."""
    content: dict[str, Any] = copy.deepcopy(shipped_content("synthetic"))
    content["name"] = "made-up"
    sides = [card for card in (1, 2, 3, 4, 5) for _ in range(2)]
    rng.shuffle(sides)
    for side, card in zip(content["characters"].values(), sides, strict=True):
        side |= {"card": card, "coins": rng.randrange(8)}
        if "colour" in side:
            side["colour"] = rng.choice(BASE_COLOURS)
    content["crown_track"] = track(rng)
    content["events"] = events(rng)
    content["groups"], content["expeditions"] = groups(rng)
    content["tasks"] = tasks(rng, content["groups"])
    content["card9"] = {
        "*": {n: {"markers": rng.randrange(4 * n + 1), "points": rng.randrange(10 * n)} for n in (1, 2, 3, 4)}
    }
    pack, problems = check(content)
    assert problems == []
    assert pack is not None
    return pack


def track(rng: random.Random) -> dict[str, Any]:
    points = [1, 2, *(n for n in (3, 4, 5) if rng.random() < 0.7), 6]
    field, shields = 0, {}
    for worth_of in points:
        field += rng.randrange(1, 4)
        shields[field] = worth_of
    return {"fields": field + rng.randrange(3), "shields": shields}


def purse(rng: random.Random) -> dict[str, int]:
    return {"coins": rng.randrange(4), "crowns": rng.randrange(3)}


def events(rng: random.Random) -> dict[str, Any]:
    copies = dict.fromkeys(TITLES, 1)
    made: dict[str, Any] = {}
    for number in range(2):
        if rng.random() < 0.4:
            copies[rng.choice(TITLES)] += 1
        else:
            timing = rng.choice(("at-once", "stop", "bust", "none"))
            made[f"event-made-up-{number}"] = {
                "copies": 1,
                "title": "Made up",
                "timing": timing,
                "who": rng.choice(("everybody", "active")),
                "if": rng.choice(({}, {"coins": 2}, {"max": {"swords": 1}}, {"harbor": {"cards": 2}})),
                "optional": timing == "at-once" and rng.random() < 0.5,
                "pay": purse(rng),
                "gain": purse(rng),
                "table": rng.random() < 0.2,
            }
    return {**{title: {"copies": number} for title, number in copies.items()}, **made}


def faces(rng: random.Random) -> Iterator[str]:
    def swords() -> object:
        return rng.choice((1, 2, 3, 4, 5, "skull"))

    def person() -> str:
        return f"{rng.randrange(3, 10)}-{rng.randrange(4)}"

    for _ in range(8):
        yield f"ship-ares-1-{swords()}-{rng.choice(('book', 'herbs'))}"
    for _ in range(10):
        value, item = rng.choice(("1", "crown")), rng.choice(("bread", "rum"))
        yield f"ship-{rng.choice(BASE_COLOURS)}-{value}-{swords()}-{item}"
    yield from (f"tybuk-{person()}-{rng.randrange(1, 4)}" for _ in range(3))
    yield from (f"lookout-{person()}" for _ in range(5))
    yield from (f"innkeeper-{person()}-b{rng.randrange(5)}-r{rng.randrange(5)}" for _ in range(5))
    yield from (f"{role}-ares-{person()}" for role in ("captain", "priest", "settler"))
    for number in range(3):
        letters = "A" * rng.randrange(2) + "C" * rng.randrange(2) + "H" * rng.randrange(1, 3)
        items = sorted(rng.choice(("ares", "book", "bread", "herbs", "rum")) for _ in range(rng.randrange(3)))
        yield f"expedition-{'-'.join([letters, *items])}-{number + 5}"
    yield from ("tax-16", "tax-16")


def groups(rng: random.Random) -> tuple[dict[int, dict[str, int]], dict[str, Any]]:
    made: dict[int, dict[str, int]] = {}
    kinds = list(faces(rng))
    for number, kind in enumerate(kinds):
        group = made.setdefault(80 + (number if number < 12 else rng.randrange(12)), {})
        group[kind] = group.get(kind, 0) + 1
    facts = {k: {"coins": rng.randrange(4), "crowns": rng.randrange(3)} for k in kinds if k[:3] == "exp"}
    return made, facts


REQUIREMENTS: tuple[dict[str, Any], ...] = (
    {"have": {"swords": 1}},
    {"have": {"points": 3, "max": {"coins": 9}}},
    {"have": {"persons": {"any": 2}}},
    {"have": {"harbor": {"cards": 2, "colours": 1}}},
    {"have": {"items": 1}},
    {"have": {"crowns": 1}, "discard": {"coins": 1}},
    {"discard": {"crowns": 2}},
    {"discard": {"coins": 2}},
    {"discard": {"ares": 1}},
    {"discard": {"bread": 1, "coins": 1}},
    {"discard": {"persons": {"any": 1}}},
    {"discard": {"persons": {"sailor": 1}, "rum": 1}},
    {"table": True},
    {},
)


def tasks(rng: random.Random, cards: dict[int, dict[str, int]]) -> dict[int, Any]:
    made: dict[int, Any] = {}
    left = list(cards)
    for chapter in (1, 2, 3, 4, 5):
        for number, hourglass in way(rng, chapter):
            task = {"chapter": chapter, "title": "Made up", "star": False, "hourglass": hourglass}
            task |= {"first": {"coins": rng.randrange(3)}, "crowns": rng.randrange(4)}
            if str(number) in FOUND:
                found = shipped_content("synthetic")["tasks"][number]
                task |= {key: found[key] for key in ("when", "discard", "have") if key in found}
            else:
                task |= copy.deepcopy(rng.choice(REQUIREMENTS))
            if left and rng.random() < 0.7:
                group = left.pop()
                task["insert"] = {group: sum(cards[group].values())}
            made[number] = task
    for number in rng.sample(list(made), 15):
        made[number]["star"] = True
    made[rng.choice(list(made))]["first"] = {"crowns": 1}
    return made


def way(rng: random.Random, chapter: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give the tasks of a chapter with their hourglasses; at most four lie before card 9."""
    first = 10 * chapter
    end = {"fist": {"pay": 8}, "handshake": {"card": 9}}
    yield first, {"story": first + 1}
    if rng.random() < 0.5:
        seen = rng.choice((first, first + 1))
        yield first + 1, {"check": {"task": seen, "fulfilled": first + 2, "missed": first + 3}}
        yield first + 2, {"story": first + 4}
    else:
        yield first + 1, {"fist": {"story": first + 2}, "handshake": {"story": first + 3}}
        yield first + 2, {"story": first + 3}
    yield first + 3, {"story": first + 4}
    yield first + 4, end


def test_packs_made_up_at_random_are_valid(rng):
    for _ in range(5):
        assert made_up(rng).name == "made-up"


# -- what must hold --------------------------------------------------------------------------
def holds(session: Session) -> None:
    """Check one moment: cards, events, markers, crowns, points, swords."""
    rules, state = session.table.rules, session.state
    kept, read = tale(state), book(rules)
    total = cards_in_game(rules, state)
    assert kept_cards(state) == (total, total)
    assert min(state.pile, state.paid) >= 0
    assert state.unseen & state.discard == 0
    assert state.pile or not state.discard_size, "the discard pile comes back at once (P2)"
    numbered = [e for e in (*kept.deck, *kept.revealed, *kept.exchanged) if e != read.months_end]
    assert len(numbered) + kept.pool == 13 + (rules.seats <= 2), "no event is lost (V10)"
    assert (*kept.deck, *kept.revealed).count(read.months_end) == 1
    for seat, player in enumerate(state.players):
        shown = [rules.cards[card] for card in player.display]
        crowns = kept.holders[seat].crowns
        assert player.coins >= 0
        assert 0 <= crowns <= (read.pack.crown_track.fields or 0)
        assert player.points == sum(c.points for c in shown) + worth(read.pack.crown_track, crowns)
        sword = ability(rules, state, seat) == "jean-blackbeard"
        assert player.swords == sum(card.swords for card in shown) + sword
        assert 0 <= markers(state, seat) <= 4
        assert gone(state, seat) + markers(state, seat) == 4
    assert state.asked is None or list(session.choices())
    assert set(session.facts()) == set(session.table.game.fact_names)


def universe(session: Session, rng: random.Random) -> Iterator[Command]:
    """Give commands that could be said here, most of them no answer."""
    rules, state = session.table.rules, session.state
    seat = state.asked.seat if state.asked else state.active
    for bare in (a.Accept, a.Decline, m.Stop, m.Pass, m.Repel, m.Keep):
        yield bare()
    yield from (a.Choose(one) for one in range(rules.seats))
    yield from (a.ReadStory(number) for number in rng.sample(list(book(rules).pack.tasks), 3))
    yield from (a.RevealEvent(event) for event in (*book(rules).pack.events, "event-bribery"))
    others = rng.sample(range(len(rules.cards)), 3)
    for card in (*state.harbor, *others):
        yield from (kind(card) for kind in (m.Take, a.TakeItem, a.TakeCoin, a.TakeCrown))
    yield from (a.Sell(card) for card in (*state.players[seat].display, *others))
    yield from (m.Reveal(card) for card in others)
    looks = rng.sample(list(cardset.ids(state.unseen)), min(2, state.unseen.bit_count()))
    yield a.LookOut(tuple(sorted(looks)))


def corrections(session: Session, rng: random.Random) -> list[Command]:
    """Give some of what a table could set right by hand, possible or not."""
    rules, state = session.table.rules, session.state
    seat = rng.randrange(rules.seats)
    kept = tale(state)
    card = rng.randrange(len(rules.cards))
    number = rng.choice([task.number for task in kept.tasks] or ["10"])
    bribery = ("event-bribery",) if rules.seats <= 2 else ()
    deck = (*rng.sample(TITLES, 3), book(rules).months_end)
    return [
        SetCoins(seat, rng.randrange(12)),
        MoveCard(card, "display", seat),
        MoveCard(card, rng.choice(("harbor", "expeditions", "discard", "pile"))),
        SetTurn(seat, rng.choice(("event", "discover", "trade"))),
        Rebuild(
            seat,
            "discover",
            tuple(player.coins for player in state.players),
            tuple(player.display for player in state.players),
            state.harbor[:3],
            state.expeditions,
        ),
        mending.SetHolders(((seat, rng.randrange(8)),), ((seat, rng.randrange(3)),)),
        mending.SetTasks(((number, tuple(rng.sample(range(rules.seats), rng.randrange(rules.seats + 1)))),)),
        mending.SetEvents(month=rng.randrange(1, 9), deck=deck, revealed=bribery),
        m.Reshuffle(),
    ]


class Machine(GameMachine):
    """One adventure of any kind."""

    @initialize(
        players=st.integers(1, 4),
        mode=st.sampled_from(["coop", "competitive", "variable"]),
        preset=st.sampled_from(list(PRESETS)),
        chapter=st.integers(1, 5),
        seed=st.integers(0, 2**32 - 1),
    )
    def begin(self, players, mode, preset, chapter, seed) -> None:
        self.rng = random.Random(seed)
        mode = "coop" if players == 1 else mode
        pack = made_up(self.rng)
        set_up = SetUp(
            game="adventure",
            players=NAMES[:players],
            rules=preset,
            options={switch: self.rng.random() < 0.3 for switch in SWITCHES},
            adventure=drawn_head(self.rng, pack, NAMES[:players], mode, chapter),
        )
        self.open_game(set_up)

    def corrections(self) -> list[Command]:
        return corrections(self.session, self.rng)

    @precondition(going_on)
    @rule(times=st.integers(1, 6))
    def some_offered(self, times) -> None:
        for _ in range(times):
            self.something()

    @precondition(going_on)
    @rule()
    def only_what_is_offered_is_accepted(self) -> None:
        rules, state = self.session.table.rules, self.session.state
        offered = set(self.session.choices())
        for command in universe(self.session, self.rng):
            assert accepted(rules, state, command) == (command in offered), command

    @invariant()
    def holds(self) -> None:
        holds(self.session)

    def teardown(self) -> None:
        super().teardown()
        if not hasattr(self, "session"):
            return
        game, rules = self.session.table.game, self.session.table.rules
        for entry in self.session.done:
            for command in entry.commands:
                assert game.parse(rules, self.session.state, game.write(rules, command)) == command


def test_invariants_hold_in_adventures_of_any_turn(cards, invariants, soak):
    short = settings(max_examples=12, stateful_step_count=25)
    run_machine(Machine, cards, invariants, settings() if soak else short)


@pytest.mark.parametrize("pack", ["known", "synthetic"])
def test_a_walk_through_what_is_offered_holds(cards, packs, rng, pack):
    """Facts that the pack lacks are answered with what is offered for them."""
    for mode, players in (("coop", 3), ("competitive", 2), ("variable", 4)):
        head = drawn_head(rng, packs[pack], NAMES[:players], mode, chapter=rng.randrange(1, 6))
        session = Session(open_table(SetUp(game="adventure", players=NAMES[:players], adventure=head), cards))
        for _ in range(60):
            command = any_offered(session, rng)
            if command is None:
                break
            session.play(command)
            total = cards_in_game(session.table.rules, session.state)
            assert kept_cards(session.state) == (total, total)
            assert session.view().phase == session.facts()["phase"]


SAME = ("active", "coins", "display", "harbor", "expeditions", "crowns", "boxed", "tasks", "upper", "month")
MORE = (
    "points",
    "swords",
    "markers",
    "trophies",
    "items",
    "event",
    "event_deck",
    "next_event",
    "phase",
    "to_act",
)


@pytest.mark.parametrize(("mode", "players"), [("coop", 1), ("coop", 3), ("competitive", 2), ("variable", 4)])
def test_a_moment_described_as_a_position_is_the_same_moment(cards, packs, mode, players):
    rng = random.Random(f"{mode} {players}")
    for chapter in (1, 3, 5):
        head = drawn_head(rng, packs["synthetic"], NAMES[:players], mode, chapter)
        set_up = SetUp(game="adventure", players=NAMES[:players], adventure=head)
        session = Session(open_table(set_up, cards))
        hidden = HiddenCards(session.state, rng)
        while session.state.asked is not None:
            if session.state.asked.phase in ("event", "discover") and not tale(session.state).exchanged:
                again = placed(session, head, cards)
                facts = session.facts()
                assert {key: again[key] for key in SAME} == {key: facts[key] for key in SAME}
                assert {key: again[key] for key in MORE} == {key: facts[key] for key in MORE}
            play_on(session, hidden)


def placed(session: Session, head: Head, cards: tuple[Card, ...]) -> dict[str, Any]:
    """Open a table at a position with the facts of a game, and give its facts."""
    facts, kept = session.facts(), tale(session.state)
    position = {key: facts[key] for key in SAME}
    revealed = list(kept.revealed)
    if kept.event:
        position["event"] = kept.event
        revealed = revealed[:-1] if revealed else []
    unknown = [event for event in kept.deck if event in (DRAWN, FROM_POOL)]
    if not unknown:
        position["events"] = list(kept.deck[:-1])
    if not unknown or (FROM_POOL not in unknown and kept.month == 1):
        position["event_discard"] = revealed
    position["last_round"] = facts["last_round"]
    inserted = kept.inserted if head.mode != "variable" else None
    again = SetUp(
        game="adventure",
        players=session.table.set_up.players,
        position=position,
        adventure=replace(head, inserted=inserted),
    )
    opened = Session(open_table(again, cards))
    told_again = opened.facts()
    if unknown and FROM_POOL in unknown:
        for key in ("event_deck", "next_event"):  # nobody can say in a position that only the top is unknown
            told_again[key] = facts[key]
    return told_again


def test_whole_games_by_packs_made_up_at_random_hold_at_every_entry(cards, rng, soak):
    for _ in range(200 if soak else 3):
        mode = rng.choice(("coop", "competitive", "variable"))
        players = rng.randrange(1 if mode == "coop" else 2, 5)
        head = drawn_head(rng, made_up(rng), NAMES[:players], mode, rng.randrange(1, 6))
        set_up = SetUp(
            game="adventure",
            players=NAMES[:players],
            rules=rng.choice(list(PRESETS)),
            options={switch: rng.random() < 0.3 for switch in SWITCHES},
            adventure=head,
        )
        session = Session(open_table(set_up, cards))
        play_out(session, rng, boldness=(0.1, 0.3, 1.0), watch=lambda _, session=session: holds(session))
        assert session.state.asked is None or stands_still(session.table.rules, session.state)
        if mode == "coop" and session.state.asked is None:
            assert session.state.turns == (22 if players == 4 else 18)
