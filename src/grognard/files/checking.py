"""A document checked against a pydantic model; every error in plain words, with line and column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from grognard.files.expectations import Expected
from grognard.files.guessing import unknown
from grognard.files.nodes import Document, Path
from grognard.files.problems import Problem, Problems
from grognard.locale import Name, T, Text

Model = TypeVar("Model", bound=BaseModel)

_TYPES = {
    "int": T("a whole number"),
    "float": T("a number"),
    "bool": T("true or false"),
    "string": T("a text"),
    "list": T("a list"),
    "dict": T("a mapping of keys"),
    "model": T("a mapping of keys"),
    "model_attributes": T("a mapping of keys"),
}


class FileModel(BaseModel):
    """A record in a file: no other keys, no conversion of types. ``CLAUSE`` says where its keys are ruled."""

    CLAUSE: ClassVar[str | None] = None
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, regex_engine="rust-regex")


class Wrong(ValueError):
    """Raised by a validator of a model: what is wrong, and the clause that says so."""

    def __init__(self, message: Text, clause: str | None = None) -> None:
        super().__init__(message.say())
        self.message, self.clause = message, clause


def check(
    document: Document,
    model: type[Model],
    clause: str | None = None,
    words: Mapping[str, Text] | None = None,
) -> Model:
    """The document as a ``model``.

    ``clause`` names the rule for records without a ``CLAUSE`` of their own; ``words`` gives the name of one
    item of a list (key of the list -> name), for messages such as ``army 'x', effect 2: ...``.
    Raises :class:`Problems` with all errors.
    """
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        found = [_problem(document, model, detail, clause, words or {}) for detail in error.errors()]
        raise Problems(found) from None


@dataclass(frozen=True)
class Sifted:
    """What is well-formed in a document, though not all of it may be.

    ``rows``: for each list of the model, its good items with their index; ``parts``: the other keys that are good.
    ``bad`` holds the heads of the paths that are not: (key,) or (key, index).
    """

    problems: tuple[Problem, ...]
    rows: dict[str, list[tuple[int, Any]]]
    parts: dict[str, Any]
    bad: frozenset[Path]


def sift(
    document: Document,
    model: type[BaseModel],
    clause: str | None = None,
    words: Mapping[str, Text] | None = None,
) -> Sifted:
    """As :func:`check`, but hands back what is good beside the problems, so that it can be looked at further.

    An item with nothing wrong but keys that it should not have counts as good, without them.
    """
    details: list[Any] = []
    try:
        model.model_validate(document.data)
    except ValidationError as error:
        details = list(error.errors())
    surplus = [detail["loc"] for detail in details if _is_surplus(document.data, detail)]
    bad = frozenset(_head(document.data, d["loc"]) for d in details if d["loc"] not in surplus)
    rows: dict[str, list[tuple[int, Any]]] = {}
    parts: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        value = document.data.get(info.alias or name)
        annotation: Any = info.annotation
        if get_origin(annotation) is list:
            kind = TypeAdapter(get_args(annotation)[0])
            items = value if isinstance(value, list) else []
            good = [at for at in range(len(items)) if (name, at) not in bad]
            rows[name] = [(at, kind.validate_python(_without(items[at], (name, at), surplus))) for at in good]
        elif (name,) not in bad and value is not None:
            parts[name] = TypeAdapter(annotation).validate_python(value)
    problems = tuple(_problem(document, model, detail, clause, words or {}) for detail in details)
    return Sifted(problems, rows, parts, bad)


def _head(data: Any, loc: Path) -> Path:
    """The key, and the index if it names a list."""
    return loc[:2] if len(loc) > 1 and isinstance(data.get(loc[0]), list) else loc[:1]


def _is_surplus(data: Any, detail: Any) -> bool:
    """Whether the error is a key too many in an item of a list."""
    loc = detail["loc"]
    return detail["type"] == "extra_forbidden" and len(loc) == 3 and len(_head(data, loc)) == 2


def _without(item: Any, head: Path, surplus: Sequence[Path]) -> Any:
    """The item without its surplus keys."""
    keys = {loc[2] for loc in surplus if loc[:2] == head}
    return {key: value for key, value in item.items() if key not in keys} if keys else item


def item_words(data: Any, path: Path, words: Mapping[str, Text]) -> list[Text]:
    """The items of lists on the way along ``path``: ``army 'x'``, ``effect 2``."""
    items: list[Text] = []
    name = ""
    for step in path:
        if isinstance(step, str):
            name = step
        data = data[step]
        if isinstance(step, int) and name in words:
            items.append(_item(words[name], step, data))
    return items


def _item(kind: Text, index: int, record: Any) -> Text:
    known = record.get("id", record.get("name")) if isinstance(record, dict) else None
    if isinstance(known, dict):
        known = known.get("en")
    if isinstance(known, str):
        return T("{kind} '{name}'", kind=kind, name=known)
    return T("{kind} {number}", kind=kind, number=index + 1)


def _problem(
    document: Document, model: type[BaseModel], detail: Any, clause: str | None, words: Mapping[str, Text]
) -> Problem:
    expected = Expected(model, document.data, detail["loc"])
    about_key = detail["type"] == "extra_forbidden" or detail["loc"][-1:] == ("[key]",)
    place = document.place(expected.path, key=about_key)
    message = _message(detail, expected)
    items = item_words(document.data, expected.path, words)
    if items:
        message = T("{items}: {message}", items=tuple(items), message=message)
    error = detail.get("ctx", {}).get("error")
    own = error.clause if isinstance(error, Wrong) else None
    return Problem.at(place, message, own or expected.clause() or clause)


def _message(detail: Any, expected: Expected) -> Text:
    kind, value, facts = detail["type"], detail["input"], detail.get("ctx", {})
    key = _key(expected)
    if kind in ("missing", "union_tag_not_found"):
        return T("key '{key}' is missing", key=_missing(detail, expected))
    if kind == "extra_forbidden":
        return unknown(T("key"), detail["loc"][-1], expected.keys())
    if kind == "union_tag_invalid":
        tags = [tag.strip().strip("'") for tag in facts["expected_tags"].split(",")]
        return unknown(Name(facts["discriminator"].strip("'")), facts["tag"], tags)
    if kind == "literal_error":
        return _not_among(key, value, expected.values())
    if kind == "value_error" and isinstance(facts.get("error"), Wrong):
        wrong: Wrong = facts["error"]
        return wrong.message
    kind_of = _TYPES.get(kind.removesuffix("_type").removesuffix("_from_float"))
    if kind_of is not None:
        if detail["loc"][-1:] == ("[key]",):
            return T("key '{key}' must be {what}", key=value, what=kind_of)
        return T("{key} must be {what}, not {value}", key=key, what=kind_of, value=_shown(value))
    return _limit(kind, key, value, facts) or Text(detail["msg"])


def _key(expected: Expected) -> str:
    named = [step for step in expected.path if isinstance(step, str)]
    return named[-1] if named else "file"


def _missing(detail: Any, expected: Expected) -> str:
    if detail["type"] == "union_tag_not_found":
        found: str = detail["ctx"]["discriminator"].strip("'")
        return found
    return str(expected.missing if expected.missing is not None else detail["loc"][-1])


def _not_among(key: str, value: Any, allowed: list[str]) -> Text:
    if isinstance(value, str):
        return unknown(Name(key), value, allowed)
    return T(
        "{key} must be one of {allowed}, not {value}", key=key, allowed=tuple(allowed), value=_shown(value)
    )


def _limit(kind: str, key: str, value: Any, facts: Any) -> Text | None:
    if kind in ("greater_than_equal", "greater_than"):
        least = facts.get("ge", facts.get("gt"))
        return T("{key} must be at least {least}, not {value}", key=key, least=least, value=_shown(value))
    if kind in ("less_than_equal", "less_than"):
        most = facts.get("le", facts.get("lt"))
        return T("{key} must be at most {most}, not {value}", key=key, most=most, value=_shown(value))
    if kind in ("too_short", "string_too_short"):
        return T("{key} must hold at least {least}", key=key, least=facts["min_length"])
    if kind in ("too_long", "string_too_long"):
        return T("{key} may hold at most {most}", key=key, most=facts["max_length"])
    if kind == "string_pattern_mismatch":
        return T(
            "{key} '{value}' does not fit the pattern {pattern}",
            key=key,
            value=value,
            pattern=facts["pattern"],
        )
    return None


def _shown(value: Any) -> Text:
    if isinstance(value, bool):
        return Text("true" if value else "false")
    if value is None:
        return T("nothing")
    if isinstance(value, dict):
        return T("a mapping of keys")
    if isinstance(value, list):
        return T("a list")
    return T("the text '{value}'", value=value) if isinstance(value, str) else Text(str(value))
