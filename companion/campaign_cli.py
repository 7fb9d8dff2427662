"""``port-royal campaign``: writes the campaign of The Adventure Begins to a file, or takes one over."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from companion.campaign_file import read_campaign, write_campaign
from companion.desk_state import SETTINGS
from companion.store import Store
from engine.adventure.campaign import Campaign

KEY = "campaign"
"""Where the settings keep it."""


def run_campaign(options: argparse.Namespace, store: Store) -> int:
    """Do what the command line asks for; gives the exit status, 2 when there is no campaign to write."""
    if options.do == "import":
        return _take_over(store, options.file)
    campaign = kept_campaign(store)
    if campaign is None:
        print("No campaign was begun here yet.", file=sys.stderr)
        return 2
    text = write_campaign(campaign)
    if options.file is None:
        print(text, end="")
    else:
        options.file.write_text(text, encoding="utf-8")
    return 0


def kept_campaign(store: Store) -> Campaign | None:
    """Give the campaign that the device would go on with."""
    settings: dict[str, Any] = store.setting(SETTINGS, {}, dict[str, Any])
    try:
        return msgspec.convert(settings.get(KEY), Campaign | None)
    except msgspec.ValidationError:
        return None


def _take_over(store: Store, file: Path | None) -> int:
    if file is None:
        print("Name the file to take the campaign from.", file=sys.stderr)
        return 2
    campaign = read_campaign(file)
    settings: dict[str, Any] = store.setting(SETTINGS, {}, dict[str, Any])
    store.set_setting(SETTINGS, {**settings, KEY: msgspec.to_builtins(campaign)})
    print(f"The campaign with the pack {campaign.pack} goes on with chapter {campaign.chapter}.")
    return 0
