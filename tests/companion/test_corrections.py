import pytest

from companion.corrections import EditCoins, EditPlace, EditTurn, WhoseCoins, edit_coins, moves
from companion.flow import Menu, PickCard, Playing
from engine.portroyal.correction_messages import MoveCard, SetCoins, SetTurn
from engine.portroyal.piles import place_of
from engine.portroyal.state import conserved

CORRECT = Menu(Playing(), ("correct",))
SEATED = {"active": "Ben", "coins": {"Ann": 4, "Ben": 7, "Cem": 2}}


@pytest.fixture
def menu(hands, play):
    def begin(*steps, **head):
        return hands(CORRECT, play(*steps, **head))

    return begin


# -- coins: CO1 --------------------------------------------------------------------------
def test_the_players_are_listed_with_their_coins_and_the_one_to_act_is_marked(menu) -> None:
    fix = menu(position=SEATED)
    fix.press("y")
    assert fix.lines == ["WHOSE COINS?", " Ann $4", ">Ben $7", " Cem $2", ">:down Y:set N:back"]


def test_co1(menu) -> None:
    fix = menu(position=SEATED)
    fix.press("y y")
    assert fix.screen.lines() == (
        "COINS OF BEN",
        "$ 7",
        "Device had 7",
        "Table counts 7",
        "No difference so far",
        "hold: 5  MENU: cancel",
        ">:+1  N:-1  Y:save",
    )
    fix.press("n")
    assert fix.screen.lines()[1:5] == ("$ 6", "Device had 7", "Table counts 6", "Log: -1 corrected")
    fix.press("y")
    assert fix.reply.play == (SetCoins(1, 6),)
    assert fix.reply.announce
    assert fix.mode == Playing()
    assert [player.coins for player in fix.session.state.players] == [4, 6, 2]


def test_a_correction_of_coins_is_one_entry_that_can_be_taken_back(menu) -> None:
    fix = menu(position=SEATED)
    before = fix.session.state
    fix.press("y y n y")
    assert fix.session.seq == 1
    fix.session.undo()
    assert fix.session.state == before


@pytest.mark.parametrize(
    ("keys", "coins"),
    [(">", 8), ("> > n", 8), (">>", 12), (">> >> N", 12), ("N", 2), ("N N", 0), ("N N n", 0), ("N N >>", 5)],
)
def test_the_number_goes_by_ones_and_held_by_fives_and_not_below_nothing(hands, play, keys, coins) -> None:
    session = play(position=SEATED)
    fix = hands(edit_coins(Playing(), session, 1), session)
    fix.press(keys)
    assert fix.mode.coins == coins
    assert fix.screen.shows(f"Table counts {coins}")


def test_a_key_that_changes_nothing_any_more_is_heard(hands, play) -> None:
    session = play(position=SEATED)
    fix = hands(EditCoins(Playing(), 1, 1, 7), session)
    fix.press("n")
    assert fix.reply.signal is None
    fix.press("n")
    assert (fix.reply.signal, fix.mode.coins) == ("refused", 0)
    fix.press("N")
    assert (fix.reply.signal, fix.mode.coins, fix.reply.undo) == ("refused", 0, False)


def test_nobody_can_have_more_than_nobody_has_seen(hands, play) -> None:
    session = play(position={**SEATED, "discard": ["ship-red-1-1"]})
    state = session.state
    most = 7 + state.pile + state.paid
    fix = hands(EditCoins(Playing(), 1, most - 1, 7), session)
    fix.press("> >")
    assert (fix.mode.coins, fix.reply.signal) == (most, "refused")
    fix.press("y")
    assert fix.refusal is None
    assert session.state.players[1].coins == most
    total, faces = conserved(session.state)
    assert total == faces


def test_the_same_number_makes_no_entry(menu) -> None:
    fix = menu(position=SEATED)
    fix.press("y y > n y")
    assert (fix.session.seq, fix.reply.note, fix.mode) == (0, "Nothing to correct", Playing())


def test_menu_cancels_the_editor_and_yes_held_looks_at_the_table_first(menu) -> None:
    fix = menu(position=SEATED)
    fix.press("y y > Y")
    assert type(fix.mode).__name__ == "TableSeen"
    assert fix.mode.under.coins == 8
    fix.mode = fix.mode.under
    fix.press("m")
    assert (fix.session.seq, fix.mode) == (0, Playing())


def test_menu_under_next_held_cancels_where_there_are_three_keys(hands, play) -> None:
    session = play(position=SEATED)
    fix = hands(edit_coins(Playing(), session, 1), session, keys=("yes", "no", "next"))
    fix.press(">>")
    assert fix.mode == Playing()


def test_a_card_tapped_while_counting_waits(hands, play) -> None:
    session = play(position=SEATED)
    fix = hands(edit_coins(Playing(), session, 1), session)
    fix.tap("ship-red-1-1")
    assert fix.reply.wait
    assert fix.flows[EditCoins].asks


def test_a_card_tapped_over_the_list_of_players_belongs_to_the_game(menu) -> None:
    fix = menu(position=SEATED)
    fix.press("y")
    fix.tap("ship-red-1-1")
    assert (fix.reply.note, fix.mode) == ("the game has ship-red-1-1", Playing())


# -- a card: CO2 -------------------------------------------------------------------------
def test_co2(menu) -> None:
    fix = menu(position={**SEATED, "display": {"Ben": ["sailor-3-1#4"]}})
    fix.press("> y")
    assert fix.screen.lines() == (
        "MOVE A CARD",
        "Tap the card that",
        "lies elsewhere",
        "",
        "",
        "",
        "",
        "tap  Y:list  N:back",
    )
    fix.tap("sailor-3-1#4")
    assert fix.screen.lines() == (
        "Sailor 3 copy 4",
        "Was: Before Ben",
        "Really lies:",
        ">Harbor",
        " Before Cem",
        " Before Ann",
        " Discard pile      +2",
        ">:down Y:set N:back",
    )
    fix.press("> y")
    card = next(card for card in fix.cards if card.name == "sailor-3-1#4")
    assert fix.reply.play == (MoveCard(card.id, "display", 2),)
    assert fix.reply.announce
    assert fix.mode == Playing()
    assert place_of(fix.session.state, card.id) == ("display", 2)
    assert [player.points for player in fix.session.state.players] == [0, 0, 1]


@pytest.mark.parametrize(
    ("card", "offered"),
    [
        ("ship-red-1-1", ["Harbor", "Discard pile", "Box"]),
        ("sailor-3-1", ["Harbor", "Before Ben", "Before Cem", "Before Ann", "Discard pile", "Box"]),
        (
            "expedition-AA",
            ["Expedition row", "Before Ben", "Before Cem", "Before Ann", "Discard pile", "Box"],
        ),
        ("tax-most-swords", ["Discard pile", "Box"]),
        ("gambler-6-1", ["Harbor", "Before Ben", "Before Cem", "Before Ann", "Discard pile", "Pile or coin"]),
    ],
)
def test_only_places_where_the_card_can_lie_are_offered_likely_ones_first(menu, card: str, offered) -> None:
    fix = menu(position=SEATED)
    fix.press("> y")
    fix.tap(card)
    seen = []
    for _ in offered:
        seen.append(fix.marked.partition("  ")[0])
        fix.press(">")
    assert seen == offered
    assert fix.marked.partition("  ")[0] == offered[0]


@pytest.mark.parametrize("card", ["ship-red-1-1", "sailor-3-1", "expedition-AA", "gambler-6-1"])
def test_every_place_offered_is_accepted(hands, play, card: str) -> None:
    number = next(face.id for face in play().table.rules.cards if face.kind == card)
    for line, move in enumerate(moves(play(position=SEATED), number)):
        session = play(position=SEATED)
        fix = hands(EditPlace(Playing(), number, line), session)
        fix.press("y")
        assert fix.refusal is None
        there, seat = place_of(session.state, number)
        assert (there, seat) == ("unseen" if move.place == "pile" else move.place, move.seat)


def test_another_card_tapped_takes_the_place_of_the_first(menu) -> None:
    fix = menu(position=SEATED)
    fix.press("> y")
    fix.tap("sailor-3-1", "ship-red-1-1")
    assert fix.lines[0] == "◆RED 1 copy 1"
    fix.press("n")
    assert fix.lines[0] == "MOVE A CARD"
    fix.press("n")
    assert fix.marked == "Move a card"


def test_tags_that_are_no_card_are_named_and_change_nothing(menu) -> None:
    fix = menu(position=SEATED)
    fix.press("> y")
    fix.tap("?")
    assert (fix.screen.lines()[4], fix.reply.signal) == ("Not in this deck", "refused")
    fix.tap_two()
    assert (fix.screen.lines()[4], fix.reply.signal) == ("One card at a time", "refused")
    fix.tap("sailor-3-1")
    fix.press("n")
    assert fix.screen.lines()[4] == ""


def test_a_card_can_be_picked_from_a_list_instead(menu) -> None:
    fix = menu(position={**SEATED, "harbor": ["sailor-3-1#2"]})
    fix.press("> y > y")
    assert isinstance(fix.mode, PickCard)
    assert fix.marked == "Sailor 3"
    fix.press("y")
    assert fix.lines[:2] == ["Sailor 3 copy 2", "Was: Harbor"]
    fix.press("n n")
    assert fix.mode == Menu(Playing(), ("correct",), 1)


def test_menu_leaves_the_move_at_both_steps(menu) -> None:
    fix = menu(position=SEATED)
    fix.press("> y m")
    assert fix.mode == Playing()
    fix.mode = EditPlace(CORRECT, 40)
    fix.press("m")
    assert fix.mode == Playing()


def test_a_ship_just_revealed_must_be_decided_about_first(menu) -> None:
    fix = menu({"reveal": "ship-red-1-1"}, position={**SEATED, "display": {"Ben": ["pirate-5-1"]}})
    assert fix.session.state.asked.phase == "repel"
    fix.press("> y")
    fix.tap("ship-red-1-1")
    assert fix.refusal.key == "answer-first"
    assert isinstance(fix.mode, EditPlace)


def test_nothing_is_corrected_after_the_end(hands, play) -> None:
    session = play(
        {"reveal": "sailor-3-1"},
        "stop",
        players="Ann Ben",
        position={"active": "Ben", "coins": {"Ann": 0, "Ben": 2}, "last_round": True},
    )
    assert session.state.asked is None
    fix = hands(EditPlace(Playing()), session)
    fix.tap("sailor-5-2")
    assert fix.refusal.key == "over"
    coins = hands(WhoseCoins(CORRECT), session)
    coins.press("y > y")
    assert coins.refusal.key == "over"
    assert isinstance(coins.mode, EditCoins)


# -- the turn ----------------------------------------------------------------------------
def test_whose_turn_and_which_phase(menu) -> None:
    fix = menu(position={**SEATED, "harbor": ["ship-red-1-1"]})
    fix.press("> > > y")
    assert fix.lines == ["WHOSE TURN IS IT?", " Ann", ">Ben", " Cem", ">:down Y:set N:back"]
    fix.press("> y")
    assert fix.lines == ["CEM: PHASE?", ">Discover: reveal", " Trade and hire", ">:down Y:set N:back"]
    fix.press("> y")
    assert fix.reply.play == (SetTurn(2, "trade"),)
    assert fix.reply.announce
    assert (fix.session.state.active, fix.mode) == (2, Playing())


def test_the_phase_starts_on_the_one_that_the_device_believes_in(menu) -> None:
    fix = menu({"reveal": "ship-red-1-1"}, "stop", position=SEATED)
    fix.press("> > > y y")
    assert fix.marked == "Trade and hire"
    fix.press("n")
    assert (fix.lines[0], fix.marked) == ("WHOSE TURN IS IT?", "Ben")
    fix.press("n")
    assert fix.marked == "Whose turn, phase"


def test_a_turn_set_is_one_entry_that_can_be_taken_back(menu) -> None:
    fix = menu({"reveal": "ship-red-1-1"}, "stop", position=SEATED)
    before = fix.session.state
    fix.press("> > > y > y > y")
    assert fix.session.state.active == 2
    assert fix.session.seq == 3
    fix.session.undo()
    assert fix.session.state == before


def test_a_card_tapped_while_the_turn_is_asked_waits(hands, play) -> None:
    fix = hands(EditTurn(CORRECT), play())
    fix.tap("ship-red-1-1")
    assert fix.reply.wait
    fix.press("m")
    assert fix.mode == Playing()


# -- names -------------------------------------------------------------------------------
@pytest.mark.parametrize("keys", ["y y > >", "> > > y y"])
def test_long_names_fit(menu, longest: str, keys: str) -> None:
    fix = menu(players=longest, position={"coins": dict.fromkeys(longest.split(), 20)})
    fix.press(keys)
    assert "WWWWWWWA" in fix.lines[0]


def test_every_card_fits_wherever_it_lies(hands, play, longest: str) -> None:
    session = play(players=longest, options={"gamblers": True})
    fix = hands(EditPlace(CORRECT), session)
    for card in fix.cards:
        for line in range(len(moves(session, card.id))):
            fix.mode = EditPlace(CORRECT, card.id, line)
            assert fix.marked
            fix.press("y")
            fix.mode = EditPlace(CORRECT)
            fix.tap(card.name)
            assert fix.refusal is None
            session.undo()
