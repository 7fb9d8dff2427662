"""Playing tonight and tagging later: cards from a list, and unknown tags that are learned in play."""

from __future__ import annotations

import random

import pytest

from companion.decks.sample import sample_uid
from companion.flow import PickCard, Refused
from companion.gameplay import GAMEPLAYS
from companion.picklist import branches
from companion.play_modes import Claiming
from companion.players import REVEAL, choose
from engine import cardset
from engine.games import SetUp
from engine.portroyal import messages as m

GAME = "port-royal"


def uid(card: str) -> str:
    return sample_uid(card).hex()


class Players:
    """People with real cards at a table: they see faces and stickers, never the device's numbers of cards.

    ``lies`` says which real card the device means by each of its open ones.
    """

    def __init__(self, evening, seed: int, *, stickers: bool = True) -> None:
        self.evening = evening
        self.stickers = stickers
        self.rng = random.Random(seed)
        self.cards = evening.catalogues.cards(GAME)
        self.lies: dict[int, str] = {}
        self.asked: list[str] = []
        """Real cards about whose tag the device asked."""
        evening.desk.begin(SetUp(game=GAME, players=("Ann", "Ben", "Cem", "Dot"), start="Ann"))
        self.real = [card.name for card in self.cards if not cardset.has(self.state.box, card.id)]
        assert len(self.real) == 119

    @property
    def session(self):
        return self.evening.desk.session

    @property
    def state(self):
        return self.session.state

    def kind(self, name: str) -> str:
        return name.partition("#")[0]

    def play(self, most: int = 10_000) -> None:
        """Play until the game is over, or so many entries were made."""
        while self.state.agenda and self.session.seq < most:
            self.act()

    def act(self) -> None:
        rules = self.session.table.rules
        choice = choose(rules, self.state)
        before = self.session.seq
        match choice:
            case m.Take(card):
                self.show(self.lies[card], card)
            case m.Claim(card):
                self.show(self.lies[card], card)
                assert isinstance(self.evening.desk.mode, Claiming)
                self.evening.press("y")
            case m.Repel():
                self.evening.press("y")
            case m.Keep():
                self.evening.press("n")
            case m.Stop() | m.Pass():
                self.evening.press(">")
            case _:
                assert choice == REVEAL
                self.reveal()
        assert self.session.seq > before, (choice, self.evening.rows)
        self.check()

    def reveal(self) -> None:
        """Turn a real card up, any of those that lie face down."""
        for card in [card for card in self.lies if cardset.has(self.state.unseen, card)]:
            del self.lies[card]
        face_down = sorted(set(self.real) - set(self.lies.values()))
        assert len(face_down) == len(list(cardset.ids(self.state.unseen)))
        real = self.rng.choice(face_down)
        self.show(real, None)
        [revealed] = [e.card for e in self.session.last.events if isinstance(e, m.CardRevealed)]
        assert self.cards[revealed].kind == self.kind(real)
        self.lies[revealed] = real

    def show(self, real: str, card: int | None) -> None:
        """Tap a real card, or pick it from the list; say which it is when the device asks."""
        if not self.stickers:
            self.evening.press("y")
        else:
            self.evening.tap(real)
            mode = self.evening.desk.mode
            if not (isinstance(mode, Refused) and mode.key == "unknown-tag"):
                return
            self.asked.append(real)
            self.evening.press("y")
        pick(self.evening, self.kind(real), card)

    def check(self) -> None:
        """No card is wrong: every open one has the face that the device believes, and so has every tag."""
        for card, real in self.lies.items():
            assert self.cards[card].kind == self.kind(real)


def pick(evening, kind: str, card: int | None = None) -> None:
    """Find a card in the list that is open, heading by heading, with NEXT and YES alone."""
    cards = evening.catalogues.cards(GAME)
    assert isinstance(evening.desk.mode, PickCard), evening.rows
    while isinstance(mode := evening.desk.mode, PickCard):
        lines = branches(GAMEPLAYS[GAME].around.picking, mode, evening.desk.context(evening.now_s))
        at = next(
            number
            for number, line in enumerate(lines)
            if any(one == card if card is not None else cards[one].kind == kind for one in line.cards)
        )
        evening.press("> " * (at - mode.cursor) + "y")


def start(evening, **head) -> None:
    evening.desk.begin(SetUp(game=GAME, players=("Ann", "Ben", "Cem"), start="Ann", **head))
    evening.rest()


def test_without_tags_yes_picks_a_card_colour_first(evening) -> None:
    start(evening)
    assert evening.rows[-1] == "tap or Y:pick card"
    evening.press("y")
    assert evening.rows[:2] == ["WHICH CARD?", ">●YELLOW ships"]
    pick(evening, "ship-red-1-1")
    evening.press("n")
    assert evening.desk.session.facts()["harbor"] == ["ship-red-1-1"]
    assert evening.tagged() == {}


def test_the_list_offers_only_what_can_come(evening) -> None:
    coins = {"Ann": 9, "Ben": 0, "Cem": 0}
    start(evening, position={"harbor": ["sailor-3-1", "ship-red-1-1"], "coins": coins})
    evening.press("> y")
    assert evening.rows == ["WHICH CARD?", ">◆RED 1 †1", " Sailor 3", ">:down Y:ok N:back"]


def test_a_table_without_a_reader_has_the_list_and_no_alarm(begin) -> None:
    evening = begin(readers={})
    start(evening)
    assert evening.rows[-1] == "Y:pick card"
    assert not evening.shows("READER LOST")
    evening.rest(120.0)
    assert evening.heard == []
    evening.press("y")
    pick(evening, "sailor-3-1")
    assert evening.rows[-1].startswith("Y:pick card")


@pytest.mark.parametrize("readers", [True, False])
def test_a_whole_game_without_tags(begin, readers: bool) -> None:
    evening = begin() if readers else begin(readers={})
    players = Players(evening, seed=5, stickers=False)
    players.play()
    assert not players.state.agenda
    assert evening.taps == 0
    assert evening.tagged() == {}


def test_after_two_games_the_deck_is_tagged(evening, order) -> None:
    first = Players(evening, seed=1)
    first.play()
    assert len(first.asked) == len(set(first.asked))
    once = evening.tagged()
    assert once == {uid(real): once[uid(real)] for real in first.asked}
    second = Players(evening, seed=2)
    second.play()
    assert not set(second.asked) & set(first.asked)
    deck = evening.tagged()
    assert all(first.kind(name) == first.kind(card) for name, card in by_sticker(deck, first.real))
    rest = [name for name in order if uid(name) not in deck]
    assert len(rest) <= 12, "cards that stayed face down in both games"
    tag_the_rest(evening, rest)


def tag_the_rest(evening, rest: list[str]) -> None:
    """Tag the cards that no game turned up: one tap each, in their order."""
    evening.press("n")
    evening.choose("Cards", f"Tag: go on, {len(rest)} left")
    evening.press("y")
    for real in rest:
        assert evening.tap(real)[0] in ("tick", "last-copy")
    assert evening.shows("ALL TAGGED")
    deck = evening.tagged()
    assert len(deck) == 120
    assert all(real.partition("#")[0] == deck[uid(real)].partition("#")[0] for real in rest)


def by_sticker(deck: dict[str, str], real: list[str]) -> list[tuple[str, str]]:
    """Give each real card that has a tag in the deck, with the card that the deck says it is."""
    return [(name, deck[uid(name)]) for name in real if uid(name) in deck]


def test_an_unknown_tag_is_asked_about_once_and_acted_on(evening) -> None:
    start(evening)
    assert evening.tap("sailor-3-1#4") == ["refused"]
    assert evening.rows[0].startswith("UNKNOWN TAG ..")
    assert evening.rows[-1] == "Y:which card?  N:skip"
    evening.press("y")
    pick(evening, "sailor-3-1")
    assert evening.desk.session.facts()["harbor"] == ["sailor-3-1"]
    assert list(evening.tagged()) == [uid("sailor-3-1#4")]
    evening.press("N")
    evening.tap("sailor-3-1#4")
    assert evening.desk.session.facts()["harbor"] == ["sailor-3-1"]


def test_a_tag_learned_in_play_survives_a_power_cut(evening) -> None:
    start(evening)
    evening.tap("sailor-3-1#4")
    evening.press("y")
    pick(evening, "sailor-3-1")
    evening.cut_power()
    evening.press("y")
    evening.tap("sailor-3-1#4")
    assert not evening.shows("UNKNOWN TAG")


def test_the_first_tap_of_a_new_game_may_be_unknown(evening) -> None:
    evening.press("y y y  y y Y  y > y Y  y")
    evening.press("> y y")
    evening.tap("jester-5-1#1")
    assert evening.rows[0].startswith("UNKNOWN TAG ..")
    evening.press("y")
    pick(evening, "jester-5-1")
    assert evening.desk.session.facts()["harbor"] == ["jester-5-1"]


def test_numbers_that_cannot_stand_for_a_card_are_played_but_not_learned(evening) -> None:
    start(evening)
    evening.tap("08a1b2c3")
    evening.press("y")
    assert evening.shows("Not usable as a tag")
    pick(evening, "jester-5-1")
    assert evening.desk.session.facts()["harbor"] == ["jester-5-1"]
    assert evening.tagged() == {}


def test_an_unknown_tag_on_a_person_for_an_expedition_is_one_of_those_before_the_player(evening) -> None:
    display = {"Ann": ["settler-4-1", "settler-4-1", "jack-of-all-trades-6-1", "sailor-3-1"]}
    start(evening, position={"display": display, "expeditions": ["expedition-HH"]})
    evening.tap("expedition-HH#1")
    evening.press("y")
    pick(evening, "expedition-HH")
    assert isinstance(evening.desk.mode, Claiming)
    evening.tap("jack-of-all-trades-6-1#2")
    evening.press("y")
    assert evening.rows[1:-1] == [">Settler 4", " Jack 6", " Sailor 3"]
    pick(evening, "jack-of-all-trades-6-1")
    assert isinstance(evening.desk.mode, Claiming)
    evening.press("y")
    facts = evening.desk.session.facts()
    assert "jack-of-all-trades-6-1" not in facts["display"]["Ann"]
    assert uid("jack-of-all-trades-6-1#2") in evening.tagged()
