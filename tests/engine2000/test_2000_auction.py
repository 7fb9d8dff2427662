"""The auction (rules 35 to 50) and the privileges (51 to 62)."""

from __future__ import annotations

import pytest

from engine.kernel import Illegal
from engine.portroyal2000 import messages as m


# -- auction -----------------------------------------------------------------------------
def test_2000_35_40_41_B13_laps_until_one_is_left(game):
    table = game(4).lay().do("bid 1", "pass").refuse("bid 1", "at least 2").do("bid 2", "pass", "bid 4")
    table.expect(to_act="Dora").do("pass")
    table.expect(phase="swap", holder="Ben", to_act="Ben", bid_stone=4, high_bid=4)
    assert len(table.happened(m.PrivilegesWon)) == 1


def test_2000_36_the_left_of_the_dealer_begins(game):
    game(4, dealer="Cem").lay().expect(to_act="Dora")


def test_2000_37_it_goes_clockwise(game):
    table = game(4).lay()
    for bid, name in enumerate(("Ben", "Cem", "Dora", "Ann", "Ben"), 1):
        table.expect(to_act=name).do(f"bid {bid}")


def test_2000_38_39_B12_higher_or_pass(game):
    table = game(4).lay().refuse("bid 0", "at least 1").do("bid 5")
    table.refuse("bid 5", "at least 6").refuse("bid 4")
    assert m.Pass() in set(table.session.choices())
    table.do("bid 7").refuse("bid 7").do("bid 8", "bid 12").expect(high_bid=12)


def test_2000_40_who_passed_is_not_asked_again(game):
    table = game(4).lay().do("bid 1", "pass", "bid 2", "bid 3", "bid 4")
    table.expect(to_act="Dora", limit={"Cem": 0})
    assert [player.passed for player in table.session.view().players] == [False, False, True, False]


def test_2000_42_44_nothing_is_handed_over_and_the_debt_stone_stays(game):
    table = game(debt={"Ben": 6}).lay().auction("Ben", 8)
    table.expect(debt={"Ben": 6}, bid_stone=14)
    assert all(not any(board.ships) for board in table.state.boards)


def test_2000_43_B11_the_bid_stone_stands_at_debt_and_bid(game):
    game(debt={"Ben": 6}).lay().auction("Ben", 8).expect(bid_stone=14)
    game().lay().auction("Ben", 5).expect(bid_stone=5)


def test_2000_43_the_projected_stone_of_each_bidder(game):
    table = game(debt={"Ben": 6, "Cem": 19}).expect(limit={"Ann": 19, "Ben": 13, "Cem": 0}).lay()
    assert [player.projected for player in table.session.view().players] == [1, 7, -1]
    table.do("bid 8")
    assert [player.projected for player in table.session.view().players] == [9, 15, -1]
    assert table.session.view().least_bid == 0
    table.do("pass").expect(to_act="Ann")
    assert table.session.view().least_bid == 9
    table.do("pass").expect(limit={"Ann": 0, "Ben": 0, "Cem": 0})


def test_2000_45_B14_no_bid_beyond_nineteen(game):
    table = game(debt={"Ben": 4}).lay().refuse("bid 16", "at most 15").do("bid 15")
    table.expect(limit={"Ben": 0, "Cem": 19, "Ann": 19})
    game().lay().refuse("bid 20", "at most 19").do("bid 19").refuse("bid 20", "no bid above 19")


def test_2000_46_47_who_has_no_bid_left_can_only_pass(game):
    table = game(debt={"Ben": 19, "Cem": 4}).lay().refuse("bid 1", "can only pass")
    table.do("pass").expect(limit={"Cem": 15})
    other = game(debt={"Cem": 4}).lay().do("bid 15").expect(to_act="Cem", limit={"Cem": 0})
    other.refuse("bid 16", "can only pass")
    assert [command for command in other.session.choices() if isinstance(command, m.Bid)] == []


def test_2000_48_49_B15_nobody_bids_so_the_dealer_is_asked_and_has_it_for_nothing(game):
    table = game(dealer="Cem").lay().do("pass", "pass").expect(to_act="Cem", limit={"Cem": 19})
    table.do("pass").expect(holder="Cem", high_bid=0, bid_stone=0)
    broke = game(debt={"Ann": 19}).lay().do("pass 3")
    broke.expect(holder="Ann", high_bid=0, debt={"Ann": 19}, bid_stone=19)


def test_2000_B15_the_dealer_may_still_bid(game):
    table = game(dealer="Cem").lay().do("pass", "pass", "bid 1")
    table.expect(phase="swap", holder="Cem", bid_stone=1)


def test_2000_50_debts_count_negative(game):
    game(debt={"Ann": 9}, ships={"Ann": {"rum": "RUM12 RUM10", "biscuit": "BIS10 BIS8"}}).expect(
        totals={"Ann": 31}
    )


# -- privileges --------------------------------------------------------------------------
def dealt(game, **options):
    """Open a practice game in which Ann holds R1 R2 R3 R4 R5 R6 P1 P5 and B1, B2 lie open."""
    table = game(3, hands="known", **options).lay()
    hands = {
        "Ann": "red-1 red-2 red-3 red-4 red-5 red-6 pirate-1 pirate-5".split(),
        "Ben": "blue-3 blue-4 blue-5 blue-6 green-1 green-2 green-3 green-4".split(),
        "Cem": "green-5 green-6 black-1 black-2 black-3 black-4 black-5 black-6".split(),
    }
    return table.do({"deal": {"hands": hands, "open": ["blue-1", "blue-2"]}})


def test_2000_51_52_B16_ten_cards_less_two(game):
    table = dealt(game).auction().expect(holder="Ann")
    assert len(list(table.session.choices())) == 45
    table.refuse({"swapped": ["red-1"]}, "two of these ten").refuse({"swapped": ["red-1", "green-1"]})
    table.refuse("swapped")
    same = dealt(game).auction().do({"swapped": ["blue-1", "blue-2"]})
    assert same.state.hands[0].bit_count() == 8
    other = table.do({"swapped": ["red-1", "blue-2"]})
    assert other.state.hands[0].bit_count() == 8
    assert other.card("B1") in other.session.view(0).hand


def test_2000_53_what_was_laid_aside_cannot_be_played(game):
    table = (
        dealt(game).auction().do({"swapped": ["red-1", "blue-2"]}, "trump black", "lead Ann", "choose RUM2")
    )
    table.refuse("play R1", "does not hold").refuse("play B2").do("play B1")


def test_2000_54_B19_only_the_holder_sees_what_he_laid_aside(game):
    table = dealt(game).auction().do({"swapped": ["red-1", "blue-2"]})
    assert set(table.session.view(0).aside) == {table.card("R1"), table.card("B2")}
    for viewer in (None, 1, 2):
        assert table.session.view(viewer).aside == ()


def test_2000_54_at_a_table_the_two_cards_stay_secret(game):
    table = game().lay().auction().refuse({"swapped": ["red-1", "red-2"]}, "secret")
    table.do("swapped")


def test_2000_55_a_pirate_may_be_laid_aside(game):
    dealt(game).auction().do({"swapped": ["pirate-1", "red-2"]}).expect(phase="trump")


def test_2000_56_B18_trump_is_one_of_four_colours(game):
    table = game().lay().auction().do("swapped")
    table.refuse({"trump": "none"}, "one of the four colours").refuse({"trump": "pirate"})
    assert set(table.session.choices()) == {m.NameTrump(c) for c in ("red", "blue", "green", "black")}
    table.do("trump black").expect(trump="black")


def test_2000_57_58_trump_is_the_same_for_all_and_all_round(game):
    table = game().begin("K").refuse("trump red", "are done")
    assert {table.session.view(seat).trump for seat in range(3)} == {"black"}
    table.trick("RUM2", "R1 R2 R3").refuse("trump red").expect(trump="black")


def test_2000_59_60_61_B20_the_named_player_chooses_and_leads(game):
    table = game(dealer="Cem").lay().do("pass 3", "swapped", "trump black", "lead Ann")
    table.expect(phase="choose", to_act="Ann").do("choose RUM2")
    table.expect(phase="play", to_act="Ann", contested="rum-2")
    own = game(dealer="Cem").lay().do("pass 3", "swapped", "trump black", "lead Cem")
    own.expect(phase="choose", to_act="Cem")


def test_2000_60_B20_by_a_switch_who_names_chooses(game):
    table = game(dealer="Cem", booty_chooser="winner").begin("K", "Ann")
    table.expect(phase="choose", to_act="Cem").do("choose RUM2").expect(phase="play", to_act="Ann")
    table.do("play R1 R3 R2", "lead Cem").expect(phase="choose", to_act="Ben")


def test_2000_62_B17_swap_trump_start(game):
    table = game().lay().auction().refuse("trump black", "swaps two cards").refuse("lead Ann")
    table.do("swapped").refuse("swapped").refuse("lead Ann", "names trump").do("trump black")
    table.refuse("swapped", "are done").do("lead Ann")


def test_a_start_player_sits_at_the_table(game):
    table = game().lay().auction().do("swapped", "trump black")
    for seat in (-1, 3):
        with pytest.raises(Illegal, match="There is no seat"):
            table.session.play(m.NameLeader(seat))
