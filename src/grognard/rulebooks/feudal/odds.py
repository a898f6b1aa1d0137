"""Chances that a window may show before an order is given, from what the seat knows."""

from __future__ import annotations

from grognard.core.book import Preview
from grognard.locale import Name, T, Text
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.attack import figures, succeeds, table_of
from grognard.rulebooks.feudal.battle import moment_of
from grognard.rulebooks.feudal.conditions import ambush_figures
from grognard.rulebooks.feudal.effects import Moment
from grognard.rulebooks.feudal.morale import from_others, own_morale
from grognard.rulebooks.feudal.view import FeudalView


def of_attack(view: FeudalView, army_id: str, target_id: str, moment: Moment) -> Preview:
    """Chance to hit, mean damage, chance to annihilate with this attack alone; guessed against a secret army."""
    attacker, target = view.bearer(army_id), view.bearer(target_id)
    numbers = figures(view.setup, attacker, target, moment)
    table = table_of(view.setup, numbers)
    hit = sum(succeeds(view.setup, face, face + numbers.bonus, numbers.goal) for face in range(1, 21)) / 20
    mean = sum(throw.meaning.damage for throw in table.throws) / 20
    killed = sum(throw.meaning.damage >= target.army.hp for throw in table.throws) / 20
    bonus, damage = f"{numbers.bonus:+}", Name(f"{mean:.2f}", f"{mean:.2f}".replace(".", ","))
    words = T("d20 {bonus} against {goal}", bonus=bonus, goal=numbers.goal)
    doubts = doubts_about(view, target_id)
    lines = (*doubts, words, T("mean damage {mean}", mean=damage))
    return Preview(lines, ((T("hits"), hit), (T("annihilates"), killed)), bool(doubts))


def doubts_about(view: FeudalView, enemy_id: str) -> tuple[Text, ...]:
    """Why chances against this army rest on a guess; nothing if all that counts is known."""
    if enemy_id not in view.armies:
        return (T("the enemy's numbers are not known; guessed from its row"),)
    if view.setup.options["fog"] == "intelligence" and view.seen[enemy_id].side != view.side:
        return (T("features that the enemy has not shown are left out"),)
    return ()


def of_check(view: FeudalView, army_id: str, check: str, dc: int) -> Preview:
    """Chance to pass a Morale check (a reroll included)."""
    chance = chance_of_check(view, army_id, check, dc)
    return Preview((T("Morale check, difficulty {dc}", dc=dc),), ((T("succeeds"), chance),))


def chance_of_check(view: FeudalView, army_id: str, check: str, dc: int) -> float:
    who = view.bearer(army_id)
    moment = moment_of(view.field)
    troop = view.setup.tables.troops[who.sheet.troop]
    friends = [view.bearer(one.id) for one in view.on_field(who.sheet.side) if one.id != army_id]
    items = own_morale(who, troop.morale, check, moment) + from_others(friends, (), check, moment)
    need = dc - effects.total(items)
    chance = min(max(21 - need, 0), 20) / 20
    again = any(
        effect.kind == "reroll" and effect.check in ("any", check) and effects.fits(effect, who, moment)
        for _, effect in who.acting
    )
    return chance + (1 - chance) * chance if again else chance


def of_ambush(view: FeudalView, army_id: str, target_id: str) -> Preview:
    """Chance that an ambush comes off."""
    attack, defence = ambush_figures(view.bearer(army_id), view.bearer(target_id))
    need = effects.total(defence) - effects.total(attack)
    doubts = doubts_about(view, target_id)
    return Preview(doubts, ((T("succeeds"), min(max(20 - need, 0), 20) / 20),), bool(doubts))
