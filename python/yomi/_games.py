"""What there is, and opening it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _yomi
from .faults import get_language

Setting = str | int | float | bool | os.PathLike[str]


def _written(value: Setting) -> str:
    """A setting as it is typed. A path is opened here, because the caller says that it is one."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, os.PathLike):
        return Path(value).read_text(encoding="utf-8")
    return str(value)


def game(name: str, **settings: Setting) -> _yomi.Game:
    """A game with its settings chosen; what is not given has its default.

    >>> import yomi
    >>> yomi.game("maze", size="4x4", turns=6)
    <Game maze size=4x4 turns=6>
    >>> yomi.game("sevens", players=4).players
    4

    A setting that holds a file, such as the ``cards`` of Duel, takes the *content* as a string, or a
    ``pathlib.Path``, which is read here and now. A string is never taken for a path.
    """
    return _yomi.Game(name, [(key, _written(value)) for key, value in settings.items()])


def games() -> list[dict[str, Any]]:
    """Every game with its settings and the names of its agents, as ``yomi games --json`` lists them.

    >>> import yomi
    >>> [game["game"] for game in yomi.games()][:3]
    ['connect-four', 'maze', 'walled-maze']
    """
    return _yomi.games()


def agents(game: str) -> list[dict[str, Any]]:
    """Every agent of a game with its options, as ``yomi agents --json`` lists them.

    >>> import yomi
    >>> yomi.agents("kuhn")[0]["agent"]
    'best'
    """
    return _yomi.agents(game)


def rules(game: str, lang: str | None = None) -> str:
    """The rules of a game for a person, as Markdown.

    >>> import yomi
    >>> yomi.rules("kuhn", lang="en").splitlines()[0]
    '# Kuhn poker'
    """
    return _yomi.rules(game, lang or get_language())


def view(source: _yomi.View | str | Mapping[str, Any]) -> _yomi.View:
    """A view from its JSON, as text or as a dictionary. It is replayed and checked.

    >>> import yomi
    >>> seen = yomi.game("leduc").deal(seed=3).view(0)
    >>> yomi.view(seen.json()).to_dict() == seen.to_dict()
    True
    """
    if isinstance(source, _yomi.View):
        return source
    if isinstance(source, str):
        return _yomi.read_view(source)
    import json

    return _yomi.read_view(json.dumps(source))
