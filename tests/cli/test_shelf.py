"""Books, rules, scenarios; files to start from and their check."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book
from grognard.rulebooks.feudal.book import FeudalBook
from tests.cli.running import ok, parsed, run

KINDS = ("scenario", "army", "rules", "tables")


def test_books_and_scenarios() -> None:
    (book,) = [one for one in parsed("books") if one["id"] == "feudal"]
    assert book["title"]["ru"]
    assert {one["id"] for one in parsed("scenarios", "feudal")} == set(book["scenarios"])
    assert "feudal/skirmish" in ok("scenarios")
    assert [one["scenario"] for one in parsed("scenarios", "feudal")] == [
        f"feudal/{name}" for name in book["scenarios"]
    ]


@pytest.fixture
def two_shelves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second book with the scenarios of the first, and one of its own."""

    class Second(FeudalBook):
        id = "second"

        def scenarios(self) -> dict[str, Path]:
            paths = super().scenarios()
            return {"skirmish": paths["skirmish"], "ambush": paths["skirmish"]}

    found = {"feudal": shelf.book("feudal"), "second": Second()}
    monkeypatch.setattr(shelf, "names", lambda: tuple(found))
    monkeypatch.setattr(shelf, "book", lambda name: found[name])
    monkeypatch.setattr(shelf, "books", lambda: tuple(found.values()))


@pytest.mark.usefixtures("two_shelves")
def test_a_name_that_two_books_have_is_said_with_its_book() -> None:
    for words in (("feudal/skirmish",), ("skirmish", "--book", "second"), ("ambush",)):
        ok("play", *words, typed="quit\n")
    made = run("play", "skirmish", typed="")
    assert made.exit_code == 1
    assert all(word in made.output for word in ("feudal/skirmish", "second/skirmish", "--book"))
    assert "feudal/skirmish, second/skirmish?" in run("play", "skirmsh").output
    assert "second/ambush?" in run("play", "feudal/ambush").output
    assert "did you mean second/ambush?" in run("play", "second/ambus", "--book", "second").output
    assert run("play", "second/ambush", "--book", "feudal").exit_code == 1


def test_what_a_book_does_not_have_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Armies between battles and clashes in words are for books that know them."""
    for name in ("roster", "change_roster", "clash"):
        monkeypatch.setattr(FeudalBook, name, getattr(Book, name))
    ok("play", "feudal/skirmish", "--seat", "lord=random", "--seed", "a", "--record", "b.jsonl")
    ok("new", "feudal", "army", "-o", "mine.yaml")
    for words in (
        ("roster", "aftermath", "b.jsonl", "--seat", "lord"),
        ("roster", "unpaid", "mine.yaml", "my_company"),
        ("odds", "feudal", "clash", "knights", "15", "vs", "militia", "60"),
    ):
        made = run(*words)
        assert made.exit_code == 1
        assert "the book 'feudal'" in made.output


def test_one_clause_a_chapter_and_a_search() -> None:
    assert "FE-ATT-02" in ok("rules", "feudal", "fe-att-02")
    assert len(parsed("rules", "feudal", "FE-ATT")) > 3
    assert all("pursuit" in row["text"].lower() for row in parsed("rules", "feudal", "pursuit"))
    assert "преслед" in ok("rules", "feudal", "преследование", lang="ru").lower()
    assert run("rules", "feudal", "zeppelin").exit_code == 1


def test_the_functions_behind_a_clause() -> None:
    (row,) = parsed("rules", "feudal", "FE-SIZE-01")
    assert "muster.strength" in row["functions"]
    assert "muster.strength" in ok("rules", "feudal", "FE-SIZE-01", "--functions")


def test_the_contents_of_a_book() -> None:
    chapters = parsed("rules", "feudal")["chapters"]
    assert any("FE-ATT-01" in one["clauses"] for one in chapters)
    assert "FE-ATT-01" in ok("rules", "feudal", lang="ru")


def test_tables_of_the_rules_keep_to_the_screen() -> None:
    lines = ok("rules", "feudal", "FE-SIZE-02").splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.split() == ["150", "company", "+4"] for line in lines)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_file_is_in_order(kind: str, lang: str, folder: Path) -> None:
    path = folder / f"{kind}.yaml"
    ok("new", "feudal", kind, "-o", path, lang=lang)
    (row,) = parsed("check", path)
    assert row["ok"]
    assert row["book"] == "feudal"


def test_a_new_file_is_written_over_nothing(folder: Path) -> None:
    path = folder / "mine.yaml"
    path.write_text("mine", encoding="utf-8")
    made = run("new", "feudal", "army", "-o", path)
    assert made.exit_code == 1
    assert path.read_text(encoding="utf-8") == "mine"
    ok("new", "feudal", "army", "-o", path, "--force")
    assert path.read_text(encoding="utf-8") != "mine"


def test_three_mistakes_are_three_lines(folder: Path) -> None:
    path = folder / "wrong.yaml"
    text = ok("new", "feudal", "scenario")
    text = text.replace("troop: warriors", "troop: warriers").replace("force: spear_company", "force: spears")
    path.write_text(text.replace("last_round: 3", "last_round: soon"), encoding="utf-8")
    made = run("check", path)
    lines = made.output.splitlines()
    assert made.exit_code == 1
    assert len(lines) == 3
    wrong = [
        number
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if any(word in line for word in ("warriers", "spears}", "soon"))
    ]
    assert [int(line.split(":")[1]) for line in lines] == wrong
    assert "did you mean 'warriors'" in lines[1]
    assert run("play", path, typed="").output.splitlines()[-3:] == lines
    (row,) = parsed("check", path)
    assert [one["line"] for one in row["problems"]] == wrong


def test_a_file_is_judged_by_a_book_that_knows_its_keys(folder: Path) -> None:
    """A book that has no armies finds one thing wrong with an army file: that it is none of its own."""
    path = folder / "army.yaml"
    path.write_text(ok("new", "napoleonic", "army").replace("figures: 8", "figures: -8"), encoding="utf-8")
    made = run("check", path)
    assert made.exit_code == 1
    assert "figures must be at least 0, not -8 (NA-CAMP-02)" in made.output
    assert "keys" not in made.output


def test_several_files_are_checked_at_once(folder: Path) -> None:
    for kind in KINDS:
        ok("new", "feudal", kind, "-o", folder / f"{kind}.yaml")
    assert len(ok("check", *sorted(folder.glob("*.yaml"))).splitlines()) == len(KINDS)
    (folder / "other.yaml").write_text("colour: red\n", encoding="utf-8")
    assert run("check", "other.yaml", "none.yaml", lang="ru").exit_code == 1
