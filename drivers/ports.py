"""What the companion needs of the hardware: small protocols, and the records that come in.

A port says what is needed at the table, not what a chip can do.  Every concrete driver fulfils
one of these and gets its bus passed in, so that real and simulated worlds differ at the bus only.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PIL import Image


class DeviceError(Exception):
    """A device does not do what it should; ``str()`` names the device, its bus and the last bytes."""


class DeviceGone(DeviceError):
    """The device does not answer at all: unplugged, without power, or never there."""


class WriteError(Exception):
    """A tag was not written; ``str()`` is a sentence for players (R24)."""

    def __init__(self, message: str, before: bytes | None = None) -> None:
        super().__init__(message)
        self.before = before
        """What the tag held, if it may be broken now; a further try can start from it."""


class TagAway(WriteError):
    """The tag was not laid down in time, or taken away while it was written."""


class TagLocked(WriteError):
    """Some of the pages are write-protected for good."""


class TagProtected(WriteError):
    """Some of the pages want a password."""


class TagTooSmall(WriteError):
    """The tag has less room than is to be written."""


class TagUnfit(WriteError):
    """The tag is of a kind, or in a state, that cannot hold records."""


class TagSpoiled(WriteError):
    """What is read back is not what was written, even after trying again."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A tag was laid on a reader; reported once a placement (R9)."""

    reader: str
    """Name of the reader in the config."""
    uid: str
    """All UID bytes as lower-case hex, 8, 14 or 20 digits (R1, R3)."""
    at_s: float
    """Monotonic time of the reading, in seconds, taken in the reader's own thread (R11)."""
    memory: bytes | None = None
    """User memory from page 4 on, read only for tags that the reader was told are unknown."""


@dataclass(frozen=True, slots=True)
class CardGone:
    """The tag was lifted: at least three misses in a row and at least 300 ms (R8)."""

    reader: str
    uid: str
    at_s: float


@dataclass(frozen=True, slots=True)
class CardsClash:
    """Two or more tags lie in one field; none of them counts (R13)."""

    reader: str
    uids: tuple[str, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class ReaderLost:
    """A reader stopped answering; it is tried again until it comes back (R21, R22)."""

    reader: str
    reason: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ReaderBack:
    """A lost reader answers again."""

    reader: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ButtonShort:
    """A button was pressed and let go before the hold time (R34)."""

    button: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ButtonLong:
    """A button has been down for the hold time; its release is then silent (R34)."""

    button: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ButtonUp:
    """A button that was held is let go: only what waits for it does anything then (R34)."""

    button: str
    at_s: float


@dataclass(frozen=True, slots=True)
class DisplayLost:
    """A display does not take its bytes any more; the others go on (R26)."""

    display: str
    reason: str
    at_s: float


@dataclass(frozen=True, slots=True)
class DisplayBack:
    """A lost display works again and shows the last picture."""

    display: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went by; sent only when somebody asked to be woken."""

    at_s: float


Input = (
    CardSeen
    | CardGone
    | CardsClash
    | ReaderLost
    | ReaderBack
    | ButtonShort
    | ButtonLong
    | ButtonUp
    | DisplayLost
    | DisplayBack
    | Tick
)
Sink = Callable[[Input], None]
"""Takes an input from any thread, at once and without raising."""


class Clock(Protocol):
    """Time as the drivers see it; a simulated one moves only when told."""

    def now_s(self) -> float:
        """Give monotonic seconds."""

    def sleep(self, duration_s: float) -> None:
        """Wait in the calling thread."""


class Display(Protocol):
    """A monochrome screen."""

    name: str
    width: int
    """Pixels."""
    height: int
    """Pixels."""

    def show(self, image: Image.Image) -> None:
        """Show a mode-"1" image of the display's size; returns at once, the latest image wins (R31)."""

    def close(self) -> None:
        """Go dark and give the bus back; may be called twice."""


@runtime_checkable
class Dimmable(Protocol):
    """A display with a contrast setting."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; 0 switches the panel off."""


class CardReader(Protocol):
    """A reader that reports tags to a sink from a thread of its own."""

    name: str

    def start(self, sink: Sink) -> None:
        """Begin to look for tags; a missing chip is reported as ``ReaderLost``, never raised (R22)."""

    def close(self) -> None:
        """Stop within two seconds; may be called twice."""


@runtime_checkable
class TagWriter(Protocol):
    """A card reader that writes tags, too (R24)."""

    def write(self, uid: str, change: Callable[[bytes], bytes], timeout_s: float) -> Future[bytes]:
        """Write a tag once it lies on this reader alone; returns at once.

        ``change``, called from the reader's thread, takes all the bytes from page 4 on and gives what shall
        stand there: fewer leave the rest as it is.  The result is what was read back afterwards.  Instead the
        future may hold a ``WriteError``, or what ``change`` raised.  A tag that was taken away in the middle
        is finished when it comes back within ``timeout_s``.  ``cancel()`` works until it has begun.
        """
        ...


class Buttons(Protocol):
    """All keys of the table."""

    def start(self, sink: Sink) -> None:
        """Begin to report presses."""

    def close(self) -> None:
        """Let the lines go; may be called twice."""


@dataclass(frozen=True, slots=True)
class Tone:
    """A stretch of sound."""

    frequency_hz: float
    """0 is silence."""
    duration_s: float


class Sounder(Protocol):
    """Something that plays rhythms."""

    def play(self, rhythm: tuple[Tone, ...]) -> None:
        """Play from now on, at once and without waiting; a rhythm still sounding is cut off."""

    def close(self) -> None:
        """Fall silent; may be called twice."""


@runtime_checkable
class Loudness(Protocol):
    """A sounder that can be loud or soft."""

    def set_loud(self, loud: bool) -> None:  # noqa: FBT001 - it is the whole message
        """Play loud or soft from the next tone on."""


class Light(Protocol):
    """A lamp of three colours."""

    def show(self, colour: tuple[int, int, int], on_s: float, off_s: float, times: int) -> None:
        """Blink: RGB 0-255 each; ``off_s`` 0 is steady, ``times`` 0 goes on for ever."""

    def close(self) -> None:
        """Go out; may be called twice."""
