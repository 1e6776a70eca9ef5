//! The loss: cross-entropy of policies and of values.

use super::net::logistic;

/// A state and the outputs that the network should give it.
#[derive(Clone, Copy, Debug)]
pub struct PolicySample<'a> {
    /// The fluents of the state as bits.
    pub state: &'a [u64],
    /// For each role, its legal moves with their probabilities. An empty list teaches no policy.
    pub policy: &'a [&'a [(u32, f32)]],
    /// For each role, a number from 0 to 1.
    pub values: &'a [f32],
}

/// The mean loss over some samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PolicyLoss {
    /// The cross-entropy of the policies.
    pub policy: f64,
    /// The number of policies.
    pub policies: u64,
    /// The squared error of the values.
    pub value: f64,
    /// The number of values.
    pub values: u64,
}

impl PolicyLoss {
    /// Adds another loss.
    pub fn merge(&mut self, other: PolicyLoss) {
        self.policy += other.policy;
        self.policies += other.policies;
        self.value += other.value;
        self.values += other.values;
    }

    /// The mean cross-entropy of a policy.
    pub fn mean_policy(&self) -> f64 {
        self.policy / self.policies.max(1) as f64
    }

    /// The mean squared error of a value.
    pub fn mean_value(&self) -> f64 {
        self.value / self.values.max(1) as f64
    }
}

/// Replaces the outputs of a state by the gradient of the loss.
pub fn slopes(outputs: &mut [f32], moves: &[usize], sample: &PolicySample) -> PolicyLoss {
    let mut loss = PolicyLoss::default();
    let mut first = 0;
    for (&count, policy) in moves.iter().zip(sample.policy) {
        let logits = &mut outputs[first..first + count];
        if !policy.is_empty() {
            loss.policy += f64::from(policy_slopes(logits, policy));
            loss.policies += 1;
        } else {
            logits.fill(0.0);
        }
        first += count;
    }
    for (output, target) in outputs[first..].iter_mut().zip(sample.values) {
        // The derivative of the cross-entropy with respect to the logit is the error.
        let error = logistic(*output) - target;
        *output = error;
        loss.value += f64::from(error * error);
        loss.values += 1;
    }
    loss
}

/// Replaces the logits of a role by the gradient. Only legal moves count. Returns the cross-entropy.
fn policy_slopes(logits: &mut [f32], policy: &[(u32, f32)]) -> f32 {
    let legal = policy.iter().map(|&(at, _)| logits[at as usize]);
    let most = legal.clone().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = legal.map(|logit| (logit - most).exp()).sum();
    let found: Vec<f32> = policy
        .iter()
        .map(|&(at, _)| logits[at as usize] - most - sum.ln())
        .collect();
    logits.fill(0.0);
    let mut entropy = 0.0;
    for (&(at, target), log) in policy.iter().zip(found) {
        logits[at as usize] = log.exp() - target;
        entropy -= target * log;
    }
    entropy
}
