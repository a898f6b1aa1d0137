"""What regiments, heroes and spells are called by players: their names, ids, arms, ranks and nicknames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.locale import Name, T
from grognard.orders import Keyword, Thing
from grognard.orders.wording import readable
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Character, SpellInForce, Unit
from grognard.rulebooks.fantasy.order_words import spell_in_force
from grognard.rulebooks.fantasy.tables import Spell
from grognard.rulebooks.fantasy.words_names import hero_name, unit_name

NICKNAMES: Mapping[str, tuple[str, ...]] = {
    "militia": ("ополченцы", "ополчение", "levy", "мужики"),
    "flail_peasants": ("цепники", "крестьяне", "peasants"),
    "swordsmen": ("мечники", "мечи", "swords"),
    "spearmen": ("копейщики", "копья", "spears", "копейщик"),
    "pikemen": ("пикинёры", "пики", "pikes", "пикинер", "баталия"),
    "halberdiers": ("алебардщики", "алебарды", "halberds", "алебардисты"),
    "great_swords": ("двуручники", "двуручи", "двуры", "greatswords"),
    "duellists": ("дуэлисты", "duelists"),
    "skirmishers": ("метатели", "дротики", "застрельщики", "javelins", "skirmishers"),
    "archers": ("луки", "лучники", "bows", "bowmen", "archers"),
    "crossbowmen": ("арбалеты", "арбалетчики", "crossbows"),
    "jaegers": ("егеря", "егери", "jagers", "jaegers"),
    "arquebusiers": ("аркебузы", "аркебузиры", "аркебузеры", "arquebuses", "handgunners", "arquebus"),
    "knights": ("рыцари", "рыцарь", "рыцарская конница", "knight"),
    "men_at_arms": ("латники", "жандармы", "men at arms"),
    "light_horse": ("лёгкие", "лёгкая кавалерия", "лёгкие всадники", "light cavalry", "легкоконные"),
    "horse_archers": ("конные лучники", "лучники", "horse bows"),
    "pistoliers": ("пистольеры", "рейтары", "пистолеты", "pistols", "pistoleers"),
    "free_company": ("вольники", "рота", "вольные"),
    "cannon": ("пушка", "пушки", "орудие", "пушкари", "gun", "guns", "cannons"),
    "mortar": ("мортира", "мортиры", "мортирка", "mortars"),
    "dwarf_axes": ("гномы", "топорники", "dwarves", "dwarfs"),
    "elf_archers": ("эльфы", "лучники", "elves", "archers"),
    "orcs": ("орки", "орк", "orks", "орчи"),
    "big_orcs": ("здоровяки", "большие орки", "big uns"),
    "goblins": ("гоблины", "гобы", "goblin", "гоблы"),
    "goblin_archers": ("лучники", "archers", "гоблинские лучники", "гоблинские луки"),
    "wolf_riders": ("волки", "волчатники", "наездники на волках", "wolves", "волчья конница", "волколаки"),
    "boar_riders": ("кабаны", "кабанья конница", "boars", "наездники на кабанах", "свиньи"),
    "trolls": ("тролли", "троли", "troll"),
    "ogres": ("огры", "ogre"),
    "skeleton_warriors": ("скелеты", "костяки", "скелы", "skeletons", "skellies"),
    "zombies": ("зомби", "мертвяки", "zombies"),
    "grave_riders": ("могильники", "мёртвые всадники"),
}  # fmt: skip
"""Profile -> what its regiments are called besides their name."""
ARMS: Mapping[str, tuple[str, ...]] = {
    "horse": ("конница", "кавалерия", "конные", "всадники", "horse", "cavalry", "riders"),
    "shooter": ("стрелки", "стрелок", "shooters", "shots", "missile troops"),
    "machine": ("артиллерия", "артиллеристы", "батарея", "artillery", "war machine", "машина"),
    "foot": ("пехота", "пехотинцы", "infantry", "foot"),
}
"""Kind or role -> words for all such troops."""
RANKS: Mapping[str, tuple[str, ...]] = {
    "captain": ("капитан", "командир", "предводитель", "commander", "leader", "captain"),
    "general": ("генерал", "полководец", "главнокомандующий", "командующий", "commander", "general", "лорд"),
    "champion": ("чемпион", "герой", "champion", "champ"),
    "wizard": ("маг", "волшебник", "колдун", "чародей", "магичка", "wizard", "sorcerer", "caster", "mage"),
}
PATHS: Mapping[str, tuple[str, ...]] = {
    "faith": ("жрец", "священник", "жрица", "priest"),
    "wild": ("шаман", "shaman"),
    "bones": ("некромант", "некр", "necro"),
    "flame": ("огневик", "огнемаг", "pyromancer"),
}
"""Path of a wizard -> what he is called for it."""
SPELL_NICKNAMES: Mapping[str, tuple[str, ...]] = {
    "flame_4": ("fireball", "файербол", "фаербол", "огнешар", "шар огня"),
    "flame_1": ("dart", "искра"),
    "storm_2": ("lightning", "bolt", "молния"),
    "storm_4": ("град",),
    "faith_4": ("heal", "healing", "лечение", "вылечить", "исцелить"),
    "break_enchantment": ("dispel", "dispels", "break enchantment", "диспел*", "рассеять", "рассеивание", "развеять",
                          "развеивает", "снять чары", "снимает чары", "снимаю чары",
        "снимаем чары", "сними чары", "убрать чары", "разрушить", "разрушает чары", "рассеивает"),
}  # fmt: skip
_LATIN = ("shch", "sch", "zh", "kh", "ts", "ch", "sh", "yu", "ya", "a", "b", "v", "g", "d", "e", "z", "i", "y", "k",
          "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "h", "c", "j", "w", "x", "q")  # fmt: skip
_CYRILLIC = ("щ", "щ", "ж", "х", "ц", "ч", "ш", "ю", "я", "а", "б", "в", "г", "д", "е", "з", "и", "й", "к",
             "л", "м", "н", "о", "п", "р", "с", "т", "у", "ф", "х", "к", "дж", "в", "кс", "к")  # fmt: skip


def in_cyrillic(word: str) -> str:
    """``lord`` as лорд; as it is where it is no plain name."""
    if not word.isascii() or not word.isalpha():
        return word
    found, rest = "", word.lower()
    while rest:
        letters, written = next(
            (one, other) for one, other in zip(_LATIN, _CYRILLIC, strict=True) if rest.startswith(one)
        )
        found, rest = found + written, rest[len(letters) :]
    return found


def things(field: Field, side: str, seat: str) -> Iterator[Thing]:
    """Units on the table, heroes who live, spells in force."""
    for unit in field.units:
        yield _unit(field, unit, side, seat)
    for hero in field.characters:
        if hero.alive and field.ready(hero.unit):
            yield _hero(field, hero, side, seat)
    for piece in field.pieces.values():
        if isinstance(piece, SpellInForce):
            words = spell_in_force(field, piece)
            yield Thing(piece.id, Name(words.say("en"), words.say("ru")))


def _idle(owner: str, of_side: str, side: str, seat: str) -> str:
    """Why a unit gets no orders of a seat."""
    if of_side != side:
        return T("it is the enemy's").source
    return T("it is not yours").source if owner != seat else T("it has nothing to decide now").source


def _unit(field: Field, unit: Unit, side: str, seat: str) -> Thing:
    row = field.tables.profiles[unit.profile]
    plain = readable(row.name)
    aliases = [unit.id, plain.en, plain.ru or plain.en, *NICKNAMES.get(unit.profile, ())]
    aliases += dict.fromkeys(word for key in (row.kind, row.role) for word in ARMS.get(key, ()))
    aliases += [f"{unit.id} {word}" for word in aliases[3:]]
    digits = "".join(letter for letter in unit.id if letter.isdigit())
    if unit.seat == seat and digits:
        aliases.append(digits)
    return Thing(
        unit.id,
        unit_name(field, unit.id),
        aliases=tuple(dict.fromkeys(aliases)),
        idle=_idle(unit.seat, unit.side, side, seat),
    )


def _hero(field: Field, hero: Character, side: str, seat: str) -> Thing:
    row = field.tables.characters[hero.profile]
    plain = readable(row.name)
    own = [hero.id, in_cyrillic(hero.id)]
    calls = [plain.en, plain.ru or plain.en, *RANKS.get(hero.rank, ())]
    if hero.level and hero.side == side:
        calls += [*RANKS["wizard"], *PATHS.get(hero.path, ())]
    with_unit = [f"{word} {hero.unit}" for word in calls]
    aliases = tuple(dict.fromkeys([*own, *calls, *with_unit]))
    return Thing(
        hero.id, hero_name(field, hero.id), aliases=aliases, idle=_idle(hero.seat, hero.side, side, seat)
    )


def spell_keyword(spell: Spell) -> Keyword:
    """The words for casting a spell."""
    name = readable(spell.name)
    en = (spell.id, *SPELL_NICKNAMES.get(spell.id, ()))
    return Keyword(f"spell:{spell.id}", name, en)
