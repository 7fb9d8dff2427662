"""Answers that are listed on a screen: whom to join, what to sell, which event came."""

from __future__ import annotations

import msgspec

from companion.adventure import words
from companion.adventure.words import EVENT
from companion.screens.scene import Scene
from engine.adventure import messages as a
from engine.adventure.event_deck import can_come
from engine.adventure.pack_cards import item_of
from engine.adventure.pack_facts import events_complete
from engine.adventure.persons import price_of, sellable
from engine.kernel import Command
from engine.portroyal.state import clockwise


class Line(msgspec.Struct, frozen=True):
    """One answer."""

    label: str
    command: Command


def allies(scene: Scene) -> tuple[Line, ...]:
    """Give the other players, with the swords they would lend (AD4)."""
    own = scene.player(scene.view.active).swords
    others = clockwise(scene.state, scene.state.asked.seat)[1:]
    return tuple(
        Line(
            scene.say("adv.ally", name=scene.name(seat), num=own, swords=scene.player(seat).swords),
            a.Choose(seat),
        )
        for seat in others
    )


def goods_for_sale(scene: Scene) -> tuple[Line, ...]:
    """Give one line for each sort of item that the Innkeeper buys (AD13)."""
    asked = scene.state.asked
    cards: dict[str, list[int]] = {}
    for card in sellable(scene.rules, scene.state, asked.seat, asked.innkeeper):
        cards.setdefault(item_of(scene.card(card)), []).append(card)
    return tuple(
        Line(
            scene.say(
                "adv.sale-line",
                good=scene.say(f"adv.good.{good}"),
                price=price_of(scene.rules, asked.innkeeper, of_good[0]),
                num=len(of_good),
            ),
            a.Sell(of_good[0]),
        )
        for good, of_good in cards.items()
    )


def events(scene: Scene) -> tuple[Line, ...]:
    """Give the events that can come now, and one that the pack does not know if that can be."""
    asked, pack = scene.state.asked, words.pack_of(scene)
    titles = dict.fromkeys(can_come(scene.rules, scene.state, exchange=asked.exchange))
    lines = [Line(words.title(scene, event, 20), a.RevealEvent(event)) for event in titles]
    if not events_complete(pack) and not words.shown(scene).next_event:
        lines.append(Line(scene.say("adv.other-event"), a.RevealEvent(other_event(scene))))
    return tuple(lines)


def other_event(scene: Scene) -> str:
    """Give a name for an event that the pack does not know."""
    taken = words.pack_of(scene).events
    return next(name for i in range(1, 99) if (name := f"{EVENT}other-{i}") not in taken)
