"""What the wire carries arrives equal, and whatever else arrives is refused in a sentence at no great cost."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import arena, registry
from engine.game import Outcome
from engine.scenario import cards_in
from net import messages, wire
from net.client import Absence, Line, Listing, Person, Stage, Standing, Update
from net.messages import Answered, Asked
from tests.courses import Course, courses, every_game, every_table, is_sentence

PEOPLE = (Person("[red]Ada[/]"), None, Person("Bo 🂡", bot="random", away=True))
ASKS = (
    messages.Tables(True),
    messages.Open("sixteen", ("here", "open"), {"after_special": "run"}, False, True),
    messages.Sit("babe", ""),
    messages.Watch("babe", "gipu"),
    messages.Rematch(1),
    messages.Next(1, False),
    messages.Face(1, 3),
    messages.Act(1, "place r7-9", 12, True),
    messages.Say(1, "hé"),
    messages.Hint(1),
    messages.AgreeToEnd(1, True),
    messages.StandIn(1, 0, "random"),
    messages.Leave(1),
    messages.Replay("babe"),
    messages.ChooseName("Éva"),
    messages.ShowCode(),
    messages.UseCode("kabo-tine-rudo-mesi"),
)
ANSWERS = (
    messages.Refusal("It is not your turn."),
    messages.Done(),
    messages.Text("format: 1\n"),
    messages.Known("Éva", Standing.NEW),
    messages.Seated(1, "babe", "sixteen", 1, {"after_special": "run"}, (0, 2)),
    messages.Listed(
        (
            Listing(
                "babe",
                "sixteen",
                {},
                PEOPLE,
                Stage.PLAYING,
                frozenset({1, 0}),
                (0,),
                private=True,
                invite="gipu",
                hints=True,
            ),
        )
    ),
    messages.Paused("Soon."),
    messages.Ended(""),
    messages.Saying("The host says: tea is ready", False),
)


def sent(message: Any, limit: wire.Limit = wire.FROM_ENGINE) -> Any:
    """The message after its way over the wire."""
    frame = wire.pack(message, limit)
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    return wire.unpack(frame[4:], type(message), limit)


def updates(played: Course) -> Iterator[Update]:
    """Everything that anybody is shown in a whole game."""
    for number, moment in enumerate(played.moments, 1):
        last = moment is played.moments[-1]
        for viewer in played.viewers():
            yield Update(
                serial=number,
                seat=viewer,
                stage=Stage.OVER if last else Stage.PLAYING,
                view=played.game.view(moment.after, viewer),
                events=tuple(arena.told(moment.notices, viewer)),
                said=(Line("[red]Ada[/]", "hé"),),
                fresh=number == 1,
                to_act=played.game.to_act(moment.after),
                people=PEOPLE,
                outcome=played.outcome if last else None,
                may_talk=last,
                absences=(Absence(1, 30),),
                agreed=frozenset({0, 1}),
                rematch="babe",
                invite="gipuweto",
            )


@every_table
def test_every_view_event_and_outcome_of_every_game_arrives_equal(name: str, seats: int) -> None:
    shapes = wire.shapes(registry.game(name))
    met: set[type] = set()
    for played in courses(name, seats):
        for update in updates(played):
            answered = sent(Answered(7, messages.Shown(shapes.plain(update), (0, 1))))
            arrived = shapes.update(answered.answer.update)
            assert arrived == update
            assert hash(arrived.view) == hash(update.view)
            met.update(map(type, update.events))
    assert met <= set(registry.game(name).event_types)


@every_game
def test_what_a_waiting_table_shows_arrives_equal(name: str) -> None:
    shapes = wire.shapes(registry.game(name))
    outcome = Outcome((), (1, 2), (1, 2), "Nobody could go on.")
    waiting = Update(0, None, Stage.WAITING, None, (), (), True, frozenset(), PEOPLE, outcome, True)
    assert shapes.update(sent(Answered(1, messages.Shown(shapes.plain(waiting), ()))).answer.update) == waiting


@every_game
def test_cards_travel_as_their_short_names(name: str) -> None:
    game = registry.game(name)
    played = next(courses(name, min(game.seats)))
    update = next(update for update in updates(played) if update.seat == 0)
    frame = wire.pack(messages.Shown(wire.shapes(game).plain(update), (0,)), wire.FROM_ENGINE)
    seen = set(cards_in((update.view, update.events), game.card_types))
    assert {card for card in seen if bytes([0xA0 + len(card)]) + card.encode() not in frame} == set()


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_everything_that_can_be_asked_arrives_equal(ask: messages.Ask) -> None:
    assert sent(Asked(3, ask), wire.FROM_CLIENT) == Asked(3, ask)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
def test_every_answer_arrives_equal(answer: messages.Answer) -> None:
    assert sent(Answered(3, answer)) == Answered(3, answer)


def test_nothing_that_can_be_asked_or_answered_is_left_out_here() -> None:
    assert {type(ask) for ask in ASKS} == set(messages.Ask.__args__)
    assert {type(answer) for answer in ANSWERS} | {messages.Shown} == set(messages.Answer.__args__)


# --- hostile bytes

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=9)
    | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=7), inner, max_size=5),
    max_leaves=20,
)
NAMES = st.sampled_from([kind.__name__ for kind in map(type, ASKS)])
FIELDS = st.dictionaries(
    st.sampled_from(
        ["place", "fresh", "serial", "action", "again", "table", "invite", "seat", "text", "plan", "options"]
    ),
    PLAIN,
    max_size=5,
)
ASKED = st.fixed_dictionaries({"id": st.integers(0, 9), "ask": st.tuples(NAMES, FIELDS | PLAIN)})


def refusal(read: Callable[[], object]) -> str:
    """The sentence of the one error that reading may raise, or an empty text."""
    try:
        read()
    except wire.WireError as error:
        return str(error)
    return ""


def is_fine(sentence: str) -> bool:
    return not sentence or is_sentence(sentence)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_refused_in_a_sentence(body: bytes) -> None:
    for kind in (Asked, Answered, messages.Hello, messages.Welcome):
        assert is_fine(refusal(partial(wire.unpack, body, kind, wire.FROM_CLIENT)))


@given(PLAIN | ASKED)
def test_any_shape_is_a_message_or_refused_in_a_sentence(plain: object) -> None:
    body = msgpack.packb(plain)
    for kind in (Asked, Answered, messages.Hello):
        assert is_fine(refusal(partial(wire.unpack, body, kind, wire.FROM_CLIENT)))


@every_game
@settings(max_examples=30)
@given(data=st.data())
def test_any_change_in_an_update_is_an_update_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    shapes = wire.shapes(registry.game(name))
    update = next(iter(updates(next(courses(name, max(registry.game(name).seats))))))
    plain = msgpack.unpackb(msgpack.packb(shapes.plain(update)))
    spot: Any = plain
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(spot[key], (dict, list)) or not spot[key] or data.draw(st.booleans()):
            break
        spot = spot[key]
    spot[key] = data.draw(PLAIN)
    assert is_fine(refusal(lambda: shapes.update(messages.Raw(plain))))


@pytest.mark.parametrize(
    "plain",
    [
        {"id": 1, "ask": ["Face", {"place": 1, "seat": True}]},
        {"id": 1, "ask": ["Face", {"place": 1, "seat": "0"}]},
        {"id": 1, "ask": ["Face", {"place": 1, "seat": 0.0}]},
        {"id": 1, "ask": ["Face", {"place": 1}]},
        {"id": 1, "ask": ["Face", {"place": 1, "seat": 0, "more": 1}]},
        {"id": 1, "ask": ["Concede", {"place": 1}]},
        {"id": 1, "ask": ["Say", {"place": 1, "text": b"bytes"}]},
        {"id": 1, "ask": ["Say", {"place": 1, "text": None}]},
        {"id": 1},
        [],
        None,
    ],
)
def test_nothing_is_converted_left_out_or_added_by_guess(plain: object) -> None:
    with pytest.raises(wire.WireError, match=r"^This message has the wrong shape\.$"):
        wire.unpack(msgpack.packb(plain), Asked, wire.FROM_CLIENT)


BOMBS = {
    "an array of four billion": b"\xdd\xff\xff\xff\xff",
    "a map of four billion": b"\xdf\xff\xff\xff\xff",
    "a text of four billion": b"\xdb\xff\xff\xff\xff",
    "bytes of four billion": b"\xc6\xff\xff\xff\xff",
    "depth": b"\x91" * 8_000,
    "wide and deep": b"\xdc\x00\x40" * 2_700,
    "wider and deep": b"\xdc\x1f\x80" * 2_700,  # as many entries as the frame has bytes, again and again
    "deep maps": b"\xde\x00\x40\xa1a" * 1_600,
    "an extension": b"\xc7\xff\x05" + b"a" * 255,
    "a time": b"\xd6\xff" + b"\0" * 4,
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_refused_and_costs_little_memory(bomb: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(wire.WireError):
            wire.unpack(bomb, Asked, wire.FROM_CLIENT)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


async def test_a_size_above_the_limit_is_refused_before_anything_else_is_read() -> None:
    reader = asyncio.StreamReader()
    reader.feed_data((wire.FROM_CLIENT.size + 1).to_bytes(4, "big"))  # and not one byte of it
    async with asyncio.timeout(5):
        with pytest.raises(wire.TooLong):
            await wire.read(reader, Asked, wire.FROM_CLIENT)


async def test_a_stream_that_ends_within_a_message_just_ends() -> None:
    frame = wire.pack(Asked(1, messages.Leave(1)), wire.FROM_CLIENT)
    for length in range(len(frame)):
        reader = asyncio.StreamReader()
        reader.feed_data(frame[:length])
        reader.feed_eof()
        assert await wire.read(reader, Asked, wire.FROM_CLIENT) is None


def test_what_is_too_long_to_send_is_refused_on_this_side() -> None:
    with pytest.raises(wire.TooLong, match="too long"):
        wire.pack(Asked(1, messages.Say(1, "x" * 9_000)), wire.FROM_CLIENT)
