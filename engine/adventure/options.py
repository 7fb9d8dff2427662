"""The switches of the expansion: those of the base game, and every ruling of its own that is disputed."""

from __future__ import annotations

from engine.portroyal.options import PRESETS as BASE
from engine.portroyal.options import Options as BaseOptions

NOT_OFFERED = ("gamblers", "start_coins", "expedition_required")
"""Switches of the base game that mean nothing here (S07, A57, A68)."""


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table plays by; the defaults are the rulings of the rules page, section 3."""

    bust_window: bool = False
    """Whether the active player may still fulfil expeditions after a forced end (A6)."""
    t52_uncover_late: bool = False
    """Whether a marker on the upper field of task 52 uncovers nothing yet (A12)."""
    character_counts_as_person: bool = False
    """Whether texts that count persons count a character by his ability (A17)."""
    jack_counts_as_icon: bool = False
    """Whether a Jack of all Trades counts as Captain, Priest and Settler for such texts (A18)."""
    innkeeper_sale_any_time: bool = False
    """Whether an Innkeeper buys during the whole time to take, not only as it begins (A22)."""
    lookout_stack: bool = True
    """Whether every Lookout is a use of its own (A26)."""


PRESETS: dict[str, Options] = {
    name: Options(
        jester_on_bust=base.jester_on_bust,
        jester_on_empty=base.jester_on_empty,
        governor=base.governor,
        mademoiselle_floor=base.mademoiselle_floor,
        fee=base.fee,
        start_coins=0,
    )
    for name, base in BASE.items()
}
