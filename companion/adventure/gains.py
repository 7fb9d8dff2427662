"""What somebody pays and gains, in words: ``task: pay 3 ♛+1``, ``Cem Market: draw 4``."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.adventure import words
from companion.screen import CELLS, Row
from companion.screens.happenings import Step
from companion.screens.scene import Scene
from engine.adventure.pack import Purse, Task
from engine.adventure.state import Laid, laid
from engine.adventure.tasks import task_of


class Gain(msgspec.Struct, frozen=True):
    """What a seat gets for one reason; payments are negative."""

    why: str
    seat: int
    coins: int = 0
    crowns: int = 0


def gains_of(steps: Sequence[Step]) -> list[Gain]:
    """Give every gain and payment of an entry, one for each reason and seat."""
    found: dict[tuple[str, int], list[int]] = {}
    for why, seat, what, amount in words.by_reason(steps):
        found.setdefault((why, seat), [0, 0])[what == "♛"] += amount
    return [Gain(why, seat, *amounts) for (why, seat), amounts in found.items()]


def amounts(scene: Scene, coins: int, crowns: int) -> str:
    """Say coins and crowns that are paid or gained: ``pay 2 ♛+1``; empty for nothing."""
    paid = scene.say("adv.pays", price=-coins) if coins < 0 else ""
    drawn = scene.say("adv.draws", num=coins) if coins > 0 else ""
    return " ".join(filter(None, (paid, drawn, f"♛{crowns:+d}" if crowns else "")))


def row(scene: Scene, gain: Gain) -> str:
    """Say why a seat gets what, without its name."""
    said = amounts(scene, gain.coins, gain.crowns)
    return scene.say("adv.gain", reason=_reason(scene, gain.why, CELLS - 2 - len(said)), gains=said)


def row_of(scene: Scene, gain: Gain, *, reason: bool) -> str:
    """Say what a seat gets, with its name, and why unless another row says so."""
    said, nam = amounts(scene, gain.coins, gain.crowns), scene.nam(gain.seat)
    if not reason:
        return scene.say("adv.gain-same", nam=nam, gains=said)
    room = CELLS - len(nam) - 3 - len(said)
    return scene.say("adv.gain-of", nam=nam, reason=_reason(scene, gain.why, room), gains=said)


def _reason(scene: Scene, why: str, cells: int) -> str:
    key = f"adv.why.{why}"
    reason = scene.say(key, cells) if words.known(scene, key) else why.replace("-", " ")
    return reason[:cells]


def shout(scene: Scene, gains: Sequence[Gain]) -> Row:
    """Say in big what everybody gets, where all get the same: coins first, for they are paid or drawn."""
    same = {(gain.coins, gain.crowns) for gain in gains}
    coins, crowns = same.pop() if len(same) == 1 else (0, 0)
    if coins:
        return scene.shout("pay.draw" if coins > 0 else "pay", draw=coins, price=-coins)
    return scene.shout("adv.crowns", sum=f"{crowns:+d}") if crowns else scene.shout("adv.gains")


def reward_row(scene: Scene, number: str) -> str:
    """Say what a task brings who fulfils it now, the first or a later one; empty for nothing."""
    task: Task = task_of(scene.rules, number)
    lying: Laid | None = laid(scene.state, number)
    is_first = lying is None or not lying.seats
    if task.crowns is None or (is_first and task.first is None):
        return scene.say("adv.reward.open")
    first = task.first if is_first and task.first is not None else Purse()
    gains = amounts(scene, first.coins, first.crowns + task.crowns)
    first_gains = bool(first.coins or first.crowns)
    return scene.say(f"adv.reward.{'first' if first_gains else 'all'}", gains=gains) if gains else ""
