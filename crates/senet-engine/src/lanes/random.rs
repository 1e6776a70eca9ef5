//! Random bits for all lanes at once.

use super::wide::Wide;
use crate::spread_seed;

/// How many generators work side by side, so that none waits for its own last result.
const STREAMS: usize = 4;

/// Every 64 lanes have generators of their own (xorshift128+), seeded independently.
pub struct Random<V> {
    streams: [Stream<V>; STREAMS],
    turn: usize,
}

#[derive(Clone, Copy)]
struct Stream<V> {
    first: V,
    second: V,
}

impl<V: Wide> Stream<V> {
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

impl<V: Wide> Random<V> {
    /// The same seed gives the same bits.
    #[inline(always)]
    pub fn new(seed: u64) -> Random<V> {
        let vector = |number: usize| {
            let words: [u64; 8] =
                std::array::from_fn(|word| spread_seed(seed, (8 * number + word) as u64));
            V::from_words(&words)
        };
        Random {
            streams: std::array::from_fn(|stream| Stream {
                first: vector(2 * stream),
                second: vector(2 * stream + 1),
            }),
            turn: 0,
        }
    }

    /// Fresh random bits.
    #[inline(always)]
    pub fn next(&mut self) -> V {
        self.turn = (self.turn + 1) % STREAMS;
        self.streams[self.turn].next()
    }

    /// Fills a row with fresh random bits.
    #[inline(always)]
    pub fn fill(&mut self, row: &mut [V]) {
        let mut streams = self.streams;
        let mut chunks = row.chunks_exact_mut(STREAMS);
        for chunk in &mut chunks {
            for (place, stream) in chunk.iter_mut().zip(&mut streams) {
                *place = stream.next();
            }
        }
        for (place, stream) in chunks.into_remainder().iter_mut().zip(&mut streams) {
            *place = stream.next();
        }
        self.streams = streams;
    }
}
