"""Crowns: the track, its shields, and whoever gains or returns some (K01 to K05)."""

from __future__ import annotations

from engine.adventure.dues import CrownsDue
from engine.adventure.learning import ask
from engine.adventure.messages import CrownsMoved
from engine.adventure.pack import Track
from engine.adventure.state import book, tale, with_holder
from engine.kernel import SETTLED, Turn
from engine.portroyal.state import State, replace, with_player


def worth(track: Track, crowns: int) -> int:
    """Give the points of a marker: those of the last shield reached or passed (K02, K03)."""
    return max((points for field, points in (track.shields or {}).items() if field <= crowns), default=0)


def owe_crowns(t: Turn, seat: int, crowns: int, why: str) -> None:
    """Let a player gain crowns before anything else goes on."""
    if crowns > 0:
        t.emit(CrownsDue(seat, crowns, why))


def crowns_due(t: Turn, due: CrownsDue) -> bool:
    """Move the marker forward; the track must be known for it (K01, A48)."""
    if not book(t.rules).pack.crown_track.known:
        ask(t, due.seat, "crown_track")
        return False
    t.emit(SETTLED)
    move(t, due.seat, due.crowns, due.why)
    return True


def move(t: Turn, seat: int, crowns: int, why: str) -> None:
    """Move a marker by so many fields, as far as the track goes."""
    track = book(t.rules).pack.crown_track
    before = tale(t.state).holders[seat].crowns
    after = max(0, min(before + crowns, track.fields or 0))
    if after != before:
        t.emit(CrownsMoved(seat, after, worth(track, after) - worth(track, before), why))


def crowns_moved(s: State, e: CrownsMoved) -> State:
    """Apply ``CrownsMoved``."""
    player = s.players[e.seat]
    s = replace(s, players=with_player(s, e.seat, replace(player, points=player.points + e.points)))
    return with_holder(s, e.seat, crowns=e.crowns)
