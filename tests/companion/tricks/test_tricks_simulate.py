"""The simulated table with Port Royal (2000): players who see their own hand, a person at the terminal."""

import re
import time
from contextlib import closing

import pytest

from companion.bootstrap import SteppedClock
from companion.cli import SIMULATED
from companion.cli import main as command
from companion.deeds import Show
from companion.options import SimulateOptions, player_names
from companion.piles import Piles
from companion.selfplay import SelfPlay
from companion.simulate.board import Board, laid_out
from companion.simulate.demo import Demo
from companion.simulate.fast import finish, play_fast
from companion.simulate.live import Live
from companion.simulate.page import Style
from companion.simulate.sitting import Sitting
from companion.store import Store
from companion.tricks.world import KIND, lying, result
from companion.worlds import WORLDS, piles_of
from drivers import buses
from engine.games import SetUp
from engine.portroyal2000 import messages as m
from engine.session import restore

GAME = "port-royal-2000"
SHORT = SetUp(
    game=GAME, players=("Ann", "Ben", "Cem"), rules="standard", position={"round": 6, "dealer": "Ann"}
)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let drivers look at the clock, which is moved by hand here, more often than they need to."""
    monkeypatch.setattr(buses, "STEP_S", 0.002)


def test_the_command_offers_every_game_that_can_be_simulated():
    assert tuple(WORLDS) == SIMULATED
    assert player_names(["4"], GAME) == ("Ann", "Ben", "Cem", "Dot")


def test_five_players_are_too_many(capsys):
    assert command(["simulate", "--game", GAME, "--players", "5", "--fast"]) == 2
    assert capsys.readouterr().err


def test_a_whole_last_round_plays_itself_through_taps_and_buttons(tmp_path):
    clock, told = SteppedClock(), []
    options = SimulateOptions(game=GAME, seed=5, seat_displays=3, players=("Ann", "Ben", "Cem"))
    with Store.open(tmp_path) as store, closing(Sitting(options, store, clock)) as sitting:
        sitting.start(afresh=True)
        sitting.desk.begin(SHORT)
        finish(sitting, clock)
        sitting.work()
        play_fast(sitting, clock, told.append, lambda: None)
        assert Demo(sitting).over
    assert told[1].startswith("Round  6:  Ann")
    assert any("points." in line for line in told)
    assert told[-1].startswith("6 rounds, ")


class Person:
    """A window, and somebody who presses the next key as soon as the window shows what is waited for."""

    def __init__(self, clock, script):
        self.ended, self.size, self.text = False, (62, 30), ""
        self._clock, self.script = clock, list(script)
        self._end_s = time.monotonic() + 90

    def draw(self, lines):
        self.text = re.sub("\x1b\\[[0-9;]*m", "", "\n".join(lines))

    def read(self, timeout_s):
        # The drivers' threads get more time while the hand waits for a device.
        time.sleep(0.003 if timeout_s is None or timeout_s > 0.1 else 0.02)
        self._clock.advance(1.0 if timeout_s is None else min(timeout_s, 1.0))
        if self.script and all(wanted in self.text for wanted in self.script[0][:-1]):
            return [self.script.pop(0)[-1]]
        self.ended = time.monotonic() > self._end_s
        return []


def test_a_person_at_the_terminal_lays_booty_bids_and_plays_from_the_hand(tmp_path):
    clock = SteppedClock()
    nine = [("Booty:", f"Pile {49 - number}", f"{number} of 9", " ") for number in range(9)]
    person = Person(
        clock,
        [
            *nine,
            ("B E N   1   ?", "Open trick cards:", "y"),
            ("C E M   2   ?", "n"),
            ("A N N   2   ?", "n"),
            ("S W A P   2", "y"),
            ("T R U M P   ?", "y"),
            ("W H O   L E A D S ?", "y"),
            ("F O R   W H A T ?", "y"),
            ("B E N   ?", "Hand of Ben:", "1"),
            ("C E M   ?", "Hand of Cem:", "tapped", "q"),
        ],
    )
    options = SimulateOptions(game=GAME, seed=5, players=("Ann", "Ben", "Cem"))
    with Store.open(tmp_path) as store, closing(Sitting(options, store, clock)) as sitting:
        sitting.start()
        Live(sitting, person, Style(colours=False, dots=False)).run()
    assert not person.script, f"never shown: {person.script[:1]}\n{person.text}"


# -- hidden cards ----------------------------------------------------------------------------
def play_some(table, piles, entries):
    """Play with the simple players on a desk, who say with keys and taps what they do."""
    players = SelfPlay(table.desk, lambda: piles)
    seq = table.session.seq
    while table.session.seq < seq + entries and table.session.state.agenda:
        deed = players.deed()
        if isinstance(deed, Show):
            table.tap(table.session.table.rules.cards[deed.card].kind)
        else:
            table.press({"yes": "y", "no": "n", "next": ">"}[deed.key])
        piles.follow()


def test_the_same_seed_and_log_give_the_same_cards_also_after_undo(sit):
    table = sit().begin("Ann", "Ben", "Cem")
    piles = piles_of(table.session, "7")
    play_some(table, piles, 30)
    hands, booty = [list(hand) for hand in piles.cards.hands], list(piles.cards.booty)
    again = Piles(restore(table.session.table, table.session.done), "7", KIND)
    assert ([list(hand) for hand in again.cards.hands], list(again.cards.booty)) == (hands, booty)
    assert Piles(restore(table.session.table, table.session.done), "8", KIND).cards.booty != booty
    play_some(table, piles, 1)
    table.press("N")
    piles.follow()
    assert [list(hand) for hand in piles.cards.hands] == hands


def test_the_top_card_is_booty_while_it_is_laid_out_and_a_bonus_in_the_count(sit):
    ships = {"Ann": {"rum": ["rum-9", "hidden"], "tobacco": ["hidden"]}}
    table = sit().begin("Ann", "Ben", "Cem", position={"round": 6, "dealer": "Ann", "ships": ships})
    piles = piles_of(table.session, "7")
    assert table.session.table.rules.cards[piles.top].type == "booty"
    play_some(table, piles, 12)
    assert piles.top is None
    while table.session.state.agenda and table.phase != "count":
        play_some(table, piles, 1)
    assert table.phase == "count"
    assert table.session.table.rules.cards[piles.top].type == "bonus"
    play_some(table, piles, 9)
    assert result(table.session)[0].endswith(f"{table.session.scores()[0].points} points.")
    assert piles.top is None


def test_who_plays_sees_his_own_hand_and_everybody_the_booty(sit):
    table = sit().begin("Ann", "Ben", "Cem")
    piles = piles_of(table.session, "3")
    assert [title for title, _ in lying(piles).rows] == ["Booty:"]
    while not isinstance(table.session.state.asked, m.Bidding):
        play_some(table, piles, 1)
    assert [(title, len(cards)) for title, cards in lying(piles).rows] == [("Open trick cards:", 2)]
    while not isinstance(table.session.state.asked, m.Playing):
        play_some(table, piles, 1)
    seat = table.session.state.asked.seat
    [(title, hand)] = lying(piles).rows
    assert title == f"Hand of {table.session.table.rules.names[seat]}:"
    assert sorted(hand) == sorted(piles.cards.hands[seat])
    assert len(laid_out(Board(), [hand]).first) == 8
    assert lying(piles).counts[0] == "Pile 40"
