"""A post cut into stretches, each of which makes sense: paragraphs, sentences, and orders inside a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from grognard.locale import T, Text
from grognard.orders.model import Doubt, Span
from grognard.orders.tagging import Bit
from grognard.orders.understanding import CROWDS, LEAST, Context, Sense, Statement, Stretch, Understanding

LONGEST_STRETCH, LONGEST_MADE = 8, 60
"""Elements in a stretch; where a grammar makes the orders."""
_SENTENCE_ENDS = (".", "?")
_LINE_ENDS = (*_SENTENCE_ENDS, "\n")
_UNBROKEN, _OVER_LINES, _OVER_NAMES = 0.5, 0.5, 1.2
"""What it costs a reading to part words that stand together, to join words over the end of a line, and to join a name
after a break, with which another order may begin, where a grammar would swallow it."""


class Heard(NamedTuple):
    """What a stretch amounts to, where it stands (``line`` counts through the post) and what follows it."""

    statements: tuple[Statement, ...]
    doubts: tuple[Doubt, ...]
    context: Context
    line: int
    corrected: bool
    trailing: tuple[Span, ...]
    span: Span
    named_only: bool
    """Pieces are named, and nothing else."""


class _Step(NamedTuple):
    """The best way to have read a sentence up to an element: at what cost, and the last stretch of it."""

    cost: float
    context: Context
    first: int = 0
    sense: Sense | None = None


class Sentence:
    """The bits between two full stops, question marks or blank lines; it may run over several lines."""

    def __init__(self, text: str, bits: Sequence[Bit], first_line: int) -> None:
        self.text, self.bits = text, bits
        self.lines = _line_numbers(bits, first_line)
        self.refused = set(_refused(bits))
        left_out = self.refused | set(self._conditions())
        self.elements = [at for at, bit in enumerate(bits) if _is_element(bit) and at not in left_out]
        self.marks: dict[int, set[str]] = defaultdict(set)
        for bit, line in zip(bits, self.lines, strict=True):
            self.marks[line].add(bit.mark)
        self.corrections = [at for at, bit in enumerate(bits) if bit.mark == "correct"]

    def _conditions(self) -> Iterator[int]:
        """What stands under an "if": up to the next break or "then"."""
        depending = False
        for at, bit in enumerate(self.bits):
            then = self.text[slice(*bit.span)].lower() == "then"
            depending = bit.mark == "if" or (depending and bit.kind != "break" and not then)
            if depending:
                yield at

    @property
    def last_line(self) -> int:
        return self.lines[-1] if self.lines else 0

    def element(self, number: int) -> Bit:
        return self.bits[self.elements[number]]

    def between(self, number: int) -> Sequence[Bit]:
        """What stands between an element and the one before it."""
        before = self.elements[number - 1] if number else -1
        return self.bits[before + 1 : self.elements[number]]

    def must_part(self, number: int) -> bool:
        """No order goes on over a correction, an unknown name, or into a line that is addressed anew."""
        gap = self.between(number)
        if any(bit.mark == "correct" for bit in gap):
            return True
        if not _means(self.element(number)) or not _means(self.element(number - 1)):
            return True
        return any(bit.mark == "\n" for bit in gap) and self._opens_line(number)

    def _opens_line(self, number: int) -> bool:
        at = self.elements[number]
        rest = self.bits[at + 1 : self._line_end(at)]
        return self.bits[at].bullet or self.bits[at].mark in CROWDS or any(bit.mark == ":" for bit in rest)

    def _line_end(self, at: int) -> int:
        ends = (end for end in range(at, len(self.bits)) if self.bits[end].mark in _LINE_ENDS)
        return next(ends, len(self.bits))

    def price(self, first: int, last: int) -> float:
        """What the bounds of the stretch of elements ``first`` to ``last`` speak against it."""
        unbroken = first > 0 and not any(bit.kind == "break" or bit.mark for bit in self.between(first))
        gaps = (self.between(number) for number in range(first + 1, last + 1))
        joined = sum(any(bit.mark == "\n" for bit in gap) for gap in gaps)
        return _UNBROKEN * unbroken + _OVER_LINES * joined

    def opens(self, number: int, understanding: Understanding) -> bool:
        """Somebody who may be spoken to is named after a break."""
        bit = self.element(number)
        broken = any(one.kind == "break" for one in self.between(number))
        return broken and not bit.number and bool(understanding.desk.pieces(bit))

    def names_anew(self, number: int, understanding: Understanding) -> bool:
        """A new line begins with a name."""
        bit = self.element(number)
        newline = any(one.mark == "\n" for one in self.between(number))
        return newline and not bit.number and bool(bit.keys & understanding.lexicon.thing_ids)

    # --- one stretch ------------------------------------------------------------------------------------

    def stretch(self, first: int, last: int) -> Stretch:
        start, end = self._reach(first, last)
        region = self.bits[start:end]
        lines = {self.lines[at] for at in self.elements[first : last + 1]}
        return Stretch(
            self.text,
            tuple(map(self.element, range(first, last + 1))),
            self._addresses(first, last),
            tuple(bit for bit in region if bit.kind == "mark"),
            tuple(bit.span for bit in region if bit.kind == "unknown"),
            any(self.lines[at] in lines for at in self.refused),
            tuple(self._doubtful(lines)),
            tuple(self._nobody(lines)),
        )

    def _reach(self, first: int, last: int) -> tuple[int, int]:
        """The stretch with the words before and after it, up to the next break or element."""
        start, end = self.elements[first], self.elements[last] + 1
        while (
            start > 0 and self.bits[start - 1].kind in ("unknown", "mark") and start - 1 not in self.elements
        ):
            start -= 1
        while (
            end < len(self.bits) and self.bits[end].kind in ("unknown", "mark") and end not in self.elements
        ):
            end += 1
        return start, end

    def _addresses(self, first: int, last: int) -> tuple[int, ...]:
        """How many elements stand before each colon or dash, the last first."""
        colons = (any(bit.mark == ":" for bit in self.between(number)) for number in range(last, first, -1))
        return tuple(last - first - at for at, colon in enumerate(colons) if colon)

    def _doubtful(self, lines: set[int]) -> Iterator[Text]:
        marks = set[str]().union(*(self.marks[line] for line in lines))
        if "guess" in marks:
            yield T("there is an “or” or “maybe” in it")
        if "if" in marks:
            yield T("its condition was left out")
        if "?" in marks:
            yield T("it ends as a question")
        if "cancel" in marks:
            yield T("it speaks of cancelling")

    def _nobody(self, lines: set[int]) -> Iterator[Text]:
        found = zip(self.bits, self.lines, strict=True)
        spans = dict.fromkeys(bit.span for bit, line in found if bit.nobody and line in lines)
        yield from (T("nobody is called “{name}”", name=self.text[slice(*span)]) for span in spans)

    def trailing(self, last: int) -> tuple[Span, ...]:
        """The unknown words after a colon that follows the element, on the same line."""
        at = self.elements[last]
        rest = self.bits[at + 1 : self._line_end(at)]
        if not rest or rest[0].mark != ":":
            return ()
        return tuple(bit.span for bit in rest if bit.kind == "unknown")


def sentences(text: str, bits: Sequence[Bit]) -> Iterator[list[Sentence]]:
    """Paragraph by paragraph, the sentences."""
    line, paragraph, sentence = 0, list[Sentence](), list[Bit]()
    for bit in (*bits, Bit("break", (len(text), len(text)), mark="¶")):
        if bit.mark != "¶":
            sentence.append(bit)
        if bit.kind == "break" and bit.mark in (*_SENTENCE_ENDS, "¶") and sentence:
            paragraph.append(Sentence(text, sentence, line))
            line = paragraph[-1].last_line + 1
            sentence = []
        if bit.mark == "¶" and paragraph:
            yield paragraph
            paragraph = []


def hear(sentence: Sentence, context: Context, understanding: Understanding, corrected: bool) -> list[Heard]:
    """The sentence as the row of stretches that makes most sense, read from the front; of rows that make as much the
    one with the longest last stretch."""
    count, composes = len(sentence.elements), understanding.desk.composes
    longest = LONGEST_MADE if composes else LONGEST_STRETCH
    opening = [composes and sentence.opens(number, understanding) for number in range(count)]
    best = [_Step(0.0, context)]
    for last in range(count):
        best.append(_Step(inf, context))
        joined = 0.0
        for first in range(last, max(last - longest, -1), -1):
            before, price = best[first], joined + sentence.price(first, last)
            if before.cost + price + LEAST <= best[last + 1].cost:
                sense = understanding.sense(sentence.stretch(first, last), before.context)
                cost = before.cost + sense.verdict + price
                if cost <= best[last + 1].cost:
                    best[last + 1] = _Step(cost, sense.context, first, sense)
            joined += _OVER_NAMES * opening[first]
            if sentence.must_part(first) or (composes and sentence.names_anew(first, understanding)):
                break
    return [_heard(sentence, *step, corrected) for step in _steps(best)]


def _steps(best: Sequence[_Step]) -> list[tuple[int, int, Sense]]:
    """The chosen stretches from the front: first element, last element, sense."""
    steps, at = list[tuple[int, int, Sense]](), len(best) - 1
    while (sense := best[at].sense) is not None:
        steps.append((best[at].first, at - 1, sense))
        at = best[at].first
    return steps[::-1]


def _heard(sentence: Sentence, first: int, last: int, sense: Sense, corrected: bool) -> Heard:
    place = sentence.elements[first]
    return Heard(
        tuple(sense.statements()),
        tuple(doubt for why in sense.doubts if (doubt := why())),
        sense.context,
        sentence.lines[place],
        corrected or any(at < place for at in sentence.corrections),
        sentence.trailing(last),
        (sentence.bits[place].span[0], sentence.element(last).span[1]),
        sense.status == "header" and bool(sense.context.pieces),
    )


def _means(bit: Bit) -> bool:
    return bool(bit.keys or bit.mark)


def _is_element(bit: Bit) -> bool:
    return bit.kind == "said" or bit.mark in CROWDS


def _line_numbers(bits: Sequence[Bit], first_line: int) -> list[int]:
    numbers, line = [], first_line
    for bit in bits:
        numbers.append(line)
        line += bit.mark == "\n"
    return numbers


def _refused(bits: Sequence[Bit]) -> Iterator[int]:
    """What stands under a "not": the words after it up to the next break or "but"."""
    refusing = False
    for at, bit in enumerate(bits):
        if bit.mark == "not":
            refusing = at + 1 < len(bits) and bits[at + 1].kind == "said"
        elif bit.kind == "break" or bit.mark == "and":
            refusing = False
        elif refusing and bit.kind == "said":
            yield at
