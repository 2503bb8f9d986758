"""What is measured: each piece of work, who does it, and with which settings."""

import dataclasses

YOMI = "yomi"


@dataclasses.dataclass(frozen=True)
class Entry:
    """A program at a piece of work: what it is asked for, and what a reader must know of how it does it."""

    program: str
    how: str
    # Where it goes by another name than the work itself.
    asked: str = ""


@dataclasses.dataclass(frozen=True)
class Work:
    key: str
    title: str
    unit: str
    entries: tuple
    # A fact that all must agree in, and how closely.
    fact: str = ""
    within: float = 0.0


TABLES = {"small": "4 MiB", "large": "32 MiB"}


def with_table(size):
    return Work(
        f"c4-table-{size}",
        f"Connect Four, alpha-beta to depth 12 from the empty board, table of {TABLES[size]}",
        "searches",
        (
            Entry(YOMI, "`alphabeta(depth=12)`, evaluation `Threats`"),
            Entry("minimax", "`IterativeSearch` as in its example (double steps, aspiration window 5), `BasicEvaluator`"),
            Entry("minimax-on-yomi", "the same search of Yomi's position with Yomi's evaluation, middle columns first"),
        ),
    )


WORKS = (
    Work(
        "c4-playout",
        "Connect Four, random playouts from the empty board",
        "playouts",
        (
            Entry(YOMI, "`rollout`"),
            Entry("minimax", "the game of its example, the steps of its rollouts"),
            Entry("board-game", "`play_random_available_move`, `SmallRng`"),
            Entry("openspiel", "`RandomRolloutEvaluator`, C++"),
        ),
        # Five standard errors of the difference of two means of 20,000 playouts.
        "mean",
        0.025,
    ),
    Work(
        "c4-perft",
        "Connect Four, perft(8)",
        "leaves",
        (
            Entry(YOMI, "`for_each_action`, the last move counted"),
            Entry("minimax", "the game of its example, the steps of its `perft`"),
            Entry("board-game", "`perft_naive`"),
            Entry("openspiel", "has none; `child` and `legal_actions`, driven from Python"),
        ),
        "leaves",
    ),
    Work(
        "c4-plain",
        "Connect Four, alpha-beta to depth 10, no table, open positions worth nothing",
        "searches",
        (
            Entry(YOMI, "`alphabeta(depth=10,table=0)`, no order of moves"),
            Entry("minimax", "`Negamax`, `DumbEvaluator`"),
            Entry("board-game", "`minimax_value`, `SolverHeuristic`"),
            Entry("openspiel", "`alpha_beta_search`, Python"),
        ),
        "value",
    ),
    with_table("small"),
    with_table("large"),
    Work(
        "c4-mcts",
        "Connect Four, MCTS, 100,000 iterations from the empty board",
        "iterations",
        (
            Entry(YOMI, "`mcts`"),
            Entry("minimax", "`MonteCarloTreeSearch`, one thread"),
            Entry("minimax-on-yomi", "the same on Yomi's position"),
            Entry("board-game", "`mcts_build_tree`"),
            Entry("openspiel", "`MCTSBot`, one playout a leaf, solving, C++"),
        ),
        # All find the middle.
        "column",
    ),
    Work(
        "kuhn-playout",
        "Kuhn, random playouts from every deal",
        "playouts",
        (Entry(YOMI, "`rollout`"), Entry("openspiel", "`RandomRolloutEvaluator`, C++")),
        "mean",
        0.07,
    ),
    Work(
        "leduc-playout",
        "Leduc, random playouts from every deal",
        "playouts",
        (Entry(YOMI, "`rollout`"), Entry("openspiel", "`RandomRolloutEvaluator`, C++")),
        "mean",
        0.25,
    ),
    Work(
        "kuhn-cfr",
        "Kuhn, CFR+, 1,000 iterations",
        "iterations",
        (Entry(YOMI, "`cfr`"), Entry("openspiel", "`CFRPlusSolver`, C++")),
        "exploitability",
        1e-9,
    ),
    Work(
        "leduc-cfr",
        "Leduc, CFR+, 100 iterations",
        "iterations",
        (
            Entry(YOMI, "`cfr`"),
            Entry("openspiel", "`CFRPlusSolver`, C++, `suit_isomorphism`: ranks, as Yomi has them"),
            Entry("openspiel", "`CFRPlusSolver`, C++, six cards", "leduc-cfr-suits"),
        ),
        "exploitability",
        1e-9,
    ),
    Work(
        "kuhn-ismcts",
        "Kuhn, IS-MCTS, 10,000 iterations at the first decision of every deal",
        "iterations",
        (Entry(YOMI, "`ismcts`"), Entry("openspiel", "`ISMCTSBot`, one playout a leaf, C++")),
    ),
    Work(
        "leduc-ismcts",
        "Leduc, IS-MCTS, 10,000 iterations at the first decision of every deal",
        "iterations",
        (Entry(YOMI, "`ismcts`"), Entry("openspiel", "`ISMCTSBot`, one playout a leaf, C++")),
    ),
)
