"""The display driver when the bus or the chip fails (R26 to R28)."""

from __future__ import annotations

import errno
import itertools
import time

import pytest
from PIL import Image

from drivers.oled import OledDisplay
from drivers.oled_wiring import I2CWiring
from drivers.oled_worker import FAR_STEP_S, STUCK_S, WAIT_STEP_S, BusWorker
from drivers.ports import DisplayBack, DisplayLost
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.i2c import SimI2CBus
from oled_rig import Rig, picture


@pytest.mark.parametrize("code", [errno.EREMOTEIO, errno.EIO, errno.EAGAIN, errno.EINVAL])
@pytest.mark.parametrize("after", [0, 1, 2, 6])
def test_R26_an_error_anywhere_is_lost_and_back_with_the_last_picture(rig, inbox, code, after):
    """Errors in commands come as luma's own, in data as the bus's; the first transfers set the chip up."""
    if after:
        rig.display.show(picture("before"))
        assert rig.shows(picture("before"))
        fail_later(rig.bus, after, code)
    else:
        rig.bus.fail(code, times=2)
    image = Image.effect_noise((128, 64), 90).convert("1")
    rig.display.show(image)
    assert "display main: no answer at I2C address 0x3c" in inbox.wait(DisplayLost).reason
    inbox.wait(DisplayBack)
    assert rig.shows(image)
    assert len(inbox.items) == 2


@pytest.mark.parametrize("code", [errno.EREMOTEIO, errno.EIO, errno.EAGAIN, errno.ETIMEDOUT])
def test_R26_a_single_error_is_mended_at_once_and_not_told(wired, inbox, code):
    rig = wired(SimSsd1306(), clock=SteppedClock())
    rig.display.show(picture("before"))
    assert rig.shows(picture("before"))
    rig.bus.fail(code, times=1)
    rig.display.show(picture("after"))
    assert rig.shows(picture("after"))
    assert inbox.items == []
    assert (rig.display.counts.errors, rig.display.counts.set_ups, rig.display.counts.losses) == (1, 2, 0)


def test_R26_an_error_that_took_its_time_is_told_at_once(rig, inbox):
    rig.display.show(picture("before"))
    assert rig.shows(picture("before"))
    rig.bus.stick(deadline_s=0.03)  # the clock runs sixty times as fast
    rig.display.show(picture("after"))
    assert "timed out" in inbox.wait(DisplayLost).reason
    assert rig.display.counts.errors == 1
    rig.bus.release()
    inbox.wait(DisplayBack)
    assert rig.shows(picture("after"))


def test_R26_a_mistake_in_a_library_is_logged_and_the_display_tried_again(rig, inbox, caplog):
    failing = iter([KeyError("no such thing")])
    write = rig.chip.write

    def stumble(message: bytes) -> None:
        for error in failing:
            raise error
        write(message)

    rig.chip.write = stumble
    rig.display.show(picture())
    inbox.wait(DisplayBack)
    assert rig.shows(picture())
    assert "display main stumbled" in caplog.text
    assert "no such thing" in caplog.text


def fail_later(bus: SimI2CBus, after: int, code: int) -> None:
    """Let two transfers fail, after some that work."""
    inner, left = bus.transfer, [after]

    def transfer(address: int, message: bytes) -> None:
        left[0] -= 1
        if left[0] == -1:
            bus.fail(code, times=2)
        inner(address, message)

    bus.transfer = transfer


def test_R26_random_errors_end_and_the_picture_is_right(rig, inbox, eventually):
    rig.bus.fail_at_random(0.05, (121, 5, 11, 22), seed=26)
    for number in range(30):
        rig.display.show(picture(f"card {number}"))
        rig.display.settle(0.01)
    rig.bus.heal()
    assert rig.shows(picture("card 29"))
    assert eventually(lambda: len(inbox.of(DisplayLost)) == len(inbox.of(DisplayBack)) >= 1)


def test_R26_one_dead_display_does_not_touch_the_other(inbox):
    chip, other = SimSsd1306(), SimSsd1306()
    bus = SimI2CBus()
    bus.attach(0x3C, chip)
    bus.attach(0x3D, other)
    worker = BusWorker("bus", RunningClock(20))
    displays = [
        OledDisplay(name, I2CWiring(bus.open, address), worker=worker, sink=inbox)
        for name, address in (("main", 0x3C), ("seat-1", 0x3D))
    ]
    bus.fail(errno.EREMOTEIO, address=0x3C)
    for display in displays:
        display.show(picture())
    assert displays[1].settle(20)
    assert other.image().tobytes() == picture().tobytes()
    assert inbox.wait(DisplayLost).display == "main"
    for display in displays:
        display.close()


def test_R26_pauses_between_attempts_grow_from_half_a_second_to_ten(inbox, eventually):
    clock, tries_s = SteppedClock(), []

    def open_bus():
        tries_s.append(clock.now_s())
        raise FileNotFoundError(2, "No such file or directory: '/dev/i2c-1'")

    display = OledDisplay("main", I2CWiring(open_bus), worker=BusWorker("bus", clock), sink=inbox)
    worker = display.worker
    display.show(picture())
    for planned_s in [0.5, 1, 2, 4, 8, 10, 10]:
        tried = len(tries_s)
        assert eventually(lambda: tries_s and worker._busy_since_s is None)
        clock.advance(planned_s - 0.1)
        time.sleep(2 * WAIT_STEP_S)
        assert len(tries_s) == max(1, tried)
        clock.advance(0.2)
        assert eventually(lambda tried=tried: len(tries_s) > max(1, tried))
    display.close()
    pauses_s = [later - earlier for earlier, later in itertools.pairwise(tries_s)]
    assert pauses_s == pytest.approx([0.6, 1.1, 2.1, 4.1, 8.1, 10.1, 10.1])
    assert len(inbox.items) == 1
    assert "/dev/i2c-1" in inbox.items[0].reason


def test_R27_a_chip_that_forgot_everything_is_set_up_again(wired, inbox, eventually):
    clock = SteppedClock()
    rig = wired(SimSsd1306(), clock=clock, repaint_s=60.0)
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.display.contrast(9)
    assert rig.display.settle(20)
    rig.chip.power_cycle()
    clock.advance(59)
    time.sleep(0.1)
    assert not rig.chip.is_on
    clock.advance(2)
    assert eventually(lambda: rig.chip.is_on)
    assert rig.shows(picture())
    assert rig.chip.contrast == 9
    assert inbox.items == []
    assert [port.closed for port in rig.ports] == [True, False]


def test_R27_every_minute_if_nothing_else_is_wanted(inbox):
    assert OledDisplay("main", I2CWiring(SimI2CBus().open))._repaint_s == 60


def test_R27_a_healthy_panel_stays_lit_as_bright_as_it_was_while_it_is_set_up_again(wired, eventually):
    clock = SteppedClock()
    rig = wired(SimSsd1306(), clock=clock, repaint_s=60.0)
    rig.display.show(picture())
    rig.display.contrast(9)
    assert rig.shows(picture())
    rig.chip.log.clear()
    pictures = []
    rig.bus.transfer = looking_on(rig, pictures)
    clock.advance(61)
    assert eventually(lambda: rig.display.counts.set_ups == 2)
    assert rig.display.settle(20)
    assert {code[1] for code in rig.chip.log if code[0] == 0x81} == {9}
    assert (0xAE,) not in rig.chip.log
    assert len(pictures) > 10
    assert set(pictures) == {picture().tobytes()}


def looking_on(rig: Rig, pictures: list[bytes]):
    """Give a transfer that looks at the glass after every one."""
    inner = rig.bus.transfer

    def transfer(address: int, message: bytes) -> None:
        inner(address, message)
        pictures.append(rig.chip.image().tobytes())

    return transfer


def test_R27_a_dark_panel_is_left_alone_and_set_up_anew_when_it_wakes(wired, eventually):
    clock = SteppedClock()
    rig = wired(SimSsd1306(), clock=clock, repaint_s=60.0)
    rig.display.show(picture())
    rig.display.contrast(0)
    assert rig.display.settle(20)
    sent = rig.bus.bytes
    clock.advance(3600)
    time.sleep(2 * FAR_STEP_S)
    assert rig.bus.bytes == sent
    rig.chip.power_cycle()
    rig.display.contrast(100)
    assert rig.shows(picture())


def test_R28_a_stuck_bus_is_a_lost_display(wired, inbox, eventually):
    clock = SteppedClock()
    rig = wired(SimSsd1306(), clock=clock, stuck_s=STUCK_S)
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.bus.stick()
    rig.display.show(picture("stuck"))
    assert eventually(lambda: rig.display._asked_s is None)  # it is under way
    assert rig.display.worker.alive_at_s == 0.0
    clock.advance(1.1)  # and nobody calls the display meanwhile
    assert "stuck" in inbox.wait(DisplayLost).reason
    assert clock.now_s() - rig.display.worker.alive_at_s > 1
    rig.display.show(picture("later"))
    rig.bus.release()
    inbox.wait(DisplayBack)
    assert rig.shows(picture("later"))
    assert eventually(lambda: rig.display.worker.alive_at_s == clock.now_s())


def test_close_does_not_wait_for_a_stuck_bus(rig, eventually):
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.bus.stick(deadline_s=60.0)
    rig.display.show(picture("stuck"))
    assert eventually(lambda: rig.display._asked_s is None)  # it is under way
    began_s = time.monotonic()
    rig.display.close()
    assert time.monotonic() - began_s < 10
