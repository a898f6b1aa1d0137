"""A cleaned post cut into words, numbers and breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from grognard.orders.folding import fold, spellings

Kind: TypeAlias = Literal["word", "number", "bullet", "break"]
LONGEST_RANGE = 60


class Token(NamedTuple):
    """``text`` is the folded word, the digits (with a point in a decimal), or for a break one of
    ``, + : \\n . ? ¶`` (¶: blank line)."""

    kind: Kind
    text: str
    start: int
    end: int


_MARK = r"[\u0300-\u036f\u00ad\u200b-\u200f\u2060]"
_PATTERN = (
    r"(?P<blank>\n\s*\n)"
    r"|(?P<line>\n)"
    r"|(?P<bullet>(?:(?<=\n)|(?<![\s\S]))[^\S\n]*\d{1,3}[.)](?=\s))"
    r"|(?P<range>\b\d{1,3}[-–]\d{1,3}\b)"
    r"|(?P<ordinal>[^\S\n]?\b\d{1,6}-?(?:ый|ий|ой|ая|ая|ое|ый|го|му|ом|ым|ую|й|я|е|м|ю|st|nd|rd|th)\b)"
    r"|(?P<number>(?:#|№|(?<![:,=—–-][^\S\n])\bno\.|\bn°)?[^\S\n]?\b\d{1,6}\b)"
    rf"|(?P<word>(?:[^\W_]|{_MARK})+(?:['’ʼ](?:[^\W_]|{_MARK})+)*)"
    r"|(?P<degree>°)"
    r"|(?P<address>\s?(?:[-=—–]{1,2}>|[→⇒➜]|:|—|–|=)|(?<=\s)-(?=\s))"
    r"|(?P<question>\?)"
    r"|(?P<end>[.!;…]+)"
    r"|(?P<comma>,)"
    r"|(?P<plus>[+&/|])"
)
_DECIMAL = r"(?P<decimal>[^\S\n]?\b\d{1,3}[.,]\d{1,6}\b(?![.,]\d))|"
_SHORT = r"[^\W\d_]{1,4}\d{1,3}"
_NAME = re.compile(r"([^\W\d_]+)(\d+)")
_TOKEN, _WITH_DECIMALS = (re.compile(one + _PATTERN, re.IGNORECASE) for one in ("", _DECIMAL))
_RANGE = re.compile(rf"(?<!from\s)\b{_SHORT}(?:\s?[-–—]\s?|\s(?:to|through|по)\s){_SHORT}\b", re.IGNORECASE)
_BREAKS = {"blank": "¶", "line": "\n", "address": ":", "question": "?", "end": ".", "comma": ",", "plus": "+"}
_LINE_BULLET = re.compile(r"^[^\S\n]*(?:[-—–*•·][^\S\n]+)", re.MULTILINE)


def tokens(bare: str, decimals: bool = False) -> list[Token]:
    """The tokens of a cleaned post; dashes and dots that begin a line are dropped. ``decimals``: 2.5 is one number."""
    plain = _LINE_BULLET.sub(lambda found: " " * len(found[0]), bare)
    pattern = _WITH_DECIMALS if decimals else _TOKEN
    found, at = list[Token](), 0
    for names in _RANGE.finditer(plain):
        listed = _names(names)
        if listed:
            found += _between(pattern, plain, at, names.start()) + listed
            at = names.end()
    return found + _between(pattern, plain, at, len(plain))


def _between(pattern: re.Pattern[str], plain: str, start: int, end: int) -> list[Token]:
    return [token for found in pattern.finditer(plain, start, end) for token in _of(found)]


def _of(found: re.Match[str]) -> Iterator[Token]:
    start, end, kind = found.start(), found.end(), found.lastgroup or ""
    if kind in _BREAKS:
        yield Token("break", _BREAKS[kind], start, end)
    elif kind in ("word", "degree"):
        yield Token("word", fold(found[0]), start, end)
    elif kind == "decimal":
        written = found[0].strip()
        yield Token("number", _decimal(written), end - len(written), end)
    elif kind == "range":
        yield from _range(found[0], start, end)
    else:
        digits = re.search(r"\d+", found[0])
        assert digits
        yield Token("bullet" if kind == "bullet" else "number", digits[0], start + digits.start(), end)


def _decimal(words: str) -> str:
    """``2.50`` and ``2,5`` are 2.5, ``3.0`` is 3."""
    whole, part = re.split("[.,]", words)
    part = part.rstrip("0")
    return f"{int(whole)}.{part}" if part else str(int(whole))


def _names(found: re.Match[str]) -> list[Token]:
    """Short names from the first to the last: ``c1 - c5``. None for two kinds of names, or counted downwards."""
    ends = _NAME.findall(found[0])
    (first, low), (last, high) = ends[0], ends[-1]
    same = set(spellings(fold(first))) & set(spellings(fold(last)))
    if not same or not 0 < int(high) - int(low) <= LONGEST_RANGE:
        return []
    names = [f"{fold(first)}{number}" for number in range(int(low), int(high) + 1)]
    span = found.span()
    listed = [(Token("break", "+", *span), Token("word", name, *span)) for name in names]
    return [token for pair in listed for token in pair][1:]


def _range(words: str, start: int, end: int) -> Iterator[Token]:
    first, last = map(int, re.split("[-–]", words))
    reach = range(first, last + 1) if 0 <= last - first <= LONGEST_RANGE else (first, last)
    for at, number in enumerate(reach):
        if at:
            yield Token("break", "+", start, end)
        yield Token("number", str(number), start, end)
