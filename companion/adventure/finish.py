"""What becomes of a campaign as a chapter ends (AD18, S21, X04, X05).

A chapter is noted with the entry that ends it, on disk before the game is put away: whatever happens at the
final screen, it is kept, and once only.  An undo of that entry takes the note back.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.adventure.words import shown
from companion.flow import Home, Noted, Reply, Settings
from companion.screens.scene import Scene
from engine.adventure.campaign import LAST, Campaign, after, after_game
from engine.adventure.head import Head
from engine.adventure.state import book, tale
from engine.session import Session

MOST_NOTED = 20
"""So many games are remembered as noted: those that could still be taken up again."""


def campaign_of(settings: Settings, pack: str) -> Campaign:
    """Give how far the group is with a pack; at the beginning when it never played."""
    kept = settings.campaign
    return kept if kept is not None and kept.pack == pack else Campaign(pack=pack)


def noted(settings: Settings, game: int, session: Session, how: str = "") -> Settings:
    """Give the settings with a game noted in the campaign, if it is over and was not; or not any more.

    ``how`` a game is ended by hand: ``score`` counts as played among rivals (A4c), and what lies in the pile
    stays there in any case (S21).  ``game`` is its number in the store, 0 while it has none.
    """
    over = not session.state.agenda
    there = any(each.game == game for each in settings.noted)
    if over and not there:
        ended = after_game(_before(settings, session), _rules(session), session.state)
        return _with_note(settings, game, ended)
    if there and not over:
        return _without_note(settings, game)
    if over or how not in ("score", "drop"):
        return settings
    mode, inserted = book(_rules(session)).mode, tale(session.state).inserted
    if how == "score" and mode != "coop":
        return _with_note(settings, game, after(_before(settings, session), mode, inserted, won=False))
    return _with_groups(settings, session, inserted)


def _rules(session: Session) -> Any:
    return session.table.rules


def _before(settings: Settings, session: Session) -> Campaign:
    """Give the campaign as it was when a game began."""
    head: Head | None = session.table.set_up.adventure
    assert head is not None, "this game has a head"
    return replace(campaign_of(settings, head.pack.name), chapter=head.chapter, failures=head.failures)


def _with_note(settings: Settings, game: int, campaign: Campaign) -> Settings:
    note = Noted(game, settings.campaign)
    return replace(settings, campaign=campaign, noted=(*settings.noted, note)[-MOST_NOTED:])


def _without_note(settings: Settings, game: int) -> Settings:
    """Take a note back; where another chapter was noted since, the campaign stays as it is."""
    last = settings.noted[-1]
    if last.game != game:
        return settings
    return replace(settings, campaign=last.before, noted=settings.noted[:-1])


def _with_groups(settings: Settings, session: Session, inserted: tuple[str, ...]) -> Settings:
    """Remember what lies in the pile of a game that is given up."""
    if not inserted:
        return settings
    head: Head | None = session.table.set_up.adventure
    assert head is not None, "this game has a head"
    before = campaign_of(settings, head.pack.name)
    groups = tuple(dict.fromkeys((*before.inserted, *inserted)))
    return replace(settings, campaign=replace(before, inserted=groups))


# -- the final screen ----------------------------------------------------------------------
def finished(scene: Scene) -> Reply:
    """Go home, and say what was noted."""
    return Reply(mode=Home(), note=_said(scene))


def _said(scene: Scene) -> str:
    view, texts = shown(scene), scene.ctx.texts
    campaign = scene.ctx.settings.campaign
    if view.mode == "variable":
        return texts("sentence.adv.noted.variable")
    if view.result == "lost":
        return texts("sentence.adv.noted.again", chapter=view.chapter, coin=3 * view.failures)
    if view.chapter == LAST:
        perfect = campaign is not None and campaign.perfect
        return texts("sentence.adv.noted.perfect" if perfect else "sentence.adv.noted.all")
    return texts("sentence.adv.noted.next", chapter=view.chapter + 1)
