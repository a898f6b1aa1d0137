"""The signs of sides, arms, persons and states, around the origin, the front towards the top of the sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from grognard.show.drawing import Point, area, block, disc, group, label, line
from grognard.show.glyphs import leader as star
from grognard.show.glyphs import outline
from grognard.show.markup import Markup, join, number, tag
from grognard.show.style import Side, paint
from grognard.show.tabletop.signs import filled, rounded, stroke, strokes

# --- blocks ------------------------------------------------------------------------------------------


def shape(side: Side, width: float, height: float) -> str:
    """The outline of a block of that side, with corners small enough for ranks to stand in it."""
    if side.corner == "round":
        return rounded(width, height, min(min(width, height) * 0.36, 7))
    return outline(width, height, side.corner)


@lru_cache(maxsize=2048)
def body(side: Side, width: float, height: float, *, hollow: bool = False) -> Markup:
    """A block in its side's colour and corners; of those who run it is ``hollow``."""
    return filled(shape(side, width, height), side, min(max(height * 0.07, 0.8), 1.3), hollow=hollow)


@lru_cache(maxsize=1024)
def figures(
    ranks: tuple[int, ...], wide: float, deep: float, ink: str, fill: float, discs: bool = False
) -> Markup:
    """All figures of a block as one element: a dashed line a rank, a dash a figure (a disc for sides of round corners);
    each rank is centred."""
    pen = min(wide, deep) * 0.74 if discs else deep * 0.62
    size = 0.01 if discs else wide * 0.62
    top, ways = -len(ranks) * deep / 2, []
    for at, count in enumerate(ranks):
        x = -count * wide / 2 + (wide - size) / 2
        ways.append(f"M{number(x)} {number(top + (at + 0.5) * deep)}h{number(count * wide - (wide - size))}")
    return tag(
        "path",
        d="".join(ways),
        stroke_width=pen,
        stroke_dasharray=f"{number(size)} {number(wide - size)}",
        stroke_linecap="round" if discs else None,
        opacity=fill,
        **paint("none", ink),
    )


@lru_cache(maxsize=512)
def arm(kind: str, width: float, height: float, ink: str) -> Markup:
    """The sign of an arm over the block: foot crossed; horse one diagonal, heavy horse with the half behind it filled,
    light horse with a dot, irregular horse broken. ``kind``: id of the arm, or ``dismounted``."""
    x, y = width * 0.46, height * 0.42
    pen = min(max(min(width, height) * 0.09, 1.1), 2.4)
    rising = line([(-x, y), (x, -y)], ink, pen)
    if kind == "foot":
        return join([rising, line([(-x, -y), (x, y)], ink, pen)])
    if kind == "heavy_horse":
        return join([area([(-x, y), (x, -y), (x, y)], ink, fill_opacity=0.9), rising])
    if kind == "light_horse_irregular":
        return stroke([(-x, y), (x, -y)], ink, pen * 1.2, f"{pen * 2.4:g} {pen * 1.9:g}")
    dot = min(width, height) * 0.15
    if kind == "light_horse_regular":
        return join([rising, disc((-x * 0.5, -y * 0.4), dot, ink)])
    if kind == "dismounted":
        return join([rising, disc((-x * 0.5, -y * 0.4), dot, ink), disc((x * 0.5, y * 0.4), dot, ink)])
    return rising


@lru_cache(maxsize=128)
def engine(width: float, height: float, ink: str, horse: bool) -> Markup:
    """A barrel that looks over the front edge between its wheels; of horse artillery with a bar across the trail."""
    bore = width * 0.17
    wheels = [
        line([(at * width * 0.3, -height * 0.2), (at * width * 0.3, height * 0.14)], ink, width * 0.12)
        for at in (-1, 1)
    ]
    parts = [
        line([(-width * 0.3, -height * 0.03), (width * 0.3, -height * 0.03)], ink, width * 0.09),
        *wheels,
        line([(0, height * 0.2), (0, -height * 0.66)], "ink", bore + 2),
        line([(0, height * 0.2), (0, -height * 0.66)], ink, bore),
    ]
    if horse:
        parts.append(line([(-width * 0.36, height * 0.34), (width * 0.36, height * 0.14)], ink, width * 0.09))
    return join(parts)


@lru_cache(maxsize=128)
def wagon(width: float, height: float, ink: str) -> Markup:
    """A covered wagon from above: hoops over a box, a pole in front."""
    hoops = [[(-width * 0.26, y * height), (width * 0.26, y * height)] for y in (-0.26, 0.0, 0.26)]
    pole: list[Point] = [(0, -height * 0.36), (0, -height * 0.62)]
    return join([strokes(hoops, ink, max(height * 0.09, 1.2)), line(pole, "ink", max(width * 0.1, 1.4))])


@lru_cache(maxsize=256)
def notch(side: Side, size: float, top: float, kind: str = "line") -> Markup:
    """A point over the front (a dome for a side of round corners); two behind each other for a march column."""
    if kind == "march_column":
        return join([_point(side, size, top), _point(side, size, top - size * 0.95)])
    return _point(side, size, top)


def _point(side: Side, size: float, top: float) -> Markup:
    if side.corner != "round":
        return area([(-size, top), (0, top - size * 1.05), (size, top)], side.ink, "ink", 0.8)
    arc = f"M{number(-size)} {number(top)}a{number(size)} {number(size * 1.05)} 0 0 1 {number(2 * size)} 0Z"
    return tag("path", d=arc, stroke_width=0.8, **paint(side.ink, "ink"))


def colour(side: Side, size: float, count: int) -> Markup:
    """The colours of a regiment on their pole, whose foot is the origin; a bar on the cloth for each."""
    cloth: list[Point] = [
        (0, -size * 1.7), (size * 1.15, -size * 1.7), (size * 0.85, -size * 1.25), (size * 1.15, -size * 0.8),
        (0, -size * 0.8),
    ]  # fmt: skip
    bars = [
        [(size * (0.2 + 0.22 * at), -size * 1.5), (size * (0.2 + 0.22 * at), -size)] for at in range(count)
    ]
    pole = line([(0, 0), (0, -size * 1.9)], "ink", 1.2)
    drawn = [area(cloth, "pip", "ink", 0.9), strokes(bars, side.ink, max(size * 0.12, 1))]
    return tag("g", *drawn, pole, data_colours=count)


# --- persons -----------------------------------------------------------------------------------------


STARS = {"army_commander": 3, "corps_commander": 2, "division_commander": 1}
"""Stars of those who lead."""
LETTERS = {"chief_of_staff": "S", "aide": "A", "artillery_chief": "G"}


@lru_cache(maxsize=256)
def person(side: Side, post: str, radius: float) -> Markup:
    """A disc ringed in the side's colour: a star for a division, two for a corps, three for an army; a letter for
    staff (S), aides (A) and chiefs of artillery (G: guns)."""
    edge = disc((0, 0), radius, "card", side.ink, max(radius * 0.28, 1.3))
    parts = [disc((0, 0), radius * 1.2, "ink"), edge]
    stars = STARS.get(post, 0)
    if not stars:
        letter = LETTERS.get(post, "?")
        parts.append(label((0, radius * 0.42), letter, radius * 1.15, "sans-bold", halo=None))
        return join(parts)
    size = radius * {1: 1.75, 2: 1.15, 3: 0.98}[stars]
    places: dict[int, list[Point]] = {
        1: [(0, 0)],
        2: [(-0.36, 0), (0.36, 0)],
        3: [(0, -0.4), (-0.42, 0.3), (0.42, 0.3)],
    }
    parts += [group(star(size, size, "ink"), at=(x * radius, y * radius)) for x, y in places[stars]]
    return join(parts)


# --- states ------------------------------------------------------------------------------------------


def _plate(size: float, fill: str = "card") -> Markup:
    return disc((0, 0), size, fill, "ink", max(size * 0.18, 0.8))


def _pushed(s: float) -> Markup:
    """Two angles that point back."""
    ways = [[(-s * 0.5, y * s), (0, (y + 0.45) * s), (s * 0.5, y * s)] for y in (-0.5, 0.05)]
    return join([_plate(s), strokes(ways, "s1", s * 0.24)])


def _stopped(s: float) -> Markup:
    """A bar before the front, under shot."""
    shot = [disc((x * s, -s * 0.42), s * 0.14, "ink") for x in (-0.36, 0, 0.36)]
    return join([_plate(s), *shot, line([(-s * 0.6, s * 0.18), (s * 0.6, s * 0.18)], "ink", s * 0.34)])


def _disordered(s: float) -> Markup:
    return _plate(s * 0.78, "pip")


def _unruly(s: float) -> Markup:
    return join([_plate(s, "pip"), label((0, s * 0.55), "!", s * 1.6, "sans-bold", halo=None)])


def _reforming(s: float) -> Markup:
    """An arrow around in a ring."""
    r = number(s * 0.5)
    ring = f"M{r} {number(-s * 0.1)}a{r} {r} 0 1 1 {number(-s * 0.42)} {number(-s * 0.4)}"
    turn = tag("path", d=ring, stroke_width=s * 0.22, **paint("none", "ink"))
    head: list[Point] = [(-s * 0.1, -s * 0.78), (s * 0.36, -s * 0.48), (-s * 0.1, -s * 0.2)]
    return join([_plate(s), turn, area(head, "ink")])


def _resting(s: float) -> Markup:
    ways = [[(x * s, -s * 0.42), (x * s, s * 0.42)] for x in (-0.24, 0.24)]
    return join([_plate(s), strokes(ways, "ink", s * 0.26)])


def _uncommanded(s: float) -> Markup:
    """A broken chain."""
    ways: list[list[Point]] = [[(-s * 0.75, 0), (-s * 0.3, 0)], [(s * 0.3, 0), (s * 0.75, 0)],
                               [(-s * 0.2, s * 0.45), (s * 0.2, -s * 0.45)]]  # fmt: skip
    return join([_plate(s), strokes(ways, "s1", s * 0.26)])


def _square(s: float) -> Markup:
    return join([_plate(s), block((-s * 0.48, -s * 0.48), (s * 0.96, s * 0.96), "none", "ink", s * 0.24)])


def _withdrawing(s: float) -> Markup:
    """An arrow back."""
    head: list[Point] = [(-s * 0.42, s * 0.02), (0, s * 0.62), (s * 0.42, s * 0.02)]
    return join([_plate(s), line([(0, -s * 0.6), (0, s * 0.1)], "ink", s * 0.24), area(head, "ink")])


def _silenced(s: float) -> Markup:
    """A barrel struck out."""
    ways: list[list[Point]] = [
        [(-s * 0.5, -s * 0.5), (s * 0.5, s * 0.5)],
        [(-s * 0.5, s * 0.5), (s * 0.5, -s * 0.5)],
    ]
    return join([_plate(s), strokes(ways, "s1", s * 0.28)])


def _spent(s: float) -> Markup:
    ways: list[list[Point]] = [[(0, -s * 0.62), (0, s * 0.62)], [(-s * 0.4, -s * 0.22), (s * 0.4, -s * 0.22)]]
    return join([_plate(s), strokes(ways, "ink", s * 0.26)])


def _shaken(s: float) -> Markup:
    return join([_plate(s, "smoke"), label((0, s * 0.5), "½", s * 1.4, "sans-bold", halo=None)])


def _proud(s: float) -> Markup:
    """It has overthrown an enemy: a star."""
    return join([_plate(s, "pip"), star(s * 2.2, s * 2.2, "ink")])


STATES: Mapping[str, Callable[[float], Markup]] = {
    "pushed": _pushed,
    "stopped": _stopped,
    "disordered": _disordered,
    "unruly": _unruly,
    "reforming": _reforming,
    "resting": _resting,
    "uncommanded": _uncommanded,
    "square": _square,
    "withdrawing": _withdrawing,
    "silenced": _silenced,
    "spent": _spent,
    "split": _shaken,
    "proud": _proud,
}
"""Small round signs of states; see ``picture_scene.STATES`` for what they mean."""


@lru_cache(maxsize=256)
def state(name: str, size: float, angle: float = 0) -> Markup:
    """The sign of a state, upright on a block that is turned by ``angle``."""
    return tag("g", group(STATES[name](size), angle=-angle), data_state=name)


# --- fights ------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def muskets(size: float) -> Markup:
    """A puff of smoke with flashes on both sides: a firefight."""
    puffs = [disc((x * size, y * size), r * size, "smoke", "ink", 0.7)
             for x, y, r in ((-0.5, 0.1, 0.5), (0.5, 0.1, 0.5), (0, -0.2, 0.6))]  # fmt: skip
    flash = area([(-size * 0.45, -size * 0.1), (0, size * 0.16), (size * 0.45, -size * 0.1), (0, -size * 0.42)], "pip",
                 "ink", 0.6)  # fmt: skip
    return join([*puffs, flash])


@lru_cache(maxsize=32)
def flames(size: float) -> Markup:
    """Fire under a puff of smoke, upright."""
    smoke = [disc((x * size, y * size), r * size, "smoke", "soft", 0.8, fill_opacity=0.9)
             for x, y, r in ((0.2, -1.1, 0.5), (0.55, -1.7, 0.65))]  # fmt: skip
    tongues = [
        area([(x - s, size * 0.5), (x - s * 0.5, -size * 0.15), (x, size * 0.1 - s * 1.9), (x + s * 0.6, -size * 0.1),
              (x + s, size * 0.5)], fill, "ink", 0.8)
        for x, s, fill in ((-size * 0.5, size * 0.42, "pip"), (size * 0.5, size * 0.38, "pip"), (0, size * 0.58, "s1"))
    ]  # fmt: skip
    return join([*smoke, *tongues])
