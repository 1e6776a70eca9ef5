//! The similarity of two symbols.

use super::hash::combine;
use super::wl_hashes::{ROUNDS, WlHashes};
use std::cmp::Ordering;

/// The number of levels: occurrences at each radius, whole rules, and arguments at two radii.
const LEVELS: usize = ROUNDS + 3;

/// The weighted hashes of a symbol's occurrences, level by level.
#[derive(Clone, Default)]
pub struct Features {
    starts: [u32; LEVELS + 1],
    entries: Vec<(u64, u32)>,
    /// The total weight of each level.
    weights: [u32; LEVELS],
}

impl Features {
    /// Computes the features of a symbol under the current hashes.
    pub fn of(hashes: &WlHashes, symbol: u32) -> Features {
        let places = hashes.places;
        let uses = places.uses.row(symbol as usize);
        let mut features = Features::default();
        let mut level = Vec::with_capacity(uses.len());
        for number in 0..LEVELS {
            for symbol_use in uses {
                let place = symbol_use.place as usize;
                let place_hashes = &hashes.place_hashes[place];
                let hash = match (symbol_use.argument, number) {
                    (0, ..ROUNDS) => place_hashes[number + 1],
                    (0, ROUNDS) => combine(
                        hashes.rule_hashes[places.rule[place] as usize],
                        place_hashes[ROUNDS],
                    ),
                    (1.., number) if number > ROUNDS => combine(
                        symbol_use.argument.into(),
                        place_hashes[number - ROUNDS - 1],
                    ),
                    _ => continue,
                };
                level.push((hash, places.position[place]));
            }
            features.add_level(number, &mut level);
        }
        features
    }

    fn add_level(&mut self, number: usize, level: &mut Vec<(u64, u8)>) {
        level.sort_unstable();
        for same in level.chunk_by(|one, other| one.0 == other.0) {
            self.entries
                .push((same[0].0, weight(same.len(), same[0].1)));
        }
        let new = &self.entries[self.starts[number] as usize..];
        self.weights[number] = new.iter().map(|entry| entry.1).sum();
        self.starts[number + 1] = self.entries.len() as u32;
        level.clear();
    }

    fn level(&self, number: usize) -> &[(u64, u32)] {
        &self.entries[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The similarity of two symbols, from 0 to 1: the mean overlap of their hashes over all levels. A result of at
    /// most `enough` is only an upper bound.
    pub fn similarity(&self, other: &Features, enough: f64) -> f64 {
        let weights = self.weights.iter().zip(&other.weights);
        let bounds: [f64; LEVELS] = std::array::from_fn(|level| {
            let (one, two) = (self.weights[level], other.weights[level]);
            f64::from(one.min(two)) / f64::from(one.max(two).max(1))
        });
        let levels = weights
            .filter(|(one, two)| **one.max(two) > 0)
            .count()
            .max(1) as f64;
        let mut sum: f64 = bounds.iter().sum();
        // The finest levels differ most often, so they tighten the bound first.
        for level in (0..LEVELS).rev().filter(|&level| bounds[level] > 0.0) {
            if sum / levels <= enough {
                break;
            }
            sum += overlap(self.level(level), other.level(level)) - bounds[level];
        }
        // Rounding makes equal similarities exactly equal, whatever the order of summation.
        (sum / levels * 1e9).round() / 1e9
    }
}

/// The weight of a hash that occurs `count` times. It grows logarithmically. Otherwise long tables of facts would
/// outweigh the rules. Later arguments weigh slightly more, so that ties follow a chain from its beginning.
fn weight(count: usize, position: u8) -> u32 {
    let count = (1024.0 * (count as f64 + 1.0).log2()) as u32;
    count + u32::from(position)
}

/// The weighted Jaccard similarity of two levels.
fn overlap(one: &[(u64, u32)], two: &[(u64, u32)]) -> f64 {
    let (mut i, mut j, mut common, mut all) = (0, 0, 0u64, 0u64);
    while i < one.len() && j < two.len() {
        let (first, second) = (one[i], two[j]);
        let order = first.0.cmp(&second.0);
        if order == Ordering::Equal {
            common += u64::from(first.1.min(second.1));
            all += u64::from(first.1.max(second.1));
        } else {
            all += u64::from(if order == Ordering::Less {
                first.1
            } else {
                second.1
            });
        }
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
    }
    let rest = one[i..].iter().chain(&two[j..]);
    all += rest.map(|entry| u64::from(entry.1)).sum::<u64>();
    common as f64 / all as f64
}
