"""A hand at a device whose work is done when the hand says so."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.bench import Bench
from companion.catalogue import Catalogues
from companion.chores import Chores, Done
from companion.config import default_simulated
from companion.decks.shelf import Shelf
from companion.desk import Desk
from companion.first_boot import greeting
from companion.flow import About, DeviceState
from companion.outfit import fit_out, load_settings
from companion.store import Store
from drivers.ports import ButtonLong, ButtonShort, ButtonUp, Tick
from engine.games import SetUp

AT = "2026-05-06T19:30:00+02:00"
SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}
CATALOGUES = Catalogues()


class Hand:
    """A hand at a device whose work is done when the hand says so."""

    def __init__(
        self, state: Path, work: Mapping[str, Callable[[], Done]] | None = None, *, new: bool = False
    ):
        self.now_s = 100.0
        self.store = Store.open(state)
        self.woken = threading.Event()
        self.chores = Chores(work, self.woken.set) if work is not None else None
        fittings = fit_out(
            default_simulated(),
            self.store,
            CATALOGUES,
            None,
            now_s=lambda: self.now_s,
            wall=lambda: AT,
            rng=random.Random(1),
            devices=lambda: (DeviceState("reader", 0, 0), DeviceState("main", 0, 0)),
            bench=Bench(CATALOGUES.cards, Shelf(state, CATALOGUES.cards)),
        )
        fittings = replace(fittings, chores=self.chores, about=lambda: About("1.2.3", "3.11.2", 14, 2))
        if new:
            fittings = replace(fittings, first_mode=greeting(fittings.first_mode))
        self.desk = Desk(fittings, load_settings(self.store))
        self.desk.start()

    def press(self, keys: str) -> None:
        for key in keys.split():
            self.now_s += 1.0
            self.desk.handle(ButtonShort(KEYS[key], self.now_s))

    def choose(self, *lines: str) -> None:
        for line in lines:
            for _ in range(20):
                if any(each.startswith(f">{line}") for each in self.lines):
                    break
                self.press(">")
            else:
                raise AssertionError(f"no line {line}: {self.lines}")
            self.press("y")

    def hold(self, key: str) -> None:
        self.now_s += 1.0
        self.desk.handle(ButtonLong(key, self.now_s))

    def let_go(self, key: str) -> None:
        self.desk.handle(ButtonUp(key, self.now_s))

    def wait(self, duration_s: float) -> None:
        """Let time pass as the loop does: it wakes the desk when the desk wants to be woken."""
        end_s = self.now_s + duration_s
        while (due_s := self.desk.next_wake_s(self.now_s)) is not None and due_s <= end_s:
            self.now_s = due_s
            self.desk.handle(Tick(self.now_s))
        self.now_s = end_s
        self.desk.handle(Tick(self.now_s))

    def hear(self) -> None:
        """Wait until a piece of work is over."""
        assert self.woken.wait(10)
        self.woken.clear()
        self.desk.handle(Tick(self.now_s))

    @property
    def mode(self) -> object:
        return self.desk.mode

    @property
    def lines(self) -> list[str]:
        return [line for line in self.desk.screens(self.now_s)["main"].lines() if line]
