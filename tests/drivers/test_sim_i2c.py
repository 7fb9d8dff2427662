"""The simulated I2C bus: errors as the kernel gives them, and its account."""

from __future__ import annotations

import errno
import threading
import time

import pytest
from smbus2 import i2c_msg

from drivers.sim.clock import SteppedClock
from drivers.sim.i2c import SimI2CBus


class Listener:
    def __init__(self) -> None:
        self.heard = []

    def write(self, message: bytes) -> None:
        self.heard.append(message)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def bus(listener) -> SimI2CBus:
    it = SimI2CBus()
    it.attach(0x3C, listener)
    return it


def failure(bus: SimI2CBus, address: int = 0x3C) -> int:
    with pytest.raises(OSError, match=r"\[Errno") as caught:
        bus.open().write_i2c_block_data(address, 0x00, [0xAE])
    return caught.value.errno


@pytest.mark.parametrize(("count", "size"), [(43, 1), (1, 8193)])
def test_more_than_the_kernel_carries_at_once_is_refused(bus, count, size):
    with pytest.raises(OSError, match="Invalid argument") as caught:
        bus.open().i2c_rdwr(*[i2c_msg.write(0x3C, bytes(size))] * count)
    assert caught.value.errno == errno.EINVAL
    assert bus.transfers == 0
    bus.open().i2c_rdwr(*[i2c_msg.write(0x3C, bytes(8192))] * 2)
    assert bus.transfers == 2


def test_a_write_arrives_and_is_counted(bus, listener):
    bus.open().write_i2c_block_data(0x3C, 0x40, [1, 2, 3])
    assert listener.heard == [b"\x40\x01\x02\x03"]
    assert (bus.bytes, bus.transfers) == (5, 1)
    assert bus.busy_s == pytest.approx(5 * 9 / 400_000)


def test_time_on_the_wire_passes_if_wanted(listener):
    waited_s = []
    bus = SimI2CBus(100_000, wait=waited_s.append)
    bus.attach(0x3C, listener)
    bus.open().write_i2c_block_data(0x3C, 0x00, [0] * 8)
    assert waited_s == [pytest.approx(10 * 9 / 100_000)]


def test_nobody_at_the_address_is_121(bus):
    assert failure(bus, 0x3D) == errno.EREMOTEIO
    bus.detach(0x3C)
    assert failure(bus) == errno.EREMOTEIO


def test_blocks_are_32_bytes_at_most(bus):
    with pytest.raises(ValueError, match="33 bytes"):
        bus.open().write_i2c_block_data(0x3C, 0x40, [0] * 33)


def test_a_closed_port_is_closed(bus):
    port = bus.open()
    port.close()
    port.close()
    with pytest.raises(OSError, match="Bad file") as caught:
        port.write_i2c_block_data(0x3C, 0, [0])
    assert caught.value.errno == errno.EBADF


def test_failing_for_some_times_for_one_address_and_until_healed(bus, listener):
    bus.attach(0x3D, listener)
    bus.fail(errno.EIO, times=2, address=0x3C)
    bus.open().write_i2c_block_data(0x3D, 0, [1])
    assert [failure(bus), failure(bus)] == [errno.EIO] * 2
    bus.open().write_i2c_block_data(0x3C, 0, [2])
    bus.fail(errno.EINVAL)
    assert [failure(bus), failure(bus, 0x3D)] == [errno.EINVAL] * 2
    bus.heal()
    bus.open().write_i2c_block_data(0x3C, 0, [3])
    assert [message[1] for message in listener.heard] == [1, 2, 3]


def test_random_failing_is_the_same_for_the_same_seed(bus, listener):
    def outcome() -> list[bool]:
        bus.fail_at_random(0.3, (5, 121), seed=7)
        before = len(listener.heard)
        results = []
        for _ in range(50):
            try:
                bus.open().write_i2c_block_data(0x3C, 0, [0])
                results.append(True)
            except OSError:
                results.append(False)
        assert len(listener.heard) - before == sum(results)
        return results

    first = outcome()
    assert first == outcome()
    assert 5 < first.count(False) < 25


def test_a_stuck_wire_blocks_until_released_or_the_deadline(bus):
    bus.stick(deadline_s=0.05)
    assert failure(bus) == errno.ETIMEDOUT
    bus.stick()
    done = threading.Event()
    thread = threading.Thread(target=lambda: (bus.open().write_i2c_block_data(0x3C, 0, [0]), done.set()))
    thread.start()
    assert not done.wait(0.05)
    bus.release()
    assert done.wait(20)
    thread.join()


def test_transfers_do_not_overlap():
    inside, most = [], []

    class Slow:
        def write(self, message: bytes) -> None:
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.002)
            inside.pop()

    bus = SimI2CBus(wait=SteppedClock().advance)
    bus.attach(1, Slow())
    threads = [
        threading.Thread(target=lambda: [bus.open().write_i2c_block_data(1, 0, [0]) for _ in range(5)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(most) == {1}
    assert bus.transfers == 20
