"""How screens of the expansion look: pictures in tests/golden; PORT_ROYAL_GOLDEN=write draws them anew."""

import os

import pytest
from PIL import Image

from companion.paint import Painter, save_png

COINS = {"Ann": 5, "Ben": 6, "Cem": 3}
CALM = {"event": "event-calm-sea", "tasks": {"13": []}}
INN = ["innkeeper-5-1-b3-r4", "ship-blue-crown-2-rum"]
ALL = tuple(str(group) for group in range(80, 92))
PICTURES = {
    "AD1": ({"events": ["event-join-forces"]}, lambda table: None),
    "AD3": ({"crowns": {"Ann": 3}}, lambda table: table.tap("event-black-market").rest()),
    "AD8": ({"display": {"Ann": ["priest-4-1"]}, **CALM}, lambda table: table.tap("task-13")),
    "AD12": (
        {"crowns": {"Ann": 4}, "harbor": ["ship-red-crown-3-rum"], **CALM},
        lambda table: table.press(">").rest().tap("ship-red-crown-3-rum"),
    ),
    "AD14": ({"tasks": {"10": ["Ben"], "11": []}, "events": []}, lambda table: table.press("y").rest()),
    "AD21": ({"crowns": {"Ann": 4}, "display": {"Ann": INN}, **CALM}, lambda table: table.press("Y")),
}


@pytest.mark.parametrize("name", PICTURES)
def test_looks_as_the_golden_picture(sit, root, tmp_path, name):
    position, lead = PICTURES[name]
    table = sit().begin("Ann", "Ben", "Cem", inserted=ALL, position={"coins": COINS, **position})
    lead(table)
    now = Painter().paint(table.screens["main"])
    path = root / "tests" / "golden" / f"{name}.png"
    if os.environ.get("PORT_ROYAL_GOLDEN") == "write":
        save_png(now, path, scale=1)
    with Image.open(path) as golden:
        same = golden.convert("1").tobytes() == now.tobytes()
    save_png(now, tmp_path / f"{name}-now.png", scale=8)
    assert same, f"{name} looks different: see {tmp_path}/{name}-now.png"
