//! Matches that repeat an earlier match move by move.

use crate::store::{Stored, Tournament};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

/// Matches of the same players on the same seats, some of them with the same moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeat {
    /// The game.
    pub game: String,
    /// The player of each seat.
    pub players: Vec<String>,
    /// The number of matches.
    pub matches: usize,
    /// The number of different matches among these.
    pub different: usize,
}

/// All groups with repeated matches.
pub fn repeats(tournament: &Tournament, matches: &[Stored]) -> Vec<Repeat> {
    let mut groups: BTreeMap<(usize, &[usize]), Group> = BTreeMap::new();
    for stored in matches.iter().filter(|stored| stored.goals.is_some()) {
        if let Some(digest) = &stored.digest {
            let group = groups.entry((stored.game, &stored.seats)).or_default();
            group.matches += 1;
            group.digests.insert(digest);
        }
    }
    let plan = &tournament.plan;
    let is_repeated = |group: &Group| group.digests.len() < group.matches;
    let repeated = groups.into_iter().filter(|(_, group)| is_repeated(group));
    let name = |&player: &usize| plan.players[player].clone();
    repeated
        .map(|((game, seats), group)| Repeat {
            game: plan.games[game].name.clone(),
            players: seats.iter().map(name).collect(),
            matches: group.matches,
            different: group.digests.len(),
        })
        .collect()
}

/// Matches of the same players on the same seats.
#[derive(Default)]
struct Group<'a> {
    matches: usize,
    digests: HashSet<&'a str>,
}
