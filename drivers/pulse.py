"""Tells whether a thread that works for a device still lives: it ended by itself, or it hangs in a call."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import threading

    from drivers.ports import Clock


@runtime_checkable
class Watched(Protocol):
    """A device whose thread can be seen to hang."""

    def hung_s(self) -> float:
        """Give for how many seconds its thread has been in one piece of work: 0 at rest, ``inf`` if dead."""
        ...


class Pulse:
    """Notes when a thread begins and ends its pieces of work.

    A first piece that never comes back is no hanging but a part that never worked: to start the program
    anew would bring the same again, and the part is told as lost by other ways (R28).
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since_s: float | None = None
        self._has_worked = False
        self._thread: threading.Thread | None = None

    def belongs_to(self, thread: threading.Thread | None) -> None:
        """Take the thread to look at; None when it has nothing to do and ended in order."""
        self._thread = thread

    @contextmanager
    def work(self) -> Iterator[None]:
        """Be at work."""
        self._since_s = self._clock.now_s()
        try:
            yield
        finally:
            self._since_s = None
            self._has_worked = True

    def hung_s(self) -> float:
        """Give for how many seconds the present piece of work has lasted, as ``Watched`` says."""
        thread, since_s = self._thread, self._since_s
        if thread and thread.ident is not None and not thread.is_alive():
            return inf
        if since_s is None or not self._has_worked:
            return 0.0
        return max(0.0, self._clock.now_s() - since_s)
