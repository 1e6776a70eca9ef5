//! Games that were played before, move by move.

use crate::store::{Stored, Tournament};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

/// Matches of the same players on the same seats, of which some have the same moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeat {
    /// The game.
    pub game: String,
    /// The player of each seat.
    pub players: Vec<String>,
    /// How many matches they played so.
    pub matches: usize,
    /// How many different games these were.
    pub different: usize,
}

/// All players on seats who repeated a game.
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
