"""What dice are thrown for, in words, for whoever throws them by hand."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text

PURPOSES: Mapping[str, Text] = {
    "initiative": T("initiative: even makes the link good"),
    "split": T("initiative: even lets the regiment split or reunite"),
    "shot": T("a gun's shot"),
    "skirmish": T("a skirmisher's shot"),
    "strike": T("close combat"),
    "fate": T("the fate of a general or staff officer"),
    "routers": T("whether foot in the way of routers stands: even"),
    "obedience": T("obedience after a rout: even obeys"),
    "casualties": T("pursuit, 1: casualties"),
    "prisoners": T("pursuit, 2: prisoners"),
    "colours": T("pursuit, 3: a colour"),
    "persons": T("pursuit, 4: a general or staff officer"),
    "recapture": T("pursuit, 5: what the routers had taken"),
    "replacement": T("replacement of a lost general: even"),
}


@clause("NA-GEN-02", "NA-PURS-06")
def purpose_words(purpose: str) -> Text:
    return PURPOSES[purpose]
