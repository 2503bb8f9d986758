"""The example in PyTorch, with a tiny network. Runs where torch is installed."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from typing import Any

import pytest

import yomi

pytest.importorskip("torch")
EXAMPLE = Path(__file__).parents[1] / "examples" / "distill.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("distill", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look for their module there.
    __import__("sys").modules["distill"] = module
    spec.loader.exec_module(module)
    return module


def test_teacher_and_student_learn() -> None:
    distill = example()
    found = distill.main(distill.TINY, say=False)
    assert set(found) == {"teacher", "student", "alone"}
    for row in found.values():
        assert all(math.isfinite(value) for update in row["history"] for value in update.values())
        won, lo, hi = row["wins"]
        assert 0 <= lo <= won <= hi <= 1
    # The student is drawn to its teacher: in the end it is nearer than the one that learned alone with the same luck.
    apart = {name: found[name]["history"][-1]["kl"] for name in ("student", "alone")}
    assert 0 < apart["student"] < 0.75 * apart["alone"]


def test_the_divergence_is_that_of_the_definition() -> None:
    import torch

    distill = example()
    teacher, student = torch.tensor([[0.5, 0.25, 0.25]]).log(), torch.tensor([[0.25, 0.25, 0.5]]).log()
    by_hand = 0.5 * math.log(2) + 0.25 * math.log(0.5)
    assert abs(float(distill.divergence(teacher, student)) - by_hand) < 1e-6
    assert float(distill.divergence(teacher, teacher)) == 0.0


def test_the_student_has_no_room_for_what_is_hidden() -> None:
    distill = example()
    games = yomi.vec("duel", n=2)
    student, _ = distill.learn(distill.Plan(games=2, steps=2, updates=1, width=4), None, cheats=False, beta=0.0, say=False)
    assert student.body[0].in_features == games.obs_size
