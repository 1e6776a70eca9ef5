//! All kinds of players, by their names.

use crate::{
    FirstLegal, Greedy, Minimax, Mtdf, Nested, Options, Player, PlayerError, PlayerName, Random,
    Setting, Uct,
};

/// A kind of player.
pub struct Kind {
    /// What it is called.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What can be set.
    pub options: &'static [KindOption],
    /// Seats one.
    pub seat: fn(Options, Setting) -> Result<Box<dyn Player>, PlayerError>,
}

/// Something that can be set when a player is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindOption {
    /// What it is called.
    pub key: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What it is if nothing is said.
    pub default: &'static str,
}

const fn option(key: &'static str, about: &'static str, default: &'static str) -> KindOption {
    KindOption {
        key,
        about,
        default,
    }
}

/// The options of `guct`; those of `uct` are all but the first.
const TREE_OPTIONS: &[KindOption] = &[
    option(
        "mix",
        "the share of the learned evaluation in the value of a leaf, from 0 to 1",
        "0.3",
    ),
    option("c", "the weight of exploration, from 0 to 100", "measured"),
    option("batch", "leaves that are gathered at once", "measured"),
    option("playouts", "random matches from each leaf", "measured"),
    option(
        "expand",
        "a leaf gets children when it has so many visits",
        "measured",
    ),
    option("threads", "threads that search", "1"),
    option(
        "parallel",
        "what threads share: a tree, or the root alone",
        "tree",
    ),
    option(
        "reuse",
        "on or off: the tree is kept from move to move",
        "on",
    ),
    option(
        "transpositions",
        "on or off: states that are reached in several ways are one node",
        "on",
    ),
    option("solver", "on or off: proven values are used", "on"),
    option(
        "policy",
        "uniform or mast: random matches prefer moves that were good elsewhere",
        "uniform",
    ),
    option("rave", "on or off: moves count that are made later", "off"),
    option(
        "memory",
        "MiB that the tree may take",
        "all that is allowed",
    ),
];

const MINIMAX_OPTIONS: &[KindOption] = &[
    option(
        "others",
        "maxn or paranoid: what is thought of the others where there are several",
        "maxn",
    ),
    option(
        "eval",
        "playouts, even or learned: where guesses come from",
        "playouts",
    ),
    option("playouts", "random matches for a guess", "8"),
];

const NESTED_OPTIONS: &[KindOption] = &[option(
    "level",
    "how deep searches are nested",
    "as the time allows",
)];

/// All of them, the plainest first.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "random",
        about: "every legal move is equally likely",
        options: &[],
        seat: Random::seat,
    },
    Kind {
        name: "legal",
        about: "the first legal move",
        options: &[],
        seat: FirstLegal::seat,
    },
    Kind {
        name: "greedy",
        about: "looks one move ahead",
        options: &[],
        seat: Greedy::seat,
    },
    Kind {
        name: "minimax",
        about: "looks at all that may follow, deeper and deeper; solves small games",
        options: MINIMAX_OPTIONS,
        seat: Minimax::seat,
    },
    Kind {
        name: "uct",
        about: "Monte-Carlo tree search on batches of leaves",
        options: TREE_OPTIONS.split_at(1).1,
        seat: Uct::seat,
    },
    Kind {
        name: "mtdf",
        about: "MTD(f) on an evaluation that is learned for the game",
        options: &[],
        seat: Mtdf::seat,
    },
    Kind {
        name: "guct",
        about: "uct guided by an evaluation that is learned for the game",
        options: TREE_OPTIONS,
        seat: Uct::seat_guided,
    },
    Kind {
        name: "nested",
        about: "nested Monte-Carlo search for games with one role",
        options: NESTED_OPTIONS,
        seat: Nested::seat,
    },
];

/// Seats the player of this name.
pub fn player(name: &PlayerName, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
    let kind = KINDS.iter().find(|kind| kind.name == name.kind);
    let Some(kind) = kind else {
        let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
        return Err(PlayerError::UnknownKind(
            name.kind.clone(),
            names.join(", "),
        ));
    };
    (kind.seat)(Options::of(name), setting)
}
