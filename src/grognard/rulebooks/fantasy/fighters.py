"""Who strikes hand to hand with how many, with what and at whom: numbers only, no dice (chapters MEL, MNT, WPN)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.attacks import Attack, Strikers
from grognard.rulebooks.fantasy.field import CAP, Field, Items
from grognard.rulebooks.fantasy.model import Character, Contact, Unit
from grognard.rulebooks.fantasy.needs import items_of, melee_need, save_need, wound_need
from grognard.rulebooks.fantasy.regiment import block_of, rank_sizes
from grognard.rulebooks.fantasy.tables import MeleeWeapon, Mount
from grognard.space.outline import FLANKS, Edge

HAND_WEAPON = "hand_weapon"
PAIRED = "paired"
MODELS = "models"
RAM = "ram"
MOUNTS = "mounts"
SERVED: tuple[Edge, ...] = (Edge.FRONT, Edge.RIGHT, Edge.LEFT, Edge.REAR)


class Arm(NamedTuple):
    """What one striker strikes with. ``sure``: his blows hit by themselves."""

    skill: int
    strength: int
    attacks: int
    reach: int
    initiative: int
    piercing: int = 0
    killing: bool = False
    sure: bool = False


class Guard(NamedTuple):
    """What a target is struck at. ``eases``: how much its weapon eases blows against it."""

    skill: int
    toughness: int
    armour: Items
    parries: bool
    eases: int


# --- numbers of models ---


@clause("FA-MEL-11")
def strikes(field: Field, unit: Unit, contact: Contact) -> bool:
    """Nobody who retreats strikes, forced or ordered, nor who is cut down by his pursuer."""
    leaving = unit.withdrawing or (unit.order is not None and unit.order.word == "retreat")
    return not (unit.retreating or leaving or contact.caught == unit.id)


@clause("FA-MEL-03", "FA-MEL-04", "FA-WPN-08", "FA-WPN-09")
def ranks_deep(field: Field, unit_id: str, edge: Edge) -> int:
    """How many ranks strike over an edge: two; with spears and pikes as the weapon says, over the front only."""
    support = melee_weapon(field, unit_id).support
    if support:
        return support if edge is Edge.FRONT else 1
    return 1 if field.option("fighting_ranks") == "spear_only" else 2


@clause("FA-MEL-03", "FA-MEL-16", "FA-WM-02", "FA-MEL-17")
def in_contact(field: Field, unit: Unit, contact: Contact) -> tuple[int, int]:
    """Models of the first rank and all that strike through a contact, as the unit stands now."""
    if not unit.models or unit.kind == "machine":
        return unit.models, unit.models
    edge = contact.edge(unit.id)
    deep = ranks_deep(field, unit.id, edge)
    if contact.inside and contact.maker == unit.id:
        share = half(field, unit, contact)
        return share, share
    if edge in FLANKS:
        k = min(unit.ranks, _bases(contact.overlap, unit.base[1]))
        return min(k, unit.models), min(k * min(deep, unit.files), unit.models)
    k = min(unit.files, _bases(contact.overlap, unit.base[0]))
    sizes = rank_sizes(block_of(unit))
    rows = [min(k, size) for size in (sizes[::-1] if edge is Edge.REAR else sizes)[:deep]]
    return rows[0], sum(rows)


def _bases(overlap: int, base: int) -> int:
    """Bases that a length covers, begun ones too; a contact is at least one."""
    return max(1, -(-overlap // base))


@clause("FA-CR-12", "FA-MEL-16")
def half(field: Field, unit: Unit, contact: Contact) -> int:
    """What of a unit that rode through strikes at one of the two parts: half, the odd one at the larger part (equal: at
    the left, which keeps the old id); all at the only one."""
    parts = [c for c in field.contacts_of(unit.id) if c.inside and c.maker == unit.id]
    if len(parts) < 2:
        return unit.models
    first = min(parts, key=lambda c: (-field.unit(c.other(unit.id)).models, c.other(unit.id)))
    return (unit.models + 1) // 2 if contact.id == first.id else unit.models // 2


@clause("FA-MEL-05", "FA-MEL-14")
def strikers_of(field: Field, unit: Unit, contacts: Sequence[Contact]) -> list[Strikers]:
    """Edge by edge (front, right, left, rear), on one edge contact by contact, until the models are used up."""
    left = unit.models
    found = []
    for contact in sorted(contacts, key=lambda c: (SERVED.index(c.edge(unit.id)), c.a, c.b)):
        first, total = in_contact(field, unit, contact)
        total = min(total, left)
        left -= total
        if strikes(field, unit, contact):
            found.append(Strikers(contact.id, unit.id, min(first, total), total))
    return found


# --- what they strike with ---


@clause("FA-WPN-11", "FA-WPN-05")
def melee_weapon(field: Field, unit_id: str) -> MeleeWeapon:
    """A unit's one melee weapon; a pistol makes it paired."""
    tables, profile = field.setup.tables, field.profile(unit_id)
    missile = tables.missile.get(profile.missile)
    if missile is not None and "paired_in_melee" in missile.rules:
        return tables.melee[PAIRED]
    return tables.melee[profile.weapon]


@clause("FA-WPN-10")
def in_round(field: Field, weapon: MeleeWeapon, contact: Contact) -> MeleeWeapon:
    """After the first round of a contact lances are hand weapons."""
    return field.tables.melee[HAND_WEAPON] if contact.round and weapon.strength_first else weapon


@clause(
    "FA-MEL-08", "FA-WPN-02", "FA-WPN-03", "FA-WPN-04", "FA-WPN-05", "FA-WPN-06", "FA-WPN-07", "FA-MNT-02"
)
def models_arm(field: Field, unit: Unit, contact: Contact) -> Arm:
    """Of the rank and file (riders: with their own numbers)."""
    stats = field.stats(unit.id)
    weapon = in_round(field, melee_weapon(field, unit.id), contact)
    return Arm(
        stats.WS,
        _plus(stats.S, weapon.strength + weapon.strength_first),
        _plus(stats.A, weapon.attacks) if stats.A else 0,
        weapon.reach,
        _plus(stats.I, weapon.initiative),
        weapon.ap,
        is_killing(field, unit, contact, weapon),
    )


def _plus(value: int, add: int) -> int:
    total = value + add
    return 0 if total < 0 else CAP if total > CAP else total


@clause("FA-SPC-04", "FA-WPN-08")
def is_killing(field: Field, unit: Unit, contact: Contact, weapon: MeleeWeapon) -> bool:
    """Killing blow, at the first blow only; of pikes against horse that charges their front."""
    if contact.round:
        return False
    if "killing_blow" in field.rules(unit.id):
        return True
    enemy = contact.other(unit.id)
    charged = enemy in contact.charged and field.unit(enemy).kind == "horse"
    return bool(weapon.killing_blow) and charged and contact.edge(unit.id) is Edge.FRONT


@clause("FA-MNT-05", "FA-SPC-08")
def ram_arm(field: Field, unit: Unit, contact: Contact, rider: Arm) -> Arm | None:
    """The horse's one blow of the first round, in the rider's step."""
    mount = field.mount(unit.id)
    if mount is None or contact.round or "ram_blow" not in field.rules(unit.id):
        return None
    if field.option("ram_needs_charge") and unit.id not in contact.charged:
        return None
    sure = field.option("ram_hit") == "auto"
    return Arm(mount.WS, mount.S, 1, rider.reach, rider.initiative, sure=sure)


@clause("FA-MNT-04")
def mounts_arm(mount: Mount | None) -> Arm | None:
    """Blows of exotic mounts, in the step of their own Initiative."""
    if mount is None or not mount.exotic:
        return None
    return Arm(mount.WS, mount.S, mount.A, 0, mount.I)


@clause("FA-MEL-13", "FA-MNT-02")
def hero_arm(field: Field, hero: Character, contact: Contact) -> Arm:
    """A character strikes with his own profile."""
    stats, profile = field.hero(hero.id), field.hero_profile(hero.id)
    weapon = in_round(field, field.tables.melee[profile.weapon], contact)
    return Arm(
        stats.WS,
        _plus(stats.S, weapon.strength + weapon.strength_first),
        _plus(stats.A, weapon.attacks) if stats.A else 0,
        weapon.reach,
        _plus(stats.I, weapon.initiative),
        weapon.ap,
        "killing_blow" in profile.rules and not contact.round,
    )


# --- at whom ---


@clause("FA-WPN-01", "FA-WND-07", "FA-WPN-11", "FA-WPN-10")
def parries(field: Field, weapon: MeleeWeapon, shield: bool) -> bool:
    """The shield parries, with any weapon that leaves a hand for it (option ``parry_with``: a hand weapon)."""
    if field.option("parry_with") == "hand_weapon" and weapon.id != HAND_WEAPON:
        return False
    return shield and weapon.hands < 2


@clause("FA-WND-10", "FA-MEL-17", "FA-CMD-02", "FA-GEN-08")
def guard_of(field: Field, unit: Unit, contact: Contact) -> Guard:
    """Of the rank and file (a machine's crew); of a character only when he is alone. Kept, for every round that is
    fought or thought of asks it of every unit."""
    key = ("guard", unit.id, contact.round > 0)
    found: Guard | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = _guard(field, unit, contact)
    return found


def _guard(field: Field, unit: Unit, contact: Contact) -> Guard:
    alone = field.alone(unit.id)
    if alone is not None:
        return hero_guard(field, alone, contact)
    stats, profile = field.stats(unit.id), field.profile(unit.id)
    weapon = in_round(field, melee_weapon(field, unit.id), contact)
    return Guard(
        stats.WS,
        stats.T,
        field.armour_items(unit.id),
        parries(field, weapon, profile.shield),
        weapon.enemy_hit,
    )


def hero_guard(field: Field, hero: Character, contact: Contact) -> Guard:
    """Of a character in a duel, or alone."""
    stats, profile = field.hero(hero.id), field.hero_profile(hero.id)
    weapon = in_round(field, field.tables.melee[profile.weapon], contact)
    armour = field.hero_armour(hero.id)
    return Guard(stats.WS, stats.T, armour, parries(field, weapon, profile.shield), weapon.enemy_hit)


@clause("FA-MEL-08", "FA-MEL-09", "FA-MEL-10", "FA-WPN-02")
def attack_of(field: Field, unit: Unit, enemy: str, arm: Arm, guard: Guard, models: int) -> Attack:
    """The dice of so many models with this arm of one unit against a guard of another."""
    tables, options = field.tables, field.setup.options
    items = field.hit_items(unit.id, "melee") + field.hit_items(enemy, "meleed")
    if guard.eases:
        items = items_of(flail=guard.eases) + items
    row = tables.melee_hit
    if options["melee_gap"] == 5:
        row = replace(row, lower=5)
    need = melee_need(row, arm.skill, guard.skill, items, guard.parries)
    blows = models * arm.attacks
    killing = "hit" if options["killing_blow_on"] == "hit" else "wound"
    return Attack(
        () if arm.sure else ((blows, need),),
        blows if arm.sure else 0,
        wound_need(tables, arm.strength, guard.toughness),
        save_need(tables.armour, guard.armour, arm.strength, arm.piercing),
        killing if arm.killing else "",  # type: ignore[arg-type]
        options["natural6"] == "hit_is_wound",
    )


# --- blows in order ---


class Blower(NamedTuple):
    """Somebody with blows to strike through a contact: ``who`` as in a Blow; ``models``: how many before the dead are
    taken off; ``front``: only the first rank strikes; ``duel``: the character struck, or ""."""

    contact: Contact
    unit: Unit
    who: str
    arm: Arm
    models: int
    front: bool = False
    duel: str = ""


@clause("FA-GEN-11", "FA-MEL-12", "FA-MEL-13", "FA-MNT-04")
def blowers(
    field: Field, contact: Contact, unit: Unit, row: Strikers, heroes: Sequence[str]
) -> Iterator[Blower]:
    """Of one unit through one contact: rank and file, then mounts, then the ``heroes`` who strike here."""
    if row.total:
        rider = models_arm(field, unit, contact)
        yield Blower(contact, unit, MODELS, rider, row.total)
        rams, mounts = ram_arm(field, unit, contact, rider), mounts_arm(field.mount(unit.id))
        for who, arm in ((RAM, rams), (MOUNTS, mounts)):
            if arm is not None:
                yield Blower(contact, unit, who, arm, row.first, front=True)
    for one in heroes:
        hero = field.character(one)
        foe = opponent(contact, one)
        yield Blower(contact, unit, one, hero_arm(field, hero, contact), 1, duel=foe)
        steed = mounts_arm(field.hero_mount(one))
        if steed is not None:
            yield Blower(contact, unit, f"{one}.mount", steed, 1, duel=foe)


def opponent(contact: Contact, hero: str) -> str:
    """Whom a character fights in a duel of this contact; "" for nobody."""
    for pair in contact.duels:
        if hero in pair:
            return pair[1] if hero == pair[0] else pair[0]
    return ""


@clause("FA-MEL-13", "FA-MEL-12")
def heroes_at(field: Field, unit: Unit, contacts: Sequence[Contact]) -> dict[str, list[str]]:
    """Contact -> characters of a unit who strike through it: his duel's, else that with the longest overlap."""
    heroes = field.characters_in(unit.id)
    if not heroes:
        return {}
    widest = min(contacts, key=lambda one: (-one.overlap, one.a, one.b))
    found: dict[str, list[str]] = {}
    for hero in heroes:
        duel = next((contact for contact in contacts if opponent(contact, hero.id)), widest)
        if strikes(field, unit, duel):
            found.setdefault(duel.id, []).append(hero.id)
    return found
