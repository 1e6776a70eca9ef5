//! Training of policy and value on examples of several games at once.

use super::graph::{PolicyGraph, RuleGraphState};
use super::network::{PolicyNetwork, opinion, targets};
use crate::gat::softmax;
use crate::training::Adam;
use fastrand::Rng;
use rayon::prelude::*;
use senet_engine::spread_seed;

/// The decay of the moments of Adam, as is usual.
const DECAY: [f32; 2] = [0.9, 0.999];

/// A position with the results of a search.
#[derive(Clone, Debug)]
pub struct PolicyExample {
    /// The number of the game.
    pub game: usize,
    /// The position.
    pub position: RuleGraphState,
    /// The role.
    pub role: usize,
    /// The legal moves of the role.
    pub moves: Vec<u32>,
    /// The share of the search that each move got.
    pub policy: Vec<f32>,
    /// The expected goal from 0 to 1.
    pub value: f32,
}

/// How to train.
#[derive(Clone, Debug)]
pub struct PolicyOptions {
    /// Examples per step.
    pub batch: usize,
    /// The learning rate.
    pub learning_rate: f32,
    /// Decides the batches.
    pub seed: u64,
}

impl Default for PolicyOptions {
    fn default() -> PolicyOptions {
        PolicyOptions {
            batch: 32,
            learning_rate: 1e-3,
            seed: 1,
        }
    }
}

/// A training run, step by step.
pub struct PolicyTraining<'g> {
    graphs: Vec<&'g PolicyGraph>,
    options: PolicyOptions,
    /// The network so far.
    pub network: PolicyNetwork,
    adam: Adam,
    rng: Rng,
}

impl<'g> PolicyTraining<'g> {
    /// Starts with a network. Examples name graphs by their number.
    pub fn new(
        network: PolicyNetwork,
        graphs: Vec<&'g PolicyGraph>,
        options: PolicyOptions,
    ) -> PolicyTraining<'g> {
        PolicyTraining {
            adam: Adam::new(network.parameters.len(), DECAY),
            rng: Rng::with_seed(spread_seed(options.seed, 0)),
            graphs,
            options,
            network,
        }
    }

    /// Makes a step on random examples. Returns their mean loss. `share` scales the learning rate.
    pub fn step(&mut self, examples: &[PolicyExample], share: f32) -> f32 {
        let batch = self.options.batch.max(1);
        let chosen: Vec<&PolicyExample> = (0..batch)
            .map(|_| &examples[self.rng.usize(..examples.len())])
            .collect();
        let (network, graphs) = (&self.network, &self.graphs);
        let parts: Vec<(f32, Vec<f32>)> = chosen
            .par_iter()
            .map(|example| learn(network, graphs[example.game], example))
            .collect();
        let part = 1.0 / batch as f32;
        let mut gradient = vec![0.0; network.parameters.len()];
        for (_, slopes) in &parts {
            let pairs = gradient.iter_mut().zip(slopes);
            pairs.for_each(|(sum, slope)| *sum += part * slope);
        }
        let rate = share * self.options.learning_rate;
        self.adam
            .step(&mut [&mut self.network.parameters], &[&gradient], rate);
        part * parts.iter().map(|(loss, _)| loss).sum::<f32>()
    }
}

/// The loss of an example and its gradient: the divergence of the policy, and the square of the value's error. Both can fall to 0.
fn learn(network: &PolicyNetwork, graph: &PolicyGraph, example: &PolicyExample) -> (f32, Vec<f32>) {
    let count = example.moves.len();
    let (outputs, trace) = network.outputs(graph, &example.position, example.role, &example.moves);
    let found = opinion(graph, example.role, &outputs, count);
    let error = found.value - example.value;
    let pairs = found.policy.iter().zip(&example.policy);
    let mut received: Vec<f32> = pairs.map(|(found, wanted)| found - wanted).collect();
    let mut shares = outputs[count..].to_vec();
    softmax(&mut shares);
    let goals = graph.goals(example.role).iter().zip(&shares);
    received.extend(goals.map(|((_, value), share)| 2.0 * error * share * (value - found.value)));
    let mut gradient = vec![0.0; network.parameters.len()];
    network.model.backward(
        &network.parameters,
        graph.edges(),
        &targets(graph, example.role, &example.moves),
        &trace,
        &received,
        &mut gradient,
    );
    let pairs = found.policy.iter().zip(&example.policy);
    let divergence: f32 = pairs
        .filter(|(_, wanted)| **wanted > 0.0)
        .map(|(found, wanted)| wanted * (wanted / found.max(1e-9)).ln())
        .sum();
    (divergence + error * error, gradient)
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::Sheet;
    use senet_ground::{RuleEvaluator, RuleIndex};

    /// Two doors, of which one leads to the better goal.
    const DOORS: &str = "(role you) (init closed) (door left) (door right)
        (<= (legal you (open ?d)) (true closed) (door ?d)) (<= (next (opened ?d)) (does you (open ?d)))
        (<= terminal (not (true closed)))
        (<= (goal you 100) (true (opened left))) (<= (goal you 0) (not (true (opened left))))";

    fn example() -> (PolicyGraph, PolicyExample) {
        let description = senet_gdl::playable(&Sheet::read(DOORS)).unwrap();
        let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
        let index = RuleIndex::new(&grounded);
        let mut evaluator = RuleEvaluator::new(&index);
        let fluents = evaluator.initial();
        evaluator.look(&fluents);
        let atoms = (0..index.atoms() as u32)
            .map(|atom| evaluator.holds(atom))
            .collect();
        let example = PolicyExample {
            game: 0,
            position: RuleGraphState { atoms, fluents },
            role: 0,
            moves: evaluator.legal(0),
            policy: vec![0.9, 0.1],
            value: 0.8,
        };
        (PolicyGraph::of(&grounded), example)
    }

    #[test]
    fn gradient_equals_differences_of_the_loss() {
        let (graph, example) = example();
        let mut network = PolicyNetwork::random(2, 5);
        let mut rng = Rng::with_seed(6);
        let zeros = network
            .parameters
            .iter_mut()
            .filter(|number| **number == 0.0);
        zeros.for_each(|number| *number = 0.2 * rng.f32() - 0.1);
        let (_, gradient) = learn(&network, &graph, &example);
        for (part, range) in network.model.shapes.parts() {
            let by_size = |&a: &usize, &b: &usize| gradient[a].abs().total_cmp(&gradient[b].abs());
            let at = range.max_by(by_size).unwrap();
            let value = |change: f32| {
                let mut changed = network.clone();
                changed.parameters[at] += change;
                f64::from(learn(&changed, &graph, &example).0)
            };
            let found = f64::from(gradient[at]);
            let slope = |step: f32| (value(step) - value(-step)) / (2.0 * f64::from(step));
            // A difference across a bend of relu is wrong; a smaller step avoids the bend.
            let slopes = [2e-3, 1e-3, 5e-4, 2e-4].map(slope);
            let is_near = |slope: &f64| (slope - found).abs() < 1e-3 + 0.02 * found.abs();
            assert!(
                slopes.iter().any(is_near),
                "{part}: {found}, not {slopes:?}"
            );
        }
    }

    #[test]
    fn learns_the_policy_and_the_value_of_an_example() {
        let (graph, example) = example();
        let options = PolicyOptions {
            batch: 1,
            learning_rate: 3e-3,
            seed: 1,
        };
        // Two blocks are too few: nothing within four edges tells the doors apart.
        let network = PolicyNetwork::random(3, 1);
        let mut training = PolicyTraining::new(network, vec![&graph], options);
        for _ in 0..300 {
            training.step(std::slice::from_ref(&example), 1.0);
        }
        let found = training
            .network
            .opinion(&graph, &example.position, 0, &example.moves);
        assert!((found.policy[0] - 0.9).abs() < 0.05, "{found:?}");
        assert!((found.value - 0.8).abs() < 0.05, "{found:?}");
    }
}
