"""A clash in words, as typed on the command line: ``12 line attack 5 cuirassiers in the flank, general +1``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.files.guessing import did_you_mean
from grognard.locale import T
from grognard.orders.folding import fold, stem
from grognard.rulebooks.napoleonic.clash_names import (
    ARMS,
    FLAGS,
    IDLE,
    PERSONS,
    PLACES,
    PREPOSITIONS,
    SIDES,
    STATUSES,
    UNITS,
    VERBS,
    Stems,
    Troop,
    forms,
)
from grognard.rulebooks.napoleonic.tablemodel import Tables

Verb: TypeAlias = Literal["attack", "fire", "firefight", "pursue"]
EXAMPLE = T("say it so: 12 line attack 5 cuirassiers in the flank, general +1")
AND = ("+", "and", "и")
ORDINAL = re.compile(r"(\d+)-?(?:st|nd|rd|th|er|e|й|я|ый|ий|го|ой)")
NUMBER = re.compile(r"[+]?(\d+(?:[.,]\d+)?)([a-zа-я°]*)")
MOST_BONUS = 2
LONGEST = 6
"""Words of the longest name."""
MARK = "#"
"""Stands behind the number of a regiment."""
BEHIND = ("figures", "crew", "recruits", "colours", "merka", "degrees", "turns")
BEFORE = ("crew", "recruits", "colours", "pivot", "turns")
"""What a number may be a number of, by the word behind it and by the word before it."""
OF_ALL = ("ball", "canister", "moved", "pursuit")
"""What is said of the whole clash."""


@dataclass
class Host:
    """One unit, or guns, as described. ``known``: (scenario, id) of a regiment or gun that a scenario has; ``bonuses``:
    what the persons with it give; ``numbers`` by key of :data:`UNITS`; ``crossed``: kind of the obstacle that it has
    come across; ``ids``: what it is called in the setup, once that is made."""

    figures: int = 0
    known: tuple[str, str] | None = None
    troop: Troop | None = None
    status: str = ""
    side: str = ""
    flags: set[str] = field(default_factory=set)
    bonuses: list[int] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    crossed: str = ""
    ids: list[str] = field(default_factory=list)

    @property
    def is_named(self) -> bool:
        return bool(
            self.known or self.troop or self.status or self.flags & {"column", "open_order", "square"}
        )


@dataclass
class Described:
    """A clash as described: who acts, on whom. ``places``: kinds of terrain ``in`` which the target stands, that lie
    ``before`` it or ``behind`` it. Lengths in thousandths, ``pivot`` in tenths of a degree."""

    verb: Verb
    hosts: list[Host] = field(default_factory=lambda: [Host()])
    target: Host = field(default_factory=Host)
    places: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)


Names: TypeAlias = Callable[[], Mapping[Stems, tuple[str, str]]]
"""Regiments and guns of scenarios by the stems of their names; read when they're asked for."""


def read(words: Sequence[str], tables: Tables, names: Names) -> Described:
    """What was said. Refused says which word isn't known, and what was meant."""
    tokens = [one for word in words for one in _words(word)]
    keys = [key_of(one) for one in tokens]
    at, verb = _verb(keys)
    said = Described(verb)
    acting, acted = _Reader(said, tables, names), _Reader(said, tables, names)
    acting.read(tokens[:at], keys[:at], said.hosts[0])
    acted.read(tokens[at + 1 :], keys[at + 1 :], said.target)
    return said


def _words(text: str) -> list[str]:
    """A plus before figures is a sign, else a word of its own; a comma inside a number parts nothing."""
    spaced = re.sub(r"\+(?=\d)", " +", re.sub(r"\+(?!\d)", " + ", text))
    return [one for one in re.split(r"[\s;:()«»\"]+|,(?!\d)|(?<!\d),", spaced) if one]


def key_of(word: str) -> str:
    """A word as it is compared: an ordinal is its number, another word its stem."""
    folded = fold(word)
    ordinal = ORDINAL.fullmatch(folded)
    return f"{ordinal[1]}{MARK}" if ordinal else stem(folded)


VERB_FORMS, SIDE_FORMS, UNIT_FORMS, FLAG_FORMS = forms(VERBS), forms(SIDES), forms(UNITS), forms(FLAGS)
STATUS_FORMS, PERSON_FORMS, PLACE_FORMS = forms(STATUSES), forms(PERSONS), forms(PLACES)
PREPOSITION_FORMS = forms(PREPOSITIONS)
REGIMENTS = frozenset(key_of(word) for word in ("regiment", "rgt", "regt", "полк", "полка", "полку"))
IDLE_FORMS = frozenset(key_of(word) for word in IDLE.split())
ARM_FORMS: dict[Stems, Troop] = {
    tuple(key_of(word) for word in name.split()): troop for troop in ARMS for name in troop.said
}


def _verb(keys: Sequence[str]) -> tuple[int, Verb]:
    for at, one in enumerate(keys):
        if one in VERB_FORMS:
            return at, VERB_FORMS[one]  # type: ignore[return-value]
    raise Refused("", T("it is not said what is done"), EXAMPLE)


class _Reader:
    """Words before the verb, or behind it, one after the other."""

    def __init__(self, said: Described, tables: Tables, names: Names) -> None:
        self.said, self.tables, self.names = said, tables, names

    def read(self, tokens: Sequence[str], keys: Sequence[str], host: Host) -> None:
        self.tokens, self.keys, self.host, self.preposition = tokens, keys, host, ""
        self.is_target = host is self.said.target
        self.unsaid = [one for one in self.said.hosts if not one.side]
        at = 0
        while at < len(tokens):
            at += (
                self._next_host(at)
                or self._regiment(at)
                or self._number(at)
                or self._place(at)
                or self._arm(at)
                or self._person(at)
                or self._word(at)
            )

    def _next_host(self, at: int) -> int:
        """A plus, or an "and" before figures, begins another unit."""
        if self.tokens[at].casefold() not in AND:
            return 0
        if self.tokens[at] != "+" and not self._begins(at + 1):
            return 1
        if self.is_target:
            raise Refused("NA-CC-02", T("only one unit can be struck"), EXAMPLE)
        self.host = Host()
        self.said.hosts.append(self.host)
        return 1

    def _begins(self, at: int) -> bool:
        """Whether a unit may begin there: figures, the number of a regiment, or a name that isn't known yet."""
        return at < len(self.tokens) and (self.tokens[at][0].isdigit() or not self._is_word(at))

    # --- who ---

    def _regiment(self, at: int) -> int:
        """A regiment or gun of a scenario: by its id, by its name, by its number; more figures than any has are its
        number."""
        keys, more = list(self.keys[at : at + LONGEST]), 0
        number = NUMBER.fullmatch(self.tokens[at])
        if number and not keys[0].endswith(MARK):
            regiment = self._key(at + 1) in REGIMENTS
            figures = int(number[1]) if number[1].isdigit() and not number[2] else 0
            if not regiment and (figures <= self.tables.limits.most_figures or self._measured(at)):
                return 0
            keys, more = [f"{number[1]}{MARK}", *keys[1 + regiment :]], int(regiment)
        elif not number and self._is_word(at):
            return 0
        names = self.names()
        for length in range(len(keys), 0, -1):
            if (found := names.get(tuple(keys[:length]))) is not None:
                self._take(at, known=found)
                return length + more
        if more or self.keys[at].endswith(MARK):
            raise self._no_regiment(at)
        return 0

    def _measured(self, at: int) -> bool:
        return self._key(at + 1) in UNIT_FORMS or self._key(at - 1) in UNIT_FORMS

    def _no_regiment(self, at: int) -> Refused:
        said = " ".join(self.tokens[at : at + 2])
        return Refused("", T("no shipped scenario has the regiment '{name}'", name=said), EXAMPLE)

    def _is_word(self, at: int) -> bool:
        """Whether the word means something of itself."""
        tables = (STATUS_FORMS, SIDE_FORMS, UNIT_FORMS, FLAG_FORMS, PERSON_FORMS, PLACE_FORMS)
        key = self.keys[at]
        if key in IDLE_FORMS or key in PREPOSITION_FORMS or any(self._match(one, at)[0] for one in tables):
            return True
        return any(key == name[0] for name in ARM_FORMS)

    def _match(self, table: Mapping[str, str], at: int) -> tuple[int, str]:
        """How many words there mean something by that table, and what."""
        for length in (2, 1):
            meaning = table.get(" ".join(self.keys[at : at + length]))
            if meaning is not None and at + length <= len(self.keys):
                return length, meaning
        return 0, ""

    def _arm(self, at: int) -> int:
        for length in (3, 2, 1):
            troop = ARM_FORMS.get(tuple(self.keys[at : at + length]))
            if troop is not None:
                self._take(at, troop=troop)
                return length
        return 0

    def _take(self, at: int, known: tuple[str, str] | None = None, troop: Troop | None = None) -> None:
        host = self.host
        if host.known or (known and host.troop) or (troop and host.troop not in (None, troop)):
            why = T("'{word}': one unit more; join units by +", word=self.tokens[at])
            raise Refused("NA-CC-02", why, EXAMPLE)
        host.known, host.troop = known or host.known, troop or host.troop

    @clause("NA-MOD-04", "NA-OOB-08")
    def _person(self, at: int) -> int:
        """A general with what he gives: +1 unless it is said."""
        if self.keys[at] not in PERSON_FORMS:
            return 0
        bonus, taken = int(PERSON_FORMS[self.keys[at]]), 1
        behind = self.tokens[at + 1] if at + 1 < len(self.tokens) else ""
        if re.fullmatch(r"[+]\d+", behind):
            bonus, taken = int(behind), 2
        if bonus > MOST_BONUS:
            raise Refused("NA-MOD-04", T("a person gives 0, +1 or +2, not {bonus}", bonus=behind))
        self.host.bonuses.append(bonus)
        return taken

    # --- how much, where ---

    def _number(self, at: int) -> int:
        """A number belongs to the word of a unit behind it, else before it; else it is figures, or guns. A broken one
        is a distance."""
        match = NUMBER.fullmatch(self.tokens[at].casefold())
        if not match:
            return 0
        value = round(float(match[1].replace(",", ".")) * 1000)
        own = UNIT_FORMS.get(key_of(match[2])) if match[2] else None
        behind = UNIT_FORMS.get(self._key(at + 1))
        before = UNIT_FORMS.get(self._key(at - 1))
        if match[2] and not own:
            raise self._unknown(self.tokens[at])
        if own or behind in BEHIND:
            self._count(str(own or behind), value, self.tokens[at])
            return 1 if own else 2
        alone = "merka" if value % 1000 and self.said.verb == "fire" else "figures"
        self._count(before if before and before in BEFORE else alone, value, self.tokens[at])
        return 1

    def _count(self, key: str, thousandths: int, word: str) -> None:
        if key in ("merka", "degrees", "pivot"):
            self.said.numbers["merka" if key == "merka" else "pivot"] = (
                thousandths if key == "merka" else thousandths // 100
            )
            return
        if thousandths % 1000:
            raise Refused("", T("'{word}' is no whole number", word=word))
        if key == "figures":
            if self.host.figures:
                raise Refused("NA-CC-02", T("'{word}': one unit more; join units by +", word=word), EXAMPLE)
            self.host.figures = thousandths // 1000
        elif key == "turns":
            self.said.numbers[key] = thousandths // 1000
        else:
            self.host.numbers[key] = thousandths // 1000

    def _place(self, at: int) -> int:
        """Terrain: in which the target stands, before it, behind it; an actor has come across his."""
        length, kind = self._match(PLACE_FORMS, at)
        if length and self.is_target:
            self.said.places[self.preposition or self._usual(kind)] = kind
        elif length:
            self.host.crossed = kind
        self.preposition = "" if length else self.preposition
        return length

    def _usual(self, kind: str) -> str:
        return "before" if self.tables.obstacles[kind].shape == "line" else "in"

    def _word(self, at: int) -> int:
        for table, take in (
            (STATUS_FORMS, self._status),
            (SIDE_FORMS, self._side),
            (FLAG_FORMS, self._flag),
            (PREPOSITION_FORMS, self._before),
        ):
            length, meaning = self._match(table, at)
            if length:
                take(meaning)
                return length
        if self.keys[at] not in IDLE_FORMS and self.keys[at] not in UNIT_FORMS:
            raise self._unknown(self.tokens[at])
        return 1

    def _status(self, status: str) -> None:
        self.host.status = status

    def _flag(self, flag: str) -> None:
        (self.said.flags if flag in OF_ALL else self.host.flags).add(flag)

    def _before(self, preposition: str) -> None:
        self.preposition = preposition

    @clause("NA-MOD-21")
    def _side(self, side: str) -> None:
        """Behind the verb it is said of all strikers of whom nothing was said before it; "left flank" is the left."""
        for host in self.unsaid if self.is_target else [self.host]:
            if not (side == "right" and host.side == "left"):
                host.side = side

    def _key(self, at: int) -> str:
        return self.keys[at] if 0 <= at < len(self.keys) else ""

    def _unknown(self, word: str) -> Refused:
        tables = (VERBS, SIDES, UNITS, FLAGS, STATUSES, PERSONS, PLACES)
        spoken = [
            one.replace("_", " ") for table in tables for words in table.values() for one in words.split()
        ]
        spoken += [name for troop in ARMS for name in troop.said]
        guess = did_you_mean(word.casefold(), spoken)
        return Refused("", T("'{word}' is not understood", word=word),
                       T("did you mean '{guess}'?", guess=guess) if guess else EXAMPLE)  # fmt: skip
