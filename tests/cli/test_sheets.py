"""Order sheets for a real table, and armies from one battle to the next, as a person at a terminal has them made."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import ok, parsed, run

BATTLE = "napoleonic/skirmish"
COMPUTERS = ("--seat", "french_1=default", "--seat", "russian_1=default")


def test_everybody_has_a_sheet_of_his_own(folder: Path) -> None:
    both = ok("sheets", BATTLE)
    assert "Orders of French" in both
    assert "Orders of Russians" in both
    own = ok("sheets", BATTLE, "--seat", "french_1", lang="ru")
    assert "Приказы: Французы" in own
    assert "Русские" not in own
    assert max(map(len, own.splitlines())) <= 80
    ok("sheets", BATTLE, "-o", "orders.html")
    page = (folder / "orders.html").read_text(encoding="utf-8")
    assert page.count("<table") >= 4
    assert "57th Line" in page
    assert "| **57th Line**" in ok("sheets", BATTLE, "--format", "md")


def test_sheets_of_a_battle_that_goes_on() -> None:
    ok("play", BATTLE, "--record", "b.jsonl", "--seed", "any", typed="1\n\nquit\n")
    assert "turn 1" in ok("sheets", "b.jsonl")


def test_what_has_no_sheets_says_so(folder: Path) -> None:
    made = run("sheets", "feudal/skirmish")
    assert (made.exit_code, "no order sheets" in made.output) == (1, True)
    assert "french_1" in run("sheets", BATTLE, "--seat", "french").output
    assert "No such file" in run("sheets", "none.jsonl").output
    (folder / "orders.md").write_text("mine", encoding="utf-8")
    assert "--force" in run("sheets", BATTLE, "-o", "orders.md").output


def test_regiments_march_from_battle_to_battle(folder: Path) -> None:
    ok("play", BATTLE, *COMPUTERS, "--seed", "any", "--record", "first.jsonl")
    ok("roster", "aftermath", "first.jsonl", "--seat", "russian_1", "-o", "left.yaml")
    text = (folder / "left.yaml").read_text(encoding="utf-8")
    (folder / "left.yaml").write_text(
        text.replace("id: odessa, figures: 10", "id: odessa, figures: 4"), encoding="utf-8"
    )
    ok("roster", "date", "left.yaml", "1812-09-12", "-o", "later.yaml")
    ok("roster", "draft", "later.yaml", "odessa", "5", "-o", "recruited.yaml")
    assert parsed("check", "recruited.yaml")[0]["ok"]
    assert "NA-CAMP-02" in run("roster", "draft", "recruited.yaml", "odessa", "2").output
    assert "NA-CAMP-01" in run("roster", "date", "recruited.yaml", "1812-09-11").output
    second = ("play", BATTLE, *COMPUTERS, "--seed", "any", "--record", "second.jsonl")
    told = ok(*second, "--roster", "russian_1=recruited.yaml")
    assert "12 September 1812" in told
    sheet = ok(
        "sheets", BATTLE, "--seat", "russian_1", "--roster", "russian_1=recruited.yaml", "--format", "md"
    )
    assert "9 of 9" in sheet
    assert "unknown seat" in run(*second, "--roster", "russians=recruited.yaml", "--force").output
