"""A desk on which a game is played with keys and taps; its store lies on a disk."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

from companion.catalogue import Catalogues
from companion.decks.sample import sample_uid
from companion.desk import Desk
from companion.fittings import Fittings
from companion.flow import Flows, Mode, Press
from companion.gameplay import compose, refused, signal_of
from companion.outfit import load_settings, words
from companion.screen import Screen
from companion.store import Store
from drivers.ports import ButtonLong, ButtonShort, CardsClash, CardSeen
from engine.session import Session

KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}
HELD = {"Y": "yes", "N": "no", ">>": "next"}
CATALOGUES = Catalogues()


class DeskSitting:
    """A desk whose keys are pressed and whose reader is tapped; every screen is drawn after every input.

    Each game adds which flows and cards there are.
    """

    GAME: ClassVar[str]
    flows: Flows

    def __init__(self, folder: Path, *, seats: int = 0, reader: str = "main", **changes: Any) -> None:
        self.folder = folder
        self.now_s = 100.0
        self.reader = reader
        self.looks = True
        """Whether every screen is drawn after every input."""
        self.taps = self.presses = 0
        self.signals: tuple[str, ...] = ()
        self._seat_names = tuple(f"seat-{seat}" for seat in range(1, seats + 1))
        self._changes = changes
        self.boot()

    def own_fittings(self) -> dict[str, Any]:
        """Give what the desk of this game is fitted out with, beside what all are."""
        raise NotImplementedError

    # -- power ---------------------------------------------------------------------------
    def boot(self) -> None:
        self.store = Store.open(self.folder)
        fittings = Fittings(
            **{
                "compose": compose,
                "refused": refused,
                "signal_of": signal_of,
                "store": self.store,
                "cards": CATALOGUES.cards,
                "words": words,
                "keys": (*KEYS.values(), *self._seat_names),
                "displays": ("main", *self._seat_names),
                "now_s": lambda: self.now_s,
                "wall": lambda: "2026-11-12T19:30:00",
                "rng": random.Random(1),
                **self.own_fittings(),
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
    def view(self) -> Any:
        return self.session.view()

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
        rules, last = self.session.table.rules, self.session.last
        assert last is not None
        return [self.session.table.game.write(rules, command) for command in last.commands]

    def draw(self, mode: Mode) -> dict[str, Screen]:
        """Draw all displays as if a mode were on."""
        return compose(self.desk.context(self.now_s), mode, self.flows)

    # -- inputs --------------------------------------------------------------------------
    def step(self, *steps: object) -> Self:
        """Play steps in the words of table scripts, each an entry."""
        for text in steps:
            self.desk.play(self.session.step(text))
        return self

    def rest(self) -> Self:
        """Let all news pass."""
        self.now_s += 60
        return self

    def press(self, keys: str) -> Self:
        """Press keys: ``y n > m``, held ones ``Y N >>``, seat keys ``s1``, held ``S1``."""
        for key in keys.split():
            self.now_s += 1
            self.presses += 1
            name = {**KEYS, **HELD}.get(key) or f"seat-{key[1:]}"
            held = key in HELD or key[0] == "S"
            self._handle(ButtonLong(name, self.now_s) if held else ButtonShort(name, self.now_s))
        return self

    def give(self, press: Press) -> Self:
        """Press the key that a simple player would."""
        [key] = [key for key, name in (HELD if press.long else KEYS).items() if name == press.key]
        return self.press(key)

    def tap(self, *names: str, reader: str = "") -> Self:
        """Tap cards by their kinds, or ``KIND#COPY``; ``?`` is a tag that nobody knows."""
        for name in names:
            self.now_s += 1
            self.taps += 1
            uid = sample_uid(name if "#" in name else f"{name}#1").hex() if name != "?" else "04a1b2c3d4e5f6"
            self._handle(CardSeen(reader or self.reader, uid, self.now_s))
        return self

    def tap_two(self) -> Self:
        self.signals = self.desk.handle(CardsClash(self.reader, ("04aa", "04bb"), self.now_s)).signals
        return self

    def _handle(self, item: Any) -> None:
        self.signals = self.desk.handle(item).signals
        assert not self.looks or self.screens

    def choose(self, line: str) -> Self:
        """Press NEXT until a line is marked, then YES."""
        for _ in range(60):
            if any(row.startswith(f">{line}") for row in self.screens["main"].lines()[1:-1]):
                return self.press("y")
            self.press(">")
        raise AssertionError(f"no line {line!r}: {self.lines()}")


def put_up(kind: type[DeskSitting], folder: Path) -> Iterator[Callable[..., DeskSitting]]:
    """Give a function that puts desks up, each in a folder of its own or in ``folder``; then put all away."""
    made: list[DeskSitting] = []

    def one_more(**facts: Any) -> DeskSitting:
        own = facts.pop("folder", folder / str(len(made)))
        made.append(kind(own, **facts))
        return made[-1]

    yield one_more
    for one in made:
        one.store.close()
