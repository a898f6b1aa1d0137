"""The battle picture: the table as an old staff map, as much of it as the seat of the view may know.

Everything on the map is to scale. Names stand where they hide least; what is out of the frame is left away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import picture_arrows as arrows
from grognard.rulebooks.napoleonic import picture_counters as counters
from grognard.rulebooks.napoleonic import picture_margin as margin
from grognard.rulebooks.napoleonic.picture_deeds import Deeds, deeds
from grognard.rulebooks.napoleonic.picture_ground import ground
from grognard.rulebooks.napoleonic.picture_labels import Placer, Wish
from grognard.rulebooks.napoleonic.picture_map import Area, Map, bounds
from grognard.rulebooks.napoleonic.picture_reach import reach, stands_with
from grognard.rulebooks.napoleonic.picture_scene import Counter, Place, Scene, Spot, Thread, scene
from grognard.rulebooks.napoleonic.picture_text import alt_text, plain_text, unit_words
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.show.drawing import Drawing, Point, area, flowed, group, labels, line, tooltip
from grognard.show.drawing import block as box
from grognard.show.markup import Markup, join, number, tag
from grognard.show.model import Picture
from grognard.show.style import side_of
from grognard.space.outline import Box
from grognard.space.pose import middle


class Form(msgspec.Struct, frozen=True):
    """Measures of a sheet. ``scale``: pixels a merka, least and most; ``room``: what a telephone shows at once of the
    table (thousandths)."""

    width: float
    margin: float
    edge: float
    size: float
    scale: tuple[float, float]
    room: tuple[int, int] = (0, 0)

    @property
    def narrow(self) -> bool:
        return bool(self.room[0])


BLEED = 250
"""Ground shown beyond the table's edges, so that whoever stands there is whole."""
WIDE = Form(1180, 26, 26, 12.5, (86, 150))
NARROW = Form(360, 10, 4, 11, (0, 150), (4_000, 4_800))
GRID = 1000
CROWD = 60
"""With more bodies in view their names are ids."""


def picture(
    view: NapoleonicView,
    heard: Sequence[Heard] = (),
    lang: str = "en",
    narrow: bool = False,
    *,
    chosen: str = "",
    frame: Box | None = None,
) -> Picture:
    """The battle as the seat of ``view`` sees it, in ``lang``; ``heard`` gives the arrows of the last turn.

    ``narrow``: a sheet 360 wide, for telephones; it shows the surroundings of the unit that is asked about and a small
    map of the whole table. ``chosen``: a unit, gun or person to look at closely (sectors, moves, links of command).
    ``frame``: the part of the table to show, west, south, east and north in thousandths of a merka.
    """
    chosen = stands_with(view.field, chosen)
    return Sheet(scene(view, lang, chosen), deeds(view.field, heard), narrow, frame).picture()


def table_text(view: NapoleonicView, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
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
        self.crowded = len(self.units) > CROWD
        self.covered = {one.id: counters.area_of(one, self.map) for one in self.units}
        self.feet = {one.sheet.id: self._foot(one) for one in shown.spots}

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
        items = [
            margin.north(lang),
            margin.scale_bar(self.map, lang, self.scene.field.tables.scale.merka_metres),
        ]
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
        for place in self.scene.places:
            ink, ring = INKS.get(place.look), small.ring(place.terrain.points)
            if ink and place.terrain.line:
                parts.append(line(ring, ink, 1.6))
            elif ink:
                parts.append(area(ring, ink, fill_opacity=0.6))
        for one in self.scene.counters:
            side = side_of(one.side)
            ring = small.ring(one.body.shape.ring)
            parts.append(area(ring, "card" if one.side % 2 else side.ink, side.ink, 0.9))
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
            ground(shown.places, map_, shown.lang),
            self._rears(),
            join(counters.zone(side, box_, map_) for side, box_ in shown.zones),
            join(counters.circle(one, map_) for one in shown.spots),
            join(counters.strip(one, map_) for one in shown.strips),
            join(counters.ring(one, map_) for one in shown.rings),
            far,
            arrows.tracks(self.found, shown, map_),
            join(counters.thread(one, map_) for one in self._threads()),
            join(self._unit(one) for one in units),
            join(counters.fray(one, shown, map_) for one in shown.frays),
            join(counters.marks_of(one, map_) for one in units),
            join(counters.spot(one, self.feet[one.sheet.id], map_) for one in shown.spots),
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

    @clause("NA-SEQ-03")
    def _rears(self) -> Markup:
        """The rear edge of each side, as a band in its colour."""
        wide, high = self.scene.size
        edges = {
            "west": ((0, 0), (0, high)),
            "east": ((wide, 0), (wide, high)),
            "south": ((0, 0), (wide, 0)),
            "north": ((0, high), (wide, high)),
        }
        parts = []
        for side in self.scene.sides:
            marks = side_of(side.index)
            path = self.map.ring(edges[side.rear])
            dash = "14 5" if side.index % 2 else None
            parts.append(tag("g", line(path, marks.ink, 3.4, dash, opacity=0.8), data_rear=side.index))
        return join(parts)

    @clause("NA-CMD-05")
    def _threads(self) -> Iterator[Thread]:
        """Broken links; while a side is asked about them all of its own. In a crowd those of persons alone: units
        without command have a sign."""
        side = self.scene.side(self.scene.viewer)
        for one in self.scene.threads:
            told = not one.held or (self.scene.chain and one.side == side)
            if told and (one.leads or not self.crowded):
                yield one

    def _grid(self) -> Markup:
        """A square every merka."""
        wide, high = self.scene.size
        west, south, east, north = self.map.box
        west, south, east, north = max(west, 0), max(south, 0), min(east, wide), min(north, high)
        ways = [
            [self.map.at((x, south)), self.map.at((x, north))]
            for x in range(west - west % GRID + GRID, east, GRID)
        ]
        ways += [
            [self.map.at((west, y)), self.map.at((east, y))]
            for y in range(south - south % GRID + GRID, north, GRID)
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
        self.placer.block(self.covered.values())
        self.placer.block([counters.spot_area(foot, self.map) for foot in self.feet.values()], 2)
        self.placer.block(arrows.in_the_way(self.found, self.map), 1.2)
        return join(self.placer.lay(wish, self.before) for wish in [*figures, *self._wishes()])

    def _foot(self, one: Spot) -> Point:
        """Where the pole of an objective hides nobody."""
        feet = list(counters.spot_feet(one, self.map))
        free = (foot for foot in feet if not self._hides(counters.spot_area(foot, self.map)))
        return next(free, feet[1])

    def _hides(self, found: Area) -> bool:
        left, top, right, bottom = found
        return any(a < right and left < c and b < bottom and top < d for a, b, c, d in self.covered.values())

    def _wishes(self) -> Iterator[Wish]:
        """The more important first."""
        size = self.map.letters
        yield from arrows.wishes(self.found, self.scene, self.map)
        for spot in self.scene.spots:
            at = counters.spot_area(self.feet[spot.sheet.id], self.map)
            words = [f"{spot.name} ({spot.sheet.points})"]
            key = f"spot:{spot.sheet.id}"
            yield Wish(key, at, [words], size, "serif-italic", rear="above", optional=not self.map.fine)
        for one in sorted(self.units, key=lambda one: not (one.acting or one.chosen)):
            yield self._unit_wish(one, self.covered[one.id], size)
        if self.map.fine:
            yield from self._places(size * 0.95)
            for one in self.units:
                yield from self._people(one, self.covered[one.id], size * 0.92)

    def _unit_wish(self, one: Counter, around: Area, size: float) -> Wish:
        """Begins behind the unit, where its enemies are not."""
        rear = ("below", "left", "above", "right")[(one.body.heading + 450) // 900 % 4]
        left = f"·\u00a0{one.strength}" if one.strength else ""
        short = [f"{one.id} {left}" if left else one.id]
        marked = one.acting or one.chosen
        if self.crowded and not marked:
            return Wish(one.id, around, [short, [one.id]], size * 0.86, rear=rear, optional=True, close=True)
        whole = f"{one.name}\u00a0{left}" if left else one.name
        variants = [[whole], halved(whole), short] if self.map.fine else [[one.id]]
        return Wish(one.id, around, variants, size, "sans-bold" if marked else "sans", rear=rear)

    def _people(self, one: Counter, around: Area, size: float) -> Iterator[Wish]:
        """Persons by name, where there is room."""
        if one.people:
            names = ", ".join(man.name for man in one.people)
            ink = side_of(one.side).ink
            yield Wish(f"people:{one.id}", around, [[names]], size, "serif-bold", ink, optional=True)

    def _places(self, size: float) -> Iterator[Wish]:
        """Terrain by name, where there is room and no objective on it says it."""
        told = {spot.name for spot in self.scene.spots}
        for place in self.scene.places:
            if place.name and place.name not in told and not self._is_objective(place):
                told.add(place.name)
                left, top, right, bottom = bounds(self.map.ring(place.terrain.points))
                if place.terrain.line:
                    points = place.terrain.points
                    left, top = right, bottom = self.map.at(middle(points[len(points) // 2 - 1 :][:2]))
                key = f"place:{place.terrain.id}"
                yield Wish(
                    key,
                    (left, top, right, bottom),
                    [[place.name]],
                    size,
                    "serif-italic",
                    "soft",
                    optional=True,
                )

    def _is_objective(self, place: Place) -> bool:
        """Whether its middle is within the circle of an objective."""
        x, y = middle(place.terrain.points)
        sheets = (spot.sheet for spot in self.scene.spots)
        return any((one.x - x) ** 2 + (one.y - y) ** 2 <= one.radius**2 for one in sheets)


INKS = {
    "hill": "hill",
    "wood": "wood",
    "bush": "wood",
    "village": "house",
    "town_block": "house",
    "river": "water",
    "stream": "water",
    "water": "water",
    "ravine": "slope",
    "field_work": "ink",
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
        frame = _around(shown.focus[0], form.room, (wide, high)) if shown.focus else None
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


def _around(point: tuple[int, int], room: tuple[int, int], size: tuple[int, int]) -> Box:
    """A frame of that size around a point, moved so that it lies on the table."""
    found = []
    for at, wanted, most in zip(point, room, size, strict=True):
        wide = min(wanted, most)
        low = min(max(at - wide // 2, 0), most - wide)
        found.append((low, low + wide))
    (west, east), (south, north) = found
    return west, south, east, north
