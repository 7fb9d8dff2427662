"""False stones, what proves them and what they cost (rules 78 to 84, B23 to B30)."""

from __future__ import annotations

import pytest

from companion.dealt_2000 import Dealt
from companion.players_2000 import choose
from engine.games import SetUp, open_table
from engine.portroyal2000 import messages as m
from engine.session import Session

BEN = {"Ben": {"rum": "RUM9 RUM4", "tobacco": "TOB7"}}
RED = [{"player": "Ben", "colour": "red"}]


def false_stone(game, players=3, *, ships=BEN, **options):
    """Open a table where Ben trumped red in the first trick, and Ann leads the second."""
    table = game(players, ships=ships, **options).begin("K", "Ann")
    return table.trick("BIS2", {3: "R5 K1 R1", 4: "R7 K5 R1 R2"}[players]).do("lead Ann", "choose BIS3")


def test_2000_78_79_80_the_right_neighbour_picks_and_nobody_gets_it(game):
    table = false_stone(game, 4).do("play R5 R4 R3 R6").expect(phase="penalty", to_act="Ann", revokes=RED)
    before = dict(table.totals)
    table.refuse("penalty BIS3", "no booty of Ben").do("penalty RUM9").expect(revokes=[], removed=["rum-9"])
    table.holds("Ben", rum="RUM4", tobacco="TOB7", biscuit="BIS2")
    assert all(table.totals[name] <= before[name] for name in ("Ann", "Ben", "Cem"))


def test_2000_79_B29_with_three_players_it_wraps_around(game):
    table = game(3, ships={"Ann": {"rum": "RUM9"}}).begin("K", "Cem")
    table.trick("BIS2", "R5 K1 R1").trick("BIS3", "B1 B2 B3", lead="Cem").trick(
        "BIS4", "R2 R3 R4", lead="Ann"
    )
    table.expect(phase="penalty", to_act="Cem", revokes=[{"player": "Ann", "colour": "red"}])
    table.refuse("pass")


def test_2000_81_B24_the_false_trick_stands(game):
    table = false_stone(game).do("play R6 R2 R3")
    table.holds("Ben", biscuit="BIS2").do("penalty TOB7").holds("Ben", biscuit="BIS2")


def test_2000_82_B30_stones_go_back_at_the_end_of_the_round(game):
    table = false_stone(game).do("play B1 B2 B3")
    table.expect(stones={"Ben": ["red"]})
    while table.phase != "slide":
        table.session.play(next(iter(table.session.choices())))
    table.do("slide").expect(stones={"Ann": [], "Ben": [], "Cem": []})


@pytest.mark.parametrize(
    ("plays", "lead"),
    [("R6 R2 R3", "Ann"), ("G5 R2 G2", "Ann"), ("R2 R3 R4", "Ben"), ("G5 P1 R2", "Cem"), ("G4 R2 P5", "Ann")],
    ids=["follows", "discards", "leads", "in a pirate trick", "before the pirate"],
)
def test_2000_B23_any_later_card_of_the_colour_proves_it(game, plays, lead):
    table = game(3, ships=BEN).begin("K", "Ann").trick("BIS2", "R5 K1 R1").trick("BIS3", plays, lead=lead)
    [(seat, shown)] = [
        (e.seat, e) for entry in table.session.done for e in entry.events if type(e) is m.RevokeShown
    ]
    assert seat == 1
    assert (shown.colour, shown.claimed, shown.penalties) == ("red", (1,), 1)
    table.expect(phase="penalty", revokes=RED, stones={"Ben": []})


def test_2000_B23_other_colours_and_other_players_prove_nothing(game):
    false_stone(game).do("play R6 B2 R3").expect(revokes=[], stones={"Ben": ["red"]})


def test_2000_84_B23_trick_eight_proves_it_at_the_latest(game):
    table = game(3, ships=BEN).begin("K", "Ann").trick("BIS2", "R5 K1 R1")
    for booty, plays in zip(
        ("BIS3", "BIS4", "TOB2", "TOB3", "RUM2", "RUM3"),
        ("B1 B2 B3", "B4 B5 B6", "G1 G2 G3", "G4 G5 G6", "K2 K3 K4", "R2 K5 R3"),
        strict=True,
    ):
        table.trick(booty, plays)
        if table.phase == "penalty":
            raise AssertionError(booty)
    table.trick("GUN2", "P1 R4 P5").expect(phase="penalty", trick=8)
    assert len(table.revokes) == 1
    table.do("penalty RUM9").expect(phase="slide")


@pytest.mark.parametrize("players", [3, 4])
def test_2000_84_every_false_claim_is_found_and_no_other(cards, rng, soak, players):
    """Players who trump whenever they like: what is found is what was false, by their real hands."""
    for _ in range(60 if soak else 2):
        names = ("Ann", "Ben", "Cem", "Dora")[:players]
        session = Session(open_table(SetUp(game="port-royal-2000", players=names), cards))
        dealt = Dealt(session.table.rules, session.state, rng)
        false, found = [], []
        while session.state.asked is not None:
            state = session.state
            command = choose(session.table.rules, state, dealt)
            hand = list(dealt.hands[state.asked.seat])
            if isinstance(command, m.Play):
                command = m.Play(rng.choice(hand))
            entry = session.play(command)
            dealt.follow(state, entry.events)
            for event in entry.events:
                if type(event) is m.StoneLaid:
                    holds = any(session.table.rules.cards[card].colour == event.colour for card in hand)
                    key = state.round, event.seat, event.colour
                    if holds and key not in false:
                        false.append(key)
                if type(event) is m.RevokeShown:
                    found.append((state.round, event.seat, event.colour))
        assert sorted(set(found)) == sorted(false)


def test_2000_B25_extras_and_the_kept_remove_can_be_taken_a_bonus_card_cannot(game):
    table = game(3, ships={"Ben": {"rum": "RUM9 x2 b3"}}, kept="Ben").begin("K", "Ann")
    table.trick("BIS2", "R5 K1 R1").do("place biscuit").trick("BIS3", "R6 R2 R3")
    offered = {table.rules.cards[command.card].kind for command in table.session.choices()}
    assert offered == {"rum-9", "double", "remove", "biscuit-2"}
    table.refuse("penalty b3", "no booty of Ben")
    assert set(table.session.view().losable) == {table.card(c) for c in ("RUM9", "x2", "REM", "BIS2")}
    taken = table.do("penalty REM").expect(kept=None, removed=["remove"])
    taken.holds("Ben", rum="RUM9 x2 b3")


def poor(game, **options):
    """Open a table where Ben trumped red but Cem won that trick."""
    table = game(3, **options).begin("K", "Ann").trick("BIS2", "R5 K1 P5")
    return table.do("lead Ann", "choose BIS3")


def test_2000_B26_without_booty_it_is_waived(game):
    table = poor(game).do("play R6 R2 R3").expect(phase="lead", revokes=[], stones={"Ben": []})
    waived = [e for entry in table.session.done for e in entry.events if type(e) is m.PenaltyWaived]
    assert [(each.offender, each.colour) for each in waived] == [(1, "red")]


def test_2000_B26_by_a_switch_it_waits_for_the_next_booty(game):
    table = poor(game, revoke_no_booty="defer").do("play R6 R2 R3").expect(phase="lead", revokes=RED)
    table.trick("BIS4", "B1 B3 B2").expect(phase="penalty", to_act="Ann")
    table.do("penalty BIS4").expect(phase="lead", to_act="Ben", revokes=[], removed=["biscuit-4"])


def test_2000_B26_what_waits_goes_on_waiting_while_the_card_is_used_up(game):
    table = game(3, revoke_no_booty="defer").begin("K", "Ann", holder="Ben", bid=3).trick("BIS2", "R5 K1 P5")
    table.trick("BIS3", "R6 R2 R3").trick("BIS4", "B1 B3 B2").expect(phase="place").do("repay")
    table.expect(phase="lead", revokes=RED)


def test_2000_B27_two_colours_cost_two_cards(game):
    table = game(3, ships=BEN).begin("K", "Ann").trick("BIS2", "R5 K1 R1").trick("BIS3", "G5 K2 G1")
    table.expect(stones={"Ben": ["red", "green"]})
    table.trick("BIS4", "R6 R2 R3").do("penalty TOB7").trick("TOB2", "G6 G2 G3")
    table.expect(phase="penalty", revokes=[{"player": "Ben", "colour": "green"}])


def test_2000_B27_one_false_stone_costs_one_card_by_a_switch_every_trump(game):
    for unit, count in (("per_claim", 1), ("per_play", 2)):
        table = game(3, ships=BEN, revoke_unit=unit).begin("K", "Ann").trick("BIS2", "R5 K1 R1")
        table.trick("BIS3", "R6 K2 R2").trick("BIS4", "B1 R3 B2").expect(revokes=RED * count)
        for left in range(count, 0, -1):
            assert len(table.revokes) == left
            table.do({"penalty": table.rules.cards[table.session.view().losable[0]].kind})
        table.expect(phase="lead")


def test_2000_B27_every_trump_costs_no_more_than_there_is(game):
    table = (
        game(3, revoke_unit="per_play").begin("K", "Ann").trick("BIS2", "R5 K1 P5").trick("BIS3", "R6 K2 R2")
    )
    table.trick("BIS4", "B1 R3 B2").expect(revokes=RED).do("penalty BIS3").expect(phase="lead", revokes=[])
    wide = (
        game(3, revoke_unit="per_play", revoke_no_booty="defer").begin("K", "Ann").trick("BIS2", "R5 K1 P5")
    )
    wide.trick("BIS3", "R6 K2 R2").trick("BIS4", "B1 R3 B2").expect(revokes=RED * 2)
    wide.do("penalty BIS3").expect(phase="lead", revokes=RED).trick("TOB2", "B3 B4 G1")
    wide.do("penalty TOB2").expect(revokes=[])


def test_2000_B27_B30_a_new_false_trump_is_a_new_claim(game):
    table = false_stone(game).do("play R6 R2 R3", "penalty TOB7").expect(stones={"Ben": []})
    table.trick("BIS4", "R4 K2 P1").expect(stones={"Ben": ["red"]})


def test_2000_B28_flagged_at_once_settled_after_the_trick_before_its_booty(game):
    table = (
        game(3, ships=BEN)
        .begin("K", "Ann")
        .trick("BIS2", "R5 K1 R1")
        .do("lead Ben", "choose BIS3", "play R6")
    )
    table.expect(phase="play", to_act="Cem", revokes=RED, stones={"Ben": []}).do("play R2 R3")
    table.expect(phase="penalty", to_act="Ann").refuse("penalty BIS3").do("penalty RUM4")
    table.holds("Ben", biscuit="BIS2 BIS3", rum="RUM9")


def test_2000_B28_several_in_play_order(game):
    table = game(4, ships={"Ben": {"rum": "RUM9"}, "Cem": {"rum": "RUM8"}}).begin("K", "Ann")
    table.trick("BIS2", "R7 K5 K6 R2").trick("BIS3", "G1 R3 R4 G2")
    table.expect(
        phase="penalty", to_act="Ann", revokes=[{"player": name, "colour": "red"} for name in ("Ben", "Cem")]
    )
    assert [each.seat for each in table.state.revokes] == [1, 2]
    table.do("penalty RUM9").expect(to_act="Ben").do("penalty RUM8").expect(phase="lead", to_act="Dora")


def test_2000_B33_a_later_pirate_heals_nothing(game):
    table = game(3, ships=BEN).begin("K", "Ann").trick("BIS2", "R4 K5 P1").trick("BIS3", "B1 R2 B2")
    table.expect(phase="penalty", revokes=RED)


def test_a_penalty_lapses_when_a_correction_took_the_last_booty(game):
    table = game(3, ships={"Ben": {"rum": "RUM9"}}).begin("K", "Ann").trick("BIS2", "R5 K1 P5")
    table.trick("BIS3", "R6 R2 R3").expect(phase="penalty")
    table.do({"correct": {"card": "rum-9", "to": "removed"}}).expect(phase="lead", revokes=[])


def test_the_revoke_says_what_a_table_asks(game):
    table = false_stone(game).do("play R6 R2")
    [revoke] = table.session.view().revokes
    assert (revoke.seat, revoke.colour, revoke.claimed, revoke.trick) == (1, "red", (1,), 2)
    assert revoke.card == table.card("R2")
    table.undo().expect(revokes=[], stones={"Ben": ["red"]})
