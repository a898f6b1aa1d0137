"""What PyYAML says about a text that is not YAML, in plain words."""

from __future__ import annotations

import yaml

from grognard.files.problems import Problem
from grognard.locale import T, Text

_COLON = T(
    "a colon that does not fit here: check the indentation of this line, and quote a text that holds ': '"
)
_INDENTED = T("this line does not continue what stands above; check its indentation")
_LIST = T("the list in [ ] is not closed, or a comma is missing")
_MAPPING = T("the mapping in braces is not closed, or a comma is missing")
_KEY = T("a ':' is missing after the key")
_QUOTE = T("the quotation mark is never closed")
_DASH = T("a list item '- ' cannot stand here; put it on a line of its own")
_NAME = T("a name is missing after & or *")
_ESCAPE = T("unknown \\ escape; use single quotes '...' for a text with backslashes")
_END = T("the document has ended above; nothing may follow")
_NESTED = T("nested too deeply")
_DIRECTIVE = T("directives (lines with %) are not used here")

_SAID: tuple[tuple[str, Text], ...] = (
    ("mapping values are not allowed", _COLON),
    ("sequence entries are not allowed", _DASH),
    ("block sequence entries are not allowed", _DASH),
    ("',' or ']'", _LIST),
    ("',' or '}'", _MAPPING),
    ("unexpected end of stream", _QUOTE),
    ("did not find expected key", _INDENTED),
    ("did not find expected '-' indicator", _INDENTED),
    ("expected <block end>", _INDENTED),
    ("could not find expected ':'", _KEY),
    ("alphabetic or numeric character", _NAME),
    ("escape character", _ESCAPE),
    ("document start", _END),
    ("nesting depth", _NESTED),
    ("directive", _DIRECTIVE),
)


def plain_words(error: yaml.MarkedYAMLError, name: str, text: str) -> Problem:
    """The problem that ``error`` describes, at the place where a person would look."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    said = error.problem or ""
    lines = text.split("\n")
    here = lines[line] if line < len(lines) else ""
    if "\t" in here[: len(here) - len(here.lstrip())]:
        return Problem(name, line + 1, here.index("\t") + 1, T("a tab; indent with spaces"))
    if "unexpected end of stream" in said and error.context_mark:
        line, column = error.context_mark.line, error.context_mark.column
    return Problem(name, line + 1, column + 1, _message(said, here[column : column + 1]))


def _message(said: str, character: str) -> Text:
    if "cannot start any token" in said:
        return T("a text cannot begin with '{character}'; put it in quotes", character=character)
    for part, text in _SAID:
        if part in said:
            return text
    return T("not YAML: {said}", said=said)
