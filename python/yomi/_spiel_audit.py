"""The audit of a game of OpenSpiel; `yomi.audit.openspiel` is the way in."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel  # type: ignore[import-not-found]


#: So many worlds of a phase must be the truth before it is a finding.
LEAST_WORLDS = 20
#: Worlds that are drawn of each of two states with one information state: all of them are the state itself by chance at
#: most once in 2**16.
DRAWS = 8
#: Positions that `leaks` looks at, and the games they are taken from at most.
PROBED, PROBE_GAMES = 3000, 60


def opened(game: Any) -> Any:
    """A game of OpenSpiel, or the one of this name. What cannot be played turn by turn is refused, simultaneous games are
    turned into turns."""
    if isinstance(game, str):
        game = pyspiel.load_game(game)
    if not isinstance(game, pyspiel.Game):
        raise TypeError(f"game={game!r}: expected a game of OpenSpiel, or its name")
    dynamics = game.get_type().dynamics
    if dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        raise ValueError(f"{game.get_type().short_name} is a mean-field game; expected one of moves in turn or at once")
    return pyspiel.convert_to_turn_based(game) if dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS else game


def phase(state: Any) -> str:
    """A word that tells phases of a game apart, where its text begins with one; otherwise nothing."""
    for line in str(state).splitlines():
        name, _, value = line.partition(":")
        if name.strip().lower() in ("phase", "stage"):
            return value.strip()
    return ""


def leaks(game: Any) -> frozenset[tuple[str, int]]:
    """The phases and seats in which resampling tells the truth. It depends on the game alone: random games are looked at."""
    audit = Audit(game, PROBE_GAMES, 1, 0)
    return audit.leaks() if audit.can_resample() else frozenset()


class Audit:
    """Random games, and what looks different in them although it should not."""

    def __init__(self, game: Any, games: int, seed: int, most: int) -> None:
        self.game = opened(game)
        kind = self.game.get_type()
        self.kind, self.games, self.most = kind, games, most
        self.random = random.Random(seed)
        self.seed = seed
        self.resamples = True
        self.first: dict[tuple[int, str], Any] = {}
        self.findings: dict[tuple[str, int, str], dict[str, Any]] = {}
        self.counts: dict[str, int] = {}
        self.chosen: dict[int, int] = {}
        self.tallies: dict[tuple[str, int], list[int]] = {}
        self.truths: dict[tuple[str, int], Any] = {}
        #: By phase and seat: two states with one information state, whose worlds are each the state itself.
        self.told: dict[tuple[str, int], tuple[Any, Any]] = {}
        self.positions = self.pairs = self.resampled = 0

    def known(self, state: Any, seat: int) -> str:
        """What identifies the information set of a seat."""
        if self.kind.provides_information_state_string:
            return str(state.information_state_string(seat))
        return str(state.observation_string(seat))

    def looks(self, state: Any, seat: int) -> dict[str, Any]:
        """Everything that a seat can be told of a state."""
        mover = int(state.current_player())
        seen: dict[str, Any] = {"turn": mover if not state.is_chance_node() else -1}
        if mover == seat:
            seen["legal actions"] = state.legal_actions()
        if self.kind.provides_observation_string:
            seen["observation text"] = state.observation_string(seat)
        if self.kind.provides_observation_tensor:
            seen["observation tensor"] = state.observation_tensor(seat)
        if self.kind.provides_information_state_tensor:
            seen["information state tensor"] = state.information_state_tensor(seat)
        return seen

    def note(self, what: str, seat: int, state: Any, other: Any, detail: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1
        key = (what, seat, phase(state))
        if key in self.findings or len(self.findings) >= self.most:
            return
        self.findings[key] = {
            "what": what,
            "seat": seat,
            "phase": key[2],
            "history": list(state.history()),
            "other_history": list(other.history()),
            "detail": detail,
        }

    def compare(self, kind: str, seat: int, state: Any, other: Any) -> None:
        one, two = self.looks(state, seat), self.looks(other, seat)
        for name in one.keys() | two.keys():
            if one.get(name) != two.get(name):
                self.note(f"{kind}: {name}", seat, state, other, difference(one.get(name), two.get(name)))

    def world(self, state: Any, seat: int, seed: int) -> Any:
        try:
            return state.resample_from_infostate(seat, random.Random(seed).random)
        except (RuntimeError, pyspiel.SpielError):
            return None

    def tally(self, state: Any, seat: int, world: Any) -> None:
        """Counts, phase by phase, how often a world is the truth itself."""
        key = (phase(state), seat)
        tally = self.tallies.setdefault(key, [0, 0])
        tally[1] += 1
        if str(world) != str(state):
            return
        tally[0] += 1
        self.truths[key] = state
        if key not in self.told and self.only_truth(state, seat):
            other = next((other for other in self.alike(state, seat) if self.only_truth(other, seat)), None)
            if other is not None:
                self.told[key] = (state, other)

    def only_truth(self, state: Any, seat: int) -> bool:
        """Whether all of some worlds of a state are the state itself."""
        worlds = (self.world(state, seat, number) for number in range(DRAWS))
        return all(world is not None and str(world) == str(state) for world in worlds)

    def alike(self, state: Any, seat: int) -> Iterator[Any]:
        """Other states with the same information state: the first that was met, and those of another last action."""
        text, mover = self.known(state, seat), state.current_player()
        met = self.first.get((seat, text))
        if met is not None and str(met) != str(state):
            yield met
        history = state.history()
        before = self.game.new_initial_state()
        for action in history[:-1]:
            before.apply_action(action)
        if not history or before.current_player() == seat:
            return
        for action in before.legal_actions():
            other = before.child(action) if action != history[-1] else state
            if other.current_player() == mover and self.known(other, seat) == text and str(other) != str(state):
                yield other

    def note_truths(self) -> None:
        """Phases in which worlds are always the truth although the seat cannot know it: another state has the same information
        state, or in other phases worlds are not the truth. Whoever draws worlds there sees what is hidden."""
        for (_, seat), (state, other) in self.told.items():
            detail = f"{DRAWS} of {DRAWS} worlds are the true state, in two states with one information state"
            self.note("resampled: always the truth", seat, state, other, detail)
        drawn = [count for count in self.tallies.values() if count[0] < count[1]]
        for key, (same, total) in self.tallies.items():
            if drawn and total >= LEAST_WORLDS and same == total and key not in self.told:
                state = self.truths[key]
                self.note("resampled: always the truth", key[1], state, state, f"{same} of {total} worlds are the true state")

    def leaks(self) -> frozenset[tuple[str, int]]:
        """The phases and seats in which worlds tell the truth. The seats of a phase are counted together."""
        for state in self.states():
            if self.positions > PROBED:
                break
            seat = int(state.current_player())
            self.first.setdefault((seat, self.known(state, seat)), state)
            for _ in range(4 if self.tallies.get((phase(state), seat), [0, 0])[1] < LEAST_WORLDS else 1):
                world = self.world(state, seat, self.random.getrandbits(32))
                if world is not None:
                    self.tally(state, seat, world)
        counts: dict[str, list[int]] = {}
        for (name, _), (same, total) in self.tallies.items():
            count = counts.setdefault(name, [0, 0])
            count[0] += same
            count[1] += total
        always = {name for name, (same, total) in counts.items() if same == total >= LEAST_WORLDS}
        if len(always) == len(counts):
            always = set()
        return frozenset(self.told) | {(name, seat) for name in always for seat in range(self.game.num_players())}

    def look_at(self, state: Any, seat: int) -> None:
        text = self.known(state, seat)
        other = self.first.setdefault((seat, text), state)
        world = self.world(state, seat, self.random.getrandbits(32)) if self.resamples else None
        if other is not state and other.history() != state.history():
            self.pairs += 1
            self.compare("equal information states", seat, other, state)
        if world is None:
            return
        self.resampled += 1
        self.tally(state, seat, world)
        if self.known(world, seat) != text:
            self.note("resampled: another information state", seat, state, world, difference(text, self.known(world, seat)))
        else:
            self.compare("resampled", seat, state, world)

    def run(self) -> dict[str, Any]:
        """Plays the games, and says what was found."""
        self.resamples = self.can_resample()
        for state in self.states():
            # Information states are told apart by who decides in them: only the mover's is looked at.
            self.look_at(state, int(state.current_player()))
        self.note_truths()
        return {
            "game": str(self.game),
            "seed": self.seed,
            "games": self.games,
            "positions": self.positions,
            "pairs": self.pairs,
            "resamples": self.resamples,
            "resampled": self.resampled,
            "counts": dict(sorted(self.counts.items())),
            "findings": list(self.findings.values()),
        }

    def states(self) -> Iterator[Any]:
        """The positions of random games in which somebody decides."""
        for _ in range(self.games):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    action = self.random.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0]
                else:
                    self.positions += 1
                    yield state.clone()
                    action = self.choose(state.legal_actions())
                state.apply_action(action)

    def choose(self, actions: list[int]) -> int:
        """Half of the time what was chosen least so far: phases that random play hardly comes to are reached as well."""
        if self.random.random() < 0.5:
            action = self.random.choice(actions)
        else:
            action = min(actions, key=lambda action: (self.chosen.get(action, 0), self.random.random()))
        self.chosen[action] = self.chosen.get(action, 0) + 1
        return action

    def can_resample(self) -> bool:
        state = self.game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(self.random.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
        return self.world(state, max(0, state.current_player()), 0) is not None


def difference(one: Any, two: Any) -> str:
    """Where two values begin to differ, in a line."""
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        places = [at for at, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
        first = places[0]
        return f"{len(places)} of {len(one)} numbers, first at {first}: {one[first]} and {two[first]}"
    if isinstance(one, str) and isinstance(two, str):
        lines = zip(one.splitlines(), two.splitlines(), strict=False)
        found = next(((a, b) for a, b in lines if a != b), (one[-80:], two[-80:]))
        return f"{found[0][:120]!r} and {found[1][:120]!r}"
    return f"{one!r} and {two!r}"[:300]
