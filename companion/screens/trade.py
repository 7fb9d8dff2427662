"""Screens of trade that wait for an answer: TR1 and TR5."""

from __future__ import annotations

from companion.screen import Row, Screen, screen
from companion.screens.keyrows import key_row
from companion.screens.rows import TAKE_ROWS, expedition_rows, priced_rows
from companion.screens.scene import Scene, bar

BODY = 6


def active(scene: Scene) -> Screen:
    """Draw TR1: the active player takes cards."""
    view = scene.view
    title = scene.say("trade.header", name=scene.upper(view.active))
    shout = scene.shout("trade.take", takes=view.takes) if view.takes else scene.shout("trade.claim")
    return screen(
        bar(title, taken_of(scene, view.taken, view.takes)),
        *_body(scene, shout, ()),
        keys=key_row(scene),
    )


def taken_of(scene: Scene, taken: int, takes: int) -> str:
    """Say how many cards were taken of how many."""
    return scene.say("trade.taken", taken=taken, of=taken + takes)


def inactive(scene: Scene) -> Screen:
    """Draw TR5: another player may take a card."""
    view = scene.view
    fee = scene.say("trade.fee", name=scene.upper(view.active))
    return screen(
        scene.say("trade.may-take", name=scene.upper(view.to_act), takes=view.takes),
        *_body(scene, scene.shout("trade.question", name=scene.upper(view.to_act)), (fee,)),
        keys=key_row(scene),
    )


def _body(scene: Scene, title: Row, more: tuple[str, ...]) -> tuple[str | Row, ...]:
    """Set prices, headline, coins and remarks; what finds no room at the end is left out."""
    view = scene.view
    cards = priced_rows(scene, TAKE_ROWS) if view.takes else expedition_rows(scene)
    dear = any(card.lacking for card in view.harbor)
    rows = [
        scene.say("trade.coins", coins=scene.player(view.to_act).coins),
        *more,
        *([scene.say("trade.too-dear")] if dear and view.takes else []),
        *(expedition_rows(scene) if view.claimable and view.takes else ()),
    ]
    cards += ("",) * (2 - len(cards)) if len(rows) <= 2 else ()
    return (*cards, title, *rows[: BODY - 2 - len(cards)])
