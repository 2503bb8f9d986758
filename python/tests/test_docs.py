"""The pages on Python: their examples are run."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import yomi

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["python.md", "python.ja.md"])
def test_the_examples_of_a_page_come_out_as_shown(page: str) -> None:
    yomi.set_language("en")
    result = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 5 and result.failed == 0
