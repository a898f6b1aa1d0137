"""Options as table files have them, as schemas show them, and as command lines say them: the same in every book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import Field

from grognard.files import FileModel, Option, OptionValue
from grognard.rulebooks.writing import Named, PlainId, name_of


class OptionValueRow(Named):
    value: bool | int | str


class OptionRow(Named):
    """An option in a table file; a book says which kinds there are and what a default may be."""

    id: PlainId
    kind: str
    default: Any
    clauses: list[str]
    values: list[OptionValueRow] = Field(default_factory=list)
    least: float = 0.0
    most: float = 0.0


class HouseFile(FileModel):
    """What a file with house rules has; a book adds the schema of its options."""

    options: dict[str, Any] = Field(default_factory=dict)
    overlays: list[str] = Field(default_factory=list)


def option_of(row: OptionRow) -> Option:
    """A checked row as the rules read it."""
    default = tuple(row.default) if isinstance(row.default, list) else row.default
    values = tuple(OptionValue(one.value, name_of(one)) for one in row.values)
    return Option(row.id, name_of(row), row.kind, default, tuple(row.clauses), values, row.least, row.most)


def shown(value: Any) -> str:
    """A value as files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- schemas -------------------------------------------------------------------------------------------

KindSchema = Callable[[Option], dict[str, Any]]


def within(kind: str) -> KindSchema:
    """The schema of ``integer`` or ``number`` from the least to the most."""
    exact = int if kind == "integer" else float
    return lambda one: {"type": kind, "minimum": exact(one.least), "maximum": exact(one.most)}


def options_schema(options: Mapping[str, Option], kinds: Mapping[str, KindSchema]) -> dict[str, Any]:
    """JSON Schema of every option: its values, and what it decides. ``kinds``: of those that are no choice."""
    return {key: _option_schema(one, kinds.get(one.kind, _choice)) for key, one in options.items()}


def _option_schema(option: Option, kind: KindSchema) -> dict[str, Any]:
    return {**kind(option), "description": option.name.en, "default": option.default}


def _choice(option: Option) -> dict[str, Any]:
    return {"enum": [one.value for one in option.values]}


def with_options(schema: Callable[[], dict[str, Any]]) -> Callable[[dict[str, Any]], None]:
    """For ``json_schema_extra`` of a model whose key ``options`` holds them."""

    def extra(made: dict[str, Any]) -> None:
        made["properties"]["options"] = {
            "type": "object",
            "properties": schema(),
            "additionalProperties": False,
        }

    return extra


# --- command lines -------------------------------------------------------------------------------------

_SWITCH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def from_words(option: Option | None, value: Any) -> Any:
    """What a command line says in words: ``on`` and ``off`` for switches, numbers in digits. Other words stay as they
    are."""
    if option is None or not isinstance(value, str):
        return value
    if isinstance(option.default, bool):
        return _SWITCH.get(value.casefold(), value)
    return _number(value) if isinstance(option.default, int | float) else value


def _number(value: str) -> Any:
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return value


def all_from_words(options: Mapping[str, Option], said: Mapping[str, Any]) -> dict[str, Any]:
    """The same of everything that is said."""
    return {key: from_words(options.get(key), value) for key, value in said.items()}
