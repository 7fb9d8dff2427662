import pytest

from companion.texts import (
    Part,
    TextError,
    check,
    joined,
    languages,
    load_catalogue,
    load_texts,
    parse_catalogue,
    parse_part,
)
from companion.yamltext import YamlError

MAIN = """
language: en
fields: {name: WWWW, coins: 99}
texts: {a: {text: "{name}", cells: 8}}
cards: {colours: {}, roles: {}, expedition: {token: Exp, headline: EXP., full: Exped.}, taxes: {}}
"""
PART = """
language: en
fields: {name: WWWWWWWW, coins: 9, place: Harbor}
texts: {b: {text: "{place} {coins}", cells: 9}}
"""


def test_the_texts_of_all_files_of_a_language_are_one_catalogue() -> None:
    texts = load_texts("en")
    assert texts("menu.header") == "MENU"
    catalogue = load_catalogue("en")
    assert "menu.header" in catalogue.texts
    assert "place" in catalogue.fields


def test_further_files_are_no_languages() -> None:
    assert "en" in languages()
    assert not [language for language in languages() if language.startswith("en-")]


def test_of_two_longest_values_the_longer_one_counts() -> None:
    whole = joined(parse_catalogue(MAIN, "en.yaml"), parse_part(PART, "en-b.yaml"), "en-b.yaml")
    assert whole.fields == {"name": "WWWWWWWW", "coins": 99, "place": "Harbor"}
    assert list(whole.texts) == ["a", "b"]
    texts = type(load_texts())("en", whole.texts)
    assert check(texts, whole.fields) == []


def test_a_key_in_two_files_is_refused() -> None:
    part = parse_part(PART.replace("b:", "a:"), "en-b.yaml")
    with pytest.raises(TextError, match=r"^en-b.yaml: the text 'a' stands in another file too; keep one"):
        joined(parse_catalogue(MAIN, "en.yaml"), part, "en-b.yaml")


def test_a_file_of_another_language_is_refused() -> None:
    with pytest.raises(TextError, match=r"^en-b.yaml: these texts are 'de', not 'en'\.$"):
        joined(parse_catalogue(MAIN, "en.yaml"), Part("de"), "en-b.yaml")


def test_a_further_file_is_read_as_strictly() -> None:
    with pytest.raises(YamlError, match=r"en-b\.yaml"):
        parse_part(PART + "cards: {}", "en-b.yaml")
    with pytest.raises(TextError, match=r"en-b.yaml, line 4: the text 'b' has a field"):
        parse_part(PART.replace("{coins}", "{coins!r}"), "en-b.yaml")
