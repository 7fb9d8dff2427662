"""What becomes of a campaign as a chapter ends (AD18, X04, X05)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.adventure.words import pack_of, shown
from companion.flow import Home, Reply, Settings
from companion.screens.scene import Scene
from engine.adventure.campaign import LAST, Campaign, after_game
from engine.adventure.head import Head


def campaign_of(settings: Settings, pack: str) -> Campaign:
    """Give how far the group is with a pack; at the beginning when it never played."""
    kept = settings.campaign
    return kept if kept is not None and kept.pack == pack else Campaign(pack=pack)


def finished(scene: Scene) -> Reply:
    """Note how the chapter ended and go home; the next one is offered there."""
    settings = scene.ctx.settings
    head: Head | None = scene.session.table.set_up.adventure
    assert head is not None, "this game has a head"
    before = campaign_of(settings, pack_of(scene).name)
    before = replace(before, chapter=head.chapter, failures=head.failures)
    campaign = after_game(before, scene.rules, scene.state)
    texts, chapter = scene.ctx.texts, campaign.chapter
    if shown(scene).mode == "variable":
        note = texts("sentence.adv.noted.variable")
    elif campaign.failures:
        note = texts("sentence.adv.noted.again", chapter=chapter, coin=3 * campaign.failures)
    elif head.chapter == LAST:
        note = texts("sentence.adv.noted.perfect" if campaign.perfect else "sentence.adv.noted.all")
    else:
        note = texts("sentence.adv.noted.next", chapter=chapter)
    return Reply(mode=Home(), settings=replace(settings, campaign=campaign), note=note)
