"""The end of a game of Port Royal (2000): hidden bonus cards are turned up (RY11), then comes the score."""

from __future__ import annotations

from collections.abc import Iterator

from companion.screen import CELLS, Row, Screen, headline, screen
from companion.screens.paragraph import wrapped
from companion.screens.scene import bar
from companion.tricks.modes import Marked
from companion.tricks.scene import Scene
from engine.portroyal2000.messages import HIDDEN
from engine.portroyal2000.scoring import Score, ShipScore

ROOM = 4
NAME_CELLS = 6
"""A winner's name, so that his points stand beside it."""


# -- RY11 --------------------------------------------------------------------------------
def hidden_slots(scene: Scene) -> Iterator[tuple[int, int]]:
    """Give seat and ship of every bonus card that lies face down, in the order of turning up."""
    for player in scene.view.players:
        for ship in player.ships:
            for card in ship.cards:
                if card == HIDDEN:
                    yield player.seat, ship.ship


def count(scene: Scene, mode: Marked) -> Screen:
    """Draw RY11."""
    slots = list(hidden_slots(scene))
    seat, ship = slots[0]
    return screen(
        scene.say("count.title"),
        scene.shout("count.headline", missing=len(slots)),
        scene.say("count.whose", name=scene.name(seat)),
        scene.say("count.where", hold=scene.full_ship(ship)),
        *wrapped(scene.sentence("count"), 2),
        keys=scene.say("keys.count-pick" if scene.by_list("bonus") else "keys.count"),
    )


# -- the result --------------------------------------------------------------------------
def final(scene: Scene, mode: Marked) -> Screen:
    """Draw who won, and everybody's total."""
    scores: list[Score] = scene.session.scores()
    rows = [_line(scene, line) for line in scores]
    return screen(bar(scene.say("final.title")), _winners(scene, scores), *rows, keys=scene.say("keys.final"))


def _winners(scene: Scene, scores: list[Score]) -> Row:
    won = [line for line in scores if line.seat in scene.state.winners]
    if len(won) == 1:
        return headline(f"{scene.upper(won[0].seat)[:NAME_CELLS]} {won[0].points}")
    if len(won) == 2:
        first, second = (scene.nam(line.seat).upper() for line in won)
        return scene.shout("final.two", first=first, second=second)
    return scene.shout("final.several", few=len(won))


def _line(scene: Scene, line: Score) -> str:
    """Say rank, total, sunk ships and debt of a player."""
    sunk = sum(ship.sunk for ship in line.ships)
    row = scene.say("final.line", rank=line.rank, nam=scene.nam(line.seat), total=line.points)
    more = [scene.say("final.debt", debt=line.debt)] if line.debt else []
    more += [scene.say("final.sunk", sunk=sunk)] if sunk else []
    return next(whole for shown in (more, more[-1:], []) if len(whole := " ".join((row, *shown))) <= CELLS)


def standing_line(scene: Scene, line: Score) -> str:
    """Say how a player stands if the game ended now."""
    return _line(scene, line)


def sheet(scene: Scene, seat: int) -> Screen:
    """Draw the reckoning of one player: ship by ship, bonus, debt and total."""
    line: Score = next(line for line in scene.session.scores() if line.seat == seat)
    rows = [_ship_row(scene, ship, number) for number, ship in enumerate(line.ships)]
    return screen(
        bar(scene.upper(seat), scene.say("sheet.title", rank=line.rank)),
        *rows,
        scene.say("sheet.debt", debt=line.debt),
        scene.say("sheet.total", total=line.points),
        keys=scene.say("keys.sheet"),
    )


def _ship_row(scene: Scene, ship: ShipScore, number: int) -> str:
    """Say weight against capacity, and what the ship counts."""
    load = f"{scene.ship(number)} {ship.weight}/{ship.capacity}"
    if ship.sunk:
        return bar(load, scene.say("sheet.sunk"))
    sums = (
        [scene.say("sheet.sum", cargo=ship.cargo, extra=ship.bonus, score=ship.score)] if ship.bonus else []
    )
    return bar(load, *sums, scene.say("sheet.score", score=ship.score))
