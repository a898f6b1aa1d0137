"""Contacts made fast: alignment in C6, closing up in A7 (FA-CHG-08, FA-MEL-15)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import repeat

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import Aligned, Shifted
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.flush import (
    Blocked,
    Party,
    aligner,
    closed_up,
    laid_on,
    overlap_as_it_is,
)
from grognard.rulebooks.fantasy.ground import barred, off_table, over_wall
from grognard.rulebooks.fantasy.model import Contact
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.seeing import block, land
from grognard.space.measure import overlap
from grognard.space.outline import Base, Edge


@clause("FA-CHG-08", "FA-MEL-15", "FA-CR-10", "FA-TER-04")
def blocker(field: Field, besides: Collection[str]) -> Blocked:
    """Whether a rectangle would overlap a unit other than these, closed ground, or the table's edge."""
    ground = land(field)
    others = [unit.shape for unit in field.units if unit.id not in besides]

    def blocked(base: Base) -> bool:
        if off_table(ground, base) or barred(ground, base):
            return True
        return any(map(overlap, repeat(base), others))

    return blocked


# --- C6 -------------------------------------------------------------------------------------------------


@clause("FA-CHG-08", "FA-CHG-09", "FA-MOV-10", "FA-RET-07")
def align(battle: FantasyBattle) -> None:
    """New contacts in the order in which they were made: tick, gap that was left, id."""
    fresh = [contact for contact in battle.field.contacts if not contact.overlap]
    for contact in sorted(fresh, key=lambda one: (one.tick, one.gap, one.id)):
        _align(battle, contact)


def _align(battle: FantasyBattle, contact: Contact) -> None:
    field = battle.field
    a, b = (_party(field, contact, one) for one in (contact.a, contact.b))
    moves = aligner(a, b)
    if moves is None:
        ends = {one: block(field, one) for one in (contact.a, contact.b)}
        common = overlap_as_it_is(ends[contact.a], contact.edge_a, ends[contact.b], contact.edge_b)
        battle.change(contact.id, overlap=common, maker=contact.maker or contact.a)
        return
    stays = b if moves is a else a
    blocked = blocker(field, (a.id, b.id))
    found = laid_on(block(field, moves.id), block(field, stays.id), stays.edge, blocked)
    _put(battle, moves.id, found.block)
    edges = {moves.id: Edge.FRONT, stays.id: stays.edge}
    battle.change(
        contact.id,
        edge_a=edges[contact.a],
        edge_b=edges[contact.b],
        overlap=found.overlap,
        maker=contact.maker or moves.id,
        over_wall=_over_wall(battle.field, contact),
    )
    battle.tell(Aligned(moves.id, stays.id, stays.edge.value, found.block.front, found.overlap))


@clause("FA-TER-03")
def _over_wall(field: Field, contact: Contact) -> bool:
    """A wall or hedge lies between the two."""
    return over_wall(land(field), field.unit(contact.a).centre, field.unit(contact.b).centre)


@clause("FA-CHG-08")
def _party(field: Field, contact: Contact, unit_id: str) -> Party:
    """``anchored``: in a contact from before, or aligned already."""
    anchored = any(one.overlap for one in field.contacts_of(unit_id))
    moving = not contact.maker or contact.maker == unit_id
    charged = unit_id in contact.charged
    return Party(unit_id, block(field, unit_id).width, contact.edge(unit_id), moving, charged, anchored)


def _put(battle: FantasyBattle, unit_id: str, place: Block) -> None:
    front = place.front
    battle.change(unit_id, x=front.x, y=front.y, heading=front.heading)


# --- A7 -------------------------------------------------------------------------------------------------


@clause("FA-UNIT-04", "FA-MEL-15")
def close_up(battle: FantasyBattle) -> None:
    """After a round: units fallen upon in the rear keep their rear edge, then whoever made a contact closes the gaps
    that casualties have opened in it."""
    began = {unit: models for melee in battle.field.melees for unit, models, _ in melee.began}
    fought = {one for melee in battle.field.melees for one in melee.contacts}
    for unit_id, models in sorted(began.items()):
        if battle.field.ready(unit_id):
            _keep_rear(battle, unit_id, models)
    for contact in battle.field.contacts:
        if contact.id in fought:
            _close(battle, contact)


@clause("FA-UNIT-04")
def _keep_rear(battle: FantasyBattle, unit_id: str, models: int) -> None:
    """In a contact at its rear the rear edge stays and the front goes back."""
    field = battle.field
    if not any(one.edge(unit_id) is Edge.REAR for one in field.contacts_of(unit_id)):
        return
    now, unit = block(field, unit_id), field.unit(unit_id)
    ranks = now.ranks if unit.kind == "machine" else -(-max(1, models) // now.files)
    back = (ranks - now.ranks) * now.deep
    if back > 0:
        _put(battle, unit_id, now.put(now.front.ahead(-back)))
        battle.tell(Shifted(unit_id, block(battle.field, unit_id).front))


def _close(battle: FantasyBattle, contact: Contact) -> None:
    field, maker = battle.field, contact.maker
    other = contact.other(maker)
    ours, theirs = block(field, maker), block(field, other)
    if contact.inside:
        battle.change(contact.id, overlap=min(ours.depth, theirs.depth))
        return
    blocked = blocker(field, (maker, other))
    found = closed_up(ours, contact.edge(maker), theirs, contact.edge(other), blocked)
    if found.block != ours:
        _put(battle, maker, found.block)
        battle.tell(Shifted(maker, found.block.front))
    if found.overlap != contact.overlap:
        battle.change(contact.id, overlap=found.overlap)
