//! Tests of the compiler: every form of a program must compute the same values as its logic.
//!
//! - [`logic_evaluator`] evaluates logic node by node, as the slow reference.
//! - [`random_logic`] generates logic with several sections, loops and stages.
//! - [`intermediate`] runs the results of technology mapping and register allocation.
//! - [`emulator`] runs emitted machine code, also for instruction sets that this processor lacks.
//! - [`vectors`] tests the vector operations that the code around the programs uses.

mod arithmetic;
#[cfg(all(target_arch = "x86_64", unix))]
mod emulator;
mod intermediate;
mod logic_evaluator;
mod move_choice;
mod move_picker;
#[cfg(all(target_arch = "x86_64", unix))]
mod no_executable_memory;
mod programs;
mod random_logic;
mod vectors;

use super::logic::{Address, Array};

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
    /// Arrays of these lengths. Contents that a program must not rely on are random.
    fn new(lengths: [usize; 3], rng: &mut fastrand::Rng) -> Memory {
        let rubbish = |length: usize| (0..length).map(|_| lanes(&mut *rng)).collect();
        let mut memory = Memory {
            arrays: lengths.map(rubbish),
        };
        memory.arrays[0][0] = ZEROS;
        memory.arrays[0][1] = ONES;
        memory
    }

    fn get(&self, address: Address) -> Lanes {
        self.arrays[address.array as usize][address.index as usize]
    }

    fn set(&mut self, address: Address, value: Lanes) {
        self.arrays[address.array as usize][address.index as usize] = value;
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

/// A function of three inputs; the first is the highest bit of the table index.
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
