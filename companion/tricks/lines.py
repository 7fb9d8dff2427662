"""What can be answered to a question that is asked as a list: each line with what it comes to.

A tapped card stands for the line that it belongs to (device-ux.md 3.5).  Everything is offered from public
facts alone (C6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from companion.screen import HEADLINE_CELLS
from companion.tricks.modes import Marked
from companion.tricks.scene import COLOURS, Scene, load_of
from engine.kernel import Command
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.messages import HIDDEN
from engine.portroyal2000.view_records import ShipView, WhatIf

FLAG = "!"
"""Marks a ship that would sink if the game ended now."""


class Line(msgspec.Struct, frozen=True):
    """One answer."""

    label: str
    """At most 20 cells."""
    command: Command | None = None
    """None for a line that opens ``then``."""
    cards: tuple[int, ...] = ()
    """Cards whose tap means this line."""
    then: tuple[Line, ...] = ()
    """The second step, if there is one."""
    head: str = ""
    """What the headline says while it is marked, at most 10 cells."""
    note: str = ""
    """A row about it while it is marked."""


def lines_of(scene: Scene) -> tuple[Line, ...]:
    """Give the answers to what is asked, nothing where it is not asked as a list."""
    make = _LINES.get(scene.view.phase)
    return tuple(make(scene)) if make else ()


def open_lines(scene: Scene, mode: Marked) -> tuple[Line, ...]:
    """Give the lines of the step that is open."""
    lines = lines_of(scene)
    for number in mode.path:
        lines = lines[number].then
    return lines


def tapped(lines: tuple[Line, ...], card: int) -> int | None:
    """Give the line that a card belongs to, None for none or for several."""
    found = [number for number, line in enumerate(lines) if card in line.cards]
    return found[0] if len(found) == 1 else None


# -- trump, start player, contested card ---------------------------------------------------
def _trumps(scene: Scene) -> Iterator[Line]:
    for colour in COLOURS:
        yield Line(scene.hue(colour), m.NameTrump(colour))


def _leaders(scene: Scene) -> Iterator[Line]:
    """Give the players from the one who names on; a card of somebody's board stands for him."""
    for seat in scene.clockwise(scene.view.to_act):
        board = [card for ship in scene.player(seat).ships for card in ship.cards if card != HIDDEN]
        yield Line(scene.name(seat), m.NameLeader(seat), tuple(board))


def _booty(scene: Scene) -> Iterator[Line]:
    for card in scene.view.booty:
        label = scene.full(card)
        if card == scene.view.carried and scene.view.beneath:
            label = scene.say("choose.carried", 20, goods=label, bonuses=scene.view.beneath)
        yield Line(label, m.Choose(card), (card,), head=scene.ctx.names.headline(scene.card(card).kind))


def _losable(scene: Scene) -> Iterator[Line]:
    offender = scene.player(scene.view.offender)
    for card in scene.view.losable:
        ship = next((ship for ship in offender.ships if card in ship.cards), None)
        where = scene.say("kept.by") if ship is None else f"{scene.ship(ship.ship)} {load_of(ship)}"
        label = scene.say("penalty.line", booty=scene.token(card), where=where)
        yield Line(label, m.TakePenalty(card), (card,))


# -- the won card --------------------------------------------------------------------------
def _placing(scene: Scene) -> Iterator[Line]:
    """Give what can be done with the won card: ships, the bid, a kept remove; or what the tool can do."""
    view, card = scene.view, scene.card(scene.view.won)
    if card.tool == "remove":
        yield Line(scene.say("keep.line"), m.Keep(), note=scene.say("keep.note"))
        yield from removals(scene)
        return
    if card.tool == "relocate":
        yield Line(scene.say("lapse.line"), m.Lapse())
        yield from _relocations(scene)
    for what in view.what_if:
        yield _place(scene, what)
    if view.repay is not None:
        stone, debt, lost = view.repay.stone, view.repay.debt, view.repay.lost
        note = scene.say("repay.lost" if lost else "repay.exact", forfeit=lost)
        shift = f"{owed(stone)}>{owed(debt)}"
        yield Line(scene.say("repay.line", debts=shift), m.Repay(), head=shift, note=note)
    if view.may_discard:
        yield Line(scene.say("discard.line"), m.Discard(), note=scene.say("discard.note"))


def owed(tons: int) -> str:
    """Give a space of the debt scale."""
    return f"-{tons}" if tons else "0"


def _place(scene: Scene, what: WhatIf) -> Line:
    """Say what a ship would weigh with the won card, against what it may carry."""
    name = scene.ship(what.ship)
    flag = FLAG if what.sinks else ""
    label = f"{name} {what.before:>2}>{what.after:>2}/{what.capacity}{' ' + flag if flag else ''}"
    cards = tuple(card for card in scene.player(scene.view.to_act).ships[what.ship].cards if card != HIDDEN)
    over = what.after - what.capacity
    note = scene.say("place.sinks", over=over) if what.sinks else scene.say("place.afloat", room=-over)
    return Line(label, m.Place(what.ship), cards, head=_weighed(name, what.before, what.after), note=note)


def _weighed(name: str, before: int, after: int) -> str:
    """Give what a ship weighs before and after in a headline, without a gap if need be."""
    spaced = f"{name} {before}>{after}"
    return spaced if len(spaced) <= HEADLINE_CELLS else f"{name}{before}>{after}"


def removals(scene: Scene) -> Iterator[Line]:
    """Give every card that a remove can take away, with what its ship weighs then."""
    seat = scene.view.to_act if scene.view.won >= 0 else scene.state.kept
    for ship, card in _once(scene.view.removable):
        command = m.Remove(_real(scene, seat, ship, card), ship if card == HIDDEN else -1)
        after = scene.ahead(command).players[seat].ships[ship]
        label = _changed(scene, card, scene.player(seat).ships[ship], after)
        yield Line(label, command, () if card == HIDDEN else (card,), head=_head(scene, after))


def _relocations(scene: Scene) -> Iterator[Line]:
    """Give the cards that can be moved; the second step asks where to."""
    seat = scene.view.to_act
    for source, card in _once(scene.view.movable):
        targets = [ship for ship in range(len(SHIPS)) if ship != source]
        then = tuple(_moved(scene, seat, card, source, ship) for ship in targets)
        label = scene.say("relocate.line", booty=scene.token(card), ship=scene.ship(source))
        yield Line(label, None, () if card == HIDDEN else (card,), then)


def _moved(scene: Scene, seat: int, card: int, source: int, ship: int) -> Line:
    command = m.Relocate(_real(scene, seat, source, card), ship, source if card == HIDDEN else -1)
    ships = scene.ahead(command).players[seat].ships
    before = scene.player(seat).ships
    label = f"{scene.ship(ship)} {before[ship].weight:>2}>{load_of(ships[ship])}"
    cards = tuple(lying for lying in before[ship].cards if lying != HIDDEN)
    from_there = _weighed(scene.ship(source), before[source].weight, ships[source].weight)
    note = scene.say("relocate.source", shift=from_there, load=load_of(ships[source]))
    return Line(label, command, cards, head=_head(scene, ships[ship]), note=note)


def _changed(scene: Scene, card: int, before: ShipView, after: ShipView) -> str:
    return f"{scene.token(card)} {scene.ship(after.ship)} {before.weight}>{load_of(after)}"


def _head(scene: Scene, after: ShipView) -> str:
    return f"{scene.ship(after.ship)} {load_of(after)}"


def _real(scene: Scene, seat: int, ship: int, card: int) -> int:
    """Give the card that a face-down one stands for: a bonus that a script has named keeps its name."""
    lying = scene.state.boards[seat].ships[ship]
    if card != HIDDEN or HIDDEN in lying:
        return card
    return next(int(each) for each in lying if scene.card(each).type == "bonus")


def _once(cards: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Give every card of a list once: face-down bonus cards of one ship are alike."""
    return tuple(dict.fromkeys(cards))


# -- bonus cards ---------------------------------------------------------------------------
def _bonus(scene: Scene) -> Iterator[Line]:
    for ship in scene.player(scene.view.to_act).ships:
        cards = tuple(card for card in ship.cards if card != HIDDEN)
        yield Line(f"{scene.ship(ship.ship)} {load_of(ship)}", m.PlaceBonus(HIDDEN, ship.ship), cards)


_LINES: Mapping[str, Callable[[Scene], Iterator[Line]]] = {
    "trump": _trumps,
    "lead": _leaders,
    "choose": _booty,
    "penalty": _losable,
    "place": _placing,
    "bonus": _bonus,
}
"""By the phase that asks."""
