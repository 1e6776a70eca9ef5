//! Plays a whole match under clocks.
//!
//! All roles with a choice think at the same time, each on its own thread. A player may start further threads. A local player with one legal move is
//! not asked. Players share the cores. An experiment that measures wall time should not run more player threads than there are cores.

use crate::chance::{Purpose, stream};
use crate::choice::Reply;
use crate::match_state::{Match, MatchInfo, SeatInfo};
use crate::protocol::Dialect;
use crate::seat::{MatchEnding, ProposedMove};
use crate::seating::{GivenUp, MatchSeats};
use crate::setup::{MatchError, MatchEvent, MatchOutcome, MatchSetup, PlayedMatch, Readiness};
use crate::{PlayerSpec, Rules};
use senet_engine::{RoleId, Stopped};
use senet_search::{Budget, is_watching};
use std::time::{SystemTime, UNIX_EPOCH};

/// The time in seconds that the rules may take for the questions of one turn.
const RULES_TIMEOUT: f64 = 120.0;

/// The reason in the record if the deadline aborted the match.
const TOLD_TO_STOP: &str = "told to stop";

/// Plays a match. Tells the observer about every joint move as soon as it is made.
///
/// The match always ends. It is aborted with a reason if the rules fail, if it takes too many moves, or if it is stopped. A late or illegal
/// move does not stop the match; it is replaced by a substitute.
pub fn play(
    setup: &MatchSetup,
    observer: &mut dyn FnMut(MatchEvent),
) -> Result<PlayedMatch, MatchError> {
    let rules = rules_of(setup)?;
    let info = info_of(setup, &rules);
    let mut game = within_rules_timeout(|| Match::new(rules.clone(), info))?;
    let mut seats = MatchSeats::new(setup, &rules, &game.info.id)?;
    game.info.readiness = seats.start();
    observer(MatchEvent::Begun(
        &rules,
        game.state(),
        &game.info.readiness,
    ));
    let outcome = play_on(&mut game, &mut seats, observer);
    seats.end(&|role| ending(&game, role));
    seats.leave();
    Ok(PlayedMatch {
        record: game.record(),
        turns: game.into_turns(),
        outcome,
        rules,
    })
}

/// The rules of the match. A scrambled match of local players uses a scrambled copy; remote players get a scrambled text instead.
fn rules_of(setup: &MatchSetup) -> Result<Rules, MatchError> {
    let is_local = |player: &PlayerSpec| !matches!(player, PlayerSpec::Remote(_));
    if !setup.scramble || !setup.players.iter().any(is_local) {
        return Ok(setup.rules.clone());
    }
    let seed = stream(setup.seed, Purpose::Scramble, 0, 0).u64(..);
    Ok(setup.rules.scrambled(seed)?)
}

fn info_of(setup: &MatchSetup, rules: &Rules) -> MatchInfo {
    let started = now_ms();
    let seat = |player: &PlayerSpec| SeatInfo {
        name: player.to_string(),
        human: false,
    };
    MatchInfo {
        id: match &setup.id {
            Some(id) => id.clone(),
            None => format!("senet.{}.{started}", rules.name),
        },
        started,
        seats: setup.players.iter().map(seat).collect(),
        clocks: setup.clocks.clone(),
        seed: setup.seed,
        opening: setup.opening.len(),
        scrambled: setup.scramble || setup.host.dialect == Dialect::Tiltyard,
        tournament: setup.tournament.clone(),
        address: setup.address.clone(),
        readiness: Readiness::default(),
        substitute: setup.substitute,
        max_steps: setup.max_steps,
    }
}

/// Plays until the match is over.
fn play_on(
    game: &mut Match,
    seats: &mut MatchSeats,
    observer: &mut dyn FnMut(MatchEvent),
) -> MatchOutcome {
    loop {
        if let Err(reason) = turn(game, seats, observer) {
            game.abort(reason);
        }
        if let Some(outcome) = game.outcome() {
            return outcome.clone();
        }
    }
}

/// Makes one joint move, unless the match is over. An error is a reason to abort the match.
fn turn(
    game: &mut Match,
    seats: &mut MatchSeats,
    observer: &mut dyn FnMut(MatchEvent),
) -> Result<(), String> {
    if seats.setup.deadline.is_over() {
        return Err(TOLD_TO_STOP.to_string());
    }
    choose_moves(game, seats)?;
    let made = within_rules_timeout(|| game.advance(now_ms())).map_err(rules_failed)?;
    if let (true, Some(turn)) = (made, game.turns().last()) {
        observer(MatchEvent::Moved(game.rules(), turn));
    }
    Ok(())
}

/// Finds a move for every role: from the opening, or from its player.
fn choose_moves(game: &mut Match, seats: &mut MatchSeats) -> Result<(), String> {
    within_rules_timeout(|| game.look()).map_err(rules_failed)?;
    if game.outcome().is_some() {
        return Ok(());
    }
    if let Some(texts) = seats.setup.opening.get(game.steps()) {
        return follow_opening(game, seats, texts);
    }
    let roles = game.ask().map_err(rules_failed)?;
    let replies = seats.ask(game, &roles);
    let replies = replies.map_err(|GivenUp| TOLD_TO_STOP.to_string())?;
    for (role, reply) in replies.into_iter().enumerate() {
        match reply {
            Some(reply) => {
                game.submit(role, reply);
            }
            None if roles.contains(&role) => {
                game.submit(role, Reply::missing());
            }
            None => {}
        }
    }
    Ok(())
}

/// Chooses a joint move of the opening. Players are told about it but not asked.
fn follow_opening(
    game: &mut Match,
    seats: &mut MatchSeats,
    texts: &[String],
) -> Result<(), String> {
    for role in 0..seats.seats.len() {
        let text = texts.get(role).map_or("", String::as_str);
        let proposal = ProposedMove::Text(Some(text.to_string()));
        let submitted = game.submit_legal(role, proposal);
        submitted.map_err(|_| format!("the move `{text}` of the opening is not legal"))?;
    }
    seats.tell(game)
}

fn ending(game: &Match, role: RoleId) -> MatchEnding {
    match (game.outcome(), game.steps()) {
        (Some(MatchOutcome::Completed(_)), 1..) => MatchEnding::Over(game.turn_info(role)),
        _ => MatchEnding::GivenUp,
    }
}

fn rules_failed(stopped: Stopped) -> String {
    format!("the rules: {stopped}")
}

/// Asks the rules, with a time limit unless the caller has set one.
fn within_rules_timeout<T>(question: impl FnOnce() -> Result<T, Stopped>) -> Result<T, Stopped> {
    let budget = Budget::seconds(RULES_TIMEOUT);
    let _watch = (!is_watching()).then(|| budget.watch());
    question()
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
