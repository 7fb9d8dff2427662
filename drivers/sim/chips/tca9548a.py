"""A simulated TCA9548A: a switch that connects eight parts of an I2C bus, each for itself.

Source: TCA9548A data sheet, 8.5 (control register: one bit for each channel; all off after power-on
or reset).
"""

from __future__ import annotations

from drivers.sim.i2c import Chip

CHANNELS = 8


class SimTca9548a:
    """The switch and the chips behind it; attach it to a bus both as a chip and as a switch."""

    def __init__(self) -> None:
        self.mask = 0
        """One bit for each channel that is connected."""
        self.written: list[int] = []
        """All masks that it was told, one after the other."""
        self._channels: tuple[dict[int, Chip], ...] = tuple({} for _ in range(CHANNELS))

    def attach(self, channel: int, address: int, chip: Chip) -> None:
        """Hang a chip on a channel."""
        self._channels[channel][address] = chip

    def detach(self, channel: int, address: int) -> None:
        """Pull a chip off a channel."""
        self._channels[channel].pop(address, None)

    def reset(self) -> None:
        """Pull the reset line down, or let the supply dip: all channels are disconnected."""
        self.mask = 0

    def write(self, message: bytes) -> None:
        """Take a mask; of several bytes the last one counts."""
        self.written += message
        for mask in message:
            self.mask = mask

    def read(self, size: int) -> bytes:
        """Give the mask, over and over."""
        return bytes([self.mask]) * size

    def behind(self, address: int) -> list[Chip]:
        """Give the chips with an address on all channels that are connected."""
        connected = [chips for n, chips in enumerate(self._channels) if self.mask >> n & 1]
        return [chips[address] for chips in connected if address in chips]
