"""The installed table on simulated chips: what a real one would be wired to, and a socket for hands.

`simulated_chips.py run --config FILE` is `port-royal run` with the same words; the chips behind all devices
of the config are made here.  `simulated_chips.py hands` lays cards and presses keys on the one that runs:
each line of its input is `tap CARD`, `press KEY`, `hold KEY`, `lift`, `look DISPLAY`, `unplug DEVICE` or
`plug DEVICE`.
"""

from __future__ import annotations

import contextlib
import queue
import socket
import sys
import threading
import time
from pathlib import Path

PATIENCE_S = 20.0
SOCKET = "/run/port-royal/hands"
GAME = "port-royal"


class Heard:
    """What came in from the devices, for hands that wait until they were noticed."""

    def __init__(self) -> None:
        self._items: list[object] = []
        self._changed = threading.Condition()

    def note(self, item: object) -> None:
        with self._changed:
            self._items.append(item)
            self._changed.notify_all()

    def count(self, kind: str, what: str) -> int:
        """Count the reports of a kind about a tag or key."""
        return sum(
            type(item).__name__ == kind and what in (getattr(item, "uid", ""), getattr(item, "button", ""))
            for item in self._items
        )

    def wait(self, kind: str, what: str, before: int) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: self.count(kind, what) > before, PATIENCE_S):
                raise TimeoutError(f"no {kind} of {what}")


def run(arguments: list[str]) -> int:
    """Run the table on simulated chips."""
    from companion import cli
    from companion import run as running
    from companion.bootstrap import RunningClock, simulated_table

    heard, real_build = Heard(), running.build

    class Inbox(queue.SimpleQueue):
        def put(self, item: object, *args: object, **kwargs: object) -> None:
            super().put(item, *args, **kwargs)
            heard.note(item)

    def build(config, sink, **others):
        hardware = simulated_table(config, RunningClock(), every_kind=True)
        threading.Thread(target=serve, args=(hardware, heard), daemon=True, name="hands").start()
        return real_build(config, sink, simulated=hardware, **others)

    running.build, running.Inbox = build, Inbox
    return cli.main(arguments)


def serve(hardware, heard: Heard) -> None:
    """Do what hands are told, one line at a time."""
    with contextlib.suppress(FileNotFoundError):
        Path(SOCKET).unlink()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(SOCKET)
    listening.listen()
    while True:
        line, _ = listening.accept()
        with line, line.makefile("rw", encoding="utf-8") as file:
            for text in file:
                try:
                    if text.startswith("look"):
                        file.write(seen(hardware, text.split()[1]))
                    act(hardware, heard, text.split())
                    file.write("done\n")
                except Exception as error:  # noqa: BLE001 - told to the hands, which fail with it
                    file.write(f"{type(error).__name__}: {error}\n")
                file.flush()


def act(hardware, heard: Heard, words: list[str]) -> None:
    from companion.decks.sample import sample_tag

    match words:
        case ["tap", card]:
            tag = sample_tag(card)
            before = heard.count("CardSeen", tag.uid_hex)
            hardware.lift()
            time.sleep(0.5)  # a reader calls a tag lifted after 300 ms (R8)
            hardware.tap(tag)
            heard.wait("CardSeen", tag.uid_hex, before)
        case ["press", key]:
            before = heard.count("ButtonShort", key)
            hardware.press(key)
            heard.wait("ButtonShort", key, before)
        case ["hold", key]:
            before = heard.count("ButtonLong", key)
            hardware.hold(key)
            heard.wait("ButtonLong", key, before)
        case ["look", _]:
            pass
        case ["lift"]:
            hardware.lift()
        case ["unplug" | "plug" as what, device]:
            getattr(hardware, what)(device)
        case _:
            raise ValueError(f"what is {words}?")


def seen(hardware, display: str) -> str:
    """Draw what a display shows, a character for two rows of pixels."""
    picture = hardware.framebuffer(display)
    blocks = " \u2580\u2584\u2588"
    rows = range(0, picture.height, 2)
    lit = [[picture.getpixel((x, y)) != 0 for x in range(picture.width)] for y in range(picture.height)]
    return "".join(
        "|" + "".join(blocks[up + 2 * low] for up, low in zip(lit[y], lit[y + 1], strict=True)) + "\n"
        for y in rows
    )


def hands() -> int:
    """Hand the lines of the input on; what could not be done ends it."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(SOCKET)
        with line.makefile("rw", encoding="utf-8") as file:
            for text in sys.stdin:
                file.write(f"{text.strip()}\n")
                file.flush()
                while (said := file.readline().rstrip("\n")).startswith("|"):
                    print(said)
                if said != "done":
                    print(f"{text.strip()}: {said or 'the table is gone'}")
                    return 1
    return 0


def deck(path: str) -> int:
    """Write a deck file for the tags of the simulated cards."""
    from companion.catalogue import Catalogues
    from companion.decks.sample import sample_deck

    lines = ["name: simulated", f"game: {GAME}", "cards:"]
    cards = sample_deck(GAME, Catalogues().cards).cards
    # With quotes: a number such as 04123456789012 would be none.
    Path(path).write_text(
        "\n".join([*lines, *(f"  '{uid}': '{card}'" for uid, card in cards.items())]) + "\n"
    )
    return 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["hands"]:
            sys.exit(hands())
        case ["deck", path]:
            sys.exit(deck(path))
        case arguments:
            sys.exit(run(arguments))
