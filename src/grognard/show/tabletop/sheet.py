"""The sheet of a battle picture: the table as an old staff map under a head strip, the legend below.

Everything on the map is to scale. Names stand where they hide least; what is out of the frame is left away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from grognard.locale import Text
from grognard.show.drawing import Drawing, Item, Point, area, block, flowed, group, labels, line
from grognard.show.markup import Markup, join, number, tag
from grognard.show.model import Picture
from grognard.show.style import side_of
from grognard.show.tabletop import margin
from grognard.show.tabletop.names import Manner, Placer
from grognard.show.tabletop.plane import Plane, bounds
from grognard.space.outline import Box


class Form(msgspec.Struct, frozen=True):
    """Measures of a sheet. ``scale``: pixels a measure, least and most; ``room``: what a telephone shows at once of
    the table (thousandths)."""

    width: float
    margin: float
    edge: float
    size: float
    scale: tuple[float, float]
    room: tuple[int, int] = (0, 0)

    @property
    def narrow(self) -> bool:
        return bool(self.room[0])


class Shown(Protocol):
    """What a sheet asks of a book's scene. ``focus``: points that a telephone shows, the first of all."""

    @property
    def lang(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def now(self) -> Text: ...
    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def focus(self) -> Sequence[tuple[int, int]]: ...


class Told(Protocol):
    """What a sheet asks of a book's deeds; they are false where there are none. ``when``: of which turn they are."""

    @property
    def when(self) -> Text | None: ...
    def __bool__(self) -> bool: ...


S = TypeVar("S", bound=Shown)
D = TypeVar("D", bound=Told)
P = TypeVar("P", bound=Plane)


class Sheet(Generic[S, D, P]):
    """One picture. ``before``: places of the names on the picture before, so that they don't jump in motion;
    ``legend``: whether signs and units are explained (motion does without)."""

    wide: ClassVar[Form]
    small: ClassVar[Form]
    bleed: ClassVar[int]
    """Ground shown beyond the table's edges, so that whoever stands there is whole."""
    plane: type[P]
    manner: ClassVar[Manner] = Manner()
    shares: ClassVar[tuple[float, float, float]]
    """Of the head strip: see ``margin.head``."""

    def __init__(
        self,
        shown: S,
        found: D,
        narrow: bool = False,
        frame: Box | None = None,
        before: Mapping[str, int] | None = None,
        legend: bool = True,
    ) -> None:
        self.scene, self.found, self.before, self.legend = shown, found, before, legend
        self.form = self.small if narrow else self.wide
        self.map = self._map_of(frame)
        self.placer = Placer(self.map.width, self.map.height, self.manner)

    # --- what a book draws ---

    def badges(self) -> Iterable[margin.Badge]:
        """The sides in the head strip."""
        raise NotImplementedError

    def scale_bar(self) -> Item:
        raise NotImplementedError

    def numbers(self, at: Point) -> Markup:
        """Along the edges of the map, whose corner lies there."""
        raise NotImplementedError

    def signs(self) -> Iterable[margin.Sign]:
        """What the signs on this map mean, and only those."""
        raise NotImplementedError

    def layers(self) -> Sequence[Markup]:
        """The map over the table and its grid, the lowest layer first."""
        raise NotImplementedError

    def small_ground(self, small: P) -> Iterable[Markup]:
        """The ground of a small map."""
        raise NotImplementedError

    def small_units(self, small: P) -> Iterator[tuple[int, list[Point]]]:
        """Side and outline of the units on a small map."""
        raise NotImplementedError

    def alt(self) -> str:
        raise NotImplementedError

    def text(self) -> str:
        raise NotImplementedError

    def focus(self) -> Sequence[tuple[int, int]]:
        """What a telephone shows, the first of all; nothing: the whole table."""
        return self.scene.focus

    @property
    def grid_step(self) -> int:
        """Thousandths between the lines of the grid."""
        raise NotImplementedError

    unit_pen: ClassVar[float] = 1
    """Edges of units on a small map."""

    # --- the whole ---

    def picture(self) -> Picture:
        caption = self.found.when if self.found else None
        return Picture(self.svg(), self.alt(), caption or self.scene.now, self.text())

    def svg(self) -> str:
        """The finished sheet: head, map, scale and legend under each other."""
        shown = self.scene
        top, width, at = self.head()
        bottom, height = self._bottom(at[1] + self.map.height + 16, width)
        sheet = Drawing(width, height, f"{shown.title}. {shown.now.say(shown.lang)}", "paper")
        sheet.add(top, self._map(at), self.numbers(at), bottom)
        return sheet.svg()

    def head(self) -> tuple[Markup, float, Point]:
        """The head strip, the width of the sheet, and where the upper left corner of the map lies."""
        form, shown = self.form, self.scene
        width = form.width if form.narrow else max(self.map.width + 2 * form.edge, form.width)
        now = shown.now.say(shown.lang)
        drawn, end = margin.head(
            shown.title, now, self.badges(), width, form.margin, form.narrow, self.legend, self.shares
        )
        return drawn, width, ((width - self.map.width) / 2, end + (6 if form.narrow else 10))

    def _bottom(self, top: float, width: float) -> tuple[Markup, float]:
        """North, scale, a small map of the whole table where only a part is shown, the legend."""
        form, lang = self.form, self.scene.lang
        items = [margin.north(lang), self.scale_bar()]
        room = width - 2 * form.margin
        drawn, end = flowed(items, (form.margin, top), room, 46, 18)
        used = sum(wide + 18 for _, wide in items)
        parts, end = [drawn], top + end + 4
        if self.found.when is not None:
            at = (form.margin, end + form.size) if form.narrow else (form.margin + used, top + 30)
            words = self.found.when.say(lang)
            parts.append(labels(at, words, room, form.size, "serif-italic", "start", halo=None))
            end += form.size * 1.8 if form.narrow else 0
        if self.partial:
            small, high = self._overview(room)
            parts.append(group(small, at=(form.margin, end)))
            end += high + 10
        if not self.legend:
            return join(parts), end + 4
        rows = margin.legend(self.signs(), form.size, room, lang)
        legend, high = flowed(rows, (form.margin, end), room, form.size * 1.75)
        return join([*parts, legend]), end + high + 8

    @property
    def partial(self) -> bool:
        """Only a part of the table is in the frame."""
        west, south, east, north = self.map.box
        wide, high = self.scene.size
        return west > 0 or south > 0 or east < wide or north < high

    def _overview(self, room: float) -> tuple[Markup, float]:
        """The whole table, small: ground, units, and what is in the frame."""
        wide, high = self.scene.size
        small = self.plane((0, 0, wide, high), min(room / wide, 150 / high) * 1000)
        parts = [block((0, 0), (small.width, small.height), "map", "ink", 1), *self.small_ground(small)]
        for index, ring in self.small_units(small):
            ink = side_of(index).ink
            parts.append(area(ring, "card" if index % 2 else ink, ink, self.unit_pen))
        left, top, right, bottom = bounds(small.ring([self.map.box[:2], self.map.box[2:]]))
        parts.append(block((left, top), (right - left, bottom - top), "none", "gold", 2))
        return tag("g", *parts, data_overview="yes"), small.height

    # --- the map ---

    def _map(self, at: Point) -> Markup:
        width, height = self.map.width, self.map.height
        clipped = clip(self.map, at, [self._table(), self._grid(), *self.layers()])
        outer = block((at[0] - 2.5, at[1] - 2.5), (width + 5, height + 5), "none", "ink", 0.8)
        return join([clipped, block(at, (width, height), "none", "ink", 1.4), outer])

    def _table(self) -> Markup:
        """The table's edge on paper."""
        wide, high = self.scene.size
        left, top, right, bottom = bounds(self.map.ring([(0, 0), (wide, high)]))
        return block((left, top), (right - left, bottom - top), "map", "soft", 1)

    def _grid(self) -> Markup:
        wide, high = self.scene.size
        west, south, east, north = self.map.box
        west, south, east, north = max(west, 0), max(south, 0), min(east, wide), min(north, high)
        step = self.grid_step
        ways = [
            [self.map.at((x, south)), self.map.at((x, north))]
            for x in range(west - west % step + step, east, step)
        ]
        ways += [
            [self.map.at((west, y)), self.map.at((east, y))]
            for y in range(south - south % step + step, north, step)
        ]
        return join(line(one, "grid", 0.7) for one in ways)

    def _map_of(self, frame: Box | None) -> P:
        """The part of the table to show: the frame asked for, on a telephone what surrounds the focus, or all."""
        form, (wide, high) = self.form, self.scene.size
        if frame is None and form.narrow:
            focus = self.focus()
            frame = _around(focus[0], form.room, (wide, high)) if focus else None
        if frame is None:
            frame = (0, 0, wide, high)
        frame = (max(frame[0], 0), max(frame[1], 0), min(frame[2], wide), min(frame[3], high))
        if frame == (0, 0, wide, high):
            frame = (-self.bleed, -self.bleed, wide + self.bleed, high + self.bleed)
        room = form.width - 2 * (form.margin if form.narrow else form.edge)
        if form.narrow:
            room -= 12
        scale = room * 1000 / (frame[2] - frame[0])
        return self.plane(frame, min(max(scale, form.scale[0]), form.scale[1]))


def clip(map_: Plane, at: Point, parts: Sequence[Markup]) -> Markup:
    """Parts in the map's units on a sheet where the map's corner lies there, cut off at the map's edges."""
    room: dict[str, Any] = {"x": at[0], "y": at[1], "width": map_.width, "height": map_.height}
    box = f"0 0 {number(map_.width)} {number(map_.height)}"
    return tag("svg", *parts, **room, viewBox=box, overflow="hidden")


def _around(point: tuple[int, int], room: tuple[int, int], size: tuple[int, int]) -> Box:
    """A frame of that size around a point, moved so that it lies on the table."""
    found = []
    for at, wanted, most in zip(point, room, size, strict=True):
        wide = min(wanted, most)
        low = min(max(at - wide // 2, 0), most - wide)
        found.append((low, low + wide))
    (west, east), (south, north) = found
    return west, south, east, north
