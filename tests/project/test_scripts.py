"""./run and what it shares with ./check, on a copy that has a stand-in for the environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = f"""#!/bin/sh
case "$*" in *"pip install"*) echo no such host; exit 1;; esac
exec "{sys.executable}" "$@"
"""
GROGNARD = '#!/bin/sh\necho "grognard $*"\n'


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout that is set up, where an installation would fail."""
    (tmp_path / "tools").mkdir()
    for name in ("run", "pyproject.toml", "tools/setup.sh"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name, text in {"python": PYTHON, "grognard": GROGNARD}.items():
        program = tmp_path / ".venv" / "bin" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    bash(tmp_path, '. tools/setup.sh; printf "%s $(fingerprint)\\n" lab web >"$stamp"')
    return tmp_path


def bash(cwd: Path, command: str, lang: str = "C.UTF-8") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"LC_ALL": lang, "TMPDIR": str(cwd)}
    return subprocess.run(
        ["bash", "-c", command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_run_opens_the_war_room_from_any_folder_and_without_the_network(copy: Path) -> None:
    done = bash(copy / "tools", "../run")
    assert (done.returncode, done.stdout, done.stderr) == (0, "grognard serve\n", "")


def test_run_hands_its_arguments_on(copy: Path) -> None:
    assert bash(copy, "./run odds 'two words' --seed 1").stdout == "grognard odds two words --seed 1\n"


@pytest.mark.parametrize(
    ("lang", "words"),
    [("C.UTF-8", "The installation failed"), ("ru_RU.UTF-8", "Установка не удалась")],
)
def test_a_changed_project_file_means_installing_again_and_a_failure_is_said(
    copy: Path, lang: str, words: str
) -> None:
    (copy / "pyproject.toml").write_text("[project]\n")
    done = bash(copy, "./run", lang)
    assert done.returncode == 1
    assert "no such host" in done.stderr
    assert words in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("script", ["run", "check", ".ci/run"])
def test_the_scripts_can_be_called(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert bash(ROOT, f"bash -n {script}").stderr == ""
