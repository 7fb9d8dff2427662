"""Text size "large": three headlines, whole words, header and keys as they are."""

from __future__ import annotations

import random
from pathlib import Path

from msgspec.structs import replace

from companion.catalogue import Catalogues
from companion.config import SimulatedDisplay, default_simulated
from companion.decks.sample import sample_deck
from companion.desk import Desk
from companion.flow import Playing, Press, Refused, Settings
from companion.outfit import fit_out
from companion.players import FaceDown
from companion.screen import HEADLINE_CELLS, Row, headline, screen
from companion.screens.large import enlarged
from companion.selfplay import SelfPlay
from companion.store import Store
from drivers.ports import ButtonShort, CardSeen
from engine.games import SetUp

DI5 = screen(
    "ANN: REPEL OR BUST",
    headline("◆RED 2"),
    "RED is in the harbor!",
    "Swords 3, you have 4",
    "Answer first; a card",
    "tapped now waits",
    keys="Y:repel  N:bust",
)


def test_a_question_in_large_text() -> None:
    assert enlarged(DI5).rows == (
        DI5.rows[0],
        headline("◆RED 2"),
        headline("Swords 3"),
        headline("you have 4"),
        DI5.rows[-1],
    )


def test_parts_that_do_not_fit_are_left_out_and_rows_stay_free() -> None:
    tax = screen("TAX", headline("PAY TAX"), "Ann pay 6   $13>7", "Cem pay 7   $15>8", keys="k")
    assert [row.text for row in enlarged(tax).rows] == ["TAX", "PAY TAX", "Ann pay 6", "$13>7", "k"]
    alone = screen("H", headline("SHUFFLE"), "Discards = new pile", keys="k")
    assert enlarged(alone).rows == (alone.rows[0], headline("SHUFFLE"), *[Row()] * 4, alone.rows[-1])


def test_lists_and_screens_without_a_headline_stay_as_they_are() -> None:
    for one in (
        screen("WHO", headline("WHO LEADS?"), ">Cem", " Dia", keys="Y:ok"),
        screen("TABLE", "Ann 6 4", keys="N:back"),
    ):
        assert enlarged(one) == one


def test_a_whole_game_in_large_text(tmp_path: Path) -> None:
    catalogues, rng = Catalogues(), random.Random(6)
    deck = sample_deck("port-royal", catalogues.cards)
    uids = {card: uid for uid, card in deck.cards.items()}
    config = replace(default_simulated(), displays={"main": SimulatedDisplay(), "seat-1": SimulatedDisplay()})
    now = [100.0]
    with Store.open(tmp_path) as store:
        fittings = fit_out(
            config, store, catalogues, deck, now_s=lambda: now[0], wall=lambda: "2026", rng=rng
        )
        desk = Desk(fittings, Settings(size="large"))
        desk.start()
        desk.begin(SetUp(game="port-royal", players=("Ann", "Ben")))
        players, checked = SelfPlay(desk), 0
        while not players.over and checked < 150:
            now[0] += 3.0
            deed = players.deed()
            if isinstance(deed, Press):
                desk.handle(ButtonShort(deed.key, now[0]))
            else:
                session = desk.session
                assert session is not None
                card = FaceDown(session.state, rng).top if deed.card is None else deed.card
                desk.handle(CardSeen("main", uids[session.table.rules.cards[card].name], now[0]))
            large = desk.screens(now[0])
            desk.settings = Settings()
            normal = desk.screens(now[0])
            desk.settings = Settings(size="large")
            if isinstance(desk.mode, Playing | Refused):
                for name, one in large.items():
                    check(one, normal[name])
                    checked += 1
        assert checked >= 100


def check(large, normal) -> None:
    """Header, keys and the first headline are the same, and every large text stands in the normal screen."""
    assert large.rows[0] == normal.rows[0]
    assert large.rows[-1] == normal.rows[-1]
    assert sum(2 if row.big else 1 for row in large.rows) == 8
    if large != normal:
        texts = [row.text for row in large.rows[1:-1] if row.big]
        assert texts[0] in [row.text for row in normal.rows if row.big]
        for text in texts:
            assert len(text) <= HEADLINE_CELLS
            assert any(text in row.text for row in normal.rows)
