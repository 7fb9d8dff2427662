"""The commands of a PN532 that a card reader needs; source: UM0701-02, chapter 7."""

from __future__ import annotations

from drivers.iso14443a import ACK
from drivers.iso14443a_frames import Garbled, NoAnswer, Refused
from drivers.ntag import READ, WRITE, Ntag
from drivers.pn532_frames import AnswerError, Target, read_targets
from drivers.pn532_link import USUAL_ANSWER, Pn532Link, ReaderGarbled

GET_FIRMWARE_VERSION, SAM_CONFIGURATION, RF_CONFIGURATION = 0x02, 0x14, 0x32
IN_DATA_EXCHANGE, IN_COMMUNICATE_THRU, IN_LIST_PASSIVE_TARGET = 0x40, 0x42, 0x4A
IC_PN532 = 0x32
NORMAL_MODE = b"\x01\x14\x01"
"""No SAM; the time of 1 s in it is for other modes (7.2.10)."""
MAX_RETRIES_ITEM = 0x05
FIELD_OFF = b"\x01\x00"
FOREVER, FEW = 0xFF, 0x02
"""MxRtyPassiveActivation: look until a tag comes, or three times in all (7.3.1)."""
TWO_TYPE_A = b"\x02\x00"
"""Up to two targets, 106 kbit/s type A."""
CHIP_TIMEOUT_S = 0.1
"""For settings, and for a look of three attempts at two tags, which take 0.03 s."""
TAG_TIMEOUT_S = 0.2
"""For a command to a tag; the chip itself gives up after 0.05 s (7.3.1, item 2)."""
STATUS = 0x3F
TIMEOUT, REFUSAL = 0x01, 0x14
"""Errors that the chip reports (7.1): no answer in time; a tag's NAK to a command of Mifare tags."""
MIFARE_COMMANDS = (READ, WRITE)
"""Those for which InDataExchange knows what an answer looks like; 0x60 would be an authentication there."""


class Pn532:
    """A chip at the end of a link."""

    def __init__(self, link: Pn532Link) -> None:
        self._link = link

    def awaken(self, *, flush: bool = False) -> None:
        """Make the chip ready from any state it may be in (R16); ``flush`` as in ``FrameLine.wake``.

        Raises ``DeviceError`` as ``configure`` does.
        """
        self._link.wake(flush=flush)
        self.configure()

    def configure(self) -> None:
        """Ask who is there and say how to work; a chip that forgot it all works again after this (R17).

        Raises ``DeviceError`` when the chip does not answer or is another one.
        """
        self._ask(SAM_CONFIGURATION, NORMAL_MODE)
        firmware = self._ask(GET_FIRMWARE_VERSION, expected=4)
        if len(firmware) != 4 or firmware[0] != IC_PN532:
            raise ReaderGarbled(f"this is no PN532: it says it is {firmware.hex(' ') or 'nothing'}")

    def look_for(self, retries: int) -> None:
        """Say how often a look at the field is repeated before it ends without a tag."""
        self._ask(RF_CONFIGURATION, bytes([MAX_RETRIES_ITEM, FOREVER, 0x01, retries]))

    def begin_look(self) -> None:
        """Start to look for up to two tags; ``found`` gives the outcome.

        A chip that was reset would take this and never look: it is told its mode before.  If it says nothing
        to that, there is no time to lose.
        """
        self._ask(SAM_CONFIGURATION, NORMAL_MODE, hasty=True)
        self._link.send(IN_LIST_PASSIVE_TARGET, TWO_TYPE_A)

    def found(self) -> tuple[Target, ...] | None:
        """Give the tags found, None when it is time to begin the look anew."""
        answer = self._link.answer(IN_LIST_PASSIVE_TARGET, timeout_s=self._link.look_s)
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
        return self._targets(self._ask(IN_LIST_PASSIVE_TARGET, TWO_TYPE_A, expected=USUAL_ANSWER))

    def tag(self, target: Target) -> Ntag:
        """Give the way to the memory of a tag that the last look found."""
        return Ntag(TargetPort(self._link, target))

    def close(self) -> None:
        """Give the port back, whatever state it is in."""
        self._link.close()

    def _ask(self, code: int, payload: bytes = b"", expected: int = 0, *, hasty: bool = False) -> bytes:
        return self._link.exchange(code, payload, timeout_s=CHIP_TIMEOUT_S, expected=expected, hasty=hasty)

    @staticmethod
    def _targets(answer: bytes) -> tuple[Target, ...]:
        try:
            return read_targets(answer)
        except AnswerError as error:
            raise ReaderGarbled(f"the list of tags makes no sense: {error}") from error


class TargetPort:
    """A ``TagPort`` to a tag that the chip selected; trouble between host and chip is ``DeviceError``."""

    def __init__(self, link: Pn532Link, target: Target) -> None:
        self._link = link
        self._target = target

    def exchange(self, message: bytes, *, timeout_s: float) -> bytes:
        """Give the tag's answer, 0x0A for an ACK; raises ``NoAnswer``, ``Garbled``, ``Refused``.

        The chip times the tag itself: ``timeout_s`` only makes the wait for the chip longer.
        """
        timeout_s = max(timeout_s, TAG_TIMEOUT_S)
        if message[0] in MIFARE_COMMANDS:
            numbered = bytes([self._target.number]) + message
            answer = self._link.exchange(IN_DATA_EXCHANGE, numbered, timeout_s=timeout_s)
        else:
            answer = self._link.exchange(IN_COMMUNICATE_THRU, message, timeout_s=timeout_s)
        return _content(answer, writing=message[0] == WRITE)


def _content(answer: bytes, *, writing: bool) -> bytes:
    """Take the status off an answer; a page written comes back as status alone."""
    if not answer:
        raise Garbled("an answer without a status")
    status = answer[0] & STATUS
    if status == TIMEOUT:
        raise NoAnswer("no tag answers")
    if status == REFUSAL:
        raise Refused(0)
    if status:
        raise Garbled(f"the chip reports error {status:02x}")
    return bytes([ACK]) if writing and len(answer) == 1 else answer[1:]
