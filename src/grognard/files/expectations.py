"""What a pydantic model expects at a path: the keys of a record, the values of a choice.

Pydantic's errors name neither, so the annotations are walked side by side with the data.
"""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from grognard.files.nodes import Path

_NOTHING = object()


class Expected:
    """The place that an error's ``loc`` names: its path in the data and the types allowed there."""

    def __init__(self, model: type[BaseModel], data: Any, loc: Path) -> None:
        self.path: Path = ()
        self.owner: type[BaseModel] = model
        self.types: list[Any] = [model]
        self.missing: str | int | None = None
        for step in loc:
            data = self._step(data, step)
            if data is _NOTHING:
                break

    def _step(self, data: Any, step: str | int) -> Any:
        if isinstance(data, list) and isinstance(step, int):
            self.types = _flat(item for kind in self.types for item in get_args(kind)[:1])
        elif isinstance(data, dict) and (step in data or _fields_named(self.types, step)):
            self._enter(step)
            if step not in data:
                self.missing = step
                return _NOTHING
        else:
            self._choose(step)
            return data
        self.path += (step,)
        return data[step]

    def _enter(self, step: str | int) -> None:
        records = [kind for kind in self.types if _is_record(kind)]
        self.owner = records[0] if records else self.owner
        self.types = _flat(_under(kind, step) for kind in self.types)

    def _choose(self, tag: str | int) -> None:
        """A step that is no key but the tag of a union's member."""
        chosen = [kind for kind in self.types if _is_record(kind) and _tagged(kind, tag)]
        self.types = chosen or self.types
        self.owner = chosen[0] if chosen else self.owner

    def keys(self) -> list[str]:
        """The keys of the record that holds this place."""
        return [info.alias or name for name, info in self.owner.model_fields.items()]

    def values(self) -> list[str]:
        """The values of a choice between a few, if it is one."""
        return [str(value) for kind in self.types if get_origin(kind) is Literal for value in get_args(kind)]

    def clause(self) -> str | None:
        """The ``CLAUSE`` of the records allowed here, else of the one that holds this place."""
        nearest = [kind for kind in self.types if _is_record(kind)] + [self.owner]
        found: str | None = getattr(nearest[0], "CLAUSE", None) or getattr(self.owner, "CLAUSE", None)
        return found


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _fields_named(kinds: list[Any], name: str | int) -> bool:
    return any(_under(kind, name) is not None for kind in kinds if _is_record(kind))


def _under(kind: Any, step: str | int) -> Any:
    if _is_record(kind):
        for name, info in kind.model_fields.items():
            if step in (info.alias, name):
                return info.annotation
        return None
    return get_args(kind)[1] if get_origin(kind) is dict else None


def _tagged(kind: type[BaseModel], tag: str | int) -> bool:
    return tag == kind.__name__ or any(
        tag in get_args(info.annotation)
        for info in kind.model_fields.values()
        if get_origin(info.annotation) is Literal
    )


def _flat(kinds: Any) -> list[Any]:
    """Union members one by one, annotations stripped."""
    flat: list[Any] = []
    for kind in kinds:
        origin = get_origin(kind)
        if origin in (Union, types.UnionType):
            flat.extend(_flat(get_args(kind)))
        elif origin is Annotated:
            flat.extend(_flat(get_args(kind)[:1]))
        elif kind is not None and kind is not type(None):
            flat.append(kind)
    return flat
