"""The runner of position files finds what does not hold: each key of a step, and each way a file can be wrong."""

from __future__ import annotations

import re
import time
import tomllib
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import registry, scenario
from engine.game import Refused
from engine.scenario import Scenario
from tests.test_scenarios import CASES, FILES

START = """
game = "sixteen"
seats = 3
[position]
rows = { r = "r1 r4", y = "y1", g = "g1", b = "b1", p = "p1" }
hands = ["r7 r8 b4 scissors", "y2 y3", "p9"]
turn = 1
[[step]]
seat = 1
"""


def run(step: str, start: str = START) -> str | None:
    (one,) = scenario.read(start + step)
    return scenario.check(one)


HOLDS = [
    'do = "place r7-8"',
    'do = "place r7-8"\nlegal = ["place r7", "place r8", "place r7-8", "place b4", "cut r"]',
    'legal_has = ["place r7"]',
    'legal_lacks = ["pass", "place r4"]',
    'do = "pass"\nrefused = true',
    'do = "dance"\nrefused = true',
    'do = "place r7"\nthen.turn = 2\nthen.rows.r = "r1 r4 r7"\nthen.hands = ["b4 scissors r8", "y3 y2", "p9"]',
    'do = "place r7"\nthen = { to_act = [2], over = false, passes = 0, counts = { hands = [3, 2, 1] } }',
    'do = "place r7"\nsees = { seat = 2, has = ["r7", "y2"], lacks = ["r8", "p9"] }',
    'do = "place r7"\nsees = { seat = 0, has = ["r7"], lacks = ["r8", "y2"] }',
    'do = "cut r"\nthen.aside = "r4 scissors"',
    "then.turn = 1",
]

FAILS = [
    ('do = "place r9"', "refused: You do not hold red 9"),
    ('do = "dance"', "refused"),
    ('do = "place r7"\nrefused = true', "it should be refused"),
    ('do = "pass"\nrefused = true\nthen.turn = 2', "turn should be 2 and is 1"),
    ('do = "pass"\nrefused = true\nsees = { seat = 2, has = ["r7"] }', "seat 2 does not see r7"),
    ('legal = ["place r7"]', "legal should be"),
    ('legal = ["place r7", "place r8", "place r7-8", "place b4", "cut r", "pass"]', "legal should be"),
    ('legal_has = ["place r7", "pass"]', "not legal: pass"),
    ('legal_lacks = ["place r7", "pass"]', "should not be: place r7"),
    ('do = "place r7"\nthen.turn = 3', "turn should be 3 and is 2"),
    ('do = "place r7"\nthen.rows.r = "r4 r1 r7"', "rows should be"),
    ('do = "place r7"\nthen.rows.q = ""', "rows should be"),
    ('do = "place r7"\nthen.hands = ["b4 scissors", "y3 y2", "p9"]', "hands should be"),
    ('do = "place r7"\nthen.hands = ["b4 scissors r8", "y3 y2"]', "hands should be"),
    ('do = "place r7"\nthen.to_act = [1, 2]', "to_act should be"),
    ('do = "place r7"\nthen.over = true', "over should be"),
    ('do = "place r7"\nthen.winners = [1]', "winners should be"),
    ('do = "place r7"\nthen.scores = [1, 2, 3]', "scores should be"),
    ('do = "place r7"\nthen.result = "perfect"', "result should be"),
    ('do = "place r7"\nthen.counts.hands = [4, 2, 1]', "counts should be"),
    ('do = "place r7"\nthen.sparrows = 1', "have no “sparrows”"),
    ('do = "place r7"\nsees = { seat = 2, has = ["r8"] }', "seat 2 does not see r8"),
    ('do = "place r7"\nsees = { seat = 2, lacks = ["r7"] }', "seat 2 sees r7"),
    ('do = "place r7"\nsees = { seat = 0, has = ["y2"] }', "a spectator does not see y2"),
    ('do = "place r7"\ndraws = "r9"', "no draw gives r9"),
]

MISREAD = [
    ('does = "place r7"', "has no key “does”"),
    ("do = 7", "“do” is of the wrong kind"),
    ('refused = "yes"', "“refused” is of the wrong kind"),
    ("then = 1", "“then” is of the wrong kind"),
    ('legal = "place r7"', "“legal” is a list of texts"),
    ("legal_has = [1]", "“legal_has” is a list of texts"),
    ('sees = { seat = 4, has = [] }', "“sees” needs a seat"),
    ("sees = {}", "“sees” needs a seat"),
    ('sees = { seat = 2, had = ["r7"] }', "“sees” has no key “had”"),
    ('sees = { seat = 2, has = "r7" }', "“has” is a list of texts"),
    ('[[step]]\nseat = 4', "needs a seat from 1 to 3"),
    ('[[step]]\ndo = "pass"', "needs a seat from 1 to 3"),
]  # fmt: skip

BAD_FILES = {
    "": "needs the key “game”",
    "seats = ": "no position file",
    'game = "chess"\nseats = 2': "no game “chess”",
    'game = "sixteen"\nseats = 9': "2 to 4 seats",
    'game = "sixteen"\nseats = "three"': "wrong form",
    'game = "sixteen"\nseats = 3\nsteps = []': "has no key “steps”",
    'game = "sixteen"\nseats = 3\nposition = 3': "wrong form",
    'game = "sixteen"\nseats = 3\nstep = 3': "wrong form",
    'game = "sixteen"\nseats = 3\nseed = "x"': "wrong form",
    'game = "sixteen"\nseats = 3\noptions = { sparrow = 1 }': "no option “sparrow”",
    "scenario = 3": "holds one scenario",
    "scenario = []": "holds one scenario",
    "scenario = [3]": "table of keys",
    'title = "\\u001b]0;x"': "control characters",
    "x = " + "9" * 5_000: "Line 1 of this file is too long",  # more digits than Python reads
    "x = " + "[" * 990: "nested too deeply",
    "x = " + "[\n" * 90_000: "nested too deeply",
    "#\n" * 100_001: "too long",
}

BAD_POSITIONS = [
    'hands = ["r7", "y2"]',
    'hands = ["r7", "y2", "r7"]',
    'hands = ["r1", "y2", "p9"]',
    'hands = ["", "", "p9"]',
    'hands = ["x9", "y2", "p9"]',
    "hands = [7, 8, 9]",
    "hands = 7",
    'hands = ["r7", "y2", "p9"]\nrows = 7',
    'hands = ["r7", "y2", "p9"]\nrows.q = "r1"',
    'hands = ["r7", "y2", "p9"]\nrows.y = "r1"',
    'hands = ["r7", "y2", "p9"]\nrows.r = "r5 r3"',
    'hands = ["r7", "y2", "p9"]\nrows.r = "r16e r3"',
    'hands = ["r7", "y2", "p9"]\nturn = 4',
    'hands = ["r7", "y2", "p9"]\nturn = "x"',
    'hands = ["r7", "y2", "p9"]\npasses = 9',
    'hands = ["r7", "y2", "p9"]\nbag = "r7"',
    'hands = ["r7", "y2", "p9"]\naside = "scissors scissors scissors"',
    'hands = ["r7", "y2", "p9"]\nfollow = "q"',
    'hands = ["r7", "y2", "p9"]\nsparrows = 1',
]


@pytest.mark.parametrize("step", HOLDS)
def test_what_holds_is_found_to_hold(step: str) -> None:
    assert run(step) is None


@pytest.mark.parametrize(("step", "why"), FAILS)
def test_what_does_not_hold_is_reported(step: str, why: str) -> None:
    found = run(step)
    assert found is not None
    assert why in found
    assert found.startswith("step 1")
    assert found.isprintable()


@pytest.mark.parametrize(("step", "why"), MISREAD)
def test_a_step_that_would_check_nothing_is_refused(step: str, why: str) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        run(step)


@pytest.mark.parametrize(("text", "why"), BAD_FILES.items(), ids=lambda text: text[:40])
def test_a_file_that_is_no_position_file_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(Refused, match=re.escape(why)) as refused:
        scenario.read(text)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("position", BAD_POSITIONS)
def test_an_inconsistent_position_is_refused_with_a_sentence(position: str) -> None:
    found = run("", f'game = "sixteen"\nseats = 3\n[position]\n{position}\n')
    assert found is not None
    assert found.startswith("the position is refused")
    assert found.isprintable()


def test_the_first_step_that_fails_is_named() -> None:
    found = run('do = "place r7"\n[[step]]\nseat = 2\ndo = "place y2"\nthen.turn = 2')
    assert found == "step 2 (place y2): turn should be 2 and is 3"


def test_a_fresh_table_is_dealt_from_the_seed() -> None:
    (one,) = scenario.read('game = "sixteen"\nseats = 2\nseed = 7\n[[step]]\nseat = 1\nthen.counts.bag = 23')
    assert scenario.check(one) is None
    assert one.match().seed == 7


# --- mutants: every expectation of every scenario, changed, must be noticed


def changed(value: Any) -> Any:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value} sparrow".strip()
        case list():
            return [*value, value[-1] if value else 1]
        case dict():
            return {**value, "sparrow": 1}
        case _:
            raise AssertionError(value)


def mutants(step: dict[str, Any]) -> list[dict[str, Any]]:
    """The step with one expectation changed."""
    made = [{**step, "then": {**step["then"], key: changed(value)}} for key, value in step.get("then", {}).items()]
    if "legal" in step:
        made.append({**step, "legal": step["legal"][1:] if step["legal"] else ["xyzzy"]})
    if "do" in step:
        made.append({**step, "refused": not step.get("refused", False)})
    if "draws" in step:
        made.append({**step, "draws": "sparrow"})
    for key, other in (("has", "lacks"), ("lacks", "has")):
        if step.get("sees", {}).get(key):
            made.append({**step, "sees": {"seat": step["sees"]["seat"], other: step["sees"][key]}})
    for key, other in (("legal_has", "legal_lacks"), ("legal_lacks", "legal_has")):
        if step.get(key):
            rest = {name: value for name, value in step.items() if name != key}
            made.append({**rest, other: step[key]})
    return made


def fails(one: Scenario, number: int, mutant: dict[str, Any]) -> bool:
    """Whether the scenario fails at that step, and not before."""
    steps = (*one.steps[:number], mutant)
    found = scenario.check(Scenario(one.title, one.game, one.seats, one.options, one.position, one.seed, steps))
    return found is not None and found.startswith(f"step {number + 1}")


@pytest.mark.parametrize("game", registry.names())
def test_every_changed_expectation_of_every_scenario_is_noticed(game: str) -> None:
    counted = 0
    for _, one in CASES:
        if one.game.name != game:
            continue
        for number, step in enumerate(one.steps):
            for mutant in mutants(dict(step)):
                counted += 1
                assert fails(one, number, mutant), (one.title, number + 1, mutant)
    assert counted or not any(one.game.name == game for _, one in CASES)


# --- hostile files

values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "r7", "r1 r2", "x", "2", "sixteen"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["r", "seat", "hands"]), inner, max_size=2)
    ),
    max_leaves=6,
)


TABLES = [table for file in FILES for table in tomllib.loads(file.read_text(encoding="utf-8")).get("scenario", [])]


def replaced(table: Any, path: list[int], value: Any) -> Any:
    """A copy with the value at a place that the numbers choose."""
    if not path or not isinstance(table, (dict, list)) or not table:
        return value
    keys = list(table) if isinstance(table, dict) else list(range(len(table)))
    key = keys[path[0] % len(keys)]
    copy = deepcopy(table)
    copy[key] = replaced(copy[key], path[1:], value)
    return copy


@given(st.integers(0), st.lists(st.integers(0, 20), min_size=1, max_size=5), values)
def test_a_file_with_anything_anywhere_is_refused_or_run(which: int, path: list[int], value: Any) -> None:
    hostile = replaced(TABLES[which % len(TABLES)], path, value)
    try:
        one = scenario.from_table(hostile)
    except Refused:
        return
    scenario.check(one)


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 50_000) + " = 1",
        "[" + ".".join(["a"] * 50_000) + "]",
        "\n".join(["[[x]]\n" + ".".join(["a"] * 490) + " = 1"] * 900),
    ],
)
def test_a_file_that_takes_its_reader_long_is_refused_at_once(text: str) -> None:
    began = time.process_time()
    with pytest.raises(Refused, match="too long for a position file"):
        scenario.read(text)
    assert time.process_time() - began < 1


def test_a_line_that_is_too_long_is_named() -> None:
    with pytest.raises(Refused, match="Line 3 of this file"):
        scenario.read("\n\n# " + "x" * 1_000)
    scenario.read('game = "sixteen"\nseats = 3\n# ' + "x" * 998)


@given(st.text(max_size=200))
def test_any_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Refused) as refused:
        scenario.read(text)
    assert str(refused.value).isprintable()
