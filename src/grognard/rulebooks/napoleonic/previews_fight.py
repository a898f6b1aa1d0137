"""What a strike or an attack would come to: the clash of chapter Close combat with those who are known to strike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import fire_table, footing, melee, relations, striking
from grognard.rulebooks.napoleonic.clash import Clash, Foe, Stroke, fighting_value
from grognard.rulebooks.napoleonic.close_combat import WORST, Result, What, compare, suffered
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import Manner, total
from grognard.rulebooks.napoleonic.model import Body, Gun, NapoleonicSetup, Unit
from grognard.rulebooks.napoleonic.previews_hits import DIE, FACES, GUESS, of_hits, seen_from_afar
from grognard.rulebooks.napoleonic.tablemodel import Tables
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_fight import modifier_words
from grognard.rulebooks.napoleonic.words_names import Names

STRIKE = "strike"
Shares = dict[What, float]


class Fight(NamedTuple):
    """Chances of what the enemy suffers, and of what the one who asks suffers himself."""

    theirs: Shares
    own: Shares


class Blow(NamedTuple):
    """One striker against the enemy: how it fights, its fighting value, and the enemy's against it."""

    manner: Manner
    value: int
    against: int


# --- chances -----------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
@clause("NA-CC-06", "NA-CC-07", "NA-CC-08")
def chances(setup: NapoleonicSetup, blows: tuple[Blow, ...], enemy: Manner, best: bool) -> Fight:
    """Over all dice: of each face of the enemy the pairs are independent, and the worst of them holds. The first blow
    is that of the one who asks. ``best``: option ``multi_fight`` ``best_attacker``."""
    theirs: Shares = dict.fromkeys(WORST, 0.0)
    own: Shares = dict.fromkeys(WORST, 0.0)
    for face in FACES:
        for (they, mine), share in _of_face(setup.tables, blows, enemy, face, best).items():
            theirs[they] += share / DIE
            own[mine] += share / DIE
    return Fight(theirs, own)


def _of_face(
    tables: Tables, blows: Sequence[Blow], enemy: Manner, face: int, best: bool
) -> dict[tuple[What, What], float]:
    """(Worst of the enemy, outcome of the first striker) with its share, for one face of the enemy."""
    if best and len(blows) > 1:
        return _best_of_face(tables, blows, enemy, face)
    found: dict[tuple[What, What], float] = {}
    for at, blow in enumerate(blows):
        pairs = [_pair(tables, blow, enemy, own, face) for own in FACES]
        if not at:
            for pair in pairs:
                found[pair] = found.get(pair, 0.0) + 1 / DIE
            continue
        joined: dict[tuple[What, What], float] = {}
        for (they, mine), share in found.items():
            for other, _ in pairs:
                key = min(they, other, key=WORST.index), mine
                joined[key] = joined.get(key, 0.0) + share / DIE
        found = joined
    return found


def _best_of_face(
    tables: Tables, blows: Sequence[Blow], enemy: Manner, face: int
) -> dict[tuple[What, What], float]:
    """The highest result of all strikers is that of each of them."""
    scores: dict[int, float] = {}
    low = min(blow.value for blow in blows) + 1
    high = max(blow.value for blow in blows) + DIE
    below = 0.0
    for score in range(low, high + 1):
        share = 1.0
        for blow in blows:
            share *= min(max(score - blow.value, 0), DIE) / DIE
        scores[score] = share - below
        below = share
    found: dict[tuple[What, What], float] = {}
    for score, share in scores.items():
        pairs = [_scored(tables, blow, enemy, score, face) for blow in blows]
        key = min((they for they, _ in pairs), key=WORST.index), pairs[0][1]
        found[key] = found.get(key, 0.0) + share
    return found


def _pair(tables: Tables, blow: Blow, enemy: Manner, own: int, face: int) -> tuple[What, What]:
    return _scored(tables, blow, enemy, own + blow.value, face)


def _scored(tables: Tables, blow: Blow, enemy: Manner, score: int, face: int) -> tuple[What, What]:
    """What the enemy and the striker suffer in their pair."""
    mine = Result("a", blow.manner, score, 0, 1000)
    verdict = compare(tables, mine, Result("b", enemy, face, blow.against, 1000))
    first, second = (
        (verdict.winner, verdict.loser) if verdict.winner.unit == "b" else (verdict.loser, verdict.winner)
    )
    return suffered(verdict, first).what, suffered(verdict, second).what


# --- a strike ----------------------------------------------------------------------------------------


@clause("NA-CC-02", "NA-CC-06", "NA-CC-20", "NA-CC-30", "NA-CC-31", "NA-MOD-01")
def of_strike(view: NapoleonicView, unit_id: str, order: Order) -> Preview:
    """Chances of rout and push on either side with all of its own side that are known to strike there, what its die
    costs, and every modifier."""
    field = view.field
    enemy = field.find(str(order[1])) if len(order) == 2 else None
    if order[:1] != (STRIKE,) or enemy is None:
        return Preview()
    unit = field.unit(unit_id)
    lost = tuple(_of_die(field, enemy))
    if not isinstance(enemy, Unit) or melee.why_not_resisting(field, enemy):
        return Preview(tuple(_without_a_die(field, enemy)), lost)
    if enemy.id in striking.firing_at(field, unit):
        return Preview((T("a firefight: it is decided anew only if somebody joins it"),), lost)
    others = [one for one in _known_strikers(view, enemy.id) if one.id != unit.id]
    return _of_clash(view, field, unit, enemy, others, lost)


@clause("NA-MOVE-07", "NA-CC-04", "NA-MOD-05", "NA-MOD-06", "NA-OBS-10")
def of_attack(view: NapoleonicView, unit: Unit, enemy: Body) -> Preview:
    """The same of an attack that is carried home, if the enemy stays where it is."""
    field = view.field
    lost = tuple(_of_die(field, enemy))
    if not isinstance(enemy, Unit) or melee.why_not_resisting(field, enemy):
        return Preview(tuple(_without_a_die(field, enemy)), lost)
    home = replace(
        unit,
        assails=(*unit.assails, enemy.id),
        order=("attack", enemy.id),
        attacked=enemy.id,
        passed_front=False,
    )
    return _of_clash(view, field.put(home), home, enemy, [], lost)


def _known_strikers(view: NapoleonicView, enemy: str) -> Iterator[Unit]:
    """Regiments of the own side that have answered that they strike it."""
    for one, answer in view.answers:
        kind, _, unit = one.partition(":")
        if (
            kind == STRIKE
            and answer == (STRIKE, enemy)
            and isinstance(piece := view.field.pieces.get(unit), Unit)
        ):
            yield piece


@clause("NA-CC-02", "NA-CC-08", "NA-MOD-21")
def _of_clash(
    view: NapoleonicView,
    field: Field,
    unit: Unit,
    enemy: Unit,
    others: Sequence[Unit],
    lost: tuple[tuple[Text, float], ...],
) -> Preview:
    strikers = (unit, *others)
    clash = _clash(field, strikers, enemy)
    tables = field.tables
    own = [fighting_value(tables, clash, one.id, enemy.id) for one in strikers]
    against = [fighting_value(tables, clash, enemy.id, one.id) for one in strikers]
    blows = tuple(
        Blow(field.manner(one), total(mine), total(theirs))
        for one, mine, theirs in zip(strikers, own, against, strict=True)
    )
    best = field.option("multi_fight") == "best_attacker"
    found = chances(view.setup, blows, field.manner(enemy), best)
    us, them = field.sheet(unit).name, field.sheet(enemy).name
    lines = [_value(view, us, own[0]), _value(view, them, against[0])]
    if others:
        names = tuple(field.sheet(one).name for one in others)
        lines.append(T("with {units}; if nobody else strikes", units=names))
    guessed = seen_from_afar(view, enemy)
    lines += [GUESS] if guessed else []
    rows = (
        (T("{unit} routs", unit=them), found.theirs["rout"]),
        (T("{unit} is pushed", unit=them), found.theirs["pushed"]),
        (T("{unit} is pushed", unit=us), found.own["pushed"]),
        (T("{unit} routs", unit=us), found.own["rout"]),
    )
    return Preview(tuple(lines), (*((what, share) for what, share in rows if share), *lost), guessed)


def _clash(field: Field, strikers: Sequence[Unit], enemy: Unit) -> Clash:
    """They and their enemy; he strikes back at the first of them whom he may strike."""
    strokes = [Stroke(one.id, enemy.id, relations.flank(field, one, enemy)) for one in strikers]
    first = strikers[0]
    if relations.reaches(field, enemy, first) and striking.may_fight(field, enemy):
        strokes.append(Stroke(enemy.id, first.id, relations.flank(field, enemy, first)))
    minus = {(one.id, enemy.id): footing.obstacle_minus(field, one, enemy) for one in strikers}
    bodies = (*strikers, enemy)
    return Clash(
        {one.id: Foe(melee.fighter(field, one, one.figures, field.leader(one.id)), 0) for one in bodies},
        tuple(strokes),
        obstacles=minus,
    )


def _value(view: NapoleonicView, unit: object, items: Sequence[Modifier]) -> Text:
    """``57th Line: fighting value 2 (Guard +1, general with it +1)``."""
    names = Names(view)
    value = total(items)
    if not items:
        return T("{unit}: fighting value {value}", unit=unit, value=value)
    said = tuple(
        T("{what} {value}", what=modifier_words(names, one)[0], value=_signed(one.value)) for one in items
    )
    return T("{unit}: fighting value {value} ({items})", unit=unit, value=value, items=said)


def _signed(value: int) -> str:
    return f"{value:+d}"


# --- who throws no die -------------------------------------------------------------------------------


@clause("NA-CAS-02", "NA-CC-05")
def _of_die(field: Field, enemy: Body) -> Iterator[tuple[Text, float]]:
    """What the die of a strike costs whoever is struck."""
    hits = [fire_table.blow(field.tables, face, field.branch(enemy)) for face in FACES]
    yield from of_hits(field, enemy, hits)


@clause("NA-MOVE-11", "NA-ART-19", "NA-ROUT-12", "NA-ROUT-13", "NA-TROPH-02")
def _without_a_die(field: Field, enemy: Body) -> Iterator[Text]:
    name = field.sheet(enemy).name
    why = melee.why_not_resisting(field, enemy)
    words: Mapping[str, Text] = {
        "non_resisting": T("{unit} gives way and throws no die", unit=name),
        "second": T("{unit} flees: a strike is a second rout", unit=name),
        "spent": T("{unit} flees for good: only figures are lost", unit=name),
    }
    if why in words:
        yield words[why]
    elif isinstance(enemy, Gun):
        yield T("{unit} throws no die; it is taken if no foot or horse of its side is near", unit=name)
