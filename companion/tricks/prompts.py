"""The main display while Port Royal (2000) is on: what is asked, phase by phase (RY1 to RY10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.lists import listed, packed
from companion.screen import Row, Screen, headline, screen
from companion.tricks.bidding import auction
from companion.tricks.ending import count, final
from companion.tricks.lines import Line, open_lines, owed
from companion.tricks.modes import Marked
from companion.tricks.results import laid_last, result_rows
from companion.tricks.scene import SCALE_NUMBERS, Scene, scale
from companion.tricks.trick import play
from engine.portroyal2000.messages import BidBecameDebt
from engine.portroyal2000.state import OPEN_CARDS

BODY = 6
HEADLINE_ROWS = 2


def prompt(scene: Scene, mode: Marked) -> Screen:
    """Draw what is asked."""
    return PROMPTS[scene.view.phase](scene, mode)


# -- RY1 ---------------------------------------------------------------------------------
def _lay(scene: Scene, mode: Marked) -> Screen:
    view = scene.view
    rows = packed(scene.ctx.texts, [scene.token(card) for card in view.booty], 2, last=True)
    left_over: tuple[str, ...] = ()
    if view.carried >= 0:
        left_over = (
            scene.say("lay.left", booty=scene.token(view.carried)),
            scene.say("lay.bonus", bonuses=view.beneath),
        )
    done = len(view.booty)
    return screen(
        scene.round_title(scene.say("lay.count", done=done, of=OPEN_CARDS)),
        scene.shout("lay.headline", missing=view.missing),
        *rows,
        *left_over,
        keys=_lay_keys(scene),
    )


def _lay_keys(scene: Scene) -> str:
    if scene.by_list("booty"):
        return scene.say("keys.lay-pick")
    return scene.say("keys.lay" if laid_last(scene.session) else "keys.lay-first")


# -- RY3 ---------------------------------------------------------------------------------
def _swap(scene: Scene, mode: Marked) -> Screen:
    view = scene.view
    open_cards = " ".join(map(scene.brief, view.face_up))
    return screen(
        scene.round_title(scene.say("swap.title", name=scene.upper(view.holder), space=owed(view.bid_stone))),
        scene.shout("swap.headline"),
        scene.say("swap.cards", faces=open_cards) if open_cards else scene.say("swap.take"),
        scene.say("swap.lay"),
        scale(scene.player(view.holder).debt, view.bid_stone),
        SCALE_NUMBERS,
        keys=scene.say("keys.swap"),
    )


# -- lists: RY4, RY5, RY8, RY9 -------------------------------------------------------------
def _list(scene: Scene, mode: Marked, header: str, title: Row, notes: tuple[str, ...] = ()) -> Screen:
    """Draw a list below a headline, with notes under it."""
    lines = open_lines(scene, mode)
    room = BODY - HEADLINE_ROWS - len(notes)
    rows = listed(scene.ctx.texts, [line.label for line in lines], mode.cursor, room=room)
    gap = [""] * (room - len(rows))
    keys = "keys.list-back" if mode.path else "keys.list"
    return screen(header, title, *rows, *gap, *notes, keys=scene.say(keys))


def _marked(scene: Scene, mode: Marked) -> Line:
    return open_lines(scene, mode)[mode.cursor]


def _trump(scene: Scene, mode: Marked) -> Screen:
    header = scene.round_title(scene.say("trump.title", name=scene.upper(scene.view.to_act)))
    return _list(scene, mode, header, scene.shout("trump.headline"))


def _lead(scene: Scene, mode: Marked) -> Screen:
    view = scene.view
    won = view.last_trick is not None and view.trick > 1
    key = "lead.won" if won else "lead.holder"
    right = scene.say(key, name=scene.upper(view.to_act), trick=view.trick - 1)
    short = scene.say(f"{key}.tiny", nam=scene.nam(view.to_act), trick=view.trick - 1)
    return _list(scene, mode, scene.title(right, short), scene.shout("lead.headline"), _result(scene))


def _result(scene: Scene) -> tuple[str, ...]:
    """Say the most important thing that the last entry came to."""
    return result_rows(scene)[:1]


def _choose(scene: Scene, mode: Marked) -> Screen:
    right = scene.say("choose.title", name=scene.upper(scene.view.to_act))
    short = scene.say("choose.title.tiny", nam=scene.nam(scene.view.to_act))
    return _list(scene, mode, scene.title(right, short), scene.shout("choose.headline"))


def _penalty(scene: Scene, mode: Marked) -> Screen:
    view = scene.view
    header = scene.say("penalty.title", name=scene.upper(view.offender))
    who = scene.say("penalty.picks", name=scene.name(view.to_act))
    return _list(scene, mode, header, scene.shout("penalty.headline"), (who,))


# -- RY8 ---------------------------------------------------------------------------------
def _place(scene: Scene, mode: Marked) -> Screen:
    """Draw the won card: what each answer comes to stands in the headline and below the list."""
    view, line = scene.view, _marked(scene, mode)
    header = scene.say("won.title", name=scene.upper(view.to_act), booty=scene.token(view.won))
    title = headline(line.head) if line.head else scene.big(view.won)
    notes = (line.note,) if line.note else ()
    return _list(scene, mode, header, title, (*notes, *_last_chance(scene, len(notes))))


def _last_chance(scene: Scene, notes: int) -> tuple[str, ...]:
    return (scene.say("repay.last"),) if scene.view.last_chance and scene.view.repay and notes < 1 else ()


# -- RY9 ---------------------------------------------------------------------------------
def _bonus(scene: Scene, mode: Marked) -> Screen:
    view = scene.view
    several = view.bonuses_left > 1
    key = "bonus.title-some" if several else "bonus.title"
    header = scene.say(key, name=scene.upper(view.to_act), bonuses=view.bonuses_left)
    return _list(scene, mode, header, scene.shout("bonus.headline"), (scene.say("bonus.look"),))


# -- RY10 --------------------------------------------------------------------------------
def _slide(scene: Scene, mode: Marked) -> Screen:
    view = scene.view
    totals = [scene.say("total", nam=scene.nam(p.seat), total=p.total) for p in view.players]
    rows = packed(scene.ctx.texts, totals, 2)
    dealer = (scene.say("slide.dealer", name=scene.name(view.next_dealer)),) if len(rows) == 1 else ()
    return screen(
        scene.say("slide.title", round=view.round),
        scene.shout("slide.headline"),
        scene.say("slide.under", booty=scene.token(view.carried)),
        *(_debt_row(scene) or result_rows(scene)[:1] or ("",)),
        *rows,
        *dealer,
        keys=scene.say("keys.done"),
    )


def _debt_row(scene: Scene) -> tuple[str, ...]:
    """Say that the bid became debt."""
    return result_rows(scene, (BidBecameDebt,)) if scene.view.high_bid else ()


PROMPTS: Mapping[str, Callable[[Scene, Marked], Screen]] = {
    "lay": _lay,
    "auction": auction,
    "swap": _swap,
    "trump": _trump,
    "lead": _lead,
    "choose": _choose,
    "play": play,
    "penalty": _penalty,
    "place": _place,
    "bonus": _bonus,
    "slide": _slide,
    "count": count,
    "over": final,
}
"""By phase."""
