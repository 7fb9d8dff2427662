"""What mends a refusal: the table is always right, so "it is so" becomes commands (device-ux.md 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.flow import Context, Refused
from engine.kernel import Command, Illegal, fold
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import MoveCard
from engine.portroyal.state import State
from engine.session import Session


def fix_commands(mode: Refused, ctx: Context) -> tuple[Command, ...]:
    """Give the commands that "it is so" stands for; nothing when there are none or the rules refuse them."""
    fix = FIXES.get(str(mode.facts.get("here", "")))
    session = ctx.session
    if fix is None or session is None or session.state.asked is None:
        return ()
    meant = fix(session, mode.facts)
    commands = (*_settled(session), *meant)
    return commands if meant and may(session, *commands) else ()


def _settled(session: Session) -> tuple[Command, ...]:
    """Settle a ship of a new colour first: whoever goes on has kept it (DI4)."""
    return (m.Keep(),) if isinstance(session.state.asked, m.RepelChoice) else ()


def may(session: Session, *commands: Command) -> bool:
    """Tell whether the rules accept these commands as one entry."""
    try:
        session.propose(*commands)
    except Illegal:
        return False
    return True


def after(session: Session, *commands: Command) -> State:
    """Give the state that these commands would lead to; raises ``Illegal``."""
    state: State = fold(session.table.rules, session.state, session.propose(*commands).events)
    return state


def _revealed(_: Session, facts: Mapping[str, Any]) -> tuple[Command, ...]:
    card = facts["card"]
    return MoveCard(card, "pile"), m.Reveal(card)


def _in_harbor(_: Session, facts: Mapping[str, Any]) -> tuple[Command, ...]:
    return (MoveCard(facts["card"], "harbor"),)


def _claimers(session: Session, facts: Mapping[str, Any]) -> tuple[Command, ...]:
    return (MoveCard(facts["card"], "display", session.state.active),)


def _stop_and_take(session: Session, facts: Mapping[str, Any]) -> tuple[Command, ...]:
    """Stop and take, if it is then the active player who takes: he may be skipped (T9)."""
    stop = (*_settled(session), m.Stop())
    if not may(session, *stop):
        return ()
    state = after(session, *stop)
    taker = state.asked.seat if isinstance(state.asked, m.Taking) else -1
    return (m.Stop(), m.Take(facts["card"])) if taker == session.state.active else ()


FIXES: Mapping[str, Callable[[Session, Mapping[str, Any]], tuple[Command, ...]]] = {
    "reveal": _revealed,
    "harbor": _in_harbor,
    "claimer": _claimers,
    "stop-and-take": _stop_and_take,
}
"""By the fact ``here`` of the refusal: what the table means when it says that the card is here."""
CORRECTS = frozenset({"reveal", "harbor", "claimer"})
"""Those that correct what the device believes, and are announced."""
