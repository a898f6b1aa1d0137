"""Magic in words: the winds and their shares, castings and dispellings die by die, what spells do and when they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy import tables as fx
from grognard.rulebooks.fantasy.spell_words import ACTION_WORDS, STAT_WORDS, WHEN_WORDS
from grognard.rulebooks.fantasy.tables import AnyEffect
from grognard.rulebooks.fantasy.words_names import Names, cells, dice, point
from grognard.rulebooks.fantasy.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Line, Number

# --- winds -----------------------------------------------------------------------------------------------


@clause("FA-MAG-07")
def winds_blew(telling: Telling, event: told.WindsBlew) -> Iterator[Block]:
    names = telling.names
    words = T("Winds of magic: points {points}", points=Number(event.points))
    if event.side:
        words = T("Winds of magic for {side}: points {points}", side=names.side(event.side),
                  points=Number(event.points))  # fmt: skip
    shares = tuple(
        T("{wizard} {points}", wizard=names.hero(wizard), points=Number(sum(parts)))
        for wizard, *parts in event.shares
    )
    details = tuple(
        Detail(names.hero(wizard), T("{part} of the winds + {extra} of the remainder + {own} of his own",
               part=part, extra=extra, own=own), "FA-MAG-07")
        for wizard, part, extra, own in event.shares
    )  # fmt: skip
    said: Content = (words, "; ", Text("{shares}", {"shares": shares})) if shares else words
    yield Line(said, details=details, dice=dice(event.dice), side=names.colour(event.side))


# --- casting ---------------------------------------------------------------------------------------------

CAST: Mapping[str, tuple[Text, str]] = {
    "cast": (T("the spell is cast"), "FA-MAG-09"),
    "failed": (T("failed"), "FA-MAG-10"),
    "undispellable": (T("cast, it cannot be dispelled"), "FA-MAG-11"),
    "doubled": (T("cast with doubled effect, it cannot be dispelled"), "FA-MAG-12"),
    "barred": (T("failed, the wizard is barred from magic"), "FA-MAG-10"),
}


@clause("FA-MAG-09", "FA-MAG-02", "FA-MAG-10", "FA-MAG-11")
def spell_cast(telling: Telling, event: told.SpellCast) -> Iterator[Block]:
    names = telling.names
    result, where = CAST.get(event.result, (Text("{result}", {"result": event.result}), "FA-MAG-09"))
    facts = {
        "wizard": names.hero(event.wizard),
        "spell": names.spell(event.spell),
        "total": Number(event.total),
        "value": Number(event.value),
        "result": result,
    }
    aim: Content = names.piece(event.target) if event.target else ""
    if event.force and not event.target:
        aim = point((event.x, event.y))
    words = T("{wizard}: {spell}, {total} of {value}: {result}", **facts)
    if aim:
        words = T("{wizard}: {spell} at {target}, {total} of {value}: {result}", target=aim, **facts)
    details = (
        *_sum_details(event.dice, event.bonus, event.total),
        Detail(T("casting value"), Number(event.value), "FA-MAG-06"),
    )
    yield Line(words, (where,), details, dice(event.dice), names.at(event.wizard))


def _sum_details(faces: tuple[int, ...], bonus: int, total: int) -> tuple[Detail, ...]:
    return (
        Detail(T("dice"), Number(sum(faces)), "FA-MAG-08"),
        Detail(T("the wizard's bonus"), Number(bonus, signed=True), "FA-MAG-02"),
        Detail(T("total"), Number(total), "FA-MAG-09"),
    )


DISPELLED: Mapping[str, tuple[Text, str]] = {
    "dispelled": (T("dispelled"), "FA-MAG-13"),
    "failed": (T("it stays"), "FA-MAG-13"),
    "undispellable": (T("it cannot be dispelled"), "FA-MAG-11"),
    "barred": (T("it stays, and the wizard is barred from magic"), "FA-MAG-14"),
}


@clause("FA-MAG-13", "FA-MAG-14", "FA-MAG-02")
def spell_dispelled(telling: Telling, event: told.SpellDispelled) -> Iterator[Block]:
    names = telling.names
    result, where = DISPELLED.get(event.result, (Text("{result}", {"result": event.result}), "FA-MAG-13"))
    facts: dict[str, Content] = {
        "wizard": names.hero(event.wizard),
        "spell": names.spell(event.spell),
        "total": Number(event.total),
        "against": Number(event.against),
        "result": result,
    }
    if event.spell:
        words = T("{wizard} to break {spell}, {total} against {against}: {result}", **facts)
    else:
        words = T("{wizard} would break a spell and found none", wizard=facts["wizard"])
    details = (
        *_sum_details(event.dice, event.bonus, event.total),
        Detail(T("to be exceeded"), Number(event.against), "FA-MAG-13"),
    )
    yield Line(words, (where,), details, dice(event.dice), names.at(event.wizard))


# --- effects ---------------------------------------------------------------------------------------------


@clause("FA-MAG-20", "FA-MAG-21", "FA-MAG-12")
def spell_took(telling: Telling, event: told.SpellTook) -> Iterator[Block]:
    names = telling.names
    target: Content = names.piece(event.target) if event.target else T("the ground")
    facts = {"spell": names.spell(event.spell), "target": target, "effect": took_words(telling, event)}
    details = (Detail(T("wounds not saved"), Number(event.unsaved), "FA-WND-08"),) if event.hits else ()
    yield Line(
        T("{spell}, {target}: {effect}", **facts),
        details=details,
        dice=dice(event.dice),
        side=names.at(event.force) if names.at(event.force) is not None else names.at(event.target),
        indent=1,
    )


def effect_of(telling: Telling, event: told.SpellTook) -> AnyEffect | None:
    """The effect that is told: of several of one verb the next that has not been told of this spell."""
    row = telling.names.tables.spells.get(event.spell)
    verbs = [one for one in row.effects if _verb(one) == event.verb] if row else []
    key = (event.force, event.verb)
    at = telling.effects[key]
    telling.effects[key] += 1
    return verbs[min(at, len(verbs) - 1)] if verbs else None


def _verb(effect: AnyEffect) -> str:
    return str(effect.__struct_config__.tag)


def took_words(telling: Telling, event: told.SpellTook) -> Content:
    """What an effect has done."""
    if event.verb in ("hits", "blast"):
        return T("hits {hits}, wounds {wounds}, saved {saved}", hits=Number(event.hits or event.amount),
                 wounds=Number(event.wounds), saved=Number(event.saved))  # fmt: skip
    saying = _TOOK.get(event.verb)
    effect = effect_of(telling, event)
    return saying(telling.names, event, effect) if saying else event.verb


def _amount(event: told.SpellTook) -> Number:
    return Number(event.amount, signed=True)


def _stat(names: Names, event: told.SpellTook, effect: AnyEffect | None) -> Content:
    stat: Content = STAT_WORDS[effect.stat] if isinstance(effect, fx.StatChange) else ""
    return T("{stat} {add}", stat=stat, add=_amount(event))


def _hit_mod(names: Names, event: told.SpellTook, effect: AnyEffect | None) -> Content:
    when: Content = WHEN_WORDS[effect.when] if isinstance(effect, fx.HitMod) else ""
    return T("{when} {add}", when=when, add=_amount(event))


def _grant(names: Names, event: told.SpellTook, effect: AnyEffect | None) -> Content:
    rule = effect.rule if isinstance(effect, fx.Grant) else ""
    return T("special rule: {rule}", rule=names.tables.special_rules.get(rule, rule))


def _forbid(names: Names, event: told.SpellTook, effect: AnyEffect | None) -> Content:
    actions = effect.actions if isinstance(effect, fx.Forbid) else ()
    return T("it may not: {actions}", actions=tuple(ACTION_WORDS.get(one, one) for one in actions))


def _ground(names: Names, event: told.SpellTook, effect: AnyEffect | None) -> Content:
    kind = names.tables.terrain[effect.kind].name if isinstance(effect, fx.Conjure) else ""
    return T("{kind}, radius {radius}", kind=kind, radius=cells(event.amount))


def _healed(names: Names, event: told.SpellTook, effect: AnyEffect | None) -> Content:
    return T("wounds healed {count}", count=Number(event.amount))


def _came(names: Names, event: told.SpellTook, effect: AnyEffect | None) -> Content:
    return T("models risen {count}", count=Number(event.amount)) if event.amount else T("nobody came")


_TOOK: Mapping[str, Callable[[Names, told.SpellTook, AnyEffect | None], Content]] = {
    "stat": _stat,
    "hit_mod": _hit_mod,
    "grant": _grant,
    "forbid": _forbid,
    "terrain": _ground,
    "heal": _healed,
    "summon": _came,
    "armour": lambda _, event, __: T("armour {add}", add=_amount(event)),
    "wounds": lambda _, event, __: T("wounds {count}", count=Number(event.amount)),
    "test": lambda _, event, __: T("a test at {add}", add=_amount(event)),
    "shift": lambda _, event, __: T("moved on {cells}", cells=cells(event.amount)),
    "drain": lambda _, event, __: T("magic points lost {count}", count=Number(event.amount)),
    "rally": lambda _, event, __: T("it runs no more"),
}

ENDED: Mapping[str, tuple[Text, str]] = {
    "dispelled": (T("{spell} on {target} is dispelled"), "FA-MAG-13"),
    "expired": (T("{spell} on {target} ends"), "FA-MAG-17"),
    "target_gone": (T("{spell} on {target} ends with it"), "FA-GEN-08"),
}


@clause("FA-MAG-17")
def spell_ended(telling: Telling, event: told.SpellEnded) -> Iterator[Block]:
    """Spells that work at once end without a word."""
    names = telling.names
    row = names.tables.spells.get(event.spell)
    if event.why == "expired" and row is not None and not row.duration:
        return
    words, where = ENDED.get(event.why, (T("{spell} on {target} ends"), "FA-MAG-17"))
    target: Content = names.piece(event.target) if event.target else T("the ground")
    yield Line(Text(words.source, {"spell": names.spell(event.spell), "target": target}), (where,), indent=1)
