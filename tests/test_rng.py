"""Order from a seed: the same everywhere, fair, and telling nothing of what comes."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rng import Rng

seeds = st.integers(min_value=0, max_value=2**128)


def test_a_seed_gives_the_same_numbers_on_every_machine_and_version() -> None:
    """Were these to change, every replay ever written would tell another game."""
    rng = Rng(20260101)
    assert [rng.below(1000) for _ in range(8)] == [954, 456, 189, 339, 824, 403, 473, 90]
    assert "".join(Rng(0, "draw", 7).shuffled("abcdefgh")) == "aebcdhfg"
    assert Rng(1).seed() == 10149934652772484667


@given(seeds, st.integers(1, 2**32))
def test_numbers_stay_below_their_limit(seed: int, limit: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(limit) < limit for _ in range(40))


@given(seeds, st.lists(st.integers(), max_size=100))
def test_shuffling_keeps_every_item_and_leaves_the_original_alone(seed: int, items: list[int]) -> None:
    kept = list(items)
    mixed = Rng(seed).shuffled(items)
    assert Counter(mixed) == Counter(kept)
    assert items == kept
    assert mixed == Rng(seed).shuffled(items)


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_a_choice_among_nothing_or_too_many_is_an_error(limit: int) -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        Rng(1).below(limit)


def test_choosing_from_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        Rng(1).choice([])


def test_every_order_is_as_likely() -> None:
    """24 orders, 12,000 shuffles: 500 each, give or take five standard deviations."""
    rng = Rng(5)
    counted = Counter(tuple(rng.shuffled(range(4))) for _ in range(12_000))
    assert set(counted) == set(permutations(range(4)))
    assert all(abs(count - 500) < 110 for count in counted.values()), counted


def test_a_limit_that_is_no_power_of_two_favours_no_number() -> None:
    """With plain remainders of 32 bits the lower third would come twice as often as the upper."""
    rng = Rng(6)
    limit = 3 * 2**30
    lower = sum(rng.below(limit) < 2**30 for _ in range(6000))
    assert abs(lower - 2000) < 200


def test_streams_of_one_seed_are_independent_of_each_other_and_of_when_they_are_asked() -> None:
    first = Rng(9, "draw", 1)
    first.below(10)
    assert [Rng(9, "draw", 2).below(2**32) for _ in range(2)] == [Rng(9, "draw", 2).below(2**32)] * 2
    numbers = {Rng(9, *path).below(2**32) for path in ((), ("draw",), ("draw", 1), ("draw", 2), ("bot", 1))}
    assert len(numbers) == 5


@given(seeds)
def test_fractions_are_from_0_up_to_1(seed: int) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.random() < 1 for _ in range(40))


@given(seeds)
def test_a_seed_for_something_else_has_64_bits(seed: int) -> None:
    assert 0 <= Rng(seed).seed() < 2**64
