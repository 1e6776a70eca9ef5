//! Replays a trace with batch queries, to test the batch code of a back end.

use super::{Answers, Failure, Place, ReplayError, ReplayReport, compare_header, compare_step};
use crate::{Trace, TraceStep};
use senet_engine::{Game, MoveId, State, Stopped};

/// Like [`super::replay`], but plays all matches in parallel and queries all states in one batch.
pub fn replay_in_batches(game: &dyn Game, trace: &Trace) -> Result<ReplayReport, ReplayError> {
    let mut report = ReplayReport::default();
    match replay_all(game, trace, &mut report) {
        Ok(()) => Ok(report),
        Err(Failure::Stopped(stopped)) => Err(ReplayError::Stopped { report, stopped }),
        Err(Failure::Differs(difference)) => Err(*difference),
    }
}

fn replay_all(game: &dyn Game, trace: &Trace, report: &mut ReplayReport) -> Result<(), Failure> {
    compare_header(game, trace)?;
    let states = walk(game, trace)?;
    let answers = answers(game, &states)?;
    // One large batch must give the same successor states as the batches of the walk.
    let (mut from, mut joints, mut to) = (Vec::new(), Vec::new(), Vec::new());
    for (at, step) in trace.steps.iter().enumerate() {
        let joint = compare_step(game, &states[at], &answers[at], step)?;
        report.states += 1;
        report.matches += usize::from(joint.is_none());
        if let Some(joint) = joint.filter(|_| continues(trace, at)) {
            from.push(states[at].clone());
            joints.extend(joint);
            to.push(at + 1);
        }
    }
    for (next, at) in game.next_of(&from, &joints)?.iter().zip(to) {
        let place = Place::of(&trace.steps[at]);
        let [again, before] = [next, &states[at]].map(|state| game.fluents(state));
        place.same_texts("the state in a larger batch", &before, &again)?;
    }
    Ok(())
}

/// Returns whether the next line belongs to the same match.
fn continues(trace: &Trace, at: usize) -> bool {
    trace.steps.get(at + 1).is_some_and(|next| next.step != 0)
}

/// Returns the state of each line. Each batch contains one state per match.
fn walk(game: &dyn Game, trace: &Trace) -> Result<Vec<State>, Failure> {
    let initial = game.initial()?;
    let mut states = vec![initial; trace.steps.len()];
    let lines = 0..trace.steps.len();
    let mut present: Vec<usize> = lines.filter(|&at| trace.steps[at].step == 0).collect();
    loop {
        present.retain(|&at| trace.steps[at].joint.is_some() && continues(trace, at));
        if present.is_empty() {
            return Ok(states);
        }
        let from: Vec<State> = present.iter().map(|&at| states[at].clone()).collect();
        let mut joints = Vec::new();
        for &at in &present {
            joints.extend(find_joint(game, &trace.steps[at])?);
        }
        let next = game.next_of(&from, &joints)?;
        for (at, state) in present.iter_mut().zip(next) {
            *at += 1;
            states[*at] = state;
        }
    }
}

/// Returns the joint move of a line. Its legality is checked later.
fn find_joint(game: &dyn Game, step: &TraceStep) -> Result<Vec<MoveId>, Failure> {
    let texts = step.joint.iter().flatten();
    let found: Vec<Option<MoveId>> = texts
        .enumerate()
        .map(|(role, text)| game.find_move(role, text))
        .collect();
    let known = found.iter().filter(|id| id.is_some()).count();
    Place::of(step).same("the number of known moves", &found.len(), &known)?;
    Ok(found.into_iter().flatten().collect())
}

/// Queries all states in one batch and returns the answers per state.
fn answers(game: &dyn Game, states: &[State]) -> Result<Vec<Answers>, Stopped> {
    let terminal = game.terminal_in(states)?;
    let legal = game.legal_in(states)?;
    let goals = game.goals_in(states)?;
    let roles = game.roles().len();
    let answers = (0..states.len()).map(|at| Answers {
        terminal: terminal[at],
        goals: goals[at * roles..(at + 1) * roles].to_vec(),
        legal: (0..roles).map(|role| legal.of(at, role).to_vec()).collect(),
    });
    Ok(answers.collect())
}
