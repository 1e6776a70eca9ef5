//! Plays one match of a tournament.

use super::{Plan, Stored, opening};
use crate::now_ms;
use crate::store::{Ended, Finished};
use crate::{Clocks, MatchSetup, Moment, Outcome, Played, Rules, Trouble, Who, play, seat_players};
use senet_search::{Clock, chance_role};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays a match. Whatever goes wrong is in the answer: a tournament goes on.
pub fn play_match(plan: &Plan, rules: &Rules, claimed: &Stored) -> Finished {
    play_match_observed(plan, rules, claimed, &Arc::default(), &mut |_| {})
}

/// Plays a match like [`play_match`]; it is given up when `stop` becomes true. The observer is told every move as soon as it is made.
pub fn play_match_observed(
    plan: &Plan,
    rules: &Rules,
    claimed: &Stored,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn FnMut(Moment),
) -> Finished {
    let started = now_ms();
    let played = set_up(plan, rules, claimed).and_then(|setup| {
        let stop = stop.clone();
        let played = play(&MatchSetup { stop, ..setup }, observer);
        played.map_err(|error| error.to_string())
    });
    let finished = now_ms();
    match played {
        Ok(played) => told(rules, &played, started, finished),
        Err(reason) => Finished {
            ended: Ended::Failed(reason),
            record: None,
            substituted: vec![0; claimed.seats.len()],
            started,
            finished,
        },
    }
}

fn set_up(plan: &Plan, rules: &Rules, claimed: &Stored) -> Result<MatchSetup, String> {
    let names = claimed
        .seats
        .iter()
        .map(|&player| plan.players[player].parse::<Who>());
    let names: Vec<_> = names
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let clocks = Clocks {
        kind: if plan.cpu_clock {
            Clock::ThreadCpu
        } else {
            Clock::Wall
        },
        simulations: plan.simulations,
        ..Clocks::seconds(plan.start_clock, plan.play_clock)
    };
    let moves = opening(&*rules.game, plan.opening, claimed.opening_seed);
    Ok(MatchSetup {
        players: seats(rules, names)?,
        opening: moves.map_err(|stopped| format!("no opening can be drawn: {stopped}"))?,
        start_in_turn: plan.games[claimed.game].thinking < claimed.seats.len(),
        scramble: plan.scramble,
        max_steps: plan.max_steps,
        id: Some(format!("{}.{}.{}", plan.name, rules.name, claimed.number)),
        tournament: Some(plan.name.clone()),
        ..MatchSetup::of(rules.clone(), Vec::new(), clocks, claimed.seed)
    })
}

/// A player for every role, chance included. One player alone is not meant for all roles here.
fn seats(rules: &Rules, names: Vec<Who>) -> Result<Vec<Who>, String> {
    let asked = rules.game.roles().len() - usize::from(chance_role(&*rules.game).is_some());
    if names.len() != asked {
        return Err(format!(
            "the game has {asked} seats, and {} players are planned",
            names.len()
        ));
    }
    seat_players(rules, &names).map_err(|error| error.to_string())
}

/// What is written down of a match: by seats, without the role of chance.
fn told(rules: &Rules, played: &Played, started: u64, finished: u64) -> Finished {
    let chance = chance_role(&*rules.game);
    let roles = (0..rules.game.roles().len()).filter(|&role| Some(role) != chance);
    let roles: Vec<_> = roles.collect();
    let troubles = |role: usize| {
        let troubled = |trouble: &Option<Trouble>| trouble.is_some();
        played
            .turns
            .iter()
            .filter(|turn| troubled(&turn.troubles[role]))
            .count()
    };
    let ended = match &played.outcome {
        Outcome::Completed(goals) => Ended::Goals(roles.iter().map(|&role| goals[role]).collect()),
        Outcome::Aborted(reason) => Ended::Failed(reason.clone()),
    };
    let (ended, record) = match serde_json::to_string(&played.record) {
        Ok(record) => (ended, Some(record)),
        Err(error) => (
            Ended::Failed(format!("the record cannot be written: {error}")),
            None,
        ),
    };
    Finished {
        ended,
        record,
        substituted: roles.iter().map(|&role| troubles(role)).collect(),
        started,
        finished,
    }
}
