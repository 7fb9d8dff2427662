"""The simulated switch: its mask, what hears an address on the bus, and reading."""

from __future__ import annotations

import errno

import pytest
import smbus2

from drivers.sim.chips.tca9548a import SimTca9548a
from drivers.sim.i2c import SimI2CBus


class Listener:
    """A chip that can be written and read."""

    def __init__(self, answer: bytes = b"") -> None:
        self.heard = []
        self.answer = answer

    def write(self, message: bytes) -> None:
        self.heard.append(message)

    def read(self, size: int) -> bytes:
        return self.answer[:size]


@pytest.fixture
def mux() -> SimTca9548a:
    return SimTca9548a()


@pytest.fixture
def chips(mux) -> list[Listener]:
    listeners = [Listener(bytes([0xF0 | number, 0x55])) for number in range(8)]
    for channel, chip in enumerate(listeners):
        mux.attach(channel, 0x3C, chip)
    return listeners


@pytest.fixture
def bus(mux, chips) -> SimI2CBus:
    it = SimI2CBus()
    it.attach(0x70, mux)
    it.attach_switch(mux)
    return it


def heard(chips: list[Listener]) -> list[int]:
    return [number for number, chip in enumerate(chips) if chip.heard]


def test_nothing_is_connected_at_first(bus):
    with pytest.raises(OSError, match="Remote I/O") as caught:
        bus.open().write_i2c_block_data(0x3C, 0, [1])
    assert caught.value.errno == errno.EREMOTEIO


@pytest.mark.parametrize(
    ("mask", "reached"), [(0x01, [0]), (0x80, [7]), (0x05, [0, 2]), (0xFF, list(range(8)))]
)
def test_the_mask_says_who_hears(bus, chips, mask, reached):
    port = bus.open()
    port.write_byte(0x70, mask)
    assert port.read_byte(0x70) == mask
    port.write_i2c_block_data(0x3C, 0x40, [1])
    assert heard(chips) == reached


def test_the_last_of_several_masks_counts(bus, mux):
    bus.open().write_i2c_block_data(0x70, 0x01, [0x02, 0x04])
    assert mux.mask == 0x04
    assert mux.written == [1, 2, 4]


def test_reset_and_unplugging_disconnect(bus, mux, chips):
    port = bus.open()
    port.write_byte(0x70, 0x03)
    mux.detach(0, 0x3C)
    port.write_i2c_block_data(0x3C, 0, [1])
    assert heard(chips) == [1]
    mux.reset()
    with pytest.raises(OSError, match="Remote I/O"):
        port.write_i2c_block_data(0x3C, 0, [1])


def test_a_device_on_the_root_bus_answers_together_with_those_behind(bus, chips):
    root = Listener()
    bus.attach(0x3C, root)
    bus.open().write_byte(0x70, 0x02)
    bus.open().write_i2c_block_data(0x3C, 0, [1])
    assert root.heard == [b"\x00\x01"]
    assert heard(chips) == [1]


def test_messages_of_smbus2_are_carried(bus, chips):
    port = bus.open()
    write, read = smbus2.i2c_msg.write(0x70, [0x04]), smbus2.i2c_msg.read(0x3C, 2)
    port.i2c_rdwr(write, read)
    assert bytes(read) == b"\xf2\x55"
    assert (bus.transfers, bus.bytes) == (2, 2 + 3)


def test_two_that_are_read_at_once_pull_each_others_ones_down(bus):
    port = bus.open()
    port.write_byte(0x70, 0x06)
    assert port.read_byte(0x3C) == 0xF1 & 0xF2


def test_what_cannot_be_read_does_not_acknowledge(bus):
    class Deaf:
        def write(self, message: bytes) -> None:
            raise OSError(errno.EREMOTEIO, "busy")

    bus.attach(0x24, Deaf())
    with pytest.raises(OSError, match="Remote I/O"):
        bus.open().read_byte(0x24)
    with pytest.raises(OSError, match="busy"):
        bus.open().write_byte(0x24, 1)
