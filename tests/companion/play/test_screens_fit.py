"""Every screen fits, whatever players are called and however much they have; ``screen()`` raises if not."""

import random

import pytest

from companion.flow import News, Playing, Refused, Settings, Tap
from companion.play import refused
from companion.play_crews import proposals
from companion.play_modes import (
    CardShown,
    Claiming,
    FinalSheet,
    LogPage,
    OddsPage,
    OwnCards,
    PlayerPage,
    TablePage,
    UndoPage,
    WithoutReader,
)
from companion.players import FaceDown, play_on
from companion.screens.scene import SHORTER
from companion.texts import load_catalogue
from engine.kernel import Illegal

SEATS = tuple(f"seat-{number}" for number in range(1, 6))
PAUSES_S = (0.5, 4.5, 8.5, 12.5, 60.0)
"""Moments at which every page of the news has stood once."""
ROW = 21
PARAGRAPHS = ("elsewhere.", "refused.", "sentence.", "hidden.text", "two.text", "reader.text", "main.text")
NOTES = ("desk.", "service.", "machine.cannot", "adv.noted")
ABOUT_TAGS = (
    "tag.done",
    "tag.no-reader",
    "content.",
    "unfit.",
    "unwritten.",
    "lost.",
    "write.warning",
    "edited.",
    "deck.",
)


def draw_all(table):
    """Draw every display in every flow that could be on."""
    session = table.session
    seats = range(session.table.rules.seats)
    tablepage = TablePage(Playing())
    modes = [
        *(
            Playing(),
            WithoutReader(),
            tablepage,
            OddsPage(Playing()),
            LogPage(Playing()),
            UndoPage(Playing()),
        ),
        *(PlayerPage(tablepage, seat, page) for seat in seats for page in (0, 1)),
        *(FinalSheet(Playing(), seat) for seat in seats),
        OwnCards(Playing(), tuple(seats)),
        CardShown(Playing(), table.session.state.turns % 120, table.now_s + 1),
        *(Claiming(Playing(), card) for card in claimable(session)),
    ]
    for mode in modes:
        table.mode = mode
        assert set(table.displays()) == {"main", *SEATS}
    table.mode = Playing()


def claimable(session):
    state, rules = session.state, session.table.rules
    return [card for card in state.expeditions if proposals(rules, state, state.active, card)]


def play_and_draw(rehearse, players, seed, entries, **facts):
    rng = random.Random(seed)
    table = rehearse(players, displays=("main", *SEATS), **facts)
    cards = FaceDown(table.session.state, rng)
    for number in range(entries):
        if table.session.state.asked is None:
            break
        before = table.session.state
        entry = play_on(table.session, cards, boldness=rng.choice((0.2, 0.6, 1.5)))
        table.news = News(entry, table.now_s, before)
        began_s = table.now_s
        for pause_s in PAUSES_S:
            table.now_s = began_s + pause_s
            table.displays()
        if number % 5 == seed % 5:
            draw_all(table)
    draw_all(table)
    return table


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_with_the_longest_names(rehearse, longest, seed):
    names = longest.split()[: 2 + seed % 4]
    table = play_and_draw(
        rehearse,
        " ".join(names),
        seed,
        120,
        rules=("big-box", "first-edition")[seed % 2],
        options={"gamblers": True},
        settings=Settings(risk=("always", "off", "on-request")[seed % 3]),
        marks=("both", "letters", "shapes")[seed % 3],
    )
    assert table.session.seq == 120


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_whole_games(rehearse, longest, seed):
    names = longest.split()[: 2 + seed % 4]
    play_and_draw(rehearse, " ".join(names), seed, 5_000, options={"gamblers": True})


def rich(rehearse, longest, *, active=None, **facts):
    """Five players with the longest names, most coins and most cards that there can be."""
    names = longest.split()
    persons = [
        *(["sailor-3-1"] * 7 + ["captain-4-1"] * 5 + ["jack-of-all-trades-6-1"] * 3),
        *(["trader-yellow-3-1", "trader-yellow-5-2", "trader-blue-3-1", "trader-blue-5-2"]),
        *(["trader-green-3-1"] * 2 + ["trader-red-3-1"] * 2 + ["trader-black-3-1"] * 2),
        *(["mademoiselle-7-2"] * 2 + ["mademoiselle-9-3"] * 2 + ["admiral-9-3"] * 2 + ["admiral-7-2"] * 3),
        *(["jester-7-2"] * 3 + ["pirate-9-3", "expedition-AA", "expedition-CCH"]),
    ]
    display = {name: persons if name == names[0] else [] for name in names}
    display[names[1]] = ["jester-9-3", "sailor-5-2"]
    coins = dict.fromkeys(names, 2) | {names[0]: 20, names[1]: 14}
    return rehearse(
        longest,
        displays=("main", *SEATS),
        position={
            "active": active or names[0],
            "display": display,
            "coins": coins,
            "harbor": ["ship-black-3-7", "ship-green-2-3", "ship-blue-4-5", "ship-yellow-3-4"],
            "expeditions": ["expedition-AAH", "expedition-HH", "expedition-CC"],
            "last_round": False,
        },
        **facts,
    )


@pytest.mark.parametrize("rules", ["big-box", "first-edition"])
@pytest.mark.parametrize(
    "steps",
    [
        (),
        ({"reveal": "ship-red-4-skull"},),
        ({"reveal": "ship-black-4-skull"},),
        ({"reveal": "ship-red-2-3"},),
        ({"reveal": "ship-black-2-4"},),
        ({"reveal": "tax-most-swords"},),
        ({"reveal": "tax-fewest-points"},),
        ({"reveal": "governor-8-0"}, "stop"),
        ("stop", {"take": "ship-black-3-7"}),
        ({"reveal": "jester-5-1"}, "stop", {"take": "jester-5-1"}),
        ("stop", "pass", {"take": "ship-black-3-7"}),
        ({"reveal": "pirate-7-2"}, "stop", "pass", {"take": "pirate-7-2"}),
        ("stop", "pass", "pass", "pass", "pass", "pass"),
    ],
)
def test_much_of_everything(rehearse, longest, rules, steps):
    table = rich(rehearse, longest, rules=rules)
    table.step(*steps)
    for pause_s in PAUSES_S:
        table.now_s = 100.0 + pause_s
        table.displays()
    draw_all(table)


REFUSALS = [
    "card-elsewhere", "wrong-owner", "too-dear", "in-harbor", "reveal-first", "wrong-persons", "unknown-tag",
    "two-tags", "not-here", "answer-first", "discover-over", "gamble-ends", "gambling", "no-card-left",
    "no-discard", "no-gambler", "no-take-left", "not-in-harbor", "not-laid-out", "not-now", "not-your-turn",
    "nothing-to-redo", "nothing-to-repel", "nothing-to-undo", "over", "stop-first", "too-few-swords",
    "wrong-place", "already-there", "card-twice", "some-other",
]  # fmt: skip
LONG = (
    "WWWWWWWW needs 100 coins for jack-of-all-trades-6-1 and has 99, which is not enough for what it costs "
    "at this table, as far as anybody can tell."
)


@pytest.mark.parametrize("steps", [(), ("stop",), ("stop", "pass"), ({"reveal": "ship-black-2-4"},)])
@pytest.mark.parametrize("key", REFUSALS)
def test_refusals(rehearse, longest, key, steps):
    table = rich(rehearse, longest)
    table.step(*steps)
    table.wait()
    cards = table.session.table.rules.cards
    mademoiselle = next(c.id for c in cards if c.kind == "mademoiselle-9-3")
    expedition = next(c.id for c in cards if c.kind == "expedition-CCH")
    for place, seat in [("display", 1), ("discard", -1), ("box", -1), ("expeditions", -1), ("turned", -1)]:
        facts = {
            "card": expedition if key == "wrong-persons" else mademoiselle,
            "place": place,
            "seat": max(seat, 0) if key in ("too-dear", "wrong-owner") else seat,
            "expedition": expedition,
            "uid": "04e26180aabbcc",
            "here": "reveal",
            "needs": 99,
            "fee": 1,
            "has": 99,
        }
        no = Illegal(key, LONG, **facts)
        table.mode = refused(Playing(), no, Tap(uid="04", card=None), table.ctx)
        assert isinstance(table.mode, Refused)
        table.displays()
        for deck in ("", "Box 1", "The deck of my grandmother"):
            table._facts["deck_name"] = deck
            table.displays()


def test_trouble(rehearse, longest):
    table = rich(rehearse, longest)
    for names in (("reader",), ("seat-5", "reader-2"), ("main",), SEATS):
        table.lose(*names)
        for pause_s in (0, 3.9, 5, 3_600):
            table.wait(pause_s)
            draw_all(table)


def test_a_note_stands_in_the_header_and_a_long_one_on_a_page(rehearse):
    table = rehearse("Ann Ben")
    table.note = "Resumed, 9999 entries"
    assert table.lines()[:2] == ["Resumed, 9999 entries", "REVEAL"]
    table.note = LONG
    assert table.lines()[0] == "NOTE"
    assert len(table.lines()) == 8


def test_a_text_longer_than_its_row_has_a_shorter_form():
    """Paragraphs are broken into rows instead, and so are notes of the desk."""
    texts = load_catalogue("en").texts
    ours = [key for key in texts if not key.startswith((*PARAGRAPHS, *ABOUT_TAGS, *NOTES, "new."))]
    for key in ours:
        if texts[key].cells > ROW and not key.endswith(SHORTER):
            last = [key + end for end in SHORTER if key + end in texts][-1]
            assert texts[last].cells <= ROW, key
