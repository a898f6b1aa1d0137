"""Values of pieces as an umpire types them: ``12``, ``3.5``, ``yes``, a word of a list; JSON too."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from functools import cache
from textwrap import shorten
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from grognard.core.errors import Refused
from grognard.core.state import Piece
from grognard.core.steps import strangers
from grognard.files import did_you_mean
from grognard.locale import LANGUAGES, T, Text, say
from grognard.rulebooks.hand import HandWords, written
from grognard.show.model import Words

_NUMBER = re.compile(r"([+-]?\d{1,15}(?:[.,]\d{1,9})?)\s*[°\"″%]?")
LISTED = 20
"""So many rows a refusal names."""
FLAGS: Mapping[bool, tuple[str, ...]] = {
    True: ("yes", "true", "1", "да", "on"),
    False: ("no", "false", "0", "нет", "off"),
}


class Entry(msgspec.Struct, frozen=True):
    """A field of a piece on the desk. ``typed``: its value as it may be typed again; ``choices``: all there are, as
    typed and in words, where only these are possible; ``shape``: ``number``, ``words`` or ``json``."""

    field: str
    name: Words
    typed: str
    choices: tuple[tuple[str, Words], ...]
    shape: str


Known: TypeAlias = Mapping[str, Mapping[Any, Words]]
"""By field of a piece: the ids that it may name, in words ("" where there are none)."""
NOTHING: Known = {}


@cache
def hints(kind: type[Piece]) -> Mapping[str, Any]:
    """The type of each field of a kind of pieces."""
    return get_type_hints(kind)


def entries(piece: Piece, words: HandWords, known: Known = NOTHING) -> tuple[Entry, ...]:
    """Every field of a piece that may be changed; ``known``: by field what it may name."""
    plain, types = msgspec.json.decode(msgspec.json.encode(piece)), hints(type(piece))
    kind = str(plain.get("piece", ""))
    return tuple(
        _entry(field, value, types[field], kind, words, known.get(field, {}))
        for field, value in plain.items()
        if field not in ("id", "piece")
    )


def _entry(
    field: str, value: Any, hint: Any, kind: str, words: HandWords, known: Mapping[Any, Words]
) -> Entry:
    named = tuple((_text(one), words.value(one, field, kind)) for one in choices(hint))
    if known and _bare(hint) in (str, int):
        now = {} if value in known else {value: ""}
        named = tuple((str(one), _with_id(one, said)) for one, said in {**now, **known}.items())
    shape = "words" if _bare(hint) is str else "number" if _bare(hint) is int else "json"
    return Entry(field, words.field(field, kind), typed(value, hint, words.scale(field, kind)), named, shape)


def _with_id(one: str | int, said: Words) -> Words:
    return Text("{name} ({id})", {"name": said, "id": one}) if said and one != "" else said or str(one)


def choices(hint: Any) -> tuple[Any, ...]:
    """The values that a type enumerates; () of a type that does not."""
    if hint is bool:
        return (True, False)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(one.value for one in hint)
    return ()


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def typed(value: Any, hint: Any, scale: int) -> str:
    """A value as it may be typed to be read as the same."""
    if choices(hint):
        return _text(value)
    words = written(value, scale)
    try:
        same = read(words, hint, scale) == value
    except ValueError:
        same = False
    return words if same else json.dumps(value, ensure_ascii=False)


def read_typed(piece: Piece, field: str, words: str, names: HandWords, known: Known = NOTHING) -> Any:
    """What was typed for a field, as plain data; Refused says what would be right. ``known``: by field what it may
    name."""
    hint = hints(type(piece)).get(field)
    found = _read(piece, field, words, names, hint)
    rows = known.get(field, {})
    _all_known(strangers(rows, getattr(piece, field), found), piece, field, names, rows)
    return found


def _all_known(
    wrong: Sequence[Any], piece: Piece, field: str, names: HandWords, rows: Mapping[Any, Words]
) -> None:
    """Raises Refused for what names no row."""
    if wrong:
        said = names.field(field, str(type(piece).__struct_config__.tag))
        why = T("{field}: '{words}' can't be that", field=said, words=str(wrong[0])[:80])
        raise Refused("", why, _one_of(str(wrong[0]), rows))


def _one_of(word: str, rows: Mapping[Any, Words]) -> Text:
    """The likeliest row first; of many not all."""
    ids = [str(one) for one in rows if one != ""]
    guess = did_you_mean(word, ids)
    listed = list(dict.fromkeys([*([guess] if guess else []), *ids]))
    more = ("…",) if len(listed) > LISTED else ()
    return T("choose {options}", options=(*listed[:LISTED], *more))


def _read(piece: Piece, field: str, words: str, names: HandWords, hint: Any) -> Any:
    kind = str(type(piece).__struct_config__.tag)
    options = choices(hint)
    try:
        if options:
            return _chosen(words.strip(), options, lambda one: names.value(one, field, kind))
        return read(words, hint, names.scale(field, kind))
    except (ValueError, RecursionError):
        why = T("{field}: '{words}' can't be that", field=names.field(field, kind), words=words[:80])
        raise Refused("", why, _right(piece, field, hint, names, kind)) from None


def _right(piece: Piece, field: str, hint: Any, names: HandWords, kind: str) -> Text:
    options = choices(hint)
    if options:
        return T("choose {options}", options=tuple(names.value(one, field, kind) for one in options))
    scale = names.scale(field, kind)
    if _bare(hint) is int and scale == 1:
        return T("type a whole number, such as 12")
    if _bare(hint) is int:
        return T("type a number, such as 3.5; its smallest step is {step}", step=str(1 / Decimal(scale)))
    now = json.dumps(msgspec.to_builtins(piece)[field], ensure_ascii=False)
    return T("type it as it stands there now: {value}", value=shorten(now, 200, placeholder="…"))


def _chosen(words: str, options: tuple[Any, ...], said: Callable[[Any], Words]) -> Any:
    """The option that was typed: as it is stored, or by its words in any language."""
    plain = words.strip('"').casefold()
    for one in options:
        names = {_text(one).casefold(), *(say(said(one), lang).casefold() for lang in LANGUAGES)}
        names |= set(FLAGS[one]) if isinstance(one, bool) else set()
        if plain in names:
            return one
    raise ValueError(words)


def _bare(hint: Any) -> Any:
    """The type without its ``None``."""
    kinds = [one for one in get_args(hint) if one is not type(None)]
    return kinds[0] if get_origin(hint) in (Union, UnionType) and len(kinds) == 1 else hint


def read(words: str, hint: Any, scale: int = 1) -> Any:
    """Plain data of what was typed for a type; ValueError where it is no such thing."""
    words = words.strip()
    if _bare(hint) is not hint:
        return None if words.casefold() in ("", "null", "none", "нет") else read(words, _bare(hint), scale)
    if hint is str:
        return json.loads(words) if words[:1] == '"' == words[-1:] else words
    if hint is int:
        return _number(words, scale)
    parts = {kind for one in get_args(hint) for kind in get_args(one) or (one,)}
    if get_origin(hint) is tuple and words[:1] not in ("[", "{") and parts <= {str, int, Ellipsis}:
        return _several(words, parts, scale)
    return json.loads(words) if words or get_origin(hint) is not tuple else []


def _number(words: str, scale: int) -> int:
    """``3.5`` or ``3,5``, a unit after it counts for nothing."""
    digits = _NUMBER.fullmatch(words.replace("−", "-"))
    found = Decimal(digits[1].replace(",", ".") if digits else "NaN") * scale
    if found != found.to_integral_value():
        raise ValueError(words)
    return int(found)


def _several(words: str, parts: Collection[Any], scale: int) -> list[Any]:
    """``a, b`` or ``1, 2``; a part that may be both is a number if it reads as one."""
    found = [one for one in re.split(r"\s*[,;]\s*" if scale == 1 else r"\s*;\s*|,\s+", words) if one]
    if str not in parts:
        return [_number(one, scale) for one in found]
    is_number = int in parts
    return [int(one) if is_number and re.fullmatch(r"-?\d+", one) else one for one in found]
