"""Sentences name only what a table has, and numbers have their nouns."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine import registry
from engine.game import AnyGame
from engine.match import Match
from engine.rng import Rng
from engine.silencio import GAME as SILENCIO
from engine.sixteen.cards import BIN
from tests.silencio_table import at
from tests.test_splendor import opened
from tests.test_tui_boards import NAMES, scene
from tests.tranquility_sitting import midgame, naming
from tests.tranquility_sitting import scene as sea_scene
from tests.tranquility_tables import position
from tui.board import Scene
from tui.boards import board
from tui.drawing import Brush, plain

WITHOUT = {  # options that switch something off, and the word that nobody is to hear then
    "silencio": ({"tavern": "off"}, "tavern"),
    "splendor": ({"gold": "source"}, "gold stands|★ gold|take 1 gold|of gold"),
    "tranquility": ({"galateia": "off"}, "Galateia"),
}
ALL_OUT = {"extinguished": "great r b y g"}


def told(game: AnyGame, seats: int, options: dict[str, str]) -> Iterator[str]:
    """Everything that is said in a random game: prompts, explanations, refusals, what happens and the board."""
    match, rng = Match(game, seats, 4, game.settled(options)), Rng(4, "told")
    table, spoken = board(game.name)(), set[str]()
    while match.outcome() is None:
        for seat in (*range(seats), None):
            view = match.view(seat)
            yield game.prompt(view, NAMES[:seats])
            of = Scene(game, view, tuple(game.legal_actions(view)), NAMES[:seats])
            cursor = table.begin(of, None)
            yield plain(table.draw(of, cursor, Brush(80, 14)))
            if cursor is not None:
                yield table.pointed(of, cursor)
            for action in of.legal:
                yield game.explain(view, action)
            for text in spoken:
                yield game.why_not(view, game.parse(text))
        seat = min(match.awaited())
        action = rng.choice(tuple(game.legal_actions(match.view(seat))))
        spoken = {*list(spoken)[:12], str(action)}
        for notice in match.play(seat, action):
            yield game.describe(notice.event, NAMES[:seats])


@pytest.mark.parametrize("name", WITHOUT)
def test_nothing_is_named_that_an_option_switched_off(name: str) -> None:
    options, word = WITHOUT[name]
    for seats in registry.game(name).seats[:2]:
        for sentence in told(registry.game(name), seats, options):
            if sentence != "At this table there is no tavern.":
                assert not re.search(word, sentence), sentence


def test_without_lit_stones_nobody_hears_of_using_one() -> None:
    for sentence in told(SILENCIO, 2, ALL_OUT | {"tavern": "on"}):
        assert "use a stone" not in sentence


def test_others_hear_only_of_what_may_still_be_used() -> None:
    ends = {"phase": "end", "rows": {"r": "r5"}, "turn": 1}
    for stones, tavern, said in (
        ("great", {"tavern": "off"}, "Anna may still use a stone."),
        ("great", {"tavern": "on"}, "Anna may still use a stone or speak in the tavern."),
        ("", {"tavern": "on"}, "Anna may still speak in the tavern."),
    ):
        more = {"tavern": {"open": True, "count": 0}} if tavern["tavern"] == "on" else {}
        match = at(["r7 b4 g8", "b5 y6"], {**tavern}, stones=stones, **ends, **more)
        assert SILENCIO.prompt(match.view(1), NAMES) == said
    closed = at(["r7 b4 g8", "b5 y6"], {"tavern": "on"}, stones="great", tavern={"open": False, "count": 2}, **ends)
    assert SILENCIO.prompt(closed.view(1), NAMES) == "Anna may still use a stone."
    assert SILENCIO.why_not(closed.view(0), SILENCIO.parse("play r7")) == (
        "You have played: use a stone or end your turn."
    )
    assert "1 more dark effect opens it" in SILENCIO.why_not(closed.view(0), SILENCIO.parse("say stuck"))


def test_where_no_row_has_a_tile_to_take_the_bin_says_so() -> None:
    game = registry.game("sixteen")
    match = next(m for m in (Match(game, 3, seed) for seed in range(50)) if BIN in m.view(min(m.to_act())).hand)
    of = scene(match, min(match.to_act()))
    answer = board("sixteen")().moved(of, board("sixteen")().begin(of, None), "d")
    assert answer == "No row has a tile that may be taken: the 1 that opens a row always stays."
    assert game.why_not(of.view, game.parse("bin g 2")) == answer


@pytest.mark.parametrize(("option", "follows"), [("tile", "one tile of yours"), ("run", "a tile or a run of yours")])
def test_after_a_special_what_may_follow_is_what_the_table_allows(option: str, follows: str) -> None:
    game = registry.game("sixteen")
    options = game.settled({"after_special": option})
    state = game.from_position({"rows": {"r": "r1 r3"}, "hands": ["r5 r6 bin scissors", "y5"], "turn": 1}, 2, options)
    view = Match(game, 2, 0, options, state).view(0)
    for text in ("bin r 1", "cut r"):
        assert follows in game.explain(view, game.parse(text))


def test_with_open_talk_nobody_is_told_to_keep_to_numbers() -> None:
    for talk, hushed in (("silent", True), ("open", False)):
        match = position(
            2,
            {"talk": talk},
            sea="4 a1",
            hands=["9 10 30 41 50", "1 2 3 5 6"],
            turn=1,
            start_played=True,
            owes={"offer": 8},
        )
        assert ("Talk only" in match.game.prompt(match.view(0), NAMES)) is hushed


def test_numbers_of_cards_say_of_what() -> None:
    table = board("tranquility")()
    waiting = sea_scene(midgame(), 1)
    start = table.begin(waiting, None)
    planned = {table.pointed(waiting, table.moved(waiting, start, key)) for key in "2356"}
    assert "63 would fit from a5 to b5, for 3 cards." in planned
    assert "38 would fit from c3 to d3, for 3 cards or more." in planned
    assert "55 would fit from f3 to e4, free on some of them." in planned
    asked = sea_scene(naming(), 0)
    told = table.pointed(asked, table.moved(asked, table.begin(asked, None), "2"))
    assert "That makes 5 of 8 cards" in told
    hand = sea_scene(midgame(), 0)
    chosen = table.moved(hand, table.begin(hand, None), "space")
    assert "1 of 2 cards chosen" in table.pointed(hand, chosen)


def test_a_game_without_gold_says_so_where_gold_would_be_chosen() -> None:
    for gold, answer in (("source", "There is no gold in this game."), ("published", "Go to a card first")):
        of = scene(opened(2, 1, gold), min(opened(2, 1, gold).to_act()))
        table = board("splendor")()
        said = table.moved(of, table.moved(of, table.begin(of, None), "w"), "p")
        assert said.startswith(answer)
