"""A chapter is noted with the entry that ends it: never lost, and once only (S21, A3, A4c, X04, X05)."""

import pytest

from companion.adventure.finish import campaign_of, noted
from companion.desk_state import remembered
from companion.flow import Home, Noted, Resuming, Settings
from companion.outfit import load_settings
from engine.adventure.campaign import Campaign

TASKS = {"10": ["Ann", "Ben"], "11": ["Ann"], "12": ["Ben"], "14": ["Ann"]}
ENOUGH = {"Ann": ["sailor-7-3", "pirate-9-3"], "Ben": ["jester-9-3", "mademoiselle-9-3"]}
WON = {"display": ENOUGH, "tasks": TASKS, "events": []}
LOST = {"tasks": TASKS, "events": []}
ALL = ("80", "81", "82")


def at_the_end(sit, position, **facts):
    """Come to the last event of chapter 1."""
    table = sit(**facts.pop("desk", {}))
    position = {"coins": {"Ann": 5, "Ben": 6}, **position}
    return table.begin("Ann", "Ben", inserted=(), position=position, **facts)


def on_disk(table):
    return load_settings(table.store).campaign


def chapter_of(table):
    campaign = on_disk(table)
    return (campaign.chapter, campaign.failures, campaign.defeats) if campaign else None


def test_X04_a_chapter_is_noted_before_anybody_presses_a_key(sit):
    table = at_the_end(sit, WON).press("y").rest()
    assert table.lines()[:2] == ["CHAPTER 1 ENDS", "WON"]
    assert chapter_of(table) == (2, 0, 0)
    assert on_disk(table).inserted == ALL
    table.press("y")
    assert chapter_of(table) == (2, 0, 0)
    assert "Next: chapter 2" in table.lines()


@pytest.mark.parametrize("keys", ["n n", "> > > > y", "m > > > > > > > y y", "m > > > > > > > y > y y"])
def test_S21_whatever_is_done_at_the_final_screen_it_is_noted_once(sit, keys):
    table = at_the_end(sit, LOST).press("y").rest().press(keys)
    assert chapter_of(table) == (1, 1, 1)


def test_S21_a_power_cut_at_the_final_screen_loses_nothing(sit):
    table = at_the_end(sit, WON).press("y").rest()
    table.cut_power()
    assert isinstance(table.desk.mode, Home)
    assert chapter_of(table) == (2, 0, 0)
    assert table.desk.settings.campaign == on_disk(table)


def test_an_undo_at_the_final_screen_takes_the_note_back_and_redo_brings_it(sit):
    table = at_the_end(sit, LOST).press("y").rest()
    assert chapter_of(table) == (1, 1, 1)
    table.press("N")
    assert on_disk(table) is None
    table.press("y")
    assert chapter_of(table) == (1, 1, 1)
    table.press("N").step({"correct": {"crowns": {"Ann": 14, "Ben": 14}}}).press("y").rest()
    assert table.lines()[1] == "WON"
    assert chapter_of(table) == (2, 0, 0)


def cut_before_the_note(sit, tmp_path):
    """Let the power go between the last entry and its note."""

    def gone(*_):
        raise SystemExit

    table = at_the_end(sit, WON, desk={"noted": gone, "folder": tmp_path})
    with pytest.raises(SystemExit):
        table.press("y")
    table._changes = {}
    table.cut_power()
    assert on_disk(table) is None
    assert isinstance(table.desk.mode, Resuming)
    return table


def test_who_is_cut_off_before_the_note_finds_the_chapter_again(sit, tmp_path):
    table = cut_before_the_note(sit, tmp_path).press("y").rest()
    assert table.lines()[:2] == ["CHAPTER 1 ENDS", "WON"]
    assert chapter_of(table) == (2, 0, 0)
    table.cut_power()
    assert isinstance(table.desk.mode, Home)
    assert chapter_of(table) == (2, 0, 0)


def test_a_game_that_is_taken_up_later_is_noted_then(sit, tmp_path):
    table = cut_before_the_note(sit, tmp_path).press("n")
    assert on_disk(table) is None
    table.press("y y").rest()
    assert table.lines()[:2] == ["CHAPTER 1 ENDS", "WON"]
    assert chapter_of(table) == (2, 0, 0)


def scored(sit, how, mode="coop"):
    """Score or drop a game of chapter 1 that is not over."""
    position = {"coins": {"Ann": 5, "Ben": 6}, "tasks": {"10": [], "11": []}}
    table = sit().begin("Ann", "Ben", mode=mode, inserted=(), position=position)
    return table.press("m").choose("End of game").choose(how).press("y")


def test_A4c_rivals_who_score_have_played_the_chapter(sit):
    table = scored(sit, "Score", "competitive")
    assert chapter_of(table) == (2, 0, 0)


@pytest.mark.parametrize("how", ["Score", "Drop"])
def test_S21_a_chapter_given_up_stays_due_and_its_cards_stay_in_the_pile(sit, how):
    table = scored(sit, how)
    assert chapter_of(table) == (1, 0, 0)
    assert on_disk(table).inserted == ("80", "81")


def test_a_saved_game_is_not_noted(sit):
    table = at_the_end(sit, LOST).press("m").choose("End of game").choose("Save")
    assert on_disk(table) is None


def test_an_older_game_taken_back_changes_nothing_that_was_noted_since(sit):
    table = at_the_end(sit, LOST)
    campaign = Campaign(pack="synthetic", chapter=3)
    settings = Settings(campaign=campaign, noted=(Noted(1, None), Noted(2, None)))
    assert noted(settings, 1, table.session) == settings


def test_a_game_without_a_number_is_not_taken_for_the_one_before(sit):
    table = at_the_end(sit, LOST).press("y")
    first = noted(Settings(), 0, table.session)
    assert noted(first, 0, table.session) == first
    second = noted(remembered(first, table.session.table.set_up), 0, table.session)
    assert second.campaign.failures == first.campaign.failures == 1
    assert second.campaign.defeats == 2


def test_another_pack_has_a_campaign_of_its_own():
    kept = Settings(campaign=Campaign(pack="known", chapter=4))
    assert campaign_of(kept, "synthetic") == Campaign(pack="synthetic")
