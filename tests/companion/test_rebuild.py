import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.flow import Menu, PickCard, Playing
from companion.rebuild import rebuilding
from companion.rebuild_steps import LeavingRebuild, Rebuilding
from engine.portroyal.correction_messages import Rebuild
from engine.portroyal.state import conserved

CORRECT = Menu(Playing(), ("correct",), 3)
LOST = {"active": "Ben", "coins": {"Ann": 4, "Ben": 7, "Cem": 2}}


@pytest.fixture
def rebuild(hands, play):
    def begin(**head):
        session = play(**{"position": LOST, **head})
        return hands(rebuilding(CORRECT, session), session)

    return begin


def kinds(hand, cards) -> list[str]:
    return [hand.cards[card].kind for card in cards]


# -- the whole way -----------------------------------------------------------------------
def test_a_table_is_taken_over_seat_by_seat(rebuild) -> None:
    fix = rebuild()
    assert fix.screen.lines() == (
        "REBUILD        1 of 3",
        "ANN",
        "Tap all open cards",
        "before Ann: 0",
        "",
        "then his coins: 4",
        "Y:list >:next N:back",
    )
    fix.tap("sailor-3-1#1", "sailor-3-1#2", "captain-4-1#1")
    assert fix.screen.lines()[3:] == (
        "before Ann: 3",
        "Sai3 Sai3 Cap4",
        "then his coins: 4",
        "Y:list >:next N:undo",
    )
    fix.press(">")
    assert fix.screen.lines() == (
        "REBUILD        1 of 3",
        "$ 4",
        "Coins of Ann",
        "Device had 4",
        "",
        "hold: 5  MENU: cards",
        ">:+1  N:-1  Y:save",
    )
    fix.press(">> n y")
    assert fix.lines[:2] == ["REBUILD        2 of 3", "BEN"]
    fix.press("> n n y")
    assert fix.lines[1] == "CEM"
    fix.tap("expedition-AA", "governor-8-0")
    fix.press("> y")
    assert fix.screen.lines() == (
        "REBUILD      the rows",
        "HARBOR",
        "Tap it and all open",
        "expeditions (0)",
        "",
        "",
        "Y:list >:next N:back",
    )
    fix.tap("ship-red-1-1", "expedition-CC", "pirate-5-1")
    assert fix.screen.lines()[3:5] == ("expeditions (3)", "◆R1 CC Pir5")
    fix.press(">")
    assert fix.lines == ["WHOSE TURN IS IT?", " Ann", ">Ben", " Cem", ">:down Y:set N:back"]
    fix.press("> y")
    assert fix.screen.lines() == (
        "CEM: PHASE?",
        ">Discover: reveal",
        " Trade and hire",
        "",
        "Y: the table is as",
        "entered from now on",
        "",
        ">:down Y:done N:back",
    )
    assert fix.session.seq == 0
    fix.press("> y")
    assert fix.refusal is None
    assert fix.reply.announce
    assert fix.mode == Playing()
    [command] = fix.reply.play
    assert isinstance(command, Rebuild)
    assert (command.active, command.phase, command.coins) == (2, "trade", (8, 5, 2))
    facts = fix.session.facts()
    assert facts["display"] == {
        "Ann": ["sailor-3-1", "sailor-3-1", "captain-4-1"],
        "Ben": [],
        "Cem": ["expedition-AA", "governor-8-0"],
    }
    assert facts["harbor"] == ["ship-red-1-1", "pirate-5-1"]
    assert facts["expeditions"] == ["expedition-CC"]
    assert (facts["to_act"], facts["phase"], facts["takes"]) == ("Cem", "trade", 2)
    total, faces = conserved(fix.session.state)
    assert total == faces


def test_a_rebuild_is_one_entry_that_can_be_taken_back(rebuild) -> None:
    fix = rebuild()
    before = fix.session.state
    fix.press("> y > y > y > y y")
    assert fix.session.seq == 1
    assert fix.session.facts()["coins"] == {"Ann": 4, "Ben": 7, "Cem": 2}
    fix.session.undo()
    assert fix.session.state == before


def test_the_last_round_follows_from_the_points(rebuild) -> None:
    fix = rebuild(position={**LOST, "last_round": True})
    fix.press("> y > y > y > y y")
    assert fix.session.facts()["last_round"] is False
    fix = rebuild()
    fix.tap("pirate-9-3", "sailor-7-3", "jester-9-3", "admiral-9-3#1")
    fix.press("> y > y > y > y y")
    assert fix.session.facts()["last_round"] is True


def test_more_coins_than_the_game_has_are_refused_and_nothing_is_forgotten(rebuild) -> None:
    fix = rebuild()
    fix.tap("sailor-3-1")
    fix.press("> " + ">> " * 19 + "y")
    fix.press("> " + ">> " * 19 + "y > y > y y")
    assert fix.refusal.key == "too-many-cards"
    assert isinstance(fix.mode, Rebuilding)
    assert fix.mode.displays[0]
    assert fix.session.seq == 0


# -- taps --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("taps", "notice"),
    [
        (["?"], "Not in this deck"),
        (["ship-red-1-1"], "◆R1 cannot lie here"),
        (["tax-most-swords"], "Tax† cannot lie here"),
        (["sailor-3-1", "sailor-3-1"], "Sai3 is with Ann"),
        (["expedition-ACH"], "ACH is in the box"),
        (["gambler-6-1"], "Gam6 is in the box"),
    ],
)
def test_what_cannot_lie_before_a_player_is_said_and_not_added(rebuild, taps, notice: str) -> None:
    fix = rebuild()
    fix.tap(*taps)
    assert (fix.screen.lines()[2], fix.reply.signal) == (notice, "refused")
    assert len(fix.mode.displays[0]) == len(taps) - 1
    fix.tap("priest-4-1")
    assert (fix.screen.lines()[2], fix.reply.signal) == ("Tap all open cards", "tick")
    assert kinds(fix, fix.mode.displays[0])[-1] == "priest-4-1"


def test_two_tags_at_once_are_said(rebuild) -> None:
    fix = rebuild()
    fix.tap_two()
    assert (fix.screen.lines()[2], fix.reply.signal) == ("One card at a time", "refused")


def test_a_card_of_another_seat_or_of_the_rows_is_not_taken_twice(rebuild) -> None:
    fix = rebuild()
    fix.tap("sailor-3-1")
    fix.press("> y")
    fix.tap("sailor-3-1")
    assert fix.screen.lines()[2] == "Sai3 is with Ann"
    fix.press("> y > y")
    fix.tap("ship-red-1-1", "ship-red-1-1")
    assert (fix.screen.lines()[2], fix.mode.rows) == ("◆R1 was tapped", fix.mode.rows[:1])
    fix.tap("sailor-3-1")
    assert fix.screen.lines()[2] == "Sai3 is with Ann"
    fix.tap("tax-most-swords")
    assert fix.screen.lines()[2] == "Tax† cannot lie here"


def test_where_the_device_believed_a_card_to_lie_does_not_matter(rebuild) -> None:
    fix = rebuild(position={**LOST, "display": {"Cem": ["sailor-3-1#1"]}, "harbor": ["sailor-5-2"]})
    fix.tap("sailor-3-1#1", "sailor-5-2")
    fix.press("> y > y > y > y y")
    assert fix.session.facts()["display"]["Ann"] == ["sailor-3-1", "sailor-5-2"]


@pytest.mark.parametrize("keys", [">", "> y > y > y >", "> y > y > y > y"])
def test_a_card_tapped_between_the_stages_is_not_taken(rebuild, keys: str) -> None:
    fix = rebuild()
    fix.press(keys)
    before = fix.mode
    fix.tap("sailor-3-1")
    assert fix.reply.signal == "refused"
    assert (fix.mode.displays, fix.mode.rows, fix.mode.stage) == (before.displays, before.rows, before.stage)
    if before.stage == "coins":
        assert fix.screen.shows("No cards now")
        fix.press(">")
        assert not fix.screen.shows("No cards now")


def test_the_cards_tapped_last_are_seen_and_the_others_counted(rebuild) -> None:
    fix = rebuild()
    fix.tap(*(f"sailor-3-1#{copy}" for copy in range(1, 6)), "priest-4-1", "pirate-5-1")
    assert fix.screen.lines()[3:5] == ("before Ann: 7", "+4 Sai3 Pst4 Pir5")


# -- keys --------------------------------------------------------------------------------
def test_no_takes_tap_after_tap_back_then_stage_after_stage(rebuild) -> None:
    fix = rebuild()
    fix.tap("sailor-3-1#1", "sailor-3-1#2")
    fix.press("n")
    assert fix.screen.lines()[3:5] == ("before Ann: 1", "Sai3")
    fix.press("> y n")
    assert fix.lines[2] == "Coins of Ann"
    fix.press("m")
    assert fix.lines[1] == "ANN"
    fix.press("N")
    assert fix.mode.displays[0] == ()
    fix.press("n")
    assert fix.mode == CORRECT


def test_no_leads_back_from_the_turn_to_the_rows_and_the_last_coins(rebuild) -> None:
    fix = rebuild()
    fix.press("> y > y > y")
    fix.tap("ship-red-1-1")
    fix.press("> > y n")
    assert (fix.lines[0], fix.marked) == ("WHOSE TURN IS IT?", "Cem")
    fix.press("n")
    assert (fix.lines[1], fix.mode.rows) == ("HARBOR", fix.mode.rows[:1])
    fix.press("n n")
    assert fix.lines[2] == "Coins of Cem"
    fix.press("y > ")
    assert fix.marked == "Cem"


def test_a_notice_goes_with_the_next_key(rebuild) -> None:
    fix = rebuild()
    fix.tap("sailor-3-1", "?")
    fix.press("n")
    assert fix.screen.lines()[2] == "Tap all open cards"


@pytest.mark.parametrize("keys", ["", "> y > y > y", "> y > y > y >", "> y > y > y > y"])
def test_menu_asks_before_all_is_forgotten(rebuild, keys: str) -> None:
    fix = rebuild()
    fix.tap("sailor-3-1")
    if keys:
        fix.press(keys)
    here = fix.mode
    fix.press("m")
    assert fix.lines == [
        "REBUILD",
        "GIVE UP?",
        "What was tapped goes.",
        "The game is as before",
        "Y:give up  N:go on",
    ]
    fix.press("> n")
    assert fix.mode == here
    fix.press("m m")
    assert fix.mode == here
    fix.press("m y")
    assert (fix.mode, fix.session.seq) == (Playing(), 0)


def test_who_taps_another_card_has_not_given_up(rebuild) -> None:
    fix = rebuild()
    fix.press("m")
    fix.tap("sailor-3-1")
    assert isinstance(fix.mode, Rebuilding)
    assert kinds(fix, fix.mode.displays[0]) == ["sailor-3-1"]
    fix.press("m")
    fix.tap("?")
    assert not isinstance(fix.mode, LeavingRebuild)


def test_yes_held_shows_the_table_and_keeps_what_was_tapped(rebuild) -> None:
    fix = rebuild()
    fix.tap("sailor-3-1")
    here = fix.mode
    fix.press("Y")
    assert fix.mode.under == here


def test_other_held_keys_do_nothing_but_count(rebuild) -> None:
    fix = rebuild()
    for keys in ("", "> y > y > y >", "y"):
        if keys:
            fix.press(keys)
        here = fix.mode
        fix.press(">> M")
        assert fix.mode == here


# -- without a reader --------------------------------------------------------------------
def test_cards_can_be_picked_from_a_list(rebuild) -> None:
    fix = rebuild(position={**LOST, "display": {"Ann": ["jester-5-1"]}, "harbor": ["sailor-7-3"]})
    fix.press("y")
    assert isinstance(fix.mode, PickCard)
    offered = kinds(fix, fix.mode.cards)
    assert len(offered) == len(set(offered))
    assert not [kind for kind in offered if kind.startswith(("ship", "tax")) or kind == "expedition-ACH"]
    fix.choose("Persons", "Jester", "Jester 5")
    assert kinds(fix, fix.mode.displays[0]) == ["jester-5-1"]
    fix.press("y")
    assert "jester-5-1" not in kinds(fix, fix.mode.cards)
    fix.press("n > y > y > y y")
    assert fix.marked == "Sailor 7"
    fix.press("y")
    assert kinds(fix, fix.mode.rows) == ["sailor-7-3"]


def test_of_copies_the_one_is_picked_that_lies_nearest(rebuild) -> None:
    lying = {
        **LOST,
        "display": {"Ann": ["sailor-3-1#3"], "Ben": ["sailor-3-1#2"]},
        "harbor": ["sailor-3-1#5"],
        "discard": ["sailor-3-1#1", "sailor-3-1#4", "sailor-3-1#6"],
    }
    fix = rebuild(position=lying)
    picked = []
    for _ in range(7):
        fix.press("y")
        [card] = [card for card in fix.mode.cards if fix.cards[card].kind == "sailor-3-1"]
        picked.append(fix.cards[card].copy)
        fix.press("n")
        fix.tap(fix.cards[card].name)
    assert picked == [3, 5, 2, 7, 1, 4, 6]


# -- anything ----------------------------------------------------------------------------
@given(
    inputs=st.lists(st.one_of(st.integers(0, 127), st.sampled_from("y n > m N Y >>".split())), max_size=80)
)
def test_whatever_is_tapped_and_pressed_can_be_drawn_and_stays_a_table(hands, play, longest, inputs) -> None:
    session = play(players=longest)
    fix = hands(rebuilding(CORRECT, session), session)
    for given_input in inputs:
        if not isinstance(fix.mode, Rebuilding | PickCard | LeavingRebuild):
            break
        if isinstance(given_input, int):
            fix.tap(fix.cards[given_input].name)
        else:
            fix.press(given_input)
        mode = fix.mode
        if isinstance(mode, Rebuilding):
            named = [*mode.rows, *(card for row in mode.displays for card in row)]
            assert len(set(named)) == len(named)
    total, faces = conserved(session.state)
    assert total == faces
