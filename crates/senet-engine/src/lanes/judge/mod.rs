//! Judges of the parts between logic and machine code, for tests: every form of a program must compute what its logic says.
//!
//! - [`direct`] evaluates logic as it stands, node by node: the slow truth;
//! - [`random`] makes logic with several sections, loops and stages;
//! - [`forms`] evaluates what covering and register allocation make of it;
//! - [`processor`] runs the emitted machine code, also that of processors that are not at hand;
//! - [`vectors`] judges the operations on vectors that the code around the programs is made of.

mod choosing;
mod direct;
mod forms;
mod numbers;
mod picking;
#[cfg(all(target_arch = "x86_64", unix))]
mod processor;
mod programs;
mod random;
#[cfg(all(target_arch = "x86_64", unix))]
mod refused;
mod vectors;

use super::logic::{Array, Place};

/// A value in all lanes of the widest vector.
type Lanes = [u64; 8];

const ZEROS: Lanes = [0; 8];
const ONES: Lanes = [!0; 8];

/// The arrays of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Memory {
    arrays: [Vec<Lanes>; 3],
}

impl Memory {
    /// Arrays of these lengths; whatever a program must not rely on is set to rubbish.
    fn new(lengths: [usize; 3], rng: &mut fastrand::Rng) -> Memory {
        let rubbish = |length: usize| (0..length).map(|_| lanes(&mut *rng)).collect();
        let mut memory = Memory {
            arrays: lengths.map(rubbish),
        };
        memory.arrays[0][0] = ZEROS;
        memory.arrays[0][1] = ONES;
        memory
    }

    fn get(&self, place: Place) -> Lanes {
        self.arrays[place.array as usize][place.index as usize]
    }

    fn set(&mut self, place: Place, value: Lanes) {
        self.arrays[place.array as usize][place.index as usize] = value;
    }

    fn length(&self, array: Array) -> usize {
        self.arrays[array as usize].len()
    }
}

fn lanes(rng: &mut fastrand::Rng) -> Lanes {
    std::array::from_fn(|_| rng.u64(..))
}

fn map(a: Lanes, b: Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
    std::array::from_fn(|at| f(a[at], b[at]))
}

/// A function of three inputs, the first of which is the highest bit of the position in the table.
fn look_up(table: u8, [a, b, c]: [Lanes; 3]) -> Lanes {
    let mut result = ZEROS;
    for position in (0..8).filter(|position| table >> position & 1 == 1) {
        let wanted = |value: Lanes, bit: u8| match position >> bit & 1 {
            1 => value,
            _ => map(value, ONES, |a, b| a ^ b),
        };
        let both = map(wanted(a, 2), wanted(b, 1), |a, b| a & b);
        let all = map(both, wanted(c, 0), |a, b| a & b);
        result = map(result, all, |a, b| a | b);
    }
    result
}
