"""JSON Schemas for editors, made from the same models that check the files.

``python -m grognard.files.schemas`` writes those of every registered rule book beside its data: the models
are the ``SCHEMAS`` (name -> model) of the book's room ``files``.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel

GROUP = "grognard.rulebooks"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(model: type[BaseModel], title: str, id: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of files that ``model`` checks."""
    return {"$schema": DIALECT, "$id": id, **model.model_json_schema(), "title": title}


def modeline(path: str) -> str:
    """The comment that tells an editor with a YAML language server which schema a file follows."""
    return f"# yaml-language-server: $schema={path}\n"


def schema_text(model: type[BaseModel], title: str, id: str) -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema(model, title, id), ensure_ascii=False, indent=1) + "\n"


def of_book(package: str) -> dict[Path, str]:
    """Path and text of every schema of the rule book in ``package``."""
    models: Mapping[str, type[BaseModel]] = importlib.import_module(f"{package}.files").SCHEMAS
    folder = Path(str(files(package))) / "schemas"
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
