"""The battle picture in words: for terminals, for whoever can't see it, and on a card when one points at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from grognard.locale import T, Text
from grognard.rulebooks.feudal.picture_scene import (
    GONE,
    LAMPS,
    Army,
    Blow,
    Scene,
    Side,
    lamp_word,
    posture_word,
    reasons,
    result,
    signed,
    status_word,
)
from grognard.show import terminal
from grognard.show.cells import cells, packed, pad, wrap
from grognard.show.style import side_of

ABREAST = 120
"""Columns from which two sides stand beside each other."""
SIGNS = {"shot": "- ->", "blow": "--->", "pursuit": "===>", "veto": "-X->"}
MANY = 12
"""Armies a side above which a terminal gets fewer lines for each."""


# --- one army ---


def army_text(army: Army, lang: str) -> list[str]:
    """An army's card in words, an item a string; numbers that the seat doesn't know are not there."""
    return [
        f"{army.name} ({army.arm})",
        *size_words(army, lang),
        *state_words(army, lang),
        *order_words(army, lang),
    ]


def size_words(army: Army, lang: str) -> list[str]:
    """Row of the size table, men, Strength."""
    found = [army.row]
    if army.men is not None:
        found.append(T("{men} men", men=army.men).say(lang))
    if army.strength is not None:
        found.append(T("Strength {strength}", strength=army.strength).say(lang))
    return found


def state_words(army: Army, lang: str) -> list[str]:
    """HP with the rout line and half, Attack, Defence; or the state of an army whose numbers aren't known."""
    if army.hp is None or army.attack is None or army.defence is None:
        return [army.state]
    return [
        T(
            "{hp}/{most} HP (rout line {rout}, half {half})",
            hp=army.hp,
            most=army.hp_max,
            rout=army.strength,
            half=army.hp_max // 2,
        ).say(lang),
        " ".join((T("Attack").say(lang), signed(army.attack.value, lang))),
        " ".join((T("Defence").say(lang), str(army.defence.value))),
    ]


def order_words(army: Army, lang: str) -> list[str]:
    """Tactic, strategy, missiles, commander, conditions, the mark of the stalled."""
    found = [
        T("tactic: {tactic}", tactic=army.tactic).say(lang),
        T("strategy: {strategy}", strategy=_strategy(army)).say(lang),
    ]
    if army.volleys or army.missiles:
        found.append(_missiles(army).say(lang))
    found.append(commander_words(army, lang))
    if army.badges:
        found.append(T("conditions: {names}", names=army.badges).say(lang))
    if army.stalled:
        found.append("! " + T("stalled").say(lang))
    return found


def _missiles(army: Army) -> Text:
    """Volleys left, as far as the seat knows."""
    if army.missiles is None:
        return T("missiles: unknown")
    most = max(army.missiles, army.volleys)
    return T("missiles: {count} of {most}", count=army.missiles, most=most)


def _strategy(army: Army) -> str:
    return army.strategy if army.grade is None else f"{terminal.gauge(army.grade + 2)} {army.strategy}"


def commander_words(army: Army, lang: str) -> str:
    """Who leads, with his level where it is known."""
    if not army.commander:
        return T("nameless commander").say(lang)
    if not army.level:
        return army.commander
    return T("{name}, level {level}", name=army.commander, level=army.level).say(lang)


# --- the whole picture ---


def alt_text(scene: Scene) -> str:
    """The whole picture in sentences."""
    lang = scene.lang
    parts = [scene.title, scene.now.say(lang), *(f"{group}: {words}" for group, words in scene.field)]
    for side in scene.sides:
        parts.append(f"{side_of(side.index).letter}, {side.name}")
        for posture in ("in_melee", "standoff"):
            ranked = [army for army in side.armies if army.ready and army.posture == posture]
            if ranked:
                parts.append(posture_word(posture).say(lang))
            parts += ["; ".join(army_text(army, lang)) for army in ranked]
        parts += [f"{word}: {names}" for word, names in gone_words(side, lang)]
    if scene.blows:
        parts += [scene.when, *(blow.story for blow in scene.blows)]
    return ". ".join(parts) + "."


def gone_words(side: Side, lang: str) -> list[tuple[str, str]]:
    """Those who have left, by how they went."""
    found = ((status, side.gone(status)) for status in GONE)
    return [(status_word(s).say(lang), ", ".join(army.name for army in gone)) for s, gone in found if gone]


def plain_text(scene: Scene, width: int = 80, reasoned: bool = False) -> str:
    """The picture in letters of one width, no line longer than ``width`` columns.

    ``reasoned`` adds what Attack and Defence are made of.
    """
    lang = scene.lang
    lines = [*wrap(scene.title, width), *wrap(scene.now.say(lang), width)]
    lines += _packed(
        [f"({'*' if lamp == scene.lit else ' '}) {lamp_word(lamp).say(lang)}" for lamp in LAMPS], width
    )
    lines += [*_packed([f"{group}: {words}" for group, words in scene.field], width), ""]
    if width >= ABREAST and len(scene.sides) == 2:
        wide = (width - 3) // 2
        left, right = (_side(side, lang, wide, reasoned) for side in scene.sides)
        rows = zip_longest(left, right, fillvalue="")
        lines += [f"{pad(one, wide)} | {other}".rstrip() for one, other in rows]
        lines.append("")
    else:
        for side in scene.sides:
            lines += [*_side(side, lang, width, reasoned), ""]
    lines += _blows(scene, width)
    return "\n".join(lines).rstrip("\n") + "\n"


def _side(side: Side, lang: str, width: int, reasoned: bool) -> list[str]:
    head = wrap(f"{side_of(side.index).letter}  {side.name}", width)
    lines = [*head, "-" * min(max(map(cells, head)), width)]
    many = len(side.armies) > MANY
    for posture in ("in_melee", "standoff"):
        ranked = [army for army in side.armies if army.ready and army.posture == posture]
        if ranked:
            lines += wrap(f"{posture_word(posture).say(lang)}:", width)
        for army in ranked:
            lines += _army(army, lang, width, many)
            lines += _reasons(army, lang, width) if reasoned else []
    for word, names in gone_words(side, lang):
        lines += _packed([f"{word}: {names}"], width)
    return lines


def _army(army: Army, lang: str, width: int, many: bool) -> list[str]:
    """Name and size, bar and numbers, orders: a line each, or packed where there are many."""
    sign = ">" if army.posture == "in_melee" else "-"
    size = ", ".join(size_words(army, lang))
    head = f"{sign} {army.name} ({army.arm}): {size}"
    state = state_words(army, lang)
    if army.hp is not None:
        state[0] = f"{terminal.bar(army.hp, army.hp_max)} {state[0]}"
    if many:
        return _packed([head, *state, *order_words(army, lang)], width)
    return [
        *_packed([head], width),
        *_packed(state, width, "    "),
        *_packed(order_words(army, lang), width, "    "),
    ]


def _reasons(army: Army, lang: str, width: int) -> Iterator[str]:
    """What Attack and Defence are made of."""
    for word, figure in ((T("Attack"), army.attack), (T("Defence"), army.defence)):
        if figure is not None:
            yield from _packed([reasons(word.say(lang), figure, lang)], width, "    ")


def _blows(scene: Scene, width: int) -> list[str]:
    """The arrows of the picture, a line each."""
    if not scene.blows:
        return []
    lines = wrap(f"{scene.when}:", width)
    for blow in scene.blows:
        attacker, target = scene.army(blow.attacker).name, scene.army(blow.target).name
        lines += _packed([f"{attacker} {SIGNS[blow.kind]} {target}: {_came_of(blow, scene.lang)}"], width)
    return lines


def _came_of(blow: Blow, lang: str) -> str:
    return blow.reason or T("vetoed").say(lang) if blow.kind == "veto" else result(blow, lang)


def _packed(items: Sequence[str], width: int, indent: str = "") -> list[str]:
    """Items on as few lines as hold them; those after the first stand further in."""
    return packed(items, width, indent, indent or "    ", f"{indent or '  '}  ")
