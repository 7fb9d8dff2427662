"""The switches of the rules: every disputed ruling is one field, read in one place."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.notation import NotationError, in_words


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table plays by; the defaults are the rulings of the rules page, part B."""

    pirate_led: Literal["none", "first_coloured"] = "none"
    """Whether a trick that a pirate leads has a led colour: that of its first coloured card (B31)."""
    booty_chooser: Literal["start", "winner"] = "start"
    """Who chooses the booty card: the start player, or who named him (B20)."""
    zero_bid_handin: Literal["no", "yes"] = "no"
    """Whether a card may be handed in on a bid of 0 (B43)."""
    remove_kept: Literal["fresh_only", "any_time"] = "fresh_only"
    """What the kept remove works on: the card just won, or any own card at any time (B62)."""
    revoke_unit: Literal["per_claim", "per_play"] = "per_claim"
    """What costs a booty card: a false stone, or every trump played on that colour (B27)."""
    revoke_no_booty: Literal["waive", "defer"] = "waive"
    """What happens to a penalty when there is nothing to lose (B26)."""
    minus_scores: Literal["yes", "load_only"] = "yes"
    """Whether -10 and -5 lower the score, or the load alone (B54)."""
    x2_scores: Literal["yes", "load_only"] = "yes"
    """Whether x2 doubles the score, or the load alone (B57)."""
    final_tie: Literal["shared", "lower_debt"] = "shared"
    """Who wins of those with the same total (B67)."""
    history: Literal["last_trick", "all"] = "last_trick"
    """Which tricks of the round may be looked at (B69)."""
    hands: Literal["secret", "known"] = "secret"
    """Whether the engine is told every hand: never at a table with real cards, always in practice (C1)."""


PRESETS: dict[str, Options] = {"standard": Options()}
_UNSAID = "big-box"
"""What table scripts play by when they name no printing; this game has one alone."""


def options_of(preset: str, switches: dict[str, Any]) -> Options:
    """Give a preset's options with single switches set; raises ``NotationError`` for unknown ones."""
    if preset not in (*PRESETS, _UNSAID):
        raise NotationError(f"there is no preset {preset!r}", preset, PRESETS)
    for name in switches:
        if name not in Options.__struct_fields__:
            raise NotationError(f"there is no switch {name!r}", name, Options.__struct_fields__)
    try:
        return msgspec.convert(switches, Options)
    except msgspec.ValidationError as error:
        raise NotationError(f"options: {in_words(error)}") from None
