"""The printed rules of the Napoleonic wars: complete, and the same in both languages."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from grognard.files import read_yaml
from grognard.rulebooks.rules_text import RulesText, read_rules

BOOK = Path(str(files("grognard.rulebooks") / "napoleonic"))
LANGUAGES = {"en": "RULES.md", "ru": "RULES.ru.md"}
RULING = {"en": "*Ruling: ", "ru": "*Решение: "}
SEQUENCE = {"en": "Sequence of play", "ru": "Порядок хода"}
"""The chapter that says who sees what, which is no clause of the specification but part of its chapter Model."""
CLAUSE = r"NA-[A-Z]+-\d+"
OPTIONS: dict[str, Any] = {one["id"]: one for one in read_yaml(BOOK / "data" / "options.yaml").data["option"]}
CHAPTERS = {
    "UNIT": 11, "OOB": 10, "CMD": 21, "SEQ": 7, "MOVE": 25, "OBS": 15, "ART": 19, "SKIR": 4, "CAS": 6, "FATE": 5,
    "CC": 21, "MOD": 18, "ROUT": 20, "PURS": 13, "TROPH": 4, "END": 8, "CAMP": 4, "GEN": 2,
}  # fmt: skip
"""How many clauses of each chapter the specification has."""


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


def numbers(text: str) -> Counter[str]:
    """Numbers as they are printed, without those of clauses; 1,5 and 1.5 are the same."""
    plain = re.sub(rf"{CLAUSE}|`[^`]*`", " ", text)
    return Counter(one.replace(",", ".") for one in re.findall(r"\d+(?:[.,]\d+)?", plain))


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
    assert set(re.findall(r"NA-\w+-\w+", page(lang))) == set(ids)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_of_clauses_are_short_and_all_different(catalogue: Any, lang: str) -> None:
    titles = [clause[lang] for clause in catalogue["clauses"]]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [title for title in titles if not 1 <= len(title.split()) <= 6 or len(title) > 40] == []


@pytest.mark.parametrize("key", OPTIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained_where_it_acts(rules: dict[str, RulesText], lang: str, key: str) -> None:
    texts = [
        chapter_text(rules[lang], SEQUENCE[lang]) if clause == "Model" else rules[lang].paragraph(clause)
        for clause in OPTIONS[key]["clauses"]
    ]
    assert [text for text in texts if f"`{key}`" not in text] == []


@pytest.mark.parametrize(("lang", "title"), [("en", "Options"), ("ru", "Опции")])
def test_the_table_of_options_is_that_of_the_data(rules: dict[str, RulesText], lang: str, title: str) -> None:
    rows = {row[0].strip("`"): row for row in tables(chapter_text(rules[lang], title))[1:]}
    assert list(rows) == list(OPTIONS)
    for key, option in OPTIONS.items():
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


def test_both_languages_print_the_same_lengths(rules: dict[str, RulesText]) -> None:
    """A fraction that stands in one language only is a misprint; whole numbers may be words."""
    for clause, paragraph in rules["en"].paragraphs.items():
        english, russian = (
            {one for one in numbers(text) if "." in one and one != "0.5" and not one.endswith(".0")}
            for text in (paragraph.text, rules["ru"].paragraph(clause))
        )
        assert english == russian, clause


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_is_the_last_sentence_of_its_paragraph(rules: dict[str, RulesText], lang: str) -> None:
    late = [
        one.clause
        for one in rules[lang].paragraphs.values()
        if RULING[lang] in one.text and (one.text.count(RULING[lang]) > 1 or not one.text.endswith(".*"))
    ]
    assert late == []


def test_decided_doubts_are_the_same_in_both_languages(rules: dict[str, RulesText]) -> None:
    """Each names the clauses that it decides."""
    points = [
        re.findall(r"^- \*\*.+", chapter_text(rules[lang], title), re.MULTILINE)
        for lang, title in (("en", "Rulings"), ("ru", "Решения"))
    ]
    cited = [[set(re.findall(CLAUSE, one)) for one in language] for language in points]
    assert cited[0] == cited[1]
    assert [set(codes(one)) for one in points[0]] == [set(codes(one)) for one in points[1]]
    assert [one for one, clauses in zip(points[0], cited[0], strict=True) if not clauses] == []


def test_the_glossary_is_the_same_both_ways(rules: dict[str, RulesText]) -> None:
    english = tables(chapter_text(rules["en"], "Glossary"))[1:]
    russian = tables(chapter_text(rules["ru"], "Словарь"))[1:]
    assert [(row[0], row[1]) for row in english] == [(row[1], row[0]) for row in russian]
    assert [row for row in (*english, *russian) if len(row) != 3 or not all(row)] == []
    assert len(english) > 40


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_that_the_rules_name_are_in_the_data(lang: str) -> None:
    data = [read_yaml(path).data for path in (BOOK / "data").glob("*.yaml")]
    kept = {key for one in data for key in one}
    named = re.findall(r"(?:table|таблиц[аеы]) `(\w+)`", page(lang), re.IGNORECASE)
    assert len(set(named)) >= 10
    assert set(named) <= kept


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_order_is_named(rules: dict[str, RulesText], lang: str) -> None:
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
    assert codes(rules[lang].paragraph("NA-MOVE-01")) == orders


def test_clauses_that_the_data_and_the_code_name_are_there(catalogue: Any) -> None:
    known = {clause["id"] for clause in catalogue["clauses"]}
    data = "".join(path.read_text(encoding="utf-8") for path in (BOOK / "data").glob("*.yaml"))
    code = "".join(path.read_text(encoding="utf-8") for path in BOOK.glob("*.py"))
    assert set(re.findall(CLAUSE, data)) <= known
    assert set(re.findall(rf'"({CLAUSE})"', code)) <= known
