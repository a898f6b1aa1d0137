"""Things, questions and options in words that can be read again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grognard.core.state import Order
from grognard.locale import Name, Text
from grognard.orders.model import Asked, Key, Option, Suggestion, Thing, Vocabulary, Words

_PARTING = re.compile(r"[,:;.!?…+&/|«»\"]|\s[-–—]\s?|\n")


class Wording:
    """How the kit says what a vocabulary names."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._things = {thing.id: thing for thing in vocabulary.things}
        self._concepts = {keyword.concept: keyword.name for keyword in vocabulary.keywords}

    def key(self, key: Key) -> Words:
        """A thing with its number, a concept by its name, a number by itself."""
        if key in self._things:
            return thing_words(self._things[str(key)])
        return self._concepts.get(str(key), Name(str(key)))

    def option(self, option: Option) -> Words:
        if option.words is not None:
            return option.words
        parts = option.ways[0].parts if option.ways else option.order
        return side_by_side([self.key(part) for part in parts])

    def subject(self, asked: Asked) -> Words | None:
        """Whom or what the question is about; its topic for a question to the seat itself."""
        about = asked.topic if asked.about is None else asked.about
        return None if about is None else self.key(about)

    def suggestion(self, asked: Asked, option: Option) -> Suggestion:
        return Suggestion(self.order(asked, option.order), asked.question, option.order)

    def order(self, asked: Asked, order: Order) -> Words:
        """An answer to a question, on its list or not."""
        option = next((one for one in asked.options if one.order == order), None)
        if option is None and asked.grammar is not None:
            return asked.grammar.words(order)
        return self.option(option or Option(order))

    def names(self, keys: Sequence[Key]) -> tuple[Suggestion, ...]:
        return tuple(Suggestion(self.key(key)) for key in keys)


def thing_words(thing: Thing) -> Words:
    if thing.number is None:
        return thing.name
    return side_by_side([Name(str(thing.number)), thing.name])


def side_by_side(words: Sequence[Words]) -> Words:
    """The words one after another: a sentence without words of its own, so in no catalogue."""
    places = {f"part{at}": one for at, one in enumerate(words)}
    return Text(" ".join(f"{{{place}}}" for place in places), dict(places))


def readable(name: Name) -> Name:
    """Without marks that would part an order in two."""
    return Name(_PARTING.sub("", name.en), _PARTING.sub("", name.ru))


def decimal(value: int, parts: int) -> Name:
    """``2837 / 1000`` as 2.837 and 2,837; whole numbers without a point."""
    digits = digits_of(value, parts)
    return Name(digits, digits.replace(".", ","))


def digits_of(value: int, parts: int) -> str:
    """The shortest way to write ``value / parts`` (10, 100 or 1000) exactly."""
    whole, part = divmod(abs(value), parts)
    places = f"{part:0{len(str(parts)) - 1}d}".rstrip("0")
    return "-" * (value < 0) + (f"{whole}.{places}" if places else str(whole))
