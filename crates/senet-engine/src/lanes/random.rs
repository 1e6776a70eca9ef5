//! Random bits for all lanes at once.

use super::wide::Wide;

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
        let mut seeds = Seeds(seed);
        let mut vector = || {
            let words: [u64; 8] = std::array::from_fn(|_| seeds.next());
            V::from_words(&words)
        };
        Random {
            streams: std::array::from_fn(|_| Stream {
                first: vector(),
                second: vector(),
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

/// Numbers to seed generators with: splitmix64.
pub struct Seeds(pub u64);

impl Seeds {
    /// The next seed.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
