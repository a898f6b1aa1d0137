"""Drawings: a sheet of SVG, the parts every sheet needs, and words with a halo.

Coordinates are the sheet's own units (pixels at scale 1), x to the right, y down, angles in degrees clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from grognard.show.markup import Markup, Value, escape, join, number, tag
from grognard.show.metrics import Face, measure, wrap_text
from grognard.show.style import MONO, SANS, SERIF, ink_rules, paint

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
Item = tuple[Markup, float]
"""A drawing from its upper left corner, and its width."""

_CLASSES = re.compile(r' class="([^"]*)"')
_FAMILIES = {"sans": SANS, "serif": SERIF, "mono": MONO}


class Drawing:
    """A sheet to draw on; ``svg()`` gives the whole picture, the same bytes for the same parts."""

    def __init__(self, width: float, height: float, alt: str = "", background: str | None = "map") -> None:
        self.width, self.height, self.alt = width, height, alt
        self._parts: list[Markup] = []
        if background:
            self.add(tag("rect", width=width, height=height, **paint(background)))

    def add(self, *parts: Markup) -> None:
        """Lay ``parts`` on top of what is there."""
        self._parts += parts

    def svg(self) -> str:
        """The picture as a file of its own, its lamplight colours inside."""
        body = join(self._parts)
        classes = {name for found in _CLASSES.findall(body) for name in found.split()}
        rules = ink_rules(classes)
        style = Markup(f"<style>{rules}</style>" if rules else "")
        return tag(
            "svg",
            style,
            body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            width=self.width,
            height=self.height,
            role="img",
            aria_label=self.alt or None,
            font_family=SANS,
        )


def group(
    *parts: Markup, at: Point = (0, 0), angle: float = 0, scale: float = 1, opacity: float = 1
) -> Markup:
    """Parts moved to ``at``, turned and scaled there, as one."""
    moves = []
    if at != (0, 0):
        moves.append(f"translate({number(at[0])} {number(at[1])})")
    if angle:
        moves.append(f"rotate({number(angle)})")
    if scale != 1:
        moves.append(f"scale({number(scale)})")
    return tag("g", *parts, transform=" ".join(moves) or None, opacity=None if opacity == 1 else opacity)


def points(path: Iterable[Point], closed: bool = False) -> str:
    """The path through these points, as an SVG path writes it."""
    drawn = "L".join(f"{number(x)} {number(y)}" for x, y in path)
    return f"M{drawn}{'Z' if closed else ''}"


def line(
    path: Sequence[Point], ink: str = "ink", width: float = 1, dash: str | None = None, **more: Value
) -> Markup:
    """A line through points."""
    return tag(
        "path",
        d=points(path),
        stroke_width=width,
        stroke_dasharray=dash,
        stroke_linecap="round" if dash is None else None,
        stroke_linejoin="round",
        **{**paint("none", ink), **more},
    )


def area(
    path: Sequence[Point], fill: str | None, stroke: str | None = None, width: float = 1, **more: Value
) -> Markup:
    """A closed shape through points."""
    return tag(
        "path",
        d=points(path, closed=True),
        stroke_width=width if stroke else None,
        stroke_linejoin="round" if stroke else None,
        **{**paint(fill or "none", stroke), **more},
    )


def disc(
    at: Point, radius: float, fill: str | None, stroke: str | None = None, width: float = 1, **more: Value
) -> Markup:
    """A circle."""
    return tag(
        "circle",
        cx=at[0],
        cy=at[1],
        r=radius,
        stroke_width=width if stroke else None,
        **{**paint(fill or "none", stroke), **more},
    )


def block(
    at: Point,
    size: tuple[float, float],
    fill: str | None,
    stroke: str | None = None,
    width: float = 1,
    round_: float = 0,
    **more: Value,
) -> Markup:
    """An upright rectangle with its upper left corner ``at``."""
    return tag(
        "rect",
        x=at[0],
        y=at[1],
        width=size[0],
        height=size[1],
        rx=round_ or None,
        stroke_width=width if stroke else None,
        **{**paint(fill or "none", stroke), **more},
    )


def label(
    at: Point,
    words: str,
    size: float = 13,
    face: Face = "sans",
    anchor: Anchor = "middle",
    fill: str = "ink",
    halo: str | None = "map",
) -> Markup:
    """Words on one line whose base line is ``at``, with a halo of paper so that they can be read anywhere.

    ``halo`` is the ink of the paper, ``None`` for letters on an even ground.
    """
    family, _, cut = face.partition("-")
    return tag(
        "text",
        words,
        x=at[0],
        y=at[1],
        font_size=size,
        font_family=_FAMILIES[family] if family != "sans" else None,
        font_weight=700 if cut == "bold" else None,
        font_style="italic" if cut == "italic" else None,
        text_anchor=anchor if anchor != "start" else None,
        paint_order="stroke" if halo else None,
        stroke_width=size * 0.3 if halo else None,
        stroke_linejoin="round" if halo else None,
        **paint(fill, halo),
    )


def labels(
    at: Point,
    words: str,
    width: float,
    size: float = 13,
    face: Face = "sans",
    anchor: Anchor = "middle",
    fill: str = "ink",
    halo: str | None = "map",
) -> Markup:
    """Words broken into lines no wider than ``width``, the first with its base line ``at``."""
    lines = wrap_text(words, width, size, face)
    step = size * 1.25
    return join(
        label((at[0], at[1] + index * step), part, size, face, anchor, fill, halo)
        for index, part in enumerate(lines)
    )


def note(at: Point, lines: Sequence[str], size: float = 13, most: float = 260) -> Markup:
    """A small card of paper with its upper left corner ``at``: the first line bold, the rest plain.

    Lines wider than ``most`` are broken.
    """
    faces: list[tuple[str, Face]] = []
    for index, words in enumerate(lines):
        face: Face = "sans" if index else "sans-bold"
        faces += ((part, face) for part in wrap_text(words, most, size, face))
    wide = max((measure(part, size, face) for part, face in faces), default=0)
    step = size * 1.4
    card = block(at, (wide + 2 * size, len(faces) * step + size), "card", "ink", 1, 6)
    return join(
        [
            card,
            *(
                label((at[0] + size, at[1] + size * 1.4 + index * step), part, size, face, "start", halo=None)
                for index, (part, face) in enumerate(faces)
            ),
        ]
    )


def flowed(
    items: Sequence[Item], at: Point, room: float, step: float, gap: float = 16, to_right: bool = False
) -> tuple[Markup, float]:
    """Items in rows ``step`` apart and no wider than ``room``, from ``at`` on; and the height they took."""
    rows: list[list[Item]] = [[]]
    used = 0.0
    for item in items:
        if rows[-1] and used + item[1] > room:
            rows.append([])
            used = 0
        rows[-1].append(item)
        used += item[1] + gap
    parts = []
    for number_, row in enumerate(rows):
        x = at[0] + (room - sum(wide for _, wide in row) - gap * (len(row) - 1) if to_right else 0)
        for drawn, wide in row:
            parts.append(group(drawn, at=(x, at[1] + number_ * step)))
            x += wide + gap
    return join(parts), len(rows) * step


def tooltip(words: str, *parts: Markup) -> Markup:
    """Parts that tell ``words`` when one points at them."""
    return tag("g", tag("title", escape(words)), *parts)
