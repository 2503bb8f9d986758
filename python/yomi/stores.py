"""The games that are kept: one SQLite file, the same that the command line and the page use.

>>> import tempfile, yomi
>>> with tempfile.TemporaryDirectory() as folder:
...     path = f"{folder}/games.db"
...     report = yomi.arena("kuhn", ["random", "random"], games=4, store=path)
...     store = yomi.Store(path)
...     len(store.list(game="kuhn")), store.show(1).game
(4, 'kuhn')
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from . import _asked, _yomi
from .faults import of as _fault
from .records import Record

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Filter(TypedDict, total=False):
    """Which games; what is not given does not matter."""

    #: Of this game.
    game: str | None
    #: With this agent or person on a seat: as typed, or the name alone.
    player: str | None
    #: From here: play, real, arena, tournament or import.
    source: str | None
    #: Of the match or tournament with this number.
    run: int | None
    #: Written at or after, at or before this date or time, in UTC: ``2026-11-17`` or ``2026-11-17T09:30``.
    since: str | None
    until: str | None
    #: Games that are over, or that are not.
    finished: bool | None
    #: The last so many.
    last: int | None


def _which(filters: Filter) -> _asked.Which:
    known = Filter.__annotations__
    unknown = next((name for name in filters if name not in known), None)
    if unknown is not None:
        raise TypeError(f"there is no filter {unknown!r}; expected {', '.join(known)}")
    return {
        "game": filters.get("game"),
        "player": filters.get("player"),
        "source": filters.get("source"),
        "run": filters.get("run"),
        "since": filters.get("since"),
        "until": filters.get("until"),
        "finished": filters.get("finished"),
        "last": filters.get("last"),
    }


class Store:
    """A file with games, matches and tournaments. With ``create`` it is made if it is missing."""

    def __init__(self, path: str | os.PathLike[str], *, create: bool = False) -> None:
        self._native = _yomi.Store(Path(path), create)

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._native.path

    def runs(self) -> list[dict[str, Any]]:
        """Matches and tournaments, with their plans and results."""
        return self._native.runs()

    def show(self, game: int | str) -> Record:
        """One game, by its number or its key."""
        import json

        line = json.loads(self._native.line(str(game)))
        if "record" not in line:
            en = f"game {game} is a view of a game that was played elsewhere, not a record; export() writes it"
            ja = f"対局 {game} は記録ではなく、別の場所で行われた対局のビューです。export() で書き出せます"
            raise _fault("bad_option", en, ja, None, [], None)
        return Record.parse(json.dumps(line["record"]))

    def keep(self, record: Record) -> str:
        """Keeps a game, and returns its key."""
        record.check()
        return self._native.keep(record.json())

    def export(self, path: str | os.PathLike[str], **filters: Unpack[Filter]) -> int:
        """Writes whole games as lines of JSON, as ``yomi games-db export`` does; returns how many."""
        lines = self._native.lines(_which(filters))
        Path(path).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        return len(lines)

    # Last: in what follows in this class `list` would be this method.
    def list(self, **filters: Unpack[Filter]) -> list[dict[str, Any]]:
        """One row per game, in the order in which they were written; see `Filter` for what to ask."""
        return self._native.listed(_which(filters))
