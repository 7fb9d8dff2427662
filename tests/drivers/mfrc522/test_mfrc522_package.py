"""The package mfrc522, unmodified, on the simulated bus: its own calls, and our driver through it."""

from __future__ import annotations

import logging
import sys
from importlib.util import find_spec
from types import ModuleType

import pytest

from drivers.mfrc522 import Mfrc522Reader
from drivers.mfrc522_package import HEADER_PINS, LOGGER, open_package
from drivers.mfrc522_registers import Register
from drivers.ndef import describe, text_record, written
from drivers.ports import CardGone, CardSeen, DeviceGone
from drivers.sim.chips.air import POWER_UP_S
from drivers.sim.spi import LeapingClock, Mfrc522OnSpi
from drivers.tags import TagImage, ntag213

A, TWIN = ntag213(bytes.fromhex("04a3c6cae26180")), ntag213(bytes.fromhex("04a3c6ffffffff"))

installed = pytest.mark.skipif(
    find_spec("mfrc522") is None, reason="the package mfrc522 is not installed: pip install --no-deps mfrc522"
)


class Gpio(ModuleType):
    """Stands for RPi.GPIO: numbering, one direction, and what was let go."""

    BOARD, BCM, OUT = 10, 11, 0

    def __init__(self, mode: int | None = None) -> None:
        super().__init__("RPi.GPIO")
        self.mode = mode
        self.levels: dict[int, int] = {}
        self.let_go: list[tuple[int, ...]] = []

    def getmode(self):
        return self.mode

    def setmode(self, mode):
        if self.mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self.mode = mode

    def setup(self, pin, direction):
        assert self.mode is not None
        assert direction == self.OUT
        self.levels[pin] = 0

    def output(self, pin, level):
        self.levels[pin] = level

    def cleanup(self, *pins):
        self.let_go.append(pins)


class Board:
    """A chip on the simulated bus, under the modules the package imports."""

    def __init__(self) -> None:
        self.clock = LeapingClock()
        self.sim = Mfrc522OnSpi(self.clock, charged=True)
        self.gpio = Gpio()


@pytest.fixture
def board(monkeypatch) -> Board:
    it = Board()
    rpi = ModuleType("RPi")
    rpi.GPIO = it.gpio
    for name, module in (("RPi", rpi), ("RPi.GPIO", it.gpio), ("spidev", it.sim.board.module())):
        monkeypatch.setitem(sys.modules, name, module)
    for name in [name for name in sys.modules if name.partition(".")[0] == "mfrc522"]:
        monkeypatch.delitem(sys.modules, name)
    yield it
    for name in [name for name in sys.modules if name.partition(".")[0] == "mfrc522"]:
        del sys.modules[name]
    log = logging.getLogger(LOGGER)
    for handler in list(log.handlers):
        log.removeHandler(handler)
    log.setLevel(logging.NOTSET)


@installed
@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # the package's own, since 3.12
def test_R01_its_own_reading_cuts_a_long_uid_short(board):
    """What our driver avoids: two tags with the same first three bytes are one to the package."""
    from mfrc522 import SimpleMFRC522

    simple = SimpleMFRC522()
    board.clock.sleep(POWER_UP_S)
    numbers = []
    for tag in (A, TWIN):
        board.sim.place(tag)
        numbers.append(simple.read_id_no_block())
        board.sim.lift()
    assert numbers == [0x8804A3C6E9] * 2  # cascade tag, three bytes, check byte
    before = board.sim.line.transfers
    assert simple.read_id_no_block() is None
    assert board.sim.line.transfers - before == 2013  # it waits by asking
    simple.READER.spi.close()


@installed
def test_its_own_reading_of_a_short_uid_works_on_the_simulated_chip(board):
    from mfrc522 import MFRC522

    chip = MFRC522()
    board.clock.sleep(POWER_UP_S)
    board.sim.place(TagImage(b"\xa1\xb2\xc3\xd4", 0x08, b"\x00\x04"))
    assert chip.MFRC522_Request(chip.PICC_REQIDL) == (chip.MI_OK, 16)
    status, uid = chip.MFRC522_Anticoll()
    assert (status, bytes(uid)) == (chip.MI_OK, bytes.fromhex("a1b2c3d404"))
    assert chip.MFRC522_SelectTag(uid) == 0x08
    assert chip.MFRC522_Auth(chip.PICC_AUTHENT1A, 8, [0xFF] * 6, uid) == chip.MI_OK
    assert chip.Read_MFRC522(chip.Status2Reg) & 0x08
    chip.spi.close()


@installed
def test_R04_our_driver_gives_the_same_through_the_package_as_through_spidev(board):
    tag = ntag213(A.uid, written(text_record("sailor 3")))
    seen = []
    for open_port in (open_package, board.sim.open_port):
        items = []
        reader = Mfrc522Reader("main", open_port, board.clock, lambda _uid: False, nap=board.clock.sleep)
        reader._outages.sink = items.append
        board.sim.place(tag)
        for _ in range(3):
            board.clock.sleep(reader.turn())
        board.sim.lift()
        for _ in range(30):
            board.clock.sleep(reader.turn())
        reader.end()
        assert [type(item) for item in items] == [CardSeen, CardGone]
        seen.append((items[0].uid, items[0].memory))
    assert seen[0] == seen[1]
    assert (seen[0][0], describe(seen[0][1])) == (A.uid_hex, "sailor 3")
    assert board.sim.board.opened == 0


@installed
@pytest.mark.parametrize(("mode", "pin"), [(None, 25), (Gpio.BCM, 25), (Gpio.BOARD, 22)])
def test_R19_the_reset_pin_is_the_one_given_however_pins_are_numbered(board, mode, pin):
    """The package's own choice in BCM numbering is GPIO15, where the serial port listens."""
    board.gpio.mode = mode
    registers = open_package(0, 0, reset_gpio=25)
    assert board.gpio.levels == {pin: 1}
    assert board.gpio.mode == (mode or Gpio.BCM)
    assert registers.read(Register.VERSION) == 0x92
    registers.close()
    assert board.gpio.let_go == [(pin,)]  # and no other pin of the table
    assert board.sim.board.opened == 0


@installed
def test_registers_are_read_and_written_through_the_package(board):
    registers = open_package()
    registers.write_many(Register.FIFO_DATA, b"abc")
    assert registers.read(Register.FIFO_LEVEL) == 3
    assert registers.read_many(Register.FIFO_DATA, 3) == b"abc"
    registers.write(Register.MODE, 0x3D)
    assert registers.read(Register.MODE) == 0x3D
    registers.close()


@installed
def test_opening_again_and_again_adds_no_log_handlers(board):
    for _ in range(3):
        open_package().close()
    assert logging.getLogger(LOGGER).handlers == []


@installed
def test_a_bus_that_is_not_there_is_an_error_of_the_system(board):
    with pytest.raises(FileNotFoundError):
        open_package(0, 1)


@installed
def test_a_machine_without_gpio_is_told(board):
    def refuse(*_args):
        raise RuntimeError("Cannot determine SOC peripheral base address")

    board.gpio.setup = refuse
    with pytest.raises(DeviceGone, match="mfrc522 cannot be used here: Cannot determine SOC"):
        open_package()


def test_a_package_that_is_not_installed_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "mfrc522", None)
    with pytest.raises(DeviceGone, match="Python package mfrc522 cannot be used here"):
        open_package()


def test_the_header_has_each_pin_once():
    assert len(set(HEADER_PINS.values())) == len(HEADER_PINS) == 28
    power = {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39}
    assert set(HEADER_PINS.values()) == set(range(1, 41)) - power
