"""Ships and placing, extra cards, remove and relocate, scoring (rules 135 to 171)."""

from __future__ import annotations

import pytest

from engine.kernel import Illegal
from engine.portroyal2000 import messages as m

GUN = "gunpowder"


def ship(game, players, codes, **options):
    """Give weight, capacity, whether it sinks, and the total of one loaded ship; numbers are gunpowder."""
    loaded = " ".join(f"GUN{code}" if code.isdecimal() else code for code in codes.split())
    table = game(players, ships={"Ann": {GUN: loaded}}, **options)
    return (
        table.weight["Ann"][GUN],
        table.capacity["Ann"][GUN],
        GUN in table.sunk["Ann"],
        table.totals["Ann"],
    )


def afloat(game, players, codes, **options):
    return not ship(game, players, codes, **options)[2]


def score(game, players, codes, **options):
    return ship(game, players, codes, **options)[3]


# -- placing -----------------------------------------------------------------------------
def test_2000_135_136_B49_simple_booty_goes_to_its_own_hold_of_the_winner(game):
    table = game().begin("K", "Ann", "TOB9", holder="Ann", bid=1).trick("TOB9", "R3 R2 R1")
    table.refuse("place rum", "goes to the tobacco ship only")
    assert {c for c in table.session.choices() if isinstance(c, m.Place)} == {m.Place(1)}
    [what] = table.session.view().what_if
    assert (what.ship, what.before, what.after, what.sinks) == (1, 0, 9, False)
    table.do("place tobacco").holds("Ann", tobacco="TOB9")


def test_2000_137_extras_go_to_any_own_ship(game):
    table = game().begin("K", "Ann", "x2").trick("x2", "R3 R2 R1")
    assert set(table.session.choices()) == {m.Place(at) for at in range(4)}
    with pytest.raises(Illegal, match="four ships"):
        table.session.play(m.Place(4))
    table.do(f"place {GUN}").holds("Ann", gunpowder="x2")


def test_2000_138_bonus_cards_go_to_any_own_ship_each_by_itself(game):
    table = game(left_over="GUN4 2", round=3).begin().trick("GUN4", "R3 R2 R1")
    for _ in range(2):
        offered = {c.ship for c in table.session.choices() if c.card == m.HIDDEN}
        assert offered == {0, 1, 2, 3}
        table.do("bonus b? rum")
    with pytest.raises(Illegal, match="four ships"):
        game(left_over="GUN4 2").begin().trick("GUN4", "R3 R2 R1").session.play(m.PlaceBonus(m.HIDDEN, 4))


def test_2000_139_B53_placed_cards_stay(game):
    table = game(ships={"Ann": {"rum": "x2"}}).begin("K", "Ann").trick("BIS2", "R3 R2 R1")
    table.refuse("relocate x2 biscuit", "just won only").refuse("remove x2", "no remove").refuse(
        "place rum", "stay"
    )


def test_2000_140_141_B50_more_than_the_capacity_sinks(game):
    assert ship(game, 3, "12 10 2") == (24, 24, False, 24)
    assert ship(game, 4, "10 8") == (18, 18, False, 18)
    assert not afloat(game, 3, "12 10 3")
    assert not afloat(game, 4, "10 9")


def test_2000_142_B51_B52_sinking_is_judged_at_the_end(game):
    table = game(ships={"Ann": {"tobacco": "TOB12 TOB10 TOB8"}}).begin("K", "Ann", "-10")
    table.expect(sunk={"Ann": ["tobacco"]}, totals={"Ann": 0}).trick("-10", "R3 R2 R1").do("place tobacco")
    table.expect(sunk={"Ann": []}, totals={"Ann": 20}, weight={"Ann": {"tobacco": 20}})


def test_2000_143_a_sunk_ship_scores_nothing_bonus_cards_included(game):
    assert score(game, 3, "10 12 3 b6 b5") == 0


def test_2000_144_B48_overloading_is_allowed(game):
    table = game(ships={"Ann": {"rum": "RUM10 RUM8 RUM2"}}).begin("K", "Ann", "RUM12")
    table.trick("RUM12", "R3 R2 R1").expect(weight={"Ann": {"rum": 32}}, sunk={"Ann": ["rum"]})


def test_2000_145_each_ship_is_judged_alone(game):
    table = game(ships={"Ann": {"tobacco": "TOB12 TOB10 TOB8", "rum": "RUM9"}})
    table.expect(sunk={"Ann": ["tobacco"]}, totals={"Ann": 9})


# -- extras ------------------------------------------------------------------------------
def test_2000_146_B55_plus_cards_weigh_and_count(game):
    assert ship(game, 3, "12 8 +6") == (26, 24, True, 0)
    assert ship(game, 4, "+8 +6") == (14, 18, False, 14)


def test_2000_147_148_B54_minus_cards_lighten_load_and_score(game):
    assert ship(game, 3, "12 8 +6 -5") == (21, 24, False, 21)
    assert ship(game, 3, "10 12 3 -5") == (20, 24, False, 20)


def test_2000_B54_by_a_switch_minus_cards_lighten_the_load_alone(game):
    assert ship(game, 3, "10 12 3 -5", minus_scores="load_only") == (20, 24, False, 25)
    assert ship(game, 3, "10 -5 x2", minus_scores="load_only") == (10, 24, False, 20)
    assert score(game, 3, "4 -10", minus_scores="load_only") == 4


def test_2000_149_150_B56_a_negative_total_counts_nothing_its_bonus_cards_do(game):
    assert ship(game, 3, "4 -10") == (-6, 24, False, 0)
    assert ship(game, 3, "4 -10 b5") == (-6, 24, False, 5)


def test_2000_151_max_cards_change_the_capacity(game):
    assert ship(game, 3, "Max+5")[1] == 29
    assert ship(game, 3, "Max-5")[1] == 19
    assert ship(game, 4, "Max+5")[1] == 23
    assert ship(game, 4, "Max-5")[1] == 13
    assert not afloat(game, 3, "12 8 Max-5")
    assert afloat(game, 3, "10 9 Max-5")
    assert afloat(game, 4, "9 4 Max-5")


def test_2000_152_B60_both_max_cards_cancel(game):
    assert ship(game, 3, "12 10 Max+5 Max-5") == (22, 24, False, 22)


def test_2000_153_max_cards_weigh_and_count_nothing(game):
    assert ship(game, 3, "Max+5") == (0, 29, False, 0)


def test_2000_154_156_B57_x2_doubles_booty_not_bonus_cards(game):
    assert ship(game, 3, "7 x2 b3") == (14, 24, False, 17)


def test_2000_B57_by_a_switch_x2_doubles_the_load_alone(game):
    assert ship(game, 3, "7 x2 b3", x2_scores="load_only") == (14, 24, False, 10)
    assert ship(game, 3, "12 2 x2", x2_scores="load_only") == (28, 24, True, 0)


def test_2000_155_B58_x2_doubles_what_is_negative_too(game):
    assert ship(game, 3, "10 -5 x2") == (10, 24, False, 10)
    assert ship(game, 3, "-10 4 x2") == (-12, 24, False, 0)


def test_2000_157_B59_the_doubled_weight_is_compared(game):
    assert afloat(game, 3, "12 x2")
    assert not afloat(game, 4, "12 x2")
    assert not afloat(game, 3, "9 +8 x2 Max+5")
    assert afloat(game, 4, "9 +6 x2 Max+5 -5")
    assert afloat(game, 4, "9 x2")
    assert not afloat(game, 4, "9 x2 Max-5")


def test_2000_158_x2_alone_is_nothing(game):
    assert score(game, 3, "x2 b4") == 4


def test_2000_159_a_card_works_on_its_own_ship_only(game):
    game(ships={"Ann": {"tobacco": "x2", "rum": "RUM9"}}).expect(
        weight={"Ann": {"rum": 9}}, totals={"Ann": 9}
    )


def test_the_lightest_and_the_heaviest_ship(game):
    everything = "2 3 4 5 6 7 8 9 10 12 +8 +6 x2"
    assert ship(game, 3, everything)[0] == 160
    assert ship(game, 3, "-10 -5 x2")[0] == -30


def test_what_a_placement_would_do(game):
    ships = {"Ann": {"biscuit": "BIS10 BIS4", "rum": "RUM10 RUM9 RUM5 Max+5 b?"}}
    table = game(ships=ships).begin("K", "Ann", "x2").trick("x2", "R3 R2 R1")
    what = {each.ship: each for each in table.session.view().what_if}
    assert (what[0].before, what[0].after, what[0].capacity, what[0].sinks_before, what[0].sinks) == (
        14,
        28,
        24,
        False,
        True,
    )
    assert (what[2].after, what[2].capacity, what[2].sinks) == (48, 29, True)
    assert (what[3].after, what[3].sinks, what[3].score) == (0, False, 0)
    other = game(ships=ships).begin("K", "Ann", "Max-5").trick("Max-5", "R3 R2 R1")
    room = next(each for each in other.session.view().what_if if each.ship == 2)
    assert (room.capacity_before, room.capacity, room.sinks) == (29, 24, False)


# -- remove ------------------------------------------------------------------------------
def remove_won(game, players=3, **more):
    return (
        game(players, **more)
        .begin("K", "Ann", "REM RUM12")
        .trick("REM", "R3 R2 R1 R4" if players == 4 else "R3 R2 R1")
    )


def test_2000_160_B61_at_once_it_takes_any_own_card(game):
    table = remove_won(game, ships={"Ann": {"tobacco": "TOB9 Max-5 b3"}, "Ben": {"rum": "RUM5"}})
    assert {c.card for c in table.session.choices() if isinstance(c, m.Remove)} == {
        table.card(code) for code in ("TOB9", "Max-5", "b3")
    }
    table.refuse("remove RUM5", "no rum-5").refuse("remove RUM9").refuse("place rum", "never lies on a ship")
    table.do("remove Max-5").expect(removed=["max-minus-5", "remove"], capacity={"Ann": {"tobacco": 24}})
    table.refuse("keep", "just won only").holds("Ann", tobacco="TOB9 b3")


def test_2000_160_B61_without_cards_it_can_only_be_kept(game):
    table = remove_won(game)
    assert set(table.session.choices()) == {m.Keep()}
    table.do("keep").expect(kept="Ann", phase="lead")


def test_2000_160_B61_a_hidden_bonus_card_leaves_face_down(game):
    table = remove_won(game, ships={"Ann": {"rum": "b?", "tobacco": "b? b?"}})
    table.refuse("remove b?", "on several ships").refuse("remove b? biscuit", "no hidden bonus card")
    table.do("remove b? tobacco").expect(removed=["remove"]).holds("Ann", tobacco="b?", rum="b?")
    assert table.state.removed_unseen == 1
    single = remove_won(game, ships={"Ann": {"rum": "b?"}})
    single.session.play(m.Remove(m.HIDDEN))
    single.holds("Ann", rum="")


def test_2000_161_B62_kept_it_takes_a_card_just_won(game):
    table = remove_won(game, ships={"Ann": {"rum": "RUM9"}}).refuse("discard", "keeps no remove").do("keep")
    table.refuse("remove RUM9", "only on a card just won")
    table.trick("RUM12", "B3 B2 B1").expect(phase="place").refuse("keep", "Only the remove can be kept")
    assert table.session.view().may_discard
    table.do("discard").expect(removed=["remove", "rum-12"], kept=None).holds("Ann", rum="RUM9")
    table.trick("BIS2", "G3 G2 G1").expect(phase="lead")


def test_2000_161_others_cannot_use_it(game):
    remove_won(game).do("keep").trick("RUM12", "B1 B3 B2").expect(phase="lead", to_act="Ben")


def test_2000_B62_by_a_switch_it_takes_any_own_card_at_any_time(game):
    table = remove_won(game, remove_kept="any_time", ships={"Ann": {"rum": "RUM9 b?", "biscuit": "b?"}}).do(
        "keep"
    )
    table.do("lead Ben").expect(phase="choose", to_act="Ben")
    assert set(table.session.view().removable) == {(2, table.card("RUM9")), (2, m.HIDDEN), (0, m.HIDDEN)}
    table.do("remove RUM9").expect(phase="choose", to_act="Ben", kept=None, removed=["rum-9", "remove"])
    table.refuse("remove b? rum", "no remove")


def test_2000_B62_not_while_a_penalty_is_picked(game):
    table = game(kept="Ben", remove_kept="any_time", ships={"Ben": {"rum": "RUM9"}}).begin("K", "Ann")
    table.trick("BIS2", "R5 K1 P5").trick("BIS3", "R6 R2 R3").expect(phase="penalty")
    table.refuse("remove RUM9", "picks the booty card that Ben loses")


def test_2000_162_B63_it_lies_on_no_ship_and_is_worth_nothing(game):
    game(kept="Ann").expect(totals={"Ann": 0}, kept="Ann", weight={"Ann": {"rum": 0}})


# -- relocate ----------------------------------------------------------------------------
def relocate_won(game, **more):
    return game(round=6, **more).begin("K", "Ann", "REL").trick("REL", "R3 R2 R1")


def test_2000_163_B65_an_extra_or_bonus_card_moves_to_another_own_ship(game):
    table = relocate_won(game, ships={"Ann": {"tobacco": "TOB9 x2 b4"}, "Ben": {"rum": "Max+5"}})
    table.refuse("relocate TOB9 rum", "stays in its hold").refuse("relocate x2 tobacco", "another one")
    table.refuse("relocate Max+5 rum", "no max-plus-5").refuse("keep", "Only the remove")
    moves = [c for c in table.session.choices() if isinstance(c, m.Relocate)]
    assert len(moves) == 6
    assert {card for _, card in table.session.view(0).movable} == {table.card("x2"), table.card("b4")}
    assert {card for _, card in table.session.view(1).movable} == {table.card("x2"), m.HIDDEN}
    table.do("relocate x2 gunpowder").holds("Ann", tobacco="TOB9 b4", gunpowder="x2").expect(
        removed=["relocate"]
    )


def test_2000_164_it_is_optional_and_lapses(game):
    table = relocate_won(game, ships={"Ann": {"tobacco": "TOB9"}})
    assert set(table.session.choices()) == {m.Lapse()}
    table.do("relocate none").expect(phase="lead", removed=["relocate"]).refuse(
        "relocate none", "just won only"
    )
    game().begin("K", "Ann", "x2").trick("x2", "R3 R2 R1").refuse(
        "relocate none", "Only who wins the relocate"
    )


def test_2000_165_a_relocated_bonus_card_stays_face_down(game):
    table = relocate_won(game, ships={"Ann": {"tobacco": "b4 b?", "rum": "b?"}})
    table.refuse("relocate b? rum", "on several ships").do("relocate b? biscuit tobacco")
    table.holds("Ann", biscuit="b?", tobacco="b4", rum="b?")
    other = relocate_won(game, ships={"Ann": {"tobacco": "b4"}}).do("relocate b4 rum")
    assert other.session.view(1).players[0].ships[2].cards == (m.HIDDEN,)
    assert other.session.view(0).players[0].ships[2].cards == (other.card("b4"),)


def test_2000_B65_the_kept_remove_does_not_move_and_takes_the_relocate(game):
    table = relocate_won(game, kept="Ann").refuse("relocate REM rum", "no remove there")
    table.do("discard").expect(removed=["remove", "relocate"], kept=None)


# -- scoring -----------------------------------------------------------------------------
def test_2000_166_B47_an_open_bid_counts_before_the_score(game):
    table = game(ships={"Ann": {"rum": "RUM9"}}).begin("K", "Ann", holder="Ann", bid=4)
    table.expect(totals={"Ann": 5}, debt={"Ann": 0})


def test_2000_167_the_worked_case(game):
    ships = {
        "tobacco": "TOB10 TOB12 b3",
        "rum": "RUM12 RUM10 RUM5 b6",
        "biscuit": "BIS4 -10 b5",
        GUN: "GUN7 x2",
    }
    table = game(3, ships={"Ann": ships}, debt={"Ann": 9}).expect(totals={"Ann": 35}, sunk={"Ann": ["rum"]})
    line = next(line for line in table.session.scores() if line.seat == 0)
    assert [each.score for each in line.ships] == [5, 25, 0, 14]
    assert (line.points, line.debt, line.rank) == (35, 9, 1)


def test_2000_168_B68_debt_is_subtracted_in_full(game):
    game(4, ships={"Ann": {"rum": "RUM2"}}, debt={"Ann": 19}).expect(totals={"Ann": -17})
    game(debt={"Ann": 19}).expect(totals={"Ann": -19})


def test_2000_169_B66_the_last_card_goes_to_nobody(game):
    table = game(round=6, left_over="GUN12 2").begin("K", "Ann", "REL").play_round(left="GUN12")
    table.expect(phase="over", left_over="gunpowder-12")
    assert "gunpowder-12" not in str(table.ships)


def totals_of(game, ships, debt=None, **options):
    return game(ships=ships, debt=debt or {}, **options).session.scores()


def test_2000_170_the_highest_total_wins(game):
    lines = totals_of(game, {"Ann": {"rum": "RUM12"}, "Ben": {"rum": "RUM10"}, "Cem": {"rum": "RUM9"}})
    assert [(line.rank, line.seat, line.points) for line in lines] == [(1, 0, 12), (2, 1, 10), (3, 2, 9)]


TIED = {"Ann": {"rum": "RUM12"}, "Ben": {"rum": "RUM10", "tobacco": "TOB5"}, "Cem": {"rum": "RUM9"}}


def test_2000_171_B67_a_tie_is_a_shared_win_by_a_switch_the_lower_debt_wins(game):
    shared = totals_of(game, TIED, {"Ben": 3})
    assert [(line.rank, line.seat) for line in shared] == [(1, 0), (1, 1), (3, 2)]
    lower = totals_of(game, TIED, {"Ben": 3}, final_tie="lower_debt")
    assert [(line.rank, line.seat) for line in lower] == [(1, 0), (2, 1), (3, 2)]


def test_2000_171_winners_of_a_played_game(game):
    table = game(round=6).begin("K", "Ann", "REL").play_round()
    best = max(table.totals.values())
    table.expect(phase="over", winners=[name for name, total in table.totals.items() if total == best])
