"""What dice are thrown for, in words, for whoever throws them by hand."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text

PURPOSES: Mapping[str, Text] = {
    "card": T("which card comes up"),
    "cp": T("command points"),
    "profile": T("what sort of commander"),
    "coordinated_move": T("coordinated movement test"),
    "coordinated_shoot": T("coordinated shooting test"),
    "move": T("movement test"),
    "shoot": T("shooting test"),
    "impact": T("impact test"),
    "melee": T("melee test"),
    "panic": T("panic test"),
    "smoke": T("whether smoke lifts"),
    "risk": T("danger of a commander"),
    "dismay": T("dismay"),
}


def purpose_words(purpose: str) -> Text:
    return PURPOSES[purpose]
