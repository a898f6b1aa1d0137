"""The battle picture: the table as an old staff map, as much of it as the seat of the view may know.

Everything on the map is to scale. Names stand where they hide least; what is out of the frame is left away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from grognard.core.game import Heard
from grognard.rulebooks.fantasy import picture_arrows as arrows
from grognard.rulebooks.fantasy import picture_counters as counters
from grognard.rulebooks.fantasy import picture_margin as margin
from grognard.rulebooks.fantasy.picture_deeds import Deeds, deeds
from grognard.rulebooks.fantasy.picture_ground import ground, look
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.picture_reach import reach
from grognard.rulebooks.fantasy.picture_scene import Counter, Scene, scene
from grognard.rulebooks.fantasy.picture_text import alt_text, nearest, plain_text, unit_words
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.show.drawing import Item, area, tooltip
from grognard.show.drawing import Point as Spot
from grognard.show.markup import Markup, join, tag
from grognard.show.model import Picture
from grognard.show.style import side_of
from grognard.show.tabletop import sheet as tabletop
from grognard.show.tabletop.margin import Badge, Sign
from grognard.show.tabletop.names import Wish, behind, halved
from grognard.show.tabletop.plane import Area, around
from grognard.space.outline import Box
from grognard.space.pose import Point

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


class Sheet(tabletop.Sheet[Scene, Deeds, Map]):
    """One picture; see the kit."""

    wide = tabletop.Form(1180, 26, 26, 12.5, (8, 22))
    small = tabletop.Form(360, 10, 4, 11, (0, 24), (28_000, 32_000))
    bleed = 800
    plane = Map
    shares = margin.SHARES

    @cached_property
    def units(self) -> list[Counter]:
        return counters.in_view(self.scene, self.map)

    def alt(self) -> str:
        return alt_text(self.scene)

    def text(self) -> str:
        return plain_text(self.scene, self.found)

    def focus(self) -> Sequence[Point]:
        return self.scene.focus or (closest(self.scene) if self.scene.size[0] > MOST_NARROW else ())

    def badges(self) -> Iterator[Badge]:
        return margin.badges(self.scene)

    def scale_bar(self) -> Item:
        return margin.scale(self.map, self.scene.lang)

    def numbers(self, at: Spot) -> Markup:
        return margin.cells(self.map, at)

    def signs(self) -> Iterator[Sign]:
        return margin.legend(self.scene, self.found)

    def small_ground(self, small: Map) -> Iterator[Markup]:
        for piece in self.scene.ground:
            if piece.shape and look(piece.row) in INKS:
                yield area(small.ring(piece.shape.ring), INKS[look(piece.row)], fill_opacity=0.6)

    def small_units(self, small: Map) -> Iterator[tuple[int, list[Spot]]]:
        return ((one.side, small.ring(one.unit.shape.ring)) for one in self.scene.counters)

    @property
    def grid_step(self) -> int:
        """Every six cells, every twelve on a large table."""
        return 6000 if self.map.fine else 12_000

    # --- the map, layer by layer ---

    def layers(self) -> list[Markup]:
        shown, map_, units = self.scene, self.map, self.units
        far, figures = reach(shown, map_)
        return [
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
            at = around(self.map.at(circle.at), 7)
            yield Wish(f"circle:{circle.id}", at, [[circle.name]], size, "serif-italic", "s4", optional=True)
        if self.map.fine:
            for one in self.units:
                yield from self._small_wishes(one, covered[one.id], size * 0.9)

    def _unit_wish(self, one: Counter, around: Area, size: float) -> Wish:
        """Begins behind the unit, where its enemies are not."""
        rear = behind(one.unit.heading)
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


def closest(shown: Scene) -> tuple[tuple[int, int], ...]:
    """The middle of the seat's own unit (of any, for who has none) that is nearest to an enemy; () if nobody is."""
    own = [one for one in shown.counters if one.unit.side == shown.field.side] or shown.counters
    near = [(found[1], one.id, one.unit.centre) for one in own if (found := nearest(one, shown))]
    return (min(near)[2],) if near else ()
