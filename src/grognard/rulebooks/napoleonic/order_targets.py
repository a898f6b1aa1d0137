"""Whom and what the words of an order may mean: bodies, those within a place or a formation, points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.orders.stretch import Keys
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import flag
from grognard.rulebooks.napoleonic.model import Body, Gun, Person, Unit, Wagon
from grognard.rulebooks.napoleonic.order_draft import Choice, names_in
from grognard.rulebooks.napoleonic.order_motion import middle
from grognard.space.measure import gap
from grognard.space.outline import Outline
from grognard.space.pose import Point


class Aimed(NamedTuple):
    """Enemies that a word may mean; ``why``: what is doubtful about that. ``place``: it names a place, whoever stands
    there."""

    enemies: Choice
    why: Text | None = None
    place: bool = False


class Targets:
    """Names as seen from one body, the nearest first."""

    def __init__(self, field: Field, body: Body) -> None:
        self.field, self.body = field, body

    def bodies(self, keys: Keys) -> list[Body]:
        """Bodies called so."""
        named = (self.field.pieces.get(one) for one in names_in(keys))
        return [one for one in named if isinstance(one, Unit | Gun | Wagon) and one.on_table]

    def away(self, keys: Keys) -> str:
        """Whoever is called so, if nobody of those is on the table; else ""."""
        named = [self.field.pieces.get(one) for one in names_in(keys)]
        found = [one for one in named if isinstance(one, Body)]
        return found[0].id if found and len(found) == len(keys) and not self.bodies(keys) else ""

    def _nearest(self, bodies: list[Body]) -> Choice:
        field, body = self.field, self.body
        return tuple(one.id for one in sorted(bodies, key=lambda one: (field.gap(body, one), one.id)))

    @clause("NA-MOVE-06", "NA-MOVE-01")
    def enemies(self, keys: Keys) -> Aimed:
        """Those named; else the nearest of a formation, battery or arm, or of those who stand in a place."""
        foes = [one for one in self.bodies(keys) if flag(one) != self.body.side]
        if foes:
            return Aimed(self._nearest(foes))
        if "at:nearest" in keys:
            return Aimed(self._nearest(self._all())[:1])
        group = list(self._of_group(keys))
        if group:
            return Aimed(self._nearest(group)[:1], T("of several the nearest is taken"))
        where = self.places(keys)
        inside = [one for one in self._all() if any(self._within(one, key) for key in where)]
        return Aimed(self._nearest(inside)[:1], place=bool(where))

    def _all(self) -> list[Body]:
        return [one for one in self.field.bodies if flag(one) != self.body.side]

    def _of_group(self, keys: Keys) -> Iterator[Body]:
        field = self.field
        men = [man for man in field.persons if man.id in keys and man.present]
        for one in self._all():
            sheet = field.setup.guns.get(one.sheet)
            groups = {*field.way_up(field.formation_of(one))}
            if not isinstance(one, Wagon):
                groups.add(f"arm:{field.branch(one)}")
            if sheet is not None and sheet.battery:
                groups.add(f"battery:{sheet.battery}")
            if groups & keys or any(man.at == one.id for man in men):
                yield one

    # --- places ---

    def places(self, keys: Keys) -> list[str]:
        """Terrain and objectives called so."""
        terrain = [one.id for one in self.field.setup.terrain if one.id in keys]
        return [*terrain, *(one for one in names_in(keys) if one.startswith("objective:"))]

    def _within(self, body: Body, place: str) -> bool:
        if place.startswith("objective:"):
            one = self.field.setup.objectives[place.partition(":")[2]]
            dx, dy = body.x - one.x, body.y - one.y
            return dx * dx + dy * dy <= one.radius * one.radius
        terrain = next(one for one in self.field.setup.terrain if one.id == place)
        return any(gap(body.shape, shape) == 0 for shape in terrain.shapes)

    @clause("NA-OBS-09")
    def crossed(self, keys: Keys) -> Choice:
        """Terrain called so, the nearest first."""
        found = [one for one in self.field.setup.terrain if one.id in keys]
        return tuple(one.id for one in sorted(found, key=lambda one: (self._far(one.shapes), one.id)))

    def _far(self, shapes: tuple[Outline, ...]) -> int:
        return min(gap(self.body.shape, shape) for shape in shapes)

    def point(self, keys: Keys) -> tuple[Point, int] | None:
        """Where a thing is, and how near to its middle one may come; None where nothing is called so."""
        bodies = [one for one in self.bodies(keys) if one.id != self.body.id]
        if bodies:
            one = self.field.body(self._nearest(bodies)[0])
            return one.pose.at, (one.depth + self.body.depth) // 2
        for key in names_in(keys):
            piece = self.field.pieces.get(key)
            if isinstance(piece, Person) and (stand := self.field.find(piece.at)) is not None:
                return stand.pose.at, (stand.depth + self.body.depth) // 2
        places = [self._middle(one) for one in self.places(keys)]
        if places:
            return min(places, key=lambda at: (at[0] - self.body.x) ** 2 + (at[1] - self.body.y) ** 2), 0
        group = list(self._of_group(keys))
        if group:
            one = self.field.body(self._nearest(group)[0])
            return one.pose.at, (one.depth + self.body.depth) // 2
        return None

    def _middle(self, place: str) -> Point:
        if place.startswith("objective:"):
            one = self.field.setup.objectives[place.partition(":")[2]]
            return one.x, one.y
        return middle(next(one.points for one in self.field.setup.terrain if one.id == place))
