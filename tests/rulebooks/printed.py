"""The printed rules of a book beside its data: for tests that read both."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from grognard.files import read_yaml
from grognard.rulebooks import shelf
from grognard.rulebooks.rules_text import RulesText

LANGUAGES = {"en": "RULES.md", "ru": "RULES.ru.md"}
RULING = {"en": "*Ruling: ", "ru": "*Решение: "}
OPTIONS_TITLE = {"en": "Options", "ru": "Опции"}
GLOSSARY = {"en": "Glossary", "ru": "Словарь"}
BOOKS = tuple(sorted(shelf.names()))


class Printed:
    """A book's folder, catalogue of clauses, options, and rules in both languages."""

    def __init__(self, book_id: str) -> None:
        self.book = shelf.book(book_id)
        self.folder = Path(str(Path(shelf.__file__).parent / book_id))
        self.tests = Path(__file__).parent / book_id
        self.clause = rf"{self.book.prefix}-[A-Z]+[0-9]?-\d+"

    def data(self, name: str) -> Any:
        return read_yaml(self.folder / "data" / f"{name}.yaml").data

    @cached_property
    def catalogue(self) -> Any:
        return self.data("clauses")

    @property
    def ids(self) -> list[str]:
        return [clause["id"] for clause in self.catalogue["clauses"]]

    @cached_property
    def options(self) -> dict[str, dict[str, Any]]:
        return {option["id"]: option for option in self.data("options")["option"]}

    @cached_property
    def rules(self) -> dict[str, RulesText]:
        return {lang: self.book.rules_text(lang) for lang in LANGUAGES}

    def page(self, lang: str) -> str:
        return (self.folder / LANGUAGES[lang]).read_text(encoding="utf-8")


printed = cache(Printed)


def codes(markdown: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", markdown))


def tables(markdown: str) -> list[list[str]]:
    """Rows of all tables, as their cells."""
    rows = [line.strip("| ").split(" | ") for line in markdown.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows]


def chapter_text(rules: RulesText, title: str) -> str:
    (chapter,) = (chapter for chapter in rules.chapters if chapter.title == title)
    return chapter.text


def option_rows(rules: RulesText, lang: str) -> dict[str, list[str]]:
    """The table of options, by option."""
    rows = tables(chapter_text(rules, OPTIONS_TITLE[lang]))[1:]
    return {row[0].strip("`"): row for row in rows}


def glossary(rules: RulesText, lang: str) -> list[list[str]]:
    return tables(chapter_text(rules, GLOSSARY[lang]))[1:]
