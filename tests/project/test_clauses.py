"""The reader of clause marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clauses import clauses_with_tests

MODULE = """
import pytest

pytestmark = [pytest.mark.slow, pytest.mark.clause("FE-ALL-01")]
CASES: list[object] = [pytest.param(3, marks=pytest.mark.clause("FE-CASE-03"))]


@pytest.mark.clause("FE-ATT-01", "FE-ATT-02")
def test_two() -> None: ...


@pytest.mark.parametrize("n", [1, pytest.param(2, marks=[pytest.mark.clause("FE-CASE-02")])])
def test_some(n: int) -> None: ...


@pytest.mark.parametrize("n", CASES)
def test_listed(n: int) -> None: ...


@pytest.mark.clause("FE-CLASS-01")
class TestMany:
    pytestmark = pytest.mark.clause("FE-CLASS-02")

    async def test_one(self) -> None: ...


@pytest.mark.clause("FE-HELP-01")
def helper() -> None: ...
"""


def test_marks_are_found_wherever_pytest_sees_them(tmp_path: Path) -> None:
    (tmp_path / "feudal").mkdir()
    (tmp_path / "feudal" / "test_attack.py").write_text(MODULE)
    file = "feudal/test_attack.py"
    assert clauses_with_tests(tmp_path) == {
        "FE-ALL-01": [
            f"{file}::test_two",
            f"{file}::test_some",
            f"{file}::test_listed",
            f"{file}::TestMany::test_one",
        ],
        "FE-ATT-01": [f"{file}::test_two"],
        "FE-ATT-02": [f"{file}::test_two"],
        "FE-CASE-02": [f"{file}::test_some"],
        "FE-CASE-03": [f"{file}::test_listed"],
        "FE-CLASS-01": [f"{file}::TestMany::test_one"],
        "FE-CLASS-02": [f"{file}::TestMany::test_one"],
    }


def test_an_id_that_is_not_written_out_is_refused(tmp_path: Path) -> None:
    module = 'import pytest\n\n@pytest.mark.clause("FE-" + "ATT-01")\ndef test_it() -> None: ...\n'
    (tmp_path / "test_sum.py").write_text(module)
    with pytest.raises(ValueError, match=r"test_sum\.py:3: write the clause id out"):
        clauses_with_tests(tmp_path)


def test_the_tests_of_this_project_can_be_read() -> None:
    clauses_with_tests()
