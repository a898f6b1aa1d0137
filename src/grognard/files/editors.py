"""What an editor needs to help with a file: its JSON Schema, made from the model that checks the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

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
