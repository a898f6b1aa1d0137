"""Arrows of the battle picture (FE-PIC-01): curves from card to card, their sums near the attacker's end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot

import msgspec

from grognard.rulebooks.feudal.picture_card import Front
from grognard.rulebooks.feudal.picture_scene import Blow, Scene, sum_words
from grognard.show.drawing import Anchor, Point, area, group, label, line, tooltip
from grognard.show.markup import Markup, join, number, tag
from grognard.show.metrics import Face, measure, wrap_text
from grognard.show.style import paint, side_of

NORMALS: dict[Front, Point] = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}


class Place(msgspec.Struct, frozen=True):
    """Where a card lies, and which of its edges is its front."""

    x: float
    y: float
    width: float
    height: float
    front: Front

    def port(self, share: float) -> Point:
        """A point of the front, ``share`` of the way along it."""
        if self.front in ("right", "left"):
            return (self.x + (self.width if self.front == "right" else 0), self.y + self.height * share)
        return (self.x + self.width * share, self.y + (self.height if self.front == "down" else 0))


class Curve(msgspec.Struct, frozen=True):
    """An arrow's way: a cubic curve that leaves one front and meets the other at a right angle."""

    start: Point
    first: Point
    second: Point
    end: Point

    def at(self, t: float) -> Point:
        s = 1 - t
        weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        four = (self.start, self.first, self.second, self.end)
        return (
            sum(w * p[0] for w, p in zip(weights, four, strict=True)),
            sum(w * p[1] for w, p in zip(weights, four, strict=True)),
        )

    def path(self, tip: Point) -> str:
        one, two, three, four = (
            f"{number(x)} {number(y)}" for x, y in (self.start, self.first, self.second, tip)
        )
        return f"M{one}C{two} {three} {four}"


class Pen(msgspec.Struct, frozen=True):
    """How heavily arrows are drawn, and how large their words; ``stacked`` puts the damage under the rest,
    ``level`` sets words on the arrow itself, within the height of a small card."""

    width: float
    size: float
    stacked: bool = False
    room: float = 130
    level: bool = False


def arrows(scene: Scene, places: Mapping[str, Place], pen: Pen) -> tuple[Markup, Markup]:
    """All arrows (to lie under the cards) and their words (to lie over them); what missed is drawn first."""
    leaving, coming = _ports(scene, places)
    order = sorted(range(len(scene.blows)), key=lambda index: (scene.blows[index].landed, index))
    ways, crosses, words = [], [], Words(pen)
    for index in order:
        blow = scene.blows[index]
        curve = _curve(places[blow.attacker], leaving[index], places[blow.target], coming[index])
        ink = side_of(scene.army(blow.attacker).side).ink if blow.landed else "soft"
        drawn = tooltip(blow.story, *_drawn(blow, curve, ink, pen))
        ways.append(tag("g", drawn, data_arrow=blow.kind, data_from=blow.attacker, data_to=blow.target))
        if blow.kind == "veto":
            crosses.append(group(_cross(4.5 if pen.level else 6), at=curve.at(0.28)))
        words.add(scene, blow, curve, places[blow.attacker], ink)
    return join([*ways, *crosses]), join(words.parts)


def _ports(scene: Scene, places: Mapping[str, Place]) -> tuple[dict[int, float], dict[int, float]]:
    """Shares along the fronts: arrows leave from the upper half of a card and arrive in the lower one, sorted so
    that those from the same direction don't cross."""
    leaving: dict[int, float] = {}
    coming: dict[int, float] = {}
    for army in places:
        out = [i for i, blow in enumerate(scene.blows) if blow.attacker == army]
        into = [i for i, blow in enumerate(scene.blows) if blow.target == army]
        into.sort(key=lambda i: _along(places[army], places[scene.blows[i].attacker]))
        for rank, index in enumerate(out):
            leaving[index] = 0.2 + 0.22 * rank * min(1, 2 / len(out)) if len(out) > 1 else 0.28
        low, high = (0.56, 0.94) if out else (0.18, 0.85)
        for rank, index in enumerate(into):
            coming[index] = low + (high - low) * (rank + 0.5) / len(into)
    return leaving, coming


def _along(target: Place, attacker: Place) -> float:
    """How far along the target's front an attacker stands."""
    if target.front in ("right", "left"):
        return attacker.y + attacker.height / 2
    return attacker.x + attacker.width / 2


def _curve(source: Place, leaving: float, goal: Place, coming: float) -> Curve:
    start, end = source.port(leaving), goal.port(coming)
    out, into = NORMALS[source.front], NORMALS[goal.front]
    reach = max(0.42 * hypot(end[0] - start[0], end[1] - start[1]), 46)
    across = abs(end[0] - start[0]) if source.front in ("right", "left") else abs(end[1] - start[1])
    reach = min(reach, max(across * 0.75, 46))
    first = (start[0] + out[0] * reach, start[1] + out[1] * reach)
    second = (end[0] + into[0] * reach, end[1] + into[1] * reach)
    return Curve(start, first, second, end)


def _drawn(blow: Blow, curve: Curve, ink: str, pen: Pen) -> list[Markup]:
    """The shaft on a halo of paper, then its head: full where it hit, open where it missed."""
    width = pen.width * (1 if blow.landed else 0.5 if blow.kind == "veto" else 0.7)
    head = max(width * 4.2, 7)
    before, tip = curve.at(0.97), curve.end
    angle = atan2(tip[1] - before[1], tip[0] - before[0])
    long = hypot(tip[0] - before[0], tip[1] - before[1]) or 1
    back = head * (0.8 if blow.landed else 0.1)
    neck = (tip[0] - (tip[0] - before[0]) / long * back, tip[1] - (tip[1] - before[1]) / long * back)
    path = curve.path(neck)
    twice = 2.6 if blow.kind == "pursuit" else 1
    dash = f"{number(width * 3.4)} {number(width * 2.4)}" if blow.kind == "shot" else None
    parts = [_stroke(path, "map", width * twice + 3), _stroke(path, ink, width * twice, dash)]
    if blow.kind == "pursuit":
        parts.append(_stroke(path, "map", width))
    parts.append(group(_head(head, ink, blow.landed, width), at=tip, angle=degrees(angle)))
    return [group(*parts, opacity=0.6)] if pen.level and not blow.landed else parts


def _stroke(path: str, ink: str, width: float, dash: str | None = None) -> Markup:
    return tag("path", d=path, stroke_width=width, stroke_dasharray=dash, **paint("none", ink))


def _head(size: float, ink: str, full: bool, width: float) -> Markup:
    if full:
        return area([(0, 0), (-size, size * 0.45), (-size, -size * 0.45)], ink)
    return line([(-size * 0.8, size * 0.45), (0, 0), (-size * 0.8, -size * 0.45)], ink, width)


def _cross(size: float) -> Markup:
    ways: Sequence[list[Point]] = ([(-size, -size), (size, size)], [(-size, size), (size, -size)])
    return join(
        [*(line(way, "map", size * 0.9) for way in ways), *(line(way, "ink", size * 0.34) for way in ways)]
    )


class Words:
    """The arrows' words: each beside its start, moved down where others stand already."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.parts: list[Markup] = []
        self._taken: list[tuple[float, float, float, float]] = []

    def add(self, scene: Scene, blow: Blow, curve: Curve, place: Place, ink: str) -> None:
        """An arrow's sum, or the reason why it was forbidden, with a halo of paper."""
        lines = self._lines(scene, blow)
        if not lines:
            return
        face: Face = "sans" if blow.kind == "veto" else "sans-bold"
        step = self.pen.size * 1.12
        wide = max(measure(words, self.pen.size, face) for words in lines)
        (x, y), anchor = _beside(curve, place, len(lines), self.pen)
        y = self._free(
            (x if anchor == "start" else x - wide, y - self.pen.size * 0.8), wide, len(lines) * step
        )
        y += self.pen.size * 0.8
        said = (
            label((x, y + row * step), words, self.pen.size, face, anchor, ink)
            for row, words in enumerate(lines)
        )
        self.parts.append(tooltip(blow.story, *said))

    def _lines(self, scene: Scene, blow: Blow) -> list[str]:
        pen = self.pen
        if blow.kind != "veto":
            words = sum_words(blow, scene.lang)
            return words if pen.stacked or not words else [" ".join(words)]
        if pen.level and any(other.attacker == blow.attacker and other is not blow for other in scene.blows):
            return []
        return wrap_text(blow.reason, pen.room, pen.size)

    def _free(self, corner: Point, wide: float, high: float) -> float:
        """The upper edge from which words of that size hide none that stand there."""
        x, y = corner
        for left, top, right, bottom in sorted(self._taken, key=lambda box: box[1]):
            if left < x + wide and x < right and top < y + high and y < bottom:
                y = bottom + 1
        self._taken.append((x, y, x + wide, y + high))
        return y


def _beside(curve: Curve, place: Place, lines: int, pen: Pen) -> tuple[Point, Anchor]:
    """Base line of the first of so many lines beside the start of a curve, on the side from which it bends away."""
    (x, y), (end_x, end_y) = curve.start, curve.end
    size, more = pen.size, (lines - 1) * pen.size * 1.12
    if place.front in ("right", "left"):
        below = end_y < y - 12
        base = y + size * 0.36 if pen.level else y + size + 2 if below else y - 5 - more
        return ((x + 8, base), "start") if place.front == "right" else ((x - 8, base), "end")
    base = y - 7 - more if place.front == "up" else y + size + 6
    return ((x + 6, base), "start") if end_x <= x else ((x - 6, base), "end")
