"""Doctrine: raiders (point 13): which command sacks which place, who goes there, and the way home with the loot."""

from __future__ import annotations

from grognard.rulebooks.pike_and_shot.doctrine_scene import Scene
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.space.pose import Point, between2, distance, middle

GUARDED = 14_000
"""A place with enemies nearer than this will hardly be sacked."""
AWAY = 3000
"""The way home leads so far beyond the edge."""


def place_for(scene: Scene, unit: Unit) -> Point | None:
    """Home with loot; to the place that its command is to sack if it is the one to go."""
    if unit.loot:
        return home(scene, unit)
    command = scene.field.sheet(unit.id).command
    at = errands(scene).get(command)
    free = [one for one in scene.field.command_units(command) if not one.loot and not one.routing]
    if at is None or not free:
        return None
    goes = min(free, key=lambda one: (scene.is_gun(one), between2(scene.body(one).at, at)))
    return at if goes.id == unit.id else None


def errands(scene: Scene) -> dict[str, Point]:
    """Command -> the place that it is to sack, shared out so that each goes somewhere else."""
    found: dict[str, Point] = scene.recall("raids", lambda: _shared_out(scene))
    return found


def _shared_out(scene: Scene) -> dict[str, Point]:
    places = [(scene.setup.objectives[one].x, scene.setup.objectives[one].y) for one in scene.to_sack]
    found: dict[str, Point] = {}
    for commander in scene.field.commanders:
        units = [one for one in scene.field.command_units(commander.id) if not one.routing and not one.loot]
        if scene.field.post(commander.id).side == scene.side and units and places:
            at = middle(scene.body(one).at for one in units)
            best = min(places, key=lambda place: _cost(scene, at, place))
            found[commander.id] = best
            places.remove(best)
    return found


def _cost(scene: Scene, start: Point, at: Point) -> int:
    """Far places and those under the enemy's eyes are worse."""
    guarded = min((distance(scene.body(one).at, at) for one in scene.formed), default=GUARDED)
    return distance(start, at) + 2 * max(0, GUARDED - guarded)


def flag_of_raiders(scene: Scene, commander_id: str) -> Point | None:
    """Home for a command that has loot, or else the place that it is to sack."""
    loaded = [one for one in scene.field.command_units(commander_id) if one.loot and not one.routing]
    return home(scene, loaded[0]) if loaded else errands(scene).get(commander_id)


def home(scene: Scene, unit: Unit) -> Point:
    """Beyond the nearest point of the own edge."""
    body, edge = scene.body(unit), scene.setup.armies[scene.side].edge
    return {
        "north": (body.x, scene.setup.height + AWAY),
        "south": (body.x, -AWAY),
        "east": (scene.setup.width + AWAY, body.y),
        "west": (-AWAY, body.y),
    }[edge]
