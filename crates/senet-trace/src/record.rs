//! Records random matches as a trace.

use crate::random::match_rng;
use crate::{ByRole, LegalMoves, Trace, TraceHeader, TraceStep, digest};
use senet_engine::{Game, Goal, MoveId, RoleId, State, Stopped, legal_moves, random_joint};

/// Options of a recording.
#[derive(Clone, Debug)]
pub struct RecordOptions {
    /// The name of the game, for the header.
    pub game: String,
    /// The path of the rule sheet, for the header.
    pub kif: String,
    /// The number of matches.
    pub matches: usize,
    /// The seed of the random choices.
    pub seed: u64,
    /// The maximum length of a match in joint moves.
    pub max_steps: usize,
}

/// Plays random matches of a game and returns them as a trace.
///
/// ```
/// use senet_engine::{LoadOptions, load};
/// use senet_trace::{RecordOptions, record, replay};
/// let rules = senet_library::find("tic-tac-toe").unwrap().rules;
/// let game = load(&senet_gdl::Sheet::read(rules), &LoadOptions::default()).unwrap().game;
/// let (name, kif) = ("tic-tac-toe".into(), "tic-tac-toe.kif".into());
/// let options = RecordOptions { game: name, kif, matches: 3, seed: 7, max_steps: 100 };
/// let trace = record(&*game, &options).unwrap();
/// assert_eq!(replay(&*game, &trace).unwrap().matches, 3);
/// ```
pub fn record(game: &dyn Game, options: &RecordOptions) -> Result<Trace, Stopped> {
    let header = TraceHeader {
        game: options.game.clone(),
        kif: options.kif.clone(),
        roles: game.roles().to_vec(),
        init: game.fluents(&game.initial()?),
        validator: None,
    };
    let mut steps = Vec::new();
    for number in 0..options.matches {
        steps.extend(record_match(game, options, number)?);
    }
    Ok(Trace { header, steps })
}

/// Plays match `number` of a recording and returns its states.
pub fn record_match(
    game: &dyn Game,
    options: &RecordOptions,
    number: usize,
) -> Result<Vec<TraceStep>, Stopped> {
    let mut rng = match_rng(options.seed, number as u64);
    let mut state = game.initial()?;
    let mut steps = Vec::new();
    loop {
        let mut step = describe(game, &state, number, steps.len())?;
        if step.terminal {
            steps.push(step);
            return Ok(steps);
        }
        let legal = legal_moves(game, &state)?;
        step.legal = name_moves(game, &legal);
        let joint = match random_joint(&legal, &mut rng) {
            None => Err("no_legal_move"),
            Some(_) if steps.len() == options.max_steps => Err("step_cap"),
            Some(joint) => Ok(joint),
        };
        match joint {
            Ok(joint) => {
                step.joint = Some(name_joint(game, &joint));
                steps.push(step);
                state = game.next(&state, &joint)?;
            }
            Err(reason) => {
                step.truncated = Some(reason.into());
                steps.push(step);
                return Ok(steps);
            }
        }
    }
}

/// Returns the texts of a joint move, in role order.
pub(crate) fn name_joint(game: &dyn Game, joint: &[MoveId]) -> Vec<String> {
    let moves = joint.iter().enumerate();
    moves.map(|(role, &id)| game.move_name(role, id)).collect()
}

/// Returns the texts of the moves of a role, in order.
pub(crate) fn names_of(game: &dyn Game, role: RoleId, moves: &[MoveId]) -> Vec<String> {
    moves.iter().map(|&id| game.move_name(role, id)).collect()
}

fn name_moves(game: &dyn Game, legal: &[Vec<MoveId>]) -> ByRole<LegalMoves> {
    let moves = legal.iter().enumerate();
    let lists = moves.map(|(role, moves)| LegalMoves::new(names_of(game, role, moves)));
    ByRole::new(game.roles(), lists)
}

/// Describes a state, without its legal moves and joint move.
fn describe(
    game: &dyn Game,
    state: &State,
    number: usize,
    step: usize,
) -> Result<TraceStep, Stopped> {
    let fluents = game.fluents(state);
    let terminal = game.is_terminal(state)?;
    let (goals, goal_problem) = if terminal {
        goals_of(game, state)?
    } else {
        (None, None)
    };
    Ok(TraceStep {
        number,
        step,
        state_size: fluents.len(),
        state_hash: digest(&fluents),
        terminal,
        legal: ByRole(Vec::new()),
        joint: None,
        goals,
        goal_problem,
        truncated: None,
    })
}

type Goals = Option<ByRole<Option<i32>>>;
type GoalProblem = Option<ByRole<Vec<String>>>;

fn goals_of(game: &dyn Game, state: &State) -> Result<(Goals, GoalProblem), Stopped> {
    let mut values = Vec::new();
    let mut problems = Vec::new();
    for (role, name) in game.roles().iter().enumerate() {
        let goal = game.goal(state, role)?;
        values.push(goal.value());
        if let Goal::Invalid(texts) = goal {
            problems.push((name.clone(), texts));
        }
    }
    let problems = (!problems.is_empty()).then_some(ByRole(problems));
    Ok((Some(ByRole::new(game.roles(), values)), problems))
}
