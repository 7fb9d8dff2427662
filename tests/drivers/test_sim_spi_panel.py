"""A display on simulated SPI wires: what D/C and reset do, and the errors and times of spidev."""

from __future__ import annotations

import errno
import threading

import pytest
from gpiozero import OutputDevice

from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.lines import SimLines
from drivers.sim.spi_panel import CALL_S, SimSpiPanel


@pytest.fixture
def lines():
    it = SimLines()
    yield it
    it.close()


@pytest.fixture
def panel(lines) -> SimSpiPanel:
    return SimSpiPanel(SimSsd1306(), lines)


@pytest.fixture
def reset(lines) -> OutputDevice:
    """Give the reset line, high: the display is out of its reset."""
    return OutputDevice(23, initial_value=True, pin_factory=lines.pin_factory)


@pytest.fixture
def dc(lines, reset) -> OutputDevice:
    """Give the D/C line, low: for commands."""
    return OutputDevice(24, pin_factory=lines.pin_factory)


@pytest.fixture
def device(panel):
    it = panel.device()
    it.open(0, 1)
    it.max_speed_hz = 8_000_000
    yield it
    it.close()


def failure(device) -> int:
    with pytest.raises(OSError, match=r"\[Errno") as caught:
        device.writebytes([0xAE])
    return caught.value.errno


def test_the_dc_line_tells_commands_from_data(panel, device, dc):
    device.writebytes([0x81, 0x33])
    assert panel.chip.contrast == 0x33
    dc.on()
    device.writebytes([0x81, 0x33])
    assert panel.chip.data_bytes == 2
    assert bytes(panel.chip.memory[:2]) == b"\x81\x33"


def test_reset_forgets_the_settings_and_nothing_is_taken_meanwhile(panel, device, dc, reset):
    device.writebytes([0x81, 0x33])
    reset.off()
    assert panel.chip.contrast == 0x7F
    device.writebytes([0x81, 0x33])
    assert panel.chip.contrast == 0x7F
    reset.on()
    device.writebytes([0x81, 0x33])
    assert panel.chip.contrast == 0x33


def test_bytes_and_time_are_counted(panel, device, dc):
    device.writebytes([0xE3] * 1000)
    assert (panel.transfers, panel.bytes) == (1, 1000)
    assert panel.busy_s == pytest.approx(CALL_S + 0.001)
    device.max_speed_hz = 1_000_000
    device.writebytes([0xE3] * 1000)
    assert panel.busy_s == pytest.approx(2 * CALL_S + 0.001 + 0.008)


def test_time_on_the_wire_passes_if_wanted(lines):
    waited_s = []
    panel = SimSpiPanel(SimSsd1306(), lines, wait=waited_s.append)
    device = panel.device()
    device.open(0, 1)
    device.writebytes([0xE3])
    assert waited_s == [panel.busy_s]
    device.close()


def test_there_is_one_chip_select(panel):
    with pytest.raises(FileNotFoundError):
        panel.device().open(0, 0)
    panel.remove()
    with pytest.raises(FileNotFoundError):
        panel.device().open(0, 1)
    panel.put_back()
    device = panel.device()
    device.open(0, 1)
    device.open(0, 1)
    assert panel.opened == 1
    device.close()
    device.close()
    assert panel.opened == 0
    assert failure(device) == errno.EBADF


def test_transfers_are_4096_bytes_at_most(device):
    with pytest.raises(OverflowError, match="4096"):
        device.writebytes([0] * 4097)


def test_an_unplugged_display_is_not_noticed_and_comes_back_without_memory(panel, device, dc):
    device.writebytes([0x81, 0x33])
    panel.unplug()
    device.writebytes([0x81, 0x44])
    assert panel.chip.contrast == 0x33
    panel.plug()
    assert panel.chip.contrast == 0x7F


def test_failing_and_a_stuck_bus(panel, device, dc):
    panel.fail(errno.EIO, times=1)
    assert failure(device) == errno.EIO
    device.writebytes([0x81, 0x33])
    panel.stick(deadline_s=0.02)
    assert failure(device) == errno.ETIMEDOUT
    panel.stick()
    thread = threading.Thread(target=device.writebytes, args=([0x81, 0x44],))
    thread.start()
    panel.release()
    thread.join(20)
    assert panel.chip.contrast == 0x44
