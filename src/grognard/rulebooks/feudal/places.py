"""Where the cards of the battle picture lie, for hands that point at them and for what is laid upon them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.core.game import Heard
from grognard.rulebooks.feudal.picture import Sheet, form_of
from grognard.rulebooks.feudal.picture_arrows import Place
from grognard.rulebooks.feudal.picture_scene import scene
from grognard.rulebooks.feudal.view import FeudalView


def sheet_of(view: FeudalView, lang: str, heard: Sequence[Heard] = ()) -> Sheet:
    """The wide sheet of a view, laid out."""
    shown = scene(view, heard, lang)
    sheet = Sheet(shown, form_of(shown, False))
    sheet.lay_out()
    return sheet


def places(view: FeudalView, lang: str, heard: Sequence[Heard] = ()) -> Mapping[str, Place]:
    """Armies on the sheet, and where their cards lie."""
    return sheet_of(view, lang, heard).places
