"""The rows of the tables of keys and taps that the expansion adds (device-ux.md 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.adventure import facts, lines
from companion.adventure.finish import finished
from companion.adventure.inserting import INSERT, all_in
from companion.adventure.modes import (
    AskingItem,
    Fulfilling,
    HolderPage,
    LookingOut,
    Marked,
    PickEvent,
    TaskList,
)
from companion.adventure.overlays import value_of
from companion.adventure.papers import UNKNOWN_EVENT, Paper, papers_of, sides_of
from companion.adventure.prompts import can_fulfil
from companion.adventure.words import open_now, pack_of, shown
from companion.flow import STAY, Playing, Reply, Tap
from companion.play_fixes import after, may
from companion.play_modes import FinalSheet
from companion.play_moment import Moment, refused_by_rules
from companion.play_situation import place, seat_to_act
from companion.play_table import claim
from companion.screens.scene import Scene
from engine.adventure import messages as a
from engine.adventure.pack_cards import item_of
from engine.adventure.persons import sellable
from engine.adventure.tasks import task_of
from engine.kernel import Command, Illegal
from engine.portroyal import messages as m
from engine.portroyal.piles import place_of

KeyAnswer = Callable[[Moment, Scene, Marked], Reply]
TapAnswer = Callable[[Moment, Scene, int], Reply]
WAIT = Reply(wait=True)


def play(*commands: Command) -> Reply:
    """Make commands one entry and go on with the game."""
    return Reply(play=commands, mode=Playing())


def says(command: Command) -> KeyAnswer:
    """Make a key that says this command."""
    return lambda moment, scene, mode: play(command)


def refuse(scene: Scene, key: str, **fields: Any) -> Reply:
    """Refuse in the device's own name."""
    return Reply(refuse=Illegal(f"adv-{key}", scene.ctx.texts(f"sentence.adv.{key}", **fields)))


# -- keys --------------------------------------------------------------------------------
def _event(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    """Turn up the event that is known to come, else pick it from a list."""
    known = shown(scene).next_event
    if known and not scene.state.asked.exchange:
        return play(a.RevealEvent(known))
    return Reply(mode=PickEvent(moment.mode))


def _step(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    """Mark the next line."""
    listed = lines.allies(scene) if open_now(scene) == "choose" else lines.goods_for_sale(scene)
    if open_now(scene) == "sell" and len(listed) == 1:
        return play(a.Decline())
    return Reply(mode=replace(mode, cursor=(mode.cursor + 1) % len(listed)))


def _ally(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    allies = lines.allies(scene)
    return play(allies[mode.cursor % len(allies)].command)


def _sale(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    goods = lines.goods_for_sale(scene)
    return play(goods[mode.cursor % len(goods)].command)


def _decline_all(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    """Decline for everybody who would still be asked."""
    return play(*_declined(moment, (a.Offered, a.PaymentOffered)))


def _declined(moment: Moment, kinds: tuple[type, ...]) -> tuple[Command, ...]:
    commands: tuple[Command, ...] = ()
    state = moment.state
    while isinstance(state.asked, kinds):
        commands = (*commands, a.Decline())
        state = after(moment.session, *commands)
    return commands


def _place_marker(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    number = scene.state.asked.number
    offered = (c for c in moment.session.choices() if isinstance(c, a.FulfilTask))
    return play(next(offered, a.FulfilTask(number)))


def _save(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    """Save a part of a fact; the last one makes the answer."""
    said = facts.saved(scene, mode)
    return play(said) if isinstance(said, a.Tell) else Reply(mode=said)


def _turn(by: int) -> KeyAnswer:
    return lambda moment, scene, mode: Reply(mode=facts.turned(scene, mode, by))


def _skip(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    """Take the likeliest value of everything that is asked now."""
    return play(facts.likeliest(scene))


def _sheet(moment: Moment, scene: Scene, mode: Marked) -> Reply:
    return Reply(mode=FinalSheet(Playing(), moment.session.scores()[0].seat))


KEYS: Mapping[str, Mapping[str, KeyAnswer]] = {
    INSERT: {"yes": lambda moment, scene, mode: Reply(mode=all_in(mode))},
    "event": {"yes": _event},
    "choose": {"yes": _ally, "next": _step},
    "offer": {
        "yes": says(a.Accept()),
        "no": says(a.Decline()),
        "next": says(a.Decline()),
        "next-held": _decline_all,
    },
    "story": {"yes": lambda moment, scene, mode: play(a.ReadStory(scene.state.asked.number))},
    "task": {"yes": _place_marker, "no": says(a.Decline()), "next": says(a.Decline())},
    "sell": {"yes": _sale, "no": says(a.Decline()), "next": _step},
    "fact": {"yes": _save, "next": _turn(1), "no": _turn(-1), "next-held": _skip},
    "trade": {"no": says(m.Pass()), "next": says(m.Pass())},
    "final": {"yes": lambda moment, scene, mode: finished(scene), "next": _sheet},
}
"""What keys do, by what is open; ``next-held`` is NEXT held where there is a MENU key."""
SEAT_KEYS: Mapping[str, tuple[str, str]] = {
    INSERT: ("yes", ""),
    "event": ("yes", ""),
    "choose": ("next", "yes"),
    "offer": ("yes", "no"),
    "story": ("yes", ""),
    "task": ("yes", "no"),
    "sell": ("yes", "no"),
    "trade": ("next", ""),
}
"""Which keys the key of the seat that is asked stands for, pressed and held."""


def yes_in_turn(moment: Moment, scene: Scene) -> Reply:
    """Answer YES where the base game has no answer: look at three cards, or fulfil a task."""
    if shown(scene).may_look:
        return Reply(mode=LookingOut(moment.mode))
    ready = can_fulfil(scene)
    if len(ready) == 1:
        return Reply(mode=Fulfilling(moment.mode, ready[0]))
    return Reply(mode=TaskList(moment.mode)) if ready else STAY


# -- taps of playing cards ---------------------------------------------------------------
def _wait(moment: Moment, scene: Scene, card: int) -> Reply:
    return WAIT


def _his_person(moment: Moment, scene: Scene, card: int) -> Reply:
    """Join forces with the player before whom this card lies."""
    where, seat = place_of(moment.state, card)
    others = where == "display" and seat != seat_to_act(moment.state)
    return play(a.Choose(seat)) if others else WAIT


def _no_task(moment: Moment, scene: Scene, card: int) -> Reply:
    """Go on revealing instead of placing the marker, where that may be (33 and 34)."""
    commands: tuple[Command, ...] = ()
    state = moment.state
    while isinstance(state.asked, a.TaskOffered):
        if task_of(scene.rules, state.asked.number).when != "four-colours":
            return WAIT
        commands = (*commands, a.Decline())
        state = after(moment.session, *commands)
    commands = (*commands, m.Reveal(card))
    goes_on = place(moment.state, card) == "unseen" and may(moment.session, *commands)
    return play(*commands) if goes_on else WAIT


def _sale_or_take(moment: Moment, scene: Scene, card: int) -> Reply:
    """Sell the item that was tapped; a harbor card is no sale, and is taken then."""
    asked = scene.state.asked
    if card in sellable(scene.rules, scene.state, asked.seat, asked.innkeeper):
        return play(a.Sell(card))
    if place(moment.state, card) != "harbor":
        return WAIT
    return replace(play(*_declined(moment, (a.SaleOffered,))), wait=True)


def _claim(moment: Moment, scene: Scene, card: int) -> Reply:
    return claim(moment, card) if place(moment.state, card) == "expeditions" else WAIT


TAPS: Mapping[str, TapAnswer] = {
    "event": _wait,
    "choose": _his_person,
    "offer": _wait,
    "story": _wait,
    "task": _no_task,
    "sell": _sale_or_take,
    "fact": _wait,
    "trade": _claim,
}
"""What a tapped playing card does, by what is open."""


def take_item(moment: Moment, scene: Scene, card: int) -> Reply | None:
    """Ask how a ship is taken that carries something; None for other cards."""
    if place(moment.state, card) != "harbor" or not item_of(scene.card(card)):
        return None
    ways = (a.TakeItem(card), value_of(scene, card))
    if any(may(moment.session, way) for way in ways):
        return Reply(mode=AskingItem(moment.mode, card))
    return refused_by_rules(moment, ways[1])


# -- taps of events, story cards and characters ------------------------------------------
def paper_of(scene: Scene, card: int) -> Paper | None:
    """Give the card that is no playing card, None for one that is."""
    behind = card - len(scene.rules.cards)
    return papers_of(scene.rules)[behind] if behind >= 0 else None


def tap_paper(moment: Moment, scene: Scene, paper: Paper) -> Reply:
    """Answer a card that is shown to the reader."""
    return _PAPERS[paper.type](moment, scene, paper)


def _event_card(moment: Moment, scene: Scene, paper: Paper) -> Reply:
    if open_now(scene) != "event":
        return refuse(scene, "no-event-due")
    if paper.kind == UNKNOWN_EVENT:
        return Reply(mode=PickEvent(moment.mode))
    return play(a.RevealEvent(paper.kind))


def _story_card(moment: Moment, scene: Scene, paper: Paper) -> Reply:
    number = paper.word
    if open_now(scene) == "story":
        return play(a.ReadStory(number))
    if any(task.number == number for task in shown(scene).tasks):
        return Reply(mode=Fulfilling(moment.mode, number))
    if open_now(scene) == "final" and str(pack_of(scene).chapters[shown(scene).chapter].success) == number:
        return finished(scene)
    return refuse(scene, "no-story-due", task=number)


def _character_card(moment: Moment, scene: Scene, paper: Paper) -> Reply:
    """Show who plays this card."""
    sides = sides_of(pack_of(scene), paper.word)
    seat = next((one.seat for one in shown(scene).adventurers if one.character in sides), -1)
    return Reply(signal="refused") if seat < 0 else Reply(mode=HolderPage(moment.mode, seat))


_PAPERS: Mapping[str, Callable[[Moment, Scene, Paper], Reply]] = {
    "event": _event_card,
    "story": _story_card,
    "character": _character_card,
}


def wrong_tag(moment: Moment, tap: Tap) -> Reply | None:
    """Refuse two tags at once, and a tag that nobody knows; None for others."""
    if tap.several:
        return moment.refuse("two-tags")
    return moment.refuse("unknown-tag", uid=tap.uid) if tap.card is None else None
