"""Every rule book on the shelf behind the same commands."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.rulebooks import shelf
from grognard.show.cells import cells
from tests.cli.running import ok, parsed, run

pytestmark = pytest.mark.slow

BOOKS = shelf.names()
ANSWERS = "\n".join(str(1 + number % 3) for number in range(600)) + "\n"
OVER = {"en": "The battle is over", "ru": "Бой окончен"}


def seats(book: str) -> list[str]:
    rows = parsed("scenarios", book)
    return next(list(row["seats"]) for row in rows if row["id"] == "skirmish")


def fought(book: str, path: Path, holder: str = "random") -> Path:
    """A battle that computers have fought."""
    held = itertools.chain(*(("--seat", f"{seat}={holder}") for seat in seats(book)))
    ok("play", f"{book}/skirmish", *held, "--seed", "any", "--record", path)
    return path


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_person_plays_to_the_end_and_nothing_is_wider_than_the_screen(book: str, lang: str) -> None:
    play = ("play", f"{book}/skirmish", "--seed", "any", "--record", "b.jsonl")
    output = ok(*play, typed="odds\noob\nagenda\nmap\n" + ANSWERS, lang=lang)
    assert OVER[lang] in output
    assert max(map(cells, output.splitlines())) <= 80
    assert not re.search(r"\b[a-z]+_[a-z_]+\b", output.partition("umpire_")[0].replace("b.jsonl", ""))
    ok("verify", "b.jsonl")


@pytest.mark.parametrize("book", BOOKS)
def test_a_stopped_battle_goes_on(book: str) -> None:
    ok("play", f"{book}/skirmish", "--seed", "any", "--record", "b.jsonl", typed="1\nundo\n2\nquit\n")
    assert "The battle is over" in ok("play", "--resume", "b.jsonl", typed=ANSWERS)
    assert "In order." in ok("verify", "b.jsonl")


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_is_told_in_every_form(book: str, folder: Path) -> None:
    record = fought(book, folder / "b.jsonl")
    for lang in ("en", "ru"):
        for form in ("text", "md", "bbcode", "html"):
            assert len(ok("report", record, "--format", form, "--detail", "2", lang=lang)) > 1000
        assert max(map(cells, ok("report", record, lang=lang).splitlines())) <= 80
        assert "--- " in ok("replay", record, "--all", lang=lang)


@pytest.mark.parametrize("book", BOOKS)
def test_a_report_for_a_telephone_has_narrow_pictures(book: str, folder: Path) -> None:
    record = fought(book, folder / "b.jsonl")
    ok("report", record, "--narrow", "-o", folder / "r.md")
    for name in ("r-1.svg", "r-2.svg"):
        svg = (folder / name).read_text(encoding="utf-8")
        assert float(ElementTree.fromstring(svg).attrib["width"]) <= 422
    ok("report", record, "--narrow", "-o", folder / "r.html")
    assert svg in (folder / "r.html").read_text(encoding="utf-8")
    facts = json.loads(ok("report", record, "--format", "json"))
    assert facts["finished"]
    assert facts["book"] == book
    turns = [row["turn"] for row in parsed("replay", record)]
    assert f"\n--- {turns[0]} ---" in ok("replay", record, "--turn", turns[0])


@pytest.mark.parametrize("book", BOOKS)
def test_battles_are_counted(book: str) -> None:
    held = itertools.chain(*(("--seat", f"{seat}=random") for seat in seats(book)))
    found = parsed("run", f"{book}/skirmish", "--seeds", "2", *held)
    assert found["battles"] == 2
    assert sum(found["shares"]["winner"][one]["share"] for one in found["shares"]["winner"]) == 1


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("kind", ["scenario", "army", "rules", "tables"])
@pytest.mark.parametrize("book", BOOKS)
def test_files_to_start_from_are_in_order_or_refused_in_words(
    book: str, kind: str, lang: str, folder: Path
) -> None:
    made = run("new", book, kind, "-o", "mine.yaml", lang=lang)
    if made.exit_code:
        assert book in made.output
        assert not (folder / "mine.yaml").exists()
        return
    (row,) = parsed("check", "mine.yaml")
    assert (row["ok"], row["book"]) == (True, book)
