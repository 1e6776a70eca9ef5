//! Plays a match.
//!
//! All roles that have a choice think at the same time, each on its own thread (players with several threads bring their own). A role in process that has
//! only one legal move is not asked. Where more threads think than there are processors, they share them: whoever measures by the wall should run no more
//! than one match for every thinking thread.

use crate::chance::{Purpose, stream};
use crate::judge::Verdict;
use crate::protocol::Dialect;
use crate::seat::{Ending, News};
use crate::setup::{MatchError, MatchSetup, Moment, Outcome, Played, Turn};
use crate::steps::{goals, legal, made, news, now_ms, watched};
use crate::story::{self, Seated, Story};
use crate::table::{GivenUp, Table};
use crate::{Rules, Who};
use senet_engine::{MoveId, State, Stopped};

/// Plays a match. The observer is told every move as soon as it is made.
///
/// Whatever players do, the match goes on: who does not answer with a legal move in time gets a substitute. It ends by the rules, or is given up with a reason
/// when the rules are at fault, when it grows too long, or when it is told to stop.
pub fn play(setup: &MatchSetup, observer: &mut dyn FnMut(Moment)) -> Result<Played, MatchError> {
    let rules = rules_of(setup)?;
    let started = now_ms();
    let id = match &setup.id {
        Some(id) => id.clone(),
        None => format!("senet.{}.{started}", rules.name),
    };
    let initial = watched(|| rules.game.initial())?;
    let mut table = Table::new(setup, &rules, &id)?;
    let readiness = table.start();
    observer(Moment::Begun(&rules, &initial, &readiness));
    let mut turns = Vec::new();
    let outcome = play_on(&mut table, &initial, &mut turns, observer);
    table.end(&ending(&outcome, &turns));
    table.leave();
    let record = story::of_match(&Story {
        rules: &rules,
        id,
        started,
        seated: setup.players.iter().map(seated).collect(),
        clocks: &setup.clocks,
        seed: setup.seed,
        opening: setup.opening.len(),
        scrambled: setup.scramble || setup.host.dialect == Dialect::Tiltyard,
        tournament: setup.tournament.clone(),
        address: setup.address.clone(),
        initial: &initial,
        readiness: &readiness,
        turns: &turns,
        outcome: Some(&outcome),
    });
    Ok(Played {
        record,
        turns,
        outcome,
        rules,
    })
}

fn seated(who: &Who) -> Seated {
    Seated {
        name: who.to_string(),
        human: false,
    }
}

/// What is played: with players in process a scrambled copy if the match is scrambled. Players behind addresses are sent words of their own.
fn rules_of(setup: &MatchSetup) -> Result<Rules, MatchError> {
    let in_process = |who: &Who| !matches!(who, Who::Remote(_));
    if !setup.scramble || !setup.players.iter().any(in_process) {
        return Ok(setup.rules.clone());
    }
    let seed = stream(setup.seed, Purpose::Scramble, 0, 0).u64(..);
    Ok(setup.rules.scrambled(seed)?)
}

/// Plays until the match ends, one way or another.
fn play_on(
    table: &mut Table,
    initial: &State,
    turns: &mut Vec<Turn>,
    observer: &mut dyn FnMut(Moment),
) -> Outcome {
    loop {
        let state = turns.last().map_or(initial, |turn| &turn.next);
        match turn(table, state, turns.last()) {
            Ok(Progress::Turn(turn)) => {
                observer(Moment::Moved(table.rules, &turn));
                turns.push(*turn);
            }
            Ok(Progress::End(outcome)) => return outcome,
            Err(stopped) => return Outcome::Aborted(format!("the rules: {stopped}")),
        }
    }
}

enum Progress {
    Turn(Box<Turn>),
    End(Outcome),
}

fn given_up(reason: String) -> Result<Progress, Stopped> {
    Ok(Progress::End(Outcome::Aborted(reason)))
}

/// One joint move, or the end.
fn turn(table: &mut Table, state: &State, last: Option<&Turn>) -> Result<Progress, Stopped> {
    let rules = table.rules;
    let step = last.map_or(0, |turn| turn.step + 1);
    if watched(|| rules.game.is_terminal(state))? {
        return Ok(Progress::End(goals(rules, state)?));
    }
    if step == table.setup.max_steps {
        return given_up(format!("cut short after {step} moves"));
    }
    let legal = watched(|| legal(rules, state))?;
    if let Some(role) = legal.iter().position(Vec::is_empty) {
        let role = &rules.role_names()[role];
        return given_up(format!(
            "the rules: {role} has no legal move, but the match is not over"
        ));
    }
    let news = |role| news(role, step, state, last);
    if let Some(texts) = table.setup.opening.get(step) {
        return match opening(table, &news, &legal, texts) {
            Ok(verdict) => Ok(Progress::Turn(Box::new(made(
                rules, state, step, legal, verdict,
            )?))),
            Err(reason) => given_up(reason),
        };
    }
    match table.ask(&news, &legal) {
        Err(GivenUp) => given_up("told to stop".to_string()),
        Ok(replies) => {
            let verdict = table.judge(step, &legal, replies);
            let turn = made(rules, state, step, legal, verdict)?;
            Ok(Progress::Turn(Box::new(turn)))
        }
    }
}

/// A joint move of the opening: players are told and not asked.
fn opening(
    table: &mut Table,
    news: &dyn Fn(usize) -> News,
    legal: &[Vec<MoveId>],
    texts: &[String],
) -> Result<Verdict, String> {
    let mut joint = Vec::new();
    for (role, legal) in legal.iter().enumerate() {
        let text = texts.get(role).map_or("", String::as_str);
        let is_meant = |&&id: &&MoveId| table.rules.move_text(role, id) == text;
        let found = legal.iter().find(is_meant);
        joint.push(*found.ok_or_else(|| format!("the move `{text}` of the opening is not legal"))?);
    }
    table.tell(news)?;
    Ok(Verdict {
        troubles: vec![None; joint.len()],
        reports: vec![None; joint.len()],
        thinking: vec![None; joint.len()],
        joint,
    })
}

fn ending(outcome: &Outcome, turns: &[Turn]) -> impl Fn(usize) -> Ending {
    let last = turns.last().cloned();
    let over = matches!(outcome, Outcome::Completed(_));
    move |role| match &last {
        Some(turn) if over => Ending::Over(news(role, turn.step + 1, &turn.next, Some(turn))),
        _ => Ending::GivenUp,
    }
}
