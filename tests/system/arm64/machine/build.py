"""Makes an arm64 computer for QEMU: kernel, first file system, a card with a Debian, and the board.

`build.py FOLDER SUITE` makes in the folder what is missing there and leaves the rest as it is; board and card
are also made anew when what makes them has changed.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import ModuleType

import board
import debian
import kernel
import library


def main(folder: Path, suite: str) -> None:
    os.nice(5)
    began = time.monotonic()
    tree, workshop = folder / "tree", folder / "workshop"
    folder.mkdir(parents=True, exist_ok=True)

    def missing(name: str, *makers: ModuleType) -> bool:
        path = folder / name
        made_s = path.stat().st_mtime if path.exists() else 0.0
        if made_s and all(Path(str(maker.__file__)).stat().st_mtime < made_s for maker in makers):
            return False
        print(f"{time.monotonic() - began:5.0f} s  making {name}", flush=True)
        return True

    if missing("tree"):
        debian.make_tree(suite, tree)
    if missing("workshop"):
        debian.make_workshop(suite, kernel.version(tree), workshop)
    if missing("python3-lgpio.deb"):
        library.make_package(workshop, folder / "python3-lgpio.deb")
    if missing("gpio-sim.ko"):
        kernel.make_gpio_sim(workshop, kernel.version(tree), folder / "gpio-sim.ko")
    if missing("board.dtb", board):
        board.make_tree(folder / "board.dtb")
    if missing("card.img", board, kernel):
        kernel.make_start(tree, folder / "vmlinuz", folder / "initrd")
        board.make_card(tree, folder, folder / "card.img")
    print(f"{time.monotonic() - began:5.0f} s  all there", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute(), sys.argv[2])
