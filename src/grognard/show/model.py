"""What a report is made of. Nothing here has a language yet: every text is said when it is rendered.

``Content`` is what may stand in a line of text: a sentence (``Text``, ``Name`` or ``str``), a number, an inline
such as ``Strong`` or ``Die``, or a tuple of these. The places of a ``Text`` may hold inlines as well, so that a
translator can put them in the order of her language: ``T("{unit} fires", unit=Strong(name, side=0))``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from grognard.locale import Name, Text

Words: TypeAlias = Text | Name | str
Align: TypeAlias = Literal["left", "right", "center"]
Level: TypeAlias = Literal[0, 1, 2]
"""How much is told: 0 the story, 1 with the clauses, 2 with dice and modifiers too."""


class Strong(msgspec.Struct, frozen=True):
    """A name that stands out; ``side`` (0..5) gives it that side's colour."""

    words: Words
    side: int | None = None


class Die(msgspec.Struct, frozen=True):
    """One die as it fell: ``dropped`` did not count, ``natural`` counts whatever the modifiers."""

    face: int
    sides: int = 6
    dropped: bool = False
    natural: bool = False


class Clause(msgspec.Struct, frozen=True):
    """A reference to a paragraph of the rules, such as ``FE-ATT-02``."""

    id: str


class Number(msgspec.Struct, frozen=True):
    """A figure written as the language writes it; ``signed`` shows a plus; ``unit`` follows it unbroken."""

    value: int | float
    decimals: int = 0
    signed: bool = False
    unit: Words = ""


Inline: TypeAlias = Strong | Die | Clause | Number
Content: TypeAlias = "Inline | Words | int | tuple[Content, ...]"


def listed(items: Sequence[Content]) -> Content:
    """Contents joined by commas, for a cell or a detail; in the place of a sentence a tuple is joined by itself."""
    parts: list[Content] = []
    for at, item in enumerate(items):
        parts += [", ", item] if at else [item]
    return tuple(parts)


class Heading(msgspec.Struct, frozen=True):
    """A heading of ``level`` 1 (a turn), 2 (a phase) or 3; ``anchor`` is its address in a page."""

    level: Literal[1, 2, 3]
    words: Content
    anchor: str = ""


class Paragraph(msgspec.Struct, frozen=True):
    """Running text."""

    words: Content


class Detail(msgspec.Struct, frozen=True):
    """One item of a reckoning: what it is, what it adds (or says), and the clause behind it."""

    label: Content
    value: Content = ""
    clause: str = ""


class Line(msgspec.Struct, frozen=True):
    """One line of the chronicle: what happened, then what stands behind it, shown on request.

    ``side`` marks whose deed it was; ``indent`` (0..3) hangs a consequence under its cause.
    """

    words: Content
    clauses: tuple[str, ...] = ()
    details: tuple[Detail, ...] = ()
    dice: tuple[Die, ...] = ()
    side: int | None = None
    indent: int = 0


class Column(msgspec.Struct, frozen=True):
    """A column's heading and how its cells are set."""

    words: Content = ""
    align: Align = "left"


class Table(msgspec.Struct, frozen=True):
    """Rows under columns; a row shorter than the columns is filled up with empty cells."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Content, ...], ...]
    caption: Content = ""


class Bar(msgspec.Struct, frozen=True):
    """One bar of a chart; ``note`` replaces the figure at its end."""

    words: Content
    value: float
    side: int | None = None
    note: Content = ""


class Chart(msgspec.Struct, frozen=True):
    """Bars from nought to ``maximum`` (the largest value where it is 0)."""

    bars: tuple[Bar, ...]
    caption: Content = ""
    maximum: float = 0


class Picture(msgspec.Struct, frozen=True):
    """A drawing for every window: SVG, what it shows in words, and its like in plain characters.

    ``svg`` must come from ``Drawing.svg`` (or another maker that escapes what people wrote): it is embedded
    as it is. ``plain`` may have several lines.
    """

    svg: str
    alt: Words = ""
    caption: Content = ""
    plain: str = ""


class Plain(msgspec.Struct, frozen=True):
    """Lines kept as they are, in letters of one width."""

    text: str


Block: TypeAlias = Heading | Paragraph | Line | Table | Chart | Picture | Plain


class Report(msgspec.Struct, frozen=True):
    """A title, a line under it, and blocks in reading order."""

    title: Words
    blocks: tuple[Block, ...] = ()
    subtitle: Words = ""
