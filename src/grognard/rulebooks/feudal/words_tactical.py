"""The tactical phase in words: the beginning, conditions, artefacts, ambushes, tactics, strategies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.feudal.events import (
    AmbushTried,
    ArtefactPassed,
    ArtefactUsed,
    BattleBegan,
    ConditionsAnnounced,
    PassBegan,
    SkyDrifted,
    StrategyChosen,
    TacticChanged,
    TacticRevealed,
)
from grognard.rulebooks.feudal.model import Effect
from grognard.rulebooks.feudal.sheets import starting_table
from grognard.rulebooks.feudal.words_names import GROUPS, Names, check_dice, with_check
from grognard.show.model import Block, Detail, Die, Heading, Line, Number, Strong, Words, listed

K = TypeVar("K")


class Telling:
    """What a chronicle has to remember while it goes on: the pass, and what was announced last."""

    def __init__(self, names: Names) -> None:
        field = names.view.field
        self.view, self.names = names.view, names
        self.place = PassBegan(
            field.round, field.phase, field.melee if field.phase == "melee" else field.ranged
        )
        self.announced: tuple[str, ...] | None = None
        self.over = False


def battle_began(telling: Telling, event: BattleBegan) -> Iterator[Block]:
    setup = telling.names.setup
    yield Heading(1, setup.name, "start")
    sides = tuple(_side(telling.names, side.id) for side in setup.sides)
    yield Line(T("The battle begins: {sides}", sides=sides))
    yield starting_table(telling.names)


def _side(names: Names, side: str) -> Strong | Text:
    """A side by name, with those who lead its seats where it has several."""
    seats = tuple(names.leader(seat.id) for seat in names.setup.seats if seat.side == side)
    return names.side(side) if len(seats) == 1 else T("{side} ({seats})", side=names.side(side), seats=seats)


def pass_began(telling: Telling, event: PassBegan) -> Iterator[Block]:
    """A round gets a heading, every phase and pass one below it."""
    telling.place = event
    anchor = f"r{event.round}-{event.phase}-{event.number}"
    if event.phase == "tactical":
        yield Heading(1, T("Round {number}", number=event.round), f"r{event.round}")
    yield Heading(2, pass_words(event), anchor)


def pass_words(event: PassBegan) -> Text:
    if event.phase == "ranged":
        return T("Ranged pass {number}", number=event.number)
    if event.phase == "melee":
        return T("Melee pass {number}", number=event.number)
    return T("Tactical phase")


# --- conditions and artefacts ---


@clause("FE-COND-01", "FE-COND-04")
def conditions_announced(telling: Telling, event: ConditionsAnnounced) -> Iterator[Block]:
    """One line for the field, one for every condition that armies are under."""
    names = telling.names
    if event.field:
        words = T("On the field: {conditions}", conditions=names.conditions(event.field))
        yield Line(words, details=tuple(_news(telling, event)))
    else:
        yield Line(T("Nothing special on the field"), details=tuple(_news(telling, event)))
    telling.announced = event.field
    under: dict[str, list[str]] = {}
    for army, conditions in event.armies:
        for one in conditions:
            under.setdefault(one, []).append(army)
    for one, armies in under.items():
        words = T("{condition}: {armies}", condition=names.condition(one), armies=names.armies(armies))
        yield Line(words, indent=1, side=common_side(names, armies))


def _news(telling: Telling, event: ConditionsAnnounced) -> Iterator[Detail]:
    before = telling.announced
    new = [one for one in event.field if before is not None and one not in before]
    gone = [one for one in before or () if one not in event.field]
    if new:
        yield Detail(T("new"), listed(telling.names.conditions(new)), "FE-COND-02")
    if gone:
        yield Detail(T("over"), listed(telling.names.conditions(gone)), "FE-COND-02")


def sky_drifted(telling: Telling, event: SkyDrifted) -> Iterator[Block]:
    before, after = telling.names.condition(event.before), telling.names.condition(event.after)
    words = T("The sky does not change: {sky}", sky=after)
    if event.before != event.after:
        words = T("The sky changes: {before} → {after}", before=before, after=after)
    yield Line(words, dice=(Die(event.face, 20),))


def artefact_used(telling: Telling, event: ArtefactUsed) -> Iterator[Block]:
    names = telling.names
    seat, artefact = names.who(event.seat), names.artefact(event.artefact)
    words = T("{seat} used {artefact}", seat=seat, artefact=artefact)
    if event.target:
        words = T(
            "{seat} used {artefact} on {army}", seat=seat, artefact=artefact, army=names.army(event.target)
        )
    known = names.tables.artefacts.get(event.artefact)
    details = [Detail(T("effect"), artefact_effect(names, one)) for one in (known.effects if known else ())]
    if event.replaced:
        details.append(Detail(T("replaced"), listed(names.conditions(event.replaced))))
    details.append(Detail(T("charges left"), Number(event.left), "FE-ART-03"))
    yield Line(words, details=tuple(details), side=names.at(event.seat))


def artefact_effect(names: Names, effect: Effect) -> Text:
    """What an artefact does, in words."""
    value = str(effect.value)
    if effect.kind in ("set_field", "set_army"):
        return T("in force: {condition}", condition=names.condition(value))
    if effect.kind in ("clear_group", "clear_army_group"):
        return T("removed: {group}", group=GROUPS.get(value, value))
    if effect.kind == "give_missiles":
        more = f"+{value}"
        return T("missiles: {count}", count=more)
    amounts: dict[str, Words] = {"strength": T("its Strength"), "half_strength": T("half its Strength")}
    return T("hit points restored: {amount}", amount=amounts.get(value, value))


def artefacts_passed(telling: Telling, events: Sequence[ArtefactPassed]) -> Iterator[Block]:
    """One line for all who pass one after another."""
    seats = tuple(telling.names.who(one.seat) for one in events)
    sides = {telling.names.at(one.seat) for one in events}
    yield Line(
        T("Passed: {seats}", seats=seats),
        side=sides.pop() if len(sides) == 1 else None,
        indent=1,
    )


def ambush_tried(telling: Telling, event: AmbushTried) -> Iterator[Block]:
    names = telling.names
    how: list[Text] = [T("success") if event.success else T("failure")]
    if event.total is not None and event.defence is not None:
        how.append(T("{total} against Defence {goal}", total=event.total, goal=event.defence))
    elif event.total is not None:
        how.append(T("total {total}", total=event.total))
    details = names.items(event.attack)
    if event.total is not None:
        details += (Detail(T("total"), Number(event.total)),)
    if event.defence is not None:
        details += (Detail(T("Defence in an ambush"), Number(event.defence), "FE-COND-09"),)
    yield Line(
        T(
            "{army} tried to ambush {target}: {how}",
            army=names.army(event.army),
            target=names.army(event.target),
            how=tuple(how),
        ),
        details=details,
        dice=() if event.face is None else (Die(event.face, 20),),
        side=names.side_at(event.army),
    )


# --- tactics and strategies ---


def tactics_revealed(telling: Telling, events: Sequence[TacticRevealed]) -> Iterator[Block]:
    """One line a tactic; who keeps to Standard is not told."""
    names = telling.names
    for tactic, armies in by_key((one.tactic, one.army) for one in events).items():
        words = T("Tactic {tactic}: {armies}", tactic=names.tactic(tactic), armies=names.armies(armies))
        yield Line(words, side=common_side(names, armies))


def tactic_changed(telling: Telling, event: TacticChanged) -> Iterator[Block]:
    names = telling.names
    facts = {
        "army": names.army(event.army),
        "before": names.tactic(event.before),
        "after": names.tactic(event.after),
    }
    words = T("{army} changed tactic: {before} → {after}", **facts)
    if not event.success:
        words = T("{army} could not change tactic to {after}; {before} stays", **facts)
    yield Line(
        with_check(words, event.roll),
        details=names.check(event.roll),
        dice=check_dice(event.roll),
        side=names.side_at(event.army),
    )


def strategies_taken(telling: Telling, events: Sequence[StrategyChosen]) -> Iterator[Block]:
    """First choices, which are free: one line a grade, the most careful first."""
    names = telling.names
    taken = by_key((one.after, one.army) for one in events)
    for grade in sorted(taken):
        words = T("Strategy {grade}: {armies}", grade=names.grade(grade), armies=names.armies(taken[grade]))
        yield Line(words, side=common_side(names, taken[grade]))


def strategy_chosen(telling: Telling, event: StrategyChosen) -> Iterator[Block]:
    names = telling.names
    facts = {
        "army": names.army(event.army),
        "before": names.grade(event.before),
        "after": names.grade(event.after),
    }
    words = T("{army} changed strategy: {before} → {after}", **facts)
    if not event.success:
        words = T("{army} could not change strategy to {after}; {before} stays", **facts)
    yield Line(
        with_check(words, event.roll),
        details=names.check(event.roll),
        dice=check_dice(event.roll),
        side=names.side_at(event.army),
    )


# --- help for lines about several armies ---


def by_key(pairs: Iterable[tuple[K, str]]) -> dict[K, list[str]]:
    """Second items gathered under the first."""
    found: dict[K, list[str]] = {}
    for key, item in pairs:
        found.setdefault(key, []).append(item)
    return found


def common_side(names: Names, armies: Sequence[str]) -> int | None:
    """Colour of the side that all these armies belong to; None for a mixed company."""
    sides = {names.side_at(one) for one in armies}
    return sides.pop() if len(sides) == 1 else None
