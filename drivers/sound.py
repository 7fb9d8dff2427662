"""Buzzers on a GPIO line, by gpiozero: passive ones sound as high as they are told, active ones do not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from drivers.ports import Clock, Tone
from drivers.steps import Steps

SOFT, LOUD = 0.05, 0.5
"""Share of time that the line is high: a square wave is loudest, the shorter its pulses the softer."""


class Buzzer(ABC):
    """A sounder at a BCM pin.

    ``open_pins`` gives a pin factory of gpiozero, when the first rhythm is played.  What goes wrong is told
    once to ``on_failure``; it stays silent then.
    """

    def __init__(
        self,
        pin: int,
        open_pins: Callable[[], object],
        clock: Clock | None = None,
        on_failure: Callable[[str], None] | None = None,
    ) -> None:
        self._pin = pin
        self._open_pins = open_pins
        self._steps: Steps[float] = Steps("sound", self._open, clock, on_failure)

    def play(self, rhythm: tuple[Tone, ...]) -> None:
        """Play from now on, at once and without waiting; a rhythm still sounding is cut off."""
        self._steps.play(_frequencies(rhythm))

    def close(self) -> None:
        """Fall silent; may be called twice."""
        self._steps.close()

    @abstractmethod
    def _open(self) -> tuple[Callable[[float], None], Callable[[], None]]:
        """Open the line; give what sounds a frequency in hertz, 0 for silence, and what closes the line."""


class PiezoSounder(Buzzer):
    """A passive piezo, with pulse width."""

    _duty = SOFT

    def set_loud(self, loud: bool) -> None:  # noqa: FBT001 - it is the whole message
        """Play loud or soft from the next tone on."""
        self._duty = LOUD if loud else SOFT

    def _open(self) -> tuple[Callable[[float], None], Callable[[], None]]:
        from gpiozero import PWMOutputDevice  # noqa: PLC0415 - loaded when sound is used

        line = PWMOutputDevice(self._pin, pin_factory=self._open_pins())

        def sound(frequency_hz: float) -> None:
            if frequency_hz:
                line.frequency = frequency_hz
            line.value = self._duty if frequency_hz else 0.0

        return sound, line.close


class ActiveBuzzer(Buzzer):
    """A buzzer with a tone of its own: rhythms sound as they are, at one pitch."""

    def _open(self) -> tuple[Callable[[float], None], Callable[[], None]]:
        from gpiozero import OutputDevice  # noqa: PLC0415 - loaded when sound is used

        line = OutputDevice(self._pin, pin_factory=self._open_pins())

        def sound(frequency_hz: float) -> None:
            line.value = frequency_hz > 0

        return sound, line.close


def _frequencies(rhythm: tuple[Tone, ...]) -> list[tuple[float, float]]:
    """Give frequencies in hertz with their times in seconds, silence at the end."""
    return [*((tone.frequency_hz, tone.duration_s) for tone in rhythm), (0.0, 0.0)]
