"""A clash in words, as typed on the command line: ``10 knights charge 30 spearmen in the flank``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from grognard.core.errors import Refused
from grognard.files.guessing import did_you_mean
from grognard.locale import Name, T
from grognard.orders.folding import fold, stem
from grognard.orders.wording import readable
from grognard.rulebooks.fantasy.model import FormationWord
from grognard.rulebooks.fantasy.order_names import NICKNAMES
from grognard.rulebooks.fantasy.tables import STATS, Tables

Verb: TypeAlias = Literal["charge", "fight", "shoot", "cast", "dispel", "test"]
Stems = tuple[str, ...]
EXAMPLE = T("say it so: 10 knights charge 30 spearmen in the flank")

VERBS: Mapping[str, str] = {
    "charge": "charge charges charging attack attacks assault атака атакует атакуют атаковать атакуя",
    "fight": "fight fights vs v versus against meets meet бой бьется бьются дерется дерутся против",
    "shoot": "shoot shoots fire fires стреляет стреляют стрелять обстреливает обстреливают",
    "cast": "cast casts читает читают колдует творит",
    "dispel": "dispel dispels рассеивает рассеивать развеивает",
    "test": "test tests тест проверка",
}
EDGES: Mapping[str, str] = {
    "front": "front frontally фронт лоб",
    "flank": "flank right фланг правый",
    "left": "left левый",
    "rear": "rear back behind тыл спину",
}
FLAGS: Mapping[str, str] = {
    "downhill": "downhill hill холм горки склон",
    "moving": "moving move ходу движении",
    "reaction": "reaction charger ответ наступающих",
    "light": "light лёгкое легкое",
    "hard": "hard прочное",
    "standard": "standard banner знамя знаменем",
    "home": "home ground родной своей дома земле",
    "single": "single одиночными одиночный",
    "bow": "cover укрытие",
}
FORMATIONS: Mapping[str, str] = {
    "wedge": "wedge клин",
    "column": "column колонной колонной",
    "line": "line линия линией",
}
WIZARDS: Mapping[int, str] = {1: "junior младший", 2: "senior старший"}
UNITS: Mapping[str, str] = {
    "files": "files file wide колонн колонны",
    "cells": "cells cell inches клеток клетки",
    "metres": "metres metre meters m метров метра метр м",
    "dice": "dice die points кубов кубик кубика кубиков очков",
    "level": "level уровень уровня уровней",
    "value": "value difficulty сложность",
    "rounds": "rounds round раундов раунда",
    "of": "of из",
    "causes": "causing causes нанеся наносит",
    "lost_by": "by проиграв на",
    "against": "total сумма",
}
"""What a number is a number of: the word stands behind it or before it."""
KEYS = (
    *STATS,
    "armour",
    "weapon",
    "missile",
    "files",
    "start",
    "causes",
    "level",
    "shield",
    "barding",
    "mount",
)
"""What may be said of a side as ``key=value``."""
IDLE = """
    a an the in on at with from and to into for its their his has have who are is while lost spell unit units each
    models model men во в с со из по и у к над под от до для которые при за заклинание волшебник маг отряд бойцов воинов
"""
"""Words that say nothing."""


@dataclass
class Host:
    """One side as it was described."""

    models: int = 0
    profile: str = ""
    heroes: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    formation: FormationWord | Literal[""] = ""
    given: dict[str, str] = field(default_factory=dict)


@dataclass
class Described:
    """A clash as it was described; ``numbers`` by key of :data:`UNITS`. ``hosts``: who acts, and at whom."""

    verb: Verb
    words: str
    hosts: tuple[Host, Host] = field(default_factory=lambda: (Host(), Host()))
    edge: str = "front"
    flags: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)
    spell: str = ""
    wizard: int = 0


def read(words: Sequence[str], tables: Tables) -> Described:
    """What was said. Refused says which word is not known and what was meant."""
    tokens = [one for word in words for one in _words(word)]
    stems = [_key(one) for one in tokens]
    lexicon = Lexicon(tables)
    at, verb = _verb(stems)
    found = Described(verb, " ".join(tokens))
    _Reader(lexicon, found, tokens[:at], found.hosts[0]).read()
    _Reader(lexicon, found, tokens[at + 1 :], found.hosts[verb in ("charge", "fight", "shoot")]).read()
    return found


def _words(text: str) -> list[str]:
    return [one for one in re.split(r"[\s,;:()«»\"]+", text) if one]


def _key(word: str) -> str:
    return stem(fold(word))


def _forms(table: Mapping[str, str] | Mapping[int, str]) -> dict[str, str]:
    return {_key(word): str(key) for key, words in table.items() for word in words.split()}


VERB_FORMS = _forms(VERBS)
EDGE_FORMS, FLAG_FORMS, UNIT_FORMS = _forms(EDGES), _forms(FLAGS), _forms(UNITS)
FORMATION_FORMS, WIZARD_FORMS = _forms(FORMATIONS), _forms(WIZARDS)
IDLE_FORMS = frozenset(_key(word) for word in IDLE.split())


def _verb(stems: Sequence[str]) -> tuple[int, Verb]:
    for at, one in enumerate(stems):
        if one in VERB_FORMS:
            return at, VERB_FORMS[one]  # type: ignore[return-value]
    raise Refused("", T("it is not said what is done"), EXAMPLE)


class Lexicon:
    """Names of profiles, characters and spells in both languages, by their stems."""

    def __init__(self, tables: Tables) -> None:
        self.names: dict[Stems, tuple[str, str]] = {}
        self.spoken: dict[str, None] = {}
        for kind, shelf in (
            ("profile", tables.profiles),
            ("hero", tables.characters),
            ("spell", tables.spells),
        ):
            for key, row in shelf.items():
                self._learn(kind, key, (row.id.replace("_", " "), row.id, *_spoken(row.name)))
        for key, nicknames in NICKNAMES.items():
            if key in tables.profiles:
                self._learn("profile", key, nicknames)
        self.longest = max(map(len, self.names))

    def _learn(self, kind: str, thing: str, names: Iterable[str]) -> None:
        for name in names:
            stems = tuple(_key(word) for word in _words(name))
            if stems:
                self.spoken[name.casefold()] = None
                self.names.setdefault(stems, (kind, thing))

    def longest_at(self, stems: Sequence[str]) -> tuple[int, tuple[str, str]] | None:
        """How many words the longest name at the beginning takes, and what it is."""
        for length in range(min(self.longest, len(stems)), 0, -1):
            found = self.names.get(tuple(stems[:length]))
            if found is not None:
                return length, found
        return None


def _spoken(name: Name) -> Iterator[str]:
    plain = readable(name)
    yield from (one for one in (plain.en, plain.ru) if one)


class _Reader:
    """Words of one side, one after the other."""

    def __init__(self, lexicon: Lexicon, said: Described, tokens: Sequence[str], host: Host) -> None:
        self.lexicon, self.said, self.host = lexicon, said, host
        self.tokens = list(tokens)
        self.stems = [_key(one) for one in tokens]
        self.taken: set[int] = set()

    def read(self) -> None:
        at = 0
        while at < len(self.tokens):
            at += self._pair(at) or self._number(at) or self._name(at) or self._word(at)

    def _pair(self, at: int) -> int:
        key, equals, value = self.tokens[at].partition("=")
        if not equals:
            return 0
        known = {one.casefold(): one for one in KEYS}.get(key.casefold())
        if known is None:
            guess = did_you_mean(key, KEYS)
            right = T("did you mean '{guess}'?", guess=guess) if guess else T("known: {known}", known=KEYS)
            raise Refused("", T("'{word}' is nothing that a side has", word=key), right)
        self.host.given[known] = value
        return 1

    def _number(self, at: int) -> int:
        """A number belongs to the word of a unit behind it, else before it, else to a name behind it."""
        match = re.fullmatch(r"(\d+(?:[.,]\d+)?)([a-zа-я]*)", self.tokens[at].casefold())
        if not match:
            return 0
        thousandths = round(float(match[1].replace(",", ".")) * 1000)
        own = UNIT_FORMS.get(_key(match[2])) if match[2] else None
        behind = UNIT_FORMS.get(self.stems[at + 1]) if at + 1 < len(self.stems) else None
        before = UNIT_FORMS.get(self.stems[at - 1]) if at and at - 1 not in self.taken else None
        if own or (behind and behind != "lost_by"):
            self._count(str(own or behind), thousandths)
            self.taken.add(at if own else at + 1)
            return 1 if own else 2
        if before and before != "of":
            self._count(before, thousandths)
            return 1
        if thousandths % 1000:
            raise Refused("", T("'{word}' needs a whole number", word=self.tokens[at]))
        whole = thousandths // 1000
        if self.said.verb == "dispel" and "against" not in self.said.numbers and not self._names(at + 1):
            self.said.numbers["against"] = whole
        else:
            self.host.models = whole
        return 1

    def _names(self, at: int) -> bool:
        found = self.lexicon.longest_at(self.stems[at:])
        return found is not None and found[1][0] == "profile"

    def _count(self, key: str, thousandths: int) -> None:
        whole = thousandths // 1000
        if key == "files":
            self.host.given["files"] = str(whole)
        elif key == "causes":
            self.host.given["causes"] = str(whole)
        elif key == "of":
            self.host.given["of"] = str(whole)
        elif key in ("cells", "metres"):
            self.said.numbers["distance"] = thousandths if key == "cells" else thousandths * 2 // 3
        else:
            self.said.numbers[key] = whole

    def _name(self, at: int) -> int:
        found = self.lexicon.longest_at(self.stems[at:])
        if found is None or (self.host.profile and self.stems[at] in FLAG_FORMS):
            return 0
        length, (kind, thing) = found
        if kind == "hero":
            self.host.heroes.append(thing)
        elif kind == "spell":
            self.said.spell = thing
        elif self.host.profile not in ("", thing):
            raise Refused(
                "", T("'{word}': one unit a side", word=" ".join(self.tokens[at : at + length])), EXAMPLE
            )
        else:
            self.host.profile = thing
        return length

    def _word(self, at: int) -> int:
        key = self.stems[at]
        if key in EDGE_FORMS:
            self._edge(EDGE_FORMS[key])
        elif key in FORMATION_FORMS:
            self.host.formation = FORMATION_FORMS[key]  # type: ignore[assignment]
        elif key in WIZARD_FORMS:
            self.said.wizard = int(WIZARD_FORMS[key])
        elif key in FLAG_FORMS:
            flag = FLAG_FORMS[key]
            (self.host.flags if flag in ("standard", "home") else self.said.flags).add(flag)
        elif key not in IDLE_FORMS and key not in UNIT_FORMS:
            raise self._unknown(self.tokens[at])
        return 1

    def _edge(self, edge: str) -> None:
        if not (edge == "flank" and self.said.edge == "left"):
            self.said.edge = edge

    def _unknown(self, word: str) -> Refused:
        tables: tuple[Mapping[Any, str], ...] = (VERBS, EDGES, FLAGS, UNITS, FORMATIONS, WIZARDS)
        spoken = (one for table in tables for words in table.values() for one in words.split())
        guess = did_you_mean(word.casefold(), [*self.lexicon.spoken, *spoken])
        return Refused("", T("'{word}' is not understood", word=word),
                       T("did you mean '{guess}'?", guess=guess) if guess else EXAMPLE)  # fmt: skip
