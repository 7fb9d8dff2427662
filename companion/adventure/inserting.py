"""Cards that a story card calls for: shown to the reader one by one, then shuffled into the pile (AD15).

The rules count them as in at once (S18).  The device only helps to find them, so nothing here is an entry of
the game, and nobody has to tap: YES says that all are in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from companion.adventure.modes import Marked
from companion.adventure.words import open_now
from companion.flow import Reply
from companion.screen import Screen, screen
from companion.screens.scene import Scene, bar
from companion.screens.trouble import no_reader
from engine import cardset
from engine.adventure.messages import CardsInserted, FactTold, ReadStory, TaskLaid, Tell
from engine.adventure.state import tale
from engine.kernel import Event
from engine.session import Entry, Session

INSERT = "insert"
"""What is open while cards are to be added."""
INSERT_PATH = re.compile(r"tasks\.(\w+)\.insert")
"""Of the fact that says which cards a story card calls for."""


class Called(msgspec.Struct, frozen=True):
    """What the last entry called for."""

    groups: tuple[str, ...]
    """Numbers on the cards."""
    cards: tuple[int, ...]
    """Those that the pack knows."""
    loose: int = 0
    """Number of those that it does not."""
    story: str = ""
    """The story card."""

    @property
    def number(self) -> int:
        """Count the cards."""
        return len(self.cards) + self.loose


def called(session: Session) -> Called | None:
    """Give the cards that the last entry called for; None for none, and after an undo: they are in."""
    return None if session.last is None or session.undone else called_in(session.last)


def called_in(entry: Entry) -> Called | None:
    """Give the cards that an entry called for; a correction calls for none: it says how the table lies."""
    asks = any(isinstance(command, (ReadStory, Tell)) for command in entry.commands)
    return _called_by(entry.events) if asks else None


def called_first(session: Session) -> Called | None:
    """Give the cards of the first story card, before anything was played.

    The last step of a new game has told them (NG6), so nobody is asked; who taps them still ticks them.
    """
    return _called_by(session.opening) if not session.seq else None


def _called_by(events: tuple[Event, ...]) -> Called | None:
    inserted = [event for event in events if isinstance(event, CardsInserted)]
    if not inserted:
        return None
    return Called(
        groups=tuple(group for event in inserted for group in event.groups),
        cards=tuple(card for event in inserted for card in event.cards),
        loose=sum(event.loose for event in inserted),
        story=next((number for event in events if (number := _story(event))), ""),
    )


def _story(event: Event) -> str:
    """Give the story card of an event: laid, or told of which cards it calls for."""
    if isinstance(event, TaskLaid):
        return event.number
    told = INSERT_PATH.fullmatch(event.path) if isinstance(event, FactTold) else None
    return told[1] if told else ""


def open_called(scene: Scene, marked: Marked) -> Called | None:
    """Give the cards that the table is still asked to add; None when they are in, or no reader answers."""
    if marked.all_in or no_reader(scene.ctx):
        return None
    return called_first(scene.session) if marked.ticked and not scene.session.seq else called(scene.session)


def called_with(scene: Scene, marked: Marked, card: int) -> Called | None:
    """Give the cards to add for a tapped card: those asked for, or those of the first story with this one."""
    first = None if marked.all_in else called_first(scene.session)
    if first is not None and card in can_be(scene.session, first):
        return first
    return open_called(scene, marked)


def opened(scene: Scene, marked: Marked) -> str:
    """Say what is open: cards to add, else what the rules ask."""
    return open_now(scene) if open_called(scene, marked) is None else INSERT


def can_be(session: Session, wanted: Called) -> tuple[int, ...]:
    """Give every card that may be one of those called for."""
    loose = cardset.ids(tale(session.state).candidates) if wanted.loose else ()
    return tuple(dict.fromkeys((*wanted.cards, *loose)))


# -- the screen --------------------------------------------------------------------------
def draw(scene: Scene, marked: Marked, wanted: Called) -> Screen:
    """Draw AD15."""
    done = len(marked.ticked)
    title = "adv.insert.header-of" if wanted.story else "adv.insert.header"
    count = scene.say("adv.insert.count", num=done, needed=wanted.number)
    return screen(
        bar(scene.say(title, task=wanted.story), count if done else ""),
        scene.shout("adv.insert.more" if done else "adv.insert.headline", num=wanted.number - done),
        scene.say("adv.insert.ticked", label=scene.label(marked.ticked[-1])) if done else "",
        scene.say("adv.insert.groups", groups=" ".join(wanted.groups)),
        scene.say("adv.insert.pile"),
        scene.say("adv.insert.not"),
        keys=scene.say("keys.insert"),
    )


# -- taps --------------------------------------------------------------------------------
def tick(scene: Scene, marked: Marked, wanted: Called, card: int) -> Reply | None:
    """Tick a card off; None for one that is not called for: it is tapped for what it is, so all are in."""
    if card in marked.ticked:
        again = (*(each for each in marked.ticked if each != card), card)
        return Reply(mode=replace(marked, ticked=again), signal="tick")
    if not _fits(scene.session, marked.ticked, wanted, card):
        return None
    ticked = (*marked.ticked, card)
    if len(ticked) < wanted.number:
        return Reply(mode=replace(marked, ticked=ticked), signal="tick")
    return Reply(mode=all_in(marked), signal="last-copy")


def _fits(session: Session, ticked: Iterable[int], wanted: Called, card: int) -> bool:
    """Tell whether a card is one of those that are still missing."""
    if card in wanted.cards:
        return True
    others = sum(each not in wanted.cards for each in ticked)
    return card in can_be(session, wanted) and others < wanted.loose


def all_in(marked: Marked) -> Marked:
    """Give what is on when nothing more is to be added."""
    return replace(marked, ticked=(), all_in=True)
