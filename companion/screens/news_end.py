"""What happened to the pile and to the game as a whole: PI1 and FI1."""

from __future__ import annotations

from collections.abc import Sequence

from companion.screen import screen
from companion.screens.happenings import Step, found
from companion.screens.page import Page
from companion.screens.scene import Scene
from engine.portroyal import messages as m


def reshuffles(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw PI1; in the middle of a payment it says what is still due."""
    return [
        _reshuffle(scene, step, steps[i + 1 :])
        for i, step in enumerate(steps)
        if isinstance(step.event, m.PileReshuffled)
    ]


def _reshuffle(scene: Scene, step: Step, rest: Sequence[Step]) -> Page:
    due = rest[0].event if rest and isinstance(rest[0].event, m.CoinsDrawn) else None
    return Page(
        screen(
            scene.say("pile.header"),
            scene.shout("pile.headline"),
            scene.say("pile.new"),
            scene.say("pile.about", pile=step.event.cards),
            *([scene.say("pile.due", name=scene.upper(due.seat), draw=due.amount)] if due else []),
            scene.say("pile.use-up"),
            keys=scene.say("keys.go-on"),
        )
    )


def last_rounds(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw FI1."""
    return [_last_round(scene, step) for step in found(steps, m.LastRoundBegan)]


def _last_round(scene: Scene, step: Step) -> Page:
    seat, last = step.event.seat, scene.view.last_turn
    points = step.after.players[seat].points
    over = step.after.active == last
    return Page(
        screen(
            scene.say("last-round.header", name=scene.upper(seat), points=points),
            scene.shout("last-round.headline"),
            scene.say("last-round.finish"),
            scene.say("last-round.this" if over else "last-round.turn", name=scene.upper(last)),
            scene.say("last-round.start", name=scene.upper(scene.view.start)),
            keys=scene.say("keys.go-on"),
        )
    )
