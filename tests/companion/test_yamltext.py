from __future__ import annotations

import json
import string
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from companion import yamltext
from companion.yamltext import DEPTH, YamlError, load, locate, place, read_text, spell

PARSERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]
both_parsers = pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.__name__)


@pytest.mark.parametrize(
    "word", ["yes", "No", "on", "off", "y", "True", "NULL", "~", "04e2a1", "1e5", "0x3C"]
)
def test_a_word_that_other_yaml_would_change_is_text(word: str) -> None:
    assert load(f"key: {word}", "f.yaml") == {"key": word}


@pytest.mark.parametrize(
    "word", ["1_000", "007", "+5", ".5", "5.", "1:30", ".inf", "2024-01-31", "--1", "1234567890123456789"]
)
def test_what_is_no_plain_decimal_is_text(word: str) -> None:
    assert load(f"[{word}]", "f.yaml") == [word]


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("0", 0),
        ("12", 12),
        ("-3", -3),
        ("0.5", 0.5),
        ("-10.25", -10.25),
        ("999999999999999999", 999_999_999_999_999_999),
    ],
)
def test_the_special_words_and_plain_decimals(word: str, value: object) -> None:
    loaded = load(f"key: {word}", "f.yaml")
    assert loaded == {"key": value}
    assert isinstance(loaded, dict)
    assert type(loaded["key"]) is type(value)


@pytest.mark.parametrize("text", ["'true'", '"12"', "|-\n  null", "'0.5'"])
def test_in_quotes_everything_is_text(text: str) -> None:
    loaded = load(f"key: {text}", "f.yaml")
    assert isinstance(loaded, dict)
    assert isinstance(loaded["key"], str)


def test_keys_are_words_or_numbers() -> None:
    assert load("{no: 6, yes: 5, 10: [Ann], 'true': 1}", "f.yaml") == {
        "no": 6,
        "yes": 5,
        10: ["Ann"],
        "true": 1,
    }


@pytest.mark.parametrize("text", ["", "# only a remark\n", "---\n"])
def test_an_empty_text_is_nothing(text: str) -> None:
    assert load(text, "f.yaml") is None


@both_parsers
@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("a: 1\nb: 2\na: 3", 3, 1, "the key 'a' stands here a second time"),
        ("a:\n  - {x: 1, x: 2}", 2, 12, "the key 'x' stands here a second time"),
        ("1: a\n1.0: b", 2, 1, "a second time"),
        ("a: &one 1", 1, 4, "'&one' would be a reference"),
        ("a: [&one 1, *one]", 1, 5, "'&one' would be a reference"),
        ("a: *one", 1, 4, "'*one' would be a reference"),
        ("*one : 1", 1, 1, "'*one' would be a reference"),
        ("a: !!int '3'", 1, 4, "the tag 'tag:yaml.org,2002:int' is not used here"),
        ("a: !mine [1]", 1, 4, "the tag '!mine' is not used here"),
        ("? [1, 2]\n: 3", 1, 3, "a key must be a word or a number"),
        ("true: 3", 1, 1, "a key must be a word or a number"),
        ("null: 3", 1, 1, "a key must be a word or a number"),
        ("--- 1\n--- 2", 2, 1, "a second document begins here"),
        ("a: b: c", 1, 5, "this is not YAML: mapping values are not allowed"),
        ("a:\n\tb: 1", 2, 1, "a tab stands here; use spaces"),
        ("a:\n  b: 1\n c: 1", 3, 2, "Lines that belong together begin in the same column"),
        ('a: "\\x07"', 1, 4, "this text holds an invisible character"),
        ("[" * (DEPTH + 1), 1, DEPTH + 1, f"stand more than {DEPTH} deep"),
    ],
)
def test_an_error_names_the_place(parser: object, text: str, line: int, column: int, part: str) -> None:
    with pytest.raises(YamlError) as caught:
        load(text, "table.yaml", parser=parser)
    sentence = str(caught.value)
    assert part in sentence
    assert sentence.endswith(".")
    assert sentence.startswith(f"table.yaml, line {line}, column {column}: ")


@both_parsers
@pytest.mark.parametrize(
    ("text", "part"),
    [("a:\n- [1,\n 2", "flow sequence"), ("a:\n- 'b\n", "quoted scalar"), ("a:\n- {b", "flow mapping")],
)
def test_what_is_left_open_is_told_where_it_begins(parser: object, text: str, part: str) -> None:
    with pytest.raises(
        YamlError, match=rf"this is not YAML: while \w+ a {part} that begins in line 2, .*\.$"
    ):
        load(text, "table.yaml", parser=parser)


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\ud800", "\ufffe"])
def test_an_invisible_character_is_named(sign: str) -> None:
    with pytest.raises(
        YamlError, match=rf"^f\.yaml, line 2: the invisible character U\+{ord(sign):04X} cannot"
    ):
        load(f"a: 1\nb: {sign}", "f.yaml")


def test_nothing_grows_without_end() -> None:
    lines = ["a: &a [x, x, x, x]"]
    lines += [f"{b}: &{b} [*{a}, *{a}, *{a}, *{a}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    with pytest.raises(YamlError, match="would be a reference"):
        load("\n".join(lines), "f.yaml")


def test_very_deep_texts_are_refused_and_not_followed() -> None:
    for opening in ("[" * 200_000, "{a: " * 50_000, "- " * 50_000):
        with pytest.raises(YamlError):
            load(opening, "f.yaml")
        assert locate(opening, (0, 0)) is None


def test_as_deep_as_allowed_is_allowed() -> None:
    loaded = load("[" * DEPTH + "]" * DEPTH, "f.yaml")
    for _ in range(DEPTH - 1):
        assert isinstance(loaded, list)
        (loaded,) = loaded
    assert loaded == []


@both_parsers
@given(st.text(alphabet=string.printable + "äß†\x00\x85\u2028\ud800", max_size=60))
def test_any_text_is_an_object_or_an_error_with_a_sentence(parser: object, text: str) -> None:
    try:
        load(text, "f.yaml", parser=parser)
        sentence = ""
    except YamlError as error:
        sentence = str(error)
    assert not sentence or (sentence.startswith("f.yaml, line ") and sentence.endswith("."))
    line = locate(text, ("a", 0))
    assert line is None or 1 <= line <= len(text.splitlines())


VISIBLE = "".join(sign for sign in string.printable if sign not in "\v\f") + "äß†"
contents = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(VISIBLE, max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abyesno01", min_size=1), inner, max_size=4)
    ),
    max_leaves=12,
)


@both_parsers
@given(contents)
def test_what_is_written_with_quotes_is_read_back(parser: object, content: object) -> None:
    text = json.dumps(content, ensure_ascii=False)  # JSON is YAML in which every text stands in quotes
    assert load(text, "f.yaml", parser=parser) == content


def test_both_parsers_read_the_table_scripts_alike(scenarios: Path) -> None:
    files = sorted(scenarios.rglob("*.yaml"))
    assert len(files) > 100
    for file in files[::9]:
        text = read_text(file)
        slow, fast = (load(text, str(file), parser=parser) for parser in PARSERS)
        assert slow == fast
        assert isinstance(fast, dict)
        assert "game" in fast


TABLE = """\
# a table
displays:
  main:
    kind: ssd1306-i2c
    adress: 0x3C
steps:
  - stop
  - take: sailor-3-1
    by: Ben
10: [1,
  2]
'10': x
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 2),
        (("displays",), 2),
        (("displays", "main"), 3),
        (("displays", "main", "adress"), 5),
        (("displays", "main", "port"), 3),
        (("displays", "seat-1", "port"), 2),
        (("steps", 0), 7),
        (("steps", 1), 8),
        (("steps", 1, "by"), 9),
        (("steps", 2), 6),
        (("steps", "x"), 6),
        ((10, 1), 11),
        (("10",), 12),
        (("nothing", "of", "it"), 2),
    ],
)
def test_a_path_is_located(path: tuple[str | int, ...], line: int) -> None:
    assert locate(TABLE, path) == line
    assert place(TABLE, "t.yaml", path) == f"t.yaml, line {line}"


@pytest.mark.parametrize("text", ["", "a: [", "a: *b"])
def test_without_a_place_there_is_no_line(text: str) -> None:
    assert locate(text, ("a",)) is None
    assert place(text, "t.yaml", ("a",)) == "t.yaml"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("a",), "a"),
        (("displays", "main"), "displays.main"),
        (("steps", 3, "take"), "steps[3].take"),
    ],
)
def test_a_path_is_spelled(path: tuple[str | int, ...], text: str) -> None:
    assert spell(path) == text


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes(b"\xef\xbb\xbfname: D\xc3\xada\r\n")
    assert load(read_text(file), str(file)) == {"name": "Día"}


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(YamlError, match=r"^There is no file .*none\.yaml\.$"):
        read_text(tmp_path / "none.yaml")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(YamlError, match=r"cannot be read: Is a directory\.$"):
        read_text(tmp_path)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes(b"name: D\xeda")
    with pytest.raises(YamlError, match=r"is not a text in UTF-8: look at byte 8\.$"):
        read_text(file)


def test_the_fast_parser_is_used_where_there_is_one() -> None:
    assert yamltext._PARSER is PARSERS[1]
