"""Many games."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from . import _asked, _yomi
from ._games import Setting
from ._games import game as _game
from .records import Record

Progress = Callable[[int], object]


def _open(game: _yomi.Game | str, settings: dict[str, Setting] | None) -> _yomi.Game:
    if isinstance(game, _yomi.Game):
        if settings:
            raise TypeError("settings are given with the name of a game; this one has been opened")
        return game
    return _game(game, **(settings or {}))


def arena(
    game: _yomi.Game | str,
    agents: Sequence[str],
    games: int = 100,
    *,
    limit: str | None = None,
    seed: int = 0,
    openings: int | None = None,
    sprt: str | None = None,
    settings: dict[str, Setting] | None = None,
    store: str | os.PathLike[str] | None = None,
    outside: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """A match, seats rotated and deals mirrored: what ``yomi arena --json`` prints.

    >>> import yomi
    >>> report = yomi.arena("kuhn", ["cfr", "random"], games=200, limit="200it")
    >>> [row["agent"] for row in report["agents"]], report["games"]
    (['cfr', 'random'], 200)

    With a limit in iterations the same seed gives the same games, and the same ``signature``, on any machine.
    ``progress`` is called now and then with the number of games played; ``store`` keeps the games in a file.
    """
    wanted = _asked.wanted(agents, games, limit, seed, openings, sprt, outside)
    return _yomi.arena(_open(game, settings), wanted, None if store is None else Path(store), progress)


def suite(
    game: _yomi.Game | str,
    agents: str | Sequence[str] = "best",
    boards: int = 100,
    *,
    limit: str | None = None,
    seed: int = 0,
    settings: dict[str, Setting] | None = None,
    outside: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The mean score of a one-player game over many boards: what ``yomi suite --json`` prints.

    >>> import yomi
    >>> report = yomi.suite("maze", "greedy", boards=10, settings={"size": "5x5", "turns": 10})
    >>> report["boards"], report["mean"] > 0
    (10, True)
    """
    _asked.whole(boards=boards, seed=seed)
    frame: _asked.Frame = {"seed": seed, "limit": limit, "outside": outside, "progress": progress}
    named = [agents] if isinstance(agents, str) else list(agents)
    return _yomi.suite(_open(game, settings), named, boards, frame)


def calibrate(
    game: _yomi.Game | str,
    agent: str = "best",
    against: Sequence[str] = (),
    games: int = 100,
    *,
    opponents: str | None = None,
    random_moves: int = 0,
    limit: str | None = None,
    seed: int = 0,
    settings: dict[str, Setting] | None = None,
    out: str | os.PathLike[str] | None = None,
    outside: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Are stated values true? What ``yomi calibrate --json`` prints; ``out`` is where the fitted map goes.

    >>> import yomi
    >>> report = yomi.calibrate("connect-four", "mcts", ["random"], games=10, limit="100it")
    >>> report["decisions"] > 0
    True
    """
    _asked.whole(games=games, seed=seed, random_moves=random_moves)
    frame: _asked.Frame = {"seed": seed, "limit": limit, "outside": outside, "progress": progress}
    tried: _asked.Tried = {
        "against": list(against),
        "opponents": opponents,
        "random_moves": random_moves,
        "games": games,
    }
    report, fitted = _yomi.calibrate(_open(game, settings), agent, tried, frame)
    if out is not None and fitted is not None:
        Path(out).write_text(fitted, encoding="utf-8")
    return report


def bench(game: str, seconds: float = 1.0) -> dict[str, Any]:
    """Speeds of one core on the work that ``yomi bench`` does: rows of what, and how many a CPU second.

    >>> import yomi
    >>> [row["what"] for row in yomi.bench("kuhn", seconds=0.01)["rows"]][0]
    'playout'
    """
    return _yomi.bench(_game(game), seconds)


def _plan(plan: str | os.PathLike[str], name: str) -> tuple[str, str]:
    """What a tournament is called, and its TOML."""
    if isinstance(plan, os.PathLike):
        return Path(plan).stem, Path(plan).read_text(encoding="utf-8")
    return name, plan


def review(
    record: Record | str | os.PathLike[str],
    seat: int | None = None,
    *,
    limit: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """What each decision of a game lost given what could be known, and what luck did: what ``yomi review --json`` prints.

    >>> import yomi
    >>> session = yomi.game("kuhn").deal(seed=2)
    >>> session.play_all("check bet call")
    >>> review = yomi.review(session.record(), seat=0)
    >>> [(row["played"], row["mark"]) for row in review["decisions"]]
    [('check', 'best'), ('call', 'blunder')]
    >>> ledger = review["ledger"]
    >>> abs(sum(ledger.values()) - review["result"]) < 1e-9
    True

    Args:
        record: a `Record`, its JSON, or the path of a file with it.
        seat: whose decisions; without it the person's, otherwise the first.
        limit: per decision; without it a default that is counted, so that a record has one review.
        progress: is called now and then with the number of decisions that were weighed.
    """
    if isinstance(record, os.PathLike):
        text = Path(record).read_text(encoding="utf-8")
    elif isinstance(record, str):
        text = record
    elif isinstance(record, Record):
        text = record.json()
    else:
        raise TypeError(f"{record!r} is not a record; expected a Record, its JSON, or a path")
    _asked.whole(seat=seat)
    return _yomi.review(text, seat, limit, progress)


def tournament(
    plan: str | os.PathLike[str],
    *,
    name: str = "tournament",
    store: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    outside: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Many matches and ratings: what ``yomi tournament --json`` prints.

    ``plan`` is TOML as docs/tournaments.md describes it; a ``pathlib.Path`` is read, and then names the tournament.
    With a ``store`` it is kept deal by deal, and goes on where it was interrupted; one that is finished gives its
    result, unless ``fresh``.
    """
    name, text = _plan(plan, name)
    place = None if store is None else Path(store)
    return _yomi.tournament(text, name, outside, fresh, place, progress)
