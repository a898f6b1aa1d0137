"""Where an order of battle departs from the guides of the rules: remarks, no errors."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.limits import excesses
from grognard.rulebooks.napoleonic.model import NapoleonicSetup
from grognard.rulebooks.napoleonic.order_of_battle import Node, roll, tree

Span = tuple[int, int]


def departures(setup: NapoleonicSetup) -> list[Text]:
    """Everything in a scenario that is unusual, each with its clause."""
    return [*_limits(setup), *_strengths(setup), *_formations(setup), *_ranks(setup)]


@clause("NA-OOB-05")
def _limits(setup: NapoleonicSetup) -> Iterator[Text]:
    if setup.options["oob_limits"] != "warn":
        return
    for side in setup.sides:
        for excess in excesses(setup.tables.limits, roll(setup, side.id)):
            yield _said(T("side '{id}'", id=side.id), excess, "NA-OOB-05")


@clause("NA-UNIT-03")
def _strengths(setup: NapoleonicSetup) -> Iterator[Text]:
    limits = setup.tables.limits
    for unit in setup.units.values():
        least, most = limits.normal_foot if unit.branch == "foot" else limits.normal_horse
        if not least <= unit.full <= most:
            message = T(
                "{figures} figures; normal for {arm} {least}-{most}",
                figures=unit.full,
                arm=setup.tables.arms[unit.arm].name,
                least=least,
                most=most,
            )
            yield _said(T("unit '{id}'", id=unit.id), message, "NA-UNIT-03")


@clause("NA-OOB-01")
def _formations(setup: NapoleonicSetup) -> Iterator[Text]:
    for side in setup.sides:
        for top in tree(setup, side.id):
            for _, node in top.walk():
                for message in _built(setup, node):
                    yield _said(T("formation '{id}'", id=node.formation), message, "NA-OOB-01")


def _built(setup: NapoleonicSetup, node: Node) -> Iterator[Text]:
    limits, level = setup.tables.limits, setup.formations[node.formation].level
    regiments = node.strength.foot_regiments + node.strength.horse_regiments
    if level in ("division", "brigade"):
        span = limits.division_regiments if level == "division" else limits.brigade_regiments
        yield from _outside(T("regiments"), regiments, span)
    elif level == "corps":
        foot = [one for one in node.below if one.strength.foot_regiments]
        horse = [
            one for one in node.below if not one.strength.foot_regiments and one.strength.horse_regiments
        ]
        divisions = [one for one in foot if setup.formations[one.formation].level == "division"]
        if foot:
            yield from _outside(T("divisions of foot"), len(divisions), limits.infantry_corps_foot)
            yield from _outside(T("divisions and brigades of horse"), len(horse), limits.infantry_corps_horse)
        else:
            yield from _outside(T("divisions of horse"), len(horse), limits.cavalry_corps_horse)


def _outside(what: Text, count: int, span: Span) -> Iterator[Text]:
    if not span[0] <= count <= span[1]:
        usual = "-".join(map(str, dict.fromkeys(span)))
        yield T("{what}: {count}; usually {usual}", what=what, count=count, usual=usual)


@clause("NA-OOB-06")
def _ranks(setup: NapoleonicSetup) -> Iterator[Text]:
    for person in setup.persons.values():
        post = setup.tables.posts[person.post]
        if person.rank not in post.ranks:
            message = T(
                "{rank} as {post}; listed ranks {ranks}",
                rank=setup.tables.ranks[person.rank].name,
                post=post.name,
                ranks=tuple(setup.tables.ranks[one].name for one in post.ranks),
            )
            yield _said(T("person '{id}'", id=person.id), message, "NA-OOB-06")


def _said(what: Text, message: Text, clause_id: str) -> Text:
    return T("{what}: {message} ({clause})", what=what, message=message, clause=clause_id)
