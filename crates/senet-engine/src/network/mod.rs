//! The rules of a grounded game as a network of AND gates with inverters.
//!
//! Every atom has a wire: the OR of its rules, each of which is the AND of its body. Equal gates
//! are merged and constants are folded. Building is linear in the number of ground rules, which the
//! grounding limits bound. Positive recursion becomes a [`Loop`], which evaluation iterates to its
//! least fixpoint. A [`Cone`] contains only the gates that some outputs depend on.
//!
//! [`Network::build`] gives the plain network. Other networks are derived from it:
//!
//! - [`Network::phases`] finds fluents whose value depends only on the step number, usually the
//!   fluents that say whose turn it is. It guesses them by ternary simulation and proves them by
//!   induction. Legal moves never lead to a state that fits no phase.
//! - [`Network::specialise`] substitutes known fluents. It also uses the fact that some moves are
//!   never legal in a phase, or are the only legal moves. [`Network::specialise_to`] makes one
//!   smaller network per phase.
//! - [`Network::rewrite`] makes a network smaller. Every role makes exactly one move, so a function
//!   of a role's move is a multiplexer. Its gates list only the moves for which it differs from its
//!   most common value. Common factors of ORs are factored out, and pairs of wires that several
//!   gates share become gates. Each pass has an effort limit in multiples of the network size and
//!   leaves the rest unchanged when the limit is reached.
//! - [`Network::for_steps`] and [`Network::for_goals`] keep only some of the outputs.
//!
//! All work heeds the deadline of [`crate::BuildLimits`] and draws its memory from their budget.
//!
//! All networks of a game use the same numbers for fluents and moves.
//!
//! *Invariant:* a rewritten network gives the same outputs as the plain one for every state and
//! every joint move ([`JointMoves::Any`]), or for every state of its phase and every legal joint
//! move ([`JointMoves::Legal`]).
//!
//! ```
//! use senet_engine::BuildLimits;
//! use senet_engine::network::{JointMoves, Network};
//!
//! let rules = "(role you) (init (step 0)) (legal you wait)
//!     (<= (next (step 1)) (true (step 0))) (<= terminal (true (step 1))) (goal you 50)";
//! let description = senet_gdl::playable(&senet_gdl::Sheet::read(rules)).unwrap();
//! let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
//! let limits = BuildLimits::default();
//! let network = Network::build(&grounded, &limits)?;
//! assert!(network.rewrite(JointMoves::Any, &limits)?.size() <= network.size());
//! # Ok::<(), senet_engine::BuildStop>(())
//! ```

mod build;
mod cone;
mod emit;
mod fan_in;
mod gates;
mod live;
mod phases;
mod rewrite;
mod specialise;
mod ternary;

pub use cone::{Cone, ConeSegment};
use fan_in::FanIn;
pub use gates::{Gates, Wire};
pub use live::live_in_cycle;
pub use phases::{FixedFluent, Phases};
pub use rewrite::JointMoves;

use std::ops::Range;

/// Memory for changing a node and one of its inputs, measured on networks of millions of gates.
const BYTES_PER_CHANGED_NODE: usize = 128;
const BYTES_PER_CHANGED_INPUT: usize = 40;

/// A network with inputs for fluents and moves, and an output for each query.
#[derive(Clone, Debug)]
pub struct Network {
    /// All nodes; the fluent and move inputs come first.
    pub gates: Gates,
    /// The input nodes of the fluents.
    pub fluents: Range<u32>,
    /// Per role, the input nodes of its moves.
    pub moves: Vec<Range<u32>>,
    /// The loops, in topological order.
    pub loops: Vec<Loop>,
    /// True if the match is over.
    pub terminal: Wire,
    /// Per role and move, whether the move is legal.
    pub legal: Vec<Vec<Wire>>,
    /// Per fluent, whether it holds in the next state.
    pub next: Vec<Wire>,
    /// Per role, every goal value that a rule mentions, as text, and whether it is derived.
    pub goals: Vec<Vec<(String, Wire)>>,
    /// Per role, every percept that a rule mentions, as sorted text, and whether it is perceived.
    pub sees: Vec<Vec<(String, Wire)>>,
}

/// Gates that depend on themselves. To evaluate, set the inputs to false and evaluate the node
/// range. Copy each driver to its input as soon as it is known. Repeat until no input changes.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The nodes to evaluate repeatedly.
    pub nodes: Range<u32>,
    /// Each input node with the wire that drives it, ordered by the drivers' nodes. Inputs start as
    /// false.
    pub feedback: Vec<(u32, Wire)>,
}

impl Network {
    /// The number of gates.
    pub fn gate_count(&self) -> usize {
        self.gates.gate_count()
    }

    /// The estimated size in memory.
    pub fn bytes(&self) -> usize {
        let outputs = self.next.len() + self.legal.iter().map(Vec::len).sum::<usize>();
        size_of::<Wire>() * (self.gates.len() + self.gates.input_count() + outputs)
    }

    /// The estimated memory of a change to the network: drafts, hash tables and the result.
    fn bytes_to_change(&self) -> usize {
        BYTES_PER_CHANGED_NODE * self.gates.len()
            + BYTES_PER_CHANGED_INPUT * self.gates.input_count()
    }

    /// All output wires.
    pub fn outputs(&self) -> impl Iterator<Item = Wire> + '_ {
        let texts = self.goals.iter().chain(&self.sees).flatten();
        let answers = texts.map(|(_, wire)| *wire);
        let legal = self.legal.iter().flatten().copied();
        let legal = legal.chain([self.terminal]);
        legal.chain(answers).chain(self.next.iter().copied())
    }

    /// A network without gates whose outputs are mapped to other wires.
    fn map_outputs(&self, mut map: impl FnMut(Wire) -> Wire) -> Network {
        let mut all = |wires: &[Wire]| wires.iter().map(|&wire| map(wire)).collect::<Vec<_>>();
        let terminal = all(&[self.terminal])[0];
        let legal = self.legal.iter().map(|legal| all(legal)).collect();
        let mut named = |answers: &Vec<(String, Wire)>| {
            let wires: Vec<Wire> = answers.iter().map(|answer| answer.1).collect();
            let names = answers.iter().map(|answer| answer.0.clone());
            names.zip(all(&wires)).collect::<Vec<_>>()
        };
        let goals = self.goals.iter().map(&mut named).collect();
        let sees = self.sees.iter().map(&mut named).collect();
        Network {
            gates: Gates::default(),
            fluents: self.fluents.clone(),
            moves: self.moves.clone(),
            loops: Vec::new(),
            terminal,
            legal,
            next: all(&self.next),
            goals,
            sees,
        }
    }
}
