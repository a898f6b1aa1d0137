"""Magic, step by step: spells learnt, winds, dispelling, casting, what comes of it, expiry (chapter MAG)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from grognard.core.chance import Sum, d
from grognard.core.errors import Refused
from grognard.core.rule import clause, rule
from grognard.locale import T
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.casting import (
    MOST_DICE,
    Share,
    cast_result,
    dispel_result,
    drained,
    magic_dice,
    share_winds,
)
from grognard.rulebooks.fantasy.events import SpellCast, SpellDispelled, SpellEnded, SpellsLearnt, WindsBlew
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import (
    TURN,
    Cast,
    Character,
    Ground,
    SpellInForce,
    ground_id,
    spell_id,
)
from grognard.rulebooks.fantasy.orders import written
from grognard.rulebooks.fantasy.spells import AT_ONCE, COMING, HARM, LATER, run, turns_of
from grognard.rulebooks.fantasy.tables import BREAK_ENCHANTMENT, Spell
from grognard.rulebooks.fantasy.targeting import (
    NEW,
    Target,
    first_allowed,
    known,
    may_cast,
    targets,
    why_not_at,
    wizards,
)

MOST_TARGETS = 3


# --- before the battle ---


@clause("FA-MAG-03", "FA-MAG-01")
def learn(battle: FantasyBattle) -> None:
    """Each wizard rolls for the spells of his path."""
    for hero in battle.field.characters:
        if hero.level and not hero.spells:
            _learn(battle, hero)


def _learn(battle: FantasyBattle, hero: Character) -> None:
    path, row = battle.tables.paths[hero.path], battle.tables.wizards[hero.level]
    keeps_high = battle.option("junior_high_roll") == "keep"
    most = len(path.spells) if keeps_high else row.max_level
    levels: list[int] = []
    rolled: list[int] = []
    while len(levels) < row.spells:
        face = battle.roll(d(6), "learn", hero.id).face
        rolled.append(face)
        if face not in levels and face <= most:
            levels.append(face)
    spells = tuple(path.spells[level - 1] for level in sorted(levels))
    battle.change(hero.id, spells=spells)
    battle.tell_side(hero.side, SpellsLearnt(hero.id, spells, tuple(rolled)))


# --- B1: the winds ---


@clause("FA-MAG-07", "FA-MAG-22")
def winds(battle: FantasyBattle) -> None:
    """2d6 points shared by all wizards (option: by those of each side), and everybody's own."""
    alive = wizards(battle.field)
    for hero in battle.field.characters:
        if hero.points:
            battle.change(hero.id, points=0)
    if not battle.option("winds_per_side"):
        _blow(battle, alive, "")
        return
    for side in sorted(army for army in battle.setup.armies):
        _blow(battle, [one for one in alive if one.side == side], side)


def _blow(battle: FantasyBattle, alive: list[Character], side: str) -> None:
    if not alive:
        return
    throw = battle.roll(Sum(2, 6, int), "winds", side)
    battle.change(TURN, winds=throw.meaning)
    levels = {one.id: one.level for one in alive}
    own = {one.id: own_points(battle.field, one) for one in alive}
    deal = battle.option("winds_remainder") == "deal"
    shares = share_winds(battle, throw.meaning, levels, own, deal)
    told: list[tuple[str, int, int, int]] = []
    for wizard, share in shares.items():
        left: Share = drained(share, battle.character(wizard).drained)
        battle.change(wizard, points=left.points, drained=0)
        told.append((wizard, *left))
    battle.tell(WindsBlew(throw.meaning, throw.faces, tuple(told), side))


@clause("FA-MAG-07", "FA-LEG-01")
def own_points(field: Field, hero: Character) -> int:
    """A wizard's personal points, with an award that gives more."""
    more = sum(item.value for item in field.gift_items(hero.gifts, "magic_points"))
    return field.tables.wizards[hero.level].points + more


# --- lists of castings ---


@clause("FA-MAG-08")
def entries(field: Field, hero: Character) -> list[Cast]:
    """A wizard's list as ordered; a spell named twice is tried once."""
    found: dict[tuple[str, bool], Cast] = {}
    for one in written(field.unit(hero.unit)).casts:
        if one.wizard == hero.id:
            found.setdefault((one.spell, one.targets == (NEW,)), one)
    return list(found.values())


@clause("FA-MAG-08", "FA-MAG-15")
def _calls(field: Field, wanted: Callable[[Cast], bool]) -> Iterator[tuple[str, int]]:
    """(wizard, place in his list), wizard by wizard."""
    for hero in wizards(field):
        for place, one in enumerate(entries(field, hero)):
            if wanted(one):
                yield hero.id, place


def is_dispel(entry: Cast) -> bool:
    """Carried out in B2."""
    return entry.spell == BREAK_ENCHANTMENT and entry.targets != (NEW,)


def is_counter(entry: Cast) -> bool:
    """Kept back for spells just cast."""
    return entry.spell == BREAK_ENCHANTMENT and entry.targets == (NEW,)


@clause("FA-MAG-08", "FA-MAG-15", "FA-MAG-19")
def points_for(field: Field, hero: Character, entry: Cast) -> int:
    """Points that an entry takes now, 0 if it is skipped: points kept back are left alone."""
    kept = sum(one.dice for one in entries(field, hero) if is_counter(one)) if _counters(field) else 0
    free = hero.points if is_counter(entry) else max(0, hero.points - kept)
    points = min(entry.dice, free, MOST_DICE)
    return points if points >= max(1, entry.least) else 0


def _counters(field: Field) -> bool:
    return bool(field.option("counter_new_spells"))


def _pay(battle: FantasyBattle, hero_id: str, place: int) -> tuple[Character, Cast, int] | None:
    """The entry with the points that go into it; None if it is skipped."""
    field, hero = battle.field, battle.character(hero_id)
    if may_cast(field, hero):
        return None
    entry = entries(field, hero)[place]
    points = points_for(field, hero, entry)
    if not points or entry.spell not in known(field, hero):
        return None
    battle.change(hero_id, points=hero.points - points)
    return hero, entry, points


# --- B2: dispelling ---


@clause("FA-MAG-08", "FA-MAG-13", "FA-GEN-11")
def dispel(battle: FantasyBattle) -> None:
    """Every wizard in turn, through his own list; results at once."""
    for hero, place in _calls(battle.field, is_dispel):
        battle.then(dispelling, hero, place)


@rule("FA-MAG-13", "FA-MAG-14", "FA-MAG-19")
def dispelling(battle: FantasyBattle, wizard: str, place: int) -> None:
    """One Break Enchantment at the first spell of its list that can be dispelled."""
    paid = _pay(battle, wizard, place)
    if paid:
        hero, entry, points = paid
        spell = battle.tables.spells[BREAK_ENCHANTMENT]
        target = first_allowed(battle.field, hero, spell, entry.targets)
        _break(battle, hero, str(target or ""), points)


@clause("FA-MAG-13", "FA-MAG-14", "FA-MAG-10")
def _break(battle: FantasyBattle, hero: Character, force_id: str, points: int) -> None:
    bonus = battle.tables.wizards[hero.level].bonus
    throw = battle.roll(magic_dice(points), "dispel", hero.id)
    force = battle.pieces.get(force_id)
    found = force if isinstance(force, SpellInForce) else None
    against = dispel_against(battle.field, found) if found else 0
    result = dispel_result(throw.meaning, bonus, against)
    told = result if found or result == "barred" else "failed"
    name = found.spell if found else ""
    total = throw.meaning.sum + bonus
    battle.tell(SpellDispelled(hero.id, force_id, name, throw.faces, bonus, total, against, told))
    if result == "barred":
        bar(battle, hero.id)
    elif found and result == "dispelled":
        end(battle, found.id, "dispelled")


@clause("FA-MAG-13")
def dispel_against(field: Field, force: SpellInForce) -> int:
    """What a dispelling must exceed."""
    if field.option("dispel_against") == "value":
        return value_of(field, field.tables.spells[force.spell])
    return force.total


@clause("FA-MAG-10", "FA-MAG-14")
def bar(battle: FantasyBattle, wizard: str) -> None:
    """No more magic for him in this battle."""
    battle.change(wizard, barred=True, points=0)


@clause("FA-MAG-13", "FA-MAG-17")
def end(battle: FantasyBattle, force_id: str, why: str) -> None:
    """A spell is no longer in force; what it conjured is gone with it."""
    force = battle.pieces[force_id]
    if isinstance(force, SpellInForce):
        battle.remove(force_id)
        battle.tell(SpellEnded(force_id, force.spell, force.target, why))
    if isinstance(battle.pieces.get(ground_id(force_id)), Ground):
        battle.remove(ground_id(force_id))


# --- B3: casting ---


@clause("FA-MAG-08", "FA-MAG-15", "FA-GEN-11")
def cast(battle: FantasyBattle) -> None:
    """Every wizard in turn, through his own list; then what was kept back against new spells."""
    every = [*_calls(battle.field, lambda one: one.spell != BREAK_ENCHANTMENT)]
    for hero, place in every:
        battle.then(casting, hero, place)
    if _counters(battle.field):
        for hero, place in _calls(battle.field, is_counter):
            battle.then(countering, hero, place)


@rule("FA-MAG-09", "FA-MAG-10", "FA-MAG-11", "FA-MAG-16", "FA-MAG-19")
def casting(battle: FantasyBattle, wizard: str, place: int) -> None:
    """One spell at the first of its targets that is allowed; without one the dice are rolled for nothing."""
    paid = _pay(battle, wizard, place)
    if paid is None:
        return
    hero, entry, points = paid
    spell = battle.tables.spells[entry.spell]
    target = first_allowed(battle.field, hero, spell, entry.targets)
    bonus = battle.tables.wizards[hero.level].bonus
    throw = battle.roll(magic_dice(points), "cast", hero.id)
    value = value_of(battle.field, spell)
    result = cast_result(throw.meaning, bonus, value)
    total = throw.meaning.sum + bonus
    worked = target is not None and result not in ("failed", "barred")
    force = (
        _put_in_force(battle, hero, spell, target, total, result) if worked and target is not None else None
    )
    if result == "barred":
        bar(battle, wizard)
    if spell.id not in hero.shown:
        battle.change(wizard, shown=(*hero.shown, spell.id))
    where = (force.target, force.x, force.y, force.id) if force else ("", 0, 0, "")
    battle.tell(SpellCast(wizard, spell.id, throw.faces, bonus, total, value, result, *where))


@clause("FA-MAG-06")
def value_of(field: Field, spell: Spell) -> int:
    """Casting value by the spell's level."""
    return field.tables.cast_value[spell.level]


@clause("FA-MAG-11", "FA-MAG-12", "FA-MAG-17", "FA-GEN-11")
def _put_in_force(
    battle: FantasyBattle, hero: Character, spell: Spell, target: Target, total: int, result: str
) -> SpellInForce:
    number = battle.turn.spells + 1
    doubled = result == "doubled"
    turns = turns_of(spell, doubled)
    target = hero.unit if spell.type == "self" else target
    x, y = target if isinstance(target, tuple) else (0, 0)
    force = SpellInForce(
        spell_id(number),
        spell.id,
        hero.id,
        hero.side,
        target if isinstance(target, str) else "",
        x,
        y,
        total,
        undispellable=result in ("undispellable", "doubled"),
        doubled=doubled,
        until=0 if turns < 0 else battle.turn.number + turns,
        due=any(isinstance(effect, LATER) for effect in spell.effects),
    )
    battle.change(TURN, spells=number)
    battle.place(force)
    return force


@rule("FA-MAG-15", "FA-MAG-13")
def countering(battle: FantasyBattle, wizard: str, place: int) -> None:
    """Points kept back are thrown against the enemy spell just cast with the highest total."""
    side = battle.character(wizard).side
    new = [one for one in battle.field.spells if one.fresh and one.side != side and not one.undispellable]
    if new:
        paid = _pay(battle, wizard, place)
        if paid:
            _break(battle, paid[0], max(new, key=lambda one: one.total).id, paid[2])


# --- B4 and B5: effects ---


@clause("FA-MAG-21")
def take_effect(battle: FantasyBattle) -> None:
    """All new spells together: nobody is first."""
    new = [one.id for one in battle.field.spells if one.fresh]
    for force in new:
        battle.change(force, fresh=False)
    for force in new:
        battle.then(taking_effect, force)


@rule("FA-MAG-21", "FA-MAG-22")
def taking_effect(battle: FantasyBattle, force: str) -> None:
    """What a spell does in B4."""
    run(battle, force, AT_ONCE)


@clause("FA-MAG-21")
def strike(battle: FantasyBattle) -> None:
    """Damage and tests of new spells; then who is healed or comes, so that it changes nothing in this step."""
    due = [one.id for one in battle.field.spells if one.due]
    for force in due:
        battle.then(striking, force)
    for force in due:
        battle.then(coming, force)


@rule("FA-MAG-20", "FA-MAG-21")
def striking(battle: FantasyBattle, force: str) -> None:
    """Hits, wounds and tests of one spell."""
    battle.change(force, due=False)
    run(battle, force, HARM)


@rule("FA-MAG-20", "FA-MAG-22")
def coming(battle: FantasyBattle, force: str) -> None:
    """Those whom one spell heals or calls up."""
    if force in battle.pieces:
        run(battle, force, COMING)


# --- B8: expiry ---


@clause("FA-MAG-17", "FA-MAG-07")
def expire(battle: FantasyBattle) -> None:
    """Spells whose time is up end; points not used are lost."""
    for force in battle.field.spells:
        if force.until and force.until <= battle.turn.number:
            end(battle, force.id, "expired")
    for hero in battle.field.characters:
        if hero.points:
            battle.change(hero.id, points=0)


# --- for orders ---


@clause("FA-MAG-05", "FA-MAG-08", "FA-MAG-16")
def why_not(field: Field, entry: Cast) -> Refused | None:
    """Why an entry of a list may not be ordered as things stand, None if it may."""
    hero = field.pieces.get(entry.wizard)
    if not isinstance(hero, Character):
        return Refused("FA-MAG-01", T('"{name}" is no wizard of yours', name=entry.wizard))
    refused = may_cast(field, hero)
    if refused:
        return refused
    spells = known(field, hero)
    if entry.spell not in spells:
        return _unknown(field, hero, entry.spell, spells)
    if not 1 <= entry.least <= entry.dice <= MOST_DICE:
        return Refused(
            "FA-MAG-08",
            T("{dice} dice, {least} at least", dice=entry.dice, least=entry.least),
            T("1 to 5 dice"),
        )
    return _wrong_targets(field, hero, field.tables.spells[entry.spell], entry.targets)


def _unknown(field: Field, hero: Character, spell: str, spells: Iterable[str]) -> Refused:
    high = spell in hero.spells
    every = field.tables.spells
    names = tuple(every[one].name for one in spells)
    reason = (
        T("spells of level 5 and 6 are for seniors")
        if high
        else T('he does not know the spell "{spell}"', spell=every[spell].name if spell in every else spell)
    )
    return Refused("FA-MAG-05" if high else "FA-MAG-08", reason, T("he knows {spells}", spells=names))


def _wrong_targets(field: Field, hero: Character, spell: Spell, wanted: tuple[Target, ...]) -> Refused | None:
    if len(wanted) > MOST_TARGETS or (not wanted and spell.type != "self"):
        return Refused("FA-MAG-08", T("a spell needs 1 to 3 targets"))
    found = (why_not_at(field, hero, spell, one) for one in wanted)
    return next((refused for refused in found if refused), None)


@clause("FA-MAG-08", "FA-MAG-16")
def candidates(field: Field, wizard: str) -> tuple[Cast, ...]:
    """Sensible entries for a wizard's list: each spell that he knows at the nearest targets, with the least dice that
    make it likely."""
    hero = field.character(wizard)
    if may_cast(field, hero):
        return ()
    found: list[Cast] = []
    for name in known(field, hero):
        spell = field.tables.spells[name]
        wanted = tuple(targets(field, hero, spell)[:MOST_TARGETS])
        if wanted:
            found.append(Cast(wizard, name, dice_for(field, hero, spell), 1, wanted))
    return tuple(found)


@clause("FA-MAG-08")
def dice_for(field: Field, hero: Character, spell: Spell) -> int:
    """The fewest dice whose mean reaches what the spell needs, 1 to 5."""
    bonus = field.tables.wizards[hero.level].bonus
    need = value_of(field, spell) if spell.level else 9
    return next((dice for dice in range(1, MOST_DICE) if 2 * (need - bonus) <= 7 * dice), MOST_DICE)
