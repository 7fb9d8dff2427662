"""The host's frame codec, against the chip's own and against noise."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from drivers.pn532_frames import (
    ACK_FRAME,
    FLUSH,
    NACK_FRAME,
    WAKE,
    Ack,
    Answer,
    AnswerError,
    Damaged,
    FrameScanner,
    Refusal,
    Target,
    command_frame,
    read_targets,
)
from drivers.sim.frames import ERROR_BYTES, Command, HostFrames, Signal, answer_bytes

codes = st.integers(0, 254)


def scan(*chunks: bytes) -> list:
    scanner, frames = FrameScanner(), []
    for chunk in chunks:
        scanner.feed(chunk)
        while (frame := scanner.next()) is not None:
            frames.append(frame)
    return frames


def heard(message: bytes, *, awake: bool = True) -> list:
    chip = HostFrames()
    chip.awake = awake
    return [said for byte in message if (said := chip.take(byte)) is not None]


@given(codes, st.binary(max_size=253))
def test_the_chip_understands_every_command(code, payload):
    assert heard(command_frame(code, payload)) == [Command(code, payload)]
    assert heard(WAKE + command_frame(code, payload), awake=False) == [Command(code, payload)]


def test_commands_that_are_too_long_are_refused():
    with pytest.raises(ValueError, match="256 bytes needs an extended frame"):
        command_frame(0x40, bytes(254))


def test_signals_and_the_sleeping_chip():
    assert heard(ACK_FRAME + NACK_FRAME) == [Signal.ACK, Signal.NACK]
    assert heard(ACK_FRAME + command_frame(0x02), awake=False) == []
    assert heard(FLUSH + command_frame(0x02)) == [Command(0x02, b"")]


@given(st.integers(4, 255))
def test_R16_the_flush_ends_any_frame_the_chip_waits_for(length):
    half = bytes([0, 0, 0xFF, length, -length & 0xFF, 0xD4])
    assert heard(half + FLUSH + WAKE + command_frame(0x14)) == [Command(0x14, b"")]


@given(codes, st.binary(max_size=262) | st.binary(min_size=254, max_size=262), st.data())
def test_answers_arrive_in_any_pieces(code, payload, data):
    stream = ACK_FRAME + answer_bytes(code, payload)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=4)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert scan(*pieces) == [Ack(), Answer(code + 1, payload)]


@given(codes, st.binary(max_size=262) | st.binary(min_size=254, max_size=262))
def test_R14_exactly_the_bytes_of_a_frame_are_asked_for(code, payload):
    scanner = FrameScanner()
    for wanted_frame in (ACK_FRAME, answer_bytes(code, payload)):
        line = wanted_frame
        while (frame := scanner.next()) is None:
            wanted = scanner.wanted
            assert 0 < wanted <= len(line)
            scanner.feed(line[:wanted])
            line = line[wanted:]
        assert line == b""
        assert not isinstance(frame, Damaged)


@given(codes, st.binary(min_size=1, max_size=60), st.data())
def test_R15_a_flipped_bit_never_passes_for_an_answer(code, payload, data):
    frame = answer_bytes(code, payload)
    at, bit = data.draw(st.integers(2, len(frame) - 2)), data.draw(st.integers(0, 7))
    spoiled = frame[:at] + bytes([frame[at] ^ 1 << bit]) + frame[at + 1 :]
    assert not [f for f in scan(spoiled) if isinstance(f, Answer)]


@given(st.binary(max_size=200))
@example(b"\x00\xff\xff\xff\x01\x00\xff")
@example(b"\x00\xff\x00\x00")
def test_R15_noise_before_a_frame_does_not_hide_it_for_long(noise):
    """Noise may swallow frames that follow it, but never more than the longest frame there is."""
    stream = answer_bytes(0x02, b"\x32\x01\x06\x07")
    frames = scan(noise, *([stream] * 30))
    assert Answer(0x03, b"\x32\x01\x06\x07") in frames


@pytest.mark.parametrize(
    ("frame", "whole"),
    [
        ("00 00 ff 05 fc d5 03", False),  # length check wrong
        ("00 00 ff 00 00", False),  # no length at all
        ("00 00 ff ff ff 01 0a f5", False),  # extended: longer than any
        ("00 00 ff ff ff 00 10 f1", False),  # extended: check wrong
        ("00 00 ff 02 fe d5 03 29 00", True),  # checksum wrong
        ("00 00 ff 02 fe d4 02 2a 00", True),  # a command
        ("00 00 ff 01 ff d5 2b 00", True),  # no code
        ("00 00 ff ff 00 00", True),  # a NACK
    ],
)
def test_R15_what_is_no_frame_is_named(frame, whole):
    found = scan(bytes.fromhex(frame))
    assert isinstance(found[0], Damaged)
    assert found[0].whole is whole
    assert found[0].reason


def test_a_syntax_error_is_a_refusal():
    assert scan(ERROR_BYTES) == [Refusal()]


def test_the_scanner_forgets_and_remembers():
    scanner = FrameScanner()
    assert scanner.last_bytes == "none"
    scanner.feed(b"\x00\x00\xff\x05")
    assert scanner.begun
    assert scanner.last_bytes == "00 00 ff 05"
    scanner.forget()
    assert not scanner.begun
    assert scanner.wanted == 6


def test_tags_are_listed():
    one = bytes.fromhex("01 0044 00 07 04a1b2c3d4e5f6")
    two = bytes.fromhex("02 0004 08 04 deadbeef")
    assert read_targets(b"\x00") == ()
    assert read_targets(b"\x01" + one) == (Target(1, bytes.fromhex("04a1b2c3d4e5f6"), 0, b"\x00\x44"),)
    assert [target.uid.hex() for target in read_targets(b"\x02" + one + two)] == [
        "04a1b2c3d4e5f6",
        "deadbeef",
    ]


def test_a_tag_that_answers_to_select_is_passed_over_rightly():
    phone = bytes.fromhex("01 0004 20 04 08010203 05 78 80 70 02")
    two = bytes.fromhex("02 0044 00 07 04a1b2c3d4e5f6")
    assert [target.uid.hex() for target in read_targets(b"\x02" + phone + two)] == [
        "08010203",
        "04a1b2c3d4e5f6",
    ]


@pytest.mark.parametrize(
    "payload",
    ["", "03", "01", "01 01 00 44 00 05 04 a1 b2 c3 d4", "01 01 00 44 00 07 04", "02 01 0044 00 04 deadbeef"],
)
def test_lists_that_make_no_sense(payload):
    with pytest.raises(AnswerError):
        read_targets(bytes.fromhex(payload))


@given(st.binary(max_size=60))
def test_R15_any_list_of_tags_is_read_or_refused(payload):
    with contextlib.suppress(AnswerError):
        assert len(read_targets(payload)) <= 2
