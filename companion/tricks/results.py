"""What the last entry came to, in one row each: what players move on the table (RY5, RY6, RY10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.tricks.scene import Scene, load_of
from engine.kernel import Event
from engine.portroyal2000 import messages as m
from engine.session import Session


def laid_last(session: Session) -> bool:
    """Tell whether the last entry turned a booty card up."""
    return session.last is not None and isinstance(session.last.commands[-1], m.TurnUp)


def played_last(session: Session) -> bool:
    """Tell whether the last entry is a trick card that was played."""
    return session.last is not None and isinstance(session.last.commands[-1], m.Play)


def result_rows(scene: Scene, kinds: tuple[type[Event], ...] = ()) -> tuple[str, ...]:
    """Give the rows about the last entry, the most important first; ``kinds`` picks certain events."""
    last = scene.session.last
    events = last.events if last else ()
    told = [event for event in events if type(event) in ROWS and (not kinds or isinstance(event, kinds))]
    order = list(ROWS)
    return tuple(
        ROWS[type(event)](scene, event) for event in sorted(told, key=lambda e: order.index(type(e)))
    )


def _placed(scene: Scene, e: m.BootyPlaced) -> str:
    ship = scene.player(e.seat).ships[e.ship]
    fields = {"nam": scene.nam(e.seat), "booty": scene.token(e.card), "ship": scene.ship(e.ship)}
    return scene.say("result.placed", load=load_of(ship), **fields)


def _repaid(scene: Scene, e: m.BidRepaid) -> str:
    return scene.say("result.repaid", nam=scene.nam(e.seat), debt=e.debt)


def _debt(scene: Scene, e: m.BidBecameDebt) -> str:
    return scene.say("result.debt", name=scene.name(e.seat), debt=e.debt)


def _stone(scene: Scene, e: m.StoneLaid) -> str:
    return scene.say("result.stone", name=scene.name(e.seat), sign=scene.sign(e.colour))


def _penalty(scene: Scene, e: m.PenaltyTaken) -> str:
    return scene.say("result.penalty", booty=scene.token(e.card), nam=scene.nam(e.offender))


def _waived(scene: Scene, e: m.PenaltyWaived) -> str:
    return scene.say("result.waived", name=scene.name(e.offender))


def _moved(scene: Scene, e: m.CardRelocated) -> str:
    ship = scene.player(e.seat).ships[e.ship]
    return scene.say("result.moved", booty=scene.token(e.card), ship=scene.ship(e.ship), load=load_of(ship))


def _out(scene: Scene, e: Any) -> str:
    return scene.say("result.out", booty=scene.token(e.card))


def _trump(scene: Scene, e: m.TrumpNamed) -> str:
    return scene.say("result.trump", hue=scene.hue(e.colour))


ROWS: Mapping[type[Event], Callable[[Scene, Any], str]] = {
    m.BidBecameDebt: _debt,
    m.PenaltyTaken: _penalty,
    m.PenaltyWaived: _waived,
    m.BidRepaid: _repaid,
    m.BootyDiscarded: _out,
    m.CardRemoved: _out,
    m.CardRelocated: _moved,
    m.RelocateLapsed: lambda scene, e: scene.say("result.lapsed"),
    m.RemoveKept: lambda scene, e: scene.say("result.kept", name=scene.name(e.seat)),
    m.BootyPlaced: _placed,
    m.StoneLaid: _stone,
    m.TrumpNamed: _trump,
}
"""In the order of importance."""
