"""Matches of Yomi's searches against OpenSpiel's own bots, for docs/results.md. Needs ``pip install open_spiel``.

    python python/measure/spiel_matches.py [--pairs 60] [--game leduc_poker]

Every pairing is played in pairs of games with the same chance outcomes, once from each seat; a pair is one observation. OpenSpiel's
`ISMCTSBot` plays only games that can resample; in the others its opponents are the uniform random bot, and `MCTSBot`, which searches the true
state and so sees what is hidden: a ceiling, not a fair opponent.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pyspiel  # type: ignore[import-not-found, unused-ignore]

from yomi import openspiel

Step = Callable[[Any], int]


def uniform(game: Any, seat: int, seed: int) -> Step:
    bot = pyspiel.make_uniform_random_bot(seat, seed)
    return lambda state: int(bot.step(state))


def ismcts(iterations: int) -> Callable[[Any, int, int], Step]:
    def make(game: Any, seat: int, seed: int) -> Step:
        last = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 1.0, iterations, -1, last)
        return lambda state: int(bot.step(state))

    return make


def seeing(iterations: int) -> Callable[[Any, int, int], Step]:
    def make(game: Any, seat: int, seed: int) -> Step:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, iterations, 64, False, seed, False)
        return lambda state: int(bot.step(state))

    return make


def simple_gin(game: Any, seat: int, seed: int) -> Step:
    bot = pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat)
    return lambda state: int(bot.step(state))


#: Game, Yomi's limit, the opponent, what it is called, and which part of the pairs is played.
MATCHES: list[tuple[str, str, Any, str, float]] = [
    ("liars_dice", "300it", uniform, "uniform_random", 1),
    ("liars_dice", "300it", seeing(300), "MCTSBot 300 (sees all)", 1),
    ("phantom_ttt", "300it", uniform, "uniform_random", 1),
    ("phantom_ttt", "300it", seeing(300), "MCTSBot 300 (sees all)", 0.25),
    ("goofspiel(imp_info=True,num_cards=5,points_order=descending)", "300it", uniform, "uniform_random", 1),
    ("goofspiel(imp_info=True,num_cards=5,points_order=descending)", "300it", seeing(300), "MCTSBot 300 (sees all)", 1),
    ("leduc_poker", "300it", uniform, "uniform_random", 4),
    ("leduc_poker", "300it", ismcts(300), "ISMCTSBot 300", 4),
    ("gin_rummy", "40it", uniform, "uniform_random", 0.1),
    ("gin_rummy", "40it", simple_gin, "SimpleGinRummyBot", 0.1),
]


def play(game: Any, seats: list[Step], seed: int) -> list[float]:
    state, luck = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(luck.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            state.apply_action(seats[state.current_player()](state))
    return list(state.returns())


def match(name: str, limit: str, make: Any, called: str, pairs: int) -> None:
    loaded = pyspiel.load_game(name)
    if loaded.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        loaded = pyspiel.convert_to_turn_based(loaded)
    own = openspiel.Bot(loaded, "ismcts", limit)
    got, won, refused = [], 0.0, 0
    began = time.process_time()
    for pair in range(pairs):
        both = 0.0
        try:
            results = []
            for seat in (0, 1):
                own.seed = 2 * pair + seat
                seats = [own.step, make(loaded, 1, pair)] if seat == 0 else [make(loaded, 0, pair), own.step]
                results.append(play(loaded, seats, pair)[seat])
        except openspiel.TooFewWorlds:
            refused += 1
            continue
        for paid in results:
            both += paid / 2
            won += 0.5 if paid == 0 else float(paid > 0)
        got.append(both)
    mean = statistics.fmean(got)
    half = 1.96 * statistics.stdev(got) / math.sqrt(len(got))
    took = time.process_time() - began
    print(
        f"| {name} | {limit} | {called} | {2 * len(got)} | {won / 2 / len(got):.1%} | {mean:+.3f} ({mean - half:+.3f} to {mean + half:+.3f}) "
        f"| {refused} | {took:.0f} s |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--game", default="", help="of games whose name begins so only")
    asked = parser.parse_args()
    pairs: int = asked.pairs
    print("| game | limit | opponent | games | won | mean payoff (95%) | pairs without worlds | CPU |")
    for name, limit, make, called, part in MATCHES:
        if name.startswith(asked.game):
            match(name, limit, make, called, max(2, round(part * pairs)))


if __name__ == "__main__":
    main()
