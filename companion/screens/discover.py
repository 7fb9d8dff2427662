"""Screens of Discover that wait for an answer: DI1, DI2, DI4, DI5 and DI11."""

from __future__ import annotations

from companion.play_situation import doubles
from companion.screen import Row, Screen, screen
from companion.screens.keyrows import key_row
from companion.screens.rows import expedition_rows, harbor_rows, in_row, percent
from companion.screens.scene import Scene, bar
from engine.portroyal.cards import SKULL
from engine.portroyal.gambler import FOUR
from engine.portroyal.messages import Gambling, HarborCleared, RepelChoice
from engine.portroyal.odds import bust_risk

BODY = 6


def header(scene: Scene) -> str:
    """Say who discovers and how many cards lie in the pile."""
    pile = scene.view.pile
    return bar(
        scene.say("discover.header", name=scene.upper(scene.view.active)),
        scene.say("discover.pile", pile=pile),
        str(pile),
    )


def first(scene: Scene) -> Screen:
    """Draw DI1: the first card of a turn must be revealed."""
    player = scene.player(scene.view.active)
    cleared = _cleared(scene)
    rows = [
        scene.say("first.you", coins=player.coins, points=player.points, swords=player.swords),
        *expedition_rows(scene),
        *([scene.say("first.clear-1" if cleared == 1 else "first.clear", count=cleared)] if cleared else []),
        scene.say("first.last-round") if scene.view.last_round else scene.say("first.must"),
    ]
    return screen(header(scene), scene.shout("first.headline"), *rows[: BODY - 2], keys=key_row(scene))


def _cleared(scene: Scene) -> int:
    """Count the cards that the turn before left in the harbor: they go to the discard pile now (T8)."""
    last = scene.session.last
    events = last.events if last else ()
    return sum(len(event.cards) for event in events if isinstance(event, HarborCleared))


def running(scene: Scene) -> Screen:
    """Draw DI2: another card, or stop."""
    texts = [colours_row(scene), *_claim_row(scene), *_more_row(scene)]
    cards = harbor_rows(scene, 3)
    cards += ("",) * (2 - len(cards))
    body: tuple[str | Row, ...] = (*cards, risk_or_take(scene), *texts)
    return screen(header(scene), *body[: BODY - 1], keys=key_row(scene))


def risk_or_take(scene: Scene) -> Row:
    """Give the headline: the risk of the next card where it is always wanted, else what a stop allows."""
    if scene.ctx.settings.risk == "always" and not scene.view.locked:
        risk = bust_risk(scene.rules, scene.state)
        if risk is not None:
            return scene.shout("discover.risk", percent=percent(risk))
    return scene.shout("discover.take", takes=scene.view.allowance)


def colours_row(scene: Scene) -> str:
    """Say how many colours lie there and how many cards they allow."""
    key = {0: "discover.no-colour", 1: "discover.colour"}.get(scene.view.colours, "discover.colours")
    return scene.say(key, colours=scene.view.colours, takes=scene.view.allowance)


def _claim_row(scene: Scene) -> tuple[str, ...]:
    if not scene.view.claimable:
        return ()
    return (in_row(scene, "open.mine", list(map(scene.token, scene.view.claimable))),)


def _more_row(scene: Scene) -> tuple[str, ...]:
    """Say what one colour more would allow."""
    if scene.view.colours not in (3, 4):
        return ()
    return (scene.say(f"discover.more-{scene.view.colours + 1}", takes=scene.view.allowance_next),)


def repel(scene: Scene) -> Screen:
    """Draw DI4 or DI5: a ship may be repelled, and busts if it is a twin."""
    asked = scene.state.asked
    twin = doubles(scene.rules, scene.state, asked)
    name = scene.upper(asked.seat)
    return screen(
        scene.say("repel.header.twin", name=name)
        if twin
        else bar(scene.say("repel.header", name=name), swords_of(scene)),
        scene.big(asked.card),
        *(twin_rows(scene, asked) if twin else new_colour_rows(scene, asked)),
        keys=key_row(scene),
    )


def swords_of(scene: Scene) -> str:
    """Say with how many swords the active player repels."""
    return scene.say("repel.you", swords=scene.view.repel_swords)


def strength_row(scene: Scene, card: int) -> str:
    """Compare a ship's swords with those of the active player."""
    strength = scene.card(card).strength
    if strength == SKULL:
        return scene.say("repel.skull")
    return scene.say("repel.swords", swords=strength, have=scene.view.repel_swords)


def new_colour_rows(scene: Scene, asked: RepelChoice) -> tuple[str, ...]:
    """Explain DI4."""
    return (
        strength_row(scene, asked.card),
        scene.say("repel.new-colour"),
        scene.say("repel.implied-1"),
        scene.say("repel.implied-2"),
    )


def twin_rows(scene: Scene, asked: RepelChoice) -> tuple[str, ...]:
    """Explain DI5; a card that was tapped too early waits."""
    waits = scene.ctx.waiting is not None
    return (
        scene.say("repel.twin", hue=scene.ctx.names.hue(scene.card(asked.card).colour)),
        strength_row(scene, asked.card),
        scene.say("repel.waits-1" if waits else "repel.first-1"),
        scene.say("repel.waits-2" if waits else "repel.first-2"),
    )


def gambling(scene: Scene) -> Screen:
    """Draw DI11: four cards are being turned up at once."""
    asked: Gambling = scene.state.asked
    four = " ".join(map(scene.token, asked.four))
    return screen(
        bar(
            scene.say("gamble.header", name=scene.upper(asked.seat)),
            scene.say("gamble.count", few=FOUR - asked.left),
        ),
        scene.shout("gamble.headline", few=asked.left),
        four,
        *(scene.say(f"gamble.text-{line}") for line in (1, 2, 3)),
        keys=key_row(scene),
    )
