"""Bodies of several: whoever is told something in their name is told it himself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.core.state import Order
from grognard.locale import Name
from grognard.orders import Asked, Thing, Vocabulary, read
from tests.orders.test_grammar import KEYWORDS, THINGS, Going

WORDS = Vocabulary(
    KEYWORDS,
    (*THINGS, Thing("c", Name("4th Cooks", "4-е Повара")), Thing("guild", Name("Guild", "Гильдия"))),
    decimals=True,
)
GUILD = ("guild", "chief")


def heard(post: str) -> dict[str, Order]:
    asked = [
        Asked(one, (), one, grammar=Going(), speakers=GUILD if one != "c" else ()) for one in ("a", "b", "c")
    ]
    return {one.question: one.order for one in read(post, asked, WORDS).orders}


@pytest.mark.parametrize(
    ("post", "who"),
    [
        ("Guild: stay", "ab"),
        ("гильдия стоят", "ab"),
        ("Guild:\n- stay", "ab"),
        ("Chief: all stay", "ab"),
        ("Guild and cooks stay", "abc"),
        ("all except the guild stay", "c"),
        ("вся гильдия стоят", "ab"),
        ("в бой 4-е повара: стоят", "c"),
    ],
)
def test_everybody_in_a_body_is_told(post: str, who: str) -> None:
    assert heard(post) == dict.fromkeys(who, ("stay",))


def test_a_number_said_twice_is_no_name() -> None:
    assert heard("archers go 4 4") == {"a": ("go", 4, 4)}


def test_a_body_of_one_speaks_to_the_grammar() -> None:
    alone = Asked("a", (), "a", grammar=Going(), speakers=("chief",))
    (found,) = read(
        "chief: stay", [alone, replace(alone, question="b", about="b", speakers=())], WORDS
    ).orders
    assert (found.question, found.order) == ("a", ("stay", "chief"))
