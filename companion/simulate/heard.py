"""What the device let hear and shine last, as words for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from companion.flow import Settings, Signal
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Signals
from drivers.ports import Clock, Light, Sounder

FADES_S = 4.0
"""How long the words stand."""
_COLOURS = {
    (True, True, True): "white",
    (True, False, False): "red",
    (False, True, False): "green",
    (False, False, True): "blue",
    (True, True, False): "yellow",
    (True, False, True): "magenta",
    (False, True, True): "cyan",
}


class Heard(Signals):
    """Plays signals like any table, and remembers what they were."""

    def __init__(self, sounder: Sounder, light: Light, clock: Clock) -> None:
        super().__init__(sounder, light, RHYTHMS, LIGHTS)
        self._clock = clock
        self._heard: tuple[Signal, ...] = ()
        self._seen = ""
        self._fades_at_s = 0.0

    def give(self, signals: Sequence[Signal], settings: Settings) -> None:
        """Play signals, and remember what of them can be heard and seen."""
        super().give(signals, settings)
        if not signals or settings.sound == "off":
            return
        self._heard = () if settings.sound == "night" else tuple(signals)
        self._seen = next((colour_word(LIGHTS[one][0]) for one in reversed(signals) if one in LIGHTS), "")
        self._fades_at_s = self._clock.now_s() + FADES_S

    def words(self) -> str:
        """Say it; nothing once it faded."""
        if self.left_s() is None:
            return ""
        light = [f"{self._seen} light"] if self._seen else []
        return ", ".join([*self._heard, *light])

    def left_s(self) -> float | None:
        """Say in how many seconds the words fade; None when nothing stands."""
        left_s = self._fades_at_s - self._clock.now_s()
        return left_s if left_s > 0 else None


def colour_word(colour: tuple[int, int, int]) -> str:
    """Name a colour by those of its three lamps that shine; empty for none."""
    red, green, blue = colour
    half = max(colour) / 2
    return _COLOURS.get((red > half, green > half, blue > half), "")
