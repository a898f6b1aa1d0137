"""The printed feudal rules: complete, and the same in both languages."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.rulebooks.rules_text import RulesText, read_rules

BOOK = files("grognard.rulebooks") / "feudal"
LANGUAGES = {"en": "RULES.md", "ru": "RULES.ru.md"}
RULING = {"en": "*Ruling: ", "ru": "*Решение: "}

TERMS = (
    "army (unit)",
    "man, head-count",
    "unit strength",
    "size bonus",
    "Strength",
    "hit points (HP)",
    "Attack (value)",
    "Defence",
    "Attack check",
    "damage",
    "consumption",
    "PP",
    "morale",
    "Morale check",
    "difficulty, DC",
    "umpire",
    "seat",
    "side",
    "NPC",
    "round",
    "tactical phase",
    "ranged phase / pass",
    "melee phase / pass",
    "condition",
    "tactic",
    "strategy, grade",
    "Defensive, Cautious, Standard, Aggressive, Bugurt",
    "commander",
    "nameless commander",
    "general",
    "charisma",
    "leadership",
    "feature",
    "artefact",
    "target veto",
    "standoff / in melee",
    "stalled",
    "rout",
    "annihilation",
    "parting",
    "order of battle (OOB)",
    "deathmatch",
    "company",
)


OPTIONS: dict[str, dict[str, Any]] = {
    option["id"]: option
    for option in yaml.safe_load((BOOK / "data" / "options.yaml").read_text(encoding="utf-8"))["option"]
}


def page(lang: str) -> str:
    return (BOOK / LANGUAGES[lang]).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def catalogue() -> dict[str, list[dict[str, str]]]:
    read: dict[str, list[dict[str, str]]] = yaml.safe_load(
        (BOOK / "data" / "clauses.yaml").read_text(encoding="utf-8")
    )
    return read


@pytest.fixture(scope="module")
def rules() -> dict[str, RulesText]:
    return {lang: read_rules(page(lang)) for lang in LANGUAGES}


def codes(markdown: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", markdown))


def tables(markdown: str) -> list[list[str]]:
    """Rows of all tables, as their cells."""
    rows = [line.strip("| ").split(" | ") for line in markdown.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows]


def glossary(rules: RulesText, title: str) -> list[list[str]]:
    (chapter,) = (chapter for chapter in rules.chapters if chapter.title == title)
    return tables(chapter.text)[1:]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_has_its_paragraph_in_its_chapter(
    rules: dict[str, RulesText], catalogue: dict[str, list[dict[str, str]]], lang: str
) -> None:
    titles = {chapter["id"]: chapter[lang] for chapter in catalogue["chapters"]}
    listed = [(clause["id"], titles[clause["chapter"]]) for clause in catalogue["clauses"]]
    printed = [(one.clause, one.chapter) for one in rules[lang].paragraphs.values()]
    assert len(listed) == 151
    assert printed == listed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_id_in_bold_is_a_paragraph_and_stands_once(
    catalogue: dict[str, list[dict[str, str]]], lang: str
) -> None:
    bold = re.findall(r"\*\*(FE-[A-Z]+-\d+)\*\*", page(lang))
    assert bold == [clause["id"] for clause in catalogue["clauses"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_reference_leads_nowhere(rules: dict[str, RulesText], lang: str) -> None:
    assert set(re.findall(r"FE-[A-Z]+-\w+", page(lang))) == set(rules[lang].paragraphs)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_of_clauses_are_short_and_all_different(
    catalogue: dict[str, list[dict[str, str]]], lang: str
) -> None:
    titles = [clause[lang] for clause in catalogue["clauses"]]
    assert len(set(titles)) == len(titles)
    assert [title for title in titles if not 1 <= len(title.split()) <= 6 or len(title) > 40] == []


@pytest.mark.parametrize("key", OPTIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_in_the_table_and_explained_where_it_acts(
    rules: dict[str, RulesText], lang: str, key: str
) -> None:
    options = {row[0].strip("`"): row for chapter in rules[lang].chapters for row in tables(chapter.text)}
    clauses = re.findall(r"FE-[A-Z]+-\d+", options[key][2])
    assert all(clause in rules[lang].paragraphs for clause in clauses)
    places = [rules[lang].paragraph(clause) for clause in clauses] or [page(lang)]
    assert any(f"`{key}`" in text for text in places)


def test_the_table_of_options_is_that_of_the_data(rules: dict[str, RulesText]) -> None:
    for lang, title in (("en", "Options"), ("ru", "Опции")):
        (chapter,) = (chapter for chapter in rules[lang].chapters if chapter.title == title)
        rows = {row[0].strip("`"): row[1] for row in tables(chapter.text)[1:]}
        assert list(rows) == list(OPTIONS)
        for key, option in OPTIONS.items():
            wanted = values_default_first(option)
            assert re.findall(r"\w+", rows[key])[: len(wanted)] == wanted, key


def values_default_first(option: dict[str, Any]) -> list[str]:
    """A number's values are a range: only its default is looked for."""
    listed = [one["value"] for one in option.get("values", ())]
    values = [True, False] if option["kind"] == "flag" else listed
    rest = [value for value in values if value != option["default"]]
    return [str(value).lower() for value in (option["default"], *rest)]


def test_both_languages_have_the_same_chapters_options_keys_and_rulings(rules: dict[str, RulesText]) -> None:
    english, russian = rules["en"], rules["ru"]
    assert len(english.chapters) == len(russian.chapters)
    for clause, paragraph in english.paragraphs.items():
        other = russian.paragraphs[clause]
        assert codes(paragraph.text) == codes(other.text), clause
        assert (RULING["en"] in paragraph.text) == (RULING["ru"] in other.text), clause
        assert paragraph.text.count("\n|") == other.text.count("\n|"), clause
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
    english = glossary(rules["en"], "Glossary")
    russian = glossary(rules["ru"], "Словарь")
    assert [(row[0], row[1]) for row in english] == [(row[1], row[0]) for row in russian]
    assert [row for row in (*english, *russian) if len(row) != 3 or not all(row)] == []
    assert set(TERMS) <= {row[0] for row in english}


def test_the_grades_are_those_of_the_table(rules: dict[str, RulesText]) -> None:
    data = (BOOK / "data" / "strategy.yaml").read_text(encoding="utf-8")
    grades: list[dict[str, Any]] = yaml.safe_load(data)["strategy"]
    wanted = [[grade[key] for key in ("attack", "defence", "damage")] for grade in grades]
    for text in rules.values():
        rows = tables(text.paragraph("FE-STR-01"))[1:]
        assert [[int(cell.replace("−", "-")) for cell in row[1:]] for row in rows] == wanted


def test_the_worked_examples_are_all_there_and_name_known_clauses(rules: dict[str, RulesText]) -> None:
    text = Path(__file__).with_name("examples.yaml").read_text(encoding="utf-8")
    explained = set(re.findall(r"^# (\w+) +\S.*$", text.partition("# ask ")[2], re.M))
    examples = yaml.safe_load(text)["examples"]
    assert [example["number"] for example in examples] == list(range(1, 35))
    for example in examples:
        assert set(example["clauses"]) <= set(rules["en"].paragraphs), example["number"]
        assert example["clauses"], example["number"]
        assert example["cases"], example["number"]
        for case in example["cases"]:
            assert set(case) == {"ask", "given", "expected"}, example["number"]
            assert case["ask"] in explained
            assert case["expected"], example["number"]
