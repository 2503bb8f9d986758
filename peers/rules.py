"""Walks OpenSpiel's Connect Four, Kuhn and Leduc beside Yomi's, and stops at the first node where they differ.

    rules.py YOMI-PEERS              compare
    rules.py YOMI-PEERS --self-test  change one of Yomi's answers at a time, and see that it is noticed

The walk follows OpenSpiel's rules: the paths it takes are written down and put to `yomi-peers nodes GAME`, which
answers each with everything Yomi's rules say there. As both must have the same moves at every node, no node of Yomi's
is left out.

Where the two describe a game differently:

- Yomi deals before a game begins, OpenSpiel in two turns of chance. The probabilities of whole deals are compared.
- Yomi's Leduc has ranks. OpenSpiel has ranks (`suit_isomorphism`) or six cards; both are walked, and for the second the
  suits are taken out of its information states and the probabilities of equal ranks are added up.
- Yomi pays 0, 1/2 and 1 in Connect Four, OpenSpiel -1, 0 and 1.
- After a showdown Yomi shows each seat the other's card. OpenSpiel's information states do not have it; those of Leduc
  have the money after the game is paid. So the card is checked to be the right one, at a showdown only, and left out of
  the comparison of information; and at the end of Leduc what Yomi pays is put in beside its log.
"""

import collections
import copy
import json
import random
import re
import subprocess
import sys
import tempfile

import pyspiel

RANKS = "JQK"
EPSILON = 1e-12
CONNECT_FOUR_DEPTH = 6
CONNECT_FOUR_GAMES = 3000


class Mismatch(Exception):
    """The two programs do not agree."""


class Node(collections.namedtuple("Node", "path state dealt")):
    """A node of OpenSpiel's game, by the words that lead to it in Yomi's."""


class ConnectFour:
    yomi = "connect-four"
    spiel = "connect_four"
    pays_in_sight = False

    def __init__(self, depth=CONNECT_FOUR_DEPTH, games=CONNECT_FOUR_GAMES):
        self.game = pyspiel.load_game(self.spiel)
        self.depth, self.games = depth, games

    def nodes(self):
        """All nodes of the first moves, and all nodes of random games."""
        yield from self.walk(self.game.new_initial_state(), [], self.depth)
        luck = random.Random(0)
        for _ in range(self.games):
            state, path = self.game.new_initial_state(), []
            while not state.is_terminal():
                action = luck.choice(state.legal_actions())
                path = path + [self.word(state, action)]
                state.apply_action(action)
                if len(path) > self.depth:
                    yield Node(path, state.clone(), None)

    def walk(self, state, path, depth):
        yield Node(path, state, None)
        if depth > 0 and not state.is_terminal():
            for action in state.legal_actions():
                yield from self.walk(state.child(action), path + [self.word(state, action)], depth - 1)

    def word(self, _state, action):
        return str(action + 1)

    def payoff(self, returned):
        return (returned + 1) / 2

    def knows(self, state, seat):
        """What the seat knows, and what it sees: the moves, and the board."""
        return state.information_state_string(seat), state.observation_string(seat)

    def shown(self, _node, _seat):
        return None


class Poker:
    """What Kuhn and Leduc share: two cards are dealt, then words, then perhaps a public card."""

    # Whether OpenSpiel's information states at the end tell what was paid.
    pays_in_sight = False

    def __init__(self):
        self.game = pyspiel.load_game(self.spiel)

    def nodes(self):
        yield from self.deal(self.game.new_initial_state(), [], 1.0)

    def deal(self, state, cards, chance):
        if len(cards) == 2:
            yield from self.walk(state, cards, chance)
        else:
            for card, p in state.chance_outcomes():
                yield from self.deal(state.child(card), cards + [self.rank(card)], chance * p)

    def walk(self, state, path, dealt):
        # Only the start of a deal carries its probability: that is where it is added up.
        yield Node(path, state, dealt)
        if state.is_terminal():
            return
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        for action in actions:
            yield from self.walk(state.child(action), path + [self.word(state, action)], None)

    def rank(self, card):
        return RANKS[card]

    def payoff(self, returned):
        return returned

    def knows(self, state, seat):
        """Both come down to one thing: cards and betting."""
        known = self.by_rank(state.information_state_string(seat))
        return known, known

    def by_rank(self, known):
        return known

    def shown(self, node, seat):
        is_showdown = node.state.is_terminal() and node.path[-1] != "fold"
        return node.path[1 - seat] if is_showdown else None


class Kuhn(Poker):
    yomi = "kuhn"
    spiel = "kuhn_poker"

    def word(self, state, action):
        after_bet = 1 in state.history()[2:]
        return [["check", "bet"], ["fold", "call"]][after_bet][action]


class Leduc(Poker):
    yomi = "leduc"
    spiel = "leduc_poker(suit_isomorphism=True)"
    pays_in_sight = True

    def word(self, state, action):
        if state.is_chance_node():
            return self.rank(action)
        # The round so far: what was said after the last card. Numbers of cards and of words overlap, so the history is
        # told apart by who acted.
        said = []
        for step in state.full_history()[2:]:
            said = [] if step.player < 0 else said + [step.action]
        after_bet = 2 in said
        return [[None, "check", "bet"], ["fold", "call", "raise"]][after_bet][action]


class LeducSuits(Leduc):
    spiel = "leduc_poker"

    def rank(self, card):
        return RANKS[card // 2]

    def by_rank(self, known):
        return re.sub(r"\[(Private|Public): (\d+)\]", lambda m: f"[{m[1]}: {int(m[2]) // 2}]", known)


class Pairs:
    """Two kinds of names for the same things: one of each for every one of the other."""

    def __init__(self):
        self.there, self.back = {}, {}

    def add(self, theirs, ours, what):
        for names, name, other in ((self.there, theirs, ours), (self.back, ours, theirs)):
            if names.setdefault(name, other) != other:
                raise Mismatch(f"{what}: {name!r} belongs to {names[name]!r}, and here to {other!r}")


class Comparison:
    """One game, node after node."""

    def __init__(self, game):
        self.game = game
        self.knowledge, self.sights, self.keys = Pairs(), Pairs(), Pairs()
        self.dealt, self.told = collections.Counter(), {}
        self.nodes, self.decisions = 0, set()

    def check(self, node, answer):
        self.nodes += 1
        state = node.state
        if "refused" in answer:
            raise Mismatch(f"Yomi refuses it: {answer['refused']}")
        if state.is_terminal():
            turn = "over"
        else:
            turn = "chance" if state.is_chance_node() else state.current_player()
        same("whose turn it is", turn, answer["turn"])
        is_turn = isinstance(turn, int)
        words = [self.game.word(state, a) for a in state.legal_actions()] if is_turn else []
        same("the actions", sorted(words), sorted(answer["actions"]))
        self.check_outcomes(state, answer["outcomes"])
        payoffs = [self.game.payoff(r) for r in state.returns()] if state.is_terminal() else None
        same("the payoffs", payoffs, answer["payoffs"])
        if node.dealt is not None:
            cards = tuple(node.path[:2])
            self.dealt[cards] += node.dealt
            self.told[cards] = answer["dealt"]
        for seat in (0, 1):
            paid = answer["payoffs"][seat] if self.game.pays_in_sight and turn == "over" else None
            self.check_seat(node, seat, answer["seats"][seat], paid)
        if is_turn:
            self.decisions.add((turn, self.game.knows(state, turn)[0]))

    def check_outcomes(self, state, told):
        outcomes = collections.Counter()
        for action, p in state.chance_outcomes() if state.is_chance_node() else []:
            outcomes[self.game.word(state, action)] += p
        same("the outcomes of chance", sorted(outcomes), sorted(word for word, _ in told))
        for word, p in told:
            close(f"the probability of {word}", outcomes[word], p)

    def check_seat(self, node, seat, ours, paid):
        shown = self.game.shown(node, seat)
        same(f"the present of seat {seat} by its log and by the state", ours["seen"], ours["now"])
        same(f"the card shown to seat {seat}", shown, ours["now"].pop("shown", None))
        events = ours["events"]
        cards = [event.pop("shown") for event in events if isinstance(event, dict)]
        # Only the last event of a game shows anything.
        same(f"the cards in the log of seat {seat}", cards[:-1], [None] * len(cards[:-1]))
        same(f"the card of the last event of seat {seat}", shown, cards[-1] if cards else None)
        knows, sees = self.game.knows(node.state, seat)
        log, present = json.dumps([ours["start"], events]), json.dumps(ours["now"])
        what = f"the information of seat {seat}"
        self.knowledge.add((seat, knows), (seat, log, paid), f"{what} (log)")
        self.sights.add((seat, sees), (seat, present, paid), f"{what} (present)")
        # The key has the shown card in it.
        self.keys.add((seat, sees, shown), (seat, ours["key"]), f"{what} (key)")

    def finish(self):
        for cards, p in self.told.items():
            close(f"the probability of the deal {' '.join(cards)}", self.dealt[cards], p)
        if self.told:
            close("the probability of all deals", 1.0, sum(self.told.values()))


def same(what, theirs, ours):
    if theirs != ours:
        raise Mismatch(f"{what}: OpenSpiel has {theirs!r}, Yomi {ours!r}")


def close(what, theirs, ours):
    if abs(theirs - ours) > EPSILON:
        raise Mismatch(f"{what}: OpenSpiel has {theirs!r}, Yomi {ours!r}")


def compare(program, game, corrupt=None):
    """Walks twice: once to write the paths down, once beside the answers."""
    comparison = Comparison(game)
    with tempfile.TemporaryFile("w+") as paths:
        for node in game.nodes():
            print(*node.path, file=paths)
        paths.seek(0)
        command = [program, "nodes", game.yomi]
        with subprocess.Popen(command, stdin=paths, stdout=subprocess.PIPE, text=True) as yomi:
            try:
                for node in game.nodes():
                    line = yomi.stdout.readline()
                    if not line:
                        raise Mismatch(f"at {' '.join(node.path)!r}: Yomi gave no answer")
                    answer = json.loads(line)
                    if corrupt:
                        corrupt(answer)
                    try:
                        comparison.check(node, answer)
                    except Mismatch as why:
                        raise Mismatch(f"{game.spiel} at {' '.join(node.path)!r}: {why}") from None
                comparison.finish()
            except Mismatch:
                yomi.kill()
                raise
    return comparison


def drop_action(answer, _start):
    return answer["actions"] and answer["actions"].pop()


def swap_turn(answer, _start):
    if answer["turn"] in (0, 1):
        answer["turn"] = 1 - answer["turn"]
        return True


def turn_payoffs(answer, _start):
    if answer["payoffs"] and answer["payoffs"][0] != answer["payoffs"][1]:
        return answer["payoffs"].reverse() is None


def shift_chance(answer, _start):
    if answer["outcomes"]:
        answer["outcomes"][0][1] += 1e-9
        return True


def shift_deal(answer, _start):
    # The last answer of a deal that is asked for counts, so all must be wrong: never «done».
    answer["dealt"] *= 1 + 1e-9


def reveal(answer, _start):
    """A seat that sees the other's card too early."""
    seats = answer["seats"]
    if answer["turn"] in (0, 1):
        for part in ("now", "seen"):
            seats[0][part]["shown"] = seats[1][part]["card"]
        return True


def forget(answer, _start):
    """A seat whose log lacks the last event: two different moments look the same to it."""
    return answer["seats"][1]["events"] and answer["seats"][1]["events"].pop()


def split_key(answer, _start):
    """A key that tells what the seat does not know."""
    if answer["turn"] in (0, 1):
        answer["seats"][0]["key"] += 1 << 60
        return True


def merge_key(answer, start):
    """A key that says it is still the beginning."""
    answer["seats"][0]["key"] = start["seats"][0]["key"]
    return True


CORRUPTIONS = [
    drop_action, swap_turn, turn_payoffs, shift_chance, shift_deal, reveal, forget, split_key, merge_key
]
# What cannot go wrong because the game does not have it: no chance, no deal, nothing hidden.
WITHOUT = {
    "connect-four": {shift_chance, shift_deal, reveal, split_key},
    "kuhn": {shift_chance},
    "leduc": set(),
}


def once(corruption, skip):
    """Applies it to one answer, some way into the game."""
    start, seen, done = None, 0, False

    def corrupt(answer):
        nonlocal start, seen, done
        start = start or copy.deepcopy(answer)
        seen += 1
        if seen > skip and not done:
            done = bool(corruption(answer, start))

    return corrupt


def self_test(program):
    for game in (ConnectFour(depth=3, games=20), Kuhn(), Leduc(), LeducSuits()):
        compare(program, game)
        for corruption in CORRUPTIONS:
            if corruption in WITHOUT[game.yomi]:
                continue
            try:
                compare(program, game, once(corruption, skip=10))
            except Mismatch as why:
                print(f"{game.spiel}: {corruption.__name__} is noticed: {str(why)[:100]}")
            else:
                sys.exit(f"{game.spiel}: {corruption.__name__} is NOT noticed: this comparison is worth nothing")


def report(program):
    """Compares all, and returns a row of figures for each game."""
    rows = []
    for game in (ConnectFour(), Kuhn(), Leduc(), LeducSuits()):
        found = compare(program, game)
        rows.append((game.yomi, game.spiel, found.nodes, len(found.decisions), len(found.told)))
        print(f"rules: {game.spiel}: {found.nodes} nodes agree", file=sys.stderr, flush=True)
    return rows


if __name__ == "__main__":
    try:
        match sys.argv[1:]:
            case [program]:
                report(program)
            case [program, "--self-test"]:
                self_test(program)
            case _:
                sys.exit("rules.py: expected YOMI-PEERS and perhaps --self-test")
    except Mismatch as why:
        sys.exit(f"rules: Yomi and OpenSpiel differ: {why}")
