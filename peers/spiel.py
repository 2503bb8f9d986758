"""OpenSpiel as a worker: `measure WORK` and `move ITERATIONS SEED COLUMNS`, one line in, one line of JSON out.

Everything that OpenSpiel has in C++ runs there: Python asks once for thousands of playouts, simulations or
iterations. What it has in Python only is marked so in the table.
"""

import itertools
import json
import sys
import time

import pyspiel
from open_spiel.python.algorithms import minimax

# The same as in src/work.rs and src/own.rs.
PATIENCE = 0.3
PERFT_DEPTH = 8
PLAIN_DEPTH = 10
MCTS_ITERATIONS = 100_000
PLAYOUTS = 20_000
CFR_ROUNDS = {"kuhn-cfr": 1000, "leduc-cfr": 100, "leduc-cfr-suits": 100}
ISMCTS_ITERATIONS = 10_000

# For payoffs from -1 to 1: of 1, 1.4 and 2 the one that did best against Yomi's MCTS in 100 games each.
UCT_C = 1.0
MEMORY_MB = 1000

CONNECT_FOUR = pyspiel.load_game("connect_four")
KUHN = pyspiel.load_game("kuhn_poker")
# Cards by rank, as Yomi has them: its CFR walks a fifth of the nodes then.
LEDUC = pyspiel.load_game("leduc_poker(suit_isomorphism=True)")
LEDUC_SUITS = pyspiel.load_game("leduc_poker")


def deals(game):
    """The states after both cards are dealt."""
    found = []

    def walk(state):
        if state.is_chance_node():
            for action, _ in state.chance_outcomes():
                walk(state.child(action))
        else:
            found.append(state)

    walk(game.new_initial_state())
    return found


def repeat(work):
    """Like `repeat` of src/work.rs: the first round warms up, then rounds until enough CPU time has gone by."""
    work(0)
    units, seconds, facts = 0, 0.0, None
    for round_number in itertools.count(1):
        began = time.process_time()
        done, facts = work(round_number)
        seconds += time.process_time() - began
        units += done
        if seconds >= PATIENCE:
            return {"units": units, "seconds": seconds, "facts": facts}


def playouts(game, starts):
    """The first simulation of its MCTS evaluates the root, here by so many playouts: one call of C++."""
    each = PLAYOUTS // len(starts)

    def work(seed):
        mean = 0.0
        for state in starts:
            evaluator = pyspiel.RandomRolloutEvaluator(each, seed)
            bot = pyspiel.MCTSBot(game, evaluator, UCT_C, 1, MEMORY_MB, False, seed, False)
            root = bot.mcts_search(state)
            # In the eyes of the player to move, here always the first.
            mean += root.total_reward / len(starts)
        return each * len(starts), {"mean": mean}

    return repeat(work)


def perft(state, depth):
    """OpenSpiel has none: driven from Python."""
    if state.is_terminal():
        return 0
    if depth == 1:
        return len(state.legal_actions())
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())


def mcts(state, iterations, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(CONNECT_FOUR, evaluator, UCT_C, iterations, MEMORY_MB, True, seed, False)
    return bot.step(state)


def cfr(game, rounds):
    solver = None

    def work(_):
        nonlocal solver
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        return rounds, None

    measured = repeat(work)
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    exploitability = pyspiel.nash_conv(game, policy) / 2
    measured["facts"] = {"rounds": rounds, "value": value, "exploitability": exploitability}
    return measured


def ismcts(starts):
    """The first decision of every deal."""

    def work(seed):
        for state in starts:
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            bot = pyspiel.ISMCTSBot(
                seed, evaluator, UCT_C, ISMCTS_ITERATIONS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            )
            bot.step(state)
        return ISMCTS_ITERATIONS * len(starts), {"iterations": ISMCTS_ITERATIONS}

    return repeat(work)


def plain(_):
    value, _ = minimax.alpha_beta_search(
        CONNECT_FOUR,
        state=CONNECT_FOUR.new_initial_state(),
        value_function=lambda _: 0,
        maximum_depth=PLAIN_DEPTH,
        maximizing_player_id=0,
    )
    return 1, {"value": 0.5 + value / 2}


def measure(work):
    empty = CONNECT_FOUR.new_initial_state()
    if work == "c4-playout":
        measured = playouts(CONNECT_FOUR, [empty])
        # Payoffs from -1 to 1; the others count from 0 to 1.
        measured["facts"]["mean"] = 0.5 + measured["facts"]["mean"] / 2
        return measured
    if work == "c4-perft":
        return repeat(lambda _: (lambda leaves: (leaves, {"leaves": leaves}))(perft(empty, PERFT_DEPTH)))
    if work == "c4-plain":
        return repeat(plain)
    if work == "c4-mcts":
        return repeat(lambda seed: (MCTS_ITERATIONS, {"column": mcts(empty, MCTS_ITERATIONS, seed)}))
    if work == "kuhn-playout":
        return playouts(KUHN, deals(KUHN))
    if work == "leduc-playout":
        return playouts(LEDUC_SUITS, deals(LEDUC_SUITS))
    if work == "kuhn-cfr":
        return cfr(KUHN, CFR_ROUNDS[work])
    if work == "leduc-cfr":
        return cfr(LEDUC, CFR_ROUNDS[work])
    if work == "leduc-cfr-suits":
        return cfr(LEDUC_SUITS, CFR_ROUNDS[work])
    if work == "kuhn-ismcts":
        return ismcts(deals(KUHN))
    if work == "leduc-ismcts":
        return ismcts(deals(LEDUC_SUITS))
    raise ValueError(f"{work} is not measured here")


def answer(words):
    match words:
        case ["measure", work]:
            return measure(work)
        case ["move", iterations, seed, *columns]:
            state = CONNECT_FOUR.new_initial_state()
            for column in columns:
                state.apply_action(int(column))
            return {"column": mcts(state, int(iterations), int(seed))}
    raise ValueError(f"{words}: expected measure WORK, or move ITERATIONS SEED COLUMNS")


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(line.split())), flush=True)
