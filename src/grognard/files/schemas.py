"""The schema files of every registered rule book: ``python -m grognard.files.schemas`` writes them.

They lie beside the book's data, in ``schemas``; the models are the ``SCHEMAS`` (name -> model) of its room
``files``.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path

from pydantic import BaseModel

from grognard.files.editors import Partial, schema

GROUP = "grognard.rulebooks"


def schema_text(model: type[BaseModel] | Partial, title: str, id: str) -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema(model, title, id), ensure_ascii=False, indent=1) + "\n"


def of_book(package: str) -> dict[Path, str]:
    """Path and text of every schema of the rule book in ``package``."""
    room = importlib.import_module(f"{package}.files")
    models: Mapping[str, type[BaseModel] | Partial] = room.SCHEMAS
    folder = Path(str(room.__file__)).parent / "schemas"
    book = package.rpartition(".")[2]
    return {
        folder / f"{name}.json": schema_text(model, f"{book}: {name}", f"grognard/{book}/{name}.json")
        for name, model in models.items()
    }


def registered() -> Iterator[str]:
    """The packages of all registered rule books."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        yield entry.module


def main() -> None:
    """Writes the schemas of all registered rule books."""
    for package in registered():
        for path, text in of_book(package).items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
