"""A desk on which Port Royal (2000) is played with keys and taps; its store lies on a disk."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.catalogue import Catalogues
from companion.dealt_2000 import Dealt
from companion.decks.sample import sample_deck, sample_uid
from companion.desk import Desk
from companion.fittings import Fittings
from companion.flow import Mode, Press, Settings
from companion.gameplay import compose, device_flows, refused, signal_of
from companion.outfit import load_settings, words
from companion.players_2000 import choose
from companion.screen import Screen
from companion.selfplay import Show
from companion.store import Store
from companion.tricks.selfplay import deed_for
from drivers.ports import ButtonLong, ButtonShort, CardsClash, CardSeen
from engine.games import SetUp, open_table
from engine.session import Session

GAME = "port-royal-2000"
KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}
HELD = {"Y": "yes", "N": "no", ">>": "next"}
CATALOGUES = Catalogues()
FLOWS = device_flows(lambda set_up: open_table(set_up, CATALOGUES.cards(set_up.game)))


class Sitting:
    """A desk whose keys are pressed and whose reader is tapped; every screen is drawn after every input."""

    def __init__(self, folder: Path, *, seats: int = 0, reader: str = "main", **changes: Any) -> None:
        self.folder = folder
        self.cards = {card.kind: card for card in CATALOGUES.cards(GAME)}
        self.now_s = 100.0
        self.reader = reader
        self.looks = True
        """Whether every screen is drawn after every input."""
        self.taps = self.presses = 0
        self.signals: tuple[str, ...] = ()
        self._seat_names = tuple(f"seat-{seat}" for seat in range(1, seats + 1))
        self._changes = changes
        self.boot()

    # -- power ---------------------------------------------------------------------------
    def boot(self) -> None:
        self.store = Store.open(self.folder)
        fittings = Fittings(
            **{
                "flows": FLOWS,
                "compose": compose,
                "refused": refused,
                "signal_of": signal_of,
                "store": self.store,
                "cards": CATALOGUES.cards,
                "words": words,
                "deck": sample_deck(GAME, CATALOGUES.cards),
                "keys": (*KEYS.values(), *self._seat_names),
                "displays": ("main", *self._seat_names),
                "now_s": lambda: self.now_s,
                "wall": lambda: "2026-11-12T19:30:00",
                "rng": random.Random(1),
                **self._changes,
            }
        )
        self.desk = Desk(fittings, load_settings(self.store))
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
    def screens(self) -> dict[str, Screen]:
        return self.desk.screens(self.now_s)

    def lines(self, display: str = "main") -> list[str]:
        return [line.rstrip() for line in self.screens[display].lines() if line]

    @property
    def marked(self) -> str:
        [line] = [line for line in self.screens["main"].lines()[1:-1] if line.startswith(">")]
        return line[1:].rstrip()

    @property
    def phase(self) -> str:
        asked = self.session.state.asked
        return asked.phase if asked else "over"

    @property
    def played(self) -> list[Any]:
        """Give the last entry as steps."""
        rules = self.session.table.rules
        last = self.session.last
        assert last is not None
        return [self.session.table.game.write(rules, command) for command in last.commands]

    # -- inputs --------------------------------------------------------------------------
    def begin(self, *players: str, **head: Any) -> Sitting:
        self.desk.begin(SetUp(game=GAME, players=players, rules="standard", **head))
        return self

    def step(self, *steps: object) -> Sitting:
        """Play steps in the words of table scripts, each an entry."""
        for text in steps:
            self.desk.play(self.session.step(text))
        return self

    def press(self, keys: str) -> Sitting:
        """Press keys: ``y n > m``, held ones ``Y N >>``, seat keys ``s1``, held ``S1``."""
        for key in keys.split():
            self.now_s += 1
            self.presses += 1
            name = {**KEYS, **HELD}.get(key) or f"seat-{key[1:]}"
            held = key in HELD or key[0] == "S"
            item = ButtonLong(name, self.now_s) if held else ButtonShort(name, self.now_s)
            self.signals = self.desk.handle(item).signals
            assert not self.looks or self.screens
        return self

    def tap(self, *kinds: str, reader: str = "") -> Sitting:
        """Tap cards by their kinds; ``?`` is a tag that nobody knows."""
        for kind in kinds:
            self.now_s += 1
            self.taps += 1
            uid = "04a1b2c3d4e5f6" if kind == "?" else sample_uid(f"{kind}#1").hex()
            self.signals = self.desk.handle(CardSeen(reader or self.reader, uid, self.now_s)).signals
            assert not self.looks or self.screens
        return self

    def tap_two(self) -> Sitting:
        self.signals = self.desk.handle(CardsClash(self.reader, ("04aa", "04bb"), self.now_s)).signals
        return self

    def choose(self, line: str) -> Sitting:
        """Press NEXT until a line is marked, then YES."""
        for _ in range(60):
            if self.marked.startswith(line):
                return self.press("y")
            self.press(">")
        raise AssertionError(f"no line {line!r}: {self.lines()}")

    # -- whole games ---------------------------------------------------------------------
    def play_on(self, dealt: Dealt, *, boldness: float = 1.0) -> None:
        """Let the seat that is asked do what a simple player does, by keys and taps; one deed."""
        session = self.session
        state, seq = session.state, session.seq
        command = choose(session.table.rules, state, dealt, boldness=boldness)
        deed = deed_for(self.desk.mode, self.desk.context(self.now_s), command)
        if isinstance(deed, Show):
            assert deed.card is not None
            self.tap(session.table.rules.cards[deed.card].kind)
        else:
            assert isinstance(deed, Press)
            self.press({"yes": "y", "no": "n", "next": ">"}[deed.key])
        if session.seq > seq and session.last is not None:
            dealt.follow(state, session.last.events)

    def draw(self, mode: Mode) -> dict[str, Screen]:
        """Draw all displays as if a mode were on."""
        return compose(self.desk.context(self.now_s), mode, FLOWS)

    def dealt(self, seed: int) -> Dealt:
        return Dealt(self.session.table.rules, self.session.state, random.Random(seed))


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


@pytest.fixture(scope="session")
def settings() -> Callable[..., Settings]:
    return Settings
