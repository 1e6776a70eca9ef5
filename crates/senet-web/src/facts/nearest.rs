//! Similar games of the library.

use super::known::KnownGames;
use super::report::{NearGame, NearestFacts, Section};
use super::time::Time;
use crate::catalogue::GameEntry;
use senet_gdl::{Deadline, Description, Sheet};
use senet_graph::mapping::{KnownGame, nearest_games};
use senet_graph::{Graph, canonical, occurrence};
use senet_knowledge::recognition::Recognition;

/// Maximum number of games in an answer.
const TOLD: usize = 5;
/// The largest rule graph in nodes that is compared; larger ones take minutes.
const NODES: usize = 50_000;

/// Looks a game up, then measures its distance to other games.
pub fn of(
    game: &GameEntry,
    (known, most): (&mut KnownGames, usize),
    seed: u64,
    time: &Time,
) -> Section<NearestFacts> {
    let deadline = &time.deadline();
    if !known.get_ready(most, deadline) {
        return Section::failed("there was no time to prepare the games of the library");
    }
    let description = Sheet::read(&*game.rules).description;
    let proven = proven(game, &description, known, deadline);
    let graph = occurrence(&description);
    let query = Query {
        game,
        graph: &graph,
        seed,
        deadline,
    };
    let (near, stopped) = query.nearest(known);
    let verdict = match (&proven, near.is_empty()) {
        (Some((_, answer)), _) if answer.changes.is_empty() => "same",
        (Some(_), _) => "variant",
        (None, false) => "nearest",
        (None, true) => "unknown",
    };
    let reason = stopped.then(|| "there was no time to compare it with all games".to_string());
    let mut games: Vec<NearGame> = near.into_iter().map(guessed).collect();
    if let Some((name, answer)) = proven {
        put_first(&mut games, &name, &answer, || query.distance(known, &name));
    }
    Section::ready(NearestFacts { verdict, games }, reason)
}

/// A game to compare.
struct Query<'a> {
    game: &'a GameEntry,
    graph: &'a Graph,
    seed: u64,
    deadline: &'a Deadline,
}

impl Query<'_> {
    /// The nearest games, and true if the time did not suffice for all.
    fn nearest(&self, known: &KnownGames) -> (Vec<(String, f64)>, bool) {
        self.among(known, TOLD, |name| name != self.game.name)
    }

    /// The distance to one game.
    fn distance(&self, known: &KnownGames, name: &str) -> Option<f64> {
        let (found, _) = self.among(known, 1, |other| other == name);
        found.first().map(|(_, distance)| *distance)
    }

    fn among(
        &self,
        known: &KnownGames,
        most: usize,
        wanted: impl Fn(&str) -> bool,
    ) -> (Vec<(String, f64)>, bool) {
        if self.graph.nodes().len() > NODES {
            return (Vec::new(), true);
        }
        let others = known.graphs().filter(|(name, _)| wanted(name));
        let (names, graphs): (Vec<&str>, Vec<&KnownGame>) = others.unzip();
        let found = nearest_games(self.graph, &graphs, most, self.seed, self.deadline);
        let each = found.games.iter();
        let games = each.map(|near| (names[near.position].to_string(), near.mapping.distance));
        (games.collect(), found.stopped)
    }
}

/// The known game that a game provably is, or is a variant of.
fn proven(
    game: &GameEntry,
    description: &Description,
    known: &KnownGames,
    deadline: &Deadline,
) -> Option<(String, Recognition)> {
    let index = known.index_without(&game.name);
    // A game that is too hard to look up can still be compared.
    let form = canonical(description, deadline).ok()?;
    let answer = index.recognise(&form, deadline).ok()??;
    let name = index.games().get(answer.game)?.name.clone();
    Some((name, answer))
}

fn guessed((name, distance): (String, f64)) -> NearGame {
    NearGame {
        name,
        distance: Some(distance),
        how: "estimated by matching the symbols of both games".to_string(),
    }
}

/// Puts the proven game first.
fn put_first(
    games: &mut Vec<NearGame>,
    name: &str,
    answer: &Recognition,
    measure: impl FnOnce() -> Option<f64>,
) {
    let distance = match games.iter().position(|game| game.name == name) {
        Some(at) => games.remove(at).distance,
        None => measure(),
    };
    let changes: Vec<String> = answer.changes.iter().map(|c| c.to_string()).collect();
    let how = match changes.is_empty() {
        true => "the same game under other names (proven)".to_string(),
        false => format!("a variant (proven): {}", changes.join(", then ")),
    };
    let name = name.to_string();
    games.insert(
        0,
        NearGame {
            name,
            distance,
            how,
        },
    );
}
