"""Persons: who joins whom, seniors in juniors' places, covers for guns, and what becomes of those who are lost
(chapters Command and Fate, step 1.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import CommandLost, CoverOrdered, PersonBack, PersonMoved, PostTaken
from grognard.rulebooks.napoleonic.field import Field, printed_leaders
from grognard.rulebooks.napoleonic.model import Body, Formation, Gun, Person, Trooper, Unit
from grognard.rulebooks.napoleonic.order_of_battle import ARTILLERY_CHIEF
from grognard.space.measure import enters, nearest_points
from grognard.space.outline import box_of, boxes_near

SHAKEN, LEFT = "shaken", "left"
ARITY = {"join": 2, "take": 2, "give": 1, "cover": 2, "release": 1}
"""Words of an order of step 1.2, and how many ids follow each."""


class Change(NamedTuple):
    """One item of the order: ``what`` it is, who, and whom or what else it names."""

    what: str
    who: str
    other: str = ""


def read(order: Sequence[Arg]) -> list[Change] | None:
    """("persons", then items of ARITY); None where it can't be read."""
    words, at, found = [str(word) for word in order], 1, []
    if words[:1] != ["persons"]:
        return None
    while at < len(words):
        count = ARITY.get(words[at])
        if count is None or at + count >= len(words):
            return None
        found.append(Change(*words[at : at + count + 1]))
        at += count + 1
    return found


# --- what may be done --------------------------------------------------------------------------------


def of_seat(field: Field, seat: str) -> list[Person]:
    """A seat's persons who are there, with a unit that stands on the table."""
    key = ("persons of", seat)
    found: list[Person] | None = field.kept.get(key)
    if found is None:
        own = (man for man in field.persons if man.present and field.person_seat(man) == seat)
        found = field.kept[key] = [man for man in own if _stands(field, man.at)]
    return found


def _stands(field: Field, one: str) -> bool:
    body = field.find(one)
    return body is not None and body.on_table


@clause("NA-CMD-10", "NA-OOB-04")
def why_not_join(field: Field, man: Person, one: str) -> str:
    """Why he may not join a unit or gun: an id of the refusal, "" where he may."""
    target, here = field.find(one), field.body(man.at)
    if not isinstance(target, Trooper) or not target.on_table or target.side != man.side:
        return "nobody"
    if isinstance(target, Gun) and target.owner != man.side:
        return "nobody"
    if is_held(here) and is_held(target):
        return "held"
    if not field.within(here, target, field.distances.person_move):
        return "far"
    return "crossed" if _crossed(field, here, target) else ""


def is_held(body: Body) -> bool:
    return body.standing == "fleeing" or (isinstance(body, Unit) and bool(body.locks))


def _crossed(field: Field, here: Body, target: Body) -> bool:
    area = box_of((*here.shape.ring, *target.shape.ring))
    between = [one.shape for one in field.bodies if one.side != here.side and boxes_near(one.shape.box, area)]
    if not between:
        return False
    start, end = nearest_points(here.shape, target.shape)
    return any(enters(start, end, shape) for shape in between)


@clause("NA-CMD-10")
def reachable(field: Field, man: Person) -> Iterator[str]:
    """Units and guns that he may join, nearest first."""
    here, rides = field.body(man.at), field.distances.person_move
    own = (one for one in field.troopers if one.side == man.side and one.id != man.at)
    near = [one for one in own if field.within(here, one, rides)]
    for one in sorted(near, key=lambda one: (field.gap(here, one), one.id)):
        if not why_not_join(field, man, one.id):
            yield one.id


def may_join_anybody(field: Field, man: Person) -> bool:
    """Whether there is any such unit or gun."""
    own = (one for one in field.troopers if one.side == man.side and one.id != man.at)
    return any(not why_not_join(field, man, one.id) for one in own)


@clause("NA-CMD-16", "NA-CMD-20")
def juniors_of(field: Field, man: Person) -> list[str]:
    """Formations under his that have a general's post of their own, which he might take over."""
    if not field.tables.posts[man.post].commands or man.acting:
        return []
    led = printed_leaders(field.setup)
    return [one for one in led if one != man.formation and man.formation in field.way_up(one)[1:]]


@clause("NA-CMD-16", "NA-CMD-20")
def stands_with(field: Field, at: str, formation: str) -> bool:
    """Whether a unit or gun belongs to a formation or to one under it."""
    body = field.find(at)
    return body is not None and body.on_table and formation in field.way_up(field.formation_of(body))


@clause("NA-CMD-02")
def may_cover(field: Field, unit: Unit, chief: Person) -> bool:
    """A regiment of the chief's own formation, or of his corps."""
    if chief.post != ARTILLERY_CHIEF or not chief.present or chief.side != unit.side:
        return False
    own = field.way_up(field.formation_of(unit))
    if chief.formation in own:
        return True
    corps = [one for one in field.way_up(chief.formation) if field.formation_sheet(one).level == "corps"]
    return any(one in own for one in corps)


# --- step 1.2 ----------------------------------------------------------------------------------------


@rule("NA-CMD-10")
def ask(battle: NapoleonicBattle) -> None:
    """Every seat that has persons on the table says who goes where, in secret."""
    battle.step("1.2")
    for seat in battle.setup.seats:
        if of_seat(battle.field, seat.id):
            battle.ask("persons", seat.id, seat.id, then=take, secret=True)


@rule("NA-CMD-02", "NA-CMD-10", "NA-CMD-16", "NA-CMD-20")
def take(battle: NapoleonicBattle, seat: str, *order: Arg) -> None:
    """What a seat has said, item by item: who joins whom first."""
    changes = read(order) or []
    for one in sorted(changes, key=lambda one: list(ARITY).index(one.what)):
        if one.what == "join":
            _join(battle, battle.person(one.who), one.other)
        elif one.what == "take":
            take_over(battle, battle.person(one.who), one.other)
        elif one.what == "give":
            give_back(battle, battle.person(one.who))
        else:
            battle.change(one.who, covers=one.other)
            battle.tell(CoverOrdered(one.who, one.other))
    _seniors_join(battle, seat)


@clause("NA-CMD-10")
def _join(battle: NapoleonicBattle, man: Person, one: str) -> None:
    barred = battle.turn if is_held(battle.body(man.at)) else man.barred
    battle.change(man.id, at=one, barred=barred)
    battle.tell(PersonMoved(man.id, man.at, one))


@clause("NA-CMD-12", "NA-CMD-16", "NA-CMD-20")
def take_over(battle: NapoleonicBattle, man: Person, formation: str) -> None:
    """A senior does a junior's work. A vacant post taken now leaves the formation inactive in this turn, as if it had
    been filled at the end of the turn before."""
    battle.change(man.id, acting=formation, since=battle.turn)
    piece = battle.field.formation(formation)
    if not piece.commander and piece.lost:
        battle.change(formation, inactive=battle.turn)
    battle.tell(PostTaken(man.id, formation))


@clause("NA-CMD-20")
def give_back(battle: NapoleonicBattle, man: Person) -> None:
    """He does his own duty again; a post without anybody else is vacant."""
    battle.change(man.id, acting="", since=0)
    battle.tell(PostTaken(man.id, man.acting, given_back=True))
    _vacated(battle, battle.field.formation(man.acting), man.id)


@clause("NA-CMD-16")
def _seniors_join(battle: NapoleonicBattle, seat: str) -> None:
    """Who has taken a post at the end of a turn now joins a unit of that formation."""
    field = battle.field
    for man in of_seat(field, seat):
        if man.acting and man.since == battle.turn - 1 and not stands_with(field, man.at, man.acting):
            near = (one for one in reachable(field, man) if stands_with(field, one, man.acting))
            if unit := next(near, ""):
                _join(battle, man, unit)


# --- lost and back -----------------------------------------------------------------------------------


@clause("NA-CMD-11", "NA-CMD-13", "NA-FATE-02")
def fall(battle: NapoleonicBattle, person: str, fate: str, back: int = 0) -> None:
    """He is away: ``fate`` an id of the table, captured or left; ``back``: the turn in which he returns, 0 for never.
    Unless he returns, whatever he led is without a general."""
    man = battle.person(person)
    battle.change(person, fate=fate, back=back, acting="", since=0)
    if man.acting:
        _vacated(battle, battle.field.formation(man.acting), person)
    if not back:
        for formation in battle.setup.formations:
            piece = battle.field.formation(formation)
            if piece.commander == person:
                battle.change(formation, commander="")
                _vacated(battle, battle.field.formation(formation), person)


def _vacated(battle: NapoleonicBattle, formation: Formation, person: str) -> None:
    """Nobody leads it now; where a senior still has it in hand, nothing is lost."""
    if not formation.commander and battle.field.in_charge(formation.id) is None:
        battle.change(formation.id, lost=battle.turn)
        battle.tell(CommandLost(formation.id, person))


@clause("NA-UNIT-06")
def move_with(battle: NapoleonicBattle, before: str, after: str) -> None:
    """All persons with a unit pass to another."""
    for man in battle.field.persons_at(before):
        battle.change(man.id, at=after)


@clause("NA-CMD-13")
def come_back(battle: NapoleonicBattle) -> None:
    """Shaken persons whose turn is over are back with their unit, or another of their formation or side."""
    for man in battle.field.persons:
        if man.fate == SHAKEN and man.back == battle.turn:
            unit = _refuge(battle.field, man)
            if not unit:
                fall(battle, man.id, LEFT)
                continue
            battle.change(man.id, fate="", back=0, at=unit)
            battle.tell(PersonBack(man.id, unit))


def _refuge(field: Field, man: Person) -> str:
    if _stands(field, man.at):
        return man.at
    own = [one for one in field.troopers if one.side == man.side and one.standing == "ready"]
    own.sort(key=lambda one: (man.formation not in field.way_up(field.formation_of(one)), one.id))
    return own[0].id if own else ""


@clause("NA-MOVE-17", "NA-ROUT-20")
def leave_with_units(battle: NapoleonicBattle) -> None:
    """Whose unit has left the table is gone with it."""
    field = battle.field
    for man in field.persons:
        body = field.find(man.at) if man.present else None
        if body is not None and body.standing == "gone":
            fall(battle, man.id, LEFT)
