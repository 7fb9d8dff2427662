from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from companion import typedyaml
from companion.yamltext import YamlError


class Hexadecimal(int):
    """A number of a type of our own."""


class Ship(msgspec.Struct, frozen=True, tag="ship", tag_field="kind", forbid_unknown_fields=True):
    colour: Literal["red", "blue", "green"]
    coins: Annotated[int, Meta(ge=1, le=4)] = 1
    wares: dict[Literal["rum", "sugar"], int] = {}


class Person(msgspec.Struct, frozen=True, tag="person", tag_field="kind", forbid_unknown_fields=True):
    name: str
    mark: Hexadecimal = Hexadecimal(0)
    paid: bool | None = None

    def __post_init__(self) -> None:
        if self.name == "Nobody":
            raise ValueError("must be somebody")


class Harbor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: dict[str, Ship | Person] = {}
    row: tuple[Ship | Person, ...] = ()
    share: float = 0.0
    next: Ship | None = None


def hook(kind: type, value: Any) -> Any:
    try:
        return kind(value, 16)
    except (TypeError, ValueError):
        raise ValueError("must be a hexadecimal number") from None


SECOND_ALSO_WRONG = "  b: {kind: ship, colour: red, wares: {rum: x, sugar: 1}}"


def read(text: str) -> Harbor:
    return typedyaml.read(text, "harbor.yaml", Harbor, hook)


def test_a_text_becomes_records() -> None:
    text = """
    cards: {a: {kind: ship, colour: red, wares: {rum: 2}}, b: {kind: person, name: "No", mark: 3C}}
    row:
      - {kind: person, name: yes, paid: true}
    share: 1
    """
    assert read(text) == Harbor(
        cards={"a": Ship("red", wares={"rum": 2}), "b": Person("No", Hexadecimal(60))},
        row=(Person("yes", paid=True),),
        share=1.0,
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("shore: 1", "1: the key 'shore' is not known. Did you mean 'share'?"),
        ("x: 1", "1: the key 'x' is not known. Possible: cards, row, share, next."),
        ("cards: 3", "1: 'cards' must be a mapping of keys to values, not 3."),
        ("row: {}", "1: 'row' must be a list, not a mapping of keys to values."),
        ("share: much", "1: 'share' must be a number, not 'much'."),
        ("share: null", "1: 'share' must be a number, not null."),
        ("share: true", "1: 'share' must be a number, not true."),
        ("next: []", "1: 'next' must be a mapping of keys to values or null, not a list."),
        ("next:\n  {kind: ship, color: red}", "2: the key 'next.color' is not known. Did you mean 'colour'?"),
        ("next:\n  {kind: ship, colour: rad}", "2: 'next.colour' cannot be 'rad'. Did you mean 'red'?"),
        ("1: x", "1: the key '[1]' must be text."),
        ("[]", "1: the file must be a mapping of keys to values, not a list."),
        ("cards:\n  a: 3", "2: 'cards.a' must be a mapping of keys to values, not 3."),
        ("cards:\n  a: {colour: red}", "2: 'cards.a' lacks the key 'kind'."),
        ("cards:\n  a: {kind: boat}", "2: 'cards.a.kind' cannot be 'boat'. Possible: person, ship."),
        ("cards:\n  a: {kind: shipp}", "2: 'cards.a.kind' cannot be 'shipp'. Did you mean 'ship'?"),
        ("cards:\n  a: {kind: 3}", "2: 'cards.a.kind' must be text, not 3."),
        (
            "row:\n- kind: ship\n  color: red",
            "3: the key 'row[0].color' is not known. Did you mean 'colour'?",
        ),
        (
            "row:\n- kind: person\n  colour: x",
            "3: the key 'row[0].colour' is not known. Possible: kind, name, mark, paid.",
        ),
        ("row:\n- {kind: ship, 1: x}", "2: the key 'row[0][1]' must be text."),
        ("row:\n- kind: ship", "2: 'row[0]' lacks the key 'colour'."),
        ("row:\n- kind: ship\n  colour: rad", "3: 'row[0].colour' cannot be 'rad'. Did you mean 'red'?"),
        ("row:\n- kind: ship\n  colour: 7", "3: 'row[0].colour' must be text, not 7."),
        (
            "row:\n- {kind: ship, colour: red, coins: 5}",
            "2: 'row[0].coins' must be a whole number <= 4, not 5.",
        ),
        (
            "row:\n- {kind: ship, colour: red, coins: 1.5}",
            "2: 'row[0].coins' must be a whole number, not 1.5.",
        ),
        (
            "row:\n- {kind: person, name: Ann, paid: maybe}",
            "2: 'row[0].paid' must be true or false or null, not 'maybe'.",
        ),
        ("row:\n- {kind: person, name: Nobody}", "2: 'row[0]' must be somebody."),
        ("row:\n- {kind: person, name: Ann, mark: xy}", "2: 'row[0].mark' must be a hexadecimal number."),
        (f"share: {'x' * 99}", f"1: 'share' must be a number, not '{'x' * 40}...'."),
    ],
)
def test_what_does_not_fit_is_one_sentence_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(YamlError) as caught:
        read(text)
    assert str(caught.value) == f"harbor.yaml, line {sentence}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "a: {kind: person, name: Ann}\n  b: {kind: person, name: 3}",
            "3: 'cards.b.name' must be text, not 3.",
        ),
        (
            "a: {kind: person, name: 1}\n  b: {kind: person, name: 2}",
            "2: 'cards.a.name' must be text, not 1.",
        ),
        (
            "a: {kind: ship, colour: red, wares: {rum: 1, sugar: x}}\n" + SECOND_ALSO_WRONG,
            "2: 'cards.a.wares.sugar' must be a whole number, not 'x'.",
        ),
        (
            "a: {kind: ship, colour: red, wares: {rum: 1, suger: 1}}",
            "2: the key 'cards.a.wares.suger' is not known. Did you mean 'sugar'?",
        ),
        (
            "a: {kind: ship, colour: red, wares: {rum: 1, 7: 1}}",
            "2: the key 'cards.a.wares[7]' must be text. Possible: rum, sugar.",
        ),
    ],
)
def test_the_guilty_key_of_a_mapping_is_found(text: str, sentence: str) -> None:
    with pytest.raises(YamlError) as caught:
        read(f"cards:\n  {text}")
    assert str(caught.value) == f"harbor.yaml, line {sentence}"


def test_an_empty_file_is_said() -> None:
    with pytest.raises(
        YamlError, match=r"^harbor\.yaml: the file must be a mapping of keys to values, not null\.$"
    ):
        read("")


def test_what_is_no_yaml_is_said_as_such() -> None:
    with pytest.raises(YamlError, match=r"^harbor\.yaml, line 1, column 4: '&a' would be a reference"):
        read("a: &a 1")
