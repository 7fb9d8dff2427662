"""Expeditions: E1 to E3."""

from __future__ import annotations

import itertools

import pytest

from engine import portroyal
from engine.games import SetUp, open_table
from engine.portroyal import PRESETS
from engine.portroyal import messages as m
from engine.portroyal.expeditions import fits
from engine.session import Session

PRESET = pytest.mark.parametrize("rules", PRESETS)
CAPTAINS = "captain-4-1 captain-4-1"
CLAIM = f"claim expedition-AA: {CAPTAINS}"
JACK = "jack-of-all-trades-6-1"


# -- E1 ----------------------------------------------------------------------------------
@PRESET
def test_pr_E1_before_the_first_reveal_and_between_reveals(game, rules):
    g = game(
        2,
        rules,
        display={"Ann": CAPTAINS + " priest-4-1 priest-4-1"},
        expeditions="expedition-AA expedition-CC",
    )
    g.do(CLAIM).expect(phase="discover", to_act="Ann").refuse("stop", "must reveal")
    g.do("reveal ship-red-1-1", "claim expedition-CC: priest-4-1 priest-4-1").expect(phase="discover")
    g.do("reveal ship-blue-1-1", "stop").expect(takes=1)


@PRESET
def test_pr_E1_in_trade_also_after_the_last_card(game, rules):
    display = {"Ann": CAPTAINS + " priest-4-1 priest-4-1"}
    g = game(
        2,
        rules,
        display=display,
        expeditions="expedition-AA expedition-CC",
        harbor="ship-red-1-1 ship-blue-1-1",
    )
    g.do("stop", CLAIM).expect(to_act="Ann", takes=1, coins={"Ann": 5}).do("take ship-red-1-1")
    g.expect(to_act="Ann", takes=0).do("claim expedition-CC: priest-4-1 priest-4-1")
    g.expect(to_act="Ben", coins={"Ann": 8}, points={"Ann": 8})


@PRESET
def test_pr_E1_a_claim_may_pay_for_a_card(game, rules):
    g = game(2, rules, display={"Ann": CAPTAINS}, expeditions="expedition-AA", harbor="pirate-5-1").do("stop")
    g.expect(to_act="Ann").do(CLAIM, "take pirate-5-1").expect(coins={"Ann": 0}, points={"Ann": 5})


@PRESET
def test_pr_E1_the_inactive_player_may_not(game, rules):
    g = game(
        2, rules, display={"Ben": CAPTAINS}, expeditions="expedition-AA", harbor="ship-red-1-1 ship-blue-1-1"
    )
    g.refuse(CLAIM).do("stop", "take ship-red-1-1").expect(to_act="Ben")
    crew = [c.name for c in g.rules.cards if c.kind == "captain-4-1" and c.id in g.state.players[1].display]
    g.refuse({"claim": {"expedition": "expedition-AA", "with": crew}}, "Only Ann, whose turn it is")


@PRESET
def test_pr_E1_the_active_player_may_not_once_he_has_handed_over(game, rules):
    g = game(
        2, rules, display={"Ann": CAPTAINS}, expeditions="expedition-AA", harbor="ship-red-1-1 ship-blue-1-1"
    )
    g.do("stop", "take ship-red-1-1", "pass").expect(to_act="Ben", phase="trade").refuse(CLAIM, "Only Ann")


@PRESET
def test_pr_E1_not_while_a_repel_is_pending(game, rules):
    g = game(2, rules, display={"Ann": CAPTAINS + " sailor-3-1"}, expeditions="expedition-AA")
    g.do("reveal ship-red-1-1").expect(phase="repel").refuse(CLAIM, "must first decide").do("repel", CLAIM)


@pytest.mark.parametrize(("rules", "gambler"), [("big-box", "gambler-6-1"), ("first-edition", "gambler-4-1")])
def test_pr_E1_not_during_a_gamble(game, rules, gambler):
    g = game(2, rules, display={"Ann": f"{CAPTAINS} {gambler}"}, expeditions="expedition-AA", gamblers=True)
    g.do("gamble").refuse(CLAIM, "4 are still to come").do("reveal sailor-3-1").refuse(
        CLAIM, "3 are still to come"
    )


@PRESET
def test_pr_E1_not_after_a_bust(game, rules):
    g = game(2, rules, display={"Ann": CAPTAINS}, expeditions="expedition-AA", harbor="ship-red-1-1")
    g.do("reveal ship-red-2-3").expect(to_act="Ben").refuse(CLAIM)


# -- E2 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(
    ("expedition", "crew"),
    [
        ("expedition-AA", CAPTAINS),
        ("expedition-CC", "priest-4-1 priest-4-1"),
        ("expedition-HH", "settler-4-1 settler-4-1"),
        ("expedition-AAH", f"{CAPTAINS} settler-4-1"),
        ("expedition-CCH", "settler-4-1 priest-4-1 priest-4-1"),
        ("expedition-CC", f"priest-4-1 {JACK}"),
        ("expedition-HH", f"{JACK} {JACK}"),
        ("expedition-AAH", f"{JACK} {JACK} {JACK}"),
        ("expedition-CCH", f"{JACK} priest-4-1 settler-4-1"),
    ],
)
def test_pr_E2_exactly_the_persons_shown(game, rules, expedition, crew):
    spare = "captain-4-1 priest-4-1 settler-4-1"
    g = game(2, rules, display={"Ann": f"{crew} {spare}"}, expeditions=expedition)
    g.do(f"claim {expedition}: {crew}").expect(
        display={"Ann": [*spare.split(), expedition]}, discard=crew.split()
    )


@PRESET
def test_pr_E2_a_jack_may_stand_for_one_the_player_has(game, rules):
    g = game(2, rules, display={"Ann": f"{CAPTAINS} {JACK}"}, expeditions="expedition-AA")
    g.do(f"claim expedition-AA: captain-4-1 {JACK}")
    g.expect(display={"Ann": ["captain-4-1", "expedition-AA"]}, discard=["captain-4-1", JACK])


@PRESET
@pytest.mark.parametrize(
    "crew",
    [
        "",
        "captain-4-1",
        f"{CAPTAINS} priest-4-1",
        "captain-4-1 priest-4-1",
        f"{CAPTAINS} {JACK}",
        "captain-4-1 sailor-3-1",
    ],
)
def test_pr_E2_surplus_or_wrong_persons_are_refused(game, rules, crew):
    display = f"{CAPTAINS} priest-4-1 {JACK} sailor-3-1"
    g = game(2, rules, display={"Ann": display}, expeditions="expedition-AA")
    g.refuse(f"claim expedition-AA: {crew}", "takes exactly the persons shown on it")


@PRESET
def test_pr_E2_only_his_own_persons(game, rules):
    g = game(2, rules, display={"Ann": "captain-4-1#1", "Ben": "captain-4-1#2"}, expeditions="expedition-AA")
    g.refuse("claim expedition-AA: captain-4-1#1 captain-4-1#2", "from Ann's own display")


def test_pr_E2_no_person_counts_twice(game):
    g = game(2, display={"Ann": "captain-4-1"}, expeditions="expedition-AA")
    [captain] = g.state.players[0].display
    [expedition] = g.state.expeditions
    command = m.Claim(expedition, (captain, captain))
    assert (type(g.state.asked), m.Claim) in g.rules.answers
    with pytest.raises(Exception, match="exactly the persons"):
        g.session.play(command)


@PRESET
def test_pr_E2_only_an_expedition_that_lies_there(game, rules):
    g = game(2, rules, display={"Ann": CAPTAINS, "Ben": "expedition-AA"})
    g.refuse(CLAIM, "expedition-AA does not lie in the row of expeditions")


def test_pr_E2_the_order_in_which_persons_are_named_does_not_matter(game):
    for crew in itertools.permutations(("priest-4-1", JACK, "settler-4-1")):
        g = game(2, display={"Ann": " ".join(crew)}, expeditions="expedition-CCH")
        g.do(f"claim expedition-CCH: {' '.join(crew)}").expect(points={"Ann": 6})


def test_pr_E2_what_fits_is_what_some_order_of_the_crew_supplies(game):
    """Compared with trying every assignment of persons to symbols."""
    g = game(5)
    able = [card for card in g.rules.cards if card.symbols]
    kinds = [next(c.id for c in able if c.kind == kind) for kind in dict.fromkeys(c.kind for c in able)]
    for needs in ("AA", "CC", "HH", "AAH", "CCH", "ACH"):
        for size in range(5):
            for crew in itertools.product(kinds, repeat=size):
                tried = size == len(needs) and any(
                    all(need in g.rules.cards[c].symbols for need, c in zip(needs, order, strict=True))
                    for order in itertools.permutations(crew)
                )
                assert fits(g.rules, crew, needs) == tried


# -- E3 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(
    ("players", "expedition", "crew", "points", "coins"),
    [
        (2, "expedition-AA", CAPTAINS, 4, 2),
        (2, "expedition-CCH", f"priest-4-1 priest-4-1 {JACK}", 6, 3),
        (5, "expedition-ACH", "captain-4-1 priest-4-1 settler-4-1", 5, 3),
    ],
)
def test_pr_E3_points_of_the_card_less_those_of_the_persons_and_coins(
    game, rules, players, expedition, crew, points, coins
):
    row = {} if players == 5 else {"expeditions": expedition}
    g = game(players, rules, display={"Ann": f"{crew} sailor-5-2"}, **row).expect(
        points={"Ann": 2 + len(crew.split())}
    )
    pile = g.draw_pile
    g.do(f"claim {expedition}: {crew}")
    g.expect(points={"Ann": 2 + points}, coins={"Ann": 3 + coins}, draw_pile=pile - coins, expeditions=[])
    g.expect(swords={"Ann": 1}, display={"Ann": ["sailor-5-2", expedition]})


@PRESET
def test_pr_E3_its_points_trigger_the_end(game, rules):
    display = {"Ann": f"{CAPTAINS} pirate-9-3 sailor-7-3 jester-7-2"}
    g = game(2, rules, display=display, expeditions="expedition-AA").expect(
        points={"Ann": 10}, last_round=False
    )
    g.do(CLAIM).expect(points={"Ann": 12}, last_round=True)


def test_pr_E3_swords_of_the_persons_are_gone_too():
    """No printed person goes on expeditions and repels; the rules do not rely on that."""
    captain = {"kind": "captain", "copies": 2, "type": "person", "points": 1}
    clauses = [{"clause": "symbols", "any_of": "A"}, {"clause": "swords", "n": 2}]
    expedition = {
        "kind": "expedition-AA",
        "copies": 1,
        "type": "expedition",
        "needs": "AA",
        "points": 4,
        "coins": 2,
    }
    spare = {"kind": "ship", "copies": 9, "type": "ship", "colour": "red", "coins": 1}
    cards = portroyal.load({"cards": [{**captain, "clauses": clauses}, expedition, spare]})
    position = {"display": {"Ann": ["captain", "captain"]}, "expeditions": ["expedition-AA"]}
    set_up = SetUp(game="port-royal", players=("Ann", "Ben"), position=position)
    session = Session(open_table(set_up, cards))
    assert session.facts()["swords"] == {"Ann": 4, "Ben": 0}
    session.play(session.step({"claim": {"expedition": "expedition-AA", "with": ["captain", "captain"]}}))
    assert session.facts()["swords"] == {"Ann": 0, "Ben": 0}
