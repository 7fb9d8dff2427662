"""What a table sets right by hand."""

from __future__ import annotations

import pytest

from engine.kernel import Illegal
from engine.portroyal2000 import correction_messages as by_hand
from engine.portroyal2000 import messages as m
from engine.portroyal2000.state import conserved


def correct(**what):
    return {"correct": what}


def test_debts_of_one_or_several(game):
    table = game(4).lay().do(correct(debt={"Ben": 6, "Cem": 4}))
    table.expect(
        debt={"Ann": 0, "Ben": 6, "Cem": 4, "Dora": 0}, phase="auction", to_act="Ben", limit={"Ben": 13}
    )
    table.refuse(correct(debt={"Ann": 20}), "ends at 19").refuse(correct(debt={"Ann": -1}))
    assert [event.seat for event in table.happened(by_hand.DebtCorrected)] == [1, 2]


def test_an_open_bid_must_fit_on_the_scale_too(game):
    table = game().begin("K", holder="Ann", bid=8)
    table.refuse(correct(debt={"Ann": 12}), "12 with the bid of 8 does not fit")
    table.do(correct(debt={"Ann": 11})).expect(bid_stone=19)


def test_a_bid_of_the_auction_must_fit_too(game):
    table = game().lay().do("bid 8", "bid 9").refuse(correct(debt={"Cem": 11}), "11 with the bid of 9")
    table.do(correct(debt={"Ben": 19, "Cem": 10})).do("pass").expect(to_act="Ben")
    table.refuse("bid 10", "can only pass").do("pass").expect(holder="Cem", bid_stone=19)


def test_stones(game):
    table = game().refuse(correct(stones={"Ben": ["red"]}), "once trump is named").begin("K")
    table.refuse(correct(stones={"Ben": ["black"]})).refuse(correct(stones={"Ben": ["purple"]}))
    table.trick("BIS2", "R6 K1 R1").do("lead Ann", correct(stones={"Ben": ["red", "blue"]}))
    assert [(stone.colour, stone.tricks) for stone in table.state.boards[1].stones] == [
        ("red", (1,)),
        ("blue", (2,)),
    ]
    table.do(correct(stones={"Ben": []})).expect(stones={"Ben": []}, phase="choose")


def test_who_deals_until_the_first_bid(game):
    table = game(4).do(correct(dealer="Cem")).expect(phase="lay", dealer="Cem", to_act="Cem")
    table.lay().expect(to_act="Dora").do(correct(dealer="Ben")).expect(to_act="Cem", dealer="Ben")
    table.do("pass").refuse(correct(dealer="Ann"), "before the first bid")
    known = game(3, hands="known").lay().do(correct(dealer="Ben")).expect(phase="deal", to_act="Ben")
    known.refuse("pass")


def test_a_card_lies_on_another_ship_or_before_another_player(game):
    table = game(ships={"Ann": {"rum": "x2 RUM9"}}).begin()
    table.do(correct(card="double", to={"player": "Ann", "ship": "tobacco"})).holds(
        "Ann", rum="RUM9", tobacco="x2"
    )
    table.do(correct(card="rum-9", to={"player": "Ben", "ship": "rum"})).holds("Ben", rum="RUM9")
    table.refuse(correct(card="rum-9", to={"player": "Ben", "ship": "rum"}), "lies there already")
    table.refuse(
        correct(card="rum-9", to={"player": "Ben", "ship": "tobacco"}), "cannot lie on the tobacco ship"
    )
    table.refuse(correct(card="red-1", to={"player": "Ben", "ship": "rum"}), "known booty or bonus card")
    table.refuse(
        correct(card="biscuit-2", to={"player": "Ben", "ship": "biscuit"}), "on the table in this round"
    )


def test_a_card_being_placed_is_in_play(game):
    table = game(kept="Ann").begin("K", "Ann", "RUM9").trick("RUM9", "R3 R2 R1")
    table.refuse(correct(card="rum-9", to="removed"), "on the table in this round")


def test_a_card_left_the_game_or_came_back(game):
    table = (
        game(ships={"Ann": {"rum": "RUM9 b3"}})
        .do(correct(card="rum-9", to="removed"))
        .expect(removed=["rum-9"])
    )
    table.do(correct(card="rum-9", to="pile")).expect(removed=[])
    assert m.TurnUp(table.card("RUM9")) in set(table.session.choices())
    table.do(correct(card="rum-9", to={"player": "Cem", "ship": "rum"})).holds("Cem", rum="RUM9")
    table.do(correct(card="prisoner-3", to="removed")).expect(removed=["prisoner-3"])
    assert table.session.view().bonuses == 5
    table.do(correct(card="prisoner-3", to="pile")).expect(removed=[])
    assert table.session.view().bonuses == 6


def test_the_remove_may_be_kept(game):
    table = game(removed="REM").do(correct(kept="Ben")).expect(kept="Ben", removed=[])
    table.do(correct(card="remove", to={"kept": "Ann"})).expect(kept="Ann")
    table.refuse(correct(card="rum-9", to={"kept": "Ann"}), "Only the remove")
    table.refuse(correct(card="remove", to={"player": "Ann", "ship": "rum"}), "cannot lie")
    table.do(correct(card="remove", to="removed")).expect(kept=None, removed=["remove"])
    with pytest.raises(Illegal, match="no place called 'attic'"):
        table.session.play(by_hand.MoveCard(table.card("RUM9"), "attic"))
    with pytest.raises(Illegal, match="known booty or bonus"):
        table.session.play(by_hand.MoveCard(m.HIDDEN, "removed"))


def test_whole_ships(game):
    table = game(ships={"Ann": {"rum": "RUM9 x2", "tobacco": "TOB5 b?"}, "Ben": {"rum": "RUM4"}})
    table.do(correct(ships={"Ann": {"rum": ["rum-9", "rum-4", "hidden"], "tobacco": ["tobacco-5"]}}))
    table.holds("Ann", rum="RUM9 RUM4 b?", tobacco="TOB5").holds("Ben", rum="").expect(removed=["double"])
    assert (table.state.removed_unseen, table.session.view().bonuses) == (0, 5)
    table.do(correct(ships={"Ann": {"rum": ["rum-9"]}})).expect(removed=["double", "rum-4"])
    assert table.state.removed_unseen == 1
    table.do(
        correct(
            ships={
                "Ben": {"rum": ["hidden", "hidden", "prisoner-1", "prisoner-2", "prisoner-3", "prisoner-4"]}
            }
        )
    )
    assert (table.state.removed_unseen, table.session.view().bonuses) == (0, 0)
    table.refuse(correct(ships={"Cem": {"rum": ["hidden"]}}), "more bonus cards")
    assert conserved(table.rules, table.state) == (49, 6)


def test_ships_that_cannot_be(game):
    table = game(ships={"Ann": {"rum": "RUM9"}})
    table.refuse(correct(ships={"Ann": {"rum": ["rum-9"], "tobacco": ["rum-9"]}}), "two places")
    table.refuse(correct(ships={"Ann": {"rum": ["red-1"]}}), "trick card")
    table.refuse(correct(ships={"Ann": {"rum": ["tobacco-9"]}}), "cannot lie on the rum ship")
    table.lay().refuse(correct(ships={"Ann": {"biscuit": ["biscuit-2"]}}), "on the table in this round")
    for command in (
        by_hand.SetShips(((0, 4, ()),)),
        by_hand.SetShips(((3, 0, ()),)),
        by_hand.SetDebt(3, 0),
        by_hand.SetStones(-1, ()),
        by_hand.SetDealer(3),
        by_hand.MoveCard(table.card("REM"), "kept", 3),
        by_hand.MoveCard(table.card("RUM9"), "ship", 0, 4),
    ):
        with pytest.raises(Illegal, match=r"There is no seat|four ships"):
            table.session.play(command)


def test_a_question_goes_on_with_what_was_set_right(game):
    table = game(kept="Ann").begin("K", "Ann", "RUM9").trick("RUM9", "R3 R2 R1").expect(phase="place")
    table.do(correct(kept="Ben")).expect(phase="lead").holds("Ann", rum="RUM9")


def test_the_count_goes_on_with_who_has_hidden_cards_left(game):
    gone = " ".join(
        [f"{g}{v}" for v in (4, 5, 6, 7, 8, 9, 10, 12) for g in ("BIS", "TOB", "RUM", "GUN")]
        + "+8 +6 -10 -5 Max+5 Max-5 x2 REM".split()
    )
    table = game(round=6, removed=gone, ships={"Ann": {"rum": "b?"}, "Ben": {"tobacco": "b?"}})
    table.do("lay REL BIS2 BIS3 TOB2 TOB3 RUM2 RUM3 GUN2 GUN3").auction().do("swapped", "trump black")
    while table.phase != "count":
        table.session.play(next(iter(table.session.choices())))
    table.expect(to_act="Ann").do(correct(ships={"Ann": {"rum": []}})).expect(phase="count", to_act="Ben")
    table.do(correct(ships={"Ben": {"tobacco": ["prisoner-6"]}})).expect(phase="over")
    table.refuse(correct(debt={"Ann": 1}), "take back the last step first")


def test_corrections_are_refused_when_the_game_is_over_and_say_so(game):
    table = game(round=6).begin("K", "Ann", "REL").play_round().expect(phase="over")
    table.refuse(correct(debt={"Ann": 1}), "take back").refuse("pass", "The game is over")
    assert list(table.session.choices()) == []


def test_stones_of_several_players_at_once(game):
    table = game().begin("K").do(correct(stones={"Ann": ["red"], "Cem": ["blue", "green"]}))
    table.expect(stones={"Ann": ["red"], "Ben": [], "Cem": ["blue", "green"]})
    table.refuse(correct(stones={"Ann": [], "Ben": ["black"]}), "colours other than trump")


def test_a_card_is_moved_to_a_player_where_only_one_place_can_be(game):
    table = game().do(correct(card="rum-9", to="Ann"), correct(card="remove", to="Ben"))
    table.holds("Ann", rum="RUM9").expect(kept="Ben")


def test_what_left_the_game(game):
    table = game(removed="RUM9 b2", kept="Ann", ships={"Ben": {"rum": "x2 RUM4"}})
    table.do(correct(removed=["rum-9", "double", "remove"])).expect(
        removed=["rum-9", "double", "remove"], kept=None
    )
    table.holds("Ben", rum="RUM4").do(correct(removed=[])).expect(removed=[])
    assert conserved(table.rules, table.state) == (49, 6)
    table.lay("RUM9 x2 REM BIS2 BIS3 BIS4 BIS5 BIS6 BIS7")
    table.refuse(correct(removed=["rum-9"]), "on the table in this round")
    table.refuse(correct(removed=["red-1"]), "trick card")
    table.refuse(correct(removed=["rum-8", "rum-8"]), "two places")


def test_the_left_over_card_and_what_lies_under_it(game):
    table = game(round=3, left_over="RUM5 1", ships={"Ann": {"rum": "RUM9 b?"}})
    table.do(correct(left_over={"card": "rum-5", "bonuses": 2}))
    assert (table.state.beneath, table.state.bonuses) == (2, 3)
    table.do(correct(left_over={"card": "double", "bonuses": 2})).expect(left_over="double", booty=["double"])
    table.refuse(correct(left_over={"card": "rum-9", "bonuses": 2}), "has not come yet")
    table.refuse(correct(left_over={"card": "relocate", "bonuses": 2}), "has not come yet")
    table.refuse(correct(left_over={"card": "prisoner-1", "bonuses": 2}), "has not come yet")
    table.refuse(correct(left_over={"card": "double", "bonuses": 6}), "0 to 5 bonus cards")
    table.refuse(correct(left_over={"card": "double", "bonuses": -1}), "0 to 5 bonus cards")
    table.do("lay RUM5 BIS2 BIS3 BIS4 BIS5 BIS6 BIS7 BIS8").expect(phase="auction", left_over="double")
    table.refuse(correct(left_over={"card": "rum-5", "bonuses": 2}), "before booty is turned up")
    table.do(correct(left_over={"card": "double", "bonuses": 0})).auction().do("swapped", "trump black")
    table.do("lead Ann").trick("x2", "R3 R2 R1").do("place rum").expect(phase="lead")


def test_a_left_over_card_where_none_was_known(game):
    table = game(round=2).do(correct(left_over={"card": "rum-5", "bonuses": 1})).expect(left_over="rum-5")
    table.refuse("lay RUM6 BIS2 BIS3 BIS4 BIS5 BIS6 BIS7 BIS8 BIS9", "8 booty cards")
    assert conserved(table.rules, table.state) == (49, 6)


def test_which_round_it_is_while_booty_is_laid(game):
    table = game().do(correct(round=6)).expect(round=6, phase="lay")
    table.refuse(correct(round=0), "rounds 1 to 6").refuse(correct(round=7), "rounds 1 to 6")
    table.lay("REL BIS2 BIS3 BIS4 BIS5 BIS6 BIS7 BIS8 BIS9").expect(phase="auction")
    table.refuse(correct(round=2), "while booty is laid out")
    gone = " ".join(f"{good}{value}" for good in ("BIS", "TOB", "RUM", "GUN") for value in range(2, 11))
    short = game(round=6, removed=f"{gone} +8 +6 -10 -5")
    short.refuse(correct(round=5), "needs 9 booty cards, the pile has 8")
