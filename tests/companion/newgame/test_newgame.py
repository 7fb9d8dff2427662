"""A new game, set up by keys: game, rules, start player, help, and what to deal (NG1, NG2, NG4 to NG6)."""

import pytest
from msgspec.structs import replace

from companion.draft import choices, differences, first_draft, last_used, set_up
from companion.flow import Home, Playing, Settings
from companion.newgame import ChooseGame, ChooseHelp, Deal, again, new_game
from companion.seating import Spelling
from companion.setups import POINTS, SETUPS
from engine.games import SetUp
from engine.portroyal import PRESETS, Options
from newgame_drafts import LAST, NAMED, USED, draft


# -- the whole way -----------------------------------------------------------------------
def test_the_same_group_again_is_yes_six_times(start) -> None:
    new = start()
    headers = [new.lines[0]]
    for _ in range(5):
        new.press("y")
        headers.append(new.lines[0])
        assert new.reply.begin is None
    assert [header[-3:] for header in headers] == [f"{step}/6" for step in range(1, 7)]
    new.press("y")
    assert new.reply.begin == LAST
    assert new.mode == Playing()


def test_whatever_was_used_last_time_is_used_again(start) -> None:
    last = SetUp(
        game="port-royal",
        players=("Dia", "Ann"),
        rules="first-edition",
        options={"gamblers": True, "winning_points": 15, "tax_threshold": 10},
        start="Ann",
    )
    new = start(replace(USED, last_set_up=last))
    new.press("y y y y y y")
    assert new.reply.begin == last


def test_the_first_game_ever(start) -> None:
    new = start(Settings())
    new.press("y y")
    assert new.lines[:3] == ["WHO SITS WHERE    3/6", "Clockwise, one by one", "Seat 1:"]
    new.press("y")
    assert isinstance(new.mode, Spelling)
    new.press("y Y")
    assert new.lines[1:3] == ["A", "Seat 2:"]
    new.press("y > y Y")
    assert new.mode.draft.players == ("A", "B")
    new.choose("done")
    new.press("y y y")
    assert new.reply.begin == SetUp(game="port-royal", players=("A", "B"), start="")


def test_no_leads_all_the_way_back(start) -> None:
    new = start()
    new.press("y y y y y")
    headers = [new.lines[0][-3:]]
    while new.mode != Home():
        new.press("n")
        if new.mode != Home() and new.lines[0][-3:] != headers[-1]:
            headers.append(new.lines[0][-3:])
    assert headers == ["6/6", "5/6", "4/6", "3/6", "2/6", "1/6"]


@pytest.mark.parametrize("steps", range(6))
def test_menu_leaves_every_step(start, steps: int) -> None:
    new = start()
    if steps:
        new.press("y " * steps)
    new.press("m")
    assert new.mode == Home()


@pytest.mark.parametrize("steps", range(6))
def test_held_keys_do_nothing_in_a_new_game(start, steps: int) -> None:
    new = start()
    if steps:
        new.press("y " * steps)
    before = new.mode
    new.press("Y N >> M")
    assert new.mode == before


def test_what_was_chosen_is_kept_when_going_back(start) -> None:
    new = start()
    new.press("y > y n")
    new.press("n n n n n n")
    assert new.mode == Home()
    new = start(NAMED)
    new.press("y > y y y")
    assert new.mode.draft.players == ("Ann", "Ben")
    new.press("n n n")
    assert new.lines[0] == "RULES             2/6"
    assert new.marked == "First edition 2014"
    new.press("n y")
    assert new.marked == "First edition 2014"


# -- NG1 ---------------------------------------------------------------------------------
def test_ng1(start) -> None:
    header, first, *others, gap, tap, box, keys = start().screen.lines()
    assert (header, first) == ("NEW GAME          1/6", ">Port Royal       2-5")
    assert [other[-3:] for other in others] == ["1-4", "3-4"]
    assert (gap, tap, box, keys) == ("", "or tap any card of", "the box", ">:down Y:ok N:back")


def test_a_card_of_the_box_chooses_its_game(start) -> None:
    new = start()
    new.tap("?")
    assert new.reply.signal == "refused"
    new.tap_two()
    assert isinstance(new.mode, ChooseGame)
    new.tap("sailor-3-1")
    assert new.lines[0] == "RULES             2/6"


def test_the_list_of_games_wraps(start) -> None:
    new = start()
    seen = []
    for _ in SETUPS:
        seen.append(new.marked)
        new.press(">")
    assert len(set(seen)) == len(SETUPS)
    assert new.marked == "Port Royal       2-5"


# -- NG2 ---------------------------------------------------------------------------------
def test_ng2_says_in_what_the_rules_differ(start) -> None:
    new = start()
    new.press("y")
    assert new.screen.lines() == (
        "RULES             2/6",
        ">Big Box",
        " First edition 2014",
        "",
        "Differ: Jester,",
        "Governor, prices,",
        "fee, Gambler",
        ">:down Y:ok N:back",
    )
    new.press(">")
    assert new.marked == "First edition 2014"
    new.press(">")
    assert new.marked == "Big Box"


def test_a_tables_own_rules_are_offered_as_mine(start) -> None:
    last = replace(LAST, options={"tax_threshold": 10, "fee": "upfront", "winning_points": 15})
    new = start(replace(USED, last_set_up=last))
    new.press("y")
    assert new.marked == "Mine: as last time"
    assert new.screen.lines()[4] == "Differ: taxes"
    new.press("y")
    assert new.mode.draft.house == {"tax_threshold": 10}
    new.press("y y y y")
    assert new.reply.begin.options == {"tax_threshold": 10, "winning_points": 15}


def test_another_preset_drops_a_tables_own_rules_but_not_the_switches(start) -> None:
    last = replace(LAST, options={"tax_threshold": 10, "gamblers": True})
    new = start(replace(USED, last_set_up=last))
    new.press("y > > y y y y y")
    assert new.reply.begin.rules == "first-edition"
    assert new.reply.begin.options == {"gamblers": True}


def test_every_option_has_a_word_and_the_longest_list_of_them_fits(hands) -> None:
    other = {name: value for name, value in OTHERS.items() if name not in SWITCHED}
    settings = replace(USED, last_set_up=replace(LAST, options=other))
    new = hands(new_game(settings), settings=settings)
    new.press("y")
    assert new.marked.startswith("Mine")
    assert set(OTHERS) == set(Options.__struct_fields__)
    for name in OTHERS:
        assert new.ctx.texts(f"switch.{name}")


SWITCHED = ("gamblers", "expedition_required", "winning_points")
OTHERS = {
    "jester_on_bust": "all",
    "jester_on_empty": "inactive",
    "governor": "all",
    "mademoiselle_floor": 0,
    "fee": "from_income",
    "gambler": "reveal_four_and_stop",
    "gambler_cards": "first-edition",
    "gambler_again": "never",
    "gamblers": True,
    "expedition_required": True,
    "winning_points": 15,
    "tax_threshold": 10,
    "start_coins": 20,
}


@pytest.mark.parametrize(
    "last",
    [
        None,
        replace(LAST, game="canasta"),
        replace(LAST, rules="house-rules"),
        replace(LAST, players=("Ann",)),
        replace(LAST, options={"wind": 3}),
        replace(LAST, options={"winning_points": "many"}),
    ],
)
def test_a_last_set_up_that_cannot_be_used_any_more_is_forgotten(start, last) -> None:
    settings = replace(USED, last_set_up=last)
    assert last_used(settings) is None
    assert first_draft(settings) == draft()
    assert again(settings).mode == new_game(settings)
    new = start(settings)
    new.press("y y")
    assert new.lines[1] == "Clockwise, one by one"


def test_choices_and_their_differences() -> None:
    big, first = choices(USED, "port-royal")
    assert differences(big, "port-royal") == differences(first, "port-royal")
    assert set(differences(big, "port-royal")) == {
        name
        for name in Options.__struct_fields__
        if getattr(PRESETS["big-box"], name) != getattr(PRESETS["first-edition"], name)
    }


# -- NG4, NG5 ----------------------------------------------------------------------------
def test_ng4(start) -> None:
    new = start()
    new.press("y y y")
    assert new.lines == [
        "WHO STARTS        4/6",
        ">By lot",
        " Ann",
        " Ben",
        " Cem",
        " Dia",
        ">:down Y:ok N:back",
    ]
    new.press("> > y")
    assert new.mode.draft.start == "Ben"
    new.press("n")
    assert new.marked == "Ben"


def test_ng5(start) -> None:
    new = start()
    new.press("y y y y")
    assert new.screen.lines() == (
        "HELP AT TABLE     5/6",
        ">Start the game",
        " Risk: on request",
        " Sound: soft",
        " Promo Gambler: no",
        " Needs expedition:no",
        " Points to win: 12",
        ">:down Y:ok N:back",
    )
    new.press("> y > y > y > y > y")
    assert new.lines[1:] == [
        " Start the game",
        " Risk: always",
        " Sound: loud",
        " Promo Gambler: yes",
        " Needs expedition:yes",
        ">Points to win: 13",
        ">:down Y:set N:back",
    ]
    assert (new.settings.risk, new.settings.sound) == ("always", "loud")
    new.choose("Start the game")
    new.press("y")
    assert new.reply.begin.options == {"gamblers": True, "expedition_required": True, "winning_points": 13}


def test_points_to_win_go_round(hands) -> None:
    new = hands(ChooseHelp(draft(players=LAST.players), 5))
    seen = []
    for _ in POINTS:
        seen.append(new.mode.draft.switches["winning_points"])
        new.press("y")
    assert sorted(seen) == list(POINTS)
    assert new.mode.draft.switches["winning_points"] == 12
    odd = hands(ChooseHelp(draft(switches={**draft().switches, "winning_points": 60}), 5))
    odd.press("y")
    assert odd.marked == "Points to win: 8"


# -- NG6 ---------------------------------------------------------------------------------
def test_ng6_says_what_to_deal(hands) -> None:
    new = hands(Deal(draft(players=LAST.players, start="Cem")))
    assert new.screen.lines() == (
        "DEAL              6/6",
        "3 COINS",
        "each, blind, from the",
        "pile. Do not tap them",
        "ACH stays in the box",
        "Pile after it: 107",
        "CEM: tap or Y:go",
    )


@pytest.mark.parametrize(
    ("players", "gamblers", "apart", "pile"),
    [
        (2, False, "ACH stays in the box", 113),
        (5, False, "ACH lies open", 104),
        (5, True, "ACH lies open", 108),
    ],
)
def test_ng6_counts_the_pile_by_the_rules(hands, players: int, gamblers: bool, apart: str, pile: int) -> None:
    switches = {**draft().switches, "gamblers": gamblers}
    new = hands(Deal(draft(players=NAMED.names[:players], switches=switches)))
    assert new.lines[-3:] == [apart, f"Pile after it: {pile}", "Y:draw who starts"]


def test_the_first_card_begins_the_game_and_is_played(hands) -> None:
    new = hands(Deal(draft(players=LAST.players, start="Cem")))
    new.tap_two()
    assert (new.reply.begin, new.reply.signal) == (None, "refused")
    new.tap("ship-red-1-1")
    assert new.reply.begin == replace(LAST, start="Cem")
    assert new.reply.wait


def test_a_card_without_a_known_tag_begins_the_game_which_then_asks_about_it(hands) -> None:
    new = hands(Deal(draft(players=LAST.players, start="Cem")))
    new.tap("?")
    assert new.reply.begin == replace(LAST, start="Cem")
    assert new.reply.wait


def test_next_does_nothing_where_there_is_no_list(hands) -> None:
    new = hands(Deal(draft(players=LAST.players, start="Cem")))
    assert new.press(">") == new.press("Y")
    assert isinstance(new.mode, Deal)


def test_same_players_again_is_one_press_and_by_lot() -> None:
    last = replace(LAST, start="Ben", options={"winning_points": 15}, position={"active": "Cem"})
    reply = again(replace(USED, last_set_up=last))
    assert reply.begin == replace(last, start="", position=None)
    assert reply.mode == Playing()


def test_every_step_fits_with_the_longest_names(hands, longest: str) -> None:
    names = tuple(longest.split())
    settings = Settings(names=(*names, *(f"XXXXXXX{i}" for i in range(30))))
    keys = ("yes", "no", "next", "menu", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5")
    new = hands(new_game(settings), settings=settings, keys=keys)
    new.press("y y")
    new.press("> " * 33 + "y")
    new.press("y y y y y")
    assert len(new.mode.draft.players) == 5
    assert new.lines[0] == "WHO STARTS        4/6"
    new.press("> y y")
    assert new.lines[-1] == "XXXXXXX2: tap or Y:go"
    new.press("y")
    assert len(new.reply.begin.players) == 5


def test_a_set_up_holds_only_what_differs_from_the_preset() -> None:
    chosen = draft(rules="first-edition", players=("A", "B"), house={"fee": "upfront"})
    assert set_up(chosen) == SetUp(
        game="port-royal", players=("A", "B"), rules="first-edition", options={"fee": "upfront"}, start=""
    )
