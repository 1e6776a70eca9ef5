"""Exceptions that say what is wrong, where, and what to do."""

from __future__ import annotations

import builtins


class SenetError(Exception):
    """An error of Senet.

    `code` is the stable code of a problem of rules, `line` and `column` its place (counted from 1), `help` says what to do.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        line: int | None = None,
        column: int | None = None,
        help: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.line = line
        self.column = column
        self.help = help

    def __str__(self) -> str:
        return f"{self.message}\nhelp: {self.help}" if self.help else self.message

    def __reduce__(self) -> tuple[object, ...]:
        return _load, (type(self), self.message, self.code, self.line, self.column, self.help)


class RulesError(SenetError, builtins.ValueError):
    """The rules break the standard."""


class UnknownGameError(SenetError, builtins.ValueError):
    """The library has no game of this name."""


class SheetFileError(SenetError, builtins.OSError):
    """A rule sheet cannot be read from disk."""


class IllegalMoveError(SenetError, builtins.ValueError):
    """A move or an action is not legal in this state."""


class LimitError(SenetError, builtins.RuntimeError):
    """The rules exceed a limit of time or memory."""


class PlayerError(SenetError, builtins.ValueError):
    """There is no such player, or it cannot play this game."""


def _load(
    kind: type[SenetError], message: str, code: str | None, line: int | None, column: int | None, help: str
) -> SenetError:
    return kind(message, code=code, line=line, column=column, help=help)
