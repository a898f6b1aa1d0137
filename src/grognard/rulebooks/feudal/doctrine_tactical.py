"""Doctrine of the tactical phase and of what lies outside the fighting: artefacts, tactics, ambush, commanders,
features, learning (points 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from grognard.core.state import Order
from grognard.rulebooks.feudal.conditions import ambush_figures, clear_group, heal_amount, put
from grognard.rulebooks.feudal.doctrine_odds import Scene, Shape
from grognard.rulebooks.feudal.effects import Acting, total
from grognard.rulebooks.feudal.model import Artefact, Effect, InForce

HORIZON = 3
"""Melee passes over which a tactic is judged."""
WORTH_USING = 0.5
"""Expected HP that an artefact has to bring."""
WORTH_CHANGING = 2
"""A tactic has to be so much worse than another before a check is tried (point 9)."""
CHECK_WEIGHT = 0.1
"""What a point of morale counts beside a point of Attack."""


class Council:
    """What the lords and their staff weigh before the lines close."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._tactics: dict[tuple[int, int, str], float] = {}

    # --- worth of an army as it is, or as it would be ---

    def row(self, army_id: str, melee: Shape, ranged: Shape) -> float:
        """Expected damage dealt less damage taken by an army of this side: one blow each way with every enemy,
        shared out, and one shot each way where there are missiles."""
        scene = self.scene
        worth = 0.0
        for foe in scene.foes:
            other = scene.shape(foe.id, "melee")
            worth += self._mean(melee, other, "melee") - self._mean(other, melee, "melee")
        mine, theirs = scene.shoots(scene.view.seen[army_id]), [f for f in scene.foes if scene.shoots(f)]
        if mine:
            worth += sum(self._mean(ranged, scene.shape(f.id, "ranged"), "ranged") for f in scene.foes)
        worth -= sum(self._mean(scene.shape(f.id, "ranged"), ranged, "ranged") for f in theirs)
        return worth / max(len(scene.foes), 1)

    def _mean(self, attacker: Shape, target: Shape, phase: str) -> float:
        scene = self.scene
        if attacker.silent and (phase in attacker.silent or "any" in attacker.silent):
            return 0.0
        moment = scene.melee if phase == "melee" else scene.ranged
        return scene.shapes.mean(scene.shapes.clash(attacker, target, moment))

    def worth(self, army_id: str, **fields: object) -> float:
        """The row of an army with these fields changed."""
        scene = self.scene
        return self.row(
            army_id, scene.changed(army_id, "melee", **fields), scene.changed(army_id, "ranged", **fields)
        )

    # --- point 8: artefacts ---

    def artefact(self, options: Sequence[Order]) -> Order:
        """The use that brings most, if it brings enough."""
        best = max(options, key=lambda order: (self.gain(order), order[0] == "pass"))
        return best if self.gain(best) >= WORTH_USING else ("pass",)

    def gain(self, order: Order) -> float:
        """Expected HP that an artefact brings the side in the first exchange."""
        if order[0] == "pass":
            return 0.0
        artefact = self.scene.tables.artefacts[str(order[1])]
        target = str(order[2]) if len(order) > 2 else ""
        return self._on_army(artefact, target) if target else self._on_field(artefact)

    def _on_field(self, artefact: Artefact) -> float:
        """Clear weather that costs own shooters more than it costs the enemy's."""
        sky = self._after(self.scene.view.field.conditions, artefact.effects, "field")
        return self.balance(sky) - self.balance(self.scene.view.field.conditions)

    def balance(self, sky: tuple[InForce, ...]) -> float:
        """Expected damage that both sides would deal under that sky, ours less theirs."""
        scene = self.scene
        kinds = {
            (one.id, phase): scene.under(one.id, phase, sky)
            for one in (*scene.own, *scene.foes)
            for phase in ("melee", "ranged")
        }
        worth = 0.0
        for phase in ("melee", "ranged"):
            own = [kinds[one.id, phase] for one in scene.own]
            foes = [kinds[one.id, phase] for one in scene.foes]
            mine = own if phase == "melee" else [kinds[o.id, phase] for o in scene.own if scene.shoots(o)]
            theirs = foes if phase == "melee" else [kinds[o.id, phase] for o in scene.foes if scene.shoots(o)]
            worth += self._volley(mine, foes, phase) - self._volley(theirs, own, phase)
        return worth

    def _volley(self, attackers: Iterable[Shape], targets: Sequence[Shape], phase: str) -> float:
        """Each strikes once at an average target."""
        return sum(self._mean(a, t, phase) for a in attackers for t in targets) / max(len(targets), 1)

    def _after(
        self, before: tuple[InForce, ...], effects: Iterable[Effect], where: str
    ) -> tuple[InForce, ...]:
        """Conditions after an artefact has acted on them (FE-ART-04, FE-ART-05)."""
        for effect in effects:
            if effect.kind == f"set_{where}":
                before = put(self.scene.tables, before, str(effect.value), natural=False)
            elif effect.kind == ("clear_group" if where == "field" else "clear_army_group"):
                before = clear_group(self.scene.tables, before, str(effect.value))
        return before

    def _on_army(self, artefact: Artefact, target: str) -> float:
        """Walls where most enemies strike, mire on the strongest enemy, healing from half HP down."""
        scene = self.scene
        army, sheet = scene.known(target)
        after = self._after(army.conditions, artefact.effects, "army")
        missiles = sum(
            int(e.value) for e in artefact.effects if e.kind == "give_missiles" and isinstance(e.value, int)
        )
        gain = 0.0
        if after != army.conditions:
            gain = self._difference(target, after)
        for effect in artefact.effects:
            if effect.kind == "heal" and army.hp * 2 <= sheet.hp_max:
                gain += min(heal_amount(effect.value, sheet.strength), sheet.hp_max - army.hp)
        if missiles and army.missiles <= missiles:
            gain += self._shots_gained(target)
        return gain

    def _difference(self, target: str, after: tuple[InForce, ...]) -> float:
        """What new conditions on an army are worth to this side; the strongest armies count most."""
        army, sheet = self.scene.known(target)
        own = sheet.side == self.scene.view.side
        acting = self._acting(target, after)
        change = self._points(acting) - self._points(self._acting(target, army.conditions))
        return (change if own else -change) * sheet.strength / 5

    def _acting(self, target: str, conditions: tuple[InForce, ...]) -> Acting:
        return self.scene.changed(target, "melee", conditions=conditions).bearer.acting

    def _points(self, acting: Acting) -> float:
        return sum(points(effect) for _, effect in acting)

    def _shots_gained(self, target: str) -> float:
        scene = self.scene
        return max((scene.shapes.mean(scene.shot(target, foe.id)) for foe in scene.foes), default=0.0)

    # --- point 9: tactics ---

    def tactic(self, army_id: str, options: Sequence[Order]) -> Order:
        """The tactic that does most good, Standard if none does any."""
        names = [str(order[0]) for order in options]
        return (max(names, key=lambda name: (self.tactic_worth(army_id, name), name == "standard")),)

    def change(self, army_id: str, options: Sequence[Order]) -> Order:
        """Try a change only if the present tactic is much worse than another."""
        now = self.tactic_worth(army_id, self.scene.army(army_id).tactic)
        names = [str(order[1]) for order in options if order[0] == "change"]
        best = max(names, key=lambda name: self.tactic_worth(army_id, name), default="")
        if best and self.tactic_worth(army_id, best) - now >= WORTH_CHANGING:
            return ("change", best)
        return ("keep",)

    def tactic_worth(self, army_id: str, tactic: str) -> float:
        """Mean row over the first passes under that tactic."""
        scene = self.scene
        key = (scene.shape(army_id, "melee").number, scene.shape(army_id, "ranged").number, tactic)
        if key not in self._tactics:
            ranged = scene.changed(army_id, "ranged", tactic=tactic, tactic_pass=0)
            rows = [
                self.row(army_id, scene.changed(army_id, "melee", tactic=tactic, tactic_pass=n), ranged)
                for n in range(1, HORIZON + 1)
            ]
            self._tactics[key] = sum(rows) / HORIZON
        return self._tactics[key]

    # --- ambush ---

    @cached_property
    def prey(self) -> list[str]:
        """Enemies, strongest first."""
        return sorted((foe.id for foe in self.scene.foes), key=lambda foe: -self.scene.sheet(foe).strength)

    def ambush(self, army_id: str, options: Sequence[Order]) -> Order:
        """The enemy who loses most by it: chance of success x his Strength. Trying costs nothing but the hiding."""
        scene = self.scene
        names = [foe for foe in self.prey if (foe,) in options]

        def worth(foe: str) -> float:
            attack, defence = ambush_figures(scene.bearer(army_id), scene.bearer(foe))
            chance = min(max(20 - total(defence) + total(attack), 0), 20) / 20
            return chance * scene.sheet(foe).strength

        return (max(names, key=worth),) if names else ("none",)

    # --- commanders, features, learning ---

    def commander(self, options: Sequence[Order]) -> Order:
        """The best commander still free goes to the army that is asked for first."""
        free = {one.name: one for one in self.scene.view.lords[self.scene.view.seat].commanders}
        named = [order for order in options if order[0] in free]
        return max(named, key=lambda order: free[str(order[0])].level) if named else options[0]

    def feature(self, army_id: str, options: Sequence[Order]) -> Order:
        """The feature that demands most leadership among those that do this army any good."""
        tables, army = self.scene.tables, self.scene.army(army_id)
        shooter = self.scene.sheet(army_id).missiles > 0

        def worth(order: Order) -> tuple[bool, int, float]:
            feature = tables.features[str(order[0])]
            useful = any(e.kind not in ("missiles", "consumption") for e in feature.effects) or shooter
            ranged = any(e.phase == "ranged" for e in feature.effects) and not shooter
            choice = tables.tactics[str(order[1])].effects if len(order) > 1 else ()
            return useful and not ranged, feature.leadership, sum(map(points, (*feature.effects, *choice)))

        return max((o for o in options if o[0] not in army.tactics), key=worth)

    def learn(self, options: Sequence[Order]) -> Order:
        """The tactic with most points to its credit."""
        tactics = self.scene.tables.tactics
        return max(options, key=lambda order: sum(map(points, tactics[str(order[0])].effects)))


def points(effect: Effect) -> float:
    """An effect in points of Attack: half where it depends on the enemy's kind, less where it lasts a pass."""
    if not isinstance(effect.value, int):
        return {"no_attack": -4.0, "no_tactic": -1.0, "halve_damage": -2.0}.get(effect.kind, 0.0)
    sign = {
        "attack": 1.0,
        "defence": 1.0,
        "damage": 1.0,
        "damage_taken": -1.0,
        "attrition": -1.0,
        "pierce": 0.5,
    }
    weight = sign.get(effect.kind, 0.0)
    if effect.kind.endswith("morale"):
        weight = -CHECK_WEIGHT if effect.kind == "enemy_morale" else CHECK_WEIGHT
    if effect.vs or effect.not_vs or effect.pass_ == "first":
        weight /= 2
    return weight * effect.value / (HORIZON if effect.tactic_pass else 1)
