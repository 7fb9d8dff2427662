"""Watches the running table: feeds the watchdog while all is alive, tells systemd and the log of it."""

from __future__ import annotations

import logging
import os
import platform
import sqlite3
from collections.abc import Callable

import msgspec

from companion.desk import Desk
from companion.flow import DeviceState, Lost
from companion.service.notify import Notifier
from companion.service.state import GameSeen, ServiceState, devices_seen, game_seen, line
from drivers.ports import DisplayBack, DisplayLost, Input, ReaderBack, ReaderLost

HUNG_S = 15.0
"""A thread that has been in one call of its device for so long counts as dead (R43); none needs 5 s."""
SHARE = 4
"""The watchdog is fed so many times within its limit."""


class Seen(msgspec.Struct, frozen=True):
    """What the main loop saw last; other threads may look at it."""

    at_s: float
    game: GameSeen | None
    devices: tuple[DeviceState, ...]
    lost: tuple[Lost, ...]
    hung: tuple[str, ...]
    unsaved: str


class Facts(msgspec.Struct, frozen=True):
    """What stays as it is while the service runs."""

    config: str
    state_folder: str
    power_cuts: int = 0
    starts: int = 0


class Watch:
    """Goes round with the main loop, in its thread; only ``state`` is for others."""

    def __init__(
        self,
        desk: Desk,
        notifier: Notifier,
        facts: Facts,
        *,
        devices: Callable[[], tuple[DeviceState, ...]],
        hung: Callable[[float], tuple[str, ...]],
    ) -> None:
        self.config_trouble = ""
        """Why the config that was to be read anew is not used."""
        self._desk = desk
        self._notifier = notifier
        self._facts = facts
        self._devices = devices
        self._hung = hung
        self._log = logging.getLogger(__name__)
        self._began_s = self._fed_s = desk.now_s()
        self._every_s = notifier.watchdog_s / SHARE if notifier.watchdog_s else None
        self._hanging: tuple[str, ...] = ()
        self._is_ready = False
        self._seen = self._look()

    def ready(self) -> None:
        """Say that the table can be played at; the watchdog counts from now on."""
        self._is_ready = True
        self._seen = self._look()
        self._notifier.status(self._line())
        self._notifier.ready()
        self._feed(self._desk.now_s())

    def round(self, item: Input | None) -> None:
        """Take note of a round of the loop, and of the input that it answered; the first one makes ready."""
        if not self._is_ready:
            self._log.info("the table can be played at", extra=_fields(**msgspec.structs.asdict(self._facts)))
            self.ready()
        if item is not None:
            self._tell(item)
        now_s = self._desk.now_s()
        if self._every_s is not None and now_s >= self._fed_s + self._every_s:
            self._feed(now_s)
        before, self._seen = self._seen, self._look()
        if before.unsaved != self._seen.unsaved:
            self._tell_saving()
        self._notifier.status(self._line())

    def next_s(self, now_s: float) -> float | None:
        """Say when on the clock the loop must go round again, whatever comes in."""
        return None if self._every_s is None else max(now_s, self._fed_s + self._every_s)

    def state(self) -> ServiceState:
        """Tell how things stand; from any thread."""
        from importlib.metadata import version  # noqa: PLC0415 - slow to load, and rarely asked for

        seen, now_s = self._seen, self._desk.now_s()
        return ServiceState(
            pid=os.getpid(),
            up_s=round(now_s - self._began_s, 1),
            round_s=round(now_s - seen.at_s, 1),
            config=self._facts.config,
            state_folder=self._facts.state_folder,
            version=version("port-royal-companion"),
            python=platform.python_version(),
            sqlite=sqlite3.sqlite_version,
            game=seen.game,
            devices=devices_seen(seen.devices, seen.lost),
            hung=seen.hung,
            unsaved=seen.unsaved,
            power_cuts=self._facts.power_cuts,
            starts=self._facts.starts,
            config_trouble=self.config_trouble,
        )

    def _feed(self, now_s: float) -> None:
        """Feed the watchdog, unless somebody hangs."""
        self._fed_s = now_s
        hanging = self._hung(HUNG_S)
        if hanging != self._hanging:
            self._hanging = hanging
            if hanging:
                self._log.error("a device hangs: not feeding the watchdog", extra=_fields(names=hanging))
        if not hanging:
            self._notifier.fed()

    def _look(self) -> Seen:
        desk = self._desk
        return Seen(
            desk.now_s(),
            game_seen(desk.session),
            self._devices(),
            desk.lost,
            self._hanging,
            desk.unsaved,
        )

    def _line(self) -> str:
        return line(self._seen.game, self._seen.lost, self._seen.unsaved)

    def _tell(self, item: Input) -> None:
        """Log what devices say of themselves."""
        match item:
            case ReaderLost(name, reason):
                self._log.warning("reader lost", extra=_fields(reader=name, reason=reason))
            case DisplayLost(name, reason):
                self._log.warning("display lost", extra=_fields(display=name, reason=reason))
            case ReaderBack(name):
                self._log.info("reader is back", extra=_fields(reader=name))
            case DisplayBack(name):
                self._log.info("display is back", extra=_fields(display=name))

    def _tell_saving(self) -> None:
        if self._seen.unsaved:
            self._log.error("entries are not on disk", extra=_fields(reason=self._seen.unsaved))
        else:
            self._log.info("all entries are on disk again")


def _fields(**fields: object) -> dict[str, object]:
    named = {key: " ".join(value) if isinstance(value, tuple) else value for key, value in fields.items()}
    return {"fields": named}
