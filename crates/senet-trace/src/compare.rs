//! Two reasoners in lock-step on random matches: they must say the same in every state.

mod batches;

pub use batches::compare_in_batches;

use crate::random::{match_rng, random_joint};
use crate::record::{name_joint, names_of};
use senet_engine::{Game, MoveId, RoleId, State, Stopped};
use std::fmt::Debug;

/// How much was compared without finding a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// Matches.
    pub matches: usize,
    /// States.
    pub states: usize,
}

/// Where two reasoners part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("after {moves:?} the first says of {aspect}: {first}, the second: {second}")]
pub struct Difference {
    /// The joint moves that lead there, from the initial state.
    pub moves: Vec<Vec<String>>,
    /// What they disagree about.
    pub aspect: String,
    /// What the first says.
    pub first: String,
    /// What the second says.
    pub second: String,
}

/// Why a comparison ended early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompareError {
    /// The reasoners disagree.
    #[error(transparent)]
    Differs(Box<Difference>),
    /// One of them gave up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Plays random matches (each up to `steps` moves) with both reasoners at once and compares what they say of every
/// state: the facts, the legal moves and their order, whether the match is over, the goals and the percepts.
pub fn compare(
    first: &dyn Game,
    second: &dyn Game,
    seed: u64,
    matches: usize,
    steps: usize,
) -> Result<Agreement, CompareError> {
    let mut agreement = Agreement::default();
    for number in 0..matches {
        let mut rng = match_rng(seed, number as u64);
        agreement.states += compare_match(first, second, &mut rng, steps)?;
        agreement.matches += 1;
    }
    Ok(agreement)
}

/// The two games in what should be the same state.
struct Pair<'a> {
    games: [&'a dyn Game; 2],
    states: [State; 2],
    moves: Vec<Vec<String>>,
}

fn compare_match(
    first: &dyn Game,
    second: &dyn Game,
    rng: &mut fastrand::Rng,
    steps: usize,
) -> Result<usize, CompareError> {
    let mut pair = Pair {
        games: [first, second],
        states: [first.initial()?, second.initial()?],
        moves: Vec::new(),
    };
    pair.same("the roles", |game, _| Ok(game.roles().to_vec()))?;
    loop {
        let legal = pair.compare_state()?;
        let over = first.is_terminal(&pair.states[0])? || pair.moves.len() == steps;
        match random_joint(&legal, rng) {
            Some(joint) if !over => pair.advance(&joint)?,
            _ => return Ok(pair.moves.len() + 1),
        }
    }
}

impl Pair<'_> {
    /// Compares all that is said of the state, and gives the first game's legal moves.
    fn compare_state(&self) -> Result<Vec<Vec<MoveId>>, CompareError> {
        self.same("the facts", |game, state| Ok(game.fluents(state)))?;
        self.same("the end", |game, state| game.is_terminal(state))?;
        let mut legal = Vec::new();
        for (role, name) in self.games[0].roles().iter().enumerate() {
            self.same(&format!("the goal of {name}"), |game, state| {
                game.goal(state, role)
            })?;
            self.same(&format!("the legal moves of {name}"), |game, state| {
                Ok(names_of(game, role, &game.legal(state, role)?))
            })?;
            legal.push(self.games[0].legal(&self.states[0], role)?);
        }
        Ok(legal)
    }

    /// Makes the first game's joint move in both games.
    fn advance(&mut self, joint: &[MoveId]) -> Result<(), CompareError> {
        let names = name_joint(self.games[0], joint);
        let other = self.translate(&names)?;
        let joints = [joint.to_vec(), other];
        for role in 0..names.len() {
            self.same_after(&joints, role)?;
        }
        for (side, joint) in joints.iter().enumerate() {
            self.states[side] = self.games[side].next(&self.states[side], joint)?;
        }
        self.moves.push(names);
        Ok(())
    }

    fn translate(&self, names: &[String]) -> Result<Vec<MoveId>, CompareError> {
        let mut found = Vec::new();
        for (role, name) in names.iter().enumerate() {
            found.extend(self.games[1].find_move(role, name));
        }
        if found.len() < names.len() {
            return self.differs("a move that it lists as legal", names, &"an unknown move");
        }
        Ok(found)
    }

    fn same_after(&self, joints: &[Vec<MoveId>; 2], role: RoleId) -> Result<(), CompareError> {
        let [first, second] = [0, 1].map(|side| {
            let (game, state) = (self.games[side], &self.states[side]);
            game.sees(state, &joints[side], role)
        });
        let (first, second) = (first?, second?);
        if first == second {
            return Ok(());
        }
        let aspect = format!("what {} sees", self.games[0].roles()[role]);
        self.differs(&aspect, &first, &second)
    }

    fn same<T: PartialEq + Debug>(
        &self,
        aspect: &str,
        ask: impl Fn(&dyn Game, &State) -> Result<T, Stopped>,
    ) -> Result<(), CompareError> {
        let first = ask(self.games[0], &self.states[0])?;
        let second = ask(self.games[1], &self.states[1])?;
        if first == second {
            return Ok(());
        }
        self.differs(aspect, &first, &second)
    }

    fn differs<T>(
        &self,
        aspect: &str,
        first: &(impl Debug + ?Sized),
        second: &(impl Debug + ?Sized),
    ) -> Result<T, CompareError> {
        Err(CompareError::Differs(Box::new(Difference {
            moves: self.moves.clone(),
            aspect: aspect.into(),
            first: format!("{first:?}"),
            second: format!("{second:?}"),
        })))
    }
}
