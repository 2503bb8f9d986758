"""Recorded games: everything that is needed to replay a game and to check it.

>>> import yomi
>>> session = yomi.game("kuhn").deal(seed=1)
>>> session.play_all("check bet fold")
>>> record = session.record()
>>> record.moves, record.payoffs
(['check', 'bet', 'fold'], [-1.0, 1.0])
>>> record.check()
>>> [step.move for step in record.replay()]
['', 'check', 'bet', 'fold']
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class Step(NamedTuple):
    """A position of a record."""

    number: int
    #: The move or the outcome of chance that led here; empty at the start.
    move: str
    #: What the first seat sees afterwards, in English and in Japanese.
    picture: str
    picture_ja: str


class Record(NamedTuple):
    """A finished or unfinished game."""

    game: str
    settings: dict[str, Any]
    seed: int
    #: Who sat where; ``human`` where moves came from outside.
    agents: list[str]
    #: All moves and outcomes of chance, in order.
    moves: list[str]
    #: What each seat got; ``None`` if the game is not over.
    payoffs: list[float] | None = None
    #: Whether what is hidden was shown during the game.
    open: bool = False
    #: Seats that lost because their program could not go on.
    forfeits: tuple[dict[str, Any], ...] = ()

    @staticmethod
    def parse(text: str) -> Record:
        """Reads the JSON of a record. What is wrong with it is a `ViewFault`."""
        from . import _yomi

        _yomi.check_record(text)
        return Record.of(text)

    @staticmethod
    def of(text: str) -> Record:
        """The same without a look at its moves: for records that were made just now, as those of sessions are."""
        import json

        data = json.loads(text)
        del data["yomi_record"]
        data["forfeits"] = tuple(data.get("forfeits", ()))
        return Record(**data)

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Record:
        """Reads a file that `write`, `yomi play --record` or `yomi games-db export` wrote."""
        return Record.parse(Path(path).read_text(encoding="utf-8"))

    def json(self) -> str:
        """The record as one line of JSON."""
        import json

        data: dict[str, Any] = {"yomi_record": 1} | self._asdict()
        if self.payoffs is None:
            del data["payoffs"]
        return json.dumps(data, ensure_ascii=False)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file, which is replaced by a whole one or not at all."""
        target = Path(path)
        beside = target.with_name(target.name + ".part")
        beside.write_text(self.json() + "\n", encoding="utf-8")
        beside.replace(target)

    def check(self) -> None:
        """Raises a fault unless every move is possible and the payoffs are right."""
        from . import _yomi

        _yomi.check_record(self.json())

    def replay(self) -> Iterator[Step]:
        """Every position, each move checked against the rules."""
        from . import _yomi

        return iter([Step(*step) for step in _yomi.replay_record(self.json())])
