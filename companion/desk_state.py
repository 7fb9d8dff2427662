"""What a desk knows: game, decks, devices and settings; what is seen of it, and when it changes by itself."""

from __future__ import annotations

from msgspec.structs import replace

from companion.desk_decks import DeskDecks
from companion.fittings import Fittings
from companion.flow import (
    Context,
    Home,
    Lost,
    Mode,
    News,
    Playing,
    Resuming,
    Settings,
    Signal,
    Tap,
)
from companion.gametable import GameTable, Restored
from companion.health import Health
from companion.notes import Notes
from companion.screen import Screen
from engine.games import SetUp
from engine.session import Session

LEAST_WAIT_S = 0.01
MOST_NAMES = 12
"""Remembered players."""
SETTINGS = "settings"
"""Where the store keeps what the owner likes."""


class DeskState:
    """Everything that a desk remembers between two inputs."""

    def __init__(self, fittings: Fittings, settings: Settings) -> None:
        self.mode: Mode = Home()
        self.settings = settings
        self._fit = fittings
        self._texts, self._names = fittings.words(settings)
        self._table = GameTable(fittings.store, fittings.cards, fittings.wall, fittings.now_s)
        self._health = Health()
        self._decks = DeskDecks(fittings, settings)
        self._offered: Restored | None = None
        self._news: News | None = None
        self._notes = Notes()
        self._kept: tuple[Tap, Mode] | None = None
        self._clash: set[tuple[str, str]] = set()
        self._taps_from_s = 0.0
        self._signals: list[Signal] = []

    # -- what others look at -------------------------------------------------------------
    @property
    def session(self) -> Session | None:
        """Give the game on the table, also while it waits to be resumed."""
        if isinstance(self.mode, Resuming) and self._offered:
            return self._offered.session
        return self._table.session

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Give the readers and displays that do not answer."""
        return self._health.lost

    @property
    def unsaved(self) -> str:
        """Say why the last entries are not on disk yet; empty while all is saved."""
        return self._table.ledger.trouble

    def now_s(self) -> float:
        """Give monotonic seconds."""
        return self._fit.now_s()

    def context(self, now_s: float) -> Context:
        """Gather what a flow may know."""
        session = self._table.session
        decks = self._decks.seen(session)
        return Context(
            now_s=now_s,
            session=session,
            texts=self._texts,
            names=self._names,
            settings=self.settings,
            news=self._news,
            saved=self._table.saved,
            keys=self._fit.keys,
            displays=self._fit.displays,
            lost=self._health.lost,
            readers=self._fit.readers,
            devices=self._fit.devices(),
            waiting=self._kept[0] if self._kept else None,
            note=self._notes.text(now_s),
            unsaved=bool(self.unsaved),
            chores=self._fit.chores.can if self._fit.chores else frozenset(),
            about=self._fit.about,
            deck_name=decks.box.deck.name if decks.box else "",
            box=decks.box,
            decks=decks.names,
            edited_deck=decks.edited,
            untagged=decks.untagged,
        )

    def screens(self, now_s: float) -> dict[str, Screen]:
        """Draw every display."""
        return self._fit.compose(self.context(now_s), self.mode, self._fit.flows)

    def next_wake_s(self, now_s: float) -> float | None:
        """Say when on the clock something changes by itself; None for never."""
        ctx = self.context(now_s)
        moments = [self._health.next_s(now_s), self._table.ledger.retry_s, self._notes.ends_s(now_s)]
        for mode in (self.mode, Playing()) if ctx.session else (self.mode,):
            flow = self._fit.flows.get(type(mode))
            left_s = flow.changes_s(mode, ctx) if flow and flow.changes_s else None
            moments.append(None if left_s is None else now_s + left_s)
        due = [moment for moment in moments if moment is not None]
        return max(min(due), now_s + LEAST_WAIT_S) if due else None

    def announce(self, key: str, **fields: object) -> None:
        """Announce a text of the catalogue for a while."""
        self._notes.say(self._texts(key, **fields), self._fit.now_s())

    # -- what is kept and said -----------------------------------------------------------
    def _set(self, settings: Settings) -> None:
        if settings == self.settings:
            return
        if (settings.language, settings.marks) != (self.settings.language, self.settings.marks):
            self._texts, self._names = self._fit.words(settings)
        self.settings = settings
        if not self._table.ledger.set_setting(SETTINGS, settings):
            self._hear_saved(False)

    def _hear_saved(self, saved: bool) -> None:  # noqa: FBT001 - what the ledger said
        """Click for what is on disk; say so when it is not."""
        self._signals.append("tick" if saved else "trouble")
        if self._table.ledger.warns():
            self.announce("desk.unsaved")

    def _look(self) -> tuple[object, ...]:
        """Give all that screens depend on, but for the clock."""
        seq = self._table.session.seq if self._table.session else -1
        lost = self._health.lost
        note = self._notes.text(self._fit.now_s())
        return self.mode, seq, self._news, note, self._kept, lost, self.settings, self._table.saved


def remembered(settings: Settings, set_up: SetUp) -> Settings:
    """Put the players first among those remembered, and the set-up as the last one used."""
    names = tuple(dict.fromkeys((*set_up.players, *settings.names)))[:MOST_NAMES]
    # A game without a number yet must not be taken for the one before it.
    noted = tuple(each for each in settings.noted if each.game)
    return replace(settings, names=names, last_set_up=replace(set_up, position=None), noted=noted)
