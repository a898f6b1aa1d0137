"""What dice are thrown for, in words, for whoever throws them by hand."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text

PURPOSES: Mapping[str, Text] = {
    "ambush": T("ambush"),
    "blow": T("blow"),
    "break_off": T("Morale check, breaking off"),
    "commander_fate": T("fate of the commander"),
    "learn": T("Morale check, learning a tactic"),
    "pursuit": T("pursuit attack"),
    "rout": T("Morale check, rout"),
    "shot": T("shot"),
    "sky_drift": T("change of the sky"),
    "strategy": T("Morale check, change of strategy"),
    "tactic": T("Morale check, change of tactic"),
}


def purpose_words(purpose: str) -> Text:
    """``rout:reroll`` is the second throw of ``rout``."""
    name, _, again = purpose.partition(":")
    words = PURPOSES[name]
    return T("{purpose}, thrown again", purpose=words) if again else words
