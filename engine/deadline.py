"""The one clock in the engine: how long a bot may still think."""

from __future__ import annotations

from time import perf_counter


class Deadline:
    """A moment after which a search must answer. seconds: from now."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float) -> None:
        self._end = perf_counter() + seconds

    def passed(self) -> bool:
        return perf_counter() >= self._end

    def left(self) -> float:
        """Seconds still to go, at least 0."""
        return max(0.0, self._end - perf_counter())
