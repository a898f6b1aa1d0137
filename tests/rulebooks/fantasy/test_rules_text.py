"""The printed rules of fantasy: what they have besides those of other books."""

from __future__ import annotations

import re

import pytest

from grognard.rulebooks.fantasy.model import WORDS
from grognard.rulebooks.fantasy.spellfile import VERBS
from tests.rulebooks.printed import LANGUAGES, codes, option_rows, printed

BOOK = printed("fantasy")
RULES = BOOK.rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_options_is_that_of_the_data(lang: str) -> None:
    rows = option_rows(RULES[lang], lang)
    for key, option in BOOK.options.items():
        default = option["default"]
        rest = [one["value"] for one in option.get("values", ()) if one["value"] != default]
        values = [str(value).lower() for value in (default, *rest)]
        assert re.findall(r"`([^`]+)`", rows[key][1]) == values, key
        assert re.findall(BOOK.clause, rows[key][2]) == option["clauses"], key


def test_numbers_are_the_same_in_both_languages() -> None:
    """Digits of a paragraph without its ids; Russian has commas in them."""
    for clause, paragraph in RULES["en"].paragraphs.items():
        english, russian = (
            set(re.findall(r"\d+(?:[.,]\d+)?", re.sub(BOOK.clause, "", text).replace(",", ".")))
            for text in (paragraph.text, RULES["ru"].paragraph(clause))
        )
        assert english == russian, clause


@pytest.mark.parametrize("lang", LANGUAGES)
def test_orders_and_words_of_effects_are_all_named(lang: str) -> None:
    assert codes(RULES[lang].paragraph("FA-ORD-01")) == set(WORDS)
    assert codes(RULES[lang].paragraph("FA-MAG-20")) == set(VERBS)


def test_tables_that_the_rules_name_are_there() -> None:
    known = set().union(*(BOOK.data(path.stem) for path in (BOOK.folder / "data").glob("*.yaml")))
    assert set(re.findall(r"table `(\w+)`", BOOK.page("en"))) <= known
    assert set(re.findall(r"таблиц\w+ `(\w+)`", BOOK.page("ru"))) == set(
        re.findall(r"table `(\w+)`", BOOK.page("en"))
    )
