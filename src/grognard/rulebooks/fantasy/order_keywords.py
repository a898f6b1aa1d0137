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
        "do:march", Name("march", "марш"),
        ("marches", "march on", "double", "at the double", "run", "quick march", "forced march"),
        ("марширу*", "маршем", "маршировать", "бегом", "бежать", "бегут", "ускоренн*", "форсированн*",
         "быстрым шагом", "быстрый марш", "рысью", "галопом"),
    ),
    Keyword(
        "do:move", Name("move", "движение"),
        ("ride", "rides", "moves", "go", "goes", "walk", "walks", "advance", "advances", "step", "normal move"),
        ("двига*", "движ*", "движемся", "идти", "идут", "идёт", "иди", "идём", "иду", "пойти", "шагом",
         "выдвига*", "выдвин*", "перемест*", "перемещ*", "подойти", "подходят", "наступ*", "продвига*", "продвин*",
         "двинуть", "двинуться", "двинулись", "топают", "сдвинуться", "скакать",
         "скачут", "скачем", "едут", "ехать", "подскакать"),
    ),
    Keyword(
        "do:attack", Name("attack", "атака"),
        ("attacks", "charge", "charges", "assault", "strike", "fight", "fights", "engage", "attacked",
         "charged", "attacking", "charging"),
        ("атак*", "напада*", "напасть", "нападут", "ударить", "ударят", "удар",
         "чардж*", "чарж*", "врубиться", "врубаются", "рубить", "рубят", "драться", "дерутся", "сражаться",
         "продолжать бой"),
    ),
    Keyword("do:hit", Name("hit", "бить"), ("hits",),
            ("бьют", "бьём", "бьёт", "бей", "бейте", "бью", "долбить", "долбят")),
    Keyword(
        "do:hold", Name("hold position", "держать позицию"),
        ("hold", "holds", "stand", "stands", "stay", "wait", "defend", "hold the line", "hold fire", "stand still",
         "stand fast", "stay put", "guard", "hold your ground",
         "do not shoot", "don't shoot", "does not shoot", "no shooting", "do not fire", "do not move", "don't move"),
        ("держать", "держат", "держим", "держит", "держите", "держаться", "держатся", "держимся", "удерживать",
         "удерживают", "стоять", "стоят", "стоит", "стоим", "стой", "стойте", "стою", "ждать", "ждут",
         "оборона", "обороняться", "обороняются", "защищаться", "защищаются", "на месте", "стоять на месте",
         "стоят на месте", "остаю*", "остаём*", "остаться на месте", "не двига*", "ни с места",
         "отбивать атаки", "отбивать атаку", "отбивают атаки", "принять удар", "принимают удар", "принимать удар",
         "не стрелять", "не стреляют", "держат строй", "держать строй", "держат позиции", "стоять насмерть"),
    ),
    Keyword(
        "do:shoot", Name("shoot", "стрелять"),
        ("shoots", "fire", "fires", "shooting", "volley", "volleys", "open fire", "loose", "bombard"),
        ("стрел*", "обстрел*",
         "отстрел*", "огонь", "залп*", "пали", "палят", "палить", "стрельба", "стрельнуть", "выстрел*",
         "огнём", "открыть огонь", "ведут огонь", "вести огонь", "бомбард*", "расстрел*"),
    ),
    Keyword(
        "do:retreat", Name("retreat", "отступление"),
        ("retreats", "withdraw", "withdraws", "fall back", "falls back", "pull back", "give ground", "flee"),
        ("отступ*", "отход", "отходят", "отходить", "отходим", "отойти", "отойдут", "отвести", "отводим", "ретирад*",
         "драпать", "драпают", "сваливать", "уйти", "уходят", "назад"),
    ),
    Keyword(
        "do:reform", Name("reform", "реформирование"),
        ("reforms", "re-form", "redress", "form", "forms", "form up", "change formation", "turn on the spot"),
        ("реформ*", "перестро*", "перестраива*", "построиться", "строятся", "строиться", "стройся",
         "стройтесь", "смена строя",
         "поворот на месте", "повернуться на месте", "развернуться на месте"),
    ),
)  # fmt: skip

MOTIONS: tuple[Keyword, ...] = (
    Keyword(
        "dir:forward", Name("forward", "вперёд"),
        ("forwards", "straight", "straight on", "ahead", "onward", "straight ahead"),
        ("прямо", "впёред", "вперед", "прямо вперёд"),
    ),
    Keyword(
        "dir:right", Name("right", "вправо"),
        ("to the right", "right wheel", "clockwise", "wheel right"),
        ("направо", "вправо", "правее", "правым", "по часовой"),
    ),
    Keyword(
        "dir:left", Name("left", "влево"),
        ("to the left", "left wheel", "anticlockwise", "counterclockwise", "wheel left"),
        ("налево", "влево", "левее", "левым", "против часовой"),
    ),
    Keyword(
        "dir:about", Name("about", "кругом"),
        ("about face", "about turn", "right about"), ("кругом", "разворот кругом", "развернуться кругом"),
    ),
    Keyword(
        "do:wheel", Name("wheel", "поворот"),
        ("wheels", "wheeling", "turn", "turns", "turning"),
        ("поворот*", "поверн*", "поворач*", "развернуть",
         "развернуться", "разворот", "разворачиваются", "разворачива*", "заход",
         "захождение", "довернуть", "доворот*", "доверн*"),
    ),
    Keyword(
        "do:face", Name("facing", "фронтом"),
        ("face", "faces", "front to", "heading"),
        ("лицом", "фронт", "мордой", "передом", "фронтом"),
    ),
    Keyword(
        "do:via", Name("by way of", "путём"),
        ("via", "path", "way", "by the way of"), ("путь", "путём", "по пути", "маршрут*"),
    ),
    Keyword(
        "do:full", Name("as far as it can", "на весь ход"),
        ("full", "full move", "as far as possible", "as far as they can", "full distance", "maximum"),
        ("до упора", "на всю", "на максимум", "максимально", "полным ходом", "на всю дальность", "сколько смогут",
         "на полную", "во всю"),
    ),
)  # fmt: skip

ATTACHED: tuple[Keyword, ...] = (
    Keyword("if:", Name("if", "если"), ("when", "in case"), ("когда", "ежели", "в случае", "коли")),
    Keyword(
        "if:charged", Name("if charged", "при атаке"),
        ("if attacked", "when charged", "when attacked", "on charge", "in case of attack", "in case of a charge",
         "as a reaction", "reaction"),
        ("в случае атаки", "при нападении", "при чардже", "реакция", "реакция на атаку", "в ответ на атаку",
         "в случае нападения"),
    ),
    Keyword(
        "do:pursue", Name("pursue", "преследовать"),
        ("pursues", "pursuit", "chase", "run them down", "follow up", "follow"),
        ("преслед*", "преследование", "догонять", "догоняют", "гнать", "гоним", "гонят", "гонятся", "погоня",
         "с преследованием"),
    ),
    Keyword(
        "no:pursue", Name("do not pursue", "не преследовать"),
        ("don't pursue", "dont pursue", "no pursuit", "does not pursue", "without pursuit", "do not chase",
         "don't chase", "no chase", "do not follow"),
        ("не преслед*", "без преследования", "преследовать не надо", "не гнать", "не гнаться", "не догонять",
         "преследовать не", "не увлекаться"),
    ),
    Keyword(
        "do:challenge", Name("challenge by", "вызывает"),
        ("challenge", "challenges", "calls out", "calls out to"),
        ("вызыва*", "вызвать", "бросает вызов", "бросить вызов", "бросаю вызов"),
    ),
    Keyword(
        "do:duel", Name("duel", "поединок"),
        ("duels", "single combat"), ("вызов", "вызов от", "поедин*", "дуэл*", "бой один на один"),
    ),
    Keyword(
        "do:accept", Name("accepted by", "принимает"),
        ("accept", "accepts", "accepted", "take up", "takes up"),
        ("принима*", "принять", "примет", "соглас*", "ответить на", "отвечает на"),
    ),
    Keyword(
        "no:accept", Name("declines", "не принимает"),
        ("decline", "refuses", "refuse", "does not accept", "do not accept", "not accept", "no challenge", "no duel",
         "does not challenge", "do not challenge"),
        ("не принима*", "не принять", "принимать не", "отказ*", "отклон*", "уклон*", "не вызыва*", "без поединков",
         "не соглас*"),
    ),
    Keyword("say:no", Name("no", "нет"), ("not now",), ("не надо", "не нужно", "не будет", "нельзя")),
    Keyword("say:yes", Name("yes", "да"), (), ("есть", "нужно", "обязательно")),
    Keyword(
        "do:single", Name("single shots", "одиночными"),
        ("single shot", "single", "one shot each"), ("одиночн*", "по одному выстрелу", "один выстрел"),
    ),
    Keyword("do:multi", Name("multiple shots", "мультивыстрел"), ("multishot", "multi"), ("очередями", "мульти*")),
    Keyword(
        "do:leave", Name("off the table", "за край стола"),
        ("leave the table", "leaving the table", "over the edge"), ("за край", "со стола", "уйти со стола", "за карту"),
    ),
    Keyword("at:nearest", Name("nearest", "ближайшим"), ("closest", "nearest enemy"), ("ближайш*", "ближн*")),
    Keyword(
        "sep:or", Name("or", "или"),
        ("else", "otherwise", "or else", "if not", "failing that", "if out of reach"),
        ("либо", "иначе", "а если нет", "если нет", "если не выйдет", "если не получится", "если нельзя", "если никак",
         "запасная цель", "запасная", "вторая цель", "в крайнем случае", "если не достанем", "если недоступ*"),
    ),
)  # fmt: skip

MAGIC: tuple[Keyword, ...] = (
    Keyword(
        "do:cast", Name("casts", "читает"),
        ("cast", "casting", "spell", "enchant", "conjures"),
        ("читать", "колдует", "колдовать", "колдуем", "кастует", "каст", "кастовать", "кастуем", "заклинание",
         "заклинания", "чары", "сотворить", "творит", "наложить", "накладывает", "магия", "бросает", "кидает", "спелл"),
    ),
    Keyword(
        "n:dice", Name("dice", "кубов"),
        ("die", "magic points", "power dice"),
        ("кубик*", "куб", "куба", "кубы", "кубами", "кость", "костей", "кости", "дайс*", "очк*", "очка магии",
         "очков магии"),
    ),
    Keyword("n:least", Name("at least", "не меньше"), ("minimum", "min", "no less than"),
            ("минимум", "не менее", "мин", "хотя бы")),
    Keyword("at:point", Name("point", "точке"), ("at point", "spot"), ("точка", "точку", "координат*")),
    Keyword("new", Name("new spells", "новые чары"), ("new spell", "fresh spells"),
            ("новым чарам", "новое заклинание", "новые заклинания", "новых чар")),
)  # fmt: skip

UNITS: tuple[Keyword, ...] = (
    Keyword("n:cells", Name("cells", "клеток"), ("cell", "inches", "inch", "squares"),
            ("клетк*", "дюйм*", "кл", "клеточ*")),
    Keyword("n:steps", Name("steps", "шагов"), ("paces", "pace"), ("шага", "шаг")),
    Keyword("n:metres", Name("metres", "метров"), ("metre", "meters", "meter", "m"), ("метр*", "м")),
    Keyword("n:degrees", Name("degrees", "градусов"), ("degree", "deg", "°"), ("градус*", "град")),
    Keyword("n:files", Name("files", "колонн"), ("file", "wide", "abreast", "in front", "across", "frontage",
                                             "men wide"),
            ("по фронту", "в ряд", "в шеренге", "в ряду", "колоннами", "человек по фронту", "бойцов по фронту",
             "ширина", "шириной", "файлов", "по фронту в", "в шеренгу", "фронт в")),
)  # fmt: skip

NUMBERS: tuple[Keyword, ...] = tuple(
    Keyword(f"num:{number}", Name(en, ru), (), more)
    for number, en, ru, more in (
        (2, "two", "два", ("две", "двумя")),
        (3, "three", "три", ("тремя", "трёх")),
        (4, "four", "четыре", ("четырьмя", "четырёх")),
        (5, "five", "пять", ("пятью",)),
        (6, "six", "шесть", ()),
        (7, "seven", "семь", ()),
        (8, "eight", "восемь", ()),
        (10, "ten", "десять", ()),
    )
)

FORMATION: tuple[Keyword, ...] = (
    Keyword(
        "do:formation", Name("formation", "построение"), (), ("построением", "строй", "строем", "в строй")
    ),
)
FORMATIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "line": (
        ("lines", "into line", "in line"),
        ("в линию", "линией", "развёрнутый строй", "шеренга", "шеренгой"),
    ),
    "column": (("columns", "into column", "in column"), ("в колонну", "колонной", "походной колонной")),
    "wedge": (("wedges",), ("клином",)),
}

OTHERS: tuple[Keyword, ...] = (
    Keyword(
        "do:rally", Name("rally", "остановить бегство"),
        ("rallies", "stop", "regroup"),
        ("собрат*", "собраться", "собира*", "остановить", "остановиться", "остановите*", "прекратить бегство",
         "ралли", "сплотить", "вернуть в строй"),
    ),
    Keyword(
        "do:run", Name("let it run", "пусть бежит"),
        ("let them run", "let him run", "keep running"),
        ("пусть бегут", "пускай бежит", "не останавливать", "бегут дальше"),
    ),
    Keyword(
        "do:default", Name("as the rules have it", "по умолчанию"),
        ("by default", "default", "no order"), ("по дефолту", "дефолт", "без приказа", "без заявки"),
    ),
    Keyword("do:deploy", Name("deploy", "расставить"), ("place", "put", "set up", "deploys"),
            ("поставить", "ставлю", "ставим", "расстав*", "разместить", "расположить", "встают", "встаёт", "встать")),
    Keyword("at:listed", Name("as listed", "как в списке"), ("as it is", "leave it", "leave them"),
            ("как есть", "по списку", "без изменений")),
    Keyword("do:confirm", Name("carry out the orders", "исполнить приказы"),
            ("confirm", "carry out", "yes", "go ahead", "ok"),
            ("да", "исполнить", "подтверждаю", "выполнить", "ок", "поехали")),
    Keyword("do:legend", Name("the legend of", "легенда"), ("best legend", "legend", "best"),
            ("лучшая легенда", "лучш*")),
    Keyword("do:nobody", Name("nobody's", "ничья"), ("nobody", "none"), ("никого", "никому", "ничей")),
)  # fmt: skip

FILLERS: tuple[str, ...] = (
    "enemy", "enemies", "target", "targets", "men", "man", "fighters", "models", "boys", "lads", "sir", "gentlemen",
    "any", "them", "themselves", "possible", "able", "off", "out", "up", "down",
    "враг", "врага", "врагу", "врагов", "враги", "противник", "противника", "противнику", "противники", "нас", "их",
    "нам", "кто-то", "кто-нибудь", "цель", "цели", "человек", "бойцов", "ребята", "парни", "полк", "полка", "полку",
    "себе", "сторону", "сторона", "стороне", "направлении", "направление", "направлению", "всё", "уже", "дело", "бой",
    "бою", "бега", "ли", "приказ", "заявка", "заявку", "заявки", "наших", "нашего", "нашему", "этот", "сразу",
    "всеми", "пока", "далее", "дальше", "ещё", "еще", "каждый", "которые", "который", "станет", "станут", "будут",
    "пойдут", "пойдёт", "попытаются", "при", "первым", "делом",
    "привет", "приветствую", "здравствуйте", "добрый", "доброго", "день", "вечер", "hi", "hello",
    "также", "заявки", "итак", "so",
)  # fmt: skip
