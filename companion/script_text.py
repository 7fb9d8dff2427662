"""Writes steps and facts as the part of YAML that table scripts are made of, one value on one line."""

from __future__ import annotations

import json
import re

_PLAIN = re.compile(r"[^\W\d_](?:[\w.+-]|#(?=\d)| (?=[^\W_]))*")
"""Texts that need no quotes: they begin with a letter, and nothing in them means something in YAML."""
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""These are quoted, so that other readers of YAML take them for text too."""


def write_value(value: object) -> str:
    """Give a value of dicts, lists, texts, whole numbers, ``bool`` and ``None`` in YAML's short form."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{write_value(k)}: {write_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(write_value, value)) + "]"
    if isinstance(value, str):
        plain = _PLAIN.fullmatch(value) and value.lower() not in _WORDS
        return value if plain else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def write_step(step: object) -> str:
    """Give a step as it stands behind the dash: ``stop``, ``take: ship-red-1-1``, ``{take: x, by: Ben}``."""
    if isinstance(step, dict) and len(step) == 1:
        [(word, value)] = step.items()
        return f"{write_value(word)}: {write_value(value)}"
    return write_value(step)
