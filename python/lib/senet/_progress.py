"""A progress bar on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

Progress = bool | Callable[[int, int], object] | None
"""`True` shows a bar; a function is called with the number of finished parts and the total."""

_WIDTH = 30


class Bar:
    """Shows the progress of a long call: `bar(done, total)`. A total of 0 means that it is unknown."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what = what
        self._stream = stream or sys.stderr
        self._start = time.monotonic()
        self._shown = 0.0
        self._is_full = False

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        is_last = 0 < total <= done
        if self._is_full or (now - self._shown < 0.1 and not is_last):
            return
        self._shown, self._is_full = now, is_last
        rate = done / max(now - self._start, 1e-9)
        if total:
            filled = _WIDTH * done // total
            bar = "#" * filled + "-" * (_WIDTH - filled)
            text = f"\r{self._what} [{bar}] {done}/{total}, {rate:.0f}/s"
        else:
            text = f"\r{self._what} {done}, {rate:.0f}/s"
        self._stream.write(text + ("\n" if is_last else ""))
        self._stream.flush()


def reporter(progress: Progress, what: str) -> Callable[[int, int], object]:
    """The function that gets the progress of a long call."""
    if callable(progress):
        return progress
    return Bar(what) if progress else lambda done, total: None
