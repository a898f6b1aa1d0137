"""Files to start from: in order as they are, and as they are with their notes taken at their word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import BOOK
from grognard.rulebooks.pike_and_shot.tables import load_tables
from grognard.rulebooks.pike_and_shot.templates import KINDS

SUGGESTED = re.compile(
    r"^( *)# (- \{|options: \{|cp: |profile: |seat: |bands:|impulses:|  low_max|  per_turn)", re.MULTILINE
)
WHAT = {"scenario": "scenario", "rules": "house rules", "tables": "tables laid over"}


def checked(text: str, folder: Path) -> str:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return BOOK.check_file(path).say()


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_to_start_from_is_in_order(kind: str, lang: str, tmp_path: Path) -> None:
    text = BOOK.template(kind, lang)
    assert "{{" not in text
    assert checked(text, tmp_path).startswith(WHAT[kind])
    assert bool(re.search("[а-яё]", text.partition("#")[2].partition("\n")[0])) == (lang == "ru")


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(("kind", "notes"), [("scenario", 6), ("tables", 4)])
def test_what_the_notes_suggest_is_in_order_too(kind: str, notes: int, lang: str, tmp_path: Path) -> None:
    text, taken = SUGGESTED.subn(r"\1\2", BOOK.template(kind, lang))
    assert taken == notes
    assert checked(text, tmp_path).startswith(WHAT[kind])


@pytest.mark.clause("PS-VIC-06")
def test_the_battle_to_start_from_keeps_to_the_army_lists(tmp_path: Path) -> None:
    assert "its list gives" not in checked(BOOK.template("scenario"), tmp_path)


def test_everything_that_may_be_written_is_listed() -> None:
    tables = load_tables()
    scenario, rules = " ".join(BOOK.template("scenario").replace("#", "").split()), BOOK.template("rules")
    for entries in (tables.bases, tables.formations, tables.terrain, tables.traits):
        assert all(f"{one} (" in scenario for one in entries)
    assert all(f"\n  {one}: " in rules for one in tables.options)


def test_there_are_no_army_files(tmp_path: Path) -> None:
    army = tmp_path / "army.yaml"
    army.write_text("army: []\n", encoding="utf-8")
    scenario = BOOK.scenarios()["skirmish"]
    for refused in (
        lambda: BOOK.template("army"),
        lambda: BOOK.read_setup(scenario, rosters={"swedish": army}),
        lambda: BOOK.change_roster("", "merge", ("a", "b")),
    ):
        with pytest.raises(Refused) as caught:
            refused()
        assert "no army files" in caught.value.say()
        assert "нет файлов армий" in caught.value.say("ru")
    assert BOOK.read_setup(scenario, rosters={}).scenario == "skirmish"
