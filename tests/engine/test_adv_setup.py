"""The Adventure Begins: set-up of a chapter (rules S01 to S21)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.adventure.campaign import Campaign, after, head_for
from engine.adventure.event_deck import above_months_end, first_cards
from engine.adventure.state import tale
from engine.notation import NotationError
from engine.setup import SetupError


def test_adv_S01_one_to_four_play_together_two_to_four_against_each_other(adv):
    for players in (1, 2, 3, 4):
        assert adv(players, "coop").phase == "event"
    for players in (2, 3, 4):
        assert adv(players, "competitive").phase == "event"
    with pytest.raises(SetupError, match="Alone"):
        adv(1, "competitive")
    with pytest.raises(SetupError, match="1 to 4"):
        adv(5, "coop", cast="lady-anne cutthroat-mary jean-blackbeard samuel-blackguard officer-scott")


def test_adv_S02_S03_the_pile_is_the_base_deck_and_what_was_inserted(adv):
    g = adv(2, chapter=1)
    g.expect(draw_pile=119 + 6 - 5, inserted=[80], expeditions=[])
    g = adv(2, chapter=2)
    g.expect(draw_pile=119 + 6 + 4 + 2 + 1 + 4 - 5, inserted=[80, 81, 82, 83, 84])
    g.do("event event-calm-sea").refuse("reveal tybuk-6-2-2", "no story card has called for it")


def test_adv_S04_no_two_players_have_sides_of_one_card(adv):
    with pytest.raises(SetupError, match="same character card"):
        adv(2, cast="lady-anne officer-scott")
    with pytest.raises(SetupError, match="same character card"):
        adv(2, cast="lady-anne lady-anne")
    with pytest.raises(NotationError, match="no character"):
        adv(2, cast="lady-anne blackbeard")
    with pytest.raises(SetupError, match="Ben needs a character"):
        adv(2, cast="lady-anne")


def test_adv_S07_start_coins_are_those_of_the_character_from_the_pile(adv):
    g = adv(4, cast="lady-anne cutthroat-mary jean-blackbeard grace-may")
    g.expect(coins={"Ann": 2, "Ben": 3, "Cem": 3, "Dan": 4}, draw_pile=125 - 12)


def test_adv_S08_nobody_has_crowns_and_everybody_four_markers(adv):
    adv(3).expect(crowns={"Ann": 0, "Ben": 0, "Cem": 0}, markers={"Ann": 4, "Ben": 4, "Cem": 4}, trophies=[])


@pytest.mark.parametrize(
    ("mode", "players", "above"),
    [
        ("coop", 1, 2),
        ("coop", 2, 2),
        ("coop", 3, 2),
        ("coop", 4, 3),
        ("competitive", 2, 4),
        ("competitive", 3, 4),
        ("competitive", 4, 4),
        ("variable", 2, 4),
    ],
)
def test_adv_S09_S10_S11_the_event_deck(adv, mode, players, above):
    g = adv(players, mode, drawn="10 23 40 51" if mode == "variable" else "")
    assert above_months_end(mode, players) == above
    g.expect(event_deck=above + 1, next_event=None, month=1, event=None)
    end = "event-months-end-3" if mode == "variable" else "event-months-end"
    assert tale(g.state).deck[-1] == end


def test_adv_S12_the_other_events_lie_aside(adv):
    assert [tale(adv(n).state).pool for n in (1, 2, 3, 4)] == [12, 12, 11, 10]
    assert [tale(adv(n, "competitive").state).pool for n in (2, 3, 4)] == [10, 9, 9]
    assert first_cards("variable", 4) == 4


def test_adv_S15_S16_S17_a_chapter_begins_with_the_back_of_its_first_story_card(adv):
    for chapter, first in ((1, 10), (2, 20), (3, 30), (4, 40), (5, 50)):
        adv(2, chapter=chapter).expect(tasks={first: []}, chapter=chapter)


def test_adv_S18_a_story_card_brings_its_groups_into_the_draw_pile_only(adv):
    g = adv(2, tasks={10: ""}, events="", discard="ship-red-4-skull", coins={"Ann": 0, "Ben": 0})
    before = g.draw_pile
    g.do("event event-months-end", "story 11").expect(draw_pile=before + 4, discard=["ship-red-4-skull"])
    g.refuse("reveal ship-red-4-skull", "discard")


def test_adv_S19_extra_coins_after_defeats_are_shared_freely(adv):
    g = adv(2, failures=2, extra_coins={"Ann": 5, "Ben": 1})
    g.expect(coins={"Ann": 7, "Ben": 4}, failures=2)
    with pytest.raises(SetupError, match="at most 3"):
        adv(2, failures=1, extra_coins={"Ann": 4})
    with pytest.raises(SetupError, match="cooperative"):
        adv(2, "competitive", failures=1)


def test_adv_S20_S21_a_campaign_keeps_its_cards_and_counts_defeats(packs):
    pack = packs["synthetic"]
    campaign = Campaign(pack="synthetic")
    campaign = after(campaign, "coop", ("80", "81"), won=False)
    assert (campaign.chapter, campaign.failures, campaign.inserted) == (1, 1, ("80", "81"))
    campaign = after(campaign, "coop", ("80", "83"), won=True)
    assert (campaign.chapter, campaign.failures, campaign.inserted) == (2, 0, ("80", "81", "83"))
    head = head_for(campaign, pack, "coop", {"Ann": "lady-anne"})
    assert (head.chapter, head.failures, head.inserted) == (2, 0, ("80", "81", "83"))


def test_the_variable_game_needs_four_starred_tasks(adv):
    for drawn in ("10 23 40", "10 23 40 40", "10 23 40 51 52"):
        with pytest.raises(SetupError, match="4 different tasks"):
            adv(2, "variable", drawn=drawn)
    with pytest.raises(SetupError, match="no red star"):
        adv(2, "variable", drawn="10 23 40 11")
    with pytest.raises(NotationError, match="no task"):
        adv(2, "variable", drawn="10 23 40 99")
    with pytest.raises(SetupError, match="variable"):
        adv(2, "coop", drawn="10 23 40 51")


def test_a_head_is_needed(adv, cards):
    from engine.games import SetUp, open_table

    with pytest.raises(SetupError, match="pack"):
        open_table(SetUp(game="adventure", players=("Ann",)), cards)


def test_a_colour_must_be_known(adv, packs):
    known = packs["known"]
    with pytest.raises(SetupError, match="colour"):
        adv(2, cast="peter-landman lady-anne", pack=known)
    side = replace(known.characters["peter-landman"], colour="green")
    entered = replace(known, characters={**known.characters, "peter-landman": side})
    assert adv(2, cast="peter-landman lady-anne", pack=entered).phase == "fact"


def test_groups_must_be_known(adv):
    with pytest.raises(NotationError, match="no group"):
        adv(2, inserted=("80", "99"))


def test_switches_that_mean_nothing_here_are_not_offered(adv):
    for switch in ("gamblers", "start_coins", "expedition_required"):
        with pytest.raises(NotationError, match="no switch"):
            adv(2, **{switch: 1})
    with pytest.raises(NotationError, match="no preset"):
        adv(2, rules="third-edition")
