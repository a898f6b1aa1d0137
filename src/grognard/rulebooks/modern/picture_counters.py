"""Counters: the side by colour and shape, the arm by its sign and letter, statuses as pips, the number where it is
known; a counter that nobody has read shows its back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.modern.effects import Arm
from grognard.show.drawing import Point, area, block, disc, group, label, line
from grognard.show.glyphs import outline
from grognard.show.marks import badge
from grognard.show.markup import Markup, join, tag
from grognard.show.style import Side, paint, side_of

WIDE, HIGH = 1.22, 0.94
"""A counter against the radius of its hex."""
NEUTRAL = Side(5, "", "s5", "square")
"""Whose counters a legend shows: nobody's (``side`` -1)."""


class Piece(msgspec.Struct, frozen=True):
    """A counter as it is drawn. ``number`` 0: its back. ``statuses``: of its card, 0 where that isn't known. ``sum``:
    the fire sum in figures, "" for none. ``aboard``: passengers that the viewer knows. ``laid``: proposed, not there
    yet. ``acting``: asked about; ``aimed``: a shot at it is declared."""

    id: str
    side: int
    arm: Arm
    letter: str
    number: int = 0
    lost: int = 0
    statuses: int = 0
    sum: str = ""
    aboard: int = 0
    moved: bool = False
    fired: bool = False
    worked: bool = False
    laid: bool = False
    acting: bool = False
    aimed: bool = False


# --- signs of the arms -----------------------------------------------------------------------------------

Glyph = Callable[[float, float, str], Markup]


def _infantry(w: float, h: float, ink: str) -> Markup:
    """Crossed belts."""
    pen = max(1.2, h * 0.14)
    return join([line([(-w, h), (w, -h)], ink, pen), line([(-w, -h), (w, h)], ink, pen)])


def _armour(w: float, h: float, ink: str) -> Markup:
    """A track."""
    return tag(
        "rect",
        x=-w,
        y=-h * 0.72,
        width=2 * w,
        height=1.44 * h,
        rx=h * 0.72,
        stroke_width=max(1.2, h * 0.15),
        **paint("none", ink),
    )


def _aviation(w: float, h: float, ink: str) -> Markup:
    """A propeller."""
    blades = [[(0.0, 0.0), (side * w, -h * 0.8), (side * w, h * 0.8)] for side in (-1, 1)]
    return join([*(area(blade, ink, ink, 1) for blade in blades), disc((0, 0), h * 0.2, ink)])


def _fleet(w: float, h: float, ink: str) -> Markup:
    """An anchor."""
    pen = max(1.2, h * 0.15)
    arms = [
        (-w * 0.62, h * 0.25),
        (-w * 0.36, h * 0.82),
        (0.0, h),
        (w * 0.36, h * 0.82),
        (w * 0.62, h * 0.25),
    ]
    return join(
        [
            disc((0, -h * 0.8), h * 0.2, "none", ink, pen * 0.8),
            line([(0, -h * 0.6), (0, h)], ink, pen),
            line([(-w * 0.4, -h * 0.3), (w * 0.4, -h * 0.3)], ink, pen),
            line(arms, ink, pen),
        ]
    )


SIGNS: Mapping[str, Glyph] = {
    "infantry": _infantry,
    "armour": _armour,
    "aviation": _aviation,
    "fleet": _fleet,
}


# --- counters --------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
@clause("MO-UNIT-01", "MO-UNIT-04", "MO-UNIT-08")
def counter(one: Piece, radius: float) -> Markup:
    """A counter around the origin, for hexes of that radius."""
    side = NEUTRAL if one.side < 0 else side_of(one.side)
    w, h = radius * WIDE, radius * HIGH
    parts = [_body(side, w, h, one)]
    ink = side.ink if _is_back(one) else "glyph"
    sign = SIGNS[one.arm](w * 0.2, h * 0.2, ink)
    parts += [group(sign, at=(w * 0.02, -h * 0.06)), _letter(one, w, h, ink), _figure(one, w, h, ink)]
    parts.append(_pips(one, w, h))
    parts += list(_deeds(one, w, h))
    return join(parts)


def _is_back(one: Piece) -> bool:
    return not one.number


def _body(side: Side, w: float, h: float, one: Piece) -> Markup:
    """Face: the side's colour; back: paper in the side's colour, hatched, so that a glance tells them apart."""
    back = _is_back(one)
    shape = tag(
        "path",
        d=outline(w, h, side.corner),
        stroke_width=1.5,
        stroke_dasharray="4 2.5" if one.laid else None,
        stroke_linejoin="round",
        fill_opacity=0.55 if one.laid else None,
        **paint("card" if back else side.ink, side.ink if back else "ink"),
    )
    parts = [shape]
    if back:
        inner = tag(
            "path", d=outline(w * 0.86, h * 0.82, side.corner), stroke_width=0.8, **paint("none", side.ink)
        )
        parts.append(inner)
    if one.acting or one.aimed:
        frame = block((-w / 2 - 4, -h / 2 - 4), (w + 8, h + 8), "none", "gold", 3, 7,
                      stroke_dasharray="5 3" if one.aimed else None)  # fmt: skip
        parts.append(frame)
    return join(parts)


def _letter(one: Piece, w: float, h: float, ink: str) -> Markup:
    """The arm's letter is always printed too."""
    size = max(6.5, h * 0.27)
    return label((-w * 0.36, -h / 2 + size * 0.98), one.letter, size, "sans-bold", fill=ink, halo=None)


def _figure(one: Piece, w: float, h: float, ink: str) -> Markup:
    """The number of the card, or that it isn't known."""
    size = max(7.0, h * 0.29)
    words = str(one.number) if one.number else "?"
    return label((w * 0.33, -h / 2 + size * 0.98), words, size, "sans-bold", fill=ink, halo=None)


@clause("MO-UNIT-06", "MO-UNIT-08")
def _pips(one: Piece, w: float, h: float) -> Markup:
    """Statuses along the lower edge: full ones are left, crossed ones lost. Of a back only its losses are known."""
    size = max(2.0, h * 0.085)
    count = one.statuses or one.lost
    step, y = size * 2.7, h / 2 - size * 1.75
    start = -step * (count - 1) / 2
    parts = []
    for at in range(count):
        x = start + at * step
        gone = at >= count - one.lost
        parts.append(disc((x, y), size, "none" if gone else "pip", "ink" if not gone else "pip", 1))
        if gone:
            cross = size * 1.1
            parts.append(line([(x - cross, y + cross), (x + cross, y - cross)], "pip", 1.2))
    return tag("g", *parts, data_pips=count, data_lost=one.lost or None)


def _deeds(one: Piece, w: float, h: float) -> list[Markup]:
    """What it has done since its general's last turn; the fire sum; who is aboard."""
    parts: list[Markup] = []
    y = h / 2 + max(2.2, h * 0.09)
    if one.moved:
        parts.append(area([(w * 0.5, y), (w * 0.32, y - 3.4), (w * 0.32, y + 3.4)], "ink"))
    if one.worked:
        parts.append(block((w * 0.3, y - 3), (6, 6), "ink"))
    if one.fired:
        parts.append(_burst((-w * 0.42, y), max(3.0, h * 0.13)))
    if one.sum:
        parts.append(badge((w * 0.42, -h / 2 - 1), one.sum, "pip", max(7.5, h * 0.3)))
    if one.aboard:
        parts.append(badge((-w * 0.46, h * 0.1), f"+{one.aboard}", "card", max(6.5, h * 0.25)))
    return parts


def _burst(at: Point, size: float) -> Markup:
    ways = [(1, 0), (0.5, 0.87), (-0.5, 0.87)]
    return join(
        line([(at[0] - x * size, at[1] - y * size), (at[0] + x * size, at[1] + y * size)], "ink", 1.3)
        for x, y in ways
    )


# --- control points --------------------------------------------------------------------------------------


def standard(ink: str | None, size: float) -> Markup:
    """A flag on a staff from the origin upwards, in its holder's ink."""
    return join(
        [
            line([(0, 0), (0, -size * 2)], "ink", max(1.2, size * 0.16)),
            area([(0, -size * 2), (size * 1.5, -size * 1.6), (0, -size * 1.1)], ink or "card", "ink", 1),
        ]
    )
