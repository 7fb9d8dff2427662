"""The simple player: what he does where it is plain what is best, and that it is always legal."""

from __future__ import annotations

import random

import pytest

from companion import players
from companion.players import REVEAL, FaceDown, choose, play_out
from engine import cardset
from engine.games import SetUp, open_table
from engine.kernel import decide
from engine.portroyal import messages as m
from engine.session import Session


def chosen(g, **more: float):
    return choose(g.rules, g.state, **more)


def kinds(g, command) -> list[str]:
    return [g.rules.cards[card].kind for card in (command.card, *getattr(command, "crew", ()))]


def test_the_first_card_is_revealed(game):
    assert chosen(game(2)) == REVEAL
    assert chosen(game(2), boldness=0.0) == REVEAL


@pytest.mark.parametrize(("boldness", "goes_on"), [(0.0, False), (0.1, False), (5.0, True)])
def test_how_far_he_goes_is_a_matter_of_boldness(game, boldness, goes_on):
    g = game(2, harbor="ship-red-3-6 ship-blue-3-5")
    assert (chosen(g, boldness=boldness) == REVEAL) == goes_on


def test_without_a_risk_he_goes_on(game):
    assert chosen(game(2, harbor="captain-4-1 priest-4-1")) == REVEAL


def test_with_five_colours_and_a_full_purse_he_stops(game):
    ships = "ship-red-3-6 ship-blue-3-5 ship-green-3-5 ship-yellow-3-4 ship-black-3-7"
    assert chosen(game(2, harbor=ships)) == m.Stop()


def test_with_enough_swords_he_goes_on(game):
    swords = "pirate-5-1 pirate-7-2 pirate-9-3 sailor-3-1 sailor-3-1"
    assert chosen(game(2, harbor="ship-yellow-3-4", display={"Ann": swords})) == REVEAL


def test_a_twin_is_repelled_and_a_new_ship_kept(game):
    g = game(2, harbor="ship-red-1-1", display={"Ann": "sailor-3-1"})
    assert chosen(g.do("reveal ship-blue-1-1")) == m.Keep()
    assert chosen(g.do("keep", "reveal ship-red-1-1")) == m.Repel()


def test_swords_that_do_not_reach_any_more_keep(game):
    g = game(2, harbor="ship-red-2-3", display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1")
    g.do({"correct": {"card": "sailor-3-1", "to": "Ben"}})
    assert chosen(g) == m.Keep()


def test_he_claims_what_he_can_and_keeps_his_jacks(game):
    display = "captain-4-1 captain-4-1 jack-of-all-trades-6-1"
    g = game(2, display={"Ann": display}, expeditions="expedition-AA")
    claim = chosen(g)
    assert kinds(g, claim) == ["expedition-AA", "captain-4-1", "captain-4-1"]
    g = game(2, display={"Ann": f"{display} settler-4-1"}, expeditions="expedition-AA expedition-AAH")
    assert kinds(g, chosen(g))[0] == "expedition-AAH"


def test_he_takes_what_is_worth_most(game):
    g = game(2, harbor="ship-red-1-1 ship-blue-2-1 sailor-3-1", coins={"Ann": 3}).do("stop")
    assert kinds(g, chosen(g)) == ["sailor-3-1"]
    g = game(2, harbor="ship-red-1-1 ship-blue-2-1 sailor-3-1", coins={"Ann": 2}).do("stop")
    assert kinds(g, chosen(g)) == ["ship-blue-2-1"]


def test_he_passes_where_nothing_is_gained(game):
    g = game(2, harbor="ship-red-1-1 ship-blue-1-1").do("stop", "take ship-red-1-1").expect(to_act="Ben")
    assert chosen(g) == m.Pass(), "the ship brings one coin, the fee takes one"
    display = {"Ann": "captain-4-1 captain-4-1"}
    g = game(2, display=display, harbor="ship-red-1-1", expeditions="expedition-AA").do(
        "stop", "take ship-red-1-1"
    )
    assert isinstance(chosen(g), m.Claim)


def test_he_stops_when_no_card_is_left(game):
    assert chosen(game(2, coins={"Ann": 60, "Ben": 59})) == m.Stop()


def test_he_does_not_repel_twins_for_ever(game):
    """Two ships and the deck of one harbor: nothing that could come is of any use."""
    ships = "ship-red-1-1 ship-blue-1-1"
    g = game(
        2,
        discard=ships,
        harbor="ship-red-2-3 ship-blue-2-2",
        display={"Ann": "pirate-5-1"},
        coins={"Ann": 60, "Ben": 53},
    )
    g.expect(draw_pile=1)
    g.do("reveal ship-red-1-1", "repel").expect(draw_pile=2)
    assert chosen(g, boldness=9.0) == m.Stop()


def test_four_at_once_is_for_the_bold(game):
    g = game(2, gamblers=True, display={"Ann": "gambler-6-1"})
    assert chosen(g, boldness=0.1) == REVEAL
    assert chosen(g, boldness=1.0) == m.Gamble()
    assert chosen(g.do("gamble")) == REVEAL


def test_after_a_gamble_that_ends_it_he_stops(game):
    g = game(2, "first-edition", gamblers=True, display={"Ann": "gambler-4-1 gambler-4-1"}, coins={"Ann": 9})
    g.do("gamble", "reveal captain-4-1", "reveal priest-4-1", "reveal settler-4-1", "reveal sailor-3-1")
    assert chosen(g) == m.Stop()


def test_nobody_is_asked_after_the_end(game):
    g = game(2, active="Ben", last_round=True, harbor="governor-8-0").do("stop").expect(phase="over")
    with pytest.raises(ValueError, match="the game is over"):
        chosen(g)


def test_the_same_situation_has_the_same_answer(cards):
    def played(seed: int):
        session = Session(open_table(SetUp(game="port-royal", players=("a", "b", "c")), cards))
        play_out(session, random.Random(seed))
        return session

    one, two, other = played(7), played(7), played(8)
    assert (one.done, one.state) == (two.done, two.state)
    assert one.done != other.done


def test_whatever_he_chooses_is_offered(cards, rng):
    set_up = SetUp(
        game="port-royal", players=("a", "b", "c"), options={"gamblers": True}, rules="first-edition"
    )
    session = Session(open_table(set_up, cards))
    hidden = FaceDown(session.state, rng)
    while session.state.asked is not None:
        choice = choose(session.table.rules, session.state, boldness=rng.random() * 2)
        offered = set(session.choices())
        assert choice in offered or (choice == REVEAL and m.Reveal(hidden.top) in offered)
        players.play_on(session, hidden, boldness=0.4)


def test_a_game_that_goes_on_for_ever_is_said_to(cards):
    session = Session(open_table(SetUp(game="port-royal", players=("a", "b")), cards))
    with pytest.raises(RuntimeError, match="has not ended after 10 entries"):
        play_out(session, random.Random(1), 10)
    assert session.seq == 10


def test_a_game_that_stands_still_is_left(game):
    """With every card a coin or before a player nobody can reveal, take or claim anything."""
    g = game(2, coins={"Ann": 60, "Ben": 58}, display={"Ben": "captain-4-1"})
    assert players.stands_still(g.rules, g.state)
    assert play_out(g.session, random.Random(1)) == 0
    g = game(2, coins={"Ann": 60, "Ben": 57}, display={"Ben": "captain-4-1"})
    assert not players.stands_still(g.rules, g.state), "a card is left"
    g = game(2, coins={"Ann": 60, "Ben": 57}, harbor="governor-8-0", display={"Ben": "captain-4-1"})
    assert not players.stands_still(g.rules, g.state), "a person may be hired"
    crew = {"Ben": "captain-4-1 captain-4-1"}
    g = game(2, coins={"Ann": 60, "Ben": 56}, expeditions="expedition-AA", display=crew)
    assert not players.stands_still(g.rules, g.state), "Ben may claim in his turn"


def test_cards_face_down_are_dealt_as_the_state_allows(game, rng):
    """After a shuffle what went back is in the pile; other unseen cards fill it up and are the coins."""
    coins = {"Ann": 3, "Ben": 110}
    g = game(2, coins=coins, discard="ship-red-4-skull ship-red-3-skull sailor-7-3").expect(draw_pile=3)
    g.do("reveal captain-4-1", "reveal priest-4-1", "reveal settler-4-1").expect(draw_pile=3)
    for _ in range(20):
        hidden = FaceDown(g.state, rng)
        assert cardset.of(hidden.pile) == g.state.returned
        assert [len(purse) for purse in hidden.coins] == [3, 110]
        assert hidden.paid == []


def test_cards_face_down_follow_corrections(game, rng):
    g = game(2)
    hidden = FaceDown(g.state, rng)
    for step in (
        {"correct": {"coins": {"Ann": 9}}},
        {"correct": {"card": "sailor-7-3", "to": "Ben"}},
        "reveal sailor-5-2",
    ):
        before = g.state
        g.do(step)
        hidden.follow(g.rules, before, g.events)
        assert len(hidden.pile) == g.state.pile
        assert [len(purse) for purse in hidden.coins] == [player.coins for player in g.state.players]
        assert cardset.of([*hidden.pile, *hidden.coins[0], *hidden.coins[1]]) == g.state.unseen


def test_looking_ahead_changes_nothing(game):
    g = game(2, harbor="sailor-3-1")
    before = g.state
    decide(g.rules, before, m.Stop())
    chosen(g)
    assert g.state is before


def test_a_card_that_does_not_lie_face_down_cannot_be_turned_up(game, rng):
    g = game(2, harbor="sailor-3-1")
    hidden = FaceDown(g.state, rng)
    [open_card] = g.state.harbor
    with pytest.raises(ValueError, match="does not lie face down"):
        hidden.follow(g.rules, g.state, [m.CardRevealed(open_card)])


def test_a_card_that_was_dealt_as_a_coin_may_be_turned_up(game, rng):
    g = game(2)
    hidden = FaceDown(g.state, rng)
    coin, top = hidden.coins[1][0], hidden.top
    hidden.follow(g.rules, g.state, [m.CardRevealed(coin)])
    assert hidden.coins[1][0] == top
    assert coin not in (*hidden.pile, *hidden.coins[0], *hidden.coins[1])
