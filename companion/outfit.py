"""Fits a desk out: the flows that there are, the words, and what the owner likes."""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.cardnames import CardNames
from companion.catalogue import Catalogues
from companion.config import GpioKeys, SimulatedKeys, TableConfig
from companion.deck import Deck
from companion.desk import SETTINGS
from companion.fittings import Fittings
from companion.flow import DeviceState, Settings
from companion.play import device_flows, refused
from companion.screens.compose import compose
from companion.signals import signals
from companion.store import Store
from companion.texts import Texts, languages, load_catalogue
from engine.games import SetUp, Table, open_table

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
) -> Fittings:
    """Give all that the desk of a table works with; ``wall`` gives local date and time, ISO 8601."""

    def opened(set_up: SetUp) -> Table:
        return open_table(set_up, catalogues.cards(set_up.game))

    return Fittings(
        flows=device_flows(opened),
        compose=compose,
        refused=refused,
        signal_of=signals,
        store=store,
        cards=catalogues.cards,
        words=words,
        deck=deck,
        keys=key_names(config),
        displays=tuple(config.displays),
        readers=max(1, len(config.readers)),
        devices=devices,
        now_s=now_s,
        wall=wall,
        rng=rng,
    )


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
    catalogue = load_catalogue(language)
    return Texts(catalogue.language, catalogue.texts), CardNames(catalogue.cards, settings.marks)
