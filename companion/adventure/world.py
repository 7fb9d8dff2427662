"""The Adventure Begins on a simulated table: its players, its hidden cards, and what lies before a person."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

from companion import play_world
from companion.adventure.inserting import called, open_called
from companion.adventure.modes import AskingItem, Fulfilling, LookingOut, TaskList
from companion.adventure.papers import papers_of
from companion.adventure.prompts import marked_of
from companion.adventure.selfplay import deed_for
from companion.deeds import Deed, Lying, Show
from companion.flow import Context, Menu, Mode, Press
from companion.piles import Kind, Piles, bring_up
from companion.players import stands_still
from companion.players_adventure import HiddenCards, choose, wants_to_look
from companion.screens.scene import scene_of
from engine.adventure import messages as a
from engine.adventure.learning import in_this_light
from engine.adventure.state import book, tale
from engine.kernel import Command, Event, Rules
from engine.portroyal import messages as m
from engine.session import Session

LOUD: frozenset[type[Event]] = play_world.LOUD | {a.MarkerMoved, a.ChapterEnded, a.CardsInserted}


# -- hidden cards ------------------------------------------------------------------------
class Hidden(HiddenCards):
    """All cards that lie face down, and the event that is turned up next."""

    def __init__(self, rules: Rules, state: Any, rng: random.Random) -> None:
        super().__init__(state, rng)
        self.rules = rules
        self.event_card: int | None = None
        self.draw_event(state)

    def draw_event(self, state: Any) -> None:
        """Let chance say which event is turned up, where one is due."""
        self.event_card = None
        if isinstance(state.asked, a.EventAwaited):
            command: Any = self.event(self.rules, state, state.asked)
            cards = papers_of(self.rules)
            self.event_card = next((card.id for card in cards if card.kind == command.event), None)


def _copied(cards: Hidden, rng: random.Random) -> Hidden:
    """Copy the cards, for another source of chance."""
    twin = copy.copy(cards)
    twin.rng = rng
    twin.pile, twin.paid, twin.aside = list(cards.pile), list(cards.paid), list(cards.aside)
    twin.coins = [list(hand) for hand in cards.coins]
    return twin


def _moved(rules: Rules, cards: Hidden, state: Any, event: Event) -> Any:
    """Let one event happen to the cards, and give the state after it."""
    if isinstance(event, m.CardRevealed):
        bring_up(cards, event.card)
    cards.follow(rules, state, (event,))
    state = rules.evolvers[type(event)](state, event)
    cards.draw_event(state)
    return state


def _top(cards: Hidden, state: Any) -> int | None:
    """Give the event that is turned up next, else the top card of the pile."""
    return cards.event_card if cards.event_card is not None else (cards.pile[-1] if cards.pile else None)


KIND = Kind(deal=Hidden, copied=_copied, moved=_moved, top=_top)
"""As in the base game, and the events."""


# -- players -----------------------------------------------------------------------------
def deed(mode: Mode, ctx: Context, hidden: Piles | None) -> Deed:
    """Say what a player does now; who looks at three cards sees them."""
    session = ctx.session
    assert session is not None, "players need a game"
    assert hidden is not None, "players need cards"
    hidden.follow()
    if isinstance(mode, Menu):
        return _in_menu(mode)
    if (adding := _adds(mode, ctx, hidden)) is not None:
        return adding
    command = _wanted(mode, session, hidden)
    return Show() if command is None else deed_for(mode, ctx, command)


def _adds(mode: Mode, ctx: Context, hidden: Piles) -> Deed | None:
    """Show the next of the cards to add; None when all are in."""
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    if open_called(scene, marked) is None:
        return None
    return next((Show(card) for card in hidden.cards.called if card not in marked.ticked), Press("yes"))


def _in_menu(mode: Menu) -> Deed:
    """Open the list of tasks, the second line of the menu."""
    return Press("yes") if mode.cursor == 1 else Press("next")


def _wanted(mode: Mode, session: Session, hidden: Piles) -> Command | None:
    """Say what a player wants; None for the next card, which chance brings."""
    rules, state, cards = session.table.rules, session.state, hidden.cards
    if isinstance(state.asked, a.EventAwaited):
        return None
    if isinstance(state.asked, m.Discovering):
        looks = isinstance(mode, LookingOut) or wants_to_look(rules, state, state.asked, cards)
        if looks and not isinstance(mode, (Fulfilling, TaskList, AskingItem)):
            return cards.look(rules, state)  # type: ignore[no-any-return]
    choice = choose(rules, state)
    return None if isinstance(choice, str) else choice


def over(session: Session) -> bool:
    """Tell whether the chapter is at its end, or stands still."""
    state = session.state
    return not state.agenda or (
        isinstance(state.asked, m.Discovering) and stands_still(session.table.rules, state)
    )


# -- what a person sees ------------------------------------------------------------------
def lying(hidden: Piles) -> Lying:
    """Say what lies open, and how much lies face down; events and tasks stand beside the expeditions.

    Cards to add lie ready while the harbor is empty: a story card is read at the beginning of a turn.
    """
    state, rules = hidden.state, hidden.session.table.rules
    kept = tale(state)
    coins = [f"{name} {player.coins}" for name, player in zip(rules.names, state.players, strict=True)]
    stories = {paper.word: paper.id for paper in papers_of(rules) if paper.type == "story"}
    tasks = [stories[task.number] for task in kept.tasks if task.number in stories]
    if isinstance(state.asked, a.StoryAwaited) and state.asked.number in stories:
        tasks.append(stories[state.asked.number])
    added = hidden.cards.called if called(hidden.session) else ()
    first = ("To add:", tuple(added)) if added else ("Harbor:", tuple(state.harbor))
    return Lying(
        rows=(first, ("Row:", (*state.expeditions, *tasks))),
        counts=(
            f"Pile {state.pile}",
            f"Discard {state.discard_size}",
            f"Events {len(kept.deck)}",
            "Coins:",
            *coins,
        ),
        displays=tuple(tuple(player.display) for player in state.players),
    )


# -- what is told of a whole game ----------------------------------------------------------
def stand(session: Session) -> tuple[int, str]:
    """Count the rounds played, and say how the players stand."""
    return play_world.stand(session)


def result(session: Session) -> list[str]:
    """Say how the chapter ended, and the score of everybody."""
    kept, rules = tale(session.state), session.table.rules
    if not kept.result:
        return play_world.result(session)
    pack = book(in_this_light(rules, session.state)).pack
    chapter = book(rules).chapter
    told: Mapping[str, str] = {
        "won": f"Chapter {chapter} is won: read story card {pack.chapters[chapter].success}.",
        "lost": f"Chapter {chapter} is not won yet: next time with {3 * kept.failures} coins more.",
    }
    players = zip(rules.names, session.state.players, strict=True)
    lines = [f"   {name:<8} {player.points:>2} points {player.coins:>3} coins" for name, player in players]
    return [told[kept.result], *lines]


def turns(session: Session) -> str:
    """Say how long the game was."""
    return f"{session.state.turns} turns, {tale(session.state).month} months"
