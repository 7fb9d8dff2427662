"""The commands of a PN532 that a card reader needs; source: UM0701-02, chapter 7."""

from __future__ import annotations

from collections.abc import Callable

from drivers.ndef import is_whole
from drivers.pn532_frames import AnswerError, Target, read_targets
from drivers.pn532_link import Pn532Link, ReaderGarbled
from drivers.tags import CASCADE_TAG, FIRST_USER_PAGE, NDEF_MAGIC, PAGE_BYTES, check_byte

GET_FIRMWARE_VERSION, SAM_CONFIGURATION, RF_CONFIGURATION = 0x02, 0x14, 0x32
IN_DATA_EXCHANGE, IN_LIST_PASSIVE_TARGET = 0x40, 0x4A
IC_PN532 = 0x32
MAX_RETRIES_ITEM = 0x05
FIELD_OFF = b"\x01\x00"
FOREVER, FEW = 0xFF, 0x02
"""MxRtyPassiveActivation: look until a tag comes, or three times in all (7.3.1)."""
TWO_TYPE_A = b"\x02\x00"
"""Up to two targets, 106 kbit/s type A."""
READ_FOUR_PAGES = 0x30
CHIP_TIMEOUT_S = 0.2
LIST_TIMEOUT_S = 0.5
MOST_USER_BYTES = 888
"""User memory of the largest tag, NTAG216."""


class Pn532:
    """A chip at the end of a link."""

    def __init__(self, link: Pn532Link) -> None:
        self._link = link

    def awaken(self, *, flush: bool = False) -> None:
        """Make the chip ready from any state it may be in (R16); ``flush`` as in ``Pn532Link.wake``.

        Raises ``DeviceError`` as ``configure`` does.
        """
        self._link.wake(flush=flush)
        self.configure()

    def configure(self) -> None:
        """Ask who is there and say how to work; a chip that forgot it all works again after this (R17).

        Raises ``DeviceError`` when the chip does not answer or is another one.
        """
        self._ask(SAM_CONFIGURATION, b"\x01\x14\x01")  # normal mode, no SAM; 1 s is for other modes
        firmware = self._ask(GET_FIRMWARE_VERSION)
        if len(firmware) != 4 or firmware[0] != IC_PN532:
            raise ReaderGarbled(f"this is no PN532: it says it is {firmware.hex(' ') or 'nothing'}")

    def look_for(self, retries: int) -> None:
        """Say how often a look at the field is repeated before it ends without a tag."""
        self._ask(RF_CONFIGURATION, bytes([MAX_RETRIES_ITEM, FOREVER, 0x01, retries]))

    def begin_look(self) -> None:
        """Start to look for up to two tags; ``found`` gives the outcome."""
        self._link.send(IN_LIST_PASSIVE_TARGET, TWO_TYPE_A)

    def found(self) -> tuple[Target, ...] | None:
        """Give the tags found, None as long as the look goes on; waits one slice at most."""
        answer = self._link.answer(IN_LIST_PASSIVE_TARGET, slices=1)
        return None if answer is None else self._targets(answer)

    def end_look(self) -> None:
        """Break the look off."""
        self._link.abort()

    def look(self) -> tuple[Target, ...]:
        """Look once, with few retries; no tag is an empty tuple.

        The field is switched off before: tags that were selected would not answer the first wake-up,
        and one beside them would look as if it lay there alone (R8, R13).  Looking switches it on.
        """
        self._ask(RF_CONFIGURATION, FIELD_OFF)
        return self._targets(
            self._link.exchange(IN_LIST_PASSIVE_TARGET, TWO_TYPE_A, timeout_s=LIST_TIMEOUT_S)
        )

    def read_pages(self, target: Target, page: int) -> bytes | None:
        """Read four pages, 16 bytes, of a Type 2 tag; None when it refuses or is gone."""
        command = bytes([target.number, READ_FOUR_PAGES, page])
        answer = self._link.exchange(IN_DATA_EXCHANGE, command, timeout_s=CHIP_TIMEOUT_S)
        if not answer or answer[0] & 0x3F or len(answer) != 17:
            return None
        return answer[1:]

    def read_memory(self, target: Target, hurry: Callable[[], bool]) -> bytes | None:
        """Read user memory from page 4 on: to the end of what is written, of the tag, or 888 bytes.

        None when the tag goes away meanwhile or ``hurry`` says that it takes too long.
        """
        head = self.read_pages(target, FIRST_USER_PAGE - 1)
        if head is None:
            return None
        formatted = head[0] == NDEF_MAGIC
        room = min(head[2] * 8, MOST_USER_BYTES) if formatted else MOST_USER_BYTES
        memory = head[PAGE_BYTES:]
        while len(memory) < room and not is_whole(memory):
            if hurry():
                return None
            more = self.read_pages(target, FIRST_USER_PAGE + len(memory) // PAGE_BYTES)
            if more is None:
                return None if formatted else memory  # without a stated size it ends at the refusal
            if not formatted and (wrapped := _page_0_in(more, target.uid)) is not None:
                return memory + more[:wrapped]
            memory += more
        return memory[:room]

    def _ask(self, code: int, payload: bytes = b"") -> bytes:
        return self._link.exchange(code, payload, timeout_s=CHIP_TIMEOUT_S)

    @staticmethod
    def _targets(answer: bytes) -> tuple[Target, ...]:
        try:
            return read_targets(answer)
        except AnswerError as error:
            raise ReaderGarbled(f"the list of tags makes no sense: {error}") from error


def _page_0_in(pages: bytes, uid: bytes) -> int | None:
    """Find where reading went past the last page and began at the first one again (NTAG21x, 10.2)."""
    first = uid[:3] + bytes([check_byte(bytes([CASCADE_TAG]) + uid[:3])])
    starts = range(0, len(pages), PAGE_BYTES)
    return next((at for at in starts if pages[at : at + PAGE_BYTES] == first), None)
