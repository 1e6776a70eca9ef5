//! The network evaluated for one state at a time.
//!
//! From one state to the next few gates change. Each gate knows how many of its inputs are false; the fluents and moves that differ
//! are changed, each change goes on to the gates that it makes a difference to ([`spread`]), and the legal moves and the next
//! state are bits that change with their wires ([`guards`]). Any state can follow any other. Goals and percepts are asked for rarely:
//! they are evaluated gate after gate when they are.
//!
//! Evaluating everything anew for each state ([`full`]) is the fallback for networks whose loops are not numbered as the incremental way
//! needs it, and what that way is tested against. Measured on 259 public rule sheets (random matches, steps per CPU second), the incremental
//! way is 4.2 times as fast in the median, 20 to 170 times on the largest networks, and at most a third slower on 9
//! sheets of less than 220 gates and matches of a few moves; so there is nothing to choose. The network is taken as it is built: with the
//! gates split into shared pairs and factors, which makes vector code faster, more changes go through more gates (chess: 150
//! changes a step become 350, half the speed).

mod agenda;
mod answers;
mod choice;
mod full;
mod game;
mod goals;
mod guards;
mod memory;
mod plan;
mod playouts;
mod pool;
mod spread;
mod wires;
mod wiring;

use crate::network::Network;
use crate::{Joint, RoleId, State, Stopped};
use goals::Goals;
use memory::Memory;
use plan::Plan;
use pool::Pool;
use senet_ground::Grounded;

/// How the circuit goes from one state to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Gate after gate, for every state anew.
    Full,
    /// Only what changes.
    Incremental,
}

/// A game played by evaluating its network of gates.
#[derive(Debug)]
pub struct Circuit {
    plan: Plan,
    roles: Vec<String>,
    fluents: Vec<String>,
    moves: Vec<Vec<String>>,
    goals: Vec<Goals>,
    initial: State,
    pool: Pool,
}

impl Circuit {
    /// Builds the network of a grounded game and prepares the answers; incremental wherever the loops of the network allow it.
    pub fn new(grounded: &Grounded) -> Circuit {
        Circuit::of(grounded, Plan::incremental(Network::build(grounded)))
    }

    /// Like [`Circuit::new`], but evaluates gate after gate.
    pub fn full(grounded: &Grounded) -> Circuit {
        Circuit::of(grounded, Plan::full(Network::build(grounded)))
    }

    fn of(grounded: &Grounded, plan: Plan) -> Circuit {
        let initial = pack(grounded.fluents.len(), grounded.initial.iter().copied());
        let texts = |terms: &Vec<_>| {
            let terms = terms.iter();
            terms.map(|&term| grounded.text(term)).collect::<Vec<_>>()
        };
        Circuit {
            roles: texts(&grounded.roles),
            fluents: texts(&grounded.fluents),
            moves: grounded.moves.iter().map(texts).collect(),
            goals: plan.network.goals.iter().map(|g| Goals::of(g)).collect(),
            pool: Pool::new(),
            initial,
            plan,
        }
    }

    /// The network that is evaluated.
    pub(crate) fn network(&self) -> &Network {
        &self.plan.network
    }

    /// The numbers of the fluents of the initial state.
    pub(crate) fn initial_fluents(&self) -> Vec<u32> {
        let words = self.initial.words();
        let holds = |&fluent: &u32| words[fluent as usize / 64] >> (fluent % 64) & 1 == 1;
        (0..self.fluents.len() as u32).filter(holds).collect()
    }

    /// How many gates the network has.
    pub fn gates(&self) -> usize {
        self.plan.network.gate_count()
    }

    /// How it goes from one state to another.
    pub fn evaluation(&self) -> Evaluation {
        match self.plan.wiring {
            Some(_) => Evaluation::Incremental,
            None => Evaluation::Full,
        }
    }

    /// Runs the action on the memory of a state.
    fn ask<T>(
        &self,
        state: &State,
        action: impl FnOnce(&mut Memory, &Plan) -> T,
    ) -> Result<T, Stopped> {
        self.check_state(state)?;
        let make = || self.remember(state.words());
        Ok(self.pool.with(make, |memory| {
            memory.set_state(&self.plan, state.words());
            action(memory, &self.plan)
        }))
    }

    fn remember(&self, state: &[u64]) -> Memory {
        Memory::new(&self.plan, state)
    }

    /// Whether a state can be one of this game: as many words as the fluents need, and no bit beyond them.
    pub(crate) fn check_state(&self, state: &State) -> Result<(), Stopped> {
        let (whole, rest) = (self.fluents.len() / 64, self.fluents.len() % 64);
        let is_own = match state.words().get(whole..) {
            Some([]) => rest == 0,
            Some([last]) => rest > 0 && last >> rest == 0,
            _ => false,
        };
        if is_own {
            return Ok(());
        }
        Err(Stopped::Misuse("the state belongs to another game".into()))
    }

    fn check_role(&self, role: RoleId) -> Result<(), Stopped> {
        if role < self.roles.len() {
            return Ok(());
        }
        Err(Stopped::Misuse(format!("there is no role number {role}")))
    }

    /// The input nodes of a joint move.
    fn check_joint(&self, joint: &Joint) -> Result<Vec<u32>, Stopped> {
        let fits = joint.len() == self.roles.len()
            && joint
                .iter()
                .zip(&self.moves)
                .all(|(chosen, moves)| (chosen.0 as usize) < moves.len());
        if !fits {
            return Err(Stopped::Misuse(format!(
                "a joint move needs one known move for each of {} roles",
                self.roles.len()
            )));
        }
        let moves = joint.iter().zip(&self.plan.network.moves);
        Ok(moves.map(|(id, nodes)| nodes.start + id.0).collect())
    }
}

/// A state from the numbers of the fluents that hold.
fn pack(fluents: usize, holding: impl Iterator<Item = u32>) -> State {
    let mut words = vec![0; fluents.div_ceil(64)];
    holding.for_each(|fluent| words[fluent as usize / 64] |= 1 << (fluent % 64));
    State::from_words(words)
}
