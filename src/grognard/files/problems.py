"""What is wrong with a file: where, what, under which clause, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.files.nodes import Document, Path, Place
from grognard.locale import Text


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong; sorts by file, line and column."""

    file: str
    line: int
    column: int
    message: Text
    clause: str | None = None

    @classmethod
    def at(cls, place: Place, message: Text, clause: str | None = None) -> Problem:
        return cls(place.file, place.line, place.column, message, clause)

    def say(self, lang: str = "en") -> str:
        """``file:line:col: message (CLAUSE)`` in ``lang``."""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.file}:{self.line}:{self.column}: {self.message.say(lang)}{clause}"

    def __str__(self) -> str:
        return self.say()

    def __lt__(self, other: Problem) -> bool:
        return self._order() < other._order()

    def _order(self) -> tuple[str, int, int, str]:
        return self.file, self.line, self.column, self.message.say()


class Problems(Exception):
    """All problems of a file at once, in the order in which they stand there."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        said: dict[str, Problem] = {}
        for problem in sorted(problems):
            said.setdefault(str(problem), problem)
        self.problems = tuple(said.values())
        super().__init__(self.problems)

    def say(self, lang: str = "en") -> str:
        """One line a problem."""
        return "\n".join(problem.say(lang) for problem in self.problems)

    def __str__(self) -> str:
        return self.say()


class Collector:
    """Gathers what a rule book finds wrong with a document that is well-formed."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = []

    def add(self, path: Path, message: Text, clause: str | None = None, key: bool = False) -> None:
        """A problem with the value at ``path`` (with its key, with ``key``)."""
        self.problems.append(Problem.at(self.document.place(path, key), message, clause))

    def done(self) -> None:
        """Raises :class:`Problems` if anything was added."""
        if self.problems:
            raise Problems(self.problems)
