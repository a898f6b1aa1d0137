"""A mustered profile for people to read, and as a file to paste into a scenario."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from grognard.locale import Name, T, Text, say
from grognard.rulebooks.book import Proposal, Reckoned
from grognard.rulebooks.fantasy.muster import Mustered
from grognard.rulebooks.fantasy.muster_wish import Words
from grognard.rulebooks.fantasy.tables import STATS, Dice, Profile, Tables

_FIELDS: dict[str, Text] = {
    "kind": T("kind of troops"),
    "role": T("default order"),
    "melee": T("melee weapon"),
    "missile": T("missile weapon"),
    "armour": T("body armour"),
    "shield": T("with a shield"),
    "barding": T("barded mount"),
    "mount": T("mount"),
    "retreat_dice": T("retreat dice"),
}
_WORDS: dict[tuple[str, str], Text] = {
    ("kind", "foot"): T("men on foot"),
    ("kind", "horse"): T("mounted men"),
    ("kind", "monster"): T("monsters"),
    ("kind", "machine"): T("a war machine"),
    ("role", "foot"): T("they hold"),
    ("role", "horse"): T("they hold"),
    ("role", "shooter"): T("they stand and shoot"),
    ("role", "machine"): T("they stand and shoot"),
    ("armour", "none"): T("no body armour"),
    ("armour", "light"): T("light armour"),
    ("armour", "medium"): T("medium armour"),
    ("armour", "heavy"): T("heavy armour"),
    ("mount", ""): T("no mount"),
}


def proposal(mustered: Mustered, tables: Tables, lang: str = "en") -> Proposal:
    """``lang``: of the comments in the file."""
    return Proposal(
        name=mustered.profile.name,
        values=tuple(_values(mustered, tables)),
        doubts=mustered.doubts,
        hints=mustered.hints,
        file=file_of(mustered, lang),
    )


def _values(mustered: Mustered, tables: Tables) -> Iterator[Reckoned]:
    profile = mustered.profile
    for stat in STATS:
        yield Reckoned(stat, getattr(profile.stats, stat), mustered.reasons.get(stat, ()))
    for key, value in _arms(profile):
        if value or key in mustered.reasons:
            yield Reckoned(_FIELDS[key], _shown(key, value, tables), mustered.reasons.get(key, ()))
    for rule in profile.rules:
        name = tables.special_rules.get(rule, rule)
        yield Reckoned(T("special rule"), name, mustered.reasons.get(f"rules.{rule}", ()))


def _arms(profile: Profile) -> Iterator[tuple[str, Any]]:
    """Fields as files write them, beside the characteristics and rules."""
    yield from (("kind", profile.kind), ("role", profile.role), ("melee", profile.weapon))
    yield from ((key, getattr(profile, key)) for key in ("missile", "armour", "shield", "barding", "mount"))
    yield "retreat_dice", "" if profile.retreat_dice == Dice(2) else dice_text(profile.retreat_dice)


def _shown(key: str, value: Any, tables: Tables) -> Words | str:
    if isinstance(value, bool):
        return T("yes") if value else T("no")
    if (key, value) in _WORDS:
        return _WORDS[key, value]
    named: dict[str, Mapping[str, Any]] = {
        "melee": tables.melee,
        "missile": tables.missile,
        "mount": tables.mounts,
    }
    if key not in named:
        return str(value)
    name: Name = named[key][value].name
    return name


def dice_text(dice: Dice) -> str:
    """``3d6``, as files write dice."""
    return f"{dice.count}d{dice.sides}" + (f"+{dice.plus}" if dice.plus else "")


# --- the file ---------------------------------------------------------------------------------------


def file_of(mustered: Mustered, lang: str = "en") -> str:
    """A list ``profile`` with this one, and a line for a unit of it; doubts as comments on top."""
    profile = mustered.profile
    head = T("A proposal made of a description: every number is the game master's to change (FA-GEN-05).")
    below = T("A unit of it, for the list `units` of a side:")
    lines = [f"# {head.say(lang)}", *(f"# ? {doubt.say(lang)}" for doubt in mustered.doubts), "profile:"]
    ids = [f"id: {profile.id}", f"en: {_text(profile.name.en)}", f"ru: {_text(profile.name.ru)}"]
    numbers = [f"{stat}: {getattr(profile.stats, stat)}" for stat in STATS]
    lines += [
        f"  - {{{', '.join([*ids, f'kind: {profile.kind}', f'role: {profile.role}'])},",
        f"     {', '.join([*numbers, *_written(profile)])}}}",
        f"# {below.say(lang)}",
        f"#   - {{{_unit(mustered)}}}",
    ]
    return "\n".join(lines) + "\n"


def _written(profile: Profile) -> Iterator[str]:
    for key, value in _arms(profile):
        if key not in ("kind", "role") and value and value != "none":
            yield f"{key}: {'true' if value is True else value}"
    if profile.rules:
        yield f"rules: [{', '.join(profile.rules)}]"
    if profile.crew:
        yield f"crew: {profile.crew}, machine_T: {profile.machine_T}, machine_W: {profile.machine_W}"


def _unit(mustered: Mustered) -> str:
    profile = mustered.profile
    models = 1 if profile.kind == "machine" else mustered.models or 20
    words = f"id: u1, profile: {profile.id}, n: {models}, at: [20, 10], heading: 0"
    if mustered.condition:
        words += f", condition: {mustered.condition}"
    return words + (f", chars: [{_hero(mustered)}]" if mustered.leader else "")


def _hero(mustered: Mustered) -> str:
    if not mustered.level:
        return mustered.leader
    return f"{{as: {mustered.leader}, level: {mustered.level}, path: {mustered.path}}}"


def _text(words: str) -> str:
    return json.dumps(say(words), ensure_ascii=False)
