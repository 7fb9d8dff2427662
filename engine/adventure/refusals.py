"""Why a command does not answer what is asked now."""

from __future__ import annotations

from engine.adventure import mending
from engine.adventure import messages as a
from engine.kernel import Command, Illegal, Pending, Rules
from engine.portroyal import refusals as base
from engine.portroyal.messages import Discovering, RepelChoice, Taking
from engine.portroyal.state import State

CORRECTIONS = (*base.CORRECTIONS, mending.SetHolders, mending.SetTasks, mending.SetEvents, mending.SetFact)


def refuse(rules: Rules, state: State, asked: Pending | None, command: Command) -> Illegal:
    """Say why a command is not an answer now."""
    if asked is None:
        if isinstance(command, CORRECTIONS):
            return Illegal("over", "The game is over: take back the last step first, then correct.")
        return Illegal("over", "The game is over.")
    if asked.phase not in ("discover", "repel", "trade"):
        return Illegal("answer-first", _due(rules, asked))
    why_not = _no_answer(rules, asked, command)
    return base.refuse(rules, state, asked, command) if why_not is None else why_not


def _no_answer(rules: Rules, asked: Pending, command: Command) -> Illegal | None:
    """Say why a command of the expansion is no answer in the phases of the base game."""
    name = rules.names[asked.seat]
    if isinstance(asked, RepelChoice):
        return None
    if isinstance(asked, a.AfterBust):
        return Illegal("turn-lost", f"The turn is lost: {name} may still claim expeditions, or pass.")
    if type(command) in _NOT_ASKED:
        return Illegal(*_NOT_ASKED[type(command)])
    if isinstance(asked, Discovering) and isinstance(command, (a.TakeItem, a.TakeCoin, a.TakeCrown)):
        return Illegal("stop-first", f"{name} still discovers: cards are taken after stopping.")
    if isinstance(asked, Taking) and isinstance(command, a.LookOut):
        return Illegal("discover-over", f"Discover is over: {name} may take cards or pass.")
    return None


_OFFERS_NOTHING = ("nothing-offered", "Nothing is offered now that could be accepted or declined.")
_NOT_ASKED: dict[type[Command], tuple[str, str]] = {
    a.Accept: _OFFERS_NOTHING,
    a.Decline: _OFFERS_NOTHING,
    a.RevealEvent: ("event-done", "The event of this turn lies open already."),
    a.ReadStory: ("no-story", "No story card is due now: they are read at Month's End."),
    a.Choose: ("nobody-to-choose", "Nobody is to be chosen now: that is for the event Join Forces."),
    a.Sell: ("no-buyer", "Nobody buys now: an Innkeeper asks by himself as a time to take begins."),
    a.Tell: ("no-fact", "Nothing that is printed on a card is asked now: go on playing."),
}
"""What to say when these come although nobody asked for them."""


def _due(rules: Rules, asked: Pending) -> str:
    """Say what is due."""
    name = rules.names[asked.seat]
    match asked:
        case a.EventAwaited():
            return f"{name} must first turn up the event of this turn."
        case a.AllyChoice():
            return f"{name} must first choose who joins forces."
        case a.StoryAwaited():
            return f"First read story card {asked.number} and turn it over."
        case a.TaskOffered():
            return f"{name} must first decide about task {asked.number}."
        case a.SaleOffered():
            return f"{name} must first decide about {rules.cards[asked.innkeeper].kind}: sell, or not."
        case a.FactAsked():
            return f"{name} must first tell what is printed: {asked.path}."
    return f"{name} must first accept or decline what is offered."
