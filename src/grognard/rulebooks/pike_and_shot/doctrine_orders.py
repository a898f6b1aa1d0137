"""Doctrine: flags and stances, deployment, successors (points 10 and 13)."""

from __future__ import annotations

from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot.command import order_cost
from grognard.rulebooks.pike_and_shot.doctrine_goals import goal_of
from grognard.rulebooks.pike_and_shot.doctrine_raid import flag_of_raiders
from grognard.rulebooks.pike_and_shot.doctrine_scene import Scene
from grognard.rulebooks.pike_and_shot.model import Commander, Flag, Unit
from grognard.space.pose import Point, between2, distance, middle

ASTRAY, AFRESH = 12_000, 6000
"""A flag farther than this from any enemy or objective serves nothing."""


def initial_order(scene: Scene, commander: Commander) -> Order:
    """Stance attack, which forbids nothing that may be wanted, and the flag where the command is to fight."""
    x, y = flag_for(scene, commander)
    return "attack", x, y


def flag_for(scene: Scene, commander: Commander) -> Point:
    """Where the goals of its units lie, on the table; a command that stands keeps the ground it stands on."""
    raid = flag_of_raiders(scene, commander.id) if scene.posture == "raid" else None
    goals = [_aim(scene, unit) for unit in scene.field.command_units(commander.id)]
    at = raid or (middle(goals) if goals else (commander.x, commander.y))
    return min(max(at[0], 0), scene.setup.width), min(max(at[1], 0), scene.setup.height)


def _aim(scene: Scene, unit: Unit) -> Point:
    goal = goal_of(scene, unit)
    if goal.aim == "stay":
        return scene.body(unit).at
    return scene.body(scene.field.unit(goal.target)).at if goal.target else goal.at


def new_order(scene: Scene, commander: Commander, other: Commander) -> Order | None:
    """Point 10: a flag that has been left behind is set anew, if he can pay for it."""
    field = scene.field
    if field.option("orders") == "none" or not other.alive:
        return None
    flag = other.order
    raid = scene.posture == "raid"
    if flag is not None and flag.stance == "attack" and not raid and not _astray(scene, flag):
        return None
    if not field.command_units(other.id) or order_cost(field, commander, other) > commander.cp:
        return None
    at = flag_for(scene, other)
    if flag is not None and distance((flag.x, flag.y), at) < AFRESH:
        return None
    return "order", other.id, "attack", *at


def _astray(scene: Scene, flag: Flag) -> bool:
    """Far from every enemy and objective."""

    def strays() -> bool:
        at = flag.x, flag.y
        places = [scene.body(one).at for one in scene.formed]
        places += [(sheet.x, sheet.y) for sheet in scene.setup.objectives.values()]
        return all(between2(at, place) > ASTRAY**2 for place in places)

    return bool(scene.recall(("astray", flag.x, flag.y), strays))


def successor(scene: Scene, heirs: list[str]) -> str:
    """The man with most command points; the first of equals."""
    field = scene.field
    return max(heirs, key=lambda one: field.post(one).cp)
