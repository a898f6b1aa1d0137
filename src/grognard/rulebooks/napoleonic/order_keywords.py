"""The words in which players give orders. English and Russian side by side; ``*`` ends the beginning of a word.

Concepts have a colon in them and no id of a piece has. Words that may mean two things stand with each of them: the
grammar takes what fits.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import Name
from grognard.orders import Keyword

ORDERS: tuple[Keyword, ...] = (
    Keyword(
        "do:hold", Name("hold", "стоять"),
        ("holds", "hold position", "stand", "stands", "stay", "stays", "wait", "defend", "stand fast", "stand still",
         "do not move", "don't move", "remain", "halt", "halts"),
        ("стоит", "стоят", "стой", "стойте", "держать", "держат", "держит", "держаться", "держится", "держатся",
         "держим", "держать позицию", "держит позицию", "держат позицию", "удержив*", "оборон*", "ждать", "ждёт",
         "ждут", "на месте", "стоять на месте", "остаться", "остаться на месте", "остаётся", "остаются", "не двига*",
         "ни с места"),
    ),
    Keyword(
        "do:move", Name("move", "движение"),
        ("moves", "go", "goes", "march", "marches", "advance", "advances", "ride", "rides", "come up", "shift"),
        ("двига*", "двинуть", "двинуться", "движ*", "идти", "идёт", "идут", "иди", "идём", "пойти", "марш", "марширу*",
         "выдвига*", "выдвин*", "перемест*", "перемещ*", "подойти", "подходит", "подходят", "наступ*", "продвига*",
         "продвин*", "сместить*", "смещ*", "скачет", "скачут", "едет", "едут", "переехать", "рысью", "галопом"),
    ),
    Keyword(
        "do:attack", Name("attack", "атаковать"),
        ("attacks", "charge", "charges", "assault", "assaults", "storm", "engage", "engages"),
        ("атак*", "в атаку", "напада*", "напасть", "ударить", "ударяет", "удар", "бить", "бьёт", "бьют", "штурм*",
         "врубиться", "врубается"),
    ),
    Keyword(
        "do:withdraw", Name("withdraw", "отход"),
        ("withdraws", "retreat", "retreats", "fall back", "falls back", "pull back", "pulls back", "give ground"),
        ("отступ*", "отходит", "отходят", "отходить", "отходим", "отойти", "отойдёт", "отвести", "отводим", "отводит",
         "ретирад*", "ретир*", "уйти", "уходит", "уходят"),
    ),
    Keyword(
        "do:about", Name("about face", "кругом"),
        ("about turn", "turn about", "right about"),
        ("разворот кругом", "развернуться кругом", "повернуть кругом", "повернуться кругом", "налево кругом"),
    ),
    Keyword(
        "do:form", Name("form", "построить"),
        ("forms", "form up", "into", "formation"),
        ("построить*", "постро*", "строит", "строить*", "строится", "строятся", "свернуть*", "сверн*", "развернуть*",
         "разверн*", "перестроить*", "встать", "встаёт", "стать"),
    ),
    Keyword(
        "do:cross", Name("cross", "переправа"),
        ("crosses", "climb over", "ford"), ("переправ*", "перейти", "переходит", "переходят", "форсир*", "перелезть"),
    ),
    Keyword(
        "do:split", Name("split into parts of", "разделить на части"),
        ("split", "splits", "divide", "divides", "split up", "parts"),
        ("разделить", "разделить*", "раздел*", "дели*", "на части"),
    ),
    Keyword(
        "do:rejoin", Name("reunite as", "воссоединить как"),
        ("reunite", "rejoin", "rejoins", "reunites", "join together"),
        ("воссоедин*", "воссоединить*", "соединить*", "соедин*", "объединить*", "объедин*"),
    ),
    Keyword(
        "do:reform", Name("re-form", "перестроиться"),
        ("reform", "reforms", "rally", "put in order"),
        ("привести себя в порядок", "приводит себя в порядок", "в порядок", "собраться", "реформ*"),
    ),
    Keyword(
        "do:escort", Name("escort", "увести в тыл"),
        ("escorts", "escort to the rear", "take to the rear", "lead away", "to the rear"),
        ("в тыл", "увести", "уводит", "эскорт*", "конвой*", "конвоир*", "сопровожд*"),
    ),
    Keyword(
        "do:crew", Name("gunners", "прислуги"),
        ("crew", "gunner", "take gunners"), ("прислуг*", "артиллерист*", "канонир*", "расчёт"),
    ),
)  # fmt: skip

FORMS: tuple[Keyword, ...] = (
    Keyword("form:line", Name("line", "линию"), ("form line", "into line"),
            ("линия", "в линию", "развёрнутый строй", "построить линию", "линией")),
    Keyword("form:march_column", Name("march column", "походную колонну"),
            ("column", "into column", "column of march", "form march column", "marching column"),
            ("колонна", "в колонну", "походная колонна", "колонной", "построить походную колонну",
             "в походную колонну")),
    Keyword("form:open_order", Name("open order", "рассыпаться"),
            ("form open order", "skirmish", "skirmish order", "disperse", "skirmishers", "extend"),
            ("рассып*", "рассыпной строй", "рассыпным строем", "в рассыпной строй", "в рассыпную", "в цепь", "цепью",
             "рассыпается", "застрельщик*", "в стрелки")),
    Keyword("form:square", Name("square", "каре"), ("form square", "into square", "squares"), ("в каре",)),
    Keyword("form:dismounted", Name("dismount", "спешиться"), ("dismounts", "on foot"), ("спеш*",)),
    Keyword("form:mounted", Name("mount up", "сесть на коней"), ("mount", "mounts", "remount", "to horse"),
            ("по коням", "на коней", "сесть в седло", "в седло", "садится на коней", "на конь")),
)  # fmt: skip

MOTIONS: tuple[Keyword, ...] = (
    Keyword("n:half", Name("half a move", "полхода"), ("half move", "half", "half of its move"),
            ("пол хода", "половин*", "половина хода", "половину хода")),
    Keyword("n:full", Name("a full move", "полный ход"),
            ("full move", "full", "as far as possible", "as far as it can", "whole move", "maximum"),
            ("весь ход", "полным ходом", "до упора", "максимально", "на максимум", "сколько сможет", "целый ход")),
    Keyword("dir:forward", Name("forward", "вперёд"),
            ("forwards", "ahead", "straight ahead", "straight on", "straight"),
            ("прямо", "прямо вперёд", "вперед")),
    Keyword("dir:back", Name("back", "назад"), ("backward", "backwards", "rearward"), ("тыл", "пятится", "осадить")),
    Keyword("dir:right", Name("right", "вправо"), ("to the right", "clockwise"),
            ("направо", "правее", "по часовой")),
    Keyword("dir:left", Name("left", "влево"), ("to the left", "anticlockwise", "counterclockwise"),
            ("налево", "левее", "против часовой")),
    Keyword("do:wheel", Name("turn", "поворот"), ("turns", "wheel", "wheels", "turning", "pivot", "pivots"),
            ("поверн*", "поворач*", "поворот*", "развернуться", "разворот", "довернуть", "доворот*", "заход*",
             "захожден*")),
    Keyword("do:face", Name("facing", "лицом"), ("face", "faces", "front to", "heading"),
            ("фронтом", "фронт", "лицо", "передом", "смотреть", "смотрит")),
    Keyword("do:via", Name("by way of", "по пути"), ("via", "by the way of"), ("пути", "путём", "через точку")),
    Keyword("n:point", Name("at point", "в точке"), ("point", "spot", "to point"), ("точка", "точку", "координат*")),
    Keyword("n:minus", Name("minus", "минус")),
    Keyword("n:merka", Name("merka", "мерки"), ("merkas", "merki", "m", "inches", "inch"),
            ("мерка", "мерку", "мерок", "мерк*", "м", "мм")),
    Keyword("n:degrees", Name("degrees", "градусов"), ("degree", "deg"), ("градус*", "град")),
    Keyword("at:nearest", Name("nearest", "ближайшего"), ("closest", "nearest enemy"), ("ближайш*", "ближн*")),
)  # fmt: skip

FIRE: tuple[Keyword, ...] = (
    Keyword("do:ball", Name("ball", "ядром"), ("balls", "round shot", "roundshot", "shot"),
            ("ядра", "ядрами", "ядро", "ядер")),
    Keyword("do:canister", Name("canister", "картечью"), ("case shot", "grape", "grapeshot", "case"),
            ("картеч*",)),
    Keyword("do:fire", Name("fire", "огонь"), ("fires", "shoot", "shoots", "open fire", "bombard", "bombards"),
            ("стрел*", "обстрел*", "огнём", "вести огонь", "открыть огонь", "палить", "палит", "бить", "бьёт", "бьют",
             "залп*", "пли")),
    Keyword("do:nofire", Name("hold fire", "не стрелять"),
            ("do not fire", "don't fire", "cease fire", "does not fire", "no fire", "silent", "hold"),
            ("не стрел*", "не вести огонь", "молч*", "прекратить огонь", "без огня", "не палить")),
    Keyword("n:first", Name("first", "сперва"), (), ("сначала", "первым")),
)  # fmt: skip

STRIKES: tuple[Keyword, ...] = (
    Keyword("do:strike", Name("strike", "удар"), ("strikes", "hit", "hits", "attack", "attacks", "fight", "fights"),
            ("удар*", "бить", "бьёт", "бьют", "атак*", "рубить", "рубит", "рубят", "колоть", "драться", "дерётся",
             "дерутся")),
    Keyword("do:nostrike", Name("strike nobody", "не бить никого"),
            ("no strike", "do not strike", "don't strike", "does not strike", "strikes nobody", "nobody"),
            ("никого не бить", "не бить", "не бьёт", "не бьют", "не бьём", "не удар*", "никого", "без удара")),
    Keyword("do:losses", Name("losses to", "потери на"), ("losses", "loss"), ("потери", "потерь")),
)  # fmt: skip

PURSUIT: tuple[Keyword, ...] = (
    Keyword("do:stay", Name("stay", "стоять на месте"),
            ("stays", "halt", "do not follow", "do not pursue", "don't follow", "don't pursue", "hold", "stop", "stand",
             "no pursuit"),
            ("стоять", "стоит", "стоят", "на месте", "не преслед*", "не следовать", "остаться", "остаётся", "стой",
             "остаться на месте", "без преследования", "не гнать*", "не идти")),
    Keyword("do:follow", Name("follow", "следовать"),
            ("follows", "follow up", "advance", "advances", "pursue"),
            ("следует", "следом", "следуют", "идти следом", "вперёд", "наступать", "преслед*", "занять место")),
    Keyword("do:pursue", Name("pursue", "преследовать"), ("pursues", "pursuit", "chase", "run down"),
            ("преслед*", "догнать", "догоня*", "гнать", "гнаться", "рубить", "погоня", "в погоню")),
)  # fmt: skip

PERSONS: tuple[Keyword, ...] = (
    Keyword("do:remain", Name("all persons stay", "все лица на местах"),
            ("persons stay", "stay", "everyone stays", "all stay", "nobody moves", "no changes"),
            ("лица на местах", "все на местах", "на местах", "без изменений", "никто никуда", "все остаются",
             "все стоят")),
    Keyword("do:join", Name("joins", "едет к части"),
            ("join", "rides to", "ride to", "goes to", "go to", "moves to", "move to", "stands with"),
            ("едет", "ехать", "едет к", "скачет", "присоедин*", "переезжает", "переехать", "переходит", "отправ*",
             "встаёт", "к части", "идёт", "поехать", "становится")),
    Keyword("do:take", Name("takes over", "принимает"),
            ("take over", "takes command of", "commands", "take command of", "takes", "leads"),
            ("принять", "прин*", "командует", "возглав*", "берёт", "берёт командование", "взять командование",
             "принимает командование")),
    Keyword("do:giveback", Name("gives back the post", "возвращает должность"),
            ("give back the post", "gives it back", "gives back", "back to his post"),
            ("вернуть должность", "сдаёт должность", "возвращается к своей должности", "сдаёт командование")),
    Keyword("do:cover", Name("covers guns under", "прикрывает орудия под началом"),
            ("cover guns under", "covers guns", "cover guns", "covers the guns", "covers"),
            ("прикрывать орудия", "прикрывает орудия", "прикрывает", "прикрыть", "под началом", "прикрытие")),
    Keyword("do:release", Name("covers guns no more", "больше не прикрывает орудия"),
            ("cover guns no more", "no longer covers guns", "stops covering guns"),
            ("не прикрывает орудия", "не прикрывает", "больше не прикрывает", "снять прикрытие")),
)  # fmt: skip

INITIATIVE: tuple[Keyword, ...] = (
    Keyword("do:roll", Name("roll for", "бросок за"), ("roll", "rolls", "throw", "throw for", "dice for"),
            ("бросок", "брос*", "кинуть", "кидаю", "кидать", "кубик", "инициатив*", "за связь")),
    Keyword("do:rollsplit", Name("roll to split", "бросок на разделение"),
            ("roll to rejoin", "to split", "split", "roll for a split"),
            ("на разделение", "разделение", "разделить", "на воссоединение", "раздел*")),
    Keyword("do:norolls", Name("roll for nobody", "ни за кого не бросать"),
            ("nobody", "no rolls", "do not roll", "don't roll"),
            ("не бросать", "ни за кого", "не бросаю", "без бросков", "никого")),
)  # fmt: skip

POSTS: tuple[Keyword, ...] = (
    Keyword("do:wait", Name("wait", "ждать"), ("waits", "nobody", "leave it vacant"),
            ("жду", "ждём", "никого", "подожд*")),
    Keyword("do:everyjunior", Name("all juniors may try", "пробуют все младшие"),
            ("all juniors", "juniors all try", "let all juniors try"), ("все младшие", "все младшие пробуют")),
    Keyword("do:juniors", Name("juniors may try", "пробуют младшие"), ("juniors", "junior", "try", "tries"),
            ("младший", "младшие", "пробует", "пробуют", "попробует")),
    Keyword("do:senior", Name("leads in person", "командует лично"), ("in person", "leads", "takes over", "commands"),
            ("лично", "командует", "возглав*", "сам командует", "примет")),
    Keyword("do:appoint", Name("appoint", "назначить"), ("appoints", "name"), ("назнач*", "поставить")),
    Keyword("do:giveit", Name("give it to", "передать"), ("give", "hand it to", "hand over"), ("перед*", "отдать")),
)  # fmt: skip

ENDING: tuple[Keyword, ...] = (
    Keyword("do:go_on", Name("go on", "продолжать"), ("continue", "fight on", "no truce", "no"),
            ("продолж*", "дальше", "бой продолжается", "нет", "драться дальше")),
    Keyword("do:truce", Name("offer a truce", "предложить перемирие"), ("truce", "armistice", "ceasefire", "peace"),
            ("перемири*", "мир", "ничья")),
    Keyword("do:concede", Name("concede the field", "уступить поле"),
            ("concede", "surrender", "give up", "leave the field"), ("сдаться", "сдаюсь", "сдаёмся", "уступаю",
             "уступаем", "уступаю поле", "уступить", "сдач*")),
)  # fmt: skip

PLACES: tuple[Keyword, ...] = (
    Keyword("do:deploy", Name("deploy", "расставить"), ("deploys", "place", "put", "set up"),
            ("расстав*", "поставить", "ставлю", "ставим", "разместить", "встаёт", "встать", "стоит")),
    Keyword("at:listed", Name("as printed", "как напечатано"), ("as listed", "as it is", "leave it", "no changes"),
            ("как есть", "по списку", "без изменений", "как в сценарии")),
)  # fmt: skip

BY_KIND: Mapping[str, tuple[Keyword, ...]] = {
    "order": (*ORDERS, *FORMS, *MOTIONS, *FIRE[:3], PURSUIT[2]),
    "fire": (*FIRE, *MOTIONS),
    "skirmish": FIRE,
    "strike": STRIKES,
    "follow": (*PURSUIT[:2], next(one for one in MOTIONS if one.concept == "n:merka")),
    "pursue": (PURSUIT[0], PURSUIT[2]),
    "persons": PERSONS,
    "initiative": INITIATIVE,
    "replacement": POSTS,
    "end": ENDING,
    "deploy": (*PLACES, *MOTIONS),
}
"""Kind of question -> the words for its answers."""
MINOR = ("n:", "at:", "dir:", "do:face", "do:via", "do:form")
"""How concepts begin that alone are no sign of an order."""

FILLERS: tuple[str, ...] = (
    "enemy", "enemies", "target", "targets", "men", "man", "sir", "gentlemen", "any", "them", "themselves", "off",
    "out", "up", "down", "regiment", "regiments", "battalion", "battalions", "general", "marshal", "boys", "lads",
    "who", "hi", "hello", "so", "as", "of", "redoubt",
    "враг", "врага", "врагу", "врагов", "враги", "противник", "противника", "противнику", "противники", "неприятель",
    "неприятеля", "неприятелю", "нас", "их", "нам", "цель", "цели", "ребята", "братцы", "полк", "полка", "полку",
    "полки", "полком", "батальон", "батальоны", "сторону", "сторона", "стороне", "направлении", "направление",
    "направлению", "всё", "уже", "бой", "бою", "генерал", "генерала", "генералу", "маршал", "маршала", "месте",
    "ли", "приказ", "заявка", "заявки", "также", "сразу", "далее", "ещё", "еще", "который", "которые", "как",
    "привет", "приветствую", "здравствуйте", "добрый", "доброго", "день", "вечер", "итак", "редут", "редута", "редуту",
)  # fmt: skip
