"""The printed rules of fantasy: complete, and the same in both languages."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from grognard.files import read_yaml
from grognard.rulebooks.fantasy.model import WORDS
from grognard.rulebooks.fantasy.spellfile import VERBS
from grognard.rulebooks.rules_text import RulesText, read_rules

BOOK = Path(str(files("grognard.rulebooks") / "fantasy"))
LANGUAGES = {"en": "RULES.md", "ru": "RULES.ru.md"}
RULING = {"en": "*Ruling: ", "ru": "*Решение: "}
CLAUSE = r"FA-[A-Z]+-\d+"
CHAPTERS = {
    "GEN": 11, "UNIT": 9, "ORD": 15, "MOV": 10, "CHG": 12, "LOS": 5, "SHO": 16, "WND": 11, "MEL": 17, "CR": 12,
    "LD": 8, "RET": 11, "CMD": 5, "MNT": 7, "WM": 10, "WPN": 12, "SPC": 12, "MAG": 22, "TER": 4, "LEG": 3, "VIC": 4,
}  # fmt: skip
"""How many clauses each chapter of the specification has."""


def data(name: str) -> Any:
    return read_yaml(BOOK / "data" / f"{name}.yaml").data


OPTIONS: dict[str, dict[str, Any]] = {option["id"]: option for option in data("options")["option"]}


def page(lang: str) -> str:
    return (BOOK / LANGUAGES[lang]).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def catalogue() -> Any:
    return data("clauses")


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
    assert printed == listed
    assert Counter(clause.split("-")[1] for clause, _ in printed) == CHAPTERS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_id_in_bold_is_a_paragraph_and_no_reference_leads_nowhere(catalogue: Any, lang: str) -> None:
    ids = [clause["id"] for clause in catalogue["clauses"]]
    assert re.findall(rf"\*\*({CLAUSE})\*\*", page(lang)) == ids
    assert set(re.findall(r"FA-\w+-\w+", page(lang))) == set(ids)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_of_clauses_are_short_and_all_different(catalogue: Any, lang: str) -> None:
    titles = [clause[lang] for clause in catalogue["clauses"]]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [title for title in titles if not 1 <= len(title.split()) <= 6 or len(title) > 40] == []


@pytest.mark.parametrize("key", OPTIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained_where_it_acts(rules: dict[str, RulesText], lang: str, key: str) -> None:
    texts = [rules[lang].paragraph(clause) for clause in OPTIONS[key]["clauses"]]
    assert any(f"`{key}`" in text for text in texts)


@pytest.mark.parametrize(("lang", "title"), [("en", "Options"), ("ru", "Опции")])
def test_the_table_of_options_is_that_of_the_data(rules: dict[str, RulesText], lang: str, title: str) -> None:
    rows = {row[0].strip("`"): row for row in tables(chapter_text(rules[lang], title))[1:]}
    assert set(rows) == set(OPTIONS)
    for key, option in OPTIONS.items():
        default = option["default"]
        rest = [one["value"] for one in option.get("values", ()) if one["value"] != default]
        values = [str(value).lower() for value in (default, *rest)]
        assert re.findall(r"`([^`]+)`", rows[key][1]) == values, key
        assert re.findall(CLAUSE, rows[key][2]) == option["clauses"], key


def test_both_languages_have_the_same_chapters_keys_and_rulings(rules: dict[str, RulesText]) -> None:
    english, russian = rules["en"], rules["ru"]
    assert len(english.chapters) == len(russian.chapters)
    for clause, paragraph in english.paragraphs.items():
        other = russian.paragraphs[clause]
        assert codes(paragraph.text) == codes(other.text), clause
        assert (RULING["en"] in paragraph.text) == (RULING["ru"] in other.text), clause
        assert set(re.findall(CLAUSE, paragraph.text)) == set(re.findall(CLAUSE, other.text)), clause
        assert re.search("[а-яё]", other.text), clause
    for one, two in zip(english.chapters, russian.chapters, strict=True):
        assert codes(one.text) - codes(two.text) <= {"backticks"}, one.title
        assert len(tables(one.text)) == len(tables(two.text)), one.title


def test_numbers_are_the_same_in_both_languages(rules: dict[str, RulesText]) -> None:
    """Digits of a paragraph without its ids; Russian has commas in them."""
    for clause, paragraph in rules["en"].paragraphs.items():
        english, russian = (
            set(re.findall(r"\d+(?:[.,]\d+)?", re.sub(CLAUSE, "", text).replace(",", ".")))
            for text in (paragraph.text, rules["ru"].paragraph(clause))
        )
        assert english == russian, clause


def test_a_ruling_is_the_last_sentence_of_its_paragraph(rules: dict[str, RulesText]) -> None:
    for lang, text in rules.items():
        late = [
            one.clause
            for one in text.paragraphs.values()
            if RULING[lang] in one.text and (one.text.count(RULING[lang]) > 1 or not one.text.endswith(".*"))
        ]
        assert late == []


def test_the_glossary_is_the_same_both_ways(rules: dict[str, RulesText]) -> None:
    english = tables(chapter_text(rules["en"], "Glossary"))[1:]
    russian = tables(chapter_text(rules["ru"], "Словарь"))[1:]
    assert [(row[0], row[1]) for row in english] == [(row[1], row[0]) for row in russian]
    assert [row for row in (*english, *russian) if len(row) != 3 or not all(row)] == []
    assert len(english) > 60


@pytest.mark.parametrize("lang", LANGUAGES)
def test_orders_and_words_of_effects_are_all_named(rules: dict[str, RulesText], lang: str) -> None:
    assert codes(rules[lang].paragraph("FA-ORD-01")) == set(WORDS)
    assert codes(rules[lang].paragraph("FA-MAG-20")) == set(VERBS)


def test_tables_that_the_rules_name_are_there() -> None:
    known = set().union(*(data(path.stem) for path in (BOOK / "data").glob("*.yaml")))
    assert set(re.findall(r"table `(\w+)`", page("en"))) <= known
    assert set(re.findall(r"таблиц\w+ `(\w+)`", page("ru"))) == set(re.findall(r"table `(\w+)`", page("en")))


def test_clauses_that_the_data_names_are_there(catalogue: Any) -> None:
    known = {clause["id"] for clause in catalogue["clauses"]}
    written = "".join(path.read_text(encoding="utf-8") for path in (BOOK / "data").glob("*.yaml"))
    code = "".join(path.read_text(encoding="utf-8") for path in BOOK.glob("*.py"))
    assert set(re.findall(CLAUSE, written)) <= known
    assert set(re.findall(rf'"({CLAUSE})"', code)) <= known
