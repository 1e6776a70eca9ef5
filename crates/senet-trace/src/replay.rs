//! Holds a reasoner against a recorded trace.

mod batches;

pub use batches::replay_in_batches;

use crate::record::{name_joint, names_of};
use crate::{LegalMoves, Trace, TraceStep, digest};
use senet_engine::{Game, Goal, MoveId, RoleId, State, Stopped};
use std::fmt::Debug;

/// How much was replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplayReport {
    /// Matches that were replayed to their last state.
    pub matches: usize,
    /// States that were compared.
    pub states: usize,
}

/// Why a replay did not reach the end of its trace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The reasoner and the trace disagree.
    #[error("{place}: {aspect} should be {expected}, but is {found}")]
    Differs {
        /// Match and step, or the header.
        place: String,
        /// What differs.
        aspect: String,
        /// What the trace says.
        expected: String,
        /// What the reasoner says.
        found: String,
    },
    /// The reasoner gave up.
    #[error("after {} states: {stopped}", report.states)]
    Stopped {
        /// What was replayed before, without a difference.
        report: ReplayReport,
        /// The limit that was passed.
        stopped: Stopped,
    },
}

/// Replays every match of a trace and stops at the first difference.
pub fn replay(game: &dyn Game, trace: &Trace) -> Result<ReplayReport, ReplayError> {
    let mut report = ReplayReport::default();
    match replay_all(game, trace, &mut report) {
        Ok(()) => Ok(report),
        Err(Problem::Stopped(stopped)) => Err(ReplayError::Stopped { report, stopped }),
        Err(Problem::Differs(difference)) => Err(*difference),
    }
}

/// The two ways in which a comparison ends early, before the report is known.
enum Problem {
    Stopped(Stopped),
    Differs(Box<ReplayError>),
}

impl From<Stopped> for Problem {
    fn from(stopped: Stopped) -> Problem {
        Problem::Stopped(stopped)
    }
}

fn replay_all(game: &dyn Game, trace: &Trace, report: &mut ReplayReport) -> Result<(), Problem> {
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

fn compare_header(game: &dyn Game, trace: &Trace) -> Result<(), Problem> {
    let header = Place("the first line".into());
    let roles = game.roles().to_vec();
    header.same("the list of roles", &trace.header.roles, &roles)?;
    let initial = game.fluents(&game.initial()?);
    header.same_texts("the initial state", &trace.header.init, &initial)
}

/// What a reasoner says of a state.
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

/// Compares one state, and gives the joint move that was made in it.
fn compare_step(
    game: &dyn Game,
    state: &State,
    answers: &Answers,
    step: &TraceStep,
) -> Result<Option<Vec<MoveId>>, Problem> {
    let place = Place::of(step);
    let fluents = game.fluents(state);
    place.same("the number of facts", &step.state_size, &fluents.len())?;
    place.same("the hash of the facts", &step.state_hash, &digest(&fluents))?;
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
) -> Result<(), Problem> {
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
) -> Result<(), Problem> {
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
) -> Result<Vec<MoveId>, Problem> {
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

/// Where in the trace a comparison is made.
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
    ) -> Result<(), Problem> {
        if expected == found {
            return Ok(());
        }
        self.differs(aspect, format!("{expected:?}"), format!("{found:?}"))
    }

    /// Two sorted lists; of long ones only what is in one and not in the other is told.
    fn same_texts(
        &self,
        aspect: &str,
        expected: &[String],
        found: &[String],
    ) -> Result<(), Problem> {
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

    fn differs(&self, aspect: &str, expected: String, found: String) -> Result<(), Problem> {
        Err(Problem::Differs(Box::new(ReplayError::Differs {
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
