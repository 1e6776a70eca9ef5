//! Runs a network over a graph, in one pass from the lowest level to the highest.
//!
//! One pass is enough: a level depends only on lower levels and on itself. Rounds over the whole graph would be wrong where negation
//! meets recursion: an atom that is true too early can support itself.

use crate::cell::{Activation, InputFeature, Vector, Weights, maximum, product};
use crate::graph::{AtomInput, Level, RuleGraph};
use crate::network::{ReasonerNetwork, WeightsOfAnySize};

/// The largest number of states that are evaluated at once: one bit of a word each.
pub(crate) const MAX_BATCH: usize = 64;

/// Evaluates the atoms of a graph in a batch of states.
///
/// ```
/// use senet_neural::{AtomInput, Evaluation, SignedAtom, ReasonerNetwork, RuleGraph};
///
/// let inputs = vec![AtomInput::Fluent, AtomInput::Derived];
/// let graph = RuleGraph::layered(inputs, vec![(1, vec![SignedAtom::new(0, true)])]);
/// let mut evaluation = Evaluation::new(&ReasonerNetwork::embedded(), &graph, 2);
/// evaluation.set_input(0, 0b01);
/// evaluation.run(&graph, false);
/// assert_eq!(evaluation.word(1), 0b10);
/// ```
pub struct Evaluation(Box<dyn Run>);

impl Evaluation {
    /// Prepares the evaluation of `batch` states, at most 64.
    pub fn new(network: &ReasonerNetwork, graph: &RuleGraph, batch: usize) -> Evaluation {
        let (activation, atoms) = (network.activation, graph.atoms());
        Evaluation(match &network.weights {
            WeightsOfAnySize::H4(weights) => Pass::boxed(weights, activation, atoms, batch),
            WeightsOfAnySize::H8(weights) => Pass::boxed(weights, activation, atoms, batch),
            WeightsOfAnySize::H16(weights) => Pass::boxed(weights, activation, atoms, batch),
            WeightsOfAnySize::H32(weights) => Pass::boxed(weights, activation, atoms, batch),
        })
    }

    /// Says in which states a fluent holds or a move is made; bit `s` belongs to state `s`.
    pub fn set_input(&mut self, atom: usize, word: u64) {
        self.0.set_word(atom, word);
    }

    /// Evaluates the levels that depend on moves, or all others. The others must be evaluated first.
    pub fn run(&mut self, graph: &RuleGraph, needs_moves: bool) {
        let due = graph
            .levels()
            .iter()
            .filter(|level| level.needs_moves == needs_moves);
        due.for_each(|level| self.0.run(graph, level));
    }

    /// The states in which the network says that an atom holds.
    pub fn word(&self, atom: usize) -> u64 {
        self.0.word(atom)
    }

    /// The outputs of an atom, one for each state: positive if it holds.
    pub fn logits(&self, atom: usize) -> Vec<f32> {
        self.0.logits(atom)
    }

    /// Bytes that an evaluation of this size takes.
    pub(crate) fn bytes(network: &ReasonerNetwork, graph: &RuleGraph, batch: usize) -> usize {
        graph.atoms() * (batch * network.hidden() * 3 * size_of::<f32>() + size_of::<u64>())
    }
}

/// One pass, with vectors of any size.
trait Run: Send {
    fn set_word(&mut self, atom: usize, word: u64);
    fn word(&self, atom: usize) -> u64;
    fn logits(&self, atom: usize) -> Vec<f32>;
    fn run(&mut self, graph: &RuleGraph, level: &Level);
}

struct Pass<const H: usize> {
    weights: Weights<H>,
    activation: Activation,
    batch: usize,
    /// Per atom, the states in which it holds.
    words: Vec<u64>,
    /// Per atom and state, its vector and its messages to rules that use it plainly and negated.
    nodes: Vec<Node<H>>,
    /// The nodes of atoms without rules, for each input feature.
    leaves: [Node<H>; 5],
    /// Per state, the maximum of the messages to the current rule, and to the current atom.
    body: Vec<Vector<H>>,
    head: Vec<Vector<H>>,
}

#[derive(Clone, Copy)]
struct Node<const H: usize> {
    vector: Vector<H>,
    messages: [Vector<H>; 2],
}

impl<const H: usize> Node<H> {
    fn new(weights: &Weights<H>, vector: Vector<H>) -> Node<H> {
        Node {
            messages: [false, true].map(|is_negated| weights.message(&vector, is_negated)),
            vector,
        }
    }
}

impl<const H: usize> Pass<H> {
    fn boxed(
        weights: &Weights<H>,
        activation: Activation,
        atoms: usize,
        batch: usize,
    ) -> Box<dyn Run> {
        use InputFeature::{Derived, FluentFalse, FluentTrue, MoveFalse, MoveTrue};
        let leaves = [FluentTrue, FluentFalse, MoveTrue, MoveFalse, Derived].map(|feature| {
            let vector = activation.apply(weights.atom(&weights.no_rules, feature));
            Node::new(weights, vector)
        });
        let batch = batch.clamp(1, MAX_BATCH);
        Box::new(Pass {
            weights: weights.clone(),
            activation,
            batch,
            words: vec![0; atoms],
            nodes: vec![leaves[Derived as usize]; atoms * batch],
            leaves,
            body: vec![[0.0; H]; batch],
            head: vec![[0.0; H]; batch],
        })
    }

    /// Evaluates an atom. Returns true if its truth changed.
    fn evaluate(&mut self, graph: &RuleGraph, atom: usize) -> bool {
        match graph.rules_of(atom).is_empty() {
            true => self.set_leaf(graph.input(atom), atom),
            false => self.set_derived(graph, atom),
        }
    }

    fn set_leaf(&mut self, input: AtomInput, atom: usize) -> bool {
        for state in 0..self.batch {
            let feature = input_feature(input, self.words[atom] >> state & 1 == 1);
            self.nodes[atom * self.batch + state] = self.leaves[feature as usize];
        }
        input == AtomInput::Derived && self.decode(atom)
    }

    fn set_derived(&mut self, graph: &RuleGraph, atom: usize) -> bool {
        self.head.fill([f32::NEG_INFINITY; H]);
        for rule in graph.rules_of(atom) {
            self.gather_body(graph, rule);
            for (body, head) in self.body.iter().zip(&mut self.head) {
                let vector = self.activation.apply(self.weights.rule(body));
                maximum(head, &product(&vector, &self.weights.head));
            }
        }
        for state in 0..self.batch {
            let sum = self.weights.atom(&self.head[state], InputFeature::Derived);
            let node = Node::new(&self.weights, self.activation.apply(sum));
            self.nodes[atom * self.batch + state] = node;
        }
        self.decode(atom)
    }

    /// Collects the maximum of the messages to a rule, for each state.
    fn gather_body(&mut self, graph: &RuleGraph, rule: usize) {
        let literals = graph.body(rule);
        let start = match literals.is_empty() {
            true => self.weights.empty_body,
            false => [f32::NEG_INFINITY; H],
        };
        self.body.fill(start);
        for literal in literals {
            let sign = usize::from(literal.is_negated());
            let from = literal.atom() * self.batch;
            for (body, node) in self
                .body
                .iter_mut()
                .zip(&self.nodes[from..from + self.batch])
            {
                maximum(body, &node.messages[sign]);
            }
        }
    }

    /// Reads the truth of an atom from its vectors. Returns true if it changed.
    fn decode(&mut self, atom: usize) -> bool {
        let nodes = &self.nodes[atom * self.batch..][..self.batch];
        let bits = nodes.iter().enumerate();
        let word = bits.fold(0, |word, (state, node)| {
            word | u64::from(self.weights.logit(&node.vector) > 0.0) << state
        });
        std::mem::replace(&mut self.words[atom], word) != word
    }

    /// Makes the atoms of a recursive level false, before its first round.
    fn clear(&mut self, atoms: &[u32]) {
        for &atom in atoms {
            let from = atom as usize * self.batch;
            self.nodes[from..from + self.batch].fill(self.leaves[InputFeature::Derived as usize]);
            self.decode(atom as usize);
        }
    }
}

impl<const H: usize> Run for Pass<H> {
    fn set_word(&mut self, atom: usize, word: u64) {
        self.words[atom] = word;
    }

    fn word(&self, atom: usize) -> u64 {
        self.words[atom]
    }

    fn logits(&self, atom: usize) -> Vec<f32> {
        let nodes = self.nodes[atom * self.batch..][..self.batch].iter();
        nodes.map(|node| self.weights.logit(&node.vector)).collect()
    }

    fn run(&mut self, graph: &RuleGraph, level: &Level) {
        let atoms = graph.atoms_of(level);
        if !level.is_recursive {
            for &atom in atoms {
                self.evaluate(graph, atom as usize);
            }
            return;
        }
        self.clear(atoms);
        // With an exact network, each round adds an atom. The bound stops networks that are not exact.
        for _ in 0..=atoms.len() {
            let changes = atoms
                .iter()
                .filter(|&&atom| self.evaluate(graph, atom as usize));
            if changes.count() == 0 {
                break;
            }
        }
    }
}

/// The input feature of an atom, given its value in the state or joint move.
pub(crate) fn input_feature(input: AtomInput, holds: bool) -> InputFeature {
    match (input, holds) {
        (AtomInput::Fluent, true) => InputFeature::FluentTrue,
        (AtomInput::Fluent, false) => InputFeature::FluentFalse,
        (AtomInput::Move, true) => InputFeature::MoveTrue,
        (AtomInput::Move, false) => InputFeature::MoveFalse,
        (AtomInput::Derived, _) => InputFeature::Derived,
    }
}
