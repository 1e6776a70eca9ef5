//! Evaluates the network for one state at a time.
//!
//! Few gates change from one state to the next. Each gate therefore stores the number of its false
//! inputs. To switch to any other state, the circuit flips the fluents that differ. Changes then
//! propagate in topological order, so that each gate changes at most once ([`incremental`]). Legal
//! moves and the next state are bits that change together with their wires. Guards are conditions
//! that many moves of a role share, such as whose turn it is ([`guards`]). A guard hides the bits
//! of its moves and is not an input of their gates. Goals and percepts are rarely needed, so they
//! are evaluated on request.
//!
//! A loop of positive recursion cannot be updated step by step, since its facts may support each
//! other. When an input of a loop changes, all its facts become false and are derived again.
//!
//! The evaluator pool has one evaluator per core, and each calling thread prefers its own. The
//! pool is freed with the game.
//!
//! Full evaluation of every state ([`full`]) is the fallback for networks whose loops are not
//! numbered consecutively. Tests compare incremental evaluation with it. On 259 public rule sheets
//! (random matches, steps per CPU second), incremental evaluation is 4.2 times as fast in the
//! median. On the largest networks it is 20 to 170 times as fast. It is at most a third slower on 9
//! sheets with fewer than 220 gates and matches of a few moves. It is therefore always used when
//! possible.
//!
//! The circuit evaluates the plain network, not the rewritten one. Rewriting splits gates into
//! shared pairs and factors, which makes vector code faster. Here it would make more changes pass
//! through more gates: in chess, 150 changes per step become 350, and the speed halves.
//!
//! *Invariant:* answers do not depend on earlier queries, and playouts do not depend on the number
//! of threads.

mod evaluator;
mod evaluator_pool;
mod fanout;
mod full;
mod game;
mod guards;
mod incremental;
mod output_layout;
mod plan;
mod playouts;
mod random_move;
mod role_goals;
mod wire_values;
mod worklist;

use crate::network::Network;
use crate::{BuildLimits, BuildStop, Deadline, JointMove, RoleId, State, Stopped};
use evaluator::StateEvaluator;
use evaluator_pool::EvaluatorPool;
use plan::EvaluationPlan;
use role_goals::RoleGoals;
use senet_ground::Grounded;

/// The evaluation method of a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CircuitEvaluation {
    /// Evaluates every gate for each state.
    Full,
    /// Updates only the gates that change.
    Incremental,
}

/// A game that evaluates its network of gates.
///
/// ```
/// use senet_engine::{BuildLimits, Circuit, CircuitEvaluation, Game};
///
/// let rules = "(role you) (init on) (legal you wait) (<= terminal (true on)) (goal you 50)";
/// let description = senet_gdl::playable(&senet_gdl::Sheet::read(rules)).unwrap();
/// let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
/// let circuit = Circuit::new(&grounded, &BuildLimits::default()).unwrap();
/// assert_eq!(circuit.evaluation(), CircuitEvaluation::Incremental);
/// assert!(circuit.is_terminal(&circuit.initial()?)?);
/// # Ok::<(), senet_engine::Stopped>(())
/// ```
#[derive(Debug)]
pub struct Circuit {
    plan: EvaluationPlan,
    roles: Vec<String>,
    fluents: Vec<String>,
    moves: Vec<Vec<String>>,
    goals: Vec<RoleGoals>,
    initial: State,
    pool: EvaluatorPool,
    /// Stops playouts. Single queries are short and ignore it.
    deadline: Deadline,
}

impl Circuit {
    /// Builds the network of a grounded game. Uses incremental evaluation if the loops of the
    /// network allow it.
    pub fn new(grounded: &Grounded, limits: &BuildLimits) -> Result<Circuit, BuildStop> {
        Circuit::of(grounded, limits, EvaluationPlan::incremental)
    }

    /// Like [`Circuit::new`], but with full evaluation.
    pub fn full(grounded: &Grounded, limits: &BuildLimits) -> Result<Circuit, BuildStop> {
        Circuit::of(grounded, limits, |network, _| {
            Ok(EvaluationPlan::full(network))
        })
    }

    /// Ends playouts at a deadline.
    pub fn with_deadline(self, deadline: Deadline) -> Circuit {
        Circuit { deadline, ..self }
    }

    fn of(
        grounded: &Grounded,
        limits: &BuildLimits,
        plan: impl FnOnce(Network, &BuildLimits) -> Result<EvaluationPlan, BuildStop>,
    ) -> Result<Circuit, BuildStop> {
        let network = Network::build(grounded, limits)?;
        let mut charge = limits.memory.charge("the circuit");
        charge.set(bytes_to_plan(&network))?;
        let plan = plan(network, limits)?;
        limits.check()?;
        let initial = pack(grounded.fluents.len(), grounded.initial.iter().copied());
        let texts = |terms: &Vec<_>| {
            let terms = terms.iter();
            terms.map(|&term| grounded.text(term)).collect::<Vec<_>>()
        };
        Ok(Circuit {
            deadline: Deadline::never(),
            roles: texts(&grounded.roles),
            fluents: texts(&grounded.fluents),
            moves: grounded.moves.iter().map(texts).collect(),
            goals: plan
                .network
                .goals
                .iter()
                .map(|g| RoleGoals::of(g))
                .collect(),
            pool: EvaluatorPool::new(),
            initial,
            plan,
        })
    }

    /// The estimated size in memory, with one evaluator.
    pub fn bytes(&self) -> usize {
        bytes_to_plan(&self.plan.network)
    }

    /// The number of moves of a role. Their ids count from 0.
    pub fn move_count(&self, role: RoleId) -> usize {
        self.network().moves[role].len()
    }

    /// The network.
    pub(crate) fn network(&self) -> &Network {
        &self.plan.network
    }

    /// The numbers of the fluents that hold in the initial state.
    pub(crate) fn initial_fluents(&self) -> Vec<u32> {
        let words = self.initial.words();
        let holds = |&fluent: &u32| words[fluent as usize / 64] >> (fluent % 64) & 1 == 1;
        (0..self.fluents.len() as u32).filter(holds).collect()
    }

    /// The number of gates in the network.
    pub fn gates(&self) -> usize {
        self.plan.network.gate_count()
    }

    /// The evaluation method.
    pub fn evaluation(&self) -> CircuitEvaluation {
        match self.plan.fanout {
            Some(_) => CircuitEvaluation::Incremental,
            None => CircuitEvaluation::Full,
        }
    }

    /// Runs a query on an evaluator that is set to the state.
    fn ask<T>(
        &self,
        state: &State,
        action: impl FnOnce(&mut StateEvaluator, &EvaluationPlan) -> T,
    ) -> Result<T, Stopped> {
        self.check_state(state)?;
        let make = || self.evaluator(state.words());
        Ok(self.pool.with(make, |evaluator| {
            evaluator.set_state(&self.plan, state.words());
            action(evaluator, &self.plan)
        }))
    }

    fn evaluator(&self, state: &[u64]) -> StateEvaluator {
        StateEvaluator::new(&self.plan, state)
    }

    /// Checks that a state fits this game: enough words for the fluents, and no bit beyond them.
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
        Err(Stopped::Misuse(format!("role {role} does not exist")))
    }

    /// Checks a joint move and returns its input nodes.
    fn check_joint(&self, joint: &JointMove) -> Result<Vec<u32>, Stopped> {
        let fits = joint.len() == self.roles.len()
            && joint
                .iter()
                .zip(&self.moves)
                .all(|(chosen, moves)| (chosen.0 as usize) < moves.len());
        if !fits {
            return Err(Stopped::Misuse(format!(
                "a joint move needs one known move for each of the {} roles",
                self.roles.len()
            )));
        }
        let moves = joint.iter().zip(&self.plan.network.moves);
        Ok(moves.map(|(id, nodes)| nodes.start + id.0).collect())
    }
}

/// Memory per node and per input of a gate: the network, the fanout and one evaluator.
const BYTES_PER_NODE: usize = 60;
const BYTES_PER_INPUT: usize = 32;

/// The estimated memory of a circuit.
fn bytes_to_plan(network: &Network) -> usize {
    let inputs = network.gates.input_count();
    BYTES_PER_NODE * network.gates.len() + BYTES_PER_INPUT * inputs + network.bytes()
}

/// Makes a state from the numbers of the fluents that hold.
fn pack(fluents: usize, holding: impl Iterator<Item = u32>) -> State {
    let mut words = vec![0; fluents.div_ceil(64)];
    holding.for_each(|fluent| words[fluent as usize / 64] |= 1 << (fluent % 64));
    State::from_words(words)
}
