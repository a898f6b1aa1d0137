"""The order of battle as a seat knows it: a tree with strengths, links in and out of command, who may replace whom.
For the terminal, the page beside the battle, and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic import command
from grognard.rulebooks.napoleonic.command import Measured
from grognard.rulebooks.napoleonic.field import Field, printed_leaders
from grognard.rulebooks.napoleonic.model import LEVELS, Body, FormationSheet, Gun, Person, Trooper, Unit
from grognard.rulebooks.napoleonic.states import formation_parts, is_dim, parts, person_parts
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import LEVELS as LEVEL_WORDS
from grognard.rulebooks.napoleonic.words_names import TRAIN, Names, knows, signed
from grognard.show.model import Block, Column, Content, Heading, Number, Table, listed
from grognard.show.tabletop.figures import length

Row: TypeAlias = tuple[Content, ...]
STEP = "· "
"""One step down the tree."""


def order_of_battle(view: NapoleonicView) -> tuple[Block, ...]:
    """For each side its tree, its generals and staff, and who may take whose post."""
    names = Names(view)
    blocks: list[Block] = []
    for side in view.setup.sides:
        blocks.append(Heading(2, names.side(side.id), f"side-{side.id}"))
        blocks += army(names, side.id)
    return tuple(blocks)


def army(names: Names, side: str) -> Iterator[Block]:
    """The tree of one side; of a side that the seat knows its generals and staff, and who may take whose post."""
    yield Table(_TREE, tuple(_tree(names, side)))
    people = [man for man in names.field.persons if man.side == side]
    if people and knows(names.view, side):
        yield Table(_PEOPLE, tuple(_people(names, side, people)), T("Generals and staff"))
        yield Table(_POSTS, tuple(_posts(names, side)), T("Who may replace whom"))


# --- the tree --------------------------------------------------------------------------------------------

_TREE = (
    Column(T("Formation or unit")),
    Column(T("Arm")),
    Column(T("Figures"), "right"),
    Column(T("Stands")),
    Column(T("Command link, merka")),
    Column(T("With it")),
    Column(T("State")),
)


@clause("NA-OOB-01", "NA-OOB-03", "NA-CMD-05")
def _tree(names: Names, side: str) -> Iterator[Row]:
    """A row a formation with all under it added up, then its regiments, guns and wagons, then what is under it."""
    known = command.links(names.field, side) if knows(names.view, side) else {}
    tops = [one for one in names.setup.formations.values() if one.side == side and not one.parent]
    for top in tops:
        yield from _formation(names, top, 0, known)


def _formation(
    names: Names, sheet: FormationSheet, depth: int, known: Mapping[str, Measured]
) -> Iterator[Row]:
    own = [one for one in bodies_of(names.field, sheet.id) if one.standing != "gone" or one.id == one.sheet]
    below = [one for one in names.setup.formations.values() if one.parent == sheet.id]
    head: Content = (STEP * depth, names.of(sheet.id))
    figures = strength_words(names, sheet.id)
    state = listed(list(formation_parts(names, sheet.id)))
    yield head, LEVEL_WORDS[sheet.level], figures, "", _formation_link(names, sheet.id, known), "", state
    for body in own:
        yield _body(names, body, depth + 1, known)
    for one in below:
        yield from _formation(names, one, depth + 1, known)


def bodies_of(field: Field, formation: str) -> list[Body]:
    """Regiments and their parts, guns, wagons that belong to a formation directly."""
    return _by_formation(field).get(formation, [])


def _by_formation(field: Field) -> dict[str, list[Body]]:
    found: dict[str, list[Body]] | None = field.kept.get("by_formation")
    if found is None:
        found = field.kept["by_formation"] = {}
        for one in field.pieces.values():
            if isinstance(one, Body):
                found.setdefault(field.formation_of(one), []).append(one)
    return found


@clause("NA-UNIT-02", "NA-UNIT-03")
def strength_words(names: Names, formation: str) -> Content:
    """``34 + 10 gunners (guns 2)`` of what is on the table or still to come."""
    figures, gunners, guns = strength(names.field, formation)
    if not guns:
        return Number(figures)
    return T("{figures}; guns {guns}, gunners {gunners}", figures=figures, guns=guns, gunners=gunners)


def strength(field: Field, formation: str) -> tuple[int, int, int]:
    """Figures, gunners and guns of a formation and all under it, of those that have not gone."""
    figures = gunners = guns = 0
    for under, bodies in _by_formation(field).items():
        if formation not in field.way_up(under):
            continue
        for one in bodies:
            if isinstance(one, Unit) and one.standing not in ("gone", "destroyed"):
                figures += one.figures
            elif isinstance(one, Gun) and one.owner == one.side and one.standing not in ("gone", "destroyed"):
                gunners, guns = gunners + one.crew, guns + 1
    return figures, gunners, guns


def _formation_link(names: Names, formation: str, known: Mapping[str, Measured]) -> Content:
    leader = names.field.in_charge(formation)
    return link_words(names, known.get(leader.id)) if leader else ""


@clause("NA-CMD-01", "NA-CMD-06")
def link_words(names: Names, link: Measured | None) -> Content:
    """``Compans, 0.7 of 1``; ``OUT: Compans, 1.2 of 1``; "" where none is checked."""
    if link is None:
        return ""
    facts = {
        "chief": names.of(link.upper),
        "distance": length(link.distance),
        "radius": length(link.radius),
    }
    if not link.held:
        return T("OUT: {chief}, {distance} of {radius}", **facts)
    if link.distance > link.radius:
        return T("{chief} by staff, {distance} of {radius}", **facts)
    return T("{chief}, {distance} of {radius}", **facts)


def _body(names: Names, body: Body, depth: int, known: Mapping[str, Measured]) -> Row:
    return (
        (STEP * depth, names.of(body.id)),
        arm_words(names, body),
        figure_words(names, body),
        names.kind(body.kind) if isinstance(body, Unit) and body.on_table else "",
        link_words(names, known.get(body.id)) if body.on_table else "",
        listed(list(_with(names, body))),
        listed(list(parts(names, body))),
    )


@clause("NA-MOD-02", "NA-MOD-05")
def arm_words(names: Names, body: Body) -> Content:
    """``heavy horse, elite, lances``."""
    field = names.field
    if not isinstance(body, Trooper):
        return TRAIN
    found: list[Content] = [names.tables.arms[field.arm(body)].name]
    if isinstance(body, Unit):
        sheet = field.unit_sheet(body)
        if is_dim(names.view, body):
            found.append("?")
        elif names.tables.statuses[sheet.status].fv:
            found.append(names.tables.statuses[sheet.status].name)
        if sheet.lances:
            found.append(T("lances"))
    return listed(found)


@clause("NA-UNIT-03")
def figure_words(names: Names, body: Body) -> Content:
    """``8 of 12``; of those seen from afar about how many."""
    if not isinstance(body, Unit | Gun):
        return ""
    left = body.figures if isinstance(body, Unit) else body.crew
    if is_dim(names.view, body):
        return T("about {left}", left=Number(left)) if isinstance(body, Unit) else "?"
    if body.id != body.sheet:
        return Number(left)
    field = names.field
    all_ = field.unit_sheet(body).figures if isinstance(body, Unit) else names.setup.guns[body.sheet].crew
    return T("{left} of {all}", left=Number(left), all=Number(all_))


@clause("NA-OOB-04", "NA-OOB-08", "NA-OOB-09")
def _with(names: Names, body: Body) -> Iterator[Content]:
    """Persons who stand with it, and what they give."""
    men = names.field.persons_at(body.id)
    yield from (names.of(man.id) for man in men)
    gives = names.field.leader(body.id)
    if men and gives and isinstance(body, Unit):
        yield T("gives {value}", value=signed(gives))


# --- generals and staff ----------------------------------------------------------------------------------

_PEOPLE = (
    Column(T("Person")),
    Column(T("Military rank")),
    Column(T("Post")),
    Column(T("Formation of the army")),
    Column(T("Stands with")),
    Column(T("Gives"), "right"),
    Column(T("Reach, merka"), "right"),
    Column(T("Command link, merka")),
    Column(T("State")),
)


@clause("NA-OOB-06", "NA-OOB-08", "NA-CMD-01")
def _people(names: Names, side: str, people: list[Person]) -> Iterator[Row]:
    known = command.links(names.field, side)
    ranks = list(names.tables.posts)
    for man in sorted(people, key=lambda man: ranks.index(man.post)):
        sheet = names.setup.persons[man.id]
        yield (
            names.of(man.id),
            names.tables.ranks[sheet.rank].name,
            names.post(man.post),
            names.of(man.formation),
            names.of(man.at) if man.present and man.at else "",
            signed(names.field.bonus(man)) if man.present else "",
            length(names.tables.posts[man.post].radius),
            link_words(names, known.get(man.id)),
            listed(list(person_parts(names, man))),
        )


_POSTS = (
    Column(T("Formation of the army")),
    Column(T("Led by")),
    Column(T("May take his post")),
    Column(T("Superior in person")),
)


@clause("NA-CMD-15", "NA-CMD-16")
def _posts(names: Names, side: str) -> Iterator[Row]:
    """For each formation with a general of its own: who leads it, and who might when he falls."""
    field = names.field
    for formation in sorted(
        (one for one in printed_leaders(field.setup) if names.setup.formations[one].side == side),
        key=lambda one: LEVELS.index(names.setup.formations[one].level),
    ):
        leader = field.in_charge(formation)
        able = [
            one for one in field.chain.candidates(formation, field.post_of(formation)) if _is_free(field, one)
        ]
        above = (field.in_charge(one) for one in field.way_up(formation)[1:])
        yield (
            names.of(formation),
            names.of(leader.id) if leader else T("no one"),
            listed([names.of(one) for one in able]) if able else T("no one"),
            listed([names.of(man.id) for man in above if man is not None]),
        )


def _is_free(field: Field, person: str) -> bool:
    return field.person(person).present


# --- the armies in numbers -------------------------------------------------------------------------------


@clause("NA-OOB-05", "NA-UNIT-02")
def army_table(view: NapoleonicView) -> Table:
    """At the start and now, by arm, in figures and men, of what the seat knows."""
    names = Names(view)
    columns = (
        Column(T("Side")),
        Column(T("Arm")),
        Column(T("At the start"), "right"),
        Column(T("Men"), "right"),
        Column(T("Now"), "right"),
        Column(T("Men"), "right"),
    )
    rows = [row for side in view.setup.sides for row in _army_rows(names, side.id)]
    return Table(columns, tuple(rows), T("Strengths in figures, one figure for {men} men; guns with their crews",
                                         men=names.tables.scale.figure_men))  # fmt: skip


def _army_rows(names: Names, side: str) -> Iterator[Row]:
    men = names.tables.scale.figure_men
    if not knows(names.view, side):
        yield names.side(side), "?", "?", "?", "?", "?"
        return
    for arm in names.tables.arms.values():
        start, now = arm_strength(names, side, arm.id)
        if start or now:
            yield (
                names.side(side),
                arm.name,
                Number(start),
                Number(start * men),
                Number(now),
                Number(now * men),
            )


@clause("NA-UNIT-02")
def arm_strength(names: Names, side: str, arm: str) -> tuple[int, int]:
    """Figures (gunners) of an arm at the start and now, on the table or off it."""
    setup, field = names.setup, names.field
    start = sum(one.figures for one in setup.units.values() if one.side == side and one.arm == arm)
    start += sum(one.crew for one in setup.guns.values() if one.side == side and one.arm == arm)
    now = 0
    for one in field.pieces.values():
        if isinstance(one, Unit | Gun) and one.side == side and field.arm(one) == arm:
            now += one.figures if isinstance(one, Unit) else one.crew
    return start, now
