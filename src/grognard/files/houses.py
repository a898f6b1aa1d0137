"""House rules: the options of a game master and the table files that he lays over a book's own; options of a battle."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from grognard.files.checking import FileModel, sift
from grognard.files.nodes import Place
from grognard.files.problems import Collector, Problem, Problems
from grognard.files.reading import read_yaml
from grognard.locale import Text


class Known(Protocol):
    """An option as a book knows it."""

    @property
    def default(self) -> Any: ...
    @property
    def clauses(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class HouseRules:
    """Options of a game master, and the table files laid over the shipped ones."""

    options: dict[str, Any]
    overlays: tuple[Path, ...]


Objection = Callable[[str, Any], Text | None]
"""Why an option cannot be set so; None if it can."""
Said = Callable[[str], str | None]
"""Which clause says what an option may be, where a complaint is to name it."""


def unnamed(option: str) -> None:
    """No clause."""


def first_clause(known: Mapping[str, Known], option: str) -> str | None:
    """The first one of an option that there is."""
    return known[option].clauses[0] if option in known else None


def read_houses(
    source: Path | str | bytes,
    name: str | None,
    model: type[FileModel],
    words: Mapping[str, Text],
    known: Container[str],
    wrong: Objection,
    clause: Said = unnamed,
) -> HouseRules:
    """Options and overlays of a file of that ``model``; paths of overlays are taken from the file's own folder.

    ``known``: options that there are. Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    document = read_yaml(source, name)
    sifted = sift(document, model, words=words)
    problems = Collector(document)
    problems.problems.extend(sifted.problems)
    for key, value in sifted.parts.get("options", {}).items():
        if (why := wrong(key, value)) is not None:
            problems.add(("options", key), why, clause(key), key=key not in known)
    problems.done()
    file: Any = model.model_validate(document.data)
    folder = source.parent if isinstance(source, Path) else Path()
    return HouseRules(dict(file.options), tuple(folder / one for one in file.overlays))


def sound_options(said: Mapping[str, Any], wrong: Objection, clause: Said = unnamed) -> dict[str, Any]:
    """Options that stand in no file, as they are. Raises :class:`grognard.files.Problems` if one cannot be set so."""
    problems = [
        Problem.at(Place("options"), why, clause(key))
        for key, value in said.items()
        if (why := wrong(key, value)) is not None
    ]
    if problems:
        raise Problems(problems)
    return dict(said)


def every_option(
    known: Mapping[str, Known],
    scenario: Any,
    house: Mapping[str, Any],
    wrong: Objection,
    clause: Said = unnamed,
) -> dict[str, Any]:
    """Every option: the house's, else the scenario's where it can be set so, else the printed value.

    ``scenario``: what its file has where options stand, be it options or not (its own check says so). Raises
    :class:`grognard.files.Problems` if one of the house's cannot be set so.
    """
    own = scenario if isinstance(scenario, dict) else {}
    chosen = {key: option.default for key, option in known.items()}
    chosen |= {key: value for key, value in own.items() if wrong(key, value) is None}
    return chosen | sound_options(house, wrong, clause)
