"""What a PN532 reader asks of its port while nothing lies on it, and how soon it has broken answers again."""

from __future__ import annotations

import pytest

from drivers.buses import SLICE_S
from drivers.pn532_uart import over_uart
from drivers.ports import CardSeen
from drivers.tags import ntag213

TAG = ntag213(bytes.fromhex("04a1b2c3d4e5f6"))


class CountedPort:
    """A serial port that counts reads, and remembers how long one of them waits at most."""

    def __init__(self, port) -> None:
        self._port = port
        self.reads = 0
        self.longest_s = 0.0

    @property
    def timeout(self):
        return self._port.timeout

    @timeout.setter
    def timeout(self, timeout_s) -> None:
        self._port.timeout = timeout_s
        self.longest_s = max(self.longest_s, timeout_s)

    def read(self, size=1):
        self.reads += 1
        return self._port.read(size)

    def __getattr__(self, name):
        return getattr(self._port, name)


@pytest.fixture
def counted(bench):
    """Give a reader at a port that is counted, in steps."""
    desk, ports = bench("uart"), []

    def open_port():
        ports.append(CountedPort(desk.sim.open_port()))
        return ports[-1]

    desk.reader._open_line = over_uart(open_port)
    desk.run(1)
    [port] = ports
    return desk, port


def test_R18_an_empty_field_is_waited_for_in_few_long_reads(counted):
    desk, port = counted
    before, began_s = port.reads, desk.clock.now_s()
    assert desk.run(10) == []
    a_second = (port.reads - before) / (desk.clock.now_s() - began_s)
    assert 5 < a_second <= 70  # seven looks: a setting, two waits, and what is said to both
    assert port.longest_s <= SLICE_S  # a driver that shall stop is not held up for longer (R29)


@pytest.mark.parametrize("came", range(21))
def test_R15_a_list_of_tags_that_breaks_off_anywhere_is_soon_had_again(counted, came):
    desk, _port = counted
    broken = []

    def break_off(frame):
        if b"\xd5\x4b" not in frame or broken:
            return frame
        broken.append(frame)
        return frame[:came]

    desk.sim.end.faults.always = break_off
    laid_s = desk.clock.now_s()
    desk.sim.place(TAG)
    [seen] = desk.run(0.5)
    assert type(seen) is CardSeen
    assert len(broken[0]) > came
    assert seen.at_s - laid_s <= 0.25
