"""Watches a reader and says all about every tag laid on it: for a check of the table, not for a game.

A game needs to hear of a tap at once and of little else; here each tag is also asked what it is.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from drivers.iso14443a import Picc, TypeA
from drivers.iso14443a_frames import AirError, NoAnswer
from drivers.mfrc522_chip import Mfrc522
from drivers.ntag import Ntag, read_memory
from drivers.pn532_commands import FEW, Pn532
from drivers.pn532_frames import Target
from drivers.pn532_link import ReaderSilent
from drivers.ports import CardGone, CardsClash, Clock, DeviceError, Input
from drivers.presence import Arrived, Change, Clashed, Presence
from drivers.reader_loop import Outages, TurnThread
from drivers.tags import PAGE_BYTES, has_pages, kind_of

LOOK_EVERY_S = 0.1
MEMORY_S = 1.5
"""Longest reading of a tag's memory."""
SIZE_PLACE = 14
"""Of the byte that tells the owner's room in eights, in pages 0 to 3 (NFC Forum Type 2 Tag 1.0, 6.1)."""
WITHOUT_PAGES = {
    0x08: "Mifare Classic 1K",
    0x09: "Mifare Mini",
    0x18: "Mifare Classic 4K",
    0x20: "ISO 14443-4 card: a phone, a bank card, a DESFire",
    0x28: "Mifare Classic 1K within an ISO 14443-4 card",
}
"""What tags are by SAK, as far as it tells (NXP AN10833, table 6)."""
UNKNOWN_PAGES = "tag with pages, of a type that is not known"


@dataclass(frozen=True, slots=True)
class TagFound:
    """A tag was laid on a reader, alone."""

    reader: str
    uid: str
    """All UID bytes as lower-case hex."""
    kind: str
    """Such as ``NTAG213``."""
    memory: bytes | None
    """What is written from page 4 on; None for tags that do not show it, or went away meanwhile."""
    at_s: float


Told = Callable[[TagFound | Input], None]
"""Takes what a watch has to say, from its thread."""


class Eye(Protocol):
    """A chip that looks for tags.  Methods raise ``DeviceError`` when it is the chip that fails."""

    def begin(self) -> None:
        """Get the chip to work from any state."""
        ...

    def look(self) -> dict[str, int]:
        """Give the tags that lie there: SAK by UID."""
        ...

    def select(self, uid: str) -> Ntag:
        """Select a tag anew; raises ``AirError`` when it does not lie there alone."""
        ...

    def close(self) -> None:
        """Give the bus back, whatever state it is in."""
        ...


class Pn532Eye:
    """A PN532."""

    def __init__(self, chip: Pn532) -> None:
        self._chip = chip

    def begin(self) -> None:
        """Get the chip to work; a silent one may have got half a frame before."""
        try:
            self._chip.awaken()
        except ReaderSilent:
            self._chip.awaken(flush=True)
        self._chip.look_for(FEW)

    def look(self) -> dict[str, int]:
        """Give the tags that lie there: SAK by UID."""
        return {target.uid.hex(): target.sak for target in self._chip.look()}

    def select(self, uid: str) -> Ntag:
        """Select a tag anew."""
        targets: tuple[Target, ...] = self._chip.look()
        if [target.uid.hex() for target in targets] != [uid]:
            raise NoAnswer("the tag does not lie here alone")
        return self._chip.tag(targets[0])

    def close(self) -> None:
        """Give the bus back."""
        self._chip.close()


class Mfrc522Eye:
    """An MFRC522."""

    def __init__(self, chip: Mfrc522) -> None:
        self._chip = chip
        self._air = TypeA(chip)

    def begin(self) -> None:
        """Reset the chip and switch its field on."""
        self._chip.begin()

    def look(self) -> dict[str, int]:
        """Give the tags that lie there: SAK by UID."""
        found = {picc.uid.hex(): picc.sak for picc in self._find()}
        self._air.halt()
        if not found:
            self._chip.probe()  # an empty field and a cut wire look the same
        return found

    def select(self, uid: str) -> Ntag:
        """Select a tag anew."""
        piccs = self._find()
        if [picc.uid.hex() for picc in piccs] != [uid]:
            raise NoAnswer("the tag does not lie here alone")
        if self._air.selected != piccs[0]:
            self._air.activate(piccs[0])
        return Ntag(self._air)

    def close(self) -> None:
        """Give the bus back."""
        self._chip.close()

    def _find(self) -> tuple[Picc, ...]:
        self._air.halt()
        return self._air.find(lying=True)


class TagWatch:
    """Tells of every tag that is laid on a reader or lifted, from a thread of its own.

    ``open_eye`` opens the chip anew each time it is called.  A reader that fails is told of and tried again.
    """

    def __init__(self, name: str, open_eye: Callable[[], Eye], clock: Clock) -> None:
        self.name = name
        self._open_eye = open_eye
        self._clock = clock
        self._told: Told = lambda _item: None
        self._presence = Presence()
        self._outages = Outages(name, clock)
        self._thread = TurnThread(f"watch-{name}", clock, self.turn, self.end)
        self._eye: Eye | None = None

    def start(self, told: Told) -> None:
        """Begin to look; a missing chip is told as ``ReaderLost``, never raised."""
        self._told = self._outages.sink = told
        self._thread.start()

    def close(self) -> None:
        """Stop within two seconds; may be called twice."""
        self._thread.close()

    def turn(self) -> float:
        """Take one look, or try to open the chip; give the seconds until the next turn."""
        absent = self._eye is None
        try:
            eye = self._eye or self._open()
            found = eye.look()
            self._outages.back()
            at_s = self._clock.now_s()
            for change in self._presence.observe(at_s, tuple(found)):
                self._told(self._as_told(change, eye, found, at_s))
        except DeviceError as error:
            self.end()
            return self._outages.lost(str(error), absent=absent)
        return LOOK_EVERY_S

    def end(self) -> None:
        """Give the chip back; the next turn opens it again."""
        eye, self._eye = self._eye, None
        if eye:
            with suppress(DeviceError):
                eye.close()

    def _open(self) -> Eye:
        self._eye = self._open_eye()
        self._eye.begin()
        return self._eye

    def _as_told(self, change: Change, eye: Eye, found: dict[str, int], at_s: float) -> TagFound | Input:
        if isinstance(change, Clashed):
            return CardsClash(self.name, change.uids, at_s)
        if isinstance(change, Arrived):
            end_s = self._clock.now_s() + MEMORY_S
            kind, memory = examine(
                eye,
                change.uid,
                found[change.uid],
                lambda: self._thread.stop.is_set() or self._clock.now_s() > end_s,
            )
            return TagFound(self.name, change.uid, kind, memory, at_s)
        return CardGone(self.name, change.uid, at_s)


def examine(eye: Eye, uid: str, sak: int, hurry: Callable[[], bool]) -> tuple[str, bytes | None]:
    """Say what a tag is and what is written on it, as far as it tells; raises ``DeviceError``."""
    if not has_pages(sak):
        return WITHOUT_PAGES.get(sak, f"tag without pages, SAK {sak:02x}"), None
    try:
        version = _version(eye, uid)
        tag = eye.select(uid)
        kind = kind_of(version, tag.read(0)[SIZE_PLACE] * 8)
        memory = read_memory(tag, bytes.fromhex(uid), hurry)
    except AirError:
        return "tag that was lifted too soon, or is read badly", None
    if memory is not None and kind is not None:
        memory = memory[: kind.user_pages * PAGE_BYTES]
    return kind.name if kind else UNKNOWN_PAGES, memory


def _version(eye: Eye, uid: str) -> bytes | None:
    """Ask a tag for its version; None when it does not know the question."""
    tag = eye.select(uid)
    try:
        return tag.version()
    except AirError:
        return None
