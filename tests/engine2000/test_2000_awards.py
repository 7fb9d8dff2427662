"""Reward, choice of booty, left-over card and bonus cards, repaying (rules 103 to 134)."""

from __future__ import annotations

import pytest

from engine.portroyal2000 import messages as m

LEFT = {"left_over": "GUN4 2", "round": 3}


# -- reward ------------------------------------------------------------------------------
def test_2000_103_the_winner_gets_the_card_of_the_trick(game):
    table = game(4).begin("K", "Ann", "RUM8").trick("RUM8", "R1 R2 R3 R4")
    [won] = table.happened(m.TrickWon)
    assert (won.seat, won.card) == (3, table.card("RUM8"))
    table.holds("Dora", rum="RUM8")


def test_2000_104_114_B38_with_every_bonus_card_under_it(game):
    table = game(**LEFT).begin().trick("GUN4", "R3 R2 R1")
    table.expect(phase="bonus", to_act="Ann").holds("Ann", gunpowder="GUN4")
    assert table.session.view().bonuses_left == 2
    table.do("bonus b? rum").expect(phase="bonus").do("bonus b3 tobacco").expect(phase="lead", left_over=None)
    table.holds("Ann", gunpowder="GUN4", rum="b?", tobacco="b3")


def test_2000_105_B36_it_is_placed_before_play_goes_on(game):
    table = (
        game().begin("K", "Ann", "x2 RUM9").trick("x2", "R3 R2 R1").expect(phase="place", contested="double")
    )
    table.refuse("lead Ann", "decides about the won card, double").refuse("choose RUM9")
    table.do("place rum").expect(phase="lead", contested=None)


def test_2000_106_107_108_B20_the_winner_names_and_the_named_one_chooses_and_leads(game):
    table = game(4).begin("K", "Ann", "RUM8").trick("RUM8", "R1 R2 R3 R4").expect(phase="lead", to_act="Dora")
    assert set(table.session.choices()) == {m.NameLeader(seat) for seat in range(4)}
    table.do("lead Ben").expect(phase="choose", to_act="Ben").refuse("choose RUM8", "does not lie open")
    table.do("choose BIS3").expect(phase="play", to_act="Ben")
    game(4).begin("K", "Ann").trick("BIS2", "R1 R2 R3 R4").do("lead Dora").expect(to_act="Dora")


def test_2000_109_110_the_same_player_may_be_named_all_round(game):
    table = game().lay().auction().do("swapped", "trump black").play_round()
    named = [e.leader for entry in table.session.done for e in entry.events if type(e) is m.LeaderNamed]
    assert named == [0] * 8
    table.expect(phase="slide", trick=8).refuse("lead Ann")


def test_2000_111_B48_booty_cannot_be_refused(game):
    table = game(ships={"Ann": {"rum": "RUM10 RUM9"}}).begin("K", "Ann", "RUM12").trick("RUM12", "R3 R2 R1")
    table.expect(phase="lead", weight={"Ann": {"rum": 31}}).refuse("discard")


# -- left-over card and bonus cards ------------------------------------------------------
def test_2000_112_113_B37_one_card_is_left_and_a_bonus_card_goes_under_it(game):
    table = game().begin("K", "Ann", "GUN4").play_round(left="GUN4")
    table.expect(phase="slide", left_over="gunpowder-4", booty=["gunpowder-4"]).refuse("choose GUN4")
    table.do("slide").expect(phase="lay", left_over="gunpowder-4", round=2)
    view = table.session.view()
    assert (view.beneath, view.bonuses, view.carried) == (1, 5, table.card("GUN4"))


def test_2000_115_117_119_left_again_it_gets_another_one(game):
    table = game().lay("GUN4").auction().do("swapped", "trump black").play_round(left="GUN4").do("slide")
    for number in range(2, 6):
        assert table.session.view().beneath == number - 1
        table.lay().auction().do("swapped", "trump black").play_round(left="GUN4").do("slide")
    view = table.session.view()
    assert (view.beneath, view.bonuses) == (5, 1)
    table.lay().auction().do("swapped", "trump black").play_round(left="GUN4")
    table.expect(phase="over", left_over="gunpowder-4")
    assert table.session.view().beneath == 5
    assert "gunpowder-4" not in str(table.ships)


def test_2000_116_B39_its_value_is_unknown_to_everybody(game, invariants):
    table = game(**LEFT).lay()
    invariants.secrets_are_kept(table.session)
    assert "prisoner" not in str(table.session.facts())


def test_2000_B38_B40_what_lies_under_it_stays_when_the_card_is_used_up(game):
    table = game(kept="Ann", **LEFT).begin().trick("GUN4", "R3 R2 R1").do("discard")
    table.expect(phase="bonus", removed=["remove", "gunpowder-4"]).do("bonus b? rum", "bonus b? rum")
    table.holds("Ann", rum="b? b?", gunpowder="")


def test_2000_B39_the_owner_sees_his_own_others_do_not(game):
    table = game(**LEFT).begin().trick("GUN4", "R3 R2 R1").do("bonus b5 rum", "bonus b? tobacco")
    own, other = table.session.view(0).players[0], table.session.view(1).players[0]
    assert own.ships[2].cards == (table.card("b5"),)
    assert (own.total, own.hidden) == (9, 1)
    assert other.ships[2].cards == (m.HIDDEN,)
    assert (other.total, other.hidden) == (4, 2)
    assert other.ships[2].bonuses == 1


def test_a_bonus_card_is_one_that_nobody_has_shown(game):
    table = game(ships={"Ben": {"rum": "b2"}}, removed="b1", **LEFT).begin().trick("GUN4", "R3 R2 R1")
    table.refuse("bonus b2 rum", "was shown already").refuse("bonus b1 rum").refuse(
        "bonus RUM12 rum", "no bonus"
    )
    faces = {command.card for command in table.session.choices()}
    assert faces == {m.HIDDEN, *(table.card(code) for code in ("b3", "b4", "b5", "b6"))}


def test_hidden_bonus_cards_are_turned_up_at_the_end(game):
    table = last_round(game, ships={"Ann": {"rum": "b?"}, "Cem": {"rum": "b? b?"}})
    table.play_round_until_count().expect(phase="count", to_act="Ann", winners=[])
    table.refuse("turn Ben rum b2", "No hidden bonus card lies on the rum ship of Ben")
    table.refuse("turn Ann rum RUM2", "no bonus card").do("turn Cem rum b2").refuse(
        "turn Ann rum b2", "was shown"
    )
    assert table.session.view(1).players[2].ships[2].cards[0] == table.card("b2")
    table.do("turn Ann rum b6").expect(phase="count", to_act="Cem")
    table.refuse("lead Ann", "turned up").do("turn Cem rum b1").expect(phase="over")
    assert table.session.view(0).hidden_left == 0


def last_round(game, **more):
    """Open a table at round six with nine cards left."""
    ten = [f"{good}{value}" for value in (4, 5, 6, 7, 8, 9, 10, 12) for good in ("BIS", "TOB", "RUM", "GUN")]
    lying = " ".join(" ".join(ships.values()) for ships in more.get("ships", {}).values()).split()
    gone = [card for card in [*ten, *"+8 +6 -10 -5 Max+5 Max-5 x2 REM".split()] if card not in lying]
    table = game(round=6, removed=" ".join(gone), **more)
    table.play_round_until_count = lambda: _to_the_count(table)
    return table


def _to_the_count(table):
    table.do("lay REL BIS2 BIS3 TOB2 TOB3 RUM2 RUM3 GUN2 GUN3").auction().do("swapped", "trump black")
    while table.phase != "count":
        if table.phase == "choose":
            table.do({"choose": next(card for card in table.booty if card != "relocate")})
        else:
            table.session.play(next(iter(table.session.choices())))
    return table


# -- repaying ----------------------------------------------------------------------------
EXTRA = "+8 +6 -10 -5 Max+5 Max-5 x2 REM RUM5"


def holder(game, booty, bid=8, debt=6, **more):
    """Open a table where Ann holds the privileges and has won a booty card."""
    table = game(debt={"Ann": debt}, **more).begin("K", "Ann", booty, holder="Ann", bid=bid)
    return table.trick(booty, "R3 R2 R1")


def test_2000_120_only_the_holder_repays(game):
    table = (
        game().begin("K", "Ann", "TOB9", holder="Ben", bid=5).trick("TOB9", "R3 R2 R1").expect(phase="lead")
    )
    table.refuse("repay", "just won only")
    extra = game().begin("K", "Ann", "+8", holder="Ben", bid=5).trick("+8", "R3 R2 R1")
    extra.refuse("repay", "Only Ben holds the privileges")
    assert extra.session.view().repay is None


def test_2000_121_128_only_once_in_a_round(game):
    table = holder(game, "RUM10", bid=15, debt=4).do("repay").expect(debt={"Ann": 9}, bid_stone=None)
    table.trick("BIS2", "B3 B2 B1").expect(phase="lead").holds("Ann", biscuit="BIS2")
    again = game().begin("K", "Ann", "+8 +6", holder="Ann", bid=12).trick("+8", "R3 R2 R1").do("repay")
    again.trick("+6", "B3 B2 B1").refuse("repay", "settled already")


def test_2000_122_B41_only_the_card_just_won(game):
    holder(game, "RUM5").do("place rum").refuse("repay", "just won only").expect(phase="lead")


def test_2000_123_B45_the_card_leaves_the_game(game):
    table = holder(game, "RUM5").do("repay").expect(removed=["rum-5"]).holds("Ann", rum="")
    assert m.TurnUp(table.card("RUM5")) not in set(table.session.choices())


@pytest.mark.parametrize(
    ("debt", "bid", "card", "after"),
    [
        (6, 8, "RUM5", 9),
        (0, 5, "RUM2", 3),
        (6, 8, "RUM12", 6),
        (0, 5, "RUM6", 0),
        (3, 4, "RUM4", 3),
        (0, 9, "+8", 1),
    ],
)
def test_2000_124_125_126_129_B44_what_is_left_of_bid_and_debt(game, debt, bid, card, after):
    table = holder(game, card, bid, debt)
    repay = table.session.view().repay
    assert (repay.stone, repay.debt) == (debt + bid, after)
    tons = table.rules.cards[table.card(card)].tons
    assert repay.lost == max(0, tons - bid)
    table.do("repay").expect(debt={"Ann": after}, bid_stone=None)


def test_2000_127_the_debt_stone_never_moves_left(game, rng):
    for players in (3, 4):
        table = game(players)
        debts = [0] * players
        while table.phase != "over":
            choices = list(table.session.choices())
            bids = [command for command in choices if isinstance(command, m.Bid)]
            table.session.play(rng.choice(bids or choices))
            now = [board.debt for board in table.state.boards]
            assert all(before <= after <= 19 for before, after in zip(debts, now, strict=True))
            debts = now


@pytest.mark.parametrize("card", ["-10", "-5", "Max+5", "Max-5", "x2", "REM"])
def test_2000_130_B42_what_does_not_pay(game, card):
    table = holder(game, card).expect(phase="place").refuse("repay", "only goods, +8 and +6 pay")
    assert m.Repay() not in set(table.session.choices())


def test_2000_131_repaying_is_optional(game):
    holder(game, "RUM9").do("place rum").expect(phase="lead", bid_stone=14, debt={"Ann": 6})


def test_2000_132_B46_an_unpaid_bid_becomes_debt(game):
    table = holder(game, "RUM9").do("place rum")
    while table.phase != "slide":
        choices = [c for c in table.session.choices() if c != m.Repay()]
        table.session.play(choices[0])
    table.expect(debt={"Ann": 14}, bid_stone=None)


def test_2000_133_B43_a_bid_of_nothing_has_nothing_to_repay(game):
    table = game().begin("K", "Ann", "GUN12").trick("GUN12", "R3 R2 R1").expect(phase="lead", holder="Ann")
    extra = game().begin("K", "Ann", "+8").trick("+8", "R3 R2 R1")
    extra.refuse("repay", "The bid is 0")
    table.holds("Ann", gunpowder="GUN12")


def test_2000_B43_by_a_switch_a_card_may_be_handed_in_on_nothing(game):
    table = game(zero_bid_handin="yes", debt={"Ann": 3}).begin("K", "Ann", "GUN12").trick("GUN12", "R3 R2 R1")
    table.expect(phase="place").do("repay").expect(debt={"Ann": 3}, bid_stone=None, removed=["gunpowder-12"])


def test_2000_134_B40_bonus_cards_of_a_handed_in_card_are_kept(game):
    table = game(**LEFT).begin("K", "Ann", holder="Ann", bid=4).trick("GUN4", "R3 R2 R1").do("repay")
    table.expect(phase="bonus", debt={"Ann": 0}).do("bonus b? rum", "bonus b? rum").holds("Ann", rum="b? b?")


def test_the_last_chance_to_repay(game):
    table = game().begin("K", "Ann", holder="Ann", bid=3)
    assert not table.session.view().last_chance
    while table.state.trick < 8:
        table.session.play(next(c for c in table.session.choices() if c != m.Repay()))
    assert table.session.view().last_chance
