//! The newest states with their targets: a ring.

use senet_value_net::Sample;

/// Samples of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    words_per_state: usize,
    outputs: usize,
    capacity: usize,
    words: Vec<u64>,
    targets: Vec<f32>,
    /// Where the next sample goes once the ring is full.
    next: usize,
}

impl Samples {
    /// An empty ring for `capacity` samples.
    pub fn new(words_per_state: usize, outputs: usize, capacity: usize) -> Samples {
        Samples {
            words_per_state,
            outputs,
            capacity: capacity.max(1),
            words: Vec::new(),
            targets: Vec::new(),
            next: 0,
        }
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.targets.len() / self.outputs
    }

    /// Adds a sample. It replaces the oldest one if the ring is full.
    pub fn push(&mut self, state: &[u64], target: &[f32]) {
        if self.len() < self.capacity {
            self.words.extend_from_slice(state);
            self.targets.extend_from_slice(target);
            return;
        }
        let (length, outputs, at) = (self.words_per_state, self.outputs, self.next);
        self.words[at * length..(at + 1) * length].copy_from_slice(state);
        self.targets[at * outputs..(at + 1) * outputs].copy_from_slice(target);
        self.next = (at + 1) % self.capacity;
    }

    /// The states, the targets, and where the next sample goes.
    pub fn parts(&self) -> (&[u64], &[f32], usize) {
        (&self.words, &self.targets, self.next)
    }

    /// Replaces all samples. Returns false if they do not fit, and then changes nothing.
    pub fn set_parts(&mut self, words: Vec<u64>, targets: Vec<f32>, next: usize) -> bool {
        let count = targets.len() / self.outputs;
        let fits = targets.len() == count * self.outputs
            && words.len() == count * self.words_per_state
            && count <= self.capacity
            && next < self.capacity;
        if fits {
            (self.words, self.targets, self.next) = (words, targets, next);
        }
        fits
    }

    /// A sample.
    pub fn get(&self, at: usize) -> Sample<'_> {
        Sample {
            state: &self.words[at * self.words_per_state..(at + 1) * self.words_per_state],
            target: &self.targets[at * self.outputs..(at + 1) * self.outputs],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_ring_replaces_the_oldest_sample() {
        let mut samples = Samples::new(1, 2, 3);
        for number in 0..5_u8 {
            samples.push(&[u64::from(number)], &[f32::from(number), 0.5]);
        }
        let states: Vec<u64> = (0..samples.len())
            .map(|at| samples.get(at).state[0])
            .collect();
        assert_eq!(states, [3, 4, 2]);
        assert_eq!(samples.get(1).target, [4.0, 0.5]);
    }
}
