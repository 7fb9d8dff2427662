"""Every chip on every wiring, with luma's real classes: what is on the glass is what was drawn (R29)."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from drivers.framebuffer import pack
from drivers.oled import OledDisplay
from drivers.oled_panel import KINDS, Panel
from drivers.oled_wiring import I2CWiring, SpiWiring
from drivers.oled_worker import BusWorker
from drivers.ports import DeviceGone, DisplayBack, DisplayLost
from drivers.sim.chips.sh1106 import SimSh1106
from drivers.sim.chips.ssd1306 import SimSsd1306, SimSsd1309
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.i2c import SimI2CBus
from drivers.sim.lines import SimLines
from drivers.sim.spi_panel import SimSpiPanel

CHIPS = {"ssd1306": SimSsd1306, "ssd1309": SimSsd1309, "sh1106": SimSh1106}
SIZES = [(128, 64), (128, 32)]


class Rig:
    """A display on one of the wirings."""

    def __init__(self, chip: SimSsd1306, panel: Panel, transport: str, inbox, *, clock=None, repaint_s=None):
        self.chip = chip
        self.lines = SimLines()
        if transport == "i2c":
            self.wire = SimI2CBus()
            self.wire.attach(0x3C, chip)
            wiring = I2CWiring(self.wire.open)
        else:
            self.wire = SimSpiPanel(chip, self.lines)
            wiring = SpiWiring(self.wire.device, lambda: self.lines.pin_factory)
        worker = BusWorker("bus", clock or RunningClock(speed=60), stuck_s=1000)
        self.display = OledDisplay("main", wiring, panel, worker=worker, sink=inbox, repaint_s=repaint_s)

    def shows(self, image: Image.Image) -> bool:
        return self.display.settle(20) and self.chip.image().tobytes() == image.tobytes()

    def close(self) -> None:
        self.wire.release()
        self.display.close()
        self.lines.close()


@pytest.fixture
def wired(inbox) -> Iterator[Callable[..., Rig]]:
    """Wire a display to a simulated chip of the same name, both of the usual make."""
    rigs = []

    def wire(name: str, transport: str, size=(128, 64), *, left=None, chip=None, **how) -> Rig:
        panel = Panel(name, *size, rotate=how.pop("rotate", 0), column_offset=how.pop("offset", None))
        rigs.append(Rig(chip or CHIPS[name](*size, left), panel, transport, inbox, **how))
        return rigs[-1]

    yield wire
    for rig in rigs:
        rig.close()


def picture(text: str = "PORT ROYAL", size=(128, 64)) -> Image.Image:
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.text((3, 3), text, fill=1)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=1)
    draw.line((0, size[1] - 1, size[0] - 1, 0), fill=1)
    return image


@pytest.mark.parametrize("transport", ["i2c", "spi"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CHIPS)
@pytest.mark.parametrize("rotate", [0, 2])
def test_R29_the_picture_stands_upright_whole_and_in_its_place(wired, name, transport, size, rotate):
    rig = wired(name, transport, size, rotate=rotate)
    rig.display.show(picture(size=size))
    assert rig.shows(picture(size=size).rotate(90 * rotate))
    assert rig.chip.is_on
    rig.display.show(picture("BUST", size))
    assert rig.shows(picture("BUST", size).rotate(90 * rotate))


@pytest.mark.parametrize("transport", ["i2c", "spi"])
@pytest.mark.parametrize("name", CHIPS)
def test_R29_the_bytes_in_memory_are_those_of_the_picture_from_the_offset_on(wired, name, transport):
    """Golden: the framebuffer, page after page, at the column that the panel's record says."""
    rig = wired(name, transport)
    rig.display.show(picture())
    assert rig.shows(picture())
    left, columns = rig.display.panel.left, rig.chip.COLUMNS
    assert left == {"ssd1306": 0, "ssd1309": 0, "sh1106": 2}[name]
    pages = [bytes(rig.chip.memory[n * columns : (n + 1) * columns])[::-1] for n in range(8)]  # remapped
    assert b"".join(page[left : left + 128] for page in pages) == pack(picture())


@pytest.mark.parametrize("left", [0, 1, 2, 4])
def test_R29_an_sh1106_whose_glass_begins_elsewhere(wired, left):
    rig = wired("sh1106", "i2c", left=left, offset=left)
    rig.display.show(picture())
    assert rig.shows(picture())


def test_R29_a_wrong_offset_is_seen_as_a_shifted_picture(wired):
    rig = wired("sh1106", "i2c", left=0)
    rig.display.show(picture())
    assert rig.display.settle(20)
    seen = rig.chip.image().crop((2, 0, 128, 64))
    assert seen.tobytes() == picture().crop((0, 0, 126, 64)).tobytes()


def test_R29_a_wrong_chip_is_seen_as_garbage(wired):
    rig = wired("ssd1306", "i2c", chip=SimSh1106())
    rig.display.show(picture())
    assert not rig.shows(picture())


def test_R29_narrow_glass_has_its_offset_too(wired):
    rig = wired("ssd1306", "i2c", (64, 48), left=30, offset=30)
    rig.display.show(picture(size=(64, 48)))
    assert rig.shows(picture(size=(64, 48)))


def test_an_sh1106_is_never_sent_a_command_that_it_does_not_know_to_draw(wired):
    rig = wired("sh1106", "i2c")
    rig.display.show(picture())
    assert rig.display.settle(20)
    rig.chip.log.clear()
    rig.display.show(picture("BUST"))
    assert rig.shows(picture("BUST"))
    assert {code[0] & 0xF0 for code in rig.chip.log} == {0xB0, 0x00, 0x10}


@pytest.mark.parametrize("name", CHIPS)
@pytest.mark.parametrize("transport", ["i2c", "spi"])
@given(frames=st.lists(st.binary(min_size=512, max_size=512), min_size=2, max_size=3))
@settings(max_examples=4)
def test_R31_any_row_of_pictures_ends_with_the_last_one_on_the_glass(name, transport, frames):
    rig = Rig(CHIPS[name](128, 32), Panel(name, 128, 32), transport, None)
    for frame in frames:
        image = Image.frombytes("1", (128, 32), frame)
        rig.display.show(image)
        assert rig.shows(image)
    rig.close()


@pytest.mark.parametrize("transport", ["i2c", "spi"])
@pytest.mark.parametrize("name", CHIPS)
def test_R31_only_what_changed_is_sent(wired, name, transport):
    rig = wired(name, transport)
    rig.display.show(picture())
    assert rig.shows(picture())
    sent = rig.wire.bytes
    rig.display.show(picture())
    assert rig.display.settle(20)
    assert rig.wire.bytes == sent
    image = picture()
    ImageDraw.Draw(image).rectangle((100, 40, 115, 50), fill=1)
    rig.display.show(image)
    assert rig.shows(image)
    assert rig.wire.bytes - sent <= 2 * (16 + 2 + 8)


@pytest.mark.parametrize("name", CHIPS)
def test_R31_on_i2c_each_run_of_columns_is_one_message_with_its_address_in_front(wired, name):
    """SSD1306 data sheet, 8.1.5.2: 80 announces one command, 40 that memory follows up to the end."""
    rig = wired(name, "i2c")
    rig.display.show(picture())
    assert rig.shows(picture())
    messages, carry = [], rig.wire.transfer
    rig.wire.transfer = lambda address, message: (messages.append(bytes(message)), carry(address, message))
    image = picture()
    for box in ((10, 40, 12, 47), (60, 40, 60, 47), (10, 48, 10, 49)):
        ImageDraw.Draw(image).rectangle(box, fill=1)
    rig.display.show(image)
    assert rig.shows(image)
    left = rig.display.panel.left
    places = [
        (0x80, 0xB5, 0x80, 10 + left & 0xF, 0x80, 0x10 | 10 + left >> 4, 0x40),
        (0x80, 60 + left & 0xF, 0x80, 0x10 | 60 + left >> 4, 0x40),
        (0x80, 0xB6, 0x80, 10 + left & 0xF, 0x80, 0x10 | 10 + left >> 4, 0x40),
    ]
    assert [tuple(message[: len(place)]) for message, place in zip(messages, places, strict=True)] == places
    assert [len(message) - len(place) for message, place in zip(messages, places, strict=True)] == [3, 1, 1]


@pytest.mark.parametrize(("transport", "mode"), [("i2c", 0x02), ("spi", 0x00)])
def test_an_ssd1306_is_told_how_its_memory_is_addressed(wired, transport, mode):
    rig = wired("ssd1306", transport)
    rig.display.show(picture())
    assert rig.shows(picture())
    assert [code for code in rig.chip.log if code[0] == 0x20][-1] == (0x20, mode)


def test_a_whole_picture_takes_the_time_that_the_data_sheets_say(wired):
    """23.3 and 24.4 ms at 400 kHz, 1.03 ms at 8 MHz, and a little for addresses of pages, or calls."""
    took_ms = {}
    for name, transport in (("ssd1306", "i2c"), ("sh1106", "i2c"), ("ssd1309", "spi")):
        rig = wired(name, transport)
        rig.display.show(picture())
        assert rig.shows(picture())
        busy_s = rig.wire.busy_s
        rig.display.show(picture().point(lambda pixel: 255 - pixel))
        assert rig.display.settle(20)
        took_ms[name] = (rig.wire.busy_s - busy_s) * 1000
    assert took_ms["ssd1306"] < 23.3 * 1.1
    assert took_ms["sh1106"] < 24.4 * 1.1
    assert took_ms["ssd1309"] < 1.03 * 1.25


# -- SPI ---------------------------------------------------------------------------------
def test_the_reset_line_is_pulled_and_the_chip_select_opened_at_8_mhz(wired):
    rig = wired("ssd1309", "spi")
    levels = []
    rig.lines.watch(23, levels.append)
    rig.display.show(picture())
    assert rig.shows(picture())
    assert levels == [1.0]
    assert rig.lines.level(23) == 1
    assert rig.wire.opened == 1
    rig.display.close()
    assert rig.wire.opened == 0
    assert not rig.chip.is_on


def test_R26_a_bus_that_is_not_there_is_said_and_tried_again(wired, inbox):
    rig = wired("ssd1309", "spi")
    rig.wire.remove()
    rig.display.show(picture())
    reason = inbox.wait(DisplayLost).reason
    assert reason == "display main: CE1 of SPI bus 0 does not work (SPI device not found)"
    rig.wire.put_back()
    inbox.wait(DisplayBack)
    assert rig.shows(picture())
    assert rig.wire.opened == 1


def test_R26_what_was_opened_before_a_failure_is_given_back():
    from gpiozero import OutputDevice

    lines = SimLines()
    panel = SimSpiPanel(SimSsd1309(), lines)
    panel.remove()
    with pytest.raises(Exception, match="SPI device not found") as caught:
        SpiWiring(panel.device, lambda: lines.pin_factory).open()
    assert caught.tb  # which keeps all of them alive
    for pin in (23, 24):
        OutputDevice(pin, pin_factory=lines.pin_factory).close()
    lines.close()


@pytest.mark.parametrize("code", [errno.EIO, errno.ENODEV, errno.EAGAIN])
def test_R26_errors_of_the_bus_are_mended(wired, inbox, code):
    rig = wired("ssd1309", "spi")
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.wire.fail(code, times=2)
    rig.display.show(picture("after"))
    assert inbox.wait(DisplayLost).reason.startswith("display main: CE1 of SPI bus 0 does not work")
    inbox.wait(DisplayBack)
    assert rig.shows(picture("after"))
    assert rig.wire.opened == 1


def test_R26_a_line_that_somebody_else_has_is_said_and_had_when_it_is_free(wired, inbox):
    from gpiozero import OutputDevice

    rig = wired("ssd1309", "spi")
    other = OutputDevice(24, pin_factory=rig.lines.pin_factory)
    rig.display.show(picture())
    assert "pin GPIO24 is already in use" in inbox.wait(DisplayLost).reason
    other.close()
    inbox.wait(DisplayBack)
    assert rig.shows(picture())


def test_R26_a_machine_without_spidev_says_so(inbox):
    def no_spidev():
        raise DeviceGone("the Python package spidev is not installed")

    lines = SimLines()
    wiring = SpiWiring(no_spidev, lambda: lines.pin_factory)
    display = OledDisplay("main", wiring, Panel("ssd1309"), sink=inbox)
    display.show(picture())
    assert "spidev is not installed" in inbox.wait(DisplayLost).reason
    display.close()


def test_R27_a_display_on_spi_that_was_unplugged_shows_its_picture_again_within_a_minute(
    wired, inbox, eventually
):
    clock = SteppedClock()
    rig = wired("ssd1309", "spi", clock=clock, repaint_s=60.0)
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.wire.unplug()
    rig.display.show(picture("while it was away"))
    assert rig.display.settle(20)  # nobody can know
    rig.wire.plug()
    assert not rig.chip.is_on
    clock.advance(60)
    assert eventually(lambda: rig.chip.is_on)
    assert rig.shows(picture("while it was away"))
    assert inbox.items == []


@pytest.mark.parametrize("name", CHIPS)
def test_R27_every_chip_is_set_up_again_after_a_dip_of_its_supply(wired, inbox, eventually, name):
    clock = SteppedClock()
    rig = wired(name, "i2c", clock=clock, repaint_s=60.0)
    rig.display.show(picture())
    assert rig.shows(picture())
    rig.chip.power_cycle()
    assert not rig.chip.is_on
    clock.advance(60)
    assert eventually(lambda: rig.chip.is_on)
    assert rig.shows(picture())


def test_without_a_reset_line(inbox):
    lines, chip = SimLines(), SimSsd1309()
    panel = SimSpiPanel(chip, lines, device=0, reset=None)
    wiring = SpiWiring(panel.device, lambda: lines.pin_factory, (0, 0), reset=None)
    display = OledDisplay("main", wiring, Panel("ssd1309"), sink=inbox)
    display.show(picture())
    assert display.settle(20)
    assert chip.image().tobytes() == picture().tobytes()
    display.close()
    lines.close()


@pytest.mark.parametrize("name", KINDS)
def test_luma_has_a_class_for_every_chip(name):
    import luma.oled.device

    assert hasattr(luma.oled.device, name)
