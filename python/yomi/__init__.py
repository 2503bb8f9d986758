"""Yomi decides what to play when not everything can be seen.

>>> import yomi
>>> session = yomi.game("sevens").deal(seed=3)
>>> decision = yomi.advise(session.view(), limit="200it")
>>> decision.move in session.legal
True
>>> print(decision.unit, len(decision.candidates) == len(session.legal))
win True
"""

from ._cpu import check_here as _check_cpu

_check_cpu()

from . import audit, contest, faults, own, records  # noqa: E402
from ._advice import advise  # noqa: E402
from ._games import agents, game, games, rules, view  # noqa: E402
from ._matches import arena, bench, calibrate, review, suite, tournament  # noqa: E402
from ._vec import Chances, Stepped, Vec, belief_arrays, vec  # noqa: E402
from ._yomi import (  # noqa: E402
    BUILT_FOR,
    Candidate,
    Decision,
    Game,
    Lead,
    Log,
    Moved,
    Reason,
    Session,
    View,
    Words,
    __version__,
)
from .faults import (  # noqa: E402
    CancelledFault,
    ContradictionFault,
    Fault,
    FileFault,
    InternalFault,
    LimitFault,
    MoveFault,
    OptionFault,
    UnknownFault,
    ViewFault,
    get_language,
    set_language,
)
from .own import PythonGame, python_game  # noqa: E402
from .records import Record, Step  # noqa: E402
from .stores import Filter, Store  # noqa: E402

__all__ = [
    "BUILT_FOR",
    "CancelledFault",
    "Candidate",
    "Chances",
    "ContradictionFault",
    "Decision",
    "Fault",
    "FileFault",
    "Filter",
    "Game",
    "InternalFault",
    "Lead",
    "LimitFault",
    "Log",
    "MoveFault",
    "Moved",
    "OptionFault",
    "PythonGame",
    "Reason",
    "Record",
    "Session",
    "Step",
    "Stepped",
    "Store",
    "UnknownFault",
    "Vec",
    "View",
    "ViewFault",
    "Words",
    "__version__",
    "advise",
    "agents",
    "arena",
    "audit",
    "belief_arrays",
    "bench",
    "calibrate",
    "contest",
    "faults",
    "game",
    "games",
    "get_language",
    "own",
    "python_game",
    "records",
    "review",
    "rules",
    "set_language",
    "suite",
    "tournament",
    "vec",
    "view",
]
