"""Arrays that start at a multiple of 64 bytes, so that other libraries can share their memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_ALIGNMENT = 64


def aligned(shape: tuple[int, ...], dtype: str) -> tuple[NDArray[np.uint8], NDArray[Any], int]:
    """The array that owns the memory, its aligned part, and the address of that part."""
    size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
    # `ndarray.resize` would free memory that the native part still writes; a bytearray with a view cannot be resized.
    owner = np.frombuffer(bytearray(size + _ALIGNMENT), dtype=np.uint8)
    start = -owner.ctypes.data % _ALIGNMENT
    part = owner[start : start + size].view(dtype).reshape(shape)
    return owner, part, owner.ctypes.data + start
