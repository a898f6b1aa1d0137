"""What a card does, in words: effects, targets and whole cards as sentences in both languages (MO-KSO-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.core.rule import clause
from grognard.locale import Name, T, Text
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.effects import ARMS, AnyEffect, Target
from grognard.rulebooks.modern.model import GeneralCard, OperationCard

ARM_WORDS: Mapping[str, Text] = {
    "infantry": T("infantry"),
    "armour": T("armour"),
    "aviation": T("aviation"),
    "fleet": T("fleet"),
}
PARAM_WORDS: Mapping[str, Text] = {
    "speed": T("speed"),
    "armour": T("armour value"),
    "sight": T("sight"),
    "range": T("range"),
    "attack_infantry": T("attack against infantry"),
    "attack_armour": T("attack against armour"),
    "attack_aviation": T("attack against aviation"),
    "attack_fleet": T("attack against fleet"),
    "attack_all": T("every attack"),
}
COMMAND_WORDS: Mapping[str, Text] = {
    "command": T("command"),
    "kso_limit": T("limit of cards in hand"),
    "kso_per_turn": T("cards a turn"),
}
TIER_WORDS: Mapping[str, Text] = {"cheap": T("cheap"), "medium": T("medium"), "expensive": T("expensive")}
KIND_WORDS: Mapping[str, Text] = {
    "Q": T("quick: works at once"),
    "T": T("tactical: works for a round"),
    "S": T("strategic: works for the rest of the battle"),
}
KIND_NAMES: Mapping[str, Text] = {"Q": T("quick"), "T": T("tactical"), "S": T("strategic")}
WINDOW_WORDS: Mapping[str, Text] = {
    "enemy_card": T("an enemy card is declared"),
    "enemy_movement_start": T("the enemy begins to move"),
    "enemy_movement_end": T("the enemy has moved"),
    "enemy_attack_start": T("the enemy begins to attack"),
    "enemy_attack_declared": T("a shot at an own unit is declared"),
}
USE_WORDS: Mapping[str, Text] = {
    "passive": T("always"),
    "once": T("once a battle"),
    "every_turn": T("once a turn"),
}
WHEN_WORDS: Mapping[str, Text] = {
    "own_kso": T("in KSO-1 or KSO-2"),
    "own_movement": T("at the start of the movement phase"),
    "own_attack": T("at the start of the attack phase"),
}
NEEDS_WORDS: Mapping[str, Text] = {
    "sight": T("seen by the own side"),
    "known": T("whose number the own side knows"),
    "unoccupied": T("without a unit on it"),
    "adjacent_own": T("next to an own unit"),
    "start_zone": T("free and in the own start zone"),
}
_TARGETS: Mapping[tuple[str, str], Text] = {
    ("unit", "own"): T("own units"),
    ("unit", "enemy"): T("enemy units"),
    ("unit", "any"): T("units of either side"),
    ("hex", "own"): T("hexes"),
    ("hex", "enemy"): T("hexes"),
    ("hex", "any"): T("hexes"),
    ("general", "own"): T("own generals"),
    ("general", "enemy"): T("enemy generals"),
    ("general", "any"): T("generals of either side"),
    ("card", "own"): T("own cards"),
    ("card", "enemy"): T("enemy cards"),
    ("card", "any"): T("cards of either side"),
}
_RESTRICTED: Mapping[str, Text] = {
    "move": T("the chosen units may not move"),
    "attack": T("the chosen units may not attack"),
    "embark": T("the chosen units may neither embark nor disembark"),
}
_DEMOLISHED: Mapping[str, Text] = {
    "bridge": T("the bridge or crossing in the chosen hex is demolished"),
    "fort": T("the fort in the chosen hex loses a level"),
    "mines": T("mines in the chosen hex are gone"),
}


# --- whole cards ---------------------------------------------------------------------------------------


@clause("MO-KSO-01", "MO-KSO-15", "MO-KSO-20")
def card_words(card: OperationCard) -> tuple[Text, ...]:
    """An operation card line by line: what it is, when it answers, what is chosen, what it does."""
    head = T(
        "{id} {name}: {tier}, {kind}",
        id=card.id,
        name=card.name,
        tier=TIER_WORDS[card.tier],
        kind=KIND_WORDS[card.kind],
    )
    windows = tuple(WINDOW_WORDS[one] for one in card.windows)
    sudden = (T("sudden, also when: {windows}", windows=windows),) if card.sudden else ()
    return (head, *sudden, *_aimed(card.target), *map(effect_words, card.effects))


@clause("MO-GNL-01", "MO-GNL-05")
def general_words(card: GeneralCard) -> tuple[Text, ...]:
    """A general card line by line: his numbers, his ability, what it does."""
    ability = card.ability
    numbers = T(
        "{id} {name}: command {command}, cards in hand {limit}, cards a turn {per_turn}",
        id=card.id,
        name=card.name,
        command=card.command,
        limit=card.kso_limit,
        per_turn=card.kso_per_turn,
    )
    use = T("{name}: {use}", name=ability.name, use=USE_WORDS[ability.use])
    if ability.when:
        facts: dict[str, Name | Text] = {"name": ability.name, "use": USE_WORDS[ability.use]}
        use = T("{name}: {use}, {when}", **facts, when=WHEN_WORDS[ability.when])
    return (numbers, use, *_aimed(ability.target), *map(effect_words, ability.effects))


def _aimed(target: Target) -> tuple[Text, ...]:
    return () if target.what == "none" else (T("choose: {target}", target=target_words(target)),)


@clause("MO-KSO-08")
def target_words(target: Target) -> Text:
    """``enemy units (infantry, armour), seen by the own side; at most 1``."""
    if target.what == "none":
        return T("no target")
    what = _TARGETS[target.what, target.side]
    if target.arms:
        what = T("{what} ({arms})", what=what, arms=arms_words(target.arms))
    if target.needs != "none":
        what = T("{what}, {needs}", what=what, needs=NEEDS_WORDS[target.needs])
    return T("{what}; at most {most}", what=what, most=target.max)


def _signed(value: int) -> str:
    return f"{value:+}"


def arms_words(arms: Iterable[str]) -> tuple[Text, ...]:
    return tuple(ARM_WORDS[arm] for arm in arms)


# --- effects -------------------------------------------------------------------------------------------


@clause("MO-KSO-20")
def effect_words(effect: AnyEffect) -> Text:
    """One effect as a sentence; "the chosen" are the targets of its card."""
    if isinstance(effect, fx.Modify | fx.Scale | fx.Set):
        return _value_words(effect)
    if isinstance(effect, fx.Leads | fx.Discard | fx.Peek | fx.Time | fx.ExtraMoves | fx.Immune | fx.Draw):
        return _general_effect(effect)
    if isinstance(effect, fx.Build | fx.Demolish | fx.Reveal | fx.Reinforce | fx.Hold):
        return _ground_effect(effect)
    return _unit_effect(effect)


def _value_words(effect: fx.Modify | fx.Scale | fx.Set) -> Text:
    param, whom = PARAM_WORDS[effect.param], scope_words(effect)
    match effect:
        case fx.Modify():
            words = T("{param} {delta}: {whom}", param=param, delta=_signed(effect.delta), whom=whom)
        case fx.Scale():
            words = T("{param} × {num}/{den}, rounded down: {whom}", param=param, num=effect.num, den=effect.den,
                      whom=whom)  # fmt: skip
        case fx.Set():
            words = T("{param} becomes {value}: {whom}", param=param, value=effect.value, whom=whom)
    return T("{effect}; until the turn ends", effect=words) if effect.lasts == "turn" else words


@clause("MO-KSO-26")
def scope_words(effect: fx.Modify | fx.Scale | fx.Set) -> Text:
    """Whom an effect on values covers; a scope that is for some arms only says which."""
    match effect.scope:
        case "own_all" | "own_arm":
            whom = T("all own units")
        case "enemy_all" | "enemy_arm":
            whom = T("all enemy units")
        case "own_unmoved":
            whom = T("own units that did not move in their last turn")
        case "enemy_within":
            whom = T("enemy units within {radius} hexes of the chosen hex", radius=effect.radius)
        case _:
            whom = T("the chosen units")
    return T("{what} ({arms})", what=whom, arms=arms_words(effect.arms)) if effect.arms else whom


def _unit_effect(effect: AnyEffect) -> Text:
    match effect:
        case fx.Strike():
            values = tuple(
                T("{arm} {value}", arm=ARM_WORDS[arm], value=value)
                for arm, value in zip(ARMS, effect.at, strict=True)
                if value
            )
            return T("a strike into the fire sum of the chosen units: {values}", values=values)
        case fx.Heal():
            return T("statuses given back to each chosen unit: {count}", count=effect.statuses)
        case fx.Hide():
            return T("the chosen units cannot be inspected")
        case fx.Relocate():
            return T("the chosen units move to free hexes, at most {far} away", far=effect.max_distance)
        case fx.ExtraAttack():
            return T(
                "more shots of each chosen unit in this turn's attack phase: {count}", count=effect.count
            )
        case fx.AttackNow():
            return T("the chosen units fire at once, each once")
        case fx.Restrict():
            return _RESTRICTED[effect.what]
        case fx.Cancel():
            tiers, kinds = (
                (TIER_WORDS[one] for one in effect.tiers),
                (KIND_NAMES[one] for one in effect.kinds),
            )
            return T(
                "the chosen card has no effect ({tiers}; {kinds})", tiers=tuple(tiers), kinds=tuple(kinds)
            )
    raise AssertionError(effect)


def _general_effect(effect: AnyEffect) -> Text:
    match effect:
        case fx.Leads():
            facts = {"number": COMMAND_WORDS[effect.param], "delta": _signed(effect.delta)}
            return T("{number} {delta}: the chosen general", **facts)
        case fx.Discard():
            if effect.how == "random":
                return T("cards that the chosen general loses at random: {count}", count=effect.count)
            return T("cards that the chosen general discards, of his own choice: {count}", count=effect.count)
        case fx.Peek():
            return T("you see the chosen general's hand")
        case fx.Time():
            return T("the chosen general's next turn: {seconds} seconds", seconds=_signed(effect.seconds))
        case fx.ExtraMoves():
            return T("command {count} in this turn: the chosen general", count=_signed(effect.count))
        case fx.Immune():
            return T("enemy effects that do nothing here: {ops}", ops=effect.to)
        case fx.Draw():
            return T(
                "cards that you draw ({tier}): {count}", tier=TIER_WORDS[effect.tier], count=effect.count
            )
    raise AssertionError(effect)


def _ground_effect(effect: AnyEffect) -> Text:
    match effect:
        case fx.Build():
            return _built(effect)
        case fx.Demolish():
            return _DEMOLISHED[effect.what]
        case fx.Reveal(radius=-1):
            return T("all enemy counters are known, while the card works")
        case fx.Reveal():
            return T(
                "enemy counters within {radius} hexes of the chosen hex become known", radius=effect.radius
            )
        case fx.Reinforce():
            arms = arms_words(effect.arms)
            return T(
                "units from the reserve onto the chosen hexes ({arms}): {count}",
                arms=arms,
                count=effect.count,
            )
        case fx.Hold(reset=True):
            return T("all runs on the control point in the chosen hex become 0")
        case fx.Hold():
            return T("control points pay after so many turns: {turns}", turns=effect.required)
    raise AssertionError(effect)


def _built(effect: fx.Build) -> Text:
    if effect.trigger:
        return T("each fort raised by own engineers rises by {levels} more", levels=effect.levels)
    if effect.what == "fort":
        return T("the fort in the chosen unit's hex rises by {levels}", levels=effect.levels)
    return T("a crossing in the chosen hex") if effect.what == "crossing" else T("mines in the chosen hex")
