import pytest

from companion.flow import Home, Menu, Playing, Refused, Resuming, Settings
from companion.menus import Ending
from companion.play_around import LINES
from companion.preferences import SETTINGS, Preferences, following, turned
from companion.screen import Row
from engine.portroyal.messages import Reshuffle

TOP = [
    "Table and scores",
    "Undo, history",
    "Correct the table",
    "Pile empty: shuffle",
    "Options",
    "End of game",
]


@pytest.fixture
def menu(hands, play):
    return hands(Menu(Playing()), play({"reveal": "ship-red-1-1"}))


# -- IN PLAY -----------------------------------------------------------------------------
def test_the_menu_is_drawn_as_a_list_with_the_first_line_marked(menu) -> None:
    assert menu.screen.lines() == (
        "MENU",
        ">Table and scores",
        *(f" {line}" for line in TOP[1:]),
        ">:down Y:open N:close",
    )
    assert [row.inverse for row in menu.screen.rows] == [True, *[False] * 6, True]


def test_next_marks_line_after_line_and_wraps(menu) -> None:
    seen = []
    for _ in range(7):
        seen.append(menu.marked)
        menu.press(">")
    assert seen == [*TOP, TOP[0]]


@pytest.mark.parametrize(
    "keys", ["n", "m", "> > n", "> > y m", "> > y > y m", "> > > > y m", "> > > > > y m"]
)
def test_no_closes_the_menu_and_menu_closes_it_from_anywhere(menu, keys: str) -> None:
    menu.press(keys)
    assert menu.mode == Playing()
    assert menu.session.seq == 1


def test_no_leads_back_to_the_line_that_was_opened(menu) -> None:
    menu.choose("Correct the table")
    assert menu.lines == [
        "CORRECT THE TABLE",
        ">Coins of a player",
        " Move a card",
        " A card read wrong",
        " Whose turn, phase",
        " Rebuild the table",
        ">:down Y:open N:back",
    ]
    menu.press("n")
    assert (menu.lines[0], menu.marked) == ("MENU", "Correct the table")


@pytest.mark.parametrize(
    "line", ["Coins of a player", "Move a card", "Whose turn, phase", "Rebuild the table"]
)
def test_no_leads_back_from_each_correction_to_its_line(menu, line: str) -> None:
    menu.choose("Correct the table", line)
    assert not isinstance(menu.mode, Menu)
    menu.press("n")
    assert (menu.lines[0], menu.marked) == ("CORRECT THE TABLE", line)


def test_the_table_page_opens_over_the_game(menu) -> None:
    menu.press("y")
    assert type(menu.mode).__name__ == "TableSeen"
    assert menu.mode.under == Playing()


def test_the_undo_line_takes_the_last_entry_back_like_no_held(menu) -> None:
    menu.choose("Undo, history")
    assert menu.reply.undo
    assert menu.mode.under == Playing()


def test_yes_and_no_held_keep_their_meaning_in_the_menu(menu) -> None:
    opened = menu.mode
    menu.press("> Y")
    assert type(menu.mode).__name__ == "TableSeen"
    assert menu.mode.under == Menu(Playing(), cursor=1)
    menu.mode = opened
    menu.press("N")
    assert menu.reply.undo
    assert menu.mode.under == Playing()


def test_a_card_tapped_over_the_menu_closes_it_and_belongs_to_the_game(menu) -> None:
    menu.press("> > y >")
    menu.tap("ship-blue-1-1")
    assert menu.reply.note == "the game has ship-blue-1-1"
    assert menu.mode == Playing()


def test_an_empty_pile_is_shuffled_when_the_table_says_so(hands, play) -> None:
    session = play("stop", "pass", position={"active": "Ann", "harbor": ["ship-red-1-1"]})
    assert session.state.discard_size == 0
    menu = hands(Menu(Playing()), session)
    menu.choose("Pile empty: shuffle")
    assert menu.reply.play == (Reshuffle(),)
    assert menu.refusal.key == "no-discard"
    session = play(position={"active": "Ann", "discard": ["ship-red-1-1", "ship-red-2-3"]})
    menu = hands(Menu(Playing()), session)
    before = session.state.pile
    menu.choose("Pile empty: shuffle")
    assert menu.mode == Playing()
    assert (session.state.pile, session.state.discard_size) == (before + 2, 0)


def test_three_keys_have_their_menu_key_under_next_held(hands, play) -> None:
    menu = hands(Menu(Playing(), ("correct",), 2), play(), keys=("yes", "no", "next"))
    menu.press(">>")
    assert menu.mode == Playing()
    four = hands(Menu(Playing(), ("correct",), 2), play())
    four.press(">>")
    assert four.mode == Menu(Playing(), ("correct",), 2)


def test_menu_held_is_for_switching_off_and_changes_no_menu(menu) -> None:
    opened = menu.mode
    menu.press("M")
    assert menu.mode == opened


# -- options -----------------------------------------------------------------------------
def test_options_change_with_yes_and_are_kept(menu) -> None:
    menu.choose("Options")
    assert menu.lines[:3] == ["OPTIONS", ">Risk: on request", " Sound: soft"]
    assert menu.lines[3:6] == [" Light: on", " Dark: as set up", " Text: normal"]
    assert menu.lines[-1] == ">:down Y:set N:back"
    menu.press("y > y y y")
    assert menu.settings == Settings(risk="always", sound="off")
    assert menu.lines[1:3] == [" Risk: always", ">Sound: off"]
    menu.press("n")
    assert (menu.lines[0], menu.marked) == ("MENU", "Options")
    menu.choose("Options")
    menu.press("m")
    assert menu.mode == Playing()


@pytest.mark.parametrize("name", [name for name in SETTINGS if name != "language"])
def test_every_value_of_a_setting_is_reached_and_said(hands, name: str) -> None:
    listing = hands(Preferences(Home(), SETTINGS.index(name)))
    said = set()
    first = getattr(listing.settings, name)
    for _ in range(10):
        said.add(listing.marked)
        listing.press("y")
        if getattr(listing.settings, name) == first:
            break
    assert len(said) == {"risk": 3, "sound": 4, "light": 2, "care": 3, "size": 2, "marks": 3}[name]
    assert turned(listing.settings, name) != listing.settings


def test_a_value_that_is_no_more_is_followed_by_the_first() -> None:
    assert following((1, 2, 3), 9) == 1
    assert following((1, 2, 3), 3) == 1


# -- the end of a game -------------------------------------------------------------------
def test_a_game_is_saved_for_later_with_one_line(menu) -> None:
    menu.choose("End of game")
    assert [line[1:] for line in menu.lines[1:-1]] == ["Save for later", "Score now", "Drop the game"]
    menu.choose("Save for later")
    assert menu.reply.finish == "save"
    assert menu.mode == Home()


def test_dropping_a_game_asks_once_more(menu) -> None:
    menu.choose("End of game", "Drop the game")
    assert menu.screen.shows("REALLY?")
    assert not menu.reply.finish
    menu.press("n")
    assert menu.marked == "Drop the game"
    menu.press("y")
    menu.tap("ship-blue-1-1")
    assert menu.reply.wait
    menu.press("> y")
    assert menu.reply.finish == "drop"
    assert menu.mode == Home()


def test_scoring_now_shows_who_would_win_and_asks(hands, play) -> None:
    session = play(
        position={
            "active": "Ann",
            "coins": {"Ann": 5, "Ben": 7, "Cem": 0},
            "display": {"Cem": ["pirate-9-3"]},
        }
    )
    menu = hands(Menu(Playing(), ("end",)), session)
    menu.choose("Score now")
    assert menu.lines == [
        "SCORE NOW?",
        "1 Cem 3*  $0",
        "2 Ben 0*  $7",
        "3 Ann 0*  $5",
        "Y:end the game N:back",
    ]
    menu.press("y")
    assert menu.reply.finish == "score"


@pytest.mark.parametrize("how", ["score", "drop"])
def test_menu_closes_the_question_and_changes_nothing(hands, play, how: str) -> None:
    asked = hands(Ending(Menu(Playing(), ("end",), 1), how), play())
    asked.press("m")
    assert asked.mode == Playing()
    assert not asked.reply.finish


# -- HOME --------------------------------------------------------------------------------
def test_home_offers_what_there_is(hands, saved_game) -> None:
    assert hands(Home()).lines == ["TABLE COMPANION", ">New game", " Cards", " Settings", ">:down Y:open"]
    with_games = hands(Home(), saved=(saved_game(3),))
    assert [line[1:] for line in with_games.lines[1:-1]] == ["Resume", "New game", "Cards", "Settings"]


def test_home_leads_to_the_saved_game_or_to_their_list(hands, saved_game) -> None:
    one = hands(Home(), saved=(saved_game(3),))
    one.press("y")
    assert one.mode == Resuming(3)
    two = hands(Home(), saved=(saved_game(4), saved_game(3)))
    two.press("y")
    assert two.lines[0] == "SAVED GAMES"


def test_home_leads_to_settings_and_back(hands, saved_game) -> None:
    home = hands(Home(), saved=(saved_game(3),))
    home.choose("Settings")
    home.press("y n")
    assert home.settings.risk == "always"
    assert home.marked == "Settings"
    home.choose("New game")
    assert home.lines[0].startswith("NEW GAME")
    home.press("n")
    assert home.mode == Home()


def test_home_keeps_still_when_there_is_nothing_to_do(hands) -> None:
    home = hands(Home())
    assert [home.press(key) == home.replies[0] for key in ("n", "m", "N", "Y", ">>")] == [True] * 5
    home.tap("ship-red-1-1", "?")
    assert home.mode == Home()


def test_a_cursor_beyond_the_lines_that_are_left_marks_the_last(hands) -> None:
    assert hands(Home(2)).marked == "Settings"


def test_home_says_a_note_however_long(hands, saved_game) -> None:
    note = "The saved game could not be read and was put aside, see the report of the device"
    home = hands(Home(), saved=(saved_game(3),), note=note)
    assert home.screen.lines()[4:7] == ("The saved game could", "not be read and was", "put aside, see the")
    assert hands(Home(), note="Game saved").screen.rows[6] == Row("Game saved")


# -- every line --------------------------------------------------------------------------
@pytest.mark.parametrize("path", LINES)
def test_every_line_of_every_menu_does_something(hands, play, path) -> None:
    for line, name in enumerate(LINES[path]):
        menu = hands(Menu(Playing(), path, line), play(position={"discard": ["ship-red-1-1"]}))
        menu.press("y")
        assert menu.mode != Menu(Playing(), path, line), name


def test_a_menu_over_a_refusal_leads_back_to_the_game(hands, play) -> None:
    menu = hands(Menu(Refused("unknown", "", {}, Playing())), play())
    menu.press("m")
    assert menu.mode == Playing()
