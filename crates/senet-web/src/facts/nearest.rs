//! Which games of the library a game is like.

use super::known::KnownGames;
use super::report::{NearGame, NearestFacts, Section};
use super::time::Time;
use crate::catalogue::GameEntry;
use senet_gdl::{Description, Sheet};
use senet_graph::mapping::{KnownGame, ranked};
use senet_graph::recognition::Answer;
use senet_graph::{canonical, occurrence};

/// So many games are told.
const TOLD: usize = 5;
/// Larger rule graphs are not compared: it would take minutes.
const NODES: usize = 50_000;

/// Looks a game up, then measures how far other games are.
pub fn of(
    game: &GameEntry,
    known: &mut Option<KnownGames>,
    seed: u64,
    time: &Time,
) -> Section<NearestFacts> {
    let stop = time.signal();
    if known.is_none() {
        *known = KnownGames::new(&*stop);
    }
    let Some(known) = known else {
        return Section::failed("the games of the library could not be looked at in time");
    };
    let description = Sheet::read(&*game.rules).description;
    let proven = proven(game, &description, known, &*stop);
    let (near, stopped) = match occurrence(&description) {
        graph if graph.nodes().len() > NODES => (Vec::new(), true),
        graph => near(game, &graph, known, seed, &*stop),
    };
    let verdict = match (&proven, near.is_empty()) {
        (Some((_, answer)), _) if answer.changes.is_empty() => "same",
        (Some(_), _) => "variant",
        (None, false) => "nearest",
        (None, true) => "unknown",
    };
    let reason = stopped.then(|| "there was no time to compare it with all games".to_string());
    let games = joined(proven, near);
    Section::ready(NearestFacts { verdict, games }, reason)
}

/// The game that it is, or that it is a variant of.
fn proven(
    game: &GameEntry,
    description: &Description,
    known: &KnownGames,
    stop: &dyn Fn() -> bool,
) -> Option<(String, Answer)> {
    let index = known.index_without(&game.name);
    // Games that are too hard to be looked up can still be compared.
    let form = canonical(description, stop).ok()?;
    let answer = index.recognise(&form, stop).ok()??;
    let name = index.games().get(answer.game)?.name.clone();
    Some((name, answer))
}

/// The games that are nearest, and whether there was no time for all of them.
fn near(
    game: &GameEntry,
    graph: &senet_graph::Graph,
    known: &KnownGames,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> (Vec<(String, f64)>, bool) {
    let others = known.graphs().filter(|(name, _)| *name != game.name);
    let (names, graphs): (Vec<&str>, Vec<&KnownGame>) = others.unzip();
    let found = ranked(graph, &graphs, TOLD, seed, stop);
    let each = found.games.iter();
    let games = each.map(|near| (names[near.position].to_string(), near.mapping.distance));
    (games.collect(), found.stopped)
}

/// What is proven comes first.
fn joined(proven: Option<(String, Answer)>, near: Vec<(String, f64)>) -> Vec<NearGame> {
    let mut games: Vec<NearGame> = near
        .into_iter()
        .map(|(name, distance)| NearGame {
            name,
            distance,
            how: "by the words that play the same part in both".to_string(),
        })
        .collect();
    if let Some((name, answer)) = proven {
        let at = games.iter().position(|game| game.name == name);
        let distance = at.map_or(0.0, |at| games.remove(at).distance);
        let how = match answer.changes.is_empty() {
            true => "the same game under other names (proven)".to_string(),
            false => {
                let changes: Vec<String> = answer.changes.iter().map(|c| c.to_string()).collect();
                format!("a variant (proven): {}", changes.join(", then "))
            }
        };
        games.insert(
            0,
            NearGame {
                name,
                distance,
                how,
            },
        );
    }
    games
}
