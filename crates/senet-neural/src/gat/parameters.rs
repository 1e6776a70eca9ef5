//! All weights of a network in one vector, with the name and place of each part.

use crate::training::normal;
use fastrand::Rng;
use std::ops::Range;

/// The names, sizes and scales of the parts.
#[derive(Clone, Default, Debug)]
pub(crate) struct Shapes {
    parts: Vec<Part>,
    size: usize,
}

#[derive(Clone, Debug)]
struct Part {
    name: String,
    range: Range<usize>,
    /// The standard deviation at the start.
    deviation: f32,
}

impl Shapes {
    /// Reserves weights of a sum over `inputs` numbers.
    pub fn weights(&mut self, name: &str, size: usize, inputs: usize) -> Range<usize> {
        self.reserve(name, size, (2.0 / inputs as f32).sqrt())
    }

    /// Reserves numbers that start as zero.
    pub fn bias(&mut self, name: &str, size: usize) -> Range<usize> {
        self.reserve(name, size, 0.0)
    }

    fn reserve(&mut self, name: &str, size: usize, deviation: f32) -> Range<usize> {
        let range = self.size..self.size + size;
        self.size = range.end;
        self.parts.push(Part {
            name: name.to_string(),
            range: range.clone(),
            deviation,
        });
        range
    }

    /// The number of all weights.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The parts that are not empty: name and place.
    pub fn parts(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        let parts = self.parts.iter().filter(|part| !part.range.is_empty());
        parts.map(|part| (part.name.as_str(), part.range.clone()))
    }

    /// Random weights.
    pub fn random(&self, rng: &mut Rng) -> Vec<f32> {
        let mut weights = Vec::with_capacity(self.size);
        for part in &self.parts {
            weights.extend(part.range.clone().map(|_| part.deviation * normal(rng)));
        }
        weights
    }
}
