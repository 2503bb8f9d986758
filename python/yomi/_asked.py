"""What the native functions are asked, in dictionaries with these keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class Wanted(TypedDict):
    """A match."""

    agents: Sequence[str]
    games: int
    seed: int
    limit: str | None
    openings: int | None
    sprt: str | None
    outside: bool


def wanted(
    agents: Sequence[str],
    games: int,
    limit: str | None,
    seed: int,
    openings: int | None,
    sprt: str | None,
    outside: bool,
) -> Wanted:
    """A match as it is asked for."""
    return {
        "agents": list(agents),
        "games": games,
        "seed": seed,
        "limit": limit,
        "openings": openings,
        "sprt": sprt,
        "outside": outside,
    }


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
