"""Records looked at: reports, replays, verification, and what is said of broken ones."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from grognard.show.cells import cells
from tests.cli.running import ok, parsed, run


def test_a_good_record_is_in_order(record: Path) -> None:
    row = parsed("verify", record)
    assert row["ok"]
    assert row["second"]["ok"]
    assert row["dice"] > 0
    assert "В порядке." in ok("verify", record, lang="ru")


def test_one_byte_changed_is_found_in_its_line(record: Path) -> None:
    lines = record.read_bytes().split(b"\n")
    at = next(number for number, line in enumerate(lines) if b'"do":"answer"' in line)
    lines[at] = lines[at].replace(b'"seat":"l', b'"seat":"k', 1).replace(b'"seat":"u', b'"seat":"v', 1)
    record.write_bytes(b"\n".join(lines))
    for name in ("verify", "report", "replay"):
        made = run(name, record)
        assert made.exit_code == 1
        assert made.output.startswith(f"{record}:{at + 1}: ")


def test_a_torn_last_line_is_left_out_with_a_notice(record: Path) -> None:
    data = record.read_bytes()
    record.write_bytes(data + b'{"n":99,"sha"')
    made = run("verify", record)
    assert made.exit_code == 0
    assert made.stderr.startswith(f"{record}:{data.count(bytes([10])) + 1}: ")


@pytest.mark.parametrize(
    "data", [b"", b"hello\n", b"{}\n", b"\xff\xfe\x00\n", b'{"n":0,"sha":"","entry":{"do":"x"}}\n']
)
def test_what_is_no_record(data: bytes, folder: Path) -> None:
    path = folder / "no.jsonl"
    path.write_bytes(data)
    for name in ("verify", "report", "replay"):
        assert run(name, path).exit_code == 1


@pytest.mark.parametrize("form", ["text", "md", "bbcode", "html"])
def test_reports(form: str, record: Path) -> None:
    english = ok("report", record, "--format", form)
    russian = ok("report", record, "--format", form, lang="ru")
    assert "Raiders at the mill" in english
    assert "Налётчики у мельницы" in russian


def test_a_report_into_files(record: Path, folder: Path) -> None:
    ok("report", record, "-o", folder / "r.html")
    page = (folder / "r.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "FE-ATT-01" in page
    assert run("report", record, "-o", folder / "r.html").exit_code == 1
    ok("report", record, "-o", folder / "r.html", "--force", "--detail", "0")
    ok("report", record, "-o", folder / "r.md")
    told = (folder / "r.md").read_text(encoding="utf-8")
    assert told.startswith("# ")
    assert (
        told.index("## Before") < told.index("](r-1.png)") < told.index("## After") < told.index("](r-2.png)")
    )
    assert (folder / "r-1.png").read_bytes() != (folder / "r-2.png").read_bytes()
    ok("report", record, "--format", "bbcode", "--url", "https://x.org/a.png", "-o", folder / "r.bbcode")
    assert "[img]https://x.org/a.png[/img]" in (folder / "r.bbcode").read_text(encoding="utf-8")


def test_a_report_for_programs(record: Path) -> None:
    facts = json.loads(ok("report", record, "--format", "json"))
    assert facts["finished"]
    assert facts["outcome"]["winners"]
    assert [one["number"] for one in facts["events"]] == list(range(1, len(facts["events"]) + 1))


def test_a_running_battle_tells_a_seat_only_what_it_knows(folder: Path) -> None:
    ok("play", "feudal/skirmish", "--record", "b.jsonl", typed="1\n4\n1\nquit\n")
    seen, all_ = (
        json.loads(ok("report", "b.jsonl", "--format", "json", "--seat", seat)) for seat in ("lord", "umpire")
    )
    assert seen["events"] != all_["events"]
    assert run("report", "b.jsonl", "--seat", "lrod").exit_code == 1


def test_the_public_hears_what_every_seat_hears(folder: Path) -> None:
    ok("play", "feudal/skirmish", "--seed", "a", "--record", "b.jsonl", typed="1\n4\n1\nquit\n")

    def events(*seat: str) -> list[str]:
        facts = json.loads(ok("report", "b.jsonl", "--format", "json", *seat))
        return [json.dumps(one["event"], sort_keys=True) for one in facts["events"]]

    public = events()
    assert public
    assert set(public) <= set(events("--seat", "lord"))
    assert set(public) != set(events("--seat", "umpire"))
    for form in ("text", "html", "json"):
        assert ok("report", "b.jsonl", "--format", form) == ok(
            "report", "b.jsonl", "--format", form, "--seat", "public"
        )
    assert "16/16" not in ok("replay", "b.jsonl", "--all").partition("B  Raiders")[2].partition("---")[0]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_line_of_a_report_is_wider_than_the_screen(lang: str, record: Path) -> None:
    for detail in ("0", "1", "2"):
        lines = ok("report", record, "--detail", detail, lang=lang).splitlines()
        assert max(map(cells, lines)) <= 80


def test_the_replay_turn_by_turn(record: Path) -> None:
    everything = ok("replay", record, "--all")
    turns = [row["turn"] for row in parsed("replay", record)]
    assert turns[0].startswith("1.")
    assert all(f"--- {turn} " in everything for turn in turns)
    one = ok("replay", record, "--turn", turns[1], "--seat", "lord", lang="ru")
    assert one.count("--- ") == 1
    assert run("replay", record, "--turn", "9.melee").exit_code == 1


def frames(path: Path) -> int:
    """How many frames a moving picture has."""
    with Image.open(path) as film:
        return int(getattr(film, "n_frames", 1))


@pytest.mark.parametrize(("name", "kind"), [("b.gif", "GIF"), ("b.apng", "PNG"), ("b.webp", "WEBP")])
def test_the_replay_as_a_moving_picture(record: Path, folder: Path, name: str, kind: str) -> None:
    made = ok("replay", record, "--animate", name, "--width", "200")
    assert made.startswith(f"written: {name} (0.")
    with Image.open(folder / name) as film:
        assert (film.format, film.width) == (kind, 200)
        assert frames(folder / name) > 1
    assert run("replay", record, "--animate", name).exit_code == 1
    assert "(0," in ok("replay", record, "--animate", name, "--force", "--width", "200", lang="ru")


def test_a_turn_in_motion_begins_where_the_one_before_ended(record: Path, folder: Path) -> None:
    turns = [row["turn"] for row in parsed("replay", record)]
    ok("replay", record, "--turn", turns[1], "--animate", "one.gif")
    ok("replay", record, "--animate", "all.gif")
    assert 1 < frames(folder / "one.gif") <= 2 < frames(folder / "all.gif")


def test_a_moving_picture_needs_a_name_that_says_its_format(record: Path, folder: Path) -> None:
    made = run("replay", record, "--animate", "b.mp4")
    assert made.exit_code == 1
    assert ".gif, .apng or .webp" in made.output
    assert not (folder / "b.mp4").exists()


def test_the_demonstration(folder: Path) -> None:
    output = ok("demo", "shown", "--seed", "a")
    for name in ("report.html", "field.svg", "field.png", "battle.jsonl"):
        assert (folder / "shown" / name).stat().st_size > 0
    assert "grognard play" in output
    assert run("demo", "shown").exit_code == 1
    assert ok("demo", "other", "--seed", "a").replace("other", "shown") == output
    assert "Попробуйте" in ok("demo", "third", lang="ru")


@pytest.mark.slow
def test_a_battle_hands_its_results_on(folder: Path, record: Path) -> None:
    held = ("--seat", "west-1=random", "--seat", "east-1=default")
    ok("play", "modern/skirmish", *held, "--option", "turn_seconds=0", "--seed", "any", "--record", "m.jsonl")
    ok("report", "m.jsonl", "--aftermath", "--cycle", "7", "-o", "battle_result.toml")
    found = tomllib.loads((folder / "battle_result.toml").read_text("utf-8"))
    assert (found["battle"], found["cycle"]) == ("skirmish", 7)
    assert [one["id"] for one in found["side"]] == ["west", "east"]
    made = run("report", record, "--aftermath")
    assert (made.exit_code, "hand on no file of results" in made.output) == (1, True)
