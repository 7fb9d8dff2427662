"""Setting an adventure up: cards, mode, chapter, groups, characters, extra coins; the campaign goes on."""

from functools import partial

import pytest
from msgspec.structs import replace

from companion.adventure.newgame import (
    ChooseChapter,
    ChooseGroups,
    ChooseMode,
    ChoosePack,
    ChooseTasks,
    prepare,
)
from companion.adventure.newgame_characters import ChooseCharacter, ShareCoins
from companion.bench import Bench
from companion.catalogue import Catalogues
from companion.decks.record import deck_of
from companion.decks.sample import sample_uid
from companion.draft import Draft
from companion.flow import Home, Settings
from companion.newgame import Deal
from companion.setups import SETUPS
from drivers.ports import CardSeen
from engine.adventure.campaign import Campaign, after
from engine.adventure.setup import options_of

CATALOGUES = Catalogues()


def to_characters(table, pack="Invented", mode="Together", chapter="Chapter 1"):
    table.choose(pack)
    if isinstance(table.desk.mode, ChooseMode):
        table.choose(mode)
    if isinstance(table.desk.mode, ChooseChapter):
        table.choose(chapter)
    if isinstance(table.desk.mode, ChooseGroups):
        table.choose("Start")
    return table


def opened(sit, players=("Ann", "Ben"), **campaign):
    """Come to the first question that only this game has."""
    table = sit()
    settings = Settings(names=players)
    if campaign:
        settings = replace(settings, campaign=Campaign(**campaign))
    table.desk.settings = settings
    options = options_of("big-box", {})
    switches = {name: getattr(options, name) for name in SETUPS["adventure"].switches}
    draft = Draft(game="adventure", rules="big-box", switches=switches, players=players)
    table.desk.mode = prepare(None, draft, table.desk.context(table.now_s))
    assert isinstance(table.desk.mode, ChoosePack)
    return table


def test_the_game_is_offered_and_leads_to_its_own_questions(sit):
    table = sit().choose("New game").choose("Adventure")
    assert "RULES" in table.lines()[0]


def test_ad22_characters_are_chosen_by_card_or_from_the_list(sit):
    table = to_characters(opened(sit))
    assert isinstance(table.desk.mode, ChooseCharacter)
    assert table.lines()[:3] == ["CHARACTERS        1/2", "ANN?", "Your card. Which side"]
    table.tap("character-lady-anne")
    assert ">Lady Anne $2" in table.lines()
    table.tap("character-lady-anne")
    assert ">Officer Scott $4" in table.lines()
    table.press("y")
    assert table.lines()[1] == "BEN?"
    assert not any("Lady Anne" in row for row in table.lines())
    table.tap("character-lady-anne")
    assert table.signals == ("refused",)
    table.choose("Grace May")
    assert isinstance(table.desk.mode, Deal)
    assert table.lines()[1:7] == [
        "CHAPTER 1",
        "Ann $4 Ben $4",
        "Read chapter card 1",
        "and story card 10",
        "Shuffle in: 80",
        "Y:draw who starts",
    ]
    table.press("y").rest()
    assert table.view.mode == "coop"
    assert [one.character for one in table.view.adventurers] == ["officer-scott", "grace-may"]
    assert table.phase == "event"


def learned(table, uid):
    table._handle(CardSeen("main", uid, table.now_s))
    assert table.lines()[2] == "Whose card is it?"
    table.choose("Officer Scott")
    return table.desk.context(table.now_s).box.deck.find(uid)


def test_a_character_card_whose_sides_nobody_knows_is_learned(sit):
    uid = sample_uid("character-?#3").hex()
    bench = Bench(CATALOGUES.tagged, given=deck_of("Box", "adventure", {uid: "character-?#3"}))
    table = to_characters(opened(partial(sit, bench=bench)))
    assert learned(table, uid) == "character-officer-scott#1"
    assert table.lines()[1] == "BEN?"
    table.press("n").tap("character-?#3")
    assert ">Lady Anne $2" in table.lines()
    table.tap("character-?#3")
    assert ">Officer Scott $4" in table.lines()


def test_an_unknown_tag_is_learned_as_a_character_card(sit):
    table = to_characters(opened(sit))
    table._handle(CardSeen("main", "08a1a2a3", table.now_s))
    assert table.signals == ("refused",)
    assert learned(table, "04b1b2b3b4b5b6") == "character-officer-scott#1"


def test_going_back_comes_to_the_question_before(sit):
    table = to_characters(opened(sit))
    table.choose("Grace May").press("n")
    assert table.desk.mode.plan.characters == ()
    table.press("n")
    assert isinstance(table.desk.mode, ChooseChapter)
    table.press("n")
    assert isinstance(table.desk.mode, ChooseMode)
    table.press("n")
    assert isinstance(table.desk.mode, ChoosePack)
    table.press("m")
    assert isinstance(table.desk.mode, Home)


def test_alone_no_mode_is_asked(sit):
    table = opened(sit, ("Ann",)).choose("Invented")
    assert isinstance(table.desk.mode, ChooseChapter)
    table.press("n")
    assert isinstance(table.desk.mode, ChoosePack)


def test_a_variable_game_asks_for_its_four_tasks(sit):
    table = opened(sit).choose("Invented").choose("Rivals, var")
    assert isinstance(table.desk.mode, ChooseTasks)
    table.choose("10").tap("task-13").choose("20")
    assert table.lines()[0] == "FOUR TASKS   3 of 4"
    table.choose("20").choose("20").tap("task-10").tap("task-10").tap("task-99")
    assert table.signals == ("refused",)
    table.choose("50").choose("Grace").choose("Lady").press("y").rest()
    assert [task.number for task in table.view.tasks] == ["13", "20", "10", "50"]
    assert table.view.mode == "variable"


def test_the_campaign_offers_its_chapter_groups_and_coins(sit):
    groups = ("80", "81")
    table = (
        opened(sit, pack="synthetic", chapter=2, failures=2, inserted=groups)
        .choose("Invented")
        .choose("Together")
    )
    assert ">Chapter 2  yours" in table.lines()
    assert "2 defeats so far" in table.lines()
    table.press("y")
    assert isinstance(table.desk.mode, ChooseGroups)
    assert table.desk.mode.groups == groups
    table.choose("82").press("> > > > > > > > >").choose("Start")
    table.choose("Grace").choose("Lady")
    assert isinstance(table.desk.mode, ShareCoins)
    table.press("> > > > n y > > > >")
    assert table.signals == ("refused",)
    assert table.lines()[:4] == ["EXTRA COINS 6 of 6", "Share 6 coins freely", " Ann 3", ">Ben 3"]
    table.press("y y").rest()
    assert {player.name: player.coins for player in table.view.players} == {"Ann": 7, "Ben": 5}
    assert table.view.failures == 2


def test_the_real_cards_are_asked_about(sit):
    table = to_characters(opened(sit, ("Ann",)), pack="The real")
    assert ">Grace May ?" in table.lines()
    assert not any("Landman" in row or "Ferdinando" in row for row in table.lines())
    table.choose("Grace")
    assert "Coins: as asked next" in table.lines()
    table.press("y").rest()
    assert table.phase == "fact"


def test_the_same_again_starts_with_the_same_head(sit):
    table = to_characters(opened(sit))
    table.choose("Grace").choose("Lady").press("y").rest()
    last = table.desk.settings.last_set_up
    assert last.adventure.characters == {"Ann": "grace-may", "Ben": "lady-anne"}


@pytest.mark.parametrize(("won", "chapter"), [(True, 2), (False, 1)])
def test_a_chapter_is_noted_as_it_ended(won, chapter):
    campaign = Campaign(pack="synthetic")
    assert after(campaign, "coop", ("80",), won=won).chapter == chapter
