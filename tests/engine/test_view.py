"""What screens are told: amounts, prices and what is possible now."""

from __future__ import annotations

import pytest

from engine.portroyal.view import HarborCard


def test_a_fresh_game(game):
    view = game(5, start="Ben").session.view()
    assert (view.phase, view.to_act, view.active, view.start, view.round) == ("discover", 1, 1, 1, 1)
    assert (view.pile, view.discard, view.unseen, view.shown, view.colours) == (104, 0, 119, 0, 0)
    assert (view.allowance, view.allowance_next, view.takes, view.taken) == (1, 1, 0, 0)
    assert (view.turned, view.twin, view.may_stop, view.may_gamble, view.locked) == (
        -1,
        False,
        False,
        False,
        False,
    )
    assert (view.last_round, view.last_turn, view.winners, view.gamble_left) == (False, 0, (), 0)
    assert [player.name for player in view.players] == ["Ann", "Ben", "Cem", "Dan", "Eva"]
    assert len(view.expeditions) == 1


def test_what_lies_before_a_player(game):
    row = "captain-4-1 sailor-5-2 trader-blue-3-1 trader-blue-5-2 trader-red-3-1 mademoiselle-7-2"
    g = game(2, display={"Ann": f"{row} jack-of-all-trades-6-1 priest-4-1 expedition-HH"}, coins={"Ann": 7})
    player = g.session.view().players[0]
    assert (player.coins, player.points, player.swords, player.discount) == (7, 15, 1, 1)
    assert (player.persons_points, player.expedition_points) == (11, 4)
    assert dict(player.income) == {"blue": 2, "red": 1}
    assert dict(player.symbols) == {"A": 1, "C": 1, "H": 0, "J": 1}
    assert player.display == g.state.players[0].display


def test_what_a_harbor_card_means_for_the_active_player(game):
    g = game(2, harbor="ship-blue-2-1 pirate-9-3", display={"Ann": "trader-blue-3-1 mademoiselle-7-2"})
    ship, pirate = g.session.view().harbor
    assert ship == HarborCard(g.state.harbor[0], "ship-blue-2-1", net=3, income=3, price=0, fee=0, lacking=0)
    assert pirate == HarborCard(g.state.harbor[1], "pirate-9-3", net=-8, income=0, price=8, fee=0, lacking=5)


@pytest.mark.parametrize(("rules", "lacking"), [("big-box", 1), ("first-edition", 0)])
def test_what_a_harbor_card_means_for_who_takes(game, rules, lacking):
    g = game(3, rules, harbor="ship-blue-2-1 sailor-3-1", coins={"Ben": 0, "Cem": 4}).do("stop", "pass")
    if rules == "first-edition":
        ship, sailor = g.session.view().harbor
        assert (ship.net, ship.fee, ship.lacking) == (1, 1, lacking)
        assert (sailor.net, sailor.lacking) == (-4, 4)
        g.do("pass")
    ship, sailor = g.session.view().harbor
    assert g.to_act == "Cem"
    assert (sailor.net, sailor.price, sailor.fee, sailor.lacking) == (-4, 3, 1, 0)


def test_how_many_cards_could_be_taken(game):
    ships = "ship-red-1-1 ship-blue-1-1 ship-green-1-1 ship-black-1-2".split()
    seen = []
    for n in range(5):
        view = game(2, harbor=" ".join(ships[:n])).session.view()
        seen.append((view.colours, view.allowance, view.allowance_next))
    assert seen == [(0, 1, 1), (1, 1, 1), (2, 1, 1), (3, 1, 2), (4, 2, 3)]


def test_a_ship_that_may_be_repelled(game):
    g = game(2, display={"Ann": "sailor-3-1"}, harbor="sailor-5-2").do("reveal ship-red-1-1")
    view = g.session.view()
    assert (view.phase, view.twin, view.repel_swords, view.shown) == ("repel", False, 1, 2)
    assert g.rules.cards[view.turned].kind == "ship-red-1-1"
    g.do("keep", "reveal ship-red-1-1")
    assert g.session.view().twin


def test_a_double_of_a_gamble_is_a_twin(game):
    g = game(2, gamblers=True, display={"Ann": "gambler-6-1 sailor-3-1"})
    assert g.session.view().may_gamble
    g.do("gamble", "reveal ship-red-4-skull", "reveal ship-red-1-1", "reveal captain-4-1")
    assert (g.session.view().gamble_left, g.session.view().may_stop) == (1, False)
    g.do("reveal priest-4-1")
    view = g.session.view()
    assert (view.twin, view.phase, g.rules.cards[view.turned].kind) == (True, "repel", "ship-red-1-1")


def test_expeditions_that_could_be_claimed(game):
    crew = {
        "Ann": "captain-4-1 captain-4-1 jack-of-all-trades-6-1 sailor-3-1",
        "Ben": "priest-4-1 priest-4-1",
    }
    g = game(
        2, display=crew, expeditions="expedition-AA expedition-CC expedition-AAH", harbor="ship-green-1-1"
    )

    def claimable() -> list[str]:
        return [g.rules.cards[card].kind for card in g.session.view().claimable]

    assert claimable() == ["expedition-AA", "expedition-AAH"]
    g.do("reveal ship-red-1-1")
    assert claimable() == [], "a ship must be decided about first"
    g.do("keep", "stop")
    assert claimable() == ["expedition-AA", "expedition-AAH"]
    g.do("pass").expect(to_act="Ben")
    assert claimable() == []


def test_the_last_round_and_the_end(game):
    g = game(2, active="Ben", last_round=True, display={"Ben": "sailor-3-1"}, harbor="governor-8-0").do(
        "stop"
    )
    view = g.session.view()
    assert (view.phase, view.to_act, view.winners, view.last_round) == ("over", -1, (1,), True)
    assert (view.takes, view.may_stop, view.may_gamble) == (0, False, False)


def test_cards_taken_and_cards_left(game):
    g = game(2, harbor="ship-red-1-1 ship-blue-1-1 ship-green-1-1 ship-black-1-2").do("stop")
    assert (g.session.view().takes, g.session.view().taken) == (2, 0)
    g.do("take ship-red-1-1")
    assert (g.session.view().takes, g.session.view().taken) == (1, 1)
