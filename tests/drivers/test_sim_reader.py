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
from drivers.sim.agenda import Agenda
from drivers.sim.chips.field import Field
from drivers.sim.chips.ntag import Nak, Type2Tag
from drivers.sim.chips.pn532 import FIRMWARE, Misused, SimPn532
from drivers.sim.frames import ACK_BYTES, answer_bytes
from drivers.sim.pn532_end import Pn532End
from drivers.sim.pn532_i2c import Pn532OnI2c
from drivers.sim.pn532_wire import Pn532OnWire
from drivers.sim.serial import Pn532OnPty
from drivers.tags import (
    NTAG213,
    NTAG215,
    NTAG216,
    ULTRALIGHT_21,
    ULTRALIGHT_C,
    TagImage,
    blank_tag,
    ntag213,
    ntag216,
    ultralight,
    ultralight_c,
)

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
    pages = tag_files["Ntag213_locked"].pages
    tag = selected(tag_files["Ntag213_locked"])
    assert pages[43] != bytes(4)
    assert refuses(tag, b"\x30\x29")  # this one is locked against reading, too
    tag.selected = True
    assert tag.command(b"\x1b" + pages[43]) == pages[44][:2]
    assert read(tag, 41)[8:] == bytes(8)


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
            assert chip.run(0x40, b"\x01\xa2\x04" + content).payload == b"\x00"
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
            port.timeout = 20
            answer = port.read(6 + 13)
            took_s[paced] = time.monotonic() - began_s
            assert answer == ACK_BYTES + answer_bytes(0x02, FIRMWARE)
            port.close()
    assert took_s[True] >= (9 + 6 + 13) * 10 / 115200


# -- tags that do not let everything be done to them ---------------------------------------
def with_tail(kind, tail: bytes) -> Type2Tag:
    """Give a tag with other bytes behind the owner's pages."""
    image = blank_tag(kind, UID)
    pages = image.pages[: kind.tail_page] + tuple(tail[at : at + 4] for at in range(0, len(tail), 4))
    return selected(TagImage(UID, pages=pages, kind=kind))


@pytest.mark.parametrize(
    ("kind", "bits", "locked"),
    [
        (NTAG213, b"\x01\x00\x00", {16, 17}),
        (NTAG213, b"\x00\x08\x00", {38, 39}),
        (NTAG215, b"\x80\x00\x00", {128, 129}),
        (NTAG216, b"\x00\x20\x00", {224, 225}),
        (ULTRALIGHT_21, b"\x02\x00\x00", {18, 19}),
        (ULTRALIGHT_C, b"\x82\x00\x00", {16, 17, 18, 19, 36, 37, 38, 39}),
    ],
)
def test_dynamic_lock_bits_lock_their_pages_for_good(kind, bits, locked):
    tag = selected(blank_tag(kind, UID))
    assert tag.command(bytes([0xA2, kind.tail_page]) + bits + b"\x00") == b"\x0a"
    assert tag.command(bytes([0xA2, kind.tail_page]) + bytes(4)) == b"\x0a"  # what is set stays set
    for page in range(16, kind.tail_page):
        message = bytes([0xA2, page]) + b"abcd"
        tag.selected = True
        if page in locked:
            assert refuses(tag, message)
        else:
            assert tag.command(message) == b"\x0a"


def test_a_password_keeps_pages_from_being_written_until_somebody_logs_in():
    tail = bytes.fromhex("000000bd 04000014 00050000") + b"open" + b"OK\x00\x00"
    tag = with_tail(NTAG213, tail)
    assert tag.command(b"\xa2\x13abcd") == b"\x0a"
    assert refuses(tag, b"\xa2\x14abcd")
    tag.selected = True
    assert read(tag, 0x14) == bytes(16)
    assert refuses(tag, b"\x1bnope")
    tag.selected = True
    assert tag.command(b"\x1bopen") == b"OK"
    assert tag.command(b"\xa2\x14abcd") == b"\x0a"
    tag.selected = True  # chosen anew: it has forgotten who is there
    assert refuses(tag, b"\xa2\x14abcd")
    assert refuses(selected(ultralight_c(UID)), b"\x1bopen")


def test_a_password_for_reading_makes_the_tag_seem_shorter():
    tag = with_tail(NTAG213, bytes.fromhex("000000bd 04000014 80050000") + bytes(8))
    assert read(tag, 0x12)[8:] == read(tag, 0)[:8]
    assert refuses(tag, b"\x30\x14")
    assert refuses(tag, b"\x3a\x04\x14")


def test_the_keys_of_an_ultralight_c_are_not_shown_and_its_pages_may_be_behind_them():
    tag = selected(ultralight_c(UID, b"abcd"))
    assert read(tag, 43) == bytes(4) + read(tag, 0)[:12]
    assert refuses(tag, b"\x30\x2c")
    locked = with_tail(ULTRALIGHT_C, bytes(8) + bytes.fromhex("04000000 00000000") + bytes(16))
    assert refuses(locked, b"\x30\x04")
    readable = with_tail(ULTRALIGHT_C, bytes(8) + bytes.fromhex("04000000 01000000") + bytes(16))
    assert read(readable, 4) == bytes(16)
    assert refuses(readable, b"\xa2\x04abcd")


def test_a_tag_may_lose_its_power_while_a_page_is_written():
    field = Field()
    chip = SimPn532(field)
    chip.configured = True
    tag = Type2Tag(ntag213(UID))
    field.place(tag)
    chip.run(0x4A, b"\x02\x00")

    def lifted(_page: int, _old: bytes, new: bytes) -> bytes:
        field.lift()
        return new[:2] + b"??"

    tag.programming = lifted
    assert chip.run(0x40, b"\x01\xa2\x04abcd").payload == b"\x01"
    assert tag.memory[16:20] == b"ab??"


# -- time and wires ------------------------------------------------------------------------
def test_an_agenda_is_gone_through_in_order_and_time_leaps_over_the_rest():
    agenda, done = Agenda(), []
    agenda.at(2.0, lambda: done.append(("second", agenda.now_s())))
    agenda.at(1.0, lambda: done.append(("first", agenda.now_s())))
    agenda.at(1.0, lambda: agenda.at(1.5, lambda: done.append(("planned on the way", agenda.now_s()))))
    agenda.sleep(1.2)
    assert done == [("first", 1.0)]
    assert agenda.now_s() == 1.2
    agenda.at(0.5, lambda: done.append(("late", agenda.now_s())))
    agenda.sleep(5)
    assert done[1:] == [("late", 1.2), ("planned on the way", 1.5), ("second", 2.0)]
    assert agenda.now_s() == pytest.approx(6.2)


def test_a_wire_moves_the_time_on_while_somebody_reads():
    agenda = Agenda()
    wire = Pn532OnWire(agenda)
    port = wire.open_port()
    port.timeout = 0.1
    assert port.read(6) == b""
    assert agenda.now_s() == pytest.approx(0.1)
    port.write(b"\x55" + bytes(15) + bytes.fromhex("0000ff02fed4022a00"))
    began_s = agenda.now_s()
    assert port.read(6) == ACK_BYTES
    assert agenda.now_s() - began_s == pytest.approx((25 + 6) * 10 / 115200)
    assert port.read(13) == answer_bytes(0x02, FIRMWARE)
    wire.unplug()
    for use in (lambda: port.read(1), lambda: port.write(b"."), wire.open_port):
        with pytest.raises(OSError, match=r"Input/output error|No such file"):
            use()
    assert wire.opened == 1
    port.close()
    port.close()
    assert wire.opened == 0
    wire.plug()
    assert wire.open_port().port == "the simulated wire"


def test_what_is_not_read_of_a_frame_on_i2c_is_lost_until_a_nack():
    chip = Pn532OnI2c()
    with pytest.raises(OSError, match="Remote I/O error"):  # asleep; this wakes it
        chip.bus.read(0x24, 1)
    assert chip.bus.read(0x24, 1) == b"\x00"
    chip.bus.transfer(0x24, bytes.fromhex("0000ff02fed4022a00"))
    assert chip.bus.read(0x24, 1) == chip.bus.read(0x24, 1) == b"\x01"
    assert chip.bus.read(0x24, 7) == b"\x01" + ACK_BYTES
    assert chip.bus.read(0x24, 5) == b"\x01\x00\x00\xff\x06"
    assert chip.bus.read(0x24, 14) == bytes(14)
    chip.bus.transfer(0x24, bytes.fromhex("0000ffff0000"))
    assert chip.bus.read(0x24, 16) == b"\x01" + answer_bytes(0x02, FIRMWARE) + b"\xff\xff"
    chip.bus.transfer(0x24, bytes.fromhex("0000ff02fe"))  # half a frame ends with its transfer
    chip.bus.transfer(0x24, bytes.fromhex("d4022a00"))
    assert chip.bus.read(0x24, 1) == b"\x00"
    with chip.faults() as faults:
        faults.late_s = 3.0
    chip.spoil(lambda frame: frame[:3])
    chip.bus.transfer(0x24, bytes.fromhex("0000ff02fed4022a00"))
    assert chip.bus.read(0x24, 7) == b"\x01\x00\x00\xff\xff\xff\xff"


def test_a_chip_hears_what_the_faults_leave_of_a_message():
    now_s = [0.0]
    end = Pn532End(Field(), lambda: now_s[0])
    end.wake()
    end.faults.mishear(lambda message: b"", lambda message: message[:-2] + b"?" + message[-1:])
    for heard in (0, 0, 1):
        end.hear(bytes.fromhex("0000ff02fed4022a00"))
        assert end.frames_in == heard
    assert end.next_s() == 0.0
    assert end.frame() == ACK_BYTES
