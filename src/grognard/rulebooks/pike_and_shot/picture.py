"""The battle picture: the table as an old staff map, as much of it as the seat of the view may know.

Everything on the map is to scale. Names stand where they hide least; what is out of the frame is left away.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence

import msgspec

from grognard.core.game import Heard
from grognard.locale import T
from grognard.rulebooks.pike_and_shot import picture_counters as counters
from grognard.rulebooks.pike_and_shot import picture_deeds as arrows
from grognard.rulebooks.pike_and_shot import picture_margin as margin
from grognard.rulebooks.pike_and_shot.picture_deeds import Deeds
from grognard.rulebooks.pike_and_shot.picture_ground import ground, look
from grognard.rulebooks.pike_and_shot.picture_labels import Area, Placer, Wish
from grognard.rulebooks.pike_and_shot.picture_map import Map, block, bounds
from grognard.rulebooks.pike_and_shot.picture_reach import reach
from grognard.rulebooks.pike_and_shot.picture_scene import Counter, Leader, Scene, scene
from grognard.rulebooks.pike_and_shot.picture_text import alt_text, plain_text, unit_words
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.show.drawing import Drawing, Point, area, flowed, group, labels, line, tooltip
from grognard.show.drawing import block as box
from grognard.show.markup import Markup, join, number, tag
from grognard.show.metrics import Face
from grognard.show.model import Picture
from grognard.show.style import side_of
from grognard.space.outline import Box


class Form(msgspec.Struct, frozen=True):
    """Measures of a sheet. ``scale``: pixels an inch, least and most; ``inches``: what a telephone shows at once."""

    width: float
    margin: float
    edge: float
    size: float
    scale: tuple[float, float]
    inches: tuple[int, int] = (0, 0)

    @property
    def narrow(self) -> bool:
        return bool(self.inches[0])


BLEED = 800
"""Ground shown beyond the table's edges, so that whoever stands there is whole."""
WIDE = Form(1180, 26, 26, 12.5, (10, 25))
NARROW = Form(360, 10, 4, 11, (0, 30), (25, 29))


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


class Sheet:
    """One picture. ``before``: places of the names on the picture before, so that they don't jump in motion;
    ``legend``: whether signs and counters are explained (motion does without)."""

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
        self.leaders = counters.leaders_in_view(shown, self.map)

    def picture(self) -> Picture:
        caption = self.found.when if self.found else None
        words = plain_text(self.scene, self.found)
        return Picture(self.svg(), alt_text(self.scene), caption or self.scene.now, words)

    def svg(self) -> str:
        """The finished sheet: head, map, scale and legend under each other."""
        scene_ = self.scene
        top, width, at = self.head()
        bottom, height = self._bottom(at[1] + self.map.height + 16, width)
        sheet = Drawing(width, height, f"{scene_.title}. {scene_.now.say(scene_.lang)}", "paper")
        sheet.add(top, self._map(at), margin.margin_numbers(self.map, at), bottom)
        return sheet.svg()

    def head(self) -> tuple[Markup, float, Point]:
        """The head strip, the width of the sheet, and where the upper left corner of the map lies."""
        form = self.form
        inner = self.map.width + 2 * form.edge
        width = max(inner, form.width) if not form.narrow else form.width
        drawn, end = margin.head(self.scene, width, form.margin, form.narrow, still=self.legend)
        return drawn, width, ((width - self.map.width) / 2, end + (10 if not form.narrow else 6))

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
            if look(piece.kind) in INKS:
                parts.append(area(small.ring(piece.piece.polygon), INKS[look(piece.kind)], fill_opacity=0.6))
        for one in self.scene.counters:
            side = side_of(one.side)
            ring = small.ring(block(one.unit.bases).ring)
            parts.append(area(ring, "card" if one.side % 2 else side.ink, side.ink, 1))
        left, top, right, bottom = bounds(small.ring([self.map.box[:2], self.map.box[2:]]))
        parts.append(box((left, top), (right - left, bottom - top), "none", "gold", 2))
        return tag("g", *parts, data_overview="yes"), small.height

    # --- the map, layer by layer ---

    def _map(self, at: tuple[float, float]) -> Markup:
        width, height = self.map.width, self.map.height
        far, figures = reach(self.scene, self.map)
        layers = [
            self._table(),
            self._grid(),
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
        """A square every six inches."""
        wide, high = self.scene.size
        west, south, east, north = self.map.box
        west, south, east, north = max(west, 0), max(south, 0), min(east, wide), min(north, high)
        step = 6000 if self.map.scale >= 4 else 12000
        ways = [
            [self.map.at((x, south)), self.map.at((x, north))]
            for x in range(west - west % step + step, east, step)
        ]
        ways += [
            [self.map.at((west, y)), self.map.at((east, y))]
            for y in range(south - south % step + step, north, step)
        ]
        return join(line(one, "grid", 0.7) for one in ways)

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
        self.placer.block([counters.flag_area(one, self.map) for one in flags], 1.5)
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
        rear = ("below", "left", "above", "right")[(block(one.unit.bases).heading + 450) // 900 % 4]
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


def halved(words: str) -> list[str]:
    """Words on two lines, broken where they are most alike; one line where there is no space."""
    cuts = [at for at, letter in enumerate(words) if letter == " "]
    if not cuts:
        return [words]
    at = min(cuts, key=lambda cut: abs(2 * cut - len(words)))
    return [words[:at], words[at + 1 :]]


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


def map_of(shown: Scene, form: Form, frame: Box | None) -> Map:
    """The part of the table to show: the frame asked for, on a telephone what surrounds the focus, or all."""
    wide, high = shown.size
    if frame is None and form.narrow and shown.focus:
        frame = _around(shown.focus[0], form.inches, (wide, high))
    if frame is None:
        frame = (0, 0, wide, high)
    frame = (max(frame[0], 0), max(frame[1], 0), min(frame[2], wide), min(frame[3], high))
    if frame == (0, 0, wide, high):
        frame = (-BLEED, -BLEED, wide + BLEED, high + BLEED)
    room = form.width - 2 * (form.edge + (form.margin - form.edge if form.narrow else 0))
    if form.narrow:
        room -= 12
    scale = room * 1000 / (frame[2] - frame[0])
    return Map(frame, min(max(scale, form.scale[0]), form.scale[1]))


def _around(point: tuple[int, int], inches: tuple[int, int], size: tuple[int, int]) -> Box:
    """A frame of that size around a point, moved so that it lies on the table."""
    found = []
    for at, wanted, most in zip(point, inches, size, strict=True):
        wide = min(wanted * 1000, most)
        low = min(max(at - wide // 2, 0), most - wide)
        found.append((low, low + wide))
    (west, east), (south, north) = found
    return west, south, east, north
