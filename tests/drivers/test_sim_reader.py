"""The simulated tag and the simulated PN532, without a driver."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.linux import open_serial
from drivers.sim.chips.field import Field
from drivers.sim.chips.ntag import Nak, Type2Tag
from drivers.sim.chips.pn532 import FIRMWARE, Misused, SimPn532
from drivers.sim.frames import ACK_BYTES, answer_bytes
from drivers.sim.serial import Pn532OnPty
from drivers.tags import TagImage, ntag213, ntag216, ultralight

UID = bytes.fromhex("04a1b2c3d4e5f6")


def selected(image: TagImage) -> Type2Tag:
    tag = Type2Tag(image)
    tag.selected = True
    return tag


def read(tag: Type2Tag, page: int) -> bytes:
    return tag.command(bytes([0x30, page]))


def refuses(tag: Type2Tag, message: bytes) -> bool:
    tag.selected = True
    with pytest.raises(Nak):
        tag.command(message)
    return not tag.selected


def test_read_gives_four_pages():
    image = ntag213(UID, b"0123456789abcdef")
    assert read(selected(image), 4) == b"0123456789abcdef"
    assert read(selected(image), 0) == b"".join(image.pages[:4])


def test_read_past_the_last_page_begins_at_the_first():
    image = ntag213(UID)
    assert read(selected(image), 44) == bytes(4) + b"".join(image.pages[:3])
    small = ultralight(UID, bytes(range(48)))
    assert read(selected(small), 14) == b"".join(small.pages[14:] + small.pages[:2])


def test_pages_that_are_not_there_are_refused_and_the_tag_falls_asleep():
    tag = selected(ntag213(UID))
    assert refuses(tag, b"\x30\x2d")
    assert tag.command(b"\x30\x04") is None
    assert refuses(selected(ultralight(UID)), b"\x30\x10")


def test_password_and_pack_read_as_zeros(tag_files):
    tag = selected(tag_files["Ntag213_locked"])
    assert tag_files["Ntag213_locked"].pages[43] != bytes(4)
    assert read(tag, 41)[8:12] == bytes(4)


def test_fast_read_and_version():
    image = ntag216(UID, bytes(range(200)))
    tag = selected(image)
    assert tag.command(b"\x3a\x04\x24") == b"".join(image.pages[4:0x25])
    assert tag.command(b"\x60") == bytes.fromhex("0004040201001303")
    assert refuses(tag, b"\x3a\x05\x04")
    assert refuses(tag, b"\x3a\x04\xe7")
    assert refuses(selected(ultralight(UID)), b"\x60")
    assert refuses(selected(ultralight(UID)), b"\x3a\x04\x05")


def test_write_with_lock_bits_and_one_time_pages():
    tag = selected(ntag213(UID))
    assert tag.command(b"\xa2\x04abcd") == b"\x0a"
    assert read(tag, 4)[:4] == b"abcd"
    assert refuses(tag, b"\xa2\x01abcd")
    assert refuses(tag, b"\xa2\x2dabcd")
    tag.selected = True
    tag.command(bytes.fromhex("a2 03 0e010000"))  # capability container: bits are only added
    assert read(tag, 3)[:4] == bytes.fromhex("ef111200")
    tag.command(bytes.fromhex("a2 02 ffff1001"))  # lock pages 4 and 8
    assert read(tag, 2)[2:4] == b"\x10\x01"
    for locked in (4, 8):
        assert refuses(tag, bytes([0xA2, locked]) + b"wxyz")
    tag.selected = True
    assert tag.command(b"\xa2\x05wxyz") == b"\x0a"
    assert tag.command(b"\xa2\x10wxyz") == b"\x0a"


@given(st.binary(max_size=12), st.booleans())
def test_a_tag_answers_refuses_or_is_silent_to_any_bytes(message, is_selected):
    tag = Type2Tag(ntag213(UID))
    tag.selected = is_selected
    with suppress(Nak):
        answer = tag.command(message)
        assert answer is None or message[0] in (0x30, 0x3A, 0x60, 0xA2)
    assert len(tag.memory) == 180


def test_a_tag_without_memory_is_silent():
    assert selected(TagImage(b"\x08\x01\x02\x03")).command(b"\x30\x00") is None


@pytest.fixture
def chip() -> SimPn532:
    it = SimPn532(Field())
    it.run(0x14, b"\x01")
    it.run(0x32, b"\x05\xff\x01\x02")
    return it


def test_the_chip_says_what_it_is(chip):
    assert chip.run(0x02, b"").payload == FIRMWARE
    assert chip.run(0x00, b"\x00hello").payload == b"\x00hello"
    assert chip.run(0x04, b"").payload == b"\x00\x00\x00\x80"


@pytest.mark.parametrize(
    ("code", "payload"),
    [
        (0x99, ""), (0x00, "06"), (0x14, ""), (0x14, "05"), (0x32, ""), (0x32, "05ff01"), (0x40, ""),
        (0x4A, "00"), (0x4A, "0300"), (0x4A, "0101"),
    ],
)  # fmt: skip
def test_what_it_does_not_take_is_a_syntax_error(chip, code, payload):
    with pytest.raises(Misused):
        chip.run(code, bytes.fromhex(payload))


def test_it_does_not_look_for_tags_before_it_is_set_up():
    chip = SimPn532(Field())
    chip.field.place(ntag213(UID))
    assert chip.run(0x4A, b"\x02\x00") is None
    assert not chip.trying


def test_tags_are_listed_and_read_and_let_go(chip):
    assert chip.run(0x4A, b"\x02\x00").payload == b"\x00"
    tag = Type2Tag(ntag213(UID, b"0123456789abcdef"))
    chip.field.place(tag, TagImage(b"\x08\x01\x02\x03", 0x20, b"\x00\x04"))
    listed = chip.run(0x4A, b"\x02\x00").payload
    assert listed.hex() == "02" + "0100440007" + UID.hex() + "0200042004" + "08010203" + "01"
    assert chip.run(0x40, b"\x01\x30\x04").payload == b"\x000123456789abcdef"
    assert chip.run(0x42, b"\x30\x04").payload == b"\x000123456789abcdef"
    assert chip.run(0x40, b"\x01\x30\xff").payload == b"\x14"
    assert chip.run(0x40, b"\x01\x30\x04").payload == b"\x01"
    assert chip.run(0x40, b"\x03\x30\x04").payload == b"\x27"
    assert chip.run(0x52, b"\x00").payload == b"\x00"
    assert chip.run(0x40, b"\x01\x30\x04").payload == b"\x27"
    assert chip.run(0x42, b"\x30\x04").payload == b"\x27"


def test_a_selected_tag_misses_the_next_wake_up_unless_the_field_was_off(chip):
    chip.run(0x32, b"\x05\xff\x01\x00")  # one attempt
    chip.field.place(ntag213(UID))
    results = [chip.run(0x4A, b"\x02\x00").payload[0] for _ in range(4)]
    assert results == [1, 0, 1, 0]
    for _ in range(3):
        chip.run(0x32, b"\x01\x00")
        assert chip.run(0x4A, b"\x02\x00").payload[0] == 1
    chip.run(0x32, b"\x01\x01")  # on again changes nothing
    assert chip.run(0x4A, b"\x02\x00").payload[0] == 0


def test_a_lifted_tag_does_not_answer(chip):
    chip.field.place(ntag213(UID))
    chip.run(0x4A, b"\x01\x00")
    chip.field.lift(UID.hex())
    assert chip.run(0x40, b"\x01\x30\x04").payload == b"\x01"
    assert chip.field.tags == ()


def test_what_was_written_stays_on_the_tag_that_is_laid_down_again(chip):
    tag = Type2Tag(ntag213(UID))
    for content in (b"abcd", None):
        chip.field.place(tag)
        chip.run(0x4A, b"\x01\x00")
        if content:
            assert chip.run(0x40, b"\x01\xa2\x04" + content).payload == b"\x00\x0a"
        assert chip.run(0x40, b"\x01\x30\x04").payload[1:5] == b"abcd"
        chip.field.lift()


def test_the_link_follows_the_plug(tmp_path: Path):
    link = tmp_path / "reader"
    with Pn532OnPty(link) as chip:
        first = link.readlink()
        assert chip.path == str(link)
        open_serial(chip.path).close()
        chip.unplug()
        chip.unplug()
        assert not link.exists()
        with pytest.raises(FileNotFoundError, match="unplugged"):
            chip.open_port()
        keep = os.openpty()  # so that the number is not given out again
        chip.plug()
        chip.plug()
        assert link.readlink() != first
        chip.open_port().close()
        for end in keep:
            os.close(end)
        chip.close()
    assert not link.is_symlink()


def test_a_damaged_command_is_passed_over_and_a_nack_repeats_the_answer():
    with Pn532OnPty() as chip:
        port = chip.open_port()
        command = bytes.fromhex("0000ff02fed4022a00")
        port.write(b"\x55\x55" + bytes(14) + command[:-2] + b"\x2b\x00" + command)
        answer = answer_bytes(0x02, FIRMWARE)
        assert port.read(6 + len(answer)) == ACK_BYTES + answer
        port.write(bytes.fromhex("0000ffff0000"))
        assert port.read(len(answer)) == answer
        assert port.read(1) == b""
        port.write(bytes.fromhex("0000ff02fed4999300"))  # no such command
        assert port.read(14) == ACK_BYTES + bytes.fromhex("0000ff01ff7f8100")
        port.close()


def test_a_nack_before_any_answer_is_met_with_silence():
    with Pn532OnPty() as chip:
        port = chip.open_port()
        port.write(b"\x55\x55" + bytes.fromhex("0000ffff0000"))
        assert port.read(1) == b""
        port.close()


def test_bytes_take_their_time_on_a_paced_line():
    command = bytes.fromhex("0000ff02fed4022a00")
    took_s = {}
    for paced in (False, True):
        with Pn532OnPty(paced=paced) as chip:
            port = chip.open_port()
            port.write(b"\x55\x55")
            time.sleep(0.01)
            began_s = time.monotonic()
            port.write(command)
            answer = port.read(6 + 13)
            took_s[paced] = time.monotonic() - began_s
            assert answer == ACK_BYTES + answer_bytes(0x02, FIRMWARE)
            port.close()
    assert took_s[True] >= (9 + 6 + 13) * 10 / 115200
