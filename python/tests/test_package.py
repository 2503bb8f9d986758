"""The package itself: its CPU check, its import, its doctests, its types."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import yomi
from yomi import _cpu

ROOT = Path(__file__).parents[2]
#: Modules that need a package which is not there in every environment; their own tests import them.
OPTIONAL = ("yomi.envs", "yomi.openspiel", "yomi.ray", "yomi._spiel_audit")


def modules() -> list[str]:
    found = [f"yomi.{module.name}" for module in pkgutil.iter_modules(yomi.__path__)]
    return ["yomi", *(name for name in found if not name.startswith(OPTIONAL) and name != "yomi._yomi")]


@pytest.mark.parametrize("name", modules())
def test_doctests(name: str) -> None:
    yomi.set_language("en")
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_a_cpu_that_is_too_old_is_refused_with_what_to_do(tmp_path: Path) -> None:
    newer = tmp_path / "_yomi.so"
    newer.write_bytes(b"\x7fELF..." + _cpu.MARK + b"...")
    with pytest.raises(ImportError, match=r"no AVX2, BMI2, FMA; build it here with: RUSTFLAGS="):
        _cpu.check({"sse2"}, newer)
    _cpu.check({"sse2", "avx2", "bmi2", "fma"}, newer)
    _cpu.check(None, newer)
    newer.write_bytes(b"yomi-built-for:any;")
    _cpu.check({"sse2"}, newer)


def test_the_module_says_what_it_was_built_for() -> None:
    file = Path(importlib.import_module("yomi._yomi").__file__ or "")
    assert (_cpu.MARK in file.read_bytes()) == (yomi.BUILT_FOR.encode() == _cpu.MARK)


def test_flags_are_read_where_the_system_tells_them(tmp_path: Path) -> None:
    told = tmp_path / "cpuinfo"
    told.write_text("processor : 0\nflags\t\t: fpu avx2 bmi2\nflags : later\n", encoding="ascii")
    if _cpu.flags() is not None:
        assert _cpu.flags(told) == frozenset({"fpu", "avx2", "bmi2"})
    assert _cpu.flags(tmp_path / "none") is None


def test_import_needs_no_numpy() -> None:
    script = "import sys; sys.modules['numpy'] = None; import yomi; print(yomi.game('kuhn').deal(seed=1).legal)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "['check', 'bet']"


def test_types() -> None:
    pytest.importorskip("mypy")
    checked = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_stubs_are_of_the_native_module(tmp_path: Path) -> None:
    """Every name of the native module is in the stub, and the other way round."""
    pytest.importorskip("mypy")
    # The native module lists its names by itself; a stub need not.
    (allowed := tmp_path / "allowed").write_text("yomi._yomi.__all__\n", encoding="ascii")
    command = [sys.executable, "-m", "mypy.stubtest", "yomi._yomi", "--ignore-disjoint-bases"]
    command += ["--allowlist", str(allowed)]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_everything_public_is_documented() -> None:
    silent = [name for name in yomi.__all__ if not (getattr(yomi, name).__doc__ or "").strip()]
    assert silent == []
