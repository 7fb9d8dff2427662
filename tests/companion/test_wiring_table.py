"""The wiring as a list: pins of the three profiles, proposals for supplies, and what to look at twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion import cli
from companion.config import TableConfig, load_config
from companion.header_pins import HEADER, nearest, pin_of
from companion.wiring_table import WiringTable, as_text, wiring_table

PROFILES = ("minimal", "standard", "full")


@pytest.fixture
def table(tmp_path: Path):
    """Give the wiring of a config of the text given."""

    def wire(text: str) -> WiringTable:
        file = tmp_path / "table.yaml"
        file.write_text(text, encoding="utf-8")
        return wiring_table(load_config(file))

    return wire


@pytest.fixture
def profile(root: Path):
    """Give the wiring of a profile."""
    return lambda name: wiring_table(load_config(root / "config" / f"table-{name}.yaml"))


def pins(table: WiringTable, name: str) -> dict[str, int]:
    """Give the header pin of each signal pin of a part."""
    [unit] = [unit for unit in table.units if unit.name == name]
    return {joint.label: joint.pin.number for joint in unit.joints if joint.pin and not joint.supply}


# -- the header --------------------------------------------------------------------------
def test_the_header_has_every_pin_once() -> None:
    assert [pin.number for pin in HEADER] == list(range(1, 41))
    assert sorted(pin.gpio for pin in HEADER if pin.gpio is not None) == list(range(28))
    assert Counter(pin.supply for pin in HEADER if pin.supply) == {"GND": 8, "3V3": 2, "5V": 2}
    assert {pin.number for pin in HEADER if pin.supply == "GND"} == {6, 9, 14, 20, 25, 30, 34, 39}
    assert (pin_of(13).number, pin_of(13).row, pin_of(13).right) == (33, 16, False)
    assert pin_of(13).name == "GPIO 13"
    assert (HEADER[39].number, HEADER[39].row, HEADER[39].right) == (40, 19, True)


def test_the_header_agrees_with_the_drivers() -> None:
    from drivers.mfrc522_package import HEADER_PINS

    assert {pin.gpio: pin.number for pin in HEADER if pin.gpio is not None} == HEADER_PINS


def test_a_supply_is_proposed_nearby_in_the_same_column_and_where_nothing_is_yet() -> None:
    serial = (pin_of(14), pin_of(15))
    assert nearest("GND", serial, {}).number == 6
    assert nearest("GND", serial, {6: 1}).number == 9
    assert nearest("3V3", (pin_of(2),), {}).number == 1
    assert nearest("3V3", (pin_of(2),), {1: 2, 17: 0}).number == 17
    assert nearest("GND", (pin_of(26),), {}).number == 39
    assert nearest("GND", (), {}).number == 6


# -- the profiles of device-ux.md 2 ------------------------------------------------------
KEYS = {"YES": 29, "NO": 31, "NEXT": 36, "MENU": 37}
RC522 = {"SDA": 24, "SCK": 23, "MOSI": 19, "MISO": 21}
PN532 = {"TXD": 10, "RXD": 8}
BIG_OLED = {"SCK": 23, "SDA": 19, "CS": 26, "DC": 18, "RES": 16}


def test_the_minimal_table(profile) -> None:
    table = profile("minimal")
    assert [unit.name for unit in table.units] == ["readers.main", "displays.main", "buttons"]
    assert pins(table, "readers.main") == RC522
    assert pins(table, "displays.main") == {"SDA": 3, "SCL": 5}
    assert pins(table, "buttons") == KEYS
    assert table.settings == ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtparam=spi=on")
    assert table.warnings == ()


def test_the_standard_table(profile) -> None:
    table = profile("standard")
    assert pins(table, "readers.main") == PN532
    assert pins(table, "displays.main") == BIG_OLED
    assert pins(table, "buttons") == KEYS
    assert pins(table, "light") == {"R": 32, "G": 38, "B": 40}
    assert pins(table, "sound") == {"B": 33}
    assert table.settings == ("dtparam=spi=on", "enable_uart=1")


def test_the_full_table(profile) -> None:
    table = profile("full")
    assert pins(table, "readers.main") == PN532
    assert pins(table, "readers.second") == RC522
    assert pins(table, "displays.main") == BIG_OLED
    assert pins(table, "buttons") == KEYS
    assert pins(table, "buttons.seats") == {
        "SEAT 1": 11,
        "SEAT 2": 13,
        "SEAT 3": 15,
        "SEAT 4": 7,
        "SEAT 5": 12,
    }
    assert pins(table, "light") == {"R": 32, "G": 38, "B": 40}
    assert pins(table, "sound") == {"B": 33}
    [mux] = [unit for unit in table.units if unit.look == "multiplexer"]
    assert pins(table, mux.name) == {"SDA": 3, "SCL": 5}
    for seat in range(1, 6):
        [display] = [unit for unit in table.units if unit.name == f"displays.seat-{seat}"]
        assert display.behind == mux.name
        assert [joint.behind for joint in display.joints] == ["VCC", "GND", f"SD{seat - 1}", f"SC{seat - 1}"]
    assert any("19 (MOSI) and 23 (SCLK)" in sentence for sentence in table.warnings)
    assert any("10 cm" in sentence for sentence in table.warnings)


@pytest.mark.parametrize("name", PROFILES)
def test_r19_no_pin_of_a_profile_has_two_jobs_and_every_supply_is_one(profile, name: str) -> None:
    table = profile(name)
    jobs: dict[int, set[str]] = {}
    for unit in table.units:
        for joint in unit.joints:
            if joint.pin:
                jobs.setdefault(joint.pin.number, set()).add(joint.bus or joint.supply or joint.signal)
                assert joint.supply == joint.pin.supply
    assert all(len(job) == 1 for job in jobs.values())
    grounds = [n for n, job in jobs.items() if job == {"GND"}]
    parts = sum(not unit.behind for unit in table.units)
    assert len(grounds) == parts, "there are grounds enough for each part to have its own"
    assert not jobs.keys() & {2, 4, 27, 28}


# -- other tables ------------------------------------------------------------------------
def test_readers_and_displays_of_every_kind_have_their_wires(table) -> None:
    wired = table("""
readers:
  main: {kind: pn532-i2c}
  second: {kind: mfrc522-spi, device: 1, transport: package, reset: 25}
  usb: {kind: usb-keyboard, path: /dev/input/by-id/usb-reader-event-kbd}
  far: {kind: pn532-uart, port: /dev/ttyUSB0}
displays:
  main: {kind: sh1106-spi, bus: 1, device: 2, dc: 12, reset: null}
  seat-1: {kind: ssd1306-i2c, bus: 0, address: 0x3D}
  seat-2: {kind: ssd1306-i2c, bus: 22}
sound: {kind: buzzer-gpio}
buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 14}}
""")
    assert pins(wired, "readers.main") == {"SDA": 3, "SCL": 5}
    assert pins(wired, "readers.second") == {"SDA": 26, "SCK": 23, "MOSI": 19, "MISO": 21, "RST": 22}
    assert pins(wired, "displays.main") == {"SCK": 40, "SDA": 38, "DC": 32, "CS": 36}
    assert pins(wired, "displays.seat-1") == {"SDA": 27, "SCL": 28}
    assert pins(wired, "sound") == {"B": 33}
    remarks = {unit.name: unit.remark for unit in wired.units}
    assert remarks["readers.usb"] == "It goes into a USB socket."
    assert "/dev/ttyUSB0" in remarks["readers.far"]
    assert remarks["displays.seat-2"].startswith("I2C bus 22 is not one of the header's own")
    assert "active buzzer" in remarks["sound"]
    assert wired.settings == (
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm_baudrate=400000",
        "dtparam=i2c_vc=on",
        "dtparam=spi=on",
        "dtoverlay=spi1-3cs",
    )
    assert any("serial console" in sentence and "Pin 8 (GPIO 14)" in sentence for sentence in wired.warnings)
    assert any("memory" in sentence for sentence in wired.warnings)


@pytest.mark.parametrize(
    ("address", "wires"),
    [
        (0x70, "A0, A1 and A2 to GND on its board"),
        (0x75, "A1 to GND and A0 and A2 to VCC on its board"),
        (0x77, "A0, A1 and A2 to VCC on its board"),
    ],
)
def test_the_address_of_a_multiplexer_is_wired(table, address: int, wires: str) -> None:
    display = f"{{kind: ssd1306-i2c, mux: {{address: {address:#x}, channel: 3}}}}"
    wired = table(f"displays: {{main: {display}}}")
    assert wired.units[0].remark.startswith(wires)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("displays: {main: {kind: simulated}}", "There is no reader: no card can be tapped."),
        ("readers: {main: {kind: simulated}}", "There is no display: nothing can be seen."),
        (
            "displays: {seat-1: {kind: simulated}}",
            "There is no display 'main', which shows what all must see.",
        ),
        ("{}", "There are no keys: nobody can stop, pass or repel."),
        ("readers: {main: {kind: simulated}}", "Reader main is simulated: there is nothing to wire."),
        ("light: {kind: simulated}", "The light is simulated: there is nothing to wire."),
    ],
)
def test_what_a_table_lacks_is_said(table, text: str, sentence: str) -> None:
    assert sentence in table(text).warnings


def test_nothing_is_missed_on_a_table_with_a_serial_reader_on_its_pins(table) -> None:
    wired = table("readers: {main: {kind: pn532-uart}}\n")
    assert not any("serial console" in sentence for sentence in wired.warnings)


# -- text and command --------------------------------------------------------------------
def test_the_text_names_part_pin_header_pin_and_gpio(profile) -> None:
    text = as_text(profile("standard"), "x.yaml")
    lines = text.splitlines()
    assert lines[0].startswith("Wiring of x.yaml")
    assert lines[2].split() == ["its", "pin", "header", "pin", "GPIO", "signal"]
    reader = lines.index("Reader main: PN532, UART (HSU)")
    assert lines[reader + 1].split() == ["VCC", "1", "3V3"]
    assert lines[reader + 3].split() == ["TXD", "10", "15", "RXD", "or", "SDA"]
    assert "  enable_uart=1" in lines
    assert max(map(len, lines)) <= 110


def test_the_text_says_which_pin_of_the_multiplexer_a_seat_hangs_on(profile) -> None:
    lines = as_text(profile("full"), "x.yaml").splitlines()
    seat = lines.index("Seat 3: SSD1306, 0x3C")
    assert [" ".join(line.split()) for line in lines[seat + 1 : seat + 5]] == [
        "VCC to VCC of the multiplexer",
        "GND to GND of the multiplexer",
        "SDA to SD2 of the multiplexer",
        "SCL to SC2 of the multiplexer",
    ]


def test_a_table_of_simulated_parts_has_no_empty_list() -> None:
    text = as_text(wiring_table(TableConfig()), "x.yaml")
    assert "its pin" not in text
    assert "Look twice:" in text


def test_the_command_prints_the_table_and_draws_it(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, svg = str(root / "config/table-minimal.yaml"), tmp_path / "out.svg"
    assert cli.main(["wiring", "--config", config]) == 0
    assert "The picture" not in capsys.readouterr().out
    assert cli.main(["wiring", "--config", config, "--svg", str(svg)]) == 0
    out = capsys.readouterr().out
    assert "Reader main: RC522, SPI 0 CE0" in out
    assert out.endswith(f"The picture is in {svg}.\n")
    assert svg.read_text(encoding="utf-8").startswith("<svg ")


def test_a_config_with_two_owners_of_a_pin_or_a_folder_that_is_not_there_is_one_sentence(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("buttons: {kind: gpio, pins: {yes: 5, no: 5, next: 16}}\n")
    assert cli.main(["wiring", "--config", str(bad)]) == 2
    assert "'buttons.pins.no' uses GPIO 5" in capsys.readouterr().err
    svg = tmp_path / "none" / "out.svg"
    config = root / "config/table-minimal.yaml"
    assert cli.main(["wiring", "--config", str(config), "--svg", str(svg)]) == 2
    assert str(svg) in capsys.readouterr().err
