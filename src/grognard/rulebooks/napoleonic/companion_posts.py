"""Posts in a companion: who fills a vacant one, which senior does a junior's work (chapter Command)."""

from __future__ import annotations

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import persons, replacement
from grognard.rulebooks.napoleonic.companion_floor import Floor, Owed
from grognard.rulebooks.napoleonic.companion_parts import check_phase
from grognard.rulebooks.napoleonic.companion_words import Line, one_of
from grognard.rulebooks.napoleonic.model import Formation, Person
from grognard.rulebooks.napoleonic.words_names import name_of

# --- the end of a turn --------------------------------------------------------------------------------------


@clause("NA-CMD-12", "NA-CMD-15", "NA-CMD-16", "NA-CMD-17", "NA-CMD-18", "NA-CMD-19")
def replace_general(floor: Floor, line: Line) -> None:
    """``replace platov > cavalry: 4``: a junior takes a vacant post with an even die; ``appointed`` by a senior,
    ``in person``: a senior himself, ``given`` by the corps to one of its staff."""
    man, formation = _who_and_what(floor, line, T("replace platov > cavalry: 4"))
    _check_vacant(floor, formation, appoints=line.has("appointed"))
    juniors, where = replacement.candidates(floor.field, formation), "NA-CMD-15"
    how, fit = "appoint" if line.has("appointed") else "juniors", juniors
    if line.has("in_person"):
        how, fit, where = "senior", replacement.superiors(floor.field, formation), "NA-CMD-16"
    elif line.has("given"):
        how, fit, where = "give", replacement.staff_of_corps(floor.field, formation), "NA-CMD-19"
        if juniors:
            raise Refused(where, T("a division is given away only where nobody may replace its general"))
    _check_fits(floor, man, formation, fit, where)
    replacement.take(floor.battle, formation, how, man)


def _who_and_what(floor: Floor, line: Line, example: Text) -> tuple[str, str]:
    if len(line.names) != 2:
        raise Refused("NA-CMD-15", T("say who takes which formation: {example}", example=example))
    man, pieces = floor.person(line.names[0]), floor.battle.pieces
    known = {str(key): name_of(floor.setup, str(key)) for key in line.names[1].keys}
    formation = one_of(
        line.names[1], lambda one: isinstance(pieces.get(one), Formation), T("formation of the army"), known
    )
    person, named = floor.battle.person(man), floor.names.name(man)
    if person.waiting:
        raise Refused("NA-SEQ-06", T("{person} has not come yet", person=named))
    if not person.present:
        raise Refused("NA-FATE-02", T("{person} is away", person=named))
    return man, formation


@clause("NA-CMD-13", "NA-CMD-16", "NA-CMD-20")
def _check_vacant(floor: Floor, formation: str, *, appoints: bool) -> None:
    """Whether its post is free; where a senior does the work meanwhile, somebody may still be appointed."""
    named = floor.names.name(formation)
    leader = floor.field.in_charge(formation)
    if leader is not None and not (appoints and leader.acting == formation):
        raise Refused("NA-CMD-15", T("{formation} has a general", formation=named))
    commander = floor.field.formation(formation).commander
    if commander:
        raise Refused("NA-CMD-13", T("the general of {formation} will be back or is at another's work: a senior may "
                                     "take over, nobody replaces him", formation=named))  # fmt: skip
    if formation not in replacement.vacant(floor.field):
        raise Refused("NA-CMD-15", T("{formation} has no post to fill", formation=named))


def _check_fits(floor: Floor, man: str, formation: str, fit: list[Person], where: str) -> None:
    if all(one.id != man for one in fit):
        facts = {"person": floor.names.name(man), "formation": floor.names.name(formation)}
        who = tuple(floor.names.name(one.id) for one in fit)
        hint = T("those may: {persons}", persons=who) if who else T("nobody on the table may")
        raise Refused(where, T("{person} may not take {formation} so", **facts), hint)


@clause("NA-CMD-15", "NA-CMD-16")
def vacancies(floor: Floor) -> list[tuple[str, list[str], list[str]]]:
    """Formations without anybody in charge: (formation, juniors, seniors) who may take its post, if anybody may."""
    field, found = floor.field, list[tuple[str, list[str], list[str]]]()
    for one in replacement.vacant(field) if floor.battle.turn else ():
        if field.in_charge(one) is None:
            juniors = [man.id for man in replacement.candidates(field, one)]
            seniors = dict.fromkeys(
                man.id for man in replacement.superiors(field, one) if man.id not in juniors
            )
            found.append((one, juniors, list(seniors)))
    return [each for each in found if each[1] or each[2]]


# --- seniors at a junior's work -----------------------------------------------------------------------------


@clause("NA-CMD-16", "NA-CMD-20", "NA-CMD-12")
def take_over(floor: Floor, line: Line) -> None:
    """``take over ney > division``: a senior who stands with a unit of it does its commander's work."""
    check_phase(floor)
    man, formation = _who_and_what(floor, line, T("take over davout > division"))
    person, field = floor.battle.person(man), floor.field
    facts = {"person": floor.names.name(man), "formation": floor.names.name(formation)}
    if person.acting:
        raise Refused("NA-CMD-20", T("{person} does another's work already: give back first", **facts))
    if formation not in persons.juniors_of(field, person):
        raise Refused("NA-CMD-16", T("{person} is no superior of the commander of {formation}", **facts))
    if not persons.stands_with(field, person.at, formation):
        raise Refused("NA-CMD-16", T("{person} must be with a unit of {formation}", **facts),
                      T("write first: join {person} UNIT", person=man))  # fmt: skip
    persons.take_over(floor.battle, person, formation)


@clause("NA-CMD-20")
def give_back(floor: Floor, line: Line) -> None:
    """``give back davout``: he does his own duty again."""
    check_phase(floor)
    if not line.names:
        raise Refused("NA-CMD-20", T("say who: {example}", example=T("give back davout")))
    man = floor.battle.person(floor.person(line.names[0]))
    if not man.acting:
        raise Refused("NA-CMD-20", T("{person} does nobody else's work", person=floor.names.name(man.id)))
    persons.give_back(floor.battle, man)


@clause("NA-CMD-16")
def owe_joining(floor: Floor) -> None:
    """Who has taken a post at the end of the turn before joins a unit of that formation now."""
    for man in floor.field.persons:
        away = not persons.stands_with(floor.field, man.at, man.acting) if man.acting else False
        if man.present and away and man.since == floor.battle.turn - 1:
            floor.owe(Owed("lead", man.id, man.acting, must=False))
