"""Where corps and divisions go, and where in their lines each regiment stands: points 1, 2 and 10."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.doctrine_routes import routes_of
from grognard.rulebooks.napoleonic.doctrine_scene import Scene
from grognard.rulebooks.napoleonic.hindrances import Kind
from grognard.rulebooks.napoleonic.model import Unit
from grognard.space.pose import Point, distance, heading_to, middle, step

SECOND = 800
"""The second line stands so far behind the first (0.6 to 1.0 merka, point 2)."""
APART = 120
STEP = 900
"""A body goes forward by so much a turn, that its slowest keep up."""
WING = 700
STANDOFF = 1300
"""Up to here a line comes to an enemy whom it does not attack yet."""
EDGE = 350
"""So far from the table's edge they keep."""
SAFE = 2500
OURS, HELD = 0.5, 0.15
"""How much of its points an objective draws that is ours and threatened, and one that nobody threatens."""


class Slot(NamedTuple):
    """The place of a body in the lines, and the way that they look; ``goal``: of its corps."""

    at: Point
    heading: int
    goal: Point


def slots(scene: Scene) -> dict[str, Slot]:
    """A place for every regiment of the side that is free to go to one."""
    found: dict[str, Slot] = {}
    bodies = _bodies(scene)
    goals = _goals(scene, {name: _middle(units) for name, units in bodies.items()})
    for name, units in bodies.items():
        found.update(_lined_up(scene, units, goals[name]))
    return found


@clause("NA-OOB-01")
def _bodies(scene: Scene) -> dict[str, list[Unit]]:
    """Regiments by the corps, or by whatever stands directly under the army."""
    names: dict[str, str] = {}
    found: dict[str, list[Unit]] = {}
    for unit in scene.units:
        formation = scene.field.formation_of(unit)
        if formation not in names:
            names[formation] = _corps(scene, formation)
        found.setdefault(names[formation], []).append(unit)
    return found


def _corps(scene: Scene, formation: str) -> str:
    way = scene.field.way_up(formation)
    below = [one for one in way if scene.field.formation_sheet(one).level != "army"]
    return below[-1] if below else way[-1]


def _middle(units: list[Unit]) -> Point:
    return middle([one.pose.at for one in units])


@clause("NA-END-08")
def _goals(scene: Scene, places: dict[str, Point]) -> dict[str, Point]:
    """An objective for each body: many points, near, not yet another's; without objectives the enemy."""
    pulls = {one: _pull(scene, one) for one in scene.setup.objectives}
    found: dict[str, Point] = {}
    routes = routes_of(scene.field, Kind("foot"))
    for name in sorted(places):
        here = places[name]
        best, goal = 0.0, None
        for one, sheet in scene.setup.objectives.items():
            far = min(routes.far((sheet.x, sheet.y))[routes.cell(here)] * 25, 40_000)
            pull = pulls[one] / (1500 + far)
            if pull > best:
                best, goal = pull, one
        if goal is None:
            found[name] = _enemy(scene, here)
            continue
        pulls[goal] /= 1.5 if scene.lead < 0 else 2
        sheet = scene.setup.objectives[goal]
        found[name] = (sheet.x, sheet.y)
    return found


def _pull(scene: Scene, one: str) -> float:
    sheet, holder = scene.setup.objectives[one], scene.field.objective(one).holder
    if holder != scene.side:
        return float(sheet.points)
    if scene.lead < 0:
        return sheet.points * HELD
    near = any((foe.x - sheet.x) ** 2 + (foe.y - sheet.y) ** 2 < SAFE * SAFE for foe in scene.foes)
    return sheet.points * (OURS if near else HELD)


def _enemy(scene: Scene, here: Point) -> Point:
    if not scene.foes:
        return here
    return scene.nearest_foe(*here)[2].pose.at


# --- lines ---


@clause("NA-CMD-01")
def _lined_up(scene: Scene, units: list[Unit], goal: Point) -> dict[str, Slot]:
    """Two lines of foot side by side by divisions, horse on the wings behind them."""
    foot: list[Unit] = []
    horse: list[Unit] = []
    for one in units:
        (foot if scene.field.is_foot(one) else horse).append(one)
    core = foot or horse
    centre = _middle(core)
    looks = _front(scene, centre, goal)
    anchor = _anchor(scene, core, centre, goal, looks)
    found = _rows(scene, foot, anchor, looks, goal)
    width = sum(one.frontage + APART for one in foot) // 2 if foot else 0
    for at, (right, _, one) in enumerate(_side_by_side(horse, centre, looks)):
        left = at < len(horse) // 2 if len(horse) > 1 else right < 0
        aside = (width // 2 + WING + (at // 2) * WING) * (-1 if left else 1)
        if not foot:
            aside = (2 * at - len(horse) + 1) * WING // 2
        east, north = step(looks, -SECOND // 2 if foot else 0, aside)
        found[one.id] = Slot(_on_table(scene, (anchor[0] + east, anchor[1] + north)), looks, goal)
    return found


def _front(scene: Scene, centre: Point, goal: Point) -> int:
    """The way that the lines look: at the enemy before the goal, or along the way to it."""
    near = scene.foes_from(*centre)[:3]
    if near and near[0][0] < 4 * SAFE * SAFE:
        there = middle([(one.x, one.y) for _, _, one in near])
        if there != centre:
            return heading_to(centre, there)
    return heading_to(centre, goal) if centre != goal else 0


def _anchor(scene: Scene, core: list[Unit], centre: Point, goal: Point, looks: int) -> Point:
    """Where the middle of the first line is to be at the end of this turn."""
    pace = STEP if scene.field.is_foot(core[0]) else 2 * STEP
    far = distance(centre, goal) > pace
    centre = scene.routes(core[0]).along(centre, goal, pace) if far else goal
    if scene.boldness > 0.12:
        return centre
    return _held_back(scene, centre, looks)


def _held_back(scene: Scene, at: Point, looks: int) -> Point:
    """Not nearer to an enemy than from where the next turn brings the lines to him."""
    if not scene.foes:
        return at
    if scene.lead <= 0:
        return at
    near = distance(_enemy(scene, at), at)
    if near >= STANDOFF:
        return at
    east, north = step(looks, near - STANDOFF)
    return _on_table(scene, (at[0] + east, at[1] + north))


def _rows(scene: Scene, foot: list[Unit], anchor: Point, looks: int, goal: Point) -> dict[str, Slot]:
    """Divisions beside each other, each in two lines; in the second the weaker and the generals."""
    found: dict[str, Slot] = {}
    divisions: dict[str, list[Unit]] = {}
    for one in foot:
        divisions.setdefault(scene.field.formation_of(one), []).append(one)
    order = sorted(
        divisions.values(), key=lambda part: (sum(_asides(part, anchor, looks)) // len(part), part[0].id)
    )
    fronts = [_first(scene, part) for part in order]
    widths = [sum(one.frontage + APART for one in front) for front in fronts]
    left = -sum(widths) // 2
    for part, front, width in zip(order, fronts, widths, strict=True):
        rear = [one for one in part if one not in front]
        for line, back in ((front, 0), (rear, SECOND)):
            found.update(_line(scene, line, anchor, looks, goal, left, width, back))
        left += width
    return found


def _first(scene: Scene, part: list[Unit]) -> list[Unit]:
    """Half of a division, the stronger half; the general's regiment last (point 1)."""
    count = -(-len(part) // 2) if len(part) > 2 else len(part)
    if count == len(part):
        return part
    ranked = sorted(
        part,
        key=lambda one: (
            one.pushed >= scene.field.turn,
            -one.figures,
            scene.field.has_general(one.id),
            one.id,
        ),
    )
    return ranked[:count]


def _line(
    scene: Scene, line: list[Unit], anchor: Point, looks: int, goal: Point, left: int, width: int, back: int
) -> dict[str, Slot]:
    found = {}
    for at, (_, _, one) in enumerate(_side_by_side(line, anchor, looks)):
        aside = left + width * (2 * at + 1) // (2 * len(line))
        east, north = step(looks, -back, aside)
        found[one.id] = Slot(_on_table(scene, (anchor[0] + east, anchor[1] + north)), looks, goal)
    return found


def _asides(units: Iterable[Unit], centre: Point, looks: int) -> list[int]:
    """How far to the right of the middle each of them stands."""
    (x, y), (east, north) = centre, step(looks, 0, 1000)
    return [((one.x - x) * east + (one.y - y) * north) // 1000 for one in units]


def _side_by_side(units: list[Unit], centre: Point, looks: int) -> list[tuple[int, str, Unit]]:
    """From left to right, with that and the id."""
    return sorted(
        (aside, one.id, one) for aside, one in zip(_asides(units, centre, looks), units, strict=True)
    )


def _on_table(scene: Scene, point: Point) -> Point:
    (x, y), east, north = point, scene.setup.width - EDGE, scene.setup.height - EDGE
    return EDGE if x < EDGE else min(x, east), EDGE if y < EDGE else min(y, north)
