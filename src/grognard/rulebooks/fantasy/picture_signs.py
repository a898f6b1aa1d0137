"""The signs of sides, arms, characters and states, around the origin, the front towards the top of the sheet."""

from __future__ import annotations

from functools import lru_cache

from grognard.rulebooks.fantasy.model import FormationWord
from grognard.rulebooks.fantasy.tables import Kind
from grognard.show.drawing import Point, area, block, disc, group, label, line
from grognard.show.glyphs import leader as star
from grognard.show.glyphs import outline
from grognard.show.markup import Markup, join, number, tag
from grognard.show.style import Side, paint
from grognard.show.tabletop.signs import filled, rounded

LATERAL = {"foot": 0.66, "horse": 0.5, "monster": 0.72, "machine": 0.6}
ALONG = {"foot": 0.66, "horse": 0.72, "monster": 0.72, "machine": 0.6}
"""How much of its base a model is drawn to fill, across and along."""


# --- blocks ---


def shape(side: Side, width: float, height: float) -> str:
    """The outline of a block of that side, with small corners so that ranks stand in it."""
    corner = min(width, height) * 0.36
    if side.corner == "round":
        return rounded(width, height, min(corner, 7))
    if min(width, height) > 24 and side.corner not in ("square", "pointed"):
        return _trimmed(width, height, 7, side.corner)
    return outline(width, height, side.corner)


def _trimmed(width: float, height: float, cut: float, corner: str) -> str:
    """Corners cut off, or notched in."""
    x, y = width / 2, height / 2
    ring: list[Point] = []
    for right, down, first in ((-1, -1, "y"), (1, -1, "x"), (1, 1, "y"), (-1, 1, "x")):
        along_x, along_y = (right * (x - cut), down * y), (right * x, down * (y - cut))
        inner = [(right * (x - cut), down * (y - cut))] if corner == "notched" else []
        ends = [along_y, *inner, along_x] if first == "y" else [along_x, *inner, along_y]
        ring += ends
    return "M" + "L".join(f"{number(a)} {number(b)}" for a, b in ring) + "Z"


@lru_cache(maxsize=2048)
def body(side: Side, width: float, height: float, *, hollow: bool = False) -> Markup:
    """A block in its side's colour and corners; of those who run it is ``hollow``."""
    return filled(shape(side, width, height), side, min(max(height * 0.05, 0.8), 1.4), hollow=hollow)


@lru_cache(maxsize=2048)
def models(kind: Kind, ranks: tuple[int, ...], wide: float, deep: float, ink: str, fill: float) -> Markup:
    """All models of a block as one element: a dashed line a rank, a dash a model; each rank is centred."""
    size = wide * LATERAL[kind]
    top = -len(ranks) * deep / 2
    ways = []
    for at, count in enumerate(ranks):
        x = -count * wide / 2 + (wide - size) / 2
        ways.append(f"M{number(x)} {number(top + (at + 0.5) * deep)}h{number(count * wide - (wide - size))}")
    return tag(
        "path",
        d="".join(ways),
        stroke_width=deep * ALONG[kind],
        stroke_dasharray=f"{number(size)} {number(wide - size)}",
        opacity=fill,
        **paint("none", ink),
    )


@lru_cache(maxsize=512)
def arm(kind: Kind, shoots: bool, width: float, height: float, ink: str) -> Markup:
    """The sign of an arm over the whole block: foot crossed, horse one diagonal, monsters claws; bow for shooters."""
    x, y = width * 0.46, height * 0.42
    pen = min(max(min(width, height) * 0.07, 1.1), 2.6)
    if kind == "machine":
        return join(())
    ways: list[list[Point]] = [[(-x, y), (x, -y)]]
    if kind == "foot" and not shoots:
        ways.append([(-x, -y), (x, y)])
    if kind == "monster":
        step = min(width * 0.2, height * 0.3)
        ways = [[(at * step + step * 0.3, -y), (at * step - step * 0.3, y)] for at in (-1, 0, 1)]
    if kind == "foot" and shoots:
        ways = []
    drawn = [line(one, ink, pen) for one in ways]
    if shoots:
        drawn.append(_bow(min(width * 0.3, height * 0.8), ink, pen))
    return join(drawn)


def _bow(size: float, ink: str, pen: float) -> Markup:
    """A bent bow with its arrow to the front."""
    x, y = size * 0.62, size * 0.22
    bow = tag(
        "path",
        d=f"M{number(-x)} {number(y)}Q0 {number(-size * 0.7)} {number(x)} {number(y)}Z",
        stroke_width=pen * 0.9,
        stroke_linejoin="round",
        **paint("none", ink),
    )
    shaft = line([(0, size * 0.45), (0, -size * 0.5)], ink, pen * 0.9)
    return join([bow, shaft])


@lru_cache(maxsize=64)
def engine(width: float, height: float, ink: str, lobs: bool) -> Markup:
    """A barrel that looks over the front edge between its wheels; of a mortar short and wide."""
    bore = width * (0.34 if lobs else 0.2)
    top, foot = (-height * 0.2, height * 0.16) if lobs else (-height * 0.56, height * 0.2)
    wheels = [
        line([(at * width * 0.32, -height * 0.16), (at * width * 0.32, height * 0.16)], ink, width * 0.13)
        for at in (-1, 1)
    ]
    return join(
        [
            line([(-width * 0.32, 0), (width * 0.32, 0)], ink, width * 0.1),
            *wheels,
            line([(0, foot), (0, top)], "ink", bore + 2),
            line([(0, foot), (0, top)], ink, bore),
        ]
    )


@lru_cache(maxsize=256)
def notch(side: Side, formation: FormationWord, size: float, top: float) -> Markup:
    """A point over the front (a dome for a side of round corners); two for a column, a long one for a wedge."""
    high = size * (1.9 if formation == "wedge" else 1.05)
    places = (-size * 0.9, size * 0.9) if formation == "column" else (0.0,)
    return join(_point(side, x, size, high, top) for x in places)


def _point(side: Side, x: float, size: float, high: float, top: float) -> Markup:
    if side.corner != "round":
        return area([(x - size, top), (x, top - high), (x + size, top)], side.ink, "ink", 0.8)
    arc = f"M{number(x - size)} {number(top)}a{number(size)} {number(high)} 0 0 1 {number(2 * size)} 0Z"
    return tag("path", d=arc, stroke_width=0.8, **paint(side.ink, "ink"))


def standard(side: Side, size: float) -> Markup:
    """A banner with two tails on its pole, whose foot is the origin."""
    cloth: list[Point] = [
        (0, -size * 1.55),
        (size * 1.05, -size * 1.55),
        (size * 0.75, -size * 1.2),
        (size * 1.05, -size * 0.85),
        (0, -size * 0.85),
    ]
    pole = line([(0, 0), (0, -size * 1.75)], "ink", 1.3)
    stripe = line([(size * 0.12, -size * 1.2), (size * 0.6, -size * 1.2)], side.ink, size * 0.2)
    return tag("g", area(cloth, "pip", "ink", 0.9), stripe, pole, data_standard="yes")


# --- characters ---


@lru_cache(maxsize=256)
def hero(side: Side, rank: str, radius: float) -> Markup:
    """A disc in the first rank: a star for a captain, a crown for a general, a sword for a champion, a hat of stars
    for a wizard."""
    signs = {"captain": _captain, "general": _crown, "champion": _sword, "wizard": _hat}
    edge = disc((0, 0), radius, "card", side.ink, max(radius * 0.26, 1.2))
    return join([disc((0, 0), radius * 1.2, "ink"), edge, signs[rank](radius * 0.72)])


def _captain(r: float) -> Markup:
    return star(r * 2.4, r * 2.4, "ink")


def _crown(r: float) -> Markup:
    teeth: list[Point] = [
        (-r * 0.8, r * 0.6),
        (-r * 0.95, -r * 0.5),
        (-r * 0.4, 0),
        (0, -r * 0.8),
        (r * 0.4, 0),
        (r * 0.95, -r * 0.5),
        (r * 0.8, r * 0.6),
    ]
    return area(teeth, "gold", "ink", 0.8)


def _sword(r: float) -> Markup:
    return join(
        [
            line([(0, r * 0.9), (0, -r * 0.95)], "ink", r * 0.3),
            line([(-r * 0.5, r * 0.35), (r * 0.5, r * 0.35)], "ink", r * 0.28),
        ]
    )


def _hat(r: float) -> Markup:
    cone: list[Point] = [(-r * 0.95, r * 0.65), (r * 0.95, r * 0.65), (r * 0.1, -r)]
    return join([area(cone, "s4", "ink", 0.7), disc((r * 0.05, r * 0.2), r * 0.2, "glyph")])


# --- states ---


def rosette(size: float, harms: bool) -> Markup:
    """A spell in force: four rays, dark for one that harms, pale for one that helps."""
    rays: list[Point] = []
    for at, far in enumerate((1, 0.3) * 4):
        x, y = ((0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7))[at]
        rays.append((x * size * far, y * size * far))
    drawn = area(rays, "s4" if harms else "die", "ink", 0.9)
    return tag("g", disc((0, 0), size * 1.05, "card", "s4", 1), drawn, data_spell="harm" if harms else "help")


def stopped(kind: str, left: int, size: float) -> Markup:
    """A machine or weapon that can't shoot: ``jammed`` a cross, ``reload`` open boxes, ``silenced`` a dash."""
    if kind == "reload":
        boxes = (block((at * size * 1.3, -size / 2), (size, size), "card", "ink", 1.1) for at in range(left))
        return tag("g", *boxes, data_stopped=kind)
    ways: list[list[Point]] = [[(0, 0), (size * 1.4, 0)]]
    if kind == "jammed":
        half = size * 0.6
        ways = [[(0, -half), (2 * half, half)], [(0, half), (2 * half, -half)]]
    drawn = [line(one, "card", 4) for one in ways] + [line(one, "s1", 2.2) for one in ways]
    return tag("g", *drawn, data_stopped=kind)


def pip(words: str, size: float, angle: float = 0) -> Markup:
    """A short figure on a disc of gold."""
    figure = label((0, size * 0.36), words, size, "sans-bold", halo=None)
    return join([disc((0, 0), size * 0.78, "pip", "ink", 0.8), group(figure, angle=angle)])
