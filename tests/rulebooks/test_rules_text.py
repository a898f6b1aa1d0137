"""The reader of printed rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.rules_text import RulesText, read_rules

RULES = """# A small book

For two players.

## Introduction

You need one die. See **XY-ATT-01** below.

## Attack

In any order:

**XY-ATT-01** A total above the Defence is a *hit*.

**XY-ATT-02** Damage by grade:

| grade | damage |
|---|---|
| bold | +3 |

*Ruling: none is negative.*

## Бегство

**XY-ROUT-01** Отряды, чьё здоровье на исходе, проверяют мораль; провалив проверку морали, бегут.
"""


@pytest.fixture(scope="module")
def rules() -> RulesText:
    return read_rules(RULES)


def found(rules: RulesText, words: str) -> list[str]:
    return [paragraph.clause for paragraph in rules.search(words)]


def test_chapters_stand_in_printed_order_with_their_own_text(rules: RulesText) -> None:
    assert rules.title_page == "# A small book\n\nFor two players."
    assert [(chapter.title, chapter.text) for chapter in rules.chapters] == [
        ("Introduction", "You need one die. See **XY-ATT-01** below."),
        ("Attack", "In any order:"),
        ("Бегство", ""),
    ]
    assert [[one.clause for one in chapter.paragraphs] for chapter in rules.chapters] == [
        [],
        ["XY-ATT-01", "XY-ATT-02"],
        ["XY-ROUT-01"],
    ]


def test_a_paragraph_has_its_table_and_its_ruling(rules: RulesText) -> None:
    assert rules.paragraph("XY-ATT-01") == "A total above the Defence is a *hit*."
    assert rules.paragraph("XY-ATT-02") == (
        "Damage by grade:\n\n| grade | damage |\n|---|---|\n| bold | +3 |\n\n*Ruling: none is negative.*"
    )
    assert rules.paragraphs["XY-ATT-02"].chapter == "Attack"


def test_a_clause_that_is_not_there(rules: RulesText) -> None:
    with pytest.raises(KeyError, match="XY-ATT-09"):
        rules.paragraph("XY-ATT-09")


@pytest.mark.parametrize(
    ("words", "clauses"),
    [
        ("defence", ["XY-ATT-01"]),
        ("DAMAGE bold", ["XY-ATT-02"]),
        ("grades", ["XY-ATT-02"]),
        ("hits above", ["XY-ATT-01"]),
        ("defence bold", []),
        ("xy-att", ["XY-ATT-01", "XY-ATT-02"]),
        ("XY-ROUT-01", ["XY-ROUT-01"]),
        ("отрядов", ["XY-ROUT-01"]),
        ("отрядами", ["XY-ROUT-01"]),
        ("проверка мораль", ["XY-ROUT-01"]),
        ("чье здоровья", ["XY-ROUT-01"]),
        ("total, hit!", ["XY-ATT-01"]),
        ("damp", []),
        ("", []),
        (" ... ", []),
    ],
)
def test_search_finds_paragraphs_with_all_the_words(rules: RulesText, words: str, clauses: list[str]) -> None:
    assert found(rules, words) == clauses


def test_all_that_is_wrong_is_said_at_once() -> None:
    text = "**XY-A-01** One.\n## Chapter\n**XY-A-02** Two.\n**XY-A-02** Two again.\n"
    with pytest.raises(ValueError) as caught:
        read_rules(text)
    assert str(caught.value).splitlines() == [
        "line 1: XY-A-01 stands before the first chapter (## Title)",
        "line 4: XY-A-02 stands already in line 3",
    ]


def test_an_empty_page_has_no_rules() -> None:
    assert read_rules("") == RulesText("", ())


numbers = st.lists(st.integers(0, 99), unique=True, min_size=1, max_size=8)


@given(numbers, st.lists(st.sampled_from(["A rule.", "| a | b |", "", "**bold** words"]), min_size=1))
def test_what_is_printed_is_read(clauses: list[int], lines: list[str]) -> None:
    text = "\n".join(["Words", *lines])
    ids = [f"XY-ATT-{number:02}" for number in clauses]
    page = "## One\n" + "".join(f"**{one}** {text}\n\n" for one in ids)
    rules = read_rules(page)
    assert list(rules.paragraphs) == ids
    assert {rules.paragraph(one) for one in ids} == {text.strip()}
