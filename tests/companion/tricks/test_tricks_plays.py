"""What keys and taps do in a trick and with what it won: device-ux.md 3.5, RY6, RY8, RY9."""

from companion.flow import Playing, Refused
from companion.play_modes import CardShown, UndoPage
from companion.tricks.modes import NotMine
from tricks_steps import LAID, TO_CHOOSE, TO_LEAD, TO_TRUMP, WON, trick


# -- RY6 ---------------------------------------------------------------------------------
def test_a_trick_is_one_tap_for_each_player(table):
    game = table(*TO_CHOOSE, {"choose": "rum-9"})
    assert game.lines() == [
        "R1 T1/8  trump ■BLACK",
        "BEN ?",
        "for Rum 9",
        "Ben leads",
        "Any card may be led",
        "tap card  Y:list",
    ]
    game.tap("red-5")
    assert game.lines()[1:-1] == [
        "CEM ?",
        "for Rum 9",
        "Led ◆RED best Ben ◆5",
        "Ben ◆5",
        "Trump: only if no ◆",
    ]
    game.tap("black-2")
    assert game.lines()[1:-1] == [
        "ANN ?",
        "for Rum 9",
        "Led ◆RED best Cem ■2",
        "Ben ◆5 Cem ■2",
        "Cem: stone on ◆",
    ]
    game.tap("red-1")
    assert game.lines()[:2] == ["R1 T2/8    CEM WON T1", "WHO LEADS?"]
    assert game.signals == ("tick", "turn")


def test_a_pirate_makes_values_count(table):
    game = table(*TO_CHOOSE, {"choose": "rum-9"}, {"play": "red-5"}, {"play": "pirate-5"})
    assert game.lines() == [
        "R1 T1/8  PIRATE TRICK",
        "ANN ?",
        "for Rum 9",
        "best Cem P5 tie:last",
        "Ben ◆5 Cem P5",
        "Any card is allowed",
        "tap card N:other seat",
    ]


def test_a_card_played_twice_is_refused(table):
    game = table(*TO_CHOOSE, {"choose": "rum-9"}).tap("red-5", "red-5")
    assert isinstance(game.desk.mode, Refused)
    assert game.session.view().to_act == 2


def test_at_a_seats_own_reader_only_that_seat_plays(table):
    game = table(*TO_CHOOSE, {"choose": "rum-9"})
    game.tap("red-5", reader="seat-3")
    assert "It is the turn of Ben" in " ".join(game.lines())
    game.tap("red-5", reader="seat-2")
    assert game.played == [{"play": "red-5"}]


def test_a_card_of_another_player_goes_back(table):
    game = table(*TO_CHOOSE, {"choose": "rum-9"}, {"play": "red-5"}).press("n")
    assert isinstance(game.desk.mode, NotMine)
    assert game.lines()[1] == "◆RED 5"
    game.press("y")
    assert isinstance(game.desk.mode, UndoPage)
    assert "◆5 to Ben" in game.lines()
    assert game.phase == "play"
    assert table(*TO_CHOOSE, {"choose": "rum-9"}, {"play": "red-5"}).press("n n").session.view().to_act == 2


def test_no_other_seat_before_a_card_is_played(table):
    game = table(*TO_CHOOSE, {"choose": "rum-9"})
    assert isinstance(game.press("n").desk.mode, Playing)


def test_without_tags_every_card_of_the_game_is_in_the_list(table):
    game = table(*TO_CHOOSE, {"choose": "rum-9"}, {"play": "red-5"}).press("y")
    assert len(game.desk.mode.cards) == 26
    game.choose("◆RED").choose("◆RED 6")
    assert game.played == [{"play": "red-6"}]


def test_open_booty_is_shown_and_nothing_changes(table):
    game = table(*TO_CHOOSE, {"choose": "rum-9"}).tap("rum-5")
    assert isinstance(game.desk.mode, CardShown)
    assert "lies open" in game.lines()
    game.now_s += 3
    assert game.lines()[1] == "BEN ?"


def test_a_simple_card_may_be_placed_or_pay_the_bid(table):
    game = table(*WON)
    assert game.lines() == [
        "BEN WON RUM9",
        "RUM 0>9",
        ">RUM  0> 9/24",
        " Repay bid -8>0",
        "room for 15 more",
        ">:down Y:ok",
    ]
    game.press(">")
    assert game.lines()[1:2] == ["-8>0"]
    assert game.lines()[-2] == "tons forfeited: 1"
    game.press("y")
    assert game.played == ["repay"]
    assert "Ben repaid, debt 0" in game.lines()


def test_an_extra_is_weighed_on_every_ship_and_warns_before_one_sinks(table):
    ships = {"rum": ["rum-12"], "tobacco": ["tobacco-9"], "gunpowder": ["gunpowder-12", "gunpowder-2"]}
    steps = (*TO_LEAD, {"correct": {"ships": {"Ben": ships}}}, {"lead": "Ben"}, {"choose": "double"})
    game = table(*steps, *trick("red-5", "red-2", "red-1"))
    assert game.lines()[:3] == ["BEN WON x2", "BIS 0>0", ">BIS  0> 0/24"]
    game.press("> > >")
    assert game.lines()[1] == "GUN 14>28"
    assert ">GUN 14>28/24 !" in game.lines()
    assert "4 too heavy: sinks" in game.lines()
    game.press("y")
    assert game.played == [{"place": "gunpowder"}]
    assert "Ben x2 GUN 28/24!" in game.lines()


def test_a_card_of_a_ship_names_that_ship(table):
    ships = {"correct": {"ships": {"Ben": {"tobacco": ["tobacco-9"]}}}}
    game = table(*TO_LEAD, ships, {"lead": "Ben"}, {"choose": "plus-8"}, *trick("red-5", "red-2", "red-1"))
    game.tap("tobacco-9")
    assert game.played == [{"place": "tobacco"}]


def test_remove_takes_a_card_away_or_is_kept_and_used_later(table):
    ships = {"correct": {"ships": {"Ben": {"tobacco": ["tobacco-9", "minus-5"]}}}}
    steps = (*TO_LEAD, ships, {"lead": "Ben"}, {"choose": "remove"}, *trick("red-5", "red-2", "red-1"))
    game = table(*steps)
    assert game.lines()[1:4] == ["REMOVE", ">Keep it for later", " TOB9 TOB 4>-5/24"]
    game.press(">")
    assert game.lines()[1] == "TOB -5/24"
    taken = table(*steps).tap("minus-5")
    assert taken.played == [{"remove": "minus-5"}]
    assert "-5 is out" in taken.lines()
    game.press("> > y")
    assert game.played == ["keep"]
    assert "Ben keeps Remove" in game.lines()
    game.press("y").tap("rum-9").tap("blue-5", "blue-2", "blue-1")
    assert " Use REMOVE on it" in game.lines()
    game.choose("Use REMOVE")
    assert game.played == ["discard"]


def last_round(table, ships):
    booty = [*LAID, "relocate"]
    position = {"round": 6, "dealer": "Ann", "ships": {"Ben": ships}}
    steps = ({"lay": booty}, {"bid": 1}, "pass", "pass", "swapped", {"trump": "black"}, {"lead": "Ben"})
    game = table(*steps, {"choose": "relocate"}, *trick("red-5", "red-2", "red-1"), position=position)
    assert game.phase == "place"
    return game


def test_relocate_asks_which_card_and_then_where_to(table):
    game = last_round(table, {"tobacco": ["tobacco-9", "plus-6"], "rum": ["rum-12"]})
    assert game.lines()[1:4] == ["RELOCATE", ">Move nothing", " +6 from TOB"]
    game.press("> y")
    assert game.lines()[1:5] == ["BIS 6/24", ">BIS  0>6/24", " RUM 12>18/24", " GUN  0>6/24"]
    assert game.lines()[-2:] == ["TOB 15>9 left", ">:down Y:ok N:back"]
    game.press("n")
    assert game.marked == "+6 from TOB"
    game.press("y > y")
    assert game.played == [{"relocate": {"card": "plus-6", "to": "rum"}}]


def test_relocate_may_move_nothing(table):
    assert last_round(table, {"tobacco": ["tobacco-9"]}).press("y").played == [{"relocate": "none"}]


def test_a_won_bonus_is_laid_face_down_and_never_tapped(table):
    position = {"round": 2, "dealer": "Ann", "left_over": {"card": "rum-9", "bonuses": 2}}
    lay = {"lay": [*LAID[:5], "gunpowder-5", "max-minus-5", "plus-8"]}
    game = table(
        lay, "pass", "pass", "pass", "swapped", {"trump": "black"}, {"lead": "Ann"}, position=position
    )
    assert ">Rum 9 +2bonus" in game.lines()
    game.tap("rum-9")
    assert "for RUM9 +2 bonus" in game.lines()
    game.tap("red-5", "red-2", "red-1")
    assert game.lines()[:2] == ["ANN WON 2 BONUS", "WHICH SHIP"]
    game.tap("prisoner-3")
    assert game.desk.mode.key == "not-here"
    game.press("n").choose("RUM")
    assert game.played == [{"bonus": {"card": "hidden", "to": "rum"}}]
    assert game.lines()[0] == "ANN WON BONUS"
    game.press("y")
    assert game.session.view().players[0].hidden == 2


def test_a_look_at_the_table_or_at_a_card_keeps_the_marked_line(table):
    game = table(*TO_TRUMP, seats=3).press("> > Y n")
    assert game.marked == "≈BLUE"
    assert game.press("m m").marked == "≈BLUE"
    assert game.press("s1 s1").marked == "≈BLUE"
    game.tap("rum-5")
    game.now_s += 3
    assert game.marked == "≈BLUE"
