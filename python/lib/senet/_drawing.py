"""Pictures that notebooks show."""

from __future__ import annotations

from pathlib import Path


class Drawing(str):
    """An SVG picture: a text that a notebook shows as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Writes the picture to a file."""
        Path(path).write_text(self, encoding="utf-8")
