"""The device without hardware: takes what comes in, asks the flow that is on, and does what it replies.

It runs in one thread and never waits.  Whatever changes the game is on disk before anything is shown
or heard (device-ux.md 1.6).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion import inputs
from companion.doors import layers
from companion.fittings import Fittings, Outcome
from companion.flow import (
    STAY,
    Context,
    Home,
    Mode,
    News,
    Playing,
    Press,
    Refused,
    Reply,
    Resuming,
    Settings,
    Signal,
    Tap,
)
from companion.gametable import GameTable, Restored
from companion.health import Health
from companion.notes import Notes
from companion.screen import Screen
from companion.store import Outcome as Ending
from companion.store import StoreError
from drivers.ports import ButtonLong, ButtonShort, CardGone, CardsClash, CardSeen, Input, ReaderLost
from engine.games import SetUp
from engine.kernel import Command, Illegal
from engine.session import Entry, Session

AT_START_S = 2.0
"""A tag that is seen so soon after the start with a saved game lay there before (R12)."""
LEAST_WAIT_S = 0.01
BY_LOT = ""
"""Start player of a set-up whose start player is drawn by lot."""
MOST_NAMES = 12
"""Remembered players."""
SETTINGS = "settings"
"""Where the store keeps what the owner likes."""


ENDINGS: Mapping[str, Ending] = {"save": "saved", "score": "scored", "drop": "dropped"}


class Desk:
    """One table as its players meet it; call ``start`` before the first input."""

    def __init__(self, fittings: Fittings, settings: Settings) -> None:
        self.mode: Mode = Home()
        self.settings = settings
        self._fit = fittings
        self._texts, self._names = fittings.words(settings)
        self._table = GameTable(fittings.store, fittings.cards, fittings.wall, fittings.now_s)
        self._health = Health()
        self._tags = inputs.Tags(fittings.deck, fittings.cards)
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

    def now_s(self) -> float:
        """Give monotonic seconds."""
        return self._fit.now_s()

    def context(self, now_s: float) -> Context:
        """Gather what a flow may know."""
        return Context(
            now_s=now_s,
            session=self._table.session,
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
            deck_name=self._fit.deck.name if self._fit.deck else "",
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

    # -- life ----------------------------------------------------------------------------
    def start(self) -> Outcome:
        """Begin where the power went: with a game that was going on, ask whether to go on with it (RS1).

        A store that cannot be written now is no reason to stay off.  Raises ``StoreError`` for one that
        cannot be read.
        """
        self._signals = []
        try:
            self._fit.store.begin_run(self._fit.wall())
        except StoreError:
            self._signals.append("trouble")
            self.announce("desk.unsaved")
        self._table.look_up_saved()
        game = self._table.cut_short()
        if game is not None:
            self._offer(game)
        return Outcome(tuple(self._signals), changed=True)

    def _offer(self, game: int) -> None:
        try:
            self._offered = self._table.restore(game)
        except Illegal:
            self.announce("desk.unreadable")
        else:
            self.mode = Resuming(game=game, session=self._offered.session)
            self._taps_from_s = self._fit.now_s() + AT_START_S
            self._signals.append("question")

    def close(self) -> None:
        """Write what is due, and that the device was switched off in order; raises ``StoreError``."""
        self._table.ledger.flush()
        self._fit.store.end_run(self._fit.wall())

    def handle(self, item: Input) -> Outcome:
        """Take an input; a ``Tick`` is one too, time may have brought something."""
        before = self._look()
        self._signals = []
        self._health.note(item)
        match item:
            case CardSeen() | CardsClash() if self._lay_there_before(item.at_s):
                pass
            case CardSeen():
                session = self._table.session
                self._dispatch(self._tags.tap(item, session.table.set_up.game if session else None))
            case CardsClash():
                self._clash = {(item.reader, uid) for uid in item.uids}
                self._dispatch(inputs.clash(item))
            case CardGone():
                self._lifted(item)
            case ReaderLost():
                self._make_way()
            case ButtonShort() | ButtonLong():
                self._dispatch(inputs.press(item))
        self._look_at_clock()
        return Outcome(tuple(self._signals), self._look() != before)

    def _lay_there_before(self, at_s: float) -> bool:
        return isinstance(self.mode, Resuming) and at_s < self._taps_from_s

    def announce(self, key: str, **fields: object) -> None:
        """Announce a text of the catalogue for a while."""
        self._notes.say(self._texts(key, **fields), self._fit.now_s())

    # -- the same without hardware -------------------------------------------------------
    def begin(self, set_up: SetUp) -> None:
        """Begin a game; raises ``Illegal`` when it cannot be begun so."""
        self._begin(set_up)

    def play(self, *commands: Command, announce: bool = False) -> None:
        """Keep commands as one entry, as an input that implies them does; raises ``Illegal``."""
        self._enter(self._need_table().propose(*commands), announce=announce)
        self._kept, self.mode = None, Playing()

    def take_back(self) -> None:
        """Undo the last entry; raises ``Illegal``."""
        self._enter(self._need_table().propose_undo())
        self._kept, self.mode = None, Playing()

    def bring_back(self) -> None:
        """Redo what was undone last; raises ``Illegal``."""
        self._enter(self._need_table().propose_redo())
        self._kept, self.mode = None, Playing()

    def _need_table(self) -> Session:
        """Give the session, resuming the game that is offered."""
        if isinstance(self.mode, Resuming):
            self._resume(self.mode.game)
        return self._table.need()

    # -- inputs --------------------------------------------------------------------------
    def _dispatch(self, given: Tap | Press) -> None:
        """Ask the flow that is on, and do what it replies."""
        ctx = self.context(self._fit.now_s())
        flow = self._fit.flows[type(self.mode)]
        tap = given if isinstance(given, Tap) else None
        if isinstance(given, Press):
            reply = flow.key(self.mode, ctx, given)
        else:
            reply = flow.tap(self.mode, ctx, given)
        if not reply.wait:
            self._news = None
            self._notes.clear()
        if reply == STAY:
            return
        try:
            moved = self._act(reply)
        except Illegal as no:
            self._refuse(no, ctx, tap)
            return
        self._show(reply, ctx, tap, moved=moved)
        self._take_kept_tap(moved=moved)

    def _act(self, reply: Reply) -> bool:
        """Do what changes more than the screen; tell whether the game went on."""
        if reply.settings is not None:
            self._set(reply.settings)
        if reply.resume is not None:
            self._resume(reply.resume, silent=reply.undo)
        if reply.begin is not None:
            self._begin(reply.begin)
        if reply.undo:
            self._kept = None
            self._enter(self._table.need().propose_undo())
        if reply.redo:
            self._enter(self._table.need().propose_redo())
        if reply.play:
            self._enter(self._table.need().propose(*reply.play), announce=reply.announce)
        if reply.finish:
            self._finish(reply)
        return bool(reply.begin or reply.redo or reply.play)

    def _show(self, reply: Reply, ctx: Context, tap: Tap | None, *, moved: bool) -> None:
        """Do what changes the screen alone."""
        if reply.mode is not None:
            self._go_to(reply.mode)
        elif moved and isinstance(self.mode, Refused):
            self._go_to(self.mode.under)
        if reply.refuse:
            self._refuse(reply.refuse, ctx, tap)
        if reply.note:
            self._notes.say(reply.note, self._fit.now_s())
        if reply.signal:
            self._signals.append(reply.signal)
        if reply.wait and tap:
            self._keep_tap(tap)

    def _go_to(self, mode: Mode) -> None:
        self.mode = mode
        if isinstance(mode, Home):
            self._table.leave()
            self._table.look_up_saved()

    def _refuse(self, no: Illegal, ctx: Context, tap: Tap | None) -> None:
        """Show why not; underneath lies what was on before the first refusal."""
        under = self.mode.under if isinstance(self.mode, Refused) else self.mode
        self.mode = self._fit.refused(under, no, tap, ctx)
        self._signals.append("refused")

    # -- taps that wait ------------------------------------------------------------------
    def _keep_tap(self, tap: Tap) -> None:
        """Keep one tap until the open question is answered; refuse a second one."""
        if self._kept is None:
            self._kept = (tap, self.mode)
        else:
            self._signals.append("refused")

    def _take_kept_tap(self, *, moved: bool) -> None:
        """Act on the tap that waits, once what it waited for is over."""
        if self._kept and (moved or self._is_left(self._kept[1])):
            tap, self._kept = self._kept[0], None
            self._dispatch(tap)

    def _is_left(self, asking: Mode) -> bool:
        """Tell whether a mode that asks was left: it is neither on, nor under what is on."""
        covered = any(type(layer) is type(asking) for layer in layers(self.mode))
        return not covered and self._fit.flows[type(asking)].asks

    def _make_way(self) -> None:
        """Take news and refusals off the screen: nobody can tap now, which is told at once (DV1, R21)."""
        self._news = None
        if isinstance(self.mode, Refused):
            self._go_to(self.mode.under)

    def _lifted(self, item: CardGone) -> None:
        """Take "one card!" off the screen when the last of its tags is lifted (ER4)."""
        mode, several = self.mode, (item.reader, item.uid) in self._clash
        self._clash.discard((item.reader, item.uid))
        if several and not self._clash and isinstance(mode, Refused) and mode.tap and mode.tap.several:
            self._go_to(mode.under)

    # -- the game ------------------------------------------------------------------------
    def _enter(self, entry: Entry, *, announce: bool = False) -> None:
        """Keep an entry, and only then let it be seen and heard."""
        session = self._table.need()
        before = session.state
        self._hear_saved(self._table.enter(entry))
        self._news = News(entry, self._fit.now_s(), before, corrected=announce)
        signal = "correction" if announce else self._fit.signal_of(before, entry, session.state)
        if signal:
            self._signals.append(signal)

    def _begin(self, set_up: SetUp) -> None:
        self._set(_remember(self.settings, set_up))
        if set_up.start == BY_LOT:
            set_up = replace(set_up, start=self._fit.rng.choice(set_up.players))
        saved = self._table.begin(set_up)
        self._news, self.mode = None, Playing()
        self._hear_saved(saved)
        self._table.look_up_saved()

    def _resume(self, game: int, *, silent: bool = False) -> None:
        offered = self._offered
        unclean = any(saved.id == game and saved.unclean for saved in self._table.saved)
        restored = offered if offered and offered.game == game else self._table.restore(game)
        self._news, self.mode, self._offered = None, Playing(), None
        self._hear_saved(self._table.go_on(restored))
        if restored.dropped or not silent:
            key = "desk.torn" if restored.dropped else "desk.resumed" if unclean else "desk.continued"
            self.announce(key, kept=restored.session.seq, lost=restored.dropped)

    def _finish(self, reply: Reply) -> None:
        self._hear_saved(self._table.finish(ENDINGS[reply.finish]))
        if self._table.session is None and reply.mode is None:
            self._go_to(Home())

    def _set(self, settings: Settings) -> None:
        if settings == self.settings:
            return
        if (settings.language, settings.marks) != (self.settings.language, self.settings.marks):
            self._texts, self._names = self._fit.words(settings)
        self.settings = settings
        if not self._table.ledger.set_setting(SETTINGS, settings):
            self._hear_saved(False)

    # -- the disk and the clock ----------------------------------------------------------
    def _hear_saved(self, saved: bool) -> None:  # noqa: FBT001 - what the ledger said
        """Click for what is on disk; say so when it is not."""
        self._signals.append("tick" if saved else "trouble")
        if self._table.ledger.warns():
            self.announce("desk.unsaved")

    def _look_at_clock(self) -> None:
        """Do what time brings: an alarm, another try to save."""
        now_s, ledger = self._fit.now_s(), self._table.ledger
        if self._health.alarm(now_s):
            self._signals.append("trouble")
        if ledger.retry_s is not None and now_s >= ledger.retry_s:
            if ledger.flush():
                self.announce("desk.saved-again")
            else:
                self._hear_saved(False)

    def _look(self) -> tuple[object, ...]:
        """Give all that screens depend on, but for the clock."""
        seq = self._table.session.seq if self._table.session else -1
        lost = self._health.lost
        note = self._notes.text(self._fit.now_s())
        return self.mode, seq, self._news, note, self._kept, lost, self.settings, self._table.saved


def _remember(settings: Settings, set_up: SetUp) -> Settings:
    """Put the players first among those remembered, and the set-up as the last one used."""
    names = tuple(dict.fromkeys((*set_up.players, *settings.names)))[:MOST_NAMES]
    return replace(settings, names=names, last_set_up=replace(set_up, position=None))
