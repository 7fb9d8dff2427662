"""A game being played: entries, undo and redo, and bringing a recorded game back."""

from __future__ import annotations

import msgspec
import pytest

from engine.journal import Journal
from engine.kernel import Illegal
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import SetCoins
from engine.session import Entry, restore


def test_an_entry_is_one_input_whatever_it_implies(game):
    g = game(2)
    session = g.session
    entry = session.play(
        session.step({"reveal": "ship-red-1-1"}), m.Stop(), session.step({"take": "ship-red-1-1"})
    )
    assert (entry.seq, entry.kind, len(entry.commands)) == (1, "play", 3)
    g.expect(phase="discover", to_act="Ben", coins={"Ann": 4})
    session.undo()
    g.expect(phase="discover", to_act="Ann", coins={"Ann": 3}, harbor=[])


def test_all_of_it_or_nothing(game):
    g = game(2)
    before = g.state
    with pytest.raises(Illegal):
        g.session.play(g.session.step({"reveal": "ship-red-1-1"}), m.Pass())
    assert g.state is before
    assert (g.session.seq, g.session.done, g.session.last) == (0, (), None)


def test_a_proposal_changes_nothing_until_it_is_kept(game):
    g = game(2)
    session, before = g.session, g.state
    entry = session.propose(session.step({"reveal": "sailor-3-1"}))
    assert g.state is before
    session.keep(entry)
    g.expect(harbor=["sailor-3-1"])
    assert session.done == (entry,)
    back = session.propose_undo()
    g.expect(harbor=["sailor-3-1"])
    session.keep(back)
    g.expect(harbor=[])
    session.keep(session.propose_redo())
    g.expect(harbor=["sailor-3-1"])
    assert [back.kind, back.target, session.seq] == ["undo", 1, 3]


def test_undo_to_the_beginning_and_redo_to_the_end(game):
    g = game(3)
    steps = ["reveal ship-red-1-1", "reveal ship-blue-1-1", "stop", "take ship-red-1-1", "pass"]
    states = [g.state, *(g.do(step).state for step in steps)]
    for back in reversed(states[:-1]):
        assert g.session.undo().kind == "undo"
        assert g.state == back
    with pytest.raises(Illegal, match="could be taken back"):
        g.session.undo()
    assert [entry.seq for entry in g.session.undone] == [5, 4, 3, 2, 1]
    for state in states[1:]:
        assert g.session.can_redo
        assert g.session.redo().kind == "redo"
        assert g.state == state
    with pytest.raises(Illegal, match="could be done again"):
        g.session.redo()


def test_redo_lives_until_something_else_is_done(game):
    g = game(2).do("reveal sailor-3-1").undo().do("reveal captain-4-1")
    assert not g.session.can_redo
    with pytest.raises(Illegal):
        g.session.propose_redo()
    g.expect(harbor=["captain-4-1"])


def test_states_before(game):
    g = game(2)
    first = g.state
    g.do("reveal sailor-3-1")
    second = g.state
    g.do("reveal captain-4-1")
    assert [g.session.before(back) for back in (0, 1, 2, 9)] == [g.state, second, first, first]


def log_of(g) -> list[Entry]:
    """Play with undo and redo, and give the whole log."""

    def done(step: str) -> Entry:
        return getattr(g.session, step)() if step in ("undo", "redo") else g.do(step).session.last

    steps = ["reveal ship-red-1-1", "reveal sailor-3-1", *"undo redo undo undo redo".split()]
    log = [done(step) for step in (*steps, "reveal captain-4-1", "stop")]
    assert [entry.seq for entry in log] == list(range(1, 10))
    return log


def test_a_recorded_game_comes_back_with_its_history(game):
    g = game(2)
    session = restore(g.session.table, log_of(g))
    assert (session.state, session.done, session.seq) == (g.state, g.session.done, 9)
    session.undo()
    g.undo()
    assert (session.state, session.can_redo) == (g.state, True)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (Entry(5, "play"), "entry 5 does not follow entry 2"),
        (Entry(2, "play"), "entry 2 does not follow entry 2"),
        (Entry(3, "undo", target=1), "entry 3 cannot undo entry 1"),
        (Entry(3, "redo", target=2), "entry 3 cannot redo entry 2"),
    ],
)
def test_a_log_out_of_order_is_refused(game, entry, sentence):
    g = game(2).do("reveal sailor-3-1", "reveal captain-4-1")
    with pytest.raises(ValueError, match=sentence):
        restore(g.session.table, [*g.session.done, entry])
    with pytest.raises(ValueError, match=sentence):
        g.session.keep(entry)


def test_the_log_survives_as_bytes(game):
    g = game(2)
    journal = Journal(g.rules)
    for entry in log_of(g):
        assert journal.commands(journal.encode(entry.commands)) == entry.commands
        assert journal.events(journal.encode(entry.events)) == entry.events


@pytest.mark.parametrize(
    "torn", [b"", b"[", b'[["reveal"]]', b'[["fly",1]]', b'[["reveal","x"]]', b'{"reveal":1}']
)
def test_what_is_torn_or_unknown_is_not_taken_for_a_message(game, torn):
    journal = Journal(game(2).rules)
    for decode in (journal.commands, journal.events):
        with pytest.raises(msgspec.DecodeError):
            decode(torn)


def test_saved_games_keep_their_tags(game):
    """Tags and the order of fields are what saved games are made of: they may only grow."""
    journal = Journal(game(2).rules)
    assert journal.encode((m.Reveal(7), m.Claim(3, (1, 2)), SetCoins(1, 6))) == (
        b'[["reveal",7],["claim",3,[1,2]],["set-coins",1,6,[]]]'
    )
    assert journal.commands(b'[["set-coins",1,6]]') == (SetCoins(1, 6),), "a field added later has a default"
    assert journal.encode((m.CoinsDrawn(1, 2, "trade"), m.Discovering(0, 2))) == (
        b'[["coins-drawn",1,2,"trade"],["discovering",0,2,false]]'
    )


def test_every_message_has_a_tag_of_its_own(game):
    rules = game(2).rules
    kinds = [*dict.fromkeys(command for _, command in rules.answers), *rules.evolvers]
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags)
    assert "?" not in tags
