"""A game at the simulated table: the device as it is, and the cards, tags and cables around it.

Everything runs in the one thread that calls ``work``; the drivers' threads only put into the inbox.
"""

from __future__ import annotations

import queue
import random
from collections.abc import Callable

from msgspec.structs import replace
from PIL import Image

from companion.adventure.keeping import forgets, notes_nothing
from companion.adventure.papers import card_of
from companion.bench import Bench
from companion.bootstrap import RunningClock, SteppedClock, build, simulated_table
from companion.catalogue import Catalogues
from companion.config import SimulatedDisplay, SimulatedKeys, SimulatedReader, TableConfig
from companion.decks.record import Deck
from companion.decks.sample import sample_deck
from companion.desk import Desk
from companion.displays import Wall
from companion.first_game import first_game
from companion.flow import Resuming
from companion.loop import Inbox, Rounds
from companion.options import USUAL_NAMES, SimulateOptions
from companion.outfit import fit_out, load_settings
from companion.paint import Painter
from companion.piles import Piles
from companion.run import wall_time
from companion.simulate.hand import READER, Hand
from companion.simulate.heard import Heard
from companion.simulate.stickers import Stickers, next_of_heap, printed, real_deck
from companion.simulate.tagfiles import TagFile, read_folder
from companion.store import Store
from companion.table_decks import lend, open_bench
from companion.tagging_modes import TagWriting
from companion.worlds import WORLDS, piles_of
from drivers.ports import Input, Tick
from drivers.tags import TagImage
from engine.games import SetUp

SEEDS = "simulated-piles"
"""Where the store keeps the seed of every simulated pile, by the number of its game."""
BOOT_S = 0.6
"""Keys are dead for half a second after the start (R36)."""
SETTLE_S = 0.5
"""How long a display may take to show what it was sent, in real seconds."""


class Sitting:
    """The simulated table with the device on it: ``start`` it, ``work`` it, ``close`` it.

    ``wake`` is called from any thread when the inbox got something.  Raises ``FolderError`` and
    ``DeckError`` for tags and decks that cannot be used.
    """

    def __init__(
        self,
        options: SimulateOptions,
        store: Store,
        clock: SteppedClock | RunningClock,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        catalogues = Catalogues()
        self.clock = clock
        self.tags: tuple[TagFile, ...] = read_folder(options.tags) if options.tags else ()
        self._bench, self._stickers = _decks(options, store, catalogues, self.tags)
        self.piles: Piles | None = None
        self._options = options
        self._store = store
        self._wake = wake
        self._inbox: Inbox = Inbox()
        self._games = 0
        self._rng = random.Random(options.seed)
        world = WORLDS[options.game]
        self._loose = [card.name for card in catalogues.cards(options.game) if world.loose(card)]
        self._pictures: dict[str, tuple[int, Image.Image]] = {}
        config = _config(options.seat_displays)
        self.table = simulated_table(config, clock)
        self._parts = build(config, self._put, simulated=self.table, is_known=self._bench.knows)
        self.hand = Hand(self.table, clock)
        self.hand.keeps_lying = lambda: isinstance(self.desk.mode, TagWriting) and not self.desk.mode.failed
        self.heard = Heard(self._parts.sounder, self._parts.light, clock)
        fittings = fit_out(
            config,
            store,
            catalogues,
            None,
            now_s=clock.now_s,
            wall=wall_time,
            rng=self._rng,
            devices=self._parts.states,
            bench=self._bench,
        )
        if options.demo or options.fast:
            fittings = replace(fittings, learnt=forgets, noted=notes_nothing)
        lend(self._bench, self._parts.readers, lambda: self._put(Tick(clock.now_s())))
        self.desk = Desk(fittings, load_settings(store, config))
        self._rounds = Rounds(self.desk, Wall(self._parts.displays, Painter()), self.heard)

    # -- life ----------------------------------------------------------------------------
    def start(self, *, afresh: bool = False) -> None:
        """Switch the device on: what was cut short or saved is offered, else a new game begins.

        With players in the options, or ``afresh``, a new one begins in any case; also when another game was
        asked for than the one that is saved.  Whoever has blank tags begins at the home menu.
        """
        self.desk.start()
        options = self._options
        offered = isinstance(self.desk.mode, Resuming) or self.desk.context(self.clock.now_s()).saved
        session = self.desk.session
        other = options.named and session is not None and session.table.game.name != options.game
        if options.players or afresh or other or not (offered or options.untagged):
            self.desk.begin(self._first_game())
        self._parts.start(self._put)
        self.hand.pause(BOOT_S)
        self._rounds.show()
        self._follow()

    def _first_game(self) -> SetUp:
        """Give what the options ask for."""
        options = self._options
        return first_game(
            options.game,
            options.players or USUAL_NAMES[: WORLDS[options.game].seats],
            self._rng,
            rules=options.rules,
            mode=options.mode,
            chapter=options.chapter,
            pack=options.pack,
        )

    def close(self) -> None:
        """Switch the device off and put everything away; raises ``StoreError``."""
        self._parts.close()
        self.table.close()
        self.desk.close()

    # -- going on ------------------------------------------------------------------------
    def work(self, wait_s: float = 0.0) -> None:
        """Answer what came in, waiting so many real seconds for the first, and what time brought."""
        item = self._next(wait_s)
        while item is not None:
            self.hand.notice(item)
            self._rounds.take(item)
            self.hand.move()
            item = self._next(0.0)
        self.hand.move()
        self._follow()

    def left_s(self) -> float | None:
        """Say in how many seconds of its clock something happens by itself; None for never."""
        now_s = self.clock.now_s()
        wake_s = self.desk.next_wake_s(now_s)
        moments = [self.hand.left_s(), self.heard.left_s(), None if wake_s is None else wake_s - now_s]
        due = [left_s for left_s in moments if left_s is not None]
        return max(0.0, min(due)) if due else None

    # -- what can be done ----------------------------------------------------------------
    def tap_card(self, card: int) -> None:
        """Lay a card of the game on the reader."""
        self.hand.tap(self._sticker(card))

    def _sticker(self, card: int) -> TagImage:
        session = self.desk.session
        assert session is not None, "cards are there only with a game"
        return self._sticker_on(card_of(session.table.rules, card).name)

    def _sticker_on(self, card: str) -> TagImage:
        box = self._bench.box(self._game())
        return self._stickers.on(card, box.deck if box else None)

    def _game(self) -> str:
        """Name the game on the table, or the one that the table was laid for."""
        session = self.desk.session
        return session.table.game.name if session else self._options.game

    def known_as(self, uid: str) -> str | None:
        """Name the card that a tag is on, as the deck in use says."""
        box = self._bench.box(self._game())
        return box.deck.find(uid) if box else None

    def tap_top(self) -> bool:
        """Lay the top card of the pile on the reader; tell whether there is one.

        Before a game it is any card: the first one tapped begins it (NG6).  While a deck is tagged or checked
        it is the next one of the sorted heaps, and for a lost tag a new sticker.
        """
        there = next_of_heap(self.desk) is not None or self.piles is None or self.piles.top is not None
        if there:
            # Chosen when the hand is free: after a tap that is still under way another card lies on top.
            self.hand.tap_chosen(self._top)
        return there

    def _top(self) -> TagImage | None:
        if (heap := next_of_heap(self.desk)) is not None:
            return self._stickers.new(heap.card) if heap.new else self._stickers.own(heap.card)
        if self.piles is None:
            return self._sticker_on(self._rng.choice(self._loose))
        return None if self.piles.top is None else self._sticker(self.piles.top)

    # -- what can be seen ----------------------------------------------------------------
    @property
    def displays(self) -> tuple[str, ...]:
        """Name the displays."""
        return tuple(self.table.chips)

    def framebuffer(self, display: str) -> Image.Image:
        """Give what stands on a display, once it took what it was sent."""
        self._parts.settle([display], SETTLE_S)
        sent = self.table.bus_bytes(display)
        known = self._pictures.get(display)
        if known is None or known[0] != sent:
            known = self._pictures[display] = (sent, self.table.framebuffer(display))
        return known[1]

    # -- behind it -----------------------------------------------------------------------
    def _put(self, item: Input) -> None:
        self._inbox.put(item)
        self._wake()

    def _next(self, wait_s: float) -> Input | None:
        """Give the next input, or a tick when the desk wants to be woken."""
        try:
            return self._inbox.get(block=wait_s > 0, timeout=wait_s or None)
        except queue.Empty:
            now_s = self.clock.now_s()
            due_s = self.desk.next_wake_s(now_s)
            return Tick(now_s) if due_s is not None and now_s >= due_s else None

    def _follow(self) -> None:
        """Let the cards follow the game that is on the table."""
        session = self.desk.session
        if session is None:
            self.piles = None
        elif self.piles is None or self.piles.session is not session:
            self.piles = piles_of(session, self._seed())
        else:
            self.piles.follow()

    def _seed(self) -> str:
        """Give the seed of the pile of the game on the table: a new one, unless it had one before."""
        seeds: dict[str, str] = self._store.setting(SEEDS, {}, dict[str, str])
        running = [row.id for row in self._store.all_games() if row.outcome is None]
        game = str(max(running, default=0))
        if game not in seeds:
            seeds[game] = self._new_seed()
            self._store.set_setting(SEEDS, seeds)
        return seeds[game]

    def _new_seed(self) -> str:
        """Give the seed of the options to the first game, and one that follows from it to each later one."""
        self._games += 1
        if self._options.seed is None:
            return str(random.SystemRandom().getrandbits(64))
        return str(self._options.seed) if self._games == 1 else f"{self._options.seed} {self._games}"


def _config(seats: int) -> TableConfig:
    names = [f"seat-{seat}" for seat in range(1, seats + 1)]
    return TableConfig(
        readers={READER: SimulatedReader()},
        displays={name: SimulatedDisplay() for name in ("main", *names)},  # type: ignore[misc]
        buttons=SimulatedKeys(names=("yes", "no", "next", "menu", *names)),  # type: ignore[arg-type]
    )


def _decks(
    options: SimulateOptions, store: Store, catalogues: Catalogues, tags: tuple[TagFile, ...]
) -> tuple[Bench, Stickers]:
    """Give the decks that the device knows, and the stickers that are really on the cards."""
    real = real_deck(options.game, options.deck, catalogues)
    blank = options.untagged and not (options.demo or options.fast)
    bench, _ = open_bench(catalogues, store.path.parent, given=None if blank else real)
    return bench, Stickers([real, *_others(options.game, catalogues)], tags)


def _others(game: str, catalogues: Catalogues) -> list[Deck]:
    """Give invented decks of the other games, whose cards lie on this table too."""
    return [sample_deck(other, printed(catalogues)) for other in WORLDS if other != game]
