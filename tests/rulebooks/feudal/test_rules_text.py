"""The printed feudal rules: what they have besides those of other books."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.rulebooks.printed import LANGUAGES, glossary, option_rows, printed, tables

BOOK = printed("feudal")
RULES = BOOK.rules
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


@pytest.mark.parametrize("key", BOOK.options)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_in_the_table_and_explained_where_it_acts(lang: str, key: str) -> None:
    clauses = re.findall(BOOK.clause, option_rows(RULES[lang], lang)[key][2])
    assert all(clause in RULES[lang].paragraphs for clause in clauses)
    places = [RULES[lang].paragraph(clause) for clause in clauses] or [BOOK.page(lang)]
    assert any(f"`{key}`" in text for text in places)


def test_the_table_of_options_is_that_of_the_data() -> None:
    for lang in LANGUAGES:
        rows = option_rows(RULES[lang], lang)
        assert list(rows) == list(BOOK.options)
        for key, option in BOOK.options.items():
            wanted = values_default_first(option)
            assert re.findall(r"\w+", rows[key][1])[: len(wanted)] == wanted, key


def values_default_first(option: dict[str, Any]) -> list[str]:
    """A number's values are a range: only its default is looked for."""
    listed = [one["value"] for one in option.get("values", ())]
    values = [True, False] if option["kind"] == "flag" else listed
    rest = [value for value in values if value != option["default"]]
    return [str(value).lower() for value in (option["default"], *rest)]


def test_the_glossary_is_complete() -> None:
    assert set(TERMS) <= {row[0] for row in glossary(RULES["en"], "en")}


def test_the_grades_are_those_of_the_table() -> None:
    grades: list[dict[str, Any]] = BOOK.data("strategy")["strategy"]
    wanted = [[grade[key] for key in ("attack", "defence", "damage")] for grade in grades]
    for text in RULES.values():
        rows = tables(text.paragraph("FE-STR-01"))[1:]
        assert [[int(cell.replace("−", "-")) for cell in row[1:]] for row in rows] == wanted


def test_the_worked_examples_are_all_there_and_name_known_clauses() -> None:
    text = Path(__file__).with_name("examples.yaml").read_text(encoding="utf-8")
    explained = set(re.findall(r"^# (\w+) +\S.*$", text.partition("# ask ")[2], re.M))
    examples = yaml.safe_load(text)["examples"]
    assert [example["number"] for example in examples] == list(range(1, 35))
    for example in examples:
        assert set(example["clauses"]) <= set(RULES["en"].paragraphs), example["number"]
        assert example["clauses"], example["number"]
        assert example["cases"], example["number"]
        for case in example["cases"]:
            assert set(case) == {"ask", "given", "expected"}, example["number"]
            assert case["ask"] in explained
            assert case["expected"], example["number"]
