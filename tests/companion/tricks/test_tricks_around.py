"""A new game of Port Royal (2000), its menu, corrections, saved games and refusals, by keys and taps."""

import pytest

from companion.flow import Home, Menu, PickCard, Playing, Refused, Settings
from companion.gameplay import GAMEPLAYS
from companion.newgame import ChooseGame, ChooseHelp, ChooseStart, Deal
from companion.seating import Seating
from companion.setups import SETUPS
from companion.tricks.modes import EditDebt, EditPlace, EditStones, Removing, TwoSeats
from companion.worlds import WORLDS
from drivers.ports import ReaderLost
from engine.games import GAMES
from engine.portroyal2000.options import Options
from tricks_steps import LAID, TO_AUCTION, led

BEGUN = led(1)


# -- the tables of games -------------------------------------------------------------------
def test_all_tables_of_games_agree():
    assert list(SETUPS) == list(GAMEPLAYS)
    assert set(WORLDS) <= set(SETUPS) <= set(GAMES)
    for name, choices in SETUPS.items():
        assert set(GAMES[name].presets) >= set(choices.presets)
        for options in choices.presets.values():
            for switch, values in choices.switches.items():
                assert getattr(options, switch) in values


def test_every_flag_of_the_rules_page_can_be_chosen_and_its_first_value_is_the_default():
    flags = set(Options.__struct_fields__) - {"hands"}
    switches = SETUPS["port-royal-2000"].switches
    assert set(switches) == flags
    assert all(getattr(Options(), name) == values[0] for name, values in switches.items())


# -- a new game ----------------------------------------------------------------------------
@pytest.fixture
def home(sit):
    sitting = sit()
    sitting.desk.settings = Settings(names=("Ann", "Ben", "Cem", "Dot"))
    return sitting


def test_a_new_game_is_set_up_with_keys(home):
    home.press("y")
    assert isinstance(home.desk.mode, ChooseGame)
    assert " Port Royal 2000  3-4" in home.lines()
    assert len([line for line in home.lines() if line[-2:-1] == "-"]) == len(SETUPS)
    home.choose("Port Royal 2000")
    assert isinstance(home.desk.mode, Seating), "there is one printing: nobody is asked for it"
    home.press("y y y").choose("done: 3")
    assert isinstance(home.desk.mode, ChooseStart)
    assert home.lines()[0] == "WHO DEALS FIRST  4/6"
    home.choose("Ben")
    assert isinstance(home.desk.mode, ChooseHelp)
    home.choose("REM kept: new one")
    assert home.marked == "REM kept: any"
    home.choose("Start the game")
    assert isinstance(home.desk.mode, Deal)
    assert home.lines()[1:-1] == [
        "9 BOOTY",
        "Shuffle all booty but",
        "RELOCATE: lowest card",
        "1-6 and pirates 1 5",
        "Debt 0, 3 stones each",
    ]
    home.tap("rum-9")
    assert isinstance(home.desk.mode, Playing)
    assert home.session.table.game.name == "port-royal-2000"
    assert home.session.table.rules.options.remove_kept == "any_time"
    assert home.session.view().dealer == 1
    assert home.played == [{"lay": "rum-9"}]


def test_a_card_of_the_box_chooses_its_game(home):
    home.press("y")
    home.tap("rum-9")
    assert isinstance(home.desk.mode, Seating)
    assert home.desk.mode.draft.game == "port-royal-2000"


def test_the_same_players_again_begin_with_one_key(table):
    game = table(*BEGUN)
    ended = game.desk.settings.last_set_up
    assert (ended.game, ended.rules) == ("port-royal-2000", "standard")
    position = {"round": 6, "dealer": "Ann"}
    last = game.begin("Ann", "Ben", "Cem", position=position)
    while last.session.state.agenda:
        last.desk.play(next(iter(last.session.choices())))
    last.press("y")
    assert last.session.table.set_up.position is None
    assert (last.session.seq, last.phase) == (0, "lay")


def test_no_on_the_final_screen_goes_home(table):
    last = table(position={"round": 6, "dealer": "Ann"})
    while last.session.state.agenda:
        last.desk.play(next(iter(last.session.choices())))
    assert isinstance(last.press("n").desk.mode, Home)


# -- saved games -----------------------------------------------------------------------------
def test_after_a_power_cut_it_says_what_the_table_should_look_like(table):
    game = table(*BEGUN, {"choose": "rum-9"}, {"play": "red-5"})
    game.cut_power()
    assert "2000 round 1 T1" in game.lines()
    assert "Ben plays ◆5" in game.lines()
    assert any(line.startswith("Open BIS4 TOB12") for line in game.lines())
    game.press(">")
    assert game.lines()[1] == "    debt car tr  pts"
    game.press("> y")
    assert game.phase == "play"


# -- the menu and corrections ----------------------------------------------------------------
@pytest.mark.parametrize("line", ["Debt of a player", "White stones", "Move a booty card", "Who deals"])
def test_every_correction_opens_and_no_leads_back(table, line):
    game = table(*BEGUN).press("m").choose("Correct the table").choose(line)
    assert not isinstance(game.desk.mode, Menu)
    game.press("n")
    assert isinstance(game.desk.mode, Menu)
    game.press("m")
    assert isinstance(game.desk.mode, Playing)


def test_a_debt_stone_is_set_on_the_scale_and_announced(table):
    game = table(*BEGUN).press("m").choose("Correct the table").choose("Debt of a player").choose("Cem")
    assert isinstance(game.desk.mode, EditDebt)
    game.press("> > n >>")
    assert game.lines()[1:4] == ["DEBT 6", "······●·············", "0    5    10   15  19"]
    game.press("y")
    assert game.lines()[1:3] == ["CORRECTED", "Cem: debt 6"]
    assert game.signals == ("tick", "correction")
    assert game.session.facts()["debt"]["Cem"] == 6
    game.now_s += 4
    assert game.lines()[1] == "FOR WHAT?"


def test_white_stones_are_set_colour_by_colour(table):
    game = table(*BEGUN).press("m").choose("Correct the table").choose("White stones").choose("Ann")
    assert isinstance(game.desk.mode, EditStones)
    game.choose("◆RED")
    assert game.marked == "◆RED stone"
    game.choose("So it is")
    assert game.session.facts()["stones"]["Ann"] == ["red"]


def test_a_booty_card_is_tapped_and_put_where_it_lies(table):
    game = table(*BEGUN).press("m").choose("Correct the table").choose("Move a booty card")
    assert isinstance(game.desk.mode, EditPlace)
    game.tap("red-3")
    assert "Not to be moved now" in game.lines()
    game.tap("tobacco-2").choose("TOB of Cem")
    assert game.session.facts()["ships"]["Cem"]["tobacco"] == ["tobacco-2"]
    assert "Cem TOB 2/24" in game.lines()


def test_a_booty_card_to_be_moved_can_be_picked_from_the_list(table):
    game = table(*BEGUN).press("m").choose("Correct the table").choose("Move a booty card").press("y")
    assert isinstance(game.desk.mode, PickCard)
    game.choose("Extra").choose("Plus 6").choose("GUN of Ann")
    assert game.session.facts()["ships"]["Ann"]["gunpowder"] == ["plus-6"]


def test_who_deals_is_set_right_before_the_first_bid(table):
    game = table(TO_AUCTION).press("m").choose("Correct the table").choose("Who deals").choose("Cem")
    assert game.session.view().dealer == 2
    assert game.session.view().to_act == 0
    late = table(*BEGUN).press("m").choose("Correct the table").choose("Who deals").press("y")
    assert isinstance(late.desk.mode, Refused)


def test_where_seats_have_keys_two_of_them_agree_to_a_score(table):
    game = (
        table(*BEGUN, seats=3).press("m").choose("Correct the table").choose("Debt of a player").choose("Cem")
    )
    game.press("> > y")
    assert isinstance(game.desk.mode, TwoSeats)
    assert game.lines()[1] == "2 KEYS"
    assert "Cem -2" in " ".join(game.lines())
    game.press("s1 s1 y")
    assert (game.lines()[1], game.lines()[-2]) == ("1 KEYS", "yes: Ann")
    game.press("s3")
    assert game.session.facts()["debt"]["Cem"] == 2
    again = table(*BEGUN, seats=3).press("m").choose("Correct the table").choose("Debt of a player")
    assert isinstance(again.choose("Cem").press("> y n").desk.mode, EditDebt)


def test_a_correction_is_undone_like_anything(table):
    game = table(*BEGUN).press("m").choose("Correct the table").choose("Debt of a player").choose("Cem")
    game.press("> y N")
    assert "Cem: debt 0" in game.lines()
    assert game.session.facts()["debt"]["Cem"] == 0


def test_the_kept_remove_is_used_from_the_menu_where_rules_allow_it(table):
    ships = {"Ben": {"rum": ["rum-9", "rum-12"]}}
    keeps = {"round": 2, "dealer": "Ann", "ships": ships, "kept": "Ben"}
    lay = {"lay": [*(card for card in LAID if card != "rum-9"), "rum-2", "biscuit-2"]}
    steps = (lay, "pass", "pass", "pass")
    game = (
        table(*steps, options={"remove_kept": "any_time"}, position=keeps).press("m").choose("Use the kept")
    )
    assert isinstance(game.desk.mode, Removing)
    assert game.lines() == ["REMOVE OF BEN", ">RUM9 RUM 21>12/24", " RUM12 RUM 21>9/24", ">:down Y:ok N:back"]
    game.press("> y")
    assert game.played == [{"remove": "rum-12"}]
    no = table(*steps, position=keeps).press("m").choose("Use the kept")
    assert isinstance(no.desk.mode, Playing)
    assert no.lines()[0] == "No kept Remove now"


def test_a_card_that_was_read_wrong_is_taken_back_and_made_with_the_right_one(table):
    game = table(*BEGUN, {"choose": "rum-9"}).tap("red-5")
    game.press("m").choose("Correct the table").choose("A card read wrong")
    assert isinstance(game.desk.mode, PickCard)
    assert len(game.desk.mode.cards) == 26
    game.choose("≈BLUE").choose("≈BLUE 5")
    assert game.played == [{"play": "blue-5"}]
    assert game.session.seq == 11
    assert game.lines()[0] == "Card set right"
    refused = table(*BEGUN, {"choose": "rum-9"}, {"play": "red-4"}).tap("red-5")
    refused.press("m").choose("Correct the table").choose("A card read wrong").choose("◆RED").choose("◆RED 4")
    assert isinstance(refused.desk.mode, Refused)
    assert refused.session.facts()["phase"] == "play"
    nothing = table(*BEGUN).press("m").choose("Correct the table").choose("A card read wrong")
    assert nothing.lines()[0] == "No card tapped last"
    back = table(*BEGUN, {"choose": "rum-9"}).tap("red-5").press("m").choose("Correct the table")
    back.choose("A card read wrong").press("n")
    assert "◆RED 5" in back.lines()
    assert "Which card is it?" in back.lines()
    back.press("y n n m")
    assert isinstance(back.desk.mode, Playing)


# -- refusals --------------------------------------------------------------------------------
def test_an_unknown_tag_is_asked_about_and_counts_as_its_card(table):
    game = table(*BEGUN, {"choose": "rum-9"}).tap("?")
    assert game.lines()[-1] == "tap again Y:which N:-"
    game.press("y").choose("◆RED").choose("◆RED 2")
    assert game.played == [{"play": "red-2"}]


def test_two_tags_at_once_count_for_nothing(table):
    game = table().tap_two()
    assert "Two cards lay on the" in game.lines()
    assert game.session.seq == 0
    assert game.tap("rum-9").session.seq == 1


def test_every_refusal_of_the_rules_is_a_sentence_that_fits(table):
    game = table(*BEGUN, {"choose": "rum-9"}, {"play": "red-5"})
    for kind in ("red-5", "red-8", "pirate-7"):
        game.tap(kind)
        assert isinstance(game.desk.mode, Refused)
        text = " ".join(game.lines()[1:-1])
        assert text.rstrip().endswith((".", "!"))
        assert "…" not in text


def test_a_lost_reader_is_told_and_cards_are_picked_then(table):
    game = table(*BEGUN, {"choose": "rum-9"})
    game.desk.handle(ReaderLost("main", "unplugged", game.now_s))
    assert "READER" in game.lines()[0]
    game.now_s += 5
    assert game.lines()[1] == "BEN ?"
    game.press("y").choose("◆RED").choose("◆RED 2")
    assert game.played == [{"play": "red-2"}]


def test_a_table_without_a_reader_says_how_cards_are_named(sit):
    game = sit(readers=0).begin("Ann", "Ben", "Cem")
    assert game.lines()[-1] == "Y:pick  N:undo"
    game.step(*BEGUN, {"choose": "rum-9"})
    assert game.lines()[-1] == "Y:pick card"
