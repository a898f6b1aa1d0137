"""Small signs on and beside the pieces: pips, boxes, bars, gauges, badges, arrows, legend, scale, compass."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Literal

from grognard.show.drawing import Drawing, Point, area, block, disc, group, label, line
from grognard.show.glyphs import body
from grognard.show.markup import Markup, join
from grognard.show.metrics import measure
from grognard.show.style import Side

Stroke = Literal["solid", "dashed", "double", "crossed"]


def pips(at: Point, count: int, size: float = 5, ink: str = "pip") -> Markup:
    """``count`` filled dots from ``at`` to the right: disorder, wounds, losses."""
    return join(disc((at[0] + index * size * 2.6, at[1]), size, ink, "ink", 1.2) for index in range(count))


def boxes(at: Point, count: int, filled: int = 0, size: float = 8) -> Markup:
    """``count`` small squares from ``at`` to the right, the first ``filled`` of them full: actions left."""
    return join(
        block(
            (at[0] + index * size * 1.4, at[1]), (size, size), "ink" if index < filled else "card", "ink", 1.4
        )
        for index in range(count)
    )


def bar(
    at: Point, size: tuple[float, float], value: float, maximum: float, ink: str = "ink", ticks: int = 0
) -> Markup:
    """A bar filled to ``value`` of ``maximum``, with ``ticks`` equal parts marked on its edge."""
    wide, high = size
    share = min(max(value / maximum, 0), 1) if maximum > 0 else 0
    marks = [at[0] + wide * index / ticks for index in range(1, ticks)]
    return join(
        [
            block(at, size, "card"),
            block(at, (wide * share, high), ink),
            *(line([(x, at[1]), (x, at[1] + high * 0.45)], "ink", 1) for x in marks),
            block(at, size, "none", "ink", 1),
        ]
    )


def shares(at: Point, size: tuple[float, float], parts: Sequence[tuple[float, str]]) -> Markup:
    """A bar cut into ``parts`` (weight, ink) side by side: the odds of each outcome.

    Thin lines part them, so that grey paper shows the cuts too.
    """
    total = sum(weight for weight, _ in parts) or 1
    made, x = [], at[0]
    for weight, ink in parts:
        wide = size[0] * weight / total
        made += [
            block((x, at[1]), (wide, size[1]), ink),
            line([(x, at[1]), (x, at[1] + size[1])], "ink", 0.8),
        ]
        x += wide
    return join([*made, block(at, size, "none", "ink", 1)])


def gauge(at: Point, step: int, steps: int = 5, width: float = 110, ink: str = "ink") -> Markup:
    """A scale of ``steps`` notches from ``at`` to the right with a pointer over notch ``step`` (0 the first).

    The middle notch is longer: the state from which things get better or worse.
    """
    gap = width / max(steps - 1, 1)
    notches = []
    for index in range(steps):
        x, half = at[0] + index * gap, 6 if index * 2 == steps - 1 else 4
        notches.append(line([(x, at[1] - half), (x, at[1] + half)], "ink", 1.4))
    x = at[0] + step * gap
    pointer = area([(x - 6, at[1] - 15), (x + 6, at[1] - 15), (x, at[1] - 3)], ink, "ink")
    return join([line([at, (at[0] + width, at[1])], "ink", 1.4), *notches, pointer])


def badge(at: Point, words: str, ink: str = "card", size: float = 11) -> Markup:
    """A short word or figure in a pill whose middle is ``at``."""
    wide = max(measure(words, size, "sans-bold") + size, size * 1.6)
    corner = (at[0] - wide / 2, at[1] - size * 0.8)
    letters = "ink" if ink in ("card", "paper", "map", "pip", "die", "smoke") else "glyph"
    return join(
        [
            block(corner, (wide, size * 1.6), ink, "ink", 1, size * 0.8),
            label((at[0], at[1] + size * 0.36), words, size, "sans-bold", fill=letters, halo=None),
        ]
    )


def arrow(
    path: Sequence[Point],
    ink: str = "ink",
    kind: Stroke = "solid",
    width: float = 3.5,
    words: str = "",
) -> Markup:
    """An arrow along ``path``; ``crossed`` is an order that cannot be carried out, ``double`` a charge.

    ``words`` stand upright by its middle, with a halo.
    """
    tip, before = path[-1], path[-2]
    angle = atan2(tip[1] - before[1], tip[0] - before[0])
    head = width * 3.4
    neck = (tip[0] - head * 0.8 * cos(angle), tip[1] - head * 0.8 * sin(angle))
    dash = f"{width * 2.2:g} {width * 1.6:g}" if kind == "dashed" else None
    shaft = [*path[:-1], neck]
    parts = [line(shaft, ink, width * (2 if kind == "double" else 1), dash)]
    if kind == "double":
        parts.append(line(shaft, "map", width * 0.7))
    parts.append(
        group(area([(0, 0), (-head, head * 0.5), (-head, -head * 0.5)], ink), at=tip, angle=degrees(angle))
    )
    x, y = middle(path)
    if kind == "crossed":
        parts.append(group(_cross(width * 2.6, ink), at=(x, y)))
    if words:
        parts.append(label((x, y - width * 2.4 - 3), words, 13, "sans-bold", fill=ink))
    return join(parts)


def _cross(size: float, ink: str) -> Markup:
    ways = ([(-size, -size), (size, size)], [(-size, size), (size, -size)])
    return join(
        [*(line(way, "map", size * 0.9) for way in ways), *(line(way, ink, size * 0.4) for way in ways)]
    )


def middle(path: Sequence[Point]) -> Point:
    """The point half-way along ``path``."""
    legs = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    left = sum(legs) / 2
    for (a, b), leg in zip(pairwise(path), legs, strict=True):
        if leg and left <= leg:
            return (a[0] + (b[0] - a[0]) * left / leg, a[1] + (b[1] - a[1]) * left / leg)
        left -= leg
    return path[-1]


def smoke(at: Point, size: float = 12) -> Markup:
    """A bank of powder smoke or dust."""
    puffs = ((-1.3, 0.3, 0.9), (1.25, 0.35, 0.9), (0, -0.25, 1.2))
    return join(
        disc((at[0] + x * size, at[1] + y * size), r * size, "smoke", "soft", 0.8, fill_opacity=0.85)
        for x, y, r in puffs
    )


def legend(at: Point, items: Sequence[tuple[Side | Markup, str]], size: float = 13) -> Markup:
    """Signs and what they mean, one under another: a side (its block with its letter), or any small drawing."""
    parts: list[Markup] = []
    for index, (sign, words) in enumerate(items):
        x, y = at[0] + 15, at[1] + size * (0.7 + 1.8 * index)
        drawn = side_sign(sign, size) if isinstance(sign, Side) else sign
        parts += [group(drawn, at=(x, y)), label((x + 24, y + size * 0.35), words, size, anchor="start")]
    return join(parts)


def side_sign(side: Side, size: float = 13) -> Markup:
    """A side's block with its letter, around the origin, as high as letters of ``size`` ask."""
    letter = label((0, size * 0.31), side.letter, size * 0.85, "sans-bold", fill="glyph", halo=None)
    return join([body(side, size * 2.3, size * 1.35), letter])


def scale_bar(at: Point, length: float, words: Sequence[str]) -> Markup:
    """A scale ``length`` long with ``words`` at equal steps (the first at its left end)."""
    steps = max(len(words) - 1, 1)
    marks = []
    for index, word in enumerate(words):
        x = at[0] + length * index / steps
        high = 6 if index in (0, steps) else 4
        marks += [
            line([(x, at[1] - high), (x, at[1] + high)], "ink", 2),
            label((x, at[1] - 11), word, 13, "sans-bold"),
        ]
    return join([line([at, (at[0] + length, at[1])], "ink", 3), *marks])


def compass(at: Point, letter: str = "N", angle: float = 0) -> Markup:
    """An arrow to the north, turned ``angle`` degrees, with its letter below."""
    needle = join([line([(0, 24), (0, -22)], "ink", 2.6), line([(-8, -8), (0, -22), (8, -8)], "ink", 2.6)])
    return join([group(needle, at=at, angle=angle), label((at[0], at[1] + 44), letter, 13, "sans-bold")])


def die(at: Point, face: str, size: float = 22, dropped: bool = False) -> Markup:
    """A die's face in a square whose middle is ``at``; one that was dropped is pale and struck out."""
    corner = (at[0] - size / 2, at[1] - size / 2)
    parts = [
        block(corner, (size, size), "die", "ink", 1.5, size * 0.22),
        label((at[0], at[1] + size * 0.22), face, size * 0.62, "sans-bold", halo=None),
    ]
    if dropped:
        parts.append(line([(corner[0] + 3, at[1]), (corner[0] + size - 3, at[1])], "ink", 1.5))
    return group(*parts, opacity=0.45 if dropped else 1)


def hexagon(at: Point, radius: float, flat: bool = True) -> list[Point]:
    """The corners of a hexagon, ``flat`` with an edge on top."""
    turn = 0 if flat else pi / 6
    return [
        (at[0] + radius * cos(turn + pi * index / 3), at[1] + radius * sin(turn + pi * index / 3))
        for index in range(6)
    ]


def square_grid(sheet: Drawing, step: float) -> Markup:
    """Faint lines every ``step`` over the whole sheet."""
    across = [x * step for x in range(1, int(sheet.width / step) + 1) if x * step < sheet.width]
    down = [y * step for y in range(1, int(sheet.height / step) + 1) if y * step < sheet.height]
    return join(
        [
            *(line([(x, 0), (x, sheet.height)], "grid", 0.8) for x in across),
            *(line([(0, y), (sheet.width, y)], "grid", 0.8) for y in down),
        ]
    )
