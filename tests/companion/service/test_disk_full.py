"""A full disk: the game goes on in memory, the screen says so, and all is written when there is room."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.config import default_simulated
from companion.decks.sample import sample_deck
from companion.desk import Desk
from companion.flow import Home, Playing, Resuming
from companion.ledger import RETRY_S
from companion.outfit import fit_out, load_settings
from companion.players import FaceDown
from companion.store import Store, StoreError
from drivers.ports import CardSeen, Tick
from engine.games import SetUp, open_table
from engine.journal import Journal

SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
UNSAVED, AGAIN = "cannot be saved", "saved"


class Device:
    """A desk, and a hand that reveals cards."""

    def __init__(self, folder: Path) -> None:
        catalogues = Catalogues()
        self.now_s = 100.0
        self.store = Store.open_when_it_can_be(folder)
        deck = sample_deck("port-royal", catalogues.cards)
        self.uids = {card: uid for uid, card in deck.cards.items()}
        fittings = fit_out(
            default_simulated(),
            self.store,
            catalogues,
            deck,
            now_s=lambda: self.now_s,
            wall=lambda: "2026-05-06T19:30:00+02:00",
            rng=random.Random(1),
        )
        self.desk = Desk(fittings, load_settings(self.store))

    def reveal(self) -> tuple[str, ...]:
        """Tap the next card, or stop when there are several; give what was heard."""
        session = self.desk.session
        assert session is not None
        cards = session.table.rules.cards
        top = FaceDown(session.state, random.Random(session.seq)).top
        self.now_s += 5.0
        heard = self.desk.handle(CardSeen("main", self.uids[cards[top].name], self.now_s))
        return heard.signals

    def wait(self, duration_s: float) -> tuple[str, ...]:
        self.now_s += duration_s
        return self.desk.handle(Tick(self.now_s)).signals

    @property
    def text(self) -> str:
        return " ".join(self.desk.screens(self.now_s)["main"].lines())


def saved_entries(folder: Path) -> int:
    with Store.open(folder) as store:
        assert store.notice == ""
        table = open_table(store.set_up(1), Catalogues().cards("port-royal"))
        return len(store.entries(1, Journal(table.rules)).entries)


# -- a limit on the size of files, as every system has -------------------------------------
LIMITED = """
import importlib.util, resource, signal, sys
from pathlib import Path
spec = importlib.util.spec_from_file_location("disk_full", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = Path(sys.argv[2])
device = module.Device(folder)
device.desk.start()
device.desk.begin(module.SET_UP)
first = device.reveal()
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, most))
heard = [device.reveal() for _ in range(3)]
print(first, heard, device.desk.session.seq, device.text, device.desk.unsaved, sep="|")
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
again = device.wait(module.RETRY_S)
print(again, device.text, device.desk.unsaved, sep="|")
device.desk.close()
"""


def test_files_that_cannot_grow(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    ran = subprocess.run(
        [sys.executable, "-c", LIMITED, __file__, tmp_path / "saved"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    full, well = (line.split("|") for line in ran.stdout.splitlines())
    assert "'tick'" in full[0]
    assert "'tick'" not in full[1]
    assert full[1].count("'trouble'") >= 3
    assert int(full[2]) >= 4, "the game went on"
    assert full[4] != ""
    assert "saved" in well[1]
    assert well[2] == ""
    assert saved_entries(tmp_path / "saved") == int(full[2])


# -- a disk that is full for real ----------------------------------------------------------
@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of 600 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(place)]
    try:
        mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"no disk can be mounted here: {error}")
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Leave no room on a disk; give the file that takes it."""
    path = disk / "photos"
    with path.open("ab", buffering=0) as file:
        for size in (65_536, 4_096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return path


def test_a_disk_that_fills_up_in_the_middle_of_a_game(small_disk: Path) -> None:
    device = Device(small_disk)
    device.desk.start()
    device.desk.begin(SET_UP)
    device.reveal()
    photos = fill(small_disk)
    heard = [signal for _ in range(40) for signal in device.reveal()]
    assert "trouble" in heard
    assert device.desk.unsaved.startswith("The disk is full")
    seq = device.desk.session.seq if device.desk.session else 0
    assert "trouble" in device.wait(RETRY_S), "it is tried again, and says so"
    photos.unlink()
    assert "trouble" not in device.wait(RETRY_S)
    assert device.desk.unsaved == ""
    assert saved_entries(small_disk) == seq
    device.desk.close()
    device.store.close()


def test_a_device_that_starts_on_a_full_disk_can_be_played_at(small_disk: Path) -> None:
    photos = fill(small_disk)
    with pytest.raises(StoreError):
        Store.open(small_disk)
    device = Device(small_disk)
    assert "trouble" in device.desk.start().signals
    assert isinstance(device.desk.mode, Home)
    assert UNSAVED in device.text
    device.desk.begin(SET_UP)
    device.reveal()
    assert isinstance(device.desk.mode, Playing)
    photos.unlink()
    device.wait(RETRY_S)
    assert device.desk.unsaved == ""
    device.reveal()
    seq = device.desk.session.seq if device.desk.session else 0
    assert saved_entries(small_disk) == seq >= 2
    device.store.close()


def test_games_of_before_are_there_when_the_disk_has_room_again(small_disk: Path) -> None:
    first = Device(small_disk)
    first.desk.start()
    first.desk.begin(SET_UP)
    first.reveal()
    first.store.close()
    photos = fill(small_disk)
    device = Device(small_disk)
    device.desk.start()
    photos.unlink()
    device.wait(RETRY_S)
    assert [game.id for game in device.desk.context(device.now_s).saved] == [1]
    device.store.close()
    again = Device(small_disk)
    again.desk.start()
    assert isinstance(again.desk.mode, Resuming)
    again.store.close()
