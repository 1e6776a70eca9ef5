//! The instantiated rule graph of a game as the network sees it: node types, edges, labels and targets.

use super::config::Direction;
use super::instance_rules::InstanceRules;
use super::matrix::{Matrix, WIDTH, zeros};
use super::neighbours::GraphEdges;
use crate::dataset::{Bits, ColumnKind, Columns, Row};
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Symbol};
use senet_graph::{Colour, InstanceLimits, InstantiateError, Instantiated, NodeTerm, instantiated};
use senet_ground::{Grounded, RuleIndex, TermId};
use std::str::FromStr;

/// The number of features of a node (Table 5.1): the label, four kinds of other nodes, fourteen keywords.
pub const FEATURES: usize = 19;

/// The keywords in the order of Table 5.1.
const KEYWORDS: [Symbol; 14] = [
    Symbol::ARROW,
    Symbol::NOT,
    Symbol::OR,
    Symbol::DISTINCT,
    Symbol::DOES,
    Symbol::GOAL,
    Symbol::INIT,
    Symbol::LEGAL,
    Symbol::NEXT,
    Symbol::ROLE,
    Symbol::TERMINAL,
    Symbol::TRUE,
    Symbol::INPUT,
    Symbol::BASE,
];

/// Which nodes show that a fluent holds or a move is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeLabelling {
    /// Only the fluent or move itself.
    Minimal,
    /// Everything from `true` or `does` downwards.
    Subtree,
}

impl NodeLabelling {
    /// The name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            NodeLabelling::Minimal => "minimal",
            NodeLabelling::Subtree => "subtree",
        }
    }
}

impl FromStr for NodeLabelling {
    type Err = String;

    fn from_str(name: &str) -> Result<NodeLabelling, String> {
        match name {
            "minimal" => Ok(NodeLabelling::Minimal),
            "subtree" => Ok(NodeLabelling::Subtree),
            _ => Err(format!(
                "there is no labelling `{name}`; choose minimal or subtree"
            )),
        }
    }
}

/// The kind of atoms that the network predicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Legal moves, from the state alone.
    Legal,
    /// Next fluents, from the state and the moves.
    Next,
}

impl Task {
    /// Both tasks.
    pub const ALL: [Task; 2] = [Task::Legal, Task::Next];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Task::Legal => "legal",
            Task::Next => "next",
        }
    }
}

/// The target nodes of a task, with the moves or fluents that they predict.
#[derive(Clone, Default, Debug)]
pub struct Targets {
    /// The nodes.
    pub nodes: Vec<u32>,
    /// For each node, the bit of its answer in a row; a number beyond the row if it never holds.
    pub bits: Vec<u32>,
    /// For each node, the number of its move or fluent. Several nodes can have the same.
    pub groups: Vec<u32>,
}

/// An input that labels a node.
#[derive(Clone, Copy, Debug)]
struct Label {
    node: u32,
    is_move: bool,
    bit: u32,
    /// True for the fluent or move itself.
    is_minimal: bool,
}

/// The graph of a game.
#[derive(Clone, Debug)]
pub struct Irg {
    /// The name of the game, for reports.
    pub name: String,
    /// Per node, its feature besides the label.
    types: Vec<u8>,
    directed: [GraphEdges; 2],
    undirected: [GraphEdges; 2],
    labels: Vec<Label>,
    targets: [Targets; 2],
    rules: InstanceRules,
}

/// A bit that does not exist: the move or fluent never occurs.
pub(super) const NEVER: u32 = u32::MAX;

impl Irg {
    /// Builds the graph of a game, and finds the bits of its labels and targets. Rules with an arrow but no conditions are facts, as in the ground
    /// rules: the targets come from the graph, so it must not lack a rule that the game has.
    pub fn of(
        name: &str,
        description: &Description,
        grounded: &Grounded,
        limits: &InstanceLimits,
    ) -> Result<Irg, InstantiateError> {
        let made = instantiated(description, false, limits)?;
        let nodes = made.graph.nodes().len();
        let edges = made.graph.all_edges();
        let reversed = edges.clone().map(|(from, to)| (to, from));
        let both = edges.clone().chain(reversed.clone());
        let undirected = GraphEdges::of(nodes, both);
        let bits = BitIndex::of(grounded);
        let targets = [Symbol::LEGAL, Symbol::NEXT].map(|keyword| targets(&made, &bits, keyword));
        Ok(Irg {
            name: name.to_string(),
            types: made
                .graph
                .nodes()
                .iter()
                .map(|node| node_type(node.colour))
                .collect(),
            directed: [
                GraphEdges::of(nodes, edges),
                GraphEdges::of(nodes, reversed),
            ],
            undirected: [undirected.clone(), undirected],
            labels: labels(&made, &bits),
            rules: InstanceRules::of(&made, &bits, targets.each_ref()),
            targets,
        })
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.types.len()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.directed[0].edges() - self.nodes()
    }

    /// The edges for the layers of a pair.
    pub(super) fn edges(&self, direction: Direction) -> &[GraphEdges] {
        match direction {
            Direction::Undirected => &self.undirected,
            Direction::Both | Direction::Forward => &self.directed,
        }
    }

    /// The edges, and those against their direction, each with a loop at every node.
    pub fn neighbours(&self) -> &[GraphEdges; 2] {
        &self.directed
    }

    /// The targets of a task.
    pub fn targets(&self, task: Task) -> &Targets {
        &self.targets[task as usize]
    }

    /// For each target, true if its rule fires in a row.
    pub fn truths(&self, task: Task, row: &Row) -> Vec<bool> {
        self.rules.fire(task as usize, row)
    }

    /// The bits that answer a task in a row; none if the row has no moves.
    pub fn answers<'r>(&self, task: Task, row: &'r Row) -> Option<&'r Bits> {
        match task {
            Task::Legal => Some(&row.legal),
            Task::Next => row.next.as_ref(),
        }
    }

    /// The features of all nodes. Moves are labelled only for the task of the next state.
    pub fn features(&self, task: Task, row: &Row, labelling: NodeLabelling) -> Matrix {
        let mut features = zeros(self.nodes());
        for (row, &kind) in features.iter_mut().zip(&self.types) {
            row[kind as usize] = 1.0;
        }
        for label in &self.labels {
            let holds = match label.is_move {
                false => row.fluents.get(label.bit as usize),
                true => {
                    task == Task::Next
                        && row
                            .moves
                            .as_ref()
                            .is_some_and(|moves| moves.get(label.bit as usize))
                }
            };
            if holds && (label.is_minimal || labelling == NodeLabelling::Subtree) {
                features[label.node as usize][0] = 1.0;
            }
        }
        features
    }
}

/// The feature for the type of a node. Each type has a feature of its own, below [`WIDTH`] and different from that of labels (0).
fn node_type(colour: Colour) -> u8 {
    const { assert!(FEATURES <= WIDTH) };
    match colour {
        Colour::Symbol => 1,
        Colour::Argument => 2,
        Colour::Occurrence | Colour::GoalValue(_) => 3,
        Colour::VariableSymbol | Colour::VariableOccurrence | Colour::And => 4,
        Colour::Keyword(symbol) => match KEYWORDS.iter().position(|&keyword| keyword == symbol) {
            Some(at) => 5 + at as u8,
            // Table 5.1 has no features for the keywords of GDL-II, so these count as expressions.
            None => 3,
        },
    }
}

/// The bits of fluents, and of the moves of each role, by their texts.
pub(super) struct BitIndex {
    fluents: FxHashMap<String, u32>,
    moves: FxHashMap<(String, String), u32>,
}

impl BitIndex {
    fn of(grounded: &Grounded) -> BitIndex {
        let columns = Columns::of(&RuleIndex::new(grounded));
        let roles: Vec<String> = grounded
            .roles
            .iter()
            .map(|&role| grounded.text(role))
            .collect();
        let fluents = columns.of_kind(ColumnKind::Fluent);
        let moves = columns.of_kind(ColumnKind::Move);
        BitIndex {
            fluents: fluents
                .map(|column| (column.text.clone(), column.bit as u32))
                .collect(),
            moves: moves
                .map(|column| {
                    let role = roles[column.role.expect("moves have a role")].clone();
                    ((role, column.text.clone()), column.bit as u32)
                })
                .collect(),
        }
    }

    /// The bit of `(true F)`, `(next F)`, `(does R M)` or `(legal R M)`.
    pub fn bit(&self, made: &Instantiated, sentence: TermId) -> u32 {
        let text = |term: &TermId| made.terms.text(*term, &made.symbols);
        let bit = match made.terms.args(sentence) {
            [fluent] => self.fluents.get(&text(fluent)),
            [role, made] => self.moves.get(&(text(role), text(made))),
            _ => None,
        };
        bit.copied().unwrap_or(NEVER)
    }
}

/// The labels of `true` and `does`, and of all nodes below them.
fn labels(made: &Instantiated, bits: &BitIndex) -> Vec<Label> {
    let mut found: Vec<Option<Label>> = vec![None; made.node_terms.len()];
    for (node, at) in (0..).zip(&made.node_terms) {
        let Some(NodeTerm { term, parent }) = *at else {
            continue;
        };
        let above = parent.and_then(|parent| found[parent as usize]);
        let is_move = made.terms.name(term) == Symbol::DOES;
        found[node as usize] = match above {
            Some(above) => Some(Label {
                node,
                is_minimal: is_input_itself(made, above.node, node),
                ..above
            }),
            None if is_move || made.terms.name(term) == Symbol::TRUE => Some(Label {
                node,
                is_move,
                bit: bits.bit(made, term),
                is_minimal: false,
            }),
            None => None,
        };
    }
    found.into_iter().flatten().collect()
}

/// True for the last argument of `true` or `does`: the fluent or the move.
fn is_input_itself(made: &Instantiated, parent: u32, node: u32) -> bool {
    let keywords = [Symbol::TRUE, Symbol::DOES].map(Colour::Keyword);
    keywords.contains(&made.graph.nodes()[parent as usize].colour)
        && made.graph.edges(parent).last() == Some(&node)
}

fn targets(made: &Instantiated, bits: &BitIndex, keyword: Symbol) -> Targets {
    let mut found = Targets::default();
    let mut groups: FxHashMap<TermId, u32> = FxHashMap::default();
    for (node, at) in (0..).zip(&made.node_terms) {
        let Some(NodeTerm { term, .. }) = *at else {
            continue;
        };
        if made.terms.name(term) == keyword {
            let next = groups.len() as u32;
            found.nodes.push(node);
            found.bits.push(bits.bit(made, term));
            found.groups.push(*groups.entry(term).or_insert(next));
        }
    }
    found
}
