"""Lets ``python -m companion`` do what the command ``port-royal`` does."""

from __future__ import annotations

import sys

from companion.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
