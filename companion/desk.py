"""The device without hardware: takes what comes in, asks the flow that is on, and does what it replies.

It runs in one thread and never waits.  Whatever changes the game is on disk before anything is shown
or heard (device-ux.md 1.6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from companion import inputs
from companion.chores import FoundGame
from companion.desk_decks import DOING, DeskDecks
from companion.desk_state import DeskState, remembered
from companion.doors import layers
from companion.fittings import Fittings, Outcome
from companion.flow import (
    STAY,
    UNNAMED,
    Context,
    Flow,
    Home,
    Mode,
    News,
    Playing,
    Press,
    Refused,
    Reply,
    Resuming,
    Tap,
)
from companion.health import Health
from companion.store import Outcome as Ending
from companion.store import StoreError
from drivers.ports import ButtonLong, ButtonShort, ButtonUp, CardGone, CardsClash, CardSeen, Input, ReaderLost
from engine.games import SetUp
from engine.kernel import Command, Illegal
from engine.session import Entry, Session

AT_START_S = 2.0
"""A tag that is seen so soon after the start with a saved game lay there before (R12)."""
BY_LOT = ""
"""Start player of a set-up whose start player is drawn by lot."""
ENDINGS: Mapping[str, Ending] = {"save": "saved", "score": "scored", "drop": "dropped"}
"""How a game ends, as the store says it."""


class Desk(DeskState):
    """One table as its players meet it; call ``start`` before the first input."""

    # -- life ----------------------------------------------------------------------------
    def start(self) -> Outcome:
        """Begin where the power went: with a game that was going on, ask whether to go on with it (RS1).

        A store that cannot be written now is no reason to stay off.  Raises ``StoreError`` for one that
        cannot be read.
        """
        self._signals = []
        begun = self._table.ledger.begin_run()
        if not begun:
            self._hear_saved(False)
        self._table.look_up_saved()
        try:
            game = self._table.cut_short()
        except StoreError:
            if begun:
                raise
            game = None
        if game is not None:
            self._offer(game)
        else:
            self._go_to(self._fit.first_mode(self.context(self._fit.now_s()), self._decks.doing()))
        self._tell_of_decks()
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
                self._dispatch(self._decks.tap(item, self._table.session))
            case CardsClash():
                self._clash = {(item.reader, uid) for uid in item.uids}
                self._dispatch(inputs.clash(item))
            case CardGone():
                self._lifted(item)
            case ReaderLost():
                self._make_way()
            case ButtonLong(button="menu") if held := self._fit.held(self.mode, self.context(self.now_s())):
                self._do(Reply(mode=held), self.context(self.now_s()))
            case ButtonShort() | ButtonLong():
                self._dispatch(inputs.press(item))
            case ButtonUp(button=key):
                self._tell_flow(lambda flow, ctx: flow.released and flow.released(self.mode, ctx, key))
        if wrote := self._decks.written():
            self._tell_flow(lambda flow, ctx: flow.wrote and flow.wrote(self.mode, ctx, wrote))
        self._look_at_clock()
        return Outcome(tuple(self._signals), self._look() != before)

    def refit(self, fittings: Fittings) -> None:
        """Go on with other devices, keys, displays or deck; they tell anew which of them is lost."""
        self._fit = fittings
        self._health = Health()
        self._decks = DeskDecks(fittings, self.settings)
        self._clash.clear()

    def _lay_there_before(self, at_s: float) -> bool:
        return isinstance(self.mode, Resuming) and at_s < self._taps_from_s

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
        if isinstance(given, Press):
            self._do(flow.key(self.mode, ctx, given), ctx)
            return
        reply = flow.tap(self.mode, ctx, given)
        if reply != STAY and not reply.wait and not _hides(reply):
            self._decks.take_up(given, ctx.session)
        self._do(reply, ctx, given)

    def _tell_flow(self, tell: Callable[[Flow, Context], Reply | None]) -> None:
        """Tell the flow that is on something that is neither a tap nor a press; nothing stays as it was."""
        ctx = self.context(self._fit.now_s())
        reply = tell(self._fit.flows[type(self.mode)], ctx)
        if reply and reply != STAY:
            self._do(reply, ctx)

    def _do(self, reply: Reply, ctx: Context, tap: Tap | None = None) -> None:
        """Do what a flow replied."""
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
        heard = self._decks.carry_out(reply.orders, self._table.session)
        self._signals += [signal for signal in heard if signal != "tick" or not reply.play]
        if reply.games:
            self._adopt(reply.games)
        if reply.settings is not None:
            self._set(reply.settings)
        if reply.chore and self._fit.chores:
            self._fit.chores.begin(reply.chore)
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
        before, now = (self._fit.flows.get(type(each)) for each in (self.mode, mode))
        doing = now.returns if now else ""
        if (before.returns if before else "") != doing and not self._table.ledger.set_setting(DOING, doing):
            self._hear_saved(False)
        self._decks.look_closely(now)
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
        self._hear_saved(self._table.enter(entry, self._note))
        self._fit.learnt(session, before, entry)
        self._decks.follow(session, before)
        self._news = News(entry, self._fit.now_s(), before, corrected=announce)
        signal = "correction" if announce else self._fit.signal_of(before, entry, session)
        if signal:
            self._signals.append(signal)

    def _note(self, how: str = "") -> None:
        """Keep what a game leaves for the evenings to come."""
        self._set(self._fit.noted(self.settings, self._table.game, self._table.need(), how))

    def _begin(self, set_up: SetUp) -> None:
        self._set(remembered(self.settings, set_up))
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
        self._set(self._fit.noted(self.settings, game, restored.session, ""))
        self._hear_saved(self._table.go_on(restored))
        if restored.dropped or not silent:
            key = "desk.torn" if restored.dropped else "desk.resumed" if unclean else "desk.continued"
            self.announce(key, kept=restored.session.seq, lost=restored.dropped)

    def _adopt(self, games: Iterable[FoundGame]) -> None:
        """Keep games that were played elsewhere."""
        for game in games:
            self._hear_saved(self._table.adopt(game))
        self._table.look_up_saved()
        self._signals.append("tick")

    def _finish(self, reply: Reply) -> None:
        self._note(reply.finish)
        self._hear_saved(self._table.finish(ENDINGS[reply.finish]))
        if self._table.session is None and reply.mode is None:
            self._go_to(Home())

    # -- the disk and the clock ----------------------------------------------------------
    def _look_at_clock(self) -> None:
        """Do what time brings: work that is over, an alarm, another try to save."""
        if self._fit.chores and (done := self._fit.chores.done()):
            self._tell_flow(lambda flow, ctx: flow.heard and flow.heard(self.mode, ctx, done))
        self._tell_flow(lambda flow, ctx: flow.timed and flow.timed(self.mode, ctx))
        now_s, ledger = self._fit.now_s(), self._table.ledger
        if self._health.alarm(now_s):
            self._signals.append("trouble")
        if ledger.retry_s is not None and now_s >= ledger.retry_s:
            if ledger.flush():
                self.announce("desk.saved-again")
                self._table.look_up_saved()
            else:
                self._hear_saved(False)
        self._tell_of_decks()

    def _tell_of_decks(self) -> None:
        """Announce what the players must know of a deck's file."""
        if key := self._decks.notice():
            self.announce(key)


def _hides(reply: Reply) -> bool:
    """Tell whether nobody may know which card was tapped (ER6)."""
    return reply.refuse is not None and reply.refuse.key in UNNAMED
