//! The loss of an example and its gradient, by backpropagation through the unrolled cell.

use super::example::Example;
use super::noise::Noise;
use crate::cell::{Vector, Weights, add_outer, affine_transposed, product};
use crate::evaluate::input_feature;
use crate::graph::RuleGraph;
use senet_gdl::{Deadline, OutOfTime};

/// Rounds at the end that have targets: the network must stay at its answer.
const ROUNDS_WITH_TARGETS: usize = 2;

/// All vectors of one forward pass, kept for backpropagation. Arrays are indexed by node × states + state.
pub(super) struct Unrolled<'e, const H: usize> {
    example: &'e Example,
    /// Atom vectors before the first round and after each.
    atoms: Vec<Vec<Vector<H>>>,
    rounds: Vec<Round<H>>,
}

/// The vectors of one round.
struct Round<const H: usize> {
    rules: Vec<Vector<H>>,
    /// Per rule, the maximum of its messages and the literals that sent it.
    bodies: Vec<(Vector<H>, [u32; H])>,
    /// Per atom, the maximum of its messages and the rules that sent it.
    heads: Vec<(Vector<H>, [u32; H])>,
}

/// The bytes that the vectors of one state take in all rounds: for each atom and rule a vector, a maximum and the numbers of its senders.
pub(super) fn bytes_per_state(graph: &RuleGraph, hidden: usize, rounds: usize) -> usize {
    let nodes = graph.atoms().saturating_add(graph.rules());
    let of_node = 2 * hidden * size_of::<f32>() + hidden * size_of::<u32>();
    nodes.saturating_mul(of_node).saturating_mul(rounds)
}

impl<'e, const H: usize> Unrolled<'e, H> {
    /// Runs the cell for some rounds. A round of a large game takes seconds, so each of them heeds the deadline.
    pub fn run(
        weights: &Weights<H>,
        example: &'e Example,
        rounds: usize,
        noise: &mut Noise,
        deadline: &Deadline,
    ) -> Result<Unrolled<'e, H>, OutOfTime> {
        let (graph, states) = (&example.graph, example.states);
        let start = |node: usize| {
            let sum = weights.atom(
                &weights.no_rules,
                feature(example, node / states, node % states),
            );
            sum.map(f32::tanh)
        };
        let mut unrolled = Unrolled {
            atoms: vec![(0..graph.atoms() * states).map(start).collect()],
            rounds: Vec::with_capacity(rounds),
            example,
        };
        for round in 0..rounds {
            let (next, done) = round_of(weights, example, &unrolled.atoms[round], noise);
            unrolled.atoms.push(next);
            unrolled.rounds.push(done);
            deadline.check()?;
        }
        Ok(unrolled)
    }

    /// The loss, and its gradient with respect to the outputs of the last rounds.
    fn loss(&self, weights: &Weights<H>) -> (f32, Vec<Vec<f32>>) {
        let states = self.example.states;
        let with_targets = ROUNDS_WITH_TARGETS.min(self.rounds.len());
        let mut loss = 0.0;
        let mut gradients = vec![vec![0.0; self.atoms[0].len()]; with_targets];
        let share = 1.0 / (with_targets * self.example.targets.len()) as f32;
        for group in &self.example.targets {
            let counts = [false, true].map(|value| {
                let states = group
                    .iter()
                    .flat_map(|&atom| (0..states).map(move |state| (atom, state)));
                states
                    .filter(|&(atom, state)| {
                        self.example.truths.holds(atom as usize, state) == value
                    })
                    .count()
            });
            for (back, gradient) in gradients.iter_mut().enumerate() {
                let atoms = &self.atoms[self.atoms.len() - 1 - back];
                for &atom in group {
                    for state in 0..states {
                        let node = atom as usize * states + state;
                        let target = self.example.truths.holds(atom as usize, state);
                        let weight = share / counts[usize::from(target)] as f32;
                        let output = weights.logit(&atoms[node]);
                        let signed = if target { -output } else { output };
                        loss += weight * (signed.max(0.0) + (-signed.abs()).exp().ln_1p());
                        let probability = 1.0 / (1.0 + (-output).exp());
                        gradient[node] += weight * (probability - f32::from(target));
                    }
                }
            }
        }
        (loss, gradients)
    }

    /// The loss and its gradient with respect to the weights.
    pub fn gradient(&self, weights: &Weights<H>) -> (f32, Weights<H>) {
        let (loss, outputs) = self.loss(weights);
        let mut gradient = Weights::zero();
        let mut atoms = vec![[0.0; H]; self.atoms[0].len()];
        for round in (0..self.rounds.len()).rev() {
            if let Some(outputs) = outputs.get(self.rounds.len() - 1 - round) {
                self.output_backward(weights, &mut gradient, round, outputs, &mut atoms);
            }
            atoms = self.round_backward(weights, &mut gradient, round, &atoms);
        }
        self.start_backward(weights, &mut gradient, &atoms);
        (loss, gradient)
    }

    fn output_backward(
        &self,
        weights: &Weights<H>,
        gradient: &mut Weights<H>,
        round: usize,
        outputs: &[f32],
        atoms: &mut [Vector<H>],
    ) {
        for ((atom, &output), vector) in atoms.iter_mut().zip(outputs).zip(&self.atoms[round + 1]) {
            for h in 0..H {
                atom[h] += output * weights.output[h];
                gradient.output[h] += output * vector[h];
            }
            gradient.output_bias[0] += output;
        }
    }

    /// Backpropagates through a round: from the gradient of its atoms to the gradient of the atoms before it.
    fn round_backward(
        &self,
        weights: &Weights<H>,
        gradient: &mut Weights<H>,
        round: usize,
        after: &[Vector<H>],
    ) -> Vec<Vector<H>> {
        let graph = &self.example.graph;
        let states = self.example.states;
        let mut rules = vec![[0.0; H]; graph.rules() * states];
        for (node, change) in after.iter().enumerate() {
            let sum = through_tanh(change, &self.atoms[round + 1][node]);
            let (atom, state) = (node / states, node % states);
            let (most, senders) = &self.rounds[round].heads[node];
            let back = self.atom_backward(weights, gradient, node, most, &sum);
            match graph.rules_of(atom).is_empty() {
                true => add(&mut gradient.no_rules, &back),
                false => {
                    (0..H).for_each(|h| rules[senders[h] as usize * states + state][h] += back[h])
                }
            }
        }
        let mut messages = [false, true].map(|_| vec![[0.0; H]; after.len()]);
        for (node, change) in rules.iter().enumerate() {
            self.rule_backward(weights, gradient, round, (node, change), &mut messages);
        }
        self.messages_backward(weights, gradient, round, &messages)
    }

    /// Backpropagates through the update of an atom, given the gradient of its pre-activation.
    fn atom_backward(
        &self,
        weights: &Weights<H>,
        gradient: &mut Weights<H>,
        node: usize,
        most: &Vector<H>,
        sum: &Vector<H>,
    ) -> Vector<H> {
        let states = self.example.states;
        let feature = feature(self.example, node / states, node % states);
        add(&mut gradient.input[feature as usize], sum);
        add_outer(&mut gradient.update, most, sum);
        let mut back = [0.0; H];
        affine_transposed(sum, &weights.update, &mut back);
        back
    }

    fn rule_backward(
        &self,
        weights: &Weights<H>,
        gradient: &mut Weights<H>,
        round: usize,
        (node, change): (usize, &Vector<H>),
        messages: &mut [Vec<Vector<H>>; 2],
    ) {
        let graph: &RuleGraph = &self.example.graph;
        let states = self.example.states;
        let (rule, state) = (node / states, node % states);
        let vector = &self.rounds[round].rules[node];
        add_outer(&mut gradient.head, vector, change);
        let mut back = [0.0; H];
        affine_transposed(change, &weights.head, &mut back);
        let sum = through_tanh(&back, vector);
        let (most, senders) = &self.rounds[round].bodies[node];
        add(&mut gradient.body_bias, &sum);
        add_outer(&mut gradient.body, most, &sum);
        let mut back = [0.0; H];
        affine_transposed(&sum, &weights.body, &mut back);
        let literals = graph.body(rule);
        if literals.is_empty() {
            add(&mut gradient.empty_body, &back);
            return;
        }
        for h in 0..H {
            let literal = literals[senders[h] as usize];
            let sign = usize::from(literal.is_negated());
            messages[sign][literal.atom() * states + state][h] += back[h];
        }
    }

    fn messages_backward(
        &self,
        weights: &Weights<H>,
        gradient: &mut Weights<H>,
        round: usize,
        [positive, negative]: &[Vec<Vector<H>>; 2],
    ) -> Vec<Vector<H>> {
        let vectors = self.atoms[round].iter();
        let messages = positive.iter().zip(negative);
        let backward = |(vector, (positive, negative)): (&Vector<H>, (&Vector<H>, &Vector<H>))| {
            let mut back = [0.0; H];
            add(&mut gradient.positive_bias, positive);
            add_outer(&mut gradient.positive, vector, positive);
            affine_transposed(positive, &weights.positive, &mut back);
            add(&mut gradient.negative_bias, negative);
            add_outer(&mut gradient.negative, vector, negative);
            affine_transposed(negative, &weights.negative, &mut back);
            back
        };
        vectors.zip(messages).map(backward).collect()
    }

    /// Backpropagates to the vectors before the first round.
    fn start_backward(&self, weights: &Weights<H>, gradient: &mut Weights<H>, atoms: &[Vector<H>]) {
        for (node, change) in atoms.iter().enumerate() {
            let sum = through_tanh(change, &self.atoms[0][node]);
            let back = self.atom_backward(weights, gradient, node, &weights.no_rules, &sum);
            add(&mut gradient.no_rules, &back);
        }
    }
}

/// Runs one round over the whole graph.
fn round_of<const H: usize>(
    weights: &Weights<H>,
    example: &Example,
    before: &[Vector<H>],
    noise: &mut Noise,
) -> (Vec<Vector<H>>, Round<H>) {
    let (graph, states) = (&example.graph, example.states);
    let messages = [false, true].map(|is_negated| -> Vec<Vector<H>> {
        before
            .iter()
            .map(|atom| weights.message(atom, is_negated))
            .collect()
    });
    let mut round = Round {
        rules: Vec::with_capacity(graph.rules() * states),
        bodies: Vec::with_capacity(graph.rules() * states),
        heads: Vec::with_capacity(before.len()),
    };
    for node in 0..graph.rules() * states {
        let literals = graph.body(node / states).iter();
        let sent = literals.map(|literal| {
            &messages[usize::from(literal.is_negated())][literal.atom() * states + node % states]
        });
        let most = maximum_of((0..).zip(sent), &weights.empty_body);
        let mut sum = weights.rule(&most.0);
        noise.add(&mut sum);
        round.rules.push(sum.map(f32::tanh));
        round.bodies.push(most);
    }
    let sent: Vec<Vector<H>> = round
        .rules
        .iter()
        .map(|rule| product(rule, &weights.head))
        .collect();
    let mut after = Vec::with_capacity(before.len());
    for node in 0..before.len() {
        let (atom, state) = (node / states, node % states);
        let rules = graph
            .rules_of(atom)
            .map(|rule| (rule as u32, &sent[rule * states + state]));
        let most = maximum_of(rules, &weights.no_rules);
        let mut sum = weights.atom(&most.0, feature(example, atom, state));
        noise.add(&mut sum);
        after.push(sum.map(f32::tanh));
        round.heads.push(most);
    }
    (after, round)
}

/// The maximum of numbered vectors and, for each place, the number of the vector that has it.
fn maximum_of<'v, const H: usize>(
    mut vectors: impl Iterator<Item = (u32, &'v Vector<H>)>,
    empty: &Vector<H>,
) -> (Vector<H>, [u32; H]) {
    let Some((first, vector)) = vectors.next() else {
        return (*empty, [0; H]);
    };
    let mut most = (*vector, [first; H]);
    for (number, vector) in vectors {
        let places = most.0.iter_mut().zip(&mut most.1);
        for ((value, sender), &other) in places.zip(vector) {
            if other > *value {
                (*value, *sender) = (other, number);
            }
        }
    }
    most
}

fn feature(example: &Example, atom: usize, state: usize) -> crate::cell::InputFeature {
    input_feature(example.graph.input(atom), example.truths.holds(atom, state))
}

/// The gradient before tanh, given the gradient after it and the value of tanh.
fn through_tanh<const H: usize>(change: &Vector<H>, value: &Vector<H>) -> Vector<H> {
    std::array::from_fn(|h| change[h] * (1.0 - value[h] * value[h]))
}

fn add<const H: usize>(sum: &mut Vector<H>, other: &Vector<H>) {
    sum.iter_mut()
        .zip(other)
        .for_each(|(sum, other)| *sum += other);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::noise::normal;
    use crate::{ProgramShape, random_program};
    use fastrand::Rng;

    /// Compares each partial derivative with a difference quotient.
    #[test]
    fn gradients_equal_difference_quotients() {
        let mut rng = Rng::with_seed(3);
        let shape = ProgramShape {
            fluents: 4,
            moves: 3,
            derived: 10,
            layers: 2,
            ..ProgramShape::default()
        };
        let example = random_program(&shape, 3, &mut rng);
        let weights = Weights::<4>::random(&mut || normal(&mut rng));
        let run = |weights: &Weights<4>| {
            let never = Deadline::never();
            Unrolled::run(weights, &example, 3, &mut Noise::none(), &never).unwrap()
        };
        let loss = |weights: &Weights<4>| run(weights).loss(weights).0;
        let (_, gradient) = run(&weights).gradient(&weights);
        const STEP: f32 = 2e-3;
        let (mut compared, mut far) = (0, 0);
        for tensor in 0..13 {
            for position in 0..weights.tensors()[tensor].1.len() {
                let moved = |by: f32| {
                    let mut moved = weights.clone();
                    moved.tensors_mut()[tensor][position] += by;
                    loss(&moved)
                };
                let quotient = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
                let found = gradient.tensors()[tensor].1[position];
                compared += 1;
                far += usize::from((quotient - found).abs() > 2e-3 + 0.02 * found.abs());
            }
        }
        // A maximum may change its argument within a step; then the quotient differs.
        assert!(compared == 125 && far <= 3, "{far} of {compared} differ");
    }
}
