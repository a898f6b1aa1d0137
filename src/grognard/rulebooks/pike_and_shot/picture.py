"""The battle picture: the table as an old staff map, as much of it as the seat of the view may know.

Everything on the map is to scale. Names stand where they hide least; what is out of the frame is left away.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from grognard.core.game import Heard
from grognard.locale import T
from grognard.rulebooks.pike_and_shot import picture_counters as counters
from grognard.rulebooks.pike_and_shot import picture_deeds as arrows
from grognard.rulebooks.pike_and_shot import picture_margin as margin
from grognard.rulebooks.pike_and_shot.picture_deeds import Deeds
from grognard.rulebooks.pike_and_shot.picture_ground import ground, look
from grognard.rulebooks.pike_and_shot.picture_map import Map, block
from grognard.rulebooks.pike_and_shot.picture_reach import reach
from grognard.rulebooks.pike_and_shot.picture_scene import Counter, Leader, Scene, scene
from grognard.rulebooks.pike_and_shot.picture_text import alt_text, plain_text, unit_words
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.show.drawing import Item, Point, area, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.metrics import Face
from grognard.show.model import Picture
from grognard.show.style import side_of
from grognard.show.tabletop import sheet as tabletop
from grognard.show.tabletop.margin import Badge, Sign
from grognard.show.tabletop.names import Manner, Wish, behind, halved
from grognard.show.tabletop.plane import Area, bounds
from grognard.space.outline import Box


def picture(
    view: PikeView,
    heard: Sequence[Heard] = (),
    lang: str = "en",
    narrow: bool = False,
    *,
    chosen: str = "",
    frame: Box | None = None,
) -> Picture:
    """The battle as the seat of ``view`` sees it, in ``lang``; ``heard`` gives the arrows of the last card.

    ``narrow``: a sheet 360 wide, for telephones; it shows the surroundings of the unit that acts and a small map of
    the whole table. ``chosen``: a unit (arcs, ranges, moves) or commander (command radius, zone of his order) to look
    at closely. ``frame``: the part of the table to show, west, south, east and north in thousandths of an inch.
    """
    shown = scene(view, heard, lang, chosen)
    return Sheet(shown, arrows.deeds(shown, heard), narrow, frame).picture()


def table_text(view: PikeView, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
    """The same content for a terminal, no line longer than ``width`` columns."""
    shown = scene(view, heard, lang)
    return plain_text(shown, arrows.deeds(shown, heard), width)


class Sheet(tabletop.Sheet[Scene, Deeds, Map]):
    """One picture; see the kit."""

    wide = tabletop.Form(1180, 26, 26, 12.5, (10, 25))
    small = tabletop.Form(360, 10, 4, 11, (0, 30), (25_000, 29_000))
    bleed = 800
    plane = Map
    manner = Manner(shorter=42, farther=9, much=700, gaps=(0.9, 2.2, 4), over=1)
    shares = margin.SHARES

    @cached_property
    def units(self) -> list[Counter]:
        return counters.in_view(self.scene, self.map)

    @cached_property
    def leaders(self) -> list[Leader]:
        return counters.leaders_in_view(self.scene, self.map)

    def alt(self) -> str:
        return alt_text(self.scene)

    def text(self) -> str:
        return plain_text(self.scene, self.found)

    def badges(self) -> Iterator[Badge]:
        return margin.badges(self.scene)

    def scale_bar(self) -> Item:
        return margin.scale(self.map, self.scene.lang)

    def numbers(self, at: Point) -> Markup:
        return margin.inches(self.map, at)

    def signs(self) -> list[Sign]:
        return margin.legend(self.scene, self.found)

    def small_ground(self, small: Map) -> Iterator[Markup]:
        for piece in self.scene.ground:
            if look(piece.kind) in INKS:
                yield area(small.ring(piece.piece.polygon), INKS[look(piece.kind)], fill_opacity=0.6)

    def small_units(self, small: Map) -> Iterator[tuple[int, list[Point]]]:
        return ((one.side, small.ring(block(one.unit.bases).ring)) for one in self.scene.counters)

    @property
    def grid_step(self) -> int:
        """Every six inches, every twelve on a large table."""
        return 6000 if self.map.scale >= 4 else 12_000

    # --- the map, layer by layer ---

    def layers(self) -> list[Markup]:
        far, figures = reach(self.scene, self.map)
        return [
            ground(self.scene.ground, self.map, self.scene.lang),
            join(counters.spot(one, self.map) for one in self.scene.spots),
            self._orders(),
            far,
            arrows.tracks(self.found, self.scene, self.map),
            join(counters.beneath(one, self.map) for one in self.units),
            join(self._unit(one) for one in self.units),
            join(counters.smoke(one, self.map) for one in self.scene.smoke),
            join(counters.marks_of(one, self.map) for one in self.units) if self.map.fine else join(()),
            join(self._leader(one) for one in self.leaders),
            arrows.arrows(self.found, self.scene, self.map),
            self._names(figures),
        ]

    def _orders(self) -> Markup:
        """Command radius of whoever is in play or chosen; orders that the seat may know."""
        parts = []
        zone = self.scene.field.parameters.order_zone
        there: Tally[tuple[int, int]] = Tally()
        for one in self.scene.leaders:
            if one.alive and (one.in_play or one.chosen):
                parts.append(counters.reach(one, self.map))
            if one.order is not None and one.alive and self.map.fine:
                at = (one.order.x, one.order.y)
                parts.append(counters.order(one, one.order, self.map, zone, there[at]))
                there[at] += 1
        return join(parts)

    def _unit(self, one: Counter) -> Markup:
        drawn = counters.counter(one, self.map)
        if self.legend:
            drawn = tooltip(". ".join(unit_words(one, self.scene)), drawn)
        return tag("g", drawn, data_unit=one.id, data_side=one.side)

    def _leader(self, one: Leader) -> Markup:
        words = leader_words(one, self.scene.lang)
        drawn = tooltip(words, counters.leader(one, self.map))
        return tag(
            "g", drawn, data_unit=one.id, data_side=one.side, data_commander=one.id, data_level=one.level
        )

    # --- names ---

    def _names(self, figures: Sequence[Wish]) -> Markup:
        """Everything is in the way of names before the first one is laid."""
        covered = {one.id: counters.areas(one, self.map) for one in self.units}
        for areas in covered.values():
            self.placer.block(areas)
        self.placer.block([counters.leader_area(one, self.map) for one in self.leaders])
        self.placer.block([counters.spot_area(one, self.map) for one in self.scene.spots], 2)
        self.placer.block([counters.smoke_area(one, self.map) for one in self.scene.smoke], 0.5)
        self.placer.block(arrows.in_the_way(self.found, self.map), 1.5)
        flags = [one for one in self.leaders if one.order is not None]
        self.placer.block([counters.order_area(one, self.map) for one in flags], 1.5)
        return join(self.placer.lay(wish, self.before) for wish in [*figures, *self._wishes(covered)])

    def _wishes(self, covered: Mapping[str, list[Area]]) -> list[Wish]:
        """The more important first."""
        size = self.map.letters
        said = [
            Wish(one.id, one.beside, [[one.words]], size, "sans-bold", one.ink)
            for one in arrows.words(self.found, self.scene, self.map)
        ]
        if not self.map.fine:
            return said
        first = sorted(self.units, key=lambda one: not (one.acting or one.chosen))
        units = [self._unit_wish(one, covered[one.id], size) for one in first]
        heads = [one for one in self.leaders if one.in_play or one.chosen]
        others = [one for one in self.leaders if one not in heads]
        spots = [
            Wish(
                f"spot:{one.id}",
                counters.spot_area(one, self.map),
                [[one.name]],
                size,
                "serif-italic",
                optional=True,
            )
            for one in self.scene.spots
        ]
        return [
            *said,
            *(self._leader_wish(one) for one in heads),
            *units,
            *(self._leader_wish(one) for one in others),
            *spots,
        ]

    def _unit_wish(self, one: Counter, covered: list[Area], size: float) -> Wish:
        """Begins behind the unit, where its enemies are not."""
        around = bounds(
            [point for left, top, right, bottom in covered for point in ((left, top), (right, bottom))]
        )
        rear = behind(block(one.unit.bases).heading)
        variants = [[one.label], halved(one.label), [one.id]]
        face: Face = "sans-bold" if one.acting or one.chosen else "sans"
        return Wish(one.id, around, variants if one.label != one.id else [[one.id]], size, face, "ink", rear)

    def _leader_wish(self, one: Leader) -> Wish:
        words = leader_words(one, self.scene.lang, short=True)
        ink = side_of(one.side).ink
        return Wish(
            one.id,
            counters.leader_area(one, self.map),
            [[words], halved(words), *surname(one.name)],
            self.map.letters,
            "serif-bold",
            ink,
            optional=not (one.in_play or one.chosen),
        )


INKS = {
    "hill": "hill",
    "wood": "wood",
    "village": "house",
    "river": "water",
    "stream": "water",
    "marsh": "water",
    "road": "road",
    "camp": "house",
}


def surname(name: str) -> list[list[str]]:
    """The last word of a man's name, as a shorter name of his; none of a post like "left wing horse"."""
    last = name.rsplit(maxsplit=1)[-1]
    return [[last]] if last != name and last[:1].isupper() else []


def leader_words(one: Leader, lang: str, short: bool = False) -> str:
    """Name, CP left, and unless ``short`` his profile and fate."""
    parts = [one.name]
    if one.cp and (one.in_play or not short):
        parts.append(T("{cp} CP", cp=one.cp).say(lang))
    if one.profile and not short:
        parts.append(one.profile)
    if not one.alive:
        parts.append(T("post empty").say(lang))
    return " · ".join(parts)
