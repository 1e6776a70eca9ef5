//! Random logic programs in layers: training data without any game.

use super::example::Example;
use crate::graph::{AtomInput, RuleGraph, SignedAtom};
use crate::truth::Truths;
use fastrand::Rng;

/// The shape of random programs.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramShape {
    /// The number of fluents.
    pub fluents: usize,
    /// The number of moves.
    pub moves: usize,
    /// The number of derived atoms.
    pub derived: usize,
    /// The number of layers of derived atoms.
    pub layers: usize,
    /// The share of negated literals.
    pub negated: f64,
    /// The weight of each number of rules of an atom, from 0 on.
    pub rules: Vec<f64>,
    /// The weight of each number of literals of a rule, from 0 on.
    pub literals: Vec<f64>,
}

impl Default for ProgramShape {
    /// Atoms without rules and rules without conditions are rare, but the network must have met them.
    fn default() -> ProgramShape {
        ProgramShape {
            fluents: 20,
            moves: 12,
            derived: 64,
            layers: 4,
            negated: 0.35,
            rules: vec![0.06, 0.40, 0.28, 0.16, 0.10],
            literals: vec![0.02, 0.26, 0.32, 0.22, 0.12, 0.06],
        }
    }
}

/// Makes a random program with random states. Targets are the atoms that no rule uses.
///
/// ```
/// use senet_neural::{ProgramShape, random_program};
///
/// let example = random_program(&ProgramShape::default(), 16, &mut fastrand::Rng::with_seed(1));
/// assert_eq!(example.graph.atoms(), 96);
/// assert!(example.graph.depth() <= 4);
/// ```
pub fn random_program(shape: &ProgramShape, states: usize, rng: &mut Rng) -> Example {
    let inputs = shape.fluents + shape.moves;
    let atoms = inputs + shape.derived;
    let mut layer = vec![0; atoms];
    layer[inputs..]
        .iter_mut()
        .for_each(|layer| *layer = rng.usize(1..=shape.layers));
    layer[inputs..].sort_unstable();
    let mut is_used = vec![false; atoms];
    let mut rules = Vec::new();
    for head in inputs..atoms {
        for _ in 0..draw(&shape.rules, rng) {
            let body = random_body(shape, &layer, head, rng);
            body.iter()
                .for_each(|literal| is_used[literal.atom()] = true);
            rules.push((head, body));
        }
    }
    let kind = |atom| match atom {
        atom if atom < shape.fluents => AtomInput::Fluent,
        atom if atom < inputs => AtomInput::Move,
        _ => AtomInput::Derived,
    };
    let graph = RuleGraph::layered((0..atoms).map(kind).collect(), rules);
    let truths = Truths::derive(&graph, random_words(inputs, atoms, states, rng));
    let targets = (inputs..atoms).filter(|&atom| !is_used[atom]);
    Example {
        targets: vec![targets.map(|atom| atom as u32).collect()],
        graph,
        truths,
        states,
    }
}

/// Draws a body. Half of the literals come from the layer right below, so that programs are deep.
fn random_body(
    shape: &ProgramShape,
    layer: &[usize],
    head: usize,
    rng: &mut Rng,
) -> Vec<SignedAtom> {
    let end = layer.partition_point(|&other| other < layer[head]);
    let near = layer.partition_point(|&other| other < layer[head] - 1);
    let mut body: Vec<SignedAtom> = Vec::new();
    for _ in 0..draw(&shape.literals, rng) {
        let is_near = near < end && rng.bool();
        let atom = rng.usize(if is_near { near } else { 0 }..end);
        if body.iter().all(|literal| literal.atom() != atom) {
            body.push(SignedAtom::new(atom, rng.f64() < shape.negated));
        }
    }
    body
}

/// Random values of the inputs. Some are mostly true, some mostly false.
fn random_words(inputs: usize, atoms: usize, states: usize, rng: &mut Rng) -> Vec<u64> {
    let mut words = vec![0; atoms];
    for word in &mut words[..inputs] {
        let chance = [0.2, 0.5, 0.8][rng.usize(..3)];
        *word = (0..states).fold(0, |word, state| {
            word | u64::from(rng.f64() < chance) << state
        });
    }
    words
}

/// Draws a position by weight.
fn draw(weights: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.f64() * weights.iter().sum::<f64>();
    for (position, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return position;
        }
    }
    weights.len().saturating_sub(1)
}
