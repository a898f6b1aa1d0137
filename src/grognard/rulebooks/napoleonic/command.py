"""Step 1.3: links of the chain of command, initiative, and what a unit without command may do (chapter Command).

A link that is not checked (NA-CMD-04) is left out: it counts as held. Of a formation that takes no active part no link
can be made good, so its units have none either: they are without command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import InitiativeRolled
from grognard.rulebooks.napoleonic.field import Field, shapes_gap
from grognard.rulebooks.napoleonic.losses import is_even
from grognard.rulebooks.napoleonic.model import Body, Gun, NapoleonicSetup, Person, Trooper, Unit
from grognard.rulebooks.napoleonic.order_of_battle import ARTILLERY_CHIEF, DIVISION_COMMANDER, Link
from grognard.space.outline import Base

CHIEF_OF_STAFF, AIDE = "chief_of_staff", "aide"
SPLIT = "split"


class Measured(NamedTuple):
    """A link as it stands: ``ends``: the two footprints, none where the upper end is not on the table; ``held``: in
    range, its upper end doing his own duty, or held by a chief of staff or an aide."""

    lower: str
    upper: str
    radius: int
    ends: tuple[Base, Base] | None
    held: bool

    @property
    def distance(self) -> int:
        """Of the two footprints."""
        return shapes_gap(*self.ends) if self.ends else self.radius + 1


# --- links -------------------------------------------------------------------------------------------


@clause("NA-CMD-02", "NA-CMD-05")
def links(field: Field, side: str) -> Mapping[str, Measured]:
    """All links of a side now, by the id of their lower end: persons, then regiments and guns."""
    known: dict[str, dict[str, Measured]] | None = field.kept.get("links")
    if known is None:
        known = field.kept["links"] = _known_links(field.setup, field.turn, _hangs_on(field))
    found = known.get(side)
    if found is None:
        measured = (*_person_links(field, side), *_unit_links(field, side))
        found = known[side] = {one.lower: one for one in measured}
    return found


@lru_cache(maxsize=16)
def _known_links(
    setup: NapoleonicSetup, turn: int, hangs_on: tuple[Any, ...]
) -> dict[str, dict[str, Measured]]:
    """What is known of the links of each side while that stays as it is: the dice of step 1.3 change none."""
    return {}


def _hangs_on(field: Field) -> tuple[Any, ...]:
    """All that links hang on: where everybody stands, with whom and under whom."""
    bodies = (
        (one.id, one.shape, one.side, one.covers if isinstance(one, Unit) else "") for one in field.bodies
    )
    men = ((one.id, one.at, one.post, one.formation, one.present, one.acting) for one in field.persons)
    return *bodies, *men, *field.formations


def _person_links(field: Field, side: str) -> Iterator[Measured]:
    for man in field.persons:
        if man.side != side or not man.present or man.at not in field.pieces:
            continue
        link = field.chain.person(man.id, man.post, man.formation)
        if link is not None and not field.inactive_above(_above(field, man)):
            staff = _staff_of(field, man, link)
            yield _measured(field, link, field.body(man.at), _above(field, man), staff, CHIEF_OF_STAFF)


def _above(field: Field, man: Person) -> str:
    """The formation at whose commander a person's link ends."""
    sheet = field.formation_sheet(man.formation)
    return sheet.parent if field.tables.posts[man.post].commands else man.formation


def _unit_links(field: Field, side: str) -> Iterator[Measured]:
    """What hangs on the formation alone is looked up once for all of one."""
    inactive: dict[str, str] = {}
    aides: dict[str, list[Body]] = {}
    for body in field.troopers:
        if body.side != side:
            continue
        formation = field.formation_of(body)
        if formation not in inactive:
            inactive[formation] = field.inactive_above(formation)
        link = None if inactive[formation] else _link_of(field, body, formation)
        if link is None:
            continue
        if link.upper not in aides:
            aides[link.upper] = list(_aides_of(field, link.upper))
        yield _measured(field, link, body, formation, aides[link.upper], AIDE)


@clause("NA-CMD-02")
def _link_of(field: Field, body: Trooper, formation: str) -> Link | None:
    if isinstance(body, Gun):
        return field.chain.gun(body.id, formation)
    assert isinstance(body, Unit)
    chief = field.person(body.covers) if body.covers else None
    if chief is not None and chief.present and chief.post == ARTILLERY_CHIEF:
        return Link(body.id, chief.id, field.tables.posts[ARTILLERY_CHIEF].radius)
    return field.chain.regiment(body.id, formation)


@clause("NA-CMD-01", "NA-CMD-03", "NA-CMD-20")
def _measured(
    field: Field, link: Link, lower: Body, formation: str, staff: Iterable[Body], post: str
) -> Measured:
    """Who is out of reach may be within that of ``staff`` of a post. A link that ends at a senior who does a junior's
    work elsewhere is broken."""
    upper = field.person(link.upper)
    there = field.body(upper.at) if upper.at in field.pieces else None
    away = bool(upper.acting) and upper.acting not in field.way_up(formation)
    held = there is not None and field.within(lower, there, link.radius)
    if not held:
        radius = field.tables.posts[post].radius
        held = any(field.within(lower, one, radius) for one in staff)
    ends = (lower.shape, there.shape) if there is not None else None
    return Measured(link.lower, link.upper, link.radius, ends, held and not away)


@clause("NA-CMD-03")
def _staff_of(field: Field, man: Person, link: Link) -> tuple[Body, ...]:
    """With whom the chief of staff stands who may hold the link of a division commander or chief of artillery."""
    if man.post not in (DIVISION_COMMANDER, ARTILLERY_CHIEF):
        return ()
    staff = field.chain.holders.get((field.person(link.upper).formation, CHIEF_OF_STAFF), "")
    at = field.person(staff).at if staff else ""
    return (field.body(at),) if at in field.pieces else ()


@clause("NA-CMD-03")
def _aides_of(field: Field, chief: str) -> Iterator[Body]:
    """With whom the aides stand whose chief is that commander or stands above him."""
    holders = field.chain.holders
    for formation in field.way_up(field.person(chief).formation):
        aide = holders.get((formation, AIDE), "")
        at = field.person(aide).at if aide else ""
        if at in field.pieces:
            yield field.body(at)


# --- what limits the uncommanded ---------------------------------------------------------------------


@clause("NA-CMD-09")
def under_pressure(field: Field, body: Trooper) -> bool:
    """It lost a figure or was struck in the turn before, or an enemy regiment has it within its own move."""
    if body.pressed and body.pressed == field.turn - 1:
        return True
    key = ("reached by", body.side, body.shape)
    found: bool | None = field.kept.get(key)
    if found is None:
        threats = field.threats(body.side)
        found = field.kept[key] = any(field.within(one, body, field.own_move(one)) for one in threats)
    return found


@clause("NA-CMD-06", "NA-CMD-08", "NA-CMD-11", "NA-MOVE-02")
def may_act(field: Field, body: Body) -> bool:
    """Under command, so that it may have active orders and strike first; wagons ask nobody."""
    return not isinstance(body, Trooper) or body.commanded


# --- step 1.3 ----------------------------------------------------------------------------------------


@clause("NA-CMD-07", "NA-CMD-11")
def broken(field: Field, seat: str) -> list[str]:
    """Lower ends of a seat's broken links, each of which may be rolled for."""
    side = field.setup.side_of(seat)
    return [
        one.lower for one in links(field, side).values() if not one.held and _seat(field, one.lower) == seat
    ]


def _seat(field: Field, lower: str) -> str:
    piece = field.pieces[lower]
    return field.person_seat(piece) if isinstance(piece, Person) else field.seat(field.body(lower))


@clause("NA-UNIT-08", "NA-UNIT-09", "NA-UNIT-10")
def may_try_split(field: Field, seat: str) -> list[str]:
    """A seat's units that could split or rejoin and have no general with them to allow it."""
    key = ("may try to split", seat)
    found: list[str] | None = field.kept.get(key)
    if found is None:
        own = (unit for unit in field.units if unit.standing == "ready" and field.seat(unit) == seat)
        alone = (one for one in own if not field.has_general(one.id))
        found = field.kept[key] = [one.id for one in alone if could_split(field, one)]
    return found


@clause("NA-UNIT-08", "NA-UNIT-09", "NA-CMD-11")
def could_split(field: Field, unit: Unit) -> bool:
    """Neither locked nor resting, of an active formation; with figures to divide, or another part of it near."""
    if unit.locks or field.rests(unit) or field.inactive_above(field.formation_of(unit)):
        return False
    return unit.figures > 1 or bool(parts_near(field, unit))


@clause("NA-UNIT-09", "NA-UNIT-11")
def parts_near(field: Field, unit: Unit) -> list[Unit]:
    """Other parts of the same regiment with which it could reunite."""
    return [
        other
        for other in field.units_of(unit.side)
        if other.sheet == unit.sheet
        and other.id != unit.id
        and other.standing == "ready"
        and not other.locks
        and field.within(unit, other, field.distances.rejoin)
    ]


@rule("NA-CMD-05", "NA-CMD-07", "NA-UNIT-08")
def ask(battle: NapoleonicBattle) -> None:
    """Every seat says for which broken links, and for which splits and reunions, it rolls."""
    battle.step("1.3")
    for seat in battle.setup.seats:
        if broken(battle.field, seat.id) or may_try_split(battle.field, seat.id):
            battle.ask("initiative", seat.id, seat.id, then=take)
    battle.then(settle)


@rule("NA-CMD-07")
def take(battle: NapoleonicBattle, seat: str, *order: Arg) -> None:
    """Who rolls is written down: dice fall for all seats together, in the order of NA-SEQ-05."""
    links_of, splits = read(order)
    for lower in links_of:
        battle.change(lower, rolled=battle.turn)
    for unit in splits:
        battle.change(unit, declared=(SPLIT,))


def read(order: tuple[Arg, ...]) -> tuple[list[str], list[str]]:
    """("roll", lower ends ..., "split", units ...)."""
    words = [str(word) for word in order[1:]]
    at = words.index(SPLIT) if SPLIT in words else len(words)
    return words[:at], words[at + 1 :]


@rule("NA-CMD-06", "NA-CMD-07", "NA-CMD-11", "NA-CMD-14", "NA-CMD-21", "NA-UNIT-10")
def settle(battle: NapoleonicBattle) -> None:
    """The dice, and who is under command in this turn."""
    good: set[str] = set()
    for side in battle.setup.sides:
        good |= _roll_links(battle, side.id)
        _roll_splits(battle, side.id)
    _command(battle, good)


def _roll_links(battle: NapoleonicBattle, side: str) -> set[str]:
    made = set()
    field, turn = battle.field, battle.turn
    for one in sorted(links(field, side).values(), key=lambda one: one.lower):
        lower = battle.pieces[one.lower]
        if one.held or not isinstance(lower, Person | Trooper) or lower.rolled != turn:
            continue
        die = battle.die("initiative", one.lower)
        if is_even(die):
            made.add(one.lower)
        if battle.listening:
            battle.tell(InitiativeRolled(one.lower, one.upper, one.distance, one.radius, die, is_even(die)))
    return made


def _roll_splits(battle: NapoleonicBattle, side: str) -> None:
    for unit in sorted(battle.field.units_of(side), key=lambda one: one.id):
        if unit.declared == (SPLIT,):
            able = split_die(battle, unit.id)
            battle.change(unit.id, declared=(), may_split=battle.turn if able else 0)


@clause("NA-UNIT-08", "NA-UNIT-09", "NA-CMD-21")
def split_die(battle: NapoleonicBattle, unit: str) -> bool:
    """Whether an even die lets a regiment without a general split or reunite."""
    die = battle.die("split", unit)
    battle.tell(InitiativeRolled(unit, "", 0, 0, die, is_even(die)))
    return is_even(die)


def _command(battle: NapoleonicBattle, good: set[str]) -> None:
    """Writes down who is under command."""
    for one, commanded in commanded_now(battle.field, good).items():
        piece = battle.pieces[one]
        if isinstance(piece, Person | Trooper) and piece.commanded != commanded:
            battle.change(one, commanded=commanded)


@clause("NA-CMD-06", "NA-CMD-11", "NA-CMD-14")
def commanded_now(field: Field, good: set[str]) -> dict[str, bool]:
    """Of every person who is there, regiment and gun: whether each link up to the top holds or is among the ``good``,
    the lower ends whose link was made good by initiative."""
    found: dict[str, bool] = {}
    for side in field.setup.sides:
        known = links(field, side.id)
        men = [man.id for man in field.persons if man.side == side.id and man.present]
        bodies = [body.id for body in field.troopers if body.side == side.id]
        above: dict[str, bool] = {}
        found.update({lower: _is_commanded(field, known, good, lower, above) for lower in (*men, *bodies)})
    return found


def _is_commanded(
    field: Field, known: Mapping[str, Measured], good: set[str], lower: str, above: dict[str, bool]
) -> bool:
    """``above``: what is known by now of those above it, each of whom many have over them."""
    if lower not in above:
        link = known.get(lower)
        if link is None:
            above[lower] = not _is_idle(field, lower)
        else:
            held = link.held or lower in good
            above[lower] = held and _is_commanded(field, known, good, link.upper, above)
    return above[lower]


def _is_idle(field: Field, lower: str) -> bool:
    """Whether its formation takes no active part: of one that does not no links are known."""
    piece = field.pieces[lower]
    formation = _above(field, piece) if isinstance(piece, Person) else field.formation_of(field.body(lower))
    return bool(formation and field.inactive_above(formation))
