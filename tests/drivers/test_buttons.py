"""The keys' driver on gpiozero's mock lines, with fingers on simulated switches."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from drivers.buses import SystemClock
from drivers.buttons import GpioButtons
from drivers.debounce import KeyGroup, KeyRules
from drivers.ports import ButtonLong, ButtonShort, DeviceError
from drivers.sim.clock import SteppedClock
from drivers.sim.lines import SimKeys

PINS = {"yes": 5, "no": 6, "next": 16, "menu": 26}


class Panel:
    """Fingers, a clock and the driver between them."""

    def __init__(self, inbox) -> None:
        self.clock = SteppedClock()
        self.keys = SimKeys(PINS)
        self.buttons = GpioButtons(PINS, self.keys.pin_factory, self.clock)
        self.inbox = inbox

    def start(self) -> None:
        self.buttons.start(self.inbox)
        self.clock.advance(0.6)

    def quiet(self, for_s: float = 0.06) -> None:
        """Let the driver's thread see the clock where it is."""
        time.sleep(for_s)


@pytest.fixture
def panel(inbox) -> Iterator[Panel]:
    it = Panel(inbox)
    yield it
    it.buttons.close()
    it.keys.close()


def test_a_short_press(panel, inbox):
    panel.start()
    panel.keys.tap("yes", 0.1, panel.clock.advance)
    panel.clock.advance(0.02)
    assert inbox.wait(ButtonShort) == ButtonShort("yes", pytest.approx(0.7))
    panel.clock.advance(5)
    panel.quiet()
    assert len(inbox.items) == 1


def test_R34_a_long_press_fires_while_the_key_is_down_and_its_release_is_silent(panel, inbox):
    panel.start()
    panel.keys.press("no")
    panel.clock.advance(0.69)
    panel.quiet()
    assert inbox.items == []
    panel.clock.advance(0.02)
    assert inbox.wait(ButtonLong) == ButtonLong("no", pytest.approx(1.3))
    panel.keys.release("no")
    panel.clock.advance(1)
    panel.quiet()
    assert len(inbox.items) == 1


def test_R33_bounces_make_one_press(panel, inbox):
    panel.start()
    panel.keys.bounce("yes", (0.001, 0.002, 0.003), panel.clock.advance, down=True)
    panel.clock.advance(0.1)
    panel.keys.bounce("yes", (0.001, 0.002, 0.003), panel.clock.advance, down=False)
    panel.clock.advance(1)
    inbox.wait(ButtonShort)
    panel.quiet()
    assert len(inbox.items) == 1


def test_R33_a_release_that_was_never_told_is_found_by_reading_the_line(panel, inbox):
    panel.start()
    panel.keys.press("yes")
    panel.clock.advance(0.1)
    panel.quiet(0.5)
    panel.keys.pin_factory.pin(5).edges = "none"  # the edge is lost, as it may be with lgpio
    panel.keys.release("yes")
    panel.clock.advance(0.7)
    panel.quiet(0.5)
    panel.clock.advance(0.1)
    inbox.wait(ButtonShort)
    assert not inbox.of(ButtonLong)


def test_R35_a_consumer_that_raises_does_not_stop_later_presses(panel, inbox, caplog):
    fails = iter([True, False])

    def sink(item):
        if next(fails):
            raise RuntimeError("a bug of the consumer")
        inbox(item)

    panel.buttons.start(sink)
    panel.clock.advance(0.6)
    for name in ("yes", "no"):
        panel.keys.tap(name, 0.1, panel.clock.advance)
        panel.clock.advance(0.1)
    assert inbox.wait(ButtonShort).button == "no"
    assert "an input was lost" in caplog.text


def test_R36_a_key_held_at_boot_is_dead_until_let_go(panel, inbox):
    panel.keys.press("menu")
    panel.start()
    panel.clock.advance(3)
    panel.quiet()
    panel.keys.release("menu")
    panel.clock.advance(0.1)
    panel.quiet()
    assert inbox.items == []
    panel.keys.tap("menu", 0.1, panel.clock.advance)
    panel.clock.advance(0.1)
    inbox.wait(ButtonShort)


def test_R36_a_press_in_the_first_half_second_is_ignored(panel, inbox):
    panel.buttons.start(inbox)
    panel.clock.advance(0.2)
    panel.keys.tap("yes", 0.1, panel.clock.advance)
    panel.clock.advance(1)
    panel.quiet()
    assert inbox.items == []


def test_two_keys_at_once_are_neither(panel, inbox):
    panel.start()
    for name in ("yes", "no"):
        panel.keys.press(name)
        panel.clock.advance(0.05)
    for name in ("yes", "no"):
        panel.keys.release(name)
        panel.clock.advance(0.05)
    panel.quiet()
    assert inbox.items == []
    panel.keys.tap("next", 0.1, panel.clock.advance)
    panel.clock.advance(0.1)
    assert inbox.wait(ButtonShort).button == "next"


def test_a_press_is_told_when_it_has_been_still_long_enough(inbox):
    keys = SimKeys(PINS)
    buttons = GpioButtons(PINS, keys.pin_factory, SystemClock(), KeyRules(ignore_s=0.0))
    buttons.start(inbox)
    took_ms = []
    for number in range(1, 12):
        keys.tap("yes", 0.02, time.sleep)
        released_s = time.monotonic()
        inbox.wait(ButtonShort, times=number)
        took_ms.append((time.monotonic() - released_s) * 1000)
    buttons.close()
    keys.close()
    assert max(took_ms) >= 7
    assert min(took_ms) <= 60


def test_a_pin_that_is_taken_is_named(panel, inbox):
    panel.start()
    other = GpioButtons({"seat-1": 17, "seat-2": 26}, panel.keys.pin_factory, panel.clock)
    with pytest.raises(DeviceError, match=r"key seat-2 on GPIO 26: .*in use"):
        other.start(inbox)
    other.close()
    third = GpioButtons({"seat-1": 17}, panel.keys.pin_factory, panel.clock)  # was let go again
    third.start(inbox)
    third.close()


def test_it_works_on_the_librarys_own_mock_lines(inbox):
    factory, clock = MockFactory(), SteppedClock()
    buttons = GpioButtons({"yes": 17}, factory, clock)
    buttons.start(inbox)
    clock.advance(1)
    factory.pin(17).drive_low()
    clock.advance(0.1)
    factory.pin(17).drive_high()
    clock.advance(0.1)
    inbox.wait(ButtonShort)
    buttons.close()
    factory.close()


def test_close_and_start(panel, inbox):
    panel.start()
    with pytest.raises(RuntimeError, match="started before"):
        panel.buttons.start(inbox)
    panel.keys.press("yes")
    panel.buttons.close()
    panel.buttons.close()
    panel.keys.release("yes")
    GpioButtons(PINS, panel.keys.pin_factory, panel.clock).close()


def test_a_line_that_somebody_holds_is_named_whatever_the_pin_library_raises(inbox):
    class Busy(Exception):
        pass

    class HeldLines(MockFactory):
        def pin(self, name):
            raise Busy("GPIO busy")

    buttons = GpioButtons(PINS, HeldLines(), SystemClock())
    with pytest.raises(DeviceError, match="key yes on GPIO 5: GPIO busy"):
        buttons.start(inbox)
    buttons.close()


def test_R33_edges_that_came_while_the_thread_was_late_go_before_the_line_as_it_is_now(panel):
    """A press and its release wait in the queue: reading the line now would make one long silence of them."""
    keys = KeyGroup(tuple(PINS), KeyRules(), 0.0)
    keys.feed(1.0, "yes", down=True)
    panel.clock.advance(2.0)
    panel.buttons._edges.put((1.1, "yes", False))
    assert panel.buttons._time_passed(keys) == []
    panel.buttons._edges.get()
    assert keys.due_s == pytest.approx(1.008), "nothing was decided over the head of the waiting edge"
