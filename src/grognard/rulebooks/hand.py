"""The umpire's hand on the pieces: what kinds, fields and values of pieces are called where they are changed by hand.

A book says so in words of its own (``Book.hand_words``); what it has no words for is told in plain letters.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard.locale import T, Text

if TYPE_CHECKING:
    from grognard.core.events import Change
    from grognard.core.state import Piece
    from grognard.show.model import Words

V = TypeVar("V")
YES, NO, NOBODY = T("yes"), T("no"), T("nobody, nothing")


class HandWords(msgspec.Struct, frozen=True):
    """``kinds``: by kind of piece (``piece`` in its plain data). ``fields``: by field; ``person.formation`` is that of
    one kind of piece alone, as in the other two. ``choices``: by field the words of each value of an enumeration.
    ``scales``: by field how many of what is stored people count as one (a length in thousandths: 1000). ``rows``: by
    field what it names, see :func:`rows_of`, or one of its ``choices`` (``=captured``)."""

    kinds: Mapping[str, Text] = {}
    fields: Mapping[str, Text] = {}
    choices: Mapping[str, Mapping[str, Text]] = {}
    scales: Mapping[str, int] = {}
    rows: Mapping[str, tuple[str, ...]] = {}

    def kind(self, kind: str) -> Words:
        return self.kinds.get(kind) or kind.replace("_", " ")

    def field(self, field: str, kind: str = "") -> Words:
        return _of(self.fields, field, kind) or field.replace("_", " ")

    def choice(self, value: str, field: str, kind: str = "") -> Words:
        """A value of an enumeration."""
        known = _of(self.choices, field, kind) or {}
        return known.get(value) or value.replace("_", " ")

    def scale(self, field: str, kind: str = "") -> int:
        return _of(self.scales, field, kind) or 1

    def named(self, field: str, kind: str, setup: Any, pieces: Iterable[Piece]) -> dict[str | int, Words]:
        """What a field may name, in words; {} where that isn't known or anything goes."""
        found: dict[str | int, Words] = {}
        for source in _of(self.rows, field, kind) or ():
            if source[:1] == "=":
                found[source[1:]] = self.choice(source[1:], field, kind)
            else:
                found.update(rows_of(source, setup, pieces))
        return found

    def value(self, plain: Any, field: str, kind: str = "") -> Words:
        """A value in words, from its plain data."""
        if isinstance(plain, bool):
            return YES if plain else NO
        known: Mapping[str, Text] | None = _of(self.choices, field, kind)
        if isinstance(plain, str) and known:
            return self.choice(plain, field, kind)
        return written(plain, self.scale(field, kind))

    def change(self, one: Change) -> tuple[Words, Words]:
        """A ruling's change in words: the field, and what became of its value."""
        before, after = (self.value(json.loads(words), one.field) for words in (one.before, one.after))
        return self.field(one.field), Text("{before} → {after}", {"before": before, "after": after})


def _of(table: Mapping[str, V], field: str, kind: str) -> V | None:
    found = table.get(f"{kind}.{field}")
    return table.get(field) if found is None else found


def rows_of(source: str, setup: Any, pieces: Iterable[Piece]) -> dict[str | int, Words]:
    """The ids that a source has, in words: a table or list of the setup (``tables.profiles``, ``sides``;
    ``tables.fate:id``: by that field of its rows), all pieces of a kind (``*unit``), or nobody
    (``""``)."""
    if not source:
        return {"": NOBODY}
    if source[0] == "*":
        return {one.id: "" for one in pieces if one.__struct_config__.tag == source[1:]}
    part, _, key = source.partition(":")
    rows = attrgetter(part)(setup)
    if isinstance(rows, Mapping) and not key:
        return {one: getattr(row, "name", "") for one, row in rows.items()}
    listed = rows.values() if isinstance(rows, Mapping) else rows
    return {getattr(row, key or "id"): getattr(row, "name", "") for row in listed}


def written(plain: Any, scale: int = 1) -> str:
    """A value as people write it: ``3.5`` for 3500 thousandths, ``a, b`` for a list, JSON where nothing is plainer."""
    if isinstance(plain, str):
        return plain
    if isinstance(plain, int) and not isinstance(plain, bool):
        return number(plain, scale)
    if isinstance(plain, list) and plain and all(isinstance(one, int | str) for one in plain):
        return ", ".join(written(one, scale) for one in plain)
    return json.dumps(plain, ensure_ascii=False) if plain not in (None, []) else ""


def number(value: int, scale: int) -> str:
    """A number in what people count: ``3.5``."""
    return f"{(Decimal(value) / scale).normalize():f}"
