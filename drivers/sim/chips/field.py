"""The space above a simulated reader: which tags lie there, and how well they are seen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from drivers.sim.chips.ntag import Type2Tag
from drivers.tags import TagImage


class Field:
    """Tags in the field of one reader; may be changed from any thread.

    ``misses`` is asked at every attempt to find a tag whether the attempt fails, for flaky contact.
    """

    def __init__(self) -> None:
        self.misses: Callable[[Type2Tag], bool] = lambda _tag: False
        self._tags: tuple[Type2Tag, ...] = ()
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call the listener, from the thread that makes it, at every change."""
        self._listeners.append(listener)

    @property
    def tags(self) -> tuple[Type2Tag, ...]:
        """What lies there, in the order it was laid down."""
        with self._lock:
            return self._tags

    def place(self, *tags: TagImage | Type2Tag) -> None:
        """Lay tags down beside what lies there already; a ``Type2Tag`` keeps what was written to it."""
        self._change((*self.tags, *(self._tag(tag) for tag in tags)))

    def lift(self, uid: str | None = None) -> None:
        """Take one tag away, or all."""
        self._change(tag for tag in self.tags if uid is not None and tag.image.uid_hex != uid)

    def activate(self, tag: Type2Tag) -> bool:
        """Try once to wake and select a tag.

        A tag that is selected already takes the wake-up for an error and falls idle without an
        answer (ISO/IEC 14443-3, 6.4): the first attempt after one that worked fails.
        """
        was_selected, tag.selected = tag.selected, False
        if was_selected or self.misses(tag):
            return False
        tag.selected = True
        return True

    @staticmethod
    def _tag(tag: TagImage | Type2Tag) -> Type2Tag:
        if isinstance(tag, TagImage):
            return Type2Tag(tag)
        tag.selected = False
        return tag

    def _change(self, tags: Iterable[Type2Tag]) -> None:
        after = tuple(tags)
        with self._lock:
            self._tags = after
        for listener in self._listeners:
            listener()
