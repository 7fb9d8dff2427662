"""What beginning any game shares: who may play it, and that it cannot begin like this."""

from __future__ import annotations

from collections.abc import Mapping

SEATS: Mapping[str, range] = {
    "port-royal": range(2, 6),
    "adventure": range(1, 5),
    "port-royal-2000": range(3, 5),
}
"""How many can play each game, which is known before its rules are loaded."""


class SetupError(ValueError):
    """A game cannot begin like this; ``str()`` says why."""


def check_players(names: tuple[str, ...], seats: range) -> None:
    """Refuse a wrong number of players, and names that cannot be told apart."""
    if len(names) not in seats:
        raise SetupError(f"{seats.start} to {seats.stop - 1} players can play this game, not {len(names)}.")
    if len(set(names)) < len(names) or not all(names):
        raise SetupError("Every player needs a name of his own.")
