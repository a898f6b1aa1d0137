"""How a regiment, gun, wagon, person or formation is now, in words: for sheets, side panels and reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.field import Field, printed_leaders
from grognard.rulebooks.napoleonic.fighting_value import half_recruits
from grognard.rulebooks.napoleonic.model import Body, Gun, Person, Trooper, Unit, Wagon
from grognard.rulebooks.napoleonic.upkeep import COURSE
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import Names
from grognard.show.model import Content

STANDINGS: Mapping[str, Text] = {
    "gone": T("off the table"),
    "destroyed": T("wiped out"),
    "rallied": T("rallied in the rear"),
}


def is_dim(view: NapoleonicView, body: Body) -> bool:
    """Whether the seat sees it from afar only: neither strength nor status."""
    return body.id in view.far


def parts(names: Names, body: Body) -> Iterator[Content]:
    """What holds of a body now, the weightiest first."""
    if body.standing in ("gone", "destroyed"):
        yield STANDINGS[body.standing]
        return
    if body.standing == "waiting":
        yield T("comes in turn {turn}", turn=names.field.sheet(body).turn)
        return
    if isinstance(body, Trooper):
        yield from _trooper(names, body)
    if isinstance(body, Unit):
        yield from _unit(names, body)
    elif isinstance(body, Gun | Wagon):
        yield from _taken(names, body)


@clause("NA-CMD-06", "NA-ROUT-09", "NA-ROUT-13", "NA-ROUT-11", "NA-MOD-20")
def _trooper(names: Names, body: Trooper) -> Iterator[Content]:
    field = names.field
    if body.standing == "fleeing" and body.rout is not None:
        if field.is_spent(body):
            yield T("spent")
        else:
            course = min(max(field.turn - body.rout.turn, 1), COURSE)
            yield T("fleeing, course {course} of {courses}", course=course, courses=COURSE)
    elif body.standing == "rallied":
        yield STANDINGS["rallied"]
    elif body.has_routed:
        yield T("has routed")
    if body.standing == "ready" and not body.commanded:
        yield T("without command")


@clause("NA-CC-20", "NA-MOD-10", "NA-MOD-11", "NA-MOD-12", "NA-CC-34", "NA-MOVE-11", "NA-PURS-02")
def _unit(names: Names, unit: Unit) -> Iterator[Content]:
    field, turn = names.field, names.field.turn
    if unit.locks:
        yield T("in a firefight with {enemies}", enemies=names.all(field.locked_with(unit)))
    held = (
        (T("pushed"), unit.pushed >= turn > 0),
        (T("stopped by canister"), unit.stopped == turn > 0),
        (T("out of hand"), unit.unruly >= turn > 0),
        (T("re-forming"), unit.reforming >= turn > 0),
        (T("may not attack"), unit.no_attack >= turn > 0),
        (T("disordered"), unit.disordered >= turn > 0),
        (T("withdraws, does not resist"), turn > 0 and field.gives_way(unit)),
        (T("rests after its pursuit"), field.rests(unit)),
        (T("splits or reunites"), unit.split_malus == turn > 0),
        (T("has overthrown an enemy"), unit.has_routed_enemy),
        (T("half of it recruits"), half_recruits(unit.recruits, unit.figures)),
        (T("routed twice the day before"), unit.tired),
        (T("colours lost"), not unit.colours and unit.id == unit.sheet and bool(_printed(field, unit))),
    )
    yield from (words for words, true in held if true)
    if unit.covers:
        yield T("covers guns under {chief}", chief=names.of(unit.covers))
    if unit.escorts:
        yield T("escorts {gun}", gun=names.of(unit.escorts))


def _printed(field: Field, unit: Unit) -> int:
    return field.unit_sheet(unit).colours


@clause("NA-ART-10", "NA-ART-15", "NA-TROPH-02")
def _taken(names: Names, body: Gun | Wagon) -> Iterator[Content]:
    if body.owner != body.side:
        yield T("in the hands of {side}", side=names.side(body.owner))
    if isinstance(body, Gun):
        if body.silenced >= names.field.turn > 0:
            yield T("silenced")
        if not body.crew:
            yield T("no gunners")
        if body.disordered >= names.field.turn > 0:
            yield T("disordered")


MINUSES = ("pushed", "stopped", "unruly", "reforming", "disordered")
"""States that take something from the fighting value while they last."""


def minuses(field: Field, body: Body) -> int:
    """How many of them hold now, a rout among them."""
    if not isinstance(body, Trooper):
        return 0
    states = [getattr(body, name) >= field.turn > 0 for name in MINUSES] if isinstance(body, Unit) else []
    return states.count(True) + int(body.has_routed)


# --- persons and formations ------------------------------------------------------------------------------


@clause("NA-FATE-02", "NA-CMD-13", "NA-CMD-16", "NA-CMD-20")
def person_parts(names: Names, man: Person) -> Iterator[Content]:
    if man.waiting:
        yield T("not here yet")
    if man.fate:
        yield names.fate(man.fate)
    if man.fate and man.back > names.field.turn:
        yield T("back in turn {turn}", turn=man.back)
    if man.acting:
        yield T("leads {formation}", formation=names.of(man.acting))
    if man.present and not man.commanded:
        yield T("without command")


@clause("NA-CMD-11", "NA-CMD-12", "NA-CMD-14", "NA-OOB-02")
def formation_parts(names: Names, formation: str) -> Iterator[Content]:
    """Who leads it, and whether it takes an active part."""
    field = names.field
    leader = field.in_charge(formation)
    if leader is not None:
        yield names.person(leader.id)
        if leader.acting == formation:
            yield T("in the place of its general")
    elif formation in printed_leaders(field.setup):
        commander = field.formation(formation).commander
        waits = bool(commander) and field.person(commander).waiting
        yield T("its general is yet to come") if waits else T("without a general")
    if field.is_inactive(formation):
        until = field.formation(formation).inactive
        yield T("inactive through turn {turn}", turn=until) if until >= field.turn else T("inactive")
