//! Plays one match of a tournament.

use super::{Stored, TournamentPlan, opening};
use crate::now_ms;
use crate::store::{Ended, Finished};
use crate::{
    Clocks, MatchEvent, MatchOutcome, MatchSetup, PlayedMatch, PlayerFault, PlayerSpec, Rules,
    play, seat_players,
};
use senet_engine::Deadline;
use senet_search::{Clock, chance_role};

/// Plays a match until the deadline at most. A failure is part of the result, so that the tournament goes on.
pub fn play_match(
    plan: &TournamentPlan,
    rules: &Rules,
    claimed: &Stored,
    deadline: &Deadline,
) -> Finished {
    play_match_observed(plan, rules, claimed, deadline, &mut |_| {})
}

/// Plays a match like [`play_match`], tells the observer about every joint move, and aborts when the deadline is over.
pub fn play_match_observed(
    plan: &TournamentPlan,
    rules: &Rules,
    claimed: &Stored,
    deadline: &Deadline,
    observer: &mut dyn FnMut(MatchEvent),
) -> Finished {
    let started = now_ms();
    let played = set_up(plan, rules, claimed).and_then(|setup| {
        let deadline = deadline.clone();
        let played = play(&MatchSetup { deadline, ..setup }, observer);
        played.map_err(|error| error.to_string())
    });
    let finished = now_ms();
    let not_played = |reason| Finished {
        ended: Ended::Failed(reason),
        record: None,
        substituted: vec![0; claimed.seats.len()],
        started,
        finished,
    };
    match played {
        // The caller releases the match, so its record, which may be very long, is not needed.
        Ok(_) if deadline.is_over() => not_played("told to stop".to_string()),
        Ok(played) => result_of(rules, &played, started, finished),
        Err(reason) => not_played(reason),
    }
}

fn set_up(plan: &TournamentPlan, rules: &Rules, claimed: &Stored) -> Result<MatchSetup, String> {
    let names = claimed
        .seats
        .iter()
        .map(|&player| plan.players[player].parse::<PlayerSpec>());
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

/// A player for every role, including chance. The plan must name one player for each seat.
fn seats(rules: &Rules, names: Vec<PlayerSpec>) -> Result<Vec<PlayerSpec>, String> {
    let asked = rules.game.roles().len() - usize::from(chance_role(&*rules.game).is_some());
    if names.len() != asked {
        return Err(format!(
            "the game has {asked} seats, and {} players are planned",
            names.len()
        ));
    }
    seat_players(rules, &names).map_err(|error| error.to_string())
}

/// The result of a match, with one entry for each seat. The chance role has no entry.
fn result_of(rules: &Rules, played: &PlayedMatch, started: u64, finished: u64) -> Finished {
    let chance = chance_role(&*rules.game);
    let roles = (0..rules.game.roles().len()).filter(|&role| Some(role) != chance);
    let roles: Vec<_> = roles.collect();
    let faults = |role: usize| {
        let troubled = |fault: &Option<PlayerFault>| fault.is_some();
        played
            .turns
            .iter()
            .filter(|turn| troubled(&turn.faults[role]))
            .count()
    };
    let ended = match &played.outcome {
        MatchOutcome::Completed(goals) => {
            Ended::Goals(roles.iter().map(|&role| goals[role]).collect())
        }
        MatchOutcome::Aborted(reason) => Ended::Failed(reason.clone()),
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
        substituted: roles.iter().map(|&role| faults(role)).collect(),
        started,
        finished,
    }
}
