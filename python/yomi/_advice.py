"""Asking an agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import _asked, _yomi
from ._games import view as _view


def advise(
    view: _yomi.View | str | Mapping[str, Any],
    agent: str = "best",
    limit: str | None = "1s",
    *,
    seed: int = 0,
    opponents: str | None = None,
    tree: int | None = None,
    outside: bool = False,
    on_progress: Callable[[dict[str, Any]], object] | None = None,
    every_ms: int = 100,
) -> _yomi.Decision:
    """The move of an agent, every candidate with its interval, and why.

    >>> import yomi
    >>> session = yomi.game("connect-four").deal(seed=0)
    >>> session.play_all("4455")
    >>> decision = yomi.advise(session.view(), limit="2000nodes")
    >>> decision.move, decision.value, decision.basis
    ('3', 1.0, 'proven')
    >>> len(decision.candidates)
    7

    Args:
        view: what a seat sees: a `View`, or its JSON as text or dictionary.
        agent: ``"best"``, or any that `agents` lists, with options: ``"ismcts(c=0.7)"``. Agents that see what
            is hidden are refused.
        limit: ``"50ms"``, ``"200it"``, ``"1000000nodes"``, ``"64MiB"``, several joined by commas; ``None`` for the
            agent's own default.
        seed: of the agent's random numbers. With a limit in iterations the answer is the same every time.
        opponents: whom chances to win are stated against: ``strong``, ``casual``, ``random`` or ``read``.
        tree: how many levels of the search tree to return as ``decision.tree``.
        outside: allow agents whose options open a file or run a program.
        on_progress: is called with a dictionary while the search goes on, about every `every_ms` milliseconds.

    The interpreter's lock is released, so other threads go on. Ctrl-C stops the search and raises
    ``KeyboardInterrupt``.
    """
    _asked.whole(seed=seed, tree=tree, every_ms=every_ms)
    wishes: _asked.Wishes = {
        "seed": seed,
        "opponents": opponents,
        "tree": tree,
        "outside": outside,
        "every_ms": every_ms,
    }
    seen = view if isinstance(view, _yomi.View) else _view(view)
    return _yomi.advise(seen, agent, limit, wishes, on_progress)
