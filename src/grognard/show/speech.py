"""From what a report is made of to words in one language: ``pieces`` and the cleaning of what people wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import Formatter
from typing import Any, TypeAlias

import msgspec

from grognard.locale import T, Text, say, translate
from grognard.show.model import Clause, Content, Detail, Die, Level, Number, Picture, Strong, Words

MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"

_BREAKS = re.compile("[\t\n\x0b\x0c\r\x1c-\x1f\x85\u2028\u2029]+")
# Control characters, marks that turn the direction of writing, lone surrogates, non-characters and the private
# plane used for colours in a terminal: none of them is a letter of a name, each can spoil what stands around it.
_BANNED = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff"
    "\ud800-\udfff\U000f0000-\U0010ffff]"
)
CLAUSES = 3
"""So many clauses stand beside a line, and one more rather than a sign that there is one."""
_NOT_IN_A_CLAUSE = re.compile(r"[^\w.:/-]+")


class Said(msgspec.Struct, frozen=True):
    """Words in the reader's language; ``strong`` stands out, ``side`` gives it a side's colour."""

    words: str
    strong: bool = False
    side: int | None = None


Piece: TypeAlias = Said | Die | Clause


def clean(text: str) -> str:
    """``text`` on one line, without characters that are not writing."""
    return _BANNED.sub("", _BREAKS.sub(" ", text))


def clean_lines(text: str) -> list[str]:
    """The lines of ``text``, each clean; tabs become four spaces; no empty lines at either end."""
    lines = [clean(line).rstrip() for line in text.expandtabs(4).splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def words(value: Words, lang: str) -> str:
    """A title or the like, said in ``lang`` on one clean line."""
    return plain(value, lang)


def clause_id(text: str) -> str:
    """A clause's id with nothing but letters, digits and ``. : / - _``: safe in an address and in a tag."""
    return _NOT_IN_A_CLAUSE.sub("", clean(text))


def picture_words(picture: Picture, lang: str) -> str:
    """A picture in one short sentence, for whoever sees none: of a moment, which one. What stands on the field in it
    is told by the tables of a report."""
    moment = plain(picture.caption, lang)
    return T("The field of battle, {moment}", moment=moment).say(lang) if moment else words(picture.alt, lang)


def chief(clauses: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Those that stand beside a line, and the rest, which would make it hard to read: rules name their chief clauses
    first."""
    shown = CLAUSES if len(clauses) > CLAUSES + 1 else len(clauses)
    return clauses[:shown], clauses[shown:]


def references(clauses: Sequence[str], detail: Level) -> list[str]:
    """The ids beside a line: all where everything is told, else the chief ones and how many more there are."""
    first, rest = (clauses, ()) if detail == 2 else chief(clauses)
    return [*map(clause_id, first), *([f"+{len(rest)}"] if rest else [])]


def figure(number: Number, lang: str) -> str:
    """A figure as ``lang`` writes it: ``1,204.5`` in English, ``1 204,5`` in Russian; a true minus sign."""
    digits = f"{abs(number.value):,.{number.decimals}f}"
    if lang == "ru":
        digits = digits.replace(",", NO_BREAK).replace(".", ",")
    nought = not any(digit in "123456789" for digit in digits)
    sign = "" if nought else MINUS if number.value < 0 else "+" if number.signed else ""
    unit = words(number.unit, lang)
    return f"{sign}{digits}{NO_BREAK}{unit}" if unit else f"{sign}{digits}"


def pieces(content: Content, lang: str) -> tuple[Piece, ...]:
    """``content`` in ``lang``, as pieces from left to right; neighbouring plain words are one piece."""
    found: list[Piece] = []
    for piece in _spoken(content, lang):
        last = found[-1] if found else None
        if isinstance(piece, Die) and isinstance(last, Die):
            found.append(Said(" "))
        if isinstance(piece, Said) and isinstance(last, Said) and not piece.strong and not last.strong:
            found[-1] = Said(last.words + piece.words)
        elif not isinstance(piece, Said) or piece.words:
            found.append(piece)
    return tuple(found)


def plain(content: Content, lang: str) -> str:
    """``content`` in ``lang`` as plain words, on one line."""
    return "".join(plain_piece(piece) for piece in pieces(content, lang))


def plain_piece(piece: Piece) -> str:
    """One piece as plain words."""
    if isinstance(piece, Said):
        return piece.words
    return die_text(piece) if isinstance(piece, Die) else clause_id(piece.id)


def die_text(die: Die) -> str:
    """A die in plain letters: ``[5]`` counts, ``(6)`` was dropped, ``[20!]`` counts whatever the modifiers."""
    mark = "!" if die.natural else ""
    return f"({die.face}{mark})" if die.dropped else f"[{die.face}{mark}]"


def dice_name(count: int, sides: int, lang: str) -> str:
    """``3d6`` in English, ``3к6`` in Russian; one die is ``d6``."""
    return T("{count}d{sides}", count="" if count == 1 else count, sides=sides).say(lang)


def throws(dice: tuple[Die, ...], lang: str) -> list[tuple[str, list[Die]]]:
    """Dice in runs of the same kind, each with its name: ``("3d6", [...])``."""
    runs: list[list[Die]] = []
    for die in dice:
        if runs and runs[-1][0].sides == die.sides:
            runs[-1].append(die)
        else:
            runs.append([die])
    return [(dice_name(len(run), run[0].sides, lang), run) for run in runs]


def detail_value(detail: Detail) -> Content:
    """What a detail adds, a bare whole number with its sign."""
    return Number(detail.value, signed=True) if isinstance(detail.value, int) else detail.value


def _spoken(content: Any, lang: str) -> Iterator[Piece]:
    match content:
        case Die() | Clause():
            yield content
        case Strong(words=inner, side=side):
            yield Said(plain(inner, lang).strip(), strong=True, side=side)
        case Number():
            yield Said(figure(content, lang))
        case Text():
            yield from _sentence(content, lang)
        case tuple():
            for item in content:
                yield from _spoken(item, lang)
        case _:
            yield Said(clean(say(content, lang)))


def _sentence(text: Text, lang: str) -> Iterator[Piece]:
    source = translate(text.source, lang)
    if not text.facts:
        yield Said(clean(source))
        return
    for literal, place, _spec, _conversion in Formatter().parse(source):
        yield Said(clean(literal))
        if place is not None:
            yield from _fact(text.facts[place], lang)


def _fact(value: Any, lang: str) -> Iterator[Piece]:
    """What fills a place; a list is told with commas, as ``say`` tells it."""
    items = value if isinstance(value, tuple | list) else (value,)
    for index, item in enumerate(items):
        if index:
            yield Said(", ")
        yield from _spoken(item, lang)
