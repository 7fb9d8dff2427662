"""Spoiled deck files and imports: a sentence with file and reason, or a right deck; never a part of one."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.decks.file import NewerFile, read_own, write_deck, write_simple
from companion.decks.numbers import unusable
from companion.decks.record import Deck, DeckError, deck_of
from companion.decks.sample import sample_tag, sample_uid
from companion.decks.sharing.plan import plan
from companion.decks.sharing.reading import read_import_text
from companion.decks.sharing.table import write_csv
from companion.decks.shelf import Shelf
from drivers.tags import parse_uid

CARDS = Catalogues().cards
ALL = CARDS("port-royal")
NAMES = {card.name for card in ALL}
BATCH = 500
EVERY = 100_000 // BATCH
CI_BATCHES = EVERY // 50
WHOLE_FILE = (
    "there is nothing in this file",
    "the file must be a mapping",
    "there is no tag number in this file",
    "this is no dump",
    "the line '",
)
"""Reasons that are about no line."""


def base() -> Deck:
    cards = [
        "sailor-3-1#1",
        "sailor-3-1#2",
        "ship-red-2-3#1",
        "ship-red-2-3#3",
        "tax-most-swords#2",
        "governor-8-0#4",
    ]
    deck = deck_of("Box 1", "port-royal", {sample_uid(card).hex(): card for card in cards}, "3f9a01bc")
    return deck.tagged("04a1b2c3d4e5f6", "sailor-3-1#2")


def flipper() -> str:
    tag = sample_tag("sailor-3-1#3")
    pages = "\n".join(f"Page {n}: {page.hex(' ').upper()}" for n, page in enumerate(tag.pages))
    return (
        f"Filetype: Flipper NFC device\nVersion: 3\nDevice type: NTAG213\nUID: {tag.uid.hex(' ').upper()}\n"
        f"ATQA: 00 44\nSAK: 00\nPages total: 45\nPages read: 45\n{pages}\n"
    )


def texts() -> dict[str, str]:
    uid = sample_uid("sailor-3-1#3").hex().upper()
    return {
        "deck.json": write_deck(base()),
        "deck.yaml": write_simple(base()),
        "deck.csv": write_csv(base()),
        "phone.csv": "Serial Number;Name\n04:A1:B2:C3:D4:E5:F6;sailor-3-1\n04-A1-B2-C3-D4-E5-F7;pirate-5-1\n",
        "sailor-3-1#3.nfc": flipper(),
        "sailor-3-1#4.json": f'{{"FileType": "mfu", "Card": {{"UID": "{uid}"}}, "blocks": {{"0": "00"}}}}',
    }


def spoiled(text: str, rng: random.Random) -> str:
    """Spoil a text as disks, editors and spreadsheets do."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, size = rng.randrange(len(text) + 1), rng.choice((1, 1, 2, 8, 40))
        kind = rng.randrange(8)
        if kind == 0:
            text = text[:at] + text[at + size :]
        elif kind == 1:
            text = text[:at] + text[at : at + size] + text[at:]
        elif kind == 2:
            text = (
                text[:at]
                + chr(rng.choice((0, 9, 10, 34, 35, 44, 58, 123, 0x2028, 0xE9, 0xFEFF)))
                + text[at + 1 :]
            )
        elif kind == 3:
            text = text[:at] + rng.choice("0123456789abcdefABCDEF#-") + text[at + 1 :]
        elif kind == 4:
            lines = text.split("\n")
            rng.shuffle(lines)
            text = "\n".join(lines)
        elif kind == 5:
            lines = text.split("\n")
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            text = "\n".join(lines)
        elif kind == 6:
            text = text[:at]
        else:
            words = re.findall(r"[\w#-]+", text) or [""]
            text = text.replace(rng.choice(words), rng.choice(words), rng.choice((1, -1)))
    return text


def is_right(deck: Deck) -> None:
    """Look a deck over: every tag on one card that there is, no card with two."""
    uids = [each.uid for each in deck.entries]
    assert len(uids) == len(set(uids))
    good = [each.name for each in deck.entries if each.state == "good"]
    assert len(good) == len(set(good))
    assert {each.name for each in deck.entries} <= NAMES
    for uid in uids:
        assert parse_uid(uid) == uid
        assert unusable(uid) is None


def is_a_sentence(said: str, source: str) -> None:
    assert said.startswith(source), said
    assert said[len(source)] in ",: ", said
    assert re.search(r"[.?]$", said), said
    assert "\n" not in said.replace("\\n", ""), said
    assert (
        ", line " in said
        or any(reason in said for reason in WHOLE_FILE)
        or source.endswith(("nfc", "#4.json"))
    ), said


def rows_of(text: str) -> int:
    """Count the tag numbers of a table, in a way of its own."""
    number = re.compile(r"(?<![0-9a-z#-])(?:[0-9a-f]{2}[\s:._-]?){4}", re.IGNORECASE)
    return sum(bool(number.search(line)) for line in re.split("\r\n|\r|\n", text))


def import_spoiled(source: str, text: str, into: Deck) -> bool:
    """Import a spoiled text; tell whether it was taken."""
    try:
        found = read_import_text(text, source, CARDS, "port-royal")
        planned = plan(into, found, ALL)
    except DeckError as error:
        if not str(error).startswith("This is a deck of"):
            is_a_sentence(str(error), source)
        return False
    is_right(planned.deck)
    for line in found.lines:
        if line.state == "good":
            assert planned.deck.find(line.uid) or line in planned.left_over
        if line.state == "good" and "#" in line.card:
            assert planned.deck.find(line.uid) == line.card
    if source.endswith(".csv") and '"' not in text:
        assert len(found.lines) == rows_of(text), text
    return True


def batch(seed: int, folder: Path) -> tuple[int, int]:
    """Import and open so many spoiled files; count those that were taken."""
    rng = random.Random(seed)
    sources = list(texts().items())
    into = deck_of("Box 1", "port-royal", {"04a1b2c3d4e5f6": "sailor-3-1#5"}, "3f9a01bc")
    taken = sum(
        import_spoiled(source, spoiled(text, rng), into) for source, text in rng.choices(sources, k=BATCH)
    )
    opened = sum(open_spoiled(rng, folder) for _ in range(BATCH // 50))
    return taken, opened


def open_spoiled(rng: random.Random, folder: Path) -> bool:
    """Open a spoiled deck file that has a good copy beside it: nothing of the deck is ever lost."""
    shelf, deck = Shelf(folder, CARDS), base()
    for path in (folder / "decks").glob("*"):
        path.unlink()
    shelf.save(deck)
    path = folder / "decks" / "Box 1.json"
    text = spoiled(path.read_text(), rng)
    path.write_text(text)
    try:
        opened = Shelf(folder, CARDS).open("Box 1")
    except NewerFile:
        return False
    assert opened.deck == deck
    assert not opened.notice or opened.edited is None
    if opened.edited:
        is_right(opened.edited)
        assert read_own(text, "x", CARDS).deck.entries == opened.edited.entries
    return not opened.notice


def test_spoiled_files_are_refused_with_a_reason_or_right(tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4), "big")
    print("seeds from", seed)
    results = [batch(seed + number, tmp_path) for number in range(CI_BATCHES)]
    assert 0 < sum(taken for taken, _ in results) < CI_BATCHES * BATCH


@pytest.mark.soak
def test_a_hundred_thousand_spoiled_files(tmp_path: Path) -> None:
    for seed in range(EVERY):
        batch(seed, tmp_path)
