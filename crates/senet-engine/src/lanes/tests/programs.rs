//! Every form of a program computes the same values as its logic.

use super::super::cover::{InstructionSet, cover};
use super::super::program::{CodeLimits, VectorProgram, Width};
use super::super::vector::{LaneVector, Portable};
use super::intermediate::run_covered;
use super::logic_evaluator::LogicEvaluator;
use super::random_logic::{RandomLogic, random_logic};
use super::{Lanes, Memory, ZEROS};
use crate::BuildLimits;
use fastrand::Rng;

/// Number of random graphs, each with up to a few thousand nodes; enough to run out of registers.
/// The variable `SENET_GRAPHS` overrides it.
const GRAPHS: u64 = 100;

/// Runs a stage of some logic.
pub type Runner<'a> = dyn FnMut(usize, &mut Memory) + 'a;

/// Runs random logic in one form and compares all written values in the first `words` words. `make`
/// gets the logic and random numbers, and calls [`ProgramCheck::run`].
pub fn check(words: usize, make: impl Fn(&RandomLogic, &mut Rng, &mut ProgramCheck)) {
    let given = std::env::var("SENET_GRAPHS").ok();
    let graphs = given.map_or(GRAPHS, |text| {
        text.parse().expect("SENET_GRAPHS is a number")
    });
    for seed in 0..graphs {
        let mut rng = Rng::with_seed(seed);
        let random = random_logic(&mut rng);
        let mut check = ProgramCheck { words, seed };
        make(&random, &mut rng, &mut check);
    }
}

/// The comparison for one graph.
pub struct ProgramCheck {
    words: usize,
    seed: u64,
}

impl ProgramCheck {
    /// Runs all stages twice; the second time, memory contains the results of the first.
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
            for vector in memory.arrays[1].iter_mut() {
                *vector = super::lanes(rng);
            }
            let mut truth = memory.clone();
            let mut direct = LogicEvaluator::new(&random.logic);
            for stage in 0..random.stages {
                direct.run(stage, &mut truth);
                run(stage, &mut memory);
                self.compare(random, stage, &truth, &memory);
            }
        }
    }

    fn compare(&self, random: &RandomLogic, stage: usize, truth: &Memory, memory: &Memory) {
        for &address in &random.written {
            let cut = |mut value: Lanes| {
                value[self.words..].fill(0);
                value
            };
            let (expected, found) = (cut(truth.get(address)), cut(memory.get(address)));
            assert_eq!(
                expected, found,
                "seed {} stage {stage} {address:?}",
                self.seed
            );
        }
        let constants = [memory.arrays[0][0][0], memory.arrays[0][1][0]];
        assert_eq!(constants, [0, !0], "the constants are unchanged");
    }
}

/// Tables that cost as much as other instructions, and tables that cost more.
const TABLES: [InstructionSet; 2] = [
    InstructionSet::Tables { cost: 1 },
    InstructionSet::Tables { cost: 3 },
];

#[test]
fn technology_mapping_preserves_values() {
    for instructions in [InstructionSet::TwoInputs, TABLES[0], TABLES[1]] {
        check(8, |random, rng, check| {
            let sections = cover(&random.logic, instructions, &BuildLimits::default()).unwrap();
            let mut kept = vec![ZEROS; random.logic.nodes().len()];
            let frame = random.frame_length as usize;
            check.run(random, frame, rng, &mut |stage, memory| {
                run_covered(&random.logic, &sections, stage, &mut kept, memory);
            });
        });
    }
}

#[test]
fn cheap_tables_reduce_the_instruction_count() {
    let count = |instructions| {
        let random = random_logic(&mut Rng::with_seed(3));
        let sections = cover(&random.logic, instructions, &BuildLimits::default()).unwrap();
        sections.iter().map(|section| section.gates.len()).sum()
    };
    let (two, cheap, dear): (usize, usize, usize) = (
        count(InstructionSet::TwoInputs),
        count(TABLES[0]),
        count(TABLES[1]),
    );
    assert!(cheap < dear && dear < two, "{cheap} {dear} {two}");
}

/// Compiles and runs programs with vectors of one kind.
///
/// # Safety
///
/// The processor must support the width, and `V` must be of that width.
#[allow(unsafe_code)]
pub unsafe fn check_program<V: LaneVector>(width: Width, refuse: bool) {
    check(V::WORDS, |random, rng, check| {
        let compile = || {
            let limits = CodeLimits::default();
            VectorProgram::compile(
                &random.logic,
                width,
                random.frame_length,
                &limits,
                &BuildLimits::default(),
            )
        };
        let program = match refuse {
            #[cfg(all(target_arch = "x86_64", unix))]
            true => super::no_executable_memory::without_executable_memory(compile),
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
            // SAFETY: the caller guarantees the processor and the width of `V`.
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
fn portable_programs_match_their_logic() {
    // SAFETY: every processor supports the portable width.
    unsafe { check_program::<Portable>(Width::Portable, false) };
}

#[cfg(all(target_arch = "x86_64", unix))]
mod machine_code {
    use super::super::super::allocate::allocate;
    use super::super::super::encode::{MachineCode, VectorSet, encode};
    use super::super::super::vector::{Avx2, Avx512};
    use super::super::emulator::Emulator;
    use super::super::intermediate::run_routines;
    use super::*;

    const VECTORS: [(VectorSet, InstructionSet, usize); 3] = [
        (VectorSet::Avx2, InstructionSet::TwoInputs, 4),
        (VectorSet::Avx512, TABLES[0], 8),
        (VectorSet::Avx512, TABLES[1], 8),
    ];

    #[test]
    fn register_allocation_preserves_values() {
        for (vectors, instructions, _) in VECTORS {
            check(8, |random, rng, check| {
                let sections = cover(&random.logic, instructions, &BuildLimits::default()).unwrap();
                let mut frame = random.frame_length;
                let register_file = vectors.register_file();
                let routines = allocate(
                    &random.logic,
                    &sections,
                    register_file,
                    &mut frame,
                    &BuildLimits::default(),
                )
                .unwrap();
                let count = register_file.registers as usize;
                let mut registers: Vec<Lanes> =
                    (0..count).map(|_| super::super::lanes(rng)).collect();
                check.run(random, frame as usize, rng, &mut |stage, memory| {
                    run_routines(&routines, stage, &mut registers, memory);
                });
            });
        }
    }

    #[test]
    fn emulated_machine_code_matches_its_logic() {
        for (vectors, instructions, words) in VECTORS {
            check(words, |random, rng, check| {
                let (encoded, frame) = encoded(random, vectors, instructions);
                let mut processor = Emulator::new(vectors, rng);
                check.run(random, frame, rng, &mut |stage, memory| {
                    processor.run(&encoded, stage, memory);
                });
            });
        }
    }

    fn encoded(
        random: &RandomLogic,
        vectors: VectorSet,
        instructions: InstructionSet,
    ) -> (MachineCode, usize) {
        let sections = cover(&random.logic, instructions, &BuildLimits::default()).unwrap();
        let mut frame = random.frame_length;
        let routines = allocate(
            &random.logic,
            &sections,
            vectors.register_file(),
            &mut frame,
            &BuildLimits::default(),
        )
        .unwrap();
        let encoded = encode(&routines, vectors, &BuildLimits::default())
            .expect("all instructions can be encoded");
        assert_eq!(encoded.entries.len(), random.stages);
        (encoded, frame as usize)
    }

    #[test]
    #[allow(unsafe_code)]
    fn machine_code_matches_its_logic() {
        for (width, refuse) in [
            (Width::Avx2, false),
            (Width::Avx2, true),
            (Width::Avx512, false),
            (Width::Avx512, true),
        ] {
            match width {
                _ if !width.is_available() => {
                    eprintln!("skipped: this processor does not support {}", width.name());
                }
                // SAFETY: the first arm excludes widths that are not available.
                Width::Avx2 => unsafe { check_program::<Avx2>(width, refuse) },
                // SAFETY: the first arm excludes widths that are not available.
                _ => unsafe { check_program::<Avx512>(width, refuse) },
            }
        }
    }
}
