//! Compares two back ends on random matches: they must give the same answers in every state.

mod batches;

pub use batches::compare_in_batches;

use crate::random::match_rng;
use crate::record::{name_joint, names_of};
use senet_engine::{Game, MoveId, RoleId, State, Stopped, random_joint};
use std::fmt::Debug;

/// The number of matches and states compared without a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// The number of matches.
    pub matches: usize,
    /// The number of states.
    pub states: usize,
}

/// The first difference between two back ends.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("after {moves:?} {aspect} is {first} in the first back end, but {second} in the second")]
pub struct Difference {
    /// The joint moves from the initial state to the difference.
    pub moves: Vec<Vec<String>>,
    /// The query with different answers.
    pub aspect: String,
    /// The answer of the first back end.
    pub first: String,
    /// The answer of the second back end.
    pub second: String,
}

/// The reason why a comparison ended early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompareError {
    /// The back ends disagree.
    #[error(transparent)]
    Differs(Box<Difference>),
    /// A limit stopped one of the back ends.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Plays random matches of up to `steps` moves with both back ends and compares every state: the fluents, the legal moves and
/// their order, whether the state is terminal, the goals and the percepts.
///
/// ```
/// use senet_engine::{BackEnd, LoadOptions, load};
/// use senet_gdl::Sheet;
/// let sheet = Sheet::read(senet_library::find("tic-tac-toe").unwrap().rules);
/// let [first, second] = [BackEnd::Reference, BackEnd::Circuit].map(|back_end| {
///     let options = LoadOptions { back_end: Some(back_end), ..LoadOptions::default() };
///     load(&sheet, &options).unwrap().game
/// });
/// let agreement = senet_trace::compare(&*first, &*second, 7, 2, 100).unwrap();
/// assert_eq!(agreement.matches, 2);
/// ```
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

/// The same match in both back ends.
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
    pair.same("the list of roles", |game, _| Ok(game.roles().to_vec()))?;
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
    /// Compares the current states. Returns the legal moves of the first back end.
    fn compare_state(&self) -> Result<Vec<Vec<MoveId>>, CompareError> {
        self.same("the list of fluents", |game, state| Ok(game.fluents(state)))?;
        self.same("terminal", |game, state| game.is_terminal(state))?;
        let mut legal = Vec::new();
        for (role, name) in self.games[0].roles().iter().enumerate() {
            self.same(&format!("the goal of {name}"), |game, state| {
                game.goal(state, role)
            })?;
            self.same(
                &format!("the list of legal moves of {name}"),
                |game, state| Ok(names_of(game, role, &game.legal(state, role)?)),
            )?;
            legal.push(self.games[0].legal(&self.states[0], role)?);
        }
        Ok(legal)
    }

    /// Plays a joint move of the first back end in both.
    fn advance(&mut self, joint: &[MoveId]) -> Result<(), CompareError> {
        let names = name_joint(self.games[0], joint);
        let other = self.translate(&names)?;
        let joints = [joint.to_vec(), other];
        for role in 0..names.len() {
            self.same_percepts(&joints, role)?;
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
            return self.differs("the legal joint move", names, &"an unknown move");
        }
        Ok(found)
    }

    fn same_percepts(&self, joints: &[Vec<MoveId>; 2], role: RoleId) -> Result<(), CompareError> {
        let [first, second] = [0, 1].map(|side| {
            let (game, state) = (self.games[side], &self.states[side]);
            game.sees(state, &joints[side], role)
        });
        let (first, second) = (first?, second?);
        if first == second {
            return Ok(());
        }
        let aspect = format!("the list of percepts of {}", self.games[0].roles()[role]);
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
