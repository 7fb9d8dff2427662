"""Set-up: S1 to S4, and positions that begin in the middle."""

from __future__ import annotations

import pytest

from engine import cardset
from engine.games import SetUp, open_table
from engine.notation import NotationError
from engine.portroyal import PRESETS, SetupError
from engine.session import Session

PRESET = pytest.mark.parametrize("rules", PRESETS)


@PRESET
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pr_S1_two_to_five_play(game, rules, players):
    g = game(players, rules)
    assert len(g.coins) == players
    g.expect(
        phase="discover", to_act="Ann", active="Ann", harbor=[], discard=[], last_round=False, winners=[]
    )


@PRESET
@pytest.mark.parametrize("players", [0, 1, 6])
def test_pr_S1_anything_else_is_refused(cards, rules, players):
    with pytest.raises(SetupError, match=f"2 to 5 players can play this game, not {players}"):
        open_table(SetUp(game="port-royal", players=tuple("abcdef"[:players]), rules=rules), cards)


@pytest.mark.parametrize("names", [("Ann", "Ann"), ("Ann", "")])
def test_pr_S1_players_have_names_of_their_own(cards, names):
    with pytest.raises(SetupError, match="name of his own"):
        open_table(SetUp(game="port-royal", players=names), cards)


@PRESET
@pytest.mark.parametrize(("players", "row"), [(2, []), (3, []), (4, []), (5, ["expedition-ACH"])])
def test_pr_S2_the_fifth_players_expedition_lies_open_with_five_only(game, rules, players, row):
    g = game(players, rules).expect(expeditions=row, draw_pile=119 - 3 * players)
    ach = next(card for card in g.rules.cards if card.kind == "expedition-ACH")
    assert not cardset.has(g.state.unseen, ach.id)
    assert cardset.has(g.state.box, ach.id) == (players < 5)
    g.refuse("reveal expedition-ACH", "expedition-ACH lies in the")


@PRESET
@pytest.mark.parametrize("players", [2, 5])
def test_pr_S2_four_gamblers_more_with_the_promo(game, rules, players):
    game(players, rules, gamblers=True).expect(draw_pile=123 - 3 * players)


def test_pr_S2_the_fifth_players_expedition_stays_where_a_position_puts_it(game):
    g = game(5, display={"Ben": "expedition-ACH"})
    g.expect(expeditions=[], display={"Ben": ["expedition-ACH"]}, points={"Ben": 5})
    game(5, discard="expedition-ACH").expect(expeditions=[])
    game(5, expeditions="expedition-AA").expect(expeditions=["expedition-ACH", "expedition-AA"])
    with pytest.raises(SetupError, match="not in this game"):
        game(4, expeditions="expedition-ACH")


@PRESET
@pytest.mark.parametrize(("switch", "coins"), [({}, 3), ({"start_coins": 0}, 0), ({"start_coins": 7}, 7)])
def test_pr_S3_start_coins_come_from_the_pile(game, rules, switch, coins):
    g = game(3, rules, **switch)
    g.expect(coins=dict.fromkeys(("Ann", "Ben", "Cem"), coins), draw_pile=119 - 3 * coins)
    assert g.state.unseen.bit_count() == 119, "nobody knows which cards the coins are"


@pytest.mark.parametrize("start", ["Ann", "Ben", "Cem"])
def test_pr_S4_the_table_chooses_the_start_player(game, start):
    game(3, start=start).expect(to_act=start, active=start)


def test_pr_S4_the_first_in_the_list_starts_if_nobody_is_chosen(game):
    game(3).expect(to_act="Ann")


def test_a_stranger_cannot_start(game):
    with pytest.raises(NotationError, match="does not play") as unknown:
        game(3, start="Bea")
    assert unknown.value.known == ("Ann", "Ben", "Cem")


# -- positions ---------------------------------------------------------------------------
def test_a_position_without_harbor_is_before_the_first_reveal(game):
    g = game(3, active="Cem").expect(active="Cem", to_act="Cem", phase="discover")
    g.refuse("stop", "must reveal one card")
    assert g.state.turns == 3


def test_a_position_with_a_harbor_is_after_a_reveal(game):
    game(3, harbor="sailor-3-1").do("stop").expect(phase="trade")


def test_what_a_position_does_not_name_is_as_after_set_up(game):
    g = game(3, coins={"Ben": 9}, discard="tax-most-swords")
    g.expect(coins={"Ann": 3, "Ben": 9, "Cem": 3}, draw_pile=119 - 15 - 1, discard=["tax-most-swords"])


def test_a_position_triggers_the_last_round_at_once_with_enough_points(game):
    twelve = "expedition-AAH expedition-CCH"
    assert game(2, display={"Ben": twelve}).last_round
    assert not game(2, display={"Ben": "expedition-AAH"}).last_round
    assert game(2, last_round=True).last_round


def test_a_position_with_an_empty_pile_is_shuffled_at_once(game):
    g = game(2, coins={"Ann": 56, "Ben": 60}, discard="sailor-3-1 sailor-3-1 sailor-3-1")
    g.expect(draw_pile=3, discard=[])


@pytest.mark.parametrize(
    ("position", "error", "sentence"),
    [
        ({"coins": {"Ann": 60, "Ben": 60}}, SetupError, "1 coins more than there are cards left"),
        ({"coins": {"Ann": -1}}, NotationError, "Ann cannot have -1 coins"),
        ({"coins": {"Bea": 1}}, NotationError, "'Bea' does not play"),
        ({"display": {"Bea": "sailor-3-1"}}, NotationError, "'Bea' does not play"),
        ({"display": {"Ann": "ship-red-1-1"}}, SetupError, "ship-red-1-1 cannot lie"),
        ({"harbor": "tax-most-swords"}, SetupError, "tax-most-swords cannot lie"),
        ({"expeditions": "sailor-3-1"}, SetupError, "sailor-3-1 cannot lie"),
        ({"harbor": "sailor-7-3 sailor-7-3"}, NotationError, "more often than there are copies"),
        ({"harbor": "sailor-7-3#2"}, NotationError, "sailor-7-3 has 1 copies"),
        ({"harbor": "sailer-3-1"}, NotationError, "no card 'sailer-3-1'"),
        ({"display": {"Ann": "gambler-6-1"}}, SetupError, "lies in the box"),
        ({"active": "Bea"}, NotationError, "'Bea' does not play"),
    ],
)
def test_an_impossible_position_is_refused_with_a_sentence(game, position, error, sentence):
    with pytest.raises(error, match=sentence):
        game(2, **position)


def test_numbered_copies_are_served_first(game):
    g = game(2, display={"Ann": "sailor-3-1"}, harbor="sailor-3-1#1")
    assert [g.rules.cards[card].copy for card in g.state.harbor] == [1]
    assert [g.rules.cards[card].copy for card in g.state.players[0].display] == [2]


@pytest.mark.parametrize(
    ("rules", "options", "sentence"),
    [
        ("house", {}, "no preset 'house'"),
        ("big-box", {"governer": "all"}, "no switch 'governer'"),
        ("big-box", {"governor": "everyone"}, r"options: .*governor"),
        ("big-box", {"winning_points": 0}, r"options: .*winning_points"),
        ("first-edition", {"mademoiselle_floor": 2}, r"options: .*mademoiselle_floor"),
    ],
)
def test_a_wrong_preset_or_switch_is_refused_with_a_sentence(cards, rules, options, sentence):
    with pytest.raises(NotationError, match=sentence):
        open_table(SetUp(game="port-royal", players=("a", "b"), rules=rules, options=options), cards)


def test_the_presets_differ_where_the_printings_differ():
    big, first = PRESETS["big-box"], PRESETS["first-edition"]
    names = big.__struct_fields__
    assert {name: (getattr(big, name), getattr(first, name)) for name in names} == {
        "jester_on_bust": ("active", "all"),
        "jester_on_empty": ("anyone", "inactive"),
        "governor": ("active", "all"),
        "mademoiselle_floor": (1, 0),
        "fee": ("upfront", "from_income"),
        "gambler": ("reveal_four", "reveal_four_and_stop"),
        "gambler_cards": ("big-box", "first-edition"),
        "gambler_again": ("after_reveal", "after_reveal"),
        "gamblers": (False, False),
        "expedition_required": (False, False),
        "winning_points": (12, 12),
        "tax_threshold": (12, 12),
        "start_coins": (3, 3),
    }


def test_a_session_begins_at_the_first_decision(game):
    g = game(2)
    assert isinstance(g.session, Session)
    assert [type(event).__name__ for event in g.session.opening] == ["Settled", "Discovering", "TurnBegan"]
