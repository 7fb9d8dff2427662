"""The devices of a table as one: started, waited for and closed together."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Protocol, runtime_checkable

from companion.flow import DeviceState
from companion.health import reader_name
from drivers.buses import SystemClock
from drivers.ports import (
    Buttons,
    CardReader,
    Clock,
    DeviceError,
    Display,
    Light,
    Sink,
    Sounder,
)
from drivers.pulse import Watched

CLOSE_S = 1.9
"""All devices together are closed within two seconds (R30)."""


NO_FAULTS = ("losses", "set_ups", "naks")
"""Counts of what is not wrong in itself: a PN532 on I2C need not acknowledge while it is busy."""


@runtime_checkable
class _Settling(Protocol):
    """A display that can be waited for."""

    def settle(self, timeout_s: float) -> bool:
        """Wait until it shows what it was told; False when it does not in so many real seconds."""
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """The devices of a table, built but not started."""

    readers: tuple[CardReader, ...]
    displays: Mapping[str, Display]
    buttons: Buttons | None
    sounder: Sounder
    light: Light
    clock: Clock
    problems: tuple[str, ...] = ()
    """What could not be built; the table plays without it."""

    def start(self, sink: Sink) -> tuple[str, ...]:
        """Begin to report to the sink; give what does not work, one sentence each."""
        problems = list(self.problems)
        for reader in self.readers:
            reader.start(sink)
        if self.buttons:
            try:
                self.buttons.start(sink)
            except DeviceError as error:
                problems.append(f"The keys do not work: {error}.")
        return tuple(problems)

    def states(self) -> tuple[DeviceState, ...]:
        """Tell how readers and displays did since the start."""
        readers = [_state(reader_name(reader.name), reader) for reader in self.readers]
        return (*readers, *(_state(name, display) for name, display in self.displays.items()))

    def hung(self, limit_s: float) -> tuple[str, ...]:
        """Name the devices whose threads are dead, or have been in one call for longer than that (R43)."""
        named: list[tuple[str, object]] = [(reader_name(reader.name), reader) for reader in self.readers]
        named += [*self.displays.items(), ("buttons", self.buttons)]
        return tuple(
            name for name, device in named if isinstance(device, Watched) and device.hung_s() > limit_s
        )

    def settle(self, displays: Iterable[str], timeout_s: float) -> list[str]:
        """Wait until displays show what they were told; give those that need more real seconds than that."""
        slow = []
        for name in displays:
            display = self.displays[name]
            if isinstance(display, _Settling) and not display.settle(timeout_s):
                slow.append(name)
        return slow

    def close(self, within_s: float = CLOSE_S) -> bool:
        """Close all devices side by side, so that a stuck one keeps none open; tell whether all were done."""
        closing: list[Callable[[], None]] = [reader.close for reader in self.readers]
        closing += [display.close for display in self.displays.values()]
        closing += [self.sounder.close, self.light.close, *([self.buttons.close] if self.buttons else [])]
        threads = [
            threading.Thread(target=_close, args=(close,), name="closing", daemon=True) for close in closing
        ]
        for thread in threads:
            thread.start()
        clock = SystemClock()
        end_s = clock.now_s() + within_s
        for thread in threads:
            thread.join(max(0.0, end_s - clock.now_s()))
        return not any(thread.is_alive() for thread in threads)


def _close(close: Callable[[], None]) -> None:
    try:
        close()
    except Exception:
        logging.getLogger(__name__).exception("a device could not be closed")


def _state(name: str, device: object) -> DeviceState:
    """Sum up what a driver counted."""
    counts: dict[str, int] = asdict(getattr(device, "counts"))  # noqa: B009 - no port has it, all drivers do
    faults = sum(count for what, count in counts.items() if what not in NO_FAULTS)
    kinds = tuple((what.replace("_", "-"), count) for what, count in counts.items())
    return DeviceState(name, faults, counts["losses"], kinds)
