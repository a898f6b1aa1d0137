"""The signs of base types, and each side's outline: what tells arms and sides apart, without colour too.

All are drawn around the origin, the front towards the top of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.rulebooks.pike_and_shot.field import GUN, HORSE
from grognard.rulebooks.pike_and_shot.model import BaseType
from grognard.show.drawing import Point, area, disc, line
from grognard.show.glyphs import outline
from grognard.show.markup import Markup, join, number, tag
from grognard.show.style import Side, paint
from grognard.show.tabletop.signs import filled, rounded

CARBINE = 2000
"""From this effective range on horse is drawn as one that shoots."""
BLADES = 2
"""Shot with so much strength in melee (halves) carries blades."""


@lru_cache(maxsize=1024)
def body(side: Side, width: float, height: float, *, hollow: bool = False, dash: str | None = None) -> Markup:
    """A base in its side's colour and corners, to scale; routers are ``hollow``."""
    drawn = shape(side, width, height, min(width, height) * 0.36)
    return filled(drawn, side, min(max(height * 0.07, 0.7), 1.5), hollow=hollow, dash=dash)


def shape(side: Side, width: float, height: float, radius: float) -> str:
    """The outline of a block of that side; round corners are as small as asked for, so that bases close up."""
    return rounded(width, height, radius) if side.corner == "round" else outline(width, height, side.corner)


@lru_cache(maxsize=1024)
def sign(kind: BaseType, width: float, height: float, ink: str = "glyph") -> Markup:
    """The sign of a base type."""
    if kind.arm == GUN:
        return _gun(kind, width, height, ink)
    pen = min(max(height * 0.085, 0.8), 2.4)
    signs = _horse if kind.arm == HORSE else _foot
    return join(signs(kind, width / 2, height / 2, pen, ink))


def _foot(kind: BaseType, x: float, y: float, pen: float, ink: str) -> list[Markup]:
    if "pike" in kind.traits:
        return [
            line([(-x * 0.86, y * 0.8), (x * 0.86, -y * 0.8)], ink, pen),
            line([(-x * 0.86, -y * 0.8), (x * 0.86, y * 0.8)], ink, pen),
        ]
    if "turn_only" in kind.traits:
        return _wagon(x, y, pen, ink)
    if kind.eff is None:
        return [line([(at * x, y * 0.62), (at * x, -y * 0.62)], ink, pen) for at in (-0.5, 0, 0.5)]
    radius = min(y * 0.3, x * 0.2)
    if "open" in kind.traits:
        return [disc((at * x, 0), radius, "none", ink, pen) for at in (-0.45, 0.45)]
    drawn = [disc((at * x, 0), radius, ink) for at in (-0.58, 0, 0.58)]
    if "dismounts" in kind.traits:
        return [line([(-x * 0.86, y * 0.8), (x * 0.86, -y * 0.8)], ink, pen * 0.8), drawn[0], drawn[2]]
    if kind.mel >= BLADES:
        drawn.append(line([(-x * 0.75, y * 0.6), (x * 0.75, y * 0.6)], ink, pen))
    return drawn


def _wagon(x: float, y: float, pen: float, ink: str) -> list[Markup]:
    wheels = [disc((at * x, y * 0.28), min(y * 0.34, x * 0.22), "none", ink, pen) for at in (-0.5, 0.5)]
    return [line([(-x * 0.8, -y * 0.4), (x * 0.8, -y * 0.4)], ink, pen * 1.5), *wheels]


def _horse(kind: BaseType, x: float, y: float, pen: float, ink: str) -> list[Markup]:
    drawn = [line([(-x * 0.86, y * 0.8), (x * 0.86, -y * 0.8)], ink, pen * 1.35)]
    radius = min(y * 0.26, x * 0.17)
    if "lance" in kind.traits:
        drawn.append(
            area([(x * 0.82, -y * 0.78), (x * 0.3, -y * 0.72), (x * 0.46, -y * 0.3)], ink, ink, pen * 0.5)
        )
    if "dismounts" in kind.traits or "caracole" in kind.traits:
        spots: list[Point] = [(-x * 0.45, -y * 0.4), (x * 0.45, y * 0.4)]
        fill = "none" if "dismounts" in kind.traits else ink
        return drawn + [disc(at, radius, fill, ink, pen * 0.8) for at in spots]
    if kind.eff is None or kind.eff.range < CARBINE:
        return drawn
    if not kind.powder:
        return [*drawn, _bow(x, y, pen, ink)]
    light = "light" in kind.traits
    return [*drawn, disc((-x * 0.42, -y * 0.36), radius, "none" if light else ink, ink, pen * 0.8)]


def _bow(x: float, y: float, pen: float, ink: str) -> Markup:
    places = ((-0.75, -0.1), (-0.6, -1), (-0.05, -0.6))
    start, bend, end = (f"{number(x * right)} {number(y * down)}" for right, down in places)
    curve = f"M{start}Q{bend} {end}"
    return tag("path", d=curve, stroke_width=pen * 0.9, stroke_linecap="round", **paint("none", ink))


def _gun(kind: BaseType, width: float, height: float, ink: str) -> Markup:
    """A barrel that looks over the front edge, the thicker the heavier, between its wheels."""
    heavy = 1.5 if "turn_only" in kind.traits else 1.2 if "ponderous" in kind.traits else 0.8
    bore = min(width * 0.17, height * 0.12) * heavy
    top, wheel = -height * 0.42, height * 0.06
    wheels = [
        line(
            [(at * width * 0.3, wheel - height * 0.13), (at * width * 0.3, wheel + height * 0.13)],
            ink,
            bore * 0.7,
        )
        for at in (-1, 1)
    ]
    return join(
        [
            line([(-width * 0.3, wheel), (width * 0.3, wheel)], ink, bore * 0.5),
            *wheels,
            line([(0, height * 0.3), (0, top)], ink, bore),
            disc((0, height * 0.3), bore * 0.75, ink),
        ]
    )


# --- formations ---

Frame = Callable[[float, float, Side], Markup]
STYLES: dict[str, tuple[float, str | None, bool]] = {
    "line": (1, None, False),
    "column": (1, "9 3", False),
    "tercio": (1, None, True),
    "square": (2, None, True),
    "caracole": (1.2, "6 2 1.5 2", False),
    "open": (1.2, "1 3.5", False),
    "laager": (2.6, "5 2", False),
    "hanging": (1, "3 3", False),
}
"""Width, dashes and whether doubled: the frame of a formation; one that a game master added looks like a line."""


def frame(formation: str, side: Side, width: float, height: float, pad: float = 3) -> Markup:
    """The outline around a unit of that formation."""
    pen, dash, double = STYLES.get(formation, STYLES["line"])
    wide = [pad, pad + 2.6] if double else [pad]
    return join(
        tag(
            "path",
            d=shape(side, width + 2 * by, height + 2 * by, by + 2.5),
            stroke_width=pen,
            stroke_dasharray=dash,
            stroke_linecap="round" if dash == "1 3.5" else None,
            **paint("none", side.ink),
        )
        for by in wide
    )
