"""Which tags a kind of board understands as it comes, without what its keeper may have added.

phpBB knows no tables, no strike-out and no spoiler; MyBB no tables and no spoiler; XenForo has headings, tables
and spoilers; Invision has spoilers; vBulletin's tables came late, so that code is safer; the boards of rusff and
mybb.ru have tables and titled spoilers, sizes in pixels, and partly still store the Cyrillic code page only.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Profile = Literal["phpbb", "vbulletin", "xenforo", "ipb", "mybb", "rusff", "plain"]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What one kind of board can do.

    ``headings``: opening and closing tags of the title and of levels 1 to 3. ``table``: tags around a table, a
    row, a heading cell and a cell, or ``None``. ``spoiler``: the opening tag, ``{title}`` where it takes one.
    ``limit``: the longest post its makers allow unless told otherwise, in characters. ``signs``: what to write
    for signs that its code page lacks.
    """

    headings: tuple[tuple[str, str], ...]
    bold: tuple[str, str] = ("[b]", "[/b]")
    italic: tuple[str, str] = ("[i]", "[/i]")
    strike: tuple[str, str] = ("(", ")")
    colour: tuple[str, str] = ("[color={}]", "[/color]")
    code: tuple[str, str] = ("[code]\n", "\n[/code]")
    image: tuple[str, str] = ("[img]", "[/img]")
    spoiler: tuple[str, str] | None = None
    table: tuple[tuple[str, str], ...] | None = None
    row_break: str = "\n"
    limit: int = 10_000
    signs: dict[int, str] = {}


def _sized(*sizes: str) -> tuple[tuple[str, str], ...]:
    """Headings made of bold letters in the sizes given."""
    return tuple((f"[size={size}][b]", "[/b][/size]") for size in sizes)


_NONE = ("", "")
_CELLS = (("[tr]", "[/tr]"), ("[td][b]", "[/b][/td]"), ("[td]", "[/td]"))
_CYRILLIC_PAGE = str.maketrans({"\u2212": "-", "→": "->", "×": "x", "≥": ">=", "≤": "<=", "\u202f": "\xa0"})

BOARDS: dict[str, Board] = {
    "phpbb": Board(headings=_sized("150", "130", "115", "100"), limit=60_000),
    "vbulletin": Board(headings=_sized("5", "4", "3", "3")),
    "xenforo": Board(
        headings=(*((f"[heading={level}]", "[/heading]") for level in (1, 2, 3)), ("[b]", "[/b]")),
        strike=("[s]", "[/s]"),
        spoiler=('[spoiler="{title}"]\n', "\n[/spoiler]"),
        table=(("[table]", "[/table]"), ("[tr]", "[/tr]"), ("[th]", "[/th]"), ("[td]", "[/td]")),
    ),
    "ipb": Board(
        headings=_sized("6", "5", "4", "3"),
        strike=("[s]", "[/s]"),
        spoiler=("[spoiler]\n{title}\n", "\n[/spoiler]"),
    ),
    "mybb": Board(
        headings=_sized("x-large", "large", "medium", "small"), strike=("[s]", "[/s]"), limit=30_000
    ),
    "rusff": Board(
        headings=_sized("20", "17", "15", "14"),
        strike=("[s]", "[/s]"),
        spoiler=('[spoiler="{title}"]', "[/spoiler]"),
        table=(("[table layout=auto width=100%]", "[/table]"), *_CELLS),
        row_break="",
        limit=30_000,
        signs=_CYRILLIC_PAGE,
    ),
    "plain": Board(
        headings=(_NONE,) * 4,
        bold=_NONE,
        italic=_NONE,
        colour=_NONE,
        code=_NONE,
        image=_NONE,
    ),
}
