"""Whom a unit may strike in close combat (chapter Close combat).

Not done yet: nobody may strike.
"""

from __future__ import annotations

from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Unit


def targets(field: Field, unit: Unit) -> tuple[str, ...]:
    """Enemy units, guns and wagons that it may strike now."""
    return ()


def may_be_struck(field: Field, unit: Unit) -> tuple[str, ...]:
    """Enemy units that may strike it now."""
    return ()


def default(field: Field, unit: Unit) -> str:
    """Whom it strikes where nobody says so, "" for nobody."""
    return ""
