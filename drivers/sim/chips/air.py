"""The air above a simulated reader chip: tags with power in them, and what becomes of their answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from drivers.sim.chips.field import Field
from drivers.sim.chips.iso14443a import AirTag, Frame, State
from drivers.sim.faults import LineFaults

POWER_UP_S = 0.005
"""Tags answer so long after the field went on (ISO/IEC 14443-3, 5)."""
TIMER_STOP_BITS = 5
"""A reader's timer ends when so many bits of an answer came in (MFRC522, 8.5)."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """An answer on its way."""

    frame: Frame
    collision: int | None
    """Place of the first bit in which tags differ."""
    parity_wrong: bool
    noticed_s: float
    """When a waiting timer stops."""
    ends_s: float
    senders: tuple[AirTag, ...]


class Air:
    """Carries frames between a chip and the tags in its field; its owner sees to it that threads take turns.

    Without ``time`` nothing takes any, except answers that are late on request.
    """

    def __init__(self, field: Field, *, time: bool) -> None:
        self.faults = LineFaults()
        """What happens to tags' answers; ``leave_after`` counts their bytes."""
        self.parity = True
        """A spoiled answer is noticed by its parity bits."""
        self.hum: Callable[[], bytes] = lambda: b""
        """What the antenna picks up when no tag answers."""
        self.frames = 0
        """Frames sent by the chip."""
        self.tags: tuple[AirTag, ...] = ()
        """Those with power."""
        self.time = float(time)
        self._field = field
        self._awake_s = 0.0

    def power_up(self, now_s: float) -> None:
        """Switch the field on: all that lies there wakes up in a moment."""
        self._awake_s = now_s + POWER_UP_S * self.time
        self.tags = tuple(map(AirTag, self._field.tags))

    def power_down(self) -> None:
        """Switch the field off: all tags forget their state."""
        self.tags = ()

    def look_again(self) -> None:
        """Take note of tags that came, without a state, and of those that left."""
        known = {id(tag.tag): tag for tag in self.tags}
        self.tags = tuple(known.get(id(tag)) or AirTag(tag) for tag in self._field.tags)

    def send(self, frame: Frame, now_s: float) -> tuple[float, Incoming | None]:
        """Send a frame; give when its last bit is out, and what will come in."""
        self.frames += 1
        sent_s = now_s + frame.air_s * self.time
        heard = {tag: self._heard(tag, frame) for tag in self.tags} if now_s >= self._awake_s else {}
        answers = {tag: answer for tag, answer in heard.items() if answer}
        if not answers:
            return sent_s, self._incoming(Frame.of(self.hum()), sent_s, parity_wrong=True)
        mixed, collision = _mixed(list(answers.values()))
        arrived, parity_wrong = self._spoiled(mixed)
        delay_s = max(tag.answer_delay_s(frame) for tag in answers) * self.time + self.faults.late_s
        return sent_s, self._incoming(
            arrived, sent_s + delay_s, parity_wrong=parity_wrong, collision=collision, senders=tuple(answers)
        )

    def _incoming(
        self,
        frame: Frame,
        begins_s: float,
        *,
        parity_wrong: bool,
        collision: int | None = None,
        senders: tuple[AirTag, ...] = (),
    ) -> Incoming | None:
        if not frame.bits:
            return None
        air_s = frame.air_s * self.time
        noticed_s = begins_s + air_s * min(1.0, TIMER_STOP_BITS / frame.bits)
        return Incoming(frame, collision, parity_wrong, noticed_s, begins_s + air_s, senders)

    def _heard(self, tag: AirTag, frame: Frame) -> Frame | None:
        """Let a tag hear a frame; with flaky contact it may not hear a call at all."""
        calling = frame.bits == 7 and tag.state in (State.IDLE, State.HALT)
        return None if calling and self._field.misses(tag.tag) else tag.hear(frame)

    def _spoiled(self, frame: Frame) -> tuple[Frame, bool]:
        """Let the faults on request happen to an answer; say whether its parity bits show it."""
        before = frame.message
        after = self.faults.arriving(before)
        if self.faults.leave_after is not None:
            self.faults.leave_after -= len(after)
            if self.faults.leave_after <= 0:
                after = after[: len(after) + self.faults.leave_after]
                self.faults.leave_after = None
                self._field.lift()
        if after == before:
            return frame, False
        bits = min(frame.bits, 8 * len(after))
        return Frame.of(after, bits), self.parity and bits == frame.bits


def _mixed(answers: list[Frame]) -> tuple[Frame, int | None]:
    """Lay answers over each other; give the place of the first bit they differ in."""
    together, differing = answers[0], 0
    for other in answers[1:]:
        differing |= together.value ^ other.value
        together = Frame(together.value | other.value, max(together.bits, other.bits))
    return together, (differing & -differing).bit_length() - 1 if differing else None
