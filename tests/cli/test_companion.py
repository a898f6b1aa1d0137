"""``companion``: a battle on a floor followed at the terminal, whatever the book behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.rulebooks import shelf
from tests.cli.running import ok, run

BEGUN = "battle skirmish\nturn 1\nfight odessa > fr57 front: 5 3\n"


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "evening.txt"
    path.write_text(BEGUN, encoding="utf-8")
    return path


def test_lines_are_answered_and_kept_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "battle.txt"
    said = ok(
        "companion",
        path,
        typed="battle skirmish\nfight odessa > fr57\n6 1\nfight odesa > fr58\nlose fr61 1\n",
    )
    assert "57th Line 1 : 6 Odessa Infantry, difference 5" in said
    assert "throw 1 for Odessa Infantry (close combat)" in said
    assert "Due now" in said
    assert "obedience odessa:" in said
    assert "did you mean 'fr57'" in said
    assert "the line is not kept" in said
    assert path.read_text(encoding="utf-8") == "battle skirmish\nfight odessa > fr57: 6 1\nlose fr61 1\n"


def test_it_goes_on_where_it_stopped_takes_back_and_waits_for_dice(ledger: Path) -> None:
    said = ok(
        "companion", ledger, typed="lose fr61 2\nundo\nturn\nodessa > fr57\n\nshow\n?\nquit\nlose odessa 1\n"
    )
    assert "lines so far: 3" in said
    assert "taken back: lose fr61 2" in said
    assert "Ledger of regiments and guns" in said
    assert "without dice a line asks for them" in said
    assert ledger.read_text(encoding="utf-8") == BEGUN + "turn\nodessa > fr57\n"


def test_dice_come_by_and_by(ledger: Path) -> None:
    """Those that are there stay; a line that waits for them is taken back at their prompt."""
    ok("companion", ledger, typed="turn\nkievdr > fr61: 5\n4\nturn\nodessa > fr57\nundo\n")
    assert ledger.read_text(encoding="utf-8") == BEGUN + "turn\nkievdr > fr61: 5 4\nturn\n"
    ok("companion", ledger, typed="odessa > fr57\nquit\nlose fr57 1\n")
    assert ledger.read_text(encoding="utf-8").endswith("turn\nodessa > fr57\n")


def test_the_end_of_the_input_is_no_mistake(ledger: Path) -> None:
    assert str(ledger) in ok("companion", ledger, typed="")
    assert ledger.read_text(encoding="utf-8") == BEGUN
    assert "there is nothing to take back" in ok("companion", ledger.with_name("none.txt"), typed="undo\n")


def test_all_of_it_at_once(ledger: Path) -> None:
    said = ok("companion", ledger, "--show")
    assert "Locked in a firefight" in said
    assert "How they stand, turn 1" in said
    with ledger.open("a", encoding="utf-8") as file:
        file.write("fight odessa > nobody: 1 1\nlose fr61 2\n")
    made = run("companion", ledger, "--show")
    assert made.exit_code == 1
    assert "unknown word 'nobody'" in made.output
    assert "61st Line loses 2" in made.output


def test_in_russian(ledger: Path) -> None:
    said = ok(
        "companion", ledger, typed="ход\nбой киевские драгуны > 61-й: бросок\nконец ничья\nвыход\n", lang="ru"
    )
    assert "Ход 2 из 12" in said
    assert "Киевский драгунский" in said
    assert "сохранено:" in said


def test_army_files_lead_into_the_next_battle(ledger: Path) -> None:
    after = ledger.with_name("after.yaml")
    early = run("companion", ledger, "--campaign", after)
    assert (early.exit_code, "the battle is not over" in early.output) == (1, True)
    with ledger.open("a", encoding="utf-8") as file:
        file.write("end Russians win\n")
    assert "after.french_1.yaml" in ok("companion", ledger, "--campaign", after)
    again = run("companion", ledger, "--campaign", after)
    assert (again.exit_code, "--force writes over it" in again.output) == (1, True)
    second = ledger.with_name("second.txt")
    second.write_text("battle skirmish\narmy french_1 after.french_1.yaml\nturn 1\n", encoding="utf-8")
    assert "57th Line (fr57) 10 10" in " ".join(ok("companion", second, "--show").split())
    missing = run("companion", second, typed="", lang="en")
    assert missing.exit_code == 0
    second.write_text("battle skirmish\narmy french_1 lost.yaml\nturn 1\n", encoding="utf-8")
    assert "there is no file 'lost.yaml'" in run("companion", second, "--show").output


def test_own_scenarios_are_read_beside_the_ledger(ledger: Path) -> None:
    text = shelf.book("napoleonic").scenarios()["skirmish"].read_text(encoding="utf-8")
    ledger.with_name("mine.yaml").write_text(text.replace("figures: 12", "figures: 11"), encoding="utf-8")
    ledger.write_text("battle mine.yaml\nturn 1\n", encoding="utf-8")
    assert "57th Line (fr57) 11 11" in " ".join(ok("companion", ledger, "--show").split())
    ledger.with_name("mine.yaml").write_text("scenario: {", encoding="utf-8")
    bad = run("companion", ledger, "--show")
    assert bad.exit_code == 1


def test_a_book_that_follows_none_and_files_that_are_none(ledger: Path) -> None:
    none = run("companion", ledger, "--book", "feudal")
    assert (none.exit_code, "follows no battles on a floor" in none.output) == (1, True)
    ledger.write_bytes(b"\xff\xfe battle")
    for more in (("--show",), ()):
        made = run("companion", ledger, *more, typed="")
        assert made.exit_code == 1
        assert "no text in UTF-8" in made.output
    assert run("companion", ledger.parent, "--show").exit_code == 1
    assert run("companion", ledger.with_name("none.txt"), "--show").exit_code == 1
    assert run("companion").exit_code == 2
