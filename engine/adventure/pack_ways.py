"""Checks the ways through the chapters of a pack: hourglasses and card 9 (Q13 to Q15).

An open value breaks no rule.  Source: adventure-pack.md, "Validation".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import UNSET

from engine.adventure import pack as p
from engine.adventure.pack_read import Problem

MOST_TASKS = 4
"""Tasks that can lie before card 9: a solo player has no more markers (rules page, 1.6)."""
PAYMENT = 8
GOAL = 9


def _ways(pack: p.Pack) -> Iterator[Problem]:
    for chapter, card in pack.chapters.items():
        if card.first is not None and _longest(pack, str(card.first), ()) > MOST_TASKS:
            sentence = f"A cooperative way lays out more than {MOST_TASKS} tasks before card 9."
            yield Problem("Q13", f"chapters.{chapter}", sentence)


def _longest(pack: p.Pack, number: str, laid: tuple[str, ...]) -> int:
    """Count the tasks of the longest cooperative way that goes on with this one."""
    laid = (*laid, number)
    task = pack.tasks.get(number)
    if len(laid) > MOST_TASKS or task is None or task.hourglass is None:
        return len(laid)
    effect = p.effect_of(task.hourglass, "coop")
    return max([len(laid), *(_longest(pack, to, laid) for to in stories_of(effect))])


def stories_of(effect: p.Effect | None) -> list[str]:
    """Give the story cards that an effect can lead to."""
    if effect is None:
        return []
    stories = [] if effect.story is UNSET else [str(effect.story)]
    if effect.check is not UNSET:
        stories += [str(effect.check.fulfilled), str(effect.check.missed)]
    return stories


def _hourglasses(pack: p.Pack) -> Iterator[Problem]:
    for number, task in pack.tasks.items():
        path, effect = f"tasks.{number}.hourglass", task.hourglass
        if effect is None:
            continue
        if not effect.sided:
            yield from effect_problems(pack, effect, path, "")
            continue
        if any(one is not UNSET for one in (effect.story, effect.check, effect.pay, effect.card)):
            yield Problem("Q14", path, "Beside fist and handshake nothing else stands.")
        for side, name in ((effect.fist, "fist"), (effect.handshake, "handshake")):
            if side is UNSET:
                yield Problem("Q14", path, f"The {name} is missing.")
            elif side is not None:
                yield from effect_problems(pack, side, f"{path}.{name}", name)


def effect_problems(pack: p.Pack, effect: p.Effect, path: str, side: str) -> Iterator[Problem]:
    """Tell what is wrong with one effect beside a fist, a handshake or neither."""
    keys = [key for key in ("story", "check", "pay", "card") if getattr(effect, key) is not UNSET]
    if len(keys) != 1 or effect.sided:
        yield Problem("Q14", path, "An effect is one of story, check, pay and card.")
        return
    if effect.pay is not UNSET and (effect.pay != PAYMENT or side != "fist"):
        yield Problem("Q14", path, "pay: 8 stands beside a fist.")
    if effect.card is not UNSET and (effect.card != GOAL or side == "fist"):
        yield Problem("Q14", path, "card: 9 is for cooperative play: it does not stand beside a fist.")
    targets = stories_of(effect)
    targets += [] if effect.check is UNSET else [str(effect.check.task)]
    for target in targets:
        if target not in pack.tasks:
            yield Problem("Q14", path, f"There is no task {target}.")


def _card9(pack: p.Pack) -> Iterator[Problem]:
    if p.ALL_CHAPTERS not in pack.card9:
        yield Problem("Q15", "card9", "The entry '*' for all chapters is missing.")
    for chapter, goals in pack.card9.items():
        path = f"card9.{chapter}"
        if chapter != p.ALL_CHAPTERS and chapter not in map(str, p.CHAPTERS):
            yield Problem("Q01", path, f"There is no chapter {chapter}.")
        for seats in (1, 2, 3, 4):
            if seats not in goals:
                yield Problem("Q15", path, f"The numbers for {seats} players are missing.")
        for seats, goal in goals.items():
            if seats not in (1, 2, 3, 4):
                yield Problem("Q01", f"{path}.{seats}", "1 to 4 players play.")
            elif goal.markers is not None and goal.markers > 4 * seats:
                yield Problem("Q15", f"{path}.{seats}.markers", "Every player has 4 markers.")


WAYS: tuple[Callable[[p.Pack], Iterator[Problem]], ...] = (_ways, _hourglasses, _card9)
