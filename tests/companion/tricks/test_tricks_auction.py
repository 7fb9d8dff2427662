"""What keys and taps do from the lay-out to the choice of booty: device-ux.md 3.5, RY1 to RY5."""

import pytest

from companion.flow import PickCard, Playing, Refused
from companion.play_modes import OwnCards, UndoPage
from companion.tricks.scene import scale
from tricks_steps import LAID, NINTH, TO_AUCTION, TO_CHOOSE, TO_LEAD, TO_SWAP, TO_TRUMP


# -- RY1 ---------------------------------------------------------------------------------
def test_booty_is_tapped_one_by_one_and_the_ninth_ends_the_lay_out(table):
    game = table()
    assert game.lines() == ["R1     LAYOUT  0 of 9", "TAP 9", "tap booty  Y:list"]
    game.tap(*LAID)
    assert game.lines()[1:-1] == ["TAP 1", "BIS4 TOB12 GUN7 x2", "RUM5 RUM9 Max-5 +8"]
    game.tap(NINTH)
    assert (game.phase, game.lines()[1]) == ("auction", "BEN 1 ?")
    assert game.played == [{"lay": "remove"}]


def test_no_takes_the_card_turned_up_last_back_and_says_what_to_do(table):
    game = table().tap("rum-9", "rum-5").press("n")
    assert isinstance(game.desk.mode, UndoPage)
    assert "1 booty: not laid" in game.lines()
    assert game.signals == ("tick", "undo")
    game.tap("rum-5")
    assert game.lines()[2] == "RUM9 RUM5"


def test_before_anything_is_laid_no_key_undoes(table):
    assert isinstance(table().press("n").desk.mode, Playing)


def test_a_card_that_lies_open_already_is_refused_with_a_sentence(table):
    game = table().tap("rum-9", "rum-9")
    assert isinstance(game.desk.mode, Refused)
    assert game.signals == ("refused",)
    assert game.session.seq == 1
    game.tap("rum-5")
    assert game.session.seq == 2


def test_relocate_is_refused_before_the_last_round(table):
    game = table().tap("relocate")
    assert isinstance(game.desk.mode, Refused)
    assert game.session.seq == 0


def test_the_list_offers_every_booty_card_whatever_came_already(table):
    game = table().tap(*LAID).press("y")
    assert isinstance(game.desk.mode, PickCard)
    assert len(game.desk.mode.cards) == 49
    game.choose("Rum").choose("Rum 12")
    assert game.phase == "auction"


# -- RY2 ---------------------------------------------------------------------------------
def test_the_scale_shows_the_stones_and_where_the_bid_would_stand():
    assert scale(4, 12) == "····●·······■·······"
    assert scale(0, -1) == "●···················"
    assert scale(19, 19) == "···················◎"


def test_next_raises_the_bid_shown_and_wraps_at_the_limit(table):
    game = table(TO_AUCTION, {"correct": {"debt": {"Ben": 16}}})
    assert game.lines()[1:4] == ["BEN 1 ?", "No bid yet      max 3", "················●■··"]
    game.press("> >")
    assert game.lines()[1:4] == ["BEN 3 ?", "No bid yet      max 3", "················●··■"]
    assert game.press(">").lines()[1] == "BEN 1 ?"
    game.press("> y")
    assert game.played == [{"bid": 2}]
    assert game.lines()[1:3] == ["CEM 3 ?", "High 2 Ben     max 19"]


def test_next_held_raises_the_bid_by_five(table):
    assert table(TO_AUCTION).press(">>").lines()[1] == "BEN 6 ?"


def test_who_cannot_bid_higher_can_only_pass(table):
    game = table(TO_AUCTION, {"correct": {"debt": {"Cem": 19}}}, {"bid": 1})
    assert game.lines()[1] == "CEM PASS"
    assert game.lines()[-1] == "N:pass"
    assert game.press("y").signals == ("refused",)
    assert game.press("n").lines()[1] == "ANN 2 ?"


def test_the_dealer_whom_all_others_left_to_it_takes_the_privileges_for_nothing(table):
    game = table(TO_AUCTION, "pass", "pass")
    assert game.lines()[-1] == "Y:bid 1 >:+1 N:0"
    game.press("n")
    assert game.phase == "swap"
    assert game.session.view().holder == 0


def test_a_dealer_at_the_end_of_the_scale_is_told_that_he_takes_them_for_nothing(table):
    game = table(TO_AUCTION, {"correct": {"debt": {"Ann": 19}}}, "pass", "pass")
    assert game.lines()[-1] == "N:takes them for 0"


def test_bids_are_keyed_and_cards_are_refused_after_the_first(table):
    game = table(TO_AUCTION, {"bid": 1}).tap("red-3")
    assert "Bids are made with" in game.lines()
    assert game.session.seq == 2


def test_the_two_open_trick_cards_may_be_tapped_before_the_first_bid(table):
    game = table(TO_AUCTION).tap("red-3")
    assert game.lines()[-2] == "open ◆3, tap other"
    assert game.signals == ("tick",)
    assert game.session.seq == 1
    game.tap("red-3")
    assert game.session.seq == 1
    game.tap("pirate-1")
    assert game.played == [{"open": ["red-3", "pirate-1"]}]
    assert game.lines()[-2] == "open: ◆3 P1"


def test_the_key_of_the_bidder_bids_what_is_shown_and_passes_when_held(table):
    game = table(TO_AUCTION, seats=3).press(">")
    assert game.screens["seat-2"].inverse
    assert game.lines("seat-2")[-1] == "press:2 hold:pass"
    game.press("s2")
    assert game.played == [{"bid": 2}]
    assert not game.screens["seat-2"].inverse
    game.press("S3")
    assert game.played == ["pass"]


def test_the_key_of_another_seat_shows_its_ships(table):
    game = table(TO_AUCTION, seats=3).press("s1")
    assert isinstance(game.desk.mode, OwnCards)
    assert game.lines("seat-1")[1] == "BIS 0/24"
    assert game.session.seq == 1


# -- RY3, RY4, RY5 -------------------------------------------------------------------------
@pytest.mark.parametrize("key", ["y", ">"])
def test_swapping_is_said_with_one_key(table, key):
    game = table(*TO_SWAP)
    assert game.lines()[:2] == ["R1      SWAP BEN (-8)", "SWAP 2"]
    assert "●·······■···········" in game.lines()
    assert game.press(key).phase == "trump"


@pytest.mark.parametrize("steps", [TO_SWAP, TO_TRUMP, TO_LEAD], ids=["swap", "trump", "lead"])
@pytest.mark.parametrize("kind", ["red-3", "pirate-1", "prisoner-3", "gunpowder-12", "?"])
def test_what_is_secret_then_is_dropped_without_a_trace(table, steps, kind):
    game = table(*steps)
    seq = game.session.seq
    game.tap(kind)
    mode = game.desk.mode
    assert isinstance(mode, Refused)
    assert (mode.key, mode.facts, mode.tap) == ("not-here", {}, None)
    assert game.session.seq == seq


def test_trump_is_chosen_from_the_four_colours(table):
    game = table(*TO_TRUMP)
    assert game.lines()[1:-1] == ["TRUMP ?", ">■BLACK", " ◆RED", " ≈BLUE", " ▲GREEN"]
    game.press("> > y")
    assert game.played == [{"trump": "blue"}]
    assert "Red stones: ≈BLUE" in game.lines()


def test_the_start_player_is_named_from_a_list_or_by_a_card_of_his_board(table):
    game = table(*TO_LEAD, {"correct": {"ships": {"Ann": {"rum": ["rum-2"]}}}})
    assert game.lines()[1:5] == ["WHO LEADS?", ">Ben", " Cem", " Ann"]
    game.tap("rum-2")
    assert game.played == [{"lead": "Ann"}]


def test_the_contested_card_is_tapped_or_chosen_from_the_list(table):
    game = table(*TO_CHOOSE)
    assert game.lines()[1] == "FOR WHAT?"
    assert game.tap("rum-9").played == [{"choose": "rum-9"}]
    again = table(*TO_CHOOSE).choose("Gunpowder 7")
    assert again.played == [{"choose": "gunpowder-7"}]


def test_a_card_that_does_not_lie_open_is_no_choice(table):
    game = table(*TO_CHOOSE).tap("gunpowder-12")
    assert game.desk.mode.key == "not-here"
