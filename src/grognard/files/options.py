"""Options of a rule book: what each of them decides, what it may be, and which value a battle has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from grognard.files.guessing import unknown
from grognard.files.nodes import Document, Path, Place
from grognard.files.problems import Collector, Problem, Problems
from grognard.locale import Name, T, Text


class OptionValue(msgspec.Struct, frozen=True):
    """One value of an option; ``name`` says what it means."""

    value: bool | int | str
    name: Name


class Option(msgspec.Struct, frozen=True):
    """A house rule, its default as files write it. Kind ``choice`` is one of ``values`` (a switch: of True and False);
    what other kinds a book has and what they mean is its own, numbers go from ``least`` to ``most``."""

    id: str
    name: Name
    kind: str
    default: bool | int | float | str | tuple[float, ...]
    clauses: tuple[str, ...]
    values: tuple[OptionValue, ...] = ()
    least: int | float = 0
    most: int | float = 0

    def chooses(self, value: Any) -> bool:
        """Whether that is one of its values, and of the same type."""
        return any(value == one.value and type(value) is type(one.value) for one in self.values)


Options: TypeAlias = Mapping[str, Any]
"""Values of options, as files write them."""


@dataclass(frozen=True)
class Offered:
    """The options that a book offers. ``problem``: why one of them cannot have a value, None if it can; ``chapter``:
    what rules which options there are."""

    known: Mapping[str, Option]
    problem: Callable[[Option, Any], Text | None]
    chapter: str | None = None

    def wrong(self, key: str, value: Any) -> Text | None:
        """Why an option cannot be set so; None if it can."""
        option = self.known.get(key)
        return unknown(T("option"), key, self.known) if option is None else self.problem(option, value)

    def clause(self, key: str) -> str | None:
        """Which clause says what an option may be: its first one."""
        return self.known[key].clauses[0] if key in self.known else self.chapter

    def check(self, problems: Collector, path: Path, said: Mapping[str, Any]) -> None:
        """Reports to ``problems`` what cannot be set so of what stands at ``path``."""
        for key, value in said.items():
            if (why := self.wrong(key, value)) is not None:
                problems.add((*path, key), why, self.clause(key), key=key not in self.known)

    def sound(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Options that stand in no file, as they are. Raises :class:`grognard.files.Problems` if one cannot be set
        so."""
        problems = [
            Problem.at(Place("options"), why, self.clause(key))
            for key, value in said.items()
            if (why := self.wrong(key, value)) is not None
        ]
        if problems:
            raise Problems(problems)
        return dict(said)

    def every(self, scenario: Any, house: Mapping[str, Any]) -> dict[str, Any]:
        """Every option: the house's, else the scenario's where it can be set so, else the printed value.

        ``scenario``: what its file has where options stand, be it options or not (its own check says so). Raises
        :class:`grognard.files.Problems` if one of the house's cannot be set so.
        """
        own = scenario if isinstance(scenario, dict) else {}
        chosen = {key: option.default for key, option in self.known.items()}
        chosen |= {key: value for key, value in own.items() if self.wrong(key, value) is None}
        return chosen | self.sound(house)


def options_in(document: Document) -> Any:
    """What a scenario has where options stand: key ``options`` of its head."""
    head: Any = document.data.get("scenario")
    return head.get("options") if isinstance(head, dict) else None
