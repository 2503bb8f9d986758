"""Yomi in the contest of Sevens (七並べ): an adapter for the contest's own ``State``, by duck typing.

>>> from yomi import contest
>>> contest.card_text("♠10"), contest.card_text(("hearts", "Q")), contest.card_text("DA")
('S10', 'HQ', 'DA')
"""

from __future__ import annotations

from operator import index
from typing import Any, NamedTuple

from . import _yomi
from ._advice import advise
from ._games import game as _game
from .faults import Fault

_SUITS = {"♠": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
_NUMBERS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
#: What stands in the place of the card when the answer is a pass.
NO_CARD: Any = None


def _plain(value: Any) -> Any:
    """The name of an enum, or the value itself."""
    return getattr(value, "name", value)


def _suit_letter(suit: Any) -> str:
    for form in (_plain(suit), getattr(suit, "value", None), suit):
        if isinstance(form, str) and form:
            letter = _SUITS.get(form[0], form[0].upper())
            if letter in "SHDC":
                return letter
    raise ValueError(f"{suit!r} is not a suit; expected spades, hearts, diamonds or clubs")


def _number_text(number: Any) -> str:
    form: Any
    for form in (getattr(number, "val", None), getattr(number, "value", None), number):
        if isinstance(form, tuple) and form:
            form = form[0]
        # Numpy's integers too, which are no int.
        if hasattr(form, "__index__") and not isinstance(form, bool) and 1 <= index(form) <= 13:
            return _NUMBERS[index(form) - 1]
        if isinstance(form, str) and form.upper() in _NUMBERS:
            return form.upper()
    raise ValueError(f"{number!r} is not a number of a card; expected A, 2 to 10, J, Q, K or 1 to 13")


def card_text(card: Any) -> str:
    """A card as Yomi writes it: of an object with ``suit`` and ``number``, a pair of them, or text such as ``♠10`` or ``S10``."""
    if isinstance(card, str):
        return _suit_letter(card[:1]) + _number_text(card[1:])
    if isinstance(card, (tuple, list)) and len(card) == 2:
        return _suit_letter(card[0]) + _number_text(card[1])
    return _suit_letter(card.suit) + _number_text(card.number)


class _Sight(NamedTuple):
    """What the state tells its player, in plain data."""

    players: int
    seat: int
    hand: list[str]
    #: Who played which card, in order; ``None`` for a pass where the log has passes.
    log: list[tuple[int, str | None]]
    passes: list[int]
    out: list[int]
    table: list[list[int]]
    #: The suits of the rows of the table, where the cards tell them.
    suits: str | None

    @property
    def plays(self) -> list[tuple[int, str]]:
        return [(seat, card) for seat, card in self.log if card is not None]


def _entry(entry: Any) -> tuple[int, str | None]:
    """An entry of ``history``: (player, card), (player, card, pass_flag), or an object with such names."""
    if isinstance(entry, dict):
        seat, card, flag = entry["player"], entry.get("card", entry.get("action")), entry.get("pass_flag", 0)
    elif isinstance(entry, (tuple, list)):
        seat, card, flag = entry[0], entry[1], entry[2] if len(entry) > 2 else 0
    else:
        seat, flag = entry.player, getattr(entry, "pass_flag", 0)
        card = getattr(entry, "card", getattr(entry, "action", None))
    passed = flag == 1 or card is None or (isinstance(card, str) and card.lower() == "pass")
    return int(seat), None if passed else card_text(card)


def _read(state: Any) -> _Sight:
    hand = list(state.my_hands())
    log: list[tuple[int, str | None]]
    if hasattr(state, "all_actions"):
        pairs = zip(state.all_players, state.all_actions, strict=True)
        log = [(int(seat), card_text(card)) for seat, card in pairs]
    else:
        log = [_entry(entry) for entry in state.history]
    suit = type(getattr(hand[0], "suit", None)) if hand else type(None)
    # The rows are in the order of the enum of suits, where there is one.
    members = getattr(suit, "__members__", None)
    suits = "".join(_suit_letter(member) for member in members.values()) if members else None
    return _Sight(
        players=int(state.players_num),
        seat=int(state.turn_player),
        hand=[card_text(card) for card in hand],
        log=log,
        passes=[int(count) for count in state.pass_count],
        out=[int(seat) for seat in state.out_player],
        table=[[int(bool(lies)) for lies in row] for row in state.field_cards],
        suits=suits,
    )


def _imported(sight: _Sight, sizes: list[int] | None, turn: int | None = None) -> _yomi.View:
    """The view that the state comes to by itself: passes are recovered from the log and the counters."""
    told: dict[str, Any] = {
        "players_num": sight.players,
        "my_player_num": sight.seat,
        "turn_player": sight.seat if turn is None else turn,
        "my_hands": sight.hand,
        "all_actions": [card for _, card in sight.plays],
        "all_players": [seat for seat, _ in sight.plays],
        "pass_count": sight.passes,
        "out_player": sight.out,
        "field_cards": sight.table,
    }
    if sight.suits is not None:
        told["suits"] = sight.suits
    if sizes is not None:
        told["hand_sizes"] = sizes
    import json

    return _yomi.import_log("sevens", json.dumps(told), [])


def _replayed(sight: _Sight, sizes: list[int] | None) -> _yomi.View:
    """The view of a log that has the passes too: from the deal on, entry by entry."""
    own = [card for seat, card in sight.plays if seat == sight.seat]
    held = None
    if sizes is not None:
        held = [size + sum(seat == who for who, _ in sight.plays) for seat, size in enumerate(sizes)]
    rows = [[int(number == 6) for number in range(13)] for _ in range(4)]
    dealt = sight._replace(
        hand=sight.hand + own, log=[], passes=[0] * sight.players, out=[], table=rows, suits=sight.suits
    )
    start = _imported(dealt, held, turn=sight.log[0][0])
    log = _game("sevens", players=sight.players).log(sight.seat, start.json())
    for _, card in sight.log:
        log.enter("pass" if card is None else card)
    return log.view()


class _Remembered(NamedTuple):
    """The last turn of a seat: what it saw, and the view of it."""

    sight: _Sight
    view: _yomi.View


def _goes_on(before: _Sight, now: _Sight) -> bool:
    """Whether this may be the same game later: another deal has another hand, another log, or lower counters."""
    since = now.plays[len(before.plays) :]
    own = {card for seat, card in since if seat == now.seat}
    return (
        (before.players, before.seat) == (now.players, now.seat)
        and now.plays[: len(before.plays)] == before.plays
        and all(old <= new for old, new in zip(before.passes, now.passes, strict=True))
        and set(before.hand) == set(now.hand) | own
    )


def _continued(last: _Remembered, now: _Sight) -> _yomi.View | None:
    """The view of the last turn and what has happened since. From one turn of a seat to the next everybody acts once, so
    that every pass is certain; ``None`` where this does not come out even, or where somebody burst."""
    if not _goes_on(last.sight, now) or last.sight.out != now.out:
        return None
    waiting = now.plays[len(last.sight.plays) :]
    log = _game("sevens", players=now.players).log(now.seat, last.view.json())
    passes = list(last.sight.passes)
    seat = now.seat
    while True:
        if seat not in now.out:
            if waiting and waiting[0][0] == seat:
                log.enter(waiting.pop(0)[1])
            else:
                log.enter("pass")
                passes[seat] += 1
        seat = (seat + 1) % now.players
        if seat == now.seat:
            break
    return log.view() if not waiting and passes == now.passes else None


class SevensPlayer:
    """A player of the contest: it remembers its last turn, which tells who passed when, and finds out by itself when a new
    game has begun. One object may play several seats."""

    def __init__(self, agent: str = "best", limit: str = "100ms", seed: int = 1) -> None:
        self.agent, self.limit, self.seed = agent, limit, seed
        self._last: dict[int, _Remembered] = {}

    def view(self, state: Any) -> _yomi.View:
        """What the player to move sees, with every pass in its history."""
        sight = _read(state)
        seen: _yomi.View | None = None
        last = self._last.get(sight.seat)
        if last is not None and last.sight == sight:
            return last.view
        if last is not None:
            try:
                seen = _continued(last, sight)
            except Fault:
                seen = None  # Another game that looked like this one so far.
        if seen is None:
            cards = getattr(state, "players_cards", None)
            # Of the others' cards only the number is looked at.
            sizes = [len(held) for held in cards] if cards is not None else None
            exact = any(card is None for _, card in sight.log) and not sight.out
            seen = _replayed(sight, sizes) if exact else _imported(sight, sizes)
        self._last[sight.seat] = _Remembered(sight, seen)
        return seen

    def __call__(self, state: Any) -> tuple[Any, int]:
        """``(card, 0)`` with one of the objects of ``state.my_actions()``, or ``(NO_CARD, 1)`` for a pass."""
        actions = list(state.my_actions())
        try:
            move = advise(self.view(state), self.agent, self.limit, seed=self.seed).move
            if move == "pass":
                return NO_CARD, 1
            chosen = next((card for card in actions if card_text(card) == move), None)
        except Exception as why:
            import warnings

            # In a contest a legal card beats an exception.
            warnings.warn(f"the state could not be read, and the first legal card is played: {why!r}", stacklevel=2)
            return (actions[0], 0) if actions else (NO_CARD, 1)
        return (chosen, 0) if chosen is not None else (NO_CARD, 1)


_player = SevensPlayer()


def sevens_ai(state: Any) -> tuple[Any, int]:
    """A move for the contest's ``State``: ``(card, pass_flag)``, with the contest's own card object.

    It reads ``my_hands()``, ``my_actions()``, ``field_cards``, ``pass_count``, ``out_player``, ``turn_player``, ``players_num`` and the log,
    either ``all_actions`` with ``all_players`` or ``history``. Ask at every turn, also when there is nothing to play. For another
    agent or limit make a `SevensPlayer`.
    """
    return _player(state)
