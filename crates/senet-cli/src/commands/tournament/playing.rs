//! Plays the remaining matches of a tournament, with a progress bar.

use super::{data, text};
use senet_arena::store::{Ended, Finished, Store, Tournament};
use senet_arena::tournament::{Playing, Stored, TournamentPlan, match_count, play_all, play_match};
use senet_arena::{Rules, now_ms};
use senet_console::{
    BackEndArgs, ChosenBackEnd, Common, Failure, Out, Source, back_end::load_rules, message,
    progress,
};
use senet_engine::BackEnd;
use std::path::Path;

/// Settings for playing a tournament.
pub struct PlaySettings {
    /// The loaded games.
    pub rules: Vec<Rules>,
    /// Number of cores to use; `None` means all.
    pub cores: Option<u16>,
    /// Replays failed matches.
    pub retry_failed: bool,
}

/// Plays the remaining matches and shows the results.
pub fn play(
    mut store: Store,
    tournament: Tournament,
    how: PlaySettings,
    folder: &Path,
    common: &Common,
) -> Result<(), Failure> {
    let failed = |error| data::failed(&error, folder);
    let lock = store.lock(&tournament, now_ms()).map_err(failed)?;
    if how.retry_failed {
        store.retry_failed(&lock, &tournament).map_err(failed)?;
    }
    let cores = how.cores.map_or_else(available, usize::from);
    if !common.json {
        tell_beginning(&store, &tournament, cores, lock.given_back, folder)?;
    }
    let bar = progress::bar(match_count(&tournament.plan), "matches");
    bar.set_position(ended(&store, &tournament, folder)? as u64);
    let playing = Playing {
        tournament: &tournament,
        lock: &lock,
        cores,
        play: &|claimed| {
            let rules = &how.rules[claimed.game];
            play_match(&tournament.plan, rules, claimed, common.deadline())
        },
        observer: &|claimed, finished| {
            bar.inc(1);
            bar.set_message(summary(&tournament.plan, claimed, finished));
        },
        deadline: common.deadline(),
    };
    let played = play_all(store, &playing);
    bar.finish_and_clear();
    let store = played.map_err(failed)?;
    let known = data::load(&store, tournament, folder)?;
    match common.json {
        true => Out::new().json(&known.review)?,
        false => text::show(&known.review)?,
    }
    match common.deadline().is_over() {
        true => Err(Failure::OutOfTime {
            what: "the tournament".to_string(),
            is_shown: true,
        }),
        false => Ok(()),
    }
}

fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Announces the run on standard error; standard output is for the results.
fn tell_beginning(
    store: &Store,
    tournament: &Tournament,
    cores: usize,
    given_back: usize,
    folder: &Path,
) -> Result<(), Failure> {
    let plan = &tournament.plan;
    let ended = ended(store, tournament, folder)?;
    message!(
        "{}: {} of {} matches remain, on {cores} {} (seed {}).",
        plan.name,
        match_count(plan).saturating_sub(ended),
        match_count(plan),
        if cores == 1 { "core" } else { "cores" },
        plan.seed
    );
    if given_back > 0 {
        message!("{given_back} interrupted matches start again.");
    }
    Ok(())
}

/// The number of matches that are done or failed.
fn ended(store: &Store, tournament: &Tournament, folder: &Path) -> Result<usize, Failure> {
    let matches = store
        .matches(tournament.id)
        .map_err(|error| data::failed(&error, folder))?;
    let is_over = |status: &str| status != "open" && status != "claimed";
    Ok(matches
        .iter()
        .filter(|stored| is_over(&stored.status))
        .count())
}

/// Summarises a match in a few words.
fn summary(plan: &TournamentPlan, claimed: &Stored, finished: &Finished) -> String {
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

/// Loading options for this back end.
pub fn back_end(back_end: Option<BackEnd>) -> BackEndArgs {
    BackEndArgs {
        back_end: back_end.map(ChosenBackEnd::from),
        ..BackEndArgs::default()
    }
}

/// Loads the games of a stored tournament from the database, not from their files.
pub fn load_stored(plan: &TournamentPlan, common: &Common) -> Result<Vec<Rules>, Failure> {
    let name = plan.back_end.as_ref();
    let chosen = name.map(|name| name.parse()).transpose();
    let chosen = chosen.map_err(|_| {
        Failure::new("this version of Senet does not have the back end of this tournament")
            .help("run a new tournament with another --back-end")
    })?;
    let load = |game: &senet_arena::tournament::PlannedGame| {
        let source = Source {
            name: game.name.clone(),
            group: "tournament".to_string(),
            path: game.name.clone(),
            text: game.rules.clone(),
            // The rules passed all checks when the tournament was created.
            force: true,
        };
        load_rules(&source, &back_end(chosen), common)
    };
    plan.games.iter().map(load).collect()
}
