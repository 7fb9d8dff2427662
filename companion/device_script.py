"""The steps of table scripts that go through devices: a simulated table, its tags, its keys and its power.

Everything goes as bytes through the real drivers on simulated chips.  Time is a clock that is moved by
hand; what other threads have to do is waited for in short steps.
"""

from __future__ import annotations

import queue
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from PIL import ImageChops

from companion import config as c
from companion.adventure.papers import card_of, with_papers
from companion.bootstrap import Parts, SimulatedTable, SteppedClock, build, simulated_table
from companion.catalogue import Catalogues
from companion.decks.record import Cards
from companion.decks.sample import sample_deck, sample_tag
from companion.desk import Desk
from companion.displays import Wall
from companion.health import reader_name
from companion.loop import Inbox, Rounds
from companion.outfit import fit_out, load_settings
from companion.paint import Painter
from companion.screen import Row, Screen
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Signals
from companion.store import Store
from drivers.ports import (
    ButtonLong,
    ButtonShort,
    CardGone,
    CardsClash,
    CardSeen,
    DisplayBack,
    DisplayLost,
    Input,
    ReaderBack,
    ReaderLost,
    Tick,
)
from drivers.tags import TagImage, ntag213
from engine.games import SetUp
from engine.kernel import Command, Illegal
from engine.session import Session

STEP_S = 0.02
"""How far the clock moves at once while something is waited for."""
LOOK_S = 0.003
"""How long the other threads get, in real seconds, before the clock moves on."""
PATIENCE_S = 30.0
"""How long a device may take at all, in real seconds."""
BOOT_S = 0.6
"""Keys are dead for half a second after the start (R36)."""
READER = "main"
DARK = Screen((Row(),) * 8)
"""What stands on a display that is off."""
START = "2026-01-01T12:00:00+00:00"
"""Date and time on the simulated table, always the same."""


class NotAtRest(AssertionError):
    """A device did not do what it should in time; a mistake of ours, or a machine that is much too slow."""


class ScriptTable:
    """A simulated table on which a game is on; fulfils ``companion.replay_device.DeviceDriver``."""

    def __init__(self, set_up: SetUp, config: c.TableConfig) -> None:
        self._config = config
        self._catalogues = Catalogues()
        self._deck = sample_deck(set_up.game, self._cards_of(set_up))
        self._folder = Path(tempfile.mkdtemp(prefix="port-royal-"))
        self._painter = Painter()
        self._boots = 0
        self._closed = False
        self.clock = SteppedClock()
        self.hardware: SimulatedTable = simulated_table(config, self.clock)
        self._boot()
        self.desk.begin(set_up)
        self._rest()

    # -- DeviceDriver --------------------------------------------------------------------
    def session(self) -> Session:
        """Give the game on the table; after ``power_cut`` the one that was restored."""
        session = self.desk.session
        assert session is not None, "no game is on the table"
        return session

    def play(self, *commands: Command) -> None:
        """Enter what one input implies, as if the device had worked it out; raises ``Illegal``."""
        self._enter(lambda: self.desk.play(*commands))

    def undo(self) -> None:
        """Take back the last entry; raises ``Illegal`` at the beginning."""
        self._enter(self.desk.take_back)

    def redo(self) -> None:
        """Bring back what was taken back last; raises ``Illegal`` if there is nothing."""
        self._enter(self.desk.bring_back)

    def tap(self, laid: Sequence[int | str]) -> None:
        """Lay tags on the reader at once: cards by id, other tags by UID in hex; those before are lifted."""
        tags = [self._tag(one) for one in laid]
        uids = {tag.uid_hex for tag in tags}
        if uids & self._lying:
            self.lift()
        self.hardware.tap(*tags)
        if self._is_lost(reader_name(READER)):
            return
        if len(uids) == 1:
            self._until(lambda item: isinstance(item, CardSeen) and item.uid in uids, "the tap")
        else:
            self._until(lambda item: isinstance(item, CardsClash) and uids <= set(item.uids), "the clash")
        self._rest()

    def lift(self) -> None:
        """Take every tag off the reader."""
        self.hardware.lift()
        while self._lying and not self._is_lost(reader_name(READER)):
            self._until(lambda item: isinstance(item, CardGone), "the lifting")
        self._rest()

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        self._push(self.hardware.press, button, ButtonShort)

    def hold(self, button: str) -> None:
        """Hold a button down until its long press fires, then let it go."""
        self._push(self.hardware.hold, button, ButtonLong)

    def wait(self, duration_s: float) -> None:
        """Let time go by on the simulated clock; whoever wants to be woken meanwhile is."""
        end_s = self.clock.now_s() + duration_s
        while (left_s := end_s - self.clock.now_s()) > 0:
            wake_s = self.desk.next_wake_s(self.clock.now_s())
            step_s = left_s if wake_s is None else min(left_s, wake_s - self.clock.now_s())
            self.clock.advance(step_s)
            self._rest()

    def unplug(self, device: str) -> None:
        """Unplug the reader or a display; the driver notices."""
        self.hardware.unplug(device)
        if device in self.parts.displays:
            self.rounds.wall.refresh(device)
            self._until(lambda item: isinstance(item, DisplayLost) and item.display == device, "the loss")
        else:
            self._until(lambda item: isinstance(item, ReaderLost), "the loss")
        self._rest()

    def plug(self, device: str) -> None:
        """Plug it in again, and wait until its driver has found it."""
        self.hardware.plug(device)
        back = DisplayBack if device in self.parts.displays else ReaderBack
        self._until(lambda item: isinstance(item, back), "the return")
        if device == reader_name(READER) and not self._tags_lying() <= self._lying:
            self._until(lambda item: isinstance(item, CardSeen | CardsClash), "what lies there")
        self._rest()

    def power_cut(self) -> None:
        """Cut the power in the middle of whatever goes on, and boot again from what was saved.

        What is on disk is copied before anything is closed: nobody says goodbye to the store.
        """
        survived = self._store_folder()
        self._boots += 1
        shutil.copytree(survived, self._store_folder())
        self.parts.close()
        self._store.close()
        self.hardware.power_cycle()
        self._boot()

    def screens(self) -> Mapping[str, Screen]:
        """Give what every display shows now, by its name, as far as its pixels agree."""
        self._rest()
        return {name: self._seen(name, screen) for name, screen in self.rounds.wall.shown().items()}

    def close(self) -> None:
        """Put the table away; may be called twice."""
        if not self._closed:
            self._closed = True
            self.parts.close()
            self._store.close()
            self.hardware.close()
            shutil.rmtree(self._folder)

    # -- power ---------------------------------------------------------------------------
    def _store_folder(self) -> Path:
        return self._folder / str(self._boots)

    def _boot(self) -> None:
        self._inbox: Inbox = Inbox()
        self._lying: set[str] = set()
        self._store = Store.open(self._store_folder())
        known = self._deck.cards
        self.parts: Parts = build(
            self._config, self._inbox.put, simulated=self.hardware, is_known=lambda uid: uid in known
        )
        self.desk = self._new_desk()
        wall = Wall(self.parts.displays, self._painter)
        self.rounds = Rounds(self.desk, wall, Signals(self.parts.sounder, self.parts.light, RHYTHMS, LIGHTS))
        self.parts.start(self._inbox.put)
        self.desk.start()
        self.rounds.show()
        self.clock.advance(BOOT_S)
        if self.hardware.readers[READER].field.tags:
            self._until(lambda item: isinstance(item, CardSeen | CardsClash), "what lies there")
        self._rest()

    def _new_desk(self) -> Desk:
        fittings = fit_out(
            self._config,
            self._store,
            self._catalogues,
            self._deck,
            now_s=self.clock.now_s,
            wall=lambda: START,
            rng=random.Random(self._boots),
        )
        return Desk(fittings, load_settings(self._store, self._config))

    # -- inputs --------------------------------------------------------------------------
    def _enter(self, act: Callable[[], None]) -> None:
        act()
        self.rounds.show()
        self._rest()

    def _push(self, push: Callable[[str], None], button: str, kind: type[Any]) -> None:
        if button not in self.hardware.pins:
            raise Illegal("no-key", f"This table has no key {button}.")
        push(button)
        self._until(lambda item: isinstance(item, kind) and item.button == button, f"key {button}")
        self._rest()

    def _cards_of(self, set_up: SetUp) -> Cards:
        """Give what brings all cards that lie on this table."""
        base = self._catalogues.cards(set_up.game)
        head = set_up.adventure
        cards = base if head is None else with_papers(base, head.pack)
        return lambda game: cards

    def _tag(self, laid: int | str) -> TagImage:
        if isinstance(laid, int):
            return sample_tag(card_of(self.session().table.rules, laid).name)
        uid = bytes.fromhex(laid)
        return ntag213(uid) if len(uid) == 7 else TagImage(uid)

    def _tags_lying(self) -> set[str]:
        return {tag.image.uid_hex for tag in self.hardware.readers[READER].field.tags}

    def _is_lost(self, name: str) -> bool:
        return any(lost.name == name for lost in self.desk.context(self.clock.now_s()).lost)

    def _until(self, wanted: Callable[[Input], bool], what: str) -> None:
        """Take inputs, and move the clock while there are none, until the wanted one was taken."""
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            item = self._next(LOOK_S)
            if item is None:
                self.clock.advance(STEP_S)
                continue
            self._take(item)
            if wanted(item):
                return
        raise NotAtRest(f"{what} was not reported within {PATIENCE_S:g} s")

    def _rest(self) -> None:
        """Take what came in, let the desk see the clock, and wait until the displays show what came of it."""
        while (item := self._next(0.0)) is not None:
            self._take(item)
        self.rounds.take(Tick(self.clock.now_s()))
        working = [name for name in self.parts.displays if not self._is_lost(name)]
        if unsettled := self.parts.settle(working, PATIENCE_S):
            raise NotAtRest(f"no whole picture within {PATIENCE_S:g} s: {', '.join(unsettled)}")

    def _next(self, within_s: float) -> Input | None:
        try:
            return self._inbox.get(timeout=within_s) if within_s else self._inbox.get_nowait()
        except queue.Empty:
            return None

    def _take(self, item: Input) -> None:
        match item:
            case CardSeen():
                self._lying.add(item.uid)
            case CardsClash():
                self._lying.update(item.uids)
            case CardGone():
                self._lying.discard(item.uid)
        self.rounds.take(item)

    # -- eyes ----------------------------------------------------------------------------
    def _seen(self, name: str, screen: Screen) -> Screen:
        """Give a screen if these are the pixels on the glass, else a dark one."""
        picture = self.hardware.framebuffer(name)
        wanted = self._painter.paint(screen)
        return DARK if ImageChops.difference(picture, wanted).getbbox() else screen


def full_config(players: int) -> c.TableConfig:
    """Give a simulated table with everything: a display and a key at every seat."""
    displays = get_args(c.DisplayName)[: players + 1]
    keys = [key for key in get_args(c.KeyName) if not key.startswith("seat-") or key in displays]
    return c.TableConfig(
        readers={READER: c.SimulatedReader()},
        displays={name: c.SimulatedDisplay() for name in displays},
        buttons=c.SimulatedKeys(names=tuple(keys)),
    )


def open_device(set_up: SetUp) -> ScriptTable:
    """Begin a game on a fresh simulated table; raises ``Illegal`` when it cannot be begun so."""
    return ScriptTable(set_up, full_config(len(set_up.players)))
