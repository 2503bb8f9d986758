"""What holds for all tests."""

from __future__ import annotations

import signal

# What is started in the background by a shell ignores Ctrl-C, and a test of it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
