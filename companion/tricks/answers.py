"""What keys and taps do while Port Royal (2000) is on: by the phase that asks (device-ux.md 3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.flow import STAY, Home, PickCard, Playing, Reply, Tap
from companion.newgame import again
from companion.play_modes import CardShown, FinalSheet
from companion.play_pages import undo
from companion.tricks.bidding import shown_bid
from companion.tricks.ending import hidden_slots
from companion.tricks.lines import open_lines, tapped
from companion.tricks.modes import AskingRevoke, Marked, NotMine
from companion.tricks.results import laid_last, played_last
from companion.tricks.scene import Scene
from companion.tricks.trick import revoke_of
from engine.kernel import Command, Illegal
from engine.portroyal2000 import messages as m
from engine.portroyal2000.state import place_of

SHOWN_S = 2.0
"""How long a tapped card is shown when nothing follows from it."""
FIVE = 5
"""What NEXT held adds to a bid, or goes down a list."""
SEAT = "seat-"
"""What the name of a seat's own reader begins with."""
LISTS = ("trump", "lead", "choose", "penalty", "place", "bonus")
"""Phases that ask with a list."""
PICKED = {"lay": "booty", "play": "trick", "count": "bonus"}
"""Phases in which a card must come, and its type: without a tag it is picked from a list."""

KeyAnswer = Callable[[Scene, Marked], Reply]
TapAnswer = Callable[[Scene, Marked, Tap], Reply]


def play(*commands: Command) -> Reply:
    """Make commands one entry and go on with the game."""
    return Reply(play=commands, mode=Playing())


def says(*commands: Command) -> KeyAnswer:
    """Make a key that says these commands as one entry."""
    return lambda scene, mode: play(*commands)


def refuse(scene: Scene, key: str, **facts: Any) -> Reply:
    """Refuse in the device's own name, with a sentence of the catalogue."""
    fields = {name: value for name, value in facts.items() if name in ("name", "other")}
    return Reply(refuse=Illegal(key, scene.ctx.texts(f"sentence.{key}", **fields), **facts))


# -- keys --------------------------------------------------------------------------------
def _bid(scene: Scene, mode: Marked) -> Reply:
    tons = shown_bid(scene, mode)
    return play(m.Bid(tons)) if tons else Reply(signal="refused")


def step(by: int) -> KeyAnswer:
    """Make a key that goes down a list, or raises the bid that is shown."""

    def answer(scene: Scene, mode: Marked) -> Reply:
        return Reply(mode=replace(mode, cursor=(mode.cursor + by) % _count(scene, mode)))

    return answer


def _count(scene: Scene, mode: Marked) -> int:
    view = scene.view
    if view.phase != "auction":
        return len(open_lines(scene, mode)) or 1
    return scene.player(view.to_act).limit - view.least_bid + 1 if view.least_bid else 1


def choose(scene: Scene, mode: Marked) -> Reply:
    """Take the line that is marked."""
    return _take(scene, mode, mode.cursor)


def _take(scene: Scene, mode: Marked, number: int) -> Reply:
    line = open_lines(scene, mode)[number]
    if line.command is None:
        return Reply(mode=replace(mode, path=(*mode.path, number), cursor=0))
    return play(line.command)


def up(scene: Scene, mode: Marked) -> Reply:
    """Go back a step of a choice that has two."""
    return Reply(mode=replace(mode, path=mode.path[:-1], cursor=mode.path[-1])) if mode.path else STAY


def pick(scene: Scene, mode: Marked) -> Reply:
    """Pick the card that must come from a list."""
    return Reply(mode=PickCard(Playing(), pickable(scene)))


def pickable(scene: Scene) -> tuple[int, ...]:
    """Give all cards of the kind that must come, also those that came before.

    A list of what is left would tell more than the table knows: what is in the hands, aside, or in the
    pile (C5, C6).
    """
    wanted = PICKED.get(scene.view.phase, "")
    seats = scene.rules.seats
    return tuple(c.id for c in scene.rules.cards if c.type == wanted and seats in c.seats)


def _take_back(scene: Scene, mode: Marked) -> Reply:
    """Take the booty card turned up last back, if one was in this round."""
    return undo(Playing(), scene.ctx) if laid_last(scene.session) else STAY


def _other_seat(scene: Scene, mode: Marked) -> Reply:
    """Ask whether the last trick card was played by somebody else."""
    return Reply(mode=NotMine(Playing())) if played_last(scene.session) else STAY


def _again(scene: Scene, mode: Marked) -> Reply:
    set_up = replace(scene.session.table.set_up, position=None)
    return again(replace(scene.ctx.settings, last_set_up=set_up))


def _sheet(scene: Scene, mode: Marked) -> Reply:
    return Reply(mode=FinalSheet(Playing(), scene.session.scores()[0].seat))


_LIST: Mapping[str, KeyAnswer] = {"yes": choose, "no": up, "next": step(1), "next-held": step(FIVE)}
KEYS: Mapping[str, Mapping[str, KeyAnswer]] = {
    "lay": {"yes": pick, "no": _take_back},
    "auction": {"yes": _bid, "no": says(m.Pass()), "next": step(1), "next-held": step(FIVE)},
    "swap": {"yes": says(m.Swapped()), "next": says(m.Swapped())},
    **dict.fromkeys(LISTS, _LIST),
    "play": {"yes": pick, "no": _other_seat},
    "slide": dict.fromkeys(("yes", "no", "next"), says(m.Slide())),
    "count": {"yes": pick},
    "over": {"yes": _again, "no": lambda scene, mode: Reply(mode=Home()), "next": _sheet},
}
"""What keys do, by phase; ``next-held`` is NEXT held where there is a MENU key."""
SEAT_KEYS: Mapping[str, tuple[str, str]] = {
    "auction": ("yes", "no"),
    "swap": ("yes", ""),
    "slide": ("yes", ""),
    **dict.fromkeys(LISTS, ("next", "yes")),
}
"""Which keys the key of the seat that is asked stands for, pressed and held."""


# -- a revoke ----------------------------------------------------------------------------
def unanswered(scene: Scene, mode: Marked) -> m.RevokeShown | None:
    """Give the revoke that the last card proved, while nobody has said whether the card is his."""
    return None if mode.sure else revoke_of(scene.session.last)


def revoke_key(scene: Scene, mode: Marked, key: str) -> Reply:
    """Answer RY7: YES accepts, NO takes the card back; it was a mis-tap."""
    if key == "yes":
        return Reply(mode=replace(mode, sure=True))
    return undo(Playing(), scene.ctx) if key == "no" else STAY


# -- taps --------------------------------------------------------------------------------
def drop(scene: Scene, mode: Marked, tap: Tap) -> Reply:
    """Refuse a card that nobody may look at, without naming it anywhere (C6, ER6)."""
    return refuse(scene, "not-here")


def lay(scene: Scene, mode: Marked, tap: Tap) -> Reply:
    """Turn a booty card up."""
    return play(m.TurnUp(_id(tap)))


def open_card(scene: Scene, mode: Marked, tap: Tap) -> Reply:
    """Tell the two open trick cards, one after the other, before the first bid."""
    card = _id(tap)
    if not scene.view.may_open:
        return refuse(scene, "tricks.keyed")
    if not mode.opened:
        return Reply(mode=replace(mode, opened=(card,)), signal="tick")
    return STAY if card in mode.opened else play(m.Open((*mode.opened, card)))


def play_card(scene: Scene, mode: Marked, tap: Tap) -> Reply:
    """Play a trick card for whose turn it is; at a seat's own reader only for that seat."""
    seat = seat_of_reader(tap.reader)
    to_act = scene.view.to_act
    if seat is not None and seat != to_act:
        return refuse(scene, "tricks.not-your-turn", name=scene.name(to_act))
    command = m.Play(_id(tap))
    try:
        shown = revoke_of(scene.session.propose(command))
    except Illegal as no:
        return Reply(refuse=no)
    reply = play(command)
    return replace(reply, mode=AskingRevoke(scene.session.seq + 1)) if shown else reply


def seat_of_reader(reader: str) -> int | None:
    """Give the seat that a reader belongs to by its name, ``seat-1`` and so on; None for a shared one."""
    number = reader.removeprefix(SEAT)
    return int(number) - 1 if number != reader and number.isdecimal() else None


def by_line(scene: Scene, mode: Marked, tap: Tap) -> Reply:
    """Take the line that a card belongs to."""
    number = tapped(open_lines(scene, mode), _id(tap))
    return show(scene, mode, tap) if number is None else _take(scene, mode, number)


def turn_bonus(scene: Scene, mode: Marked, tap: Tap) -> Reply:
    """Turn up the bonus card that is asked for."""
    seat, ship = next(hidden_slots(scene))
    return play(m.TurnBonus(seat, ship, _id(tap)))


def show(scene: Scene, mode: Marked, tap: Tap) -> Reply:
    """Show a card that lies open for a moment; one that nobody has seen is dropped."""
    card = _id(tap)
    place, _, _ = place_of(scene.rules, scene.state, card)
    if place in HIDDEN_PLACES:
        return refuse(scene, "not-here")
    return Reply(mode=CardShown(mode, card, scene.ctx.now_s + SHOWN_S))


HIDDEN_PLACES = frozenset({"pile"})
"""Where a card lies whose face nobody has seen."""


def _id(tap: Tap) -> int:
    assert tap.card is not None
    return tap.card


TAPS: Mapping[tuple[str, str], TapAnswer] = {
    ("lay", "booty"): lay,
    ("auction", "trick"): open_card,
    ("play", "trick"): play_card,
    ("count", "bonus"): turn_bonus,
    ("over", "bonus"): show,
    **{(phase, "booty"): by_line for phase in LISTS},
}
"""What taps do, by phase and the type of card; booty is shown, all other cards are dropped."""


def answer_tap(scene: Scene, mode: Marked, tap: Tap) -> Reply:
    """Answer a tap of a known card."""
    kind = scene.card(_id(tap)).type
    answer = TAPS.get((scene.view.phase, kind), show if kind == "booty" else drop)
    return answer(scene, mode, tap)
