"""A game master's own file over a shipped one."""

from __future__ import annotations

import pytest

from grognard.files import Document, Problems, overlay, read_yaml

BASE = """\
morale: {rout: 15, learn: 15}
size: [{from: 1}, {from: 30}]
tactic:
  - id: wall
    needs: [foot]
    effects: [{kind: attack}]
  - id: cries
"""


def laid(*texts: str) -> Document:
    layers = [read_yaml(text, f"own{n}.yaml") for n, text in enumerate(texts, 1)]
    return overlay(read_yaml(BASE, "base.yaml"), *layers)


def test_mappings_merge_and_scalars_replace() -> None:
    assert laid("morale: {rout: 12}").data["morale"] == {"rout": 12, "learn": 15}


def test_lists_without_ids_are_replaced() -> None:
    assert laid("size: [{from: 5}]").data["size"] == [{"from": 5}]


def test_records_merge_by_id() -> None:
    tactics = laid("tactic:\n  - {id: cries, needs: []}\n  - {id: rush}\n  - {id: wall, effects: []}\n").data[
        "tactic"
    ]
    assert tactics == [
        {"id": "wall", "needs": ["foot"], "effects": []},
        {"id": "cries", "needs": []},
        {"id": "rush"},
    ]


def test_records_are_struck() -> None:
    assert [item["id"] for item in laid("tactic: [{remove: [wall]}]").data["tactic"]] == ["cries"]


def test_layers_lie_on_each_other() -> None:
    assert laid("morale: {rout: 12}", "morale: {rout: 9}").data["morale"]["rout"] == 9


def test_every_value_knows_its_file() -> None:
    document = laid("tactic:\n  - {id: wall, needs: []}\n", "morale: {rout: 9}")
    assert str(document.place(("tactic", 0, "needs"))) == "own1.yaml:2:23"
    assert str(document.place(("tactic", 0, "effects"))) == "base.yaml:6:14"
    assert str(document.place(("morale", "rout"))) == "own2.yaml:1:16"


def test_striking_what_is_not_there() -> None:
    with pytest.raises(Problems) as caught:
        laid("tactic: [{remove: [wal, 7]}, {remove: cries}]")
    assert str(caught.value).splitlines() == [
        "own1.yaml:1:20: unknown id 'wal'; did you mean 'wall'?",
        "own1.yaml:1:25: unknown id '7'; known: wall, cries",
        "own1.yaml:1:39: remove must be a list of ids",
    ]
