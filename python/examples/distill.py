"""A student that sees what a player sees, drawn to a teacher that sees everything: PPO + beta * KL(teacher || student).

    pip install ".[arrays]" torch
    python python/examples/distill.py                  # a small network, some minutes
    python python/examples/distill.py --tiny           # seconds; what the tests run

Games of Duel are stepped in Rust (`yomi.vec`), a thousand at a time. What is hidden comes as an array of its own and goes to
the teacher alone: `Player` has no argument for it, and the student's first layer is exactly as wide as an observation.

1. The teacher learns by PPO with observation and hidden part together.
2. The student learns by PPO with the observation, and is drawn to the teacher's moves by the KL divergence, `beta` strong.
3. Both play against random moves, with intervals; so does a student that was not drawn to anybody (`beta` 0).
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

import yomi


@dataclass(frozen=True)
class Plan:
    """How long and how wide."""

    games: int = 1024
    #: Steps of all games between two updates, and updates of each network.
    steps: int = 64
    updates: int = 120
    width: int = 128
    epochs: int = 3
    batch: int = 8192
    clip: float = 0.2
    #: How strongly the student is drawn to its teacher, and all to stay undecided.
    beta: float = 0.5
    entropy: float = 0.01
    rate: float = 1e-3
    #: Games of a test against random moves.
    tests: int = 4096
    seed: int = 1


TINY = Plan(games=64, steps=24, updates=4, width=16, batch=512, tests=128)


class Player(nn.Module):
    """Logits of the moves and the value of the position, from so many inputs."""

    def __init__(self, inputs: int, moves: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, moves)
        self.value = nn.Linear(width, 1)

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        inside = self.body(seen)
        logits = self.policy(inside).masked_fill(~legal, -1e9)
        return torch.log_softmax(logits, dim=1), torch.tanh(self.value(inside)).squeeze(1)


@dataclass
class Batch:
    """Decisions whose games are over."""

    seen: Tensor
    hidden: Tensor
    legal: Tensor
    moves: Tensor
    chance: Tensor
    #: 1 for a game that the mover won, -1 for one that it lost.
    result: Tensor


class SelfPlay:
    """Games that a network plays on both seats; decisions wait until their game is over."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.games = yomi.vec("duel", n=plan.games, seed=seed)
        self.obs, self.hidden = self.games.reset()
        self.open: list[list[tuple]] = [[] for _ in range(plan.games)]

    def collect(self, player: Player, cheats: bool, steps: int) -> Batch:
        """Decisions of the games that end within so many steps; the first games take longer, and are waited for."""
        done: list[tuple] = []
        taken = 0
        while taken < steps or not done:
            taken += 1
            seat, legal = self.games.to_move, self.games.legal
            obs, hidden = self.obs, self.hidden
            with torch.no_grad():
                seen = np.concatenate([obs, hidden], axis=1) if cheats else obs
                log_chances, _ = player(torch.from_numpy(seen), torch.from_numpy(legal))
                moves = torch.multinomial(log_chances.exp(), 1).squeeze(1)
                chance = log_chances.gather(1, moves[:, None]).squeeze(1)
            stepped = self.games.step(moves.numpy())
            for place, waiting in enumerate(self.open):
                waiting.append(
                    (obs[place], hidden[place], legal[place], int(moves[place]), float(chance[place]), int(seat[place]))
                )
            for place in np.flatnonzero(stepped.done):
                paid = stepped.payoffs[place]
                done += [(*row[:5], 2 * paid[row[5]] - 1) for row in self.open[place]]
                self.open[place] = []
            self.obs, self.hidden = stepped.obs, stepped.hidden
        arrays = [torch.from_numpy(np.array(column)) for column in zip(*done, strict=True)]
        return Batch(*arrays[:4], arrays[4].float(), arrays[5].float())


def divergence(teacher: Tensor, student: Tensor) -> Tensor:
    """KL(teacher || student) of each row, from logarithms of chances; moves that are not legal have none."""
    return (teacher.exp() * (teacher - student)).clamp(min=-1e3, max=1e3).sum(dim=1)


def update(
    player: Player, optimiser: torch.optim.Optimizer, batch: Batch, plan: Plan, teacher: Player | None, cheats: bool
) -> dict[str, float]:
    """PPO on the decisions of a batch; with a teacher, `beta` times the divergence from it on top."""
    sums, rows = {"loss": 0.0, "kl": 0.0, "entropy": 0.0}, len(batch.moves)
    seen = torch.cat([batch.seen, batch.hidden], dim=1) if cheats else batch.seen
    taught = None
    if teacher is not None:
        with torch.no_grad():
            taught, _ = teacher(torch.cat([batch.seen, batch.hidden], dim=1), batch.legal)
    for _ in range(plan.epochs):
        for rows_of in torch.randperm(rows).split(plan.batch):
            log_chances, value = player(seen[rows_of], batch.legal[rows_of])
            ahead = batch.result[rows_of] - value.detach()
            ahead = (ahead - ahead.mean()) / (ahead.std() + 1e-6)
            chosen = log_chances.gather(1, batch.moves[rows_of, None]).squeeze(1)
            ratio = (chosen - batch.chance[rows_of]).exp()
            bounded = ratio.clamp(1 - plan.clip, 1 + plan.clip)
            loss_reward = -torch.min(ratio * ahead, bounded * ahead).mean()
            loss_value = (batch.result[rows_of] - value).pow(2).mean()
            undecided = -(log_chances.exp() * log_chances.clamp(min=-1e3)).sum(dim=1).mean()
            loss = loss_reward + 0.5 * loss_value - plan.entropy * undecided
            apart = torch.zeros(())
            if taught is not None:
                apart = divergence(taught[rows_of], log_chances).mean()
                loss = loss + plan.beta * apart
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 1.0)
            optimiser.step()
            part = len(rows_of) / rows / plan.epochs
            for name, term in (("loss", loss), ("kl", apart), ("entropy", undecided)):
                sums[name] += part * float(term.detach())
    return sums


def learn(plan: Plan, teacher: Player | None, cheats: bool, beta: float, say: bool) -> tuple[Player, list[dict[str, float]]]:
    """A network that learned by playing itself."""
    torch.manual_seed(plan.seed)
    own = SelfPlay(plan, plan.seed + (1 if cheats else 2))
    inputs = own.games.obs_size + (own.games.hidden_size if cheats else 0)
    player = Player(inputs, own.games.move_count, plan.width)
    optimiser = torch.optim.Adam(player.parameters(), lr=plan.rate)
    history = []
    for number in range(plan.updates):
        batch = own.collect(player, cheats, plan.steps)
        history.append(update(player, optimiser, batch, Plan(**{**plan.__dict__, "beta": beta}), teacher, cheats))
        if say and number % 10 == 9:
            print(f"  update {number + 1}: " + ", ".join(f"{key} {value:.3f}" for key, value in history[-1].items()))
    return player, history


def against_random(player: Player, cheats: bool, plan: Plan) -> tuple[float, float, float]:
    """How often it beats random moves, from both seats, with the 95% interval (Wilson)."""
    games, rng = yomi.vec("duel", n=plan.tests, seed=plan.seed + 99, again=False), np.random.default_rng(plan.seed)
    obs, hidden = games.reset()
    own_seat = np.arange(plan.tests) % 2
    while (games.to_move >= 0).any():
        legal, ours = games.legal, games.to_move == own_seat
        moves = (legal * rng.random(legal.shape)).argmax(axis=1)
        seen = np.concatenate([obs, hidden], axis=1) if cheats else obs
        if ours.any():
            with torch.no_grad():
                log_chances, _ = player(torch.from_numpy(seen[ours]), torch.from_numpy(legal[ours]))
            moves[ours] = log_chances.argmax(dim=1).numpy()
        stepped = games.step(moves)
        obs, hidden = stepped.obs, stepped.hidden
    won = games.payoffs[np.arange(plan.tests), own_seat].mean()
    z, n = 1.96, plan.tests
    centre = (won + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(won * (1 - won) / n + z * z / (4 * n * n))
    return float(won), centre - half, centre + half


def main(plan: Plan, say: bool = True) -> dict[str, dict[str, object]]:
    """Teacher, student, and a student without a teacher: their histories and how they play."""
    torch.set_num_threads(1)
    found: dict[str, dict[str, object]] = {}
    teacher, history = learn(plan, None, cheats=True, beta=0.0, say=say)
    found["teacher"] = {"history": history, "wins": against_random(teacher, True, plan)}
    for name, beta in (("student", plan.beta), ("alone", 0.0)):
        # The one that is alone is measured against the teacher too, and not drawn to it.
        student, history = learn(plan, teacher, cheats=False, beta=beta, say=say)
        found[name] = {"history": history, "wins": against_random(student, False, plan)}
    if say:
        for name, row in found.items():
            won, lo, hi = row["wins"]
            kl = row["history"][-1]["kl"]
            print(f"{name}: {won:.1%} against random moves ({lo:.1%} to {hi:.1%}), divergence from the teacher {kl:.3f}")
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tiny", action="store_true", help="a tiny network and few games")
    parser.add_argument("--updates", type=int)
    asked = parser.parse_args()
    chosen = TINY if asked.tiny else Plan()
    main(Plan(**{**chosen.__dict__, **({"updates": asked.updates} if asked.updates else {})}))
