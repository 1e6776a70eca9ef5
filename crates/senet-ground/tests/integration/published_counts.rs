//! Numbers of fluents and actions of well-known sheets, as published in a thesis on reinforcement learning in general games.

use senet_gdl::{Sheet, playable_by_force};
use senet_ground::{GroundOptions, Grounded, ground};
use std::path::{Path, PathBuf};

/// Sheet, fluents, actions of each role.
const PUBLISHED: [(&str, usize, usize); 9] = [
    ("dresden/tictactoe", 29, 10),
    ("dresden/tictactoelarge", 52, 26),
    ("base/doubletictactoe", 58, 19),
    ("base/connect4", 135, 8),
    ("base/breakthrough", 130, 155),
    ("base/blocker", 48, 16),
    ("base/knightsTour", 91, 124),
    ("base/pacman3p", 476, 5),
    ("base/3pConnectFour", 147, 9),
];

fn games() -> Option<PathBuf> {
    let shared = std::env::var_os("SENET_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let games = shared.join("games");
    if !games.is_dir() {
        eprintln!("skipped: no public sheets in {}", games.display());
        return None;
    }
    Some(games)
}

fn grounded(text: String) -> Grounded {
    let rules = playable_by_force(&Sheet::read(text)).expect("a playable sheet");
    ground(&rules, &GroundOptions::default()).expect("a sheet that grounds")
}

#[test]
fn fluent_and_action_counts_match_published_ones() {
    let Some(games) = games() else { return };
    for (name, fluents, actions) in PUBLISHED {
        let text = std::fs::read_to_string(games.join(format!("{name}.kif"))).expect("the sheet");
        let grounded = grounded(text);
        let per_role: Vec<usize> = grounded.moves.iter().map(Vec::len).collect();
        assert_eq!(grounded.fluents.len(), fluents, "fluents of {name}");
        assert_eq!(per_role, vec![actions; per_role.len()], "actions of {name}");
    }
    let hamilton = std::fs::read_to_string(games.join("stanford/hamilton.kif")).expect("the sheet");
    assert_eq!(grounded(hamilton).fluents.len(), 80, "fluents of hamilton");
}
