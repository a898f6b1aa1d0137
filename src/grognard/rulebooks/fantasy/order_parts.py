"""Orders made of parts that are said apart: what is said of a unit in several sentences is one order.

A part is a flat order (see ``orders``) whose first word is an order word, ``path`` (a path alone: what goes further
than a move is a march) or ``more`` (only what is attached to any order); ``refuse ID`` takes back that a character
challenges or accepts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import Arg, Order
from grognard.rulebooks.fantasy import orders, paths
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import UnitOrder
from grognard.rulebooks.fantasy.ordering import default

PATH, MORE, REFUSE = "path", "more", "refuse"
ALONE = (orders.RALLY, orders.RUN, orders.DEFAULT)
"""Words of answers to which nothing is attached."""
WITH_PATH = ("march", "move", "attack", "move_and_shoot")
OF_WORD: Mapping[str, Any] = {
    "targets": (),
    "path": (),
    "heading": None,
    "files": 0,
    "formation": "",
    "leave": False,
}
WITH_WORD: Mapping[str, Any] = {"if_charged": "hold", "pursue": None, "shots": "multi"}
"""What another order word puts aside; duels and spells stay."""


@clause("FA-ORD-10", "FA-ORD-15")
def joined(field: Field, unit_id: str, parts: Sequence[Order]) -> tuple[Order, bool]:
    """The order that all parts make, a later one before an earlier one; whether the last puts something aside."""
    made = _Made(field, unit_id)
    for part in parts:
        made.put_aside = False
        made.add(part)
    return made.order(), made.put_aside


class _Made:
    """An order while it's put together. ``word`` "": none said yet."""

    def __init__(self, field: Field, unit_id: str) -> None:
        self.field, self.unit_id = field, unit_id
        self.word = ""
        self.so_far = UnitOrder("hold")
        self.whole: Order = ()
        self.put_aside = False

    def add(self, part: Order) -> None:
        word = str(part[0])
        if word in ALONE or self.whole:
            self.put_aside = bool(self.word or self.whole or self.so_far != UnitOrder("hold"))
            self.whole = part if word in ALONE else ()
            self.word, self.so_far = "", UnitOrder("hold")
            if word in ALONE:
                return
        kept = tuple(_without_refusals(part[1:]))
        more = orders.read(("hold", *kept))
        if word == PATH:
            self._take_path(more)
        elif word != MORE:
            self._take_word(word, more)
        self._attach(more)
        for hero in _refused(part[1:]):
            self._refuse(hero)

    def _take_path(self, more: UnitOrder) -> None:
        if self.word in WITH_PATH and not self.so_far.path:
            self.so_far = replace(self.so_far, path=more.path)
        elif self.word == PATH:
            self.so_far = replace(self.so_far, path=(*self.so_far.path, *more.path))
        else:
            self._take_word(PATH, more)

    def _take_word(self, word: str, more: UnitOrder) -> None:
        facts = {key: getattr(more, key) for key in OF_WORD}
        if self.word == "hold" and word == "stand_and_shoot":
            self.so_far = replace(self.so_far, **facts)
        elif self.word == word:
            self._say_again(facts)
        elif self.word:
            self.put_aside = True
            self.so_far = replace(self.so_far, **facts, **WITH_WORD)
        else:
            self.so_far = replace(self.so_far, **facts)
        self.word = word

    def _say_again(self, facts: Mapping[str, object]) -> None:
        """The same order word: what is new joins what was said of it."""
        new = {key: value for key, value in facts.items() if value != OF_WORD[key]}
        for key, value in new.items():
            self.put_aside |= getattr(self.so_far, key) not in (OF_WORD[key], value)
        self.so_far = replace(self.so_far, **new)

    @clause("FA-ORD-10")
    def _attach(self, more: UnitOrder) -> None:
        facts: dict[str, object] = {}
        for key, nothing in WITH_WORD.items():
            new, old = getattr(more, key), getattr(self.so_far, key)
            if new != nothing:
                facts[key] = new
                self.put_aside |= old not in (nothing, new)
        for key in ("challenge", "accept"):
            facts[key] = tuple(dict.fromkeys((*getattr(self.so_far, key), *getattr(more, key))))
        tried = {(cast.wizard, cast.spell) for cast in more.casts}
        others = tuple(cast for cast in self.so_far.casts if (cast.wizard, cast.spell) not in tried)
        self.put_aside |= any(cast not in more.casts for cast in self.so_far.casts if cast not in others)
        self.so_far = replace(self.so_far, casts=(*others, *more.casts), **facts)

    def _refuse(self, hero: str) -> None:
        before = (self.so_far.challenge, self.so_far.accept)
        left = {
            "challenge": tuple(one for one in self.so_far.challenge if one != hero),
            "accept": tuple(one for one in self.so_far.accept if one != hero),
        }
        self.so_far = replace(self.so_far, **left)
        self.put_aside |= before != (self.so_far.challenge, self.so_far.accept)

    def order(self) -> Order:
        if self.whole:
            return self.whole
        return orders.flat(self.so_far, self._final_word())

    @clause("FA-ORD-02", "FA-ORD-03", "FA-ORD-12")
    def _final_word(self) -> str:
        if not self.word:
            return default(self.field, self.unit_id).word
        if self.word != PATH:
            return self.word
        machine = self.field.unit(self.unit_id).kind == "machine"
        path = self.so_far.path
        short = paths.cost(self.field, self.unit_id, path) <= paths.most(self.field, self.unit_id, "move")
        return "move" if short or machine else "march"


def _pairs(words: tuple[Arg, ...]) -> Iterator[tuple[Arg, ...]]:
    at = 0
    while at < len(words):
        size = 1 + (1 if words[at] == REFUSE else orders.LENGTHS[str(words[at])])
        yield words[at : at + size]
        at += size


def _without_refusals(words: tuple[Arg, ...]) -> Iterator[Arg]:
    for pair in _pairs(words):
        if pair[0] != REFUSE:
            yield from pair


def _refused(words: tuple[Arg, ...]) -> Iterator[str]:
    yield from (str(pair[1]) for pair in _pairs(words) if pair[0] == REFUSE)
