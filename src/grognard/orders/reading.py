"""From a post to orders: the last word on each question, and every doubt on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.orders.clauses import Heard, Sentence, hear, sentences
from grognard.orders.cleaning import clean
from grognard.orders.lexicon import Lexicon, lexicon_of
from grognard.orders.matching import MANY, Desk
from grognard.orders.model import (
    Asked,
    Confidence,
    Doubt,
    Key,
    Option,
    Reading,
    Understood,
    Vocabulary,
    Words,
)
from grognard.orders.tagging import bits_of
from grognard.orders.tokens import tokens
from grognard.orders.understanding import Context, Statement, Understanding
from grognard.orders.wording import Wording


def read(text: str, asked: Sequence[Asked], vocabulary: Vocabulary) -> Reading:
    """Understand a post, a mail or a typed line against what is asked.

    Every order is one of the options offered. What looks like an order and is not clear becomes a Doubt,
    what is clear only with good will is ``doubtful``; nothing is filled in from defaults.
    """
    return _Reader(text, asked, vocabulary).reading()


def with_said(
    text: str, asked: Sequence[Asked], vocabulary: Vocabulary, option: Callable[[str, Order], Option]
) -> tuple[Asked, ...]:
    """What is asked, with the orders that grammars read from ``text`` among the options.

    ``option`` puts an order on the list of a question, named by its id.
    """
    if not text or not any(one.grammar for one in asked):
        return tuple(asked)
    found = read(text, asked, vocabulary)
    said: dict[str, dict[Order, None]] = {}
    for one in (*found.orders, *found.replaced):
        said.setdefault(one.question, {})[one.order] = None
    return tuple(_with(one, said.get(one.question, ()), option) for one in asked)


def _with(asked: Asked, orders: Iterable[Order], option: Callable[[str, Order], Option]) -> Asked:
    known = {one.order for one in asked.options}
    added = [option(asked.question, order) for order in orders if order not in known]
    return msgspec.structs.replace(asked, options=(*asked.options, *added)) if added else asked


class _Reader:
    """One reading; holds what was understood so far."""

    def __init__(self, text: str, asked: Sequence[Asked], vocabulary: Vocabulary) -> None:
        self.text, self.asked = text, asked
        self.lexicon: Lexicon = lexicon_of(vocabulary)
        self.wording = Wording(vocabulary)
        self.desk = Desk(asked)
        self.understanding = Understanding(self.desk, self.lexicon, self.wording)
        self.orders: dict[str, Understood] = {}
        self.source: dict[str, tuple[Heard, Statement]] = {}
        self.parts: dict[str, list[Order]] = {}
        self.replaced: list[Understood] = []
        self.doubts: list[Doubt] = []
        self.rest: list[tuple[Heard, Statement]] = []

    def reading(self) -> Reading:
        bare, left_open = clean(self.text, self.lexicon.decimals)
        self.doubts += [
            Doubt(span, T("a quotation begins here and never ends: nothing after it was read"))
            for span in left_open
        ]
        bits = bits_of(tokens(bare, self.lexicon.decimals), self.lexicon, self._wanted())
        for paragraph in sentences(self.text, bits):
            self._paragraph(paragraph)
        for heard, statement in self.rest:
            asked = statement.hit.asked
            if asked.question not in self.orders and not asked.answered:
                self._take(heard, statement)
        orders = [self.orders[one.question] for one in self.asked if one.question in self.orders]
        left = (one.question for one in self.asked if not one.answered)
        unanswered = tuple(question for question in left if question not in self.orders)
        doubts = sorted(self.doubts, key=lambda doubt: doubt.span)
        return Reading(tuple(orders), tuple(doubts), unanswered, tuple(self.replaced))

    def _wanted(self) -> frozenset[Key]:
        return self.desk.wanted() | self.lexicon.concepts | frozenset(self.lexicon.things)

    def _paragraph(self, paragraph: Sequence[Sentence]) -> None:
        context, corrected = Context(), False
        for sentence in paragraph:
            heard = hear(sentence, context, self.understanding, corrected)
            for one in heard:
                self._note(one)
            self._note_left_names(heard)
            self._note_refusals(sentence, heard)
            self._note_cancelling(sentence, heard, context)
            context = heard[-1].context if heard else context
            corrected = corrected or bool(sentence.corrections)

    def _note(self, heard: Heard) -> None:
        self.doubts += heard.doubts
        for statement in heard.statements:
            if statement.crowd == "rest":
                self.rest.append((heard, statement))
            else:
                self._take(heard, statement)
        if heard.trailing and heard.named_only:
            self.doubts.append(self._unknown(heard))

    # --- orders -----------------------------------------------------------------------------------------

    def _take(self, heard: Heard, statement: Statement) -> None:
        question = statement.hit.asked.question
        before = self.orders.get(question)
        order, replaces = self._joined(statement)
        doubts, remarks = list(statement.doubts), list(statement.remarks)
        if before and not replaces:
            self._add(before, order, heard, statement)
            return
        if before and before.order == order and (before.confidence == "sure" or doubts):
            return
        if before and before.order != order and self._keeps(before, heard, statement):
            suggestion = self.understanding.suggested(statement.hit, True)
            doubt = Doubt(statement.span, T("perhaps an order, among other words"), (suggestion,))
            self.doubts.append(doubt)
            self._doubt_order(question, T("perhaps there is another order below"))
            return
        if before and before.order != order:
            self.replaced.append(before)
            remarks.append(T("replaces: {order}", order=self._words(question, before.order)))
            doubts += self._doubts_of_change(heard, statement)
        confidence: Confidence = "doubtful" if doubts else "sure"
        self.source[question] = (heard, statement)
        self.orders[question] = Understood(question, order, statement.span, confidence, (*doubts, *remarks))
        self.parts[question] = [*self.parts.get(question, ()), statement.hit.part]

    def _joined(self, statement: Statement) -> tuple[Order, bool]:
        """The order with what was said of it before, where a grammar joins them; whether it replaces that."""
        asked, part = statement.hit.asked, statement.hit.part
        if asked.grammar is None:
            return statement.hit.option.order, True
        return asked.grammar.joined([*self.parts.get(asked.question, ()), part])

    def _add(self, before: Understood, order: Order, heard: Heard, statement: Statement) -> None:
        """A part that puts nothing aside."""
        question, doubts = before.question, statement.doubts
        confidence: Confidence = "doubtful" if doubts else before.confidence
        more = [one for one in (*doubts, *statement.remarks) if one not in before.remarks]
        remarks = (*before.remarks, *more)
        self.source[question] = (heard, statement)
        self.orders[question] = Understood(question, order, before.span, confidence, remarks)
        self.parts[question].append(statement.hit.part)

    @staticmethod
    def _keeps(before: Understood, heard: Heard, statement: Statement) -> bool:
        """A clear order isn't put aside by something in prose that may be none."""
        shaky = bool(statement.doubts) and not (heard.corrected or statement.addressed)
        return before.confidence == "sure" and shaky

    def _doubt_order(self, question: str, why: Text) -> None:
        order = self.orders[question]
        remarks = (*order.remarks, why)
        self.orders[question] = msgspec.structs.replace(order, confidence="doubtful", remarks=remarks)

    def _doubts_of_change(self, heard: Heard, statement: Statement) -> Iterator[Text]:
        """An order replaces another without a doubt if it says so, or names the piece again on a new line."""
        if heard.corrected:
            return
        earlier, first = self.source[statement.hit.asked.question]
        if heard.line == earlier.line or statement.how in ("before", "guessed", "nobody"):
            yield T("two different orders stand side by side")
        elif statement.crowd and not first.crowd:
            yield T("it speaks to all after an order to one")

    def _words(self, question: str, order: Order) -> Words:
        return next(self.wording.order(one, order) for one in self.asked if one.question == question)

    # --- doubts -----------------------------------------------------------------------------------------

    def _unknown(self, heard: Heard) -> Doubt:
        words = [self.text[start:end] for start, end in heard.trailing]
        span = (heard.trailing[0][0], heard.trailing[-1][1])
        keys = [key for word in words for key in self.lexicon.similar(word) if key in self.desk.by_key]
        return Doubt(
            span, T("not understood: {words}", words=" ".join(words)), self.wording.names(keys[:MANY])
        )

    def _note_left_names(self, heard: Sequence[Heard]) -> None:
        """Beside orders, or beside other names alone, a name without an order may have been meant for one."""
        telling = any(one.statements for one in heard) or all(one.named_only for one in heard)
        for one, following in pairwise((*heard, None)):
            taken_up = following and any(said.how == "before" for said in following.statements)
            if telling and len(heard) > 1 and one and one.named_only and not taken_up and not one.trailing:
                self.doubts.append(Doubt(one.span, T("named without an order")))

    def _note_refusals(self, sentence: Sentence, heard: Sequence[Heard]) -> None:
        answered = {one.line for one in heard if one.statements}
        silent = {sentence.lines[at]: sentence.bits[at].span for at in sorted(sentence.refused, reverse=True)}
        self.doubts += [
            Doubt(span, T("this says only what not to do"))
            for line, span in silent.items()
            if line not in answered
        ]

    def _note_cancelling(self, sentence: Sentence, heard: Sequence[Heard], context: Context) -> None:
        """A cancelled order is not forgotten but doubted: what comes in its place was not said."""
        marks = [bit for bit in sentence.bits if bit.mark == "cancel"]
        if not marks or any(one.statements for one in heard):
            return
        self.doubts.append(Doubt(marks[0].span, T("to cancel an order, write the new one")))
        named = {piece for bit in sentence.bits for piece in self.desk.pieces(bit)} or set(context.pieces)
        for question in self.orders:
            if not named or self.source[question][1].hit.asked.about in named:
                self._doubt_order(question, T("it may have been cancelled later"))
