"""A new game that begins to be set up."""

import pytest

from companion.flow import Settings
from companion.newgame import new_game
from newgame_drafts import USED


@pytest.fixture
def start(hands):
    def begin(settings: Settings = USED, **facts):
        return hands(new_game(settings), settings=settings, **facts)

    return begin
