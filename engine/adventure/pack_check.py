"""Checks packs: what would make a pack unplayable, each with its code (Q01 to Q15).

An open value breaks no rule.  Source: adventure-pack.md, "Validation".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import UNSET

from engine.adventure import pack as p
from engine.adventure.pack_cards import Face, face_of
from engine.adventure.pack_read import PackError, Problem, read
from engine.adventure.pack_ways import WAYS

TOTALS = {
    "ares": 8,
    "ship": 10,
    "tybuk": 3,
    "lookout": 5,
    "innkeeper": 5,
    "captain": 1,
    "priest": 1,
    "settler": 1,
    "expedition": 3,
    "tax": 2,
}
STARS = 15
PERSONS = frozenset(
    [
        "sailor",
        "pirate",
        "jester",
        "admiral",
        "governor",
        "mademoiselle",
        "settler",
        "captain",
        "priest",
        "jack-of-all-trades",
        "trader",
        "trader-yellow",
        "trader-blue",
        "trader-green",
        "trader-red",
        "trader-black",
        "tybuk",
        "lookout",
        "innkeeper",
        "any",
    ]
)
FOUND: dict[str, tuple[str, p.Discard, p.Have]] = {
    "13": ("turn", p.Discard(coins=4), p.Have(persons={"priest": 1})),
    "30": ("turn", p.Discard(), p.Have(expeditions=1)),
    "33": ("four-colours", p.Discard(), p.Have()),
    "34": ("four-colours", p.Discard(coins=5), p.Have()),
    "40": ("turn", p.Discard(), p.Have(cheap=p.Cheap(count=3, cost=3))),
    "41": ("turn", p.Discard(herbs=1, bread=1), p.Have()),
    "50": ("taxed", p.Discard(), p.Have()),
    "51": ("fourth-card", p.Discard(coins=5), p.Have()),
    "52": ("single-card-twice", p.Discard(), p.Have()),
}
"""What the rulebook says of these tasks (rules page, 1.6)."""


def checked(content: object) -> p.Pack:
    """Make a pack of a parsed file; raises ``PackError`` with everything that is wrong."""
    pack, problems = check(content)
    if pack is None or problems:
        raise PackError(tuple(problems))
    return pack


def check(content: object) -> tuple[p.Pack | None, list[Problem]]:
    """Make a pack of a parsed file, and tell everything that is wrong with it."""
    pack, problems = read(content)
    if pack is None:
        return None, problems
    return pack, problems + problems_of(pack)


def problems_of(pack: p.Pack) -> list[Problem]:
    """Tell what is wrong with a pack whose keys and values are of the right kind."""
    return [problem for rule in RULES for problem in rule(pack)]


# -- Q02 to Q05: characters, crowns, events -------------------------------------------------
def _characters(pack: p.Pack) -> Iterator[Problem]:
    if set(pack.characters) != set(p.CHARACTERS):
        more = sorted(set(pack.characters) - set(p.CHARACTERS))
        less = sorted(set(p.CHARACTERS) - set(pack.characters))
        told = [f"missing {', '.join(less)}"] if less else []
        told += [f"not known: {', '.join(more)}"] if more else []
        yield Problem("Q02", "characters", f"A pack has exactly the ten characters; {'; '.join(told)}.")


def _sides(pack: p.Pack) -> Iterator[Problem]:
    cards = [side.card for side in pack.characters.values()]
    for name, side in pack.characters.items():
        if side.card is not None and not 1 <= side.card <= 5:
            yield Problem("Q03", f"characters.{name}.card", "A character card is 1 to 5.")
        coloured = name in p.COLOURED
        if coloured and side.colour is UNSET:
            yield Problem("Q01", f"characters.{name}.colour", "The key 'colour' is missing.")
        elif not coloured and side.colour is not UNSET:
            yield Problem("Q01", f"characters.{name}.colour", "This character has no colour.")
        elif coloured and side.colour is not None and side.colour not in p.BASE_COLOURS:
            known = ", ".join(p.BASE_COLOURS)
            yield Problem("Q03", f"characters.{name}.colour", f"A colour is one of {known}.")
    known_cards = Counter(card for card in cards if card is not None)
    exact = None not in cards and set(pack.characters) == set(p.CHARACTERS)
    for card, number in sorted(known_cards.items()):
        if 1 <= card <= 5 and (number > 2 or (exact and number != 2)):
            yield Problem("Q03", "characters", f"Card {card} has {number} sides; every card has two.")


def _track(pack: p.Pack) -> Iterator[Problem]:
    track = pack.crown_track
    if track.shields is None:
        return
    fields, points = list(track.shields), list(track.shields.values())
    path = "crown_track.shields"
    if fields != sorted(set(fields)) or points != sorted(set(points)) or (fields and fields[0] < 1):
        yield Problem("Q04", path, "Fields and points of the shields rise.")
    if points[:2] != [1, 2]:
        yield Problem("Q04", path, "The first shields are worth 1 and 2.")
    if points[-1:] != [6]:
        yield Problem("Q04", path, "The last shield is worth 6.")
    if track.fields is not None and any(field > track.fields for field in fields):
        yield Problem("Q04", path, f"A shield lies beyond the {track.fields} fields.")


def _known_events(pack: p.Pack) -> Iterator[Problem]:
    for title in p.TITLES:
        if title not in pack.events:
            yield Problem("Q05", f"events.{title}", "This event is missing.")
        elif pack.events[title] != p.EventKind(copies=pack.events[title].copies):
            yield Problem("Q01", f"events.{title}", "What this event does is known: it has copies only.")


def _events(pack: p.Pack) -> Iterator[Problem]:
    for name, event in pack.events.items():
        path = f"events.{name}"
        if not name.startswith("event-") or name in p.NUMBERED:
            yield Problem("Q05", path, "A pack names events of number 0: event-... and not 1, 2 or 3.")
        if not event.timing and name not in p.TITLES and not event.table:
            yield Problem("Q01", f"{path}.timing", "The key 'timing' is missing.")
        if event.timing not in ("", *p.TIMINGS):
            yield Problem("Q05", f"{path}.timing", f"A timing is one of {', '.join(p.TIMINGS)}.")
        if event.who not in p.WHO:
            yield Problem("Q05", f"{path}.who", f"Who is one of {', '.join(p.WHO)}.")
        if event.optional and event.timing != "at-once":
            yield Problem("Q05", f"{path}.optional", "Only an event at once can be optional.")
        for role in event.condition.persons:
            yield from _role(role, f"{path}.if.persons.{role}")
    copies = sum(event.copies or 1 for event in pack.events.values())
    if copies > p.EVENTS:
        yield Problem("Q05", "events", f"These are {copies} cards; there are {p.EVENTS} of number 0.")


# -- Q06, Q07: playing cards ---------------------------------------------------------------
def _cards(pack: p.Pack) -> Iterator[Problem]:
    for group, kinds in pack.groups.items():
        for kind in kinds:
            if face_of(kind) is None:
                yield Problem("Q06", f"groups.{group}.{kind}", f"{kind!r} fits no card of this expansion.")
    held = {kind for kinds in pack.groups.values() for kind in kinds}
    for kind in pack.expeditions:
        if kind not in held:
            yield Problem("Q06", f"expeditions.{kind}", "No group holds this expedition.")
    for number, task in pack.tasks.items():
        for group, cards in (task.insert or {}).items():
            path = f"tasks.{number}.insert.{group}"
            yield from _insert(pack, group, cards, path)


def _insert(pack: p.Pack, group: str, cards: int, path: str) -> Iterator[Problem]:
    known = sum(pack.groups.get(group, {}).values())
    loose = sum(pack.groups.get(p.LOOSE, {}).values())
    if group == p.LOOSE or (group not in pack.groups and not loose):
        yield Problem("Q06", path, f"There is no group {group}.")
    elif not known <= cards <= known + loose:
        yield Problem("Q06", path, f"Group {group} has {known} cards, not {cards}.")


def _totals(pack: p.Pack) -> Iterator[Problem]:
    there: Counter[str] = Counter()
    for kinds in pack.groups.values():
        for kind, copies in kinds.items():
            if face := face_of(kind):
                there[_sort(face)] += copies
    for sort, number in TOTALS.items():
        if there[sort] != number:
            yield Problem("Q07", "groups", f"There are {there[sort]} cards of the sort {sort}, not {number}.")


def _sort(face: Face) -> str:
    return "ares" if face.ares else face.role


# -- Q08 to Q12: chapters and tasks ----------------------------------------------------------
def _chapters(pack: p.Pack) -> Iterator[Problem]:
    for chapter in p.CHAPTERS:
        if chapter not in pack.chapters:
            yield Problem("Q08", f"chapters.{chapter}", "This chapter is missing.")
    for chapter, card in pack.chapters.items():
        if chapter not in p.CHAPTERS:
            yield Problem("Q08", f"chapters.{chapter}", "There are chapters 1 to 5.")
        if card.first is not None and str(card.first) not in pack.tasks:
            yield Problem("Q08", f"chapters.{chapter}.first", f"There is no task {card.first}.")
    for number, task in pack.tasks.items():
        if task.chapter is not None and task.chapter not in p.CHAPTERS:
            yield Problem("Q08", f"tasks.{number}.chapter", f"There is no chapter {task.chapter}.")


def _tasks(pack: p.Pack) -> Iterator[Problem]:
    for number, task in pack.tasks.items():
        path = f"tasks.{number}"
        if task.when not in p.WHENS:
            yield Problem("Q09", f"{path}.when", f"It is one of {', '.join(p.WHENS)}.")
        if task.first is not None:
            coins, crowns = task.first.coins, task.first.crowns
            if coins > 2 or crowns > 1 or (coins and crowns):
                yield Problem("Q10", f"{path}.first", "The first gets 0 to 2 coins, or 1 crown.")
        if task.crowns is not None and task.crowns > 3:
            yield Problem("Q10", f"{path}.crowns", "Everybody gets 0 to 3 crowns.")
        for part, persons in (("have", task.have), ("discard", task.discard)):
            for role in persons.persons if persons else ():
                yield from _role(role, f"{path}.{part}.persons.{role}")


def _role(role: str, path: str) -> Iterator[Problem]:
    if role not in PERSONS:
        yield Problem("Q01", path, f"{role!r} is no role of a person.")


def _found(pack: p.Pack) -> Iterator[Problem]:
    for number, (when, discard, have) in FOUND.items():
        task = pack.tasks.get(number)
        if task is None:
            continue
        same = (task.when, task.discard or discard, task.have or have) == (when, discard, have)
        if not same or task.table:
            yield Problem("Q11", f"tasks.{number}", "The rulebook says of this task what it asks for.")


def _stars(pack: p.Pack) -> Iterator[Problem]:
    tasks = pack.tasks.values()
    whole = _all_tasks_known(pack)
    stars = sum(task.star is True for task in tasks)
    if stars > STARS or (whole and stars < STARS and all(task.star is not None for task in tasks)):
        yield Problem("Q12", "tasks", f"{stars} tasks have a red star, not {STARS}.")
    crowned = sum(task.first is not None and task.first.crowns > 0 for task in tasks)
    if crowned > 1 or (whole and crowned < 1 and all(task.first is not None for task in tasks)):
        yield Problem("Q12", "tasks", f"{crowned} tasks have a crown for the first, not 1.")


def _all_tasks_known(pack: p.Pack) -> bool:
    """Tell whether no task can lie behind an open hourglass or an open beginning."""
    firsts = all(chapter.first is not None for chapter in pack.chapters.values())
    return firsts and all(_sides_of(task) and None not in _sides_of(task) for task in pack.tasks.values())


def _sides_of(task: p.Task) -> list[p.Effect | None]:
    effect = task.hourglass
    if effect is None or not effect.sided:
        return [effect]
    return [side for side in (effect.fist, effect.handshake) if side is not UNSET]


RULES: tuple[Callable[[p.Pack], Iterator[Problem]], ...] = (
    _characters,
    _sides,
    _track,
    _known_events,
    _events,
    _cards,
    _totals,
    _chapters,
    _tasks,
    _found,
    _stars,
    *WAYS,
)

__all__ = ["PackError", "Problem", "check", "checked", "problems_of"]
