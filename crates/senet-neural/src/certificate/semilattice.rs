//! All maxima of subsets of some vectors.

use crate::cell::{Vector, maximum};
use rustc_hash::FxHashMap;

/// The largest number of elements that are listed.
pub(super) const MAX_ELEMENTS: usize = 400_000;

/// A message: a vector and the truth that belongs to it.
#[derive(Clone)]
pub(super) struct Generator<const H: usize> {
    pub vector: Vector<H>,
    pub truth: bool,
}

/// The maximum of some generators, with the truth of their conjunction or disjunction.
pub(super) struct Element<const H: usize> {
    pub vector: Vector<H>,
    pub truth: bool,
    /// The last generator.
    generator: usize,
    /// The element that the generator was added to.
    rest: Option<usize>,
}

/// All maxima of non-empty subsets of generators.
pub(super) struct Semilattice<const H: usize> {
    pub elements: Vec<Element<H>>,
}

/// The enumeration exceeds [`MAX_ELEMENTS`].
pub(super) struct TooLarge;

impl<const H: usize> Semilattice<H> {
    /// Lists the maxima. `join` combines the truths.
    pub fn of(
        generators: &[Generator<H>],
        join: impl Fn(bool, bool) -> bool,
    ) -> Result<Semilattice<H>, TooLarge> {
        let mut found = FxHashMap::default();
        let mut elements: Vec<Element<H>> = Vec::new();
        let mut add = |element: Element<H>, elements: &mut Vec<Element<H>>| {
            let key = (element.vector.map(f32::to_bits), element.truth);
            found.entry(key).or_insert_with(|| elements.push(element));
            match elements.len() > MAX_ELEMENTS {
                true => Err(TooLarge),
                false => Ok(()),
            }
        };
        for (number, generator) in generators.iter().enumerate() {
            let element = Element {
                vector: generator.vector,
                truth: generator.truth,
                generator: number,
                rest: None,
            };
            add(element, &mut elements)?;
        }
        let mut next = 0;
        while next < elements.len() {
            for (number, generator) in generators.iter().enumerate() {
                let mut vector = elements[next].vector;
                maximum(&mut vector, &generator.vector);
                let element = Element {
                    vector,
                    truth: join(elements[next].truth, generator.truth),
                    generator: number,
                    rest: Some(next),
                };
                add(element, &mut elements)?;
            }
            next += 1;
        }
        Ok(Semilattice { elements })
    }

    /// The generators whose maximum is this element.
    pub fn generators(&self, element: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut rest = Some(element);
        while let Some(number) = rest {
            found.push(self.elements[number].generator);
            rest = self.elements[number].rest;
        }
        found
    }
}
