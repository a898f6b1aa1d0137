"""The table files of a book: the shipped ones are read once, a game master's own are laid over them; rows as the rules
read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from pydantic import BaseModel

from grognard.files import Document, documents, overlay, read_all
from grognard.rulebooks.writing import Named, name_of
from grognard.space.pose import thousandths

Printed = TypeVar("Printed")
S = TypeVar("S")


class TableFiles(Generic[Printed]):
    """``names`` of the shipped files in ``folder``, without .yaml. ``checked``: the tables of a document that holds all
    of them, compared with the shipped one; ``prepared``: what is done to each file first."""

    def __init__(
        self,
        folder: Path,
        names: Iterable[str],
        checked: Callable[[Document, Document], Printed],
        prepared: Callable[[Document], Document] = lambda one: one,
    ) -> None:
        self._folder, self._names, self._checked, self._prepared = folder, names, checked, prepared

    @cached_property
    def shipped(self) -> Document:
        """All shipped files as one document."""
        return overlay(*map(self._prepared, read_all(self._folder, self._names)))

    @cached_property
    def _printed(self) -> Printed:
        return self._checked(self.shipped, self.shipped)

    def read(self, overlays: Sequence[Path | Document] = ()) -> Printed:
        """The shipped tables with the given files laid over them, the last on top.

        Raises :class:`grognard.files.Problems` with everything that is wrong with them.
        """
        if not overlays:
            return self._printed
        return self._checked(overlay(self.shipped, *map(self._prepared, documents(overlays))), self.shipped)


# --- rows as the rules read them -----------------------------------------------------------------------


def converted(row: BaseModel, struct: type[S], *lengths: str, **made: Any) -> S:
    """The struct of a checked row: what is ``made``, ``lengths`` in thousandths, other keys as they are."""
    kept = set(struct.__struct_fields__) - set(made)  # type: ignore[attr-defined]
    same = {key: value for key, value in row.model_dump().items() if key in kept}
    same.update({key: thousandths(same[key]) for key in lengths})
    return msgspec.convert({**same, **made}, struct)


def converted_named(row: Named, struct: type[S], *lengths: str, **made: Any) -> S:
    """The same with the name of the row."""
    return converted(row, struct, *lengths, name=name_of(row), **made)
