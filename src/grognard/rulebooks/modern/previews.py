"""What a window may say before a card is played: what it would do now, from what the seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import Preview
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern import targets
from grognard.rulebooks.modern.card_words import PARAM_WORDS, effect_words
from grognard.rulebooks.modern.effects import ARMS, AnyEffect
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.values import Working, cards_a_turn, covers, value


@clause("MO-KSO-20", "MO-GNL-05")
def of_moment(field: Field, seat: str, order: Order) -> Preview:
    """A card or ability: each effect as a sentence, then what it comes to on its targets."""
    verb = order[0] if order else ""
    if verb == "ability":
        ability = field.general_card(seat).ability
        return Preview(
            tuple(_lines(field, seat, targets.of_ability(field, seat), ability.effects, order[1:]))
        )
    if verb == "play" and len(order) > 1 and order[1] in field.tables.operations:
        return of_card(field, seat, order)
    return Preview()


def of_card(field: Field, seat: str, order: Order) -> Preview:
    card = field.tables.operations[str(order[1])]
    lines = list(_lines(field, seat, targets.of_card(card, seat), card.effects, order[2:]))
    counts = not card.sudden or field.option("sudden_counts")
    if counts:
        used, most = field.general(seat).uses + 1, cards_a_turn(field, seat)
        lines.append(T("KSO used this turn after it: {used} of {most}", used=used, most=most))
    return Preview(tuple(lines))


def _lines(
    field: Field, seat: str, aim: targets.Aim, effects: tuple[AnyEffect, ...], words: Order
) -> Iterator[Text]:
    ids = targets.resolved(field, seat, aim.target, aim.effects, words)
    for index, effect in enumerate(effects):
        yield effect_words(effect)
        working = Working(aim.name, seat, effect, index, ids, aim.ability)
        yield from (line for unit in field.on_map if (line := _on(field, working, unit)) is not None)


def _on(field: Field, one: Working, unit: Unit) -> Text | None:
    """What an effect comes to on a unit."""
    effect, where = one.effect, field.label(unit.hex)
    if isinstance(effect, fx.Lasting):
        if effect.param == "attack_all" or not covers(field, one, unit):
            return None
        return _value_line(field, effect, unit) if field.is_read(unit) else None
    if unit.id not in one.targets:
        return None
    match effect:
        case fx.Strike():
            blow = effect.at[ARMS.index(field.arm(unit))]
            return _strike_line(field, unit, blow)
        case fx.Heal():
            return T("{hex}: statuses lost {lost}, after it {left}", hex=where, lost=unit.lost,
                     left=max(0, unit.lost - effect.statuses))  # fmt: skip
        case fx.Build(what="fort"):
            top = field.tables.fort.max_level
            level = min(top, field.works.fort(unit.hex) + effect.levels)
            return T("{hex}: fort of level {level}", hex=where, level=level)
    return None


def _value_line(field: Field, effect: fx.Lasting, unit: Unit) -> Text:
    now, words = value(field, unit, effect.param), PARAM_WORDS[effect.param]
    return T("{hex}: {param} is {now} before it", hex=field.label(unit.hex), param=words, now=now)


def _strike_line(field: Field, unit: Unit, blow: int) -> Text:
    where, total = field.label(unit.hex), unit.fire_sum + blow
    if not field.is_read(unit):
        return T("{hex}: sum {total}, armour unknown", hex=where, total=total)
    armour = value(field, unit, "armour")
    if total >= armour:
        return T("{hex}: sum {total} of {armour}: a status is lost", hex=where, total=total, armour=armour)
    return T("{hex}: sum {total} of {armour}: it holds", hex=where, total=total, armour=armour)
