"""Does somebody peek?"""

from __future__ import annotations

from typing import Any

from . import _asked, _yomi
from ._games import Setting
from ._matches import Progress, _open


def agent(
    game: _yomi.Game | str,
    agent: str = "best",
    positions: int = 200,
    *,
    limit: str | None = None,
    seed: int = 0,
    sight_games: int = 0,
    settings: dict[str, Setting] | None = None,
    outside: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Whether an agent knows what it cannot see: what ``yomi audit --json`` prints.

    It is asked again with what is hidden dealt anew; an honest player decides the same.

    >>> import yomi
    >>> yomi.audit.agent("kuhn", "ismcts", positions=20, limit="50it")["verdict"]
    'clean'
    """
    frame: _asked.Frame = {"seed": seed, "limit": limit, "outside": outside, "progress": progress}
    return _yomi.audit(_open(game, settings), agent, positions, sight_games, frame)


def openspiel(game: Any, games: int = 200, seed: int = 0, most: int = 20) -> dict[str, Any]:
    """Does a game of OpenSpiel tell more than it should? Needs ``pip install open_spiel``.

    Random games are played. States in which a seat decides and that have the same information state for it (or, where the game
    has none, the same observation text) must look the same to it: the same legal actions, the same observation as text and
    as tensor. Where the game can resample, worlds drawn from a state must have its information state, and look the same
    in the same ways; and a phase in which all of them are the true state tells the truth, where another state has the same
    information state, or where in other phases they are not.

    ``findings`` holds the first of each kind, seat and phase, at most `most`, with the histories to reproduce them: apply the actions to
    ``pyspiel.load_game(game).new_initial_state()``.
    """
    from ._spiel_audit import Audit

    _asked.whole(games=games, seed=seed, most=most)
    if games < 1:
        raise ValueError(f"games={games}: expected 1 or more")

    return Audit(game, games, seed, most).run()
