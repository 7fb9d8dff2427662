"""Fits a desk out: the flows that there are, the words, and what the owner likes."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.bench import Bench
from companion.cardnames import CardNames
from companion.catalogue import Catalogues
from companion.config import GpioKeys, SimulatedKeys, TableConfig
from companion.decks.record import Deck
from companion.desk_state import SETTINGS
from companion.fittings import Fittings
from companion.flow import DeviceState, Settings
from companion.gameplay import compose, device_flows, noted, refused, signal_of
from companion.open_cards import OPEN_CARDS
from companion.power_off import held_off
from companion.screens.large import sized
from companion.store import Store
from companion.tagging_edited import first_mode
from companion.texts import OF_GAMES, Texts, languages, load_catalogue, texts_of
from engine.games import SetUp, Table, open_table
from engine.session import Entry, Session

FALL_BACK = "en"
"""Spoken when there are no words of the language wanted."""


def fit_out(  # noqa: PLR0913 - all that a table differs in
    config: TableConfig,
    store: Store,
    catalogues: Catalogues,
    deck: Deck | None,
    *,
    now_s: Callable[[], float],
    wall: Callable[[], str],
    rng: random.Random,
    devices: Callable[[], tuple[DeviceState, ...]] = tuple,
    readers: int | None = None,
    bench: Bench | None = None,
) -> Fittings:
    """Give all that the desk of a table works with; ``wall`` gives local date and time, ISO 8601.

    ``readers`` is how many there are, where not the config says it; ``bench`` has the decks of the table, and
    stands in for ``deck``.
    """

    def opened(set_up: SetUp) -> Table:
        return open_table(set_up, catalogues.cards(set_up.game))

    return Fittings(
        flows=device_flows(opened, partial(_owners_pack, store.path.parent)),
        compose=sized(compose),
        refused=refused,
        signal_of=signal_of,
        store=store,
        cards=catalogues.cards,
        words=words,
        deck=deck,
        bench=bench,
        first_mode=first_mode,
        learnt=partial(_keep_told, store.path.parent),
        noted=noted,
        held=held_off,
        keys=key_names(config),
        displays=tuple(config.displays),
        readers=len(config.readers) if readers is None else readers,
        devices=devices,
        now_s=now_s,
        wall=wall,
        rng=rng,
    )


def _owners_pack(folder: Path, name: str) -> Any:
    """Give a pack of The Adventure Begins with what its owner told."""
    return OPEN_CARDS["adventure"].pack(folder)(name)


def _keep_told(folder: Path, session: Session, before: Any, entry: Entry) -> None:
    """Keep what an entry told of cards, in a game where some are open."""
    if opened := OPEN_CARDS.get(session.table.game.name):
        opened.keeper(folder)(session, before, entry)


def load_settings(store: Store, config: TableConfig | None = None) -> Settings:
    """Give what the owner set last; before that, what the config says.  Raises ``StoreError``."""
    first = Settings()
    if config:
        sound = config.sound.level if config.sound else first.sound
        first = Settings(language=config.language, risk=config.help.risk, sound=sound)
    settings: Settings = store.setting(SETTINGS, first, Settings)
    return settings


def key_names(config: TableConfig) -> tuple[str, ...]:
    """Name the keys of a table."""
    match config.buttons:
        case GpioKeys(pins=pins):
            return tuple(pins)
        case SimulatedKeys(names=names):
            return names
    return ()


def words(settings: Settings) -> tuple[Texts, CardNames]:
    """Load the words of a language, with the marks for colours that the owner likes."""
    language = settings.language if settings.language in languages() else FALL_BACK
    catalogue = load_catalogue(language, without=OF_GAMES)
    return texts_of(catalogue), CardNames(catalogue.cards, settings.marks)
