"""Reactions, volleys and close combat in words, their sums item by item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.events import (
    Braced,
    Contact,
    Fought,
    ImpulseUsed,
    Reacted,
    ReactionFailed,
    ReactionPassed,
    ReactWindow,
    Replied,
    SmokeCleared,
    SmokeLaid,
    Struck,
    Tested,
    Volley,
)
from grognard.rulebooks.pike_and_shot.words_move import hung_items
from grognard.rulebooks.pike_and_shot.words_names import Names, inches, more_dp, strength
from grognard.rulebooks.pike_and_shot.words_tests import test_dice, test_items, with_result
from grognard.rulebooks.pike_and_shot.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Die, Line, Number
from grognard.show.tabletop.figures import EDGES

# --- reactions ---

TRIGGERS: Mapping[str, Text] = {
    "charge": T("May react to the charge of {actors}: {units}"),
    "pass": T("May react to the passing of {actors}: {units}"),
    "shot": T("May react to the fire of {actors}: {units}"),
}
REACTIONS: Mapping[str, Text] = {
    "stand_and_shoot": T("{unit} stood and shot at {against}"),
    "counter_charge": T("{unit} counter-charged {against}"),
    "brace": T("{unit} braced for the impact of {against}"),
    "mixed": T("{unit}: the shot fired at {against}, the pikes braced"),
    "evade": T("{unit} tried to get away from {against}"),
    "shoot": T("{unit} shot back at {against}"),
    "charge": T("{unit} charged in answer at {against}"),
    "reform": T("{unit} re-formed against {against}"),
}
FAILURES: Mapping[str, Text] = {
    "counter_charge": T("{unit} was caught standing: no counter-charge"),
    "charge": T("{unit} did not come to grips: the charge failed"),
    "evade": T("{unit} did not get away"),
    "reform": T("{unit} had no time to re-form"),
}


@clause("PS-REACT-02", "PS-REACT-03")
def react_window(telling: Telling, event: ReactWindow) -> Iterator[Block]:
    names = telling.names
    facts = {"actors": names.units(event.actors), "units": names.units(event.eligible)}
    words = Text(TRIGGERS.get(event.trigger, T("May react to {actors}: {units}")).source, facts)
    side = names.side_at(event.eligible[0]) if event.eligible else None
    yield Line(words, side=side, indent=2)


@clause("PS-REACT-05", "PS-REACT-16")
def reacted(telling: Telling, event: Reacted, impulse: ImpulseUsed | None) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.unit(event.unit), "against": names.unit(event.against)}
    words: Content = Text(REACTIONS.get(event.option, T("{unit} reacted to {against}")).source, facts)
    details: tuple[Detail, ...] = (Detail(T("its impulse of the turn"), Number(event.impulse), "PS-IMP-04"),)
    if impulse is not None and impulse.hung:
        words = (words, ", ", more_dp(impulse.hung))
        details += hung_items(impulse)
    yield Line(words, details=details, side=names.side_at(event.unit), indent=1)


def reaction_passed(telling: Telling, event: ReactionPassed) -> Iterator[Block]:
    names = telling.names
    words = T("{seat}: no reaction", seat=names.who(event.seat))
    yield Line(words, side=names.at(event.seat), indent=2)


def reaction_failed(telling: Telling, event: ReactionFailed) -> Iterator[Block]:
    names = telling.names
    words = FAILURES.get(event.option, T("{unit}: the reaction failed"))
    yield Line(Text(words.source, {"unit": names.unit(event.unit)}), side=names.side_at(event.unit), indent=2)


def braced(telling: Telling, event: Braced) -> Iterator[Block]:
    names = telling.names
    who = names.unit(event.unit)
    words = T("{unit}: all braced", unit=who) if event.whole else T("{unit}: the pikes braced", unit=who)
    yield Line(words, side=names.side_at(event.unit), indent=2)


@clause("PS-MELEE-04", "PS-IMP-04")
def replied(telling: Telling, event: Replied, impulse: ImpulseUsed | None) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.unit(event.unit), "against": names.unit(event.against)}
    words: Content = T("{unit} fought back against {against}", **facts)
    details: tuple[Detail, ...] = ()
    if impulse is not None:
        details = (Detail(T("its impulse of the turn"), Number(impulse.number), "PS-IMP-04"),)
        details += hung_items(impulse)
        if impulse.hung:
            words = (words, ", ", more_dp(impulse.hung))
    yield Line(words, details=details, side=names.side_at(event.unit), indent=2)


# --- fire ---


@clause("PS-SHOT-01", "PS-SHOT-03", "PS-SHOT-04")
def volley(telling: Telling, event: Volley, test: Tested | None) -> Iterator[Block]:
    """Who fires at whom with what, the test, and what comes of it."""
    names = telling.names
    facts = {
        "unit": names.unit(event.shooter),
        "target": names.unit(event.target),
        "strength": strength(event.strength),
    }
    words: Content = T("{unit} fired at {target}, strength {strength}", **facts)
    if event.first:
        words = T("{unit} fired the first volley at {target}, strength {strength}", **facts)
    words = (words, *_conditions(event))
    if test is not None:
        words = with_result(words, test)
    words = (words, ": ", more_dp(event.dp) if event.dp else T("no effect"))
    details = (*_shots(event), *(test_items(names, test) if test else ()), *_tells(names, event, test))
    dice = test_dice(test) if test else ()
    yield Line(words, (), details, dice, names.side_at(event.shooter), 2)


@clause("PS-SHOT-06", "PS-ART-02")
def _conditions(event: Volley) -> Iterator[Content]:
    """What makes the DP other than the strength says."""
    if event.smoke:
        yield T(", through smoke")
    if event.enfilade:
        yield T(", in enfilade")


@clause("PS-SHOT-02")
def _shots(event: Volley) -> Iterator[Detail]:
    """Every base that shoots: its range and its strength there."""
    for slot, far, power in event.bases:
        label = T("base {number} at {range}", number=Number(slot + 1), range=inches(far))
        yield Detail(label, strength(power), "PS-SHOT-02")
    yield Detail(T("strength"), strength(event.strength), "PS-DICE-07")
    if event.smoke:
        yield Detail(T("smoke"), T("half of the lines of sight or more cross it"), "PS-SHOT-06")


@clause("PS-SHOT-04", "PS-ART-02", "PS-DICE-07")
def _tells(names: Names, event: Volley, test: Tested | None) -> Iterator[Detail]:
    """From strength to DP."""
    if test is None:
        yield Detail(T("DP for the target"), more_dp(event.dp), "PS-SHOT-04")
        return
    factor = names.tables.parameters.dp_factor[test.band]
    bonus = names.tables.parameters.enfilade_dp if event.enfilade and factor else 0
    yield Detail(
        T("share of the strength that tells"), _times(event.strength, factor, event.dp - bonus), "PS-SHOT-04"
    )
    if bonus:
        yield Detail(T("enfilade"), more_dp(bonus), "PS-ART-02")
    yield Detail(T("DP for the target"), more_dp(event.dp), "PS-SHOT-04")


def _times(power: int, factor: int, result: int) -> Text:
    """``8 × 0.5 = 4``: a strength, its factor (both in halves) and the whole DP that they make."""
    return T(
        "{strength} × {factor} → {result}",
        strength=strength(power),
        factor=strength(factor),
        result=Number(result),
    )


@clause("PS-SMOKE-01")
def smoke_laid(telling: Telling, event: SmokeLaid) -> Iterator[Block]:
    names = telling.names
    words = T(
        "Smoke before {unit}: markers {count}",
        unit=names.unit(event.unit),
        count=Number(len(event.markers)),
    )
    yield Line(words, side=names.side_at(event.unit), indent=3)


@clause("PS-SMOKE-02", "PS-SMOKE-03")
def smoke_cleared(telling: Telling, events: tuple[SmokeCleared, ...]) -> Iterator[Block]:
    """One line for all markers of a turn's end."""
    gone = sum(event.gone for event in events)
    words = T("Smoke: markers {count}, lifted {gone}", count=Number(len(events)), gone=Number(gone))
    dice = tuple(Die(event.die, dropped=not event.gone) for event in events)
    least = telling.names.setup.options["smoke_test"]
    yield Line(
        words,
        details=(Detail(T("a marker lifts on"), T("{least} or more", least=least), "PS-SMOKE-02"),),
        dice=dice,
    )


# --- close combat ---


@clause("PS-HTH-05", "PS-HTH-07")
def contact(telling: Telling, event: Contact) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{unit} and {enemy} locked in combat: bases {count} against {others}",
        unit=names.unit(event.unit),
        enemy=names.unit(event.enemy),
        count=Number(len({pair[0] for pair in event.pairs})),
        others=Number(len({pair[1] for pair in event.pairs})),
    )
    details = tuple(
        Detail(
            T(
                "base {own} ({edge}) against base {other} ({side})",
                own=Number(own + 1),
                edge=EDGES.get(edge, edge),
                other=Number(other + 1),
                side=EDGES.get(facing, facing),
            ),
            inches(width),
            "PS-HTH-05",
        )
        for own, other, edge, facing, width in event.pairs
    )
    yield Line(words, details=details, side=names.side_at(event.unit), indent=1)


@clause("PS-HTH-08", "PS-HTH-09")
def fought(telling: Telling, event: Fought, test: Tested | None) -> Iterator[Block]:
    """An impact or a melee: both strengths, the test, what each side takes."""
    names = telling.names
    one, other = event.roller, event.other
    facts = {
        "unit": names.unit(one.unit),
        "enemy": names.unit(other.unit),
        "own": strength(one.strength),
        "theirs": strength(other.strength),
    }
    words: Content = T("Melee: {unit} ({own}) against {enemy} ({theirs})", **facts)
    if event.kind == "impact":
        words = T("Impact: {unit} ({own}) on {enemy} ({theirs})", **facts)
    if test is not None:
        words = with_result(words, test)
    toll = T(
        ": {enemy} {dealt}, {unit} {taken}",
        enemy=facts["enemy"],
        dealt=more_dp(other.dp),
        unit=facts["unit"],
        taken=more_dp(one.dp),
    )
    details = (
        *_side(names, one, event.kind, attacks=True),
        *_side(names, other, event.kind, attacks=False),
        *(test_items(names, test) if test else ()),
        *_exchange(names, event),
    )
    yield Line((words, toll), (), details, test_dice(test) if test else (), names.side_at(one.unit), 1)


@clause("PS-HTH-04", "PS-HTH-06", "PS-IMPACT-01", "PS-IMPACT-02", "PS-IMPACT-04", "PS-BRACE-01")
def _side(names: Names, struck: Struck, kind: str, *, attacks: bool) -> Iterator[Detail]:
    """One side's strength: bases that fight and support, what is added, the sum."""
    who = names.unit(struck.unit)
    bases = struck.strength - struck.depth - struck.flank - struck.brace
    counted = T(
        "{unit}: bases that fight {fighting}, that support {supporting}",
        unit=who,
        fighting=Number(len(struck.fighting)),
        supporting=Number(len(struck.supporting)),
    )
    yield Detail(counted, strength(bases), "PS-MELEE-01" if kind == "melee" else "PS-IMPACT-01")
    for label, power, where in (
        (T("depth"), struck.depth, "PS-IMPACT-02"),
        (T("flank or rear"), struck.flank, "PS-IMPACT-04"),
        (T("braced"), struck.brace, "PS-BRACE-01"),
    ):
        if power:
            yield Detail(label, strength(power, signed=True), where)
    label = T("strength of {unit}", unit=who)
    if kind == "impact":
        label = T("impact attack of {unit}", unit=who) if attacks else T("impact defence of {unit}", unit=who)
    yield Detail(label, strength(struck.strength), "PS-HTH-07")


@clause("PS-HTH-09", "PS-DICE-07")
def _exchange(names: Names, event: Fought) -> Iterator[Detail]:
    parameters = names.tables.parameters
    one, other = event.roller, event.other
    for hurt, power, factor in (
        (other, one.strength, parameters.dealt[event.band]),
        (one, other.strength, parameters.taken[event.band]),
    ):
        label = T("DP for {unit}", unit=names.unit(hurt.unit))
        yield Detail(label, _times(power, factor, hurt.dp), "PS-HTH-09")
