"""A desk on which The Adventure Begins is played with keys and taps; its store lies on a disk."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.adventure.keeping import keeper, owners_pack
from companion.adventure.papers import papers, with_papers
from companion.bench import Bench
from companion.catalogue import Catalogues
from companion.decks.sample import sample_deck, sample_uid
from companion.deeds import Show
from companion.desk import Desk
from companion.fittings import Fittings
from companion.flow import Mode, Press
from companion.gameplay import compose, device_flows, refused, signal_of
from companion.outfit import load_settings, words
from companion.packs import SHIPPED, load_pack
from companion.players_adventure import drawn_head
from companion.screen import Screen
from companion.store import Store
from companion.worlds import WORLDS, piles_of
from drivers.ports import ButtonLong, ButtonShort, CardSeen
from engine.adventure import Head
from engine.games import SetUp, open_table
from engine.session import Session

GAME = "adventure"
KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}
HELD = {"Y": "yes", "N": "no", ">>": "next"}
CATALOGUES = Catalogues()
PACKS = {name: load_pack(name) for name in SHIPPED}
CHARACTERS = ("lady-anne", "grace-may", "jean-blackbeard", "cutthroat-mary")


def printed(game: str) -> tuple[Any, ...]:
    base = CATALOGUES.cards(game)
    cards = {card.name: card for pack in PACKS.values() for card in with_papers(base, pack)}
    return tuple(cards.values()) if game == GAME else base


class Sitting:
    """A desk whose keys are pressed and whose reader is tapped; every screen is drawn after every input."""

    def __init__(self, folder: Path, *, seats: int = 0, tagged: bool = True, **changes: Any) -> None:
        self.folder = folder
        self.now_s = 100.0
        self.looks = True
        self.taps = self.presses = 0
        self.signals: tuple[str, ...] = ()
        self._seat_names = tuple(f"seat-{seat}" for seat in range(1, seats + 1))
        self._deck = sample_deck(GAME, printed) if tagged else None
        self._changes = changes
        self.boot()

    def boot(self) -> None:
        self.store = Store.open(self.folder)
        flows = device_flows(
            lambda set_up: open_table(set_up, CATALOGUES.cards(set_up.game)), owners_pack(self.folder)
        )
        facts = {
            "flows": flows,
            "compose": compose,
            "refused": refused,
            "signal_of": signal_of,
            "store": self.store,
            "cards": CATALOGUES.cards,
            "words": words,
            "bench": Bench(CATALOGUES.tagged, given=self._deck),
            "learnt": keeper(self.folder),
            "keys": (*KEYS.values(), *self._seat_names),
            "displays": ("main", *self._seat_names),
            "now_s": lambda: self.now_s,
            "wall": lambda: "2026-11-12T19:30:00",
            "rng": random.Random(1),
        }
        self.flows = flows
        self.desk = Desk(Fittings(**{**facts, **self._changes}), load_settings(self.store))
        self.desk.start()
        self.now_s += 10

    def cut_power(self) -> None:
        """Begin again with what is on disk."""
        self.store.close()
        self.boot()

    # -- what is seen --------------------------------------------------------------------
    @property
    def session(self) -> Session:
        session = self.desk.session
        assert session is not None
        return session

    @property
    def view(self) -> Any:
        return self.session.view()

    @property
    def screens(self) -> dict[str, Screen]:
        return self.desk.screens(self.now_s)

    def lines(self, display: str = "main") -> list[str]:
        return [line.rstrip() for line in self.screens[display].lines() if line]

    @property
    def phase(self) -> str:
        asked = self.session.state.asked
        return asked.phase if asked else "over"

    @property
    def played(self) -> list[Any]:
        """Give the last entry as steps."""
        assert self.session.last is not None
        write = self.session.table.game.write
        steps = [write(self.session.table.rules, command) for command in self.session.last.commands]
        return [_plain(step) for step in steps]

    # -- inputs --------------------------------------------------------------------------
    def begin(self, *players: str, pack: str = "synthetic", **head: Any) -> Sitting:
        own = {key: head.pop(key) for key in ("options", "position", "rules", "start") if key in head}
        characters = head.pop("characters", dict(zip(players, CHARACTERS, strict=False)))
        head = {"mode": "coop", **head}
        adventure = Head(pack=PACKS[pack], characters=characters, **head)
        self.desk.begin(SetUp(game=GAME, players=players, adventure=adventure, **own))
        return self

    def begin_by_lot(self, seed: int, *players: str, pack: str, mode: str, chapter: int = 1) -> Sitting:
        head = drawn_head(random.Random(seed), PACKS[pack], players, mode, chapter)  # type: ignore[arg-type]
        self.desk.begin(SetUp(game=GAME, players=players, adventure=head))
        return self

    def step(self, *steps: object) -> Sitting:
        """Play steps in the words of table scripts, each an entry."""
        for text in steps:
            self.desk.play(self.session.step(text))
        return self

    def rest(self) -> Sitting:
        """Let all news pass."""
        self.now_s += 60
        return self

    def press(self, keys: str) -> Sitting:
        """Press keys: ``y n > m``, held ones ``Y N >>``, seat keys ``s1``, held ``S1``."""
        for key in keys.split():
            self.now_s += 1
            self.presses += 1
            name = {**KEYS, **HELD}.get(key) or f"seat-{key[1:]}"
            held = key in HELD or key[0] == "S"
            item = ButtonLong(name, self.now_s) if held else ButtonShort(name, self.now_s)
            self._handle(item)
        return self

    def tap(self, *names: str) -> Sitting:
        """Tap cards by their kinds, or ``KIND#COPY``."""
        for name in names:
            self.taps += 1
            self.now_s += 1
            uid = sample_uid(name if "#" in name else f"{name}#1").hex()
            self._handle(CardSeen("main", uid, self.now_s))
        return self

    def _handle(self, item: Any) -> None:
        self.signals = self.desk.handle(item).signals
        if self.looks:
            assert self.screens

    def choose(self, line: str) -> Sitting:
        """Press NEXT until a line is marked, then YES."""
        for _ in range(60):
            if any(row.startswith(f">{line}") for row in self.screens["main"].lines()[1:-1]):
                return self.press("y")
            self.press(">")
        raise AssertionError(f"no line {line!r}: {self.lines()}")

    # -- whole games ---------------------------------------------------------------------
    def play_on(self, hidden: Any) -> None:
        """Let a simple player do one deed by a key or a tap."""
        self.do(self.deed(hidden), hidden)

    def deed(self, hidden: Any) -> Any:
        """Give what a simple player does now."""
        return WORLDS[GAME].deed(self.desk.mode, self.desk.context(self.now_s), hidden)

    def do(self, deed: Any, hidden: Any) -> None:
        """Press the key or tap the card."""
        if isinstance(deed, Press):
            keys = {name: key for key, name in KEYS.items()}
            held = {name: key for key, name in HELD.items()}
            self.press(held[deed.key] if deed.long else keys[deed.key])
            return
        assert isinstance(deed, Show)
        card = hidden.top if deed.card is None else deed.card
        rules = self.session.table.rules
        cards = (*rules.cards, *papers(rules.book.pack, len(rules.cards)))
        self.tap(cards[card].name)

    def piles(self, seed: int) -> Any:
        return piles_of(self.session, str(seed))

    def draw(self, mode: Mode) -> dict[str, Screen]:
        """Draw all displays as if a mode were on."""
        return compose(self.desk.context(self.now_s), mode, self.flows)


def _plain(step: Any) -> Any:
    """Leave out the number of a first copy."""
    if isinstance(step, dict):
        return {key: _plain(value) for key, value in step.items()}
    if isinstance(step, list):
        return [_plain(one) for one in step]
    return step.removesuffix("#1") if isinstance(step, str) else step


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Sitting]]:
    """Give a function that puts a desk up; it is put away afterwards."""
    made: list[Sitting] = []

    def put_up(**facts: Any) -> Sitting:
        folder = facts.pop("folder", tmp_path / str(len(made)))
        made.append(Sitting(folder, **facts))
        return made[-1]

    yield put_up
    for one in made:
        one.store.close()
