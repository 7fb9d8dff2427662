"""Channels of a switch that is driven directly: only one device hears, whoever uses the bus (R29)."""

from __future__ import annotations

import errno
import threading
import time

import pytest
from smbus2 import i2c_msg

from drivers.sim.chips.tca9548a import SimTca9548a
from drivers.sim.i2c import SimI2CBus
from drivers.tca9548a import Channel, SwitchedBus


class Listener:
    def __init__(self) -> None:
        self.heard = []

    def write(self, message: bytes) -> None:
        self.heard.append(message)


class Board:
    """A bus with two switches of eight devices each, all at one address."""

    def __init__(self) -> None:
        self.bus = SimI2CBus()
        self.switched = SwitchedBus()
        self.muxes = {0x70: SimTca9548a(), 0x71: SimTca9548a()}
        self.chips = {(address, channel): Listener() for address in self.muxes for channel in range(8)}
        for address, mux in self.muxes.items():
            self.bus.attach(address, mux)
            self.bus.attach_switch(mux)
        for (address, channel), chip in self.chips.items():
            self.muxes[address].attach(channel, 0x3C, chip)

    def channel(self, address: int, channel: int) -> Channel:
        return Channel(self.bus.open(), self.switched, address, channel)

    def send(self, address: int, channel: int, number: int) -> None:
        self.channel(address, channel).write_i2c_block_data(0x3C, 0x40, [number])

    def heard(self) -> dict[tuple[int, int], list[bytes]]:
        return {place: chip.heard for place, chip in self.chips.items() if chip.heard}


@pytest.fixture
def board() -> Board:
    return Board()


def test_one_device_alone_hears(board):
    for channel in range(8):
        board.send(0x70, channel, channel)
    assert board.heard() == {(0x70, channel): [bytes([0x40, channel])] for channel in range(8)}


def test_the_mask_is_written_when_it_changes(board):
    for channel in (3, 3, 3, 4, 4, 3):
        board.send(0x70, channel, 0)
    assert board.muxes[0x70].written == [8, 16, 8]
    assert board.bus.transfers == 6 + 3


def test_switches_of_one_bus_never_connect_two_devices(board):
    for number, place in enumerate([(0x70, 1), (0x71, 1), (0x70, 1), (0x71, 5), (0x71, 5)]):
        board.send(*place, number)
    assert board.heard() == {
        (0x70, 1): [b"\x40\x00", b"\x40\x02"],
        (0x71, 1): [b"\x40\x01"],
        (0x71, 5): [b"\x40\x03", b"\x40\x04"],
    }


@pytest.mark.parametrize("code", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_after_any_error_the_mask_is_written_again(board, code):
    board.send(0x70, 3, 0)
    board.bus.fail(code, times=1)
    with pytest.raises(OSError, match=r"\[Errno"):
        board.send(0x70, 3, 1)
    board.send(0x70, 3, 2)
    assert board.muxes[0x70].written == [8, 8]


def test_a_switch_that_was_reset_is_told_again_after_the_error_that_it_causes(board):
    board.send(0x70, 3, 0)
    board.muxes[0x70].reset()
    with pytest.raises(OSError, match="Remote I/O"):
        board.send(0x70, 3, 1)
    board.send(0x70, 3, 2)
    assert board.heard() == {(0x70, 3): [b"\x40\x00", b"\x40\x02"]}


def test_a_mask_that_was_refused_is_not_taken_for_granted(board):
    board.bus.fail(errno.EREMOTEIO, times=1, address=0x70)
    with pytest.raises(OSError, match="Remote I/O"):
        board.send(0x70, 3, 1)
    assert board.heard() == {}
    board.send(0x70, 3, 2)
    assert board.heard() == {(0x70, 3): [b"\x40\x02"]}


def test_a_switch_that_is_gone_does_not_stop_the_other(board):
    board.send(0x71, 2, 0)
    board.bus.detach(0x71)
    board.muxes[0x71].reset()
    board.send(0x70, 3, 1)
    board.send(0x70, 3, 2)
    assert board.heard()[0x70, 3] == [b"\x40\x01", b"\x40\x02"]


def test_a_switch_that_fails_otherwise_stops_the_other_as_it_may_be_connected(board):
    board.send(0x71, 2, 0)
    board.bus.fail(errno.EIO, times=1, address=0x71)
    with pytest.raises(OSError, match=r"\[Errno"):
        board.send(0x70, 3, 1)
    assert (0x70, 3) not in board.heard()
    board.send(0x70, 3, 2)
    assert board.heard() == {(0x71, 2): [b"\x40\x00"], (0x70, 3): [b"\x40\x02"]}


def test_threads_do_not_come_between_a_mask_and_its_write(board):
    def write(channel: int) -> None:
        port = board.channel(0x70, channel)
        for number in range(100):
            port.write_i2c_block_data(0x3C, channel, [number])

    threads = [threading.Thread(target=write, args=(channel,)) for channel in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for channel in range(8):
        assert board.chips[0x70, channel].heard == [bytes([channel, number]) for number in range(100)]


def test_nobody_comes_between_a_mask_and_its_write_on_a_slow_bus():
    class SlowBus:
        mask = 0
        wrong = 0

        def write_byte(self, i2c_addr: int, value: int) -> None:
            self.mask = value
            time.sleep(0.001)

        def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
            self.wrong += self.mask != 1 << data[0]

    bus, switched = SlowBus(), SwitchedBus()

    def write(channel: int) -> None:
        for _ in range(10):
            Channel(bus, switched, 0x70, channel).write_i2c_block_data(0x3C, 0x40, [channel])

    threads = [threading.Thread(target=write, args=(channel,)) for channel in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert bus.wrong == 0


def test_plain_messages_go_to_the_channel_alone(board):
    board.send(0x71, 5, 1)
    message = i2c_msg.write(0x3C, b"\x80\xb0\x40" + bytes(128))
    board.channel(0x70, 3).i2c_rdwr(message, message)
    assert board.heard() == {(0x71, 5): [b"\x40\x01"], (0x70, 3): [bytes(message)] * 2}


def test_closing_a_channel_gives_its_bus_back(board):
    port = board.bus.open()
    Channel(port, board.switched, 0x70, 0).close()
    assert port.closed


def test_there_are_eight_channels(board):
    with pytest.raises(ValueError, match="channel is 8, a TCA9548A has those from 0 to 7"):
        board.channel(0x70, 8)
