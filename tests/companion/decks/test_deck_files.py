"""The deck file: strict, and every fault is a sentence with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalogue import Catalogues
from companion.decks.file import load_deck, read_deck, write_deck
from companion.decks.record import DeckError
from companion.decks.sample import sample_deck, sample_tag, sample_uid
from drivers.tags import NTAG213, uid_of_pages

CARDS = Catalogues().cards
HEAD = "name: Box 1\ngame: port-royal\ncards:\n"


def fault(text: str) -> str:
    with pytest.raises(DeckError) as error:
        read_deck(text, "box.yaml", CARDS)
    return str(error.value)


def test_a_deck_names_one_copy_for_each_tag(tmp_path: Path) -> None:
    path = tmp_path / "box.yaml"
    path.write_text(HEAD + "  04:A1:B2:C3:D4:E5:F6: sailor-3-1#2\n  0412345678abcd: ship-red-1-1#1\n")
    deck = load_deck(path, CARDS)
    assert (deck.name, deck.game) == ("Box 1", "port-royal")
    assert deck.find("04a1b2c3d4e5f6") == "sailor-3-1#2"
    assert deck.find("0412345678abcd") == "ship-red-1-1#1"
    assert deck.find("04:A1:B2:C3:D4:E5:F6") is None, "only canonical UIDs are looked up (R3)"
    assert deck.find("04a1b2c3") is None, "a part of a UID is another UID (R2)"


def test_a_deck_file_may_be_json() -> None:
    text = '{"name": "a", "game": "port-royal", "cards": {"1234567a": "sailor-3-1#1"}}'
    assert read_deck(text, "box.json", CARDS).find("1234567a") == "sailor-3-1#1"


def test_the_example_is_a_deck_in_three_spellings(root: Path) -> None:
    deck = load_deck(root / "docs" / "deck-example.yaml", CARDS)
    assert deck.find("04a3c6cae26180") == "ship-red-2-3#1"
    assert deck.find("04a3c6cae26182") == "sailor-3-1#1"
    assert len(deck.cards) == 3


def test_a_written_deck_is_read_back() -> None:
    deck = sample_deck("port-royal", CARDS)
    assert read_deck(write_deck(deck), "box.json", CARDS) == deck
    assert len(deck.cards) == len(CARDS("port-royal"))


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("  04a1b2: sailor-3-1#1\n", "'04a1b2' is no tag number: 4, 7 or 10 bytes in hex"),
        ("  04a1b2c3d4e5f6: sailer-3-1#1\n", "There is no card 'sailer-3-1#1' in port-royal. Did you mean"),
        ("  04a1b2c3d4e5f6: sailor-3-1\n", "There is no card 'sailor-3-1'"),
        (
            "  04a1b2c3d4e5f6: sailor-3-1#1\n  04A1B2C3D4E5F6: sailor-3-1#2\n",
            "The tag 04a1b2c3d4e5f6 stands here twice",
        ),
        (
            "  04a1b2c3d4e5f6: sailor-3-1#1\n  0401020304050b: sailor-3-1#1\n",
            "The card 'sailor-3-1#1' has the tag 04a1b2c3d4e5f6 already",
        ),
    ],
)
def test_a_wrong_line_is_named(lines: str, sentence: str) -> None:
    said = fault(HEAD + lines)
    assert said.startswith(f"box.yaml, line {3 + lines.count(chr(10))}")
    assert sentence in said


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("name: a\ngame: chess\ncards: {}\n", "There is no game 'chess'"),
        ("name: a\ngame: port-royal\n", "lacks the key 'cards'"),
        (HEAD.replace("cards", "card"), "'card' is not known. Did you mean 'cards'"),
        ("- 1\n", "must be"),
        ("name: [", "box.yaml, line"),
    ],
)
def test_what_is_no_deck_is_a_sentence(text: str, part: str) -> None:
    assert part in fault(text)


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="There is no file"):
        load_deck(tmp_path / "none.yaml", CARDS)


@given(st.text(max_size=60))
def test_any_text_is_a_deck_or_a_sentence(text: str) -> None:
    said = "box.yaml"
    try:
        read_deck(text, "box.yaml", CARDS)
    except DeckError as error:
        said = str(error)
    assert said.startswith("box.yaml")


def test_every_card_of_the_sample_deck_has_its_own_real_tag() -> None:
    uids = {sample_uid(card.name) for card in CARDS("port-royal")}
    assert len(uids) == len(CARDS("port-royal"))
    tag = sample_tag("sailor-3-1#1")
    assert tag.kind is NTAG213
    assert uid_of_pages(tag.pages) == tag.uid == sample_uid("sailor-3-1#1")
    assert sample_deck("port-royal", CARDS).find(tag.uid_hex) == "sailor-3-1#1"
