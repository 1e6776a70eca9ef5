//! All player kinds and their options.

use crate::{
    BestPlayer, DescentPlayer, FirstLegalPlayer, GreedyPlayer, MODEL_KINDS, MinimaxPlayer,
    MtdfPlayer, NestedPlayer, OptionReader, Player, PlayerError, PlayerName, RandomPlayer, Setting,
    UctPlayer,
};

/// A player kind.
pub struct KindInfo {
    /// The name.
    pub name: &'static str,
    /// One line about the algorithm.
    pub about: &'static str,
    /// The options.
    pub options: &'static [KindOption],
    /// Creates a player of this kind.
    pub create: fn(OptionReader, Setting) -> Result<Box<dyn Player>, PlayerError>,
}

/// An option of a player kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindOption {
    /// The key.
    pub key: &'static str,
    /// One line about its effect.
    pub about: &'static str,
    /// The default value.
    pub default: &'static str,
}

const fn option(key: &'static str, about: &'static str, default: &'static str) -> KindOption {
    KindOption {
        key,
        about,
        default,
    }
}

/// The options of `guct`. The options of `uct` are all but the first.
const TREE_OPTIONS: &[KindOption] = &[
    option(
        "mix",
        "weight of the learned evaluation in the value of a leaf, from 0 to 1",
        "0.3",
    ),
    option("c", "weight of exploration, from 0 to 100", "measured"),
    option("batch", "leaves per batch", "measured"),
    option("playouts", "playouts per leaf", "measured"),
    option("expand", "visits at which a leaf is expanded", "measured"),
    option("threads", "number of search threads", "1"),
    option(
        "parallel",
        "tree: all threads share one tree; root: one tree per thread",
        "tree",
    ),
    option("reuse", "on or off: reuse the tree from move to move", "on"),
    option(
        "transpositions",
        "on or off: transpositions share one node",
        "on",
    ),
    option("solver", "on or off: use proven values", "on"),
    option(
        "policy",
        "uniform or mast: how playouts choose moves",
        "uniform",
    ),
    option("rave", "on or off: use RAVE", "off"),
    option(
        "memory",
        "memory limit of the tree in MiB",
        "that of the budget",
    ),
];

const MINIMAX_OPTIONS: &[KindOption] = &[
    option(
        "others",
        "maxn or paranoid: the model of several other roles",
        "maxn",
    ),
    option(
        "eval",
        "playouts, even or learned: the evaluation at the horizon",
        "playouts",
    ),
    option("playouts", "playouts per evaluated state", "8"),
];

const NESTED_OPTIONS: &[KindOption] = &[option(
    "level",
    "nesting level of the searches",
    "as high as the time allows",
)];

const DESCENT_OPTIONS: &[KindOption] = &[
    KEEP,
    PONDER,
    option(
        "hidden",
        "units of the first layer of the network: a multiple of 16",
        "128",
    ),
    option(
        "expansions",
        "expanded states for a move while learning, from 1 to 10000",
        "120",
    ),
    option("threads", "number of threads for learning", "1"),
];

const KEEP: KindOption = option(
    "keep",
    "starts with the network of earlier matches, and keeps the new one: on or off",
    "on",
);

const PONDER: KindOption = option(
    "ponder",
    "continues to learn while others think, in a thread of its own: on or off",
    "off",
);

/// The options of `best`.
const BEST_OPTIONS: &[KindOption] = &[
    option("threads", "number of threads for learning and search", "1"),
    KEEP,
    PONDER,
];

/// The player that commands take unless another is named.
pub const DEFAULT_PLAYER: &str = "best";

/// All player kinds, simplest first.
pub const PLAYER_KINDS: &[KindInfo] = &[
    KindInfo {
        name: "random",
        about: "plays random legal moves",
        options: &[],
        create: RandomPlayer::create,
    },
    KindInfo {
        name: "legal",
        about: "plays the first legal move",
        options: &[],
        create: FirstLegalPlayer::create,
    },
    KindInfo {
        name: "greedy",
        about: "looks one move ahead",
        options: &[],
        create: GreedyPlayer::create,
    },
    KindInfo {
        name: "minimax",
        about: "iterative deepening with alpha-beta or max^n; solves small games",
        options: MINIMAX_OPTIONS,
        create: MinimaxPlayer::create,
    },
    KindInfo {
        name: "uct",
        about: "Monte-Carlo tree search on batches of leaves",
        options: TREE_OPTIONS.split_at(1).1,
        create: UctPlayer::create,
    },
    KindInfo {
        name: "mtdf",
        about: "MTD(f) with an evaluation learned for the game",
        options: &[],
        create: MtdfPlayer::create,
    },
    KindInfo {
        name: "guct",
        about: "uct guided by an evaluation learned for the game",
        options: TREE_OPTIONS,
        create: UctPlayer::create_guided,
    },
    KindInfo {
        name: "nested",
        about: "nested Monte-Carlo search for games with one role",
        options: NESTED_OPTIONS,
        create: NestedPlayer::create,
    },
    KindInfo {
        name: "descent",
        about: "best-first minimax with a value network that it learns by self-play on the start clock",
        options: DESCENT_OPTIONS,
        create: DescentPlayer::create,
    },
    KindInfo {
        name: "best",
        about: "tries uct, minimax, nested and descent on the start clock, and plays as the best of them",
        options: BEST_OPTIONS,
        create: BestPlayer::create,
    },
];

/// Creates the player with this name.
///
/// ```
/// use senet_engine::{LoadOptions, load};
/// use senet_gdl::Sheet;
/// use senet_search::{Budget, Setting, player};
///
/// let rules = senet_library::find("tic-tac-toe").unwrap().rules;
/// let game = load(&Sheet::read(rules), &LoadOptions::default()).unwrap().game;
/// let setting = Setting { game: game.into(), role: 0, seed: 1, learn: None };
/// let mut minimax = player(&"minimax".parse().unwrap(), setting.clone()).unwrap();
/// let report = minimax.prepare(&Budget::unlimited()).unwrap();
/// assert!(report.proven);
/// assert_eq!(report.values, [50.0, 50.0]);
///
/// let error = player(&"minmax".parse().unwrap(), setting).err().unwrap();
/// assert!(error.to_string().starts_with("there is no player `minmax`"));
/// ```
pub fn player(name: &PlayerName, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
    let mut kinds = PLAYER_KINDS.iter().chain(MODEL_KINDS);
    let Some(kind) = kinds.find(|kind| kind.name == name.kind) else {
        let kinds = PLAYER_KINDS.iter().chain(MODEL_KINDS);
        let names: Vec<_> = kinds.map(|kind| kind.name).collect();
        return Err(PlayerError::UnknownKind(
            name.kind.clone(),
            names.join(", "),
        ));
    };
    (kind.create)(OptionReader::new(name), setting)
}
