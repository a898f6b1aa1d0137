"""Every command and code sample of the documentation is run, page by page, each page in its own folder."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "README.ru.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(console|python|(?:yaml|text) file=\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.fixture(scope="module")
def commands() -> Iterator[subprocess.Popen[str]]:
    """A process that runs commands, all rule books read once: reading them is most of what a short one costs."""
    runner = [sys.executable, "-m", "tests.project.commands"]
    with subprocess.Popen(runner, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as found:
        yield found
        assert found.stdin is not None
        found.stdin.close()


def grognard(commands: subprocess.Popen[str], command: str, folder: Path) -> None:
    words = shlex.split(command, comments=True)
    assert words[0] == "grognard", command
    assert commands.stdin is not None
    assert commands.stdout is not None
    said, complained = folder / ".said", folder / ".complained"
    for one in (said, complained):
        one.write_text("", encoding="utf-8")
    print(json.dumps([words, str(folder), str(said), str(complained)]), file=commands.stdin, flush=True)
    status = int(commands.stdout.readline())
    out, err = said.read_text(encoding="utf-8"), complained.read_text(encoding="utf-8")
    expected = 1 if "# 1" in command else 0
    assert status == expected, f"{command}\n{out}\n{err}"
    assert "Traceback" not in err
    assert out.strip() or err.strip() or "-o " in command


def python(sample: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", sample], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, f"{sample}\n{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_everything_on_the_page_works(page: Path, tmp_path: Path, commands: subprocess.Popen[str]) -> None:
    for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "python":
            python(text, tmp_path)
        elif kind.startswith(("yaml", "text")):
            (tmp_path / kind.partition("file=")[2]).write_text(text, encoding="utf-8")
        else:
            for line in text.splitlines():
                if line.startswith("$ "):
                    grognard(commands, line[2:], tmp_path)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_no_link_leads_nowhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_both_readmes_show_the_same_commands() -> None:
    def verbs(page: Path) -> list[str]:
        return re.findall(r"^\$ grognard (\w+)", page.read_text(encoding="utf-8"), re.MULTILINE)

    assert verbs(PAGES[0]) == verbs(PAGES[1])
