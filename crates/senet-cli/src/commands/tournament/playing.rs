//! Plays what is left of a tournament, with a progress bar.

use super::{data, text};
use senet_arena::store::{Ended, Finished, Store, Tournament};
use senet_arena::tournament::{Playing, Stored, TournamentPlan, match_count, play_all, play_match};
use senet_arena::{Rules, now_ms};
use senet_console::{BackEndArgs, Common, Failure, Out, Source, back_end::load_rules, progress};
use senet_engine::BackEnd;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How a tournament is played.
pub struct How {
    /// The games, loaded.
    pub rules: Vec<Rules>,
    /// How many processors may be used; by itself all.
    pub processors: Option<u16>,
    /// Whether matches that failed are played once more.
    pub retry_failed: bool,
}

/// Plays all that is left, and shows what it has come to.
pub fn play(
    mut store: Store,
    tournament: Tournament,
    how: How,
    folder: &Path,
    common: &Common,
) -> Result<(), Failure> {
    let failed = |error| data::failed(&error, folder);
    let lock = store.lock(&tournament, now_ms()).map_err(failed)?;
    if how.retry_failed {
        store.retry_failed(&lock).map_err(failed)?;
    }
    let processors = how.processors.map_or_else(available, usize::from);
    if !common.json {
        tell_beginning(&store, &tournament, processors, lock.given_back, folder)?;
    }
    let bar = progress::bar(match_count(&tournament.plan), "matches");
    bar.set_position(ended(&store, &tournament, folder)? as u64);
    let playing = Playing {
        tournament: &tournament,
        lock: &lock,
        processors,
        play: &|claimed| play_match(&tournament.plan, &how.rules[claimed.game], claimed),
        observer: &|claimed, finished| {
            bar.inc(1);
            bar.set_message(last(&tournament.plan, claimed, finished));
        },
        stop: &AtomicBool::new(false),
    };
    let played = play_all(store, &playing);
    bar.finish_and_clear();
    let store = played.map_err(failed)?;
    let known = data::known(&store, tournament, folder)?;
    if common.json {
        Out::new().json(&known.review)?;
        return Ok(());
    }
    text::show(&known.review)
}

fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Says on standard error what is going to happen: standard output is for what comes of it.
fn tell_beginning(
    store: &Store,
    tournament: &Tournament,
    processors: usize,
    given_back: usize,
    folder: &Path,
) -> Result<(), Failure> {
    let plan = &tournament.plan;
    let ended = ended(store, tournament, folder)?;
    eprintln!(
        "{}: {} of {} matches are left to be played, on {processors} {} (seed {}).",
        plan.name,
        match_count(plan).saturating_sub(ended),
        match_count(plan),
        if processors == 1 {
            "processor"
        } else {
            "processors"
        },
        plan.seed
    );
    if given_back > 0 {
        eprintln!("{given_back} matches that were interrupted are played from their beginning.");
    }
    Ok(())
}

/// How many matches have ended, one way or another.
fn ended(store: &Store, tournament: &Tournament, folder: &Path) -> Result<usize, Failure> {
    let matches = store
        .matches(tournament.id)
        .map_err(|error| data::failed(&error, folder))?;
    let is_over = |status: &str| status == "done" || status == "failed";
    Ok(matches
        .iter()
        .filter(|stored| is_over(&stored.status))
        .count())
}

/// A match in a few words.
fn last(plan: &TournamentPlan, claimed: &Stored, finished: &Finished) -> String {
    let game = &plan.games[claimed.game].name;
    let names = claimed
        .seats
        .iter()
        .map(|&player| plan.players[player].clone());
    match &finished.ended {
        Ended::Goals(goals) => {
            let seats = names
                .zip(goals)
                .map(|(name, goal)| format!("{name} {goal}"));
            format!("{game}: {}", seats.collect::<Vec<_>>().join(", "))
        }
        Ended::Failed(reason) => format!("{game}: failed, {reason}"),
    }
}

/// The arguments for loading games, with this reasoner.
pub fn back_end(back_end: Option<BackEnd>) -> BackEndArgs {
    BackEndArgs {
        back_end,
        width: None,
        time_limit: 3600.0,
    }
}

/// Loads the games of a stored tournament, whatever has become of their files.
pub fn load_stored(plan: &TournamentPlan) -> Result<Vec<Rules>, Failure> {
    let name = plan.back_end.as_ref();
    let chosen = name.map(|name| name.parse()).transpose();
    let chosen = chosen
        .map_err(|_| Failure::new("the tournament was made with a reasoner that is no more"))?;
    let load = |game: &senet_arena::tournament::PlannedGame| {
        let source = Source {
            name: game.name.clone(),
            group: "tournament".to_string(),
            path: game.name.clone(),
            text: game.rules.clone(),
        };
        load_rules(&source, &back_end(chosen))
    };
    plan.games.iter().map(load).collect()
}
