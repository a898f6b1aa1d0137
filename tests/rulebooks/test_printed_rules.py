"""The printed rules of every book: complete, and the same in both languages."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.rulebooks.printed import (
    BOOKS,
    LANGUAGES,
    OPTIONS_TITLE,
    RULING,
    Printed,
    codes,
    glossary,
    option_rows,
    printed,
    tables,
)

CHAPTERS = {
    "fantasy": {
        "GEN": 11, "UNIT": 9, "ORD": 15, "MOV": 10, "CHG": 12, "LOS": 5, "SHO": 16, "WND": 11, "MEL": 17,
        "CR": 12, "LD": 8, "RET": 11, "CMD": 5, "MNT": 7, "WM": 10, "WPN": 12, "SPC": 12, "MAG": 22,
        "TER": 4, "LEG": 3, "VIC": 4,
    },
    "feudal": {
        "GEN": 6, "SIZE": 12, "ARMY": 7, "CMD": 12, "MOR": 6, "SEQ": 12, "COND": 11, "ART": 6, "TAC": 10,
        "RNG": 7, "STR": 7, "MULTI": 8, "VETO": 6, "ATT": 8, "DMG": 5, "ROUT": 7, "PART": 3, "END": 5,
        "AFT": 9, "NPC": 3, "PIC": 1,
    },
    "modern": {
        "GEN": 8, "SEAT": 3, "UNIT": 12, "MAP": 7, "TERR": 14, "VIS": 7, "TURN": 11, "GNL": 8, "KSO": 26,
        "MOVE": 13, "TRAN": 8, "WORK": 5, "FIRE": 14, "LOS": 6, "CP": 8, "RES": 3, "END": 4, "REP": 4,
        "OPIN": 2, "ACAD": 3,
    },
    "napoleonic": {
        "UNIT": 11, "OOB": 10, "CMD": 21, "SEQ": 7, "MOVE": 25, "OBS": 15, "ART": 19, "SKIR": 4, "CAS": 6,
        "FATE": 5, "CC": 21, "MOD": 18, "ROUT": 20, "PURS": 13, "TROPH": 4, "END": 8, "CAMP": 4, "GEN": 2,
    },
    "pike_and_shot": {
        "DICE": 9, "BASE": 12, "FORM": 7, "TERR": 2, "CMD": 5, "ORD": 5, "DEP": 2, "TURN": 11, "IMP": 5,
        "CP": 13, "COORD": 6, "RALLY": 3, "MOVE": 14, "MAN": 11, "MV1": 3, "VIS": 6, "SHOT": 10,
        "SMOKE": 3, "ART": 3, "REACT": 16, "HTH": 16, "IMPACT": 5, "BRACE": 4, "MELEE": 4, "PANIC": 8,
        "ROUT": 11, "DISMAY": 5, "VIC": 7, "FOG": 3,
    },
}  # fmt: skip
"""How many clauses each chapter of a specification has."""
TERMS = {"fantasy": 61, "feudal": 40, "modern": 41, "napoleonic": 41, "pike_and_shot": 45}
"""Terms in a glossary at least."""
OPTIONS = [(book, key) for book in BOOKS for key in printed(book).options]


@pytest.fixture(params=BOOKS)
def book(request: pytest.FixtureRequest) -> Printed:
    return printed(request.param)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_has_its_paragraph_in_its_chapter(book: Printed, lang: str) -> None:
    titles = {chapter["id"]: chapter[lang] for chapter in book.catalogue["chapters"]}
    listed = [(clause["id"], titles[clause["chapter"]]) for clause in book.catalogue["clauses"]]
    paragraphs = book.rules[lang].paragraphs.values()
    assert [(one.clause, one.chapter) for one in paragraphs] == listed
    assert [one.clause for one in paragraphs if not one.text.strip()] == []
    assert Counter(clause.split("-")[1] for clause in book.ids) == CHAPTERS[book.book.id]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_id_in_bold_is_a_paragraph_and_no_reference_leads_nowhere(book: Printed, lang: str) -> None:
    page = book.page(lang)
    assert re.findall(rf"\*\*({book.clause})\*\*", page) == book.ids
    assert set(re.findall(rf"{book.book.prefix}-\w+-\w+", page)) == set(book.ids)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_of_clauses_are_short_and_all_different(book: Printed, lang: str) -> None:
    titles = [clause[lang] for clause in book.catalogue["clauses"]]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [title for title in titles if not 1 <= len(title.split()) <= 6 or len(title) > 40] == []


@pytest.mark.parametrize(("name", "key"), OPTIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained_where_it_acts(name: str, key: str, lang: str) -> None:
    book = printed(name)
    rules, acts = book.rules[lang], [one for one in book.options[key]["clauses"] if one in book.ids]
    texts = [rules.paragraph(clause) for clause in acts]
    texts += [chapter.text for chapter in rules.chapters if chapter.title != OPTIONS_TITLE[lang]]
    assert any(f"`{key}`" in text for text in texts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_options_has_them_all(book: Printed, lang: str) -> None:
    """What its cells say is tested by each book."""
    assert sorted(option_rows(book.rules[lang], lang)) == sorted(book.options)


def test_both_languages_have_the_same_chapters_keys_and_rulings(book: Printed) -> None:
    english, russian = book.rules["en"], book.rules["ru"]
    assert len(english.chapters) == len(russian.chapters)
    for clause, paragraph in english.paragraphs.items():
        one, other = paragraph.text, russian.paragraphs[clause].text
        assert codes(one) == codes(other), clause
        assert (RULING["en"] in one) == (RULING["ru"] in other), clause
        assert one.count("\n|") == other.count("\n|"), clause
        assert set(re.findall(book.clause, one)) == set(re.findall(book.clause, other)), clause
        assert re.search("[а-яё]", other), clause
    for first, second in zip(english.chapters, russian.chapters, strict=True):
        assert codes(first.text) - codes(second.text) <= {"backticks"}, first.title
        assert len(tables(first.text)) == len(tables(second.text)), first.title


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_is_the_last_sentence_of_its_paragraph(book: Printed, lang: str) -> None:
    late = [
        one.clause
        for one in book.rules[lang].paragraphs.values()
        if RULING[lang] in one.text and (one.text.count(RULING[lang]) > 1 or not one.text.endswith(".*"))
    ]
    assert late == []


def test_the_glossary_is_the_same_both_ways(book: Printed) -> None:
    english, russian = (glossary(book.rules[lang], lang) for lang in LANGUAGES)
    assert [(row[0], row[1]) for row in english] == [(row[1], row[0]) for row in russian]
    assert [row for row in (*english, *russian) if len(row) != 3 or not all(row)] == []
    assert len(english) >= TERMS[book.book.id]


def test_clauses_that_the_data_and_the_code_name_are_there(book: Printed) -> None:
    data = "".join(path.read_text(encoding="utf-8") for path in (book.folder / "data").glob("*.yaml"))
    code = "".join(path.read_text(encoding="utf-8") for path in book.folder.glob("*.py"))
    assert set(re.findall(book.clause, data)) <= set(book.ids)
    assert set(re.findall(rf'"({book.clause})"', code)) <= set(book.ids)
