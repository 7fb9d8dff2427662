"""Pages over the game, what seats see, and the end of rounds and games: device-ux.md 3.5, RY10, RY11."""

from companion.flow import Home, Playing, Refused
from companion.play_modes import CardShown, PlayerPage, TablePage, UndoPage
from companion.tricks.modes import BootyPage
from tricks_steps import LAID, TO_AUCTION, TO_CHOOSE, TO_LEAD, TO_SWAP, TO_TRUMP, WON, trick


# -- pages -------------------------------------------------------------------------------
def test_the_table_is_one_held_key_away_and_leads_to_ships_booty_and_log(table):
    game = table(*WON).press("Y")
    assert isinstance(game.desk.mode, TablePage)
    assert game.lines()[1:4] == ["    debt car tr  pts", " Ann   0   0  0    0", ">Ben   0   0  1   -8"]
    game.press("y")
    assert isinstance(game.desk.mode, PlayerPage)
    assert game.lines()[0].startswith("BEN")
    game.press("> n n")
    assert isinstance(game.desk.mode, Playing)
    game.press("Y >")
    assert isinstance(game.desk.mode, BootyPage)
    assert game.lines()[0] == "OPEN BOOTY     pile40"
    game.press(">")
    assert "Ann plays ◆1" in game.lines()
    game.tap("rum-5")
    assert isinstance(game.desk.mode, CardShown)


def test_the_log_names_no_card_of_an_older_trick(table):
    two = (*WON, {"place": "rum"}, {"lead": "Ben"}, {"choose": "rum-5"}, *trick("blue-5", "blue-2", "blue-1"))
    three = (*two, {"place": "rum"}, {"lead": "Ben"}, {"choose": "gunpowder-7"}, {"play": "green-5"})
    game = table(*three)
    shown = []
    game.press("Y > >")
    for _ in range(5):
        shown += game.lines()[1:-1]
        game.press(">")
    text = "\n".join(shown)
    assert "Ben plays ▲5" in text
    assert "Ann plays ≈1" in text
    assert "Ben plays .." in text
    assert "◆5" not in text


def test_undo_is_one_hold_and_redo_one_key(table):
    game = table(*WON).press("> y")
    before = game.session.facts()
    game.press("N")
    assert isinstance(game.desk.mode, UndoPage)
    assert "RUM9 to the middle" in game.lines()
    assert game.phase == "place"
    game.press("y")
    assert game.session.facts() == before


def test_home_and_the_same_players_again(table):
    game = table(*WON)
    game.desk.play()
    assert game.press("m").lines()[0] == "MENU"
    game.choose("End of game").choose("Score now")
    assert game.lines()[0] == "SCORE NOW?"
    assert len([line for line in game.lines() if line[0].isdigit()]) == 3
    game.press("y")
    assert isinstance(game.desk.mode, Home)


# -- seats -------------------------------------------------------------------------------
def test_waiting_seats_show_their_ships_and_whose_turn_it_is(table):
    ships = {
        "correct": {"ships": {"Cem": {"rum": ["rum-12", "max-plus-5"], "tobacco": ["tobacco-9", "hidden"]}}}
    }
    game = table(*TO_LEAD, ships, {"lead": "Ben"}, {"choose": "rum-9"}, seats=3)
    assert game.lines("seat-3") == [
        "CEM            debt 0",
        "BIS 0/24",
        "TOB 9/24         1bon",
        "RUM 12/29       Max+5",
        "GUN 0/24",
        "now 21 + ?",
        "Ben plays for RUM9",
        "press: my cards",
    ]
    assert game.screens["seat-2"].inverse
    assert game.lines("seat-2")[-1] == "tap card"
    bidding = table(TO_AUCTION, {"bid": 7}, seats=3)
    assert bidding.lines("seat-1")[-2] == "Cem bids, high 7"


def test_a_list_is_answered_with_the_key_of_the_seat(table):
    game = table(*TO_TRUMP, seats=3).press("s2 s2 S2")
    assert game.played == [{"trump": "blue"}]
    assert game.lines("seat-2")[-1] == "press:down hold:take"
    swapped = table(*TO_SWAP, seats=3)
    assert swapped.press("S2").phase == "swap"
    assert swapped.press("s2").phase == "trump"


def test_the_holder_is_reminded_before_the_last_trick(table):
    game = table(*TO_LEAD, {"lead": "Ben"})
    tricks = (("red", 1), ("red", 2), ("blue", 1), ("blue", 2), ("green", 1), ("green", 2), ("black", 1))
    for number, (colour, half) in enumerate(tricks):
        values = (6, 5, 4) if half == 1 else (3, 2, 1)
        booty = game.session.view().booty[0]
        game.desk.play(next(c for c in game.session.choices() if getattr(c, "card", -1) == booty))
        game.step(*({"play": f"{colour}-{value}"} for value in values))
        if game.phase == "place":
            game.desk.play(next(iter(game.session.choices())))
        game.step({"lead": "Ben"})
        assert number < 6 or game.session.view().trick == 8
    game.desk.play(next(iter(game.session.choices())))
    assert "Ben: repay now?" in game.lines()


def test_cards_without_tags_are_named_from_the_list(sit):
    deck = sit().begin("Ann", "Ben", "Cem").step(*TO_CHOOSE, {"choose": "rum-9"})
    assert deck.lines()[-1] == "tap card  Y:list"
    without = sit(deck=None).begin("Ann", "Ben", "Cem")
    assert without.lines()[-1] == "Y:pick  N:undo"
    without.step(*TO_CHOOSE, {"choose": "rum-9"}, {"play": "red-5"})
    assert without.lines()[-1] == "Y:pick N:other seat"


def test_a_round_ends_with_the_bonus_the_debt_and_the_totals(table):
    game = table(*TO_LEAD, {"lead": "Ben"})
    while game.phase != "slide":
        game.desk.play(next(c for c in game.session.choices() if type(c).__name__ != "SetDebt"))
    lines = game.lines()
    assert lines[:2] == ["ROUND 1 ENDS", "1 BONUS"]
    assert lines[2].startswith("goes under ")
    assert "Ben: debt 8 now" in lines
    assert lines[-2] == "Cem deals next"
    game.press("n")
    assert (game.phase, game.session.view().round) == ("lay", 2)
    assert game.session.view().beneath == 1


def test_bonus_cards_are_turned_up_one_by_one_at_the_end(table):
    ships = {"Ann": {"rum": ["rum-9", "hidden"]}, "Cem": {"biscuit": ["hidden"]}}
    game = table(position={"round": 6, "dealer": "Ann", "ships": ships})
    while game.phase != "count":
        game.desk.play(next(iter(game.session.choices())))
    assert game.lines()[:4] == ["FINAL: TURN BONUSES", "TAP 2 MORE", "now: Ann", "on ship Rum"]
    game.tap("prisoner-5")
    assert game.lines()[1:4] == ["TAP 1 MORE", "now: Cem", "on ship Biscuit"]
    game.tap("prisoner-5")
    assert isinstance(game.desk.mode, Refused)
    game.press("n y")
    assert len(game.desk.mode.cards) == 6
    game.choose("Prisoner 2")
    assert game.lines()[0] == "FINAL"
    assert "prisoner-2" in game.session.facts()["ships"]["Cem"]["biscuit"]
    game.tap("prisoner-2")
    assert isinstance(game.desk.mode, CardShown)


def test_penalties_are_picked_from_the_list(table):
    position = {"round": 2, "dealer": "Ann", "ships": {"Cem": {"rum": ["rum-9"]}}, "kept": "Cem"}
    lay = {"lay": [*(card for card in LAID if card != "rum-9"), "biscuit-2", "biscuit-3"]}
    steps = (lay, "pass", "pass", "pass", "swapped", {"trump": "black"}, {"lead": "Cem"}, {"choose": "rum-5"})
    game = table(*steps, *trick("green-5", "red-2", "red-1"), position=position)
    game.step({"place": "rum"}, {"lead": "Ann"}, {"choose": "plus-8"})
    game.step(*trick("red-6", "red-3", "black-1"), {"place": "rum"}, {"lead": "Cem"}, {"choose": "double"})
    game.tap("red-5").press("y").tap("green-1", "green-2")
    assert game.lines()[0] == "CEM REVOKED"
    game.choose("REM kept")
    assert game.played == [{"penalty": "remove"}]
