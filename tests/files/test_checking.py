"""Documents against models: every error in plain words, at its place, in both languages."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import pytest
from pydantic import AfterValidator, Field

from grognard.files import (
    Collector,
    FileModel,
    Problem,
    Problems,
    Wrong,
    check,
    did_you_mean,
    read_yaml,
    sift,
    unknown,
)
from grognard.locale import T


def even(value: int) -> int:
    if value % 2:
        raise Wrong(T("{value} is odd", value=value), "T-2")
    return value


class Number(FileModel):
    CLAUSE: ClassVar[str] = "T-1"
    kind: Literal["attack", "defence"]
    value: int
    phase: Literal["ranged", "melee"] = "melee"


class Flag(FileModel):
    CLAUSE: ClassVar[str] = "T-1"
    kind: Literal["halve"]


class Tactic(FileModel):
    id: str
    effects: list[Annotated[Number | Flag, Field(discriminator="kind")]] = Field(default_factory=list)
    once: bool = False
    most: Annotated[int, Field(ge=1, le=9)] = 1
    pair: Annotated[int, AfterValidator(even)] = 2


class Table(FileModel):
    tactic: Annotated[list[Tactic], Field(min_length=1)]
    mood: Literal["calm", "grim"] = "calm"
    levels: dict[int, int] = Field(default_factory=dict)
    start: int | None = None


WORDS = {"tactic": T("tactic"), "effects": T("effect")}


def said(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        check(read_yaml(text, "t.yaml"), Table, clause="T-0", words=WORDS)
    return caught.value.say().splitlines()


def test_a_good_document_becomes_its_model() -> None:
    table = check(read_yaml("tactic:\n  - {id: x, effects: [{kind: halve}]}\nlevels: {1: 2}\n"), Table)
    assert table.tactic[0].effects == [Flag(kind="halve")]
    assert table.levels == {1: 2}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mood: grim", "t.yaml:1:1: key 'tactic' is missing (T-0)"),
        ("tactic: []", "t.yaml:1:9: tactic must hold at least 1 (T-0)"),
        ("tactic: {}", "t.yaml:1:9: tactic must be a list, not a mapping of keys (T-0)"),
        ("tactic: [7]", "t.yaml:1:10: tactic 1: tactic must be a mapping of keys, not 7 (T-0)"),
        ("tactic: [{id: 5}]", "t.yaml:1:15: tactic 1: id must be a text, not 5 (T-0)"),
        (
            "tactic: [{id: x, once: yes}]",
            "t.yaml:1:24: tactic 'x': once must be true or false, not the text 'yes' (T-0)",
        ),
        (
            "tactic: [{id: x, most: true}]",
            "t.yaml:1:24: tactic 'x': most must be a whole number, not true (T-0)",
        ),
        (
            "tactic: [{id: x, most: 1.5}]",
            "t.yaml:1:24: tactic 'x': most must be a whole number, not 1.5 (T-0)",
        ),
        (
            "tactic: [{id: x, most: }]",
            "t.yaml:1:24: tactic 'x': most must be a whole number, not nothing (T-0)",
        ),
        ("tactic: [{id: x, most: 0}]", "t.yaml:1:24: tactic 'x': most must be at least 1, not 0 (T-0)"),
        ("tactic: [{id: x, most: 10}]", "t.yaml:1:24: tactic 'x': most must be at most 9, not 10 (T-0)"),
        (
            "tactic: [{id: x, onse: true}]",
            "t.yaml:1:18: tactic 'x': unknown key 'onse'; did you mean 'once'? (T-0)",
        ),
        ("tactic: [{id: x, pair: 3}]", "t.yaml:1:24: tactic 'x': 3 is odd (T-2)"),
        (
            "tactic: [{id: x, effects: [{kind: atack, value: 1}]}]",
            "t.yaml:1:28: tactic 'x', effect 1: unknown kind 'atack'; did you mean 'attack'? (T-1)",
        ),
        (
            "tactic: [{id: x, effects: [{value: 1}]}]",
            "t.yaml:1:28: tactic 'x', effect 1: key 'kind' is missing (T-1)",
        ),
        (
            "tactic: [{id: x, effects: [{kind: attack}]}]",
            "t.yaml:1:28: tactic 'x', effect 1: key 'value' is missing (T-1)",
        ),
        (
            "tactic: [{id: x, effects: [{kind: attack, value: 1, phase: any}]}]",
            "t.yaml:1:60: tactic 'x', effect 1: unknown phase 'any'; known: ranged, melee (T-1)",
        ),
        (
            "tactic: [{id: x, effects: [flag]}]",
            "t.yaml:1:28: tactic 'x', effect 1: effects must be a mapping of keys, not the text 'flag' (T-1)",
        ),
        ("tactic: [{id: x}]\nmood: gim", "t.yaml:2:7: unknown mood 'gim'; did you mean 'grim'? (T-0)"),
        ("tactic: [{id: x}]\nmood: 3", "t.yaml:2:7: mood must be one of calm, grim, not 3 (T-0)"),
        ("tactic: [{id: x}]\nlevels: {x: 1}", "t.yaml:2:10: key 'x' must be a whole number (T-0)"),
        (
            "tactic: [{id: x}]\nstart: soon",
            "t.yaml:2:8: start must be a whole number, not the text 'soon' (T-0)",
        ),
    ],
)
def test_errors_in_plain_words(text: str, message: str) -> None:
    assert said(text) == [message]


def test_all_errors_at_once_in_file_order() -> None:
    lines = said(
        "mood: x\ntactic:\n  - most: 0\n    wish: 1\n  - {id: y, effects: [{kind: halve, value: 1}]}\n"
    )
    assert [line.split(": ")[0] for line in lines] == [
        "t.yaml:1:7",
        "t.yaml:3:5",
        "t.yaml:3:11",
        "t.yaml:4:5",
        "t.yaml:5:37",
    ]


def test_sifting_keeps_what_is_good() -> None:
    text = "tactic: [{id: x, most: 0}, {id: y, wish: 1}, {id: z}]\nmood: grim\nlevels: {a: 1}\n"
    sifted = sift(read_yaml(text, "t.yaml"), Table)
    assert [(at, row.id) for at, row in sifted.rows["tactic"]] == [(1, "y"), (2, "z")]
    assert sifted.parts == {"mood": "grim"}
    assert sifted.bad == {("tactic", 0), ("levels",)}
    assert [problem.column for problem in sifted.problems] == [24, 36, 10]


def test_russian() -> None:
    with pytest.raises(Problems) as caught:
        check(read_yaml("tactic: [{id: x, onse: 1}]", "t.yaml"), Table, clause="T-0")
    assert caught.value.say("ru") == "t.yaml:1:18: неизвестно: ключ «onse»; может быть, «once»? (T-0)"


def test_a_collector_gathers_and_sorts() -> None:
    document = read_yaml("a: 1\nb: 2\n", "t.yaml")
    collector = Collector(document)
    collector.done()
    collector.add(("b",), T("late"), "T-3")
    collector.add(("a",), T("early"), key=True)
    collector.add(("a",), T("early"), key=True)
    with pytest.raises(Problems) as caught:
        collector.done()
    assert str(caught.value) == "t.yaml:1:1: early\nt.yaml:2:4: late (T-3)"


def test_problems_sort_by_place() -> None:
    problems = [Problem("b", 1, 1, T("x")), Problem("a", 2, 1, T("x")), Problem("a", 1, 9, T("x"))]
    assert [(p.file, p.line) for p in sorted(problems)] == [("a", 1), ("a", 2), ("b", 1)]


@pytest.mark.parametrize(
    ("word", "known", "guess"),
    [
        ("atack", ["attack", "defence"], "attack"),
        ("аttасk", ["attack", "defence"], "attack"),
        ("Стена щитов", ["стена щитов", "охват"], "стена щитов"),
        ("cтенa", ["стена", "охват"], "стена"),
        ("лучник", ["лучники", "рыцари"], "лучники"),
        ("quiche", ["attack", "defence"], None),
        ("x", [], None),
        ("ф1", ["f2", "f1", "f3"], "f1"),
    ],
)
def test_did_you_mean(word: str, known: list[str], guess: str | None) -> None:
    assert did_you_mean(word, known) == guess


def test_unknown_lists_what_is_known_but_not_without_end() -> None:
    assert unknown(T("troop"), "zzz", []).say() == "unknown troop 'zzz'; none is known"
    assert unknown(T("troop"), "zzz", [f"a{n}" for n in range(30)]).say().endswith("a18, a19, ...")
