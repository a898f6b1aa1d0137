"""Who has won a round of melee, what that does to the losers, and riding through them (chapter CR)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.alignment import blocker
from grognard.rulebooks.fantasy.attacks import losses
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import CombatResult, Crumbled, Shifted, SideResult, SplitApart
from grognard.rulebooks.fantasy.field import Field, Items
from grognard.rulebooks.fantasy.fighters import strikes
from grognard.rulebooks.fantasy.flush import Split, split
from grognard.rulebooks.fantasy.leadership import take_test, takes_tests
from grognard.rulebooks.fantasy.melee import contacts_in, fallen_to, melee_of, take_off
from grognard.rulebooks.fantasy.model import Contact, Melee, Unit, contact_id
from grognard.rulebooks.fantasy.needs import items_of
from grognard.rulebooks.fantasy.regiment import Block, block_of, formation_of, full_ranks, without
from grognard.space.outline import FLANKS, Edge
from grognard.space.sine import TURN

LEAST_SPLIT = 4
"""Models that must be left of a unit for it to be split (FA-CR-10)."""

# --- A4: the sums ---


@clause("FA-CR-01", "FA-CR-02", "FA-CR-03", "FA-CR-04", "FA-CR-05")
def sum_of(field: Field, melee: Melee, side: str) -> SideResult:
    """All that a side adds, item by item."""
    items = (
        *wounds(field, melee, side),
        *charge(field, melee, side),
        *ranks(field, melee, side),
        *standard(field, melee, side),
        *facing(field, melee, side),
    )
    return SideResult(side, items, sum(item.value for item in items))


def _units(field: Field, melee: Melee, side: str) -> list[Unit]:
    """Units of a side in a melee with somebody alive in them."""
    units = (field.unit(one) for one in melee.units)
    return [one for one in units if one.side == side and (one.models or field.characters_in(one.id))]


@clause("FA-CR-01")
def wounds(field: Field, melee: Melee, side: str) -> Items:
    caused = sum(n for striker, _, n in melee.caused if field.unit(striker).side == side)
    return items_of(wounds=caused * field.tables.combat_result.wound)


@clause("FA-CR-02", "FA-MOV-10", "FA-TER-03")
def charge(field: Field, melee: Melee, side: str) -> Items:
    """First round of a contact in which it charged; downhill counts instead, once a side."""
    row = field.tables.combat_result
    points = {"charge": 0, "downhill": 0}
    for contact in contacts_in(field, melee):
        if contact.round or contact.over_wall:
            continue
        for unit in contact.charged:
            if field.unit(unit).side == side:
                downhill = unit in contact.downhill
                points["downhill" if downhill else "charge"] = row.charge_downhill if downhill else row.charge
    best = max(points, key=lambda one: points[one])
    return items_of(**{best: points[best]})


@clause("FA-CR-03")
def ranks(field: Field, melee: Melee, side: str) -> Items:
    """Full ranks beyond the first of the best unit, after the round's dead (option ``ranks_after``: before them)."""
    row = field.tables.combat_result
    found = [_full_ranks(field, melee, unit) for unit in _units(field, melee, side)]
    best = min(max((one - 1 for one in found), default=0), row.rank_max)
    return items_of(ranks=max(0, best) * row.rank)


def _full_ranks(field: Field, melee: Melee, unit: Unit) -> int:
    block = block_of(unit)
    if not field.option("ranks_after"):
        block = before(melee, unit)
    return full_ranks(block, field.full_rank(unit))


def before(melee: Melee, unit: Unit) -> Block:
    """A unit as it stood before the round."""
    models = next(models for one, models, _ in melee.began if one == unit.id)
    block = block_of(unit)
    return block if unit.kind == "machine" else replace(block, models=max(1, models))


@clause("FA-CR-04")
def standard(field: Field, melee: Melee, side: str) -> Items:
    has = any(unit.standard for unit in _units(field, melee, side))
    return items_of(standard=field.tables.combat_result.standard if has else 0)


@clause("FA-CR-05", "FA-CR-11")
def facing(field: Field, melee: Melee, side: str) -> Items:
    """The best of the edges that it attacks, in every round; inside contacts give nothing."""
    row = field.tables.combat_result
    points = {"flank": 0, "rear": 0}
    for contact in contacts_in(field, melee):
        for unit in (contact.a, contact.b):
            attacks = field.unit(unit).side == side and strikes(field, field.unit(unit), contact)
            if not attacks or contact.inside:
                continue
            edge = contact.edge(contact.other(unit))
            if edge is Edge.REAR:
                points["rear"] = row.rear
            elif edge in FLANKS and contact.edge(unit) is Edge.FRONT:
                points["flank"] = row.flank
    best = max(points, key=lambda one: points[one])
    return items_of(**{best: points[best]})


# --- A4: who has won ---


@clause("FA-CR-06", "FA-CR-09", "FA-RET-09")
def compare(battle: FantasyBattle, melee_id: str) -> None:
    """Each side against the best of its enemies; undead losers crumble. Cutting down those who run has no result."""
    field, melee = battle.field, melee_of(battle, melee_id)
    if all(contact.caught for contact in contacts_in(field, melee)):
        return
    sides = sorted({field.unit(one).side for one in melee.units})
    sums = {side: sum_of(field, melee, side) for side in sides}
    alive = [side for side in sides if _units(field, melee, side)]
    winners, lost = outcome({side: sums[side].total for side in sides}, alive)
    battle.change(melee_id, winners=winners, lost_by=lost)
    totals = sorted((one.total for one in sums.values()), reverse=True)
    battle.tell(CombatResult(melee_id, tuple(sums.values()), winners, totals[0] - totals[1]))
    for side, difference in lost:
        for unit in _units(battle.field, melee, side):
            if "undead" in field.rules(unit.id) and not unit.retreating:
                crumble(battle, unit, difference)


@clause("FA-CR-06", "FA-CR-09")
def outcome(totals: dict[str, int], alive: list[str]) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """Winning sides, and who lost by how much. Of sides with nobody left alive nothing is lost any more; the others
    then have won, whatever the sums."""
    if len(alive) < len(totals):
        totals = {side: totals[side] for side in alive}
        if len(alive) == 1:
            return (alive[0],), ()
    best = {side: max((totals[one] for one in totals if one != side), default=0) for side in totals}
    winners = tuple(side for side in totals if totals[side] > best[side])
    lost = tuple((side, best[side] - totals[side]) for side in totals if totals[side] < best[side])
    return winners, lost


@clause("FA-SPC-11")
def crumble(battle: FantasyBattle, unit: Unit, difference: int) -> None:
    """As many further wounds as the difference, without a save; they count for nobody."""
    lost = losses(unit.models, unit.pool, battle.field.stats(unit.id).W, difference)
    battle.change(unit.id, due=lost.taken)
    fallen = take_off(battle, unit.id)
    battle.tell(Crumbled(unit.id, lost.taken, fallen))


# --- A5: break tests ---


@clause("FA-CR-07", "FA-LD-05", "FA-MOV-08")
def break_tests(battle: FantasyBattle, melee_id: str, late: bool = False) -> None:
    """Every losing unit that is not retreating already tests, by id. ``late``: after a clash."""
    field, melee = battle.field, melee_of(battle, melee_id)
    counts = field.option("break_modifier") == "difference"
    for side, difference in sorted(melee.lost_by):
        for unit in _units(field, melee, side):
            if takes_tests(field, unit):
                battle.then(take_test, unit.id, "break", difference if counts else 0, int(late))


# --- A6: breakthrough ---


@clause("FA-CR-10")
def breakthrough(battle: FantasyBattle, melee_id: str) -> None:
    """Horse and monsters ride through foot that they beat, and that stood its test."""
    if not battle.option("breakthrough"):
        return
    for contact in contacts_in(battle.field, melee_of(battle, melee_id)):
        for attacker in contact.charged:
            held: Contact = battle.pieces[contact.id]  # type: ignore[assignment]
            if not held.inside and rides_through(battle.field, melee_of(battle, melee_id), held, attacker):
                ride_through(battle, held, attacker)


@clause("FA-CR-10")
def rides_through(field: Field, melee: Melee, contact: Contact, attacker: str) -> bool:
    """Whether a charger has done enough to ride through, and there is room."""
    rider, foot = field.unit(attacker), field.unit(contact.other(attacker))
    charged = not contact.round and contact.edge(foot.id) in (Edge.FRONT, Edge.REAR)
    if not charged or rider.kind not in ("horse", "monster") or foot.kind != "foot":
        return False
    beaten = rider.side in melee.winners and foot.side in dict(melee.lost_by)
    stood = takes_tests(field, foot) and foot.models >= LEAST_SPLIT
    felled = fallen_to(field, melee, contact, foot)
    if not beaten or not stood or rider.models < 1 or felled < needed(field, melee, rider, foot):
        return False
    return has_room(field, _parts(field, foot, rider, melee), (rider.id, foot.id))


@clause("FA-CR-10")
def needed(field: Field, melee: Melee, rider: Unit, foot: Unit) -> int:
    """Casualties of a breakthrough: the lane's files through all ranks as they were before the round."""
    return field.tables.formations[rider.formation].lane * before(melee, foot).ranks


@clause("FA-CR-11", "FA-UNIT-04")
def _parts(field: Field, foot: Unit, rider: Unit, melee: Melee) -> Split:
    """Where all would stand; with an enemy at the rear the front line has gone back by the ranks that fell."""
    stood = before(melee, foot)
    rear = any(one.edge(foot.id) is Edge.REAR for one in field.contacts_of(foot.id))
    return split(without(stood, stood.models - foot.models, rear_contact=rear), block_of(rider))


@clause("FA-CR-10", "FA-CR-11")
def has_room(field: Field, parts: Split, besides: tuple[str, str]) -> bool:
    """No other unit, closed ground or table edge is in the way of a part, or of the attacker between them."""
    blocked = blocker(field, besides)
    return not any(blocked(block.base) for block in parts)


@clause("FA-CR-11", "FA-CR-12", "FA-MEL-16")
def ride_through(battle: FantasyBattle, contact: Contact, attacker: str) -> None:
    """The left part keeps id, characters, standard and spells; the right one is a unit of its own from now on."""
    foot, rider = battle.unit(contact.other(attacker)), battle.unit(attacker)
    melee = next(one for one in battle.field.melees if contact.id in one.contacts)
    parts = _parts(battle.field, foot, rider, melee)
    right = _right_part(battle, foot, parts.right)
    parted = (foot.id, parts.left.models, foot.pool)
    battle.place(right)
    battle.change(foot.id, **_stands(battle, foot, parts.left), start_models=(foot.start_models + 1) // 2)
    battle.change(rider.id, x=parts.attacker.front.x, y=parts.attacker.front.y)
    began = tuple(parted if one[0] == foot.id else one for one in melee.began)
    battle.change(melee.id, began=began)
    _new_contacts(battle, contact, rider, foot.id, right.id, parts)
    battle.tell(SplitApart(foot.id, rider.id, ((foot.id, parts.left.models), (right.id, parts.right.models))))
    for unit, block in ((foot.id, parts.left), (right.id, parts.right), (rider.id, parts.attacker)):
        battle.tell(Shifted(unit, block.front))


def _right_part(battle: FantasyBattle, foot: Unit, block: Block) -> Unit:
    letter = next(one for one in "bcdefghijklmnopqrstuvwxyz" if f"{foot.id}_{one}" not in battle.pieces)
    return replace(
        foot,
        id=f"{foot.id}_{letter}",
        start_models=foot.start_models // 2,
        standard=False,
        pool=0,
        gifts=(),
        **_stands(battle, foot, block),
    )


def _stands(battle: FantasyBattle, foot: Unit, block: Block) -> dict[str, object]:
    """How a part stands."""
    formation = formation_of(battle.tables.bases[foot.kind], block.files)
    place = {"x": block.front.x, "y": block.front.y, "files": block.files, "models": block.models}
    return {**place, "phase_models": block.models, "formation": formation}


@clause("FA-CR-11", "FA-MEL-16")
def _new_contacts(
    battle: FantasyBattle, contact: Contact, rider: Unit, left: str, right: str, parts: Split
) -> None:
    """Both parts touch the attacker from inside; who was at the right flank is now at the right part's."""
    same_way = (parts.left.heading - rider.heading) % TURN < TURN // 4
    sides = (Edge.LEFT, Edge.RIGHT) if same_way else (Edge.RIGHT, Edge.LEFT)
    rows = ((left, Edge.RIGHT, sides[0], contact.round), (right, Edge.LEFT, sides[1], contact.round + 1))
    for other in battle.field.contacts_of(left):
        if other.id != contact.id and other.edge(left) is Edge.RIGHT:
            battle.remove(other.id)
            battle.place(_between(other, other.other(left), right))
    for (part, inner, own, number), length in zip(rows, parts.inside, strict=True):
        battle.place(_inside(contact, rider.id, own, part, inner, length, number))


def _between(contact: Contact, enemy: str, part: str) -> Contact:
    """The same contact with a part in the place of the whole; it was fought this round."""
    a, b = sorted((enemy, part))
    edges = {enemy: contact.edge(enemy), part: Edge.RIGHT}
    made = enemy if contact.maker == enemy else part
    return replace(
        contact,
        id=contact_id(a, b),
        a=a,
        b=b,
        edge_a=edges[a],
        edge_b=edges[b],
        maker=made,
        round=contact.round + 1,
    )


def _inside(
    contact: Contact, rider: str, own: Edge, part: str, inner: Edge, length: int, number: int
) -> Contact:
    a, b = sorted((rider, part))
    edges = {rider: own, part: inner}
    return Contact(
        contact_id(a, b),
        a,
        b,
        edges[a],
        edges[b],
        length,
        round=number,
        maker=rider,
        inside=True,
        turn=contact.turn,
        duels=contact.duels if part == contact.other(rider) else (),
    )
