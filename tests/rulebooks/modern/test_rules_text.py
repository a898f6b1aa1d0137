"""The printed rules of modern war: complete, and the same in both languages."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from grognard.files import read_yaml
from grognard.rulebooks.modern.effects import OPS
from grognard.rulebooks.modern.model import Option
from grognard.rulebooks.modern.tables import load_tables
from grognard.rulebooks.rules_text import RulesText, read_rules

BOOK = Path(str(files("grognard.rulebooks") / "modern"))
LANGUAGES = {"en": "RULES.md", "ru": "RULES.ru.md"}
RULING = {"en": "*Ruling: ", "ru": "*Решение: "}
CLAUSE = r"MO-[A-Z]+-\d+"
OPTIONS: dict[str, Option] = load_tables().options
CHAPTERS = {
    "GEN": 8, "SEAT": 3, "UNIT": 12, "MAP": 7, "TERR": 14, "VIS": 7, "TURN": 11, "GNL": 8, "KSO": 26, "MOVE": 13,
    "TRAN": 8, "WORK": 5, "FIRE": 14, "LOS": 6, "CP": 8, "RES": 3, "END": 4, "REP": 4, "OPIN": 2, "ACAD": 3,
}  # fmt: skip
"""How many clauses of each chapter of the specification the battle has."""


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
    assert printed == listed
    assert Counter(clause.split("-")[1] for clause, _ in printed) == CHAPTERS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_id_in_bold_is_a_paragraph_and_no_reference_leads_nowhere(catalogue: Any, lang: str) -> None:
    ids = [clause["id"] for clause in catalogue["clauses"]]
    assert re.findall(rf"\*\*({CLAUSE})\*\*", page(lang)) == ids
    assert set(re.findall(r"MO-\w+-\w+", page(lang))) == set(ids)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_of_clauses_are_short_and_all_different(catalogue: Any, lang: str) -> None:
    titles = [clause[lang] for clause in catalogue["clauses"]]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [title for title in titles if not 1 <= len(title.split()) <= 6 or len(title) > 40] == []


@pytest.mark.parametrize("key", OPTIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained_where_it_acts(rules: dict[str, RulesText], lang: str, key: str) -> None:
    texts = [rules[lang].paragraph(clause) for clause in OPTIONS[key].clauses]
    assert any(f"`{key}`" in text for text in texts)


@pytest.mark.parametrize(("lang", "title"), [("en", "Options"), ("ru", "Опции")])
def test_the_table_of_options_is_that_of_the_data(rules: dict[str, RulesText], lang: str, title: str) -> None:
    rows = {row[0].strip("`"): row for row in tables(chapter_text(rules[lang], title))[1:]}
    assert list(rows) == list(OPTIONS)
    for key, option in OPTIONS.items():
        rest = [one.value for one in option.values if one.value != option.default]
        values = [str(value).lower() for value in (option.default, *rest)]
        assert re.findall(r"`([^`]+)`", rows[key][1]) == values, key
        assert tuple(re.findall(CLAUSE, rows[key][2])) == option.clauses, key
        if option.kind == "number":
            limits = [int(one) for one in re.findall(r"\d+", rows[key][1])]
            assert limits == [option.default, 0, option.least, option.most], key


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
    assert len(english) > 40


@pytest.mark.parametrize("lang", LANGUAGES)
def test_abilities_and_words_of_the_vocabulary_are_all_named(rules: dict[str, RulesText], lang: str) -> None:
    assert codes(rules[lang].paragraph("MO-UNIT-10")) - {"ability"} == set(load_tables().abilities)
    assert codes(rules[lang].paragraph("MO-KSO-20")) == set(OPS)


def test_clauses_that_the_data_names_are_there(catalogue: Any) -> None:
    known = {clause["id"] for clause in catalogue["clauses"]}
    data = "".join(path.read_text(encoding="utf-8") for path in (BOOK / "data").glob("*.yaml"))
    code = "".join(path.read_text(encoding="utf-8") for path in BOOK.glob("*.py"))
    assert set(re.findall(CLAUSE, data)) <= known
    assert set(re.findall(rf'"({CLAUSE})"', code)) <= known
