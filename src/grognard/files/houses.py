"""House rules: the options of a game master and the table files that he lays over a book's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grognard.files.checking import FileModel, sift
from grognard.files.options import Offered
from grognard.files.problems import Collector
from grognard.files.reading import Source, folder_of, read_yaml
from grognard.locale import Text


@dataclass(frozen=True)
class HouseRules:
    """Options of a game master, and the table files laid over the shipped ones."""

    options: dict[str, Any] = field(default_factory=dict)
    overlays: tuple[Path, ...] = ()

    def under(self, overlays: Iterable[Path], options: Mapping[str, Any] | None) -> HouseRules:
        """With further table files on top, and options that go before these."""
        return HouseRules({**self.options, **(options or {})}, (*self.overlays, *overlays))


def read_houses(
    source: Source,
    name: str | None,
    model: type[FileModel],
    words: Mapping[str, Text],
    offered: Offered,
) -> HouseRules:
    """Options and overlays of a file of that ``model``; paths of overlays are taken from the file's own folder.

    Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    document = read_yaml(source, name)
    sifted = sift(document, model, words=words)
    problems = Collector(document)
    problems.problems.extend(sifted.problems)
    offered.check(problems, ("options",), sifted.parts.get("options", {}))
    problems.done()
    file: Any = model.model_validate(document.data)
    folder = folder_of(source)
    return HouseRules(dict(file.options), tuple(folder / one for one in file.overlays))
