"""What the effects of a spell do (FA-MAG-12, FA-MAG-20 to -22). A new verb is a line in ``AT_ONCE`` or ``HARM``.

Effects that last change nothing here: whoever needs a number looks at the spells in force (``field``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import tables as fx
from grognard.rulebooks.fantasy.amounts import amount
from grognard.rulebooks.fantasy.attacks import Attack, Harm, strike
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.blasts import blast
from grognard.rulebooks.fantasy.conjuring import heal, shift, summon
from grognard.rulebooks.fantasy.events import Rallied, SpellTook
from grognard.rulebooks.fantasy.harming import Blow, land_hits, owe
from grognard.rulebooks.fantasy.leadership import halt, take_test
from grognard.rulebooks.fantasy.model import Character, Ground, SpellInForce, ground_id
from grognard.rulebooks.fantasy.needs import save_need, wound_need
from grognard.rulebooks.fantasy.tables import AnyEffect, Dice, Spell

LONGER = (fx.Forbid, fx.Grant, fx.Conjure)
"""Effects without a number, that last twice as long when doubled."""


@dataclass(frozen=True)
class Working:
    """A spell whose effects are being run."""

    battle: FantasyBattle
    force: SpellInForce

    @property
    def spell(self) -> Spell:
        return self.battle.tables.spells[self.force.spell]

    @property
    def times(self) -> int:
        """By how much every number counts."""
        return 2 if self.force.doubled else 1

    @property
    def hero(self) -> Character | None:
        """The character that it is aimed at, if he lives."""
        one = self.battle.pieces.get(self.force.target)
        return one if isinstance(one, Character) and one.alive else None

    @property
    def unit(self) -> str:
        """The unit that it is aimed at, "" if it is none on the table."""
        return self.force.target if self.battle.field.ready(self.force.target) else ""

    @clause("FA-MAG-12")
    def roll(self, dice: Dice) -> tuple[int, tuple[int, ...]]:
        """A number of the spell with its faces: rolled once, doubled if the spell is."""
        chance = amount(dice)
        if isinstance(chance, int):
            return chance * self.times, ()
        throw = self.battle.roll(chance, "spell_amount", self.force.id)
        return throw.meaning * self.times, throw.faces

    def tell(
        self,
        effect: AnyEffect,
        much: int,
        faces: tuple[int, ...] = (),
        harm: Harm | None = None,
        at: str = "",
    ) -> None:
        """One effect on one piece."""
        done = (harm.hits, harm.wounds, harm.saved, harm.unsaved) if harm else (0, 0, 0, 0)
        target = at or self.force.target
        self.battle.tell(SpellTook(self.force.id, self.force.spell, target, verb(effect), much, faces, *done))


def verb(effect: AnyEffect) -> str:
    """Its word in the vocabulary."""
    return str(effect.__struct_config__.tag)


@clause("FA-MAG-12", "FA-MAG-17")
def turns_of(spell: Spell, doubled: bool) -> int:
    """How many turns a spell lasts: 0 at once, -1 until dispelled."""
    longer = doubled and spell.duration > 0 and any(isinstance(one, LONGER) for one in spell.effects)
    return spell.duration * (2 if longer else 1)


@clause("FA-MAG-20", "FA-MAG-21")
def run(
    battle: FantasyBattle, force_id: str, verbs: Mapping[type[Any], Callable[[Working, Any], None]]
) -> None:
    """Those effects of a spell in force that these verbs carry out, in the order of the spell."""
    force = battle.pieces[force_id]
    if not isinstance(force, SpellInForce):
        return
    for effect in battle.tables.spells[force.spell].effects:
        work = verbs.get(type(effect))
        if work is not None:
            work(Working(battle, force), effect)


# --- B4 ----------------------------------------------------------------------------------------------------


@clause("FA-MAG-12", "FA-MAG-21")
def _lasts(working: Working, effect: fx.StatChange | fx.ArmourChange | fx.HitMod) -> None:
    working.tell(effect, effect.add * working.times)


@clause("FA-MAG-21")
def _holds(working: Working, effect: fx.Grant | fx.Forbid) -> None:
    working.tell(effect, 0)


@clause("FA-MAG-21", "FA-TER-01")
def _conjure(working: Working, effect: fx.Conjure) -> None:
    force = working.force
    ground = Ground(ground_id(force.id), effect.kind, force.id, force.x, force.y, effect.radius)
    working.battle.place(ground)
    working.tell(effect, effect.radius)


@clause("FA-MAG-12", "FA-MAG-22")
def _shift(working: Working, effect: fx.Shift) -> None:
    if working.unit:
        working.tell(effect, shift(working.battle, working.unit, effect.cells * working.times))


@clause("FA-MAG-20")
def _rally(working: Working, effect: fx.Rally) -> None:
    if working.unit and working.battle.unit(working.unit).retreating:
        heading = halt(working.battle, working.unit)
        working.battle.tell(Rallied(working.unit, "", True, heading))
        working.tell(effect, 0)


@clause("FA-MAG-22")
def _drain(working: Working, effect: fx.Drain) -> None:
    points, faces = working.roll(effect.n)
    if working.hero:
        working.battle.change(working.hero.id, drained=working.hero.drained + points)
        working.tell(effect, points, faces)


AT_ONCE: Mapping[type[Any], Callable[[Working, Any], None]] = {
    fx.StatChange: _lasts,
    fx.ArmourChange: _lasts,
    fx.HitMod: _lasts,
    fx.Grant: _holds,
    fx.Forbid: _holds,
    fx.Conjure: _conjure,
    fx.Shift: _shift,
    fx.Rally: _rally,
    fx.Drain: _drain,
}
"""What takes effect in B4."""


# --- B5 ----------------------------------------------------------------------------------------------------


@clause("FA-MAG-12", "FA-MAG-20", "FA-CMD-02")
def _hits(working: Working, effect: fx.Hits) -> None:
    hits, faces = working.roll(effect.n)
    blow = Blow(effect.S, effect.ap, effect.save)
    if working.hero:
        harm = _hits_on_hero(working, working.hero, hits, blow)
    elif working.unit:
        harm = land_hits(working.battle, working.force.caster, working.unit, hits, blow)
    else:
        return
    working.tell(effect, hits, faces, harm)


def _hits_on_hero(working: Working, hero: Character, hits: int, blow: Blow) -> Harm:
    battle = working.battle
    items = battle.field.hero_armour(hero.id) if blow.save else ()
    attack = Attack(
        auto=hits,
        wound=wound_need(battle.tables, blow.S, battle.field.hero(hero.id).T),
        save=save_need(battle.tables.armour, items, blow.S, blow.ap),
    )
    harm = strike(battle, attack, working.force.caster)
    battle.change(hero.id, due=hero.due + harm.unsaved)
    return harm


@clause("FA-MAG-12", "FA-MAG-20")
def _blast(working: Working, effect: fx.Blast) -> None:
    force, battle = working.force, working.battle
    blow = Blow(effect.S, effect.ap, effect.save)
    point = (force.x, force.y)
    for one in blast(battle, force.caster, battle.field, point, effect.radius, blow, working.times):
        hits = one.models * working.times
        harm = Harm(hits, hits, one.wounds, one.saved, one.unsaved)
        working.tell(effect, hits, (), harm, one.unit)


@clause("FA-MAG-12", "FA-MAG-20")
def _wounds(working: Working, effect: fx.Wounds) -> None:
    wounds, faces = working.roll(effect.n)
    if working.hero:
        working.battle.change(working.hero.id, due=working.hero.due + wounds)
    elif working.unit:
        owe(working.battle, working.unit, wounds)
    else:
        return
    working.tell(effect, wounds, faces)


@clause("FA-MAG-12", "FA-MAG-20", "FA-LD-08")
def _test(working: Working, effect: fx.LdTest) -> None:
    """Doubled: twice, and both must be passed."""
    if working.unit:
        working.tell(effect, effect.ld)
        for _ in range(working.times):
            working.battle.then(take_test, working.unit, "spell", effect.ld, 0)


HARM: Mapping[type[Any], Callable[[Working, Any], None]] = {
    fx.Hits: _hits,
    fx.Blast: _blast,
    fx.Wounds: _wounds,
    fx.LdTest: _test,
}
"""What is done in B5 from the state after B4."""


@clause("FA-MAG-12", "FA-MAG-20")
def _heal(working: Working, effect: fx.Heal) -> None:
    wounds, faces = working.roll(effect.n)
    if working.unit:
        working.tell(effect, heal(working.battle, working.unit, wounds), faces)


@clause("FA-MAG-12", "FA-MAG-22")
def _summon(working: Working, effect: fx.Summon) -> None:
    models, faces = working.roll(effect.n)
    force, battle = working.force, working.battle
    caster = battle.character(force.caster)
    point = (force.x, force.y)
    unit = summon(battle, caster, effect.profile, models, effect.files, point)
    working.tell(effect, models if unit else 0, faces, at=unit.id if unit else "")


COMING: Mapping[type[Any], Callable[[Working, Any], None]] = {fx.Heal: _heal, fx.Summon: _summon}
"""What comes at the end of B5, when nothing of the step can be changed by it any more."""
LATER: tuple[type[Any], ...] = (*HARM, *COMING)
