//! Evaluates rules exactly, 64 states at once: the judge of the network, and the source of its training targets.

use crate::graph::{AtomInput, Level, RuleGraph};

/// The truth of every atom in up to 64 states; bit `s` of a word belongs to state `s`.
///
/// ```
/// use senet_neural::{AtomInput, SignedAtom, RuleGraph, Truths};
///
/// let inputs = vec![AtomInput::Fluent, AtomInput::Derived];
/// let graph = RuleGraph::layered(inputs, vec![(1, vec![SignedAtom::new(0, true)])]);
/// let truths = Truths::derive(&graph, vec![0b01, 0]);
/// assert!(!truths.holds(1, 0) && truths.holds(1, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Truths(Vec<u64>);

impl Truths {
    /// Derives all atoms, given a word for each. Words of derived atoms are ignored.
    pub fn derive(graph: &RuleGraph, mut words: Vec<u64>) -> Truths {
        for (atom, word) in words.iter_mut().enumerate() {
            if graph.input(atom) == AtomInput::Derived {
                *word = 0;
            }
        }
        let mut truths = Truths(words);
        truths.derive_levels(graph, false);
        truths.derive_levels(graph, true);
        truths
    }

    /// Derives all atoms that do not depend on moves; the others stay false.
    pub(crate) fn look(graph: &RuleGraph, words: Vec<u64>) -> Truths {
        let mut truths = Truths(words);
        truths.derive_levels(graph, false);
        truths
    }

    /// Makes some moves and derives the atoms that depend on moves. Call [`Truths::look`] first.
    pub(crate) fn act(&mut self, graph: &RuleGraph, moves: impl Iterator<Item = (u32, u64)>) {
        moves.for_each(|(atom, word)| self.0[atom as usize] |= word);
        self.derive_levels(graph, true);
    }

    /// Derives the levels that depend on moves, or all others. The others must be derived first.
    fn derive_levels(&mut self, graph: &RuleGraph, needs_moves: bool) {
        let levels = graph.levels().iter();
        for level in levels.filter(|level| level.needs_moves == needs_moves) {
            while self.derive_level(graph, level) && level.is_recursive {}
        }
    }

    /// Applies the rules of a level once. Returns true if an atom changed.
    fn derive_level(&mut self, graph: &RuleGraph, level: &Level) -> bool {
        let mut has_changed = false;
        for &atom in graph.atoms_of(level) {
            let atom = atom as usize;
            let rules = graph.rules_of(atom);
            if rules.is_empty() {
                continue;
            }
            let word = rules.fold(0, |word, rule| word | self.body(graph, rule));
            has_changed |= word != self.0[atom];
            self.0[atom] = word;
        }
        has_changed
    }

    /// The states in which all conditions of a rule hold.
    fn body(&self, graph: &RuleGraph, rule: usize) -> u64 {
        graph.body(rule).iter().fold(u64::MAX, |word, literal| {
            let flip = if literal.is_negated() { u64::MAX } else { 0 };
            word & (self.0[literal.atom()] ^ flip)
        })
    }

    /// The word of an atom.
    #[inline]
    pub fn word(&self, atom: usize) -> u64 {
        self.0[atom]
    }

    /// True if an atom holds in a state.
    #[inline]
    pub fn holds(&self, atom: usize, state: usize) -> bool {
        self.0[atom] >> state & 1 == 1
    }
}
