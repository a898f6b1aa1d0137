"""What follows a fight in a companion: fate, obedience and pursuit, follow-ups, routers and those in their way, guns
taken (chapters Fate, Pursuit, Rout, Trophies)."""

from __future__ import annotations

from typing import Any

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events
from grognard.rulebooks.napoleonic.capture import change_hands, persons_taken
from grognard.rulebooks.napoleonic.casualties import capture_person, fates, unlock
from grognard.rulebooks.napoleonic.companion_fight import overthrown
from grognard.rulebooks.napoleonic.companion_floor import Floor, Owed, leave, rout
from grognard.rulebooks.napoleonic.companion_words import Bit, Line
from grognard.rulebooks.napoleonic.losses import is_even
from grognard.rulebooks.napoleonic.model import Gun, Trooper, Unit, Wagon
from grognard.rulebooks.napoleonic.persons import is_held, stands_with
from grognard.rulebooks.napoleonic.pursuit import disobey, earn, exposed_after, may_pursue, throw_dice
from grognard.rulebooks.napoleonic.rout import CONTAGION, Fallen

THOUSANDTHS = 1000


def first(line: Line, what: Text) -> Bit:
    """The first name of a line; Refused where there is none."""
    if not line.names:
        raise Refused("", T("say who: {example}", example=what))
    return line.names[0]


# --- fate -------------------------------------------------------------------------------------------------


@clause("NA-FATE-01", "NA-FATE-02", "NA-FATE-03", "NA-CMD-13")
def fate(floor: Floor, line: Line) -> None:
    """``fate odessa: 5``: for each six a die for every person with the unit, by rank; by his name for his unit."""
    bit = first(line, T("fate odessa: 5"))
    unit = floor.battle.person(floor.person(bit)).at if floor.is_person(bit) else floor.trooper(bit)
    owed = floor.owing("fate", unit)
    if owed is None:
        raise Refused(
            "NA-FATE-01",
            T("no die of fate is due for {unit}: no 6 was thrown at it", unit=floor.names.name(unit)),
        )
    fates(floor.battle, [unit] * owed.count)
    floor.pay(owed)


# --- obedience and pursuit ----------------------------------------------------------------------------------


@clause("NA-PURS-01", "NA-PURS-03", "NA-PURS-04", "NA-MOD-08")
def obey(floor: Floor, line: Line) -> None:
    """``obedience odessa: 4``: even obeys, odd pursues out of hand."""
    battle = floor.battle
    one = floor.unit(first(line, T("obedience odessa: 4")))
    owed = floor.owing("obey", one)
    if owed is None:
        raise Refused("NA-PURS-01", T("{unit} has overthrown nobody now", unit=floor.names.name(one)))
    unit, die = battle.unit(one), battle.die("obedience", one)
    battle.tell(events.Obedience(one, die, is_even(die)))
    if is_even(die):
        earn(battle, unit, battle.turn + 1)
    else:
        disobey(battle, unit)
    floor.pay(owed)
    if not is_even(die) or may_pursue(floor.field, unit):
        floor.owe(Owed("pursue", one, owed.about, must=not is_even(die)))


@clause("NA-PURS-02", "NA-PURS-03", "NA-PURS-04", "NA-PURS-06", "NA-CC-08")
def pursue(floor: Floor, line: Line) -> None:
    """``pursue odessa fr57: 5 4 3 3``: casualties, prisoners, then a die of each side for every colour and person, then
    for what the routers had taken."""
    battle = floor.battle
    one = floor.unit(first(line, T("pursue odessa > fr57: 5 4 3 3")))
    owed = floor.owing("pursue", one)
    if owed is None:
        raise Refused(
            "NA-PURS-03",
            T("{unit} has nobody to pursue: it overthrows an enemy, then throws for obedience",
              unit=floor.names.name(one)),
        )  # fmt: skip
    routed = floor.trooper(line.names[1]) if len(line.names) > 1 else owed.about.split()[0]
    if routed not in owed.about.split():
        raise Refused("NA-PURS-03", T("{unit} did not overthrow {enemy} now", unit=floor.names.name(one),
                                      enemy=floor.names.name(routed)))  # fmt: skip
    share = battle.tables.pursuit.unruly if owed.must else battle.tables.pursuit.obeys
    unlock(battle, one, "pursuit")
    distance = floor.field.own_move(battle.body(one)) * share // THOUSANDTHS
    battle.change(one, pursued=battle.turn, exposed=exposed_after(battle, routed))
    battle.tell(events.Pursuit(one, routed, not owed.must, distance, ""))
    throw_dice(battle, one, routed)
    floor.pay(owed)


@clause("NA-PURS-03", "NA-CC-22")
def stay(floor: Floor, line: Line) -> None:
    """``stay odessa``: it neither pursues nor follows."""
    one = floor.unit(first(line, T("stay odessa")))
    pursuit = floor.owing("pursue", one)
    if pursuit is not None and pursuit.must:
        raise Refused("NA-PURS-04", T("{unit} does not obey: it must pursue", unit=floor.names.name(one)))
    if pursuit is None and floor.owing("follow", one) is None:
        raise Refused("NA-PURS-03", T("{unit} is not asked to pursue or follow", unit=floor.names.name(one)))
    floor.pay(pursuit)
    floor.pay(floor.owing("follow", one))
    floor.line(T("{unit} stays", unit=floor.names.of(one)), "NA-PURS-03", who=one)


@clause("NA-CC-22", "NA-CC-32")
def follow(floor: Floor, line: Line) -> None:
    """``follow odessa 0.4``: after pushed foot it is paid from the next turn, a step after pushed horse is free."""
    battle = floor.battle
    one = floor.unit(first(line, T("follow odessa 0.5")))
    owed = floor.owing("follow", one)
    if owed is None:
        raise Refused(
            "NA-CC-22", T("{unit} has pushed nobody whom it may follow", unit=floor.names.name(one))
        )
    distance = int(line.numbers[0] * THOUSANDTHS) if line.numbers else owed.count
    if not 0 < distance <= owed.count:
        most = owed.count / THOUSANDTHS
        raise Refused("NA-CC-22", T("it may follow {most} merka at most", most=most))
    battle.tell(events.FollowedUp(one, owed.about, distance))
    if battle.field.is_foot(battle.body(owed.about)):
        battle.change(one, paid=distance)
    floor.pay(owed)


# --- routs that the umpire sees -------------------------------------------------------------------------------


@clause("NA-ROUT-03", "NA-ROUT-05", "NA-ROUT-17", "NA-ROUT-19")
def rout_said(floor: Floor, line: Line) -> None:
    """``rout fr57, onto an obstacle``, ``narrow place`` or ``carried away``."""
    one = floor.trooper(first(line, T("rout fr57, onto an obstacle")))
    named, battle = floor.names.name(one), floor.battle
    if battle.trooper(one).standing == "fleeing":
        raise Refused("NA-ROUT-12", T("{unit} is in flight; a strike on it is a second rout", unit=named))
    if line.has("routers"):
        ran = (each.rout for each in battle.pieces.values() if isinstance(each, Trooper) and each.rout)
        if all(each.turn != battle.turn for each in ran):
            raise Refused(
                "NA-ROUT-17", T("nobody has routed in this turn who could carry {unit} away", unit=named)
            )
        fallen = Fallen(one, CONTAGION, 0)
    elif line.has("onto", "obstacle", "narrow"):
        if one not in floor.memory.beaten:
            raise Refused("NA-ROUT-03", T("{unit} was not pushed in this turn", unit=named))
        way = "4" if line.has("narrow") else "3"
        fallen = Fallen(one, way, 0, floor.memory.beaten[one])
    else:
        raise Refused(
            "NA-ROUT-03",
            T("say why: onto an obstacle, narrow place, carried away; the other ways come by dice"),
        )
    floor.pay(floor.owing("rout", one))
    rout(floor, fallen)
    overthrown(floor, fallen)


@clause("NA-ROUT-17", "NA-ART-18")
def in_the_way(floor: Floor, line: Line) -> None:
    """``in the way fr57 > fr61, fr2ch: 4``: units in a corridor half a merka or more behind; horse needs no die."""
    if not any(part.arrow for part in line.parts):
        raise Refused("NA-ROUT-17", T("say who runs and who is in the way: fr57 > fr61"))
    routed = floor.trooper(line.names[0])
    _check_ran(floor, routed, "NA-ROUT-17")
    for bit in line.names[1:]:
        one = floor.trooper(bit)
        if line.has("routers"):
            floor.battle.tell(events.RoutersPass(one, routed, 0, "routs"))
            fallen = Fallen(one, CONTAGION, 0)
            rout(floor, fallen)
            overthrown(floor, fallen)
        else:
            _let_pass(floor, one, routed)
    floor.pay(floor.owing("pass", routed))


@clause("NA-ROUT-16", "NA-ROUT-17")
def _check_ran(floor: Floor, one: str, where: str) -> None:
    """Refused unless it has begun to run in this turn."""
    rout = floor.battle.trooper(one).rout
    if rout is None or rout.turn != floor.battle.turn:
        raise Refused(where, T("{unit} has not routed in this turn", unit=floor.names.name(one)))


def _let_pass(floor: Floor, one: str, routed: str) -> None:
    battle, body = floor.battle, floor.battle.trooper(one)
    if battle.field.is_horse(body) or battle.field.arm(body) == "horse_gun":
        if isinstance(body, Unit):
            battle.change(one, reforming=battle.turn + 1)
        battle.tell(events.RoutersPass(one, routed, 0, "reforms"))
        return
    die, result = battle.die("routers", one), "stands"
    fields: dict[str, Any] = {}
    if not is_even(die):
        gun = isinstance(body, Gun)
        result = "silenced" if gun else "disordered"
        fields = {result: battle.turn + 1}
    battle.change(one, **fields)
    battle.tell(events.RoutersPass(one, routed, die, result))


@clause("NA-ROUT-16")
def neighbour(floor: Floor, line: Line) -> None:
    """``neighbour fr61 of fr57``: the nearest friend beside a unit that routs falls back half a move, out of its
    fights."""
    one = floor.trooper(first(line, T("neighbour fr61 of fr57")))
    if len(line.names) != 2:
        raise Refused("NA-ROUT-16", T("say of whom: {example}", example=T("neighbour fr61 of fr57")))
    routed = floor.trooper(line.names[1])
    _check_ran(floor, routed, "NA-ROUT-16")
    body = floor.battle.trooper(one)
    if body.side != floor.battle.trooper(routed).side or body.standing != "ready":
        facts = {"unit": floor.names.name(one), "routed": floor.names.name(routed)}
        raise Refused("NA-ROUT-16", T("{unit} is no friend of {routed} in good order", **facts))
    unlock(floor.battle, one, "neighbour")
    own = floor.field.own_move(floor.battle.body(one))
    floor.battle.tell(events.NeighbourBack(one, routed, own // 2))


# --- guns and persons -----------------------------------------------------------------------------------------


@clause("NA-TROPH-02", "NA-TROPH-04", "NA-UNIT-06", "NA-PURS-09")
def take(floor: Floor, line: Line) -> None:
    """``capture battery by odessa: 4 2`` (dice for each person with it), or a person whose unit is no more."""
    if len(line.names) != 2:
        raise Refused("NA-TROPH-02", T("say what is taken and by whom"))
    captor = floor.unit(line.names[1])
    if floor.is_person(line.names[0]):
        _take_person(floor, floor.person(line.names[0]), captor)
        return
    one = floor.body(line.names[0])
    body, battle = floor.battle.body(one), floor.battle
    if not isinstance(body, Gun | Wagon) or body.owner == battle.body(captor).side:
        raise Refused("NA-TROPH-02", T("{gun} is nothing that {unit} can take", gun=floor.names.name(one),
                                       unit=floor.names.name(captor)))  # fmt: skip
    die = floor.memory.dice.get(captor, 0)
    if floor.owing("take", captor, one) is None:
        raise Refused("NA-TROPH-02", T("{unit} takes a gun that it struck in this turn, and none else",
                                       unit=floor.names.name(captor)))  # fmt: skip
    change_hands(battle, body, captor, die)
    for man in persons_taken(battle, one, captor):
        floor.owe(Owed("refuge", man.id, one))
    floor.pay(floor.owing("take", captor, one))


@clause("NA-UNIT-06")
def _take_person(floor: Floor, man: str, captor: str) -> None:
    owed = floor.owing("refuge", man)
    if owed is None:
        raise Refused("NA-UNIT-06", T("{person} stands with a unit and is not free to be taken",
                                      person=floor.names.name(man)))  # fmt: skip
    floor.battle.tell(events.PersonRefuge(man, "", captor))
    capture_person(floor.battle, man, captor, owed.about)
    floor.pay(owed)


@clause("NA-CMD-10", "NA-UNIT-06")
def join(floor: Floor, line: Line) -> None:
    """``join neverovsky odessa``: a person goes to a unit; also one whose unit is no more."""
    if len(line.names) != 2:
        raise Refused("NA-CMD-10", T("say who goes to which unit"))
    man, one = floor.person(line.names[0]), floor.trooper(line.names[1])
    person, body = floor.battle.person(man), floor.battle.trooper(one)
    named = {"person": floor.names.name(man), "unit": floor.names.name(one)}
    if not person.present:
        raise Refused("NA-FATE-02", T("{person} is away", **named))
    if body.side != person.side or not body.on_table:
        raise Refused("NA-CMD-10", T("{person} can't stand with {unit}", **named))
    owed = floor.owing("refuge", man)
    here = floor.field.find(person.at)
    barred = floor.battle.turn if owed is None and here is not None and is_held(here) else person.barred
    floor.change_now(man, at=one, barred=barred)
    told = events.PersonMoved(man, person.at, one) if owed is None else events.PersonRefuge(man, one)
    floor.battle.tell(told)
    floor.pay(owed)
    if person.acting and stands_with(floor.field, one, person.acting):
        floor.pay(floor.owing("lead", man))
    if body.standing == "rallied":
        floor.battle.change(one, standing="ready", **({"led": True} if isinstance(body, Unit) else {}))
        floor.battle.tell(events.ReturnedToBattle(one, "led"))


def left_field(floor: Floor, man: str) -> None:
    """A person leaves the field."""
    floor.battle.tell(events.PersonRefuge(man, ""))
    leave(floor, man)
    floor.pay(floor.owing("refuge", man))
