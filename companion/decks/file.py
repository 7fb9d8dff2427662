"""Deck files: our own, which the program keeps, and simple ones that an owner writes by hand.

Our own is JSON, one entry a line, with a checksum over what it says: ``{format, name, game, id, extras,
entries: [{uid, card, copy, state}], checksum}``.  A simple one is YAML: ``{name, game, cards: {UID: CARD}}``,
and ``id``, ``extras`` and ``retired`` where it was exported.  Every fault is a sentence with the file, the
line and the reason.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion import typedyaml
from companion.decks.numbers import unusable
from companion.decks.order import extras_of
from companion.decks.record import Cards, Deck, DeckError, State, TagEntry, deck_of, entry
from companion.open_cards import OPEN_CARDS
from companion.suggest import did_you_mean
from companion.yamltext import KeyPath, YamlError, place, read_text
from drivers.tags import UidError, parse_uid

FORMAT = "port-royal-deck/1"
CHECKSUM_BYTES = 8
_FORMAT = re.compile(r'^[\s{]*"?format"?\s*:\s*["\']?(?P<name>[^"\',\s]*)', re.MULTILINE)
_NEWER = re.compile("port-royal-deck/([2-9]|[1-9][0-9]{1,3})")
_DECK_ID = re.compile("[0-9a-f]{8}")


class NewerFile(DeckError):
    """A deck file of a format that a later version of this program writes: to be left alone."""


class DeckFile(msgspec.Struct, frozen=True):
    """A deck, and what its file says of itself."""

    deck: Deck
    intact: bool
    """False when the checksum does not fit: somebody edited the file, and it is good all the same."""


class _Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Our own deck file as it is written."""

    format: Literal["port-royal-deck/1"]
    name: str
    game: str
    id: str
    entries: tuple[TagEntry, ...]
    extras: tuple[str, ...] = ()
    checksum: str = ""


class _Simple(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A simple deck file as it is written."""

    name: str
    game: str
    cards: dict[str, str]
    id: str = ""
    extras: tuple[str, ...] = ()
    retired: dict[str, str] = {}
    """Tags that were lost, with the cards they were on."""


class _Row(msgspec.Struct, frozen=True):
    """An entry of either kind of file, with its place."""

    path: KeyPath
    uid: str
    card: str
    state: State


def load_deck(path: Path, cards: Cards) -> Deck:
    """Read a deck file of either kind and check all of it; raises ``DeckError``."""
    return read_deck(text_of(path), str(path), cards)


def text_of(path: Path) -> str:
    """Give the text of a file; raises ``DeckError``."""
    try:
        return read_text(path)
    except YamlError as error:
        raise DeckError(_one_line(error)) from None


def read_deck(text: str, source: str, cards: Cards) -> Deck:
    """Take a deck from the text of a file of either kind; ``source`` names it.  Raises ``DeckError``."""
    return read_own(text, source, cards).deck if is_own(text) else _read_simple(text, source, cards)


def is_own(text: str) -> bool:
    """Tell whether a text says that it is one of our own deck files."""
    return _FORMAT.search(text) is not None


def read_own(text: str, source: str, cards: Cards) -> DeckFile:
    """Take a deck from the text of our own file; raises ``DeckError`` and ``NewerFile``."""
    said = _FORMAT.search(text)
    if said and _NEWER.fullmatch(said["name"]):
        line = text.count("\n", 0, said.start("name")) + 1
        raise NewerFile(
            f"{source}, line {line}: this file was written by a newer version of this program "
            f"({said['name']}): install that version."
        )
    try:
        content = typedyaml.read(text, source, _Own)
    except YamlError as error:
        raise DeckError(_one_line(error)) from None
    rows = [_Row(("entries", at), each.uid, each.name, each.state) for at, each in enumerate(content.entries)]
    found: list[TagEntry] = []
    head = _faults_of_head(content, cards)
    for path, sentence in (*head, *_faults(content.game, rows, cards, found)):
        raise DeckError(f"{place(text, source, path)}: {sentence}")
    deck = Deck(content.name, content.game, content.id, tuple(found), content.extras)
    return DeckFile(deck, content.checksum == checksum(deck))


def write_deck(deck: Deck) -> str:
    """Give the text of our own deck file, which ``read_deck`` takes back."""
    head = {"format": FORMAT, "name": deck.name, "game": deck.game, "id": deck.id, "extras": deck.extras}
    lines = [f'"{key}": {_json(value)},' for key, value in head.items()]
    entries = ",\n".join(_json(msgspec.to_builtins(each)) for each in deck.entries)
    return "\n".join(
        ["{", *lines, '"entries": [', *([entries] if entries else []), "],", _sum_line(deck), "}", ""]
    )


def checksum(deck: Deck) -> str:
    """Give the checksum of what a deck says; its name is left out, so that a file may be renamed."""
    said = msgspec.json.encode((deck.game, deck.id, deck.extras, deck.entries))
    return hashlib.blake2s(said, digest_size=CHECKSUM_BYTES).hexdigest()


def _one_line(error: YamlError) -> str:
    """Say an error in one line, although the text that it repeats may have several."""
    return " ".join(str(error).split("\n"))


def _sum_line(deck: Deck) -> str:
    return f'"checksum": "{checksum(deck)}"'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _read_simple(text: str, source: str, cards: Cards) -> Deck:
    try:
        content = typedyaml.read(text, source, _Simple)
    except YamlError as error:
        raise DeckError(_one_line(error)) from None
    rows = [_Row(("cards", uid), uid, card, "good") for uid, card in content.cards.items()]
    rows += [_Row(("retired", uid), uid, card, "retired") for uid, card in content.retired.items()]
    found: list[TagEntry] = []
    head = _faults_of_head(content, cards) if content.id or content.extras else ()
    for path, sentence in (*head, *_faults(content.game, rows, cards, found)):
        raise DeckError(f"{place(text, source, path)}: {sentence}")
    made = content.id or deck_of(content.name, content.game, {}).id
    return Deck(content.name, content.game, made, tuple(found), content.extras)


def write_simple(deck: Deck) -> str:
    """Give a deck as a simple file, which ``read_deck`` takes back."""
    lines = [f"{key}: {_json(value)}" for key, value in (("name", deck.name), ("game", deck.game))]
    lines += [f"id: {_json(deck.id)}", f"extras: {_json(deck.extras)}"]
    for key, tags in (("cards", deck.cards), ("retired", deck.retired)):
        lines.append(f"{key}:" if tags else f"{key}: {{}}")
        lines += [f'  "{bytes.fromhex(uid).hex(":")}": {card}' for uid, card in tags.items()]
    return "\n".join([*lines, ""])


def _faults_of_head(content: _Own | _Simple, cards: Cards) -> Iterator[tuple[KeyPath, str]]:
    if content.id and not _DECK_ID.fullmatch(content.id):
        yield ("id",), f"The id of a deck is eight hex digits such as 3f9a01bc, not '{content.id}'."
    try:
        known = extras_of(cards(content.game))
    except KeyError:
        return
    for at, extra in enumerate(content.extras):
        if extra not in known:
            yield (
                ("extras", at),
                f"There is no set '{extra}' in {content.game}.{did_you_mean(extra, known)}",
            )


def _faults(
    game: str, rows: Iterable[_Row], cards: Cards, found: list[TagEntry]
) -> Iterator[tuple[KeyPath, str]]:
    """Give the path of each fault with a sentence; fill ``found`` with what is right."""
    try:
        known = {card.name for card in cards(game)}
    except KeyError:
        yield ("game",), f"There is no game '{game}'."
        return
    owner: dict[str, str] = {}
    seen: set[str] = set()
    for row in rows:
        try:
            uid = parse_uid(row.uid)
        except UidError as error:
            yield row.path, f"{error}."
            continue
        if bad := unusable(uid):
            yield row.path, bad.sentence
        if row.card not in known and not _could_be(game, row.card):
            yield row.path, f"There is no card '{row.card}' in {game}.{did_you_mean(row.card, known)}"
            continue
        if uid in seen:
            yield row.path, f"The tag {uid} stands here twice; delete one of the two lines."
        if row.state == "good" and row.card in owner:
            yield (
                row.path,
                f"The card '{row.card}' has the tag {owner[row.card]} already; delete the tag it lost.",
            )
        seen.add(uid)
        if row.state == "good":
            owner[row.card] = uid
        found.append(replace(entry(uid, row.card), state=row.state))


def _could_be(game: str, card: str) -> bool:
    """Tell whether a card may be in a box although the catalogue does not name it."""
    opened = OPEN_CARDS.get(game)
    return opened is not None and opened.could_be(game, card)
