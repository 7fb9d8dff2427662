"""Draws everything that a table sees while a game is on; pure, nothing here changes anything."""

from __future__ import annotations

from companion.screens.compose import compose
from companion.screens.main import main_screen
from companion.screens.seats import seat_screen

__all__ = ["compose", "main_screen", "seat_screen"]
