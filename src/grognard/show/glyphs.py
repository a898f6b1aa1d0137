"""Pieces as a staff map draws them: blocks whose corners tell the side and whose sign tells the arm.

All are drawn around the origin, the front towards the top of the sheet, ready for ``group(at=, angle=)``.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from grognard.show.drawing import Point, area, disc, line
from grognard.show.markup import Markup, join, number, tag
from grognard.show.style import Corner, Side, paint

Glyph = Callable[[float, float], Markup]


def outline(width: float, height: float, corner: Corner) -> str:
    """The path of a block with the corners of a side, around the origin."""
    x, y = width / 2, height / 2
    c = min(width, height) * {"round": 0.36, "pointed": 0.5}.get(corner, 0.28)
    if corner == "square":
        return _path((-x, -y), (x, -y), (x, y), (-x, y))
    if corner == "pointed":
        return _path((-x + c, -y), (x - c, -y), (x, 0), (x - c, y), (-x + c, y), (-x, 0))
    ends = []
    for index, (right, down) in enumerate(_TURN):
        end = [(right * x, down * (y - c)), (right * (x - c), down * y)]
        if corner == "notched":
            end.insert(1, (right * (x - c), down * (y - c)))
        ends.append(end[::-1] if index % 2 else end)
    if corner in ("round", "hollow"):
        return _arcs(ends, c, inwards=corner == "hollow")
    return _path(*(point for end in ends for point in end))


# The corners clockwise from the upper left.
_TURN = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _path(*path: Point) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in path) + "Z"


def _arcs(ends: list[list[Point]], radius: float, inwards: bool) -> str:
    parts = []
    for index, (start, end) in enumerate(ends):
        arc = (
            f"A{number(radius)} {number(radius)} 0 0 {0 if inwards else 1} {number(end[0])} {number(end[1])}"
        )
        parts.append(f"{'L' if index else 'M'}{number(start[0])} {number(start[1])}{arc}")
    return "".join(parts) + "Z"


def body(side: Side, width: float, height: float, fill: str | None = None) -> Markup:
    """The block of a piece: the side's colour and corners; ``fill`` paints it in another ink."""
    return tag(
        "path",
        d=outline(width, height, side.corner),
        stroke_width=1.4,
        stroke_linejoin="round",
        fill_opacity=0.94,
        **paint(fill or side.ink, "ink"),
    )


def foot(width: float, height: float, ink: str = "glyph") -> Markup:
    """Infantry: both diagonals."""
    x, y = width * 0.35, height * 0.3
    stroke = _stroke(width, height)
    return join([line([(-x, y), (x, -y)], ink, stroke), line([(-x, -y), (x, y)], ink, stroke)])


def horse(width: float, height: float, ink: str = "glyph") -> Markup:
    """Cavalry: one diagonal."""
    x, y = width * 0.35, height * 0.3
    return line([(-x, y), (x, -y)], ink, _stroke(width, height) * 1.3)


def shooters(width: float, height: float, ink: str = "glyph") -> Markup:
    """Men with missiles: dots in a row."""
    step, radius = width * 0.25, min(height * 0.13, width * 0.09)
    return join(disc((at * step, 0), radius, ink) for at in (-1, 0, 1))


def engine(width: float, height: float, ink: str = "glyph") -> Markup:
    """A gun or an engine: a wheel and a muzzle that looks over the front edge."""
    radius = min(width, height) * 0.17
    tip = -height / 2 - min(height * 0.22, 6)
    return join(
        [
            disc((0, height * 0.12), radius, ink),
            line([(0, height * 0.1), (0, tip)], "ink", radius * 1.7),
            line([(0, height * 0.1), (0, tip)], ink, radius * 1.05),
        ]
    )


def beast(width: float, height: float, ink: str = "glyph") -> Markup:
    """A beast or a monster: the marks of three claws."""
    step, y = min(width * 0.16, height * 0.26), height * 0.34
    stroke = _stroke(width, height) * 1.2
    claws = []
    for at in (-1, 0, 1):
        x = at * step
        curve = (
            f"M{number(x + step * 0.45)} {number(-y)}"
            f"Q{number(x + step * 0.35)} {number(y * 0.2)} {number(x - step * 0.5)} {number(y)}"
        )
        claws.append(tag("path", d=curve, stroke_width=stroke, stroke_linecap="round", **paint("none", ink)))
    return join(claws)


def leader(width: float, height: float, ink: str = "glyph") -> Markup:
    """A commander: a star of five points."""
    far = min(width, height) * 0.36
    rays = [far if index % 2 == 0 else far * 0.42 for index in range(10)]
    path = [(ray * sin(pi * index / 5), -ray * cos(pi * index / 5)) for index, ray in enumerate(rays)]
    return area(path, ink)


def _stroke(width: float, height: float) -> float:
    return max(min(height * 0.08, width * 0.055), 1)


ARMS: dict[str, Glyph] = {
    "foot": foot,
    "horse": horse,
    "shooters": shooters,
    "engine": engine,
    "beast": beast,
    "leader": leader,
}
"""Every arm's sign by name; a book may draw two of them in one block (mounted bowmen: horse and shooters)."""


def piece(side: Side, arm: str, width: float = 48, height: float = 24) -> Markup:
    """A block with the sign of ``arm`` (a key of ``ARMS``)."""
    return join([body(side, width, height), ARMS[arm](width, height)])


def front(side: Side, height: float, size: float = 7) -> Markup:
    """The notch that shows which way a piece of this ``height`` looks."""
    y = -height / 2 - 3
    return area([(-size, y), (0, y - size * 1.2), (size, y)], side.ink, "ink")


def chosen(width: float, height: float) -> Markup:
    """The frame of gold around the piece that is asked about."""
    return tag(
        "rect",
        x=-width / 2 - 8,
        y=-height / 2 - 8,
        width=width + 16,
        height=height + 16,
        rx=9,
        stroke_width=3.5,
        **paint("none", "gold"),
    )
