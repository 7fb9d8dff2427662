"""Says what an entry did in one short line, for the table page, the log and undo.

Cards of older tricks are not named: they lie face down on the table, and remembering them is part of the
game (B69).  Nor is a bonus card ever named before it was turned up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.tricks.scene import Scene
from engine.kernel import Command
from engine.portroyal2000 import messages as m
from engine.session import Entry


def line_of(scene: Scene, entry: Entry, before: Any) -> str:
    """Say what an entry did, begun in a state."""
    command: Any = entry.commands[-1]
    key, fields = LINES.get(type(command), ("corrected", _nothing))
    seat = before.asked.seat if before.asked else 0
    return scene.say(f"log.{key}", nam=scene.nam(seat), **fields(scene, command))


def _nothing(scene: Scene, command: Any) -> dict[str, object]:
    return {}


def _card(scene: Scene, command: Any) -> dict[str, object]:
    return {"booty": scene.token(command.card)}


def _played(scene: Scene, command: m.Play) -> dict[str, object]:
    state = scene.state
    last = state.tricks[-1].cards if state.tricks else ()
    open_now = command.card in (*state.played, *last) or scene.rules.options.history == "all"
    taken_back = scene.session.undone and command in scene.session.undone[-1].commands
    return {"face": scene.brief(command.card) if open_now or taken_back else scene.say("log.face-down")}


def _ship(scene: Scene, command: Any) -> dict[str, object]:
    return {"ship": scene.ship(command.ship)}


Fields = Callable[[Scene, Any], dict[str, object]]
LINES: Mapping[type[Command], tuple[str, Fields]] = {
    m.TurnUp: ("lay", _card),
    m.Lay: ("laid", lambda scene, c: {"count": len(c.cards)}),
    m.Open: ("open", lambda scene, c: {"faces": " ".join(map(scene.brief, c.cards))}),
    m.Bid: ("bid", lambda scene, c: {"bid": c.tons}),
    m.Pass: ("pass", _nothing),
    m.Swapped: ("swapped", _nothing),
    m.NameTrump: ("trump", lambda scene, c: {"hue": scene.hue(c.colour)}),
    m.NameLeader: ("lead", lambda scene, c: {"who": scene.nam(c.seat)}),
    m.Choose: ("choose", _card),
    m.Play: ("play", _played),
    m.TakePenalty: ("penalty", _card),
    m.Place: ("place", _ship),
    m.Repay: ("repay", _nothing),
    m.Discard: ("discard", _nothing),
    m.Remove: ("remove", _card),
    m.Keep: ("keep", _nothing),
    m.Relocate: ("relocate", lambda scene, c: {**_card(scene, c), **_ship(scene, c)}),
    m.Lapse: ("lapse", _nothing),
    m.PlaceBonus: ("bonus", _ship),
    m.Slide: ("slide", _nothing),
    m.TurnBonus: ("turn", _card),
}
"""Which text tells of a command, and what it names."""
