"""Names for ids: rules speak of units by their ids, a person hears the call signs that stand on the counters."""

from __future__ import annotations

from typing import Any

from grognard.core.errors import Refused
from grognard.locale import Text
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit


def sign_of(field: Field, unit: Unit) -> Any:
    """What stands on a counter; of one that has no call sign, or isn't one's own, what is known of it."""
    from grognard.rulebooks.modern.words_names import call_sign, unit_name

    return call_sign(field.setup, unit.id) or unit_name(field, unit)


def named(field: Field, refused: Refused) -> Refused:
    """The same refusal with units by their call signs, those of others as the eyes of the field know them."""
    hint = None if refused.hint is None else _named(field, refused.hint)
    return Refused(refused.clause, _named(field, refused.reason), hint)


def _named(field: Field, words: Any) -> Any:
    if isinstance(words, Text):
        return Text(words.source, {key: _named(field, one) for key, one in words.facts.items()})
    if isinstance(words, tuple):
        return tuple(_named(field, one) for one in words)
    piece = field.pieces.get(words) if isinstance(words, str) else None
    return sign_of(field, piece) if isinstance(piece, Unit) else words
