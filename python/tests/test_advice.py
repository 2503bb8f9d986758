"""Advice: the same as the command line gives, stopped by Ctrl-C, beside other threads."""

from __future__ import annotations

import _thread
import threading
import time
from typing import Any

import pytest

import yomi


def position(name: str = "sevens", seed: int = 3) -> yomi.View:
    return yomi.game(name).deal(seed=seed).view()


def test_a_decision_has_everything_that_is_on_the_wire() -> None:
    decision = yomi.advise(position(), "ismcts", "300it", seed=4)
    wire = decision.to_dict()
    assert wire["move"] == decision.move == decision.candidates[0].move
    assert wire["value"] == decision.value and wire["beliefs"] == decision.beliefs
    assert (decision.lo, decision.hi) == (wire["candidates"][0]["lo"], wire["candidates"][0]["hi"])
    assert [c.visits for c in decision.candidates] == [c["visits"] for c in wire["candidates"]]
    assert [r.en for r in decision.reasons] == [r["en"] for r in wire["reasons"]]
    assert decision.basis == "sampled" and decision.unit == "win" and decision.bounds == (0.0, 1.0)
    assert decision.iterations == 300 and decision.worlds > 0
    assert decision.lead is None or decision.lead.over == wire["lead"]["over"]
    assert yomi.Decision.from_json(decision.json()).to_dict() == wire


def test_the_same_question_has_the_same_answer() -> None:
    def ask(seed: int) -> dict[str, Any]:
        answer = yomi.advise(position(), "ismcts", "500it", seed=seed).to_dict()
        del answer["elapsed_ms"]
        return answer

    assert ask(1) == ask(1) != ask(2)


def test_a_view_as_json_or_dictionary_is_as_good() -> None:
    view = position("leduc")
    moves = {yomi.advise(seen, "cfr", "500it").move for seen in (view, view.json(), view.to_dict())}
    assert len(moves) == 1


def test_a_tree_is_shown_where_there_is_one() -> None:
    tree = yomi.advise(position("connect-four"), "mcts", "500it", tree=1).tree
    assert tree is not None and len(tree["children"]) == 7
    with pytest.raises(yomi.OptionFault) as caught:
        yomi.advise(position("connect-four"), "alphabeta", "500it", tree=1)
    assert caught.value.part == "tree"


def test_progress_is_reported_while_the_search_goes_on() -> None:
    heard: list[dict[str, Any]] = []
    decision = yomi.advise(position(), "ismcts", "600ms", on_progress=heard.append, every_ms=50)
    assert len(heard) >= 2
    iterations = [snapshot["iterations"] for snapshot in heard]
    assert iterations == sorted(iterations) and iterations[-1] <= decision.iterations


def test_an_exception_in_the_callback_stops_the_search() -> None:
    def refuse(_: dict[str, Any]) -> None:
        raise RuntimeError("enough")

    began = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        yomi.advise(position(), "ismcts", "60s", on_progress=refuse, every_ms=20)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("agent", ["ismcts", "pimc", "heuristic"])
def test_ctrl_c_stops_a_search(agent: str) -> None:
    threading.Timer(0.3, _thread.interrupt_main).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(10_000_000):
            yomi.advise(position(), agent, "60s")
    assert time.monotonic() - began < 20


def test_ctrl_c_stops_a_match() -> None:
    threading.Timer(0.3, _thread.interrupt_main).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        yomi.arena("sevens", ["ismcts", "random", "random"], games=1_000_000, limit="200it")
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("limit", ["90ms", "400ms"])
def test_other_threads_go_on_during_a_search(limit: str) -> None:
    """Both for a search in the calling thread and for one beside it."""
    counted, over = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not over.is_set():
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    before = counted
    yomi.advise(position(), "ismcts", limit)
    during = counted - before
    over.set()
    other.join()
    assert during >= 5


def test_one_view_can_be_asked_from_several_threads() -> None:
    view, moves = position("connect-four"), []
    threads = [
        threading.Thread(target=lambda: moves.append(yomi.advise(view, "mcts", "2000it").move)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moves) == 4 and len(set(moves)) == 1
