"""A toy war for the tests of the order language: a few pieces on two sides, and questions of several games."""

from __future__ import annotations

from grognard.locale import Name
from grognard.orders import Asked, Keyword, Option, Thing, Vocabulary, Way

MILL, BRIDGE, LEVY, ARCHERS = "a_mill", "a_bridge", "a_levy", "a_archers"
CUT, KNIGHTS, SPEARS, GUARD = "d_cut", "d_knights", "d_spears", "d_guard"

THINGS = (
    Thing(MILL, Name("Mill watch", "Стража мельницы"), 1),
    Thing(BRIDGE, Name("Bridge watch", "Стража моста"), 2),
    Thing(LEVY, Name("Levy of Brod", "Ополчение Брода"), 3, ("крестьяне",)),
    Thing(ARCHERS, Name("River archers", "Речные лучники"), 4, ("bowmen", "стрелки")),
    Thing(CUT, Name("Cutthroats", "Головорезы"), 3, ("бандиты",)),
    Thing(KNIGHTS, Name("Black Knights", "Чёрные рыцари"), 5),
    Thing(SPEARS, Name("Spearmen of Gorod", "Городские копейщики"), 6),
    Thing(GUARD, Name("Knights of the Guard", "Гвардейские рыцари"), 7),
    Thing("hill", Name("Windmill hill", "Мельничный холм"), None, ("высота 12",)),
)
KEYWORDS = (
    Keyword(
        "attack",
        Name("attack", "атаковать"),
        ("strike", "charge", "fight", "assault"),
        (
            "атак*",
            "бить",
            "бьет",
            "бьем",
            "бьют",
            "бейте",
            "ударить",
            "ударяет",
            "удар",
            "напасть",
            "напада*",
        ),
    ),
    Keyword(
        "shoot",
        Name("shoot at", "стрелять по"),
        ("shoot", "fire", "volley"),
        ("стрел*", "обстрел*", "огонь", "залп", "выстрелить"),
    ),
    Keyword(
        "no_shot",
        Name("no shot", "не стрелять"),
        ("hold fire", "do not shoot", "don't shoot"),
        ("без выстрела", "не стреляем", "не стреляют", "не стреляет"),
    ),
    Keyword(
        "hold",
        Name("hold", "держать позицию"),
        ("stand", "defend", "stay", "hold the line", "hold position"),
        ("держ*", "стоять", "стоят", "стоим", "оборон*", "обороня*", "защища*", "на месте"),
    ),
    Keyword(
        "advance",
        Name("advance", "наступать"),
        ("move forward", "go forward"),
        ("наступ*", "вперед", "сближ*", "идти вперед", "идем вперед"),
    ),
    Keyword(
        "withdraw",
        Name("withdraw", "отойти"),
        ("retreat", "pull back"),
        ("отход*", "отступ*", "отойд*", "назад"),
    ),
    Keyword("fall_back", Name("fall back", "попятиться"), (), ("пятит*", "пятимся")),
    Keyword("tend", Name("tend the wounded", "лечить раненых"), ("tend",), ("леч*", "раненые")),
    Keyword("tactic", Name("tactic", "тактика"), ("tactics",)),
    Keyword(
        "keep", Name("keep", "не менять"), ("keep the tactic", "no change"), ("без изменений", "оставить")
    ),
    Keyword("standard", Name("Standard", "Стандартная"), (), ("обычная",)),
    Keyword("shield_wall", Name("Shield wall", "Стена щитов")),
    Keyword("wedge", Name("Wedge", "Клин")),
    Keyword("part", Name("part", "разойтись"), ("offer to part", "truce"), ("перемир*", "разойд*", "миром")),
    Keyword("yes", Name("yes", "да"), ("agree",), ("соглас*",)),
    Keyword("no", Name("no", "нет"), ("refuse",), ("отказ*",)),
    Keyword("move", Name("move", "марш"), ("march",), ("марш*", "двиг*", "двинуть")),
    Keyword("square", Name("form square", "каре"), ("square",), ("в каре",)),
    Keyword("cast", Name("cast", "колдовать"), (), ("колду*", "заклин*", "наложить")),
    Keyword("fog", Name("Fog", "Туман")),
)
WORDS = Vocabulary(KEYWORDS, THINGS, ("hexes", "hex", "гекса", "гексов", "гекс"))
FOES = (CUT, KNIGHTS, SPEARS, GUARD)


def melee(piece: str) -> Asked:
    options = [Option(("attack", foe)) for foe in FOES]
    options += [Option((verb,)) for verb in ("hold", "fall_back", "withdraw", "tend")]
    return Asked(f"melee:{piece}", tuple(options), piece, default=Name("hold", "держать позицию"))


def ranged(piece: str) -> Asked:
    moves = ("hold", "advance", "withdraw")
    options = [
        Option(("shoot", foe, move), (Way(("shoot", foe, move), ("hold",)),))
        for foe in FOES
        for move in moves
    ]
    options += [Option(("none", move), (Way(("no_shot", move), ("no_shot",)),)) for move in moves]
    return Asked(f"ranged:{piece}", tuple(options), piece)


def tactic(piece: str) -> Asked:
    options = [Option((one,)) for one in ("keep", "standard", "shield_wall", "wedge")]
    return Asked(f"tactic:{piece}", tuple(options), piece, "tactic", Name("keep", "не менять"))


PARTING = Asked("part:seat", (Option(("yes",)), Option(("no",))), None, "part", Name("no", "нет"))
MARCH = Asked(
    "march:a_levy",
    (*(Option(("move", hexes)) for hexes in range(1, 5)), Option(("move", "hill")), Option(("square",))),
    LEVY,
)
SPELL = Asked(
    "spell:a_mill",
    (Option(("cast", "fog", KNIGHTS)), Option(("cast", "fog", "hill")), Option(("keep",))),
    MILL,
)
ASKED = (
    melee(MILL),
    melee(BRIDGE),
    melee(LEVY),
    ranged(ARCHERS),
    tactic(MILL),
    tactic(BRIDGE),
    tactic(LEVY),
    PARTING,
)
