"""A clash in words, as typed on the command line: ``warriors 150 bugurt + archers 60 vs knights 15 lance charge``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grognard.core.errors import Refused
from grognard.files.guessing import did_you_mean, fold, unknown
from grognard.locale import Name, T, Text
from grognard.rulebooks.feudal.model import Tables

AGAINST = frozenset(("vs", "vs.", "v", "versus", "against", "против"))
AND = ("+",)
NUMBERS: Mapping[str, str] = {
    "men": "men",
    "людей": "men",
    "hp": "hp",
    "хп": "hp",
    "strength": "strength",
    "сила": "strength",
    "level": "level",
    "уровень": "level",
    "morale": "morale",
    "мораль": "morale",
    "missiles": "missiles",
    "залпы": "missiles",
    "at": "at",
    "цель": "at",
}
"""Words that take a number, as in ``hp=9``. ``at=2``: begins with the second army of the other side."""
KINDS: Mapping[str, Text] = {
    "troop": T("troop"),
    "force": T("force"),
    "strategy": T("strategy"),
    "tactic": T("tactic"),
    "condition": T("condition"),
    "feature": T("feature"),
}
Words = tuple[str, ...]


@dataclass
class Described:
    """What was said about one army; ``numbers`` by key of :data:`NUMBERS`, ``things`` by kind."""

    words: str
    numbers: dict[str, int] = field(default_factory=dict)
    things: dict[str, list[str]] = field(default_factory=dict)

    def one(self, kind: str, otherwise: str = "") -> str:
        """The last thing of that kind."""
        return self.things.get(kind, [otherwise])[-1]


def read_sides(words: Sequence[str], tables: Tables) -> list[list[Described]]:
    """Sides in order of naming, each with its armies. Refused says which word isn't known and what was meant."""
    lexicon = Lexicon(tables)
    sides = [[lexicon.army(army) for army in _parted(side, AND)] for side in _parted(_tokens(words), AGAINST)]
    if len(sides) < 2:
        raise Refused("FE-MULTI-01", T("a clash needs two sides"), T("write: warriors 150 vs knights 15"))
    return sides


def _tokens(words: Sequence[str]) -> list[str]:
    text = re.sub(r"[,;\"«»]", " ", " ".join(words))
    return re.sub(r"(?<=\w)\+(?=[^\W\d])", " + ", text).split()


def _parted(tokens: Iterable[str], marks: Collection[str]) -> Iterator[list[str]]:
    part: list[str] = []
    for one in tokens:
        if one.casefold() in marks:
            yield part
            part = []
        else:
            part.append(one)
    yield part


class Lexicon:
    """Every name of the tables in both languages, by its folded words."""

    def __init__(self, tables: Tables) -> None:
        self.names: dict[Words, dict[str, str]] = {}
        self.spoken: dict[str, list[str]] = {}
        shelves = (
            ("troop", tables.troops),
            ("force", tables.forces),
            ("strategy", tables.grades),
            ("tactic", tables.tactics),
            ("condition", tables.conditions),
            ("feature", tables.features),
        )
        for kind, shelf in shelves:
            for one in shelf.values():
                for name in (one.id, one.name.en, one.name.ru):
                    self._learn(kind, one.id, name)
        self.longest = max(map(len, self.names))

    def _learn(self, kind: str, thing: str, name: str) -> None:
        if name:
            self.names.setdefault(_folded(name), {}).setdefault(kind, thing)
            self.spoken.setdefault(kind, []).append(name)

    def army(self, tokens: Sequence[str]) -> Described:
        """What these words say about one army."""
        if not tokens:
            raise Refused("", T("an army is missing"), T("write: warriors 150 vs knights 15"))
        found = Described(" ".join(tokens))
        at = 0
        while at < len(tokens):
            at += self._number(found, tokens[at]) or self._thing(found, tokens[at:])
        return found

    def _number(self, found: Described, token: str) -> int:
        """1 if the token was a number or ``key=number``."""
        key, equals, value = token.partition("=")
        if not equals:
            key, value = "men", token
        elif key.casefold() in KINDS:
            self._named(found, key.casefold(), value)
            return 1
        elif key.casefold() not in NUMBERS:
            raise _not_known(key, [*NUMBERS, *KINDS])
        if not re.fullmatch(r"[+-]?\d{1,9}", value):
            if equals:
                raise Refused("", T("'{word}' needs a whole number", word=key + "="))
            return 0
        name = NUMBERS[key.casefold()]
        if name in found.numbers:
            raise Refused("", T("'{army}' has two numbers for {key}", army=found.words, key=name))
        found.numbers[name] = int(value)
        return 1

    def _named(self, found: Described, kind: str, name: str) -> None:
        thing = self.names.get(_folded(name), {}).get(kind)
        if thing is None:
            known = list(dict.fromkeys(self.spoken[kind]))
            raise Refused("", unknown(KINDS[kind], name, known))
        found.things.setdefault(kind, []).append(thing)

    def _thing(self, found: Described, tokens: Sequence[str]) -> int:
        """How many of the tokens the longest name at their beginning takes."""
        for length in range(min(self.longest, len(tokens)), 0, -1):
            kinds = self.names.get(_folded(" ".join(tokens[:length])))
            if kinds is not None:
                for kind, thing in kinds.items():
                    if kind != "force" or "troop" not in kinds:
                        found.things.setdefault(kind, []).append(thing)
                return length
        raise _not_known(tokens[0], [*NUMBERS, *(name for names in self.spoken.values() for name in names)])


def _not_known(word: str, known: Iterable[str]) -> Refused:
    guess = did_you_mean(word, [name.casefold() for name in known])
    reason = T("'{word}' is no troop type, strategy, tactic, condition or feature", word=word)
    return Refused("", reason, T("did you mean '{guess}'?", guess=guess) if guess else None)


def _folded(name: str) -> Words:
    return tuple(fold(name).replace("_", " ").replace("-", " ").split())


def title(names: Iterable[Name]) -> Name:
    """A side called by its armies."""
    listed = list(names)
    return Name(" + ".join(one.en for one in listed), " + ".join(one.ru or one.en for one in listed))
