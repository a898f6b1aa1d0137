"""The words in which players give orders. English and Russian side by side; ``*`` ends the beginning of a word.

Concepts have a colon in them, so that none can be the id of a unit. Words that may mean two orders ("attack": a
charge, close combat, a stance) stand with each of them: the question tells which is meant, or the reader asks.
"""

from __future__ import annotations

from grognard.locale import Name
from grognard.orders import Keyword

VERBS: tuple[Keyword, ...] = (
    # --- cards and command points ---
    Keyword(
        "do:activate", Name("activate", "активировать"),
        ("act", "acts", "let act", "use", "your turn"),
        ("активир*", "активац*", "действовать", "действует", "действуют", "действуй", "действуйте", "ходит",
         "ходят", "ходи", "ходите", "начинает", "начинают"),
    ),
    Keyword(
        "do:end", Name("end the card", "закончить карту"),
        ("end", "end card", "end of card", "done", "that is all", "nothing more", "finish"),
        ("закончить", "заканчив*", "конец карты", "конец", "готово", "больше ничего", "карта закончена", "завершить",
         "завершаем", "хватит карты"),
    ),
    Keyword(
        "do:go", Name("ride to", "перейти к"),
        ("go to", "move to", "rides to", "goes to", "ride", "gallop to"),
        ("перейти", "переходит к", "переходит", "переместиться к", "переместиться", "перемещается к", "скачет к",
         "скачет", "ехать к", "едет к", "едет", "отправляется к"),
    ),
    Keyword(
        "do:attach", Name("join", "присоединиться к"),
        ("attach to", "joins", "attach", "attaches to", "lead"),
        ("присоедин*", "встать к", "встаёт к", "возглавить", "возглавляет"),
    ),
    Keyword(
        "do:steady", Name("take disorder off", "снять дезорганизацию"),
        ("steady", "remove disorder", "take off disorder", "remove dp", "take dp off", "remove a dp"),
        ("снять дп", "снимает дп", "снимаем дп", "снимает дезорганизацию", "снимаем дезорганизацию", "снять очко",
         "подбодрить", "подбодр*", "ободрить"),
    ),
    Keyword(
        "do:extra", Name("extra impulse", "лишний импульс"),
        ("one more impulse", "add an impulse", "add impulse", "give an impulse", "another impulse"),
        ("ещё импульс", "дополнительный импульс", "добавить импульс", "добавляем импульс", "даём импульс",
         "дать импульс"),
    ),
    Keyword(
        "do:together", Name("together", "вместе"),
        ("coordinated", "coordinated order", "coordinate", "at once", "on one order"),
        ("координ*", "координированный приказ", "разом", "сообща", "одновременно"),
    ),
    Keyword(
        "do:give", Name("hand over", "передать"),
        ("pass", "give", "hand", "pass on", "send"),
        ("передаём", "передает", "передаёт", "передаю", "отдать", "отдаём", "дать", "даём"),
    ),
    Keyword(
        "do:order", Name("new order for", "новый приказ для"),
        ("new order", "change the order of", "change order of", "change order", "order to"),
        ("новый приказ", "сменить приказ", "меняем приказ", "сменить приказ для", "приказать", "приказываем",
         "велеть"),
    ),
    Keyword(
        "do:replace", Name("replace", "заменить"),
        ("put a new man in for", "new commander for"),
        ("заменяем", "замена", "сменить командира", "новый командир вместо"),
    ),
    # --- impulses ---
    Keyword(
        "do:stop", Name("stop", "остановиться"),
        ("halt", "stay", "stand", "stand still", "wait", "end the activation", "no more", "hold"),
        ("стоп", "стой", "стойте", "стоять", "стоит", "стоят", "стоим", "остановка", "останавлив*", "стоять на месте",
         "на месте", "ждать", "ждём", "ждёт", "ждут", "закончить активацию"),
    ),
    Keyword(
        "do:restore", Name("restore order", "восстановить порядок"),
        ("restore", "rally", "dress ranks", "dress the ranks", "reorder", "get in order"),
        ("восстан*", "восстановление порядка", "восстанавливает порядок", "восстанавливаем порядок",
         "восстанавливают порядок", "порядок", "навести порядок", "наводит порядок", "привести себя в порядок",
         "приводит себя в порядок", "оправиться", "выровнять ряды"),
    ),
    Keyword(
        "do:move", Name("move", "двигаться"),
        ("go", "moves", "manoeuvre", "maneuver", "march", "marches"),
        ("двига*", "двигаемся", "движется", "движутся", "движение", "идти", "идёт", "идут", "идём", "маневр*",
         "марш", "маршем", "мув"),
    ),
    Keyword(
        "do:charge", Name("charge", "идти в атаку"),
        ("attack", "charges", "attacks", "assault", "ride down", "go for", "fall upon", "strike"),
        ("атак*", "в атаку", "атаковать", "чардж*", "чарж*", "ударить", "ударить по", "удар", "удар по", "наскок",
         "напасть", "напада*", "идёт в атаку", "идут в атаку", "в шоковую атаку"),
    ),
    Keyword(
        "do:shoot", Name("shoot at", "стрелять по"),
        ("shoot", "shoots", "shoots at", "fire", "fire at", "fires at", "volley", "volley at", "open fire",
         "open fire on", "give a volley", "give fire"),
        ("стрел*", "обстрел*", "обстреливает", "обстрелять", "огонь", "огонь по", "залп", "залп по", "дать залп",
         "дают залп", "даёт залп", "дать залп по", "дают залп по", "даёт залп по", "выстрел*", "открыть огонь",
         "открывает огонь", "открывают огонь", "пали", "палить"),
    ),
    Keyword(
        "do:fight", Name("fight", "драться"),
        ("fight on", "fights", "melee", "close combat", "press on", "hand to hand"),
        ("дерутся", "дерётся", "деремся", "дерёмся", "драться с", "рукопашная", "рукопашный бой", "биться", "бьются",
         "бьётся", "бить", "рубить", "рубить*", "рубят", "рубка", "рубиться", "рубится", "рубятся", "хтх",
         "ближний бой"),
    ),
    # --- move points ---
    Keyword(
        "do:advance", Name("advance", "вперёд"),
        ("forward", "advances", "go forward", "move forward", "straight on", "ahead"),
        ("продвинуться", "продвиг*", "наступать", "наступает", "наступают", "наступаем", "идти вперёд", "прямо",
         "двигаться вперёд", "пройти", "шагом вперёд"),
    ),
    Keyword(
        "do:turn", Name("turn", "повернуться"),
        ("turns", "rotate", "turn on the spot", "face"),
        ("поворот", "повернуть", "поворачив*", "повернуться на", "развернуться", "разворот", "развернуть", "доворот",
         "разворачив*", "развернуться на", "поворот на"),
    ),
    Keyword(
        "do:wheel", Name("wheel", "заехать плечом"),
        ("wheels", "wheel to the"),
        ("заход*", "заезд", "заезжать", "заезжает", "захождение", "заход плечом", "заходить плечом",
         "заходит плечом", "зайти плечом", "заехать"),
    ),
    Keyword(
        "do:about", Name("turn about", "кругом"),
        ("about face", "about turn", "about-face", "turn around", "face about", "face the rear"),
        ("повернуться кругом", "поворот кругом", "развернуться кругом", "разворот кругом", "развернуться назад"),
    ),
    Keyword(
        "do:quarter", Name("quarter turn", "фронт"),
        ("change front", "face to the"),
        ("перемена фронта", "сменить фронт", "фронтом", "сделать фронт"),
    ),
    Keyword(
        "do:face", Name("turn to face", "повернуться к"),
        ("face", "face the enemy", "turn towards", "turn to", "front to"),
        ("развернуться к", "лицом к", "развернуться лицом к", "повернуться лицом к", "фронтом к", "развернуться на",
         "повернуться на"),
    ),
    Keyword(
        "do:form", Name("form", "построиться"),
        ("reform", "form up", "change formation to", "change to", "deploy into", "re-form into"),
        ("перестро*", "перестраив*", "построение", "построить", "строиться", "строится", "свернуться в",
         "развернуться в", "построиться в", "перестроиться в", "встать в"),
    ),
    Keyword(
        "do:side_step", Name("side-step", "сдвинуться"),
        ("sidestep", "side step", "shift", "slide"),
        ("сдвиг", "сдвиг*", "шаг вбок", "принять"),
    ),
    Keyword(
        "do:step_back", Name("step back", "отойти"),
        ("pull back", "fall back", "back", "steps back", "retire", "retreat", "withdraw", "break off"),
        ("отход*", "отойти на", "назад", "шаг назад", "отступить", "отступить на", "отступ*", "податься назад",
         "осадить", "выйти из боя"),
    ),
    Keyword(
        "do:swap", Name("mount or dismount", "сменить строй на конный или пеший"),
        ("mount", "dismount", "mount up", "get off the horses"),
        ("спешиться", "спешить*", "спешив*", "сесть на коней", "сесть в сёдла", "по коням", "в сёдла"),
    ),
    Keyword(
        "do:go_on", Name("carry on with the manoeuvre", "продолжить манёвр"),
        ("carry on", "go on", "continue", "finish the manoeuvre", "continue the manoeuvre"),
        ("продолж*", "продолжить", "закончить манёвр", "завершить манёвр", "дальше", "продолжаем манёвр"),
    ),
    Keyword(
        "far:most", Name("as far as possible", "до упора"),
        ("all the way", "full move", "full speed", "as far as it goes"),
        ("на весь мув", "на полный мув", "насколько можно", "сколько можно", "полным ходом", "на всю длину"),
    ),
    # --- reactions ---
    Keyword(
        "do:pass", Name("no reaction", "не реагировать"),
        ("pass", "nothing", "do nothing", "do not react", "no"),
        ("пас", "пасуем", "без реакции", "не реагируем", "не реагирует", "ничего", "ничего не делать", "пропустить",
         "пропускаем", "нет"),
    ),
    Keyword(
        "do:stand_and_shoot", Name("stand and shoot at", "встретить огнём"),
        ("stand and shoot", "stand and fire", "shoot at", "shoot", "fire at", "fire", "volley"),
        ("стенд-н-шут", "стенд н шут", "встречает огнём", "встречаем огнём", "встречают огнём", "огнём", "стрел*",
         "залп", "залп по", "огонь", "огонь по", "дать залп", "дают залп", "обстрел*"),
    ),
    Keyword(
        "do:counter_charge", Name("counter-charge", "встречная атака"),
        ("counter charge", "countercharge", "charge", "counter", "attack", "meet"),
        ("контр-чардж", "контр чардж", "контрчардж", "контратака", "контратак*", "контратаковать", "встречный удар",
         "атака навстречу", "навстречу", "атак*", "в атаку", "идти в атаку"),
    ),
    Keyword(
        "do:brace", Name("brace for", "упереться против"),
        ("brace", "brace for impact", "braces", "all brace", "stand to receive", "receive the charge"),
        ("брэйс", "брейс", "брэйс-фор-импакт", "упереться", "упёрлись", "упирается", "выставить пики", "пики вперёд",
         "принять удар", "принимаем удар", "ощетиниться", "готовиться к удару"),
    ),
    Keyword(
        "do:mixed", Name("pikes brace and shot fire at", "пики упереть и огонь мушкетов по"),
        ("mixed", "salvo and pikes", "pikes brace and shot fire", "part brace", "pikes brace shot fire"),
        ("смешанная", "смешанно", "пики и залп", "залп и пики", "пики упираются мушкетёры стреляют",
         "частью упереться", "пикинёры упираются мушкетёры стреляют"),
    ),
    Keyword(
        "do:evade", Name("evade", "уйти от"),
        ("run", "run away", "run away from", "run for your lives", "flee", "retreat", "get away", "withdraw",
         "evades", "fall back", "pull back"),
        ("уйти", "уходим", "уходит", "уходят", "отступить", "отступ*", "отход*", "бежать", "бежать от",
         "ран-фор-ёр-лайвз", "ран фор ёр лайвз", "уклон*", "увернуться", "спасаться", "драпать", "отойти", "назад"),
    ),
    Keyword(
        "do:reform", Name("re-form against", "перестроиться против"),
        ("re-form", "reform", "manoeuvre", "turn", "turn against"),
        ("перестро*", "перестроиться", "манёвр", "маневрировать", "повернуться", "развернуться", "поворот"),
    ),
    Keyword(
        "do:reply", Name("fight back", "отбиваться"),
        ("reply", "yes", "answer", "strike back", "hit back"),
        ("да", "ответ", "ответить", "отвеча*", "отбива*", "отбиваемся", "драться", "дерёмся"),
    ),
    Keyword(
        "do:spare", Name("spare the impulse", "сберечь импульс"),
        ("no", "pass", "do not reply", "no reply", "save the impulse", "nothing", "keep the impulse"),
        ("нет", "пас", "не отвечать", "не отвечаем", "без ответа", "беречь импульс", "бережём импульс", "ничего"),
    ),
    # --- losses, deployment, orders ---
    Keyword(
        "do:lose", Name("lose", "снять"),
        ("remove", "take off"),
        ("потерять", "теряем", "снимаем", "убрать", "убираем"),
    ),
    Keyword(
        "end:right", Name("close up from the right", "смыкаясь справа"),
        ("right end", "from the right", "right"), ("справа", "правый край", "с правого края", "правый"),
    ),
    Keyword(
        "end:left", Name("close up from the left", "смыкаясь слева"),
        ("left end", "from the left", "left"), ("слева", "левый край", "с левого края", "левый"),
    ),
    Keyword(
        "do:auto", Name("deploy by the rules", "расставить по правилам"),
        ("auto", "automatic", "by the rules", "as usual", "default"),
        ("авто*", "по правилам", "по умолчанию", "как обычно", "расставь"),
    ),
    Keyword(
        "do:place", Name("deploy at the places shown", "расставить по указанным местам"),
        ("places shown", "as shown", "by places"), ("по местам", "как указано", "по указанным"),
    ),
    Keyword(
        "stance:attack", Name("to attack", "атаковать"),
        ("attack", "attacking", "offensive"), ("атак*", "наступать", "наступ*", "в наступление"),
    ),
    Keyword(
        "stance:hold", Name("to hold", "держаться"),
        ("hold", "defend", "hold ground", "stand"), ("держать*", "держ*", "оборона", "оборон*", "удерживать", "стоять"),
    ),
    Keyword(
        "stance:withdraw", Name("to withdraw", "отходить"),
        ("withdraw", "retreat", "fall back", "retire"), ("отход*", "отступать", "отступ*", "отойти", "назад"),
    ),
    Keyword("at:flag", Name("flag at", "флаг у"), ("flag on", "at", "flag"), ("флаг", "флаг на", "у")),
    Keyword(
        "at:middle", Name("the middle of the table", "середина стола"),
        ("middle", "centre", "center", "the centre of the table"), ("середина", "центр стола", "в середину", "центр"),
    ),
    Keyword(
        "at:here", Name("where he stands", "где он стоит"),
        ("here", "his place", "where he is"), ("на своём месте", "его место", "где стоит", "на месте"),
    ),
)  # fmt: skip

SIDES: tuple[Keyword, ...] = (
    Keyword(
        "side:left", Name("left", "влево"),
        ("to the left", "leftwards"),
        ("налево", "левым", "левее", "левое", "левый", "левым плечом", "на лево"),
    ),
    Keyword(
        "side:right", Name("right", "вправо"),
        ("to the right", "rightwards"),
        ("направо", "правым", "правее", "правое", "правый", "правым плечом", "на право"),
    ),
)  # fmt: skip

FORMATIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "line": (("in line", "lines"), ("в линию", "линией", "линию")),
    "column": (("in column", "march column"), ("в колонну", "колонной", "колонну")),
    "tercio": (("in tercio",), ("в терцию", "терцией", "терцию")),
    "square": (("in square", "hedgehog"), ("в каре", "ёж")),
    "caracole": (("in caracole",), ("в караколь", "караколем")),
    "open": (("open order", "skirmish", "skirmish order"), ("рассыпной строй", "врассыпную", "рассыпаться")),
    "laager": (("in laager", "wagon fort"), ("в табор", "вагенбург", "в вагенбург")),
}
"""Further words for formations."""

ARMS: dict[str, tuple[str, ...]] = {
    "foot": ("foot", "infantry", "пехота"),
    "horse": ("horse", "cavalry", "конница", "кавалерия"),
    "gun": ("guns", "artillery", "пушки", "орудия", "артиллерия"),
}
"""Units may be called by their arm."""

ORDINALS: tuple[Name, ...] = (
    Name("first base", "первая база"),
    Name("second base", "вторая база"),
    Name("third base", "третья база"),
    Name("fourth base", "четвёртая база"),
    Name("fifth base", "пятая база"),
    Name("sixth base", "шестая база"),
    Name("seventh base", "седьмая база"),
    Name("eighth base", "восьмая база"),
    Name("ninth base", "девятая база"),
    Name("tenth base", "десятая база"),
    Name("eleventh base", "одиннадцатая база"),
    Name("twelfth base", "двенадцатая база"),
    Name("thirteenth base", "тринадцатая база"),
    Name("fourteenth base", "четырнадцатая база"),
    Name("fifteenth base", "пятнадцатая база"),
    Name("sixteenth base", "шестнадцатая база"),
)

FILLERS: tuple[str, ...] = (
    "inch", "inches", "degree", "degrees", "deg", "cp", "points", "point", "impulse", "files", "file",
    "enemy", "enemies", "men", "battle", "base", "at", "with", "who", "can", "flag", "its", "ranks", "wide", "abreast",
    "card", "the",
    "дюйм", "дюйма", "дюймов", "дюймы", "градус", "градуса", "градусов", "град", "ок", "очко", "очка", "очков",
    "командования", "импульс", "импульса", "шеренга", "шеренг", "ряд", "ряда", "рядов", "рядами", "враг", "врага",
    "врагов",
    "вражеский", "вражеских", "противник", "противника", "бой", "флаг", "флагом", "база", "базы", "кто", "может", "мы",
    "ребята", "братцы", "карта", "карту",
)  # fmt: skip
"""Words of the book that carry no order of their own."""
