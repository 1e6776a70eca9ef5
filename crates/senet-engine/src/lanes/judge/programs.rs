//! Every form of a program computes what its logic says.

use super::super::cover::{Instructions, cover};
use super::super::program::{CodeLimits, Program, Width};
use super::super::wide::{Portable, Wide};
use super::direct::Direct;
use super::forms::run_covered;
use super::random::{RandomLogic, random_logic};
use super::{Lanes, Memory, ZEROS};
use fastrand::Rng;

/// Some thousand nodes at most, of all kinds; enough to run out of registers now and then. `SENET_GRAPHS` says otherwise.
const GRAPHS: u64 = 100;

/// A way to run the stages of logic.
pub type Runner<'a> = dyn FnMut(usize, &mut Memory) + 'a;

/// Runs the stages of random logic in the way that is made for it, and compares everything that is written, in the lanes that there
/// are. `make` gets the logic and the random numbers, and tells how long the frame must be.
pub fn check(words: usize, make: impl Fn(&RandomLogic, &mut Rng, &mut Check)) {
    let given = std::env::var("SENET_GRAPHS").ok();
    let graphs = given.map_or(GRAPHS, |text| text.parse().expect("a number of graphs"));
    for seed in 0..graphs {
        let mut rng = Rng::with_seed(seed);
        let random = random_logic(&mut rng);
        let mut check = Check { words, seed };
        make(&random, &mut rng, &mut check);
    }
}

/// The comparison for one graph.
pub struct Check {
    words: usize,
    seed: u64,
}

impl Check {
    /// Runs all stages twice, the second time in the memory that the first has left.
    pub fn run(
        &mut self,
        random: &RandomLogic,
        frame_length: usize,
        rng: &mut Rng,
        run: &mut Runner,
    ) {
        let lengths = [frame_length, random.states, random.states];
        let mut memory = Memory::new(lengths, rng);
        for _ in 0..2 {
            for place in memory.arrays[1].iter_mut() {
                *place = super::lanes(rng);
            }
            let mut truth = memory.clone();
            let mut direct = Direct::new(&random.logic);
            for stage in 0..random.stages {
                direct.run(stage, &mut truth);
                run(stage, &mut memory);
                self.compare(random, stage, &truth, &memory);
            }
        }
    }

    fn compare(&self, random: &RandomLogic, stage: usize, truth: &Memory, memory: &Memory) {
        for &place in &random.written {
            let cut = |mut value: Lanes| {
                value[self.words..].fill(0);
                value
            };
            let (expected, found) = (cut(truth.get(place)), cut(memory.get(place)));
            assert_eq!(
                expected, found,
                "seed {} stage {stage} {place:?}",
                self.seed
            );
        }
        let constants = [memory.arrays[0][0][0], memory.arrays[0][1][0]];
        assert_eq!(constants, [0, !0], "the constants are still there");
    }
}

/// Tables that cost as much as other instructions, and such that cost more.
const TABLES: [Instructions; 2] = [
    Instructions::Tables { cost: 1 },
    Instructions::Tables { cost: 3 },
];

#[test]
fn covering_keeps_the_meaning() {
    for instructions in [Instructions::TwoInputs, TABLES[0], TABLES[1]] {
        check(8, |random, rng, check| {
            let sections = cover(&random.logic, instructions);
            let mut kept = vec![ZEROS; random.logic.nodes().len()];
            let frame = random.frame_length as usize;
            check.run(random, frame, rng, &mut |stage, memory| {
                run_covered(&random.logic, &sections, stage, &mut kept, memory);
            });
        });
    }
}

#[test]
fn tables_need_fewer_instructions() {
    let count = |instructions| {
        let random = random_logic(&mut Rng::with_seed(3));
        let sections = cover(&random.logic, instructions);
        sections.iter().map(|section| section.gates.len()).sum()
    };
    let (two, cheap, dear): (usize, usize, usize) = (
        count(Instructions::TwoInputs),
        count(TABLES[0]),
        count(TABLES[1]),
    );
    assert!(cheap < dear && dear < two, "{cheap} {dear} {two}");
}

/// Compiles and really runs programs with vectors of one kind.
///
/// # Safety
/// The processor must have the instructions of the width.
#[allow(unsafe_code)]
pub unsafe fn check_program<V: Wide>(width: Width, refuse: bool) {
    check(V::WORDS, |random, rng, check| {
        let compile = || {
            let limits = CodeLimits::default();
            Program::compile(&random.logic, width, random.frame_length, &limits)
        };
        let program = match refuse {
            #[cfg(all(target_arch = "x86_64", unix))]
            true => super::refused::refusing(compile),
            _ => compile(),
        };
        let program = program.expect("small programs fit");
        assert_eq!(program.interpreted_because.is_some(), refuse);
        let frame = program.length(super::Array::Frame);
        check.run(random, frame, rng, &mut |stage, memory| {
            let [mut frame, mut state, mut next] = memory
                .arrays
                .clone()
                .map(|array| array.iter().map(|v| V::from_words(v)).collect::<Vec<V>>());
            // SAFETY: the caller vouches for the processor.
            unsafe { program.run(stage, &mut frame, &mut state, &mut next) };
            for (array, vectors) in memory.arrays.iter_mut().zip([frame, state, next]) {
                for (words, vector) in array.iter_mut().zip(vectors) {
                    (0..V::WORDS).for_each(|at| words[at] = vector.word(at));
                }
            }
        });
    });
}

#[test]
#[allow(unsafe_code)]
fn portable_programs_compute_what_their_logic_says() {
    // SAFETY: every processor can run them.
    unsafe { check_program::<Portable>(Width::Portable, false) };
}

#[cfg(all(target_arch = "x86_64", unix))]
mod machine_code {
    use super::super::super::allocate::allocate;
    use super::super::super::encode::{Encoded, Vectors, encode};
    use super::super::super::wide::{Avx2, Avx512};
    use super::super::forms::run_routines;
    use super::super::processor::Processor;
    use super::*;

    const VECTORS: [(Vectors, Instructions, usize); 3] = [
        (Vectors::Avx2, Instructions::TwoInputs, 4),
        (Vectors::Avx512, TABLES[0], 8),
        (Vectors::Avx512, TABLES[1], 8),
    ];

    #[test]
    fn register_allocation_keeps_the_meaning() {
        for (vectors, instructions, _) in VECTORS {
            check(8, |random, rng, check| {
                let sections = cover(&random.logic, instructions);
                let mut frame = random.frame_length;
                let machine = vectors.machine();
                let routines = allocate(&random.logic, &sections, machine, &mut frame);
                let count = machine.registers as usize;
                let mut registers: Vec<Lanes> =
                    (0..count).map(|_| super::super::lanes(rng)).collect();
                check.run(random, frame as usize, rng, &mut |stage, memory| {
                    run_routines(&routines, stage, &mut registers, memory);
                });
            });
        }
    }

    #[test]
    fn emitted_code_computes_what_its_logic_says() {
        for (vectors, instructions, words) in VECTORS {
            check(words, |random, rng, check| {
                let (encoded, frame) = encoded(random, vectors, instructions);
                let mut processor = Processor::new(vectors, rng);
                check.run(random, frame, rng, &mut |stage, memory| {
                    processor.run(&encoded, stage, memory);
                });
            });
        }
    }

    fn encoded(
        random: &RandomLogic,
        vectors: Vectors,
        instructions: Instructions,
    ) -> (Encoded, usize) {
        let sections = cover(&random.logic, instructions);
        let mut frame = random.frame_length;
        let routines = allocate(&random.logic, &sections, vectors.machine(), &mut frame);
        let encoded = encode(&routines, vectors).expect("all instructions can be encoded");
        assert_eq!(encoded.entries.len(), random.stages);
        (encoded, frame as usize)
    }

    #[test]
    #[allow(unsafe_code)]
    fn machine_code_computes_what_its_logic_says() {
        for (width, refuse) in [
            (Width::Avx2, false),
            (Width::Avx2, true),
            (Width::Avx512, false),
            (Width::Avx512, true),
        ] {
            match width {
                _ if !width.is_available() => {
                    eprintln!("skipped: this processor has no {}", width.name());
                }
                // SAFETY: the width is available.
                Width::Avx2 => unsafe { check_program::<Avx2>(width, refuse) },
                // SAFETY: as above.
                _ => unsafe { check_program::<Avx512>(width, refuse) },
            }
        }
    }
}
