"""How the probes open what they ask, and that they give it back whatever comes."""

from __future__ import annotations

import errno
from contextlib import closing

import pytest

from drivers import probes as p
from drivers.ports import DeviceError, DeviceGone
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.clock import RunningClock
from drivers.sim.i2c import SimI2CBus
from drivers.sim.lines import SimLines
from drivers.sim.probes import simulated_probes
from drivers.sim.spi import LeapingClock, Mfrc522OnSpi
from drivers.sim.table import SimulatedTable


def nothing(*_asked: object) -> object:
    raise AssertionError("nobody asked for this")


def test_a_bus_is_given_back_whatever_comes() -> None:
    bus, ports = SimI2CBus(), []
    bus.attach(0x3C, SimSsd1306())

    def open_i2c(_number: int) -> object:
        ports.append(bus.open())
        return ports[-1]

    probes = p.Probes(p.Openers(nothing, open_i2c, nothing, nothing, nothing))
    probes.display(1, 0x3C)
    with pytest.raises(OSError, match="Remote I/O"):
        probes.display(1, 0x3D)
    with pytest.raises(OSError, match="Remote I/O"):
        probes.switch(1, 0x70)
    with pytest.raises(OSError, match="Remote I/O"):
        probes.display(1, 0x3C, (0x70, 2))
    with pytest.raises(DeviceGone):
        probes.pn532_on_i2c(1, 0x24)
    assert len(ports) == 5
    assert all(port.closed for port in ports)


def test_a_chip_select_is_given_back_whatever_comes() -> None:
    reader = Mfrc522OnSpi(LeapingClock())
    probes = p.Probes(p.Openers(nothing, nothing, lambda *_: reader.open_port(), nothing, nothing))
    assert probes.mfrc522(0, 0).reads == (0x92,) * p.VERSION_READS
    assert probes.mfrc522(0, 0).name == "MFRC522 version 2.0"
    reader.line.fail(errno.EIO)
    with pytest.raises(OSError, match="Input/output"):
        probes.mfrc522(0, 0)
    assert reader.board.opened == 0


def test_keys_that_cannot_all_be_had_are_all_let_go() -> None:
    lines = SimLines()
    probes = p.Probes(p.Openers(nothing, nothing, nothing, nothing, lambda: lines.pin_factory))
    with closing(probes.keys({"a": 5})), pytest.raises(DeviceError, match="b on GPIO 5"):
        probes.keys({"c": 6, "b": 5})
    with closing(probes.keys({"a": 5, "b": 6})) as keys:
        lines.ground(6)
        assert keys.down() == {"a": False, "b": True}
    keys.close()
    lines.close()


def test_a_simulated_table_is_asked_by_the_names_of_its_devices() -> None:
    with SimulatedTable(RunningClock(), readers=["a"], displays=["b"]) as table:
        probes = simulated_probes(table)
        assert probes.pn532_on_serial("a", 0) == bytes.fromhex("32010607")
        probes.display("b", 0x3C)
        with pytest.raises(OSError, match="No such device"):
            probes.mfrc522(0, 0)
        watch = probes.watch_usb("x", "/dev/input/x", "hex", table.clock)
        assert watch.turn() > 0
        with closing(probes.keys(table.pins)) as keys:
            assert set(keys.down()) == {"yes", "no", "next", "menu"}
