"""What can be chosen when a game is set up: one record for each game that the device offers (NG1, NG2, NG5).

``companion/gameplay.py`` has the rest of each game; both tables have the same games in the same order.
A game's options are loaded when it is chosen.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engine.later import Later

POINTS = range(8, 21)
"""Points to win that the list offers, one after the other."""
YES_NO = (False, True)


class Choices(msgspec.Struct, frozen=True):
    """What one game can be set up with."""

    presets: Mapping[str, Any]
    """Options of each preset, by its name."""
    options_of: Callable[[str, dict[str, Any]], Any]
    """Gives the options of a preset with single switches; raises ``ValueError``."""
    switches: Mapping[str, Sequence[Any]]
    """Options asked for in every new game (NG5), each with its values in turn; others belong to the rules."""
    start: str = "new.start"
    """What the texts begin with that ask who starts (NG4)."""


def _port_royal() -> Choices:
    from engine import portroyal

    return Choices(
        presets=portroyal.PRESETS,
        options_of=portroyal.options_of,
        switches={"gamblers": YES_NO, "expedition_required": YES_NO, "winning_points": POINTS},
    )


def _adventure() -> Choices:
    from engine.adventure import options, setup

    return Choices(presets=options.PRESETS, options_of=setup.options_of, switches={"winning_points": POINTS})


def _port_royal_2000() -> Choices:
    from engine import portroyal2000

    return Choices(
        presets=portroyal2000.PRESETS,
        options_of=portroyal2000.options_of,
        switches={
            "pirate_led": ("none", "first_coloured"),
            "booty_chooser": ("start", "winner"),
            "zero_bid_handin": ("no", "yes"),
            "remove_kept": ("fresh_only", "any_time"),
            "revoke_unit": ("per_claim", "per_play"),
            "revoke_no_booty": ("waive", "defer"),
            "minus_scores": ("yes", "load_only"),
            "x2_scores": ("yes", "load_only"),
            "final_tie": ("shared", "lower_debt"),
            "history": ("last_trick", "all"),
        },
        start="new.dealer",
    )


SETUPS = Later({"port-royal": _port_royal, "adventure": _adventure, "port-royal-2000": _port_royal_2000})
"""The games that can be begun on the device, in the order in which they are offered."""
