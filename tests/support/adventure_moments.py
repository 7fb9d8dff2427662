"""What tests of The Adventure Begins say again and again: moments, cards, and a pack with another task."""

from __future__ import annotations

from msgspec.structs import replace

CALM = {"event": "event-calm-sea"}
MONTHS_END = "event event-months-end"
INN = "innkeeper-5-1-b3-r4"
BREAD = "ship-yellow-1-1-bread"


def changed(pack, number: str, **more) -> object:
    """Give a pack with one task changed."""
    return replace(pack, tasks={**pack.tasks, number: replace(pack.tasks[number], **more)})


def pile_of(adv, number: int, discard: str = "", **more):
    """Open a table whose pile has so many cards."""
    g = adv(1, display={"Ann": "lookout-4-1"}, coins={"Ann": 0}, discard=discard, **more, **CALM)
    coins = g.draw_pile - number
    return adv(1, display={"Ann": "lookout-4-1"}, coins={"Ann": coins}, discard=discard, **more, **CALM)
