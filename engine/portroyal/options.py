"""The switches of the rules: every disputed ruling is one field, read in one place."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table plays by; the defaults are the preset ``big-box``."""

    jester_on_bust: Literal["active", "all"] = "active"
    """Whose Jesters are paid on a bust (D4)."""
    jester_on_empty: Literal["anyone", "inactive"] = "anyone"
    """Whose Jesters are paid when there is nothing to take (T7)."""
    governor: Literal["active", "all"] = "active"
    """Whether inactive Governors count too (T1, T6)."""
    mademoiselle_floor: Literal[0, 1] = 1
    """The least a person costs (T4)."""
    fee: Literal["upfront", "from_income"] = "upfront"
    """Whether the coin to the active player may come out of the ship just taken (T6)."""
    gambler: Literal["reveal_four", "reveal_four_and_stop"] = "reveal_four"
    """What a gamble does (G3, G4)."""
    gambler_cards: Literal["big-box", "first-edition"] = "big-box"
    """Which printing of the promo cards is in the deck (G1)."""
    gambler_again: Literal["after_reveal", "never"] = "after_reveal"
    """Whether a used Gambler is ready again once a single card was revealed after it (G1)."""
    gamblers: bool = False
    """Whether the promo cards are in the deck."""
    expedition_required: bool = False
    """Whether only players with an expedition can trigger the end and win (F4)."""
    winning_points: Annotated[int, msgspec.Meta(ge=1, le=60)] = 12
    tax_threshold: Annotated[int, msgspec.Meta(ge=1, le=99)] = 12
    start_coins: Annotated[int, msgspec.Meta(ge=0, le=20)] = 3


PRESETS: dict[str, Options] = {
    "big-box": Options(),
    "first-edition": Options(
        jester_on_bust="all",
        jester_on_empty="inactive",
        governor="all",
        mademoiselle_floor=0,
        fee="from_income",
        gambler="reveal_four_and_stop",
        gambler_cards="first-edition",
    ),
}
