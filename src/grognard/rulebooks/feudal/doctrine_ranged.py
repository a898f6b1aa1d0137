"""Doctrine of the ranged phase: shots, and who advances (points 4 to 7, 10, 12)."""

from __future__ import annotations

from grognard.core.state import Order
from grognard.rulebooks.feudal.doctrine_melee import Staff, leaves_the_field, line_holds
from grognard.rulebooks.feudal.doctrine_odds import Scene
from grognard.rulebooks.feudal.doctrine_targets import Plan
from grognard.rulebooks.feudal.missiles import may_shoot
from grognard.rulebooks.feudal.view import Seen

STRONG_WORKS = 3
"""Works worth so much are not left even under missiles (point 7)."""


def shots(scene: Scene) -> Plan:
    """Points 4 to 6: the targets of all shooters of the side."""
    setup, field = scene.view.setup, scene.view.field
    shooters = [one.id for one in scene.own if may_shoot(setup, scene.bearer(one.id), field)]
    return Plan(scene, shooters, scene.shot, lambda a: scene.shape(a, "ranged").number, melee=False)


def order(scene: Scene, plan: Plan, army_id: str) -> Order:
    """Step R2: a target or none, and advance, hold or withdraw."""
    target = plan.targets.get(army_id, "none")
    return (target, move(scene, scene.view.seen[army_id], shooting=target != "none"))


def move(scene: Scene, one: Seen, shooting: bool) -> str:
    if leaves_the_field(scene):
        return "withdraw"
    if Staff(scene).spares_itself(one):
        return "hold"
    left = scene.army(one.id).missiles - shooting
    if left > 0:
        return "hold" if line_holds(scene) else "advance"
    return "hold" if waits(scene, one) else "advance"


def waits(scene: Scene, one: Seen) -> bool:
    """Point 7: others advance at once against shooters unless behind strong works; else they stand on good ground."""
    cover = scene.cover(one.id)
    if any(scene.shoots(foe) for foe in scene.foes):
        return cover >= STRONG_WORKS
    return cover > 0
