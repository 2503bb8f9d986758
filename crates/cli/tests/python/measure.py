"""Measures a submission of `yomi export sevens --python`, of the policy or of seed-pimc, against two random players.

    python3 measure.py SUBMISSION DEALS SEED SECONDS [WORLDS]

plays every deal once from each seat, with at most SECONDS (0: the policy alone) and WORLDS a move, and prints wins, games
and the 95% interval (of deals, since the games of a deal are alike).
"""

import importlib.util
import sys
import time

import contest


def load(path):
    spec = importlib.util.spec_from_file_location("submission", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    path, deals, seed, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    submission = load(path)
    # The seed's player has neither: it makes SIMULATION_COUNT simulations.
    submission.TIME_BUDGET = seconds
    if len(sys.argv) > 5:
        submission.MOST_WORLDS = int(sys.argv[5])
    begun, slowest, moves = time.process_time(), 0.0, 0

    def timed(state):
        nonlocal slowest, moves
        start = time.perf_counter()
        answer = submission.my_AI(state)
        slowest, moves = max(slowest, time.perf_counter() - start), moves + 1
        return answer

    players = 3
    shares = [contest.match(timed, 1, seed * 1_000_003 + deal) / players for deal in range(deals)]
    mean = sum(shares) / deals
    error = (sum((share - mean) ** 2 for share in shares) / (deals - 1) / deals) ** 0.5
    games = deals * players
    print(
        "%d of %d games: %.2f%% +- %.2f (95%%); %.1f ms CPU a game, %d moves, slowest %.0f ms"
        % (
            round(mean * games),
            games,
            100 * mean,
            196 * error,
            1000 * (time.process_time() - begun) / games,
            moves,
            1000 * slowest,
        )
    )


if __name__ == "__main__":
    main()
