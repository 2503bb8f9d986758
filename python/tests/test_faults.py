"""What is refused, and how."""

from __future__ import annotations

import json
import pickle

import pytest

import yomi
from yomi import faults


def test_a_fault_has_its_kind_both_languages_and_what_is_expected() -> None:
    with pytest.raises(yomi.UnknownFault) as caught:
        yomi.game("seven")
    why = caught.value
    assert why.code == "unknown" and "sevens" in why.expected
    assert why.text_en.startswith('unknown game "seven"; did you mean "sevens"?')
    assert "ゲーム" in why.text_ja
    assert isinstance(why, LookupError)
    assert pickle.loads(pickle.dumps(why)).expected == why.expected


def test_the_language_of_messages_can_be_chosen() -> None:
    why = faults.of("limit", "too much", "多すぎます", None, [], None)
    yomi.set_language("ja")
    try:
        assert str(why) == "多すぎます"
    finally:
        yomi.set_language("en")
    assert str(why) == "too much"
    yomi.set_language(None)
    with pytest.raises(ValueError, match="expected 'en', 'ja' or None"):
        yomi.set_language("fr")


def test_a_move_that_is_not_legal_changes_nothing() -> None:
    session = yomi.game("kuhn").deal(seed=1)
    with pytest.raises(yomi.MoveFault) as caught:
        session.play("fold")
    assert caught.value.expected == ["check", "bet"]
    with pytest.raises(yomi.MoveFault) as caught:
        session.play_all("check fold")
    assert caught.value.entry == 1


@pytest.mark.parametrize(
    "text",
    ["", "no JSON", "[]", "{}", '{"game": 7}', '{"game": "kuhn"}', '{"game": "kuhn", "seat": 9}'],
)
def test_what_is_not_a_view_is_refused(text: str) -> None:
    with pytest.raises(yomi.Fault) as caught:
        yomi.view(text)
    assert caught.value.code == "bad_view", caught.value


def test_a_view_that_contradicts_itself_is_refused() -> None:
    view = yomi.game("sevens").deal(seed=1).view(0).to_dict()
    view["history"] = ["pass"] * 40
    with pytest.raises(yomi.Fault):
        yomi.view(view)


@pytest.mark.parametrize(
    ("agent", "limit", "kind"),
    [
        ("nobody", "10it", yomi.UnknownFault),
        ("ismcts(c=hot)", "10it", yomi.OptionFault),
        ("ismcts(", "10it", yomi.Fault),
        ("best", "soon", yomi.OptionFault),
        ("cheat", "10it", yomi.OptionFault),
    ],
)
def test_bad_questions_are_refused(agent: str, limit: str, kind: type[yomi.Fault]) -> None:
    view = yomi.game("sevens").deal(seed=1).view()
    with pytest.raises(kind):
        yomi.advise(view, agent, limit)


def test_a_seat_that_is_not_to_move_gets_no_move() -> None:
    session = yomi.game("kuhn").deal(seed=1)
    decision = yomi.advise(session.view(1), limit="10it")
    assert decision.move == "" and decision.waiting_for == 0


def test_agents_reach_outside_only_where_the_caller_allows_it() -> None:
    view = yomi.game("kuhn").deal(seed=1).view(0)
    with pytest.raises(yomi.OptionFault, match="outside=True"):
        yomi.advise(view, 'exec(cmd="true")', "10it")
    with pytest.raises(yomi.OptionFault, match="outside=True"):
        yomi.arena("kuhn", ['exec(cmd="true")', "random"], games=2)
    # Allowed, the program is run, and fails by itself.
    with pytest.raises(yomi.Fault) as caught:
        yomi.advise(view, 'exec(cmd="true")', "10it", outside=True)
    assert "outside" not in caught.value.text_en


def test_a_record_with_a_wrong_move_or_payoff_is_refused() -> None:
    session = yomi.game("kuhn").deal(seed=1)
    session.play_all("check check")
    good = json.loads(session.record().json())
    for wrong in ({"moves": ["check", "fold"]}, {"payoffs": [7, -7]}, {"game": "chess"}, {"agents": ["a"]}):
        with pytest.raises(yomi.Fault):
            yomi.Record.parse(json.dumps(good | wrong))


def test_every_kind_of_the_engine_has_a_class() -> None:
    assert all(issubclass(kind, yomi.Fault) for kind in faults.KINDS.values())
    assert isinstance(faults.of("a new kind", "x", "x", None, [], None), yomi.Fault)
