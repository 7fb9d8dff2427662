"""Choosing the persons for an expedition: DI10."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.flow import Context, Reply
from companion.play_modes import Claiming
from companion.play_moment import Moment
from companion.play_table import KeyAnswer
from companion.screen import Screen
from companion.screens.claim import claim, crew_of
from companion.screens.scene import scene_of
from engine.portroyal import messages as m


def draw(mode: Claiming, ctx: Context) -> Screen:
    """Draw DI10."""
    return claim(scene_of(ctx), mode)


def _claim(moment: Moment) -> Reply:
    """Claim with the persons shown."""
    mode = moment.claiming()
    crew, _ = crew_of(scene_of(moment.ctx), mode)
    return Reply(play=(m.Claim(mode.card, crew),), mode=mode.under)


def _back(moment: Moment) -> Reply:
    return Reply(mode=moment.claiming().under)


def _other(moment: Moment) -> Reply:
    """Show the next set that would do; with a single one NEXT is NO, as it carries no label then."""
    mode = moment.claiming()
    _, sets = crew_of(scene_of(moment.ctx), mode)
    return Reply(mode=replace(mode, choice=(mode.choice + 1) % sets)) if sets > 1 else _back(moment)


CLAIM_KEYS: Mapping[str, KeyAnswer] = {"yes": _claim, "no": _back, "next": _other}
"""Keys of DI10 (device-ux.md 3.3)."""
