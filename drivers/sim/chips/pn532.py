"""A simulated PN532: its commands, without frames and without a line.

Source: UM0701-02, chapter 7; docs/hardware-requirements.md, Times.  What only a real chip can tell, how
long its own polling takes and with which status it reports a tag's NAK, is assumed here.
"""

from __future__ import annotations

from dataclasses import dataclass

from drivers.sim.chips.field import Field
from drivers.sim.chips.ntag import WRITE, Nak, Type2Tag

FIRMWARE = bytes.fromhex("32010607")
FOREVER = 0xFF
LOOK_S = 0.005
"""One attempt that finds nothing."""
SELECT_S = {4: 0.00241, 7: 0.00445, 10: 0.0065}
"""From the wake-up to the complete UID, by its length."""
TAG_COMMAND_S = 0.002
NO_ANSWER, REFUSED, BAD_TARGET = 0x01, 0x14, 0x27
"""Status bytes (7.1): time-out, a Mifare refusal, command not fit for the state."""


class Misused(Exception):
    """A command the chip calls a syntax error."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command gives."""

    payload: bytes
    """After the response code."""
    air_s: float = 0.0
    """How long it took on the air."""


class SimPn532:
    """The chip; not thread-safe, its transport takes care of that."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.configured = False
        """SAMConfiguration was given since the last reset; without it no tag is looked for."""
        self.activation_retries = FOREVER
        self.refused = REFUSED
        """The status that a tag's NAK is reported with."""
        self._targets: tuple[Type2Tag, ...] = ()
        self._commands = {
            0x00: self._diagnose,
            0x02: lambda _payload: Outcome(FIRMWARE),
            0x04: lambda _payload: Outcome(bytes([0, 0, len(self._targets), 0x80])),
            0x14: self._sam_configuration,
            0x32: self._rf_configuration,
            0x40: self._data_exchange,
            0x42: self._communicate_thru,
            0x44: self._release,
            0x4A: self._list_targets,
            0x52: self._release,
        }

    def reset(self) -> None:
        """Forget everything, as after a dip of the supply."""
        self.configured = False
        self.activation_retries = FOREVER
        self._targets = ()

    @property
    def trying(self) -> bool:
        """A look without end may succeed without any change of the field."""
        return self.configured and bool(self.field.tags)

    def run(self, code: int, payload: bytes) -> Outcome | None:
        """Carry a command out; None when it goes on until the field changes, then it is run again.

        Raises ``Misused`` for commands and lengths the chip does not take.
        """
        command = self._commands.get(code)
        if command is None:
            raise Misused(f"command {code:02x}")
        return command(payload)

    @staticmethod
    def _diagnose(payload: bytes) -> Outcome:
        """Do the communication line test, which sends back what came (7.2.1)."""
        if payload[:1] != b"\x00":
            raise Misused("only the line test is simulated")
        return Outcome(payload)

    def _sam_configuration(self, payload: bytes) -> Outcome:
        if not payload or payload[0] not in (1, 2, 3, 4):
            raise Misused("SAM mode")
        self.configured = True
        return Outcome(b"")

    def _rf_configuration(self, payload: bytes) -> Outcome:
        if len(payload) < 2 or (payload[0] == 0x05 and len(payload) != 4):
            raise Misused("RF configuration item")
        if payload[0] == 0x05:
            self.activation_retries = payload[3]
        if payload[0] == 0x01 and not payload[1] & 1:  # field off: tags lose their power and their state
            for tag in self.field.tags:
                tag.selected = False
            self._targets = ()
        return Outcome(b"")

    def _list_targets(self, payload: bytes) -> Outcome | None:
        """Look for up to two tags of type A (7.3.5)."""
        if len(payload) < 2 or payload[0] not in (1, 2) or payload[1] != 0x00:
            raise Misused("only up to two tags of type A are simulated")
        self._targets = ()
        if not self.configured:
            return None
        forever = self.activation_retries == FOREVER
        attempts = 2 if forever else self.activation_retries + 1
        for attempt in range(attempts):
            found = [tag for tag in self.field.tags if self.field.activate(tag)][: payload[0]]
            if found:
                return self._listed(tuple(found), attempt * LOOK_S)
        return None if forever else Outcome(b"\x00", attempts * LOOK_S)

    def _listed(self, found: tuple[Type2Tag, ...], looked_s: float) -> Outcome:
        self._targets = found
        answer = bytes([len(found)])
        for number, tag in enumerate(found, start=1):
            image = tag.image
            answer += bytes([number, *image.atqa, image.sak, len(image.uid)]) + image.uid
            if image.sak & 0x20:
                answer += b"\x01"  # an answer to select with nothing in it
        return Outcome(answer, looked_s + sum(SELECT_S[len(tag.image.uid)] for tag in found))

    def _data_exchange(self, payload: bytes) -> Outcome:
        if not payload:
            raise Misused("no target")
        number = payload[0]
        if not 1 <= number <= len(self._targets):
            return Outcome(bytes([BAD_TARGET]))
        return self._exchange(self._targets[number - 1], payload[1:])

    def _communicate_thru(self, payload: bytes) -> Outcome:
        if not self._targets:
            return Outcome(bytes([BAD_TARGET]))
        return self._exchange(self._targets[0], payload)

    def _exchange(self, tag: Type2Tag, message: bytes) -> Outcome:
        """Send a tag a command; a tag that was lifted is not there to answer."""
        try:
            answer = tag.command(message) if tag in self.field.tags else None
        except Nak:
            return Outcome(bytes([self.refused]), TAG_COMMAND_S)
        if answer is None or tag not in self.field.tags:
            return Outcome(bytes([NO_ANSWER]), 10 * TAG_COMMAND_S)
        return Outcome(b"\x00" + (b"" if message[0] == WRITE else answer), TAG_COMMAND_S)

    def _release(self, payload: bytes) -> Outcome:
        """Let targets go; they are put to sleep and wake at the next look (7.3.11)."""
        for tag in self._targets:
            tag.selected = False
        self._targets = ()
        return Outcome(b"\x00")
