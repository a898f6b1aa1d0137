"""In a real terminal of 80 columns, and in real pipes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from grognard.show.cells import cells

PROGRAM = [sys.executable, "-c", "from grognard.cli.main import main; main()"]
CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def shell(line: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A line for bash, in which ``grognard`` is the program."""
    program = " ".join(f"'{part}'" for part in PROGRAM)
    script = f'set -o pipefail; grognard() {{ {program} "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, env={**os.environ, **environ}
    )


def _hear_interrupts() -> None:
    """What runs in the background of a shell, as these tests may, has interrupts shut off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def terminal(folder: Path) -> Iterator[pexpect.spawn[str]]:
    """``grognard play feudal/skirmish`` at a terminal."""
    arguments = [*PROGRAM[1:], "play", "feudal/skirmish", "--seed", "mill", "--record", "b.jsonl"]
    child = pexpect.spawn(
        PROGRAM[0],
        arguments,
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=30,
        env={**os.environ, "TERM": "xterm"},
        preexec_fn=_hear_interrupts,
    )
    yield child
    child.close(force=True)


def test_playing_at_a_terminal(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("lord> ")
    first = terminal.before or ""
    assert "\x1b[1m" in first
    assert max(cells(line) for line in CODES.sub("", first).splitlines()) <= 80
    terminal.sendline("?")
    terminal.expect_exact("lord> ")
    terminal.sendline("1")
    terminal.expect_exact("lord> ")
    terminal.sendline("shoot at stragglers hold")
    terminal.expect_exact("lord> ")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0


def test_tab_completes_orders(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("lord> ")
    terminal.send("2 mill b\t")
    terminal.expect_exact("Mill bowmen")


def test_interrupting_is_quiet_and_keeps_the_battle(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("lord> ")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 130
    assert "Traceback" not in (terminal.before or "")
    assert "grognard play --resume b.jsonl" in (terminal.before or "")


def test_a_killed_battle_goes_on(terminal: pexpect.spawn[str]) -> None:
    terminal.expect_exact("lord> ")
    terminal.sendline("1")
    terminal.expect_exact("lord> ")
    terminal.kill(signal.SIGKILL)
    terminal.expect(pexpect.EOF)
    Path("answers").write_text("1\n" * 400, encoding="utf-8")
    done = shell("grognard play --resume b.jsonl <answers && grognard verify b.jsonl")
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    assert done.stdout.endswith("In order.\n")


def test_a_pipe_that_closes_early_is_quiet() -> None:
    done = shell("grognard rules feudal FE | head -n 1")
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


def test_colours_only_where_they_are_wanted(folder: Path) -> None:
    assert "\x1b[" not in shell("grognard rules feudal FE-ATT-01").stdout
    for environ, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], "rules", "feudal", "FE-ATT-01"],
            encoding="utf-8",
            env={**os.environ, "TERM": "xterm", **environ},
        )
        child.expect(pexpect.EOF)
        assert ("\x1b[1m" in (child.before or "")) == coloured
        child.close()
