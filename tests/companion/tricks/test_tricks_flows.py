"""What keys and taps do in every phase of Port Royal (2000): device-ux.md 3.5, RY1 to RY11."""

import pytest

from companion.flow import Home, PickCard, Playing, Refused
from companion.play_modes import CardShown, OwnCards, PlayerPage, TablePage, UndoPage
from companion.tricks.modes import BootyPage, NotMine
from companion.tricks.scene import scale

LAID = ["biscuit-4", "tobacco-12", "gunpowder-7", "double", "rum-5", "rum-9", "max-minus-5", "plus-8"]
NINTH = "remove"
TO_AUCTION = {"lay": [*LAID, NINTH]}
TO_SWAP = (TO_AUCTION, {"bid": 8}, "pass", "pass")
TO_TRUMP = (*TO_SWAP, "swapped")
TO_LEAD = (*TO_TRUMP, {"trump": "black"})
TO_CHOOSE = (*TO_LEAD, {"lead": "Ben"})


@pytest.fixture
def table(sit):
    """A game of three with Ann as first dealer, led to where the steps end."""

    def lead(*steps, seats=0, **head):
        return sit(seats=seats).begin("Ann", "Ben", "Cem", **head).step(*steps)

    return lead


# -- RY1 ---------------------------------------------------------------------------------
def test_booty_is_tapped_one_by_one_and_the_ninth_ends_the_lay_out(table):
    game = table()
    assert game.lines() == ["R1     LAYOUT  0 of 9", "TAP 9", "tap booty  Y:list"]
    game.tap(*LAID)
    assert game.lines()[1:-1] == ["TAP 1", "BIS4 TOB12 GUN7 x2", "RUM5 RUM9 Max-5 +8"]
    game.tap(NINTH)
    assert (game.phase, game.lines()[1]) == ("auction", "BEN 1 ?")
    assert game.played == [{"lay": "remove"}]


def test_no_takes_the_card_turned_up_last_back_and_says_what_to_do(table):
    game = table().tap("rum-9", "rum-5").press("n")
    assert isinstance(game.desk.mode, UndoPage)
    assert "1 booty: not laid" in game.lines()
    assert game.signals == ("tick", "undo")
    game.tap("rum-5")
    assert game.lines()[2] == "RUM9 RUM5"


def test_before_anything_is_laid_no_key_undoes(table):
    assert isinstance(table().press("n").desk.mode, Playing)


def test_a_card_that_lies_open_already_is_refused_with_a_sentence(table):
    game = table().tap("rum-9", "rum-9")
    assert isinstance(game.desk.mode, Refused)
    assert game.signals == ("refused",)
    assert game.session.seq == 1
    game.tap("rum-5")
    assert game.session.seq == 2


def test_relocate_is_refused_before_the_last_round(table):
    game = table().tap("relocate")
    assert isinstance(game.desk.mode, Refused)
    assert game.session.seq == 0


def test_the_list_offers_every_booty_card_whatever_came_already(table):
    game = table().tap(*LAID).press("y")
    assert isinstance(game.desk.mode, PickCard)
    assert len(game.desk.mode.cards) == 49
    game.choose("Rum").choose("Rum 12")
    assert game.phase == "auction"


# -- RY2 ---------------------------------------------------------------------------------
def test_the_scale_shows_the_stones_and_where_the_bid_would_stand():
    assert scale(4, 12) == "····●·······■·······"
    assert scale(0, -1) == "●···················"
    assert scale(19, 19) == "···················◎"


def test_next_raises_the_bid_shown_and_wraps_at_the_limit(table):
    game = table(TO_AUCTION, {"correct": {"debt": {"Ben": 16}}})
    assert game.lines()[1:4] == ["BEN 1 ?", "No bid yet      max 3", "················●■··"]
    game.press("> >")
    assert game.lines()[1:4] == ["BEN 3 ?", "No bid yet      max 3", "················●··■"]
    assert game.press(">").lines()[1] == "BEN 1 ?"
    game.press("> y")
    assert game.played == [{"bid": 2}]
    assert game.lines()[1:3] == ["CEM 3 ?", "High 2 Ben     max 19"]


def test_next_held_raises_the_bid_by_five(table):
    assert table(TO_AUCTION).press(">>").lines()[1] == "BEN 6 ?"


def test_who_cannot_bid_higher_can_only_pass(table):
    game = table(TO_AUCTION, {"correct": {"debt": {"Cem": 19}}}, {"bid": 1})
    assert game.lines()[1] == "CEM PASS"
    assert game.lines()[-1] == "N:pass"
    assert game.press("y").signals == ("refused",)
    assert game.press("n").lines()[1] == "ANN 2 ?"


def test_the_dealer_whom_all_others_left_to_it_takes_the_privileges_for_nothing(table):
    game = table(TO_AUCTION, "pass", "pass")
    assert game.lines()[-1] == "Y:bid 1 >:+1 N:0"
    game.press("n")
    assert game.phase == "swap"
    assert game.session.view().holder == 0


def test_a_dealer_at_the_end_of_the_scale_is_told_that_he_takes_them_for_nothing(table):
    game = table(TO_AUCTION, {"correct": {"debt": {"Ann": 19}}}, "pass", "pass")
    assert game.lines()[-1] == "N:takes them for 0"


def test_bids_are_keyed_and_cards_are_refused_after_the_first(table):
    game = table(TO_AUCTION, {"bid": 1}).tap("red-3")
    assert "Bids are made with" in game.lines()
    assert game.session.seq == 2


def test_the_two_open_trick_cards_may_be_tapped_before_the_first_bid(table):
    game = table(TO_AUCTION).tap("red-3")
    assert game.lines()[-2] == "open ◆3, tap other"
    assert game.signals == ("tick",)
    assert game.session.seq == 1
    game.tap("red-3")
    assert game.session.seq == 1
    game.tap("pirate-1")
    assert game.played == [{"open": ["red-3", "pirate-1"]}]
    assert game.lines()[-2] == "open: ◆3 P1"


def test_the_key_of_the_bidder_bids_what_is_shown_and_passes_when_held(table):
    game = table(TO_AUCTION, seats=3).press(">")
    assert game.screens["seat-2"].inverse
    assert game.lines("seat-2")[-1] == "press:2 hold:pass"
    game.press("s2")
    assert game.played == [{"bid": 2}]
    assert not game.screens["seat-2"].inverse
    game.press("S3")
    assert game.played == ["pass"]


def test_the_key_of_another_seat_shows_its_ships(table):
    game = table(TO_AUCTION, seats=3).press("s1")
    assert isinstance(game.desk.mode, OwnCards)
    assert game.lines("seat-1")[1] == "BIS 0/24"
    assert game.session.seq == 1


# -- RY3, RY4, RY5 -------------------------------------------------------------------------
@pytest.mark.parametrize("key", ["y", ">"])
def test_swapping_is_said_with_one_key(table, key):
    game = table(*TO_SWAP)
    assert game.lines()[:2] == ["R1      SWAP BEN (-8)", "SWAP 2"]
    assert "●·······■···········" in game.lines()
    assert game.press(key).phase == "trump"


@pytest.mark.parametrize("steps", [TO_SWAP, TO_TRUMP, TO_LEAD], ids=["swap", "trump", "lead"])
@pytest.mark.parametrize("kind", ["red-3", "pirate-1", "prisoner-3", "gunpowder-12", "?"])
def test_what_is_secret_then_is_dropped_without_a_trace(table, steps, kind):
    game = table(*steps)
    seq = game.session.seq
    game.tap(kind)
    mode = game.desk.mode
    assert isinstance(mode, Refused)
    assert (mode.key, mode.facts, mode.tap) == ("not-here", {}, None)
    assert game.session.seq == seq


def test_trump_is_chosen_from_the_four_colours(table):
    game = table(*TO_TRUMP)
    assert game.lines()[1:-1] == ["TRUMP ?", ">■BLACK", " ◆RED", " ≈BLUE", " ▲GREEN"]
    game.press("> > y")
    assert game.played == [{"trump": "blue"}]
    assert "Red stones: ≈BLUE" in game.lines()


def test_the_start_player_is_named_from_a_list_or_by_a_card_of_his_board(table):
    game = table(*TO_LEAD, {"correct": {"ships": {"Ann": {"rum": ["rum-2"]}}}})
    assert game.lines()[1:5] == ["WHO LEADS?", ">Ben", " Cem", " Ann"]
    game.tap("rum-2")
    assert game.played == [{"lead": "Ann"}]


def test_the_contested_card_is_tapped_or_chosen_from_the_list(table):
    game = table(*TO_CHOOSE)
    assert game.lines()[1] == "FOR WHAT?"
    assert game.tap("rum-9").played == [{"choose": "rum-9"}]
    again = table(*TO_CHOOSE).choose("Gunpowder 7")
    assert again.played == [{"choose": "gunpowder-7"}]


def test_a_card_that_does_not_lie_open_is_no_choice(table):
    game = table(*TO_CHOOSE).tap("gunpowder-12")
    assert game.desk.mode.key == "not-here"


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


# -- RY8, RY9 ------------------------------------------------------------------------------
def trick(*cards):
    return tuple({"play": card} for card in cards)


WON = (*TO_CHOOSE, {"choose": "rum-9"}, *trick("red-5", "red-2", "red-1"))
"""Ben, who holds the privileges, wins rum 9."""


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
