"""A player's description made into a profile that the game master may take or change (FA-GEN-05).

A suggestion and no rule: words give numbers as ``data/muster.yaml`` says, each number knows which words gave it, and
what is doubtful is said. The award for the best legend stays with the game master (FA-LEG-01).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from grognard.core.errors import Refused
from grognard.locale import Name, T, Text
from grognard.rulebooks.fantasy import muster_gear as gear
from grognard.rulebooks.fantasy.muster_names import named
from grognard.rulebooks.fantasy.muster_reading import Said, hear
from grognard.rulebooks.fantasy.muster_wish import Wish, Words, quoted
from grognard.rulebooks.fantasy.muster_words import Word
from grognard.rulebooks.fantasy.tables import STATS, Profile, Stat, Stats, Tables

W = TypeVar("W")
MUCH = 4
"""More than so many points above a people's own numbers are worth a second look."""
LISTED = 12
MOST_CREW = 9


class Mustered(msgspec.Struct, frozen=True):
    """A proposal. ``reasons``: field of the profile (``WS``, ``melee``, ``rules.undead``) to what gave it. ``models``
    0: nobody said how many. ``leader`` with ``level`` and ``path``: a hero who is named, a key of ``characters``."""

    profile: Profile
    reasons: dict[str, tuple[Words, ...]]
    doubts: tuple[Text, ...]
    hints: tuple[Text, ...]
    models: int = 0
    condition: str = ""
    leader: str = ""
    level: int = 0
    path: str = ""


def muster(text: str, tables: Tables) -> Mustered:
    """The profile that a description, in Russian or English, asks for. Refused where no word of it says what troops
    they are."""
    if not text.strip():
        raise Refused("FA-GEN-05", T("there is no description"), _ASK)
    wish = Wish(hear(text), tables)
    if not any(_tells(one.word) for one in wish.heard.said):
        raise Refused("FA-GEN-05", T("no word of the description says what troops they are"), _ASK)
    profile = _profile(wish)
    leader = _leader(wish)
    _look_over(wish, profile)
    _advise(wish, profile, leader)
    return Mustered(
        profile,
        {key: _once(words) for key, words in wish.reasons.items()},
        _once(wish.doubts),
        tuple(wish.hints),
        wish.heard.models,
        next((one.word.condition for one in wish.having("condition")), ""),
        *leader,
    )


def _once(words: Sequence[W]) -> tuple[W, ...]:
    """Without what has been said already."""
    return tuple(one for at, one in enumerate(words) if one not in words[:at])


_ASK = T("say who they are, their arms, armour, mounts and training")
_TELLING = ("troop", "people", "melee", "missile", "armour", "mount", "mounted", "afoot", "shield")


def _tells(word: Word) -> bool:
    return word.group == "training" or any(getattr(word, key) for key in _TELLING)


# --- numbers ----------------------------------------------------------------------------------------


def _profile(wish: Wish) -> Profile:
    machine = _machine(wish)
    if machine is not None:
        return machine
    mount = gear.mount(wish)
    kind = gear.kind(wish, mount)
    if kind != "horse":
        mount = ""
    armour = gear.armour(wish)
    missile = gear.missile(wish, kind)
    melee = gear.melee(wish, kind, missile, armour)
    profile_id, name = named(wish, kind)
    return Profile(
        id=profile_id,
        name=name,
        kind=kind,
        role=gear.role(wish, kind, missile, melee),
        stats=_stats(wish),
        weapon=melee,
        armour=armour,
        shield=gear.shield(wish, melee),
        barding=gear.barding(wish, mount),
        missile=missile,
        mount=mount,
        rules=gear.rules(wish, mount),
        retreat_dice=gear.retreat_dice(wish, mount),
    )


def _machine(wish: Wish) -> Profile | None:
    """A gun with its crew is the ready-made one; training changes the crew's numbers."""
    for said, profile in wish.likes[:1]:
        if profile.kind == "machine":
            wish.usually("kind", said)
            profile_id, name = named(wish, "machine")
            crew = wish.heard.models if wish.heard.models <= MOST_CREW else 0
            stats = _stats(wish)
            return msgspec.structs.replace(
                profile, id=profile_id, name=name, stats=stats, crew=crew or profile.crew
            )
    return None


def _stats(wish: Wish) -> Stats:
    """Numbers of the people or of such troops, and what words add to them; each 0 to 10, S, T and W at least 1."""
    who, stats = _base(wish)
    added = list(_added(wish))
    values: dict[Stat, int] = {}
    for stat in STATS:
        value = getattr(stats, stat)
        wish.because(stat, T("{who}: {number}", who=who, number=value))
        for said in added:
            amount = said.word.add.get(stat, 0)
            if amount:
                change = format(amount, "+d")
                wish.because(stat, T("'{word}' {change}", word=said.text, change=change))
            value += amount
        values[stat] = min(max(value, 1 if stat in ("S", "T", "W") else 0), 10)
    gained = sum(values[stat] - getattr(stats, stat) for stat in STATS)
    if gained > MUCH:
        wish.doubt(
            T("{points} points above what is usual for {who}: is that not too good?", points=gained, who=who)
        )
    return Stats(**values)


def _base(wish: Wish) -> tuple[Name, Stats]:
    """Whose numbers they begin with: a people's own, else such troops', else those of ordinary men."""
    if wish.troops and not wish.strangers:
        said = wish.troops[-1]
        return said.word.name, wish.tables.profiles[said.word.troop].stats
    return wish.people.word.name, wish.tables.profiles[wish.people.word.people].stats


def _added(wish: Wish) -> Iterator[Said]:
    """Of each group of words the strongest; a doubt where they contradict each other."""
    groups: dict[str, list[Said]] = {}
    for one in wish.having("group"):
        groups.setdefault(one.word.group, []).append(one)
    for members in groups.values():
        worth = [sum(one.word.add.values()) for one in members]
        best = max(members, key=lambda one: abs(sum(one.word.add.values())))
        if min(worth) < 0 < max(worth):
            words = quoted(one.text for one in members)
            wish.doubt(T("{words} contradict each other: '{first}' counts", words=words, first=best.text))
        yield best


# --- heroes, doubts, advice ------------------------------------------------------------------------------


def _leader(wish: Wish) -> tuple[str, int, str]:
    """Key of ``characters``, wizard level and path of a hero who is named; ("", 0, "") if none is."""
    heroes = wish.having("character")
    if not heroes:
        return "", 0, ""
    hero = max(heroes, key=lambda one: one.word.level)
    if not hero.word.level:
        return hero.word.character, 0, ""
    paths = [one.word.path for one in wish.having("path") if one is not hero] or [hero.word.path]
    path = paths[0] if paths[0] else next(iter(wish.tables.paths))
    if not paths[0]:
        wish.doubt(T("nobody says which path '{word}' follows: {path} is put down", word=hero.text,
                     path=wish.tables.paths[path].name), "FA-MAG-01")  # fmt: skip
    return hero.word.character, hero.word.level, path


def _look_over(wish: Wish, profile: Profile) -> None:
    """What contradicts itself or the rules, and which words were not understood."""
    if profile.missile and profile.stats.BS == 0:
        wish.doubt(T("they have a missile weapon and BS 0"), "FA-SHO-14")
    if "undead" in profile.rules and wish.having("group"):
        courage = [one for one in wish.having("group") if "Ld" in one.word.add]
        if courage:
            wish.doubt(T("'{word}': the undead take no tests", word=courage[0].text), "FA-SPC-11")
    for one in wish.heard.said:
        if one.denied and one.word.group:
            wish.doubt(T("'{word}' is denied: nothing is taken off for that", word=one.text))
    for written, meant in wish.heard.slips:
        wish.doubt(T("'{written}' is read as '{meant}'", written=written, meant=meant))
    if wish.heard.unknown:
        unknown = quoted(wish.heard.unknown[:LISTED])
        more = len(wish.heard.unknown) - LISTED
        wish.doubt(
            T("not understood: {words} and {more} more", words=unknown, more=more)
            if more > 0
            else T("not understood: {words}", words=unknown)
        )


def _advise(wish: Wish, profile: Profile, leader: tuple[str, int, str]) -> None:
    like = nearest(profile, wish.tables)
    differs = tuple(differences(profile, like))
    wish.hint(
        T(
            "nearest ready-made profile: {name} ({id}); different: {what}",
            name=like.name,
            id=like.id,
            what=differs,
        )
        if differs
        else T("the same as the ready-made profile {name} ({id})", name=like.name, id=like.id)
    )
    if not wish.heard.models and profile.kind != "machine":
        wish.hint(T("nobody says how many they are"))
    if leader[0]:
        wish.hint(T("a hero is named: {who}", who=wish.tables.characters[leader[0]].name))
    for one in wish.having("condition"):
        wish.hint(T("'{word}': counts with the option troop_condition (FA-LEG-03)", word=one.text))
    bonuses = tuple(wish.tables.bonuses[one.word.bonus].name for one in wish.having("bonus"))
    if bonuses:
        wish.hint(T("should the legend win the award (FA-LEG-01): {bonuses}", bonuses=bonuses))
    else:
        wish.hint(T("the award for the best legend is yours to give (FA-LEG-01)"))


def nearest(profile: Profile, tables: Tables) -> Profile:
    """The ready-made profile that is most like it."""
    return min(tables.profiles.values(), key=lambda one: (_distance(profile, one), one.id))


def _distance(one: Profile, other: Profile) -> int:
    numbers: int = sum(abs(getattr(one.stats, stat) - getattr(other.stats, stat)) for stat in STATS)
    others = [word for word in differences(one, other) if word not in STATS]
    return numbers + sum(_WEIGHT.get(word, 2) for word in others)


_WEIGHT = {"kind": 4, "melee": 3, "missile": 3}


def differences(one: Profile, other: Profile) -> Iterator[str]:
    """Fields in which two profiles differ, as files write them."""
    yield from (stat for stat in STATS if getattr(one.stats, stat) != getattr(other.stats, stat))
    fields = ("kind", "role", "weapon", "missile", "armour", "shield", "barding", "mount", "retreat_dice")
    yield from (
        {"weapon": "melee"}.get(key, key) for key in fields if getattr(one, key) != getattr(other, key)
    )
    if set(one.rules) != set(other.rules):
        yield "rules"
