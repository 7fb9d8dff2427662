"""Whole games by simple players, one entry after the other: the loop that all games share."""

from __future__ import annotations

from collections.abc import Callable

from engine.session import Entry, Session

Watch = Callable[[Entry], None]


def play_until_over(
    session: Session,
    play_on: Callable[[float], Entry],
    limit: int,
    *,
    boldness: tuple[float, ...],
    watch: Watch,
    stands_still: Callable[[], bool] = lambda: False,
) -> int:
    """Play a game to its end, or until it stands still, and give the number of entries that it took.

    ``play_on`` plays one entry with the boldness of the seat that is asked; seats take theirs in turn from
    the list.  ``watch`` sees every entry once it counts.  Raises ``RuntimeError`` when the game has not ended
    after ``limit`` entries.
    """
    for played in range(limit):
        asked = session.state.asked
        if asked is None or stands_still():
            return played
        watch(play_on(boldness[asked.seat % len(boldness)]))
    raise RuntimeError(f"the game has not ended after {limit} entries")
