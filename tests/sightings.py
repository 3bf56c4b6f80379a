"""Which cards a text or a screen of each game names, read as a person would read it: the eyes of the leak tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import dropwhile

from engine import registry
from engine.splendor.cards import CARDS
from tui.boards.tranquility.places import LEFT, PANEL

BOARD = 80  # columns of a board; beside it, on a wide screen, stand the people and what happened
BESIDE = 82


def named(game: str, text: str) -> set[str]:
    """The cards that sentences, actions or a replay name, in notation. Specials and the like are words of the rules."""
    for option in _options_in_words(game):
        text = text.replace(option, "")
    return set(_READERS[game](_EXAMPLES.sub("", text)))


@cache
def _options_in_words(game: str) -> tuple[str, ...]:
    """How a table's options are told: the same for everybody, whatever numbers are in it (`costs 4 cards, then 4`)."""
    rules = registry.game(game)
    return tuple(
        f"{option.called}: {option.said(choice)}"
        for option in rules.options
        if not option.many
        for choice in option.choices
    )


def shown(game: str, lines: Sequence[str]) -> set[str]:
    """The cards that a screen shows: on the board by their places, elsewhere by their names."""
    found = set(_BOARDS[game]([line[:BOARD] for line in lines]))
    for told in _stories(lines):
        found |= named(game, told)
    return found


def _stories(lines: Sequence[str]) -> Iterator[str]:
    """What is told beside the board and below it, as flowing text."""
    rules = [place for place, line in enumerate(lines) if line.strip(" ─-") == "" and line.strip()]
    if rules:
        yield _flowing(lines[rules[0] + 1 : -1])
    beside = [line[BESIDE:] for line in lines]
    after = next((place for place, line in enumerate(beside) if line.strip() and not line.strip(" ─-")), None)
    if after is not None:
        yield _flowing(beside[after + 1 : rules[0] if rules else None])


def _flowing(lines: Iterable[str]) -> str:
    """Without the end of a sentence that has scrolled out: it was read when it came, and means nothing by itself."""
    return " ".join(
        line.strip() for line in dropwhile(lambda line: line.startswith(("     ", "   … ", "   ~ ")), lines)
    )


# --- sentences

_EXAMPLES = re.compile(r"Try: .*|“[^”]*” is n")  # how actions are spelled, the same for everybody; what one said

_LIST = r"((?:[ ,]+(?:and |or |to )?\d+(?: (?:restart|end|dark|light))?)+)"
_ONE = re.compile(r"(to )?(\d+)(?: (restart|end))?")


def _coloured(colours: str, letters: str) -> re.Pattern[str]:
    return re.compile(rf"\b({colours})(?: row:)?{_LIST}|\b([{letters}])(\d+)([re]?)(?:-(\d+)([re]?))?(?![\w-])", re.I)


_SUITS = {
    "sixteen": _coloured("red|yellow|green|blue|purple", "rygbp"),
    "silencio": _coloured("red|blue|yellow|green", "rbyg"),
}


def _suits(game: str, text: str) -> Iterator[str]:
    for word, numbers, letter, first, kind, last, last_kind in _SUITS[game].findall(text):
        if letter:
            yield from _run(letter.lower(), int(first), int(last or first), last_kind or kind)
            continue
        before = 0
        for to, number, kind in _ONE.findall(numbers):
            yield from _run(word[0].lower(), before + 1 if to else int(number), int(number), kind[:1])
            before = int(number)


def _run(letter: str, first: int, last: int, kind: str) -> Iterator[str]:
    for number in range(first, min(last, 20) + 1):
        yield f"{letter}{number}{kind if number == last else ''}"


_COUNTS = re.compile(
    r"\d+ (?:(?:Finish )?cards?|cells?|numbers?|in the pile|discarded|of the|of|filled|seats?)\b(?: \d+)?|"
    r"\b(?:Row|seat|bot|offer|costs?|discard|sum|makes?|not|pile|hand|line|for) \d+"
    r"(?= |[.,;:?’]|$)(?! on [a-f][1-6])(?! \d)|"
    r"\b[a-f][1-6]\b|(?:be discarded|So far|Scores?|scores?): [^.]*|[a-z]+ \d+-\d+|0-9|\d+ more|\d+ must go|\bof \d+|"
    r"have \d+ left|\bt\d+-\w+ \d+|\bBot \w+ \d+|"
    r"stand in \d|\d+ \w*…|0 to 5|In \d+ seconds|wait \d+ seconds"
)


def _tranquil(text: str) -> Iterator[str]:
    """Every number that is not plainly a number of something."""
    return iter(re.findall(r"\b\d+\b", _COUNTS.sub(" ", text)))


_READERS: dict[str, Callable[[str], Iterator[str]]] = {
    "sixteen": lambda text: _suits("sixteen", text),
    "silencio": lambda text: _suits("silencio", text),
    "tranquility": _tranquil,
    "splendor": lambda text: iter(re.findall(r"(?<![\w-])(?:[123]-\d\d|n\d\d)(?![\w-])", text)),
}

# --- boards

_LANE = re.compile(r" ([RYGBP]) (?:\S )?(?:[›>]\d+|shut|any) ?\]?(.*)")


def _lanes(lines: Iterable[str], upto: int | None) -> Iterator[str]:
    """Rows of colours, each with one's own cards below it."""
    letter = ""
    for line in lines:
        if lane := _LANE.match(line.replace("[", " ", 1) if line.startswith("[") else line):
            letter, cards = lane[1].lower(), line[lane.start(2) : upto]
        elif line.split()[:1] == ["yours"]:
            cards = line[line.index("yours") + 5 : upto]
        else:
            continue
        yield from (letter + card for card in re.findall(r"\d+[re]?", cards))


def _silencio(lines: Sequence[str]) -> Iterator[str]:
    yield from _lanes(lines, None)
    for line in lines:
        if line[:8].strip() in ("ORACLE", "OPEN", "BOX") or re.match(r"   \S", line):
            yield from named("silencio", line)


def _sixteen(lines: Sequence[str]) -> Iterator[str]:
    yield from _lanes(lines, None)
    for line in lines:
        if re.match(r"       ?\S", line):  # hands laid open at the end
            yield from named("sixteen", line)


def _sea(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if re.match(r" [1-6] {1,5}(?:START|start|╭|\+)", line):
            cells = re.sub(r"pay \d+|\(\d+\)", " ", line[LEFT - 2 : PANEL - 2])
        elif line.startswith(" yours"):
            cells = re.sub(r"\d+ of \d+", " ", line[6:])
        elif line.startswith((" You discarded", "   You still held")):
            cells = line
        else:
            continue
        yield from re.findall(r"\d+", cells)


_FACE = re.compile(r"([WBGRK])[◇●▲■◆$@%#&] {1,2}(\d| )")
_SMALL = re.compile(r"\b([WBGRK])(\d?):((?:\d[wbgrk])+)")
_PRICE = re.compile(r"\d[wbgrk]")
_TALL = re.compile(r"(\d[wbgrk])[◇●▲■◆$@%#&]")


def _faces(lines: Sequence[str]) -> Iterator[str]:
    for place, line in enumerate(lines):
        yield from named("splendor", line)
        for bonus, points, price in _SMALL.findall(line):
            yield from _with_face(bonus, points, _PRICE.findall(price))
        for face in _FACE.finditer(line):
            room = slice(max(face.start() - 1, 0), face.start() + 13)
            below = " ".join(other[room] for other in lines[place + 2 : place + 4])
            price = _TALL.findall(below) or _PRICE.findall(
                " ".join(other[room] for other in lines[place + 1 : place + 2])
            )
            yield from _with_face(face[1], face[2], price)


def _with_face(bonus: str, points: str, price: Iterable[str]) -> Iterator[str]:
    """The card, if there is just one with this bonus, points and price."""
    found = _by_face().get((bonus.lower(), int(points.strip() or 0), "".join(price)), ())
    if len(found) == 1:
        yield found[0]


@cache
def _by_face() -> dict[tuple[str, int, str], tuple[str, ...]]:
    faces: dict[tuple[str, int, str], tuple[str, ...]] = {}
    for card in CARDS:
        face = str(card.bonus), card.points, "".join(f"{price}{gem}" for gem, price in card.costs)
        faces[face] = (*faces.get(face, ()), str(card))
    return faces


_BOARDS: dict[str, Callable[[Sequence[str]], Iterator[str]]] = {
    "silencio": _silencio,
    "sixteen": _sixteen,
    "tranquility": _sea,
    "splendor": _faces,
}
