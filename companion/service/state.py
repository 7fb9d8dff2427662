"""What the service says of itself: to systemd in one line, and to whoever asks through the control socket."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.flow import DeviceState, Lost
from engine.session import Session


class GameSeen(msgspec.Struct, frozen=True):
    """The game on the table, as everybody sees it."""

    game: str
    players: tuple[str, ...]
    entries: int
    round: int | None = None
    to_act: str = ""
    """Name of the player who is asked; empty when the game is over."""


class DeviceSeen(msgspec.Struct, frozen=True):
    """A reader or display."""

    name: str
    works: bool
    faults: int
    losses: int
    reason: str = ""
    """Why it does not work, a sentence of its driver."""


class ServiceState(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to ``status``."""

    pid: int
    up_s: float
    """Seconds since the table could be played at."""
    round_s: float
    """Seconds since the main loop went round last."""
    config: str
    state_folder: str
    version: str
    python: str
    sqlite: str
    game: GameSeen | None
    devices: tuple[DeviceSeen, ...]
    hung: tuple[str, ...] = ()
    """Devices whose threads hang: the watchdog is not fed."""
    unsaved: str = ""
    """Why the last entries are not on disk yet, a sentence; empty when all is saved."""
    power_cuts: int = 0
    """How often the device went off without being told to."""
    starts: int = 0
    config_trouble: str = ""
    """Why the config that was to be read anew is not used."""


def game_seen(session: Session | None) -> GameSeen | None:
    """Sum up a game: nothing in it that not everybody at the table knows."""
    if session is None:
        return None
    names: tuple[str, ...] = session.table.set_up.players
    asked: Any = getattr(session.state, "asked", None)
    seat = getattr(asked, "seat", None)
    acting = names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else ""
    return GameSeen(
        session.table.set_up.game, names, session.seq, getattr(session.state, "round", None), acting
    )


def line(game: GameSeen | None, lost: tuple[Lost, ...] = (), unsaved: str = "") -> str:
    """Give the line that ``systemctl status`` shows."""
    words = "No game on the table"
    if game:
        words = f"{game.game}: {' '.join(game.players)}"
        words += f", round {game.round}" if game.round is not None else ""
        words += f", {game.to_act} to act" if game.to_act else ", over"
    if lost:
        words += f"; lost: {', '.join(one.name for one in lost)}"
    return f"{words}; NOT SAVED: {unsaved}" if unsaved else words


def devices_seen(states: tuple[DeviceState, ...], lost: tuple[Lost, ...]) -> tuple[DeviceSeen, ...]:
    """Join what devices counted with which of them do not answer."""
    reasons = {one.name: one.reason for one in lost}
    return tuple(
        DeviceSeen(
            state.name, state.name not in reasons, state.faults, state.losses, reasons.get(state.name, "")
        )
        for state in states
    )
