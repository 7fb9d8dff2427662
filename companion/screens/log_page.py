"""The page with the log of a game, the same for every game but for its lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.lists import ROOM
from companion.screen import Screen, screen
from companion.screens.scene import Stage, bar
from engine.session import Entry

AnyStage = TypeVar("AnyStage", bound=Stage)


def log_page(scene: AnyStage, page: int, line_of: Callable[[AnyStage, Entry, Any], str]) -> Screen:
    """Draw the log, the newest entry first; ``line_of`` says what an entry did, begun in a state."""
    done, texts = scene.session.done, scene.ctx.texts
    pages = max(1, -(-len(done) // ROOM))
    first = page % pages * ROOM
    rows = [
        line_of(scene, done[-1 - back], scene.session.before(back + 1))
        for back in range(first, min(first + ROOM, len(done)))
    ]
    return screen(
        bar(texts("log.header"), f"{page % pages + 1}/{pages}"),
        *(rows or [texts("log.empty")]),
        keys=texts("keys.log" if pages > 1 else "keys.back"),
    )
