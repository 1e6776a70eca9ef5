//! All maxima of subsets of some vectors.

use crate::cell::{Vector, maximum};
use rustc_hash::{FxHashMap, FxHashSet};

/// The largest number of elements that are listed.
pub(super) const MAX_ELEMENTS: usize = 400_000;

/// The largest number of joins of all enumerations of a proof. They take seconds; a damaged or hostile file must not take hours.
/// Networks of four numbers need about 200,000 while they are trained.
const MAX_JOINS: usize = 20_000_000;

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

/// The enumeration exceeds this limit on elements or joins.
#[derive(Debug)]
pub(super) struct TooLarge(pub usize);

/// The joins of a proof so far.
#[derive(Default)]
pub(super) struct Joins(usize);

impl Joins {
    fn add(&mut self, count: usize) -> Result<(), TooLarge> {
        self.0 = self.0.saturating_add(count);
        match self.0 > MAX_JOINS {
            true => Err(TooLarge(MAX_JOINS)),
            false => Ok(()),
        }
    }
}

impl<const H: usize> Semilattice<H> {
    /// Lists the maxima. `join` combines the truths. Equal generators give no new maxima, so only the first of them counts.
    pub fn of(
        generators: &[Generator<H>],
        join: impl Fn(bool, bool) -> bool,
        joins: &mut Joins,
    ) -> Result<Semilattice<H>, TooLarge> {
        let generators = distinct(generators);
        let mut found = FxHashMap::default();
        let mut elements: Vec<Element<H>> = Vec::new();
        let mut add = |element: Element<H>, elements: &mut Vec<Element<H>>| {
            let key = (element.vector.map(f32::to_bits), element.truth);
            found.entry(key).or_insert_with(|| elements.push(element));
            match elements.len() > MAX_ELEMENTS {
                true => Err(TooLarge(MAX_ELEMENTS)),
                false => Ok(()),
            }
        };
        for &(number, generator) in &generators {
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
            joins.add(generators.len())?;
            for &(number, generator) in &generators {
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

/// The first of equal generators, with their numbers.
fn distinct<const H: usize>(generators: &[Generator<H>]) -> Vec<(usize, &Generator<H>)> {
    let mut known = FxHashSet::default();
    let numbered = generators.iter().enumerate();
    numbered
        .filter(|(_, generator)| {
            known.insert((generator.vector.map(f32::to_bits), generator.truth))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(generators: &[Generator<4>]) -> (Result<usize, TooLarge>, usize) {
        let mut joins = Joins::default();
        let found = Semilattice::of(generators, |a, b| a || b, &mut joins);
        (found.map(|found| found.elements.len()), joins.0)
    }

    /// Ordered vectors have few maxima, but each of them is joined with all others.
    #[test]
    fn ends_after_too_many_joins() {
        let ordered = (0..10_000).map(|number| Generator {
            vector: [number as f32; 4],
            truth: true,
        });
        let (found, _) = joined(&ordered.collect::<Vec<_>>());
        assert!(matches!(found, Err(TooLarge(MAX_JOINS))), "{found:?}");
    }

    #[test]
    fn equal_generators_are_joined_once() {
        let generator = Generator {
            vector: [1.0; 4],
            truth: true,
        };
        let (found, joins) = joined(&vec![generator; 10_000]);
        assert_eq!((found.unwrap(), joins), (1, 1));
    }
}
