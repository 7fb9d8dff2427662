"""A game on real device nodes: keys through gpiozero and lgpio, cards through spidev and pyserial, and what
luma.oled and smbus2 make of the screens, pixel by pixel.

A twin, a desk without any device, hears the same and says what must be seen.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device_twin import Evening, Twin

SET_UP = "yes no yes yes yes yes yes YES yes next yes YES yes next yes yes yes"
"""Through the first boot, then a new game of A and B: the language, the self-test, home, the game, the box,
both names, who starts, what helps, the deal.  YES is held."""
FIRST = ("main ship-blue-1-1#1", "second sailor-3-1#1", "main ship-red-2-3#1", "next")
"""A discovers, on both readers, and stops."""
THEN = (
    "second sailor-3-1#1", "main ship-blue-1-1#1", "second ship-yellow-1-1#1", "main tax-most-swords#1",
    "main ship-yellow-2-1#1",
)  # fmt: skip
"""A hires the sailor, B takes the ship of A, then discovers a ship, taxes, and the ship that busts."""


def test_the_twin_alone_goes_through_the_evening(tmp_path):
    """Everywhere, so that a change of menus or words is noticed before a computer is emulated."""
    twin = Twin(tmp_path, Path(__file__).with_name("guest") / "table.yaml")
    for key in SET_UP.split():
        assert twin.entries == -1
        twin.press(key)
    assert twin.entries == 0
    for number, deed in enumerate((*FIRST, *THEN)):
        (twin.lay if " " in deed else twin.press)(*deed.split())
        assert twin.entries == number + 1, deed
        if deed == FIRST[-1]:
            twin.lose_power()
            twin.press("yes")
    twin.restart()
    assert twin.screens[-1].lines()[1] == "RESUME?"
    twin.close()


@pytest.fixture(scope="module")
def evening(table, share, tmp_path_factory) -> Iterator[Evening]:
    """Set a new game up by keys and let A discover: the evening that all tests here go on with."""
    evening = Evening(table, Twin(tmp_path_factory.mktemp("twin"), share / "table.yaml"))
    began = time.monotonic()
    evening.do(*SET_UP.split(), *FIRST)
    count = len(SET_UP.split()) + len(FIRST)
    print(f"set up and discovered by {count} keys and cards in {time.monotonic() - began:.0f} s")
    yield evening
    evening.twin.close()


def test_a_game_is_set_up_by_keys_and_played_on_both_readers(evening):
    """All that was seen was right to the pixel; here is what stands on disk."""
    assert evening.entries() == evening.twin.entries == len(FIRST)
    assert evening.pi.status()["game"]["players"] == ["A", "B"]
    assert evening.pi.show("NRestarts") == "0"
    assert evening.pi.show("StatusText") == "port-royal: A B, round 1, A to act"


def test_killed_it_comes_back_with_its_game_and_plays_on(evening):
    """R22, R45: the chips stay as they were, the program begins anew."""
    before = evening.pi.show("MainPID")
    evening.pi.run(f"kill -KILL {before}")
    evening.pi.until(lambda: evening.pi.show("MainPID") not in {before, "0"}, "the restart")
    evening.pi.until(evening.pi.works, "the start")
    evening.twin.lose_power()
    evening.do("yes")
    assert evening.entries() == evening.twin.entries == len(FIRST)
    evening.do(*THEN)
    assert evening.pi.show("NRestarts") == "1"
    exported = evening.pi.run("runuser -u port-royal -- port-royal --data /var/lib/port-royal export 1")
    assert [word in exported for word in ("sailor-3-1", "tax-most-swords", "ship-yellow-2-1")] == [True] * 3


def test_R30_told_to_stop_it_goes_dark_and_ends_well(evening):
    pi = evening.pi
    evening.await_picture(evening.twin.screens[-1:], "before the end")
    assert pi.seen().getbbox()
    pi.run("systemctl stop port-royal")
    assert pi.seen().getbbox() is None
    assert not pi.act("look")["display_on"]
    assert [pi.show(name) for name in ("Result", "ExecMainStatus", "ExecMainCode")] == [
        "success", "0", str(os.CLD_EXITED),
    ]  # fmt: skip
    pi.run("systemctl start port-royal")
    pi.until(pi.works, "the start")
    evening.twin.restart()
    evening.await_picture(evening.twin.screens[-1:], "the start")
