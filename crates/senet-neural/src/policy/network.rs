//! Policy and value of a role in a position.

use super::graph::{PolicyGraph, RuleGraphState};
use crate::gat::{Dropout, GatConfig, Gather, Model, Trace, softmax};
use fastrand::Rng;

/// The value of a role without goals.
const NO_GOALS: f32 = 0.5;

/// The policy and the value that a network gives a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The probability of each given move; their sum is 1.
    pub policy: Vec<f32>,
    /// The expected goal of the role, from 0 to 1.
    pub value: f32,
}

/// Weights that serve every game.
#[derive(Clone, Debug)]
pub struct PolicyNetwork {
    pub(super) model: Model,
    pub(super) parameters: Vec<f32>,
}

impl PolicyNetwork {
    /// A network with random weights. Each block carries messages two edges further.
    pub fn random(blocks: usize, seed: u64) -> PolicyNetwork {
        let model = Model::new(&GatConfig {
            blocks,
            gather: Gather::Largest,
            ..GatConfig::default()
        });
        PolicyNetwork {
            parameters: model.shapes.random(&mut Rng::with_seed(seed)),
            model,
        }
    }

    /// The number of weights.
    pub fn parameters(&self) -> usize {
        self.parameters.len()
    }

    /// Policy over some moves of a role, and the value of the position for it.
    pub fn opinion(
        &self,
        graph: &PolicyGraph,
        position: &RuleGraphState,
        role: usize,
        moves: &[u32],
    ) -> Opinion {
        let (outputs, _) = self.outputs(graph, position, role, moves);
        opinion(graph, role, &outputs, moves.len())
    }

    /// The logits of the moves, then of the goals.
    pub(super) fn outputs(
        &self,
        graph: &PolicyGraph,
        position: &RuleGraphState,
        role: usize,
        moves: &[u32],
    ) -> (Vec<f32>, Trace) {
        self.model.forward(
            &self.parameters,
            graph.edges(),
            graph.features(position, role),
            &targets(graph, role, moves),
            &mut Dropout::none(),
        )
    }
}

/// The nodes with outputs: the moves, then the goals of the role.
pub(super) fn targets(graph: &PolicyGraph, role: usize, moves: &[u32]) -> Vec<u32> {
    let moves = moves
        .iter()
        .map(|&number| graph.moves(role)[number as usize]);
    let goals = graph.goals(role).iter().map(|(node, _)| *node);
    moves.chain(goals).collect()
}

/// Turns logits into probabilities and a value: the mean of the goals by their probabilities.
pub(super) fn opinion(graph: &PolicyGraph, role: usize, outputs: &[f32], moves: usize) -> Opinion {
    let mut policy = outputs[..moves].to_vec();
    softmax(&mut policy);
    let mut shares = outputs[moves..].to_vec();
    softmax(&mut shares);
    let goals = graph.goals(role).iter().zip(&shares);
    let value = match shares.is_empty() {
        true => NO_GOALS,
        false => goals.map(|((_, value), share)| value * share).sum(),
    };
    Opinion { policy, value }
}
