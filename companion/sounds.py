"""Lets signals be heard and seen: rhythms for a sounder, colours for a light (device-ux.md 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.flow import Settings, Signal
from drivers.ports import Light, Loudness, Sounder, Tone

PAUSE = Tone(0.0, 0.06)
"""Between two rhythms that one input causes, such as the tick and the bust."""
Glow = tuple[tuple[int, int, int], float, float, int]
"""RGB, seconds on and off, how many times: the arguments of ``Light.show``."""


class Silence:
    """The sounder of a table that has none."""

    def play(self, rhythm: tuple[Tone, ...]) -> None:
        """Play nothing."""

    def close(self) -> None:
        """Have nothing to fall silent."""


class Darkness:
    """The light of a table that has none."""

    def show(self, colour: tuple[int, int, int], on_s: float, off_s: float, times: int) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Have nothing to go out."""


class Signals:
    """Plays signals on a sounder and a light; the owner's setting says which of the two."""

    def __init__(
        self,
        sounder: Sounder,
        light: Light,
        rhythms: Mapping[Signal, tuple[Tone, ...]],
        lights: Mapping[Signal, Glow],
    ) -> None:
        self._sounder = sounder
        self._light = light
        self._rhythms = rhythms
        self._lights = lights

    def give(self, signals: Sequence[Signal], settings: Settings) -> None:
        """Play the rhythms one after the other, and show the light of the last signal that has one.

        The sound ``night`` is light alone, and ``off`` is neither.
        """
        if not signals or settings.sound == "off":
            return
        if settings.sound != "night":
            if isinstance(self._sounder, Loudness):
                self._sounder.set_loud(settings.sound == "loud")
            rhythms = [self._rhythms[signal] for signal in signals if signal in self._rhythms]
            self._sounder.play(tuple(_joined(rhythms)))
        shown = [self._lights[signal] for signal in signals if signal in self._lights]
        if shown and settings.light == "on":
            self._light.show(*shown[-1])


def _joined(rhythms: Sequence[tuple[Tone, ...]]) -> list[Tone]:
    """Set rhythms behind one another, with pauses between them."""
    tones: list[Tone] = []
    for rhythm in rhythms:
        tones += [PAUSE, *rhythm] if tones else rhythm
    return tones
