"""The OLED driver, with luma's real display class, on a simulated chip behind a simulated bus."""

from __future__ import annotations

import atexit
import errno
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from drivers.oled import OledDisplay
from drivers.oled_panel import Panel
from drivers.oled_wiring import I2CWiring
from drivers.oled_worker import FAR_STEP_S, STUCK_S, WAIT_STEP_S, BusWorker
from drivers.ports import Dimmable, Display, DisplayBack, DisplayLost
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.i2c import SimI2CBus

ADDRESS = 0x3C


class Rig:
    """A display driver, its bus and its chip; ``ports`` are all buses it opened."""

    def __init__(self, chip: SimSsd1306, inbox, *, clock=None, stuck_s=inf, rotate=0, repaint_s=None) -> None:
        self.chip = chip
        self.bus = SimI2CBus()
        self.bus.attach(ADDRESS, chip)
        self.ports = []
        self.display = OledDisplay(
            "main",
            I2CWiring(self.open, ADDRESS),
            Panel(width=chip.width, height=chip.height, rotate=rotate),
            worker=BusWorker("display-main", clock or RunningClock(speed=60), stuck_s),
            sink=inbox,
            repaint_s=repaint_s,
        )

    def open(self):
        self.ports.append(self.bus.open())
        return self.ports[-1]

    def shows(self, image: Image.Image) -> bool:
        return self.display.settle(20) and self.chip.image().tobytes() == image.tobytes()


@pytest.fixture
def wired(inbox) -> Iterator[Callable[..., Rig]]:
    """Wire displays to chips; they are closed at the end."""
    rigs = []

    def wire(chip: SimSsd1306, **how) -> Rig:
        rigs.append(Rig(chip, inbox, **how))
        return rigs[-1]

    yield wire
    for rig in rigs:
        rig.bus.release()
        rig.display.close()


@pytest.fixture
def rig(wired) -> Rig:
    return wired(SimSsd1306())


def picture(text: str = "PORT ROYAL 12", size=(128, 64)) -> Image.Image:
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.text((3, 3), text, fill=1)
    draw.line((0, size[1] - 1, size[0] - 1, 0), fill=1)
    return image


def test_it_is_a_display_that_can_be_dimmed(rig):
    display: Display = rig.display
    assert (display.name, display.width, display.height) == ("main", 128, 64)
    assert isinstance(display, Dimmable)


def test_the_picture_on_the_glass_is_the_picture_drawn(rig):
    rig.display.show(picture())
    assert rig.shows(picture())
    assert rig.chip.is_on


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (96, 16), (64, 48), (64, 32)])
@pytest.mark.parametrize("rotate", [0, 1, 2, 3])
def test_every_glass_in_every_rotation(wired, size, rotate):
    rig = wired(SimSsd1306(*size, left=0 if size == (96, 16) else None), rotate=rotate)
    image = picture(size=(rig.display.width, rig.display.height))
    rig.display.show(image)
    assert rig.shows(image.rotate(-90 * rotate, expand=True))
    assert rig.chip.image().size == size


@given(st.lists(st.binary(min_size=1024, max_size=1024), min_size=1, max_size=4))
@settings(max_examples=15)
def test_any_row_of_pictures_ends_with_the_last_one_on_the_glass(frames):
    rig = Rig(SimSsd1306(), None)
    for frame in frames:
        image = Image.frombytes("1", (128, 64), frame)
        rig.display.show(image)
        assert rig.shows(image)
    rig.display.close()


def test_memory_is_filled_before_the_panel_is_switched_on(wired):
    at_switching_on = []

    class Watched(SimSsd1306):
        def _switch(self, code):
            if code == 0xAF:
                at_switching_on.append(bytes(self.memory))
            super()._switch(code)

    rig = wired(Watched())
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.display.close()
    assert at_switching_on == [bytes(rig.chip.memory)]


def test_R31_an_unchanged_picture_sends_no_byte(rig):
    rig.display.show(picture())
    assert rig.shows(picture())
    sent = rig.bus.bytes
    for _ in range(5):
        rig.display.show(picture())
    assert rig.display.settle(20)
    time.sleep(0.05)
    assert rig.bus.bytes == sent


def test_R31_a_changed_corner_sends_only_the_corner(rig):
    rig.display.show(picture())
    assert rig.shows(picture())
    sent, busy_s = rig.bus.bytes, rig.bus.busy_s
    image = picture()
    ImageDraw.Draw(image).rectangle((100, 40, 115, 50), fill=1)
    rig.display.show(image)
    assert rig.shows(image)
    assert rig.bus.bytes - sent <= 2 * 16 + 2 + 8 + 6  # two pages of 16 columns, one window or two
    assert rig.bus.busy_s - busy_s < 0.0012


def test_R31_of_many_pictures_the_latest_is_sent(rig):
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.bus.stick()
    transfers = rig.bus.transfers
    for number in range(100):
        rig.display.show(picture(f"card {number}"))
    rig.bus.release()
    assert rig.shows(picture("card 99"))
    assert rig.bus.transfers - transfers < 100  # two pictures: the first of the hundred, and the last


def test_R31_show_returns_at_once_while_the_bus_is_slow(rig):
    rig.bus.stick()
    began_s = time.monotonic()
    for number in range(10):
        rig.display.show(picture(str(number)))
    assert time.monotonic() - began_s < 4  # the bus is held for five
    assert not rig.display.settle(0.05)


def test_a_picture_may_be_changed_after_it_was_shown(rig):
    image = picture()
    rig.bus.stick()
    rig.display.show(image)
    ImageDraw.Draw(image).rectangle((0, 0, 127, 63), fill=1)
    rig.bus.release()
    assert rig.shows(picture())


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


def test_R30_close_goes_dark_and_gives_the_bus_back(rig):
    rig.display.show(picture())
    assert rig.shows(picture())
    began_s = time.monotonic()
    rig.display.close()
    rig.display.close()
    assert time.monotonic() - began_s < 2
    assert not rig.chip.is_on
    assert all(port.closed for port in rig.ports)
    rig.display.show(picture("too late"))
    assert not rig.chip.is_on


def test_close_of_a_display_that_is_lost_or_was_never_used(wired, inbox):
    unused = wired(SimSsd1306())
    unused.display.close()
    assert unused.bus.transfers == 0
    lost = wired(SimSsd1306())
    lost.bus.detach(ADDRESS)
    lost.display.show(picture())
    inbox.wait(DisplayLost)
    lost.display.close()
    assert all(port.closed for port in lost.ports)


def test_close_while_the_chip_does_not_answer_raises_nothing(rig):
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.bus.fail(errno.EREMOTEIO)
    rig.display.close()


def test_contrast_and_the_panel_off_and_on(rig):
    rig.display.show(picture())
    rig.display.contrast(80)
    assert rig.shows(picture())
    assert rig.chip.contrast == 80
    rig.display.contrast(0)
    assert rig.display.settle(20)
    assert not rig.chip.is_on
    rig.display.show(picture("in the dark"))
    assert rig.display.settle(20)
    assert not rig.chip.is_on
    rig.display.contrast(255)
    assert rig.shows(picture("in the dark"))
    assert (rig.chip.is_on, rig.chip.contrast) == (True, 255)


def test_a_panel_switched_off_stays_off_when_it_is_set_up_again(rig, inbox):
    rig.display.contrast(0)
    assert rig.display.settle(20)
    rig.bus.fail(errno.EIO, times=2)
    rig.display.show(picture())
    inbox.wait(DisplayBack)
    assert rig.display.settle(20)
    assert not rig.chip.is_on
    assert (0xAF,) not in rig.chip.log


def test_nothing_is_left_to_do_at_exit(rig, inbox):
    before = atexit._ncallbacks()
    rig.display.show(picture())
    assert rig.display.settle(20)
    for turn in range(1, 4):
        rig.bus.fail(errno.EIO, times=2)
        rig.display.show(picture(str(turn)))
        inbox.wait(DisplayBack, times=turn)
    assert rig.display.counts.set_ups == 1 + 3 * 2
    assert atexit._ncallbacks() == before


@pytest.mark.parametrize(
    ("mode", "size", "said"),
    [("L", (128, 64), "128x64 in 'L'"), ("1", (64, 128), "64x128 in '1'")],
)
def test_other_images_are_refused(rig, mode, size, said):
    with pytest.raises(ValueError, match=said):
        rig.display.show(Image.new(mode, size))


def test_settings_that_make_no_sense_are_refused(rig):
    with pytest.raises(ValueError, match="chip 'sh1107' is not one of ssd1306, ssd1309, sh1106"):
        Panel("sh1107")
    with pytest.raises(ValueError, match="no sh1106 has a glass of 64x32, only of 128x64, 128x32"):
        Panel("sh1106", 64, 32)
    with pytest.raises(ValueError, match="rotate is 4"):
        Panel(rotate=4)
    with pytest.raises(ValueError, match=r"column offset is 5, .* it goes from 0 to 4"):
        Panel("sh1106", column_offset=5)
    with pytest.raises(ValueError, match="contrast is 256"):
        rig.display.contrast(256)


def test_a_thread_only_for_displays_that_are_used(rig):
    assert not [thread for thread in threading.enumerate() if thread.name == "display-main"]
    rig.display.show(picture())
    rig.display.show(picture())
    assert len([thread for thread in threading.enumerate() if thread.name == "display-main"]) == 1


def test_a_picture_is_sent_and_packed_within_a_few_milliseconds(rig, record_property):
    """The host's share without wire time; a full screen is 1024 bytes in 32-byte blocks."""
    rig.display.show(picture())
    assert rig.display.settle(20)
    took_ms = []
    for number in range(20):
        image = picture(str(number)).point(lambda pixel: 255 - pixel) if number % 2 else picture(str(number))
        began_s = time.monotonic()
        rig.display.show(image)
        assert rig.display.settle(20)
        took_ms.append((time.monotonic() - began_s) * 1000)
    record_property("show_ms_median", round(sorted(took_ms)[10], 2))
    assert min(took_ms) < 50
