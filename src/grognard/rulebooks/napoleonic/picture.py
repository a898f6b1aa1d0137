"""The battle picture: the table as an old staff map, as much of it as the seat of the view may know.

Everything on the map is to scale. Names stand where they hide least; what is out of the frame is left away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import picture_arrows as arrows
from grognard.rulebooks.napoleonic import picture_counters as counters
from grognard.rulebooks.napoleonic import picture_margin as margin
from grognard.rulebooks.napoleonic.picture_deeds import Deeds, deeds
from grognard.rulebooks.napoleonic.picture_ground import ground
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_reach import reach, stands_with
from grognard.rulebooks.napoleonic.picture_scene import Counter, Place, Scene, Spot, Thread, scene
from grognard.rulebooks.napoleonic.picture_text import alt_text, plain_text, unit_words
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.show.drawing import Item, Point, area, line, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.model import Picture
from grognard.show.style import side_of
from grognard.show.tabletop import sheet as tabletop
from grognard.show.tabletop.margin import Badge, Sign
from grognard.show.tabletop.names import Wish, behind, halved
from grognard.show.tabletop.plane import Area, bounds
from grognard.space.outline import Box
from grognard.space.pose import middle

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


class Sheet(tabletop.Sheet[Scene, Deeds, Map]):
    """One picture; see the kit."""

    wide = tabletop.Form(1180, 26, 26, 12.5, (86, 150))
    small = tabletop.Form(360, 10, 4, 11, (0, 150), (4_000, 4_800))
    bleed = 250
    plane = Map
    shares = margin.SHARES
    unit_pen = 0.9
    grid_step = 1000

    @cached_property
    def units(self) -> list[Counter]:
        return counters.in_view(self.scene, self.map)

    @property
    def crowded(self) -> bool:
        return len(self.units) > CROWD

    @cached_property
    def covered(self) -> dict[str, Area]:
        return {one.id: counters.area_of(one, self.map) for one in self.units}

    @cached_property
    def feet(self) -> dict[str, Point]:
        """Where the poles of objectives stand."""
        return {one.sheet.id: self._foot(one) for one in self.scene.spots}

    def alt(self) -> str:
        return alt_text(self.scene)

    def text(self) -> str:
        return plain_text(self.scene, self.found)

    def badges(self) -> Iterator[Badge]:
        return margin.badges(self.scene)

    def scale_bar(self) -> Item:
        return margin.scale(self.map, self.scene.lang, self.scene.field.tables.scale.merka_metres)

    def numbers(self, at: Point) -> Markup:
        return margin.merka(self.map, at)

    def signs(self) -> Iterator[Sign]:
        return margin.legend(self.scene, self.found)

    def small_ground(self, small: Map) -> Iterator[Markup]:
        for place in self.scene.places:
            ink, ring = INKS.get(place.look), small.ring(place.terrain.points)
            if ink and place.terrain.line:
                yield line(ring, ink, 1.6)
            elif ink:
                yield area(ring, ink, fill_opacity=0.6)

    def small_units(self, small: Map) -> Iterator[tuple[int, list[Point]]]:
        return ((one.side, small.ring(one.body.shape.ring)) for one in self.scene.counters)

    # --- the map, layer by layer ---

    def layers(self) -> list[Markup]:
        shown, map_, units = self.scene, self.map, self.units
        far, figures = reach(shown, map_)
        return [
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
        rear = behind(one.body.heading)
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
