"""A campaign of The Adventure Begins as a file: to be kept, looked at, and taken to another device."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.script_text import write_value
from companion.typedyaml import read
from companion.yamltext import YamlError, read_text
from engine.adventure.campaign import Campaign
from engine.adventure.pack import CHAPTERS, spoken


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of the file; numbers of groups may stand there as numbers."""

    campaign: str
    """Name of the pack."""
    chapter: int
    failures: int = 0
    inserted: list[int | str] = msgspec.field(default_factory=list)
    defeats: int = 0
    finished: bool = False


def write_campaign(campaign: Campaign) -> str:
    """Give a campaign as the text of a file, which ``read_campaign`` reads back as the same."""
    lines = {
        "campaign": campaign.pack,
        "chapter": campaign.chapter,
        "failures": campaign.failures,
        "inserted": [spoken(group) for group in campaign.inserted],
        "defeats": campaign.defeats,
        "finished": campaign.finished,
    }
    head = "# A campaign of The Adventure Begins: the chapter to be played next, and what is in the pile."
    return "\n".join([head, *(f"{key}: {write_value(value)}" for key, value in lines.items())]) + "\n"


def read_campaign(path: Path) -> Campaign:
    """Read a campaign from a file; raises ``YamlError`` with the place of what is wrong."""
    text = read_text(path)
    file = read(text, str(path), _File)
    if file.chapter not in CHAPTERS or min(file.failures, file.defeats) < 0:
        raise YamlError(f"{path}: there are chapters 1 to 5, and no counts below 0.")
    return Campaign(
        pack=file.campaign,
        chapter=file.chapter,
        failures=file.failures,
        inserted=tuple(map(str, file.inserted)),
        defeats=file.defeats,
        finished=file.finished,
    )
