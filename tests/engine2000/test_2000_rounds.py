"""Game and round, booty lay-out, dealing (rules 21 to 34)."""

from __future__ import annotations

import pytest

from engine.portroyal2000 import messages as m
from engine.portroyal2000.layout import trick_cards

GOODS = ("BIS", "TOB", "RUM", "GUN")
BOOTY = [f"{good}{value}" for value in (2, 3, 4, 5, 6, 7, 8, 9, 10, 12) for good in GOODS]
BOOTY += ["+8", "+6", "-10", "-5", "Max+5", "Max-5", "x2", "REM"]


def rounds(table, left=None):
    """Play round after round and stop before each lay-out, then after the game."""
    pile = [*BOOTY, "REL"]
    while table.phase == "lay":
        yield table
        count = table.session.view().missing
        now, pile = pile[:count], pile[count:]
        table.do("lay " + " ".join(now)).auction()
        table.do("swapped", "trump black")
        table.play_round(left)
        if table.phase == "slide":
            table.do("slide")
    yield table


def test_2000_21_23_six_rounds_of_eight_tricks(game):
    table = game(4)
    awarded = 0
    for number, now in enumerate(rounds(table), 1):
        if now.phase == "lay":
            assert now.round == number
        else:
            assert number == 7
    for entry in table.session.done:
        awarded += sum(isinstance(event, m.TrickWon) for event in entry.events)
    assert awarded == 48
    table.expect(phase="over", round=6, to_act=None)
    assert len(table.booty) == 1
    table.refuse("slide", "over")


def test_2000_22_the_order_of_a_round(game):
    table = game().refuse("bid 1", "turns up booty").refuse("pass").lay()
    table.refuse("swapped", "bids or passes").refuse("play R1").auction()
    table.refuse("trump black").do("swapped").refuse("lead Ann").do("trump black")
    table.refuse("choose RUM2", "names who leads").refuse("play R1").do("lead Ann")
    table.refuse("play R1", "chooses a booty card")
    table.do("choose RUM2").refuse("choose RUM3", "plays a card")


def test_2000_22_hands_come_between_lay_out_and_auction(game):
    table = game(hands="known").lay()
    table.expect(phase="deal").refuse("bid 1", "deals")


def test_2000_24_nine_cards_in_round_one(game):
    table = game().lay()
    assert len(table.booty) == 9
    assert table.session.view().pile == 40


def test_2000_24_cards_may_be_turned_up_one_by_one(game):
    table = game().do({"lay": "rum-2"}, {"lay": "rum-3"}).refuse({"lay": "rum-2"}, "lies open already")
    assert table.session.view().missing == 7
    table.refuse("lay RUM4 RUM5", "7 booty cards must be turned up now, not 2")
    table.do("lay RUM4 RUM5 RUM6 RUM7 RUM8 RUM9 RUM10").expect(phase="auction")


def test_2000_24_what_cannot_be_turned_up(game):
    table = game(ships={"Ben": {"rum": "RUM9"}}, removed="RUM8", kept="Ann")
    table.refuse({"lay": "rum-9"}, "lies before Ben").refuse({"lay": "rum-8"}, "left the game")
    table.refuse({"lay": "remove"}, "lies before Ann").refuse({"lay": "red-1"}, "no booty card")
    table.refuse("lay RUM2 RUM2 RUM3 RUM4 RUM5 RUM6 RUM7 RUM10 RUM12", "twice")
    table.refuse("lay RUM2", "9 booty cards")


def test_2000_25_112_118_the_left_over_card_stays_and_eight_are_new(game):
    table = game(left_over="GUN4 1", round=2)
    assert table.session.view().missing == 8
    table.refuse(
        "lay BIS2 BIS3 BIS4 BIS5 BIS6 BIS7 BIS8 BIS9 BIS10", "8 booty cards must be turned up now, not 9"
    )
    table.lay()
    assert len(table.booty) == 9
    assert "gunpowder-4" in table.booty


def test_2000_26_27_B64_the_pile_ends_with_relocate_in_round_six(game):
    table = game()
    sizes = []
    for now in rounds(table):
        if now.phase == "lay":
            count = now.session.view().missing
            sizes.append(now.session.view().pile - count)
            offered = m.TurnUp(now.card("REL")) in set(now.session.choices())
            assert offered == (now.round == 6)
    assert sizes == [40, 32, 24, 16, 8, 0]


def test_2000_27_B64_relocate_may_be_what_is_left_over(game):
    table = game(round=6, removed=" ".join(BOOTY[8:])).do("lay REL " + " ".join(BOOTY[:8])).auction()
    table.do("swapped", "trump black").play_round(left="REL")
    table.expect(phase="over", left_over="relocate")


def test_2000_28_booty_is_public(game):
    table = game(4).lay()
    assert len({table.session.view(seat).booty for seat in (None, 0, 1, 2, 3)}) == 1


def test_2000_29_B8_any_seat_may_deal_first(game):
    for name in ("Ann", "Ben", "Cem"):
        game(dealer=name).expect(dealer=name, to_act=name)
    game().expect(dealer="Ann")


def test_2000_30_31_eight_cards_each_and_two_open(game):
    for players in (3, 4):
        table = game(players, hands="known").lay()
        [deal] = [command for command in table.session.choices() if isinstance(command, m.Deal)]
        table.session.play(deal)
        assert [hand.bit_count() for hand in table.state.hands] == [8] * players
        assert len(table.state.face_up) == 2
        assert table.phase == "auction"


@pytest.mark.parametrize("change", ["short", "double", "boxed"])
def test_2000_30_a_wrong_deal_is_refused(game, change):
    table = game(3, hands="known").lay()
    cards = [table.rules.cards[card].kind for card in trick_cards(table.rules, table.state)]
    hands = {"Ann": cards[:8], "Ben": cards[8:16], "Cem": cards[16:24]}
    if change == "short":
        hands["Cem"] = hands["Cem"][1:]
    elif change == "double":
        hands["Cem"] = hands["Ben"]
    else:
        hands["Cem"] = ["pirate-7", *hands["Cem"][1:]]
    table.refuse({"deal": {"hands": hands, "open": cards[24:]}}, "deal again")


def test_2000_31_the_open_cards_may_be_told_before_the_first_bid(game):
    table = game().lay().refuse({"open": ["red-1"]}, "Two different").refuse("open R1 R1", "Two different")
    table.refuse("open R1 R7", "not in a game of 3").refuse("open R1 RUM12", "no trick card")
    assert table.session.view().may_open
    table.do("open R1 P5").refuse("open R2 R3", "known already")
    assert table.session.view().face_up == tuple(sorted((table.card("R1"), table.card("P5"))))
    assert not table.session.view().may_open
    game().lay().do("pass").refuse("open R1 R2", "has begun")
    game().lay().auction().refuse("open R1 R2", "before the first bid")


def test_2000_32_82_118_trick_cards_and_stones_are_gathered(game):
    table = game().begin("K", "Ann").trick("RUM2", "R4 K2 R1")
    assert table.stones["Ben"] == ["red"]
    table.play_round().do("slide")
    table.expect(stones={"Ann": [], "Ben": [], "Cem": []}, trump=None, holder=None, high_bid=0, trick=0)
    table.begin("R").trick("RUM4", "R4 K2 R1")


@pytest.mark.parametrize(("players", "dealers"), [(4, [0, 3, 2, 1, 0, 3]), (3, [0, 2, 1, 0, 2, 1])])
def test_2000_33_34_B9_the_deal_goes_to_the_right(game, players, dealers):
    table = game(players)
    names = table.rules.names
    seen = []
    for now in rounds(table):
        if now.phase == "lay":
            seen.append(names.index(now.dealer))
            assert now.session.view().next_dealer == (seen[-1] - 1) % players
    assert seen == dealers


def test_2000_34_the_old_dealer_bids_first(game):
    table = game(4).begin().play_round().do("slide").lay()
    table.expect(dealer="Dora", to_act="Ann")


def test_2000_B10_tricks_go_clockwise(game):
    table = game(4).begin("K", "Cem").do("choose RUM2")
    for name in ("Cem", "Dora", "Ann", "Ben"):
        table.expect(to_act=name)
        table.do(
            "play R1" if name == "Cem" else {"Dora": "play R2", "Ann": "play R3", "Ben": "play R4"}[name]
        )


def test_2000_B69_the_last_trick_is_public_older_ones_by_a_switch(game):
    for history, count in (("last_trick", 1), ("all", 2)):
        table = game(history=history).begin().trick("RUM2", "R1 R2 R3").trick("RUM3", "B1 B2 B3")
        view = table.session.view()
        assert len(view.tricks) == count
        assert view.last_trick.booty == table.card("RUM3")
        assert view.last_trick == view.tricks[-1]


def test_2000_B70_a_slip_is_taken_back(game):
    table = game().begin().do("choose RUM2", "play R1")
    before = table.state
    table.do("play R2").undo()
    assert table.state == before


def test_a_game_ends_when_a_position_left_no_more_booty(game):
    table = game(removed=" ".join(BOOTY[9:])).do("lay " + " ".join(BOOTY[:9])).auction()
    table.do("swapped", "trump black").play_round().do("slide")
    table.expect(phase="over", round=2)
