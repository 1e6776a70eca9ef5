//! Compares batch queries of one back end with single queries of another.

use super::{Agreement, CompareError, Difference};
use crate::random::match_rng;
use crate::record::{name_joint, names_of};
use senet_engine::{Game, Goal, MoveId, State, Stopped, legal_moves, random_joint};
use std::fmt::Debug;

/// The maximum number of stored texts; enough for hundreds of states of the largest games.
const MAX_TEXTS: usize = 4_000_000;

/// Plays random matches of up to `steps` moves with the judge until it has enough states. Then queries the other back end for all
/// states in one batch: legal moves and their order, terminal, goals and successor states.
///
/// If a limit stops the judge, the states found so far are compared.
pub fn compare_in_batches(
    game: &dyn Game,
    judge: &dyn Game,
    seed: u64,
    states: usize,
    steps: usize,
) -> Result<Agreement, CompareError> {
    let (judged, matches) = judge_states(judge, seed, states, steps)?;
    Batch {
        game,
        judged: &judged,
    }
    .compare()?;
    Ok(Agreement {
        matches,
        states: judged.len(),
    })
}

/// Returns the states of random matches and the number of matches started.
fn judge_states(
    judge: &dyn Game,
    seed: u64,
    states: usize,
    steps: usize,
) -> Result<(Vec<Judged>, usize), Stopped> {
    let (mut judged, mut texts) = (Vec::new(), 0);
    for number in 0.. {
        if judged.len() >= states || texts >= MAX_TEXTS {
            return Ok((judged, number));
        }
        let before = judged.len();
        let steps_left = steps.min(states - before - 1);
        let walked = walk(judge, seed, number as u64, steps_left, &mut judged);
        texts += judged[before..].iter().map(Judged::texts).sum::<usize>();
        match walked {
            Ok(()) => {}
            Err(stopped) if judged.is_empty() => return Err(stopped),
            Err(_) => break,
        }
    }
    let matches = judged.iter().filter(|one| one.moves.is_empty()).count();
    Ok((judged, matches))
}

/// Adds the states of one random match of up to `steps` moves.
fn walk(
    judge: &dyn Game,
    seed: u64,
    number: u64,
    steps: usize,
    judged: &mut Vec<Judged>,
) -> Result<(), Stopped> {
    let mut rng = match_rng(seed, number);
    let mut state = judge.initial()?;
    let mut moves = Vec::new();
    loop {
        let legal = legal_moves(judge, &state)?;
        let terminal = judge.is_terminal(&state)?;
        let joint = random_joint(&legal, &mut rng).filter(|_| !terminal);
        let next = joint.as_ref().map(|joint| judge.next(&state, joint));
        let next = next.transpose()?;
        let names = joint.map(|joint| name_joint(judge, &joint));
        let facts = next.as_ref().map(|next| judge.fluents(next));
        let goals = (0..legal.len()).map(|role| judge.goal(&state, role));
        judged.push(Judged {
            moves: moves.clone(),
            fluents: judge.fluents(&state),
            terminal,
            goals: goals.collect::<Result<_, _>>()?,
            legal: name_all(judge, &legal),
            next: names.clone().zip(facts),
        });
        match (next, names) {
            (Some(next), Some(names)) if moves.len() < steps => {
                state = next;
                moves.push(names);
            }
            _ => return Ok(()),
        }
    }
}

fn name_all(game: &dyn Game, legal: &[Vec<MoveId>]) -> Vec<Vec<String>> {
    let roles = legal.iter().enumerate();
    roles
        .map(|(role, moves)| names_of(game, role, moves))
        .collect()
}

/// The answers of the judge for one state.
struct Judged {
    moves: Vec<Vec<String>>,
    fluents: Vec<String>,
    terminal: bool,
    legal: Vec<Vec<String>>,
    goals: Vec<Goal>,
    /// A joint move and the fluents of the successor state.
    next: Option<(Vec<String>, Vec<String>)>,
}

impl Judged {
    fn texts(&self) -> usize {
        let legal: usize = self.legal.iter().map(Vec::len).sum();
        legal + self.fluents.len()
    }
}

/// The back end under test and the judged states.
struct Batch<'a> {
    game: &'a dyn Game,
    judged: &'a [Judged],
}

impl Batch<'_> {
    fn compare(&self) -> Result<(), CompareError> {
        let game = self.game;
        let states = self.states()?;
        let terminal = game.terminal_in(&states)?;
        let legal = game.legal_in(&states)?;
        let goals = game.goals_in(&states)?;
        let roles = game.roles().len();
        for (at, judged) in self.judged.iter().enumerate() {
            judged.same("terminal", &terminal[at], &judged.terminal)?;
            let own = &goals[at * roles..(at + 1) * roles];
            judged.same("the list of goals", own, &judged.goals[..])?;
            let lists: Vec<Vec<MoveId>> =
                (0..roles).map(|role| legal.of(at, role).to_vec()).collect();
            judged.same(
                "the list of legal moves",
                &name_all(game, &lists),
                &judged.legal,
            )?;
        }
        self.compare_next(&states)
    }

    /// Converts the judge's states to states of the back end under test.
    fn states(&self) -> Result<Vec<State>, CompareError> {
        let mut states = Vec::new();
        for judged in self.judged {
            match self.game.find_state(&judged.fluents) {
                Some(state) => states.push(state),
                None => judged.same("the list of fluents", &None, &Some(&judged.fluents))?,
            }
        }
        Ok(states)
    }

    fn compare_next(&self, states: &[State]) -> Result<(), CompareError> {
        let (mut from, mut joints, mut continuing) = (Vec::new(), Vec::new(), Vec::new());
        for (judged, state) in self.judged.iter().zip(states) {
            let Some((names, _)) = &judged.next else {
                continue;
            };
            for (role, name) in names.iter().enumerate() {
                match self.game.find_move(role, name) {
                    Some(id) => joints.push(id),
                    None => judged.same("the move", &None, &Some(name))?,
                }
            }
            from.push(state.clone());
            continuing.push(judged);
        }
        let next = self.game.next_of(&from, &joints)?;
        for (judged, next) in continuing.into_iter().zip(next) {
            let facts = judged.next.as_ref().map(|(_, facts)| facts.clone());
            let found = Some(self.game.fluents(&next));
            judged.same("the list of fluents of the next state", &found, &facts)?;
        }
        Ok(())
    }
}

impl Judged {
    fn same<T: PartialEq + Debug + ?Sized>(
        &self,
        aspect: &str,
        found: &T,
        expected: &T,
    ) -> Result<(), CompareError> {
        if found == expected {
            return Ok(());
        }
        Err(CompareError::Differs(Box::new(Difference {
            moves: self.moves.clone(),
            aspect: aspect.into(),
            first: format!("{found:?}"),
            second: format!("{expected:?}"),
        })))
    }
}
