"""Writes everything that a table keeps into one file: games and settings, decks, packs, the config.

A backup is a tar file, compressed, whose first member ``manifest.json`` names all others with their sizes and
checksums.  It may be made while the table is on: SQLite copies a database that is in use as it is at one
moment, and decks are files that are replaced whole.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from companion import config as c
from companion.catalogue import Catalogues
from companion.decks.atomic import replace_files
from companion.decks.file import load_deck
from companion.decks.record import DeckError
from companion.store_file import BUSY_S, FILE, sentences

FORMAT = 1
MANIFEST = "manifest.json"
CONFIG = "config/table.yaml"
FOLDERS = ("decks", "packs")
SERVED_STATE, SERVED_CONFIG = Path("/var/lib/port-royal"), Path("/etc/port-royal/table.yaml")
"""Where the system's service keeps its things."""
NAME = re.compile(rf"(?:{re.escape(FILE)}|(?:decks|packs|config)/[^/\0]+)")
"""Members that a backup may have: no path leads out of its folder."""


class BackupError(Exception):
    """A backup cannot be made or used; ``str()`` is a sentence that says what to do."""


class Member(msgspec.Struct, frozen=True):
    """A file in a backup."""

    name: str
    size: int
    """Bytes."""
    sha256: str
    """Hex."""


class Manifest(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    format: int
    made: str
    """Local date and time, ISO 8601."""
    version: str
    """Of the program that made it."""
    files: tuple[Member, ...]


class Made(msgspec.Struct, frozen=True):
    """A backup that was made."""

    path: Path
    names: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    """Files that cannot be read and are not in it, one sentence each."""


def served_state(option: Path | None, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Give the state folder that is meant where nobody names one: the service's, if it is there."""
    if option is None and not environment.get("STATE_DIRECTORY") and SERVED_STATE.is_dir():
        return SERVED_STATE
    return option


def served_config(option: Path | None) -> Path | None:
    """Give the config that is meant where nobody names one: the service's, if it is there."""
    return SERVED_CONFIG if option is None and SERVED_CONFIG.is_file() else option


def make_backup(target: Path, state: Path, config: Path | None, at: str) -> Made:
    """Write a backup; the file is there whole, or the old one is.

    Raises ``BackupError``, ``ConfigError`` and ``StoreError``, each a sentence.
    """
    if target.is_dir():
        raise BackupError(f"{target} is a folder: name a file in it, such as {target / 'port-royal.tar.gz'}.")
    left_out: list[str] = []
    contents = {FILE: _database(state / FILE)} if (state / FILE).exists() else {}
    contents |= dict(_kept(state, left_out))
    if config:
        contents |= dict(_configured(config))
    if not contents:
        raise BackupError(f"There is nothing to save in {state}: name another folder with --data.")
    try:
        replace_files({target: packed(contents, at)})
    except DeckError as error:
        raise BackupError(str(error)) from None
    return Made(target, tuple(contents), tuple(left_out))


def packed(contents: Mapping[str, bytes], at: str) -> bytes:
    """Give the bytes of a backup with these files."""
    from importlib.metadata import version  # noqa: PLC0415 - slow to load

    files = tuple(
        Member(name, len(content), hashlib.sha256(content).hexdigest()) for name, content in contents.items()
    )
    manifest = Manifest(FORMAT, at, version("port-royal-companion"), files)
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    bare = io.BytesIO()
    with tarfile.open(fileobj=bare, mode="w") as tar:
        for name, content in {MANIFEST: text, **contents}.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(content), 0o600
            tar.addfile(member, io.BytesIO(content))
    return gzip.compress(bare.getvalue(), mtime=0)


def _database(path: Path) -> bytes:
    """Copy the database as it is at this moment; raises ``StoreError``."""
    with tempfile.TemporaryDirectory(prefix="port-royal-") as folder, sentences(path):
        copy = Path(folder) / FILE
        source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_S)
        try:
            into = sqlite3.connect(copy)
            try:
                source.backup(into)
                into.execute("PRAGMA journal_mode = DELETE")
            finally:
                into.close()
        finally:
            source.close()
        return copy.read_bytes()


def _kept(state: Path, left_out: list[str]) -> Iterator[tuple[str, bytes]]:
    """Give decks and packs; a deck that cannot be read is left out, and a sentence is added."""
    catalogues = Catalogues()
    for folder in FOLDERS:
        for path in sorted((state / folder).glob("*")) if (state / folder).is_dir() else ():
            if not path.is_file() or path.name.endswith((".bak", ".new")):
                continue
            if folder == "decks" and path.suffix == ".json":
                try:
                    load_deck(path, catalogues.tagged)
                except DeckError as error:
                    left_out.append(f"Left out: {error}")
                    continue
            yield f"{folder}/{path.name}", path.read_bytes()


def _configured(config: Path) -> Iterator[tuple[str, bytes]]:
    """Give the config, and the deck file that it names if that lies beside it; raises ``ConfigError``."""
    table = c.load_config(config)
    yield CONFIG, config.read_bytes()
    if table.deck and (deck := Path(table.deck)).parent == config.parent and deck.is_file():
        yield f"config/{deck.name}", deck.read_bytes()
