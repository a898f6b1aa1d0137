"""Which option of an open question a handful of meanings amounts to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grognard.core.state import Order
from grognard.locale import Text
from grognard.orders.model import Asked, Grammar, Key, Option, Way
from grognard.orders.tagging import Bit

MANY = 5


class Hit(NamedTuple):
    """An option that was said in full, the keys that were left to be understood, whether the topic was said, and
    what is doubtful in the way it was said. ``part``: what a grammar made of it."""

    asked: Asked
    option: Option
    implied: tuple[Key, ...]
    by_topic: bool
    doubt: str = ""
    part: Order = ()
    doubts: tuple[Text, ...] = ()


class _Said(NamedTuple):
    option: int
    implied: tuple[Key, ...]
    doubt: str = ""


class Layout:
    """Options laid out for look-ups by key; shared by all questions that offer the same."""

    def __init__(self, options: Sequence[Option], topic: str | None) -> None:
        self.topic = topic
        self.ways = [(at, way) for at, option in enumerate(options) for way in ways_of(option)]
        self.by_key: dict[Key, set[int]] = defaultdict(set)
        self.needing: dict[int, set[int]] = defaultdict(set)
        self._answers: dict[tuple[frozenset[Key], ...], list[_Said]] = {}
        for at, (_, way) in enumerate(self.ways):
            self.needing[len(set(way.parts) - {*way.implied, topic})].add(at)
            for part in way.parts:
                self.by_key[part].add(at)

    def ways_with(self, keys: frozenset[Key]) -> set[int]:
        return set[int]().union(*(self.by_key.get(key, ()) for key in keys))

    def explained(self, said: Sequence[frozenset[Key]]) -> set[int]:
        """The ways in which everything said has a place; none when nothing is said."""
        return set.intersection(*map(self.ways_with, said)) if said else set()

    def answers(self, said: tuple[frozenset[Key], ...]) -> list[_Said]:
        """The options said in full, those that leave least to be understood."""
        if said not in self._answers:
            self._answers[said] = self._find(said)
        return self._answers[said]

    def _find(self, every: Sequence[frozenset[Key]]) -> list[_Said]:
        said = [keys for keys in every if self.topic not in keys or self.ways_with(keys)]
        enough = set[int]().union(*(ways for need, ways in self.needing.items() if need <= len(said)))
        found: dict[int, _Said] = {}
        for at in sorted(self.explained(said) & enough):
            option, way = self.ways[at]
            missing = self._missing(way, said)
            if missing is not None and (option not in found or len(missing) < len(found[option].implied)):
                found[option] = _Said(option, missing, way.doubt)
        least = min((len(one.implied) for one in found.values()), default=0)
        return [one for one in found.values() if len(one.implied) == least]

    def _missing(self, way: Way, said: Sequence[frozenset[Key]]) -> tuple[Key, ...] | None:
        """The parts nobody said, if all of them may be implied. The topic needs no saying."""
        free = {*way.implied, self.topic}
        parts = sorted(way.parts, key=lambda part: part in free)
        left = unsaid(parts, said)
        if not set(left) <= free:
            return None
        return tuple(part for part in left if part != self.topic)

    def near(self, said: Sequence[frozenset[Key]]) -> list[int]:
        """The options in which most of what was said has a place."""
        score = Counter(at for keys in said for at in self.ways_with(keys))
        best = max(score.values(), default=0)
        return list(dict.fromkeys(self.ways[at][0] for at in sorted(score) if score[at] == best))


class Form:
    """An open question and the layout of its options."""

    def __init__(self, asked: Asked, layout: Layout) -> None:
        self.asked, self.layout = asked, layout

    def explains(self, bits: Iterable[Bit]) -> bool:
        """Every bit has a place in one and the same option."""
        grammar = self.asked.grammar
        if grammar is not None:
            return all(bit.number or bit.keys & grammar.keys for bit in bits)
        return bool(self.layout.explained([bit.keys for bit in bits]))

    def hits(self, bits: Sequence[Bit], speaker: str = "") -> list[Hit]:
        """The options that the bits, said to ``speaker``, say in full, those that leave least to be understood."""
        if self.asked.grammar is not None:
            return self._made(self.asked.grammar, self.said(bits, speaker))
        by_topic = any(map(self.names_topic, bits))
        return [
            Hit(self.asked, self.asked.options[one.option], one.implied, by_topic, one.doubt)
            for one in self.layout.answers(tuple(bit.keys for bit in bits))
        ]

    def said(self, bits: Sequence[Bit], speaker: str = "") -> tuple[frozenset[Key], ...]:
        """What a grammar hears."""
        spoken_to = (frozenset[Key]({speaker}),) if speaker in self.asked.speakers else ()
        return (*spoken_to, *(bit.keys for bit in bits))

    def _made(self, grammar: Grammar, said: tuple[frozenset[Key], ...]) -> list[Hit]:
        return [
            Hit(self.asked, Option(grammar.joined((one.part,))[0]), (), False, "", one.part, one.doubts)
            for one in grammar.read(said)
        ]

    def names_topic(self, bit: Bit) -> bool:
        return self.asked.topic is not None and self.asked.topic in bit.keys

    def near(self, bits: Sequence[Bit]) -> list[Option]:
        """Options that come nearest to the bits."""
        return [self.asked.options[at] for at in self.layout.near([bit.keys for bit in bits])]


def ways_of(option: Option) -> tuple[Way, ...]:
    return option.ways or (Way(option.order),)


def unsaid(parts: Sequence[Key], said: Sequence[frozenset[Key]]) -> list[Key]:
    """The parts left when everything said stands for one part at most; earlier parts are served first."""
    holder: dict[int, int] = {}

    def place(part: int, tried: set[int]) -> bool:
        for at, keys in enumerate(said):
            if parts[part] in keys and at not in tried:
                tried.add(at)
                if at not in holder or place(holder[at], tried):
                    holder[at] = part
                    return True
        return False

    return [part for at, part in enumerate(parts) if not place(at, set())]


class Desk:
    """All open questions, found by the thing they are about and by what can be said in them."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        layouts: dict[object, Layout] = {}
        self.forms = [Form(one, _layout(one, layouts)) for one in asked]
        self.about: dict[str, list[Form]] = defaultdict(list)
        self.by_key: dict[Key, set[int]] = defaultdict(set)
        self.composes = any(one.grammar is not None for one in asked)
        self.owners = list(dict.fromkeys(one.about for one in asked if one.about is not None))
        for at, form in enumerate(self.forms):
            if form.asked.about is not None:
                self.about[form.asked.about].append(form)
            for speaker in form.asked.speakers:
                self.about[speaker].append(form)
            grammar = form.asked.grammar
            keys = form.layout.by_key if grammar is None else grammar.keys
            for key in (*keys, *([form.asked.topic] if form.asked.topic else ())):
                self.by_key[key].add(at)
        self.bodies = dict(self._bodies())

    def _bodies(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Those who are spoken to for several at once: a division, its general."""
        for piece, forms in self.about.items():
            told = tuple(dict.fromkeys(form.asked.about for form in forms if form.asked.about is not None))
            if piece not in told and len(told) > 1:
                yield piece, told

    def members(self, bit: Bit) -> tuple[str, ...]:
        """All whom the bit speaks to, where it names one body of several and nobody else."""
        pieces = self.pieces(bit)
        return self.bodies.get(pieces[0], ()) if len(pieces) == 1 else ()

    def wanted(self) -> frozenset[Key]:
        """Every key that can play a part in some answer, or receive one."""
        return frozenset(self.by_key) | frozenset(self.about)

    def pieces(self, bit: Bit) -> list[str]:
        """The things that get orders now and that this bit may name, in the order they were asked."""
        return [piece for piece in self.about if piece in bit.keys] if bit.keys else []

    def name_topics(self, bits: Sequence[Bit]) -> bool:
        """The bits say only which question to the seat itself is meant."""
        topics = {form.asked.topic for form in self.forms if form.asked.about is None}
        return all(bit.keys & topics for bit in bits)

    def forms_with(self, bits: Sequence[Bit]) -> list[Form]:
        """The questions in which every bit has a place."""
        possible: set[int] | None = None
        for bit in bits:
            if bit.number and self.composes:
                continue
            of_bit = set[int]().union(*(self.by_key.get(key, ()) for key in bit.keys))
            possible = of_bit if possible is None else possible & of_bit
        return [self.forms[at] for at in sorted(possible or ())]


def _layout(asked: Asked, known: dict[object, Layout]) -> Layout:
    same = (tuple((option.order, option.ways) for option in asked.options), asked.topic)
    if same not in known:
        known[same] = Layout(asked.options, asked.topic)
    return known[same]


def settled(hits: Iterable[Hit]) -> list[Hit]:
    """Of several hits those whose topic was said, where it was."""
    every = list(hits)
    by_topic = [hit for hit in every if hit.by_topic]
    return by_topic or every
