"""Melee in words: blows die by die, results item by item, tests with every modifier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy.model import Character
from grognard.rulebooks.fantasy.words_names import Names, dice, plus
from grognard.rulebooks.fantasy.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Line, Number

UNTOLD = -1
"""A number that a hearer may not know."""
Said: TypeAlias = Mapping[str, tuple[Text, str]]
"""Id -> words and clause."""

# --- melees ----------------------------------------------------------------------------------------------


@clause("FA-MEL-01", "FA-MOV-08")
def melee_joined(telling: Telling, event: told.MeleeJoined) -> Iterator[Block]:
    units = telling.names.units(event.units)
    if event.clash:
        yield Line(T("Fought at once: {units}", units=units), ("FA-MOV-08",))
    else:
        yield Line(T("Melee: {units}", units=units), ("FA-MEL-01",))


@clause("FA-MEL-12")
def challenged(telling: Telling, event: told.Challenged) -> Iterator[Block]:
    names = telling.names
    facts = {"hero": names.hero(event.challenger), "enemy": names.hero(event.challenged)}
    words = T("Duel: {hero} against {enemy}", **facts)
    if not event.accepted:
        words = T("{hero} challenged {enemy}, who declined", **facts)
    yield Line(words, side=names.at(event.challenger), indent=1)


@clause("FA-MEL-12")
def challenge_ignored(telling: Telling, event: told.ChallengeIgnored) -> Iterator[Block]:
    names = telling.names
    words = T("{hero} found nobody to challenge", hero=names.hero(event.character))
    yield Line(words, side=names.at(event.character), indent=1)


# --- blows -----------------------------------------------------------------------------------------------

REACHES: Mapping[int, Text] = {0: T("short"), 1: T("long"), 2: T("pike")}


def striker(names: Names, event: told.Struck) -> Content:
    """Who strikes: rank and file, horses, mounts, a character or what he rides."""
    rider, mount, _ = event.who.partition(".")
    if rider in ("", "models"):
        return names.unit(event.unit)
    if rider == "ram":
        return T("the horses of {unit}", unit=names.unit(event.unit))
    if rider == "mounts":
        return T("the mounts of {unit}", unit=names.unit(event.unit))
    if mount:
        return T("the mount of {hero}", hero=names.hero(rider))
    return names.hero(rider)


@clause("FA-MEL-06", "FA-MEL-08", "FA-WND-01")
def struck(telling: Telling, event: told.Struck) -> Iterator[Block]:
    names = telling.names
    facts = {
        "who": striker(names, event),
        "target": names.hero(event.victim) if event.victim else names.unit(event.target),
        "attacks": Number(event.attacks),
        "hits": Number(event.hits),
        "wounds": Number(event.wounds),
        "saved": Number(event.saved),
        "fallen": Number(event.fallen),
        "unsaved": Number(event.unsaved),
    }
    if event.victim:
        words = T("{who} at {target}: blows {attacks}, hits {hits}, wounds {wounds}, saved {saved}, "
                  "he took {unsaved}", **facts)  # fmt: skip
    else:
        words = T("{who} at {target}: blows {attacks}, hits {hits}, wounds {wounds}, saved {saved}, "
                  "fallen {fallen}", **facts)  # fmt: skip
    yield Line(words, details=tuple(_blow_details(event)), side=names.at(event.unit), indent=1)


@clause("FA-MEL-02", "FA-MEL-03", "FA-MEL-09", "FA-WND-04", "FA-WND-11")
def _blow_details(event: told.Struck) -> Iterator[Detail]:
    if event.first_round:
        yield Detail(T("reach"), REACHES.get(event.reach, str(event.reach)), "FA-MEL-06")
    yield Detail(T("Initiative"), Number(event.initiative), "FA-MEL-06")
    yield Detail(T("models striking"), Number(event.models), "FA-MEL-03")
    yield from pool_details(event.to_hit, event.to_wound, event.to_save, "FA-MEL-09")
    yield Detail(T("wounds not saved"), Number(event.unsaved), "FA-WND-08")


def pool_details(to_hit: int, to_wound: int, to_save: int, clause_id: str) -> Iterator[Detail]:
    """Least faces of the three dice; those that aren't thrown are left out."""
    if to_hit:
        yield Detail(T("to hit"), plus(to_hit), clause_id)
    if to_wound:
        yield Detail(T("to wound"), plus(to_wound), "FA-WND-01")
    yield Detail(T("to save"), plus(to_save) if to_save else T("no save"), "FA-WND-04")


# --- results ---------------------------------------------------------------------------------------------

RESULT_ITEMS: Said = {
    "wounds": (T("wounds caused"), "FA-CR-01"),
    "charge": (T("for the charge"), "FA-CR-02"),
    "downhill": (T("charge downhill"), "FA-CR-02"),
    "ranks": (T("full ranks"), "FA-CR-03"),
    "standard": (T("standard"), "FA-CR-04"),
    "flank": (T("attack on a flank"), "FA-CR-05"),
    "rear": (T("attack on the rear"), "FA-CR-05"),
}


@clause("FA-CR-06", "FA-CR-01")
def combat_result(telling: Telling, event: told.CombatResult) -> Iterator[Block]:
    names = telling.names
    sums = tuple(
        Text("{side} {total}", {"side": names.side(one.side), "total": Number(one.total)})
        for one in event.results
    )
    details = tuple(
        Detail((names.side(one.side), ": ", RESULT_ITEMS.get(item.source, (item.source, ""))[0]),
               Number(item.value, signed=True), RESULT_ITEMS.get(item.source, ("", ""))[1])
        for one in event.results
        for item in one.items
    )  # fmt: skip
    winners = tuple(names.side(side) for side in event.winners)
    if not winners:
        words: Text = T("Result {sums}: a draw", sums=sums)
    else:
        facts = {"sums": sums, "winners": winners, "difference": Number(event.difference)}
        words = T("Result {sums}: {winners} won, difference {difference}", **facts)
    side = names.colour(event.winners[0]) if len(event.winners) == 1 else None
    yield Line(words, details=details, side=side, indent=1)


@clause("FA-SPC-11")
def crumbled(telling: Telling, event: told.Crumbled) -> Iterator[Block]:
    names = telling.names
    facts = {
        "unit": names.unit(event.unit),
        "wounds": Number(event.wounds),
        "fallen": Number(event.fallen),
    }
    words = T("{unit} crumbled: wounds {wounds}, fallen {fallen}", **facts)
    yield Line(words, side=names.at(event.unit), indent=1)


# --- tests -----------------------------------------------------------------------------------------------

TESTS: Said = {
    "leadership": (T("leadership test"), "FA-LD-01"),
    "break": (T("break test"), "FA-LD-05"),
    "rally": (T("rally test"), "FA-RET-04"),
    "spell": (T("test against a spell"), "FA-MAG-20"),
}
WHY: Said = {
    "heavy_losses": (T("heavy losses"), "FA-LD-03"),
    "machine_hit": (T("hit by a machine"), "FA-LD-03"),
    "rear_attack": (T("attacked in the rear"), "FA-LD-03"),
    "commander_killed": (T("its commander has fallen"), "FA-LD-03"),
    "general_killed": (T("the general has fallen"), "FA-LD-03"),
    "friend_broken": (T("friends run"), "FA-LD-03"),
}
LD_ITEMS: Said = {
    "commander": (T("the commander's Ld"), "FA-LD-01"),
    "patriotism": (T("patriotism"), "FA-SPC-07"),
    "condition": (T("condition of the troops"), "FA-LEG-03"),
    "spell": (T("the spell"), "FA-MAG-20"),
    "cap": (T("kept within 0 and 10"), "FA-GEN-09"),
    "combat_result": (T("lost by"), "FA-LD-05"),
    "losses": (T("losses"), "FA-LD-02"),
}


def item_words(names: Names, item: Modifier, known: Said) -> tuple[Content, str]:
    """What a modifier comes from: of the rules' own lists, an award, a spell."""
    if item.source in known:
        return known[item.source]
    if item.source in names.tables.bonuses:
        return names.bonus(item.source), "FA-LEG-01"
    if item.source in names.tables.spells:
        return names.spell(item.source), "FA-MAG-20"
    return item.source, ""


@clause("FA-LD-01", "FA-LD-02", "FA-LD-05")
def tested(telling: Telling, event: told.Tested) -> Iterator[Block]:
    names = telling.names
    kind, where = TESTS.get(event.kind, (Text("{kind}", {"kind": event.kind}), "FA-LD-01"))
    facts: dict[str, object] = {"unit": names.unit(event.unit), "test": kind}
    words = T("{unit}: {test}", **facts)
    if event.reasons:
        reasons = tuple(WHY.get(one, (one, ""))[0] for one in event.reasons)
        words = T("{unit}: {test} ({reasons})", reasons=reasons, **facts)
    if event.who:
        words = T("{hero} to rally {unit}", hero=names.hero(event.who), unit=names.unit(event.unit))
    said = T("{what}: passed", what=words) if event.passed else T("{what}: failed", what=words)
    yield Line(
        said,
        (where,),
        tuple(_test_details(names, event)),
        (*dice(event.rerolled, dropped=True), *dice(event.dice)),
        names.at(event.unit),
        1,
    )


@clause("FA-LD-02", "FA-LD-04", "FA-LEG-02")
def _test_details(names: Names, event: told.Tested) -> Iterator[Detail]:
    """Ld with all that changes it, as far as the hearer may know it; the roll; how many times it counts."""
    if event.ld != UNTOLD:
        own = event.ld - sum(item.value for item in event.items)
        yield Detail(T("Ld"), Number(own), "FA-LD-01")
        for item in event.items:
            label, where = item_words(names, item, LD_ITEMS)
            yield Detail(label, Number(item.value, signed=True), where)
        if event.items:
            yield Detail(T("in all"), Number(event.ld), "FA-LD-04")
    if event.rerolled:
        yield Detail(T("thrown again by an award; first"), Number(sum(event.rerolled)), "FA-LEG-02")
    yield Detail(T("roll"), Number(sum(event.dice)), "FA-LD-01")
    over, under = event.factor
    if over != under:
        times = str(over) if under == 1 else f"{over}/{under}"
        yield Detail(T("after its losses the roll counts"), T("{times} times", times=times), "FA-LD-02")


@clause("FA-LD-08", "FA-CR-07", "FA-WM-03")
def broke(telling: Telling, event: told.Broke) -> Iterator[Block]:
    names = telling.names
    if event.silenced:
        words = T("The crew of {unit} lost heart: no shot next time", unit=names.unit(event.unit))
        yield Line(words, ("FA-WM-03",), side=names.at(event.unit), indent=2)
        return
    telling.running.add(event.unit)
    yield Line(T("{unit} broke and ran", unit=names.unit(event.unit)), ("FA-LD-08",),
               side=names.at(event.unit), indent=2)  # fmt: skip


@clause("FA-CR-10", "FA-CR-11")
def split_apart(telling: Telling, event: told.SplitApart) -> Iterator[Block]:
    names = telling.names
    parts = tuple(
        Text("{unit} ({models})", {"unit": names.unit(one), "models": Number(models)})
        for one, models in event.parts
    )
    facts = {"enemy": names.unit(event.by), "unit": names.unit(event.unit), "parts": parts}
    words = T("{enemy} rode through {unit}! Parts: {parts}", **facts)
    yield Line(words, side=names.at(event.by), indent=1)


@clause("FA-CMD-01", "FA-CMD-02", "FA-CMD-03")
def commander_killed(telling: Telling, event: told.CommanderKilled) -> Iterator[Block]:
    names = telling.names
    facts = {"hero": names.hero(event.character), "unit": names.unit(event.unit)}
    words = T("{hero} fell with {unit}", **facts)
    if event.by:
        words = T("{hero} fell with {unit}, killed by {enemy}", enemy=names.piece(event.by), **facts)
    yield Line(words, side=names.at(event.character), indent=1)


def is_general(names: Names, hero: str) -> bool:
    piece = names.field.pieces.get(hero)
    return isinstance(piece, Character) and names.setup.armies[piece.side].general == hero
