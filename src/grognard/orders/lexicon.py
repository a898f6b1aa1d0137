"""The vocabulary made ready for look-ups: what a word of the text may stand for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz, process

from grognard.orders.common import FILLERS, MARKS
from grognard.orders.folding import fold, in_latin, nearest, spellings, stem
from grognard.orders.model import Key, Keyword, Thing, Vocabulary
from grognard.orders.tokens import Token, tokens

EXACT = 100
_SHORT_NAME = re.compile(r"[^\W\d_]{1,3}\d{1,3}")
ALIKE = 60


class Known(NamedTuple):
    """A word of the text as the lexicon knows it: its units ("=all", "атак", "атак*"), and of which word it
    may be a slip."""

    units: frozenset[str]
    slip_of: str = ""


class Phrase(NamedTuple):
    units: tuple[str, ...]
    key: Key
    mark: str

    @property
    def weight(self) -> int:
        """Whole words are meant before beginnings of words, long beginnings before short ones."""
        return sum(len(unit) if unit.endswith("*") else EXACT for unit in self.units)


class Variant(NamedTuple):
    """One name of a thing: its words in any order."""

    thing: str
    units: frozenset[str]


class Match(NamedTuple):
    """What the words from one token on stand for, and how many tokens that takes."""

    length: int
    keys: frozenset[Key] = frozenset()
    mark: str = ""
    slips: tuple[tuple[str, str], ...] = ()
    number: bool = False


class Lexicon:
    """Look-ups in one vocabulary. Holds nothing but what it was made from (and remembers its answers)."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.decimals = vocabulary.decimals
        self.things = {thing.id: thing for thing in vocabulary.things}
        self.fillers = FILLERS | {fold(word) for word in vocabulary.fillers}
        self.thing_ids: frozenset[Key] = frozenset(self.things)
        self.concepts: frozenset[Key] = frozenset(keyword.concept for keyword in vocabulary.keywords)
        self.verbs = frozenset[Key](one.concept for one in vocabulary.keywords if not one.minor)
        self.literal: set[str] = set()
        self.surface: dict[str, set[Key]] = defaultdict(set)
        self.phrases: dict[str, list[Phrase]] = defaultdict(list)
        self.variants: list[Variant] = []
        self.names: dict[str, set[int]] = defaultdict(set)
        self.numbers: dict[int, set[str]] = defaultdict(set)
        self._known: dict[str, Known] = {}
        for keyword in vocabulary.keywords:
            self._add_keyword(keyword)
        for thing in vocabulary.things:
            self._add_thing(thing)
        self._add_marks()
        for phrases in self.phrases.values():
            phrases.sort(key=lambda phrase: (-len(phrase.units), -phrase.weight))
        units = {*self.names, *(unit for some in self.phrases.values() for one in some for unit in one.units)}
        self.prefixes = {unit[:-1] for unit in units if unit.endswith("*")}
        self.stems = {unit for unit in units if unit[0] != "=" and not unit.endswith("*")}
        self._typeable = sorted(self.stems | self.prefixes)
        self._has_short_names = any(map(_SHORT_NAME.fullmatch, self.surface))

    def _add_keyword(self, keyword: Keyword) -> None:
        for words in (keyword.name.en, keyword.name.ru, *keyword.en, *keyword.ru):
            self._add_phrase(tuple(_units(words)), keyword.concept)
            self.literal.update(token.text for token in tokens(words))
            self._note_words(words, keyword.concept)

    def _add_marks(self) -> None:
        for mark, words in MARKS.items():
            for phrase in words.split("|"):
                self._add_phrase(tuple(f"={fold(word)}" for word in phrase.split()), "", mark)

    def _add_phrase(self, units: tuple[str, ...], key: Key, mark: str = "") -> None:
        if units:
            self.phrases[units[0]].append(Phrase(units, key, mark))

    def _add_thing(self, thing: Thing) -> None:
        for name in dict.fromkeys((thing.name.en, thing.name.ru, *thing.aliases)):
            words = list(_units(name))
            telling = [word for word in words if not self._is_filler(word)] or words
            if telling:
                self.variants.append(Variant(thing.id, frozenset(telling)))
            self._note_words(name, thing.id)
            for unit in telling:
                self.names[unit].add(len(self.variants) - 1)
        if thing.number is not None:
            self.numbers[thing.number].add(thing.id)

    def _note_words(self, words: str, key: Key) -> None:
        for token in tokens(words):
            if token.kind == "word" and token.text not in self.fillers:
                self.surface[token.text].add(key)

    def _is_filler(self, unit: str) -> bool:
        return unit in _stemmed(self.fillers)

    # --- words ------------------------------------------------------------------------------------------

    def known(self, word: str) -> Known:
        """What ``word`` (folded) may be; without units where nothing of the vocabulary comes near."""
        if word not in self._known:
            self._known[word] = self._look_up(word)
        return self._known[word]

    def is_idle(self, word: str) -> bool:
        """A filler, or a word of the vocabulary that means nothing without its neighbours."""
        return word in self.fillers or bool(self.known(word).units and not self.known(word).slip_of)

    def is_short_name(self, word: str) -> bool:
        """A letter or more and a number, where things of this vocabulary are called so."""
        return self._has_short_names and _SHORT_NAME.fullmatch(word) is not None

    def _look_up(self, word: str) -> Known:
        for spelling in spellings(word):
            units = frozenset(self._units_of(spelling))
            if units or word in self.fillers:  # "he" is no "не" in letters that look alike
                return Known(units)
        names = self._in_latin(word)
        if len(names) == 1:
            return Known(frozenset({stem(names[0])}), names[0])
        near = nearest(stem(word), self._typeable)
        units = frozenset(f"{one}*" if one in self.prefixes else one for one in near)
        return (
            Known(units | self.stems.intersection(near), self._shown(near[0])) if near else Known(frozenset())
        )

    def _in_latin(self, word: str) -> list[str]:
        """The names of the vocabulary that ``word`` is in the other alphabet."""
        return [name for name in in_latin(word) if name in self.surface]

    def _shown(self, core: str) -> str:
        """A word for people from what is left of it in a look-up."""
        whole = (word for word in self.surface if word.startswith(core))
        return f"{core}…" if core in self.prefixes else next(whole, core)

    def _units_of(self, word: str) -> Iterator[str]:
        if word in _MARK_WORDS:
            yield f"={word}"
        if stem(word) in self.stems:
            yield stem(word)
        yield from (f"{word[:end]}*" for end in range(1, len(word) + 1) if word[:end] in self.prefixes)

    def similar(self, word: str) -> list[Key]:
        """What a word that is not known may have been meant for, the likeliest first."""
        found = process.extract(fold(word), self.surface.keys(), scorer=fuzz.ratio, score_cutoff=ALIKE)
        near = [*self._in_latin(fold(word)), *(one for one, _, _ in found)]
        return list(dict.fromkeys(key for one in near for key in sorted(map(str, self.surface[one]))))

    def words_of(self, key: Key) -> list[str]:
        """The words of all names and phrases of a thing or concept, folded."""
        return [word for word, keys in self.surface.items() if key in keys]

    # --- phrases ----------------------------------------------------------------------------------------

    def match(self, run: list[Token], at: int) -> Match:
        """The longest thing, concept or mark that begins at token ``at`` of a run without breaks."""
        found = [one for one in (self._phrase(run, at), self._thing(run, at)) if one]
        if not found:
            return Match(0)
        longest = max(one.length for one in found)
        best = [one for one in found if one.length == longest]
        exact = [one for one in best if not one.slips]
        return _joined(exact or best)

    def _phrase(self, run: list[Token], at: int) -> Match | None:
        first = self.known(run[at].text) if run[at].kind == "word" else Known(frozenset())
        fitting = [
            phrase
            for unit in first.units
            for phrase in self.phrases.get(unit, ())
            if self._fits(phrase, run, at)
        ]
        if not fitting:
            return None
        top = max((len(phrase.units), phrase.weight) for phrase in fitting)
        best = [one for one in fitting if (len(one.units), one.weight) == top]
        keys = frozenset(phrase.key for phrase in best if not phrase.mark)
        mark = "" if keys else next(phrase.mark for phrase in best)
        return Match(top[0], keys, mark, self._slips(run[at : at + top[0]]))

    def _fits(self, phrase: Phrase, run: list[Token], at: int) -> bool:
        words = run[at : at + len(phrase.units)]
        return len(words) == len(phrase.units) and all(
            token.kind == "word" and unit in self.known(token.text).units
            for unit, token in zip(phrase.units, words, strict=True)
        )

    def _thing(self, run: list[Token], at: int) -> Match | None:
        end, said = at, list[Token]()
        for next_at in range(at, len(run)):
            again = run[next_at].kind != "word" and any(one.text == run[next_at].text for one in said)
            if again:  # 4 4 is a place, and nobody is called so
                break
            if self._named([*said, run[next_at]]):
                said.append(run[next_at])
                end = next_at + 1
            elif not said or run[next_at].text not in self.fillers:
                break
        if run[at].kind != "word" and len(said) < 2:
            return self._number(run[at])
        return Match(end - at, self._named(said), slips=self._slips(said)) if said else None

    def _number(self, token: Token) -> Match:
        """A number alone: of the things that have it, or else of those that have it in their names."""
        if "." in token.text:
            return Match(1, frozenset({token.text}), number=True)
        number = int(token.text)
        return Match(1, frozenset({number, *(self.numbers.get(number) or self._named([token]))}), number=True)

    def _named(self, said: list[Token]) -> frozenset[Key]:
        """The things that all these words name; those named in full where there are such."""
        fitting: set[int] | None = None
        for token in said:
            of_word = set[int]().union(*(self.names.get(unit, ()) for unit in self.known(token.text).units))
            fitting = of_word if fitting is None else fitting & of_word
        full = {at for at in fitting or () if len(self.variants[at].units) <= len(said)}
        return frozenset(self.variants[at].thing for at in full or fitting or ())

    def _slips(self, said: Iterable[Token]) -> tuple[tuple[str, str], ...]:
        slips = ((token.text, self.known(token.text).slip_of) for token in said if token.kind == "word")
        return tuple((written, meant) for written, meant in slips if meant)


_MARK_WORDS = frozenset(
    fold(word) for words in MARKS.values() for phrase in words.split("|") for word in phrase.split()
)


def _units(words: str) -> Iterator[str]:
    """The units of a phrase of the vocabulary; ``*`` after a word marks a beginning."""
    for token in tokens(words):
        if token.kind == "break":
            continue
        beginning = words[token.end : token.end + 1] == "*"
        yield f"{token.text}*" if beginning else stem(token.text)


@lru_cache(maxsize=64)
def _stemmed(words: frozenset[str]) -> frozenset[str]:
    return frozenset(stem(word) for word in words)


def _joined(matches: list[Match]) -> Match:
    keys = frozenset[Key]().union(*(one.keys for one in matches))
    mark = "" if keys else matches[0].mark
    return Match(matches[0].length, keys, mark, matches[0].slips, any(one.number for one in matches))


@lru_cache(maxsize=16)
def lexicon_of(vocabulary: Vocabulary) -> Lexicon:
    """The lexicon of ``vocabulary``, made once."""
    return Lexicon(vocabulary)
