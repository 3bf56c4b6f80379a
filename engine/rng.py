"""One seeded source of order, the same on every machine and Python version."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_WORDS = Struct("<16I")


class Rng:
    """Random numbers from a seed: BLAKE2b in counter mode, so that nothing seen tells what comes next.

    `path` names an independent stream of the same seed: `Rng(seed, "draw", 7)` is the same whoever asks, and whenever.
    """

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, seed: int, *path: str | int) -> None:
        text = "/".join(map(str, (seed, *path)))
        self._key = blake2b(text.encode()).digest()
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            self._words.extend(_WORDS.unpack(blake2b(self._block.to_bytes(8, "little"), key=self._key).digest()))
            self._block += 1
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, each equally likely. limit: 1 to 2**32."""
        if not 0 < limit <= 1 << 32:
            raise ValueError(f"cannot choose among {limit}")
        ceiling = (1 << 32) - (1 << 32) % limit
        while (word := self._word()) >= ceiling:
            pass
        return word % limit

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        self.shuffle(mixed)
        return mixed

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._word() / (1 << 32)

    def seed(self) -> int:
        """A seed for something else, 64 bits."""
        return self._word() << 32 | self._word()
