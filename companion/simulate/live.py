"""The simulated table in a terminal, played at by a person or shown in a demonstration."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol, assert_never

from companion.deeds import Lying
from companion.simulate.board import Board, laid_out
from companion.simulate.demo import Demo
from companion.simulate.keys import (
    Button,
    Cable,
    Deed,
    OnTable,
    Panel,
    Quit,
    Sight,
    TapCard,
    TapFile,
    TapTop,
    key_pressed,
)
from companion.simulate.legend import Tabletop, legend
from companion.simulate.page import Shown, Style, Word, page
from companion.simulate.record import Recorder
from companion.simulate.sitting import Sitting
from companion.simulate.stickers import next_of_heap
from companion.worlds import WORLDS

PACE_S = 1.1
"""Between two deeds of a demonstration."""
END_S = 5.0
"""How long a demonstration shows the last screen."""
_DEMO_KEYS = (
    Word("A demonstration: the players play by themselves."),
    Word("pause", "Space"),
    Word("quit", "q"),
)
_DEMO_PAUSED = (Word("The demonstration waits."), Word("go on", "Space"), Word("quit", "q"))


class Window(Protocol):
    """What a terminal must offer."""

    ended: bool
    """Nobody is there any more."""

    @property
    def size(self) -> tuple[int, int]:
        """Give columns and lines."""

    def read(self, timeout_s: float | None) -> list[str]:
        """Wait for keys, but not for ever, and give them."""

    def draw(self, lines: Sequence[str]) -> None:
        """Show lines from the top."""


class Live:
    """One evening at the terminal; ``run`` returns when it is over."""

    def __init__(
        self,
        sitting: Sitting,
        terminal: Window,
        style: Style,
        *,
        demo: Demo | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self._sitting = sitting
        self._terminal = terminal
        self._style = style
        self._demo = demo
        self._recorder = recorder
        self._panel: Panel = OnTable()
        self._board = Board()
        self._deed = ""
        self._unnoticed = 0
        self._quit = False
        self._next_s = 0.0
        self._paused = False

    def run(self) -> None:
        """Draw and answer until the person leaves or the demonstration is over."""
        self._next_s = self._sitting.clock.now_s() + PACE_S
        self._draw()
        while not self._quit and not self._terminal.ended:
            for key in self._terminal.read(self._left_s()):
                self._take(key)
            self._work()
            self._show_demo()
            self._draw()

    def _left_s(self) -> float | None:
        left_s = self._sitting.left_s()
        if self._demo is None or self._paused:
            return left_s
        next_s = max(0.0, self._next_s - self._sitting.clock.now_s())
        return next_s if left_s is None else min(left_s, next_s)

    # -- keys ----------------------------------------------------------------------------
    def _take(self, key: str) -> None:
        if self._demo is not None:
            self._quit |= key == "q"
            self._paused ^= key == " "
            return
        self._panel, deed = key_pressed(self._panel, key, self._sight())
        if deed is not None:
            self._tell(deed)
            self._do(deed)

    def _do(self, deed: Deed) -> None:
        """Let the hand do it."""
        sitting = self._sitting
        match deed:
            case Button(name=name, long=long):
                sitting.hand.press(name, long=long)
            case TapTop():
                sitting.tap_top()
            case TapCard(card=card):
                sitting.tap_card(card)
            case TapFile(number=number):
                if tag := sitting.tags[number].tag:
                    sitting.hand.tap(tag)
            case Cable():
                sitting.hand.turn_cable()
            case Quit():
                self._quit = True
            case _:
                assert_never(deed)

    def _tell(self, deed: Deed) -> None:
        """Remember what is being done, for the lines below the pictures."""
        self._unnoticed = self._sitting.hand.unnoticed
        self._deed = self._words(deed)

    def _words(self, deed: Deed) -> str:
        sitting = self._sitting
        match deed:
            case Button(name=name, long=long):
                return f"{name.upper()} {'held' if long else 'pressed'}"
            case TapTop():
                if next_of_heap(sitting.desk):
                    return "the next card of the heap tapped"
                if sitting.piles is None:
                    return "a card of the box tapped"
                there = sitting.piles.top is not None
                return "top card of the pile tapped" if there else "no card is left in the pile"
            case TapCard(card=card):
                return f"{self._tabletop().word(card, '').text} tapped"
            case TapFile(number=number):
                name, *about = sitting.tags[number].about(sitting.known_as)
                return (
                    f"{name} tapped: {', '.join(about)}" if sitting.tags[number].tag else f"{name} {about[0]}"
                )
            case Cable():
                return "reader unplugged" if sitting.hand.plugged else "reader plugged in"
            case Quit():
                return ""
        assert_never(deed)

    # -- going on ------------------------------------------------------------------------
    def _work(self) -> None:
        """Let the device answer; a mistake of ours is logged and costs the one input that brought it up."""
        try:
            self._sitting.work()
        except Exception:
            logging.getLogger(__name__).exception("an input was not answered")
            self._deed = "this was not answered: a mistake in the program, see the log file"

    def _show_demo(self) -> None:
        """Do what is due, at a pace that can be followed."""
        demo, hand, now_s = self._demo, self._sitting.hand, self._sitting.clock.now_s()
        if demo is None or self._paused:
            return
        if hand.busy or (demo.over and self._sitting.desk.next_wake_s(now_s) is not None):
            self._next_s = now_s + (END_S if demo.over else PACE_S)
        elif now_s >= self._next_s:
            self._quit |= demo.over
            if not demo.over:
                deed = demo.deed()
                self._tell(deed)
                demo.do(deed)

    # -- drawing -------------------------------------------------------------------------
    def _draw(self) -> None:
        shown = self._shown()
        if self._recorder:
            for one in shown:
                self._recorder.keep(one.name, one.image)
        lines = legend(self._panel, self._tabletop())
        if self._demo:
            lines[-1] = _DEMO_PAUSED if self._paused else _DEMO_KEYS
        self._terminal.draw(page(self._terminal.size, shown, lines, self._style))

    def _shown(self) -> list[Shown]:
        """Look at every display."""
        sitting = self._sitting
        screens = sitting.desk.screens(sitting.clock.now_s())
        return [
            Shown(
                name,
                sitting.framebuffer(name),
                screens.get(name),
                acts=name in screens and screens[name].inverse,
                note="" if sitting.table.chips[name].is_on else "dark",
            )
            for name in sitting.displays
        ]

    def _lying(self) -> Lying | None:
        """Look at what lies on the table."""
        piles = self._sitting.piles
        return WORLDS[piles.session.table.game.name].lying(piles) if piles else None

    def _sight(self) -> Sight:
        lying = self._lying()
        self._board = laid_out(self._board, [cards for _, cards in lying.rows] if lying else ())
        return Sight(
            board=self._board,
            displays=lying.displays if lying else (),
            seats=len(self._sitting.displays) - 1,
            tags=len(self._sitting.tags),
        )

    def _tabletop(self) -> Tabletop:
        sitting, piles = self._sitting, self._sitting.piles
        unnoticed = sitting.hand.unnoticed > self._unnoticed
        return Tabletop(
            sight=self._sight(),
            rules=piles.session.table.rules if piles else None,
            lying=self._lying(),
            names=sitting.desk.context(sitting.clock.now_s()).names,
            said=sitting.heard.words(),
            deed=f"{self._deed}, but no device noticed" if unnoticed else self._deed,
            tags=tuple(file.about(sitting.known_as) for file in sitting.tags),
            unplugged=not sitting.hand.plugged,
        )
