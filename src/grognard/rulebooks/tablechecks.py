"""What no single row of a table shows, and every book looks for: ids twice, rows struck that the rules need, options
that offer something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from grognard.files import Collector, Document, Option, Path, Sifted, item_words, unknown
from grognard.locale import T, Text
from grognard.rulebooks.options import option_of


def ids_in(rows: Any) -> list[str]:
    """The ids in what should be a list of records, well-formed or not."""
    records = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [row["id"] for row in records if isinstance(row.get("id"), str)]


class TableCheck(Collector):
    """All tables. ``words``: what one item of a list is called; ``by_id``: the lists whose rows have an id, and the
    clause on each; ``ids``: the ids of each of them, of rows well-formed or not."""

    def __init__(
        self, document: Document, sifted: Sifted, words: Mapping[str, Text], by_id: Mapping[str, str | None]
    ) -> None:
        super().__init__(document)
        self.problems.extend(sifted.problems)
        self.sifted, self.words, self.by_id = sifted, words, by_id
        self.data: Any = document.data
        self.ids = {section: ids_in(self.data.get(section)) for section in by_id}

    def find(self, path: Path, message: Text, clause: str | None = None, key: bool = False) -> None:
        """A problem with an item of a list, which the message then names."""
        items = tuple(item_words(self.data, path, self.words))
        named = T("{items}: {message}", items=items, message=message) if items else message
        self.add(path, named, clause, key)

    def among(
        self, path: Path, what: Text, word: str, known: Iterable[str], clause: str | None = None
    ) -> bool:
        """Whether ``word`` is known; a problem if not."""
        listed = list(known)
        if word not in listed:
            self.find(path, unknown(what, word, listed), clause)
        return word in listed

    def all_once(self) -> None:
        for section, clause in self.by_id.items():
            self.once((section,), self.sifted.rows[section], clause)

    def once(self, path: Path, rows: Iterable[tuple[int, Any]], clause: str | None = None) -> None:
        """No two rows of the list have the same id, whatever the capitals."""
        seen: dict[str, int] = {}
        for at, row in rows:
            first = seen.setdefault(str(row.id).casefold(), at)
            if first != at:
                line = self.document.place((*path, first)).line
                message = T("id '{id}' is used twice, first in line {line}", id=row.id, line=line)
                self.add((*path, at, "id"), message, clause)

    def needed(self, needed: Mapping[str, Sequence[str]]) -> None:
        """Rows of lists that the rules name."""
        for section, ids in needed.items():
            for one in ids:
                if one not in self.ids[section]:
                    self.lacking(section, one)

    def lacking(self, section: str, one: str, clause: str | None = None) -> None:
        self.add((section,), T("the rules need '{id}'; it cannot be struck", id=one), clause, key=True)

    def closed(self, section: str, known: Sequence[str], clause: str | None = None) -> None:
        """What one of them does is in the program: a game master may change them, not add to them."""
        for at, row in self.sifted.rows[section]:
            if row.id not in known:
                self.add((section, at, "id"), unknown(self.words[section], row.id, known), clause)

    def options(
        self, shipped: Document, problem: Callable[[Option, Any], Text | None], clause: str | None = None
    ) -> None:
        """A game master's file may change defaults and words, not what there is to choose."""
        printed: dict[str, Any] = {row["id"]: row for row in shipped.data["option"]}
        for at, row in self.sifted.rows["option"]:
            ours = printed.get(row.id)
            if ours is None:
                self.add(("option", at, "id"), unknown(T("option"), row.id, printed), clause)
            elif _fixed(self.data["option"][at]) != _fixed(ours):
                self.add(("option", at), T("the values of option {id} are fixed by the rules", id=row.id))
            elif (wrong := problem(option_of(row), row.default)) is not None:
                self.add(("option", at, "default"), wrong, row.clauses[0])
        for one in printed.keys() - set(self.ids["option"]):
            self.lacking("option", one)


def _fixed(row: Any) -> Any:
    values = [one.get("value") for one in row.get("values", []) if isinstance(one, dict)]
    return row.get("kind"), values, row.get("least"), row.get("most"), row.get("clauses")
