//! The instances of the rules in a graph, to find out which of them fire in a state: the targets of training.
//!
//! As in the thesis, the target of a `legal` or `next` node tells whether the node's own rule fires. The truth of the move or fluent would be another
//! target: several rules can derive it, and their nodes may be far apart.

use super::irg::{BitIndex, NEVER, Targets};
use crate::dataset::Row;
use crate::graph::{AtomInput, RuleGraph, SignedAtom};
use crate::truth::Truths;
use rustc_hash::FxHashMap;
use senet_gdl::Symbol;
use senet_graph::{Colour, GraphNodeId, Instantiated, NodeTerm};
use senet_ground::TermId;

/// The instances as ground rules. Each target node has an atom that only its own rule derives.
#[derive(Clone, Debug)]
pub(super) struct InstanceRules {
    graph: RuleGraph,
    /// Atoms of `true` and `does` with their bits in a row.
    fluents: Vec<(u32, u32)>,
    moves: Vec<(u32, u32)>,
    /// For each task and target, the atom that tells whether its rule fires.
    fires: [Vec<u32>; 2],
}

impl InstanceRules {
    /// Reads the rules off a graph.
    pub fn of(made: &Instantiated, bits: &BitIndex, targets: [&Targets; 2]) -> InstanceRules {
        let mut builder = Builder {
            made,
            inputs: Vec::new(),
            atoms: FxHashMap::default(),
            rules: Vec::new(),
            concluded: FxHashMap::default(),
        };
        builder.read_all();
        let fires = targets.map(|targets| {
            let nodes = targets.nodes.iter();
            nodes.map(|&node| builder.atom_of(node)).collect()
        });
        let labelled = |kind: Symbol| -> Vec<(u32, u32)> {
            let terms = builder.atoms.iter();
            let terms = terms.filter(|(term, _)| made.terms.name(**term) == kind);
            let pairs = terms.map(|(term, atom)| (*atom, bits.bit(made, *term)));
            pairs.filter(|(_, bit)| *bit != NEVER).collect()
        };
        InstanceRules {
            fluents: labelled(Symbol::TRUE),
            moves: labelled(Symbol::DOES),
            fires,
            graph: RuleGraph::stratified(builder.inputs, builder.rules),
        }
    }

    /// For each target of a task, true if its rule fires in a row.
    pub fn fire(&self, task: usize, row: &Row) -> Vec<bool> {
        let mut words = vec![0; self.graph.atoms()];
        let mut set = |pairs: &[(u32, u32)], bits: &crate::dataset::Bits| {
            for &(atom, bit) in pairs {
                words[atom as usize] = u64::from(bits.get(bit as usize));
            }
        };
        set(&self.fluents, &row.fluents);
        if let Some(moves) = &row.moves {
            set(&self.moves, moves);
        }
        let truths = Truths::derive(&self.graph, words);
        let fires = self.fires[task].iter();
        fires.map(|&atom| truths.holds(atom as usize, 0)).collect()
    }
}

struct Builder<'m> {
    made: &'m Instantiated,
    inputs: Vec<AtomInput>,
    atoms: FxHashMap<TermId, u32>,
    rules: Vec<(usize, Vec<SignedAtom>)>,
    /// For each head node, the atom that only its rule derives.
    concluded: FxHashMap<GraphNodeId, u32>,
}

impl Builder<'_> {
    /// Reads all rules, then the facts: sentences below no arrow.
    fn read_all(&mut self) {
        let mut is_read = vec![false; self.made.node_terms.len()];
        let arrow = Colour::Keyword(Symbol::ARROW);
        for (node, it) in (0..).zip(self.made.graph.nodes()) {
            if it.colour == arrow {
                let sentences = self.made.graph.edges(node);
                sentences
                    .iter()
                    .for_each(|&sentence| is_read[sentence as usize] = true);
                let body = sentences[1..].iter().map(|&node| self.condition(node));
                let body = body.collect();
                self.conclude(sentences[0], body);
            }
        }
        for ((node, term), is_read) in (0..).zip(&self.made.node_terms).zip(is_read) {
            if !is_read && matches!(term, Some(it) if it.parent.is_none()) {
                self.conclude(node, Vec::new());
            }
        }
    }

    /// Adds a rule in two steps: its body derives an atom of its own, and that atom derives the head.
    fn conclude(&mut self, head: GraphNodeId, body: Vec<SignedAtom>) {
        let own = self.new_atom(AtomInput::Derived);
        self.concluded.insert(head, own);
        self.rules.push((own as usize, body));
        let atom = self.atom(self.term(head)) as usize;
        self.rules
            .push((atom, vec![SignedAtom::new(own as usize, false)]));
    }

    fn condition(&mut self, node: GraphNodeId) -> SignedAtom {
        let term = self.term(node);
        match (self.made.terms.name(term), self.made.terms.args(term)) {
            (Symbol::NOT, &[inner]) => SignedAtom::new(self.atom(inner) as usize, true),
            _ => SignedAtom::new(self.atom(term) as usize, false),
        }
    }

    /// The atom that the rule of a head derives. A `legal` node that is a condition has the atom of the move.
    fn atom_of(&self, node: GraphNodeId) -> u32 {
        let concluded = self.concluded.get(&node).copied();
        concluded.unwrap_or_else(|| self.atoms[&self.term(node)])
    }

    fn term(&self, node: GraphNodeId) -> TermId {
        let found: Option<NodeTerm> = self.made.node_terms[node as usize];
        found.expect("arrows lead to sentences").term
    }

    fn atom(&mut self, term: TermId) -> u32 {
        if let Some(&atom) = self.atoms.get(&term) {
            return atom;
        }
        let atom = self.new_atom(match self.made.terms.name(term) {
            Symbol::TRUE => AtomInput::Fluent,
            Symbol::DOES => AtomInput::Move,
            _ => AtomInput::Derived,
        });
        self.atoms.insert(term, atom);
        atom
    }

    fn new_atom(&mut self, input: AtomInput) -> u32 {
        self.inputs.push(input);
        self.inputs.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use crate::dataset::{DataOptions, generate};
    use crate::gat::{Irg, Task};
    use senet_gdl::Sheet;

    /// A move or fluent holds exactly if one of its rules fires.
    fn check(rules: &str) {
        let description = senet_gdl::playable(&Sheet::read(rules)).unwrap();
        let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
        let irg = Irg::of("game", &description, &grounded, &Default::default()).unwrap();
        let options = DataOptions {
            rows: 60,
            terminal_share: 0.0,
            ..DataOptions::default()
        };
        let rows = generate("game", &grounded, &options).rows;
        let rows = rows.iter().filter(|row| row.next.is_some());
        for (row, task) in rows.flat_map(|row| Task::ALL.map(|task| (row, task))) {
            let answers = irg.answers(task, row).unwrap();
            let targets = irg.targets(task);
            let mut found = vec![false; 1 + *targets.groups.iter().max().unwrap() as usize];
            let mut holds = found.clone();
            let fired = irg.truths(task, row).into_iter();
            for ((fires, &group), &bit) in fired.zip(&targets.groups).zip(&targets.bits) {
                found[group as usize] |= fires;
                holds[group as usize] = answers.get(bit as usize);
            }
            assert_eq!(found, holds, "{task:?} {row:?}");
        }
    }

    #[test]
    fn an_answer_holds_if_one_of_its_rules_fires() {
        check(
            "(role a) (role b) (init (on x)) (init (free y)) (node x) (node y) (link x y) (link y x)
            (<= (path ?x ?y) (link ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (link ?y ?z))
            (<= (blocked ?x) (node ?x) (not (true (free ?x))))
            (<= (legal a (go ?y)) (true (on ?x)) (path ?x ?y) (not (blocked ?y))) (legal a rest)
            (<= (legal b (open ?x)) (blocked ?x)) (<= (legal b rest) (legal a rest))
            (<= (next (on ?y)) (does a (go ?y))) (<= (next (on ?x)) (true (on ?x)) (does a rest))
            (<= (next (free ?x)) (does b (open ?x))) (<= (next (free ?x)) (true (free ?x)) (not (does a (go ?x))))
            (<= terminal (true (on x)) (true (on y))) (goal a 50) (goal b 50)",
        );
        for name in ["tic-tac-toe", "nim"] {
            check(senet_library::find(name).unwrap().rules);
        }
    }

    #[test]
    fn rules_with_an_arrow_but_no_conditions_are_facts() {
        check(
            "(role you) (node a) (node b) (init (on a)) (<= (blocked a)) (<= (legal you rest))
            (<= (legal you (go ?x)) (node ?x) (not (blocked ?x)))
            (<= (next (on ?x)) (does you (go ?x))) (<= (next (on ?x)) (true (on ?x)) (does you rest))
            (<= terminal (true (on c))) (goal you 50)",
        );
    }
}
