"""The YAML subset: what it says, where it stands, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.files import Place, Problems, read_yaml, reading


def refused(text: str | bytes) -> str:
    with pytest.raises(Problems) as caught:
        read_yaml(text, "t.yaml")
    return caught.value.say()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("~", None),
        ("null", None),
        ("", None),
        ("-7", -7),
        ("007", 7),
        ("+1", 1),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("12:30", "12:30"),
        ("2024-01-01", "2024-01-01"),
        (".5", 0.5),
        ("1.5e3", 1500.0),
        (".inf", ".inf"),
        ("'1'", "1"),
        ('"true"', "true"),
        ("Ёлка", "Ёлка"),
        ("<<", "<<"),
    ],
)
def test_scalars(written: str, read: object) -> None:
    value = read_yaml(f"key: {written}\n").data["key"]
    assert (value, type(value)) == (read, type(read))


def test_keys_are_texts_and_whole_numbers() -> None:
    assert read_yaml("1: a\ntrue: b\nno: c\n1.5: d\n").data == {1: "a", "true": "b", "no": "c", "1.5": "d"}


def test_every_key_and_value_has_its_place() -> None:
    document = read_yaml("army:\n  - id: a\n    men: 30\n  - {id: b, men: 50}\n", "t.yaml")
    assert document.place(("army", 0, "men"), key=True) == Place("t.yaml", 3, 5)
    assert document.place(("army", 0, "men")) == Place("t.yaml", 3, 10)
    assert document.place(("army", 1, "men")) == Place("t.yaml", 4, 18)


def test_a_path_that_leads_nowhere_is_at_the_nearest_whole() -> None:
    document = read_yaml("army:\n  - id: a\n", "t.yaml")
    assert document.place(("army", 0, "troop")) == Place("t.yaml", 2, 5)
    assert document.place(("army", 7)) == Place("t.yaml", 2, 3)
    assert document.place(()) == Place("t.yaml", 1, 1)


def test_an_alias_repeats_what_it_names() -> None:
    document = read_yaml("a: &x [1, {b: 2}]\nc: *x\n")
    assert document.data["c"] == [1, {"b": 2}]
    assert document.place(("c", 1, "b")) == document.place(("a", 1, "b"))


def test_all_double_keys_are_named_with_both_places() -> None:
    said = refused("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n").splitlines()
    assert said == [
        "t.yaml:4:3: key 'c' is written twice; the first stands in line 3, column 3",
        "t.yaml:5:1: key 'a' is written twice; the first stands in line 1, column 1",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: b: c", "1:5: a colon that does not fit"),
        ("a: 1\n b: 2", "2:3: a colon that does not fit"),
        ("a: [1, 2\nb: 3", "2:2: the list in [ ] is not closed"),
        ("a: {b: 1\nc: 2", "2:2: the mapping in braces is not closed"),
        ("a: 'x\nb", "1:4: the quotation mark is never closed"),
        ("a:\n\tb: 1", "2:1: a tab; indent with spaces"),
        ("\ta: 1", "1:1: a tab; indent with spaces"),
        ("a: @x", "1:4: a text cannot begin with '@'"),
        ("a: x\n- b", "2:1: this line does not continue"),
        ("a: - b", "1:4: a list item '- ' cannot stand here"),
        ("a: *x", "1:4: alias *x names nothing above"),
        ("a: &x [*x]", "1:8: alias *x stands inside what it names"),
        ("a: !!python/name:os.system 1", "1:4: tags such as tag:yaml.org,2002:python/name:os.system"),
        ("? [x]\n: 1", "1:3: a key must be a single word or number"),
        ("a: 1\n---\nb: 2", "2:1: a second document begins here"),
        ("a: 1\n...\nb", "3:1: the document has ended above"),
        ("a: " + "9" * 5000, "1:4: a number of more than 18 digits"),
        ("a: 1e999", "1:4: the number 1e999 is too large"),
        ("", "1:1: the file is empty"),
        ("# nothing but a remark\n", "1:1: the file is empty"),
        ("- a\n- b\n", "1:1: the file must be a mapping"),
        ("just words", "1:1: the file must be a mapping"),
        ("a: x\x00y", "1:5: character U+0000 is not text"),
        (b"a: 1\nb: \xff", "2:4: not UTF-8; save the file as UTF-8"),
        ("ключ: é".encode("utf-16"), "1:1: not UTF-8"),
        ("a: " + "[" * 60, "1:43: nested deeper than 40 levels"),
        ("a: " + "[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_refused_is_said_plainly(text: str | bytes, said: str) -> None:
    assert refused(text).startswith("t.yaml:")
    assert said in refused(text)


def test_a_byte_order_mark_is_no_matter() -> None:
    assert read_yaml("\ufeffa: 1".encode()).data == {"a": 1}


def test_aliases_of_aliases_do_not_explode() -> None:
    layers = "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 10)}]\n" for n in range(1, 12))
    assert "the file holds more than" in refused("x0: &x0 [1, 1, 1]\n" + layers)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: 1\n", encoding="utf-8")
    assert read_yaml(file).data == {"a": 1}
    assert read_yaml(file, "short").name == "short"
    for missing in (tmp_path / "b.yaml", tmp_path):
        with pytest.raises(Problems, match="1:1: no such file"):
            read_yaml(missing)


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_BYTES", 1_000_000)
    file = tmp_path / "huge.yaml"
    file.write_bytes(b"# " + b"x" * 1_000_000)
    with pytest.raises(Problems, match="larger than 1 MB"):
        read_yaml(file)
    assert "larger than 1 MB" in refused("#" * 1_000_001)


@pytest.mark.parametrize(
    "text", ["a:\n  - {b: 'c', d: 1}\n  - &x yes\n  - *x\n", "a: [1\nb: 2", "a:\n\tb: 1", "a: b: c"]
)
def test_both_parsers_agree(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome() -> object:
        try:
            return read_yaml(text, "t.yaml")
        except Problems as problems:
            return problems.say()

    fast = outcome()
    monkeypatch.setattr(reading, "fastest_parser", reading.PurePython)
    assert outcome() == fast


def data_or_problems(text: str | bytes) -> object:
    try:
        return read_yaml(text).data
    except Problems as found:
        return found.problems or None


@given(st.text(alphabet=st.sampled_from(list("ab:-[]{},&*!|>'\"#%@ \n\t0123\x00яё")), max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_text_makes_anything_but_problems(text: str) -> None:
    assert isinstance(data_or_problems(text), dict | tuple)


@given(st.binary(max_size=80))
@settings(max_examples=100, deadline=None)
def test_no_bytes_make_anything_but_problems(raw: bytes) -> None:
    assert isinstance(data_or_problems(raw), dict | tuple)
