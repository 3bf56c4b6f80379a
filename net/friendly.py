"""Names for people who come without a key."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Final

_HOW: Final = (
    "Amber Autumn Brave Brisk Bright Calm Cheerful Clever Coral Cosy Crisp Curious Dappled Daring Eager Early "
    "Fair Fleet Fond Frosty Gentle Glad Golden Happy Hazel Honest Humble Ivory Jolly Keen Kind Lively "
    "Loyal Lucky Mellow Merry Mild Misty Modest Mossy Neat Nimble Noble Patient Placid Plucky Proud Quick "
    "Quiet Russet Sandy Serene Silver Snug Spry Steady Sunny Swift Tawny Tidy Velvet Warm Wily Witty"
)
_WHO: Final = (
    "Badger Beaver Bison Bittern Bunting Condor Cormorant Crane Curlew Dolphin Dormouse Dove Eagle Egret Falcon Ferret "
    "Finch Fox Gannet Gazelle Gecko Goose Grouse Hare Hedgehog Heron Hoopoe Ibex Ibis Jackdaw Jay Kestrel "
    "Kite Lapwing Lark Linnet Lynx Magpie Marmot Marten Merlin Mole Newt Nuthatch Ocelot Osprey Otter Owl "
    "Panda Pelican Pipit Plover Puffin Quail Raven Robin Salmon Seal Sparrow Stoat Swallow Tapir Toad Wren"
)


def names(guest: str) -> Iterator[str]:
    """Without end, and for the same guest always the same: so a guest keeps the name when the engine starts again."""
    hows, whos = _HOW.split(), _WHO.split()
    for turn in count():
        chosen = int.from_bytes(sha256(f"{turn} {guest}".encode()).digest())
        chosen, who = divmod(chosen, len(whos))
        name = f"{hows[chosen % len(hows)]} {whos[who]}"
        yield name if turn < len(hows) else f"{name} {turn}"
