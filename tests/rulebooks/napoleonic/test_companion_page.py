"""The page about battles on the floor: its samples are followed, its words are known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.rulebooks.napoleonic.book import BOOK
from grognard.rulebooks.napoleonic.companion_words import VERBS, verb_of

DOCS = Path(__file__).parents[3] / "docs"
PAGES = {"en": DOCS / "companion.md", "ru": DOCS / "companion.ru.md"}
SAMPLE = re.compile(r"^```text(?: file=(\S+))?\n(.*?)^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")


def samples(lang: str) -> list[tuple[str, str]]:
    return SAMPLE.findall(PAGES[lang].read_text(encoding="utf-8"))


@pytest.mark.parametrize("lang", PAGES)
def test_samples_are_followed_to_the_last_line(lang: str) -> None:
    first, roster, (_, battle), _second = samples(lang)
    for text in (first[1], roster[1]):
        assert [one.problem for one in BOOK.companion(text, lang).lines if one.problem] == []
    found = BOOK.companion(battle, lang)
    assert [(one.text, one.problem, one.wanted) for one in found.lines if one.problem or one.wanted] == []
    assert found.due == ()
    assert sorted(found.armies) == ["french_1", "russian_1"]


def test_both_pages_tell_the_same_battle() -> None:
    armies = [BOOK.companion(samples(lang)[2][1], "en").armies for lang in PAGES]
    assert armies[0] == armies[1]


@pytest.mark.parametrize("lang", PAGES)
def test_every_verb_stands_in_the_table(lang: str) -> None:
    rows = [
        line.split("|")[1] for line in PAGES[lang].read_text("utf-8").splitlines() if line.startswith("| `")
    ]
    said = {verb_of(words)[0] for row in rows for words in CODE.findall(row)} - {""}
    beginning = {verb_of(line)[0] for _, text in samples(lang) for line in text.splitlines()}
    assert {one.concept.removeprefix("v:") for one in VERBS} == said | beginning
