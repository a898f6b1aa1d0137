"""The battle picture: the table as an old staff map, as much of it as the seat of the view may know.

Everything on the map is to scale. Names stand where they hide least; what is out of the frame is left away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from grognard.core.game import Heard
from grognard.rulebooks.fantasy import picture_arrows as arrows
from grognard.rulebooks.fantasy import picture_counters as counters
from grognard.rulebooks.fantasy import picture_margin as margin
from grognard.rulebooks.fantasy.picture_deeds import Deeds, deeds
from grognard.rulebooks.fantasy.picture_ground import ground, look
from grognard.rulebooks.fantasy.picture_labels import Placer, Wish
from grognard.rulebooks.fantasy.picture_map import Area, Map, bounds
from grognard.rulebooks.fantasy.picture_reach import reach
from grognard.rulebooks.fantasy.picture_scene import Counter, Scene, scene
from grognard.rulebooks.fantasy.picture_text import alt_text, nearest, plain_text, unit_words
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.show.drawing import Drawing, Point, area, flowed, group, labels, line, tooltip
from grognard.show.drawing import block as box
from grognard.show.markup import Markup, join, number, tag
from grognard.show.model import Picture
from grognard.show.style import side_of
from grognard.space.outline import Box


class Form(msgspec.Struct, frozen=True):
    """Measures of a sheet. ``scale``: pixels a cell, least and most; ``cells``: what a telephone shows at once."""

    width: float
    margin: float
    edge: float
    size: float
    scale: tuple[float, float]
    cells: tuple[int, int] = (0, 0)

    @property
    def narrow(self) -> bool:
        return bool(self.cells[0])


BLEED = 800
"""Ground shown beyond the table's edges, so that whoever stands there is whole."""
WIDE = Form(1180, 26, 26, 12.5, (8, 22))
NARROW = Form(360, 10, 4, 11, (0, 24), (28, 32))
GRID = (6000, 12000)
COARSEST = 3.5
"""Pixels a cell below which units have neither names nor marks."""
MOST_NARROW = 50_000
"""A table wider than that is not shown whole on a telephone."""


def picture(
    view: FantasyView,
    heard: Sequence[Heard] = (),
    lang: str = "en",
    narrow: bool = False,
    *,
    chosen: str = "",
    frame: Box | None = None,
) -> Picture:
    """The battle as the seat of ``view`` sees it, in ``lang``; ``heard`` gives the arrows of the last turn.

    ``narrow``: a sheet 360 wide, for telephones; it shows the surroundings of the unit that is asked about and a small
    map of the whole table. ``chosen``: a unit to look at closely (arc, ranges, charge and march). ``frame``: the part
    of the table to show, west, south, east and north in thousandths of a cell.
    """
    return Sheet(scene(view, lang, chosen), deeds(view.field, heard), narrow, frame).picture()


def table_text(view: FantasyView, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
    """The same content for a terminal, no line longer than ``width`` columns."""
    return plain_text(scene(view, lang), deeds(view.field, heard), width)


class Sheet:
    """One picture. ``before``: places of the names on the picture before, so that they don't jump in motion;
    ``legend``: whether signs and units are explained (motion does without)."""

    def __init__(
        self,
        shown: Scene,
        found: Deeds,
        narrow: bool = False,
        frame: Box | None = None,
        before: Mapping[str, int] | None = None,
        legend: bool = True,
    ) -> None:
        self.scene, self.found, self.before, self.legend = shown, found, before, legend
        self.form = NARROW if narrow else WIDE
        self.map = map_of(shown, self.form, frame)
        self.placer = Placer(self.map.width, self.map.height)
        self.units = counters.in_view(shown, self.map)

    def picture(self) -> Picture:
        shown = self.scene
        return Picture(
            self.svg(), alt_text(shown), self.found.when or shown.now, plain_text(shown, self.found)
        )

    def svg(self) -> str:
        """The finished sheet: head, map, scale and legend under each other."""
        shown = self.scene
        top, width, at = self.head()
        bottom, height = self._bottom(at[1] + self.map.height + 16, width)
        sheet = Drawing(width, height, f"{shown.title}. {shown.now.say(shown.lang)}", "paper")
        sheet.add(top, self._map(at), margin.margin_numbers(self.map, at), bottom)
        return sheet.svg()

    def head(self) -> tuple[Markup, float, Point]:
        """The head strip, the width of the sheet, and where the upper left corner of the map lies."""
        form = self.form
        width = form.width if form.narrow else max(self.map.width + 2 * form.edge, form.width)
        drawn, end = margin.head(self.scene, width, form.margin, form.narrow, still=self.legend)
        return drawn, width, ((width - self.map.width) / 2, end + (6 if form.narrow else 10))

    def _bottom(self, top: float, width: float) -> tuple[Markup, float]:
        """North, scale, a small map of the whole table where only a part is shown, the legend."""
        form, lang = self.form, self.scene.lang
        items = [margin.north(lang), margin.scale_bar(self.map, lang)]
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
        rows = margin.legend(self.scene, self.found, form.size, room)
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
        small = Map((0, 0, wide, high), min(room / wide, 150 / high) * 1000)
        parts = [box((0, 0), (small.width, small.height), "map", "ink", 1)]
        for piece in self.scene.ground:
            if piece.shape and look(piece.row) in INKS:
                parts.append(area(small.ring(piece.shape.ring), INKS[look(piece.row)], fill_opacity=0.6))
        for one in self.scene.counters:
            side = side_of(one.side)
            ring = small.ring(one.unit.shape.ring)
            parts.append(area(ring, "card" if one.side % 2 else side.ink, side.ink, 1))
        left, top, right, bottom = bounds(small.ring([self.map.box[:2], self.map.box[2:]]))
        parts.append(box((left, top), (right - left, bottom - top), "none", "gold", 2))
        return tag("g", *parts, data_overview="yes"), small.height

    # --- the map, layer by layer ---

    def _map(self, at: Point) -> Markup:
        width, height = self.map.width, self.map.height
        shown, map_, units = self.scene, self.map, self.units
        far, figures = reach(shown, map_)
        layers = [
            self._table(),
            self._grid(),
            ground(shown.ground, map_, shown.lang),
            join(counters.zone(side, corners, map_) for side, corners in shown.zones),
            join(counters.spot(one, map_) for one in shown.spots),
            join(counters.circle(one, map_) for one in shown.circles),
            far,
            arrows.tracks(self.found, shown, map_),
            join(counters.beneath(one, map_) for one in units),
            join(self._unit(one) for one in units),
            join(counters.front(one, map_) for one in shown.fronts),
            join(counters.marks_of(one, map_) for one in units) if map_.scale >= COARSEST else join(()),
            arrows.arrows(self.found, shown, map_),
            self._names(figures),
        ]
        clipped = tag(
            "svg",
            *layers,
            x=at[0],
            y=at[1],
            width=width,
            height=height,
            viewBox=f"0 0 {number(width)} {number(height)}",
            overflow="hidden",
        )
        outer = box((at[0] - 2.5, at[1] - 2.5), (width + 5, height + 5), "none", "ink", 0.8)
        return join([clipped, box(at, (width, height), "none", "ink", 1.4), outer])

    def _table(self) -> Markup:
        """The table's edge on paper."""
        wide, high = self.scene.size
        left, top, right, bottom = bounds(self.map.ring([(0, 0), (wide, high)]))
        return box((left, top), (right - left, bottom - top), "map", "soft", 1)

    def _grid(self) -> Markup:
        """A square every six cells, every twelve on a large table."""
        wide, high = self.scene.size
        west, south, east, north = self.map.box
        west, south, east, north = max(west, 0), max(south, 0), min(east, wide), min(north, high)
        step = GRID[not self.map.fine]
        ways = [
            [self.map.at((x, south)), self.map.at((x, north))]
            for x in range(west - west % step + step, east, step)
        ]
        ways += [
            [self.map.at((west, y)), self.map.at((east, y))]
            for y in range(south - south % step + step, north, step)
        ]
        return join(line(one, "grid", 0.7) for one in ways)

    def _unit(self, one: Counter) -> Markup:
        drawn = counters.counter(one, self.map)
        if self.legend:
            drawn = tooltip(". ".join(unit_words(one, self.scene)), drawn)
        return tag("g", drawn, data_unit=one.id, data_side=one.side)

    # --- names ---

    def _names(self, figures: Sequence[Wish]) -> Markup:
        """Everything is in the way of names before the first one is laid."""
        covered = {one.id: counters.area_of(one, self.map) for one in self.units}
        self.placer.block(covered.values())
        self.placer.block([counters.spot_area(one, self.map) for one in self.scene.spots], 2)
        self.placer.block(arrows.in_the_way(self.found, self.map), 1.2)
        return join(self.placer.lay(wish, self.before) for wish in [*figures, *self._wishes(covered)])

    def _wishes(self, covered: Mapping[str, Area]) -> Iterator[Wish]:
        """The more important first."""
        size = self.map.letters
        yield from arrows.wishes(self.found, self.scene, self.map)
        named = self.units if self.map.scale >= COARSEST else []
        for one in sorted(named, key=lambda one: not (one.acting or one.chosen)):
            yield self._unit_wish(one, covered[one.id], size)
        for spot in self.scene.spots:
            at = counters.spot_area(spot, self.map)
            words = [[spot.name]]
            yield Wish(
                f"spot:{spot.objective.id}", at, words, size, "serif-italic", rear="above", optional=True
            )
        for circle in self.scene.circles:
            x, y = self.map.at(circle.at)
            at = (x - 7, y - 7, x + 7, y + 7)
            yield Wish(f"circle:{circle.id}", at, [[circle.name]], size, "serif-italic", "s4", optional=True)
        if self.map.fine:
            for one in self.units:
                yield from self._small_wishes(one, covered[one.id], size * 0.9)

    def _unit_wish(self, one: Counter, around: Area, size: float) -> Wish:
        """Begins behind the unit, where its enemies are not."""
        rear = ("below", "left", "above", "right")[(one.unit.heading + 450) // 900 % 4]
        short = [[one.id]]
        variants = [[one.label], halved(one.label), *short] if self.map.fine else short
        return Wish(
            one.id, around, variants, size, "sans-bold" if one.acting or one.chosen else "sans", rear=rear
        )

    def _small_wishes(self, one: Counter, around: Area, size: float) -> Iterator[Wish]:
        """Characters and spells by name, where there is room."""
        ink = side_of(one.side).ink
        if one.heroes:
            names = ", ".join(hero.name for hero in one.heroes)
            yield Wish(f"heroes:{one.id}", around, [[names]], size, "serif-bold", ink, optional=True)
        if one.spells:
            names = ", ".join(name for name, _ in one.spells)
            yield Wish(f"spells:{one.id}", around, [[names]], size, "serif-italic", "s4", optional=True)


INKS = {
    "hill": "hill",
    "wood": "wood",
    "bush": "wood",
    "building": "house",
    "cliff": "slope",
    "river": "water",
    "stream": "water",
    "marsh": "water",
    "fog": "smoke",
}


def halved(words: str) -> list[str]:
    """Words on two lines, broken where they are most alike; one line where there is no space."""
    cuts = [at for at, letter in enumerate(words) if letter == " "]
    if not cuts:
        return [words]
    at = min(cuts, key=lambda cut: abs(2 * cut - len(words)))
    return [words[:at], words[at + 1 :]]


def map_of(shown: Scene, form: Form, frame: Box | None) -> Map:
    """The part of the table to show: the frame asked for, on a telephone what surrounds the focus, or all."""
    wide, high = shown.size
    if frame is None and form.narrow:
        focus = shown.focus or (closest(shown) if wide > MOST_NARROW else ())
        frame = _around(focus[0], form.cells, (wide, high)) if focus else None
    if frame is None:
        frame = (0, 0, wide, high)
    frame = (max(frame[0], 0), max(frame[1], 0), min(frame[2], wide), min(frame[3], high))
    if frame == (0, 0, wide, high):
        frame = (-BLEED, -BLEED, wide + BLEED, high + BLEED)
    room = form.width - 2 * (form.margin if form.narrow else form.edge)
    if form.narrow:
        room -= 12
    scale = room * 1000 / (frame[2] - frame[0])
    return Map(frame, min(max(scale, form.scale[0]), form.scale[1]))


def closest(shown: Scene) -> tuple[tuple[int, int], ...]:
    """The middle of the seat's own unit (of any, for who has none) that is nearest to an enemy; () if nobody is."""
    own = [one for one in shown.counters if one.unit.side == shown.field.side] or shown.counters
    near = [(found[1], one.id, one.unit.centre) for one in own if (found := nearest(one, shown))]
    return (min(near)[2],) if near else ()


def _around(point: tuple[int, int], cells: tuple[int, int], size: tuple[int, int]) -> Box:
    """A frame of that size around a point, moved so that it lies on the table."""
    found = []
    for at, wanted, most in zip(point, cells, size, strict=True):
        wide = min(wanted * 1000, most)
        low = min(max(at - wide // 2, 0), most - wide)
        found.append((low, low + wide))
    (west, east), (south, north) = found
    return west, south, east, north
