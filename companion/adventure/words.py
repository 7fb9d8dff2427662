"""Words of the expansion: events, characters, what tasks ask for, what changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from companion.lists import filled
from companion.screen import CELLS
from companion.screens.happenings import Step
from companion.screens.paragraph import wrapped
from companion.screens.rows import change
from companion.screens.scene import Scene
from companion.texts import TextError
from engine.adventure.messages import CrownsMoved
from engine.adventure.pack import Cheap, Discard, EventKind, Harbor, Have, Most, Pack, Purse
from engine.adventure.requirements import can_pay, has
from engine.adventure.state import MARKERS, book, gone, tale
from engine.adventure.tasks import task_of
from engine.adventure.view import AdventureView
from engine.portroyal.messages import CoinsDrawn, CoinsGiven, CoinsPaid

EVENT = "event-"
AT_ONCE = frozenset({"black-market", "peaceful-trade", "scarce-coffers", "recruitment", "bribery"})
LASTING = frozenset(
    {
        "favorable-opportunity",
        "detested-pinnace",
        "blessing-in-disguise",
        "risky-maneuver",
        "join-forces",
        "a-stitch-in-time",
        "trade-in-blue",
    }
)
"""Events that act later in the turn."""
AMOUNTS = ("swords", "coins", "crowns", "points", "expeditions", "items")
GOODS = ("ares", "book", "herbs", "bread", "rum")


def open_now(scene: Scene) -> str:
    """Say what is open on the table, questions of the expansion included."""
    return str(scene.situation)


def shown(scene: Scene) -> AdventureView:
    """Give what screens of the expansion show."""
    view = scene.view
    assert isinstance(view, AdventureView), "it is this game"
    return view


def pack_of(scene: Scene) -> Pack:
    """Give the pack in the light of what was told."""
    pack: Pack = book(scene.rules).pack
    return pack


def known(scene: Scene, key: str) -> bool:
    """Tell whether the catalogue has a text."""
    try:
        scene.ctx.texts.entry(key)
    except TextError:
        return False
    return True


# -- events ------------------------------------------------------------------------------
def title(scene: Scene, event: str, cells: int = CELLS) -> str:
    """Name an event, in as many cells as there are."""
    stem = event.removeprefix(EVENT)
    if known(scene, f"adv.event.{stem}"):
        return scene.say(f"adv.event.{stem}", cells)
    kind = pack_of(scene).events.get(event)
    name = (kind.title if kind else "") or stem.replace("-", " ").title()
    return name[:cells]


def rule(scene: Scene, event: str, rows: int) -> tuple[str, ...]:
    """Say what an event does, in so many rows at most."""
    stem = event.removeprefix(EVENT)
    if known(scene, f"sentence.adv.{stem}"):
        return wrapped(scene.say(f"sentence.adv.{stem}", 999), rows)
    kind = pack_of(scene).events.get(event)
    return wrapped(_own_rule(scene, kind), rows) if kind else ()


def _own_rule(scene: Scene, kind: EventKind) -> str:
    """Say what an event does that the pack describes."""
    if kind.table:
        return scene.say("sentence.adv.table", 999)
    if kind.timing == "none":
        return scene.say("sentence.adv.none", 999)
    who = scene.say(f"adv.who.{kind.who}")
    when = scene.say(f"adv.when.{kind.timing}")
    pays, gains = purse(kind.pay), purse(kind.gain)
    words = [when, who, f"-{pays}" if pays else "", f"+{gains}" if gains else ""]
    return " ".join(word for word in words if word)


def purse(amount: Purse) -> str:
    """Give coins and crowns: ``$2 ♛1``."""
    words = [f"${amount.coins}" if amount.coins else "", f"♛{amount.crowns}" if amount.crowns else ""]
    return " ".join(word for word in words if word)


def at_once(scene: Scene, event: str) -> bool:
    """Tell whether all that an event does is done when it is turned up."""
    kind = pack_of(scene).events.get(event)
    stem = event.removeprefix(EVENT)
    return stem in AT_ONCE or (kind is not None and not kind.table and kind.timing == "at-once")


def lasting_line(scene: Scene) -> str:
    """Give the line of an event that still acts in this turn; empty for others."""
    event = shown(scene).event
    kind = pack_of(scene).events.get(event)
    acts = event.removeprefix(EVENT) in LASTING or (kind is not None and kind.timing in ("stop", "bust"))
    return event_line(scene) if acts else ""


def event_line(scene: Scene) -> str:
    """Give the line that stays until the turn ends: the event and what it does; empty before it is shown."""
    event = shown(scene).event
    if not event:
        return ""
    key = f"adv.line.{event.removeprefix(EVENT)}"
    return scene.say(key) if known(scene, key) else scene.say("adv.line", event=title(scene, event, 19))


# -- characters --------------------------------------------------------------------------
def character(scene: Scene, who: str) -> str:
    """Name a character, at most 13 cells."""
    return scene.say(f"adv.character.{who}")


def ability_row(scene: Scene, who: str) -> str:
    """Say what a character can do, in a row."""
    colour = pack_of(scene).characters[who].colour
    hue = scene.ctx.names.sign(colour) if isinstance(colour, str) else "?"
    return scene.say(f"adv.ability.{who}", sign=hue)


def uncovers(scene: Scene, seat: int) -> str:
    """Say what the leftmost marker uncovers when it goes now."""
    place = gone(scene.state, seat) + 1
    if place > MARKERS:
        return scene.say("adv.marker.none")
    name = character(scene, shown(scene).adventurers[seat].character)
    return scene.say(f"adv.marker.{place}", hero=name)


# -- tasks -------------------------------------------------------------------------------
class Wanted(msgspec.Struct, frozen=True):
    """One thing that a task asks for."""

    text: str
    ok: bool | None
    """None where only the table can tell."""


def role(scene: Scene, name: str) -> str:
    """Name a role of persons."""
    if known(scene, f"adv.role.{name}"):
        return scene.say(f"adv.role.{name}")
    return scene.ctx.names.full(f"{name}-1-1")


def wanted(scene: Scene, seat: int, number: str) -> list[Wanted]:
    """Say what a task asks for, and which of it a seat has."""
    task = task_of(scene.rules, number)
    found = [Wanted(scene.say(f"adv.moment.{task.when}"), ok=True)] if task.when != "turn" else []
    if task.checked_by_table:
        found.append(Wanted(scene.say("adv.by-table"), ok=None))
    if task.discard is not None:
        found += [_paid(scene, seat, text, part) for text, part in _discards(scene, task.discard)]
    if task.have is not None:
        found += [_had(scene, seat, text, part) for text, part in _haves(scene, task.have)]
    return found


def _paid(scene: Scene, seat: int, text: str, part: Discard) -> Wanted:
    return Wanted(text, can_pay(scene.rules, scene.state, seat, part))


def _had(scene: Scene, seat: int, text: str, part: Have) -> Wanted:
    return Wanted(text, has(scene.rules, scene.state, seat, part))


def _discards(scene: Scene, discard: Discard) -> Iterator[tuple[str, Discard]]:
    for key in ("coins", "crowns"):
        if few := getattr(discard, key):
            yield scene.say(f"adv.discard.{key}", num=few), Discard(**{key: few})
    for good in GOODS:
        if few := getattr(discard, good):
            word = scene.say(f"adv.good.{good}")
            yield scene.say("adv.discard.cards", num=few, good=word), Discard(**{good: few})
    for name, few in discard.persons.items():
        text = scene.say("adv.discard.cards", num=few, good=role(scene, name))
        yield text, Discard(persons={name: few})


def _haves(scene: Scene, have: Have) -> Iterator[tuple[str, Have]]:
    for key in AMOUNTS:
        if few := getattr(have, key):
            yield scene.say(f"adv.have.{key}", num=few), Have(**{key: few})
    for good in GOODS:
        if few := getattr(have, good):
            word = scene.say(f"adv.good.{good}")
            yield scene.say("adv.have.cards", num=few, good=word), Have(**{good: few})
    for name, few in have.persons.items():
        yield scene.say("adv.have.cards", num=few, good=role(scene, name)), Have(persons={name: few})
    if have.cheap is not None:
        count, cost = have.cheap.count, have.cheap.cost
        yield scene.say("adv.have.cheap", num=count, cost=cost), Have(cheap=Cheap(count, cost))
    yield from _harbor(scene, have)
    yield from _most(scene, have)


def _harbor(scene: Scene, have: Have) -> Iterator[tuple[str, Have]]:
    for key in ("cards", "ships", "colours", "persons"):
        if few := getattr(have.harbor, key):
            yield scene.say(f"adv.harbor.{key}", num=few), Have(harbor=Harbor(**{key: few}))


def _most(scene: Scene, have: Have) -> Iterator[tuple[str, Have]]:
    for key in ("swords", "coins", "crowns", "points"):
        if (few := getattr(have.max, key)) is not UNSET:
            yield scene.say(f"adv.most.{key}", num=few), Have(max=Most(**{key: few}))


def wanted_rows(scene: Scene, seat: int, number: str) -> tuple[str, ...]:
    """List what a task asks for, each marked as there or not."""
    signs = {True: scene.say("adv.ok"), False: scene.say("adv.no"), None: scene.say("adv.perhaps")}
    return tuple(f"{signs[one.ok]} {one.text}" for one in wanted(scene, seat, number))


def done_by(scene: Scene, number: str) -> str:
    """Say who is on a task: ``Ann Cem``; the upper field of task 52 in brackets."""
    task = next(task for task in shown(scene).tasks if task.number == number)
    return " ".join([*map(scene.nam, task.seats), *(f"({scene.nam(seat)})" for seat in task.upper)])


# -- what changed ------------------------------------------------------------------------
MOVES = (CoinsDrawn, CoinsPaid, CoinsGiven, CrownsMoved)


def changes(scene: Scene, before: Any, after: Any, seat: int, *, name: bool = True) -> str:
    """Say in a row what a seat has more or less: ``Ann $5>6 ♛2>3 4>5*``; empty for nothing."""
    old, new = before.players[seat], after.players[seat]
    crowns = [tale(state).holders[seat].crowns for state in (before, after)]
    words = [change(old.coins, new.coins)] if old.coins != new.coins else []
    if crowns[0] != crowns[1]:
        words.append(f"♛{crowns[0]}>{crowns[1]}")
    if old.points != new.points:
        words.append(f"{old.points}>{new.points}*")
    if not words:
        return ""
    return filled([scene.nam(seat), *words] if name else words)[0]


def all_changes(scene: Scene, before: Any, after: Any) -> tuple[str, ...]:
    """Give a row for every seat that has more or less than before, from the active player on."""
    seats = [(after.active + i) % scene.rules.seats for i in range(scene.rules.seats)]
    return tuple(row for seat in seats if (row := changes(scene, before, after, seat)))


def by_reason(steps: Sequence[Step]) -> list[tuple[str, int, str, int]]:
    """Give every gain and payment of an entry: reason, seat, ``$`` or ``♛``, and how much."""
    told: list[tuple[str, int, str, int]] = []
    for step in steps:
        match step.event:
            case CoinsDrawn(seat, amount, why):
                told.append((why, seat, "$", amount))
            case CoinsPaid(seat, amount, why):
                told.append((why, seat, "$", -amount))
            case CrownsMoved(seat=seat, crowns=crowns, why=why):
                told.append((why, seat, "♛", crowns - tale(step.before).holders[seat].crowns))
    return told
