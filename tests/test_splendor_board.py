"""The board of Splendor: goldens to read, keys that reach every action, marks that are the engine's.

`python -m tests.test_splendor_board` writes the goldens anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import registry, scenario
from engine.bots import Question
from engine.game import Refused
from engine.match import Match
from engine.rng import Rng
from engine.splendor.actions import Action, Buy, Pass, Reserve, ReserveTop, Return, Take, Welcome
from engine.splendor.cards import GOLD
from engine.splendor.rules import payment
from tests.rooms import RIGHT, room
from tests.splendor_tables import TABLES
from tests.test_splendor import opened, position
from tests.test_splendor_legal import scattered
from tui.board import Scene
from tui.boards.splendor import SplendorBoard
from tui.drawing import Brush, line_width, plain
from tui.keys import footer

GOLDEN = Path(__file__).parent / "golden"
SMALL, LARGE = Brush(80, 14), Brush(81, 34)
NAMES = ("Anna", "Bo", "Cem", "Dee")
PRESSES = tuple(dict.fromkeys(press for key in SplendorBoard.KEYS for press in key.presses))

board = SplendorBoard()


def scene(match: Match, seat: int | None, events: tuple[Any, ...] = ()) -> Scene:
    view = match.view(seat)
    return Scene(match.game, view, tuple(match.game.legal_actions(view)), NAMES[: match.seats], events)


def table(name: str) -> Match:
    return scenario.read(TABLES[name])[0].match()


def on_turn(match: Match) -> Scene:
    return scene(match, min(match.to_act()))


def pressed(of: Scene, *keys: str) -> Any:
    cursor = board.begin(of, None)
    for key in keys:
        cursor = board.moved(of, cursor, key)
        assert cursor is not None, key
        assert not isinstance(cursor, str), cursor
    return cursor


def drawn(of: Scene, brush: Brush = SMALL, *keys: str) -> str:
    return plain(board.draw(of, pressed(of, *keys), brush)) + "\n"


@cache
def midgame() -> tuple[Match, tuple[Any, ...]]:
    """A game of greedy bots, half way, and what everybody has heard."""
    match, events = opened(4, 5), []
    for ply in range(42):
        (seat,) = match.to_act()
        question: Question[Any, Any, Any] = Question(match.view(seat), match.legal(seat), (), Rng(5, "half way", ply))
        notices = match.play(seat, registry.bot("splendor", "greedy")(question))
        events += [notice.event for notice in notices if notice.to is None]
    return match, tuple(events)


@cache
def pictures() -> dict[str, str]:
    match, events = midgame()
    seat = min(match.to_act())
    half_way = scene(match, seat, events)
    return {
        "80": drawn(half_way),
        "80_ascii": drawn(half_way, Brush(80, 14, ascii=True)),
        "80x34": drawn(half_way, Brush(80, 20)),
        "120": drawn(half_way, LARGE),
        "120_ascii": drawn(half_way, Brush(81, 34, ascii=True)),
        "watched": drawn(scene(match, None, events)),
        "gems": drawn(on_turn(table("crowded")), SMALL, "w", "k"),
        "reserve": drawn(on_turn(table("crowded")), SMALL, "a", "s"),
        "pay": drawn(on_turn(table("crowded")), SMALL, "1", "1", "p", "w", "r"),
        "pay_120": drawn(on_turn(table("crowded")), LARGE, "1", "1", "p", "w", "r"),
        "return": drawn(on_turn(table("returning")), SMALL, "r", "o"),
        "noble": drawn(on_turn(table("choosing")), SMALL, "right"),
        "noble_120": drawn(on_turn(table("choosing")), LARGE, "right"),
        "last": drawn(on_turn(table("last"))),
        "pass": drawn(on_turn(table("stuck"))),
    }


@pytest.mark.parametrize("name", pictures())
def test_the_picture_is_the_one_that_was_reviewed(name: str) -> None:
    assert pictures()[name] == (GOLDEN / f"board_splendor_{name}.txt").read_text(encoding="utf-8")


# --- keys


def paths(of: Scene) -> dict[Action, tuple[str, ...]]:
    """The shortest keys to every action that Enter can do."""
    start = board.begin(of, None)
    known: dict[Any, tuple[str, ...]] = {start: ()}
    found: dict[Action, tuple[str, ...]] = {}
    waiting = [start]
    for at in waiting:
        assert len(known) < 5000, "keys lead on and on"
        action = board.under(of, at)
        if action is not None:
            found.setdefault(action, known[at])
        for key in PRESSES:
            moved = board.moved(of, at, key)
            if isinstance(moved, str):
                assert moved.endswith("."), moved
            elif moved is not None and moved not in known:
                known[moved] = (*known[at], key)
                waiting.append(moved)
    return found


def scenes() -> Iterator[Scene]:
    """Positions with every kind of decision, most of them such as no game may lead to."""
    for name in TABLES:
        yield on_turn(table(name))
    for seed in range(60):
        at, seats, gold = scattered(Rng(seed, "board"))
        yield on_turn(position(seats, gold, **at))
    for seed in range(300):
        at, seats, gold = scattered(Rng(seed, "nobles"), most_cards=20)
        try:
            yield on_turn(position(seats, gold, **at | {"owes": "noble"}))
        except Refused:
            continue


def test_few_keys_reach_every_legal_action_and_no_other() -> None:
    kinds: set[type] = set()
    for of in scenes():
        reached = paths(of)
        assert set(reached) == set(of.legal)
        assert max(map(len, reached.values())) <= 12
        kinds |= {type(action) for action in reached}
    assert kinds == {Take, Reserve, ReserveTop, Buy, Pass, Return, Welcome}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_played_through_the_keys(seats: int) -> None:
    match, rng, cursors = opened(seats, 9, "published", "10"), Rng(9, "keys"), [None] * seats
    while match.outcome() is None and match.serial < 400:
        (seat,) = match.to_act()
        of = scene(match, seat)
        question: Question[Any, Any, Any] = Question(of.view, of.legal, (), Rng(9, "wishes", match.serial))
        wanted = rng.choice(of.legal) if rng.below(3) == 0 else registry.bot("splendor", "greedy")(question)
        cursor = board.begin(of, cursors[seat])
        begun = board.begin(of, None)
        assert board.pointed(of, cursor)
        cursor = begun
        for key in paths(of)[wanted]:
            cursor = board.moved(of, cursor, key)
        assert board.moved(of, cursor, "enter") is None, "Enter does it"
        assert board.pointed(of, cursor) == match.game.explain(of.view, wanted)
        for other in range(seats):
            cursors[other] = board.begin(scene(match, other), cursors[other])
        cursors[seat] = cursor
        match.play(seat, board.under(of, cursor))
    outcome = match.outcome()
    assert outcome is not None
    final = plain(board.final(scene(match, 0), outcome, Brush(79, 22)))
    assert all(name in final for name in NAMES[:seats])


def test_a_refused_key_says_why() -> None:
    of = on_turn(table("last"))
    assert board.moved(of, pressed(of, "b", "g", "r"), "k") == "Take one gem of each of 3 colours."
    assert board.moved(of, pressed(of, "b"), "b").startswith("Two alike may be taken only where the bank has 4")
    assert board.moved(of, pressed(of), "w") == "There is no diamond in the bank."
    gold = on_turn(table("crowded"))
    assert board.moved(gold, pressed(gold, "b"), "p").startswith("Go to a card first")
    assert board.moved(of, board.begin(of, None), "y") == "You have reserved no card."
    crowded = on_turn(table("crowded"))
    assert board.moved(crowded, pressed(crowded, "y"), "s") == "You have reserved this card already."
    dear = pressed(crowded, "3")
    assert board.under(crowded, dear) is None
    assert board.pointed(crowded, dear).endswith("and you have 3 gold. Press s to reserve it.")
    waiting = scene(table("crowded"), 0)
    at = board.begin(waiting, None)
    assert board.moved(waiting, at, "w") == "It is not your turn but Bo’s."
    returning = on_turn(table("returning"))
    assert board.moved(returning, pressed(returning, "r", "r"), "w").endswith(".")
    assert board.moved(returning, pressed(returning), "g") == "You have no emerald."


def test_q_puts_back_what_was_picked_and_otherwise_belongs_to_the_screen() -> None:
    of = on_turn(table("crowded"))
    assert pressed(of, "w", "b", "q").picked == ()
    assert [str(gem) for gem in pressed(of, "w", "b", "backspace").picked] == ["w"]
    assert pressed(of, "a", "s", "q") == pressed(of, "a")
    assert pressed(of, "1", "1", "p", "q") == pressed(of, "1", "1")
    for cursor in (pressed(of), pressed(of, "w", "q")):
        assert board.moved(of, cursor, "q") is None
    returning = on_turn(table("returning"))
    assert pressed(returning, "r", "o", "q").picked == ()


def test_what_was_picked_is_gone_when_the_turn_is_over() -> None:
    match = opened(2, 1)
    of = on_turn(match)
    cursor = pressed(of, "w", "b")
    assert board.begin(of, cursor).picked == ()


def test_the_last_round_is_announced_to_all_with_the_seat_that_ends_it() -> None:
    for seat in (None, 0, 1):
        of = scene(table("last"), seat)
        assert "LAST ROUND, ends with Bo" in plain(board.draw(of, board.begin(of, None), SMALL))
    assert "LAST ROUND" not in drawn(on_turn(table("crowded")))


def test_a_game_without_gold_says_so() -> None:
    assert "no gold with 2 or 3 players" in drawn(on_turn(opened(2, 1)))
    assert "no gold" not in drawn(on_turn(opened(2, 1, "published")))


def test_a_tie_is_explained_at_the_end() -> None:
    cards = {"cards": "3-04 3-07 3-12", "nobles": "n02"}
    match = position(
        3, players=[cards, {"cards": "3-08 3-16 3-19 1-01", "nobles": "n03"}, {}], nobles="n01 n05", turn=3, first=1
    )
    match.play(2, match.legal(2)[0])
    outcome = match.outcome()
    assert outcome is not None
    final = plain(board.final(scene(match, None), outcome, Brush(79, 22)))
    assert outcome.scores[0] == outcome.scores[1]
    assert "fewer cards" in final.splitlines()[1]
    assert "more cards" in final.splitlines()[3]


def test_gold_can_stand_for_a_gem_that_is_held() -> None:
    of = on_turn(table("crowded"))
    cursor = pressed(of, "1", "1", "p", "w", "r")
    assert str(board.under(of, cursor)) == "buy 1-12 gold w r"
    again = board.moved(of, cursor, "r")
    assert str(board.under(of, again)) == "buy 1-12 gold w", "as much as can be, then the least again"


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_footer_holds_all_that_is_useful_now(name: str, size: Brush) -> None:
    of = on_turn(table(name))
    useful = board.keys(of, board.begin(of, None))
    assert useful
    assert all(key.does for key in useful)
    assert line_width(footer(useful, size.width)) <= size.width


# --- marks


def test_cards_are_marked_that_the_engine_says_can_be_bought_with_the_gold_needed() -> None:
    for of in scenes():
        picture = plain(board.draw(of, None, SMALL))
        plain_buys = [action for action in of.legal if isinstance(action, Buy) and not action.gold]
        by_gold = [payment(action, of.view.mine)[GOLD] for action in plain_buys]
        marked = [int(number or 0) for number in re.findall(r"\bbuy\b(?: (\d)★)?", picture)]
        assert sorted(marked) == sorted(by_gold)


def test_gems_and_decks_are_marked_that_can_be_taken() -> None:
    for of in scenes():
        lines = plain(board.draw(of, None, SMALL)).splitlines()
        bank = next(line for line in lines if line.startswith("   bank"))
        takes = [action for action in of.legal if isinstance(action, Take)]
        ones = {gem for take in takes for gem in take.gems}
        twos = {take.gems[0] for take in takes if len(set(take.gems)) < len(take.gems)}
        assert bank.count("▴") == len(ones) + len(twos) + (Pass() in of.legal)
        decks = sum(line.startswith(f" deck {level}▴") for line in lines for level in (1, 2, 3))
        assert decks == sum(isinstance(action, ReserveTop) for action in of.legal)


def test_nothing_is_marked_while_others_play() -> None:
    picture = plain(board.draw(scene(table("crowded"), 0), None, SMALL))
    assert "buy" not in picture
    assert picture.count("▴") == 1, "the mark is explained and no more"


def test_what_came_from_a_deck_in_the_last_round_is_marked() -> None:
    match, events = midgame()
    came = {event.card for event in events[-20:] if type(event).__name__ == "Refilled"}
    assert came
    of = scene(match, min(match.to_act()), events)
    assert 0 < plain(board.draw(of, None, SMALL)).count("•") - 1 <= 4
    assert plain(board.draw(of, None, LARGE)).count(" new ") == plain(board.draw(of, None, SMALL)).count("•") - 1
    quiet = scene(match, of.seat)
    assert plain(board.draw(quiet, None, SMALL)).count("•") == 1


# --- secrets, frames, letters


def test_a_card_reserved_unseen_is_shown_to_its_owner_alone() -> None:
    match = table("crowded")
    assert "3-15" in drawn(scene(match, 1), LARGE)
    for seat in (None, 0, 2, 3):
        seen = scene(match, seat)
        for brush in (SMALL, LARGE):
            picture = plain(board.draw(seen, board.begin(seen, None), brush))
            assert "3-15" not in picture
            assert "3b6g3r" not in picture
            assert "level 3?" in picture


@pytest.mark.parametrize("name", TABLES)
def test_everything_fits_at_any_height(name: str) -> None:
    of = on_turn(table(name))
    for height in range(14, 60):
        brush = Brush(80, height)
        lines = board.draw(of, board.begin(of, None), brush)
        assert len(lines) <= height
        assert all(line_width(line) <= 80 for line in lines)
        assert board.wants(of, brush) <= height
        text = plain(lines)
        assert "15 points: the last round" in text or "LAST ROUND" in text, "the last line is there"


@pytest.mark.parametrize("name", TABLES)
def test_letters_and_brackets_say_all_without_colours_and_in_ascii(name: str) -> None:
    of = on_turn(table(name))
    picture = drawn(of, Brush(80, 14, ascii=True))
    assert picture.isascii()
    assert "[" in picture
    for letter in "wbgrk":
        assert re.search(rf"{letter}[$@%#&] ", picture)


def test_a_spectator_points_at_nothing_and_sees_whose_turn_it_is() -> None:
    of = scene(table("crowded"), None)
    assert board.begin(of, None) is None
    assert ">2 Bo" in plain(board.draw(of, None, Brush(80, 14, ascii=True)))


def test_a_click_points_and_a_click_on_a_gem_picks_it() -> None:
    of = on_turn(table("crowded"))
    lines = drawn(of).splitlines()
    y = next(number for number, line in enumerate(lines) if "2-03" in line)
    found = board.at(of, board.begin(of, None), lines[y].index("2-03"), y, SMALL)
    assert found == pressed(of, "2", "2", "2")
    bank = next(number for number, line in enumerate(lines) if line.startswith("   bank"))
    picked = board.at(of, found, 10, bank, SMALL)
    assert picked == pressed(of, "w")
    assert board.at(of, picked, 14, bank, SMALL) == pressed(of, "w", "b")


# --- on a screen


async def test_gems_are_taken_through_a_terminal() -> None:
    async with room(("here Anna", "greedy"), game="splendor", seed=3) as here:
        await here.shows("15 points: the last round")
        await here.my_turn()
        before = here.table.now.view.mine.tokens if here.table.now else ()
        here.paper.type("wb")
        await here.shows("1 diamond and 1 sapphire: choose one more colour")
        here.paper.type(f"{RIGHT} ")
        await here.shows("3/10")
        here.paper.type("\r")
        await here.until(lambda: here.table.now is not None and here.table.now.view.mine.tokens != before)
        assert sum(here.table.now.view.mine.tokens) == 3 if here.table.now else False


if __name__ == "__main__":
    for name, text in pictures().items():
        (GOLDEN / f"board_splendor_{name}.txt").write_text(text, encoding="utf-8")
