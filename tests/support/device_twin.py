"""A twin of the device, a desk without devices, which says what must be seen; and hands at both of them."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace
from PIL import Image, ImageChops

from companion import config as c
from companion.bootstrap import SteppedClock
from companion.catalogue import Catalogues
from companion.decks.sample import sample_deck, sample_tag
from companion.desk import Desk
from companion.first_boot import greeting
from companion.flow import DeviceState
from companion.outfit import fit_out, load_settings
from companion.paint import MAX_SHIFT, Painter
from companion.screen import Screen
from companion.store import Store
from companion.table_decks import open_bench
from drivers.ports import ButtonLong, ButtonShort, CardGone, CardSeen, Input, Tick
from emulated_pi import Pi

WIRED = ("reader", "reader-second", "main")
"""What the self-test finds to work."""
PINS = {"yes": 5, "no": 6, "next": 16, "menu": 26}
SHORT_S, LONG_S = 0.6, 4.0
NEWS_S, STEP_S = 8.0, 0.5
"""News stand for shorter than this; how often the twin looks at its clock meanwhile."""
LIFTED_S = 1.0
"""A reader calls a tag lifted after 300 ms (R8)."""
SEEN_S = 180.0


class Twin:
    """What the device must show."""

    def __init__(self, folder: Path, config: Path) -> None:
        self._config = c.load_config(config)
        self._folder, self._runs = folder, 0
        self._clock = SteppedClock()
        self._catalogues = Catalogues()
        self._painter = Painter()
        self._begin(first=True)

    def press(self, key: str) -> None:
        """Press a key; in capitals it is held."""
        kind = ButtonLong if key.isupper() else ButtonShort
        self._give(kind(key.lower(), self._clock.now_s()))

    def lay(self, reader: str, card: str) -> None:
        """Lay a card on a reader."""
        self._give(CardSeen(reader, sample_tag(card).uid_hex, self._clock.now_s()))

    def lift(self, reader: str, card: str) -> None:
        """Take it away."""
        self._give(CardGone(reader, sample_tag(card).uid_hex, self._clock.now_s()))

    @property
    def entries(self) -> int:
        """Count the entries of the game on the table, -1 when there is none."""
        return self.desk.session.seq if self.desk.session else -1

    def _give(self, item: Input) -> None:
        """Let it hear something, and let time go by until it shows what stands."""
        self.desk.handle(item)
        self._let_stand()

    def lose_power(self) -> None:
        """Begin again from what is on disk; nobody says goodbye."""
        self._runs += 1
        shutil.copytree(self._folder / str(self._runs - 1), self._folder / str(self._runs))
        self._store.close()
        self._begin()

    def restart(self) -> None:
        """End as one should, and begin again."""
        self.close()
        self._begin()

    def close(self) -> None:
        """End as one should."""
        self.desk.close()
        self._store.close()

    def _begin(self, *, first: bool = False) -> None:
        folder = self._folder / str(self._runs)
        self._store = Store.open(folder)
        deck = sample_deck("port-royal", self._catalogues.cards)
        bench, _ = open_bench(self._catalogues, folder, None, deck)
        fittings = fit_out(
            self._config, self._store, self._catalogues, None,
            now_s=self._clock.now_s, wall=lambda: "2026-01-01T12:00:00+00:00", rng=random.Random(0),
            bench=bench, devices=lambda: tuple(DeviceState(name, 0, 0) for name in WIRED),
        )  # fmt: skip
        if first:
            fittings = replace(fittings, first_mode=greeting(fittings.first_mode))
        self.desk = Desk(fittings, load_settings(self._store, self._config))
        self.desk.start()
        self._let_stand()

    def _let_stand(self) -> None:
        self.screens: list[Screen] = []
        end_s = self._clock.now_s() + NEWS_S
        while True:
            screen = self.desk.screens(self._clock.now_s())["main"]
            if screen not in self.screens[-1:]:
                self.screens.append(screen)
            if self._clock.now_s() >= end_s:
                return
            self._clock.advance(STEP_S)
            self.desk.handle(Tick(self._clock.now_s()))

    def pictures(self, screens: Iterable[Screen]) -> list[Image.Image]:
        """Give the pictures of screens, at all places that care for the display moves them to (R32)."""
        places = range(MAX_SHIFT + 1)
        return [self._painter.paint(screen, shift=place) for screen in screens for place in places]


class Evening:
    """Hands at the device, and at its twin."""

    def __init__(self, pi: Pi, twin: Twin) -> None:
        self.pi, self.twin = pi, twin

    def do(self, *deeds: str) -> None:
        """Press keys (in capitals: hold them) and lay cards, each ``READER CARD``; see what comes of each."""
        for deed in deeds:
            if " " in deed:
                self._tap(*deed.split())
            else:
                self._press(deed)

    def _press(self, key: str) -> None:
        self.await_picture(self.twin.screens[-1:], f"before {key}")
        name, is_long = key.lower(), key.isupper()
        self.pi.act("press", PINS[name], LONG_S if is_long else SHORT_S)
        self.twin.press(key)
        self.await_picture(self.twin.screens, key)

    def _tap(self, reader: str, card: str) -> None:
        tag = sample_tag(card)
        if reader == "main":
            self.pi.act("lay", tag.uid_hex)
        else:
            self.pi.second.place(tag)
        self.twin.lay(reader, card)
        self.await_picture(self.twin.screens, f"{card} on {reader}")
        self.pi.until(lambda: self.entries() == self.twin.entries, "the entry")
        self.lift()
        self.twin.lift(reader, card)

    def lift(self) -> None:
        self.pi.act("lift")
        self.pi.second.lift()
        time.sleep(LIFTED_S)

    def entries(self) -> int:
        """Count the entries of the game on the table, -1 when there is none."""
        status = self.pi.status()
        return status["game"]["entries"] if status and status["game"] else -1

    def await_picture(self, screens: Iterable[Screen], after: str) -> None:
        """Wait until one of some screens is seen, in all its pixels."""
        wanted = self.twin.pictures(screens)
        end_s = time.monotonic() + SEEN_S
        while True:
            seen = self.pi.seen()
            if any(ImageChops.difference(seen, picture).getbbox() is None for picture in wanted):
                return
            if time.monotonic() > end_s:
                lines = "\n".join("\n".join(screen.lines()) + "\n--" for screen in screens)
                raise AssertionError(f"{after}: wanted\n{lines}\nseen\n{drawn(seen)}\n{self.pi.journal()}")
            time.sleep(0.1)


def drawn(picture: Image.Image) -> str:
    """Draw a picture, a character for two rows of pixels."""
    blocks = " \u2580\u2584\u2588"
    lit = [[picture.getpixel((x, y)) != 0 for x in range(picture.width)] for y in range(picture.height)]
    return "\n".join(
        "".join(blocks[up + 2 * low] for up, low in zip(lit[y], lit[y + 1], strict=True))
        for y in range(0, picture.height, 2)
    )
