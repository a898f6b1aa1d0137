"""A drawing cut into pieces, so that windows exchange only those that are other than before.

A list of pieces is the drawing in order: the opening tag of something that holds other pieces, an element as a whole,
or ``</>`` for an end. Big elements are cut further; their opening tags are marked, so that a script finds the same
cuts in the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_TAG = re.compile(r"<[^>]*>")
BIG = 4000
"""Letters in an element that is cut further."""
END = "</>"
CUT = " data-cut"


class _Element(NamedTuple):
    """Where an element stands in the drawing: its tag from ``start`` to ``open_end``, all of it to ``end``."""

    start: int
    open_end: int
    end: int
    children: list[_Element]


def pieces(svg: str) -> list[str]:
    """The pieces of a drawing; its own opening tag is the first."""
    root = _parsed(svg)
    cut: list[str] = []
    _cut(svg, root, cut)
    return cut


def _parsed(svg: str) -> _Element:
    """The tree of elements. Drawings hold neither comments nor ``>`` in attributes."""
    open_ones: list[tuple[int, int, list[_Element]]] = []
    children: list[_Element] = []
    for tag in _TAG.finditer(svg):
        start, end = tag.span()
        if svg[start + 1] == "/":
            begun, open_end, before = open_ones.pop()
            before.append(_Element(begun, open_end, end, children))
            children = before
        elif svg[end - 2] == "/":
            children.append(_Element(start, end, end, []))
        else:
            open_ones.append((start, end, children))
            children = []
    return children[0]


def _cut(svg: str, element: _Element, cut: list[str]) -> None:
    cut.append(f"{svg[element.start : element.open_end - 1]}{CUT}>")
    for child in element.children:
        if child.end - child.start > BIG and child.children and svg[child.start + 1] in "gs":
            _cut(svg, child, cut)
        else:
            cut.append(svg[child.start : child.end])
    cut.append(END)


def whole(cut: Sequence[str]) -> str:
    """The drawing again."""
    written: list[str] = []
    open_tags: list[str] = []
    for piece in cut:
        if piece == END:
            written.append(f"</{open_tags.pop()}>")
            continue
        if piece.endswith(f"{CUT}>"):
            open_tags.append(piece[1:].split(" ", 1)[0])
        written.append(piece)
    return "".join(written)
