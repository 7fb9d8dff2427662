import pytest

from companion.flow import Home, Playing, Resuming
from companion.resume import SavedList

FOUR = "Ann Ben Cem Dia"


@pytest.fixture
def resume(hands, play, saved_game):
    def begin(*steps, unclean: bool = True, **head):
        session = play(*steps, **{"players": FOUR, **head})
        saved = (saved_game(7, players=FOUR, unclean=unclean), saved_game(6, players=FOUR))
        return hands(Resuming(7, session=session), saved=saved)

    return begin


def test_rs1(resume) -> None:
    ask = resume({"reveal": "ship-black-2-4"}, {"reveal": "sailor-3-1"}, {"reveal": "ship-red-3-6"})
    assert ask.screen.lines() == (
        "POWER WAS CUT",
        "RESUME?",
        "Port Royal, round 1",
        "Ann Ben Cem Dia",
        "Last entry: ANN ◆R3",
        "Harbor ■K2 Sai3 ◆R3",
        "Y:yes N:later >:table",
    )
    assert ask.screen.rows[1].big


def test_a_game_put_away_in_order_is_no_power_cut(resume) -> None:
    ask = resume(unclean=False)
    assert ask.lines[0] == "SAVED GAME"
    assert ask.lines[4:6] == ["No entry yet", "Harbor empty"]


def test_yes_goes_on_and_no_is_later(resume) -> None:
    ask = resume()
    ask.press("y")
    assert (ask.reply.resume, ask.reply.undo, ask.mode) == (7, False, Playing())
    ask = resume()
    ask.press("n")
    assert (ask.reply.resume, ask.mode) == (None, Home())


def test_next_shows_the_table_to_compare(resume) -> None:
    position = {
        "active": "Cem",
        "coins": {"Ann": 6, "Ben": 4, "Cem": 0, "Dia": 7},
        "display": {"Ann": ["sailor-3-1", "pirate-5-1", "governor-8-0"], "Dia": ["expedition-AAH"]},
    }
    ask = resume(position=position)
    ask.press(">")
    assert ask.screen.lines() == (
        "ROUND 1  pile 98",
        "      $  *  † cards",
        " Ann  6  2  3  3",
        " Ben  4  0  0  0",
        " Cem  0  0  0  0",
        " Dia  7  6  0  1",
        "",
        "Y:yes N:back >:back",
    )
    ask.press(">")
    assert ask.lines[1] == "RESUME?"
    ask.press("Y")
    assert ask.lines[0].startswith("ROUND")
    ask.press("n")
    assert ask.lines[1] == "RESUME?"
    ask.press("> y")
    assert ask.reply.resume == 7


@pytest.mark.parametrize("keys", ["N", "> N"])
def test_no_held_drops_the_last_entry(resume, keys: str) -> None:
    ask = resume({"reveal": "ship-black-2-4"})
    ask.press(keys)
    assert (ask.reply.resume, ask.reply.undo) == (7, True)
    assert ask.mode.under == Playing()


@pytest.mark.parametrize("keys", ["m", "M", ">>"])
def test_nothing_else_answers(resume, keys: str) -> None:
    ask = resume()
    before = ask.mode
    ask.press(keys)
    assert ask.mode == before


def test_a_card_tapped_before_the_answer_waits(resume) -> None:
    ask = resume()
    ask.tap("ship-red-1-1")
    assert ask.reply.wait
    assert ask.flows[Resuming].asks


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (["repel"], "Last: ANN repelled"),
        (["keep"], "Last: ANN kept"),
        (["keep", "stop"], "Last: ANN stopped"),
        (["keep", "stop", {"take": "ship-red-1-1"}], "Last: ANN took ◆R1"),
        (["keep", "stop", "pass"], "Last: ANN passed"),
        (["keep", "stop", "pass", {"take": "ship-red-1-1"}], "Last: BEN took ◆R1"),
        (
            ["keep", {"claim": {"expedition": "expedition-AA", "with": ["captain-4-1"] * 2}}],
            "Last: ANN has AA",
        ),
        (["keep", "gamble"], "Last: ANN gambles"),
        (["keep", "reshuffle"], "Last: pile shuffled"),
        (["keep", {"correct": {"coins": {"Ben": 6}}}], "Last: a correction"),
    ],
)
def test_the_last_entry_is_said_in_words(resume, steps, line: str) -> None:
    display = {"Ann": ["pirate-5-1", "captain-4-1", "captain-4-1", "gambler-6-1"]}
    position = {
        "active": "Ann",
        "display": display,
        "expeditions": ["expedition-AA"],
        "discard": ["sailor-3-1"],
    }
    head = {"position": position, "options": {"gamblers": True}}
    ask = resume({"reveal": "ship-red-1-1"}, *steps, **head)
    assert ask.screen.lines()[4] == line


def test_the_last_entry_of_a_finished_game_is_said(resume) -> None:
    ask = resume(
        {"reveal": "sailor-3-1"},
        "stop",
        players="Ann Ben",
        position={"active": "Ben", "coins": {"Ann": 0, "Ben": 2}, "last_round": True},
    )
    assert ask.screen.lines()[4] == "Last: BEN stopped"


def test_what_was_taken_back_does_not_count_as_the_last_entry(hands, play, saved_game) -> None:
    session = play({"reveal": "ship-red-1-1"}, {"reveal": "sailor-3-1"})
    session.undo()
    ask = hands(Resuming(1, session=session), saved=(saved_game(1),))
    assert ask.screen.lines()[4] == "Last entry: ANN ◆R1"


def test_a_game_that_is_not_loaded_shows_what_the_list_knows(hands, saved_game) -> None:
    ask = hands(Resuming(7), saved=(saved_game(7, players=FOUR),))
    assert ask.screen.lines() == (
        "SAVED GAME",
        "RESUME?",
        "Port Royal",
        "Ann Ben Cem Dia",
        "begun on 11-07",
        "entries: 70",
        "Y:yes N:later",
    )
    ask.press("> Y")
    assert ask.lines[1] == "RESUME?"
    ask.press("y")
    assert ask.reply.resume == 7


def test_a_game_that_is_in_no_list_can_still_be_asked_about(hands) -> None:
    ask = hands(Resuming(7))
    assert ask.lines == ["SAVED GAME", "RESUME?", "Y:yes N:later"]


def test_everything_fits_with_the_longest_names_and_a_full_table(
    hands, play, saved_game, longest: str
) -> None:
    harbor = ["ship-red-1-1", "ship-black-1-2", "ship-blue-1-1", "trader-red-3-1", "priest-4-1", "sailor-3-1"]
    coins = dict.fromkeys(longest.split(), 15)
    session = play(players=longest, position={"active": longest.split()[4], "harbor": harbor, "coins": coins})
    ask = hands(Resuming(1, session=session), saved=(saved_game(1, players=longest, unclean=True),))
    assert ask.screen.lines()[5] == "Harbor ◆R1 ■K1 ≈B1 +3"
    ask.press(">")
    assert ask.screen.lines()[2:7] == tuple(" WWW 15  0  0  0" for _ in range(5))


# -- several saved games -----------------------------------------------------------------
def test_saved_games_are_listed_the_newest_first(hands, saved_game) -> None:
    saved = tuple(saved_game(number, players=FOUR) for number in (12, 9, 3))
    home = hands(SavedList(), saved=saved)
    assert home.lines == [
        "SAVED GAMES",
        ">11-12 Ann Ben +2",
        " 11-09 Ann Ben +2",
        " 11-03 Ann Ben +2",
        ">:down Y:open N:back",
    ]
    home.press("> > > > y")
    assert home.mode == Resuming(9)
    home.mode = SavedList(1)
    home.press("n")
    assert home.mode == Home()
    home.mode = SavedList(1)
    home.press("m")
    assert home.mode == Home()


def test_a_game_of_three_shows_all_its_players(hands, saved_game) -> None:
    assert hands(SavedList(), saved=(saved_game(12),)).marked == "11-12 Ann Ben Cem"


def test_many_saved_games_with_long_names_fit(hands, saved_game, longest: str) -> None:
    home = hands(SavedList(), saved=tuple(saved_game(number, players=longest) for number in range(1, 30)))
    assert home.screen.lines()[6] == " 11-06 WWW WWW +3 +23"
    for _ in range(30):
        home.press(">")
    home.press("Y N")
    assert home.mode == SavedList(1)
    home.press("y")
    assert home.mode == Resuming(2)


def test_an_empty_list_says_so(hands) -> None:
    home = hands(SavedList())
    assert home.lines[1] == "No game is saved"
    home.press("> y")
    assert home.mode == SavedList()
    home.press("n")
    assert home.mode == Home()
