"""The one hand at the simulated table, and what it taps when it is asked faster than it is."""

from contextlib import closing

import pytest

from companion.bootstrap import SteppedClock
from companion.options import SimulateOptions
from companion.simulate.fast import finish
from companion.simulate.sitting import Sitting
from companion.store import Store
from drivers import buses


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let drivers look at the clock, which is moved by hand here, more often than they need to."""
    monkeypatch.setattr(buses, "STEP_S", 0.002)


def test_two_quick_taps_turn_up_two_cards(tmp_path):
    clock = SteppedClock()
    with (
        Store.open(tmp_path) as store,
        closing(Sitting(SimulateOptions(seed=3), store, clock)) as sitting,
    ):
        sitting.start()
        pile = sitting.desk.session.state.pile
        assert sitting.tap_top()
        assert sitting.tap_top()
        finish(sitting, clock)
        assert sitting.desk.session.state.pile == pile - 2
