"""A trick under way: who plays, what it is about, who would win it now (RY6), and a revoke (RY7)."""

from __future__ import annotations

from companion.lists import packed
from companion.screen import Screen, headline, screen
from companion.screens.paragraph import wrapped
from companion.tricks.modes import Marked
from companion.tricks.results import played_last, result_rows
from companion.tricks.scene import Scene
from engine.portroyal2000 import messages as m
from engine.session import Entry

BODY = 6


def play(scene: Scene, mode: Marked) -> Screen:
    """Draw RY6; it states the rule and never says which cards a player may hold (C6)."""
    view = scene.view
    trump = scene.say("play.trump", suit=scene.hue(view.trump))
    right = scene.say("play.pirate") if view.pirate else trump
    return screen(
        scene.title(right, scene.say("play.trump.tiny", sign=scene.sign(view.trump))),
        headline(scene.say("play.ask", 10, name=scene.upper(view.to_act))),
        about(scene),
        standing(scene),
        *(packed(scene.ctx.texts, played(scene), 1) or (_last_chance(scene) or stones_row(scene),)),
        *(result_rows(scene, (m.StoneLaid,))[:1] or (rule(scene),)),
        keys=play_keys(scene),
    )


def _last_chance(scene: Scene) -> str:
    """Remind the holder before the last trick of a round that the bid can still be paid (C5)."""
    view = scene.view
    return scene.say("play.last-chance", name=scene.name(view.holder)) if view.last_chance else ""


def about(scene: Scene) -> str:
    """Say which booty card the trick is about."""
    view = scene.view
    booty = scene.full(view.contested)
    if view.contested == view.carried and view.beneath:
        return scene.say("play.for-bonus", booty=scene.token(view.contested), bonuses=view.beneath)
    return scene.say("play.for", label=booty)


def standing(scene: Scene) -> str:
    """Say who would win now."""
    view = scene.view
    if not view.played:
        return scene.say("play.leads", name=scene.name(view.to_act))
    best = next(card for card in view.played if card.best)
    who = {"nam": scene.nam(best.seat), "face": scene.brief(best.card)}
    if view.pirate:
        return scene.say("play.best-pirate", **who)
    return scene.say("play.best", suit=scene.hue(view.led), sign=scene.sign(view.led), **who)


def played(scene: Scene) -> list[str]:
    """Give the cards of the trick in play order."""
    return [f"{scene.nam(card.seat)} {scene.brief(card.card)}" for card in scene.view.played]


def stones_row(scene: Scene) -> str:
    """Give the white stones: colours that players claim not to have."""
    words = [
        f"{scene.nam(p.seat)} {''.join(map(scene.sign, p.stones))}" for p in scene.view.players if p.stones
    ]
    row = packed(scene.ctx.texts, [scene.say("stones"), *words], 1)
    return row[0] if words else ""


def rule(scene: Scene) -> str:
    """State the rule for trumps, the same for every hand."""
    view = scene.view
    if not view.played:
        return scene.say("rule.lead")
    if view.pirate or not view.led or view.led == view.trump:
        return scene.say("rule.any")
    return scene.say("rule.trump", sign=scene.sign(view.led))


def play_keys(scene: Scene) -> str:
    """Say what a tap and keys do."""
    other = played_last(scene.session)
    if scene.by_list("trick"):
        return scene.say("keys.pick-other" if other else "keys.pick")
    return scene.say("keys.play-other" if other else "keys.play")


# -- RY7 ---------------------------------------------------------------------------------
def revoke_of(entry: Entry | None) -> m.RevokeShown | None:
    """Give the false stone that the last entry proved, None for none."""
    events = entry.events if entry else ()
    return next((event for event in events if isinstance(event, m.RevokeShown)), None)


def revoke(scene: Scene, shown: m.RevokeShown) -> Screen:
    """Draw RY7: before anybody is accused, it asks whether the card is his."""
    name = scene.name(shown.seat)
    picks = scene.name((shown.seat - 1) % scene.rules.seats)
    costs = bool(shown.penalties or shown.deferred)
    last = "revoke.costs" if costs else "revoke.waived"
    sign = scene.sign(shown.colour)
    tricks = ",".join(f"T{trick}" for trick in shown.claimed[:2])
    return screen(
        scene.title(scene.say("revoke.title")),
        headline(scene.say("play.ask", 10, name=scene.upper(shown.seat))),
        scene.say("revoke.claimed", tricks=tricks, nam=scene.nam(shown.seat), sign=sign),
        scene.say("revoke.shows", name=name, face=scene.brief(shown.card)),
        *wrapped(scene.sentence(last, name=picks, player=name), 2),
        keys=scene.say("keys.revoke"),
    )


def not_mine(scene: Scene, card: int, seat: int) -> Screen:
    """Ask whether the last card goes back because somebody else has played it."""
    return screen(
        scene.title(scene.say("other.title")),
        scene.big(card),
        *wrapped(scene.sentence("other", name=scene.name(seat), face=scene.brief(card)), 4),
        keys=scene.say("keys.other"),
    )
