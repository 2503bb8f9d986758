"""Measures Yomi and its peers in one run, and writes the tables of docs/results.md.

    measure.py YOMI-PEERS RESULTS-FILE   everything
    measure.py YOMI-PEERS --check        only what must be equal, once

The programs take turns: one measurement of each, in an order that changes from round to round, so that whatever else the
machine does meets all of them. Times are CPU seconds of the process that works; nothing runs beside it.
"""

import collections
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys

import rules
import tables
import works

ROUNDS = 5
MATCH_GAMES = 200
MATCH_ITERATIONS = 1000
# Fresh ones: what was tuned was tuned on others.
MATCH_SEED = 11
OPPONENTS = ("minimax", "board-game", "openspiel")
COLUMNS, CELLS = 7, 42


class Workers:
    """One process for all that is Rust, one for OpenSpiel. Only the one that was asked works."""

    def __init__(self, program):
        spiel = [sys.executable, str(pathlib.Path(__file__).with_name("spiel.py"))]
        self.rust, self.spiel = (
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for command in ([program, "serve"], spiel)
        )

    def ask(self, verb, who, *words):
        worker, named = (self.spiel, []) if who == "openspiel" else (self.rust, [who])
        print(verb, *named, *words, file=worker.stdin, flush=True)
        line = worker.stdout.readline()
        if not line:
            sys.exit(f"measure: {who} gave no answer to {verb} {' '.join(map(str, words))}")
        return json.loads(line)


def measure_all(workers, rounds):
    """For every work and entry its measurements, one a round."""
    found = collections.defaultdict(list)
    for number in range(rounds):
        for work in works.WORKS:
            first = number % len(work.entries)
            for entry in work.entries[first:] + work.entries[:first]:
                measured = workers.ask("measure", entry.program, entry.asked or work.key)
                measured["rate"] = measured["units"] / measured["seconds"]
                found[work, entry].append(measured)
        print(f"measure: round {number + 1} of {rounds}", file=sys.stderr, flush=True)
    return found


def check_facts(found):
    """Those who do the same work must come to the same result, else the times mean nothing."""
    for work in works.WORKS:
        if work.fact:
            own = found[work, work.entries[0]][-1]["facts"][work.fact]
            for entry in work.entries:
                for measured in found[work, entry]:
                    fact = measured["facts"][work.fact]
                    if not abs(fact - own) <= work.within:
                        sys.exit(f"measure: {work.title}: {work.fact} is {own} here and {fact} for {entry.program}")
    for work in works.WORKS:
        if work.key.startswith("c4-table"):
            own, _, borrowed = (found[work, entry][-1]["facts"]["value"] for entry in work.entries)
            if own != borrowed:
                sys.exit(f"measure: {work.title}: the same position is worth {own} and {borrowed}")


class Board:
    """Connect Four once more, so that no side is the judge of its own match: small, plain and slow."""

    def __init__(self):
        self.columns, self.moves = [[] for _ in range(COLUMNS)], []

    def open(self):
        return [c for c in range(COLUMNS) if len(self.columns[c]) < CELLS // COLUMNS]

    def play(self, column):
        """The seat that has four in a row now, if any."""
        seat = len(self.moves) % 2
        self.columns[column].append(seat)
        self.moves.append(column)
        row = len(self.columns[column]) - 1
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if 1 + self.run(column, row, right, up, seat) + self.run(column, row, -right, -up, seat) >= 4:
                return seat
        return None

    def run(self, column, row, right, up, seat):
        length = 0
        while True:
            column, row = column + right, row + up
            if not 0 <= column < COLUMNS or not 0 <= row < len(self.columns[column]):
                return length
            if self.columns[column][row] != seat:
                return length
            length += 1


def play_match(workers, opponent, games=MATCH_GAMES, seed=MATCH_SEED):
    """Wins, draws and losses of Yomi's `mcts`; every opening of two random moves is played from both sides."""
    luck = random.Random(seed)
    results = collections.Counter()
    for game in range(games):
        if game % 2 == 0:
            opening = [luck.randrange(COLUMNS), luck.randrange(COLUMNS)]
        board, winner = Board(), None
        for column in opening:
            board.play(column)
        yomi_seat = game % 2
        while winner is None and len(board.moves) < CELLS:
            who = works.YOMI if len(board.moves) % 2 == yomi_seat else opponent
            number = (seed * games + game) * CELLS + len(board.moves)
            column = workers.ask("move", who, MATCH_ITERATIONS, number, *board.moves)["column"]
            if column not in board.open():
                sys.exit(f"measure: {who} plays {column} after {board.moves}")
            winner = board.play(column)
        results["draws" if winner is None else "wins" if winner == yomi_seat else "losses"] += 1
    return results


def wilson(share, games):
    """The 95% interval, a draw counting one half, as in `yomi arena`."""
    z = 1.959964
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return [(middle + sign * half) / (1 + z * z / games) for sign in (-1, 1)]


def speed_rows(found):
    for work in works.WORKS:
        own = [m["rate"] for m in found[work, work.entries[0]]]
        for entry in work.entries:
            rates = [m["rate"] for m in found[work, entry]]
            ratios = sorted(mine / theirs for mine, theirs in zip(own, rates))
            nodes = [m["facts"]["nodes"] for m in found[work, entry] if "nodes" in m["facts"]]
            speeds = [count * rate for count, rate in zip(nodes, rates)]
            yield tables.Speed(
                work=work,
                entry=entry,
                rate=statistics.median(rates),
                nodes=(statistics.median(nodes), statistics.median(speeds)) if nodes else None,
                ratio=statistics.median(ratios),
                least=ratios[0],
                most=ratios[-1],
            )


def equilibrium_rows(found):
    for work in works.WORKS:
        if work.key.endswith("-cfr"):
            for entry in work.entries:
                yield work.title, entry.program, entry.how, found[work, entry][-1]["facts"]


def match_rows(workers):
    for opponent in OPPONENTS:
        results = play_match(workers, opponent)
        share = (results["wins"] + results["draws"] / 2) / MATCH_GAMES
        yield opponent, results, share, wilson(share, MATCH_GAMES)
        print(f"measure: match with {opponent}: {dict(results)}", file=sys.stderr, flush=True)


def main():
    match sys.argv[1:]:
        case [program, "--check"]:
            rules.self_test(program)
            rules.report(program)
            check_facts(measure_all(Workers(program), 1))
            print("check: rules, values and equilibria agree")
        case [program, results]:
            compared = rules.report(program)
            workers = Workers(program)
            found = measure_all(workers, ROUNDS)
            check_facts(found)
            text = tables.text(
                ROUNDS,
                list(speed_rows(found)),
                list(equilibrium_rows(found)),
                list(match_rows(workers)),
                compared,
                (MATCH_GAMES, MATCH_ITERATIONS, MATCH_SEED),
            )
            tables.put(results, text)
            print(f"measure: {results} is up to date")
        case _:
            sys.exit("measure.py: expected YOMI-PEERS and RESULTS-FILE, or YOMI-PEERS and --check")


if __name__ == "__main__":
    try:
        main()
    except rules.Mismatch as why:
        sys.exit(f"rules: Yomi and OpenSpiel differ: {why}")
