"""Commands as a person runs them, without a process of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from grognard.cli.main import program


def run(*arguments: str | Path, typed: str | None = None, lang: str = "en") -> Result:
    """One command; ``typed`` is what the person types."""
    made = CliRunner().invoke(program, [*map(str, arguments)], input=typed, env={"GROGNARD_LANG": lang})
    assert "Traceback" not in made.output
    return made


def ok(*arguments: str | Path, typed: str | None = None, lang: str = "en") -> str:
    """Its output; it must end well."""
    made = run(*arguments, typed=typed, lang=lang)
    assert made.exit_code == 0, made.output
    return made.output


def parsed(*arguments: str | Path) -> Any:
    """Its JSON."""
    made = run(*arguments, "--json")
    assert made.exit_code in (0, 1), made.output
    return json.loads(made.stdout)
