"""Who lies on a reader: a pure state machine fed with what each look at the field showed.

One look may miss a tag that lies there (R8), two tags may show one at a time (R13); both are
told apart from lifting here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

MISSES = 3
"""Looks in a row that a tag must be missing from before it counts as lifted (R8)."""
ABSENCE_S = 0.3
"""And the seconds since it was last seen (R8)."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A tag was laid alone on the reader."""

    uid: str


@dataclass(frozen=True, slots=True)
class Left:
    """A tag was lifted."""

    uid: str


@dataclass(frozen=True, slots=True)
class Clashed:
    """Several tags lie in the field together; told once for each set of tags."""

    uids: tuple[str, ...]


Change = Arrived | Left | Clashed


@dataclass(slots=True)
class _Stay:
    """A tag that is there or was a moment ago."""

    seen_s: float
    misses: int = 0


class Presence:
    """Turns looks at a field into arrivals, departures and clashes.

    A tag that was part of a clash stays silent until it was lifted: no action is taken on it (R13).
    """

    def __init__(self, misses: int = MISSES, absence_s: float = ABSENCE_S) -> None:
        self._misses = misses
        self._absence_s = absence_s
        self._stays: dict[str, _Stay] = {}
        self._clash: frozenset[str] = frozenset()

    @property
    def empty(self) -> bool:
        """Nothing lies here, and nothing may be coming back."""
        return not self._stays

    @property
    def fading(self) -> bool:
        """Some tag was missing from the last look."""
        return any(stay.misses for stay in self._stays.values())

    def observe(self, at_s: float, uids: tuple[str, ...]) -> list[Change]:
        """Take one look into account: the moment, and every UID it showed."""
        if not uids and not self._stays:
            return []
        uids = tuple(dict.fromkeys(uids))  # a chip may list one tag twice
        arrived = [uid for uid in uids if uid not in self._stays]
        together = self._together(uids)
        for uid in uids:
            self._stays[uid] = _Stay(at_s)
        changes: list[Change] = []
        if len(together) > 1:
            if together != self._clash:
                self._clash = together
                changes.append(Clashed(tuple(sorted(together))))
        else:
            changes.extend(Arrived(uid) for uid in arrived)
        changes.extend(Left(uid) for uid in self._lifted(at_s, uids))
        return changes

    def _together(self, uids: tuple[str, ...]) -> frozenset[str]:
        """Say which tags must lie there at the same time.

        A tag that comes back while a later one still counts as present was never lifted: the
        chip just answers one of the two at a time.
        """
        found = set(uids)
        for uid in uids:
            stay = self._stays.get(uid)
            if stay and stay.misses:
                found |= {other for other, late in self._stays.items() if late.seen_s > stay.seen_s}
        return frozenset(found)

    def _lifted(self, at_s: float, uids: tuple[str, ...]) -> list[str]:
        gone = []
        for uid, stay in list(self._stays.items()):
            if uid in uids:
                continue
            stay.misses += 1
            if stay.misses >= self._misses and at_s - stay.seen_s >= self._absence_s:
                del self._stays[uid]
                gone.append(uid)
        self._clash = self._clash.difference(gone)
        return gone
