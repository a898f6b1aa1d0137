"""``muster``: descriptions become numbers at the command line, whatever the book behind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from grognard.core.errors import Refused
from grognard.locale import Name, T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book, Proposal, Reckoned
from grognard.show.cells import cells
from tests.cli.running import ok, run

FILE = "profile:\n  - {id: bears, en: Bears}\n"


class Zoo(Book):
    """A book that knows one kind of troops."""

    id = "zoo"
    name = Name("Zoo", "Зоопарк")

    def muster(self, text: str, lang: str = "en") -> Proposal:
        if "bear" not in text:
            raise Refused("ZO-GEN-01", T("there is no description"))
        return Proposal(
            Name("Bears", "Медведи"),
            (
                Reckoned("S", 5, (T("'{word}'", word="bear"), Name("strong", "сильны"))),
                Reckoned(Name("arms", "оружие"), Name("claws", "когти")),
            ),
            (T("not understood: {words}", words=("'" + "roaring " * 14 + "'",)),),
            (T("no more than {n} of them", n=3),),
            f"# {lang}\n{FILE}",
        )


@pytest.fixture(autouse=True)
def _on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    book = shelf.book
    monkeypatch.setattr(shelf, "names", lambda: ("feudal", "zoo"))
    monkeypatch.setattr(shelf, "book", lambda name: Zoo() if name == "zoo" else book(name))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("Bears", "because of", "'bear'; strong", "claws", "Doubtful", "To decide", "--yaml")),
        ("ru", ("Медведи", "откуда", "«bear»; сильны", "когти", "Сомнительно", "Решать мастеру", "--yaml")),
    ],
)
def test_a_description_with_reasons_and_doubts(lang: str, words: tuple[str, ...]) -> None:
    output = ok("muster", "zoo", "a", "bear", lang=lang)
    assert [word for word in words if word not in output] == []
    assert max(map(cells, output.splitlines())) <= 80


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_a_description_from_standard_input(arguments: tuple[str, ...]) -> None:
    assert ok("muster", "zoo", *arguments, typed="two\nbears") == ok("muster", "zoo", "bear")


def test_yaml_alone_to_paste(tmp_path: Path) -> None:
    page = ok("muster", "zoo", "--yaml", "bear", lang="ru")
    assert page == f"# ru\n{FILE}"
    assert yaml.safe_load(page)["profile"][0]["id"] == "bears"
    path = tmp_path / "bears.yaml"
    assert str(path) in ok("muster", "zoo", "bear", "-o", path)
    assert path.read_text(encoding="utf-8") == f"# en\n{FILE}"
    assert run("muster", "zoo", "bear", "-o", path).exit_code == 1


def test_json_for_programs() -> None:
    row = json.loads(run("muster", "zoo", "bear", "--json").stdout)
    assert row["name"] == {"en": "Bears", "ru": "Медведи"}
    assert row["values"][0] == {"name": "S", "value": 5, "from": ["'bear'", {"en": "strong", "ru": "сильны"}]}
    assert row["file"] == f"# en\n{FILE}"


@pytest.mark.parametrize(
    ("arguments", "typed", "code", "said"),
    [
        (("zoo", "wolves"), None, 1, "there is no description (ZO-GEN-01)"),
        (("zoo",), "", 1, "there is no description"),
        (("zo", "bear"), None, 1, "did you mean 'zoo'?"),
        (("feudal", "bear"), None, 1, "the book 'feudal' makes no troops of descriptions"),
        (("zoo", "bear" * 6000), None, 2, "longer than 20000 characters"),
        ((), None, 2, "BOOK"),
    ],
)
def test_errors(arguments: tuple[str, ...], typed: str | None, code: int, said: str) -> None:
    made = run("muster", *arguments, typed=typed)
    assert made.exit_code == code
    assert said in made.output
