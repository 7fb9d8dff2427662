"""The further keys at the head of a table script of The Adventure Begins, and how they become a set-up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from companion.packs import SHIPPED, load_pack, pack_of, shipped_content
from companion.script_text import write_value
from engine.adventure import Head
from engine.adventure.head import Mode
from engine.adventure.options import Options
from engine.adventure.pack import Pack, content_of, spoken
from engine.adventure.position import Position


class AdventureFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a table script of this game."""

    game: str
    players: tuple[str, ...]
    steps: list[Any]
    mode: Mode
    pack: str | dict[Any, Any]
    """A pack that comes with the program, a path, or the content of a pack itself."""
    characters: dict[str, str]
    rules: str = "big-box"
    options: dict[str, Any] = {}
    start: str | None = None
    position: dict[str, Any] | None = None
    chapter: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    inserted: list[int | str] | None = None
    failures: Annotated[int, msgspec.Meta(ge=0)] = 0
    extra_coins: dict[str, Annotated[int, msgspec.Meta(ge=0)]] = {}
    tasks: list[int | str] = []


class ExplainedFile(AdventureFile, frozen=True, forbid_unknown_fields=True):
    """The same with all that is known of the rest: what a wrong file is explained by."""

    options: Options = Options()  # type: ignore[assignment]
    position: Position | None = None  # type: ignore[assignment]


def head_of(file: AdventureFile, source: str) -> Head:
    """Give what the set-up needs of the head; raises ``NoPack``."""
    if isinstance(file.pack, str):
        pack = load_pack(file.pack, Path(source).parent)
    else:
        pack = pack_of(file.pack, "in this file")
    inserted = None if file.inserted is None else tuple(map(str, file.inserted))
    return Head(
        pack=pack,
        mode=file.mode,
        characters=file.characters,
        chapter=file.chapter,
        inserted=inserted,
        failures=file.failures,
        extra_coins=file.extra_coins,
        tasks=tuple(map(str, file.tasks)),
    )


def write_head(head: Head) -> Iterator[str]:
    """Give the lines of a head that ``head_of`` reads back as the same."""
    yield f"pack: {_pack(head.pack)}"
    yield f"mode: {head.mode}"
    if head.mode == "variable":
        yield f"tasks: {write_value([spoken(number) for number in head.tasks])}"
    else:
        yield f"chapter: {head.chapter}"
    yield f"characters: {write_value(head.characters)}"
    if head.inserted is not None:
        yield f"inserted: {write_value([spoken(group) for group in head.inserted])}"
    if head.failures:
        yield f"failures: {head.failures}"
    if head.extra_coins:
        yield f"extra_coins: {write_value(head.extra_coins)}"


def _pack(pack: Pack) -> str:
    """Name a pack that comes with the program; one that knows more stands in the file itself."""
    if pack.name in SHIPPED and pack == pack_of(shipped_content(pack.name), pack.name):
        return pack.name
    return write_value(content_of(pack))
