"""What the armies of a described clash are called: by troop and men, and where several are alike, by what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from grognard.locale import Name, T, Text
from grognard.rulebooks.feudal.clash_words import Described
from grognard.rulebooks.feudal.model import Tables

NUMBERS: Mapping[str, Callable[[int], Text]] = {
    "hp": lambda number: T("HP {number}", number=number),
    "strength": lambda number: T("Strength {number}", number=number),
    "level": lambda number: T("commander of level {number}", number=number),
    "morale": lambda number: T("morale record {number}", number=number),
    "missiles": lambda number: T("missiles {number}", number=number),
}


class Called(NamedTuple):
    """An army of ``side`` (a letter) before it has a name: troop and men, and what makes it special."""

    id: str
    side: str
    plain: Name
    traits: tuple[Name, ...]


def traits(tables: Tables, said: Described) -> tuple[Name, ...]:
    """What was said of an army beside troop and men; the sky is over everybody and makes none special."""
    return tuple(_traits(tables, said))


def _traits(tables: Tables, said: Described) -> Iterator[Name]:
    grades = {one.id: one.name for one in tables.grades.values()}
    conditions = {one.id: one.name for one in tables.conditions.values() if one.scope == "army"}
    shelves: Mapping[str, Mapping[str, Name]] = {
        "strategy": grades,
        "tactic": {one.id: one.name for one in tables.tactics.values()},
        "condition": conditions,
        "feature": {one.id: one.name for one in tables.features.values()},
    }
    for kind, shelf in shelves.items():
        for thing in dict.fromkeys(said.things.get(kind, ())):
            if thing in shelf and thing != "standard":
                yield shelf[thing]
    for key, words in NUMBERS.items():
        if key in said.numbers:
            text = words(said.numbers[key])
            yield Name(text.say("en"), text.say("ru"))


def names(armies: Sequence[Called]) -> dict[str, Name]:
    """A name for each, no two alike: the letter of the side (with a number where it has several armies) and what the
    others of that troop and number have not."""
    return {one.id: _name(one, armies) for one in armies}


def _name(one: Called, armies: Sequence[Called]) -> Name:
    alike = [other for other in armies if other.plain == one.plain]
    if len(alike) == 1:
        return one.plain
    mates = [other.id for other in armies if other.side == one.side]
    letter = one.side.upper() + (str(mates.index(one.id) + 1) if len(mates) > 1 else "")
    special = [trait for trait in one.traits if any(trait not in other.traits for other in alike)]
    return Name(*(_words(letter, lang, one.plain, special) for lang in ("en", "ru")))


def _words(letter: str, lang: str, plain: Name, special: Sequence[Name]) -> str:
    said = [trait.say(lang) for trait in special]
    more = ", ".join(word[:1].lower() + word[1:] if not word[:2].isupper() else word for word in said)
    return f"{letter}: {plain.say(lang)}" + (f" ({more})" if more else "")
