"""The notebooks: their code runs, and brings what is written in them."""

from __future__ import annotations

from pathlib import Path

import notebooks
import pytest

import yomi


def test_there_are_two() -> None:
    assert [path.stem for path in notebooks.NOTEBOOKS] == ["player", "researcher"]


@pytest.mark.parametrize("path", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_brings_what_is_written_in_it(path: Path) -> None:
    yomi.set_language("en")
    notebook, found = notebooks.run(path)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) >= 5
    for cell, now in zip(code, found, strict=True):
        source = notebooks.text_of(cell["source"])
        assert notebooks.shown_of(now) == notebooks.shown_of(cell["outputs"]), source


@pytest.mark.parametrize("path", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_jupyter_runs_it_too(path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    written = nbformat.read(path, as_version=4)
    nbformat.validate(written)
    ran = nbclient.NotebookClient(nbformat.read(path, as_version=4), timeout=600, kernel_name="python3").execute()
    for before, now in zip(written.cells, ran.cells, strict=True):
        if before.cell_type == "code":
            assert notebooks.shown_of(now.outputs) == notebooks.shown_of(before.outputs)
