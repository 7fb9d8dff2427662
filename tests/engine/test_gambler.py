"""The promo Gambler: G1 to G5."""

from __future__ import annotations

import pytest

from engine.portroyal import PRESETS
from engine.portroyal import messages as m

PRESET = pytest.mark.parametrize("rules", PRESETS)
GAMBLER = {"big-box": "gambler-6-1", "first-edition": "gambler-4-1"}
CALM = ("reveal captain-4-1", "reveal priest-4-1", "reveal settler-4-1", "reveal governor-8-0")
"""Four cards that do no harm."""
CALM_AGAIN = ("reveal captain-4-1#2", "reveal priest-4-1#2", "reveal settler-4-1#2", "reveal governor-8-0#2")


def gamblers(rules: str, n: int, *more: str) -> dict[str, str]:
    """Give a display with so many Gamblers for Ann."""
    kinds = (
        ["gambler-6-1"] * 4
        if rules == "big-box"
        else ["gambler-4-1", "gambler-4-1", "gambler-6-2", "gambler-8-3"]
    )
    return {"Ann": " ".join((*kinds[:n], *more))}


# -- the cards ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rules", "switch", "kinds"),
    [
        ("big-box", {}, ["gambler-6-1"] * 4),
        (
            "big-box",
            {"gambler_cards": "first-edition"},
            ["gambler-4-1", "gambler-4-1", "gambler-6-2", "gambler-8-3"],
        ),
        ("first-edition", {}, ["gambler-4-1", "gambler-4-1", "gambler-6-2", "gambler-8-3"]),
        ("first-edition", {"gambler_cards": "big-box"}, ["gambler-6-1"] * 4),
    ],
)
def test_pr_G1_four_gamblers_of_the_printing_are_in_the_deck(game, rules, switch, kinds):
    g = game(2, rules, gamblers=True, **switch)
    of_both = [c for c in g.rules.cards if c.kind.startswith("gambler")]
    assert len(of_both) == 8
    assert [c.kind for c in of_both if g.state.unseen >> c.id & 1] == kinds
    without = game(2, rules, **switch).state
    assert all(without.box >> c.id & 1 for c in of_both)


@pytest.mark.parametrize(
    ("rules", "kind", "price", "points"),
    [
        ("big-box", "gambler-6-1", 6, 1),
        ("first-edition", "gambler-4-1", 4, 1),
        ("first-edition", "gambler-6-2", 6, 2),
        ("first-edition", "gambler-8-3", 8, 3),
    ],
)
def test_pr_G1_cost_and_points_of_the_printing(game, rules, kind, price, points):
    g = game(2, rules, gamblers=True, harbor=kind, coins={"Ann": price}).do("stop", f"take {kind}")
    g.expect(coins={"Ann": 0}, points={"Ann": points}, swords={"Ann": 0})


# -- G1 ----------------------------------------------------------------------------------
@PRESET
def test_pr_G1_four_cards_at_once_instead_of_one(game, rules):
    g = (
        game(2, rules, gamblers=True, display=gamblers(rules, 1))
        .do("gamble")
        .expect(phase="discover", to_act="Ann")
    )
    for left, step in zip((4, 3, 2, 1), CALM, strict=True):
        assert g.session.view().gamble_left == left
        g.refuse("stop", f"{left} are still to come").refuse("gamble", "still to come").do(step)
    assert g.session.view().gamble_left == 0


@PRESET
def test_pr_G1_also_after_single_cards_and_each_reveal_is_one_undo(game, rules):
    g = game(2, rules, gamblers=True, display=gamblers(rules, 1)).do("reveal sailor-3-1", "gamble", *CALM[:2])
    assert g.session.view().gamble_left == 2
    g.undo().expect(harbor=["sailor-3-1", "captain-4-1"], phase="discover")
    assert g.session.view().gamble_left == 3
    g.undo().undo().refuse("reveal sailor-3-1#1", "already").do("stop")


@PRESET
def test_pr_G1_without_a_gambler_there_is_no_gamble(game, rules):
    g = game(2, rules, gamblers=True, display={"Ben": GAMBLER[rules]})
    g.refuse("gamble", "Ann has no Gambler left for this turn").do("reveal sailor-3-1").refuse("gamble")


@PRESET
@pytest.mark.parametrize("again", ["after_reveal", "never"])
def test_pr_G1_once_for_each_own_gambler(game, rules, again):
    g = game(2, rules, gamblers=True, gambler_again=again, display=gamblers(rules, 2), coins={"Ann": 9})
    g.do("gamble", *CALM).expect(phase="discover").do("gamble", *CALM_AGAIN)
    if rules == "big-box":
        g.expect(phase="discover").refuse("gamble", "no Gambler left for this turn")
    else:
        g.expect(phase="trade", takes=3)


@pytest.mark.parametrize(("again", "ready"), [("after_reveal", True), ("never", False)])
def test_pr_G1_a_used_gambler_after_a_single_card(game, again, ready):
    g = game(2, gamblers=True, gambler_again=again, display=gamblers("big-box", 1)).do("gamble", *CALM)
    g.refuse("gamble", "no Gambler left").do("reveal sailor-3-1")
    assert len(g.happened(m.GamblersReady)) == ready
    if ready:
        g.do("gamble").expect(phase="discover")
    else:
        g.refuse("gamble", "no Gambler left")


@PRESET
@pytest.mark.parametrize("again", ["after_reveal", "never"])
def test_pr_G1_gamblers_are_ready_again_in_the_next_turn(game, rules, again):
    display = gamblers(rules, 1)
    g = game(2, rules, gamblers=True, gambler_again=again, display=display, coins={"Ann": 0, "Ben": 0})
    g.do("gamble", "reveal captain-4-1", "reveal priest-4-1", "reveal settler-4-1", "reveal governor-8-0")
    if rules == "big-box":
        g.do("stop")
    g.expect(to_act="Ben", phase="discover").refuse("gamble").do("reveal governor-8-0#2", "stop")
    g.expect(to_act="Ann").do("gamble")


# -- G2 ----------------------------------------------------------------------------------
@PRESET
def test_pr_G2_each_card_goes_where_it_belongs(game, rules):
    display = gamblers(rules, 1)
    g = game(2, rules, gamblers=True, display=display, coins={"Ann": 13, "Ben": 3}).do("gamble")
    g.do("reveal tax-most-swords").expect(coins={"Ann": 8, "Ben": 4}, discard=["tax-most-swords"])
    g.do("reveal expedition-AA").expect(expeditions=["expedition-AA"])
    g.do("reveal tax-fewest-points").expect(coins={"Ann": 8, "Ben": 5})
    g.do("reveal ship-red-4-skull").expect(harbor=["ship-red-4-skull"])
    g.expect(phase="discover" if rules == "big-box" else "trade", to_act="Ann")


@PRESET
def test_pr_G2_taxes_resolve_in_the_order_revealed(game, rules):
    g = game(2, rules, gamblers=True, display=gamblers(rules, 1), coins={"Ann": 11, "Ben": 0}).do("gamble")
    g.do("reveal tax-most-swords").expect(coins={"Ann": 12, "Ben": 1})
    g.do("reveal tax-most-swords").expect(coins={"Ann": 7, "Ben": 2})


# -- G3 ----------------------------------------------------------------------------------
SIX_SWORDS = ("pirate-5-1", "pirate-7-2", "pirate-9-3")


def test_pr_G3_no_colour_is_compared_before_all_four_lie_there(game):
    g = game(2, gamblers=True, display=gamblers("big-box", 1, *SIX_SWORDS), harbor="ship-red-4-skull").do(
        "gamble"
    )
    g.do("reveal ship-red-1-1").expect(phase="discover").refuse("repel").do(
        "reveal ship-red-2-3", "reveal sailor-3-1"
    )
    g.expect(phase="discover").do("reveal captain-4-1").expect(phase="repel", to_act="Ann")


def test_pr_G3_reveal_four_asks_for_each_double_in_the_order_revealed(game):
    g = game(2, gamblers=True, display=gamblers("big-box", 1, *SIX_SWORDS), harbor="ship-red-4-skull").do(
        "gamble"
    )
    g.do("reveal ship-blue-1-1", "reveal ship-red-1-1", "reveal ship-blue-2-1", "reveal sailor-3-1")
    g.expect(phase="repel", harbor=["ship-red-4-skull", "ship-blue-1-1", "sailor-3-1"])
    assert g.rules.cards[g.state.asked.card].kind == "ship-red-1-1"
    g.do("repel").expect(phase="repel", discard=["ship-red-1-1"])
    assert g.rules.cards[g.state.asked.card].kind == "ship-blue-2-1"
    g.do("repel").expect(phase="discover", harbor=["ship-red-4-skull", "ship-blue-1-1", "sailor-3-1"])
    g.do("reveal captain-4-1", "stop").expect(phase="trade")


def test_pr_G3_three_of_a_colour_are_two_questions(game):
    g = game(2, gamblers=True, display=gamblers("big-box", 1, *SIX_SWORDS)).do("gamble")
    g.do("reveal ship-red-1-1", "reveal ship-red-2-3", "reveal ship-red-3-6", "reveal captain-4-1")
    g.do("repel").expect(phase="repel").do("repel").expect(harbor=["ship-red-1-1", "captain-4-1"])
    g.expect(discard=["ship-red-2-3", "ship-red-3-6"], phase="discover")


def test_pr_G3_as_soon_as_one_is_not_repelled_he_busts(game):
    g = game(2, gamblers=True, display=gamblers("big-box", 1, *SIX_SWORDS, "jester-5-1")).do("gamble")
    g.do(
        "reveal ship-red-1-1", "reveal ship-red-2-3", "reveal ship-blue-1-1", "reveal ship-blue-2-1", "repel"
    )
    g.do("keep").expect(phase="discover", to_act="Ben", harbor=[], coins={"Ann": 4})
    g.expect(discard=["ship-red-1-1", "ship-red-2-3", "ship-blue-1-1", "ship-blue-2-1"])
    [bust] = g.happened(m.Busted)
    assert g.rules.cards[bust.ship].kind == "ship-blue-2-1"
    assert bust.cards[-1] == bust.ship
    assert len(bust.cards) == 3, "the repelled one lay in the discard pile already"


def test_pr_G3_a_double_too_strong_busts_by_itself(game):
    g = game(2, gamblers=True, display=gamblers("big-box", 1, "sailor-3-1")).do("gamble")
    g.do("reveal ship-red-1-1", "reveal captain-4-1", "reveal ship-red-2-3", "reveal priest-4-1")
    g.expect(phase="discover", to_act="Ben", harbor=[])
    assert g.rules.cards[g.happened(m.Busted)[0].ship].kind == "ship-red-2-3"


def test_pr_G3_no_other_ship_of_the_four_can_be_repelled(game):
    g = game(2, gamblers=True, display=gamblers("big-box", 1, *SIX_SWORDS)).do("gamble")
    g.do("reveal ship-red-1-1", "reveal ship-blue-1-1", "reveal ship-green-1-1", "reveal ship-black-1-2")
    g.expect(phase="discover").refuse("repel", "no ship to repel").do("stop").expect(takes=2)


def test_pr_G3_of_a_pair_the_later_one_is_asked_about(game):
    """The earlier one has a skull, the later one does not."""
    g = game(2, gamblers=True, display=gamblers("big-box", 1, "sailor-3-1")).do("gamble")
    g.do("reveal ship-red-4-skull", "reveal captain-4-1", "reveal priest-4-1", "reveal ship-red-1-1")
    g.do("repel").expect(harbor=["ship-red-4-skull", "captain-4-1", "priest-4-1"])
    g = game(2, gamblers=True, display=gamblers("big-box", 1, "sailor-3-1")).do("gamble")
    g.do("reveal ship-red-1-1", "reveal captain-4-1", "reveal priest-4-1", "reveal ship-red-4-skull")
    g.expect(to_act="Ben", phase="discover")


@pytest.mark.parametrize(
    ("rules", "switch"), [("first-edition", {}), ("big-box", {"gambler": "reveal_four_and_stop"})]
)
@pytest.mark.parametrize("harbor", ["", "ship-red-4-skull"])
def test_pr_G3_reveal_four_and_stop_busts_on_any_double(game, rules, switch, harbor):
    display = gamblers(rules, 2, *SIX_SWORDS)
    g = game(2, rules, gamblers=True, display=display, harbor=harbor, **switch).do("gamble")
    g.do("reveal ship-red-1-1", "reveal captain-4-1")
    g.do("reveal priest-4-1", "reveal sailor-3-1" if harbor else "reveal ship-red-2-3")
    g.expect(phase="discover", to_act="Ben", harbor=[])
    assert len(g.happened(m.Busted)) == 1


# -- G4 ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rules", "switch"), [("big-box", {}), ("first-edition", {"gambler": "reveal_four"})]
)
def test_pr_G4_reveal_four_goes_on_as_usual(game, rules, switch):
    g = game(2, rules, gamblers=True, display=gamblers(rules, 1), **switch).do("gamble", *CALM)
    g.expect(phase="discover", to_act="Ann").do("reveal sailor-3-1").expect(phase="discover").do("stop")
    assert len(g.happened(m.TimeToTakeBegan)) > 0


def test_pr_G4_reveal_four_may_stop_at_once_and_takes_no_more(game):
    g = game(2, gamblers=True, display=gamblers("big-box", 1), coins={"Ann": 4}).do("gamble", *CALM, "stop")
    g.expect(phase="trade", takes=1)


@pytest.mark.parametrize(
    ("rules", "switch"), [("first-edition", {}), ("big-box", {"gambler": "reveal_four_and_stop"})]
)
@pytest.mark.parametrize("used", [1, 2, 3])
def test_pr_G4_reveal_four_and_stop_takes_one_more_for_each_gambler_used(game, rules, switch, used):
    g = game(2, rules, gamblers=True, display=gamblers(rules, used), coins={"Ann": 9}, **switch)
    g.do("gamble", *CALM)
    more = [CALM_AGAIN, [step.replace("#2", "#3") for step in CALM_AGAIN]]
    for steps in more[: used - 1]:
        g.expect(phase="discover", to_act="Ann").refuse("reveal sailor-3-1", "no single card may be revealed")
        assert g.session.view().locked
        g.do("gamble", *steps)
    g.expect(phase="trade", to_act="Ann", takes=1 + used)


def test_pr_G4_an_unused_gambler_need_not_be_used(game):
    g = game(2, "first-edition", gamblers=True, display=gamblers("first-edition", 2), coins={"Ann": 9})
    g.do("gamble", *CALM).expect(phase="discover").do("stop").expect(phase="trade", takes=2)


def test_pr_G4_between_gambles_an_expedition_may_be_claimed(game):
    display = gamblers("first-edition", 2, "captain-4-1", "captain-4-1")
    g = game(2, "first-edition", gamblers=True, display=display, expeditions="expedition-AA").do("gamble")
    g.do("reveal sailor-3-1", "reveal sailor-5-2", "reveal sailor-7-3", "reveal pirate-5-1")
    g.do("claim expedition-AA: captain-4-1 captain-4-1").expect(phase="discover").refuse(
        "reveal sailor-3-1#2"
    ).do("gamble")


def test_pr_G4_the_extra_cards_are_the_active_players(game):
    g = game(2, "first-edition", gamblers=True, display=gamblers("first-edition", 1), coins={"Ann": 0})
    g.do(
        "gamble", "reveal ship-red-1-1", "reveal ship-blue-1-1", "reveal ship-green-1-1", "reveal sailor-7-3"
    )
    g.expect(takes=2).do("take ship-red-1-1", "take ship-blue-1-1").expect(to_act="Ben", takes=1)


# -- G5 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize("left", [1, 2, 3])
def test_pr_G5_fewer_cards_are_all_revealed(game, rules, left):
    display = gamblers(rules, 1)
    g = game(2, rules, gamblers=True, display=display, coins={"Ann": 10, "Ben": 123 - 1 - 10 - left}).do(
        "gamble"
    )
    g.do(*CALM[:left])
    g.expect(phase="discover" if rules == "big-box" else "trade", to_act="Ann", draw_pile=0)
    assert len(g.harbor) == left


@PRESET
def test_pr_G5_without_any_card_there_is_no_gamble(game, rules):
    g = game(2, rules, gamblers=True, display=gamblers(rules, 1), coins={"Ann": 10, "Ben": 112}).expect(
        draw_pile=0
    )
    g.refuse("gamble", "no card to turn up").do("stop")


@PRESET
def test_pr_G5_the_discard_pile_comes_back_in_the_middle_of_the_four(game, rules):
    gone = "sailor-3-1 sailor-3-1 ship-red-4-skull"
    display = gamblers(rules, 1)
    g = game(
        2, rules, gamblers=True, display=display, discard=gone, coins={"Ann": 10, "Ben": 123 - 1 - 10 - 3 - 2}
    )
    g.do("gamble", *CALM[:2]).expect(draw_pile=3, discard=[]).do(
        "reveal sailor-3-1", "reveal ship-red-4-skull"
    )
    assert len(g.harbor) == 4


@PRESET
def test_pr_G5_a_double_among_fewer_cards_counts(game, rules):
    g = game(2, rules, gamblers=True, display=gamblers(rules, 1), coins={"Ann": 10, "Ben": 110}).do("gamble")
    g.do("reveal ship-red-4-skull", "reveal ship-red-3-skull").expect(to_act="Ben", phase="discover")
