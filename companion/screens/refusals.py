"""Why something was refused, and what mends it: ER1 to ER8, and every other refusal of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.flow import Context, Refused
from companion.play_crews import missing
from companion.play_fixes import fix_commands
from companion.play_situation import seat_to_act
from companion.screen import CELLS, HEADLINE_CELLS, Screen, headline, screen
from companion.screens.keyrows import go_on_key, key_row
from companion.screens.paragraph import fits, wrapped
from companion.screens.rows import symbols
from companion.screens.scene import Scene, bar, say, scene_of
from companion.texts import TextError, Texts

ROOM = 6
HEADLINE_ROWS = 2
UID_DIGITS = 6


def refusal(mode: Refused, ctx: Context) -> Screen:
    """Draw a refusal."""
    if ctx.session is None:
        return _plain(ctx.texts, mode.sentence, say(ctx.texts, "keys.ignore"))
    scene = scene_of(ctx)
    if mode.key in SCREENS and NEEDS.get(mode.key, frozenset()) <= mode.facts.keys():
        return SCREENS[mode.key](scene, mode)
    return _by_rules(scene, mode)


def unknown_tag(scene: Scene, mode: Refused) -> Screen:
    """Draw ER1."""
    uid = str(mode.facts["uid"])[-UID_DIGITS:]
    deck = scene.ctx.deck_name
    return screen(
        scene.say("unknown.header", uid=uid),
        scene.shout("unknown.headline"),
        scene.say("unknown.deck", deck=deck) if deck else scene.say("unknown.no-deck"),
        scene.say("nothing-changed"),
        _written(mode),
        scene.say("unknown.tell"),
        keys=scene.say("keys.unknown"),
    )


def _written(mode: Refused) -> str:
    """Give what is written on the tag, as much of it as a row holds."""
    return " ".join(mode.tap.note.split())[:CELLS] if mode.tap else ""


def two_tags(scene: Scene, mode: Refused) -> Screen:
    """Draw ER4."""
    return screen(
        scene.say("two.header"),
        scene.shout("two.headline"),
        *wrapped(scene.say("two.text", 63), 3),
        scene.say("nothing-changed"),
        keys=scene.say("two.keys"),
    )


def elsewhere(scene: Scene, mode: Refused) -> Screen:
    """Draw ER2: the card lies elsewhere, says the device."""
    card, place, seat = mode.facts["card"], mode.facts["place"], mode.facts["seat"]
    name = scene.upper(seat) if seat >= 0 else ""
    fix = bool(fix_commands(mode, scene.ctx))
    return screen(
        scene.say("elsewhere.header"),
        scene.big(card),
        *wrapped(scene.say(f"elsewhere.{place}", 84, name=name), 3),
        scene.say("nothing-changed"),
        keys=scene.say("keys.here" if fix else "keys.ignore"),
    )


def wrong_owner(scene: Scene, mode: Refused) -> Screen:
    """Draw ER3: a person of another player cannot go on this expedition."""
    card, seat = mode.facts["card"], mode.facts["seat"]
    claimer = scene.view.active
    fix = bool(fix_commands(mode, scene.ctx))
    return screen(
        scene.say("owner.header", name=scene.upper(claimer)),
        scene.big(card),
        scene.say("owner.lies", name=scene.upper(seat)),
        scene.say("owner.claims", name=scene.upper(claimer), token=scene.token(mode.facts["expedition"])),
        scene.say("nothing-changed"),
        keys=scene.say("keys.owner", name=scene.name(claimer)) if fix else scene.say("keys.ignore"),
    )


def too_dear(scene: Scene, mode: Refused) -> Screen:
    """Draw ER5."""
    facts = mode.facts
    seat, fee = facts["seat"], facts["fee"]
    name = scene.name(seat)
    label = scene.label(facts["card"])
    what = scene.say(
        "dear.what-fee",
        label=label,
        token=scene.token(facts["card"]),
        fee=fee,
        name=scene.upper(scene.view.active),
    )
    return screen(
        scene.say("dear.header", name=scene.upper(seat)),
        scene.shout("dear.headline", needs=facts["needs"]),
        what if fee else label,
        scene.say("dear.has", name=name, coins=facts["has"]),
        scene.say("nothing-changed"),
        keys=bar(scene.say("keys.recount", name=name), go_on_key(scene)),
    )


def not_here(scene: Scene, mode: Refused) -> Screen:
    """Draw ER6: a tag was read that nobody may look at; it is neither named nor stored."""
    return screen(
        scene.say("hidden.header"),
        scene.shout("hidden.headline"),
        *wrapped(scene.say("hidden.text", 84), 4),
        keys=scene.say("hidden.keys"),
    )


def in_harbor(scene: Scene, mode: Refused) -> Screen:
    """Draw ER7: a harbor card was tapped while the active player still discovers."""
    fix = bool(fix_commands(mode, scene.ctx))
    return screen(
        scene.say("in-harbor.header"),
        scene.big(mode.facts["card"]),
        scene.say("in-harbor.discovers", name=scene.name(scene.view.active)),
        scene.say("in-harbor.stop") if fix else scene.say("nothing-changed"),
        keys=scene.say("keys.stop-take" if fix else "keys.ignore"),
    )


def reveal_first(scene: Scene, mode: Refused) -> Screen:
    """Draw ER8."""
    return screen(
        scene.say("must.header", name=scene.upper(scene.view.active)),
        scene.shout("must.headline"),
        scene.say("must.before"),
        keys=key_row(scene),
    )


def lacks_persons(scene: Scene, mode: Refused) -> Screen:
    """Say what is missing for an expedition."""
    seat, card = scene.view.active, mode.facts["card"]
    lacks = missing(scene.rules, scene.state, seat, card)
    return screen(
        scene.say("lacks.header", name=scene.upper(seat)),
        scene.big(card),
        scene.say("lacks.missing", lacks=" ".join(lacks)) if lacks else scene.say("lacks.surplus"),
        scene.say("expedition.have", symbols=symbols(scene.player(seat))),
        scene.say("nothing-changed"),
        keys=key_row(scene),
    )


SCREENS: Mapping[str, Callable[[Scene, Refused], Screen]] = {
    "unknown-tag": unknown_tag,
    "two-tags": two_tags,
    "card-elsewhere": elsewhere,
    "wrong-owner": wrong_owner,
    "too-dear": too_dear,
    "not-here": not_here,
    "in-harbor": in_harbor,
    "reveal-first": reveal_first,
    "wrong-persons": lacks_persons,
}
"""Screens of their own, by the refusal's key."""
NEEDS: Mapping[str, frozenset[str]] = {
    "unknown-tag": frozenset({"uid"}),
    "card-elsewhere": frozenset({"card", "place", "seat"}),
    "wrong-owner": frozenset({"card", "seat", "expedition"}),
    "too-dear": frozenset({"card", "seat", "needs", "fee", "has"}),
    "in-harbor": frozenset({"card"}),
    "wrong-persons": frozenset({"card"}),
}
"""Facts without which a refusal is said in its own words."""


def _by_rules(scene: Scene, mode: Refused) -> Screen:
    """Say a refusal of the rules in the table's language, or in the rules' own sentence."""
    seat = seat_to_act(scene.state)
    card = mode.facts.get("card", getattr(scene.state.asked, "card", -1))
    fields = {
        "name": scene.name(seat) if seat >= 0 else "",
        "active": scene.name(scene.view.active),
        "label": scene.label(card) if isinstance(card, int) and card >= 0 else "",
    }
    try:
        sentence = scene.say(f"refused.{mode.key}", 999, **fields)
    except TextError:
        sentence = mode.sentence
    return _plain(scene.ctx.texts, sentence, key_row(scene))


def _plain(texts: Texts, sentence: str, keys: str) -> Screen:
    rows = ROOM - HEADLINE_ROWS
    if fits(sentence, rows):
        title = headline(say(texts, "refused.headline", HEADLINE_CELLS))
        return screen(say(texts, "refused.header"), title, *wrapped(sentence, rows), keys=keys)
    return screen(say(texts, "refused.header"), *wrapped(sentence, ROOM), keys=keys)
