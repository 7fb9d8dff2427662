"""A page about what happened: as many of its rows as find room."""

from __future__ import annotations

from companion.play_situation import seat_to_act
from companion.screen import Row, screen
from companion.screens.keyrows import next_row
from companion.screens.page import Page
from companion.screens.scene import Scene

NAMED = ("offer", "task", "choose", "sell")
"""Questions whose keys are told with the name of who is asked."""
BODY = 6
BIG = 2


def page_of(header: str, *body: str | Row, scene: Scene, seat: int) -> Page:
    """Give a page for a seat with the rows that are not empty; what finds no room is left out."""
    rows: list[str | Row] = []
    left = BODY
    for one in body:
        left -= BIG if isinstance(one, Row) and one.big else 1
        if left >= 0 and one != "":
            rows.append(one)
    return Page(screen(header, *rows, keys=_keys(scene, seat)))


def _keys(scene: Scene, seat: int) -> str:
    """Say what keys do for who is asked now."""
    asked, situation = seat_to_act(scene.state), str(scene.situation)
    if asked >= 0 and situation in NAMED:
        return scene.say(f"adv.keys.next.{situation}", name=scene.upper(asked))
    return next_row(scene, seat)
