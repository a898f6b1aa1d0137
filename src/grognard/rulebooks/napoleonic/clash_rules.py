"""A described clash: the rules of close combat, of fire and of pursuit with nothing to decide and nowhere to run.

The laboratory's small battle (``grognard odds``). Everybody stays where he stands; what would send him away is
written down.
"""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.rulebooks.napoleonic import fire_table, melee, outcomes, pursuit
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.casualties import bury, in_turn
from grognard.rulebooks.napoleonic.close_combat import keeps_its_ground
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire import SKIRMISH
from grognard.rulebooks.napoleonic.losses import is_even
from grognard.rulebooks.napoleonic.model import CLOCK, FRAY, Fray, Shot, Unit
from grognard.rulebooks.napoleonic.rout import mark

END = "clash"

# --- close combat ------------------------------------------------------------------------------------


@rule("NA-CC-02", "NA-CC-05")
def clash_turn(battle: NapoleonicBattle, turns: int, pursue: int) -> None:
    """Phase 3 of one turn. ``turns``: how many are left, this one too (0: until it is decided); ``pursue``: whether
    whoever overthrows an enemy runs after him."""
    battle.then(melee.strikes, melee.dice, melee.losses, melee.results, clash_outcome, turns, pursue)


@rule("NA-CC-08", "NA-CC-20", "NA-CC-22", "NA-CC-30", "NA-CC-31", "NA-ROUT-01", "NA-ROUT-02")
def clash_outcome(battle: NapoleonicBattle, turns: int, pursue: int) -> None:
    """What step 3.5 does to each of them, but for the way back; then pursuit, and the next turn if there is one."""
    found = outcomes.result(battle.field)
    for one in outcomes.decide(battle, found):
        mark(battle, one)
    bury(battle, routed=False)
    outcomes.settle_locks(battle, found)
    if pursue and battle.fray.routed:
        battle.then(clash_pursuit)
    else:
        battle.then(clash_next, turns, pursue)


@rule("NA-CC-20", "NA-CC-22", "NA-MOD-10", "NA-ROUT-02")
def clash_next(battle: NapoleonicBattle, turns: int, pursue: int) -> None:
    """The fight goes on as long as foot stands against foot: locked in a firefight, or pushed and followed."""
    if turns == 1 or not _goes_on(battle.field):
        battle.then(clash_end, "melee")
        return
    battle.change(CLOCK, turn=battle.turn + 1)
    battle.change(FRAY, **{name: () for name in Fray.__struct_fields__ if name != "id"})
    battle.then(clash_turn, max(turns - 1, 0), pursue)


def _goes_on(field: Field) -> bool:
    pieces = [piece for piece in field.pieces.values() if isinstance(piece, Unit)]
    return all(field.is_foot(unit) and field.is_fit(unit) for unit in pieces)


# --- pursuit -----------------------------------------------------------------------------------------


@rule("NA-PURS-01", "NA-CC-08")
def clash_pursuit(battle: NapoleonicBattle) -> None:
    """Obedience of all who overthrew an enemy and keep their ground; who obeys runs after him of his own will."""
    found = outcomes.result(battle.field)
    for unit in battle.field.in_order(battle.field.units):
        if (
            pursuit.overthrown_by(battle.field, unit.id)
            and unit.figures
            and keeps_its_ground(found.of(unit.id))
        ):
            die = battle.die("obedience", unit.id)
            battle.change(FRAY, obedience=(*battle.fray.obedience, (unit.id, is_even(die))))
    battle.then(clash_spoils)


@rule("NA-PURS-06", "NA-PURS-12")
def clash_spoils(battle: NapoleonicBattle) -> None:
    """Dice of each pursuit in their order, one call a throw, so that what comes to the same is the same."""
    dicing = dict(battle.fray.obedience)
    for routed in dict.fromkeys(battle.fray.routed):
        rout = battle.trooper(routed).rout
        for one in rout.overthrowers if rout else ():
            if one in dicing and pursuit.overthrown_by(battle.field, one)[0] == routed:
                _throws(battle, one, routed)
    battle.then(clash_end, "melee")


def _throws(battle: NapoleonicBattle, one: str, routed: str) -> None:
    for what in ("casualties", "prisoners"):
        battle.then(clash_figures, one, routed, what)
    unit = battle.pieces[routed]
    for _ in range(unit.colours if isinstance(unit, Unit) else 0):
        battle.then(clash_colour, one, routed)
    for man in in_turn(battle.field, battle.field.persons_at(routed)):
        battle.then(clash_person, one, routed, man.id)


@rule("NA-PURS-07")
def clash_figures(battle: NapoleonicBattle, one: str, routed: str, what: str) -> None:
    pursuit.take_figures(battle, one, routed, "prisoners" if what == "prisoners" else "casualties")


@rule("NA-PURS-08")
def clash_colour(battle: NapoleonicBattle, one: str, routed: str) -> None:
    if battle.unit(routed).colours:
        pursuit.take_colour(battle, one, routed)


@rule("NA-PURS-09")
def clash_person(battle: NapoleonicBattle, one: str, routed: str, man: str) -> None:
    if battle.person(man).present:
        pursuit.take_person(battle, one, routed, man)


@rule("NA-SEQ-04")
def clash_end(battle: NapoleonicBattle, kind: str) -> None:
    """There is no more to it."""
    if battle.outcome is None:
        battle.end((), f"{END}.{kind}")


@clause("NA-PURS-01")
def obeys(fray: Fray, unit: str) -> bool | None:
    """Whether a pursuer obeyed; None if it threw no die. Of the die only that is kept."""
    even = dict(fray.obedience).get(unit)
    return None if even is None else bool(even)


# --- fire --------------------------------------------------------------------------------------------


@rule("NA-ART-03", "NA-ART-04", "NA-ART-06", "NA-CAS-03")
def clash_shot(battle: NapoleonicBattle, gun: str, target: str, ammunition: str, strength: str) -> None:
    """One gun's die. Shots are kept in the order of their faces: which gun threw which does not matter."""
    face = battle.die("shot", gun)
    branch = battle.field.branch(battle.body(target))
    half: fire_table.HalfDie = battle.option("half_die")  # type: ignore[assignment]
    ammo: fire_table.Ammunition = "canister" if ammunition == "canister" else "ball"
    hit = fire_table.shot(battle.tables, face, branch, ammo, strength, half)  # type: ignore[arg-type]
    shot = Shot(
        "", target, ammunition, strength, (face,), hit.losses, hit.silenced, hit.stopped, int(hit.fate)
    )
    first = battle.fray.shots[0].firer if battle.fray.shots else gun
    shots = (*battle.fray.shots, replace(shot, firer=first))
    battle.change(FRAY, shots=tuple(sorted(shots, key=lambda one: one.faces)))


@rule("NA-SKIR-03")
def clash_skirmish(battle: NapoleonicBattle, unit: str, target: str) -> None:
    """One figure's die in open order."""
    hits = fire_table.skirmish_hits((battle.die(SKIRMISH, unit),)).losses
    hits += sum(shot.losses for shot in battle.fray.shots)
    battle.change(FRAY, shots=(Shot(unit, target, SKIRMISH, "full", (), hits, sixes=hits),))


@rule("NA-ART-12", "NA-ART-13", "NA-ART-14")
def clash_place(battle: NapoleonicBattle, gun: str, kind: str, strength: str) -> None:
    """One gun's shot at a building, bridge or work: nothing but that can happen to it, and once."""
    if battle.outcome is None:
        place = battle.tables.obstacles[kind]
        done = fire_table.place_hit(place, battle.die("shot", gun), strength)  # type: ignore[arg-type]
        if done:
            battle.end((), f"{END}.{done}")
