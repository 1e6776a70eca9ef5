//! Symmetries of a grounded game: permutations of fluents, moves and roles that preserve its rules.
//!
//! The game becomes a graph with a node for each role, fluent, move, atom and ground rule. The symmetries of the game
//! are the automorphisms of this graph. They include mirrored boards, which no renaming of symbols can express.
//!
//! ```
//! use senet_gdl::{Deadline, Sheet};
//! use senet_graph::Symmetries;
//! use senet_ground::{GroundOptions, ground};
//!
//! let rules = "(role a) (role b) (<= (legal ?r (pick ?x)) (role ?r) (item ?x)) (item 1) (item 2)
//!     (<= (next (has ?r ?x)) (does ?r (pick ?x)))";
//! let options = GroundOptions { condense: false, ..GroundOptions::default() };
//! let grounded = ground(&Sheet::read(rules).description, &options).unwrap();
//! assert!(Symmetries::of(&grounded, &[], &Deadline::never()).unwrap().size > Some(1));
//! ```

use crate::canonical::{Group, TooHard};
use crate::{Colour, GraphBuilder, GraphNodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Deadline, Symbol};
use senet_ground::{AtomKind, Grounded};

/// The symmetry group of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    /// The order of the group, or `None` beyond 128 bits.
    pub size: Option<u128>,
    /// Symmetries that generate the group.
    pub generators: Vec<Symmetry>,
}

/// A symmetry as pairs of an element and its image. Fixed points are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The moved fluents.
    pub fluents: Vec<(u32, u32)>,
    /// The moved roles.
    pub roles: Vec<(u32, u32)>,
    /// The moved moves, each as a role and its move.
    pub moves: Vec<(RoleMove, RoleMove)>,
}

/// A role and the number of its move.
pub type RoleMove = (u32, u32);

/// The limit on ground rules.
const MAX_RULES: usize = 400_000;

impl Symmetries {
    /// Finds the symmetries that preserve the initial state. Only fluents of the same class are exchanged; a missing
    /// entry means class 0. The search gives up when the deadline is over.
    pub fn of(
        grounded: &Grounded,
        fluent_classes: &[u32],
        deadline: &Deadline,
    ) -> Result<Symmetries, TooHard> {
        if grounded.rules.len() > MAX_RULES {
            return Err(TooHard::Large(grounded.rules.len()));
        }
        deadline.check()?;
        let ground_graph = GroundGraph::of(grounded, fluent_classes);
        let moves = ground_graph.moves;
        let (graph, colours) = (ground_graph.builder.finish(), ground_graph.colours);
        let node_colour = |node: GraphNodeId| colours[node as usize];
        let group = Group::with_node_colours(&graph, node_colour, deadline)?;
        Ok(Symmetries {
            size: group.size,
            generators: symmetries(&group, grounded, &moves),
        })
    }
}

/// Restricts the generators to fluents and roles, which are the first nodes, and to moves.
fn symmetries(
    group: &Group,
    grounded: &Grounded,
    moves: &FxHashMap<GraphNodeId, RoleMove>,
) -> Vec<Symmetry> {
    let fluent_count = grounded.fluents.len() as u32;
    let roles = fluent_count + grounded.roles.len() as u32;
    let symmetry = |pairs: &Vec<(GraphNodeId, GraphNodeId)>| {
        let (fluents, others): (Vec<_>, Vec<_>) =
            pairs.iter().partition(|(from, _)| *from < fluent_count);
        let moved = |(from, to): &(u32, u32)| Some((*moves.get(from)?, *moves.get(to)?));
        Symmetry {
            fluents,
            moves: others.iter().filter_map(moved).collect(),
            roles: others
                .into_iter()
                .filter(|(from, _)| *from < roles)
                .map(|(from, to): (u32, u32)| (from - fluent_count, to - fluent_count))
                .collect(),
        }
    };
    group.generators.iter().map(symmetry).collect()
}

/// The kind of a node. Only nodes of the same kind can be exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// A fluent with its class, and whether it holds initially.
    Fluent(u32, bool),
    /// A role, and whether it is `random`.
    Role(bool),
    Move,
    Legal,
    Next,
    /// A goal with its value.
    Goal(usize),
    Terminal,
    Sees,
    Inner,
    /// The negation of an atom.
    Negation,
    /// An atom as the head of rules.
    Conclusion,
    Rule,
}

/// The graph under construction.
struct GroundGraph<'g> {
    grounded: &'g Grounded,
    builder: GraphBuilder,
    colours: Vec<u32>,
    kinds: FxHashMap<Kind, u32>,
    /// The node of each atom.
    atoms: Vec<GraphNodeId>,
    /// The move of each node that stands for one.
    moves: FxHashMap<GraphNodeId, RoleMove>,
    negations: FxHashMap<u32, GraphNodeId>,
    conclusions: FxHashMap<u32, GraphNodeId>,
}

impl<'g> GroundGraph<'g> {
    fn of(grounded: &'g Grounded, fluent_classes: &[u32]) -> GroundGraph<'g> {
        let mut ground_graph = GroundGraph {
            grounded,
            builder: GraphBuilder::default(),
            colours: Vec::new(),
            kinds: FxHashMap::default(),
            atoms: Vec::new(),
            moves: FxHashMap::default(),
            negations: FxHashMap::default(),
            conclusions: FxHashMap::default(),
        };
        ground_graph.fluents_and_roles(fluent_classes);
        ground_graph.atoms();
        ground_graph.rules();
        ground_graph
    }

    fn node(&mut self, kind: Kind) -> GraphNodeId {
        let next = self.kinds.len() as u32;
        self.colours.push(*self.kinds.entry(kind).or_insert(next));
        self.builder.node(Colour::Symbol, None)
    }

    fn fluents_and_roles(&mut self, fluent_classes: &[u32]) {
        for fluent in 0..self.grounded.fluents.len() {
            let is_initial = self.grounded.initial.binary_search(&(fluent as u32));
            let class = fluent_classes.get(fluent).copied().unwrap_or(0);
            self.node(Kind::Fluent(class, is_initial.is_ok()));
        }
        for &role in &self.grounded.roles {
            self.node(Kind::Role(self.grounded.terms.name(role) == Symbol::RANDOM));
        }
    }

    fn atoms(&mut self) {
        let fluent_count = self.grounded.fluents.len() as u32;
        let mut moves = FxHashMap::default();
        for number in 0..self.grounded.atoms.len() {
            let node = match self.grounded.atoms[number] {
                AtomKind::True(fluent) => fluent,
                AtomKind::Next(fluent) => self.node_with_edge(Kind::Next, fluent),
                AtomKind::Does(role, m) => self.move_node(&mut moves, fluent_count + role, m),
                AtomKind::Legal(role, m) => {
                    let made = self.move_node(&mut moves, fluent_count + role, m);
                    self.node_with_edge(Kind::Legal, made)
                }
                AtomKind::Goal(role, value) => {
                    let name = self.grounded.terms.name(value).index();
                    self.node_with_edge(Kind::Goal(name), fluent_count + role)
                }
                AtomKind::Sees(role, _) => self.node_with_edge(Kind::Sees, fluent_count + role),
                AtomKind::Terminal => self.node(Kind::Terminal),
                AtomKind::Inner | AtomKind::Never => self.node(Kind::Inner),
            };
            self.atoms.push(node);
        }
    }

    fn node_with_edge(&mut self, kind: Kind, to: GraphNodeId) -> GraphNodeId {
        let node = self.node(kind);
        self.builder.edge(node, to);
        node
    }

    fn move_node(
        &mut self,
        known: &mut FxHashMap<(GraphNodeId, u32), GraphNodeId>,
        role: GraphNodeId,
        number: u32,
    ) -> GraphNodeId {
        if let Some(&node) = known.get(&(role, number)) {
            return node;
        }
        let node = self.node_with_edge(Kind::Move, role);
        known.insert((role, number), node);
        let first_role = self.grounded.fluents.len() as u32;
        self.moves.insert(node, (role - first_role, number));
        node
    }

    /// Adds a node for each distinct ground rule, with edges to its head and conditions.
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

    fn negation(&mut self, atom: u32) -> GraphNodeId {
        if let Some(&node) = self.negations.get(&atom) {
            return node;
        }
        let node = self.node_with_edge(Kind::Negation, self.atoms[atom as usize]);
        self.negations.insert(atom, node);
        node
    }

    fn conclusion(&mut self, atom: u32) -> GraphNodeId {
        if let Some(&node) = self.conclusions.get(&atom) {
            return node;
        }
        let node = self.node_with_edge(Kind::Conclusion, self.atoms[atom as usize]);
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
        let found = Symmetries::of(&grounded, &[], &Deadline::never()).unwrap();
        assert_eq!(found.size, Some(size), "{rules}");
        assert_eq!(found.generators.is_empty(), size == 1);
    }

    /// Four lamps in a ring; each move switches one lamp on.
    #[test]
    fn counts_symmetries_of_lamp_ring() {
        let ring = "(role p) (near 1 2) (near 2 3) (near 3 4) (near 4 1) (lamp 1) (lamp 2) (lamp 3) (lamp 4)
            (<= (legal p (switch ?x)) (lamp ?x)) (<= (next (on ?x)) (does p (switch ?x)))
            (<= (next (on ?x)) (true (on ?x)))";
        check(ring, 24);
        let turns = "(<= terminal (near ?x ?y) (true (on ?x)) (true (on ?y)))";
        check(&format!("{ring} {turns}"), 8);
        // Only symmetries that preserve the initial state count.
        check(&format!("{ring} {turns} (init (on 1))"), 2);
    }

    #[test]
    fn symmetry_says_where_moves_go() {
        let game = "(role a) (role b) (legal a (take 1)) (legal a (take 2)) (legal b (take 1)) (legal b (take 2))
            (<= (next (has ?r ?x)) (does ?r (take ?x))) (<= (goal ?r 100) (role ?r) (true (has ?r 1)))";
        let how = GroundOptions {
            condense: false,
            ..GroundOptions::default()
        };
        let grounded = ground(&Sheet::read(game).description, &how).unwrap();
        let found = Symmetries::of(&grounded, &[], &Deadline::never()).unwrap();
        let moves = &found.generators[0].moves;
        assert_eq!(moves.len(), 4);
        assert!(moves.iter().all(|(from, to)| from.0 != to.0));
    }

    #[test]
    fn exchanges_roles_with_their_moves() {
        let game = "(role a) (role b) (legal a (take 1)) (legal a (take 2)) (legal b (take 1)) (legal b (take 2))
            (<= (next (has ?r ?x)) (does ?r (take ?x))) (<= (goal ?r 100) (role ?r) (true (has ?r 1)))";
        check(game, 2);
        check(&format!("{game} (<= (goal a 50) (true (has a 2)))"), 1);
    }
}
