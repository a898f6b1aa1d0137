"""JSON Schemas for editors, made from the same models that check the files.

``python -m grognard.files.schemas`` writes those of every registered rule book beside its data: the models
are the ``SCHEMAS`` (name -> model) of the book's room ``files``.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel

GROUP = "grognard.rulebooks"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True)
class Partial:
    """Files of this model may be overlays, which state only what differs (:func:`grognard.files.overlay`)."""

    model: type[BaseModel]


def schema(model: type[BaseModel] | Partial, title: str, id: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of files that ``model`` checks."""
    made = (
        _loosened(model.model.model_json_schema())
        if isinstance(model, Partial)
        else model.model_json_schema()
    )
    return {"$schema": DIALECT, "$id": id, **made, "title": title}


def _loosened(made: dict[str, Any]) -> dict[str, Any]:
    """No key is required but in items of lists that have no ``id``: such lists are not merged but replaced."""
    whole = set(_items(made))
    for name, record in made.get("$defs", {}).items():
        keys = record.get("properties", {})
        if name not in whole or "id" in keys:
            record.pop("required", None)
        if "id" in keys:
            keys["remove"] = {"type": "array", "items": {"type": "string"}}
    made.pop("required", None)
    return made


def _items(part: Any, inside: bool = False) -> Iterator[str]:
    """Names of the records that stand in lists."""
    if isinstance(part, list):
        for one in part:
            yield from _items(one, inside)
    elif isinstance(part, dict):
        if inside and "$ref" in part:
            yield part["$ref"].rpartition("/")[2]
        for key, one in part.items():
            yield from _items(one, inside or key == "items")


def modeline(path: str) -> str:
    """The comment that tells an editor with a YAML language server which schema a file follows."""
    return f"# yaml-language-server: $schema={path}\n"


def schema_text(model: type[BaseModel] | Partial, title: str, id: str) -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema(model, title, id), ensure_ascii=False, indent=1) + "\n"


def of_book(package: str) -> dict[Path, str]:
    """Path and text of every schema of the rule book in ``package``."""
    models: Mapping[str, type[BaseModel] | Partial] = importlib.import_module(f"{package}.files").SCHEMAS
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
