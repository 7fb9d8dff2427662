"""The hand at a simulated table: one finger that taps, presses and pulls cables, one thing after the other.

A deed is over when the device has noticed it: a tap when the reader reported the tag, a press when
the keys did.  Nothing here waits; the loop calls ``move`` again and again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator

from companion.bootstrap import APART_S, LONG_S, SHORT_S, SimulatedTable
from drivers.ports import ButtonLong, ButtonShort, CardGone, CardsClash, CardSeen, Clock, Input
from drivers.tags import TagImage

READER = "main"
LIE_S = 0.15
"""How long a card lies on after it was read."""
PATIENCE_S = 1.5
"""How long to wait for a device that does not notice, such as an unplugged reader."""
WRITE_S = 5.0
"""How long a card is kept there while it is written."""
ROUNDING_S = 1e-6
LOOK_S = 0.02
"""Between looks at whether something was noticed."""
GONE_LOOK_S = 0.1
"""The same for a tag that was lifted, which readers look for ten times a second."""

Deed = Generator[float, None, None]
"""Goes on in so many seconds of the table's clock; ends when it is done."""


class Hand:
    """Does what it is told, in order."""

    def __init__(self, table: SimulatedTable, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._deeds: deque[Deed] = deque()
        self._due_s = 0.0
        self.waiting = False
        """The next step waits for a device, not for time to pass."""
        self._noticed = False
        self._lying: set[str] = set()
        self._plugged = True
        self.unnoticed = 0
        """Deeds that no device noticed."""
        self.keeps_lying: Callable[[], bool] = lambda: False
        """Tells whether the device asks to leave the card on the reader."""

    @property
    def busy(self) -> bool:
        """Tell whether something is still to be done."""
        return bool(self._deeds)

    @property
    def plugged(self) -> bool:
        """Tell whether the reader's cable is in."""
        return self._plugged

    def left_s(self) -> float | None:
        """Say when ``move`` is due, in seconds from now; None while there is nothing to do."""
        return max(0.0, self._due_s - self._clock.now_s()) if self._deeds else None

    def pause(self, duration_s: float) -> None:
        """Keep still for so many seconds of the clock."""
        self._due_s = self._clock.now_s() + duration_s

    # -- deeds ---------------------------------------------------------------------------
    def tap(self, tag: TagImage) -> None:
        """Lay a tag on the reader and take it away again."""
        self._deeds.append(self._tapping(lambda: tag))

    def tap_chosen(self, choose: Callable[[], TagImage | None]) -> None:
        """Do the same with the tag that is the right one when its turn comes, if there is one then."""
        self._deeds.append(self._tapping(choose))

    def press(self, key: str, *, long: bool = False) -> None:
        """Press a key, or hold it."""
        self._deeds.append(self._pressing(key, LONG_S if long else SHORT_S))

    def turn_cable(self) -> None:
        """Pull the reader's cable, or put it in again."""
        self._deeds.append(self._cable())

    # -- going on ------------------------------------------------------------------------
    def notice(self, item: Input) -> None:
        """Hear what a device reported."""
        match item:
            case CardSeen(uid=uid):
                self._lying.add(uid)
                self._noticed = True
            case CardGone(uid=uid):
                self._lying.discard(uid)
            case CardsClash() | ButtonShort() | ButtonLong():
                self._noticed = True
            case _:
                return
        if self.waiting:
            self._due_s = self._clock.now_s()

    def move(self) -> None:
        """Go on with what is due."""
        while self._deeds and self._clock.now_s() >= self._due_s - ROUNDING_S:
            try:
                pause_s = next(self._deeds[0])
            except StopIteration:
                self._deeds.popleft()
                continue
            self._due_s = self._clock.now_s() + pause_s

    def _tapping(self, choose: Callable[[], TagImage | None]) -> Deed:
        tag = choose()
        if tag is None:
            return
        yield from self._until(lambda: tag.uid_hex not in self._lying, GONE_LOOK_S)
        self._noticed = False
        self._table.tap(tag, reader=READER)
        yield from self._until_noticed()
        yield LIE_S
        yield from self._until(lambda: not self.keeps_lying(), LOOK_S, WRITE_S)
        self._table.lift(READER)

    def _pressing(self, key: str, down_s: float) -> Deed:
        self._noticed = False
        self._table.keys.press(key)
        yield from self._linger()
        yield down_s
        self._table.keys.release(key)
        yield APART_S
        yield from self._until_noticed()

    def _linger(self) -> Deed:
        """Let the driver's thread see what was done, also where the clock is moved by hand."""
        self.waiting = True
        yield LOOK_S
        self.waiting = False

    def _cable(self) -> Deed:
        self._plugged = not self._plugged
        (self._table.plug if self._plugged else self._table.unplug)("reader")
        yield LOOK_S

    def _until_noticed(self) -> Deed:
        yield from self._until(lambda: self._noticed, LOOK_S)
        self.unnoticed += not self._noticed

    def _until(self, happened: Callable[[], bool], look_s: float, patience_s: float = PATIENCE_S) -> Deed:
        """Wait for something to happen, but not for ever."""
        end_s = self._clock.now_s() + patience_s
        self.waiting = True
        while not happened() and self._clock.now_s() < end_s:
            yield look_s
        self.waiting = False
