"""Kinds, fields and choices of the pieces in words, for an umpire who changes one by hand."""

from __future__ import annotations

from grognard.locale import T
from grognard.rulebooks.hand import HandWords

WORDS = HandWords(
    kinds={
        "army": T("army"),
        "field": T("course of the battle"),
        "lord": T("things of a seat"),
    },
    fields={
        "artefacts": T("artefacts left"),
        "commander": T("commander"),
        "commanders": T("commanders without an army"),
        "conceded": T("has conceded"),
        "conditions": T("conditions in force"),
        "fate": T("fate"),
        "hits": T("hits so far"),
        "hp": T("hit points"),
        "intents": T("intentions of the pass"),
        "last_target": T("last target"),
        "melee": T("melee"),
        "men": T("men"),
        "missiles": T("volleys left"),
        "morale_record": T("morale record"),
        "moved": T("moved"),
        "offers_parting": T("offers to part"),
        "passed": T("parties that passed"),
        "phase": T("phase"),
        "posture": T("posture"),
        "quiet": T("passes without a blow"),
        "ranged": T("ranged pass"),
        "round": T("round"),
        "routing": T("routing"),
        "seat": T("seat"),
        "shown": T("shown to all"),
        "sky_scripted": T("weather is set by the scenario"),
        "spent_tactics": T("tactics spent"),
        "stalled": T("stalled"),
        "status": T("status"),
        "strategy": T("strategy"),
        "tactic": T("tactic"),
        "tactic_pass": T("pass of its tactic"),
        "tactics": T("tactics known"),
        "tended": T("wounded tended"),
    },
    choices={
        "posture": {
            "standoff": T("at a distance"),
            "in_melee": T("in melee"),
        },
        "status": {
            "ready": T("in the field"),
            "withdrawn": T("withdrawn"),
            "routed": T("routed"),
            "destroyed": T("destroyed"),
        },
    },
    rows={
        "tactic": ("tables.tactics",),
        "army.tactics": ("tables.tactics",),
        "strategy": ("tables.grades",),
        "spent_tactics": ("tables.tactics",),
        "last_target": ("", "*army"),
        "fate": ("", "tables.commander_fate:result"),
        "routing": ("*army",),
    },
)
