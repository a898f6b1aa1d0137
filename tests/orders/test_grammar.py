"""Orders that are made by a grammar of the book: parts that join, names that begin orders, words that are no orders."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.state import Order
from grognard.locale import Name, T, Text
from grognard.orders import Asked, Keyword, Option, Reading, Said, Thing, Vocabulary, read, read_back
from grognard.orders.model import Key

KEYWORDS = (
    Keyword("go", Name("go", "идти"), (), ("идут",)),
    Keyword("stay", Name("stay", "стоять"), (), ("стоят",)),
    Keyword("sing", Name("sing", "петь"), (), ("поют",)),
    Keyword("unless", Name("unless", "если"), minor=True),
    Keyword("degrees", Name("degrees", "градусов"), ("°",), minor=True),
)
THINGS = (
    Thing("a", Name("Archers", "Лучники")),
    Thing("b", Name("Bards", "Барды")),
    Thing("chief", Name("Chief", "Вождь")),
    Thing("foe", Name("Foes", "Враги"), idle=T("it is the enemy's").source),
)
WORDS = Vocabulary(KEYWORDS, THINGS, decimals=True)


class Going:
    """``go N...`` or ``stay``, with ``sing`` and who leads the song."""

    keys: frozenset[Key] = frozenset({"go", "stay", "sing", "chief", "unless", "degrees"})

    def read(self, said: tuple[frozenset[Key], ...]) -> Sequence[Said]:
        words = [next(iter(sorted(map(str, keys)))) for keys in said]
        verbs = [word for word in words if word in ("go", "stay")]
        if len(verbs) > 1 or "unless" in words:
            return ()
        songs = tuple(word for word in words if word in ("sing", "chief"))
        numbers = tuple(int(word) for word in words if word.isdigit())
        if (verbs == ["go"]) != bool(numbers) or any("." in word for word in words):
            return ()
        return (Said((*(verbs or ["more"]), *numbers, *songs)),)

    def problem(self, said: tuple[frozenset[Key], ...]) -> Text | None:
        return T("no conditions") if any("unless" in keys for keys in said) else None

    def joined(self, parts: Sequence[Order]) -> tuple[Order, bool]:
        verbs = [part for part in parts if part[0] != "more"]
        songs = tuple(word for part in parts for word in part if word in ("sing", "chief"))
        base = tuple(word for word in (verbs[-1] if verbs else ("stay",)) if word not in ("sing", "chief"))
        return (*base, *dict.fromkeys(songs)), len(verbs) > 1 and parts[-1] == verbs[-1]

    def allows(self, order: Order) -> bool:
        return 13 not in order

    def words(self, order: Order) -> Name:
        return Name(" ".join(map(str, order)))


def asked() -> list[Asked]:
    return [
        Asked(name, (Option(("stay",)),), name, grammar=Going(), speakers=("chief",) if name == "b" else ())
        for name in ("a", "b")
    ]


def heard(post: str) -> Reading:
    return read(post, asked(), WORDS)


def orders(post: str) -> dict[str, Order]:
    return {one.question: one.order for one in heard(post).orders}


def test_orders_hold_any_number_of_words_in_their_order() -> None:
    assert not heard("Archers go 3 2.5 4 1 2 3").sure
    assert orders("Archers go 3 2 4 1 2 3 4 5 6 7 8 9") == {"a": ("go", 3, 2, 4, 1, 2, 3, 4, 5, 6, 7, 8, 9)}


def test_parts_join_and_later_words_replace() -> None:
    assert orders("Archers go 3. They sing.") == {"a": ("go", 3, "sing")}
    assert orders("Archers sing.\n\nArchers go 3") == {"a": ("go", 3, "sing")}
    found = heard("Archers go 3\n\nNo, better archers stay")
    assert [one.order for one in found.orders] == [("stay",)]
    assert [one.order for one in found.replaced] == [("go", 3)]
    assert found.sure


def test_a_speaker_is_heard_in_front_of_what_is_said_to_him() -> None:
    assert orders("Chief sings") == {"b": ("stay", "chief", "sing")}
    assert orders("Bards go 2, the chief sings") == {"b": ("go", 2, "chief", "sing")}


def test_names_after_a_break_begin_orders() -> None:
    assert orders("Archers go 3, bards stay") == {"a": ("go", 3), "b": ("stay",)}
    assert orders("Archers: go 3\nBards: go 4") == {"a": ("go", 3), "b": ("go", 4)}


def test_all_of_a_name_and_only_what_is_allowed() -> None:
    assert orders("all go 3") == {"a": ("go", 3), "b": ("go", 3)}
    assert orders("all archers go 3") == {"a": ("go", 3)}
    assert orders("all go 13") == {}
    assert orders("archers go 13") == {"a": ("go", 13)}


def test_why_it_is_no_order() -> None:
    assert [str(one.text) for one in heard("Archers go 3 unless").doubts] == ["no conditions"]
    assert [str(one.text) for one in heard("Foes: go 3").doubts] == ["Foes gets no orders: it is the enemy's"]


def test_minor_words_alone_are_talk() -> None:
    found = heard("Unless it rains, see you tomorrow. It is 20°.")
    assert (found.orders, found.doubts) == ((), ())


def test_what_is_made_is_said_back_and_read_again() -> None:
    post = "Archers go 3, sing"
    back = read_back(heard(post), asked(), WORDS)
    assert back[0] == "Archers: go 3 sing"
    assert orders("\n".join(back)) == orders(post)
