"""Mounts, arms, armour and special rules of those whom a description wishes for."""

from __future__ import annotations

from grognard.locale import T
from grognard.rulebooks.fantasy.muster_reading import Said
from grognard.rulebooks.fantasy.muster_wish import Wish
from grognard.rulebooks.fantasy.muster_words import muster_file
from grognard.rulebooks.fantasy.tables import Dice, Kind, Profile, Role
from grognard.rulebooks.fantasy.writing import dice

HAND, PISTOL, PAIRED = "hand_weapon", "pistol", "paired"
ARMOURS = ("none", "light", "medium", "heavy")


def mount(wish: Wish) -> str:
    """What they sit on (key of ``mounts``), "" on foot."""
    afoot = _afoot(wish)
    riding = wish.having("mounted")
    beasts = [one for one in wish.having("mount") if not one.word.only or riding]
    wish.one_of(beasts, lambda word: word.mount, T("two kinds of mounts"))
    for one in (beasts or riding)[:1]:
        if afoot:
            wish.doubt(T("'{foot}' walk, '{horse}' ride: taken as mounted", foot=afoot.text, horse=one.text))
    if beasts:
        wish.by("mount", beasts[0])
        return beasts[0].word.mount
    if afoot and not riding:
        wish.by("mount", afoot)
        return ""
    usual: str = wish.usual("mount", lambda profile: profile.mount)
    if usual or not riding:
        return usual
    wish.by("mount", riding[0])
    heavy = any(one.word.armour == "heavy" for one in wish.having("armour"))
    return muster_file().rider_of["heavy" if heavy else "mounted"]


def _afoot(wish: Wish) -> Said | None:
    """What says that they walk: on foot, or without horses."""
    foot = wish.having("afoot")
    return foot[0] if foot else wish.denied("mounted") or wish.denied("mount")


def kind(wish: Wish, mount: str) -> Kind:
    people = wish.tables.profiles[wish.people.word.people].kind
    if people == "monster":
        wish.usually("kind", wish.people)
        if mount:
            wish.doubt(T("{who} do not ride", who=wish.people.word.name))
        return "monster"
    wish.because("kind", *wish.reasons.get("mount", ()))
    return "horse" if mount else "foot"


def armour(wish: Wish) -> str:
    """The heaviest that is said, else what such troops have."""
    said = [one for one in wish.having("armour") if one.word.armour != "any"]
    if said:
        best = max(said, key=lambda one: ARMOURS.index(one.word.armour))
        if len({one.word.armour for one in said}) > 1:
            wish.doubt(
                T("several kinds of armour: the heaviest counts, '{word}'", word=best.text), "FA-WND-06"
            )
        wish.by("armour", best)
        return best.word.armour
    denied = wish.denied("armour")
    if denied:
        wish.by("armour", denied)
        return "none"
    usual = wish.usual("armour", lambda profile: profile.armour if profile.armour != "none" else "")
    return str(usual or "none")


def missile(wish: Wish, kind: Kind) -> str:
    said = wish.having("missile")
    wish.one_of(said, lambda word: in_saddle(word.missile, kind), T("one missile weapon only"), "FA-WPN-12")
    if said:
        wish.by("missile", said[0])
        return in_saddle(said[0].word.missile, kind)
    if wish.denied("missile"):
        return ""
    return in_saddle(wish.usual("missile", lambda profile: profile.missile), kind)


def melee(wish: Wish, kind: Kind, missile: str, armour: str) -> str:
    """The one weapon for hand to hand: what is said, swords last, else what such troops have."""
    said = wish.having("melee")
    telling = [one for one in said if one.word.melee != HAND]
    wish.one_of(telling, lambda word: word.melee, T("one melee weapon only"), "FA-WPN-11")
    if missile == PISTOL:
        return _with_pistols(wish, telling)
    if telling:
        wish.by("melee", telling[0])
        return in_saddle(telling[0].word.melee, kind, armour == "heavy")
    usual = _usual_melee(wish, said, kind)
    if usual:
        return in_saddle(usual, kind, armour == "heavy")
    if said:
        wish.by("melee", said[0])
    return HAND


def _with_pistols(wish: Wish, telling: list[Said]) -> str:
    wish.because("melee", T("pistols are paired weapons in melee"))
    if any(one.word.melee != PAIRED for one in telling):
        wish.doubt(T("'{word}' beside pistols: pistols count as paired", word=telling[0].text), "FA-WPN-11")
    return PAIRED


def _usual_melee(wish: Wish, swords: list[Said], kind: Kind) -> str:
    """What such troops have; swords in their hands are more than what is usual for a people, or for riders afoot."""
    for said, profile in wish.likes:
        dismounted = profile.mount and kind != "horse"
        if profile.weapon != HAND and not dismounted and not (swords and said is wish.people):
            wish.usually("melee", said)
            return profile.weapon
    return ""


def in_saddle(weapon: str, kind: Kind, heavy: bool = False) -> str:
    """The same weapon as riders, or men on foot, have it."""
    for row in muster_file().saddle:
        if kind == "horse" and weapon == row.afoot:
            return row.heavy if heavy else row.mounted
        if kind != "horse" and weapon in (row.mounted, row.heavy):
            return row.afoot
    return weapon


def shield(wish: Wish, melee: str) -> bool:
    said, denied = wish.having("shield"), wish.denied("shield")
    if wish.tables.melee[melee].hands == 2:
        if said:
            words = T("'{shield}' beside a weapon for two hands: it would parry nothing", shield=said[0].text)
            wish.doubt(words, "FA-WPN-11")
        return False
    if said or denied:
        wish.by("shield", said[0] if said else denied or wish.people)
        return bool(said)
    return bool(wish.usual("shield", lambda profile: profile.shield))


def barding(wish: Wish, mount: str) -> bool:
    said = wish.having("barding")
    if said and not mount:
        wish.doubt(T("'{word}', and nobody rides", word=said[0].text), "FA-MNT-06")
    if said and mount:
        wish.by("barding", said[0])
    elif not mount or wish.denied("barding"):
        return False
    return bool(said or wish.usual("barding", lambda profile: profile.barding))


def rules(wish: Wish, mount: str) -> tuple[str, ...]:
    """Special rules of the people, of such troops, and those that words give."""
    found: dict[str, None] = {}
    for said, profile in _givers(wish):
        for rule in profile.rules:
            if rule not in found:
                wish.usually(f"rules.{rule}", said)
            found[rule] = None
    for one in wish.having("rules"):
        for rule in one.word.rules:
            wish.by(f"rules.{rule}", one)
            found[rule] = None
    denied = {rule for one in wish.heard.said if one.denied for rule in one.word.rules}
    if not mount:
        denied.add("ram_blow")
    return tuple(rule for rule in found if rule not in denied)


def _givers(wish: Wish) -> list[tuple[Said, Profile]]:
    """The people's own rules hold whatever arms they have."""
    people = wish.people
    own = [(people, wish.tables.profiles[people.word.people])] if people.word.gear else []
    return [*own, *(one for one in wish.likes if one[0] is not people)]


def retreat_dice(wish: Wish, mount: str) -> Dice:
    for one in wish.having("retreat_dice"):
        wish.by("retreat_dice", one)
        return dice(one.word.retreat_dice) or Dice(2)
    usual = wish.usual(
        "retreat_dice", lambda profile: profile.retreat_dice != Dice(2) and profile.retreat_dice
    )
    return usual if mount and usual else Dice(2)


def role(wish: Wish, kind: Kind, missile: str, melee: str) -> Role:
    """Shooters shoot by default (FA-ORD-12); who has javelins beside a spear is no shooter."""
    if missile and (melee in (HAND, PAIRED) or any(profile.role == "shooter" for _, profile in wish.likes)):
        wish.because("role", wish.tables.missile[missile].name)
        return "shooter"
    return "horse" if kind == "horse" else "foot"
