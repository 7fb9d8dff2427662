"""The page that says what to move back on the table after something was taken back (UN1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.screen import Screen, screen
from companion.screens.scene import bar
from companion.tricks.log import line_of
from companion.tricks.scene import Scene
from engine.kernel import Event
from engine.portroyal2000 import messages as m
from engine.portroyal2000.correction_messages import DebtCorrected

ROOM = 6
HEADLINE_ROWS = 2


def undone(scene: Scene) -> Screen:
    """Draw UN1 for what was taken back last; without room for it the headline makes way."""
    taken_back = scene.session.undone
    texts = scene.ctx.texts
    if not taken_back:
        return screen(texts("undo.header"), scene.shout("undo.redone"), keys=texts("keys.undo-go-on"))
    entry = taken_back[-1]
    rows = [line_of(scene, entry, scene.state), *moves_back(scene, entry.events)][:ROOM]
    title = (scene.shout("undo.headline"),) if len(rows) <= ROOM - HEADLINE_ROWS else ()
    steps = len(taken_back)
    count = texts("undo.step" if steps == 1 else "undo.steps", count=steps)
    keys = texts("keys.undo" if scene.session.last else "keys.undo-first")
    return screen(bar(texts("undo.header"), count), *title, *rows, keys=keys)


def moves_back(scene: Scene, events: Sequence[Event]) -> list[str]:
    """Say what goes back where, the last movement first."""
    return [MOVES[type(event)](scene, event) for event in reversed(events) if type(event) in MOVES]


def _to_hand(scene: Scene, e: m.CardPlayed) -> str:
    return scene.say("undo.played", face=scene.brief(e.card), name=scene.name(e.seat))


def _booty(key: str) -> Callable[[Scene, Any], str]:
    return lambda scene, e: scene.say(key, booty=scene.token(e.card))


def _debt(scene: Scene, e: Any) -> str:
    debt = scene.player(e.seat).debt
    return scene.say("undo.debt", name=scene.name(e.seat), debt=debt)


def _penalty(scene: Scene, e: m.PenaltyTaken) -> str:
    return scene.say("undo.penalty", booty=scene.token(e.card), nam=scene.nam(e.offender))


def _stone_back(scene: Scene, e: m.StoneLaid) -> str:
    return scene.say("undo.stone", sign=scene.sign(e.colour), name=scene.name(e.seat))


def _stone_again(scene: Scene, e: m.RevokeShown) -> str:
    return scene.say("undo.stone-again", sign=scene.sign(e.colour), name=scene.name(e.seat))


def _from_ship(scene: Scene, e: m.CardRemoved) -> str:
    return scene.say("undo.removed", booty=scene.token(e.card), ship=scene.ship(e.ship))


def _relocated(scene: Scene, e: m.CardRelocated) -> str:
    return scene.say("undo.removed", booty=scene.token(e.card), ship=scene.ship(e.source))


MOVES: Mapping[type[Event], Callable[[Scene, Any], str]] = {
    m.BootyLaid: lambda scene, e: scene.say("undo.laid", count=len(e.cards)),
    m.PrivilegesWon: lambda scene, e: scene.say("undo.privileges"),
    m.TrumpNamed: lambda scene, e: scene.say("undo.trump"),
    m.BootyChosen: _booty("undo.chosen"),
    m.CardPlayed: _to_hand,
    m.StoneLaid: _stone_back,
    m.RevokeShown: _stone_again,
    m.PenaltyTaken: _penalty,
    m.TrickWon: lambda scene, e: scene.say("undo.trick"),
    m.BootyPlaced: _booty("undo.placed"),
    m.BootyDiscarded: _booty("undo.placed"),
    m.BidRepaid: _booty("undo.placed"),
    m.RemoveKept: lambda scene, e: scene.say("undo.kept"),
    m.CardRemoved: _from_ship,
    m.CardRelocated: _relocated,
    m.BonusPlaced: lambda scene, e: scene.say("undo.bonus", ship=scene.ship(e.ship)),
    m.BonusSlid: lambda scene, e: scene.say("undo.slid"),
    m.BonusTurned: lambda scene, e: scene.say("undo.turned"),
    m.BidBecameDebt: _debt,
    DebtCorrected: _debt,
}
"""Events that moved something on the table, and how to say that it goes back."""
