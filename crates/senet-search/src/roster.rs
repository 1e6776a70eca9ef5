//! All kinds of players, by their names.

use crate::{
    FirstLegal, Greedy, Minimax, Mtdf, Nested, Options, Player, PlayerError, PlayerName, Random,
    Setting, Uct,
};

/// A kind of player.
pub struct Kind {
    /// What it is called.
    pub name: &'static str,
    /// What it does, and what options it has.
    pub about: &'static str,
    /// Seats one.
    pub seat: fn(Options, Setting) -> Result<Box<dyn Player>, PlayerError>,
}

/// All of them, the plainest first.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "random",
        about: "every legal move is equally likely",
        seat: Random::seat,
    },
    Kind {
        name: "legal",
        about: "the first legal move",
        seat: FirstLegal::seat,
    },
    Kind {
        name: "greedy",
        about: "looks one move ahead",
        seat: Greedy::seat,
    },
    Kind {
        name: "minimax",
        about: "looks at all that may follow, deeper and deeper; solves small games. \
            others=maxn|paranoid, eval=playouts|even|learned, playouts=N",
        seat: Minimax::seat,
    },
    Kind {
        name: "uct",
        about: "Monte-Carlo tree search on batches of leaves; options: c, batch, playouts, expand, threads, parallel=tree|root, \
            policy=uniform|mast, rave, reuse, transpositions, solver=on|off, memory (MiB)",
        seat: Uct::seat,
    },
    Kind {
        name: "mtdf",
        about: "MTD(f) on an evaluation that is learned for the game",
        seat: Mtdf::seat,
    },
    Kind {
        name: "guct",
        about: "uct guided by a learned evaluation; options: mix (its share in the value of a leaf, from 0 to 1) and those of uct",
        seat: Uct::seat_guided,
    },
    Kind {
        name: "nested",
        about: "nested Monte-Carlo search for games with one role; level=N (as high as the time allows)",
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
