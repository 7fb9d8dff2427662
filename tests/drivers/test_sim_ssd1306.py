"""The simulated display chip, against luma's own drawing and against the data sheet."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.i2c import SimI2CBus
from panel_chips import commands, lit


@pytest.fixture
def chip() -> SimSsd1306:
    """Give a chip that is on, upright, with dark memory and horizontal addressing."""
    it = SimSsd1306()
    commands(it, 0x20, 0x00, 0xA1, 0xC8, 0x8D, 0x14)
    it.write(b"\x40" + bytes(1024))
    commands(it, 0xAF)
    return it


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
@pytest.mark.parametrize("size", [(128, 64), (128, 32), (96, 16), (64, 48), (64, 32)])
def test_what_luma_itself_draws_is_seen(size):
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1306

    chip, bus = SimSsd1306(*size, left=0 if size == (96, 16) else None), SimI2CBus()
    bus.attach(0x3C, chip)
    device = ssd1306(i2c(bus=bus.open(), address=0x3C), *size)
    device.persist = True  # nothing to do at exit
    image = Image.effect_noise(size, 80).convert("1")
    device.display(image)
    assert ImageChops.difference(chip.image().convert("L"), image.convert("L")).getbbox() is None


def test_a_new_chip_is_dark_and_full_of_noise():
    chip = SimSsd1306()
    assert not chip.is_on
    assert lit(chip) == set()
    commands(chip, 0x8D, 0x14, 0xAF)
    assert 1000 < len(lit(chip)) < 7000
    chip.power_cycle()
    assert not chip.is_on


def test_without_its_charge_pump_the_glass_stays_dark(chip):
    commands(chip, 0x8D, 0x10)
    assert chip.display_on
    assert not chip.is_on


def test_windows_wrap_in_horizontal_addressing(chip):
    commands(chip, 0x21, 10, 11, 0x22, 2, 3)
    chip.write(b"\x40\x01\x02\x04\x08\x80")
    assert lit(chip) == {(10, 23), (11, 17), (10, 26), (11, 27)}  # the fifth byte replaced the first


def test_vertical_addressing_goes_down_first(chip):
    commands(chip, 0x20, 0x01, 0x21, 10, 11, 0x22, 2, 3)
    chip.write(b"\x40\x01\x02\x04\x08\x80")
    assert lit(chip) == {(10, 23), (10, 25), (11, 18), (11, 27)}


def test_page_addressing_stays_in_its_page(chip):
    commands(chip, 0x20, 0x02, 0xB3, 0x0E, 0x17)
    chip.write(b"\x40\x01\x01\x01")
    assert lit(chip) == {(126, 24), (127, 24), (0, 24)}


def test_each_mode_has_its_own_commands_for_places(chip):
    """Data sheet 10.1.1 to 10.1.5: windows go with horizontal and vertical addressing, starts with pages."""
    commands(chip, 0xB3, 0x0E, 0x17)
    chip.write(b"\x40\x01")
    assert lit(chip) == {(0, 0)}, "horizontal addressing knows no start of a page"
    commands(chip, 0x20, 0x02, 0x21, 50, 60, 0x22, 4, 5)
    chip.write(b"\x40\x01")
    assert lit(chip) == {(0, 0), (1, 0)}, "page addressing knows no windows"


def test_mirrors_inversion_start_line_and_offset(chip):
    commands(chip, 0x21, 0, 127, 0x22, 0, 7)
    chip.write(b"\x40\x01")
    assert lit(chip) == {(0, 0)}
    commands(chip, 0xC0)
    assert lit(chip) == {(0, 63)}
    commands(chip, 0xC8, 0x41)
    assert lit(chip) == {(0, 63)}  # line 1 of memory is on top now
    commands(chip, 0x40, 0xD3, 0x3F)
    assert lit(chip) == {(0, 1)}
    commands(chip, 0xD3, 0x00, 0xA7)
    assert len(lit(chip)) == 128 * 64 - 1
    commands(chip, 0xA6, 0xA5)
    assert len(lit(chip)) == 128 * 64
    commands(chip, 0xA4, 0xA0)
    assert lit(chip) == {(0, 0)}  # memory that was written before keeps its side
    commands(chip, 0x21, 0, 127, 0x22, 0, 7)
    chip.write(b"\x40\x80")
    assert lit(chip) == {(0, 0), (127, 7)}


def test_a_command_may_come_in_pieces_and_mixed_with_data(chip):
    commands(chip, 0x81)
    commands(chip, 0x33)
    assert chip.contrast == 0x33
    chip.write(bytes([0x80, 0x21, 0x80, 5, 0x80, 127, 0xC0, 0x01, 0x40, 0x01]))
    assert lit(chip) == {(5, 0), (6, 0)}


def test_commands_with_arguments_that_do_nothing_here_are_swallowed_whole(chip):
    commands(chip, 0x29, 0, 0, 0, 0, 0xAE, 0xA3, 0, 0xAE, 0x26, 0, 0, 0, 0, 0, 0xAE, 0xD5, 0xAE, 0xA8, 0x1F)
    assert chip.is_on
    assert chip.lines == 32
    assert chip.log[-1] == (0xA8, 0x1F)


def test_a_wrong_control_byte_is_not_acknowledged(chip):
    with pytest.raises(OSError, match="control byte 01") as caught:
        chip.write(b"\x01\xae")
    assert caught.value.errno == 121


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=20))
def test_the_chip_takes_any_bytes(messages):
    chip = SimSsd1306()
    for message in messages:
        if message[0] in (0x00, 0x40):
            chip.write(message)
        else:
            with suppress(OSError):
                chip.write(message)
    assert len(chip.memory) == 1024
    assert chip.image().size == (128, 64)
