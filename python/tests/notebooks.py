"""Runs the code of notebooks, cell by cell, and compares what comes out with what is written in them.

    python python/tests/notebooks.py         writes the outputs anew, for those who changed a notebook on purpose
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def text_of(lines: str | list[str]) -> str:
    """Notebooks write a text as a list of lines."""
    return lines if isinstance(lines, str) else "".join(lines)


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, str | None]:
    """What a cell prints, and the value of its last line if that is an expression."""
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    said, value = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        exec(compile(body, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    return said.getvalue(), None if value is None else repr(value)


def outputs(said: str, value: str | None, count: int) -> list[dict[str, Any]]:
    """The same as a notebook writes it."""
    found: list[dict[str, Any]] = []
    if said:
        found.append({"output_type": "stream", "name": "stdout", "text": said.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": value.splitlines(keepends=True)}
        found.append({"output_type": "execute_result", "execution_count": count, "data": data, "metadata": {}})
    return found


def shown(output: dict[str, Any]) -> str:
    """The text of an output, whoever wrote it."""
    return text_of(output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"])


def shown_of(cell: list[dict[str, Any]]) -> list[str]:
    """The texts of a cell's outputs. What is printed may come in pieces, which belong together."""
    found: list[str] = []
    stream = None
    for output in cell:
        name = output.get("name") if output["output_type"] == "stream" else None
        if found and name is not None and name == stream:
            found[-1] += shown(output)
        else:
            found.append(shown(output))
        stream = name
    return found


def run(path: Path) -> tuple[dict[str, Any], list[list[dict[str, Any]]]]:
    """A notebook, and what its code cells bring now."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    found = [outputs(*run_cell(text_of(cell["source"]), names), number) for number, cell in enumerate(code, 1)]
    return notebook, found


def bless(path: Path) -> None:
    """Writes what comes out into the notebook."""
    notebook, found = run(path)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, brought) in enumerate(zip(code, found, strict=True), 1):
        cell["outputs"], cell["execution_count"] = brought, number
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for notebook in NOTEBOOKS:
        bless(notebook)
        print(notebook)
