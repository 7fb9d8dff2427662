"""The Adventure Begins, the expansion of Port Royal for one to four players (rules S01 to O05).

Settings and saved games of any device can hold what it is begun with; its rules come with its first table.
"""

from __future__ import annotations

from engine.adventure.head import Head
from engine.adventure.pack import Pack

__all__ = ["Head", "Pack"]
