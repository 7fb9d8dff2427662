"""Tags laid on a reader and asked what they are, through the real drivers on simulated chips."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator

import pytest

from drivers.buses import SystemClock
from drivers.ports import CardGone, CardsClash, CardSeen, ReaderBack, ReaderLost
from drivers.probes import Openers, Probes
from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.pn532_i2c import Pn532OnI2c
from drivers.sim.serial import Pn532OnPty
from drivers.sim.spi import Mfrc522OnSpi
from drivers.tag_watch import TagFound, TagWatch, examine
from drivers.tags import (
    ULTRALIGHT_11,
    ULTRALIGHT_21,
    TagImage,
    blank_tag,
    ntag213,
    ntag215,
    ntag216,
    ultralight,
    ultralight_c,
)
from drivers.usb_reader import EVENT, KEY, PRESSED

UID = bytes.fromhex("04a1b2c3d4e5f6")
WAIT_S = 10.0
MESSAGE = bytes.fromhex("0303d00000fe")
READERS = ("uart", "i2c", "spi")


class Seat:
    """A simulated reader, its watch, and what the watch says."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.said: queue.Queue[object] = queue.Queue()
        makers: dict[str, Callable[[], object]] = {
            "uart": Pn532OnPty,
            "i2c": Pn532OnI2c,
            "spi": lambda: Mfrc522OnSpi(SystemClock(), paced=False),
        }
        self.reader = makers[kind]()
        probes = Probes(
            Openers(
                lambda _port, _baud: self.reader.open_port(),
                lambda _bus: self.reader.open_bus(),
                lambda _bus, _device, _reset: self.reader.open_port(),
                lambda _path: None,
                object,
            )
        )
        clock = SystemClock()
        watches: dict[str, Callable[[], TagWatch]] = {
            "uart": lambda: probes.watch_pn532_on_serial("main", "x", 115200, clock),
            "i2c": lambda: probes.watch_pn532_on_i2c("main", 1, 0x24, clock),
            "spi": lambda: probes.watch_mfrc522("main", 0, 0, clock),
        }
        self.watch = watches[kind]()
        self.watch.start(self.said.put)

    def next(self) -> object:
        return self.said.get(timeout=WAIT_S)

    def close(self) -> None:
        self.watch.close()
        if isinstance(self.reader, Pn532OnPty):
            self.reader.close()


@pytest.fixture(params=READERS)
def seat(request) -> Iterator[Seat]:
    seat = Seat(request.param)
    yield seat
    seat.close()


@pytest.fixture
def serial_seat() -> Iterator[Seat]:
    seat = Seat("uart")
    yield seat
    seat.close()


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        (ntag213(UID, MESSAGE), "NTAG213"),
        (ntag215(UID, MESSAGE), "NTAG215"),
        (ntag216(UID, MESSAGE), "NTAG216"),
        (ultralight(UID, MESSAGE), "Mifare Ultralight"),
        (ultralight_c(UID, MESSAGE), "Mifare Ultralight C"),
        (blank_tag(ULTRALIGHT_11, UID, MESSAGE), "Mifare Ultralight 11"),
        (blank_tag(ULTRALIGHT_21, UID, MESSAGE), "Mifare Ultralight 21"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_tags_with_pages_are_told_apart_and_read(seat: Seat, tag: TagImage, kind: str) -> None:
    seat.reader.place(tag)
    found = seat.next()
    assert isinstance(found, TagFound)
    assert (found.reader, found.uid, found.kind) == ("main", UID.hex(), kind)
    assert found.memory is not None
    assert found.memory.startswith(MESSAGE)
    assert len(found.memory) <= len(tag.user_memory)


def test_a_tag_that_is_lifted_is_told_once(seat: Seat) -> None:
    seat.reader.place(ntag213(UID))
    assert isinstance(seat.next(), TagFound)
    seat.reader.lift()
    assert isinstance(seat.next(), CardGone)
    assert seat.said.empty()


@pytest.mark.parametrize(
    ("sak", "kind"),
    [(0x08, "Mifare Classic 1K"), (0x18, "Mifare Classic 4K"), (0x20, "ISO 14443-4 card"), (0x53, "SAK 53")],
)
def test_tags_without_pages_are_told_by_what_they_say(serial_seat: Seat, sak: int, kind: str) -> None:
    serial_seat.reader.place(TagImage(bytes.fromhex("0a0b0c0d"), sak=sak))
    found = serial_seat.next()
    assert isinstance(found, TagFound)
    assert kind in found.kind
    assert found.memory is None


def test_two_tags_are_told_as_two(seat: Seat) -> None:
    seat.reader.place_many(ntag213(UID), ntag213(bytes(7)))
    said = seat.next()
    assert isinstance(said, CardsClash)
    assert said.uids == tuple(sorted([UID.hex(), bytes(7).hex()]))


def test_a_reader_that_comes_and_goes_is_told(seat: Seat) -> None:
    seat.reader.place(ntag213(UID))
    assert isinstance(seat.next(), TagFound)
    seat.reader.unplug()
    lost = seat.next()
    while isinstance(lost, CardGone):  # it went first
        lost = seat.next()
    assert isinstance(lost, ReaderLost)
    seat.reader.plug()
    assert isinstance(seat.next(), ReaderBack)


def test_closing_gives_the_chip_back_and_may_come_twice(seat: Seat) -> None:
    seat.reader.place(ntag213(UID))
    assert isinstance(seat.next(), TagFound)
    began_s = time.monotonic()
    seat.watch.close()
    seat.watch.close()
    assert time.monotonic() - began_s < 2
    if seat.kind == "spi":
        assert seat.reader.board.opened == 0


def test_an_antenna_that_went_off_is_not_taken_for_an_empty_field() -> None:
    seat = Seat("spi")
    try:
        seat.reader.place(ntag213(UID))
        assert isinstance(seat.next(), TagFound)
        seat.reader.reset()
        lost = seat.next()
        assert isinstance(lost, ReaderLost | CardGone)
    finally:
        seat.close()


# -- one tag, looked at through an eye of its own ----------------------------------------
class Glance:
    """An eye that sees one tag, which may be lifted after so many selections."""

    def __init__(self, tag: TagImage, selections: int = 100) -> None:
        from drivers.ntag import Ntag

        self.tag = Type2Tag(tag)
        self._left = selections
        self._ntag = Ntag(self)

    def begin(self) -> None:
        raise AssertionError

    def look(self) -> dict[str, int]:
        raise AssertionError

    def close(self) -> None:
        raise AssertionError

    def select(self, _uid: str) -> object:
        from drivers.iso14443a_frames import NoAnswer

        self._left -= 1
        if self._left < 0:
            raise NoAnswer("gone")
        self.tag.selected = True
        return self._ntag

    def exchange(self, message: bytes, *, timeout_s: float) -> bytes:
        from drivers.iso14443a_frames import NoAnswer, Refused
        from drivers.sim.chips.ntag import Nak

        try:
            answer = self.tag.command(message)
        except Nak:
            raise Refused(0) from None
        if answer is None:
            raise NoAnswer("silent")
        return answer


@pytest.mark.parametrize("selections", [0, 1])
def test_a_tag_that_is_lifted_too_soon_says_so(selections: int) -> None:
    kind, memory = examine(Glance(ntag213(UID), selections), UID.hex(), 0, lambda: False)
    assert "lifted too soon" in kind
    assert memory is None


def test_a_tag_of_no_known_type_is_read_all_the_same() -> None:
    plain = ntag213(UID, MESSAGE)
    odd = TagImage(UID, pages=(*plain.pages[:3], bytes([0xE1, 0x10, 0x30, 0]), *plain.pages[4:]))
    kind, memory = examine(Glance(odd), UID.hex(), 0, lambda: False)
    assert "not known" in kind
    assert memory is not None
    assert memory.startswith(MESSAGE)


def test_a_long_memory_in_a_hurry_is_left_unread() -> None:
    kind, memory = examine(Glance(ntag216(UID, b"\x03\xff\x02\x00" + bytes(512))), UID.hex(), 0, lambda: True)
    assert (kind, memory) == ("NTAG216", None)


# -- USB ---------------------------------------------------------------------------------
def test_a_usb_reader_tells_numbers() -> None:
    class Typed:
        def __init__(self) -> None:
            codes = [30, 2, 48, 3, 46, 4, 32, 5, 28]  # a1b2c3d4, Enter
            self._events = b"".join(EVENT.pack(0, 0, KEY, code, PRESSED) for code in codes)

        def read(self, _timeout_s: float) -> bytes:
            events, self._events = self._events, b""
            time.sleep(0.01)
            return events

        def close(self) -> None:
            pass

    said: queue.Queue[object] = queue.Queue()
    nothing = Openers(lambda *_: None, lambda *_: None, lambda *_: None, lambda _path: Typed(), object)
    watch = Probes(nothing).watch_usb("main", "/dev/input/x", "hex", SystemClock())
    watch.start(said.put)
    try:
        seen = said.get(timeout=WAIT_S)
        assert isinstance(seen, CardSeen)
        assert seen.uid == "a1b2c3d4"
    finally:
        watch.close()
