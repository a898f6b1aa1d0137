"""Whatever is typed, the program answers with a message and an exit code, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from grognard.rulebooks import shelf
from tests.cli.running import run

quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
COMMANDS = st.sampled_from(
    ["books", "rules", "scenarios", "new", "check", "report", "replay", "verify", "odds", "roster", "x"]
)
WORDS = st.one_of(
    st.sampled_from(
        [
            "feudal",
            "clash",
            "vs",
            "army",
            "--json",
            "--lang",
            "ru",
            "--seat",
            "lord",
            "-o",
            "--detail",
            "9",
            "--",
            "merge",
        ]
    ),
    st.text(max_size=8),
)


@quick
@given(COMMANDS, st.lists(WORDS, max_size=4))
@example("check", ["\0"])
@example("odds", ["\0"])
def test_arguments(command: str, words: list[str]) -> None:
    made = run(command, *words, typed="")
    assert made.exit_code in (0, 1, 2)
    assert "a mistake in the program" not in made.output


@quick
@given(st.binary(max_size=200), st.sampled_from(["check", "report", "verify", "replay", "odds", "play"]))
def test_files(folder: Path, data: bytes, command: str) -> None:
    path = folder / "some.yaml"
    path.write_bytes(data)
    made = run(command, path, typed="")
    assert made.exit_code in (1, 2)
    assert "a mistake in the program" not in made.output
    assert made.output.strip()


@pytest.mark.parametrize("book", shelf.names())
@quick
@given(st.lists(st.one_of(WORDS, st.sampled_from(["1", "undo", "odds 2", "bows: hold"])), max_size=8))
def test_answers(book: str, folder: Path, lines: list[str]) -> None:
    typed = "\n".join(line.replace("\n", " ") for line in lines) + "\n"
    made = run("play", f"{book}/skirmish", "--seed", "a", "--record", "g.jsonl", "--force", typed=typed)
    assert made.exit_code in (0, 1)
    assert "a mistake in the program" not in made.output


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_fault_of_the_program_is_one_line_too(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.rulebooks.shelf.books", lambda: 1 // 0)
    made = run("books", lang=lang)
    assert made.exit_code == 1
    assert len(made.output.splitlines()) == 1
    assert "ZeroDivisionError" in made.output
