from hypothesis import given, settings
from hypothesis import strategies as st

from companion.corrections import EditPlace, moves
from companion.flow import PickCard, Playing
from companion.picklist import PICKING, branches, can_come, one_each
from engine.portroyal.messages import Claim, Reveal, Take

COLOURS = ["●YELLOW ships", "≈BLUE ships", "▲GREEN ships", "◆RED ships", "■BLACK ships"]


def pick(hands, session, cards=None, under=None):
    return hands(PickCard(under or Playing(), can_come(session) if cards is None else cards), session)


def labels(listing) -> list[str]:
    """Give every line of the level that is open."""
    return [branch.label for branch in branches(PICKING, listing.mode, listing.ctx)]


def everything(session) -> tuple[int, ...]:
    return one_each(session, range(len(session.table.rules.cards)))


# -- what is offered ---------------------------------------------------------------------
def test_only_cards_that_can_come_are_offered(hands, play) -> None:
    session = play({"reveal": "sailor-7-3"})
    kinds = {session.table.rules.cards[card].kind for card in can_come(session)}
    assert len(can_come(session)) == len(kinds)
    assert "sailor-3-1" in kinds
    assert not kinds & {"sailor-7-3", "expedition-ACH", "gambler-6-1"}


def test_taking_offers_the_harbor_as_a_flat_list(hands, play) -> None:
    session = play({"reveal": "ship-red-3-6"}, {"reveal": "ship-blue-1-1"}, {"reveal": "sailor-3-1"}, "stop")
    listing = pick(hands, session)
    assert listing.lines == ["WHICH CARD?", ">≈BLUE 1 †1", " ◆RED 3 †6", " Sailor 3", ">:down Y:ok N:back"]


def test_the_harbor_comes_first_and_needs_no_level(hands, play) -> None:
    session = play({"reveal": "ship-red-3-6"}, {"reveal": "expedition-AA"}, {"reveal": "sailor-3-1"})
    listing = pick(hands, session, everything(session))
    assert labels(listing) == [
        "◆RED 3 †6",
        "Sailor 3",
        "Exped. AA",
        *COLOURS,
        "Persons",
        "Expeditions",
        "Taxes",
    ]


def test_ships_are_told_apart_by_their_swords(hands, play) -> None:
    listing = pick(hands, play())
    assert labels(listing) == [*COLOURS, "Persons", "Expeditions", "Taxes"]
    listing.choose("◆RED")
    assert labels(listing) == ["◆RED 1 †1", "◆RED 2 †3", "◆RED 3 †6", "◆RED 3 ☠", "◆RED 4 ☠"]


def test_persons_stand_under_their_roles(hands, play) -> None:
    listing = pick(hands, play())
    listing.choose("Persons")
    assert labels(listing) == [
        "Trader ●",
        "Trader ≈",
        "Trader▲ 3",
        "Trader◆ 3",
        "Trader■ 3",
        "Settler 4",
        "Captain 4",
        "Priest 4",
        "Jack 6",
        "Sailor",
        "Pirate",
        "Mademoiselle",
        "Jester",
        "Admiral",
        "Governor 8",
    ]
    listing.choose("Sailor")
    assert labels(listing) == ["Sailor 3", "Sailor 5", "Sailor 7"]


# -- keys --------------------------------------------------------------------------------
def test_a_card_picked_is_as_good_as_tapped(hands, play) -> None:
    listing = pick(hands, play())
    listing.choose("Persons", "Sailor", "Sailor 5")
    assert listing.reply.note == "the game has sailor-5-2"
    assert listing.mode == Playing()


def test_a_kind_alone_is_picked_at_once(hands, play) -> None:
    listing = pick(hands, play())
    listing.choose("Persons", "Jack")
    assert listing.reply.note == "the game has jack-of-all-trades-6-1"


def test_no_goes_back_level_by_level_to_the_line_that_was_opened(hands, play) -> None:
    listing = pick(hands, play())
    listing.choose("Persons", "Pirate")
    listing.press("> n")
    assert listing.marked == "Pirate"
    listing.press("n")
    assert listing.marked == "Persons"
    listing.press("n")
    assert listing.mode == Playing()


def test_menu_leaves_the_list_from_any_level(hands, play) -> None:
    listing = pick(hands, play())
    listing.choose("Persons", "Pirate")
    listing.press("m")
    assert listing.mode == Playing()


def test_a_card_tapped_after_all_leaves_the_list(hands, play) -> None:
    listing = pick(hands, play())
    listing.choose("Persons")
    listing.tap("ship-red-1-1")
    assert listing.reply.note == "the game has ship-red-1-1"
    assert listing.mode == Playing()


def test_what_lies_under_the_list_may_go_elsewhere_with_the_card(hands, play) -> None:
    session = play()
    listing = pick(hands, session, everything(session), under=EditPlace(Playing()))
    listing.choose("Taxes", "Tax, most †")
    assert isinstance(listing.mode, EditPlace)
    assert session.table.rules.cards[listing.mode.card].kind == "tax-most-swords"


def test_twins_in_different_places_are_told_apart(hands, play, longest: str) -> None:
    names = longest.split()
    display = {name: ["sailor-3-1"] for name in names}
    session = play(players=longest, position={"display": display, "harbor": ["sailor-3-1"]})
    listing = pick(hands, session, everything(session))
    assert labels(listing)[0] == "Sailor 3"
    listing.choose("Persons", "Sailor")
    assert labels(listing)[:6] == [*(f"Sai3 Before {name}" for name in names), "Sai3 Pile or coin"]


def test_copies_of_ships_in_many_places_stand_under_their_kind(hands, play) -> None:
    discard = ["ship-yellow-1-1", "ship-yellow-3-4", "ship-yellow-2-2"]
    session = play(position={"discard": discard})
    listing = pick(hands, session, everything(session))
    listing.choose("●YELLOW")
    assert labels(listing) == [
        "●YELLOW 1 †1",
        "●YELLOW 2 †1",
        "●YELLOW 2 †2",
        "●YELLOW 3 †2",
        "●YELLOW 3 †4",
        "●YELLOW 4 †4",
    ]
    listing.choose("●YELLOW 3 †4")
    assert labels(listing) == ["●Y3†4 Discard pile", "●Y3†4 Pile or coin"]


def test_an_empty_list_says_so_and_only_leads_back(hands, play) -> None:
    listing = pick(hands, play(), ())
    assert listing.lines == ["WHICH CARD?", "No card can come now", ">:down Y:ok N:back"]
    listing.press("y > y")
    assert isinstance(listing.mode, PickCard)
    listing.press("n")
    assert listing.mode == Playing()


def test_without_a_game_nothing_is_offered(hands) -> None:
    assert hands(PickCard(Playing(), (1, 2))).lines[1] == "No card can come now"


# -- all cards ---------------------------------------------------------------------------
def leaves(listing) -> list[int]:
    """Walk down every branch, drawing each level, and give the cards at their ends."""
    found = []
    lines = branches(PICKING, listing.mode, listing.ctx)
    assert len({branch.label for branch in lines}) == len(lines)
    for line, branch in enumerate(lines):
        assert len(branch.label) <= 20
        listing.mode = PickCard(listing.mode.under, listing.mode.cards, listing.mode.chosen, line)
        assert listing.screen
        if len(branch.cards) == 1:
            found += branch.cards
            continue
        here = listing.mode
        listing.press("y")
        found += leaves(listing)
        listing.press("n")
        assert listing.mode == here
    return found


@settings(max_examples=10)
@given(data=st.data(), marks=st.sampled_from(["both", "letters", "shapes"]))
def test_every_card_offered_is_reached_once(hands, play, longest: str, data, marks: str) -> None:
    session = play(players=longest)
    for _ in range(data.draw(st.integers(0, 12))):
        card = data.draw(st.integers(0, 127))
        offered = moves(session, card)
        if offered:
            session.play(data.draw(st.sampled_from(offered)))
    listing = hands(PickCard(Playing(), everything(session)), session, marks=marks)
    found = leaves(listing)
    assert sorted(found) == sorted(listing.mode.cards)


def test_choices_name_every_card_that_can_come(play) -> None:
    session = play({"reveal": "ship-red-1-1"}, "stop")
    offered = [c.card for c in session.choices() if isinstance(c, (Reveal, Take, Claim))]
    assert can_come(session) == tuple(offered)
