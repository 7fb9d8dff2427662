"""The simulated SH1106 against luma's own drawing and against the data sheet; the SSD1309 besides."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from drivers.sim.chips.sh1106 import SimSh1106
from drivers.sim.chips.ssd1306 import SimSsd1309
from drivers.sim.i2c import SimI2CBus
from panel_chips import commands, lit


@pytest.fixture
def chip() -> SimSh1106:
    """Give a chip that is on, upright, with dark memory."""
    it = SimSh1106()
    commands(it, 0xA1, 0xC8)
    for page in range(8):
        commands(it, 0xB0 | page, 0x00, 0x10)
        it.write(b"\x40" + bytes(132))
    commands(it, 0xAF)
    return it


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
@pytest.mark.parametrize("size", [(128, 64), (128, 32)])
@pytest.mark.parametrize(("name", "kind"), [("sh1106", SimSh1106), ("ssd1309", SimSsd1309)])
def test_what_luma_itself_draws_is_seen(name, kind, size):
    import luma.oled.device
    from luma.core.interface.serial import i2c

    chip, bus = kind(*size), SimI2CBus()
    bus.attach(0x3C, chip)
    device = getattr(luma.oled.device, name)(i2c(bus=bus.open(), address=0x3C), *size)
    device.persist = True  # nothing to do at exit
    image = Image.effect_noise(size, 80).convert("1")
    device.display(image)
    assert ImageChops.difference(chip.image().convert("L"), image.convert("L")).getbbox() is None


def test_its_memory_is_wider_than_the_glass(chip):
    commands(chip, 0xB3, 0x00, 0x10)
    chip.write(b"\x40" + b"\xff" * 132)
    assert lit(chip) == {(x, y) for x in range(128) for y in range(24, 32)}
    commands(chip, 0xB3, 0x00, 0x10)
    chip.write(b"\x40" + bytes(130) + b"\x01\x01")  # columns 130 and 131 are behind the frame
    assert lit(chip) == set()


def test_the_usual_glass_begins_at_column_2_and_others_where_they_begin():
    for left in (None, 0, 4):
        chip = SimSh1106(left=left)
        commands(chip, 0xA1, 0xC8, 0xB0, 0x02, 0x10)
        chip.memory[:] = bytes(len(chip.memory))
        chip.write(b"\x40\x01")
        commands(chip, 0xAF)
        assert lit(chip) == ({(2 - (2 if left is None else left), 0)} if left != 4 else set())


def test_the_column_stops_at_the_last_one_and_the_page_stays(chip):
    commands(chip, 0xB3, 0x01, 0x18)  # column 129
    chip.write(b"\x40\x01\x02\x04\x08")
    assert lit(chip) == {(127, 24)}
    assert chip.memory.count(8) == 1  # written over the 4 in column 131
    assert chip.memory.count(4) == 0


def test_columns_above_the_last_are_the_last(chip):
    commands(chip, 0xB0, 0x0F, 0x1F)
    chip.write(b"\x40\x01")
    assert chip.memory[0] == 1  # remapped: column 131 is segment 0
    commands(chip, 0x18, 0x04)
    chip.write(b"\x40\x02")
    assert chip.memory[0] == 2


def test_it_knows_no_windows_and_takes_their_arguments_for_commands(chip):
    commands(chip, 0x21, 0, 127)
    assert chip.start_line == 0x3F
    assert list(chip.log)[-3:] == [(0x21,), (0x00,), (0x7F,)]


def test_the_converter_lights_the_glass(chip):
    commands(chip, 0xA5)
    assert len(lit(chip)) == 128 * 64
    commands(chip, 0xAD, 0x8A)
    assert not chip.is_on
    assert lit(chip) == set()
    commands(chip, 0xAD, 0x8B)
    assert chip.is_on


def test_reset_forgets_the_settings_and_keeps_the_memory(chip):
    commands(chip, 0x81, 9, 0xB0, 0x02, 0x10)
    chip.write(b"\x40\x55")
    memory = bytes(chip.memory)
    chip.reset()
    assert (chip.is_on, chip.contrast, chip.remapped) == (False, 0x7F, False)
    assert bytes(chip.memory) == memory
    chip.power_cycle()
    assert bytes(chip.memory) != memory


def test_rows_that_are_not_scanned_are_dark(chip):
    commands(chip, 0xA5, 0xA8, 31)
    assert lit(chip) == {(x, y) for x in range(128) for y in range(32)}


def test_an_ssd1309_needs_no_charge_pump_and_has_none():
    chip = SimSsd1309()
    commands(chip, 0xAF)
    assert chip.is_on
    commands(chip, 0x8D, 0xAE)  # what would be its argument is a command of its own
    assert not chip.is_on
    commands(chip, 0xFD, 0xAF)
    assert not chip.is_on


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=20))
@example([b"\x18\xb7", b"\x04", b"\x00"])
def test_the_chip_takes_any_bytes(messages):
    chip = SimSh1106()
    for message in messages:
        with suppress(OSError):
            chip.write(message)
        chip.take(message, data=True)
        chip.take(message, data=False)
    assert len(chip.memory) == 132 * 8
    assert chip.image().size == (128, 64)
