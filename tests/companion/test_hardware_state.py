"""What a table keeps over a power cut, and what it never writes over (R7, R44 to R46)."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import config as c
from companion.catalogue import Catalogues
from companion.decks.file import load_deck
from companion.decks.record import DeckError
from companion.decks.sample import sample_deck, sample_uid
from companion.desk import Desk
from companion.flow import Resuming
from companion.outfit import fit_out, load_settings
from companion.run import Table
from companion.store import Store
from drivers.ports import CardSeen
from engine.games import SetUp, open_table
from engine.journal import Journal

SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
CATALOGUES = Catalogues()
PERSONS = [card.name for card in CATALOGUES.cards("port-royal") if card.type == "person"]


def desk_on(store: Store) -> Desk:
    fittings = fit_out(
        c.TableConfig(),
        store,
        CATALOGUES,
        sample_deck("port-royal", CATALOGUES.cards),
        now_s=lambda: 10.0,
        wall=lambda: "2026-01-02T03:04:05+00:00",
        rng=random.Random(1),
    )
    return Desk(fittings, load_settings(store))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "saved") as store:
        yield store


def seen(card: str) -> CardSeen:
    return CardSeen("main", sample_uid(card).hex(), 10.0)


def kept(folder: Path) -> int:
    """Count the entries of the last game that another program finds on the disk."""
    with Store.open(folder) as other:
        game = other.all_games()[-1].id
        journal = Journal(open_table(other.set_up(game), CATALOGUES.cards("port-royal")).rules)
        return len(other.entries(game, journal).entries)


def as_after_a_cut(store: Store, target: Path) -> Path:
    """Copy what is on the disk of a store that is open."""
    shutil.copytree(store.path.parent, target)
    return target


def test_R44_a_tap_is_on_disk_before_it_is_heard(store: Store, tmp_path: Path) -> None:
    desk = desk_on(store)
    desk.start()
    desk.begin(SET_UP)
    writes: list[int] = []
    append = store.append
    store.append = lambda *told: (append(*told), writes.append(1))[0]  # type: ignore[method-assign]
    for number, card in enumerate(PERSONS[:5], start=1):
        assert "tick" in desk.handle(seen(card)).signals
        assert len(writes) == number, "one write for one tap"
        assert kept(as_after_a_cut(store, tmp_path / f"cut-{number}")) == number


def test_R44_a_log_cut_anywhere_is_an_older_game(store: Store, tmp_path: Path) -> None:
    """The log of the store ends at any byte, as when the power goes while it is written."""
    desk = desk_on(store)
    desk.start()
    desk.begin(SET_UP)
    for card in PERSONS[:4]:
        desk.handle(seen(card))
    whole = Path(f"{store.path}-wal").read_bytes()
    counts = set()
    for length in sorted({len(whole), *random.Random(4).sample(range(len(whole) // 2, len(whole)), 12)}):
        folder = as_after_a_cut(store, tmp_path / f"cut-{length}")
        (folder / f"{store.path.name}-wal").write_bytes(whole[:length])
        counts.add(kept(folder))
    assert max(counts) == 4
    assert counts <= set(range(5))


def test_R45_a_game_that_was_cut_off_is_offered(store: Store, tmp_path: Path) -> None:
    desk = desk_on(store)
    desk.start()
    desk.begin(SET_UP)
    desk.handle(seen(PERSONS[0]))
    folder = as_after_a_cut(store, tmp_path / "cut")
    with Store.open(folder) as found:
        again = desk_on(found)
        again.start()
        assert isinstance(again.mode, Resuming)
        assert again.session.seq == 1
        assert [game.unclean for game in found.saved()] == [True]


@pytest.mark.parametrize(
    "content", [b"", b"{torn", b"\xff\xfe\x00", b"name: half a deck\ngame: port-royal\n"]
)
def test_R46_a_deck_that_cannot_be_read_is_kept_and_said(
    tmp_path: Path, store: Store, content: bytes
) -> None:
    deck = tmp_path / "deck.json"
    deck.write_bytes(content)
    table = Table(c.TableConfig(deck=str(deck), displays={"main": c.Ssd1306I2c(bus=97)}), store)
    table._stop.set()
    assert table.run() == 0
    shown = " ".join(table.desk.screens(table.desk.now_s())["main"].lines())
    assert "deck file" in shown
    assert deck.read_bytes() == content
    assert list(tmp_path.glob("deck*")) == [deck]


def test_R07_a_deck_gives_no_tag_to_two_cards(tmp_path: Path) -> None:
    deck = tmp_path / "deck.yaml"
    first, second = PERSONS[:2]
    uid = "04a3c6cae26180"
    deck.write_text(
        f"name: box\ngame: port-royal\ncards:\n  {uid}: {first!r}\n  04:A3:C6:CA:E2:61:80: {second!r}\n"
    )
    with pytest.raises(DeckError, match=f"line 5.*{uid} stands here twice"):
        load_deck(deck, CATALOGUES.cards)
