"""What is wrong with a request that does not fit its description: where, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from fastapi.exceptions import RequestValidationError

from grognard.locale import T, Text

TEXT, WHOLE, NUMBER, FLAG = T("text"), T("a whole number"), T("a number"), T("true or false")
LIST, FIELDS = T("a list"), T("an object with fields")
KINDS: Mapping[str, Text] = {
    "string_type": TEXT,
    "string_unicode": TEXT,
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_parsing_size": WHOLE,
    "int_from_float": WHOLE,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "bool_type": FLAG,
    "bool_parsing": FLAG,
    "list_type": LIST,
    "dict_type": FIELDS,
    "model_type": FIELDS,
    "model_attributes_type": FIELDS,
}
"""Errors that say of what kind a value should be."""
OTHERS: Mapping[str, str] = {
    "missing": T("is missing").source,
    "extra_forbidden": T("is not known here").source,
    "json_invalid": T("is no JSON").source,
    "literal_error": T("must be one of: {choices}").source,
    "enum": T("must be one of: {choices}").source,
    "string_pattern_mismatch": T("must be text of the form {pattern}").source,
    "string_too_long": T("may have {max_length} characters at most").source,
    "string_too_short": T("must have {min_length} characters at least").source,
    "too_long": T("may have {max_length} items at most").source,
    "too_short": T("must have {min_length} items at least").source,
    "greater_than_equal": T("must be {ge} or more").source,
    "greater_than": T("must be more than {gt}").source,
    "less_than_equal": T("must be {le} or less").source,
    "less_than": T("must be less than {lt}").source,
}
"""Errors of other kinds, with places for what the framework knows of them."""
_PART_OF_UNION = re.compile(r"^(str|int|float|bool|constrained-\w+|\[key\]|.*\[.*)$")


def not_understood(error: RequestValidationError) -> Text:
    """Everything that is wrong, each with its place in the request."""
    places: dict[str, list[Any]] = {}
    for one in error.errors():
        places.setdefault(_place(one["loc"]), []).append(one)
    lines = [
        T("{where}: {what}", where=where or T("the request"), what=what)
        for where, found in places.items()
        for what in _wrong(found)
    ]
    return T("not understood: {problems}", problems=tuple(lines))


def _place(loc: Sequence[Any]) -> str:
    """``orders[0].question``; "" for the request as a whole."""
    parts = [one for one in loc[1:] if isinstance(one, int) or not _PART_OF_UNION.match(one)]
    if loc[0] == "body" and all(isinstance(one, int) for one in loc[1:]):
        return ""  # where in a text that is no JSON
    return "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in parts).removeprefix(".")


def _wrong(found: Sequence[Mapping[str, Any]]) -> Iterator[Text | str]:
    """What is wrong at one place. Where several kinds would do, one error that is not of kind is the nearest."""
    others = [one for one in found if one["type"] not in KINDS]
    if not others:
        kinds = dict.fromkeys(KINDS[one["type"]].source for one in found)
        either = reduce(lambda one, other: T("{one} or {other}", one=one, other=other), map(Text, kinds))
        yield T("must be {kind}", kind=either)
    for one in others:
        yield _other(one)


def _other(error: Mapping[str, Any]) -> Text | str:
    facts = dict(error.get("ctx", {}))
    if "expected" in facts:
        facts["choices"] = tuple(re.findall("'([^']*)'", facts["expected"]))
    kind = f"string_{error['type']}" if isinstance(error["input"], str) else error["type"]
    source = OTHERS.get(kind, OTHERS.get(error["type"]))
    return str(error["msg"]) if source is None else Text(source, facts)
