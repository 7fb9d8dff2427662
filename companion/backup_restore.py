"""Brings back what a backup holds: all of it is checked before anything is changed.

What was there before is saved first, in a backup of its own beside the games.  Games and settings are
replaced in one transaction of the database, each other file whole; when the power goes in the middle, the
same command finishes the work.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import sqlite3
import stat
import tarfile
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion import config as c
from companion.backup import (
    CONFIG,
    FOLDERS,
    FORMAT,
    MANIFEST,
    NAME,
    BackupError,
    Manifest,
    make_backup,
)
from companion.catalogue import Catalogues
from companion.decks.atomic import replace_files
from companion.decks.file import load_deck
from companion.store import Store, StoreError
from companion.store_file import FILE, in_use, make_folder, open_file, sentences

LARGEST = 256 * 1024 * 1024
"""Bytes of a backup, unpacked."""
BEFORE = "before-restore.tar.gz"


class Restored(msgspec.Struct, frozen=True):
    """What came back."""

    names: tuple[str, ...]
    made: str
    """When the backup was made."""
    before: Path | None
    """Backup of what was there before."""
    not_placed: tuple[str, ...] = ()
    """Files of the backup that nobody said a place for."""


def restore_backup(source: Path, state: Path, config: Path | None, at: str) -> Restored:
    """Bring back a backup; ``config`` is where its config goes, without one it is left in the backup.

    Raises ``BackupError``, ``ConfigError``, ``DeckError`` and ``StoreError``; nothing was changed then,
    unless the disk failed in the middle, which the sentence says.
    """
    manifest, contents = read_backup(source)
    with sentences(state):
        make_folder(state)
    with in_use(state, restores=True), tempfile.TemporaryDirectory(prefix="port-royal-") as folder:
        _check(contents, Path(folder))
        before = _save_before(state, config, at)
        if before:
            _give(before, state.stat().st_uid, state.stat().st_gid)
        if FILE in contents:
            _replace_database(Path(folder) / FILE, state)
        placed = _placed(contents, state, config)
        by_folder: dict[Path, dict[Path, bytes]] = {}
        for path, content in placed.items():
            by_folder.setdefault(path.parent, {})[path] = content
        for into, files in by_folder.items():
            with sentences(into):
                make_folder(into)
            if into.is_relative_to(state):
                _give(into, state.stat().st_uid, state.stat().st_gid)
            looks = {path: _looks(path, state) for path in files}
            replace_files(files)
            for path, (mode, uid, gid) in looks.items():
                path.chmod(mode)
                _give(path, uid, gid)
    left = () if config else tuple(name for name in contents if name.startswith("config/"))
    return Restored(tuple(contents), manifest.made, before, left)


def read_backup(source: Path) -> tuple[Manifest, dict[str, bytes]]:
    """Read a backup and compare all of it with what it says of itself; raises ``BackupError``."""
    try:
        with tarfile.open(fileobj=io.BytesIO(_unpacked(source))) as tar:
            files = {member.name: _content(tar, member) for member in tar}
    except FileNotFoundError:
        raise BackupError(f"There is no file {source}.") from None
    except (tarfile.TarError, EOFError, zlib.error, OSError, ValueError) as error:
        raise BackupError(f"{source} is damaged, or no backup: {error}. Nothing was changed.") from None
    try:
        manifest = msgspec.json.decode(files.pop(MANIFEST, b""), type=Manifest)
    except msgspec.DecodeError:
        raise BackupError(f"{source} is no backup of this program. Nothing was changed.") from None
    if manifest.format != FORMAT:
        raise BackupError(
            f"{source} was made by a newer version of this program, {manifest.version}: install that one."
        )
    _compare(source, manifest, files)
    return manifest, files


def _unpacked(source: Path) -> bytes:
    """Unpack all of a file, whose own checksum is looked at too; raises ``OSError`` and ``ValueError``."""
    with gzip.open(source) as file:
        bare = file.read(LARGEST + 1)
    if len(bare) > LARGEST:
        raise ValueError("it is too large")
    return bare


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    """Read a member; raises ``ValueError`` for one that no backup of ours has."""
    if not member.isfile():
        raise ValueError(f"'{member.name}' is no file that belongs there")
    if member.name != MANIFEST and not NAME.fullmatch(member.name):
        raise ValueError(f"'{member.name}' does not belong there")
    file = tar.extractfile(member)
    assert file is not None, "it is a file"
    return file.read()


def _compare(source: Path, manifest: Manifest, files: Mapping[str, bytes]) -> None:
    said = {member.name: member for member in manifest.files}
    for name in said.keys() ^ files.keys():
        missing = "is missing" if name in said else "is not named in it"
        raise BackupError(f"{source} is damaged: {name} {missing}. Nothing was changed.")
    for name, content in files.items():
        if said[name].size != len(content) or said[name].sha256 != hashlib.sha256(content).hexdigest():
            raise BackupError(
                f"{source} is damaged: {name} is not what was saved. Use another copy; nothing was changed."
            )


def _check(contents: Mapping[str, bytes], folder: Path) -> None:
    """See that this version of the program can read everything; lay the files out in a folder for it."""
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    if FILE in contents:
        opened = open_file(folder / FILE)
        opened.db.close()
        if opened.notice:
            raise BackupError("The games in this backup are damaged. Use another copy; nothing was changed.")
    catalogues = Catalogues()
    for name in contents:
        if name.startswith("decks/") and name.endswith(".json"):
            load_deck(folder / name, catalogues.tagged)
    if CONFIG in contents:
        c.load_config(folder / CONFIG)


def _save_before(state: Path, config: Path | None, at: str) -> Path | None:
    """Save what is there now; None when there is nothing, or nothing that could be read."""
    present = config if config and config.is_file() else None
    for with_config in (present, None):
        try:
            return make_backup(state / BEFORE, state, with_config, at).path
        except (BackupError, StoreError, c.ConfigError):
            continue
    return None


def _replace_database(copy: Path, state: Path) -> None:
    """Replace all games and settings in one transaction; raises ``StoreError``."""
    with Store.open(state) as store:  # a damaged file is put aside, a missing one begun
        store.copies.clear()
    path = state / FILE
    with sentences(path):
        source, into = sqlite3.connect(copy), sqlite3.connect(path)
        try:
            source.execute("PRAGMA journal_mode = WAL")
            source.backup(into)
        finally:
            into.close()
            source.close()


def _placed(contents: Mapping[str, bytes], state: Path, config: Path | None) -> dict[Path, bytes]:
    """Say where each file but the database goes."""
    placed = {state / name: text for name, text in contents.items() if name.split("/")[0] in FOLDERS}
    if config:
        for name, content in contents.items():
            if name.startswith("config/"):
                path = config if name == CONFIG else config.parent / name.removeprefix("config/")
                placed[path] = content
                if path.is_file() and path.read_bytes() != content:
                    placed[path.with_name(f"{path.name}.before-restore")] = path.read_bytes()
    return placed


def _looks(path: Path, state: Path) -> tuple[int, int, int]:
    """Give the mode and the owner that a file shall have: as it had, else as its folder says."""
    if path.exists():
        old = path.stat()
        return stat.S_IMODE(old.st_mode), old.st_uid, old.st_gid
    inside = path.is_relative_to(state)
    owner = (state if inside else path.parent).stat()
    return (0o600 if inside else 0o644), owner.st_uid, owner.st_gid


def _give(path: Path, uid: int, gid: int) -> None:
    """Give a file or folder to its owner, when root has written it for the service."""
    if os.geteuid() == 0:
        os.chown(path, uid, gid)
