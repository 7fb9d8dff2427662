"""Keeps what a table told of its cards in the owner's file over the pack, entry by entry (AD17)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.flow import Settings
from companion.packs import SHIPPED, NoPack, laid_over, load_pack, pack_of, shipped_content
from companion.packs.owner import answers_of, owner_file, read_answers, write_answers
from engine.adventure.learning import taught
from engine.adventure.messages import FactTold
from engine.adventure.pack import Pack
from engine.session import Entry, Session

Answers = Mapping[Any, Any]


def owners_pack(folder: Path) -> Callable[[str], Pack]:
    """Give what loads a pack with what its owner told, from the folder of saved games; raises ``NoPack``."""
    return lambda name: load_pack(name, answers=read_answers(owner_file(folder, name)))


def forgets(session: Session, before: Any, entry: Entry) -> None:
    """Keep nothing: what simple players tell is made up."""


def notes_nothing(settings: Settings, game: int, session: Session, how: str) -> Settings:
    """Note nothing in the campaign: simple players play for nobody."""
    return settings


def keeper(folder: Path) -> Callable[[Session, Any, Entry], None]:
    """Give what keeps the answers of an entry, or forgets those that were taken back."""

    def keep(session: Session, before: Any, entry: Entry) -> None:
        told = session.table.rules.book is not None and any(
            isinstance(e, FactTold) for e in _events(session, entry)
        )
        if told:
            try:
                _keep(folder, session, before, entry)
            except (NoPack, OSError) as error:
                logging.getLogger(__name__).warning("What was told of the cards is not kept: %s", error)

    return keep


def _events(session: Session, entry: Entry) -> tuple[Any, ...]:
    """Give the events of an entry, of an undo those that were taken back."""
    if entry.kind == "undo" and session.undone:
        return session.undone[-1].events
    return session.last.events if entry.kind == "redo" and session.last else entry.events


def _keep(folder: Path, session: Session, before: Any, entry: Entry) -> None:
    rules = session.table.rules
    name = rules.book.pack.name
    if name not in SHIPPED:
        return
    path = owner_file(folder, name)
    old, new = taught(rules, before), taught(rules, session.state)
    there = read_answers(path) or {}
    undone = entry.kind == "undo"
    kept = without(there, answers_of(new, old)) if undone else merged(there, answers_of(old, new))
    pack_of(laid_over(shipped_content(name), kept), name)
    write_answers(path, kept, over=name)


def merged(one: Answers, other: Answers) -> dict[Any, Any]:
    """Put answers into answers; of two to the same question the later one counts."""
    kept = dict(one)
    names = {str(key): key for key in kept}
    for key, value in other.items():
        own = names.get(str(key), key)
        both = isinstance(value, Mapping) and isinstance(kept.get(own), Mapping)
        kept[own] = merged(kept[own], value) if both else value
    return kept


def without(one: Answers, gone: Answers) -> dict[Any, Any]:
    """Leave out of answers what was taken back."""
    told = {str(key): value for key, value in gone.items()}
    kept: dict[Any, Any] = {}
    for key, value in one.items():
        back = told.get(str(key), _ABSENT)
        if back is _ABSENT:
            kept[key] = value
        elif isinstance(value, Mapping) and isinstance(back, Mapping):
            rest = without(value, back)
            if rest:
                kept[key] = rest
    return kept


_ABSENT: Any = object()
