//! Symmetries of a grounded game: ways to exchange facts, moves and roles that leave its rules as they are.
//!
//! The game becomes a graph with a node for every role, fact, move, atom and instance of a rule; symmetries of the game are those of the
//! graph. Where a board is mirrored, every fact on it goes to the mirrored one, which no renaming of words could say.

use crate::canonical::{Group, TooHard};
use crate::{Builder, Colour, Graph, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::Symbol;
use senet_ground::{AtomKind, Grounded};

/// All symmetries of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    /// How many there are, doing nothing among them; `None` if the number has more than 128 bits.
    pub size: Option<u128>,
    /// Symmetries that generate all others.
    pub generators: Vec<Symmetry>,
}

/// A symmetry, as pairs of what moves and where it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Facts of the state.
    pub fluents: Vec<(u32, u32)>,
    /// Roles.
    pub roles: Vec<(u32, u32)>,
}

/// Games with more instances of rules are not looked at.
const MOST_RULES: usize = 400_000;

impl Symmetries {
    /// Finds the symmetries of a game that leave its initial state as it is. Facts with different marks are not exchanged. `stop` is asked
    /// now and then whether to give up.
    pub fn of(
        grounded: &Grounded,
        marks: &[u32],
        stop: &dyn Fn() -> bool,
    ) -> Result<Symmetries, TooHard> {
        if grounded.rules.len() > MOST_RULES {
            return Err(TooHard::Large(grounded.rules.len()));
        }
        let drawing = Drawing::of(grounded, marks);
        let (graph, colours) = (drawing.builder.finish(), drawing.colours);
        let number = |node: NodeId| colours[node as usize];
        let group = Group::told_apart(&graph, number, stop)?;
        Ok(Symmetries {
            size: group.size,
            generators: symmetries(&group, grounded, &graph),
        })
    }
}

/// What generators do to facts and roles, which are the first nodes.
fn symmetries(group: &Group, grounded: &Grounded, graph: &Graph) -> Vec<Symmetry> {
    let facts = grounded.fluents.len() as u32;
    let roles = facts + grounded.roles.len() as u32;
    debug_assert!(graph.nodes().len() >= roles as usize);
    let symmetry = |pairs: &Vec<(NodeId, NodeId)>| {
        let (fluents, others): (Vec<_>, Vec<_>) = pairs.iter().partition(|(from, _)| *from < facts);
        let others = others.into_iter().filter(|(from, _)| *from < roles);
        Symmetry {
            fluents,
            roles: others
                .map(|(from, to): (u32, u32)| (from - facts, to - facts))
                .collect(),
        }
    };
    group.generators.iter().map(symmetry).collect()
}

/// What a node stands for; only nodes of the same kind can be exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// A fact with its mark, and whether it is initial.
    Fact(u32, bool),
    /// A role, by name if it is chance.
    Role(bool),
    Move,
    Legal,
    Next,
    /// A goal, by the name of its value.
    Goal(usize),
    Terminal,
    Sees,
    Inner,
    /// That an atom does not hold.
    Negation,
    /// That an atom is what a rule concludes.
    Conclusion,
    Rule,
}

/// The graph while it is drawn.
struct Drawing<'g> {
    grounded: &'g Grounded,
    builder: Builder,
    colours: Vec<u32>,
    kinds: FxHashMap<Kind, u32>,
    /// Per atom its node.
    atoms: Vec<NodeId>,
    negations: FxHashMap<u32, NodeId>,
    conclusions: FxHashMap<u32, NodeId>,
}

impl<'g> Drawing<'g> {
    fn of(grounded: &'g Grounded, marks: &[u32]) -> Drawing<'g> {
        let mut drawing = Drawing {
            grounded,
            builder: Builder::default(),
            colours: Vec::new(),
            kinds: FxHashMap::default(),
            atoms: Vec::new(),
            negations: FxHashMap::default(),
            conclusions: FxHashMap::default(),
        };
        drawing.facts_and_roles(marks);
        drawing.atoms();
        drawing.rules();
        drawing
    }

    fn node(&mut self, kind: Kind) -> NodeId {
        let next = self.kinds.len() as u32;
        self.colours.push(*self.kinds.entry(kind).or_insert(next));
        self.builder.node(Colour::Symbol, None)
    }

    fn facts_and_roles(&mut self, marks: &[u32]) {
        for fluent in 0..self.grounded.fluents.len() {
            let is_initial = self.grounded.initial.binary_search(&(fluent as u32));
            let mark = marks.get(fluent).copied().unwrap_or(0);
            self.node(Kind::Fact(mark, is_initial.is_ok()));
        }
        for &role in &self.grounded.roles {
            self.node(Kind::Role(self.grounded.terms.name(role) == Symbol::RANDOM));
        }
    }

    fn atoms(&mut self) {
        let facts = self.grounded.fluents.len() as u32;
        let mut moves = FxHashMap::default();
        for number in 0..self.grounded.atoms.len() {
            let node = match self.grounded.atoms[number] {
                AtomKind::True(fluent) => fluent,
                AtomKind::Next(fluent) => self.with_edge(Kind::Next, fluent),
                AtomKind::Does(role, m) => self.the_move(&mut moves, facts + role, m),
                AtomKind::Legal(role, m) => {
                    let made = self.the_move(&mut moves, facts + role, m);
                    self.with_edge(Kind::Legal, made)
                }
                AtomKind::Goal(role, value) => {
                    let name = self.grounded.terms.name(value).index();
                    self.with_edge(Kind::Goal(name), facts + role)
                }
                AtomKind::Sees(role, _) => self.with_edge(Kind::Sees, facts + role),
                AtomKind::Terminal => self.node(Kind::Terminal),
                AtomKind::Inner | AtomKind::Never => self.node(Kind::Inner),
            };
            self.atoms.push(node);
        }
    }

    fn with_edge(&mut self, kind: Kind, to: NodeId) -> NodeId {
        let node = self.node(kind);
        self.builder.edge(node, to);
        node
    }

    fn the_move(
        &mut self,
        known: &mut FxHashMap<(NodeId, u32), NodeId>,
        role: NodeId,
        number: u32,
    ) -> NodeId {
        if let Some(&node) = known.get(&(role, number)) {
            return node;
        }
        let node = self.with_edge(Kind::Move, role);
        known.insert((role, number), node);
        node
    }

    /// A node for each instance, with edges to its conditions and its conclusion. What is written twice counts once.
    fn rules(&mut self) {
        let rules = &self.grounded.rules;
        let mut seen = FxHashSet::default();
        for rule in 0..rules.len() {
            let mut body = rules.body(rule).to_vec();
            body.sort_unstable();
            body.dedup();
            if !seen.insert((rules.head(rule), body.clone())) {
                continue;
            }
            let node = self.node(Kind::Rule);
            let head = self.conclusion(rules.head(rule));
            self.builder.edge(node, head);
            for condition in body {
                let to = match condition % 2 {
                    0 => self.atoms[(condition / 2) as usize],
                    _ => self.negation(condition / 2),
                };
                self.builder.edge(node, to);
            }
        }
    }

    fn negation(&mut self, atom: u32) -> NodeId {
        if let Some(&node) = self.negations.get(&atom) {
            return node;
        }
        let node = self.with_edge(Kind::Negation, self.atoms[atom as usize]);
        self.negations.insert(atom, node);
        node
    }

    fn conclusion(&mut self, atom: u32) -> NodeId {
        if let Some(&node) = self.conclusions.get(&atom) {
            return node;
        }
        let node = self.with_edge(Kind::Conclusion, self.atoms[atom as usize]);
        self.conclusions.insert(atom, node);
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::Sheet;
    use senet_ground::{GroundOptions, ground};

    #[track_caller]
    fn check(rules: &str, size: u128) {
        let how = GroundOptions {
            condense: false,
            ..GroundOptions::default()
        };
        let grounded = ground(&Sheet::read(rules).description, &how).unwrap();
        let found = Symmetries::of(&grounded, &[], &|| false).unwrap();
        assert_eq!(found.size, Some(size), "{rules}");
        assert_eq!(found.generators.is_empty(), size == 1);
    }

    /// Four lamps in a ring; a move switches a lamp.
    #[test]
    fn what_looks_alike_can_be_exchanged() {
        let ring = "(role p) (near 1 2) (near 2 3) (near 3 4) (near 4 1) (lamp 1) (lamp 2) (lamp 3) (lamp 4)
            (<= (legal p (switch ?x)) (lamp ?x)) (<= (next (on ?x)) (does p (switch ?x)))
            (<= (next (on ?x)) (true (on ?x)))";
        check(ring, 24);
        let turns = "(<= terminal (near ?x ?y) (true (on ?x)) (true (on ?y)))";
        check(&format!("{ring} {turns}"), 8);
        // What is different at first stays different.
        check(&format!("{ring} {turns} (init (on 1))"), 2);
    }

    #[test]
    fn roles_are_exchanged_with_their_moves() {
        let game = "(role a) (role b) (legal a (take 1)) (legal a (take 2)) (legal b (take 1)) (legal b (take 2))
            (<= (next (has ?r ?x)) (does ?r (take ?x))) (<= (goal ?r 100) (role ?r) (true (has ?r 1)))";
        check(game, 2);
        check(&format!("{game} (<= (goal a 50) (true (has a 2)))"), 1);
    }
}
