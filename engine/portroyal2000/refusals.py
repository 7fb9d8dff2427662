"""Why a command does not answer what is asked: one sentence for every mismatch."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel import Command, Illegal, Pending, Rules
from engine.portroyal2000 import correction_messages as by_hand
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.state import State

CORRECTIONS = (
    *(by_hand.SetDebt, by_hand.SetStones, by_hand.MoveCard, by_hand.SetShips, by_hand.SetDealer),
    *(by_hand.SetRemoved, by_hand.SetLeftOver, by_hand.SetRound),
)
TO_DO: Mapping[str, str] = {
    "lay": "{name} turns up booty",
    "deal": "{name} deals",
    "auction": "{name} bids or passes",
    "swap": "{name} swaps two cards",
    "trump": "{name} names trump",
    "lead": "{name} names who leads",
    "choose": "{name} chooses a booty card",
    "play": "{name} plays a card",
    "penalty": "{name} picks the booty card that {offender} loses",
    "place": "{name} decides about the won card, {card}",
    "bonus": "{name} puts the bonus card on a ship",
    "slide": "a bonus card goes under the left-over card",
    "count": "the hidden bonus cards are turned up",
}
"""What is to do in each phase."""


def refuse(rules: Rules, state: State, asked: Pending | None, command: Command) -> Illegal:
    """Say why a command is not an answer now."""
    if asked is None:
        if isinstance(command, CORRECTIONS):
            return Illegal("over", "The game is over: take back the last step first, then correct.")
        return Illegal("over", "The game is over: take back the last step, or begin another game.")
    due = TO_DO[asked.phase].format(
        name=rules.names[asked.seat],
        offender=rules.names[getattr(asked, "offender", asked.seat)],
        card=rules.cards[state.contested].kind,
    )
    return Illegal(*_reason(rules, state, command, due), phase=asked.phase)


def _reason(rules: Rules, state: State, command: Command, due: str) -> tuple[str, str]:
    """Give key and sentence."""
    match command:
        case m.Swapped() | m.NameTrump() if state.trump:
            return "privilege-used", f"Swap and trump are done for this round: now {due}."
        case m.Repay() | m.Discard() | m.Keep() | m.Relocate() | m.Lapse():
            return "nothing-won", f"That is possible with a booty card just won only: now {due}."
        case m.Place(ship) if 0 <= ship < len(SHIPS):
            return "nothing-to-place", f"Placed cards stay, and nothing is to be placed: now {due}."
        case m.TakePenalty():
            return "no-penalty", f"No penalty is due: now {due}."
        case m.Open():
            return "too-late", f"The open cards are told before the first bid: now {due}."
    return "not-now", f"That cannot be done now: {due}."
