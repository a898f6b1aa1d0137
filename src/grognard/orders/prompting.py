"""At a prompt: one question answered by number, phrase or free text; and completions while typing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from grognard.locale import LANGUAGES, T, say
from grognard.orders.lexicon import lexicon_of
from grognard.orders.matching import MANY, Desk, ways_of
from grognard.orders.model import Asked, Completion, Doubt, Key, Option, Suggestion, Understood, Vocabulary
from grognard.orders.reading import read
from grognard.orders.tagging import bits_of
from grognard.orders.tokens import tokens
from grognard.orders.wording import Wording

MOST_COMPLETIONS = 20
_NUMBER = re.compile(r"\s*(\d{1,6})\s*[.)]?\s*")


def read_answer(text: str, asked: Asked, vocabulary: Vocabulary) -> Understood | Doubt:
    """The answer to one question: the number of an option (counted from 1), its words, or free text.

    A bare number is always the option's; a thing's number is written ``#3``.
    """
    span = (0, len(text))
    number = _NUMBER.fullmatch(text)
    if number:
        return _numbered(int(number[1]), span, asked, vocabulary)
    said = _plain(text)
    exact = [one for one in asked.options if said and said in _sayings(one, vocabulary)]
    if len(exact) == 1:
        return Understood(asked.question, exact[0].order, span)
    return _free(text, asked, vocabulary)


def _numbered(number: int, span: tuple[int, int], asked: Asked, vocabulary: Vocabulary) -> Understood | Doubt:
    if 1 <= number <= len(asked.options):
        return Understood(asked.question, asked.options[number - 1].order, span)
    return Doubt(
        span,
        T("there is no option {number}; the last is {last}", number=number, last=len(asked.options)),
        _first(asked, vocabulary),
    )


def _free(text: str, asked: Asked, vocabulary: Vocabulary) -> Understood | Doubt:
    reading = read(text, [asked], vocabulary)
    if len(reading.orders) == 1 and not reading.doubts and not reading.replaced:
        return reading.orders[0]
    if reading.doubts:
        return reading.doubts[0]
    if reading.orders:
        wording = Wording(vocabulary)
        said = [one.order for one in (*reading.replaced, *reading.orders)]
        options = [one for one in asked.options if one.order in said]
        suggestions = tuple(wording.suggestion(asked, one) for one in options)
        return Doubt((0, len(text)), T("this can mean several things"), suggestions)
    return _near(text, asked, vocabulary)


def _near(text: str, asked: Asked, vocabulary: Vocabulary) -> Understood | Doubt:
    """Part of an answer: taken with a doubt if it is part of one option only."""
    desk, wording = Desk([asked]), Wording(vocabulary)
    said = tokens(text, vocabulary.decimals)
    bits = [bit for bit in bits_of(said, lexicon_of(vocabulary), desk.wanted()) if bit.keys]
    near = desk.forms[0].near(bits)
    if len(near) == 1:
        remark = T("taken for: {order}", order=wording.option(near[0]))
        return Understood(asked.question, near[0].order, (0, len(text)), "doubtful", (remark,))
    suggestions = tuple(wording.suggestion(asked, one) for one in (near or asked.options)[:MANY])
    return Doubt((0, len(text)), T("not understood as an answer"), suggestions)


def _first(asked: Asked, vocabulary: Vocabulary) -> tuple[Suggestion, ...]:
    wording = Wording(vocabulary)
    return tuple(wording.suggestion(asked, one) for one in asked.options[:MANY])


def _sayings(option: Option, vocabulary: Vocabulary) -> set[str]:
    return {_plain(say(Wording(vocabulary).option(option), lang)) for lang in LANGUAGES}


def _plain(text: str) -> str:
    return " ".join(token.text for token in tokens(text) if token.kind != "break")


# --- completion -----------------------------------------------------------------------------------------


def suggest(text: str, asked: Sequence[Asked], vocabulary: Vocabulary, lang: str = "en") -> list[Completion]:
    """How the last line of ``text`` may go on: first whom it is about, after a colon what is ordered.

    What is typed may be beginnings of words in any order, in either language, synonyms included.
    """
    typing = _Typing(asked, vocabulary, lang)
    start = max(text.rfind("\n"), text.rfind(";")) + 1
    address, colon, typed = text[start:].rpartition(":")
    if colon:
        found = typing.orders(typing.questions(address), typed, len(text) - len(typed))
    elif len(asked) == 1:
        found = typing.orders(asked, typed, start)
    else:
        found = typing.addresses(typed, start)
    return list(dict.fromkeys(found))[:MOST_COMPLETIONS]


class _Typing:
    """Completions for one set of questions in one language."""

    def __init__(self, asked: Sequence[Asked], vocabulary: Vocabulary, lang: str) -> None:
        self.asked, self.lang = asked, lang
        self.vocabulary, self.lexicon = vocabulary, lexicon_of(vocabulary)
        self.wording = Wording(vocabulary)

    def questions(self, address: str) -> list[Asked]:
        """The questions an address names: those about its pieces, of its topic if it names one."""
        named = [bit for bit in bits_of(tokens(address), self.lexicon, Desk(self.asked).wanted()) if bit.keys]
        keys = frozenset[Key]().union(*(bit.keys for bit in named))
        fitting = [one for one in self.asked if (one.topic if one.about is None else one.about) in keys]
        return [one for one in fitting if one.topic in keys] or fitting

    def orders(self, questions: Sequence[Asked], typed: str, start: int) -> Iterator[Completion]:
        for one in questions:
            for option in one.options:
                keys = {key for way in ways_of(option) for key in way.parts}
                if self._fits(typed, keys):
                    space = " " if start else ""
                    yield Completion(start, space + say(self.wording.option(option), self.lang))

    def addresses(self, typed: str, start: int) -> Iterator[Completion]:
        for one in self.asked:
            about = one.topic if one.about is None else one.about
            if about is not None and self._fits(typed, {about}):
                yield Completion(start, say(self.wording.key(about), self.lang) + ": ")

    def _fits(self, typed: str, keys: Set[Key]) -> bool:
        words = {word for key in keys for word in self._words(key)}
        said = [token.text for token in tokens(typed) if token.kind != "break"]
        telling = [text for text in said[:-1] if text not in self.lexicon.fillers] + said[-1:]
        return all(any(word.startswith(text) for word in words) for text in telling)

    def _words(self, key: Key) -> Iterator[str]:
        thing = self.lexicon.things.get(str(key))
        yield str(thing.number) if thing else str(key)
        yield from self.lexicon.words_of(key)
