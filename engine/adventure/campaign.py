"""A campaign: chapters one after the other, the cards they left in the pile, defeats (S15 to X06)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.adventure.head import Head, Mode
from engine.adventure.pack import CHAPTERS, Pack
from engine.adventure.state import book, tale
from engine.kernel import Rules
from engine.portroyal.state import State

LAST = CHAPTERS[-1]


class Campaign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far a group is; what is kept between two sessions."""

    pack: str
    """Name of the pack."""
    chapter: int = 1
    """The chapter to be played next."""
    failures: int = 0
    """Defeats in this chapter since its last success."""
    inserted: tuple[str, ...] = ()
    """Groups in the pile; they are never sorted out (S21)."""
    defeats: int = 0
    """Defeats in all."""
    finished: bool = False
    """Whether the last chapter was won."""

    @property
    def perfect(self) -> bool:
        """Tell whether all five chapters were won in sequence without a failure (X06)."""
        return self.finished and not self.defeats


def head_for(campaign: Campaign, pack: Pack, mode: Mode, characters: dict[str, str]) -> Head:
    """Give what the next session is begun with; a defeat gives coins in cooperative play only (A4c).

    Where nothing is known of the pile it holds all that earlier chapters can insert (A4).
    """
    return Head(
        pack=pack,
        mode=mode,
        characters=characters,
        chapter=campaign.chapter,
        inserted=campaign.inserted or None,
        failures=campaign.failures if mode == "coop" else 0,
    )


def after(campaign: Campaign, mode: Mode, inserted: tuple[str, ...], *, won: bool) -> Campaign:
    """Give the campaign after a session: on after a success and after any competitive game (S20, A4c)."""
    groups = tuple(dict.fromkeys((*campaign.inserted, *inserted)))
    if mode == "variable":
        return replace(campaign, inserted=groups)
    if mode == "coop" and not won:
        failures = campaign.failures + 1
        return replace(campaign, inserted=groups, failures=failures, defeats=campaign.defeats + 1)
    return replace(
        campaign,
        inserted=groups,
        failures=0,
        chapter=min(LAST, campaign.chapter + 1),
        finished=campaign.finished or campaign.chapter == LAST,
    )


def after_game(campaign: Campaign, rules: Rules, state: State) -> Campaign:
    """Give the campaign after a game that is over."""
    kept = tale(state)
    return after(campaign, book(rules).mode, kept.inserted, won=kept.result == "won")


def most_extra_coins(campaign: Campaign) -> int:
    """Give how many coins the group may share before the next cooperative session (S19, A4b)."""
    return 3 * campaign.failures
