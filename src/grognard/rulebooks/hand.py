"""The umpire's hand on the pieces: what kinds, fields and values of pieces are called where they are changed by hand.

A book says so in words of its own (``Book.hand_words``); what it has no words for is told in plain letters.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard.locale import T, Text

if TYPE_CHECKING:
    from grognard.core.events import Change
    from grognard.show.model import Words

V = TypeVar("V")
YES, NO = T("yes"), T("no")


class HandWords(msgspec.Struct, frozen=True):
    """``kinds``: by kind of piece (``piece`` in its plain data). ``fields``: by field; ``person.formation`` is that of
    one kind of piece alone, as in the other two. ``choices``: by field the words of each value of an enumeration.
    ``scales``: by field how many of what is stored people count as one (a length in thousandths: 1000)."""

    kinds: Mapping[str, Text] = {}
    fields: Mapping[str, Text] = {}
    choices: Mapping[str, Mapping[str, Text]] = {}
    scales: Mapping[str, int] = {}

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
