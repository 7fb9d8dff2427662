"""A lamp of three colours on three GPIO lines, by gpiozero."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from math import inf

from drivers.ports import Clock
from drivers.steps import Steps

Colour = tuple[int, int, int]
"""RGB, 0 to 255 each."""
BLACK: Colour = (0, 0, 0)
PERIOD_S = 1 / 3
"""The light goes on no more than three times a second, whoever asks for what (device-ux.md 5)."""
BRIGHTEST = 255


class RgbLight:
    """An LED with a common cathode at three BCM pins, in the order red, green, blue.

    ``open_pins`` gives a pin factory of gpiozero, when the light is used first.  Without ``pwm`` the
    lines are switched on and off, and colours are as near as that comes.  What goes wrong is told once to
    ``on_failure``; the light stays dark then.
    """

    def __init__(
        self,
        pins: tuple[int, int, int],
        open_pins: Callable[[], object],
        clock: Clock | None = None,
        *,
        pwm: bool = True,
        on_failure: Callable[[str], None] | None = None,
    ) -> None:
        self._pins = pins
        self._open_pins = open_pins
        self._pwm = pwm
        self._lit_at_s = -inf
        self._steps: Steps[Colour | None] = Steps("light", self._open, clock, on_failure)

    def show(self, colour: Colour, on_s: float, off_s: float, times: int) -> None:
        """Blink: RGB 0-255 each; ``off_s`` 0 is steady, ``times`` 0 goes on for ever.

        Raises ``ValueError`` for a colour out of range.
        """
        if any(part not in range(BRIGHTEST + 1) for part in colour):
            raise ValueError(f"{colour} is no colour of three parts from 0 to {BRIGHTEST}")
        self._steps.play(self._pattern(colour, on_s, off_s, times))

    def close(self) -> None:
        """Go out; may be called twice."""
        self._steps.close()

    def _pattern(
        self, colour: Colour, on_s: float, off_s: float, times: int
    ) -> Iterator[tuple[Colour | None, float]]:
        """Give colour after colour, None to leave the light as it is."""
        if colour == BLACK:
            yield BLACK, 0.0
            return
        rounds: Iterable[int] = count() if off_s and not times else range(times if off_s else 1)
        if not off_s:
            on_s = on_s * times if times else inf
        for _ in rounds:
            yield None, max(0.0, self._lit_at_s + PERIOD_S - self._steps.clock.now_s())
            self._lit_at_s = self._steps.clock.now_s()
            yield colour, on_s
            yield BLACK, off_s

    def _open(self) -> tuple[Callable[[Colour | None], None], Callable[[], None]]:
        from gpiozero import RGBLED  # noqa: PLC0415 - loaded when a light is used

        led = RGBLED(*self._pins, pwm=self._pwm, pin_factory=self._open_pins())

        def light(colour: Colour | None) -> None:
            if colour is not None:
                led.value = self._levels(colour)

        return light, led.close

    def _levels(self, colour: Colour) -> tuple[float, ...]:
        if self._pwm:
            return tuple(part / BRIGHTEST for part in colour)
        return tuple(float(part > 0 and part * 2 >= max(colour)) for part in colour)
