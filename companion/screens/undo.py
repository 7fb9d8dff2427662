"""The page that says what to move back on the table after something was taken back: UN1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.lists import filled
from companion.screen import Screen, screen
from companion.screens.log import line_of
from companion.screens.rows import spot_of
from companion.screens.scene import Scene, bar
from engine.kernel import Event
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import CardMoved, CoinsCorrected

ROOM = 6
HEADLINE_ROWS = 2


def undone(scene: Scene) -> Screen:
    """Draw UN1 for what was taken back last; without room for it the headline makes way."""
    taken_back = scene.session.undone
    if not taken_back:
        return screen(scene.say("undo.header"), scene.shout("undo.redone"), keys=scene.say("keys.undo-go-on"))
    entry = taken_back[-1]
    rows = [line_of(scene, entry, scene.state), *moves_back(scene, entry.events)]
    if len(rows) > ROOM:
        rows = [rows[0], *moves_back(scene, entry.events, tightly=True)]
    title = (scene.shout("undo.headline"),) if len(rows) <= ROOM - HEADLINE_ROWS else ()
    if len(rows) > ROOM:
        rows = [*rows[: ROOM - 1], scene.say("undo.more", count=len(rows) - ROOM + 1)]
    steps = len(taken_back)
    return screen(
        bar(scene.say("undo.header"), scene.say("undo.step" if steps == 1 else "undo.steps", count=steps)),
        *title,
        *rows,
        keys=scene.say("keys.undo" if scene.session.last else "keys.undo-first"),
    )


def moves_back(scene: Scene, events: Sequence[Event], *, tightly: bool = False) -> list[str]:
    """Say what goes back where, the last movement first; tightly: coins of all seats in common rows."""
    rows = (
        [*_together(scene, events, m.CoinsDrawn), *_together(scene, events, m.CoinsPaid)] if tightly else []
    )
    shown = {event.card for event in events if isinstance(event, m.CardRevealed)}
    for event in reversed(events):
        if tightly and isinstance(event, (m.CoinsDrawn, m.CoinsPaid)):
            continue
        if isinstance(event, m.Busted):
            rows += _busted(scene, event, revealed=event.ship in shown)
        hidden = getattr(event, "card", None) in shown and not isinstance(event, m.CardRevealed)
        if type(event) in MOVES and not hidden:
            rows.append(MOVES[type(event)](scene, event))
    return rows


Coins = type[m.CoinsDrawn] | type[m.CoinsPaid]


def _together(scene: Scene, events: Sequence[Event], kind: Coins) -> tuple[str, ...]:
    """Say in common rows which coins of which seats go back."""
    words = [f"{scene.nam(event.seat)}:{event.amount}" for event in events if isinstance(event, kind)]
    key = "undo.drawn-all" if kind is m.CoinsDrawn else "undo.paid-all"
    return filled([scene.say(key), *words]) if words else ()


def _busted(scene: Scene, event: m.Busted, *, revealed: bool) -> list[str]:
    """Bring the harbor back; the ship that did it is decided about again, unless it goes back unseen."""
    rows = [scene.say("undo.busted", count=len(event.cards) - 1)]
    return rows if revealed else [*rows, scene.say("undo.kept", token=scene.token(event.ship))]


def _card(key: str) -> Callable[[Scene, Any], str]:
    return lambda scene, event: scene.say(key, token=scene.token(event.card))


def _coins(key: str) -> Callable[[Scene, Any], str]:
    return lambda scene, event: scene.say(key, nam=scene.nam(event.seat), coins=event.amount)


def _given(scene: Scene, event: m.CoinsGiven) -> str:
    return scene.say("undo.given", nam=scene.nam(event.to), other=scene.nam(event.seat), coins=event.amount)


def _several(key: str) -> Callable[[Scene, Any], str]:
    return lambda scene, event: scene.say(key, count=len(event.cards))


def _claimed(scene: Scene, event: m.ExpeditionClaimed) -> str:
    return scene.say("undo.claimed", token=scene.token(event.card), few=len(event.crew))


def _moved(scene: Scene, event: CardMoved) -> str:
    spot = spot_of(scene, event.source, event.source_seat)
    return scene.say("undo.moved", token=scene.token(event.card), spot=spot)


def _counted(scene: Scene, event: CoinsCorrected) -> str:
    coins = scene.state.players[event.seat].coins
    return scene.say("undo.coins", nam=scene.nam(event.seat), coins=coins)


MOVES: dict[type[Event], Callable[[Scene, Any], str]] = {
    m.CardRevealed: _card("undo.revealed"),
    m.HarborEntered: _card("undo.kept"),
    m.ShipRepelled: _card("undo.repelled"),
    m.ShipTraded: _card("undo.taken"),
    m.PersonHired: _card("undo.taken"),
    m.ExpeditionClaimed: _claimed,
    m.CoinsDrawn: _coins("undo.drawn"),
    m.CoinsPaid: _coins("undo.paid"),
    m.CoinsGiven: _given,
    m.HarborCleared: _several("undo.cleared"),
    m.PileReshuffled: lambda scene, event: scene.say("undo.shuffled"),
    CardMoved: _moved,
    CoinsCorrected: _counted,
}
"""Events that moved something on the table, and how to say that it goes back."""
