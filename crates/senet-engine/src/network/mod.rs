//! The rules of a grounded game as a network of logical gates.
//!
//! Every atom becomes a wire: the OR of its rules, each the AND of its body. Equal gates are one gate, constants are folded away, and
//! what no answer depends on is never kept in a [`Section`]. Positive recursion makes loops, which are iterated to their least fixpoint.
//!
//! [`Network::build`] gives the plain network; building is linear in the rule instances. Made from it are networks for the [`Phases`] of a match
//! ([`Network::specialise_to`]), for single purposes ([`Network::for_steps`], [`Network::for_goals`]), and smaller ones with the same
//! answers ([`Network::rewrite`]). All of them have the same numbers for fluents and moves.

mod build;
mod emit;
mod gates;
mod live;
mod phases;
mod reach;
mod rewrite;
mod section;
mod specialise;
mod three_valued;

pub use gates::{Gates, Wire};
pub use live::live_in_cycle;
pub use phases::{FixedFluent, Phases};
use reach::Reach;
pub use rewrite::Joints;
pub use section::{Section, Segment};

use std::ops::Range;

/// A network with named inputs and outputs.
#[derive(Clone, Debug)]
pub struct Network {
    /// All gates; inputs come first.
    pub gates: Gates,
    /// The input nodes of the fluents.
    pub fluents: Range<u32>,
    /// Per role, the input nodes of its moves.
    pub moves: Vec<Range<u32>>,
    /// The parts that feed back into themselves, in topological order.
    pub loops: Vec<Loop>,
    /// Whether the match is over.
    pub terminal: Wire,
    /// Per role and move, whether it is legal.
    pub legal: Vec<Vec<Wire>>,
    /// Per fluent, whether it holds next.
    pub next: Vec<Wire>,
    /// Per role, each goal value that some rule gives, as text, and whether it is derived.
    pub goals: Vec<Vec<(String, Wire)>>,
    /// Per role, each percept that some rule gives, as text in order, and whether it is perceived.
    pub sees: Vec<Vec<(String, Wire)>>,
}

/// Gates that depend on themselves: evaluate the range, copying each driver to its input as soon as it is known, and repeat
/// until no input changes.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The nodes to evaluate again and again.
    pub nodes: Range<u32>,
    /// Each input node of the loop with the wire that drives it, in the order of the drivers' nodes; inputs start out false.
    pub feedback: Vec<(u32, Wire)>,
}

impl Network {
    /// How many gates there are.
    pub fn gate_count(&self) -> usize {
        self.gates.gate_count()
    }

    /// All wires that answer questions.
    pub fn outputs(&self) -> impl Iterator<Item = Wire> + '_ {
        let texts = self.goals.iter().chain(&self.sees).flatten();
        let answers = texts.map(|(_, wire)| *wire);
        let legal = self.legal.iter().flatten().copied();
        let legal = legal.chain([self.terminal]);
        legal.chain(answers).chain(self.next.iter().copied())
    }

    /// The same questions answered by other wires; the gates are left out.
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
