"""TCA9548A: eight I2C buses behind one address, driven without the kernel's knowledge.

Whoever talks to a device behind it first has its channel connected, and all others, of every such switch
on the bus, disconnected: devices with one address would answer together.  Source: TCA9548A data sheet,
8.5 (one bit for each channel, all off after power-on).
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from typing import Any, Protocol

from drivers.buses import I2CBus

CHANNELS = 8
OFF = 0x00
ABSENT = (errno.EREMOTEIO, errno.ENXIO)
"""How kernels say that nobody acknowledged an address."""


class SwitchingBus(I2CBus, Protocol):
    """An I2C bus as a switch needs it; smbus2's ``SMBus`` is one."""

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Write a single byte to a 7-bit address; raises ``OSError``."""
        ...


class SwitchedBus:
    """An I2C bus with switches on it; knows which channel is connected, and lets one at a time use it."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._connected: dict[int, int | None] = {}
        """Mask of each switch, by its address; None when it is not known."""

    def use(self, bus: SwitchingBus, mux_address: int, mask: int, act: Callable[[], None]) -> None:
        """Connect a channel and do something with the devices behind it; raises ``OSError``.

        After any error it is not known what is connected: a switch that lost its supply forgot it.
        """
        with self._turn:
            try:
                self._connect(bus, mux_address, mask)
                act()
            except OSError:
                self._connected = dict.fromkeys(self._connected)
                raise

    def _connect(self, bus: SwitchingBus, mux_address: int, mask: int) -> None:
        self._connected.setdefault(mux_address, None)
        for other, connected in self._connected.items():
            if other != mux_address and connected != OFF:
                self._disconnect(bus, other)
        if self._connected[mux_address] != mask:
            self._tell(bus, mux_address, mask)

    def _disconnect(self, bus: SwitchingBus, mux_address: int) -> None:
        """Disconnect all of a switch; one that is not there connects nothing and stops nobody."""
        try:
            self._tell(bus, mux_address, OFF)
        except OSError as error:
            if error.errno not in ABSENT:
                raise

    def _tell(self, bus: SwitchingBus, mux_address: int, mask: int) -> None:
        self._connected[mux_address] = None
        bus.write_byte(mux_address, mask)
        self._connected[mux_address] = mask


class Channel:
    """One channel of a switch, as the I2C bus it is to the devices behind it.

    ``bus`` is the open bus with the switch, which is given back by ``close``; ``switched`` is shared by all
    that use a switch on it.  Raises ``ValueError`` for a channel that there is not.
    """

    def __init__(self, bus: SwitchingBus, switched: SwitchedBus, mux_address: int, channel: int) -> None:
        if channel not in range(CHANNELS):
            raise ValueError(f"channel is {channel}, a TCA9548A has those from 0 to {CHANNELS - 1}")
        self._bus = bus
        self._switched = switched
        self._mux_address = mux_address
        self._mask = 1 << channel

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Write one control byte and up to 32 bytes to a device of this channel; raises ``OSError``."""
        self._use(lambda: self._bus.write_i2c_block_data(i2c_addr, register, data))

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Carry messages made by ``smbus2.i2c_msg`` to devices of this channel; raises ``OSError``."""
        self._use(lambda: self._bus.i2c_rdwr(*i2c_msgs))

    def _use(self, act: Callable[[], None]) -> None:
        self._switched.use(self._bus, self._mux_address, self._mask, act)

    def close(self) -> None:
        """Give the bus back."""
        self._bus.close()
