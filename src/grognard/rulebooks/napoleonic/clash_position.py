"""The position of a described clash: everybody in his place and state, and the rules that are to run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Call, State
from grognard.locale import T
from grognard.orders.wording import decimal
from grognard.rulebooks.napoleonic import clash_rules, fire, fire_table
from grognard.rulebooks.napoleonic.clash_layout import around, guns_before
from grognard.rulebooks.napoleonic.clash_measures import TURN
from grognard.rulebooks.napoleonic.clash_words import EXAMPLE, Described, Host
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire_table import Ammunition, Strength
from grognard.rulebooks.napoleonic.model import (
    CLOCK,
    FRAY,
    Body,
    Gun,
    Lock,
    NapoleonicSetup,
    NapoleonicState,
    Rout,
    Thing,
    Trooper,
    Unit,
)
from grognard.rulebooks.napoleonic.setup import first_pieces

MOST_STRIKERS, MERKA = 5, 1000
STATES: Mapping[str, Mapping[str, Any]] = {
    "pushed": {"pushed": TURN, "push_turn": TURN - 1},
    "stopped": {"stopped": TURN, "stops": 1},
    "routed": {"has_routed": True},
    "victorious": {"has_routed_enemy": True, "bonus_from": TURN},
    "unruly": {"unruly": TURN},
    "disordered": {"disordered": TURN},
    "reforming": {"reforming": TURN},
    "passed": {"passed_front": True},
}
"""What a regiment is by what was said of it, as its turn finds it."""
UNDER_FIRE: Mapping[str, Mapping[str, Any]] = {**STATES, "stopped": {"stopped_before": 1}}
"""The same of a target of fire: what canister did to it was in the turn before."""


def position(setup: NapoleonicSetup, said: Described) -> NapoleonicState:
    """The clash in the middle of turn :data:`TURN`."""
    return _Position(setup, said).made()


class _Position:
    def __init__(self, setup: NapoleonicSetup, said: Described) -> None:
        self.setup, self.said, self.tables = setup, said, setup.tables
        self.pieces: dict[str, Any] = {piece.id: piece for piece in first_pieces(setup)}
        self.field = Field(setup, self.pieces)
        phase = "fire" if said.verb == "fire" else "combat"
        self.change(CLOCK, turn=TURN, phase=phase)
        for host in (*said.hosts, said.target):
            for one in host.ids:
                piece = self.pieces[one]
                if isinstance(piece, Unit):
                    self.pieces[one] = self._state(piece, host)
                elif "silenced" in host.flags:
                    self.pieces[one] = replace(piece, silenced=TURN, silenced_in=TURN - 1)

    def change(self, one: str, **fields: Any) -> None:
        self.pieces[one] = replace(self.pieces[one], **fields)
        self.field.forget(self.pieces[one])

    def made(self) -> NapoleonicState:
        todo = {"attack": self.attack, "firefight": self.firefight, "pursue": self.pursue, "fire": self.fire}
        calls = todo[self.said.verb]()
        pieces: tuple[Thing, ...] = tuple(self.pieces.values())
        return State(pieces, tuple(reversed(calls)))

    # --- who ---

    @clause("NA-MOD-08", "NA-MOD-10", "NA-MOD-11", "NA-MOD-12", "NA-MOD-15", "NA-MOD-20", "NA-MOD-24")
    def _state(self, unit: Unit, host: Host) -> Unit:
        """A regiment as it was described."""
        if host.crossed:
            row, dismounted = self.tables.obstacles[host.crossed], unit.kind == "dismounted"
            if not row.open_to(self.field.branch(unit), dismounted):
                raise Refused("NA-OBS-07", T("{place} is closed to it", place=row.name))
        if "square" in host.flags and not self.field.is_foot(unit):
            raise Refused("NA-MOVE-09", T("only foot forms square"))
        states = UNDER_FIRE if self.said.verb == "fire" else STATES
        for flag in states.keys() & host.flags:
            unit = replace(unit, **states[flag])
        return replace(unit, obstacle=host.crossed)

    @property
    def target(self) -> Trooper:
        ids = self.said.target.ids
        if len(ids) > 1:
            raise Refused("NA-CC-02", T("only one unit can be struck"), EXAMPLE)
        found: Trooper = self.pieces[ids[0]]
        return found

    def _strikers(self, most: int) -> list[Unit]:
        """Regiments in the order in which they were named; guns strike nobody."""
        found = [self.pieces[one] for host in self.said.hosts for one in host.ids]
        if any(not isinstance(one, Unit) for one in found):
            raise Refused("NA-CC-01", T("guns strike nobody; they fire"))
        if len(found) > most:
            raise Refused(
                "NA-CC-02", T("{count} units strike; at most {most} here", count=len(found), most=most)
            )
        return found

    # --- close combat ---

    @clause("NA-CC-02", "NA-CC-04", "NA-CC-05", "NA-MOD-05", "NA-MOD-06", "NA-MOD-13", "NA-OBS-10")
    def attack(self) -> list[Call]:
        """Strikers about their target; it strikes back at the first before its front, else its losses fall by rule."""
        strikers, target = self._strikers(MOST_STRIKERS), self.target
        sides = {one: host.side or "front" for host in self.said.hosts for one in host.ids}
        on: dict[str, list[Unit]] = {}
        for unit in strikers:
            on.setdefault(sides[unit.id], []).append(unit)
        for placed in around(self.field, target, on):
            self.pieces[placed.id] = placed
        for unit in strikers:
            self._attacks(unit, target)
        if isinstance(target, Unit):
            front = on.get("front") or []
            self.change(target.id, declared=("strike", front[0].id) if front else ("none",))
            if "charging" in self.said.target.flags and self.field.is_horse(target):
                self.change(target.id, attacked=strikers[0].id, order=("attack", strikers[0].id))
        pursue = int("pursuit" in self.said.flags)
        return [(clash_rules.clash_turn.name, (self.said.numbers["turns"], pursue))]

    def _attacks(self, unit: Unit, target: Body) -> None:
        horse = self.field.is_horse(unit)
        self.change(
            unit.id,
            declared=("strike", target.id),
            order=("attack", target.id),
            attacked=target.id if horse else "",
            assails=(target.id,),
        )

    @clause("NA-CC-20")
    def firefight(self) -> list[Call]:
        """Two regiments of foot that are locked since the turn before."""
        (one,), two = self._strikers(1), self.target
        if not isinstance(two, Unit) or not (self.field.is_foot(one) and self.field.is_foot(two)):
            raise Refused("NA-CC-20", T("only foot and foot are locked in a firefight"))
        self.pieces |= {unit.id: unit for unit in around(self.field, two, {"front": [one]})}
        men = tuple(man.id for unit in (one, two) for man in self.field.persons_at(unit.id))
        for unit, enemy in ((one, two), (two, one)):
            lock = Lock(enemy.id, TURN - 1, men)
            self.change(unit.id, declared=("strike", enemy.id), locks=(lock,))
        return [(clash_rules.clash_turn.name, (self.said.numbers["turns"], 0))]

    @clause("NA-PURS-06", "NA-ROUT-19")
    def pursue(self) -> list[Call]:
        """The target has routed by way 1, and who acts overthrew it."""
        (one,), target = self._strikers(1), self.target
        self.change(
            target.id, standing="fleeing", has_routed=True, rout=Rout(TURN, 1, "1", 0, overthrowers=(one.id,))
        )
        self.change(FRAY, routed=(target.id,))
        return [(clash_rules.clash_pursuit.name, ())]

    # --- fire ---

    @clause("NA-ART-01", "NA-ART-03", "NA-ART-04", "NA-ART-10", "NA-ART-15", "NA-SKIR-03")
    def fire(self) -> list[Call]:
        """Guns, or one open order, before their target."""
        firers = [self.pieces[one] for host in self.said.hosts for one in host.ids]
        if any(isinstance(one, Unit) for one in firers):
            return self._skirmish(firers)
        if not all(one.crew for one in firers):
            raise Refused("NA-ART-15", T("a gun without gunners does not fire"))
        if any(fire.is_silenced(self.field, one) for one in firers):
            raise Refused("NA-ART-10", T("a silenced gun does not fire"))
        strength = self._strength(firers[0])
        if not self.said.target.ids:
            return self._at_place(firers, strength)
        ammunition, distance = self._ammunition()
        target = self.target
        self.pieces |= {one.id: one for one in guns_before(firers, target, distance)}
        args = (target.id, ammunition, strength)
        shots = [(clash_rules.clash_shot.name, (one.id, *args)) for one in firers]
        return [*shots, *AFTER_FIRE]

    @clause("NA-ART-04", "NA-ART-09")
    def _strength(self, gun: Gun) -> Strength:
        pivot = self.said.numbers.get("pivot", 0)
        move = self.field.own_move(gun)
        moved = move // 2 if "moved" in self.said.flags else 0
        found = fire_table.strength(self.tables, pivot, moved, move)
        if found is None:
            most = T("at most {most} degrees", most=self.tables.angles.pivot_half // 10)
            raise Refused("NA-ART-04", T("a gun that turns so far does not fire"), most)
        return found

    @clause("NA-ART-01", "NA-ART-03")
    def _ammunition(self) -> tuple[Ammunition, int]:
        """Ball beyond the range of canister, canister within it."""
        ranges = self.tables.distances
        near, far = ranges.canister_range, ranges.ball_range
        wanted = next((one for one in ("ball", "canister") if one in self.said.flags), "")
        usual = near // 2 if wanted == "canister" else (near + far) // 2
        distance = self.said.numbers.get("merka", usual)
        if distance > (near if wanted == "canister" else far):
            reach = near if wanted == "canister" else far
            why = T("the target is {distance} merka away, the range is {reach}",
                    distance=decimal(distance, MERKA), reach=decimal(reach, MERKA))  # fmt: skip
            raise Refused("NA-ART-01", why)
        if wanted == "ball" and distance <= near:
            why = T("within {reach} merka a unit is fired at with canister", reach=decimal(near, MERKA))
            raise Refused("NA-ART-03", why)
        return ("canister" if distance <= near else "ball"), distance

    @clause("NA-ART-12", "NA-ART-13")
    def _at_place(self, guns: list[Any], strength: Strength) -> list[Call]:
        kind = next(iter(self.said.places.values()))
        row = self.tables.obstacles[kind]
        if not (row.burns or row.destroyed):
            raise Refused("NA-ART-13", T("{place}: fire does nothing to it", place=row.name))
        shots = [(clash_rules.clash_place.name, (one.id, kind, strength)) for one in guns]
        return [*shots, (clash_rules.clash_end.name, ("fire",))]

    @clause("NA-SKIR-03")
    def _skirmish(self, firers: list[Any]) -> list[Call]:
        if len(firers) > 1 or firers[0].kind != "open_order":
            raise Refused("NA-SKIR-03", T("of foot only one in open order fires"))
        unit, target = firers[0], self.target
        reach = self.tables.distances.skirmish_range
        if self.said.numbers.get("merka", 0) > reach:
            why = T("the target is {distance} merka away, the range is {reach}",
                    distance=decimal(self.said.numbers["merka"], MERKA), reach=decimal(reach, MERKA))  # fmt: skip
            raise Refused("NA-SKIR-03", why)
        self.pieces |= {one.id: one for one in guns_before([unit], target, reach)}
        dice: list[Call] = [(clash_rules.clash_skirmish.name, (unit.id, target.id))] * unit.figures
        return [*dice, *AFTER_FIRE]


AFTER_FIRE: list[Call] = [
    (fire.fire_results.name, ()),
    (fire.fire_routs.name, ()),
    (clash_rules.clash_end.name, ("fire",)),
]
