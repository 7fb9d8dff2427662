"""How much is it, and may it be: every question that the rules ask can be answered anew by an expansion."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.kernel import Command, Illegal, Pending, decide, push
from engine.portroyal import messages as m
from engine.portroyal import setup
from engine.portroyal.correction_messages import MoveCard
from engine.portroyal.setup import Placement, SetupError
from engine.portroyal.view import view


def asking(g, question: str, change):
    """Give the rules with one more answer to a question."""
    modifiers = g.rules.modifiers
    more = (*modifiers.get(question, ()), lambda rules, state, seat, subject, value: change(value))
    return replace(g.rules, modifiers={**modifiers, question: more})


def played(g, rules, *steps):
    """Play steps by these rules and give the last state."""
    state = g.state
    for step in steps:
        state = decide(rules, state, g.session.table.game.parse(rules, state, step)).state
    return state


def test_the_threshold_of_a_tax(game):
    g = game(2, coins={"Ann": 15}, display={"Ben": "sailor-3-1"})
    step = {"reveal": "tax-most-swords"}
    assert played(g, asking(g, "tax-threshold", lambda value: value + 4), step).players[0].coins == 15
    assert played(g, asking(g, "tax-threshold", lambda value: value + 3), step).players[0].coins == 8


def test_the_fee(game):
    g = game(2, harbor="ship-red-1-1")
    steps = ("stop", "pass", {"take": "ship-red-1-1"})
    after = played(g, asking(g, "fee", lambda value: value * 2), *steps)
    assert [player.coins for player in after.players] == [5, 2]
    assert [player.coins for player in played(g, asking(g, "fee", lambda _: 0), *steps).players] == [3, 4]


def test_the_swords_that_repel(game):
    g = game(2)
    rules = asking(g, "repel-swords", lambda value: value + 1)
    state = played(g, rules, {"reveal": "ship-red-1-1"}, "repel")
    assert state.harbor == ()
    assert view(rules, state).repel_swords == 1


def test_who_can_take_nothing_may_still_act(game):
    g = game(2, harbor="governor-8-0")
    rules = asking(g, "may-act", lambda _: 1)
    state = played(g, rules, "stop")
    assert (state.asked, list(rules.choices(state))) == (m.Taking(0, 1), [m.Pass()])
    assert played(g, rules, "stop", "pass").asked == m.Taking(1, 1)


def test_what_ends_the_game(game):
    g = game(
        2, display={"Ann": "expedition-AAH expedition-CC"}, harbor="sailor-5-2", coins={"Ann": 5, "Ben": 0}
    )
    steps = ("stop", {"take": "sailor-5-2"})
    assert played(g, g.rules, *steps).last_round
    assert not played(g, asking(g, "triggers", lambda _: 0), *steps).last_round


def test_what_may_lie_where(game):
    g = game(2)
    move = MoveCard(0, "display", 0)
    with pytest.raises(Illegal, match="cannot lie there"):
        decide(g.rules, g.state, move)
    rules = asking(g, "may-lie-in-display", lambda _: 1)
    assert decide(rules, g.state, move).state.players[0].display == (0,)


def test_a_card_named_twice_by_a_programme_is_refused(game):
    with pytest.raises(SetupError, match="ship-yellow-1-1#1 cannot lie in two places"):
        setup.initial(game(2).rules, 0, Placement(harbor=(0,), discard=(0,)))


def test_a_command_of_another_game_cannot_be_done(game):
    class Fly(Command, frozen=True, tag="fly"):
        pass

    for g in (game(2), game(2, harbor="ship-red-1-1").do("stop")):
        with pytest.raises(Illegal, match="That cannot be done now"):
            g.session.play(Fly())


def test_offers_without_cards_and_without_swords(game):
    """What is offered is what there is: no reveal from an empty pile, no repel with too few swords."""
    g = game(2, coins={"Ann": 60, "Ben": 59})
    assert list(g.session.choices()) == [m.Stop()]
    g = game(2, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1")
    assert list(g.session.choices()) == [m.Repel(), m.Keep()]
    g.do({"correct": {"card": "sailor-3-1", "to": "Ben"}})
    assert list(g.session.choices()) == [m.Keep()]
    g = game(2, "first-edition", gamblers=True, display={"Ann": "gambler-4-1 gambler-4-1"}).do("gamble")
    g.do("reveal captain-4-1", "reveal priest-4-1", "reveal settler-4-1", "reveal sailor-3-1")
    assert list(g.session.choices()) == [m.Stop(), m.Gamble()]


# -- reactions that ask ------------------------------------------------------------------
class Asking(Pending, frozen=True, tag="asking"):
    """A question that an expansion puts when something happens."""

    phase = "asking"


class Answered(Command, frozen=True, tag="answered"):
    pass


HAPPENINGS = {
    m.TurnBegan: ("stop", "pass", "pass"),
    m.HarborEntered: ({"reveal": "captain-4-1"},),
    m.ExpeditionLaidOut: ({"reveal": "expedition-CC"},),
    m.TaxLevied: ({"reveal": "tax-most-swords"},),
    m.TaxSettled: ({"reveal": "tax-most-swords"},),
    m.ShipRepelled: ({"reveal": "ship-blue-1-1"}, "repel"),
    m.Busted: ({"reveal": "ship-red-3-skull"},),
    m.Stopped: ("stop",),
    m.TimeToTakeBegan: ("stop",),
    m.ShipTraded: ("stop", {"take": "ship-red-1-1"}),
    m.PersonHired: ("stop", {"take": "sailor-3-1"}),
    m.ExpeditionClaimed: (
        {"claim": {"expedition": "expedition-AA", "with": ["captain-4-1#2", "captain-4-1#3"]}},
    ),
    m.TurnEnded: ("stop", "pass", "pass"),
    m.LastRoundBegan: ("stop", {"take": "pirate-9-3"}),
}


@pytest.mark.parametrize(
    ("event", "steps"), HAPPENINGS.items(), ids=lambda value: getattr(value, "__name__", "")
)
def test_what_a_reaction_asks_is_answered_before_what_comes_next(game, event, steps):
    display = {"Ann": "captain-4-1#2 captain-4-1#3 sailor-5-2 pirate-5-1", "Ben": "sailor-7-3"}
    row = {"harbor": "ship-red-1-1 sailor-3-1 pirate-9-3", "expeditions": "expedition-AA"}
    g = game(2, display=display, coins={"Ann": 9}, winning_points=8, **row)
    plain = played(g, g.rules, *steps)

    def ask(turn, happened):
        turn.then(Asking(0))

    def answer(turn, asked, command):
        pass

    rules = replace(
        g.rules,
        answers={**g.rules.answers, (Asking, Answered): answer},
        evolvers={**g.rules.evolvers, Asking: push},
        after={**g.rules.after, event: (*g.rules.after.get(event, ()), ask)},
    )
    state, asked = g.state, 0
    for step in steps:
        state = decide(rules, state, g.session.table.game.parse(rules, state, step)).state
        while isinstance(state.asked, Asking):
            asked += 1
            assert len(state.agenda) > 1, "what comes next lies below the question"
            state = decide(rules, state, Answered()).state
    assert asked > 0
    assert state == plain
