"""What was set right by hand, so that nobody corrects in silence (device-ux.md 1.3)."""

from __future__ import annotations

from companion.screen import Screen, screen
from companion.screens.page import NOTE_S
from companion.tricks.scene import Scene
from engine.kernel import Event
from engine.portroyal2000.correction_messages import (
    DealerCorrected,
    DebtCorrected,
    ShipCorrected,
    StonesCorrected,
)

ROWS = 4


def corrected(scene: Scene) -> Screen | None:
    """Draw what the last entry corrected, for 3 s; None when there is nothing to announce."""
    news = scene.ctx.news
    if news is None or not news.corrected or scene.ctx.now_s - news.at_s >= NOTE_S:
        return None
    rows = [row for event in news.entry.events for row in _rows(scene, event)]
    return screen(
        scene.say("corrected.title"),
        scene.shout("corrected.headline"),
        *rows[:ROWS],
        keys=scene.ctx.texts("keys.go-on"),
    )


def _rows(scene: Scene, event: Event) -> tuple[str, ...]:
    """Say what one event of a correction set right."""
    match event:
        case DebtCorrected(seat, debt):
            return (scene.say("corrected.debt", name=scene.name(seat), debt=debt),)
        case StonesCorrected(seat, stones):
            signs = "".join(scene.sign(colour) for colour, _ in stones) or scene.say("corrected.none")
            return (scene.say("corrected.stones", name=scene.name(seat), signs=signs),)
        case ShipCorrected(seat, ship, _):
            load = scene.player(seat).ships[ship]
            fields = {"weight": load.weight, "capacity": load.capacity}
            return (scene.say("corrected.ship", name=scene.name(seat), ship=scene.ship(ship), **fields),)
        case DealerCorrected(seat):
            return (scene.say("corrected.dealer", name=scene.name(seat)),)
    return ()
