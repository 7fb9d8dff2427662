"""What a cut of the power can leave of the files: cut at any length, with writes lost and in another order.

Between two syncs the system may put any of the sectors that were written on disk, and in any order; what was
synced before stays.  Worse cuts than that are tried too: then the second copies must do.
"""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.catalogue import load_cards
from companion.store import FILE, Store
from companion.store_copies import FOLDER
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.kernel import Command
from engine.session import Entry, Session

AT = "2026-05-06T19:30:00+02:00"
SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
SECTOR = 512
PAGE, WAL_HEAD, FRAME_HEAD = 4096, 32, 24
CHECKPOINT_PAGES = 12
"""So soon pages go from the log into the database here, so that a short game sees it several times."""
ENTRIES = 60


class Disk(msgspec.Struct, frozen=True):
    """What the files held right after an entry was acknowledged."""

    db: bytes
    wal: bytes

    @property
    def used(self) -> int:
        """Give the length of the log's present round."""
        salt, end = self.wal[16:24], WAL_HEAD
        while self.wal[end + 8 : end + 16] == salt:
            end += FRAME_HEAD + PAGE
        return end


class Recording(msgspec.Struct, frozen=True):
    """A game, and the disk after each of its entries; the first is that of the beginning."""

    entries: tuple[Entry, ...]
    disks: tuple[Disk, ...]
    copies: Path


@pytest.fixture(scope="module")
def journal() -> Journal:
    return Journal(open_table(SET_UP, load_cards("port-royal")).rules)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory, journal: Journal) -> Recording:
    folder = tmp_path_factory.mktemp("recorded")
    session = Session(open_table(SET_UP, load_cards("port-royal")))
    rng = random.Random(5)
    with Store.open(folder) as store:
        store._db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        store.begin_run(AT)
        game = store.begin(SET_UP, AT)
        disks = [look(folder)]
        while session.seq < ENTRIES:
            choices: list[Command] = list(session.choices())
            entry = session.propose(rng.choice(choices))
            store.append(game, entry, journal, AT)
            session.keep(entry)
            disks.append(look(folder))
        entries = store.entries(game, journal).entries
        shutil.copytree(folder / FOLDER, folder / "kept")
    assert len({disk.db for disk in disks}) > 3, "there were checkpoints"
    return Recording(entries, tuple(disks), folder / "kept")


def look(folder: Path) -> Disk:
    return Disk((folder / FILE).read_bytes(), (folder / f"{FILE}-wal").read_bytes())


class Cut:
    """Lays files into a folder and opens them as the device does when the power is back."""

    def __init__(self, folder: Path, journal: Journal, recording: Recording) -> None:
        self._folder = folder
        self._journal = journal
        self._recording = recording

    def entries(
        self, db: bytes, wal: bytes, *, copies: bool = False, shm: bytes | None = None
    ) -> tuple[int, str]:
        """Give how many entries of the game are there, -1 for no game, and the sentence that was said.

        They must be those that were made, in their order, and the game must go on.
        """
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        (self._folder / FILE).write_bytes(db)
        (self._folder / f"{FILE}-wal").write_bytes(wal)
        if shm is not None:
            (self._folder / f"{FILE}-shm").write_bytes(shm)
        if copies:
            shutil.copytree(self._recording.copies, self._folder / FOLDER)
        with Store.open(self._folder) as store:
            store.begin_run(AT)
            if not store.all_games():
                return -1, store.notice
            loaded = store.entries(1, self._journal)
            assert loaded.dropped == 0 or store.notice
            assert loaded.entries == self._recording.entries[: len(loaded.entries)]
            assert store.saved()[0].id == 1
            self._go_on(store, len(loaded.entries))
            return len(loaded.entries), store.notice

    def _go_on(self, store: Store, kept: int) -> None:
        if kept < len(self._recording.entries):
            store.append(1, self._recording.entries[kept], self._journal, AT)


@pytest.fixture
def cut(quick: Path, journal: Journal, recording: Recording) -> Cut:
    return Cut(quick / "cut", journal, recording)


@pytest.fixture
def chance(soak: bool) -> random.Random:
    seed = time.time_ns() if soak else 3
    print(f"seed {seed}")
    return random.Random(seed)


def lengths(content: bytes, rng: random.Random, count: int) -> list[int]:
    """Choose lengths to cut at: around the ends of pages and frames, and anywhere."""
    whole = len(content)
    edges = [edge + by for edge in range(0, whole, FRAME_HEAD + PAGE) for by in (-1, 0, 1, WAL_HEAD)]
    edges += [edge + by for edge in range(0, whole, PAGE) for by in (-1, 0)]
    anywhere = [rng.randrange(whole + 1) for _ in range(count)]
    return sorted(
        rng.sample([edge for edge in edges if 0 <= edge <= whole], min(count, len(edges) // 2)) + anywhere
    )


def acknowledged_within(disks: tuple[Disk, ...], length: int) -> int:
    """Give the last entry whose part of the log is not cut, of those that need the log at all."""
    last = disks[-1]
    return max(
        number
        for number, disk in enumerate(disks)
        if disk.db != last.db or disk.used <= length or disk.wal[16:24] != last.wal[16:24]
    )


def test_a_log_cut_at_any_length_has_what_was_synced_before(
    recording: Recording, cut: Cut, chance: random.Random, soak: bool
) -> None:
    last = recording.disks[-1]
    for length in range(len(last.wal) + 1) if soak else lengths(last.wal, chance, 40):
        kept, notice = cut.entries(last.db, last.wal[:length])
        assert notice == ""
        assert kept >= acknowledged_within(recording.disks, length)


def test_R44_every_entry_comes_back_from_its_copy_whatever_is_cut_off_the_log(
    recording: Recording, cut: Cut, chance: random.Random, soak: bool
) -> None:
    last = recording.disks[-1]
    for length in range(0, len(last.wal) + 1, 7) if soak else lengths(last.wal, chance, 25):
        assert cut.entries(last.db, last.wal[:length], copies=True) == (ENTRIES, "")


def test_R46_a_database_cut_at_any_length_is_put_aside_and_its_games_come_back(
    recording: Recording, cut: Cut, chance: random.Random, soak: bool
) -> None:
    last, said = recording.disks[-1], 0
    for length in range(0, len(last.db) + 1, 3) if soak else lengths(last.db, chance, 40):
        kept, notice = cut.entries(last.db[:length], last.wal, copies=True)
        assert kept == ENTRIES
        said += bool(notice)
    assert said > 0


def test_without_copies_what_the_damaged_file_still_says_comes_back_or_its_loss_is_said(
    recording: Recording, cut: Cut, chance: random.Random, soak: bool
) -> None:
    last, best = recording.disks[-1], 0
    for length in lengths(last.db, chance, 500 if soak else 40):
        kept, notice = cut.entries(last.db[:length], last.wal)
        assert kept == ENTRIES or notice, length
        best = max(best, kept if notice else 0)
    assert best > 0, "some games are read out of damaged files"


def torn(before: bytes, after: bytes, rng: random.Random) -> bytes:
    """Let any of the sectors that changed be on disk, the others not: writes lost, and in every order."""
    size = max(len(before), len(after))
    old, new = before.ljust(size, b"\0"), after.ljust(size, b"\0")
    share = rng.choice((0.1, 0.5, 0.9))
    mixed = bytearray(old)
    for at in range(0, size, SECTOR):
        if rng.random() < share:
            mixed[at : at + SECTOR] = new[at : at + SECTOR]
    return bytes(mixed[: rng.choice((size, max(len(before), rng.randrange(size + 1))))])


def test_R44_writes_lost_and_in_another_order_lose_nothing_that_was_acknowledged(
    recording: Recording, cut: Cut, chance: random.Random, soak: bool
) -> None:
    for _ in range(10_000 if soak else 150):
        number = chance.randrange(1, len(recording.disks))
        before, after = recording.disks[number - 1 : number + 1]
        shm: Any = chance.choice((None, b"", chance.randbytes(32_768)))
        if before.db != after.db and chance.random() < 0.7:
            # The log is synced before pages go into the database, and begun anew only when those are.
            kept, notice = cut.entries(torn(before.db, after.db, chance), after.wal, shm=shm)
            assert (kept, notice) == (number, "")
        else:
            kept, notice = cut.entries(before.db, torn(before.wal, after.wal, chance), shm=shm)
            assert notice == ""
            assert kept in (number - 1, number)


def test_copies_that_are_cut_or_spoiled_never_harm(
    recording: Recording, cut: Cut, chance: random.Random, quick: Path, soak: bool
) -> None:
    last = recording.disks[-1]
    whole = (recording.copies / "game-1.log").read_bytes()
    spoiled = quick / "spoiled"
    other = Recording(recording.entries, recording.disks, spoiled)
    it = Cut(quick / "cut-2", cut._journal, other)
    for _ in range(1_000 if soak else 40):
        content = bytearray(whole[: chance.randrange(len(whole) + 1)])
        if content and chance.random() < 0.5:
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        shutil.rmtree(spoiled, ignore_errors=True)
        spoiled.mkdir()
        (spoiled / "game-1.log").write_bytes(content)
        assert it.entries(last.db, last.wal, copies=True) == (ENTRIES, "")
        kept, notice = it.entries(b"", b"", copies=True)
        assert kept >= -1
        assert notice == "" or "could not be read" in notice
