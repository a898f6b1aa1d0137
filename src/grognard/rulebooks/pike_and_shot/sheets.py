"""Order of battle: each side by its tree of command, as the seat of a view knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.command import rating
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Base, Commander, Sheet, Unit
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words_names import LEVELS, MORALES, QUALITIES, STANCES, Names, spot
from grognard.show.model import Block, Column, Content, Heading, Number, Strong, Table, listed

STATUSES: dict[str, Text] = {
    "waiting": T("off the table"),
    "ready": T("in order"),
    "destroyed": T("is no more"),
    "gone": T("left the table"),
}
FATES: dict[str, Text] = {
    "killed": T("killed"),
    "captured": T("captured"),
    "left": T("gone from the table"),
    "promoted": T("leads the army now"),
    "replaced": T("replaced"),
}


def order_of_battle(view: PikeView) -> tuple[Block, ...]:
    """For each side a table of its commanders and, command by command, of its units as they stand now."""
    names, field = Names(view), view.field
    blocks: list[Block] = []
    for side in view.setup.sides:
        blocks.append(Heading(2, names.side(side.id), f"side-{side.id}"))
        blocks += _commanders(names, field, side.id)
        for one in tree(field, side.id):
            blocks += _command(names, field, one)
    return tuple(blocks)


# --- commanders ---


@clause("PS-CMD-01", "PS-TURN-04")
def tree(field: Field, side: str) -> list[str]:
    """Posts of a side, each after its superior."""
    posts = [one for one in field.setup.commanders.values() if one.side == side]

    def below(under: str) -> Iterator[str]:
        for one in posts:
            if one.under == under:
                yield one.id
                yield from below(one.id)

    return list(below(""))


@clause("PS-CMD-01", "PS-CP-01", "PS-FOG-01", "PS-FOG-02")
def _commanders(names: Names, field: Field, side: str) -> Iterator[Block]:
    columns = (
        Column(T("Commander")),
        Column(T("Level")),
        Column(T("CP"), "right"),
        Column(T("Profile")),
        Column(T("Order")),
        Column(T("With")),
    )
    rows = tuple(_commander_row(names, field, one) for one in tree(field, side))
    yield Table(columns, rows, T("Chain of command"))


def _commander_row(names: Names, field: Field, post_id: str) -> tuple[Content, ...]:
    post = field.post(post_id)
    indent = "– " * _depth(field, post_id)
    who: Content = (indent, names.commander(post_id)) if indent else names.commander(post_id)
    level = LEVELS.get(post.level, post.level)
    commander = field.pieces.get(post_id)
    if not isinstance(commander, Commander):
        return (who, level, "", "", "", T("not in view"))
    if not commander.alive:
        return (who, level, "", "", "", FATES.get(commander.fate, commander.fate))
    cp = max(0, rating(field, commander) - commander.lost_cp)
    profile = names.profile(commander.profile) if commander.profile else ""
    return (who, level, Number(cp), profile, _order(commander), _with(names, commander))


def _depth(field: Field, post_id: str) -> int:
    depth, above = 0, field.post(post_id).under
    while above:
        depth, above = depth + 1, field.post(above).under
    return depth


@clause("PS-ORD-01", "PS-FOG-01")
def _order(commander: Commander) -> Content:
    flag = commander.order
    if flag is None:
        return ""
    return (STANCES.get(flag.stance, flag.stance), " ", spot(flag.x, flag.y))


def _with(names: Names, commander: Commander) -> Content:
    if commander.status == "waiting":
        return STATUSES["waiting"]
    return names.unit(commander.attached) if commander.attached else ""


# --- units ---


def _command(names: Names, field: Field, post_id: str) -> Iterator[Block]:
    sheets = [one for one in field.setup.sheets.values() if one.command == post_id]
    if not sheets:
        return
    columns = (
        Column(T("Unit")),
        Column(T("Bases")),
        Column(T("Formation")),
        Column(T("Training, spirits")),
        Column(T("DP"), "right"),
        Column(T("Impulses"), "right"),
        Column(T("State")),
    )
    rows = tuple(_unit_row(names, field, sheet) for sheet in sheets)
    yield Table(columns, rows, T("Under {commander}", commander=names.commander(post_id)))


def _unit_row(names: Names, field: Field, sheet: Sheet) -> tuple[Content, ...]:
    unit = field.pieces.get(sheet.id)
    kept: Content = listed([QUALITIES[sheet.quality], MORALES[sheet.morale]])
    if not isinstance(unit, Unit):
        return (names.unit(sheet.id), "", "", kept, "", "", T("not in view"))
    here = unit.status == "ready"
    return (
        names.unit(sheet.id),
        bases_words(names, unit.bases, len(sheet.bases)),
        names.formation("hanging" if unit.hanging else unit.formation) if here else "",
        kept,
        Number(unit.dp) if here else "",
        Number(unit.left) if here else "",
        listed(list(_state(unit))),
    )


def _state(unit: Unit) -> Iterator[Content]:
    if unit.status != "ready":
        yield STATUSES[unit.status]
        return
    if unit.routing:
        yield T("routing")
    elif unit.hanging is not None:
        yield T("in an unfinished manoeuvre")
    else:
        yield STATUSES["ready"]
    for words, true in (
        (T("acted"), unit.activated),
        (T("has reacted"), unit.reacted),
        (T("was shot at"), unit.under_fire),
        (T("first volley spent"), unit.fired),
        (T("carries loot"), unit.loot),
    ):
        if true:
            yield words


def bases_words(names: Names, bases: Sequence[Base], start: int) -> Content:
    """How many bases of what; out of how many, once some are lost."""
    count = Counter(base.type for base in bases)
    kinds = listed([(names.base(kind), " ", Number(number)) for kind, number in count.items()])
    if len(bases) == start:
        return (Number(start), ": ", kinds)
    left = T("{left} of {start}", left=Number(len(bases)), start=Number(start))
    return (left, ": ", kinds) if bases else left


# --- the start ---


@clause("PS-BASE-04")
def starting_tables(names: Names) -> Iterator[Block]:
    """The armies as they came, from what the seat knows."""
    columns = (
        Column(T("Unit")),
        Column(T("Commander")),
        Column(T("Bases")),
        Column(T("Training, spirits")),
        Column(T("Men"), "right"),
        Column(T("Guns"), "right"),
    )
    for side in names.setup.sides:
        sheets = [one for one in names.setup.sheets.values() if one.side == side.id]
        if sheets:
            rows = tuple(_starting_row(names, sheet) for sheet in sheets)
            yield Table(columns, (*rows, _sum(names, sheets)), names.side(side.id))


def _starting_row(names: Names, sheet: Sheet) -> tuple[Content, ...]:
    men, guns = strength_of(names, sheet.bases)
    late = T("from turn {turn}", turn=Number(sheet.turn)) if sheet.turn else ""
    who: Content = names.unit(sheet.id)
    return (
        (who, ", ", late) if late else who,
        names.commander(sheet.command),
        bases_words(names, sheet.bases, len(sheet.bases)),
        listed([QUALITIES[sheet.quality], MORALES[sheet.morale]]),
        Number(men) if men else "",
        Number(guns) if guns else "",
    )


def _sum(names: Names, sheets: Sequence[Sheet]) -> tuple[Content, ...]:
    every = [base for sheet in sheets for base in sheet.bases]
    men, guns = strength_of(names, every)
    return (Strong(T("in all")), "", Number(len(every)), "", Number(men), Number(guns))


@clause("PS-BASE-04")
def strength_of(names: Names, bases: Sequence[Base]) -> tuple[int, int]:
    """Men and guns on some bases."""
    types = [names.tables.bases[base.type] for base in bases]
    return sum(one.men for one in types), sum(one.guns for one in types)
