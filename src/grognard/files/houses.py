"""House rules: the options of a game master and the table files that he lays over a book's own."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.files.checking import FileModel, sift
from grognard.files.problems import Collector
from grognard.files.reading import read_yaml
from grognard.locale import Text


@dataclass(frozen=True)
class HouseRules:
    """Options of a game master, and the table files laid over the shipped ones."""

    options: dict[str, Any]
    overlays: tuple[Path, ...]


def read_houses(
    source: Path | str | bytes,
    name: str | None,
    model: type[FileModel],
    words: Mapping[str, Text],
    known: Container[str],
    wrong: Callable[[str, Any], Text | None],
    clause: Callable[[str], str | None] = lambda option: None,
) -> HouseRules:
    """Options and overlays of a file of that ``model``; paths of overlays are taken from the file's own folder.

    ``known``: options that there are; ``wrong``: why one cannot be set so; ``clause``: which one says what it may be.
    Raises :class:`grognard.files.Problems` with everything that is wrong.
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
