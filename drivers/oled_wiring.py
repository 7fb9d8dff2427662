"""How an OLED is connected: I2C, or SPI with lines for D/C and reset; luma's interfaces on buses of ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from drivers.buses import I2CBus

SPEED_HZ = 8_000_000
"""The fastest of luma's speeds within the SSD1306's 10 MHz (data sheet, table 13-4)."""
ONE_COMMAND, ONLY_DATA = 0x80, b"\x40"
"""Control bytes (SSD1306 data sheet, 8.1.5.2): a command and another control byte follow; data to the end.

So commands and memory are one message: luma's own, in blocks of 32 bytes, take 8 % more of the wire.
"""
I2C_PRICE = 6
"""Address, two commands with a control byte each, and the control byte of the data."""
SPI_PRICE = 60
"""Two calls of 30 us, one for each level of D/C, beside one microsecond a byte.

Source: docs/hardware-requirements.md, Times.
"""
RESET_S = 0.001
"""How long the reset line is held down, and the chip left alone afterwards: many times what it needs."""


class PanelDevice(Protocol):
    """A chip select that is not open yet; ``spidev.SpiDev()`` is one.  Methods raise ``OSError``."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int) -> None:
        """Open ``/dev/spidevBUS.DEVICE``."""
        ...

    def writebytes(self, values: list[int]) -> None:
        """Send up to 4096 bytes with the chip select held."""
        ...

    def close(self) -> None:
        """Give the bus back."""
        ...


@dataclass(frozen=True, slots=True)
class Link:
    """An open connection to a display."""

    serial: Serial
    """One of luma's interfaces."""
    close: Callable[[], None]
    """Gives bus and lines back."""
    write: Callable[[Sequence[int], bytes], None]
    """Sends commands and the display memory that follows them, at once."""
    by_page: bool
    """Longer addresses, for rectangles over several pages, do not pay."""
    price: int
    """What another ``write`` costs, its commands counted: as much time as so many bytes of memory."""


class Serial(Protocol):
    """The part of luma's interfaces used here; raises ``OSError`` and luma's own errors."""

    def command(self, *codes: int) -> None:
        """Send commands."""
        ...

    def data(self, content: list[int]) -> None:
        """Send display memory."""
        ...


class Wiring(Protocol):
    """A connection that can be opened again and again."""

    def open(self) -> Link:
        """Open it; raises ``OSError``, ``DeviceError`` or what the libraries beneath raise."""
        ...

    def trouble(self, error: Exception) -> str:
        """Say where and why it does not work."""
        ...


class I2CWiring:
    """A display at an I2C address; ``where`` says on which bus, for the reader of an error."""

    def __init__(self, open_bus: Callable[[], I2CBus], address: int = 0x3C, where: str = "") -> None:
        self._open_bus = open_bus
        self._address = address
        self._where = f" on {where}" if where else ""

    def open(self) -> Link:
        """Open the bus."""
        from luma.core.interface.serial import i2c  # noqa: PLC0415 - loaded when a display is used
        from smbus2 import i2c_msg  # noqa: PLC0415 - as above

        bus = self._open_bus()

        def write(commands: Sequence[int], content: bytes) -> None:
            head = bytes(byte for command in commands for byte in (ONE_COMMAND, command))
            bus.i2c_rdwr(i2c_msg.write(self._address, head + ONLY_DATA + content))

        serial = i2c(bus=bus, address=self._address)
        return Link(serial, bus.close, write, by_page=True, price=I2C_PRICE)

    def trouble(self, error: Exception) -> str:
        """Say that the address does not answer."""
        return f"no answer at I2C address {self._address:#04x}{self._where} ({error})"


class SpiWiring:
    """A display behind a chip select, with a line that tells commands from data and one that resets.

    ``open_lines`` gives the pin factory of gpiozero that the lines, BCM numbers, belong to; ``reset`` is
    None where the module resets itself.
    """

    def __init__(
        self,
        make_device: Callable[[], PanelDevice],
        open_lines: Callable[[], object],
        chip_select: tuple[int, int] = (0, 1),
        dc: int = 24,
        reset: int | None = 23,
        speed_hz: int = SPEED_HZ,
    ) -> None:
        self._make_device = make_device
        self._open_lines = open_lines
        self._chip_select = chip_select
        self._dc, self._reset = dc, reset
        self._speed_hz = speed_hz

    def open(self) -> Link:
        """Open the lines and the chip select, and pull the reset line once."""
        from luma.core.interface.serial import spi  # noqa: PLC0415 - loaded when a display is used

        device, lines = self._make_device(), OutputLines(self._open_lines())

        def close() -> None:
            lines.cleanup()
            device.close()

        port, chip_select = self._chip_select
        try:
            serial = spi(
                spi=device, gpio=lines, port=port, device=chip_select, bus_speed_hz=self._speed_hz,
                gpio_DC=self._dc, gpio_RST=self._reset,
                reset_hold_time=RESET_S, reset_release_time=RESET_S,
            )  # fmt: skip
        except BaseException:
            close()
            raise

        def write(commands: Sequence[int], content: bytes) -> None:
            serial.command(*commands)
            serial.data(list(content))

        return Link(serial, close, write, by_page=False, price=SPI_PRICE)

    def trouble(self, error: Exception) -> str:
        """Say which chip select does not work."""
        bus, chip_select = self._chip_select
        return f"CE{chip_select} of SPI bus {bus} does not work ({error})"


class OutputLines:
    """Lines as luma wants them (the part of RPi.GPIO's surface it uses), over gpiozero's pins."""

    LOW, HIGH, OUT = 0, 1, "out"

    def __init__(self, pin_factory: object) -> None:
        self._pin_factory = pin_factory
        self._lines: dict[int, _Line] = {}

    def setup(self, pin: int, _function: Literal["out"]) -> None:
        """Make a line an output, low."""
        from gpiozero import OutputDevice  # noqa: PLC0415 - loaded when lines are used

        self._lines[pin] = OutputDevice(pin, pin_factory=self._pin_factory)

    def output(self, pin: int, level: int) -> None:
        """Set a line."""
        self._lines[pin].value = level

    def cleanup(self) -> None:
        """Let all lines go."""
        lines, self._lines = self._lines, {}
        for line in lines.values():
            line.close()


class _Line(Protocol):
    """The part of gpiozero's ``OutputDevice`` used here."""

    value: float

    def close(self) -> None:
        """Let the line go."""
