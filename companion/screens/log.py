"""Says what an entry did in one short line, for the table page, the log and undo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.screens.scene import Scene
from engine.kernel import Command, Event
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import MoveCard, Rebuild, SetCoins, SetTurn
from engine.session import Entry


def line_of(scene: Scene, entry: Entry, before: Any) -> str:
    """Say what an entry did, begun in a state; of several commands the last one tells."""
    command: Any = entry.commands[-1]
    if len(entry.commands) > 1 and isinstance(command, m.Pass):
        return scene.say("log.all-pass")
    bust = next((event for event in entry.events if isinstance(event, m.Busted)), None)
    key = "log.busts" if bust else f"log.{VERBS.get(type(command), 'corrected')}"
    card = bust.ship if bust else _card(command, entry.events)
    return scene.say(
        key,
        nam=scene.nam(_seat(command, before, alone=len(entry.commands) == 1)),
        token=scene.token(card) if card >= 0 else "",
        coins=getattr(command, "coins", 0),
    )


VERBS: Mapping[type[Command], str] = {
    m.Reveal: "reveals",
    m.Take: "takes",
    m.Claim: "claims",
    MoveCard: "moved",
    m.Repel: "repels",
    m.Keep: "keeps",
    m.Stop: "stops",
    m.Pass: "passes",
    m.Gamble: "gambles",
    m.Reshuffle: "shuffled",
    SetCoins: "coins",
    SetTurn: "turn",
    Rebuild: "rebuilt",
}
"""Which text of the log tells of a command."""


def _card(command: Any, events: tuple[Event, ...]) -> int:
    """Give the card that an entry is about, -1 for none; of an answer, the ship that was decided about."""
    for event in events:
        if isinstance(command, (m.Repel, m.Keep)) and isinstance(event, (m.ShipRepelled, m.HarborEntered)):
            return int(event.card)
    return int(getattr(command, "card", -1))


def _seat(command: Any, before: Any, *, alone: bool) -> int:
    """Say who did it: who was asked, or who is set right."""
    if isinstance(command, SetCoins):
        return int(command.seat)
    if isinstance(command, SetTurn):
        return int(command.active)
    return int(before.asked.seat if before.asked and alone else before.active)
