"""What may be known of an order before it is given: whether it arrives, who falls, who breaks, who may come.

All of it from the rules' own functions, asked of the position as a seat sees it. Of enemies whose numbers it does not
know those are taken that the book prints for a profile of that name (``reckoned``); what rests on them is a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.rule import clause
from grognard.core.state import UMPIRE
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import charging, paths, previews_fight, previews_shoot
from grognard.rulebooks.fantasy.casting import CastResult
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.leadership import rally_ld
from grognard.rulebooks.fantasy.magic import value_of
from grognard.rulebooks.fantasy.model import Cast, SpellInForce, Unit, UnitOrder
from grognard.rulebooks.fantasy.previews_fight import cells, tenth
from grognard.rulebooks.fantasy.printed import load_tables
from grognard.rulebooks.fantasy.prospects import cast_odds, dispel_odds, mean_of
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.spell_words import cast_outlook
from grognard.rulebooks.fantasy.tables import BREAK_ENCHANTMENT, Profile
from grognard.rulebooks.fantasy.targeting import first_allowed
from grognard.rulebooks.fantasy.view import FantasyView, guessed
from grognard.rulebooks.fantasy.words_names import hero_name, spell_name, unit_name
from grognard.rulebooks.fantasy.zones import struck_edge
from grognard.show.tabletop.figures import EDGES
from grognard.space.measure import gap
from grognard.space.outline import Base, Edge
from grognard.space.pose import decimal

MOST_RISKS = 3
GUESS = T("the enemy's numbers are not known; taken as the book prints them")
RANKED = {Edge.REAR: 0, Edge.LEFT: 1, Edge.RIGHT: 1, Edge.FRONT: 2}
"""The worse edges first."""


# --- the position -----------------------------------------------------------------------------------------


def reckoned(view: FantasyView) -> Field:
    """The pieces of a view with printed numbers in the place of its guesses."""
    memo = view.field.kept
    if "reckoned" not in memo:
        setup = view.setup if view.side == UMPIRE else estimated(view.setup)
        memo["reckoned"] = Field(setup, view.field.pieces, view.side)
    found: Field = memo["reckoned"]
    return found


@lru_cache(maxsize=32)
@clause("FA-GEN-05")
def estimated(setup: FantasySetup) -> FantasySetup:
    """The setup of a view: what it has of other sides' profiles are guesses by kind; whoever has the book knows
    better, as long as the game master has changed nothing."""
    tables, printed = setup.tables, load_tables()
    profiles = {key: _known(row, printed.profiles) for key, row in tables.profiles.items()}
    heroes = {key: _known(row, printed.characters) for key, row in tables.characters.items()}
    return replace(setup, tables=replace(tables, profiles=profiles, characters=heroes))


def _known(row: Profile, printed: dict[str, Profile]) -> Profile:
    found = printed.get(row.id)
    is_guess = row == guessed(row, row.stats)
    return found if is_guess and found is not None and found.kind == row.kind else row


# --- an order ---------------------------------------------------------------------------------------------


@clause("FA-ORD-01", "FA-ORD-13")
def of_order(view: FantasyView, unit_id: str, order: UnitOrder) -> Preview:
    """Lines and chances of an order that may be given."""
    field = reckoned(view)
    unit = field.unit(unit_id)
    if unit.retreating:
        return _running(field, unit, order)
    if field.engaged(unit_id):
        found = [previews_fight.of_melee(field, unit, order)]
    elif order.word == "attack":
        found = [previews_fight.of_charge(field, unit, order)]
    elif order.word in ("stand_and_shoot", "move_and_shoot"):
        found = [_way(field, unit, order), previews_shoot.of_shot(field, unit, order)]
    elif order.word == "retreat":
        found = [_going_back(field, unit)]
    else:
        found = [_way(field, unit, order)]
    found += [Preview(tuple(_risks(field, unit, order))), _casts(field, order)]
    return joined(view, found)


def joined(view: FantasyView, parts: Iterable[Preview]) -> Preview:
    """Several as one, with the warning that goes with guesses."""
    parts = list(parts)
    is_guess = any(one.guessed for one in parts) and view.side != UMPIRE
    lines = [line for one in parts for line in one.lines]
    chances = [pair for one in parts for pair in one.chances]
    return Preview((*lines, *((GUESS,) if is_guess else ())), tuple(chances), is_guess)


# --- ways -------------------------------------------------------------------------------------------------


@clause("FA-MOV-02")
def _way(field: Field, unit: Unit, order: UnitOrder) -> Preview:
    if not order.path:
        return Preview()
    cost = decimal(paths.cost(field, unit.id, order.path))
    most = decimal(paths.most(field, unit.id, order.word))
    return Preview((T("costs {cost} of {most}", cost=cost, most=most),))


@clause("FA-RET-01", "FA-ORD-08")
def _going_back(field: Field, unit: Unit) -> Preview:
    dice = field.profile(unit.id).retreat_dice
    return Preview((T("goes back {cells} cells on average", cells=tenth(float(mean_of(dice)))),))


# --- risks ------------------------------------------------------------------------------------------------


@clause("FA-CHG-12", "FA-UNIT-05", "FA-CR-05")
def _risks(field: Field, unit: Unit, order: UnitOrder) -> Iterator[Text]:
    """Enemies that may charge it where it comes to stand, by the edge that they would meet; rear and flanks first."""
    if order.word in ("attack", "retreat") or field.engaged(unit.id):
        return
    place = paths.end(field, unit.id, order.path) if order.path else unit.shape
    for _, far, foe, edge in sorted(_chargers(field, unit, place))[:MOST_RISKS]:
        enemy, facts = unit_name(field, foe), {"edge": EDGES[edge], "distance": cells(far)}
        yield T("{enemy} may charge it: {edge}, {distance} cells away", enemy=enemy, **facts)


def _chargers(field: Field, unit: Unit, place: Base) -> Iterator[tuple[int, int, str, str]]:
    """(how bad, how far, who, which edge) of every free enemy that is near enough, from where it stands now."""
    for foe in field.enemies(unit.id):
        if foe.kind == "machine" or foe.retreating or field.engaged(foe.id):
            continue
        far = gap(place, foe.shape)
        if far <= charging.reach(field, foe.id):
            edge = struck_edge(place, foe.front)
            yield RANKED[edge], far, foe.id, edge.value


# --- magic ------------------------------------------------------------------------------------------------

GOOD: tuple[CastResult, ...] = ("cast", "undispellable", "doubled")


@clause("FA-MAG-09", "FA-MAG-10", "FA-MAG-11", "FA-MAG-13")
def _casts(field: Field, order: UnitOrder) -> Preview:
    """Each entry of the lists in words, and the chances of its dice if it gets as many as it asks for."""
    lines = [line for one in order.casts for line in cast_outlook(field, one)]
    chances = [pair for one in order.casts for pair in _cast(field, one)]
    return Preview(tuple(lines), tuple(chances))


def _cast(field: Field, entry: Cast) -> Iterator[tuple[Text, float]]:
    hero, spell = field.character(entry.wizard), field.tables.spells[entry.spell]
    bonus = field.tables.wizards[hero.level].bonus
    name = spell_name(field, spell.id)
    if spell.id == BREAK_ENCHANTMENT:
        force = first_allowed(field, hero, spell, entry.targets)
        if isinstance(piece := field.pieces.get(str(force)), SpellInForce):
            found = dispel_odds(field, entry.dice, bonus, piece)
            yield T("{spell}: dispels", spell=name), float(found.get("dispelled", 0))
        return
    odds = {key: float(part) for key, part in cast_odds(entry.dice, bonus, value_of(field, spell)).items()}
    yield T("{spell}: cast", spell=name), sum(odds.get(one, 0.0) for one in GOOD)
    rows = (
        (
            T("{spell}: cannot be dispelled", spell=name),
            odds.get("undispellable", 0.0) + odds.get("doubled", 0.0),
        ),
        (T("{spell}: doubled", spell=name), odds.get("doubled", 0.0)),
        (T("{spell}: the wizard is barred", spell=name), odds.get("barred", 0.0)),
    )
    yield from (row for row in rows if row[1])


# --- running ----------------------------------------------------------------------------------------------


@clause("FA-RET-04", "FA-RET-03")
def _running(field: Field, unit: Unit, order: UnitOrder) -> Preview:
    """Whether a retreat is stopped, and how far it goes else."""
    back = _going_back(field, unit).lines
    if not order.rally:
        return Preview(back)
    hero, ld = rally_ld(field, unit)
    if hero is None and not field.option("rally_alone"):
        return Preview((T("nobody is there to rally it"), *back))
    who = (T("{hero} rallies it", hero=hero_name(field, hero.id)),) if hero else ()
    return Preview((*who, *back), ((T("it is rallied"), ld.passes),))
