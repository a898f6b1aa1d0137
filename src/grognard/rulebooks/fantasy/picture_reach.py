"""What a chosen unit can see, hit and get to: arc and ranges, moves, charges with their odds, its wizards' spells."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import charging, shooting
from grognard.rulebooks.fantasy.aiming import may_shoot, weapon_of
from grognard.rulebooks.fantasy.decisions_order import charge_chance
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.leadership import RALLY_RADIUS
from grognard.rulebooks.fantasy.model import Leg, Unit
from grognard.rulebooks.fantasy.paths import most, track
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.picture_scene import Counter, Scene, decimal
from grognard.rulebooks.fantasy.targeting import known
from grognard.rulebooks.fantasy.tracks import FINE
from grognard.rulebooks.fantasy.words_names import spell_name
from grognard.show.drawing import area, line
from grognard.show.marks import badge
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.names import Wish
from grognard.show.tabletop.plane import Beyond, way
from grognard.show.tabletop.scenes import Drawn, gathered
from grognard.space.outline import Base, Edge

ARC = 450
"""Half of the front arc (FA-LOS-01)."""
WHEELS = range(-900, 901, 75)
"""Wheels for which the way that is left is drawn, in tenths of a degree."""
MOST_AIMS = 6


def reach(scene: Scene, map_: Map) -> Drawn:
    """Everything that the chosen unit reaches, and the figures that belong to it; nothing without one."""
    one = scene.chosen
    if one is None:
        return join(()), []
    parts, figures = gathered(
        (
            _ranges(one, scene, map_),
            _moves(one, scene, map_),
            _charges(one, scene, map_),
            _spells(one, scene, map_),
        )
    )
    return tag("g", *parts, data_chosen=one.id), figures


# --- shapes ---


@clause("FA-LOS-01", "FA-UNIT-08")
def fan(base: Base, far: int, half: int = ARC) -> list[Beyond]:
    """The ground before a front within an arc to each side and a distance; a ring of points of the table."""
    first, second = base.edge(Edge.FRONT)
    ring: list[Beyond] = [first]
    for corner, start, end in ((first, -half, 0), (second, 0, half)):
        for part in range(9):
            east, north = way(base.heading + start + (end - start) * part / 8, far)
            ring.append((corner[0] + east, corner[1] + north))
    return [*ring, second]


@clause("FA-UNIT-06")
def around(base: Base, far: int) -> list[Beyond]:
    """All that is so far from a rectangle: its outline with rounded corners."""
    ring: list[Beyond] = []
    for at, (x, y) in enumerate(base.ring):
        for part in range(7):
            east, north = way(base.heading + 900 * (at - 1) + part * 150, far)
            ring.append((x + east, y + north))
    return ring


def _figure(key: str, words: str, ring: list[tuple[float, float]], ink: str, side: str = "above") -> Wish:
    """Beside the uppermost (or rightmost) point of a shape."""
    x, y = min(ring, key=lambda at: at[1]) if side == "above" else max(ring)
    return Wish(key, (x - 3, y - 3, x + 3, y + 3), [[words]], 10.5, "sans-bold", ink, side)


# --- shooting ---


@clause("FA-SHO-04", "FA-SHO-05", "FA-WM-09")
def _ranges(one: Counter, scene: Scene, map_: Map) -> Iterator[Drawn]:
    """The range, the nearer half that is not long range, and what is too near for it."""
    field, unit = scene.field, one.unit
    weapon, ink = weapon_of(field, unit.id), side_of(one.side).ink
    if weapon is None:
        return
    half = 2 * ARC if unit.kind == "machine" else ARC
    kinds = [("range", weapon.range, "5 3", 0.05), ("long", min(weapon.long, weapon.range), None, 0.07)]
    if weapon.min_range:
        kinds.append(("least", weapon.min_range, "2 2", 0.14))
    for name, far, dash, shade in kinds:
        ring = map_.ring(fan(unit.shape, far, half))
        drawn = area(ring, ink, ink, 1.1, fill_opacity=shade, stroke_dasharray=dash, stroke_opacity=0.8)
        words = decimal(far, scene.lang)
        yield tag("g", drawn, data_range=f"{name}:{far}"), [_figure(f"range:{name}", words, ring, ink)]
    if may_shoot(field, unit.id) is None:
        yield (
            join(
                _aim(field, unit, target, map_, ink)
                for target in shooting.targets(field, unit.id)[:MOST_AIMS]
            ),
            [],
        )


def _aim(field: Field, unit: Unit, target: str, map_: Map, ink: str) -> Markup:
    path = map_.ring([unit.front, field.unit(target).centre])
    return tag("g", line(path, "card", 3, opacity=0.6), line(path, ink, 1.2, "2 4"), data_aim=target)


# --- moves ---


@clause("FA-ORD-02", "FA-ORD-03", "FA-UNIT-07")
def _moves(one: Counter, scene: Scene, map_: Map) -> Iterator[Drawn]:
    """Where a move and a march bring the middle of its front: a wheel, and what is left of it straight on."""
    field, unit = scene.field, one.unit
    if field.engaged(unit.id) or unit.retreating or not field.stats(unit.id).M:
        return
    words = ("move",) if unit.kind == "machine" else ("march", "move")
    for word in words:
        ring = map_.ring([unit.front, *limits(field, unit.id, word)])
        dash = "6 3" if word == "march" else None
        drawn = area(ring, "gold", "gold", 1.6, fill_opacity=0.13, stroke_dasharray=dash)
        figure = decimal(most(field, unit.id, word), scene.lang)
        yield tag("g", drawn, data_moves=word), [_figure(f"move:{word}", figure, ring, "ink", "right")]


def limits(field: Field, unit_id: str, word: str) -> list[tuple[int, int]]:
    """The farthest places of its front middle, from a quarter turn to the left to one to the right."""
    far = most(field, unit_id, word)
    found = []
    for turn in WHEELS:
        legs = (Leg("wheel", turn), Leg("fwd", far)) if turn else (Leg("fwd", far),)
        laid = track(field, unit_id, legs, march=word == "march")
        found.append(laid.front(min(far * FINE, laid.cost)).at)
    return found


@clause("FA-CHG-01", "FA-CHG-12")
def _charges(one: Counter, scene: Scene, map_: Map) -> Iterator[Drawn]:
    """As far as an attack may reach and as it goes on average; enemies within, each with its chance."""
    field, unit = scene.field, one.unit
    if unit.kind == "machine" or field.engaged(unit.id) or unit.retreating:
        return
    move, far = field.stats(unit.id).M, charging.reach(field, unit.id)
    ring = map_.ring(around(unit.shape, far))
    edge = area(ring, None, "s1", 1.1, stroke_dasharray="2 5", opacity=0.8)
    mean = area(
        map_.ring(around(unit.shape, (move + 7) * 1000)), None, "s1", 0.9, stroke_dasharray="8 5", opacity=0.6
    )
    yield tag("g", edge, mean, data_charge=far), [_figure("charge", decimal(far, scene.lang), ring, "s1")]
    for enemy in charging.in_reach(field, unit.id):
        shape = field.unit(enemy).shape
        if field.distance(unit.id, enemy) > far or not map_.shows(shape.box):
            continue
        chance = round(100 * charge_chance(field.distance(unit.id, enemy), move))
        outline = area(map_.ring(shape.ring), "none", "s1", 2.4, opacity=0.8)
        figure = badge(map_.at(shape.at), f"{chance}%", "card", 10)
        yield tag("g", outline, figure, data_chance=chance), []


# --- characters ---


@clause("FA-MAG-16", "FA-RET-04")
def _spells(one: Counter, scene: Scene, map_: Map) -> Iterator[Drawn]:
    """How far the spells carry that its wizards are known to know, and a general's voice."""
    field, unit = scene.field, one.unit
    far: dict[int, list[str]] = {}
    for hero in field.characters_in(unit.id):
        for spell in known(field, hero):
            range_ = field.tables.spells[spell].range
            if range_:
                far.setdefault(range_, []).append(spell_name(field, spell).say(scene.lang))
    for range_, names in sorted(far.items()):
        ring = map_.ring(around(unit.shape, range_))
        drawn = area(ring, None, "s4", 1.2, stroke_dasharray="1 4", stroke_linecap="round")
        words = ", ".join(names)
        yield tag("g", drawn, data_spell_range=range_), [_figure(f"spell:{range_}", words, ring, "s4")]
    if any(hero.rank == "general" for hero in one.heroes):
        ring = map_.ring(around(unit.shape, RALLY_RADIUS))
        drawn = area(ring, None, "ink", 1, stroke_dasharray="1 6", stroke_linecap="round")
        yield tag("g", drawn, data_voice="yes"), []
