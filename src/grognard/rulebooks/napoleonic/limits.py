"""How large an army is, and the limits of chapter OOB that it must keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.tablemodel import Limits


class Roll(msgspec.Struct, frozen=True):
    """An army in numbers. ``figures``: all in the ranks, gunners included; ``batteries``: a lone gun is one;
    ``elite``: figures of Guard, Old Guard and elite units."""

    regiments: int
    batteries: int
    guns: int
    figures: int
    elite: int
    generals: int


def batteries(guns: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Guns by their battery, from pairs (gun, battery or ""); a lone gun is a battery of its own id."""
    found: dict[str, tuple[str, ...]] = {}
    for gun, battery in guns:
        found[battery or gun] = (*found.get(battery or gun, ()), gun)
    return found


@clause("NA-UNIT-03")
def most_gunners(limits: Limits, guns: int) -> int:
    """Of a battery: so many for each pair, and for an odd gun."""
    return guns // 2 * limits.crew_two_guns + guns % 2 * limits.crew_one_gun


@clause("NA-OOB-05")
def excesses(limits: Limits, roll: Roll) -> Iterator[Text]:
    """What there is too much of in an army."""
    most = roll.figures // limits.figures_per_gun
    if roll.guns > most:
        yield T(
            "{guns} guns for {figures} figures; at most {most} (1 for each {each})",
            guns=roll.guns,
            figures=roll.figures,
            most=most,
            each=limits.figures_per_gun,
        )
    units = roll.regiments + roll.batteries
    most = units // limits.units_per_general
    if roll.generals > most:
        yield T(
            "{generals} generals for {units} units; at most {most}",
            generals=roll.generals,
            units=units,
            most=most,
        )
    most = roll.figures * limits.elite_percent // 100
    if roll.elite > most:
        tenths = roll.elite * 1000 // roll.figures
        share = f"{tenths // 10}.{tenths % 10}"
        yield T(
            "{elite} elite figures of {figures} = {share} %; at most {most}",
            elite=roll.elite,
            figures=roll.figures,
            share=share,
            most=most,
        )
