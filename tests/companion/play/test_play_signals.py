"""Sounds and lights: which one an entry gets, and that rhythms and lights are as they should be."""

from typing import get_args

import pytest

from companion.flow import Signal
from companion.play_modes import UndoPage
from companion.signals import LIGHTS, RHYTHMS

FASTEST_HZ = 3


@pytest.fixture
def table(rehearse):
    return rehearse(
        "Ann Ben Cem",
        position={
            "display": {"Ann": ["pirate-5-1"], "Ben": ["admiral-9-3", "jester-9-3", "sailor-7-3"]},
            "harbor": ["ship-black-1-2", "pirate-9-3"],
            "coins": {"Ann": 3, "Ben": 10, "Cem": 3},
        },
    )


@pytest.mark.parametrize(
    ("steps", "signal"),
    [
        (({"reveal": "sailor-3-1"},), None),
        (({"reveal": "ship-red-1-1"},), "question"),
        (({"reveal": "ship-red-1-1"}, "repel"), None),
        (({"reveal": "ship-black-4-skull"},), "bust"),
        (({"reveal": "tax-most-swords"},), "tax"),
        (({"reveal": "expedition-AA"},), None),
        (("stop",), None),
        (("stop", "pass"), "turn"),
        (("stop", "pass", {"take": "pirate-9-3"}), "last-round"),
        (("stop", "pass", "pass", "pass"), "turn"),
        (("reshuffle",), "shuffle"),
    ],
)
def test_the_signal_of_an_entry(table, steps, signal):
    discarded = "reshuffle" in steps
    if discarded:
        table.step({"reveal": "tax-most-swords"})
    table.step(*steps[:-1])
    table.signals.clear()
    table.step(steps[-1])
    assert table.signals == ([signal] if signal else [])


def test_the_end_is_louder_than_all(rehearse):
    table = rehearse(
        "Ann Ben", position={"active": "Ben", "last_round": True, "harbor": ["ship-red-1-1"]}
    ).step({"reveal": "ship-red-2-3"})
    assert table.signals == ["final"]


def test_undo_and_corrections(table):
    table.step("stop")
    table.hold("no")
    assert isinstance(table.mode, UndoPage)
    table.press("yes")
    table.do(*[table.session.step({"correct": {"coins": {"Ben": 3}}})])
    assert table.signals[0] == "undo"


def test_every_signal_is_heard_and_seen():
    assert set(RHYTHMS) == set(LIGHTS) == set(get_args(Signal))


def test_rhythms_differ_in_their_times_alone():
    """Pitch decorates: nobody needs to hear it to tell two meanings apart (undo and correction are one)."""
    shapes = {}
    for signal, tones in RHYTHMS.items():
        shape = tuple((tone.duration_s, tone.frequency_hz > 0) for tone in tones)
        shapes.setdefault(shape, set()).add(signal)
    shared = [signals for signals in shapes.values() if len(signals) > 1]
    assert shared in ([], [{"turn", "undo", "correction"}])
    assert RHYTHMS["undo"][0].frequency_hz > RHYTHMS["undo"][-1].frequency_hz, "falling"
    assert RHYTHMS["turn"][0].frequency_hz < RHYTHMS["turn"][-1].frequency_hz, "rising"


@pytest.mark.parametrize(
    ("signal", "tones", "duration_s"),
    [("tick", 1, 0.02), ("turn", 2, 0.16), ("question", 1, 0.12), ("bust", 7, 0.7), ("tax", 4, 0.12),
     ("last-round", 3, 0.3), ("final", 5, 0.5), ("refused", 2, 0.12), ("undo", 2, 0.16), ("trouble", 3, 0.15),
     ("shuffle", 10, 0.3)],
)  # fmt: skip
def test_rhythms_are_those_of_the_table(signal, tones, duration_s):
    sounding = [tone for tone in RHYTHMS[signal] if tone.frequency_hz]
    assert len(sounding) == tones
    assert sum(tone.duration_s for tone in sounding) == pytest.approx(duration_s)


def test_no_light_changes_too_fast():
    for (red, green, blue), on_s, off_s, times in LIGHTS.values():
        assert 0 <= min(red, green, blue) <= max(red, green, blue) <= 255
        assert times >= 0
        if off_s and times != 1:
            assert 1 / (on_s + off_s) <= FASTEST_HZ
