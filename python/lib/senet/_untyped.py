"""Libraries without types."""

from __future__ import annotations

import importlib
from typing import Any


def untyped(name: str) -> Any:
    """The module of this name; a type checker knows nothing about it."""
    return importlib.import_module(name)
