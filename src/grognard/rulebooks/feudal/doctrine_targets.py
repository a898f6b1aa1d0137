"""Doctrine, points 4, 5 and 13: whom a side attacks. All its armies are planned together, so that blows add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.rulebooks.feudal.decisions import screened
from grognard.rulebooks.feudal.doctrine_odds import Clash, Scene
from grognard.rulebooks.feudal.targets import room_at
from grognard.rulebooks.feudal.view import Seen

SURPLUS = 3
"""Expected damage beyond the target's HP before the next target is taken (point 4)."""
LONG_SHOT, FAIR_SHOT = 20, 15
"""Never need the first face where the second is to be had (point 5)."""


class Plan:
    """Targets of one step for a whole side.

    Armies that strike alike are one class; ``means[class][target]`` is the expected damage of one of them.
    """

    def __init__(
        self,
        scene: Scene,
        attackers: Iterable[str],
        clash: Callable[[str, str], Clash],
        kind: Callable[[str], object],
        melee: bool,
    ) -> None:
        self.scene = scene
        self.melee = melee
        self.waiting: dict[object, list[str]] = {}
        for army_id in attackers:
            self.waiting.setdefault(kind(army_id), []).append(army_id)
        self.means: dict[object, dict[str, float]] = {
            one: self._means(ids[0], clash) for one, ids in self.waiting.items()
        }
        self.room = {foe.id: self._room(foe) for foe in scene.foes}
        self.planned: dict[str, float] = {}
        self.targets: dict[str, str] = {}
        self.strongest = self._strongest_side()
        self._concentrate()

    def _means(self, army_id: str, clash: Callable[[str, str], Clash]) -> dict[str, float]:
        """Expected damage on each target that may be attacked, without those hardly to be hit (point 5)."""
        scene = self.scene
        found: dict[str, Clash] = {}
        for foe in scene.foes:
            if not self.melee or not is_screened(scene, army_id, foe):
                found[foe.id] = clash(army_id, foe.id)
        if any(one.needs <= FAIR_SHOT for one in found.values()):
            found = {foe: one for foe, one in found.items() if one.needs < LONG_SHOT}
        return {foe: scene.shapes.mean(one) for foe, one in found.items()}

    def _room(self, foe: Seen) -> int:
        """How many attackers the enemy takes."""
        room = room_at(self.scene.bearer(foe.id), self.scene.melee) if self.melee else None
        return len(self.scene.own) if room is None else room

    def _strongest_side(self) -> str:
        """The other side with most HP, if there are several (point 13)."""
        others = {side: hp for side, hp in self.scene.sides.items() if side != self.scene.view.side}
        return max(others, key=lambda side: others[side]) if len(others) > 1 else ""

    def _concentrate(self) -> None:
        """One target after the other, each with all that it needs."""
        foes = {foe.id: foe for foe in self.scene.foes}
        while foes and any(self.waiting.values()):
            best = max(foes.values(), key=self._worth)
            self._assign(best.id, self.scene.army(best.id).hp + SURPLUS)
            del foes[best.id]
        for kind, ids in self.waiting.items():
            for army_id in ids:
                self._assign_spare(army_id, self.means[kind])

    def _worth(self, foe: Seen) -> tuple[bool, bool, bool, float]:
        """Point 4, with point 13 between finishing blows and all others. A high Attack counts for as much of it as
        this pass can be expected to take away: measured, that wins more than the highest Attack alone."""
        army, sheet = self.scene.known(foe.id)
        most = self._most(foe.id)
        kills = most >= army.hp
        breaks = most >= army.hp - sheet.strength
        there = not self.strongest or foe.side == self.strongest
        return kills, there, breaks, sheet.attack * most / army.hp if self.melee else most

    def _most(self, foe: str) -> float:
        """Expected damage if everyone who's still free (and finds room) attacks that enemy."""
        if self.room[foe] >= len(self.scene.own):
            return sum(len(ids) * self.means[kind].get(foe, 0.0) for kind, ids in self.waiting.items() if ids)
        blows = [self.means[kind].get(foe, 0.0) for kind, ids in self.waiting.items() for _ in ids]
        return sum(sorted(blows, reverse=True)[: self.room[foe]])

    def _assign(self, foe: str, enough: float) -> None:
        """The best strikers first, until to the nearest blow it is enough."""
        kinds = [kind for kind in self.waiting if self.means[kind].get(foe, 0.0) > 0]
        for kind in sorted(kinds, key=lambda one: -self.means[one][foe]):
            ids, mean = self.waiting[kind], self.means[kind][foe]
            while ids and self.planned.get(foe, 0.0) + mean / 2 < enough and self.room[foe] > 0:
                self._attack(ids.pop(0), foe, mean)

    def _attack(self, army_id: str, foe: str, mean: float) -> None:
        self.targets[army_id] = foe
        self.planned[foe] = self.planned.get(foe, 0.0) + mean
        self.room[foe] -= 1

    def _assign_spare(self, army_id: str, means: dict[str, float]) -> None:
        """Everything planned is enough: the easiest target gets one blow more."""
        free = [foe for foe, mean in means.items() if mean > 0 and self.room[foe] > 0]
        if free:
            best = max(free, key=lambda foe: means[foe])
            self._attack(army_id, best, means[best])


def is_screened(scene: Scene, army_id: str, foe: Seen) -> bool:
    """The policies forbid a blow at that enemy."""
    return foe.posture == "standoff" and screened(scene.view, army_id, foe.id)
