//! Replays a recorded trace with a back end and compares the answers.

mod batches;

pub use batches::replay_in_batches;

use crate::record::{name_joint, names_of};
use crate::{LegalMoves, Trace, TraceStep, digest};
use senet_engine::{Game, Goal, MoveId, RoleId, State, Stopped};
use std::fmt::Debug;

/// The number of replayed matches and states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplayReport {
    /// The number of matches replayed to their last state.
    pub matches: usize,
    /// The number of compared states.
    pub states: usize,
}

/// The reason why a replay did not reach the end of the trace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The back end and the trace disagree.
    #[error("{place}: {aspect} should be {expected}, but is {found}")]
    Differs {
        /// The match and step, or the header.
        place: String,
        /// The query with different answers.
        aspect: String,
        /// The answer in the trace.
        expected: String,
        /// The answer of the back end.
        found: String,
    },
    /// A limit stopped the back end.
    #[error("after {} states: {stopped}", report.states)]
    Stopped {
        /// The matches and states replayed before.
        report: ReplayReport,
        /// The limit.
        stopped: Stopped,
    },
}

/// Replays every match of a trace. Stops at the first difference.
pub fn replay(game: &dyn Game, trace: &Trace) -> Result<ReplayReport, ReplayError> {
    let mut report = ReplayReport::default();
    match replay_all(game, trace, &mut report) {
        Ok(()) => Ok(report),
        Err(Failure::Stopped(stopped)) => Err(ReplayError::Stopped { report, stopped }),
        Err(Failure::Differs(difference)) => Err(*difference),
    }
}

/// The reason why a replay ended early. [`ReplayError`] adds the report.
enum Failure {
    Stopped(Stopped),
    Differs(Box<ReplayError>),
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::Stopped(stopped)
    }
}

fn replay_all(game: &dyn Game, trace: &Trace, report: &mut ReplayReport) -> Result<(), Failure> {
    compare_header(game, trace)?;
    let initial = game.initial()?;
    let mut state = initial.clone();
    for step in &trace.steps {
        if step.step == 0 {
            state = initial.clone();
        }
        let answers = Answers::of_one(game, &state)?;
        let joint = compare_step(game, &state, &answers, step)?;
        report.states += 1;
        match joint {
            Some(joint) => state = game.next(&state, &joint)?,
            None => report.matches += 1,
        }
    }
    Ok(())
}

fn compare_header(game: &dyn Game, trace: &Trace) -> Result<(), Failure> {
    let header = Place("the first line".into());
    let roles = game.roles().to_vec();
    header.same("the list of roles", &trace.header.roles, &roles)?;
    let initial = game.fluents(&game.initial()?);
    header.same_texts("the initial state", &trace.header.init, &initial)
}

/// The answers of a back end for one state.
struct Answers {
    terminal: bool,
    goals: Vec<Goal>,
    legal: Vec<Vec<MoveId>>,
}

impl Answers {
    fn of_one(game: &dyn Game, state: &State) -> Result<Answers, Stopped> {
        let roles = 0..game.roles().len();
        let goals = roles.clone().map(|role| game.goal(state, role));
        Ok(Answers {
            terminal: game.is_terminal(state)?,
            goals: goals.collect::<Result<_, _>>()?,
            legal: roles
                .map(|role| game.legal(state, role))
                .collect::<Result<_, _>>()?,
        })
    }
}

/// Compares one state with the trace. Returns the joint move of the trace.
fn compare_step(
    game: &dyn Game,
    state: &State,
    answers: &Answers,
    step: &TraceStep,
) -> Result<Option<Vec<MoveId>>, Failure> {
    let place = Place::of(step);
    let fluents = game.fluents(state);
    place.same("the number of fluents", &step.state_size, &fluents.len())?;
    place.same(
        "the hash of the fluents",
        &step.state_hash,
        &digest(&fluents),
    )?;
    place.same("terminal", &step.terminal, &answers.terminal)?;
    compare_goals(game, &answers.goals, step, &place)?;
    for (role, name) in game.roles().iter().enumerate() {
        if let Some(expected) = step.legal.get(name) {
            compare_moves(game, role, expected, &answers.legal[role], &place)?;
        }
    }
    step.joint
        .as_ref()
        .map(|joint| find_joint(game, joint, &answers.legal, &place))
        .transpose()
}

fn compare_moves(
    game: &dyn Game,
    role: RoleId,
    expected: &LegalMoves,
    moves: &[MoveId],
    place: &Place,
) -> Result<(), Failure> {
    let found = names_of(game, role, moves);
    let aspect = format!("the list of legal moves of {}", game.roles()[role]);
    match expected {
        LegalMoves::Listed(expected) => place.same_texts(&aspect, expected, &found),
        counted => place.same(&aspect, counted, &LegalMoves::counted(&found)),
    }
}

fn compare_goals(
    game: &dyn Game,
    found: &[Goal],
    step: &TraceStep,
    place: &Place,
) -> Result<(), Failure> {
    let Some(goals) = &step.goals else {
        return Ok(());
    };
    for (role, name) in game.roles().iter().enumerate() {
        let Some(expected) = goals.get(name) else {
            continue;
        };
        let expected = match expected {
            Some(value) => Goal::Value(*value),
            None => {
                let derived = step.goal_problem.as_ref().and_then(|p| p.get(name));
                Goal::Invalid(derived.cloned().unwrap_or_default())
            }
        };
        place.same(&format!("the goal of {name}"), &expected, &found[role])?;
    }
    Ok(())
}

fn find_joint(
    game: &dyn Game,
    joint: &[String],
    legal: &[Vec<MoveId>],
    place: &Place,
) -> Result<Vec<MoveId>, Failure> {
    let mut found = Vec::new();
    for (role, text) in joint.iter().enumerate() {
        let id = game
            .find_move(role, text)
            .filter(|id| legal[role].contains(id));
        found.extend(id);
        let aspect = format!("the move {text} of {}", game.roles()[role]);
        place.same(
            &aspect,
            &"legal",
            &if id.is_some() { "legal" } else { "illegal" },
        )?;
    }
    place.same("the joint move", &joint.to_vec(), &name_joint(game, &found))?;
    Ok(found)
}

/// A place in the trace.
struct Place(String);

impl Place {
    fn of(step: &TraceStep) -> Place {
        Place(format!("match {} step {}", step.number, step.step))
    }

    fn same<T: PartialEq + Debug>(
        &self,
        aspect: &str,
        expected: &T,
        found: &T,
    ) -> Result<(), Failure> {
        if expected == found {
            return Ok(());
        }
        self.differs(aspect, format!("{expected:?}"), format!("{found:?}"))
    }

    /// Compares two sorted lists. The error names only texts that are missing from one of them.
    fn same_texts(
        &self,
        aspect: &str,
        expected: &[String],
        found: &[String],
    ) -> Result<(), Failure> {
        if expected == found {
            return Ok(());
        }
        let missing = only_in(expected, found);
        let extra = only_in(found, expected);
        let expected = format!("{} texts, among them {missing:?}", expected.len());
        self.differs(
            aspect,
            expected,
            format!("{} texts, among them {extra:?}", found.len()),
        )
    }

    fn differs(&self, aspect: &str, expected: String, found: String) -> Result<(), Failure> {
        Err(Failure::Differs(Box::new(ReplayError::Differs {
            place: self.0.clone(),
            aspect: aspect.into(),
            expected,
            found,
        })))
    }
}

fn only_in<'a>(these: &'a [String], those: &[String]) -> Vec<&'a String> {
    these
        .iter()
        .filter(|text| !those.contains(text))
        .take(5)
        .collect()
}
