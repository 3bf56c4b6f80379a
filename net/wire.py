"""How messages, views and events become bytes, and how bytes that may be hostile become messages again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, Final, Protocol, TypeVar, Union, cast, get_args, get_origin

import msgpack
from cattrs import Converter, override
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from engine.game import AnyGame, Refused
from net.client import Update
from net.messages import Raw

T = TypeVar("T")


class WireError(Exception):
    """Bytes that mean nothing here; its text is a sentence."""


class TooLong(WireError):
    """More than the limit. Nothing that follows on the same stream can be read."""


@dataclass(frozen=True, slots=True)
class Limit:
    """size: bytes of a frame. items: entries of one array or map.

    The decoder reserves 8 bytes an announced entry and nests 1,024 deep at most, so a lie costs up to
    items * 8 kB for a moment.
    """

    size: int
    items: int


FROM_CLIENT: Final = Limit(8_192, 64)
FROM_ENGINE: Final = Limit(4_000_000, 8_192)

_PREFIX = 4  # bytes of a frame's length, most significant first


def pack(message: object, limit: Limit) -> bytes:
    """A frame: the length, then the message, which is a dataclass of `net.messages`."""
    body = msgpack.packb(_messages().unstructure(message))
    if len(body) > limit.size:
        raise TooLong("This is too long to be sent.")
    return len(body).to_bytes(_PREFIX, "big") + bytes(body)


def unpack(body: bytes, kind: type[T], limit: Limit) -> T:
    """The message of this kind that a frame's body holds."""
    if len(body) > limit.size:
        raise TooLong("This message is too long.")
    items = min(limit.items, len(body))
    try:
        plain = msgpack.unpackb(body, max_array_len=items, max_map_len=items, use_list=False)
    except Exception as error:  # the decoder's own errors, ValueError, RecursionError, UnicodeDecodeError ...
        raise WireError("This is no message.") from error
    return _read(_messages(), plain, kind)


class ByteReader(Protocol):
    """The reading half of a byte stream, as `asyncio.StreamReader` has it."""

    async def read(self, n: int) -> bytes: ...
    async def readexactly(self, n: int) -> bytes: ...


async def read(reader: ByteReader, kind: type[T], limit: Limit) -> T | None:
    """The next message of a stream, None at its end."""
    try:
        size = int.from_bytes(await reader.readexactly(_PREFIX), "big")
        if size > limit.size:
            raise TooLong(f"A message of {size} bytes is too long.")
        body = await reader.readexactly(size)
    except (asyncio.IncompleteReadError, OSError):
        return None
    return unpack(body, kind, limit)


class Shapes:
    """What the updates of one game's tables look like on the wire."""

    def __init__(self, game: AnyGame) -> None:
        self._converter = converter = _converter()
        view: Any = game.view_type | None
        event: Any = Union[game.event_types]  # noqa: UP007 - the members are known only now
        events: Any = tuple[event, ...]
        converter.register_unstructure_hook(
            Update,
            make_dict_unstructure_fn(
                Update,
                converter,
                view=override(unstruct_hook=converter.get_unstructure_hook(view)),
                events=override(unstruct_hook=converter.get_unstructure_hook(events)),
            ),
        )
        converter.register_structure_hook(
            Update,
            make_dict_structure_fn(
                Update,
                converter,
                view=override(struct_hook=lambda value, _: converter.structure(value, view)),
                events=override(struct_hook=lambda value, _: converter.structure(value, events)),
                _cattrs_forbid_extra_keys=True,
                _cattrs_detailed_validation=False,
            ),
        )

    def plain(self, update: Update) -> Raw:
        return Raw(self._converter.unstructure(update))

    def update(self, plain: Raw) -> Update:
        """Raises WireError."""
        return _read(self._converter, plain, Update)


@cache
def shapes(game: AnyGame) -> Shapes:
    return Shapes(game)


@cache
def _messages() -> Converter:
    return _converter()


def _read(converter: Converter, plain: object, kind: type[T]) -> T:
    try:
        return converter.structure(plain, kind)
    except Exception as error:  # whatever a hostile shape makes cattrs, an enum or a `parse` raise
        raise WireError("This message has the wrong shape.") from error


def _converter() -> Converter:
    """Dataclasses as maps, unions as a pair of name and value, cards as their text; nothing is converted by guess."""
    converter = Converter(
        forbid_extra_keys=True,
        detailed_validation=False,
        unstruct_collection_overrides={frozenset: _sorted},
    )
    for kind in (bool, int, str):
        converter.register_structure_hook(kind, _exactly)
    converter.register_structure_hook(Raw, lambda value, _: value)
    converter.register_unstructure_hook(Raw, lambda value: value)
    converter.register_unstructure_hook_factory(_is_written, lambda kind: _write_text(kind, converter))
    converter.register_structure_hook_factory(_is_written, lambda kind: _parse_text(kind, converter))
    converter.register_unstructure_hook_factory(_is_choice, lambda kind: _tag(kind, converter))
    converter.register_structure_hook_factory(_is_choice, lambda kind: _untag(kind, converter))
    return converter


def _sorted(values: Any) -> tuple[Any, ...]:
    """In an order that does not depend on how the set came to be."""
    return tuple(sorted(values, key=repr))


def _exactly(value: Any, kind: type) -> Any:
    """kind: bool, int, str or a class derived from them: an enum, or a card that is its number."""
    if _is_written(kind):
        return kind.parse(value)  # type: ignore[attr-defined]  # _is_written says so
    if issubclass(kind, Enum):
        return kind(_exactly(value, int if issubclass(kind, int) else str))
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected")
    return value


# Cards and the like: classes with a text of their own and a `parse` that reads it.


def _is_written(kind: Any) -> bool:
    return isinstance(kind, type) and not issubclass(kind, Enum) and hasattr(kind, "parse") and "__str__" in vars(kind)


def _write_text(kind: Any, converter: Converter) -> Callable[[Any], Any]:
    whole = make_dict_unstructure_fn(cast(Any, kind), converter) if is_dataclass(kind) else None

    @lru_cache(maxsize=512)
    def text(value: Any) -> str | None:
        written = str(value)
        try:
            return written if kind.parse(written) == value else None
        except Refused:
            return None

    def unstructure(value: Any) -> Any:
        if (written := text(value)) is not None:
            return written
        assert whole is not None, f"{value!r} is not what its text says"
        return whole(value)

    return unstructure


def _parse_text(kind: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    whole = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False)
    return lambda value, _: kind.parse(value) if isinstance(value, str) else whole(value, kind)


# Unions of more than one type besides None.


def _members(kind: Any) -> list[Any]:
    return [member for member in get_args(kind) if member is not NoneType]


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and len(_members(kind)) > 1


def _tag(kind: Any, converter: Converter) -> Callable[[Any], Any]:
    hooks: dict[type, Callable[[Any], Any]] = {}

    def unstructure(value: Any) -> Any:
        if value is None:
            return None
        if not hooks:  # only now: a union may hold itself
            hooks.update({get_origin(m) or m: converter.get_unstructure_hook(m) for m in _members(kind)})
        return type(value).__name__, hooks[type(value)](value)

    return unstructure


def _untag(kind: Any, converter: Converter) -> Callable[[Any, Any], Any]:
    members = {(get_origin(member) or member).__name__: member for member in _members(kind)}
    assert len(members) == len(_members(kind)), f"two members of {kind} have the same name"
    may_be_none = NoneType in get_args(kind)

    def structure(value: Any, _: Any) -> Any:
        if value is None and may_be_none:
            return None
        name, plain = value
        return converter.structure(plain, members[name])

    return structure
