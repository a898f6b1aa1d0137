"""Words of a described clash, in both languages: arms, statuses, states, sides, places, persons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from grognard.locale import Name
from grognard.orders.folding import fold, stem

Stems: TypeAlias = tuple[str, ...]


class Troop(NamedTuple):
    """What men of that kind are called: their arm, and status and lances where nothing else is said."""

    id: str
    name: Name
    arm: str
    said: tuple[str, ...]
    status: str = ""
    lances: bool = False


ARMS = (
    Troop(
        "foot", Name("foot", "пехота"), "foot",
        ("infantry", "foot", "light infantry", "jagers", "jaegers", "fusiliers", "musketeers",
         "пехота", "пехоты", "пехотинцев", "пехоту", "егеря", "егерей", "мушкетеры", "мушкетеров"),
    ),
    Troop(
        "grenadiers", Name("grenadiers", "гренадеры"), "foot",
        ("grenadiers", "гренадеры", "гренадер", "гренадеров"), "elite",
    ),
    Troop(
        "cuirassiers", Name("cuirassiers", "кирасиры"), "heavy_horse",
        ("cuirassiers", "carabiniers", "heavy horse", "heavy cavalry", "кирасиры", "кирасир", "кирасирам",
         "карабинеры", "карабинеров", "тяжелая кавалерия", "тяжелой кавалерии", "тяжелой конницы"),
    ),
    Troop(
        "dragoons", Name("dragoons", "драгуны"), "horse",
        ("dragoons", "horse", "cavalry", "medium horse", "medium cavalry", "драгуны", "драгун", "драгунов",
         "кавалерия", "кавалерии", "конница", "конницы", "конницу"),
    ),
    Troop(
        "hussars", Name("hussars", "гусары"), "light_horse_regular",
        ("hussars", "chasseurs", "light horse", "light cavalry", "гусары", "гусар", "конные егеря", "конных егерей",
         "легкая кавалерия", "легкой кавалерии", "легкой конницы"),
    ),
    Troop(
        "lancers", Name("lancers", "уланы"), "light_horse_regular",
        ("lancers", "uhlans", "уланы", "улан", "уланов"), lances=True,
    ),
    Troop(
        "cossacks", Name("Cossacks", "казаки"), "light_horse_irregular",
        ("cossacks", "cossack", "казаки", "казаков", "казакам"), "cossack", lances=True,
    ),
    Troop(
        "mamelukes", Name("Mamelukes", "мамелюки"), "light_horse_irregular",
        ("mamelukes", "мамелюки", "мамелюков"), "mameluke",
    ),
    Troop(
        "guns", Name("guns", "орудия"), "foot_gun",
        ("guns", "gun", "cannon", "artillery", "орудия", "орудие", "орудий", "пушки", "пушек", "пушка", "артиллерия",
         "артиллерии"),
    ),
    Troop("battery", Name("battery", "батарея"), "foot_gun", ("battery", "батарея", "батареи", "батарею")),
    Troop("horse_guns", Name("horse guns", "конные орудия"), "horse_gun",
          ("horse guns", "horse gun", "horse artillery", "конные орудия", "конных орудий", "конная артиллерия")),
)  # fmt: skip
FOOT = ARMS[0]

VERBS: Mapping[str, str] = {
    "attack": """attack attacks attacking charge charges charging strike strikes against vs v versus meet meets fight
        fights assault атака атакует атакуют атаковать против удар ударяет ударяют бьет бьют бой дерется дерутся""",
    "fire": """fire fires firing shoot shoots shell shells стреляет стреляют стрелять обстреливает обстреливают огонь
        палит палят""",
    "firefight": "firefight exchange перестрелка перестреливается перестреливаются",
    "pursue": "pursue pursues pursuing chase chases преследует преследуют гонит гонят",
}
STATUSES: Mapping[str, str] = {
    "line": "line линейные линейных линейной линейная линейный",
    "recruit": "recruits recruit новобранцы новобранцев",
    "militia": "militia ополчение ополчения ополченцы ополченцев",
    "guard": "guard guards гвардия гвардии гвардейцы гвардейцев гвардейская гвардейской гвардейские",
    "elite": "elite select отборные отборных отборной",
    "old_guard": "old_guard старая_гвардия старой_гвардии старую_гвардию старогвардейцы старогвардейцев",
    "other_age": "other_age",
}
SIDES: Mapping[str, str] = {
    "front": "front frontally фронт фронта фронтом лоб",
    "right": "flank right фланг фланга флангу правый правого",
    "left": "left левый левого слева",
    "rear": "rear тыл тыла",
}
FLAGS: Mapping[str, str] = {
    "column": "column columns колонна колонне колонны колонной колонну",
    "open_order": "skirmishers open_order стрелки стрелков застрельщики застрельщиков рассыпном рассыпной",
    "dismounted": "dismounted спешены спешенных спешенные",
    "square": "square squares каре",
    "charging": "charging_too countercharging counter-charging countercharge навстречу встречно",
    "pushed": "pushed оттеснен оттеснены оттесненных оттеснённой отброшены отброшенных отброшен",
    "stopped": "stopped остановлены остановленных остановлен остановленной",
    "silenced": "silenced замолчавшее замолчавшему замолчавшая подавленное подавленному",
    "routed": "rallied бежавших бежавшие бежавшей бежал",
    "victorious": "victorious победители победителей опрокинувших опрокинувшие",
    "unruly": "unruly неповинующиеся неповинующихся неповинующаяся",
    "disordered": "disordered расстроены расстроенных расстроенные расстроенной",
    "reforming": "reforming re-forming строящихся строящиеся перестраивающихся перестраивающиеся",
    "lances": "lances lance пиками пики",
    "no_lances": "lanceless",
    "passed": "passed мимо",
    "ball": "ball ядра ядрами ядром",
    "canister": "canister grape картечь картечью",
    "moved": "moved moving move движении движения хода_пол полхода",
    "pursuit": "pursuit pursue pursues преследует преследуют погоня погоней преследованием преследование",
}
PERSONS: Mapping[str, str] = {
    "1": "general commander генерал генерала генералом начальник начальником командир командиром",
    "2": "commander-in-chief marshal главнокомандующий главнокомандующего главнокомандующим маршал маршалом",
    "0": "aide staff colonel адъютант адъютантом полковник полковником",
}
UNITS: Mapping[str, str] = {
    "figures": "figures figure фигур фигуры фигура",
    "crew": "gunners gunner crew артиллеристов артиллериста прислуги прислуга",
    "recruits": "raw необученных",
    "colours": "colours colour colors color flags знамя знамени знамен знамёнами знаменами",
    "merka": "merka merkas m мерок мерки мерка меры мера",
    "degrees": "degrees degree deg ° градусов градуса градус",
    "pivot": "pivot поворот поворотом повернув повернувшись",
    "turns": "turns turn хода ходов ход",
}
PLACES: Mapping[str, str] = {
    "hill": "hill slope knoll uphill холм склон курган высота горка гора",
    "village": "village hamlet деревня деревне деревню село",
    "town_block": "town город городе",
    "bridge": "bridge мост мосту мосте",
    "ford": "ford брод броде",
    "defile": "defile дефиле теснина теснине",
    "stream": "stream brook ручей ручьем ручья",
    "ravine": "ravine gully овраг оврагом оврага",
    "fence": "fence забор забором забора плетень",
    "field_work": "redoubt work works fleche earthwork редут редутом редута флешь флешью флеши укрепление укреплением",
    "stone_barrier": "wall стена стеной ограда оградой ограды",
    "fortress_wall": "fortress_wall fortress крепостной крепость крепости",
    "bush": "bush bushes кустарник кустарнике кусты кустах",
    "wood": "wood woods forest лес лесу леса",
    "river": "river река реки реку рекой",
}
PREPOSITIONS: Mapping[str, str] = {
    "in": "in on inside в во на внутри",
    "before": "behind beyond за позади across over через",
    "behind": "before back backs перед спиной",
}
"""What a word says of a target: it is in the place, the place lies before the target, or behind it."""
IDLE = """
    a an the at with from to into of for its their his has have who are is while by each one unit units
    half turned target against по с со из и у к от до для которые при этом полка полку части часть
    полк regiment rgt regt после своем свой
"""
"""Words that say nothing."""


def forms(table: Mapping[str, str]) -> dict[str, str]:
    """By the stem of each word, what it means; ``old_guard`` is two words."""
    return {
        " ".join(_key(part) for part in word.split("_")): key
        for key, words in table.items()
        for word in words.split()
    }


def _key(word: str) -> str:
    return stem(fold(word))
