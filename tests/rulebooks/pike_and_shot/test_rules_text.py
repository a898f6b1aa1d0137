"""The printed rules of Pike and Shot: complete, and the same in both languages."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from grognard.files import read_yaml
from grognard.rulebooks.pike_and_shot.model import Option
from grognard.rulebooks.pike_and_shot.tables import load_tables
from grognard.rulebooks.rules_text import RulesText, read_rules

BOOK = Path(str(files("grognard.rulebooks") / "pike_and_shot"))
LANGUAGES = {"en": "RULES.md", "ru": "RULES.ru.md"}
RULING = {"en": "*Ruling: ", "ru": "*Решение: "}
CLAUSE = r"PS-[A-Z]+[0-9]?-\d+"

TERMS = (
    "unit",
    "base",
    "figure",
    "disorder point, DP",
    "impulse",
    "move, M",
    "move point, MP",
    "manoeuvre",
    "test",
    "bad / normal / good result",
    "drop the worst / best",
    "quality",
    "morale",
    "commander",
    "brigade / division / army commander",
    "command point, CP",
    "commander card",
    "activation",
    "coordinated order",
    "order, order flag, order zone",
    "base contact",
    "restoring order",
    "reaction",
    "stand and shoot",
    "counter-charge",
    "brace for impact",
    "evade, run for your lives",
    "zone of visibility",
    "volley",
    "effective / maximum range",
    "smoke marker",
    "enfilade",
    "close combat",
    "impact",
    "melee",
    "impact attack / impact defence / melee strength",
    "support",
    "panic and losses test",
    "steady / shaken / broken",
    "routing",
    "dismay",
    "refuge",
    "pike, shot, commanded shot",
    "cuirassier, harquebusier, reiter, caracole",
    "winged hussar, pancerni, Croats, Cossacks, Tatars",
    "dragoon",
    "strelets, haiduk",
    "tercio, brigade, tumen",
    "hanging",
    "own edge",
)

OPTIONS: dict[str, Option] = load_tables().options


def page(lang: str) -> str:
    return (BOOK / LANGUAGES[lang]).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def catalogue() -> Any:
    return read_yaml(BOOK / "data" / "clauses.yaml").data


@pytest.fixture(scope="module")
def rules() -> dict[str, RulesText]:
    return {lang: read_rules(page(lang)) for lang in LANGUAGES}


def codes(markdown: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", markdown))


def tables(markdown: str) -> list[list[str]]:
    """Rows of all tables, as their cells."""
    rows = [line.strip("| ").split(" | ") for line in markdown.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows]


def chapter_text(rules: RulesText, title: str) -> str:
    (chapter,) = (chapter for chapter in rules.chapters if chapter.title == title)
    return chapter.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_has_its_paragraph_in_its_chapter(
    rules: dict[str, RulesText], catalogue: Any, lang: str
) -> None:
    titles = {chapter["id"]: chapter[lang] for chapter in catalogue["chapters"]}
    listed = [(clause["id"], titles[clause["chapter"]]) for clause in catalogue["clauses"]]
    printed = [(one.clause, one.chapter) for one in rules[lang].paragraphs.values()]
    assert len(listed) == 209
    assert printed == listed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_id_in_bold_is_a_paragraph_and_stands_once(catalogue: Any, lang: str) -> None:
    bold = re.findall(rf"\*\*({CLAUSE})\*\*", page(lang))
    assert bold == [clause["id"] for clause in catalogue["clauses"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_reference_leads_nowhere(catalogue: Any, lang: str) -> None:
    assert set(re.findall(CLAUSE, page(lang))) == {clause["id"] for clause in catalogue["clauses"]}
    assert set(re.findall(r"PS-\w+-\w+", page(lang))) == set(re.findall(CLAUSE, page(lang)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chapters_that_the_text_names_are_there(rules: dict[str, RulesText], lang: str) -> None:
    titles = {chapter.title for chapter in rules[lang].chapters}
    named = {"en": ("Sequence of play", "Decisions and defaults", "Options", "Manoeuvres")}
    named["ru"] = ("Порядок хода", "Что решают игроки", "Опции", "Манёвры")
    for title in named[lang]:
        assert title in titles
        assert f"*{title}*" in page(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_of_clauses_are_short_and_all_different(catalogue: Any, lang: str) -> None:
    titles = [clause[lang] for clause in catalogue["clauses"]]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [title for title in titles if not 1 <= len(title.split()) <= 6 or len(title) > 40] == []


@pytest.mark.parametrize("key", OPTIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_in_the_table_and_explained_where_it_acts(
    rules: dict[str, RulesText], lang: str, key: str
) -> None:
    texts = [rules[lang].paragraph(clause) for clause in OPTIONS[key].clauses]
    assert any(f"`{key}`" in text for text in texts)


@pytest.mark.parametrize(("lang", "title"), [("en", "Options"), ("ru", "Опции")])
def test_the_table_of_options_is_that_of_the_data(rules: dict[str, RulesText], lang: str, title: str) -> None:
    rows = {row[0].strip("`"): row for row in tables(chapter_text(rules[lang], title))[1:]}
    assert list(rows) == list(OPTIONS)
    for key, option in OPTIONS.items():
        assert re.findall(r"`([^`]+)`", rows[key][1]) == values_default_first(option), key
        assert tuple(re.findall(CLAUSE, rows[key][2])) == option.clauses, key
        if option.kind in ("number", "share"):
            limits = [float(one.replace(",", ".")) for one in re.findall(r"\d+(?:[.,]\d+)?", rows[key][1])]
            assert limits[1:] == [option.least, option.most], key


def values_default_first(option: Option) -> list[str]:
    """Of an option without a list of values, its default alone."""
    default = "[]" if option.default == () else option.default
    rest = [one.value for one in option.values if one.value != default]
    return [str(value) for value in (default, *rest)]


def test_both_languages_have_the_same_chapters_options_keys_and_rulings(rules: dict[str, RulesText]) -> None:
    english, russian = rules["en"], rules["ru"]
    assert len(english.chapters) == len(russian.chapters)
    for clause, paragraph in english.paragraphs.items():
        other = russian.paragraphs[clause]
        assert codes(paragraph.text) == codes(other.text), clause
        assert (RULING["en"] in paragraph.text) == (RULING["ru"] in other.text), clause
        assert set(re.findall(CLAUSE, paragraph.text)) == set(re.findall(CLAUSE, other.text)), clause
    for one, two in zip(english.chapters, russian.chapters, strict=True):
        assert codes(one.text) - codes(two.text) <= {"backticks"}, one.title
        assert len(tables(one.text)) == len(tables(two.text)), one.title


def test_a_ruling_is_the_last_sentence_of_its_paragraph(rules: dict[str, RulesText]) -> None:
    for lang, text in rules.items():
        late = [
            one.clause
            for one in text.paragraphs.values()
            if RULING[lang] in one.text and (one.text.count(RULING[lang]) > 1 or not one.text.endswith(".*"))
        ]
        assert late == []


def test_the_glossary_is_complete_and_the_same_both_ways(rules: dict[str, RulesText]) -> None:
    english = tables(chapter_text(rules["en"], "Glossary"))[1:]
    russian = tables(chapter_text(rules["ru"], "Словарь"))[1:]
    assert [(row[0], row[1]) for row in english] == [(row[1], row[0]) for row in russian]
    assert [row for row in (*english, *russian) if len(row) != 3 or not all(row)] == []
    assert set(TERMS) <= {row[0] for row in english}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_of_a_table_that_the_text_names_is_there(rules: dict[str, RulesText], lang: str) -> None:
    tables = load_tables()
    known = {*tables.traits, *tables.options, *(v.value for o in tables.options.values() for v in o.values)}
    for clause in ("PS-BASE-11", "PS-MOVE-07"):
        named = codes(rules[lang].paragraph(clause)) - {"traits", "turn", "turn_about", "quarter_turn"}
        assert named <= known, clause


def test_the_worked_examples_are_all_there_and_name_known_clauses(catalogue: Any) -> None:
    path = Path(__file__).with_name("examples.yaml")
    explained = set(
        re.findall(r"^# (\w+) +\S.*$", path.read_text(encoding="utf-8").partition("# ask ")[2], re.M)
    )
    examples: Any = read_yaml(path).data["examples"]
    known = {clause["id"] for clause in catalogue["clauses"]}
    assert [example["number"] for example in examples] == list(range(1, 40))
    for example in examples:
        assert example["clauses"], example["number"]
        assert set(example["clauses"]) <= known, example["number"]
        assert example["cases"], example["number"]
        for case in example["cases"]:
            assert set(case) == {"ask", "given", "expected"}, example["number"]
            assert case["ask"] in explained, example["number"]
            assert case["expected"] is not None, example["number"]
