"""Close combat in words: strikes, dice, pairs with every modifier, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.words_move import detour, went
from grognard.rulebooks.napoleonic.words_names import CAUSES, Names, dice, merka, signed
from grognard.rulebooks.napoleonic.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Die, Line, Number
from grognard.show.tabletop.figures import EDGES, length

MODIFIERS: Mapping[str, tuple[Text, str]] = {
    "recruits": (T("half of it recruits"), "NA-MOD-03"),
    "leader": (T("general with it"), "NA-MOD-04"),
    "lances": (T("lances, first attack"), "NA-MOD-05"),
    "heavy": (T("heavy horse attacks"), "NA-MOD-06"),
    "routed_enemy": (T("has overthrown an enemy"), "NA-MOD-08"),
    "pushed": (T("pushed in the turn before"), "NA-MOD-10"),
    "stopped": (T("stopped by canister"), "NA-MOD-11"),
    "unruly": (T("does not obey"), "NA-MOD-12"),
    "caught_standing": (T("horse caught standing"), "NA-MOD-13"),
    "reforming": (T("horse caught re-forming"), "NA-MOD-13"),
    "passed_front": (T("rode past a front of foot"), "NA-MOD-15"),
    "routed": (T("has routed in this battle"), "NA-MOD-20"),
    "flank:left": (T("struck in the left flank"), "NA-MOD-21"),
    "flank:right": (T("struck in the right flank"), "NA-MOD-21"),
    "rear": (T("struck in the rear"), "NA-MOD-21"),
    "strikes": (T("two strikes or more"), "NA-MOD-21"),
    "combined": (T("struck by foot and horse together"), "NA-MOD-22"),
    "column": (T("in march column"), "NA-MOD-24"),
    "changed": (T("splits or reunites"), "NA-MOD-24"),
    "disordered": (T("disordered by routers"), "NA-MOD-24"),
    "obstacle": (T("obstacle"), "NA-OBS-10"),
    "missing": (T("figures missing"), "NA-UNIT-04"),
    "tired": (T("routed twice the day before"), "NA-ROUT-14"),
}
"""Items of the fighting value by name, each with its clause."""
STATUS = "status:"


@clause("NA-MOD-01", "NA-MOD-02")
def modifier_words(names: Names, item: Modifier) -> tuple[Content, str]:
    """What gives a part of the fighting value; a status by its own name."""
    if item.source.startswith(STATUS):
        row = names.tables.statuses.get(item.source.removeprefix(STATUS))
        return (row.name if row else item.source), "NA-MOD-02"
    return MODIFIERS.get(item.source, (item.source, ""))


# --- strikes and dice ------------------------------------------------------------------------------------


@clause("NA-CC-02", "NA-MOD-23")
def strike_declared(telling: Telling, event: told.StrikeDeclared) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.striker), "enemy": names.of(event.target)}
    words = T("{unit} strikes {enemy}: {side}", side=EDGES.get(event.flank, event.flank), **facts)
    details = (Detail(T("distance, merka"), length(event.distance), "NA-CC-01"),)
    yield Line(words, details=details, side=names.at(event.striker))


DICE: Mapping[str, tuple[Text, str]] = {
    "fight": (T("close combat"), "NA-CC-05"),
    "firefight": (T("firefight"), "NA-CC-20"),
    "non_resisting": (T("at a unit that does not resist"), "NA-MOVE-11"),
    "second": (T("at routers"), "NA-ROUT-12"),
    "spent": (T("at spent troops"), "NA-ROUT-13"),
    "gun": (T("at guns or train"), "NA-ART-19"),
}


@clause("NA-CC-05", "NA-CAS-02")
def combat_die(telling: Telling, event: told.CombatDie) -> Iterator[Block]:
    names = telling.names
    why, where = DICE.get(event.why, (event.why, "NA-CC-05"))
    facts: dict[str, Content] = {"unit": names.of(event.unit), "why": why}
    words = T("Die of {unit} ({why}): losses on nobody", **facts)
    if event.on:
        facts |= {"enemy": names.of(event.on), "losses": Number(event.losses)}
        words = T("Die of {unit} ({why}): {enemy} loses {losses}", **facts)
    yield Line(words, (where, "NA-CAS-02"), dice=dice((event.die,)), side=names.at(event.unit))


OUTCOMES: Mapping[str, tuple[Text, str]] = {
    "locked": (T("locked in a firefight"), "NA-CC-20"),
    "parted": (T("parted to re-form"), "NA-CC-30"),
    "repulsed": (T("horse repulsed"), "NA-CC-31"),
    "pushed": (T("pushed back"), "NA-CC-22"),
    "rout": (T("overthrown"), "NA-CC-23"),
}


@clause("NA-CC-06", "NA-MOD-01")
def fight(telling: Telling, event: told.Fight) -> Iterator[Block]:
    """``A 5 : B 1``, difference and outcome; behind it the die and every modifier of both, which add up."""
    names = telling.names
    first, second = event.units
    outcome, where = OUTCOMES.get(event.outcome, (event.outcome, "NA-CC-06"))
    facts = {
        "one": names.of(first),
        "two": names.of(second),
        "ones": Number(event.results[0]),
        "twos": Number(event.results[1]),
        "difference": Number(event.difference),
        "outcome": outcome,
    }
    words = T("{one} {ones} : {twos} {two}, difference {difference}, even: {outcome}", **facts)
    if event.winner:
        loser = second if event.winner == first else first
        words = T("{one} {ones} : {twos} {two}, difference {difference}, beaten {loser}: {outcome}",
                  loser=names.of(loser), **facts)  # fmt: skip
    details = tuple(detail for at in (0, 1) for detail in _sums(names, event, at))
    yield Line(words, (where,), details, dice(event.dice), names.at(event.winner))


def _sums(names: Names, event: told.Fight, at: int) -> Iterator[Detail]:
    """Of one of the two: die, modifiers, result."""
    who = names.of(event.units[at])
    yield Detail((who, ": ", T("die")), Die(event.dice[at]), "NA-CC-06")
    for item in event.modifiers[at]:
        label, where = modifier_words(names, item)
        yield Detail((who, ": ", label), signed(item.value), where)
    yield Detail((who, ": ", T("result")), Number(event.results[at]), "NA-CC-06")


# --- what came of it -------------------------------------------------------------------------------------


@clause("NA-CAS-05", "NA-CAS-06")
def losses(telling: Telling, event: told.Losses) -> Iterator[Block]:
    names = telling.names
    facts = {
        "unit": names.of(event.unit),
        "cause": CAUSES.get(event.cause, event.cause),
        "figures": Number(event.figures),
        "left": Number(event.left),
    }
    words = T("{unit} loses {figures} ({cause}), left {left}", **facts)
    if event.left < 0:
        words = T(
            "{unit} loses {figures} ({cause})", **{key: facts[key] for key in ("unit", "figures", "cause")}
        )
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("NA-CC-22", "NA-CC-30", "NA-CC-32", "NA-MOD-10")
def pushed(telling: Telling, event: told.Pushed) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "way": went(event.distance, event.direction)}
    words = T("{unit} is pushed back {way}", **facts)
    if event.by:
        words = T("{unit} is pushed back {way} by {enemies}", enemies=names.all(event.by), **facts)
    yield Line(words, details=detour(telling, event.unit), side=names.at(event.unit), indent=1)


@clause("NA-CC-30")
def parted(telling: Telling, event: told.Parted) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "way": went(event.distance, event.direction)}
    words = T("{unit} parts to re-form, {way}", **facts)
    yield Line(words, details=detour(telling, event.unit), side=names.at(event.unit), indent=1)


@clause("NA-CC-31")
def repulsed(telling: Telling, event: told.Repulsed) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "way": went(event.distance, event.direction)}
    words = T("{unit} is repulsed, {way}", **facts)
    yield Line(words, details=detour(telling, event.unit), side=names.at(event.unit), indent=1)


@clause("NA-CC-34")
def reforming(telling: Telling, event: told.Reforming) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} re-forms through turn {turn}", unit=names.of(event.unit), turn=event.until)
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("NA-CC-20")
def locked(telling: Telling, event: told.Locked) -> Iterator[Block]:
    names = telling.names
    words = T("Locked in a firefight: {units}", units=names.all(event.units))
    if event.turns:
        words = T("Locked in a firefight: {units}, turns {turns}", units=names.all(event.units),
                  turns=Number(event.turns))  # fmt: skip
    yield Line(words, indent=1)


ENDS: Mapping[str, Text] = {
    "fresh_forces": T("fresh forces came up"),
    "general": T("a general came up"),
    "below_strength": T("one of them is below strength"),
    "withdrawal": T("one of them withdraws"),
    "rout": T("a rout"),
    "pushed": T("a push"),
    "destroyed": T("one of them is no more"),
    "neighbour": T("neighbours run"),
    "pursuit": T("a pursuit"),
}


@clause("NA-CC-21", "NA-CC-20")
def lock_ended(telling: Telling, event: told.LockEnded) -> Iterator[Block]:
    names = telling.names
    facts = {"units": names.all(event.units), "why": ENDS.get(event.why, event.why)}
    yield Line(T("The firefight of {units} ends: {why}", **facts), indent=1)


@clause("NA-CC-22", "NA-CC-32")
def followed_up(telling: Telling, event: told.FollowedUp) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "enemy": names.of(event.loser), "length": merka(event.distance)}
    words = T("{unit} follows {enemy}, {length}", **facts)
    yield Line(words, details=detour(telling, event.unit), side=names.at(event.unit), indent=1)


# --- the fallen ------------------------------------------------------------------------------------------


@clause("NA-UNIT-06")
def destroyed(telling: Telling, event: told.Destroyed) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} is no more; its colours are saved", unit=names.of(event.unit))
    if event.colours_to and event.colours:
        words = T("{unit} is no more; colours taken by {enemy}: {colours}", unit=names.of(event.unit),
                  enemy=names.of(event.colours_to), colours=Number(event.colours))  # fmt: skip
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("NA-UNIT-06")
def person_refuge(telling: Telling, event: told.PersonRefuge) -> Iterator[Block]:
    names = telling.names
    person = names.person(event.person)
    if event.unit:
        words = T("{person} passes to {unit}", person=person, unit=names.of(event.unit))
    elif event.captured_by:
        words = T("{person} is captured by {enemy}", person=person, enemy=names.of(event.captured_by))
    else:
        words = T("{person} leaves the field", person=person)
    yield Line(words, side=names.at(event.person), indent=1)
