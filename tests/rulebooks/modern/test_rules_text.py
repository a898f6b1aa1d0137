"""The printed rules of modern war: what they have besides those of other books."""

from __future__ import annotations

import re

import pytest

from grognard.rulebooks.modern.effects import OPS
from grognard.rulebooks.modern.tables import load_tables
from tests.rulebooks.printed import LANGUAGES, codes, option_rows, printed

BOOK = printed("modern")
RULES = BOOK.rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_options_is_that_of_the_data(lang: str) -> None:
    rows, options = option_rows(RULES[lang], lang), load_tables().options
    assert list(rows) == list(options)
    for key, option in options.items():
        rest = [one.value for one in option.values if one.value != option.default]
        values = [str(value).lower() for value in (option.default, *rest)]
        assert re.findall(r"`([^`]+)`", rows[key][1]) == values, key
        assert tuple(re.findall(BOOK.clause, rows[key][2])) == option.clauses, key
        if option.kind == "number":
            limits = [int(one) for one in re.findall(r"\d+", rows[key][1])]
            assert limits == [option.default, 0, option.least, option.most], key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_abilities_and_words_of_the_vocabulary_are_all_named(lang: str) -> None:
    assert codes(RULES[lang].paragraph("MO-UNIT-10")) - {"ability"} == set(load_tables().abilities)
    assert codes(RULES[lang].paragraph("MO-KSO-20")) == set(OPS)
