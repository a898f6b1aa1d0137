"""What was understood, said back; and a check that a rule book's words can be said and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.locale import LANGUAGES, T, Text, say
from grognard.orders.model import Asked, Doubt, Option, Reading, Span, Understood, Vocabulary, Words
from grognard.orders.reading import read
from grognard.orders.wording import Wording

DOUBTFUL = " [?]"
SPEAKS, ASIDE = "? ", "! "
"""How lines begin that state no order; reading them back skips them."""


def read_back(
    reading: Reading, asked: Sequence[Asked], vocabulary: Vocabulary, lang: str = "en", text: str = ""
) -> list[str]:
    """The reading in words, a line each: the orders, then doubts ("? ..."), then questions without an answer.

    A doubtful order ends in ``[?]``, remarks follow it as "! ...". Pasted back, the lines give the same
    orders without the doubt. With ``text``, the post itself, doubts quote the words they are about.
    """
    wording = Wording(vocabulary)
    questions = {one.question: one for one in asked}
    lines = [
        line for order in reading.orders for line in _order(order, questions[order.question], wording, lang)
    ]
    lines += [SPEAKS + say(_doubt(doubt, text), lang) for doubt in reading.doubts]
    lines += [ASIDE + say(_silence(questions[one], wording), lang) for one in reading.unanswered]
    return lines


def _order(order: Understood, asked: Asked, wording: Wording, lang: str) -> Iterator[str]:
    option = Option(order.order, words=wording.order(asked, order.order))
    yield order_line(asked, option, wording, lang) + DOUBTFUL * (order.confidence == "doubtful")
    yield from (ASIDE + say(remark, lang) for remark in order.remarks)


def order_line(asked: Asked, option: Option, wording: Wording, lang: str) -> str:
    """One order so that it can be read again: "1 Mill watch: attack 3 Cutthroats"."""
    named = [wording.subject(asked)]
    if asked.topic is not None and asked.about is not None:
        named.append(wording.key(asked.topic))
    address = ", ".join(say(words, lang) for words in named if words is not None)
    words = say(wording.option(option), lang)
    return f"{address}: {words}" if address else words


def _doubt(doubt: Doubt, text: str) -> Text:
    words = _quoted(text, doubt.span)
    options = tuple(one.words for one in doubt.suggestions)
    if words and options:
        return T("“{words}”: {why}. Meant: {options}?", words=words, why=doubt.text, options=options)
    if words:
        return T("“{words}”: {why}", words=words, why=doubt.text)
    if options:
        return T("{why}. Meant: {options}?", why=doubt.text, options=options)
    return doubt.text


def _quoted(text: str, span: Span) -> str:
    return " ".join(text[slice(*span)].split())


def _silence(asked: Asked, wording: Wording) -> Text:
    who: Words = wording.subject(asked) or T("the question")
    if asked.topic is not None and asked.about is not None:
        who = T("{piece}, {topic}", piece=who, topic=wording.key(asked.topic))
    if asked.default is None:
        return T("no order read for {piece}", piece=who)
    return T("no order read for {piece}; if nothing comes: {default}", piece=who, default=asked.default)


def unreadable(asked: Sequence[Asked], vocabulary: Vocabulary) -> list[str]:
    """The options that, said by the kit in one of the languages, are not understood as themselves.

    Empty for a good vocabulary; a rule book tests itself with it.
    """
    wording = Wording(vocabulary)
    faults = []
    for lang in LANGUAGES:
        for one in asked:
            for option in one.options:
                line = order_line(one, option, wording, lang)
                reading = read(line, asked, vocabulary)
                understood = [(order.question, order.order) for order in reading.orders]
                if not reading.sure or understood != [(one.question, option.order)]:
                    faults.append(f"{one.question} {option.order} ({lang}): {line!r} is read as {understood}")
    return faults
