//! The graph of a game for the playing network: atoms, rules, negations, moves and fluents.
//!
//! Messages pass along these edges and against them: condition → rule → conclusion, `legal` → move → `does`, and `next` → fluent → `true`. Against
//! the edges, they carry the conditions of the goals back to the moves.

use crate::gat::{GraphEdges, Matrix, zeros};
use senet_ground::{AtomKind, Grounded, RuleIndex};

/// The positions of the features of a node; those of its kind come last.
const TRUTH: usize = 0;
const MINE: usize = 1;
const OTHERS: usize = 2;
const GOAL_VALUE: usize = 3;
const BODY_SHARE: usize = 4;
const ONE_MISSING: usize = 5;
/// The logarithms of the numbers of incoming and of outgoing edges: the maximum over neighbours does not see how many they are.
const DEGREES: [usize; 2] = [6, 7];
const FIRST_KIND: usize = 8;

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeKind {
    Now,
    Next,
    Does,
    Legal,
    Goal,
    Terminal,
    Inner,
    Rule,
    Not,
    Move,
    Fluent,
}

/// A state to evaluate: the truth of all atoms and fluents.
#[derive(Clone, Debug)]
pub struct RuleGraphState {
    /// Per atom, whether it holds before moves are made.
    pub atoms: Vec<bool>,
    /// Per fluent, whether it holds.
    pub fluents: Vec<bool>,
}

/// The graph of a game.
#[derive(Clone, Debug)]
pub struct PolicyGraph {
    kinds: Vec<NodeKind>,
    /// Per node, the role that it belongs to.
    roles: Vec<Option<u32>>,
    /// Per node, the goal value from 0 to 1.
    values: Vec<f32>,
    atoms: usize,
    /// Per rule, its conditions: twice the atom, plus one if negated.
    bodies: Vec<Vec<u32>>,
    /// The negated atom of each negation node.
    negated: Vec<u32>,
    /// For each role and move, its `legal` atom.
    legal: Vec<Vec<Option<u32>>>,
    /// Per role, the nodes of its moves.
    moves: Vec<Vec<u32>>,
    /// Per role, the nodes of its goals with their values.
    goals: Vec<Vec<(u32, f32)>>,
    first_fluent: usize,
    edges: [GraphEdges; 2],
}

impl PolicyGraph {
    /// Builds the graph of a game.
    pub fn of(grounded: &Grounded) -> PolicyGraph {
        let index = RuleIndex::new(grounded);
        let mut builder = Builder::new(grounded);
        builder.rules(&index);
        let moves = builder.moves(&index);
        let first_fluent = builder.fluents(&index);
        builder.finish(&index, moves, first_fluent)
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.kinds.len()
    }

    /// The nodes of the moves of a role.
    pub fn moves(&self, role: usize) -> &[u32] {
        &self.moves[role]
    }

    /// The nodes of the goals of a role, each with its value from 0 to 1.
    pub fn goals(&self, role: usize) -> &[(u32, f32)] {
        &self.goals[role]
    }

    pub(super) fn edges(&self) -> &[GraphEdges] {
        &self.edges
    }

    /// The features of all nodes, as a role sees them.
    pub(super) fn features(&self, position: &RuleGraphState, role: usize) -> Matrix {
        let mut features = zeros(self.nodes());
        for (node, row) in features.iter_mut().enumerate() {
            row[FIRST_KIND + self.kinds[node] as usize] = 1.0;
            row[GOAL_VALUE] = self.values[node];
            for (edges, place) in self.edges.iter().zip(DEGREES) {
                row[place] = (edges.of_node(node).1.len() as f32).ln();
            }
            if let Some(own) = self.roles[node] {
                row[if own as usize == role { MINE } else { OTHERS }] = 1.0;
            }
        }
        for (row, &holds) in features.iter_mut().zip(&position.atoms) {
            row[TRUTH] = f32::from(u8::from(holds));
        }
        let holds =
            |condition: u32| position.atoms[(condition / 2) as usize] != (condition % 2 == 1);
        for (row, body) in features[self.atoms..].iter_mut().zip(&self.bodies) {
            let met = body.iter().filter(|&&condition| holds(condition)).count();
            row[TRUTH] = f32::from(u8::from(met == body.len()));
            row[BODY_SHARE] = met as f32 / body.len().max(1) as f32;
            row[ONE_MISSING] = f32::from(u8::from(met + 1 == body.len()));
        }
        let negations = self.atoms + self.bodies.len();
        for (row, &atom) in features[negations..].iter_mut().zip(&self.negated) {
            row[TRUTH] = f32::from(u8::from(!position.atoms[atom as usize]));
        }
        for (nodes, legal) in self.moves.iter().zip(&self.legal) {
            for (&node, atom) in nodes.iter().zip(legal) {
                let is_legal = atom.is_some_and(|atom| position.atoms[atom as usize]);
                features[node as usize][TRUTH] = f32::from(u8::from(is_legal));
            }
        }
        let fluents = features[self.first_fluent..].iter_mut();
        for (row, &holds) in fluents.zip(&position.fluents) {
            row[TRUTH] = f32::from(u8::from(holds));
        }
        features
    }
}

/// A graph under construction.
struct Builder<'g> {
    grounded: &'g Grounded,
    kinds: Vec<NodeKind>,
    roles: Vec<Option<u32>>,
    values: Vec<f32>,
    bodies: Vec<Vec<u32>>,
    negated: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl<'g> Builder<'g> {
    /// Starts with the atoms.
    fn new(grounded: &'g Grounded) -> Builder<'g> {
        let mut builder = Builder {
            grounded,
            kinds: Vec::new(),
            roles: Vec::new(),
            values: Vec::new(),
            bodies: Vec::new(),
            negated: Vec::new(),
            edges: Vec::new(),
        };
        for kind in &grounded.atoms {
            let (kind, role, value) = match *kind {
                AtomKind::True(_) => (NodeKind::Now, None, 0.0),
                AtomKind::Next(_) => (NodeKind::Next, None, 0.0),
                AtomKind::Does(role, _) => (NodeKind::Does, Some(role), 0.0),
                AtomKind::Legal(role, _) => (NodeKind::Legal, Some(role), 0.0),
                AtomKind::Goal(role, term) => {
                    let value = grounded.text(term).parse().unwrap_or(0.0f32) / 100.0;
                    (NodeKind::Goal, Some(role), value.clamp(0.0, 1.0))
                }
                AtomKind::Terminal => (NodeKind::Terminal, None, 0.0),
                AtomKind::Sees(..) | AtomKind::Inner | AtomKind::Never => {
                    (NodeKind::Inner, None, 0.0)
                }
            };
            let node = builder.node(kind, role);
            builder.values[node as usize] = value;
        }
        builder
    }

    fn node(&mut self, kind: NodeKind, role: Option<u32>) -> u32 {
        self.kinds.push(kind);
        self.roles.push(role);
        self.values.push(0.0);
        self.kinds.len() as u32 - 1
    }

    /// Adds the rules, then a node for each atom that a rule negates.
    fn rules(&mut self, index: &RuleIndex) {
        let mut negations = Vec::new();
        for head in 0..index.atoms() as u32 {
            for &rule in index.rules(head) {
                let node = self.node(NodeKind::Rule, None);
                self.edges.push((node, head));
                for &condition in index.body(rule) {
                    match condition % 2 {
                        0 => self.edges.push((condition / 2, node)),
                        _ => negations.push((condition / 2, node)),
                    }
                }
                self.bodies.push(index.body(rule).to_vec());
            }
        }
        negations.sort_unstable();
        for (atom, rule) in negations {
            if self.negated.last() != Some(&atom) {
                let node = self.node(NodeKind::Not, None);
                self.edges.push((atom, node));
                self.negated.push(atom);
            }
            let not = self.kinds.len() as u32 - 1;
            self.edges.push((not, rule));
        }
    }

    /// Adds a node for each move, between its atoms `legal` and `does`.
    fn moves(&mut self, index: &RuleIndex) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        for (role, own) in self.grounded.moves.iter().enumerate() {
            let mut nodes = Vec::new();
            for number in 0..own.len() {
                let node = self.node(NodeKind::Move, Some(role as u32));
                let (legal, does) = (index.legal[role][number], index.does[role][number]);
                self.edges.extend(legal.map(|atom| (atom, node)));
                self.edges.extend(does.map(|atom| (node, atom)));
                nodes.push(node);
            }
            all.push(nodes);
        }
        all
    }

    /// Adds a node for each fluent, between its atoms `next` and `true`. Returns the first of them.
    fn fluents(&mut self, index: &RuleIndex) -> usize {
        let first = self.kinds.len();
        for fluent in 0..self.grounded.fluents.len() {
            let node = self.node(NodeKind::Fluent, None);
            self.edges
                .extend(index.next[fluent].map(|atom| (atom, node)));
            self.edges
                .extend(index.now[fluent].map(|atom| (node, atom)));
        }
        first
    }

    fn finish(self, index: &RuleIndex, moves: Vec<Vec<u32>>, first_fluent: usize) -> PolicyGraph {
        let nodes = self.kinds.len();
        let edges = self.edges.iter().copied();
        let reversed = edges.clone().map(|(from, to)| (to, from));
        let goals = |role: usize| {
            let goals = (0..nodes).filter(|&node| self.kinds[node] == NodeKind::Goal);
            let own = goals.filter(|&node| self.roles[node] == Some(role as u32));
            own.map(|node| (node as u32, self.values[node])).collect()
        };
        PolicyGraph {
            goals: (0..self.grounded.roles.len()).map(goals).collect(),
            edges: [
                GraphEdges::of(nodes, edges),
                GraphEdges::of(nodes, reversed),
            ],
            atoms: self.grounded.atoms.len(),
            legal: index.legal.clone(),
            moves,
            first_fluent,
            kinds: self.kinds,
            roles: self.roles,
            values: self.values,
            bodies: self.bodies,
            negated: self.negated,
        }
    }
}
