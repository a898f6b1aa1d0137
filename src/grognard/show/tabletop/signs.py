"""Strokes and small signs of a staff map, around the origin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grognard.show.drawing import Point, area, disc, group, label, line, points
from grognard.show.glyphs import outline
from grognard.show.markup import Markup, join, number, tag
from grognard.show.style import Side, paint
from grognard.show.tabletop.plane import Area


def stroke(
    path: Sequence[Point], ink: str, pen: float, dash: str | None = None, cap: str | None = None
) -> Markup:
    """A line whose ends are flat, or as ``cap`` says, dashed or not."""
    look = paint("none", ink)
    return tag("path", d=points(path), stroke_width=pen, stroke_dasharray=dash, stroke_linecap=cap, **look)


def strokes(ways: Iterable[Sequence[Point]], ink: str, pen: float, opacity: float | None = None) -> Markup:
    """Many short lines as one element."""
    drawn = "".join(points(way) for way in ways)
    look = paint("none", ink)
    return tag("path", d=drawn, stroke_width=pen, stroke_linecap="round", opacity=opacity, **look)


def dots(discs: Iterable[tuple[Point, float]], fill: str, stroke: str | None = None, **more: float) -> Markup:
    """Many circles as one element."""
    drawn = "".join(
        f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 0 {number(2 * r)} 0"
        f"a{number(r)} {number(r)} 0 1 0 {number(-2 * r)} 0"
        for (x, y), r in discs
    )
    return tag("path", d=drawn, stroke_width=0.6 if stroke else None, **paint(fill, stroke), **more)


def rounded(width: float, height: float, radius: float) -> str:
    """The path of a rectangle with round corners."""
    w, h, r = number(width - 2 * radius), number(height - 2 * radius), number(radius)
    start, arc = f"M{number(-width / 2 + radius)} {number(-height / 2)}", f"a{r} {r} 0 0 1"
    return f"{start}h{w}{arc} {r} {r}v{h}{arc} -{r} {r}h-{w}{arc} -{r} -{r}v-{h}{arc} {r} -{r}Z"


@lru_cache(maxsize=32)
def swords(size: float) -> Markup:
    """Crossed swords: close combat."""
    parts = []
    for turn in (-1, 1):
        blade: list[Point] = [(-turn * size, size), (turn * size, -size)]
        hilt: list[Point] = [(-turn * size * 0.85, size * 0.25), (-turn * size * 0.25, size * 0.85)]
        parts += [
            line(blade, "card", size * 0.55),
            line(hilt, "card", size * 0.45),
            line(blade, "ink", size * 0.22),
            line(hilt, "ink", size * 0.2),
        ]
    return join(parts)


def fallen(size: float) -> Markup:
    """A cross where somebody was last seen."""
    ways: list[list[Point]] = [[(-size, -size), (size, size)], [(-size, size), (size, -size)]]
    return join([*(line(way, "card", 5) for way in ways), *(line(way, "ink", 2.4) for way in ways)])


def gold(width: float, height: float, pen: float, corner: float) -> Markup:
    """A frame of gold on paper: who is asked about or chosen."""
    box = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": corner}
    return join(
        [
            tag("rect", **box, stroke_width=pen + 2.4, **paint("none", "card")),
            tag("rect", **box, stroke_width=pen, **paint("none", "gold")),
        ]
    )


def filled(shape: str, side: Side, pen: float, *, hollow: bool = False, dash: str | None = None) -> Markup:
    """A block of that path in its side's colour; of those who run it is ``hollow``."""
    return tag(
        "path",
        d=shape,
        stroke_width=pen,
        stroke_dasharray=dash,
        stroke_linejoin="round",
        **paint("card" if hollow else side.ink, side.ink if hollow else "ink"),
    )


# --- flags, each on a pole whose foot is the origin ---


def white_flag(size: float) -> Markup:
    cloth: list[Point] = [
        (0, -size),
        (size * 0.5, -size * 0.88),
        (size, -size),
        (size, -size * 0.42),
        (size * 0.5, -size * 0.3),
        (0, -size * 0.42),
    ]
    return tag("g", line([(0, 0), (0, -size)], "ink", 1.5), area(cloth, "die", "ink", 1), data_flag="white")


def flag(side: Side | None, size: float) -> Markup:
    """The flag and letter of a holder; a bare cloth while nobody holds it."""
    cloth = tag(
        "path",
        d=outline(size * 1.3, size * 0.86, side.corner if side else "square"),
        stroke_width=1,
        stroke_dasharray=None if side else "2 2",
        **paint(side.ink if side else "card", "ink"),
    )
    drawn = [cloth]
    if side:
        drawn.append(label((0, size * 0.29), side.letter, size * 0.8, "sans-bold", fill="glyph", halo=None))
    pole = [line([(0, 0), (0, -size * 1.7)], "ink", 1.4), disc((0, 0), 2, "ink")]
    return join([group(*drawn, at=(size * 0.72, -size * 1.25)), *pole])


def flag_area(foot: Point, size: float) -> Area:
    """What such a flag covers."""
    x, y = foot
    return x - 3, y - size * 1.75, x + size * 1.5, y + 3
