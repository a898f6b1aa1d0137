"""The printed rules of a book, read from its RULES.md: chapters, numbered paragraphs, search.

A chapter begins with ``## Title``. A paragraph begins with ``**FE-ATT-02** `` at the start of a line and goes
on, tables and further lines included, to the next paragraph or heading. What stands in a chapter before its
first paragraph is the chapter's own text; what stands before the first chapter is the title page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

_HEADING = re.compile(r"## +(?P<title>.+?) *")
_PARAGRAPH = re.compile(r"\*\*(?P<clause>[A-Z]{2,3}-[A-Z][A-Z0-9]*-\d{2}[a-z]?)\*\* +(?P<text>\S.*)")
_WORD = re.compile(r"\w+(?:-\w+)*")
# A word is found in its other forms too: endings of both languages are left off where three letters remain.
_ENDING = re.compile(
    r"(?<=\w{3})(?:ings?|ed|e?s|"
    r"[иы]?ями|[иы]?ами|[ео]го|[ео]му|[аяиыоеё][мхвйю]|[иы]?[аеёиоуыэюя]|[еи]й|ь[юя]?)$"
)


@dataclass(frozen=True)
class Paragraph:
    """One clause in words: ``text`` is Markdown without the clause id in front."""

    clause: str
    text: str
    chapter: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every word of it, folded for comparison, the clause id first."""
        return (_folded(self.clause), *_WORD.findall(_folded(self.text)))


@dataclass(frozen=True)
class Chapter:
    """A chapter: its title, the Markdown before its first paragraph, and its paragraphs in printed order."""

    title: str
    text: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class RulesText:
    """The printed rules in one language; ``title_page`` is the Markdown before the first chapter."""

    title_page: str
    chapters: tuple[Chapter, ...]

    @cached_property
    def paragraphs(self) -> dict[str, Paragraph]:
        """Clause id to paragraph, in printed order."""
        return {one.clause: one for chapter in self.chapters for one in chapter.paragraphs}

    def paragraph(self, clause_id: str) -> str:
        """Markdown of a clause, without its id; KeyError where the book has no such clause."""
        return self.paragraphs[clause_id].text

    def search(self, words: str) -> tuple[Paragraph, ...]:
        """Paragraphs with all of ``words`` (in any form, or as the beginning of a word), in printed order.

        Case, ``ё`` and the order of words do not matter; a clause id or its beginning (``FE-ATT``) is a word.
        Without any word nothing is found.
        """
        sought = [_ENDING.sub("", word) for word in _WORD.findall(_folded(words))]
        return tuple(one for one in self.paragraphs.values() if sought and _has_all(one, sought))


def read_rules(markdown: str) -> RulesText:
    """The rules that ``markdown`` prints.

    ValueError names, all at once and with their lines, clauses that stand twice or outside a chapter.
    """
    sections = list(_sections(markdown))
    wrong = list(_problems(sections))
    if wrong:
        raise ValueError("\n".join(wrong))
    title_page, *rest = sections
    return RulesText(title_page.markdown, tuple(_chapters(rest)))


@dataclass
class _Section:
    """Lines under one heading (``title``) or one clause (``clause``); ``line`` counts from 1."""

    line: int
    lines: list[str]
    title: str = ""
    clause: str = ""

    @property
    def markdown(self) -> str:
        return "\n".join(self.lines).strip()


def _sections(markdown: str) -> Iterator[_Section]:
    """The title page first, then every heading and every clause with the lines that belong to it."""
    section = _Section(1, [])
    for number, line in enumerate(markdown.splitlines(), start=1):
        if heading := _HEADING.fullmatch(line):
            yield section
            section = _Section(number, [], title=heading["title"])
        elif paragraph := _PARAGRAPH.fullmatch(line):
            yield section
            section = _Section(number, [paragraph["text"]], clause=paragraph["clause"])
        else:
            section.lines.append(line)
    yield section


def _problems(sections: list[_Section]) -> Iterator[str]:
    first: dict[str, int] = {}
    chapter = ""
    for section in sections:
        chapter = section.title or chapter
        if not section.clause:
            continue
        if not chapter:
            yield f"line {section.line}: {section.clause} stands before the first chapter (## Title)"
        if first.setdefault(section.clause, section.line) != section.line:
            yield f"line {section.line}: {section.clause} stands already in line {first[section.clause]}"


def _chapters(sections: list[_Section]) -> Iterator[Chapter]:
    starts = [index for index, section in enumerate(sections) if section.title]
    for start, end in pairwise([*starts, len(sections)]):
        heading, *clauses = sections[start:end]
        paragraphs = (Paragraph(one.clause, one.markdown, heading.title) for one in clauses)
        yield Chapter(heading.title, heading.markdown, tuple(paragraphs))


def _has_all(paragraph: Paragraph, sought: list[str]) -> bool:
    return all(any(word.startswith(part) for word in paragraph.words) for part in sought)


def _folded(text: str) -> str:
    return text.casefold().replace("ё", "е")
