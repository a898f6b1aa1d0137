"""Step C5 (and C8): everybody on the move goes, in 100 ticks; who met whom becomes a contact, still to be aligned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.charging import before_turn, body_of
from grognard.rulebooks.fantasy.events import Charged, Clashed, Moved, Pursued, Retreated, StandardLost
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.flush import met_edge
from grognard.rulebooks.fantasy.ground import on_hill
from grognard.rulebooks.fantasy.model import Contact, Motion, Unit, contact_id
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.seeing import block, land
from grognard.rulebooks.fantasy.ticks import Meeting, Outcome, Went
from grognard.rulebooks.fantasy.ticks import run as run_ticks
from grognard.space.outline import Edge
from grognard.space.pose import Pose

Pair = tuple[str, str]


@clause("FA-MOV-04", "FA-GEN-03", "FA-GEN-04")
def run(battle: FantasyBattle) -> None:
    """Move all who have a motion. Contacts of those who go back end; new ones are made."""
    field = battle.field
    before = {unit.id: unit for unit in field.units}
    touching = {(contact.a, contact.b) for contact in field.contacts}
    _part(battle, before)
    ground = land(battle.field)
    outcome = run_ticks([body_of(battle.field, unit) for unit in before.values()], ground, touching)
    contacts = _contacts(battle, before, outcome)
    for unit_id, went in outcome.went.items():
        _put(battle, unit_id, went)
    for contact in contacts:
        battle.place(contact)
    _forget(battle)
    _tell(battle, before, outcome, contacts)
    for contact in contacts:
        _take_standard(battle, contact)


@clause("FA-MEL-15", "FA-CR-08")
def _part(battle: FantasyBattle, units: Mapping[str, Unit]) -> None:
    """A contact lasts until one of the two goes away."""
    back = {unit.id for unit in units.values() if unit.motion and unit.motion.kind in ("retreat", "withdraw")}
    for contact in battle.field.contacts:
        if back & {contact.a, contact.b}:
            battle.remove(contact.id)


def _put(battle: FantasyBattle, unit_id: str, went: Went) -> None:
    front = went.block.front
    battle.change(unit_id, x=front.x, y=front.y, heading=front.heading)


def _forget(battle: FantasyBattle) -> None:
    for unit in battle.field.units:
        if unit.motion is not None or unit.stood:
            battle.change(unit.id, motion=None, stood=())


@clause("FA-CMD-05")
def _take_standard(battle: FantasyBattle, contact: Contact) -> None:
    """A unit in forced retreat that is caught loses its standard."""
    prey = battle.unit(contact.caught) if contact.caught else None
    if prey is not None and prey.standard and prey.retreating:
        battle.change(prey.id, standard=False)
        battle.tell(StandardLost(prey.id, contact.maker))


# --- contacts -------------------------------------------------------------------------------------------


@clause("FA-MOV-05", "FA-MOV-08", "FA-MOV-09", "FA-MOV-10", "FA-UNIT-05", "FA-RET-07", "FA-RET-11")
def _contacts(battle: FantasyBattle, units: Mapping[str, Unit], outcome: Outcome) -> list[Contact]:
    """New contacts, with no overlap until they're aligned. The edges are those that each would meet of the other."""
    field, late = battle.field, battle.turn.step == "C8"
    stood = {one: before_turn(unit, block(field, one)) for one, unit in units.items()}
    found = [_contact(field, units, stood, meeting, late) for meeting in outcome.meetings]
    return found + [_caught(field, pair) for pair in outcome.caught]


def _contact(
    field: Field, units: Mapping[str, Unit], stood: Mapping[str, Block], meeting: Meeting, late: bool
) -> Contact:
    a, b = meeting.a, meeting.b
    charged = tuple(one for one in meeting.moving if _kind(units[one]) == "charge")
    other = {a: b, b: a}
    return Contact(
        contact_id(a, b),
        a,
        b,
        met_edge(stood[a], stood[b]),
        met_edge(stood[b], stood[a]),
        0,
        charged=charged,
        downhill=tuple(one for one in charged if downhill(field, units[one], units[other[one]])),
        maker="" if meeting.clash else meeting.moving[0],
        clash=meeting.clash and not late,
        turn=field.turn.number,
        tick=meeting.tick,
        gap=meeting.gap,
    )


def _caught(field: Field, pair: Pair) -> Contact:
    """A pursuer at the rear of the unit that he has caught."""
    hunter, prey = pair
    a, b = sorted(pair)
    edge_a, edge_b = (Edge.FRONT, Edge.REAR) if a == hunter else (Edge.REAR, Edge.FRONT)
    turn = field.turn.number
    return Contact(contact_id(a, b), a, b, edge_a, edge_b, 0, maker=hunter, caught=prey, turn=turn, tick=101)


def _kind(unit: Unit) -> str:
    return unit.motion.kind if unit.motion else ""


@clause("FA-CHG-11", "FA-TER-02")
def downhill(field: Field, charger: Unit, met: Unit) -> bool:
    """His front stood on a hill when motion began, and the centre of whom he met did not."""
    ground = land(field)
    return on_hill(ground, charger.front) and not on_hill(ground, met.centre)


# --- telling --------------------------------------------------------------------------------------------


def _tell(
    battle: FantasyBattle, units: Mapping[str, Unit], outcome: Outcome, contacts: Iterable[Contact]
) -> None:
    if not battle.listening:
        return
    made = list(contacts)
    for unit_id, went in outcome.went.items():
        unit, motion = units[unit_id], units[unit_id].motion
        if motion is not None:
            battle.tell(_moved(unit, motion, went, made))
            _tell_end(battle, unit, motion, went, made)
    for contact in made:
        if not contact.maker:
            a, b = outcome.went[contact.a], outcome.went[contact.b]
            battle.tell(Clashed(contact.a, contact.b, (a.block.front, b.block.front), (a.spent, b.spent)))


def _moved(unit: Unit, motion: Motion, went: Went, contacts: Iterable[Contact]) -> Moved:
    stop, at = _stop(unit, motion, went, contacts)
    start = Pose(unit.x, unit.y, unit.heading)
    return Moved(unit.id, motion.kind, start, went.block.front, motion.path, went.gone, went.spent, stop, at)


def _stop(unit: Unit, motion: Motion, went: Went, contacts: Iterable[Contact]) -> tuple[str, str]:
    """Why it stopped, and at whom or what."""
    if went.halt == "contact":
        return "contact", _met(unit.id, contacts)
    if went.halt in ("ground", "shut"):
        return "ground", went.ground
    if went.halt in ("edge", "left"):
        return "edge", ""
    if went.spent >= motion.allowance:
        return "spent", ""
    return ("friends" if went.waited else "done"), ""


def _met(unit_id: str, contacts: Iterable[Contact]) -> str:
    return next((one.other(unit_id) for one in contacts if unit_id in (one.a, one.b)), "")


def _tell_end(battle: FantasyBattle, unit: Unit, motion: Motion, went: Went, contacts: list[Contact]) -> None:
    """What came of a charge, a retreat or a pursuit."""
    if motion.kind == "charge":
        met = _met(unit.id, contacts)
        hit = next((one for one in contacts if met and unit.id in (one.a, one.b)), None)
        edge = hit.edge(met).value if hit else ""
        clash = hit is not None and hit.clash
        battle.tell(Charged(unit.id, motion.aim, motion.faces, motion.allowance, met, edge, clash))
    elif motion.kind in ("retreat", "withdraw"):
        hunter = next((one.maker for one in contacts if one.caught == unit.id), "")
        battle.tell(
            Retreated(
                unit.id, motion.faces, went.spent, went.block.heading, motion.kind == "retreat", hunter,
                went.halt == "left",
            )
        )  # fmt: skip
    elif motion.kind == "pursuit":
        caught = any(one.caught == motion.aim and one.maker == unit.id for one in contacts)
        battle.tell(Pursued(unit.id, motion.aim, motion.faces, went.spent, caught))
