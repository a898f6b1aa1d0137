"""How single values are written in files: ids, names, lengths, dice, fractions, characteristics."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, ValidationInfo, WithJsonSchema

from grognard.core.rule import clause
from grognard.files import Wrong
from grognard.locale import T
from grognard.rulebooks.fantasy.tables import Dice
from grognard.rulebooks.fantasy.tables import Fraction as Ratio
from grognard.rulebooks.options import shown
from grognard.rulebooks.writing import Named

_DICE = re.compile(r"(?:(?P<count>[1-9]?)d(?P<sides>[36])(?:\+(?P<plus>[0-9]{1,2}))?)|(?P<plain>[0-9]{1,2})")
_FRACTION = re.compile(r"(?P<over>[0-9]{1,3})(?:/(?P<under>[1-9][0-9]{0,2}))?")


@clause("FA-MAG-20")
def dice(text: str) -> Dice | None:
    """``d6``, ``d3``, ``2d6+8`` or a number; None for another text."""
    found = _DICE.fullmatch(text)
    if found is None:
        return None
    if found["plain"]:
        return Dice(0, 6, int(found["plain"]))
    return Dice(int(found["count"] or 1), int(found["sides"]), int(found["plus"] or 0))


def ratio(text: str) -> Ratio | None:
    """``2/3`` or a number; None for another text."""
    found = _FRACTION.fullmatch(text)
    return (int(found["over"]), int(found["under"] or 1)) if found else None


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _dice_text(value: str) -> str:
    if dice(value) is None:
        raise Wrong(T("'{text}' are no dice; written like d6, d3, 2d6, 2d6+8 or 4", text=value))
    return value


def _fraction_text(value: str) -> str:
    if ratio(value) is None:
        raise Wrong(T("'{text}' is no fraction; written like 1/2 or 3", text=value))
    return value


@clause("FA-GEN-09")
def _characteristic(value: Any, info: ValidationInfo) -> Any:
    least = 1 if info.field_name == "W" else 0
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not least <= value <= 10:
        message = T("{key} = {value}; valid: whole numbers from {least} to 10", key=str(info.field_name),
                    value=shown(value), least=least)  # fmt: skip
        raise Wrong(message, "FA-GEN-09")
    return value


def _id_suffices(made: dict[str, Any]) -> None:
    made["required"] = ["id"]


class Overlaid(Named):
    """A record that files may also change: with a known id it states only what differs, so editors ask for no more."""

    model_config = ConfigDict(json_schema_extra=_id_suffices)


_DICE_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "integer"},
        {"type": "string", "pattern": r"^(([1-9]?d[36](\+[0-9]{1,2})?)|[0-9]{1,2})$"},
    ]
}
_FRACTION_SCHEMA: dict[str, Any] = {
    "anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^[0-9]{1,3}(/[1-9][0-9]{0,2})?$"}]
}

Count = Annotated[int, Field(ge=0, le=9999)]
Positive = Annotated[int, Field(ge=1, le=9999)]
Small = Annotated[int, Field(ge=0, le=10)]
Signed = Annotated[int, Field(ge=-10, le=10)]
Cells = Annotated[float, Field(ge=0, le=1000)]
"""A length in cells."""
Length = Annotated[float, Field(gt=0, le=1000)]
"""A length in cells above nothing."""
Characteristic = Annotated[int, BeforeValidator(_characteristic), Field(ge=0, le=10)]
Wounds = Annotated[int, BeforeValidator(_characteristic), Field(ge=1, le=10)]
DiceText = Annotated[str, BeforeValidator(_as_text), AfterValidator(_dice_text), WithJsonSchema(_DICE_SCHEMA)]
FractionText = Annotated[
    str, BeforeValidator(_as_text), AfterValidator(_fraction_text), WithJsonSchema(_FRACTION_SCHEMA)
]
