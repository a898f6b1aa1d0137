"""What dice are thrown for, in words, for whoever throws them by hand."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text

PURPOSES: Mapping[str, Text] = {
    "hit": T("to hit"),
    "wound": T("to wound"),
    "save": T("to save"),
    "wounds": T("how many wounds"),
    "penetration": T("whether the ball goes on to the next rank"),
    "misfire": T("what a misfire comes to"),
    "explosion": T("how many of the crew die"),
    "scatter": T("how far off a bomb falls"),
    "scatter_direction": T("to which side a bomb falls"),
    "machine_or_crew": T("whether a hit strikes the engine or the crew"),
    "charge": T("how far a charge goes"),
    "retreat": T("how far a retreat goes"),
    "pursuit": T("how far a pursuit goes"),
    "leadership": T("leadership test"),
    "break": T("break test"),
    "rally": T("rally test"),
    "spell": T("test against a spell"),
    "learn": T("which spells a wizard knows"),
    "winds": T("the winds of magic"),
    "winds_remainder": T("who gets what is left of the winds"),
    "cast": T("to cast a spell"),
    "dispel": T("to break a spell"),
    "spell_amount": T("how much a spell does"),
}


def purpose_words(purpose: str) -> Text:
    return PURPOSES[purpose]
