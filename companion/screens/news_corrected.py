"""What was set right by hand, so that nobody corrects in silence (device-ux.md 1.3)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.screen import Row, screen
from companion.screens.happenings import Step
from companion.screens.keyrows import next_row
from companion.screens.page import NOTE_S, Page
from companion.screens.rows import change, spot_of
from companion.screens.scene import Scene
from engine.portroyal.correction_messages import (
    CardMoved,
    CoinsCorrected,
    TableRebuilt,
    TriggerWithdrawn,
    TurnSet,
)

BODY = 6
HEADLINE_ROWS = 2


def corrections(scene: Scene, steps: Sequence[Step]) -> tuple[Page, ...]:
    """Announce an entry that corrects."""
    rows = [row for step in steps for row in corrected_rows(scene, step)]
    if not rows:
        return ()
    body: tuple[str | Row, ...] = (scene.shout("corrected.headline"), *rows[: BODY - HEADLINE_ROWS])
    keys = next_row(scene, scene.state.active)
    return (Page(screen(scene.say("corrected.header"), *body, keys=keys), NOTE_S),)


def corrected_rows(scene: Scene, step: Step) -> tuple[str, ...]:
    """Say what one event of a correction set right; nothing for other events."""
    match step.event:
        case CoinsCorrected(seat, coins):
            before = step.before.players[seat].coins
            return (scene.say("corrected.coins", name=scene.name(seat), change=change(before, coins)),)
        case CardMoved(card, source, source_seat, place, seat):
            return (
                scene.label(card),
                scene.say("corrected.from", spot=spot_of(scene, source, source_seat)),
                scene.say("corrected.to", spot=spot_of(scene, place, seat)),
            )
        case TurnSet(active):
            return (scene.say("corrected.turn", name=scene.upper(active)),)
        case TableRebuilt(active):
            return (scene.say("corrected.table"), scene.say("corrected.turn", name=scene.upper(active)))
        case TriggerWithdrawn():
            return (scene.say("corrected.no-last-round"),)
    return ()
