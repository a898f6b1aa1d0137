"""Step 3.6: obedience and pursuit, with dice in the fixed order (chapter Pursuit)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.napoleonic import forced
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.casualties import (
    capture_person,
    freed,
    in_turn,
    lose,
    strength,
    take_trophies,
    unlock,
)
from grognard.rulebooks.napoleonic.close_combat import keeps_its_ground
from grognard.rulebooks.napoleonic.events import Obedience, Pursuit, PursuitRoll
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.losses import is_even, is_taken, pursuit_loss
from grognard.rulebooks.napoleonic.model import FRAY, Capture, Unit, camp_id
from grognard.rulebooks.napoleonic.outcomes import result

STAY = "stay"
HOLDS = 1
"""Turns through which a captor can lose its trophies again (NA-PURS-11)."""

# --- obedience ---------------------------------------------------------------------------------------


@clause("NA-ROUT-19", "NA-PURS-01")
def overthrown_by(field: Field, unit: str) -> tuple[str, ...]:
    """Whom a unit has overthrown in this phase, in the order in which they routed."""
    routs = ((one, field.trooper(one).rout) for one in dict.fromkeys(field.fray.routed))
    return tuple(one for one, rout in routs if rout and unit in rout.overthrowers)


@rule("NA-PURS-01", "NA-PURS-03", "NA-PURS-04", "NA-CC-08", "NA-CC-23", "NA-CC-33", "NA-MOD-08")
def obedience(battle: NapoleonicBattle) -> None:
    """One die for each overthrower that keeps its ground; who obeys is asked whether it pursues, the others must."""
    battle.step("3.6")
    found = result(battle.field)
    units = battle.field.units if battle.fray.routed else []
    for unit in battle.field.in_order(units):
        routed = overthrown_by(battle.field, unit.id)
        if not routed or unit.standing == "fleeing":
            continue
        if not keeps_its_ground(found.of(unit.id)) or not unit.figures:
            earn(battle, unit, battle.turn + 1)
            continue
        die = battle.die("obedience", unit.id)
        battle.change(FRAY, obedience=(*battle.fray.obedience, (unit.id, die)))
        battle.tell(Obedience(unit.id, die, is_even(die)))
        if is_even(die):
            earn(battle, unit, battle.turn + 1)
        else:
            disobey(battle, unit)
        if not is_even(die) or may_pursue(battle.field, unit):
            seat, must = battle.field.seat(unit), int(not is_even(die))
            battle.ask("pursue", seat, unit.id, must, *routed, then=take_pursuit)


@clause("NA-MOD-08", "NA-PURS-03", "NA-PURS-04")
def earn(battle: NapoleonicBattle, unit: Unit, turn: int) -> None:
    """Its +1 counts from that turn on; one that it has already stays."""
    if not unit.has_routed_enemy or unit.bonus_from > turn:
        battle.change(unit.id, has_routed_enemy=True, bonus_from=turn)


@clause("NA-PURS-04", "NA-MOD-12")
def disobey(battle: NapoleonicBattle, unit: Unit) -> None:
    """Unruly through the next turn; after its first halt, in the turn after that, the +1 counts."""
    earn(battle, unit, battle.turn + 3)
    battle.change(unit.id, unruly=battle.turn + 1)


@clause("NA-PURS-03", "NA-ART-17", "NA-CMD-08")
def may_pursue(field: Field, unit: Unit) -> bool:
    """Whether one that obeys may choose to pursue: under command, and not stopped by canister this turn."""
    return unit.commanded and unit.stopped != field.turn


@rule("NA-PURS-03", "NA-PURS-04")
def take_pursuit(battle: NapoleonicBattle, unit: str, must: int, *routed_and_order: Arg) -> None:
    """Whom it pursues is written down."""
    *_, verb, whom = routed_and_order
    if verb == "pursue":
        battle.change(FRAY, pursuits=(*battle.fray.pursuits, (unit, str(whom))))


# --- pursuit -----------------------------------------------------------------------------------------


@rule("NA-PURS-03", "NA-PURS-04", "NA-PURS-06", "NA-PURS-12")
def pursue_all(battle: NapoleonicBattle) -> None:
    """Pursuers of each routed unit one after another, the higher result first: each moves, then throws its dice."""
    for routed in dict.fromkeys(battle.fray.routed):
        rout = battle.trooper(routed).rout
        for unit in rout.overthrowers if rout else ():
            if (unit, routed) in battle.fray.pursuits:
                _run_after(battle, unit, routed)
                throw_dice(battle, unit, routed)


@clause("NA-PURS-02", "NA-PURS-03", "NA-PURS-04", "NA-PURS-05", "NA-CC-08")
def _run_after(battle: NapoleonicBattle, one: str, routed: str) -> None:
    """A move if it obeys, a move and a half if it doesn't; its next turn is paid with it, and its firefight over."""
    obeys = is_even(dict(battle.fray.obedience)[one])
    share = battle.tables.pursuit.obeys if obeys else battle.tables.pursuit.unruly
    unlock(battle, one, "pursuit")
    went = forced.pursue(battle, one, routed, battle.field.own_move(battle.body(one)) * share // 1000)
    battle.change(one, pursued=battle.turn, exposed=exposed_after(battle, routed))
    battle.tell(Pursuit(one, routed, obeys, went.distance, went.by))


@clause("NA-ROUT-18")
def exposed_after(battle: NapoleonicBattle, routed: str) -> int:
    """By option who pursues a unit that first routed by way 6 isn't safe from anything in the next turn."""
    rout = battle.trooper(routed).rout
    way_6 = rout is not None and rout.first == "6"
    return battle.turn + 1 if way_6 and battle.option("pursuit_exception") == "way6_unshielded" else 0


@clause("NA-PURS-06")
def throw_dice(battle: NapoleonicBattle, pursuer: str, routed: str) -> None:
    """Casualties, prisoners, colours, generals and staff, what the routers had taken."""
    take_figures(battle, pursuer, routed, "casualties")
    take_figures(battle, pursuer, routed, "prisoners")
    _colours(battle, pursuer, routed)
    _persons(battle, pursuer, routed)
    _recapture(battle, pursuer, routed)


@clause("NA-PURS-07")
def take_figures(
    battle: NapoleonicBattle, pursuer: str, routed: str, what: Literal["casualties", "prisoners"]
) -> None:
    trooper = battle.trooper(routed)
    die = battle.die(what, pursuer)
    taken = pursuit_loss(battle.tables, what, die, battle.field.branch(trooper), strength(trooper))
    if what == "casualties":
        battle.tell(PursuitRoll(what, pursuer, routed, (die,), figures=taken))
        lose(battle, routed, taken, "pursuit")
    else:
        battle.tell(PursuitRoll(what, pursuer, routed, (die,), prisoners=taken))
        lose(battle, routed, taken, "prisoners")
        take_trophies(battle, pursuer, routed, prisoners=taken)


def _opposed(battle: NapoleonicBattle, purpose: str, pursuer: str, other: str) -> tuple[int, int]:
    """The pursuer's die and the other's."""
    return battle.die(purpose, pursuer), battle.die(purpose, other)


def _colours(battle: NapoleonicBattle, pursuer: str, routed: str) -> None:
    unit = battle.pieces[routed]
    for _ in range(unit.colours if isinstance(unit, Unit) else 0):
        take_colour(battle, pursuer, routed)


@clause("NA-PURS-08")
def take_colour(battle: NapoleonicBattle, pursuer: str, routed: str) -> None:
    """The throw for one colour."""
    dice = _opposed(battle, "colours", pursuer, routed)
    taken = int(is_taken(*dice))
    battle.tell(PursuitRoll("colours", pursuer, routed, dice, colours=taken))
    if taken:
        battle.change(routed, colours=battle.unit(routed).colours - 1)
        take_trophies(battle, pursuer, routed, colours=1)


def _persons(battle: NapoleonicBattle, pursuer: str, routed: str) -> None:
    for man in in_turn(battle.field, battle.field.persons_at(routed)):
        take_person(battle, pursuer, routed, man.id)


@clause("NA-PURS-09")
def take_person(battle: NapoleonicBattle, pursuer: str, routed: str, man: str) -> None:
    """The throw for one person."""
    dice = _opposed(battle, "persons", pursuer, man)
    taken = (man,) if is_taken(*dice) else ()
    battle.tell(PursuitRoll("persons", pursuer, routed, dice, persons=taken))
    if taken:
        capture_person(battle, man, pursuer, routed)


# --- recapture ---------------------------------------------------------------------------------------


@clause("NA-PURS-10", "NA-PURS-11")
def _recapture(battle: NapoleonicBattle, pursuer: str, routed: str) -> None:
    """What the overthrown unit took in the turn before may be won back: prisoners, colours, persons."""
    side = battle.body(routed).side
    for capture in battle.field.camp(side).captures:
        if capture.captor == routed and battle.turn - HOLDS <= capture.turn < battle.turn:
            left = _free_persons(
                battle, pursuer, _free_colours(battle, pursuer, _free(battle, pursuer, capture))
            )
            _hand_back(battle, side, capture, left)


@clause("NA-PURS-10")
def _free(battle: NapoleonicBattle, pursuer: str, capture: Capture) -> Capture:
    """Prisoners, in the column of the arm from which they were taken."""
    if not capture.prisoners:
        return capture
    die = battle.die("recapture", pursuer)
    branch = battle.field.branch(battle.body(capture.unit))
    free = pursuit_loss(battle.tables, "prisoners", die, branch, capture.prisoners)
    battle.tell(PursuitRoll("recapture", pursuer, capture.captor, (die,), prisoners=free))
    freed(battle, capture.unit, free)
    return replace(capture, prisoners=capture.prisoners - free)


@clause("NA-PURS-10")
def _free_colours(battle: NapoleonicBattle, pursuer: str, capture: Capture) -> Capture:
    won = 0
    for _ in range(capture.colours):
        dice = _opposed(battle, "recapture", pursuer, capture.captor)
        back = int(is_taken(*dice))
        battle.tell(PursuitRoll("recapture", pursuer, capture.captor, dice, colours=back))
        won += back
    if won:
        battle.change(capture.unit, colours=battle.unit(capture.unit).colours + won)
    return replace(capture, colours=capture.colours - won)


@clause("NA-PURS-10")
def _free_persons(battle: NapoleonicBattle, pursuer: str, capture: Capture) -> Capture:
    """They are with the pursuer at once; a post that is still vacant is theirs again."""
    free: list[str] = []
    for man in in_turn(battle.field, [battle.person(one) for one in capture.persons]):
        dice = _opposed(battle, "recapture", pursuer, capture.captor)
        back = (man.id,) if is_taken(*dice) else ()
        battle.tell(PursuitRoll("recapture", pursuer, capture.captor, dice, persons=back))
        free += back
    for one in free:
        battle.change(one, fate="", back=0, at=pursuer)
        _retake_post(battle, one)
    return replace(capture, persons=tuple(one for one in capture.persons if one not in free))


def _retake_post(battle: NapoleonicBattle, one: str) -> None:
    man = battle.person(one)
    formation = battle.field.formation(man.formation)
    if battle.tables.posts[man.post].commands and not formation.commander:
        battle.change(formation.id, commander=one)


def _hand_back(battle: NapoleonicBattle, side: str, before: Capture, left: Capture) -> None:
    """The captor's side has so many trophies less."""
    camp = battle.field.camp(side)
    battle.change(
        camp_id(side),
        prisoners=camp.prisoners - (before.prisoners - left.prisoners),
        colours=camp.colours - (before.colours - left.colours),
        persons=camp.persons - (len(before.persons) - len(left.persons)),
        captures=tuple(left if one == before else one for one in camp.captures),
    )
