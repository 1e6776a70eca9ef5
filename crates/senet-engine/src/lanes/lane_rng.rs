//! Random bits for all lanes at once.

use super::vector::{Detected, LaneVector};
use crate::spread_seed;

/// Number of generators used in turn, so that none waits for its previous result.
const STREAMS: usize = 4;

/// A xorshift128+ generator for each group of 64 lanes, seeded independently.
pub struct LaneRng<V> {
    streams: [Stream<V>; STREAMS],
    turn: usize,
}

#[derive(Clone, Copy)]
struct Stream<V> {
    first: V,
    second: V,
}

impl<V: LaneVector> Stream<V> {
    #[inline(always)]
    fn next(&mut self) -> V {
        let (mut a, b) = (self.first, self.second);
        let result = a.add(b);
        a = a.xor(a.shift_left::<23>());
        self.first = b;
        self.second = a
            .xor(b)
            .xor(a.shift_right::<18>())
            .xor(b.shift_right::<5>());
        result
    }
}

impl<V: LaneVector> LaneRng<V> {
    /// The same seed gives the same bits.
    #[inline(always)]
    pub fn new(cpu: Detected<V>, seed: u64) -> LaneRng<V> {
        let vector = |number: usize| {
            let words: [u64; 8] =
                std::array::from_fn(|word| spread_seed(seed, (8 * number + word) as u64));
            cpu.vector(&words)
        };
        LaneRng {
            streams: std::array::from_fn(|stream| Stream {
                first: vector(2 * stream),
                second: vector(2 * stream + 1),
            }),
            turn: 0,
        }
    }

    /// The proof that the processor has the instructions of `V`. Every vector of the generator is such a proof.
    #[inline(always)]
    pub fn cpu(&self) -> Detected<V> {
        self.streams[0].first.cpu()
    }

    /// New random bits.
    #[inline(always)]
    pub fn next(&mut self) -> V {
        self.turn = (self.turn + 1) % STREAMS;
        self.streams[self.turn].next()
    }

    /// Fills a slice with new random bits.
    #[inline(always)]
    pub fn fill(&mut self, row: &mut [V]) {
        let mut streams = self.streams;
        let mut chunks = row.chunks_exact_mut(STREAMS);
        for chunk in &mut chunks {
            for (vector, stream) in chunk.iter_mut().zip(&mut streams) {
                *vector = stream.next();
            }
        }
        for (vector, stream) in chunks.into_remainder().iter_mut().zip(&mut streams) {
            *vector = stream.next();
        }
        self.streams = streams;
    }
}
