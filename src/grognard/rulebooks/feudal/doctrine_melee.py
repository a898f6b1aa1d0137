"""Doctrine of the melee phase: grades, blows, falling back (points 2 to 5, 10 to 13)."""

from __future__ import annotations

from functools import cached_property

from grognard.core.state import Order, Question
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.decisions import may_tend
from grognard.rulebooks.feudal.doctrine_odds import Scene
from grognard.rulebooks.feudal.doctrine_targets import Plan
from grognard.rulebooks.feudal.missiles import able_to_shoot
from grognard.rulebooks.feudal.odds import chance_of_check
from grognard.rulebooks.feudal.strategy import free_grades
from grognard.rulebooks.feudal.view import Seen

WEARY = 1.5
"""Weight of damage taken for an army near its rout line (point 2)."""
FAR_STRONGER = 2
"""With so many times the enemy's Strength, never Bugurt (point 2)."""
STEADY = 4
"""Morale with which an army at its rout line stays (point 10)."""
SURE = 1.5
"""Others can win without an army if their fighting power is so many times the enemy's (point 10)."""
PART_BELOW, LEAVE_BELOW, LOST_ABOVE = 0.5, 0.25, 0.5
"""Shares of HP for parting and for withdrawing everything (point 12)."""


# --- what the whole side does ---


def offers_parting(scene: Scene) -> bool:
    """Point 12: worse off than half, and worse than the enemy."""
    mine = scene.shares[scene.view.side]
    return mine < PART_BELOW and mine < _best_enemy_share(scene)


def leaves_the_field(scene: Scene) -> bool:
    """Point 12: nothing to be won any more."""
    return scene.shares[scene.view.side] < LEAVE_BELOW and _best_enemy_share(scene) > LOST_ABOVE


def _best_enemy_share(scene: Scene) -> float:
    return max((share for side, share in scene.shares.items() if side != scene.view.side), default=0.0)


class Staff:
    """Plans of a melee pass, made once for a view."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._taken: dict[tuple[object, int], float] = {}

    # --- who strikes ---

    def can_strike(self, one: Seen) -> bool:
        """Not stalled, and nothing forbids it to attack."""
        army = self.scene.army(one.id)
        return army.stalled is None and not effects.has(
            "no_attack", self.scene.shape(one.id, "melee").bearer, self.scene.melee
        )

    def keeps_off(self, one: Seen) -> bool:
        """Point 6: a shooter in standoff goes on shooting while the line holds."""
        scene = self.scene
        if one.posture != "standoff" or not able_to_shoot(
            scene.view.setup, scene.bearer(one.id), scene.view.field
        ):
            return False
        return line_holds(scene)

    @cached_property
    def strikers(self) -> list[str]:
        return [
            one.id
            for one in self.scene.own
            if self.can_strike(one) and not self.keeps_off(one) and not self.goes(one)
        ]

    def grade(self, army_id: str) -> int:
        return self.scene.army(army_id).strategy or 0

    @cached_property
    def plan(self) -> Plan:
        scene, grade = self.scene, self.grade
        return Plan(
            scene,
            self.strikers,
            lambda a, t: scene.blow(a, t, grade(a), grade(t)),
            lambda a: (scene.shape(a, "melee").number, grade(a)),
            melee=True,
        )

    # --- points 2, 3, 10, 11: grades ---

    def strategy(self, army_id: str) -> str:
        """The grade of an army, by name."""
        scene = self.scene
        army, sheet = scene.known(army_id)
        ladder = sorted(scene.tables.grades)
        if army_id not in self.plan.targets:
            return scene.tables.grades[self._most_careful(army_id, ladder)].id
        worth = {grade: self.worth(army_id, grade) for grade in self.sensible(army_id, ladder)}
        best = self._reachable(army_id, worth)
        if army.hp <= sheet.strength and scene.morale(army_id) < STEADY and army.strategy is not None:
            best = max(best - 1, ladder[0], army.strategy - self._free(army_id))
        return scene.tables.grades[best].id

    def worth(self, army_id: str, grade: int) -> float:
        """Point 2: expected damage dealt less expected damage taken, both capped at what there is to lose."""
        scene = self.scene
        army, sheet = scene.known(army_id)
        target = self.plan.targets[army_id]
        clash = scene.blow(army_id, target, grade, self.grade(target))
        dealt = scene.shapes.capped(clash, scene.army(target).hp)
        taken = min(self.taken(army_id, grade), army.hp)
        return dealt - taken * (WEARY if army.hp <= 2 * sheet.strength else 1.0)

    def taken(self, army_id: str, grade: int) -> float:
        """Expected damage on an army: every enemy that can, strikes at any that it can reach."""
        shape = self.scene.shape(army_id, "melee")
        key = (shape.number, grade)
        if key not in self._taken:
            scene = self.scene
            self._taken[key] = sum(
                scene.shapes.mean(scene.blow(foe, army_id, self.grade(foe), grade)) / many
                for foe, many in self.threats
                if many
            )
        return self._taken[key]

    @cached_property
    def threats(self) -> list[tuple[str, int]]:
        """(enemy that can strike, number of own armies that it can choose from)."""
        exposed = len(self.exposed)
        sides = len(self.scene.sides) - 1
        return [
            (foe.id, exposed * sides)
            for foe in self.scene.foes
            if not foe.stalled and not (self.scene.army(foe.id).missiles and foe.posture == "standoff")
        ]

    @cached_property
    def exposed(self) -> list[Seen]:
        """Own armies that nobody screens."""
        in_line = [one for one in self.scene.own if one.posture == "in_melee"]
        return in_line or self.scene.own

    def sensible(self, army_id: str, ladder: list[int]) -> list[int]:
        """Point 2: grades that are worth thinking of. Among three sides as bold as the most careful of the others,
        no bolder (the lowest Defence draws all blows) and no more careful (or nobody ever wins)."""
        if len(self.scene.sides) > 2:
            return [self.lowest_seen]
        sheet = self.scene.sheet(army_id)
        target = self.scene.sheet(self.plan.targets[army_id])
        return ladder[:-1] if sheet.strength >= FAR_STRONGER * target.strength else ladder

    @cached_property
    def lowest_seen(self) -> int:
        """Point 2, three sides or more: the lowest grade of the other sides in the last pass, at first Standard.

        A side's grade is the middle one of its armies that fight; who can't strike crouches and doesn't count.
        """
        sides: dict[str, list[int]] = {}
        for foe in self.scene.foes:
            if foe.strategy is not None and foe.posture == "in_melee" and not foe.stalled:
                sides.setdefault(foe.side, []).append(foe.strategy)
        return min((sorted(seen)[len(seen) // 2] for seen in sides.values()), default=0)

    def _free(self, army_id: str) -> int:
        return free_grades(self.scene.tables, self.scene.bearer(army_id))

    def _reachable(self, army_id: str, worth: dict[int, float]) -> int:
        """Point 3: a check only if success chance x gain exceeds the gain of the free step."""
        now = self.scene.army(army_id).strategy
        if now is None:
            return max(worth, key=lambda grade: (worth[grade], grade))
        free = self._free(army_id)
        chance = self.chance(army_id)
        stay = self.worth(army_id, now)

        def value(grade: int) -> float:
            return worth[grade] if abs(grade - now) <= free else chance * worth[grade] + (1 - chance) * stay

        best = max(worth, key=lambda grade: (value(grade), -abs(grade - now)))
        return best if value(best) > stay or now not in worth else now

    def chance(self, army_id: str) -> float:
        return chance_of_check(self.scene.view, army_id, "strategy", self.scene.tables.constants.dc_strategy)

    def _most_careful(self, army_id: str, ladder: list[int]) -> int:
        """Point 11: who doesn't strike goes as far towards Defensive as is free."""
        now = self.scene.army(army_id).strategy
        return ladder[0] if now is None else max(ladder[0], now - self._free(army_id))

    # --- points 10 and 12: leaving ---

    def goes(self, one: Seen) -> bool:
        """It doesn't stay in the line."""
        return leaves_the_field(self.scene) or self.spares_itself(one)

    def spares_itself(self, one: Seen) -> bool:
        """Point 10: near its rout line, shaky, and the others can win without it."""
        scene = self.scene
        army, sheet = scene.known(one.id)
        if army.hp > sheet.strength or scene.morale(one.id) >= STEADY:
            return False
        others = [friend for friend in scene.own if friend.id != one.id]
        return scene.power(others) >= SURE * scene.power(scene.foes)

    def way_out(self, one: Seen) -> Order:
        """Back behind the line where there is one, else off the field."""
        if leaves_the_field(self.scene):
            return ("withdraw",)
        behind = any(f.posture == "in_melee" and f.id != one.id for f in self.scene.own)
        horse = any("mounted" in foe.tags for foe in self.scene.foes)
        if one.posture == "standoff":
            return ("hold",)
        return ("fall_back",) if behind and not horse else ("withdraw",)

    # --- orders ---

    def order(self, army_id: str) -> Order:
        """Step M3."""
        one = self.scene.view.seen[army_id]
        if self.goes(one):
            return self.way_out(one)
        target = self.plan.targets.get(army_id)
        if self._tends(army_id, target):
            return ("tend",)
        return ("attack", target) if target else ("hold",)

    def _tends(self, army_id: str, target: str | None) -> bool:
        """Tend the wounded if that gives back more than the blow would cost the enemy."""
        if not may_tend(self.scene.view, army_id):
            return False
        army, sheet = self.scene.known(army_id)
        back = min(sheet.strength, sheet.hp_max - army.hp)
        if target is None:
            return back > 0
        clash = self.scene.blow(army_id, target, self.grade(army_id), self.grade(target))
        return back > self.scene.shapes.capped(clash, self.scene.army(target).hp)

    def best_of(self, army_id: str, targets: list[str]) -> str:
        """Second choice and striking back: the enemy that loses most by it, most dangerous first."""
        scene = self.scene

        def gain(foe: str) -> tuple[float, int]:
            clash = scene.blow(army_id, foe, self.grade(army_id), self.grade(foe))
            return scene.shapes.capped(clash, scene.army(foe).hp), scene.sheet(foe).attack

        return max(targets, key=gain)

    def choose(self, question: Question) -> Order:
        """A target among those that stand in the question."""
        targets = [str(one) for one in question.about[1:]]
        return (self.best_of(str(question.about[0]), targets),) if targets else ("none",)


def line_holds(scene: Scene) -> bool:
    """Point 6: the friends in melee are as strong as the enemies there, or stand in works or on higher ground
    (before contact: those who will be in melee)."""
    mine, theirs = (
        [one for one in armies if one.posture == "in_melee"] for armies in (scene.own, scene.foes)
    )
    if not mine and not theirs:
        mine, theirs = (
            [one for one in armies if not scene.shoots(one)] for armies in (scene.own, scene.foes)
        )
    if scene.strength(mine) >= scene.strength(theirs):
        return True
    return bool(mine) and all(scene.cover(one.id) > 0 for one in mine)
