"""The 40-pin header of a Raspberry Pi: which pin carries what, and which pins lie beside one another.

Source: Raspberry Pi documentation, "GPIO and the 40-pin header"; the same on every board that has 40 pins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

Supply = Literal["3V3", "5V", "GND"]
ROWS = 20
"""The pins stand in two columns of so many."""
OTHER_COLUMN, SHARED = 1.5, 6.0
"""What makes a supply pin further away, in rows: that it is in the other column, each part that it feeds."""


class Pin(msgspec.Struct, frozen=True):
    """One pin of the header."""

    number: int
    """1 to 40 as on the board: odd numbers in the left column, even ones in the right."""
    gpio: int | None = None
    """Number by which programs name it; ``None`` for supplies."""
    supply: Supply | None = None
    bus: str = ""
    """What it is on the bus that the Raspberry Pi can put there, such as ``SDA``."""

    @property
    def name(self) -> str:
        """Give the name that is printed beside it: ``GPIO 5``, ``3V3``."""
        return self.supply or f"GPIO {self.gpio}"

    @property
    def row(self) -> int:
        """Give the row, 0 to 19 from the end with pin 1."""
        return (self.number - 1) // 2

    @property
    def right(self) -> bool:
        """Tell whether it stands in the column of the even numbers, the one at the edge of the board."""
        return self.number % 2 == 0


# fmt: off
_GPIO = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}
_BUS = {
    2: "SDA", 3: "SCL", 14: "TXD", 15: "RXD", 10: "MOSI", 9: "MISO", 11: "SCLK", 8: "CE0", 7: "CE1",
    0: "ID_SD", 1: "ID_SC",
}
# fmt: on
_THREE_VOLTS, _FIVE_VOLTS = (1, 17), (2, 4)


def _pin(number: int) -> Pin:
    if number in _GPIO:
        return Pin(number, gpio=_GPIO[number], bus=_BUS.get(_GPIO[number], ""))
    return Pin(number, supply="3V3" if number in _THREE_VOLTS else "5V" if number in _FIVE_VOLTS else "GND")


HEADER: tuple[Pin, ...] = tuple(_pin(number) for number in range(1, 2 * ROWS + 1))
"""All pins, number 1 first."""
_BY_GPIO = {pin.gpio: pin for pin in HEADER if pin.gpio is not None}


def pin_of(gpio: int) -> Pin:
    """Give the pin that carries a GPIO; raises ``KeyError`` for a number that is not on the header."""
    return _BY_GPIO[gpio]


def nearest(supply: Supply, beside: Iterable[Pin], used: Mapping[int, int]) -> Pin:
    """Propose the pin of a supply for a part whose other wires go to the pins given.

    Rows in between count against a pin, and so does the other column, and still more each part that is on it
    already: ``used`` says how many, by pin number.
    """
    wires = tuple(beside)
    right = 2 * sum(pin.right for pin in wires) >= len(wires)
    row = sum(pin.row for pin in wires) / len(wires) if wires else 0.0

    def far(pin: Pin) -> float:
        other_column = OTHER_COLUMN if pin.right != right else 0.0
        return abs(pin.row - row) + other_column + SHARED * used.get(pin.number, 0)

    return min((pin for pin in HEADER if pin.supply == supply), key=far)
