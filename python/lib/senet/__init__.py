"""General game playing: any game in GDL, run fast.

- `Game` holds rules that are ready to be played: from the library, a file or a text.
- `State` is a position: legal moves, what follows a move, goals, a picture.
- `VectorEnv` steps thousands of matches at once, for reinforcement learning.
- `check`, `fmt`, `scramble` work on rule sheets; `map` compares two games.
- `tournament` lets players meet and rates them.

Adapters: `senet.gymnasium`, `senet.pettingzoo`, `senet.openspiel`. Beyond one machine: `senet.ray`.

>>> import senet
>>> game = senet.Game("connect-four")
>>> game.playouts(1000, seed=1).matches
1000
"""

from ._drawing import Drawing
from ._errors import (
    IllegalMoveError,
    LimitError,
    PlayerError,
    RulesError,
    SenetError,
    SheetFileError,
    UnknownGameError,
)
from ._senet import (
    Analysis,
    Board,
    Evaluation,
    Feature,
    Game,
    Mapping,
    MatchResult,
    MoveAnalysis,
    Playouts,
    Problem,
    Rating,
    Recognition,
    State,
    TournamentResult,
    __version__,
    check,
    fmt,
    library,
    map,
    players,
    scramble,
    tournament,
)
from ._vector_env import Info, Step, VectorEnv

__all__ = [
    "Analysis",
    "Board",
    "Drawing",
    "Evaluation",
    "Feature",
    "Game",
    "IllegalMoveError",
    "Info",
    "LimitError",
    "Mapping",
    "MatchResult",
    "MoveAnalysis",
    "PlayerError",
    "Playouts",
    "Problem",
    "Rating",
    "Recognition",
    "RulesError",
    "SenetError",
    "SheetFileError",
    "State",
    "Step",
    "TournamentResult",
    "UnknownGameError",
    "VectorEnv",
    "__version__",
    "check",
    "fmt",
    "library",
    "map",
    "players",
    "scramble",
    "tournament",
]
