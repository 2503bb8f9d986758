"""What the native functions are asked, in dictionaries with these keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypedDict


class Wishes(TypedDict):
    """Of advice, beside the agent and its limit."""

    seed: int
    opponents: str | None
    tree: int | None
    outside: bool
    every_ms: int


class Frame(TypedDict):
    """Of everything that plays many games."""

    seed: int
    limit: str | None
    outside: bool
    progress: Callable[[int], object] | None


class MatchWishes(TypedDict):
    """Of a match."""

    openings: int | None
    sprt: str | None
    store: Path | None


class Tried(TypedDict):
    """Of a calibration: which games are played."""

    against: Sequence[str]
    opponents: str | None
    random_moves: int
    games: int


class Which(TypedDict):
    """Of a store: which games."""

    game: str | None
    player: str | None
    source: str | None
    run: int | None
    since: str | None
    until: str | None
    finished: bool | None
    last: int | None
