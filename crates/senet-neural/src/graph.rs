//! The graph that messages pass over: atoms, rules and signed body edges, in evaluation order.

use senet_gdl::components_by;
use senet_ground::{AtomKind, Grounded, RuleIndex};
use std::ops::Range;

/// The kind of an atom: where its truth comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomInput {
    /// A fluent; the state says whether it holds.
    Fluent,
    /// A move of a role; the joint move says whether it is made.
    Move,
    /// Anything else; the rules decide.
    Derived,
}

/// A condition of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignedAtom(u32);

impl SignedAtom {
    /// An atom that must hold, or must not.
    pub fn new(atom: usize, is_negated: bool) -> SignedAtom {
        SignedAtom(2 * atom as u32 + u32::from(is_negated))
    }

    /// The atom.
    #[inline]
    pub fn atom(self) -> usize {
        (self.0 / 2) as usize
    }

    /// True if the atom must not hold.
    #[inline]
    pub fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }
}

/// Atoms that depend on each other, or a single atom. Each level follows the levels that it depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Positions in the evaluation order of the graph.
    pub atoms: Range<usize>,
    /// True if the atoms depend on each other: they need several rounds.
    pub is_recursive: bool,
    /// True if the atoms depend on the moves that are made.
    pub needs_moves: bool,
}

/// Ground rules as a graph. The rules of an atom are numbered consecutively.
///
/// ```
/// use senet_neural::{AtomInput, SignedAtom, RuleGraph};
///
/// // Atom 2 holds if atom 0 holds and atom 1 does not.
/// let inputs = vec![AtomInput::Fluent, AtomInput::Fluent, AtomInput::Derived];
/// let rules = vec![(2, vec![SignedAtom::new(0, false), SignedAtom::new(1, true)])];
/// let graph = RuleGraph::layered(inputs, rules);
/// assert_eq!((graph.atoms(), graph.rules(), graph.edges()), (3, 1, 3));
/// ```
#[derive(Clone, Debug)]
pub struct RuleGraph {
    inputs: Vec<AtomInput>,
    /// Per atom, the end of its rules.
    rule_ends: Vec<u32>,
    /// Per rule, the end of its literals.
    literal_ends: Vec<u32>,
    literals: Vec<SignedAtom>,
    order: Vec<u32>,
    levels: Vec<Level>,
}

impl RuleGraph {
    /// The graph of a grounded game. Atoms keep their numbers.
    pub fn of(grounded: &Grounded) -> RuleGraph {
        let inputs = grounded.atoms.iter().map(|kind| match kind {
            AtomKind::True(_) => AtomInput::Fluent,
            AtomKind::Does(..) => AtomInput::Move,
            _ => AtomInput::Derived,
        });
        let index = RuleIndex::new(grounded);
        let mut graph = RuleGraph::without_rules(inputs.collect());
        for atom in 0..index.atoms() as u32 {
            for &rule in index.rules(atom) {
                let body = index.body(rule).iter().map(|&literal| SignedAtom(literal));
                graph.push_rule(body);
            }
            graph.rule_ends.push(graph.literal_ends.len() as u32);
        }
        for layer in index.layers() {
            let atoms = index.atoms_of(layer);
            graph.push_level(atoms, layer.is_loop, layer.needs_moves);
        }
        graph
    }

    /// A graph of rules without recursion, given the head and body of each. A rule uses only atoms with smaller numbers than its head.
    pub fn layered(inputs: Vec<AtomInput>, rules: Vec<(usize, Vec<SignedAtom>)>) -> RuleGraph {
        let mut graph = RuleGraph::without_levels(inputs, rules);
        for atom in 0..graph.atoms() as u32 {
            graph.push_level(&[atom], false, false);
        }
        graph
    }

    /// A graph of rules whose levels are still to be found.
    fn without_levels(
        inputs: Vec<AtomInput>,
        mut rules: Vec<(usize, Vec<SignedAtom>)>,
    ) -> RuleGraph {
        rules.sort_by_key(|(head, _)| *head);
        let mut graph = RuleGraph::without_rules(inputs);
        let mut rules = rules.into_iter().peekable();
        for atom in 0..graph.atoms() {
            while let Some((_, body)) = rules.next_if(|(head, _)| *head == atom) {
                graph.push_rule(body.into_iter());
            }
            graph.rule_ends.push(graph.literal_ends.len() as u32);
        }
        graph
    }

    /// A graph of any stratified rules, given the head and body of each.
    pub(crate) fn stratified(
        inputs: Vec<AtomInput>,
        rules: Vec<(usize, Vec<SignedAtom>)>,
    ) -> RuleGraph {
        let mut graph = RuleGraph::without_levels(inputs, rules);
        graph.find_levels();
        graph
    }

    /// The atoms that the rules of an atom use.
    fn uses(&self, atom: usize) -> impl Iterator<Item = usize> + '_ {
        let rules = self.rules_of(atom);
        rules.flat_map(|rule| self.body(rule).iter().map(|literal| literal.atom()))
    }

    /// Makes a level of each strongly connected component; those that it depends on have smaller numbers.
    fn find_levels(&mut self) {
        let component = components_by(self.atoms(), |atom| self.uses(atom));
        let mut order: Vec<u32> = (0..self.atoms() as u32).collect();
        order.sort_by_key(|&atom| component[atom as usize]);
        let mut needs_moves: Vec<bool> = Vec::new();
        for atoms in order.chunk_by(|&a, &b| component[a as usize] == component[b as usize]) {
            let (mut is_recursive, mut needs) = (false, false);
            for &atom in atoms {
                needs |= self.inputs[atom as usize] == AtomInput::Move;
                for used in self.uses(atom as usize) {
                    match needs_moves.get(component[used]) {
                        Some(lower) => needs |= lower,
                        None => is_recursive = true,
                    }
                }
            }
            needs_moves.push(needs);
            self.push_level(atoms, is_recursive, needs);
        }
    }

    fn without_rules(inputs: Vec<AtomInput>) -> RuleGraph {
        RuleGraph {
            rule_ends: Vec::with_capacity(inputs.len()),
            literal_ends: Vec::new(),
            literals: Vec::new(),
            order: Vec::with_capacity(inputs.len()),
            levels: Vec::new(),
            inputs,
        }
    }

    fn push_rule(&mut self, body: impl Iterator<Item = SignedAtom>) {
        self.literals.extend(body);
        self.literal_ends.push(self.literals.len() as u32);
    }

    fn push_level(&mut self, atoms: &[u32], is_recursive: bool, needs_moves: bool) {
        let start = self.order.len();
        self.order.extend_from_slice(atoms);
        self.levels.push(Level {
            atoms: start..self.order.len(),
            is_recursive,
            needs_moves,
        });
    }

    /// The graph with some of its rules only.
    pub fn with_rules(&self, mut is_kept: impl FnMut(usize) -> bool) -> RuleGraph {
        let mut graph = RuleGraph::without_rules(self.inputs.clone());
        for atom in 0..self.atoms() {
            for rule in self.rules_of(atom).filter(|&rule| is_kept(rule)) {
                graph.push_rule(self.body(rule).iter().copied());
            }
            graph.rule_ends.push(graph.literal_ends.len() as u32);
        }
        graph.order.clone_from(&self.order);
        graph.levels.clone_from(&self.levels);
        graph
    }

    /// The number of atoms.
    pub fn atoms(&self) -> usize {
        self.inputs.len()
    }

    /// The number of rules.
    pub fn rules(&self) -> usize {
        self.literal_ends.len()
    }

    /// The number of edges: one for each body literal and one for each head.
    pub fn edges(&self) -> usize {
        self.literals.len() + self.rules()
    }

    /// The kind of an atom.
    #[inline]
    pub fn input(&self, atom: usize) -> AtomInput {
        self.inputs[atom]
    }

    /// The rules that derive an atom.
    #[inline]
    pub fn rules_of(&self, atom: usize) -> Range<usize> {
        let start = atom
            .checked_sub(1)
            .map_or(0, |before| self.rule_ends[before]);
        start as usize..self.rule_ends[atom] as usize
    }

    /// The body of a rule.
    #[inline]
    pub fn body(&self, rule: usize) -> &[SignedAtom] {
        let start = rule
            .checked_sub(1)
            .map_or(0, |before| self.literal_ends[before]);
        &self.literals[start as usize..self.literal_ends[rule] as usize]
    }

    /// The levels, lowest first.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The atoms of a level.
    pub fn atoms_of(&self, level: &Level) -> &[u32] {
        &self.order[level.atoms.clone()]
    }

    /// The largest number of levels on a path through the rules.
    pub fn depth(&self) -> usize {
        let mut depths = vec![0usize; self.atoms()];
        for level in &self.levels {
            let atoms = self.atoms_of(level);
            let used = atoms.iter().flat_map(|&atom| self.rules_of(atom as usize));
            let used = used.flat_map(|rule| self.body(rule));
            let depth = used
                .map(|literal| depths[literal.atom()] + 1)
                .max()
                .unwrap_or(0);
            atoms.iter().for_each(|&atom| depths[atom as usize] = depth);
        }
        depths.into_iter().max().unwrap_or(0)
    }
}
