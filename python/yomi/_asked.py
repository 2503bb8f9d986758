"""What the native functions are asked, in dictionaries with these keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict


def whole(**named: int | None) -> None:
    """Refuses what is not a whole number from 0 on, with its name; ``None`` is as good."""
    for name, value in named.items():
        if value is not None and not hasattr(value, "__index__"):
            raise TypeError(f"{name}={value!r}: expected a whole number")
        if value is not None and not 0 <= value < 2**64:
            raise ValueError(f"{name}={value}: expected a whole number from 0 to 18446744073709551615")


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
    if isinstance(agents, str) or not all(isinstance(agent, str) for agent in agents):
        raise TypeError(f"agents={agents!r}: expected a list of texts, one per seat, for example ['best', 'random']")
    whole(games=games, seed=seed, openings=openings)
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
