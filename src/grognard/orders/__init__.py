"""The order language: what people write in a post, a mail or at a prompt, understood against what is asked.

A rule book supplies words (``Vocabulary``) and open questions (``Asked``); ``read`` gives back the orders it
understood and every doubt, ``read_back`` says them in words, ``read_answer`` and ``suggest`` serve a prompt.
The kit knows no rule: every order it returns is one of the options offered, or made by a grammar of the rule book.
"""

from grognard.orders.model import (
    Asked,
    Completion,
    Doubt,
    Grammar,
    Keyword,
    Option,
    Reading,
    Said,
    Suggestion,
    Thing,
    Understood,
    Vocabulary,
    Way,
    Words,
)
from grognard.orders.prompting import read_answer, suggest
from grognard.orders.readback import order_line, read_back, unreadable
from grognard.orders.reading import read, with_said
from grognard.orders.wording import Wording

__all__ = [
    "Asked",
    "Completion",
    "Doubt",
    "Grammar",
    "Keyword",
    "Option",
    "Reading",
    "Said",
    "Suggestion",
    "Thing",
    "Understood",
    "Vocabulary",
    "Way",
    "Wording",
    "Words",
    "order_line",
    "read",
    "read_answer",
    "read_back",
    "suggest",
    "unreadable",
    "with_said",
]
