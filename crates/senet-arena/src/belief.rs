//! Belief states: the states of a game with hidden information that fit everything a role has seen.
//!
//! Each step extends every believed state by the joint moves that contain the role's own move, or by a sample of them. A successor stays if the role
//! would have seen exactly what it saw. If no state is left, whole matches are sampled from the first state until some fit.

use fastrand::Rng;
use senet_engine::{Game, MoveId, RoleId, State, Stopped};
use senet_search::Budget;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Maximum number of states that a belief keeps.
const STATES: usize = 256;
/// Maximum number of joint moves tried in one step, over all states.
const JOINTS: usize = 16_384;
/// Maximum number of joint moves tried at each step of a sampled match.
const JOINTS_PER_STEP: usize = 256;
/// The maximum number of matches that are sampled when no state fits the percepts.
const DRAWN: usize = 2_000;

/// One step, as the role saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedStep {
    /// The role's own move, if it is known.
    pub own: Option<MoveId>,
    /// The percepts.
    pub percepts: BTreeSet<String>,
}

/// The states that are possible for a role.
pub struct Belief {
    game: Arc<dyn Game>,
    role: RoleId,
    rng: Rng,
    states: Vec<State>,
    seen: Vec<ObservedStep>,
}

impl Belief {
    /// The belief before the first move: the first state.
    pub fn new(game: Arc<dyn Game>, role: RoleId, seed: u64) -> Result<Belief, Stopped> {
        let states = vec![game.initial()?];
        Ok(Belief {
            game,
            role,
            rng: Rng::with_seed(seed),
            states,
            seen: Vec::new(),
        })
    }

    /// The possible states; empty if the search found none.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Updates the belief after a joint move that did not end the match. `sighting` is the role's own move and percepts.
    /// Stops when the budget is used up.
    pub fn see(&mut self, sighting: ObservedStep, budget: &Budget) -> Result<(), Stopped> {
        let _watch = budget.watch();
        let states = std::mem::take(&mut self.states);
        self.seen.push(sighting.clone());
        self.follow_all(&states, &sighting, budget)?;
        if self.states.is_empty() && sighting.own.is_some() {
            // A host may substitute a move for the role without telling it.
            let any_move = ObservedStep {
                own: None,
                ..sighting
            };
            self.seen.pop();
            self.seen.push(any_move.clone());
            self.follow_all(&states, &any_move, budget)?;
        }
        Ok(())
    }

    /// The states that may follow the believed ones. If there are none, samples matches that fit.
    fn follow_all(
        &mut self,
        states: &[State],
        sighting: &ObservedStep,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let mut next = HashSet::new();
        for state in states {
            match self.follow(state, sighting, JOINTS / states.len(), &mut next) {
                // The time is up: keep the states found so far.
                Err(Stopped::Signalled) if !next.is_empty() => break,
                followed => followed?,
            }
        }
        self.states = self.some_of(next);
        match self.states.is_empty() {
            true => self.draw_anew(budget),
            false => Ok(()),
        }
    }

    /// Adds the successors of a state that fit the sighting.
    fn follow(
        &mut self,
        state: &State,
        sighting: &ObservedStep,
        joints: usize,
        next: &mut HashSet<State>,
    ) -> Result<(), Stopped> {
        let Some(choices) = self.choices(state, sighting)? else {
            return Ok(());
        };
        for joint in joint_moves(&choices, joints, &mut self.rng) {
            if next.len() >= STATES * 4 {
                return Ok(());
            }
            if let Some(state) = self.fits(state, &joint, sighting)? {
                next.insert(state);
            }
        }
        Ok(())
    }

    /// The moves that each role may have made; `None` if the state was not possible.
    fn choices(
        &self,
        state: &State,
        sighting: &ObservedStep,
    ) -> Result<Option<Vec<Vec<MoveId>>>, Stopped> {
        let mut choices = Vec::new();
        for role in 0..self.game.roles().len() {
            let mut legal = self.game.legal(state, role)?;
            if let (true, Some(own)) = (role == self.role, sighting.own) {
                legal.retain(|&id| id == own);
            }
            if legal.is_empty() {
                return Ok(None);
            }
            choices.push(legal);
        }
        Ok(Some(choices))
    }

    /// The state after a joint move, if the role would have seen the same and the match goes on.
    fn fits(
        &self,
        state: &State,
        joint: &[MoveId],
        sighting: &ObservedStep,
    ) -> Result<Option<State>, Stopped> {
        let sees = self.game.sees(state, joint, self.role)?;
        if sees.into_iter().collect::<BTreeSet<_>>() != sighting.percepts {
            return Ok(None);
        }
        let next = self.game.next(state, joint)?;
        Ok((!self.game.is_terminal(&next)?).then_some(next))
    }

    /// A uniform sample of the states, of the size that a belief keeps.
    fn some_of(&mut self, states: HashSet<State>) -> Vec<State> {
        let mut states: Vec<_> = states.into_iter().collect();
        // The order of a hash set differs between runs.
        states.sort_unstable();
        self.rng.shuffle(&mut states);
        states.truncate(STATES);
        states
    }

    /// Samples matches from the first state until some fit, or the budget is used up.
    fn draw_anew(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let mut found = HashSet::new();
        for _ in 0..DRAWN {
            if budget.is_over() || found.len() >= STATES / 8 {
                break;
            }
            found.extend(self.drawn()?);
        }
        self.states = self.some_of(found);
        Ok(())
    }

    /// The last state of a random match that fits all sightings; `None` if the match did not fit.
    fn drawn(&mut self) -> Result<Option<State>, Stopped> {
        let mut state = self.game.initial()?;
        for at in 0..self.seen.len() {
            let sighting = self.seen[at].clone();
            let Some(choices) = self.choices(&state, &sighting)? else {
                return Ok(None);
            };
            let mut joints = joint_moves(&choices, JOINTS_PER_STEP, &mut self.rng);
            self.rng.shuffle(&mut joints);
            let mut next = None;
            for joint in &joints {
                next = self.fits(&state, joint, &sighting)?;
                if next.is_some() {
                    break;
                }
            }
            match next {
                Some(next) => state = next,
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }
}

/// All joint moves if there are at most `limit`; otherwise a random sample.
fn joint_moves(choices: &[Vec<MoveId>], limit: usize, rng: &mut Rng) -> Vec<Vec<MoveId>> {
    let all = choices
        .iter()
        .try_fold(1_usize, |all, moves| all.checked_mul(moves.len()))
        .unwrap_or(usize::MAX);
    let numbered = |mut number: usize| {
        let chosen = choices.iter().map(|moves| {
            let id = moves[number % moves.len()];
            number /= moves.len();
            id
        });
        chosen.collect()
    };
    match all <= limit {
        true => (0..all).map(numbered).collect(),
        false => (0..limit)
            .map(|_| {
                let chosen = choices.iter().map(|moves| moves[rng.usize(..moves.len())]);
                chosen.collect()
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HIDDEN_CARD, rules};

    fn belief(role: RoleId) -> Belief {
        Belief::new(rules(HIDDEN_CARD).game, role, 1).unwrap()
    }

    fn sighting(game: &dyn Game, role: RoleId, own: &str, percepts: &[&str]) -> ObservedStep {
        ObservedStep {
            own: game.find_move(role, own),
            percepts: percepts.iter().map(|text| text.to_string()).collect(),
        }
    }

    #[test]
    fn keeps_states_that_fit_the_percepts() {
        // `ann` sees the card and `bob` does not.
        for (name, percepts, possible) in [("ann", &["(card red)"][..], 1), ("bob", &[], 3)] {
            let game = rules(HIDDEN_CARD).game;
            let role = game.roles().iter().position(|role| role == name).unwrap();
            let mut belief = belief(role);
            let seen = sighting(&*game, role, "wait", percepts);
            belief.see(seen, &Budget::unlimited()).unwrap();
            assert_eq!(belief.states().len(), possible, "{name}");
        }
    }

    #[test]
    fn impossible_percepts_leave_no_state() {
        let game = rules(HIDDEN_CARD).game;
        let mut belief = belief(1);
        let seen = sighting(&*game, 1, "wait", &["(card purple)"]);
        belief.see(seen, &Budget::unlimited()).unwrap();
        assert!(belief.states().is_empty());
    }

    #[test]
    fn joint_moves_are_complete_or_sampled() {
        let choices = vec![
            vec![MoveId(0), MoveId(1)],
            vec![MoveId(5), MoveId(6), MoveId(7)],
        ];
        let mut rng = Rng::with_seed(1);
        let all: HashSet<_> = joint_moves(&choices, 6, &mut rng).into_iter().collect();
        assert_eq!(all.len(), 6);
        assert_eq!(joint_moves(&choices, 5, &mut rng).len(), 5);
    }
}
