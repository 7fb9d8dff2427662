import pytest

from companion.cardnames import (
    FULL_CELLS,
    HEADLINE_CELLS,
    LABEL_CELLS,
    TOKEN_CELLS,
    CardNames,
    UnknownCard,
)
from companion.font import load_font
from companion.texts import (
    OF_GAMES,
    Entry,
    TextError,
    Texts,
    check,
    languages,
    load_catalogue,
    load_texts,
    parse_catalogue,
    texts_of,
)
from companion.yamltext import YamlError

SHIPS = [
    f"ship-{colour}-{coins}-{swords}"
    for colour in ("yellow", "blue", "green", "red", "black", "ares")
    for coins, swords in ((1, "1"), (2, "2"), (3, "5"), (4, "skull"))
]
PERSONS = """
    sailor-3-1 sailor-5-2 sailor-7-3 pirate-5-1 pirate-7-2 pirate-9-3 jester-5-1 jester-7-2 jester-9-3
    admiral-5-1 admiral-7-2 admiral-9-3 governor-8-0 mademoiselle-7-2 mademoiselle-9-3 settler-4-1
    captain-4-1 priest-4-1 jack-of-all-trades-6-1 trader-yellow-3-1 trader-yellow-5-2 trader-blue-3-1
    trader-blue-5-2 trader-green-3-1 trader-red-3-1 trader-black-3-1 gambler-6-1
""".split()
OTHERS = """
    expedition-AA expedition-CC expedition-HH expedition-AAH expedition-CCH expedition-ACH
    tax-most-swords tax-fewest-points
""".split()
ADVENTURE = """
    ship-ares-1-3-herbs ship-blue-crown-2-rum innkeeper-5-1-b3-r4 tybuk-4-1-1 lookout-4-1 captain-ares-5-1
    priest-ares-5-1 settler-ares-5-1 expedition-AC-herbs-7 expedition-H-bread-rum-6 expedition-ACCH-9 tax-16
""".split()
MARKS = ["letters", "shapes", "both"]


def names(marks: str = "both", language: str = "en") -> CardNames:
    return CardNames(load_catalogue(language).cards, marks)


@pytest.mark.parametrize(
    ("kind", "token", "headline", "full", "label"),
    [
        ("ship-red-3-6", "◆R3", "◆RED 3", "Frigate", "◆RED 3"),
        ("ship-black-4-skull", "■K4", "■BLACK 4", "Galleon", "■BLACK 4"),
        ("sailor-3-1", "Sai3", "SAILOR 3", "Sailor", "Sailor 3"),
        ("trader-blue-5-2", "Tr≈5", "TRADER≈ 5", "Trader ≈", "Trader≈ 5"),
        ("mademoiselle-7-2", "Mad7", "MADEMOI. 7", "Mademoiselle", "Mademoiselle 7"),
        ("jack-of-all-trades-6-1", "Jck6", "JACK 6", "Jack", "Jack 6"),
        ("expedition-AAH", "AAH", "EXP. AAH", "Exped. AAH", "Exped. AAH"),
        ("tax-most-swords", "Tax†", "TAX †", "Tax, most †", "Tax, most †"),
        ("ship-blue-crown-2-rum", "≈B♛", "≈BLUE ♛", "Flute", "≈BLUE ♛"),
        ("captain-ares-5-1", "Cap5", "CAPTAIN 5", "Captain", "Captain 5"),
        ("expedition-H-bread-rum-6", "H+2", "EXP. H+2", "Exped. H+2", "Exped. H+2"),
        ("expedition-?", "Exp?", "EXP. ?", "Exped. ?", "Exped. ?"),
    ],
)
def test_names_a_card_in_four_lengths(kind: str, token: str, headline: str, full: str, label: str) -> None:
    said = names()
    assert (said.token(kind), said.headline(kind), said.full(kind), said.label(kind)) == (
        token,
        headline,
        full,
        label,
    )


def test_colours_are_marked_by_letters_alone_or_shapes_alone() -> None:
    letters, shapes = names("letters"), names("shapes")
    assert [letters.token("ship-red-3-6"), letters.headline("ship-red-3-6")] == ["R3", "RED 3"]
    assert [letters.token("trader-blue-5-2"), letters.headline("trader-blue-5-2")] == ["TrB5", "TRADER B5"]
    assert [shapes.token("ship-red-3-6"), shapes.headline("ship-red-3-6")] == ["◆3", "◆RED 3"]
    assert [shapes.token("trader-blue-5-2"), shapes.full("trader-blue-5-2")] == ["Tr≈5", "Trader ≈"]
    assert [letters.mark("red"), shapes.mark("red"), names().mark("red")] == ["R", "◆", "◆R"]
    assert [letters.hue("red"), shapes.hue("red"), names().hue("red")] == ["RED", "◆RED", "◆RED"]


def test_long_words_give_up_the_space_before_the_coins() -> None:
    words = load_catalogue("en").cards
    red = words.colours["red"]
    longer = type(words)(
        {**words.colours, "red": type(red)("Vm", "VERMELHO", "Fragata")},
        words.roles,
        words.expedition,
        words.taxes,
    )
    assert CardNames(longer).headline("ship-red-2-3") == "◆VERMELHO2"
    assert CardNames(longer).token("ship-red-2-3") == "◆Vm2"
    assert CardNames(longer, "letters").token("trader-red-3-1") == "TVm3"


@pytest.mark.parametrize(
    "kind", ["", "sailor", "cook-3-1", "ship-pink-1-1", "tax-on-rum", "expedition-XY", "mission-13"]
)
@pytest.mark.parametrize("length", ["token", "headline", "full", "label"])
def test_what_is_no_card_is_named(kind: str, length: str) -> None:
    with pytest.raises(UnknownCard, match=f"There is no card '{kind}'"):
        getattr(names(), length)(kind)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("marks", MARKS)
def test_every_name_fits_its_cells_and_can_be_drawn(language: str, marks: str) -> None:
    said, font = names(marks, language), load_font()
    for kind in (*SHIPS, *PERSONS, *OTHERS, *ADVENTURE):
        for name, cells in (
            (said.token(kind), TOKEN_CELLS),
            (said.headline(kind), HEADLINE_CELLS),
            (said.full(kind), FULL_CELLS),
            (said.label(kind), LABEL_CELLS),
        ):
            assert 0 < len(name) <= cells, (kind, name)
            assert set(name) <= set(font), (kind, name)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("marks", MARKS)
def test_cards_that_differ_in_more_than_swords_have_names_of_their_own(language: str, marks: str) -> None:
    said = names(marks, language)
    kinds = {
        kind.rpartition("-")[0] if kind.startswith("ship") else kind: kind
        for kind in (*SHIPS, *PERSONS, *OTHERS)
    }
    for name in (said.token, said.headline, said.label):
        assert len({name(kind) for kind in kinds.values()}) == len(kinds)


@pytest.mark.parametrize("language", languages())
def test_every_text_of_the_catalogue_fits_its_cells(language: str) -> None:
    catalogue = load_catalogue(language)
    assert catalogue.language == language
    assert check(load_texts(language), catalogue.fields) == []


@pytest.mark.parametrize("language", languages())
def test_every_text_of_the_catalogue_can_be_drawn(language: str) -> None:
    font = load_font()
    texts = load_texts(language)
    assert {
        key: set(texts.entry(key).text) - set(font) for key in texts if set(texts.entry(key).text) - set(font)
    } == {}


@pytest.mark.parametrize("language", languages())
def test_all_languages_say_the_same_things(language: str) -> None:
    texts, english = load_texts(language), load_texts("en")
    assert sorted(texts) == sorted(english)
    for key in texts:
        assert set(texts.entry(key).fields()) <= set(english.entry(key).fields()), key


CARDS = """
cards:
  colours: {red: {letters: R, word: RED, ship: Frigate}}
  roles: {}
  expedition: {token: Exp, headline: EXP., full: Exped.}
  taxes: {}
"""
SAMPLE = (
    """language: en
fields: {name: WWWWWWWW, coins: 105, delta: -10}
texts:
  discover.header: {text: "{name} DISCOVERS", cells: 21}
  pay: {text: "{name} pay {coins:>3}|{delta:+}", cells: 20}
  plain: {text: "a {{brace}}", cells: 9}
"""
    + CARDS
)


def sample(old: str = "", new: str = "") -> Texts:
    catalogue = parse_catalogue(SAMPLE.replace(old, new) if old else SAMPLE, "en.yaml")
    return Texts(catalogue.language, catalogue.texts)


def test_says_a_text_with_its_fields_filled_in() -> None:
    texts = sample()
    assert texts("discover.header", name="ANN") == "ANN DISCOVERS"
    assert texts("pay", name="Cem", coins=7, delta=-3, unused=1) == "Cem pay   7|-3"
    assert texts("plain") == "a {brace}"
    assert list(texts) == ["discover.header", "pay", "plain"]
    assert texts.entry("pay") == Entry("{name} pay {coins:>3}|{delta:+}", 20)
    assert texts.entry("pay").fields() == ["name", "coins", "delta"]


def test_names_the_key_or_the_field_that_is_missing() -> None:
    with pytest.raises(TextError, match=r"^The catalogue 'en' has no text 'discover\.stop'\.$"):
        sample()("discover.stop")
    with pytest.raises(KeyError, match="needs the field 'name'"):
        sample()("discover.header", who="ANN")
    with pytest.raises(TextError, match="The text 'pay' \\(en\\) cannot be filled"):
        sample()("pay", name="Cem", coins=7, delta="x")


def test_a_text_may_have_any_field_names_even_those_of_its_own_arguments() -> None:
    assert sample("{name} DISCOVERS", "{key}{self}")("discover.header", key=1, self=2) == "12"


WORST = {"name": "WWWWWWWW", "coins": 105, "delta": -10}


def test_check_finds_nothing_in_texts_that_fit() -> None:
    assert check(sample(), WORST) == []


def test_check_names_texts_that_become_too_long_and_fields_without_a_longest_value() -> None:
    assert check(sample("cells: 20", "cells: 18"), WORST) == [
        "pay: 20 cells instead of 18: 'WWWWWWWW pay 105|-10'."
    ]
    assert check(sample(), {"name": "WWWWWWWWWWWW"}) == [
        "discover.header: 22 cells instead of 21: 'WWWWWWWWWWWW DISCOVERS'.",
        "pay: no longest value is given for coins, delta.",
    ]
    assert check(sample(), {**WORST, "delta": "-10"}) == [
        "The text 'pay' (en) cannot be filled: Sign not allowed in string format specifier."
    ]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "{name} DISCOVERS",
            "{name DISCOVERS",
            "en.yaml, line 4: the text 'discover.header' has a broken field",
        ),
        (
            "{name} DISCOVERS",
            "{name.x} DISCOVERS",
            "has a field 'name.x' that is more than a name and a width",
        ),
        ("{name} DISCOVERS", "{name!r} DISCOVERS", "has a field 'name' that is more"),
        ("{name} DISCOVERS", "{} DISCOVERS", "has a field '' that is more"),
        ("{name} DISCOVERS", "{name:{coins}} DISCOVERS", "has a field 'name' that is more"),
    ],
)
def test_refuses_fields_that_are_more_than_names(old: str, new: str, complaint: str) -> None:
    with pytest.raises(TextError, match=complaint):
        sample(old, new)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("cells: 21", "cell: 21", "en.yaml, line 4: .*cell"),
        (", cells: 21", "", "en.yaml, line 4: .* lacks the key 'cells'"),
        ("language: en", "", "lacks the key 'language'"),
        ("  plain:", "  pay:", "en.yaml, line 6, .*'pay' stands here a second time"),
    ],
)
def test_refuses_a_file_that_is_no_catalogue(old: str, new: str, complaint: str) -> None:
    with pytest.raises(YamlError, match=complaint):
        sample(old, new)


def test_a_language_that_there_is_not_is_named_with_those_that_there_are() -> None:
    with pytest.raises(TextError, match=r"There is no language 'tlh', only .*en"):
        load_texts("tlh")
    with pytest.raises(TextError, match=r"no language '\.\./en'"):
        load_catalogue("../en")
    assert "en" in languages()


# -- texts of games that few tables play ---------------------------------------------------
def test_texts_of_a_game_are_read_with_the_first_of_them():
    read = []

    def more():
        read.append("more")
        return {"far": Entry("far away", 10)}

    texts = Texts("en", {"near": Entry("close by", 10)}, more)
    assert texts("near") == "close by"
    assert read == []
    assert texts("far") == "far away"
    with pytest.raises(TextError, match="no text 'nowhere'"):
        texts("nowhere")
    assert sorted(texts) == ["far", "near"]
    assert read == ["more"]


@pytest.mark.parametrize("language", languages())
def test_all_texts_of_a_language_are_there_whenever_they_are_read(language):
    whole = load_catalogue(language)
    base = load_catalogue(language, without=OF_GAMES)
    assert set(base.texts) < set(whole.texts)
    assert set(texts_of(base)) == set(whole.texts)
    assert all(texts_of(base).entry(key) == entry for key, entry in whole.texts.items())


def test_every_language_has_a_file_for_each_of_these_games(root):
    files = {path.stem for path in (root / "companion/catalogues").glob("*.yaml")}
    assert {f"{language}-{game}" for language in languages() for game in OF_GAMES} <= files
