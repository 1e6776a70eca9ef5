//! Tree search with the network's policy and values: PUCT, with each role choosing for itself.

use super::game::{Look, PlayedGame};
use rustc_hash::FxHashMap;
use senet_ground::{RuleEvaluator, RuleIndex};
use senet_neural::{Opinion, PolicyNetwork};

/// The weight of exploration.
const EXPLORATION: f32 = 1.5;

/// The moves of one role in a node.
pub struct RoleMoves {
    /// The legal moves.
    pub legal: Vec<u32>,
    /// The policy of the network.
    pub policy: Vec<f32>,
    /// How often each move was tried.
    pub visits: Vec<u32>,
    sums: Vec<f32>,
}

impl RoleMoves {
    /// The index of the move to try: by its mean value, and by the policy while it has few visits.
    fn select(&self, value: f32) -> usize {
        let all: u32 = self.visits.iter().sum();
        let explore = EXPLORATION * (1.0 + all as f32).sqrt();
        let score = |at: usize| {
            let visits = self.visits[at] as f32;
            let mean = match self.visits[at] {
                0 => value,
                _ => self.sums[at] / visits,
            };
            mean + explore * self.policy[at] / (1.0 + visits)
        };
        let best = (0..self.legal.len()).max_by(|&a, &b| score(a).total_cmp(&score(b)));
        best.unwrap_or(0)
    }

    /// The index of the move with the most visits; the policy decides between equals.
    pub fn best(&self) -> usize {
        let key = |at: usize| self.visits[at] as f32 + self.policy[at];
        let best = (0..self.legal.len()).max_by(|&a, &b| key(a).total_cmp(&key(b)));
        best.unwrap_or(0)
    }
}

struct Node {
    fluents: Vec<bool>,
    /// The value for each role: from the network, or from the goals of a terminal state.
    values: Vec<f32>,
    /// Empty in terminal states.
    roles: Vec<RoleMoves>,
    children: FxHashMap<Vec<u32>, usize>,
}

/// Searches from a state. Returns the moves of each role at the root.
pub fn search(
    game: &PlayedGame,
    network: &PolicyNetwork,
    fluents: Vec<bool>,
    simulations: usize,
) -> Vec<RoleMoves> {
    let index = RuleIndex::new(&game.grounded);
    let mut tree = Tree {
        game,
        network,
        evaluator: RuleEvaluator::new(&index),
        index: &index,
        nodes: Vec::new(),
    };
    tree.add(fluents);
    for _ in 0..simulations {
        tree.simulate();
    }
    tree.nodes.swap_remove(0).roles
}

struct Tree<'a> {
    game: &'a PlayedGame,
    network: &'a PolicyNetwork,
    index: &'a RuleIndex<'a>,
    evaluator: RuleEvaluator<'a>,
    nodes: Vec<Node>,
}

impl Tree<'_> {
    /// Adds a state, evaluated by the rules if it is terminal and by the network otherwise.
    fn add(&mut self, fluents: Vec<bool>) -> usize {
        let graph = &self.game.graph;
        let look = Look::at(graph, self.index, &mut self.evaluator, fluents);
        let opinions = (0..look.legal.len()).map(|role| {
            self.network
                .opinion(graph, &look.position, role, &look.legal[role])
        });
        let (values, roles) = match &look.goals {
            Some(goals) => (goals.clone(), Vec::new()),
            None => {
                let opinions: Vec<Opinion> = opinions.collect();
                let values = opinions.iter().map(|opinion| opinion.value).collect();
                let moves = look.legal.into_iter().zip(opinions);
                let moves = moves.map(|(legal, opinion)| RoleMoves {
                    visits: vec![0; legal.len()],
                    sums: vec![0.0; legal.len()],
                    policy: opinion.policy,
                    legal,
                });
                (values, moves.collect())
            }
        };
        self.nodes.push(Node {
            fluents: look.position.fluents,
            values,
            roles,
            children: FxHashMap::default(),
        });
        self.nodes.len() - 1
    }

    /// Descends to a new or terminal state and adds its values along the way.
    fn simulate(&mut self) {
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            if node.roles.is_empty() || node.roles.iter().any(|role| role.legal.is_empty()) {
                break;
            }
            let roles = node.roles.iter().zip(&node.values);
            let chosen: Vec<usize> = roles.map(|(role, &value)| role.select(value)).collect();
            let moves = node.roles.iter().zip(&chosen);
            let joint: Vec<u32> = moves.map(|(role, &at)| role.legal[at]).collect();
            path.push((at, chosen));
            match node.children.get(&joint) {
                Some(&child) => at = child,
                None => {
                    let next = self.next(at, &joint);
                    let child = self.add(next);
                    self.nodes[at].children.insert(joint, child);
                    at = child;
                    break;
                }
            }
        }
        let values = self.nodes[at].values.clone();
        for (node, chosen) in path {
            for ((role, at), value) in self.nodes[node].roles.iter_mut().zip(chosen).zip(&values) {
                role.visits[at] += 1;
                role.sums[at] += value;
            }
        }
    }

    fn next(&mut self, node: usize, joint: &[u32]) -> Vec<bool> {
        self.evaluator.look(&self.nodes[node].fluents);
        self.evaluator.act(joint);
        self.evaluator.next()
    }
}
