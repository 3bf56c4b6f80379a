"""A sensible beginner at Tranquility."""

from engine.bots import Bot

BOTS: dict[str, Bot] = {}
