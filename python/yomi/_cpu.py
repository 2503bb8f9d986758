"""Refuses a CPU that the native module was not built for, before it is loaded: its first instruction could end the process."""

from __future__ import annotations

import os
from collections.abc import Set
from pathlib import Path

#: What a build for x86-64-v3 uses. Every such CPU names all three.
NEEDED = frozenset({"avx2", "bmi2", "fma"})
#: What such a build says of itself, somewhere in its file.
MARK = b"yomi-built-for:x86-64-v3;"


def flags(cpuinfo: Path = Path("/proc/cpuinfo")) -> frozenset[str] | None:
    """What the CPU can do; ``None`` where that cannot be told, and the native module checks by itself."""
    # Where there is no such call, as on Windows, there is no such file either.
    if not hasattr(os, "uname") or os.uname().machine != "x86_64":
        return None
    try:
        with cpuinfo.open(encoding="ascii", errors="replace") as lines:
            for line in lines:
                name, _, value = line.partition(":")
                if name.strip() == "flags":
                    return frozenset(value.split())
    except OSError:
        pass
    return None


def check(there: Set[str] | None, library: Path | None) -> None:
    """Raises ``ImportError`` where the library needs what is not there."""
    missing = sorted(NEEDED - there) if there is not None else []
    if not missing or library is None or MARK not in library.read_bytes():
        return
    names = ", ".join(name.upper() for name in missing)
    raise ImportError(
        f"yomi was built for a newer CPU: this one has no {names}; build it here with: "
        'RUSTFLAGS="-C target-cpu=native" pip install --force-reinstall --no-cache-dir . '
        f"（このCPUには {names} がありません。上のコマンドでビルドし直してください）"
    )


def check_here() -> None:
    """The check for this machine and the module beside this file."""
    there = flags()
    if there is None or there >= NEEDED:
        return
    built = [*Path(__file__).parent.glob("_yomi*.so"), *Path(__file__).parent.glob("_yomi*.pyd")]
    check(there, built[0] if built else None)
