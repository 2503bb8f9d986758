"""The tables, and the place in docs/results.md that they are written to."""

import collections
import importlib.metadata
import pathlib
import sys
import textwrap
import tomllib

BEGIN = "<!-- peers/run writes from here -->"
END = "<!-- peers/run writes to here -->"

# `nodes` are those of one search and of a second, where they are counted.
Speed = collections.namedtuple("Speed", "work entry rate nodes ratio least most")

NAMES = {"yomi": "Yomi", "minimax-on-yomi": "`minimax`", "openspiel": "OpenSpiel"}


def name(program):
    return NAMES.get(program, f"`{program}`")


def versions():
    """Of all peers, as they are pinned."""
    lock = tomllib.loads(pathlib.Path(__file__).with_name("Cargo.lock").read_text())
    locked = {package["name"]: package["version"] for package in lock["package"]}
    crates = [f"`{crate}` {locked[crate]}" for crate in ("minimax", "board-game")]
    return f"{crates[0]}, {crates[1]} and OpenSpiel {importlib.metadata.version('open_spiel')}"


def figure(rate):
    """Three digits, with a letter for what stands behind them."""
    for size, letter in ((1e6, " M"), (1e3, " k"), (1, "")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}" if rate / size < 100 else f"{rate / size:.0f}{letter}"
    return f"{rate:.3g}"


def done(row):
    if row.work.unit != "searches":
        return f"{figure(row.rate)} {row.work.unit}"
    text = f"one in {1000 / row.rate:.1f} ms"
    if row.nodes:
        count, per_second = row.nodes
        text += f" ({count:,.0f} nodes, {figure(per_second)} a second)"
    return text


def ratio(value):
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def speed_table(rows):
    yield "| work | program | how | per CPU second | Yomi against it |"
    yield "|---|---|---|---:|---:|"
    before = None
    for row in rows:
        title = "" if row.work == before else row.work.title
        against = ""
        if row.entry.program != "yomi":
            against = f"{ratio(row.ratio)} ({ratio(row.least)} – {ratio(row.most)})"
        yield f"| {title} | {name(row.entry.program)} | {row.entry.how} | {done(row)} | {against} |"
        before = row.work


def equilibrium_table(rows):
    yield "| work | program | value to seat 0 | exploitability |"
    yield "|---|---|---:|---:|"
    for title, program, how, facts in rows:
        yield f"| {title} | {name(program)}, {how} | {facts['value']:.8f} | {facts['exploitability']:.8f} |"


def match_table(rows):
    yield "| Yomi's `mcts` against | won | drawn | lost | share | 95% interval |"
    yield "|---|---:|---:|---:|---:|---|"
    for opponent, results, share, (low, high) in rows:
        counts = " | ".join(str(results[key]) for key in ("wins", "draws", "losses"))
        yield f"| {name(opponent)} | {counts} | {share:.1%} | {100 * low:.1f} – {high:.1%} |"


def rules_table(rows):
    yield "| game | OpenSpiel's game | nodes compared | information sets with a decision | deals |"
    yield "|---|---|---:|---:|---:|"
    for yomi, spiel, nodes, decisions, deals in rows:
        yield f"| {yomi} | `{spiel}` | {nodes:,} | {decisions:,} | {deals or ''} |"


def paragraph(words):
    return textwrap.wrap(words, width=132, break_long_words=False, break_on_hyphens=False)


def text(rounds, speeds, equilibria, matches, compared, match):
    games, iterations, seed = match
    sections = (
        (
            f"`peers/run`: {versions()}, one core, {rounds} rounds in which all take turns, medians. «Yomi against it» is"
            " how many times as much Yomi does in the same CPU time, in the same round: the median and, in brackets, the"
            " least and the most of all rounds; below 1 the other is faster.",
            speed_table(speeds),
        ),
        (
            "Where results can be compared they were, in every round: leaves of perft, values of searches without luck,"
            " means of playouts, and these equilibria, which agree to 0.000000001:",
            equilibrium_table(equilibria),
        ),
        (
            f"Connect Four, {games} games of {iterations} MCTS iterations a move, each opening of two random moves"
            f" (seed {seed}) from both sides; `minimax` cannot be seeded, so its games differ from run to run:",
            match_table(matches),
        ),
        (
            "The rules beside OpenSpiel's, node by node: whose turn it is, legal actions, outcomes of chance with their"
            " probabilities, payoffs, and for both seats that two nodes look the same in Yomi exactly when they do in"
            " OpenSpiel. No difference:",
            rules_table(compared),
        ),
    )
    return "\n\n".join("\n".join([*paragraph(words), "", *table]) for words, table in sections)


def put(path, body):
    """Replaces what is between the marks."""
    file = pathlib.Path(path)
    whole = file.read_text()
    if whole.count(BEGIN) != 1 or whole.count(END) != 1:
        sys.exit(f"tables: {path} must have {BEGIN} and {END} once each")
    head, rest = whole.split(BEGIN)
    _, tail = rest.split(END)
    file.write_text(f"{head}{BEGIN}\n\n{body}\n\n{END}{tail}")
