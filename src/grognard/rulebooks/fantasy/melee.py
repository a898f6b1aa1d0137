"""Hand to hand: who fights whom, challenges, strikes step by step (chapter MEL). Results are in ``result``.

The dice of a round are rules of the agenda, one call for one throw, and what is in flight lies in the Melee piece in
counts: so exact odds branch and merge throw by throw.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.rulebooks.fantasy.attacks import (
    Blow,
    Strikers,
    after,
    bare,
    harm,
    losses,
    pending,
    purpose,
    unthrown,
)
from grognard.rulebooks.fantasy.awards import saved_again
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import (
    Challenged,
    ChallengeIgnored,
    CommanderKilled,
    MeleeJoined,
    Struck,
)
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.fighters import (
    Blower,
    Guard,
    attack_of,
    blowers,
    guard_of,
    hero_guard,
    heroes_at,
    strikers_of,
    strikes,
)
from grognard.rulebooks.fantasy.leadership import after_deaths
from grognard.rulebooks.fantasy.model import Character, Contact, Melee, Unit, linked, melee_id

# --- A1: who fights whom ---


@clause("FA-MEL-01", "FA-MOV-08", "FA-GEN-11")
def begin(battle: FantasyBattle, clash: bool) -> tuple[str, ...]:
    """Melees of all contacts (``clash``: of clashes and of those caught by a pursuer), by id."""
    contacts = [one for one in battle.field.contacts if not clash or one.clash or one.caught]
    found = []
    for group in linked(contacts, by_units):
        group.sort(key=by_units)
        units = tuple(sorted({unit for one in group for unit in (one.a, one.b)}))
        field = battle.field
        began = tuple((unit, field.unit(unit).models, field.unit(unit).pool) for unit in units)
        melee = Melee(melee_id(units), units, tuple(one.id for one in group), began=began)
        battle.place(melee)
        battle.tell(MeleeJoined(melee.id, units, clash))
        found.append(melee.id)
    return tuple(sorted(found))


@clause("FA-GEN-11")
def by_units(contact: Contact) -> tuple[str, str]:
    """A contact is called by its two units, the lower id first."""
    return contact.a, contact.b


def melee_of(battle: FantasyBattle, melee: str) -> Melee:
    return battle.pieces[melee]  # type: ignore[return-value]


def contacts_in(field: Field, melee: Melee) -> list[Contact]:
    """Its contacts by id."""
    return [field.pieces[one] for one in melee.contacts]  # type: ignore[misc]


def contacts_of(field: Field, melee: Melee, unit: str) -> list[Contact]:
    return [one for one in contacts_in(field, melee) if unit in (one.a, one.b)]


# --- A2: challenges ---


@clause("FA-MEL-12")
def challenges(battle: FantasyBattle, melee: str) -> None:
    """Duels go on while both live; new ones by consent, the best WS first, then by id."""
    field = battle.field
    for contact in contacts_in(field, melee_of(battle, melee)):
        duels = tuple(pair for pair in contact.duels if all(field.character(one).alive for one in pair))
        if duels != contact.duels:
            battle.change(contact.id, duels=duels)
    _new_duels(battle, melee_of(battle, melee))
    found = [pair for one in contacts_in(battle.field, melee_of(battle, melee)) for pair in one.duels]
    battle.change(melee, duels=tuple(found))


def _new_duels(battle: FantasyBattle, melee: Melee) -> None:
    field = battle.field
    contacts = contacts_in(field, melee)
    busy = {one for contact in contacts for pair in contact.duels for one in pair}
    willing = [
        (contact, pair) for contact in contacts for pair in _pairs(field, contact) if _agree(field, *pair)
    ]
    willing.sort(key=lambda one: _by_skill(field, one[1]))
    for contact, pair in willing:
        if busy.isdisjoint(pair):
            busy.update(pair)
            held: Contact = battle.pieces[contact.id]  # type: ignore[assignment]
            battle.change(contact.id, duels=(*held.duels, pair))
            first, second = pair if _dares(field, pair[0]) else pair[::-1]
            battle.tell(Challenged(first, second, True))
    _tell_declined(battle, contacts, busy)


def _pairs(field: Field, contact: Contact) -> Iterator[tuple[str, str]]:
    """Opposed characters in units that touch each other and both strike."""
    one, other = field.unit(contact.a), field.unit(contact.b)
    if strikes(field, one, contact) and strikes(field, other, contact):
        for a in field.characters_in(one.id):
            for b in field.characters_in(other.id):
                yield a.id, b.id


def _dares(field: Field, hero: str) -> bool:
    """Challenges."""
    order = field.unit(field.character(hero).unit).order
    return order is not None and hero in order.challenge


def _accepts(field: Field, hero: str) -> bool:
    order = field.unit(field.character(hero).unit).order
    return order is not None and (hero in order.accept or hero in order.challenge)


def _agree(field: Field, one: str, other: str) -> bool:
    return (_dares(field, one) and _accepts(field, other)) or (_dares(field, other) and _accepts(field, one))


def _by_skill(field: Field, pair: tuple[str, str]) -> tuple[int, int, str, str]:
    skills = sorted((field.hero(one).WS for one in pair), reverse=True)
    return -skills[0], -skills[1], *pair


def _tell_declined(battle: FantasyBattle, contacts: list[Contact], busy: set[str]) -> None:
    """Challenges that came to nothing: declined, or there was nobody to challenge."""
    field = battle.field
    pairs = [pair for contact in contacts for pair in _pairs(field, contact)]
    heroes = {
        hero.id
        for contact in contacts
        for unit in (contact.a, contact.b)
        for hero in field.characters_in(unit)
    }
    for hero in sorted(heroes - busy):
        if _dares(field, hero):
            foe = min((b if hero == a else a for a, b in pairs if hero in (a, b)), default="")
            battle.tell(Challenged(hero, foe, False) if foe else ChallengeIgnored(hero))


# --- A3: strikes ---


@clause("FA-MEL-06", "FA-MEL-07", "FA-GEN-06")
def strike(battle: FantasyBattle, melee: str) -> None:
    """Puts the steps of the round on the agenda: the longer reach first in a first round, then the Initiative."""
    held = lined_up(battle.field, melee_of(battle, melee))
    battle.change(melee, strikers=held.strikers)
    for reach, initiative in steps_of(battle.field, held):
        battle.then(strike_step, melee, reach, initiative)
    battle.then(struck, melee)


@clause("FA-MEL-05", "FA-GEN-11")
def lined_up(field: Field, melee: Melee) -> Melee:
    """The melee with all who strike in its round, in the order of dice."""
    units = ((one, contacts_of(field, melee, one)) for one in melee.units)
    rows = [row for one, contacts in units for row in strikers_of(field, field.unit(one), contacts)]
    rows.sort(key=lambda row: (melee.contacts.index(row.contact), row.unit))
    return replace(melee, strikers=tuple(rows))


@clause("FA-MEL-06")
def steps_of(field: Field, melee: Melee) -> list[tuple[int, int]]:
    """Reach and Initiative of each step of a round, in their order."""
    return sorted({step_of(one) for one in blowers_in(field, melee)}, reverse=True)


def blowers_in(field: Field, melee: Melee) -> Iterator[Blower]:
    """Everybody who strikes in the round, in the order of dice inside a step."""
    for row in melee.strikers:
        contact: Contact = field.pieces[row.contact]  # type: ignore[assignment]
        unit = field.unit(row.unit)
        heroes = heroes_at(field, unit, contacts_of(field, melee, row.unit)).get(row.contact, ())
        yield from blowers(field, contact, unit, row, heroes)


@clause("FA-MEL-06", "FA-MEL-02")
def step_of(blower: Blower) -> tuple[int, int]:
    """Reach counts in the first round of a contact alone."""
    return (0 if blower.contact.round else blower.arm.reach), blower.arm.initiative


@rule("FA-MEL-06", "FA-MEL-07", "FA-GEN-04")
def strike_step(battle: FantasyBattle, melee: str, reach: int, initiative: int) -> None:
    """All blows of one reach and Initiative, worked out from the state before them."""
    held = melee_of(battle, melee)
    if battle.option("step_up") == "at_once":
        held = replace(held, strikers=tuple(_filled(battle.field, held)))
    found = [
        blow
        for one in blowers_in(battle.field, held)
        if step_of(one) == (reach, initiative)
        for blow in blows_of(battle.field, held, one)
    ]
    battle.place(replace(held, blows=tuple(found)))
    if found:
        battle.then(throw, melee)


@clause("FA-MEL-07")
def _filled(field: Field, melee: Melee) -> Iterator[Strikers]:
    """As the units stand now: gaps are filled before the step."""
    for row in melee.strikers:
        unit = field.unit(row.unit)
        rows = strikers_of(field, unit, contacts_of(field, melee, row.unit))
        yield next(one for one in rows if one.contact == row.contact)


def blows_of(field: Field, melee: Melee, one: Blower) -> Iterator[Blow]:
    """Its attack pool: none if nobody of it, or nobody to strike, is left."""
    enemy = field.unit(one.contact.other(one.unit.id))
    guard, victim = _victim(field, one, enemy)
    models = one.models
    if "." not in one.who and one.who not in field.pieces and field.option("step_up") != "at_once":
        models = max(0, models - fallen_to(field, melee, one.contact, one.unit))
    if guard is None or not models * one.arm.attacks:
        return
    attack = attack_of(field, one.unit, enemy.id, one.arm, guard, models)
    reach, initiative = step_of(one)
    yield Blow(
        one.contact.id,
        one.unit.id,
        one.who,
        victim or enemy.id,
        reach,
        initiative,
        models,
        attack,
        unthrown(attack),
    )


def _victim(field: Field, one: Blower, enemy: Unit) -> tuple[Guard | None, str]:
    """Whom the blows fall on, and the character's id if it is one."""
    if one.duel:
        hero = field.character(one.duel)
        return (hero_guard(field, hero, one.contact) if hero.alive else None), hero.id
    alone = field.alone(enemy.id)
    if enemy.status != "ready" or not (enemy.models or alone):
        return None, ""
    return guard_of(field, enemy, one.contact), alone.id if alone else ""


@clause("FA-MEL-07")
def fallen_to(field: Field, melee: Melee, contact: Contact, unit: Unit) -> int:
    """Whole models that the enemy of a contact has felled in this round, wounds that were in the pool counted."""
    enemy = contact.other(unit.id)
    caused = sum(n for striker, victim, n in melee.caused if (striker, victim) == (enemy, unit.id))
    pool = next(pool for one, _, pool in melee.began if one == unit.id)
    return (pool + caused) // field.stats(unit.id).W if caused else 0


@rule("FA-MEL-08", "FA-MEL-09", "FA-WND-01", "FA-WND-03", "FA-WND-04", "FA-GEN-06")
def throw(battle: FantasyBattle, melee: str) -> None:
    """One handful of dice of the first blow that is not finished: to hit, to wound, or the saves."""
    held = melee_of(battle, melee)
    blow = held.blows[0]
    if blow.at.stage != "done":
        meaning = battle.roll(pending(blow.attack, blow.at), purpose(blow.at), blow.unit).meaning
        if blow.at.stage == "save":
            victim: Contact = battle.pieces[blow.contact]  # type: ignore[assignment]
            failed = blow.at.wounds - meaning
            meaning += saved_again(battle, victim.other(blow.unit), blow.attack.save, failed)
        at = after(blow.attack, blow.at, meaning)
        blow = replace(blow, at=at if battle.listening else bare(at))
    if blow.at.stage == "done":
        _land(battle, held, blow)
    else:
        battle.place(replace(held, blows=(blow, *held.blows[1:])))
        battle.then(throw, melee)


@clause("FA-WND-09", "FA-CR-01")
def _land(battle: FantasyBattle, melee: Melee, blow: Blow) -> None:
    """The wounds are due at the end of the step; those beyond the last model are lost and count for nobody."""
    before, room, each = _room(battle, blow.target)
    taken = min(blow.at.wounds, room)
    if taken:
        battle.change(blow.target, due=battle.pieces[blow.target].due + taken)  # type: ignore[union-attr]
    battle.place(replace(melee, blows=melee.blows[1:], caused=_added(melee, blow, taken)))
    if battle.listening:
        _tell_struck(battle, melee, blow, (before + taken) // each - before // each)
    if melee.blows[1:]:
        battle.then(throw, melee.id)
    else:
        battle.then(step_done, melee.id)


def _room(battle: FantasyBattle, target: str) -> tuple[int, int, int]:
    """Wounds on a target that do not show as models yet, wounds that it can still take, wounds of one model."""
    piece = battle.pieces[target]
    if isinstance(piece, Character):
        return piece.due, piece.wounds - piece.due, piece.wounds
    unit = battle.unit(target)
    each = battle.field.stats(target).W
    return unit.pool + unit.due, unit.models * each - unit.pool - unit.due, each


def _added(melee: Melee, blow: Blow, wounds: int) -> tuple[tuple[str, str, int], ...]:
    """What each has caused with these wounds; one entry for a striker and his victim, in text order."""
    if not wounds:
        return melee.caused
    sums = {(striker, victim): n for striker, victim, n in melee.caused}
    key = blow.unit, blow.target
    sums[key] = sums.get(key, 0) + wounds
    return tuple(sorted((*pair, n) for pair, n in sums.items()))


def _tell_struck(battle: FantasyBattle, melee: Melee, blow: Blow, fallen: int) -> None:
    attack, piece = blow.attack, battle.pieces[blow.target]
    contact: Contact = battle.pieces[blow.contact]  # type: ignore[assignment]
    done = harm(attack, blow.at)
    battle.tell(
        Struck(
            melee=melee.id,
            unit=blow.unit,
            target=contact.other(blow.unit),
            who=blow.who,
            reach=blow.reach,
            initiative=blow.initiative,
            first_round=not contact.round,
            models=blow.models,
            attacks=done.attacks,
            to_hit=attack.dice[0][1] if attack.dice else 0,
            to_wound=attack.wound,
            to_save=attack.save,
            hits=done.hits,
            wounds=done.wounds,
            saved=done.saved,
            unsaved=done.unsaved,
            fallen=fallen,
            victim=piece.id if isinstance(piece, Character) else "",
            killing=attack.killing,
        )
    )


@rule("FA-MEL-07", "FA-WND-08", "FA-GEN-04")
def step_done(battle: FantasyBattle, melee: str) -> None:
    """The dead of a step fall together."""
    field = battle.field
    for unit in melee_of(battle, melee).units:
        for hero in field.characters_in(unit):
            if hero.due:
                wound_hero(battle, hero, hero.due, _killer(battle, melee, hero.id))
        if field.unit(unit).due:
            take_off(battle, unit)


def _killer(battle: FantasyBattle, melee: str, victim: str) -> str:
    """Who struck a character: his opponent in the duel, else the first unit that wounded him."""
    held = melee_of(battle, melee)
    foes = (b if a == victim else a for a, b in held.duels if victim in (a, b))
    return next(foes, None) or next(striker for striker, struck, _ in held.caused if struck == victim)


@clause("FA-WND-08", "FA-WND-09")
def take_off(battle: FantasyBattle, unit_id: str) -> int:
    """The wounds due to the rank and file are taken; models that fell."""
    unit = battle.unit(unit_id)
    lost = losses(unit.models, unit.pool, battle.field.stats(unit_id).W, unit.due)
    models = unit.models - lost.models
    battle.change(unit_id, models=models, pool=lost.pool if models else 0, due=0)
    return lost.models


@clause("FA-WND-10", "FA-LEG-02", "FA-CMD-02")
def wound_hero(battle: FantasyBattle, hero: Character, wounds: int, by: str) -> None:
    """A character takes wounds; an award may let him not notice the first."""
    bonuses = battle.tables.bonuses
    charm = next((gift for gift in hero.gifts if bonuses[gift].effect == "ignore_wound"), None)
    gifts = tuple(gift for gift in hero.gifts if gift != charm)
    left = max(0, hero.wounds - wounds + (bonuses[charm].amount if charm else 0))
    left = min(left, hero.wounds)
    battle.change(hero.id, wounds=left, due=0, gifts=gifts, killed_by="" if left else by)
    if not left:
        battle.tell(CommanderKilled(hero.id, hero.unit, by))


@rule("FA-MEL-07")
def struck(battle: FantasyBattle, melee: str) -> None:
    """The blows of the round are over."""
    battle.change(melee, strikers=(), blows=())


# --- A7: the round is over ---


@clause("FA-MEL-02", "FA-MEL-15", "FA-LD-03")
def finish(battle: FantasyBattle) -> None:
    """Contacts that were fought have one round more, melees end; then the tests for killed commanders."""
    for melee in battle.field.melees:
        for one in melee.contacts:
            contact = battle.pieces.get(one)
            if isinstance(contact, Contact):
                battle.change(one, round=contact.round + 1, clash=False, caught="")
        battle.remove(melee.id)
    after_deaths(battle)
