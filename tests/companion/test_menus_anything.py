"""Any keys and taps, in any flow around the game: every screen can be drawn, and nobody is caught."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.flow import Home, Menu, Playing, Settings
from engine.games import SetUp, open_table
from engine.portroyal.state import conserved

KEYS = st.sampled_from("y n > m Y N >> M s1 s3 s5".split())
INPUTS = st.lists(st.one_of(KEYS, KEYS, KEYS, st.integers(0, 127), st.just("two")), max_size=100)


def give(hand, inputs) -> None:
    for item in inputs:
        if item == "two":
            hand.tap_two()
        elif isinstance(item, int):
            hand.tap(hand.cards[item].name)
        else:
            hand.press(item)
        if type(hand.mode) in OUT:
            return


OUT = (Playing,)


@given(inputs=INPUTS, gamblers=st.booleans())
def test_in_play(hands, play, longest, inputs, gamblers: bool) -> None:
    session = play({"reveal": "sailor-3-1"}, players=longest, options={"gamblers": gamblers})
    hand = hands(Menu(Playing()), session)
    give(hand, inputs)
    total, faces = conserved(session.state)
    assert total == faces
    assert session.seq <= 2
    if hand.mode != Home():
        leave(hand)
        assert hand.mode in (Playing(), Home()) or type(hand.mode).__name__ in ("Undone", "TableSeen")


def leave(hand) -> None:
    """Press MENU until a flow over the game is closed; a rebuild asks once more."""
    for key in ("m", "m", "y", "m"):
        if type(hand.mode).__name__ in ("Playing", "Undone", "TableSeen", "Home"):
            return
        hand.press(key)


@given(inputs=INPUTS, used=st.booleans())
def test_at_home(hands, saved_game, longest, inputs, used: bool) -> None:
    names = tuple(longest.split())
    last = SetUp(game="port-royal", players=names, options={"tax_threshold": 10, "fee": "from_income"})
    settings = Settings(names=names, last_set_up=last if used else None)
    saved = tuple(saved_game(number, players=longest) for number in range(1, 9))
    hand = hands(Home(), settings=settings, saved=saved)
    give(hand, inputs)
    for reply in hand.replies:
        if reply.begin is not None:
            open_table(replace(reply.begin, start=reply.begin.start or None), hand.cards)
