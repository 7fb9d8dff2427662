from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from companion.config import (
    ConfigError,
    GpioKeys,
    I2cAddress,
    NoKeys,
    PiezoGpio,
    Pn532Uart,
    RgbGpio,
    SimulatedKeys,
    Ssd1306I2c,
    TableConfig,
    default_simulated,
    load_config,
)

TABLE = "table-pn532-ssd1306.yaml"


def test_the_simulated_table_is_the_same_with_and_without_its_file(root: Path) -> None:
    assert load_config(root / "config/simulated.yaml") == default_simulated()


def test_the_example_table(root: Path) -> None:
    config = load_config(root / "config" / TABLE)
    assert config == TableConfig(
        readers={"main": Pn532Uart(port="/dev/serial0", baud=115200, role="shared")},
        displays={"main": Ssd1306I2c(bus=1, address=I2cAddress(0x3C), width=128, height=64, rotate=0)},
        buttons=GpioKeys(pins={"yes": 5, "no": 6, "next": 16, "menu": 26}, hold_s=0.7, bounce_s=0.01),
    )
    assert config.keys == "four"


def test_every_file_in_the_folder_is_a_table_that_works(root: Path) -> None:
    files = [file for file in sorted((root / "config").glob("*.yaml")) if not file.name.startswith("deck-")]
    assert {"simulated.yaml", TABLE} <= {file.name for file in files}
    for file in files:
        assert load_config(file).displays


def test_an_empty_mapping_is_a_table_without_devices(load) -> None:
    config = load("{}")
    assert config == TableConfig()
    assert config.keys == "none"
    assert config.help.risk == "on-request"


def test_a_full_table(load) -> None:
    config = load("""
        language: pt-BR
        readers:
          main: {kind: pn532-uart}
          seat: {kind: pn532-uart, port: /dev/ttyUSB0, role: seat-2}
        displays:
          main: {kind: ssd1306-i2c, address: 0x3D, rotate: 180}
          seat-1: {kind: ssd1306-i2c, bus: 11}
          seat-2: {kind: ssd1306-i2c, bus: 12}
        buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16, seat-1: 17, seat-2: 27}, hold_s: 1}
        light: {kind: rgb-gpio}
        sound: {kind: piezo-gpio, level: off}
        help: {risk: always}
        dim_after_s: null
        off_after_s: 0.5
    """)
    assert config.language == "pt-BR"
    assert config.readers["seat"] == Pn532Uart(port="/dev/ttyUSB0", role="seat-2")
    assert config.displays["main"] == Ssd1306I2c(address=I2cAddress(0x3D), rotate=180)
    assert config.keys == "three"
    assert config.light == RgbGpio(red=12, green=20, blue=21)
    assert config.sound == PiezoGpio(pin=13, level="off")
    assert (config.dim_after_s, config.off_after_s) == (None, 0.5)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("buttons: {kind: none}", "none"),
        ("buttons: {kind: simulated}", "four"),
        ("buttons: {kind: simulated, names: [yes, no, next]}", "three"),
        ("buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16}}", "three"),
        ("buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16, menu: 26}}", "four"),
    ],
)
def test_a_menu_key_makes_four_keys(load, text: str, keys: str) -> None:
    assert load(text).keys == keys


@pytest.mark.parametrize(
    ("written", "number"), [("0x3C", 0x3C), ("0x3c", 0x3C), ("60", 60), ("'0x77'", 0x77)]
)
def test_an_address_is_written_as_on_the_data_sheet_or_plainly(load, written: str, number: int) -> None:
    config = load(f"displays: {{main: {{kind: ssd1306-i2c, address: {written}}}}}")
    assert config.displays["main"] == Ssd1306I2c(address=I2cAddress(number))


@pytest.mark.parametrize(
    "written", ["0x07", "0xF0", "3C", "x3C", "0xZZ", "yes", "7", "240", "60.5", "[60]", "true", "null", "-60"]
)
def test_what_is_no_address_is_refused(refuse, written: str) -> None:
    assert refuse(f"displays:\n  main:\n    kind: ssd1306-i2c\n    address: {written}\n") == (
        "table.yaml, line 4: 'displays.main.address' must be an I2C address from 0x08 to 0x77, such as 0x3C."
    )


@pytest.mark.parametrize(("written", "meant"), [("0x78", "0x3C"), ("0x7A", "0x3D"), ("120", "0x3C")])
def test_an_address_as_it_is_printed_on_modules_is_told_as_it_is_written_here(
    refuse, written: str, meant: str
) -> None:
    said = refuse(f"displays:\n  main:\n    kind: ssd1306-i2c\n    address: {written}\n")
    assert said.endswith(f" on a module is {meant} here.")


@pytest.mark.parametrize("written", ["29", "pin29"])
def test_a_pin_of_the_header_is_told_from_a_gpio(refuse, written: str) -> None:
    said = refuse(f"buttons: {{kind: gpio, pins: {{yes: {written}, no: 6, next: 16}}}}")
    assert said.endswith(" Pin 29 of the header, for example, is GPIO 5.")


def test_a_deck_file_lies_beside_the_config(load, tmp_path: Path) -> None:
    assert load("deck: decks/box1.yaml").deck == str(tmp_path / "decks/box1.yaml")
    assert load("deck: /srv/box1.yaml").deck == "/srv/box1.yaml"
    assert load("deck: null").deck is None


KEYS = "kind: gpio\n  pins:\n    yes: 5\n    no: 6\n    next: 16\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lanuage: en", "line 1: the key 'lanuage' is not known. Did you mean 'language'?"),
        ("language: fr", "line 1: 'language' cannot be 'fr'. Possible: de, en, pt-BR."),
        (
            "displays:\n  main:\n    kind: ssd1306-i2c\n    adress: 0x3C",
            "line 4: the key 'displays.main.adress' is not known. Did you mean 'address'?",
        ),
        (
            "displays:\n  main: {kind: sd1306-i2c}",
            "line 2: 'displays.main.kind' cannot be 'sd1306-i2c'. Did you mean 'ssd1306-i2c'?",
        ),
        (
            "displays:\n  seat1: {kind: simulated}",
            "line 2: the key 'displays.seat1' is not known. Did you mean 'seat-1'?",
        ),
        (
            "displays:\n  main: {kind: ssd1306-i2c, rotate: 90}",
            "line 2: 'displays.main.rotate' cannot be 90. Possible: 0, 180.",
        ),
        ("displays: [main]", "line 1: 'displays' must be a mapping of keys to values, not a list."),
        ("readers:\n  main: {port: /dev/serial0}", "line 2: 'readers.main' lacks the key 'kind'."),
        (
            "readers:\n  main: {kind: pn532-uart, baud: fast}",
            "line 2: 'readers.main.baud' must be a whole number, not 'fast'.",
        ),
        (
            "readers:\n  main: {kind: pn532-uart, role: seat-9}",
            "line 2: 'readers.main.role' cannot be 'seat-9'.",
        ),
        (
            "buttons:\n  kind: gpio\n  pins: {yes: 5, no: 6}",
            "line 1: 'buttons' needs the keys yes, no and next; missing: next.",
        ),
        (
            "buttons: {kind: simulated, names: [menu]}",
            "line 1: 'buttons' needs the keys yes, no and next; missing: yes, no, next.",
        ),
        ("buttons:\n  kind: gpio", "line 1: 'buttons' lacks the key 'pins'."),
        (
            f"buttons:\n  {KEYS}    mneu: 26",
            "line 7: the key 'buttons.pins.mneu' is not known. Did you mean 'menu'?",
        ),
        (f"buttons:\n  {KEYS}    menu: 1", "line 7: 'buttons.pins.menu' must be a whole number >= 2, not 1."),
        (
            f"buttons:\n  {KEYS}    menu: 28",
            "line 7: 'buttons.pins.menu' must be a whole number <= 27, not 28.",
        ),
        (
            f"buttons:\n  {KEYS}    menu: GPIO26",
            "line 7: 'buttons.pins.menu' must be a whole number, not 'GPIO26'.",
        ),
        (f"buttons:\n  {KEYS}  hold_s: 0", "line 7: 'buttons.hold_s' must be a number >= 0.3, not 0."),
        (
            "help: {risk: sometimes}",
            "line 1: 'help.risk' cannot be 'sometimes'. Possible: always, off, on-request.",
        ),
        (
            "dim_after_s: 60\noff_after_s: 59",
            "line 2: 'off_after_s' must not be less than 'dim_after_s', which is 60.",
        ),
        ("off_after_s: 59", "line 1: 'off_after_s' must not be less than 'dim_after_s', which is 60."),
        (
            "help: {}\nhelp: {}",
            "line 2, column 1: the key 'help' stands here a second time; keep one of the two.",
        ),
    ],
)
def test_a_slip_is_one_sentence_with_its_place(refuse, text: str, sentence: str) -> None:
    assert refuse(text).startswith(f"table.yaml, {sentence}")


I2C = "displays: {main: {kind: ssd1306-i2c}}\n"
UART = "readers: {main: {kind: pn532-uart}}\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            f"buttons:\n  {KEYS}    menu: 6",
            "line 7: 'buttons.pins.menu' uses GPIO 6, which 'buttons.pins.no' uses already",
        ),
        (
            f"{I2C}buttons:\n  {KEYS}    menu: 2",
            "line 8: 'buttons.pins.menu' uses GPIO 2, which 'displays.main' uses already for I2C bus 1",
        ),
        (
            f"buttons:\n  {KEYS}    menu: 3\n{I2C}",
            "line 7: 'buttons.pins.menu' uses GPIO 3, which 'displays.main' uses already for I2C bus 1",
        ),
        (
            f"{UART}buttons:\n  {KEYS}    menu: 14",
            "line 8: 'buttons.pins.menu' uses GPIO 14, which 'readers.main' uses already for the serial port",
        ),
        (
            f"{UART}buttons:\n  {KEYS}    menu: 15",
            "line 8: 'buttons.pins.menu' uses GPIO 15, which 'readers.main' uses already",
        ),
        (
            f"{I2C}light:\n  kind: rgb-gpio\n  green: 3",
            "line 4: 'light.green' uses GPIO 3, which 'displays.main' uses already",
        ),
        (
            f"light: {{kind: rgb-gpio}}\nbuttons:\n  {KEYS}    menu: 20",
            "line 8: 'buttons.pins.menu' uses GPIO 20, which 'light.green' uses already",
        ),
        (
            "sound: {kind: piezo-gpio, pin: 12}\nlight: {kind: rgb-gpio}",
            "line 1: 'sound.pin' uses GPIO 12, which 'light.red' uses already",
        ),
        (
            "readers:\n  main: {kind: pn532-uart}\n  seat: {kind: pn532-uart}",
            "line 3: 'readers.seat' uses the serial port /dev/serial0, which 'readers.main' uses already",
        ),
        (
            "displays:\n  main: {kind: ssd1306-i2c}\n  seat-1: {kind: ssd1306-i2c, address: 60}",
            "line 3: 'displays.seat-1' uses I2C address 0x3C on bus 1, which 'displays.main' uses already",
        ),
    ],
)
def test_r19_two_devices_on_one_thing_are_refused(refuse, text: str, sentence: str) -> None:
    assert refuse(text).startswith(f"table.yaml, {sentence}")


@pytest.mark.parametrize("pin", [2, 3, 14, 15])
def test_r19_the_pins_of_a_bus_are_free_while_it_is_not_used(load, pin: int) -> None:
    simulated = "readers: {main: {kind: simulated}}\ndisplays: {main: {kind: simulated}}\n"
    assert load(f"{simulated}buttons:\n  {KEYS}    menu: {pin}").keys == "four"


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^There is no file .*nowhere\.yaml\.$"):
        load_config(tmp_path / "nowhere.yaml")


def test_no_keys_is_the_default() -> None:
    assert TableConfig().buttons == NoKeys()
    assert SimulatedKeys().names == ("yes", "no", "next", "menu")


words = st.sampled_from(
    "main seat-1 kind simulated pn532-uart ssd1306-i2c gpio none pins yes no next menu readers displays "
    "buttons language help risk always address 0x3C port bus".split()
)
contents = st.recursive(
    words | st.integers(-2, 70) | st.booleans() | st.none(),
    lambda inner: st.dictionaries(words, inner, max_size=4) | st.lists(inner, max_size=3),
    max_leaves=14,
)
tables = st.fixed_dictionaries(
    {},
    optional={
        "readers": st.dictionaries(words, contents, max_size=3) | contents,
        "displays": st.dictionaries(words, contents, max_size=3) | contents,
        "buttons": st.fixed_dictionaries({"kind": words, "pins": st.dictionaries(words, st.integers(0, 30))})
        | contents,
        "help": contents,
        "other": contents,
    },
)


@given(tables)
def test_any_content_is_a_table_or_one_sentence(tmp_path_factory, content: object) -> None:
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    try:
        load_config(file)
        sentence = ""
    except ConfigError as error:
        sentence = str(error)
    assert not sentence or (sentence.startswith(f"{file}, line ") and sentence[-1] in ".?")
