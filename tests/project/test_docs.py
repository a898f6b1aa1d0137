"""Every command and code sample of the documentation is run, page by page, each page in its own folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "README.ru.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(console|python|(?:yaml|text) file=\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def grognard(command: str, folder: Path) -> None:
    words = shlex.split(command)
    assert words[0] == "grognard", command
    env = {**os.environ, "NO_COLOR": "1", "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "grognard.cli.main", *words[1:]],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    expected = 1 if "# 1" in command else 0
    assert done.returncode == expected, f"{command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    assert done.stdout.strip() or done.stderr.strip() or "-o " in command


def python(sample: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", sample], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, f"{sample}\n{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_everything_on_the_page_works(page: Path, tmp_path: Path) -> None:
    for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "python":
            python(text, tmp_path)
        elif kind.startswith(("yaml", "text")):
            (tmp_path / kind.partition("file=")[2]).write_text(text, encoding="utf-8")
        else:
            for line in text.splitlines():
                if line.startswith("$ "):
                    grognard(line[2:], tmp_path)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_no_link_leads_nowhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_both_readmes_show_the_same_commands() -> None:
    def verbs(page: Path) -> list[str]:
        return re.findall(r"^\$ grognard (\w+)", page.read_text(encoding="utf-8"), re.MULTILINE)

    assert verbs(PAGES[0]) == verbs(PAGES[1])
