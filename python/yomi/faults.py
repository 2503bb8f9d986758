"""What is refused, as exceptions. This is the one place that says which kind of fault has which class.

>>> import yomi
>>> try:
...     yomi.game("seven")
... except yomi.Fault as why:
...     print(why.code, why.expected[:2])
unknown ['connect-four', 'maze']
"""

from __future__ import annotations

import os

_language: str | None = None


def set_language(language: str | None) -> None:
    """Messages in ``"en"`` or ``"ja"``; ``None`` for the language of the locale, which is the default."""
    if language not in (None, "en", "ja"):
        raise ValueError(f"{language!r} is not a language of Yomi; expected 'en', 'ja' or None")
    global _language
    _language = language


def get_language() -> str:
    """The language of messages, ``"en"`` or ``"ja"``."""
    if _language is not None:
        return _language
    set_in = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    said = next((value for value in set_in if value), "")
    return "ja" if said.startswith("ja") else "en"


class Fault(Exception):
    """Something that was typed, sent or stored is refused; every other class here is a kind of it."""

    #: The kind, as in the JSON of `yomi engine`.
    code: str
    #: What is wrong and what would be accepted.
    text_en: str
    text_ja: str
    #: The index of the entry in a list of moves or events that it is about.
    entry: int | None
    #: What would have been accepted, where that can be listed.
    expected: list[str]
    #: The part of the question that it is about, where that is more than the agent.
    part: str | None

    def __init__(
        self,
        code: str,
        text_en: str,
        text_ja: str,
        entry: int | None = None,
        expected: list[str] | None = None,
        part: str | None = None,
    ) -> None:
        super().__init__(code, text_en, text_ja, entry, expected, part)
        self.code, self.text_en, self.text_ja = code, text_en, text_ja
        self.entry, self.expected, self.part = entry, expected or [], part

    def __str__(self) -> str:
        return self.text_ja if get_language() == "ja" else self.text_en


class UnknownFault(Fault, LookupError):
    """There is no such game, agent, option or key."""


class OptionFault(Fault, ValueError):
    """An option, a setting or an argument has an invalid value, or conflicts with the others."""


class ViewFault(Fault, ValueError):
    """A view, a record or another file has invalid content."""


class MoveFault(Fault, ValueError):
    """A move or an event that cannot happen here."""


class ContradictionFault(Fault, ValueError):
    """Every entry is possible by itself, but no world agrees with all of them."""


class LimitFault(Fault):
    """A limit on size, time or memory is exceeded."""


class FileFault(Fault, OSError):
    """A file or a stream could not be read or written."""


class CancelledFault(Fault):
    """The caller stopped it."""


class InternalFault(Fault):
    """A defect of Yomi itself."""


KINDS: dict[str, type[Fault]] = {
    "unknown": UnknownFault,
    "bad_option": OptionFault,
    "bad_view": ViewFault,
    "illegal_move": MoveFault,
    "contradiction": ContradictionFault,
    "limit": LimitFault,
    "io": FileFault,
    "cancelled": CancelledFault,
    "bad_request": OptionFault,
    "internal": InternalFault,
}


def of(
    code: str,
    text_en: str,
    text_ja: str,
    entry: int | None,
    expected: list[str],
    part: str | None,
) -> Fault:
    """The exception for a fault of the native module."""
    return KINDS.get(code, Fault)(code, text_en, text_ja, entry, expected, part)
