"""The physical cards of the simulated table: they agree with the engine's counts at every entry."""

import random

import pytest

from companion.catalogue import load_cards
from companion.piles import Piles
from companion.players import FaceDown, choose
from engine import cardset
from engine.games import SetUp, open_table
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import MoveCard, Rebuild, SetCoins, SetTurn
from engine.session import Session, restore


@pytest.fixture(scope="module")
def cards():
    return load_cards("port-royal")


def new_session(cards, players=("Ann", "Ben", "Cem"), **options):
    return Session(open_table(SetUp(game="port-royal", players=players, **options), cards))


def play_one(session, piles):
    """Let the seat that is asked play one entry with the real top card."""
    choice = choose(session.table.rules, session.state)
    session.play(m.Reveal(piles.top) if isinstance(choice, str) else choice)
    assert piles.follow()


def check(piles, session):
    """Compare counts and faces of the cards that lie face down with the state of the game."""
    state, down = session.state, piles.cards
    assert piles.state == state
    assert len(down.pile) == state.pile
    assert [len(hand) for hand in down.coins] == [player.coins for player in state.players]
    assert len(down.paid) == state.paid
    hidden = [*down.pile, *down.paid, *(card for hand in down.coins for card in hand)]
    assert len(set(hidden)) == len(hidden)
    assert cardset.of(hidden) == state.unseen


def lie(down):
    return tuple(down.pile), tuple(map(tuple, down.coins)), tuple(down.paid)


@pytest.mark.parametrize("players", [("Ann", "Ben"), ("Ann", "Ben", "Cem", "Dia", "Eva")])
@pytest.mark.parametrize("seed", ["1", "2"])
def test_pile_coins_and_discard_agree_with_the_engine_over_whole_games(cards, players, seed):
    session = new_session(cards, players, options={"gamblers": seed == "2"})
    piles = Piles(session, seed)
    check(piles, session)
    shuffles = 0
    while session.state.agenda:
        play_one(session, piles)
        check(piles, session)
        shuffles += any(isinstance(event, m.PileReshuffled) for event in session.last.events)
    assert shuffles > 0


def play_until(session, piles, happened):
    """Play until the last entry has an event of a kind; give how the cards lay before, and the event."""
    while True:
        state, before = session.state, lie(piles.cards)
        play_one(session, piles)
        for event in session.last.events:
            if happened(event):
                return state, before, event


def test_coins_for_a_ship_come_off_the_top_of_the_pile(cards):
    session = new_session(cards)
    piles = Piles(session, "coins")
    _, (pile, *_), drawn = play_until(
        session, piles, lambda event: isinstance(event, m.CoinsDrawn) and event.why == "trade"
    )
    assert set(pile[-drawn.amount :]) <= set(piles.cards.coins[drawn.seat])


def test_coins_are_paid_as_those_very_cards(cards):
    session = new_session(cards)
    piles = Piles(session, "paid")
    _, (_, coins, _), paid = play_until(
        session, piles, lambda event: isinstance(event, m.CoinsPaid) and event.why == "hire"
    )
    assert set(piles.cards.paid[-paid.amount :]) <= set(coins[paid.seat])


def test_a_shuffle_brings_back_all_that_lay_in_the_discard_pile(cards):
    session = new_session(cards)
    piles = Piles(session, "shuffle")
    state, (_, _, paid), _ = play_until(session, piles, lambda event: isinstance(event, m.PileReshuffled))
    hands = [card for hand in piles.cards.coins for card in hand]
    assert {*cardset.ids(state.discard), *paid} <= {*piles.cards.pile, *hands}
    assert not piles.cards.paid
    assert piles.cards.pile != sorted(piles.cards.pile)


def test_the_same_seed_and_log_give_the_same_cards_after_a_restart(cards):
    session = new_session(cards)
    piles = Piles(session, "7")
    for _ in range(150):
        play_one(session, piles)
    again = Piles(restore(session.table, session.done), "7")
    assert lie(again.cards) == lie(piles.cards)
    other = Piles(restore(session.table, session.done), "8")
    assert lie(other.cards) != lie(piles.cards)
    check(other, session)


def test_undo_puts_every_card_back_and_redo_brings_it_again(cards):
    session = new_session(cards)
    piles = Piles(session, "undo")
    for _ in range(60):
        play_one(session, piles)
    end = lie(piles.cards)
    places = []
    while session.done:
        session.undo()
        assert piles.follow()
        places.append(lie(piles.cards))
    assert len({place[0] for place in places}) > 30
    while session.can_redo:
        session.redo()
        piles.follow()
        check(piles, session)
    assert lie(piles.cards) == end


def test_what_is_played_after_an_undo_replaces_what_was_taken_back(cards):
    session = new_session(cards)
    piles = Piles(session, "other")
    play_one(session, piles)
    first = session.last.commands[0].card
    session.undo()
    session.play(m.Reveal(piles.cards.pile[0]))
    piles.follow()
    check(piles, session)
    assert first in piles.cards.pile or session.state.harbor != (first,)


def test_a_coin_that_is_turned_up_changes_places_with_the_top_card(cards):
    session = new_session(cards)
    piles = Piles(session, "coin")
    coin, top = piles.cards.coins[1][0], piles.top
    session.play(m.Reveal(coin))
    piles.follow()
    check(piles, session)
    held = piles.cards.coins[1]
    assert coin not in held
    assert top in held or session.state.players[1].coins != 3


@pytest.mark.parametrize(
    "correct",
    [
        lambda state: SetCoins(0, 9),
        lambda state: SetCoins(1, 0),
        lambda state: MoveCard(next(cardset.ids(state.unseen)), "discard"),
        lambda state: SetTurn(2, "discover"),
        lambda state: Rebuild(1, "discover", (2, 8, 5), ((), (), ()), (), ()),
    ],
    ids=["more-coins", "no-coins", "card-moved", "turn", "rebuilt"],
)
def test_corrections_leave_cards_and_counts_in_agreement(cards, correct):
    session = new_session(cards)
    piles = Piles(session, "correct")
    while len(session.done) < 40 or not isinstance(session.state.asked, m.Discovering):
        play_one(session, piles)
    session.play(correct(session.state))
    piles.follow()
    check(piles, session)
    while session.state.agenda:
        play_one(session, piles)
        check(piles, session)


def test_following_without_news_changes_nothing(cards):
    session = new_session(cards)
    piles = Piles(session, "still")
    before = lie(piles.cards)
    assert not piles.follow()
    assert lie(piles.cards) == before


def test_the_top_of_an_empty_pile_is_nothing(cards):
    session = new_session(cards)
    piles = Piles(session, "empty")
    piles.cards.pile.clear()
    assert piles.top is None


def test_dealing_depends_on_the_seed_alone(cards):
    one, two = (FaceDown(new_session(cards).state, random.Random("5")) for _ in range(2))
    assert lie(one) == lie(two)
