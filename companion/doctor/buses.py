"""What is asked of the devices themselves; see ``drivers.probes``, which answers on real and simulated buses.

All of it may raise ``OSError`` for a bus that cannot be used and ``DeviceError`` for a device that does not
do as it should.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from companion.doctor.places import Mux
from drivers.ports import Clock

Told = Callable[[Any], None]
"""Takes what a watch has to say: tags that were found, and inputs of ``drivers.ports``; from its thread."""


class Versions(Protocol):
    """What an MFRC522 said of itself."""

    @property
    def reads(self) -> tuple[int, ...]:
        """Its version, read several times."""
        ...

    @property
    def name(self) -> str:
        """Which chip this is."""
        ...


class KeyLines(Protocol):
    """Lines of keys that are looked at."""

    def down(self) -> dict[str, bool]:
        """Tell of each key whether its line is at ground."""
        ...

    def close(self) -> None:
        """Let the lines go; may be called twice."""
        ...


class Watch(Protocol):
    """Tells of every tag on a reader."""

    def start(self, told: Told) -> None:
        """Begin to look."""
        ...

    def close(self) -> None:
        """Stop within two seconds."""
        ...


class Buses(Protocol):
    """The questions."""

    def pn532_on_serial(self, port: str, baud: int) -> bytes:
        """Ask for the firmware: chip, version, revision, abilities."""
        ...

    def pn532_on_i2c(self, bus: int | str, address: int) -> bytes:
        """Ask for the same on an I2C bus."""
        ...

    def mfrc522(self, bus: int, device: int, package_reset: int | None = None) -> Versions:
        """Read the version, through the package mfrc522 if its reset line is given."""
        ...

    def display(self, bus: int | str, address: int, mux: Mux | None = None) -> None:
        """Send a display a command that does nothing."""
        ...

    def switch(self, bus: int | str, address: int) -> None:
        """Disconnect all channels of a TCA9548A."""
        ...

    def keys(self, pins: Mapping[str, int]) -> KeyLines:
        """Open the lines of keys, by name; to be closed."""
        ...

    def watch_pn532_on_serial(self, name: str, port: str, baud: int, clock: Clock) -> Watch:
        """Make a watch for tags."""
        ...

    def watch_pn532_on_i2c(self, name: str, bus: int | str, address: int, clock: Clock) -> Watch:
        """Make a watch for tags."""
        ...

    def watch_mfrc522(
        self, name: str, bus: int, device: int, clock: Clock, package_reset: int | None = None
    ) -> Watch:
        """Make a watch for tags."""
        ...

    def watch_usb(self, name: str, path: str, form: Any, clock: Clock) -> Watch:
        """Make a watch for the numbers that a USB reader types."""
        ...
