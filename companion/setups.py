"""What can be chosen when a game is set up: one record for each game that the device offers (NG1, NG2, NG5).

``companion/gameplay.py`` has the rest of each game; both tables have the same games in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from engine import portroyal, portroyal2000
from engine.adventure import options as adventure
from engine.adventure.setup import options_of as adventure_options

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


SETUPS: Mapping[str, Choices] = {
    "port-royal": Choices(
        presets=portroyal.PRESETS,
        options_of=portroyal.options_of,
        switches={"gamblers": YES_NO, "expedition_required": YES_NO, "winning_points": POINTS},
    ),
    "adventure": Choices(
        presets=adventure.PRESETS,
        options_of=adventure_options,
        switches={"winning_points": POINTS},
    ),
    "port-royal-2000": Choices(
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
    ),
}
"""The games that can be begun on the device, in the order in which they are offered."""
