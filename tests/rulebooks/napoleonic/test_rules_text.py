"""The printed rules of the Napoleonic wars: what they have besides those of other books."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from grognard.files import read_yaml
from tests.rulebooks.printed import LANGUAGES, chapter_text, codes, option_rows, printed

BOOK = printed("napoleonic")
RULES = BOOK.rules
SEQUENCE = {"en": "Sequence of play", "ru": "Порядок хода"}
"""The chapter that says who sees what, which is no clause of the specification but part of its chapter Model."""


def numbers(text: str) -> Counter[str]:
    """Numbers as they are printed, without those of clauses; 1,5 and 1.5 are the same."""
    plain = re.sub(rf"{BOOK.clause}|`[^`]*`", " ", text)
    return Counter(one.replace(",", ".") for one in re.findall(r"\d+(?:[.,]\d+)?", plain))


@pytest.mark.parametrize("key", BOOK.options)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained_wherever_it_acts(lang: str, key: str) -> None:
    texts = [
        chapter_text(RULES[lang], SEQUENCE[lang]) if clause == "Model" else RULES[lang].paragraph(clause)
        for clause in BOOK.options[key]["clauses"]
    ]
    assert [text for text in texts if f"`{key}`" not in text] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_options_is_that_of_the_data(lang: str) -> None:
    rows = option_rows(RULES[lang], lang)
    assert list(rows) == list(BOOK.options)
    for key, option in BOOK.options.items():
        rest = [one["value"] for one in option.get("values", ()) if one["value"] != option["default"]]
        values = [str(value).lower() for value in (option["default"], *rest)]
        assert re.findall(r"`([^`]+)`", rows[key][1]) == values, key
        clauses = [f"*{SEQUENCE[lang]}*" if one == "Model" else one for one in option["clauses"]]
        assert rows[key][2].split(", ") == clauses, key
        if option["kind"] != "choice":
            limits = re.sub("`.*`", "", rows[key][1]).replace(",", ".")
            assert [float(one) for one in re.findall(r"[\d.]+", limits)] == [
                option["least"],
                option["most"],
            ], key


def test_both_languages_print_the_same_lengths() -> None:
    """A fraction that stands in one language only is a misprint; whole numbers may be words."""
    for clause, paragraph in RULES["en"].paragraphs.items():
        english, russian = (
            {one for one in numbers(text) if "." in one and one != "0.5" and not one.endswith(".0")}
            for text in (paragraph.text, RULES["ru"].paragraph(clause))
        )
        assert english == russian, clause


def test_decided_doubts_are_the_same_in_both_languages() -> None:
    """Each names the clauses that it decides."""
    points = [
        re.findall(r"^- \*\*.+", chapter_text(RULES[lang], title), re.MULTILINE)
        for lang, title in (("en", "Rulings"), ("ru", "Решения"))
    ]
    cited = [[set(re.findall(BOOK.clause, one)) for one in language] for language in points]
    assert cited[0] == cited[1]
    assert [set(codes(one)) for one in points[0]] == [set(codes(one)) for one in points[1]]
    assert [one for one, clauses in zip(points[0], cited[0], strict=True) if not clauses] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_that_the_rules_name_are_in_the_data(lang: str) -> None:
    data = [read_yaml(path).data for path in (BOOK.folder / "data").glob("*.yaml")]
    kept = {key for one in data for key in one}
    named = re.findall(r"(?:table|таблиц[аеы]) `(\w+)`", BOOK.page(lang), re.IGNORECASE)
    assert len(set(named)) >= 10
    assert set(named) <= kept


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_order_is_named(lang: str) -> None:
    orders = {
        "hold",
        "move",
        "attack",
        "withdraw_half",
        "withdraw_full",
        "about_face",
        "form",
        "cross",
        "split",
    }
    orders |= {"rejoin", "reform", "escort", "move_half", "move_full", "swap_crew"}
    assert codes(RULES[lang].paragraph("NA-MOVE-01")) == orders
