"""Who sits where in a new game, and how new names are spelled (NG3)."""

import pytest
from msgspec.structs import replace

from companion.newgame import ChooseHelp, ChooseStart
from companion.seating import Seating, Spelling
from newgame_drafts import NAMED, draft


# -- NG3 ---------------------------------------------------------------------------------
def test_ng3_starts_on_the_players_of_last_time(start) -> None:
    new = start()
    new.press("y y")
    assert new.screen.lines() == (
        "WHO SITS WHERE    3/6",
        "Ann Ben Cem Dia",
        "Seat 5:",
        " Eve",
        " new name ...",
        ">done: 4 play",
        "",
        ">:down Y:ok N:undo",
    )


def test_remembered_names_sit_down_one_by_one(start) -> None:
    new = start(NAMED)
    new.press("y y")
    assert (new.marked, new.lines[-1]) == ("Ann", ">:down Y:sit N:back")
    new.press("y")
    assert new.lines[1:3] == ["Ann", "Seat 2:"]
    assert (new.marked, new.lines[-1]) == ("Ben", ">:down Y:sit N:undo")
    assert not any("done" in line for line in new.lines)
    new.choose("Dia", "done: 2 play")
    assert new.lines[0] == "WHO STARTS        4/6"
    assert new.mode.draft.players == ("Ann", "Dia")


def test_five_players_fill_the_table(start) -> None:
    new = start(replace(NAMED, names=(*NAMED.names, "Fay")))
    new.press("y y y y y y y")
    assert new.screen.lines()[1:4] == ("Ann Ben Cem Dia Eve", "All seats are taken", ">done: 5 play")
    new.press("> y")
    assert isinstance(new.mode, ChooseStart)


def test_no_lets_the_last_one_get_up_again(start) -> None:
    new = start()
    new.press("y y n")
    assert (new.lines[1], new.marked) == ("Ann Ben Cem", "Dia")
    new.press("n")
    assert (new.lines[1], new.marked) == ("Ann Ben", "Cem")
    new.press("y")
    assert (new.lines[1], new.marked) == ("Ann Ben Cem", "Dia")


def test_seat_keys_seat_the_marked_player(start) -> None:
    keys = ("yes", "no", "next", "menu", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5")
    new = start(NAMED, keys=keys)
    new.press("y y")
    assert new.screen.lines()[6] == "or press seat key 1"
    new.press("s1")
    assert new.mode.draft.players == ("Ann",)
    new.press("s1")
    assert new.reply.signal == "refused"
    new.press("> s2")
    assert new.mode.draft.players == ("Ann", "Cem")
    new.choose("done")
    new.press("s3")
    assert new.reply.signal == "refused"
    new.press("s2")
    assert new.mode.draft.start == "Cem"
    assert isinstance(new.mode, ChooseHelp)


# -- names -------------------------------------------------------------------------------
@pytest.fixture
def spell(hands):
    def begin(*players: str):
        return hands(Spelling(Seating(draft(players=players))), settings=NAMED)

    return begin


def test_the_wheel(spell) -> None:
    new = spell("Ann")
    assert new.screen.lines() == (
        "NEW NAME       seat 2",
        "_",
        "Y Z ✓ >A< B C D",
        "✓ ends the name",
        "hold Y: ends it too",
        "hold >: 5 letters on",
        ">:letter Y:take N:del",
    )
    assert new.screen.rows[1].big


def test_a_name_is_spelled_letter_by_letter(spell) -> None:
    new = spell("Ann")
    new.press(">> >> y")
    assert new.screen.lines()[1] == "K_"
    new.press(">> >> >> >> y")
    assert new.screen.lines()[1] == "Kd_"
    new.press("n >> >> >> > > > y")
    assert new.screen.lines()[1] == "Kv_"
    new.press("n n")
    assert new.screen.lines()[1] == "_"
    new.press("n")
    assert isinstance(new.mode, Seating)
    assert new.mode.draft.players == ("Ann",)


def wheel_to(new, letter: str) -> None:
    for _ in range(27):
        if f">{letter}<" in new.screen.lines()[2]:
            return
        new.press(">")
    raise AssertionError(letter)


@pytest.mark.parametrize("held", [True, False])
def test_a_new_player_sits_down(spell, held: bool) -> None:
    new = spell("Ann")
    for letter in "ZOE":
        wheel_to(new, letter)
        new.press("y")
    if held:
        new.press("Y")
    else:
        wheel_to(new, "✓")
        new.press("y")
    assert new.mode.draft.players == ("Ann", "Zoe")
    assert new.marked == "Ben"


def test_a_name_ends_after_eight_letters(spell) -> None:
    new = spell()
    wheel_to(new, "W")
    new.press("y y y y y y y y")
    assert new.screen.lines()[1:3] == ("Wwwwwwww", "X Y Z >✓< A B C")
    new.press("y")
    assert new.mode.draft.players == ("Wwwwwwww",)


def test_a_name_needs_a_letter_and_must_be_new_at_the_table(spell) -> None:
    new = spell("A", "Ben")
    new.press("Y")
    assert new.reply.signal == "refused"
    assert new.screen.shows("Take a letter first")
    new.press("y")
    assert not new.screen.shows("Take a letter first")
    new.press("Y")
    assert new.screen.shows("This one sits already")
    new.press("> y Y")
    assert new.mode.draft.players == ("A", "Ben", "Ab")


def test_a_remembered_name_is_taken_as_it_was_written(hands) -> None:
    new = hands(Spelling(Seating(draft())), settings=replace(NAMED, names=("McB",)))
    for letter in "MCB":
        wheel_to(new, letter)
        new.press("y")
    new.press("Y")
    assert new.mode.draft.players == ("McB",)


def test_menu_cancels_the_new_name_only(spell) -> None:
    new = spell("Ann")
    new.press("y m")
    assert isinstance(new.mode, Seating)
    three = spell("Ann")
    three.context = replace(three.context, keys=("yes", "no", "next"))
    three.press(">>")
    assert isinstance(three.mode, Seating)
