//! A compiled program: stages that the caller runs separately.

use super::allocate::allocate;
use super::cover::{InstructionSet, cover};
use super::interpret::{Arrays, InterpretedSection, interpreted_sections, run};
use super::logic::{Array, Logic, LogicNode};
use super::too_large;
use super::vector::{Detected, LaneVector};
use crate::BuildLimits;

#[cfg(all(target_arch = "x86_64", unix))]
use super::{
    encode::{VectorSet, encode},
    executable::Executable,
};

/// The vector width that programs use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Width {
    /// 512 lanes in plain words, on every processor.
    Portable,
    /// 256 lanes in AVX2 registers.
    Avx2,
    /// 512 lanes in AVX-512 registers.
    Avx512,
}

impl Width {
    /// All widths, the portable one first.
    pub const ALL: [Width; 3] = [Width::Portable, Width::Avx2, Width::Avx512];

    /// The name in reports and options.
    pub fn name(self) -> &'static str {
        match self {
            Width::Portable => "portable",
            Width::Avx2 => "avx2",
            Width::Avx512 => "avx512",
        }
    }

    /// The number of matches played at once.
    pub fn lanes(self) -> usize {
        match self {
            Width::Avx2 => 256,
            Width::Portable | Width::Avx512 => 512,
        }
    }

    /// Returns true if this processor supports all features that the vector engines are
    /// compiled for.
    pub fn is_available(self) -> bool {
        match self {
            Width::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => {
                std::arch::is_x86_feature_detected!("avx2")
                    && std::arch::is_x86_feature_detected!("popcnt")
                    && std::arch::is_x86_feature_detected!("bmi1")
            }
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => {
                std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && Width::Avx2.is_available()
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The largest width that this processor supports.
    pub fn best() -> Width {
        let widths = Width::ALL.into_iter().rev();
        let mut available = widths.filter(|width| width.is_available());
        available.next().unwrap_or(Width::Portable)
    }

    /// The fastest width for a game with this number of moves. That is the largest width, unless
    /// the vectors of the moves exceed the cache. Then memory bandwidth dominates, and half as many
    /// lanes need half as much memory.
    pub fn best_for(moves: usize) -> Width {
        match Width::best() {
            Width::Avx512 if moves * BYTES_PER_MOVE > CACHE_BYTES => Width::Avx2,
            width => width,
        }
    }
}

/// A move has two vectors of the largest width: whether it is legal, and whether it is made.
const BYTES_PER_MOVE: usize = 2 * 64;
/// The approximate cache size per core. With 1.5 MiB of vectors, 512 lanes were 1.5 times as fast
/// as 256; with 22 MiB, they were a third slower.
const CACHE_BYTES: usize = 4 << 20;

impl std::str::FromStr for Width {
    type Err = String;

    fn from_str(text: &str) -> Result<Width, String> {
        let found = Width::ALL.into_iter().find(|width| width.name() == text);
        found.ok_or_else(|| {
            let names = Width::ALL.map(Width::name).join(", ");
            format!("there is no width `{text}`; choose one of: {names}")
        })
    }
}

/// Memory per node for compiling: cuts, registers, instructions and machine code.
const BYTES_PER_LOGIC_NODE: usize = 260;

/// Limits for compiling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeLimits {
    /// Maximum size of the machine code of one program, in bytes.
    pub code_bytes: usize,
}

impl Default for CodeLimits {
    fn default() -> CodeLimits {
        CodeLimits {
            code_bytes: 64 << 20,
        }
    }
}

/// A program for one width.
pub struct VectorProgram {
    width: Width,
    form: ProgramForm,
    lengths: [usize; 3],
    instructions: Vec<usize>,
    /// The reason why there is no machine code although the encoder supports the processor.
    pub interpreted_because: Option<String>,
}

enum ProgramForm {
    #[cfg(all(target_arch = "x86_64", unix))]
    MachineCode {
        code: Executable,
        entries: Vec<usize>,
    },
    Interpreted(Vec<Vec<InterpretedSection>>),
}

impl VectorProgram {
    /// Compiles logic that uses `frame_length` addresses of the frame.
    pub fn compile(
        logic: &Logic,
        width: Width,
        frame_length: u32,
        limits: &CodeLimits,
        build: &BuildLimits,
    ) -> Result<VectorProgram, String> {
        let mut charge = build.memory.charge("the vector code");
        let bytes = BYTES_PER_LOGIC_NODE * logic.nodes().len();
        charge.set(bytes).map_err(|error| error.to_string())?;
        build.check()?;
        match width {
            #[cfg(all(target_arch = "x86_64", unix))]
            Width::Avx2 => {
                let set = VectorSet::Avx2;
                VectorProgram::machine_code(logic, width, set, frame_length, limits, build)
            }
            #[cfg(all(target_arch = "x86_64", unix))]
            Width::Avx512 => {
                let set = VectorSet::Avx512;
                VectorProgram::machine_code(logic, width, set, frame_length, limits, build)
            }
            _ => VectorProgram::interpreted(logic, width, frame_length, build),
        }
    }

    #[cfg(all(target_arch = "x86_64", unix))]
    fn machine_code(
        logic: &Logic,
        width: Width,
        vectors: VectorSet,
        mut frame_length: u32,
        limits: &CodeLimits,
        build: &BuildLimits,
    ) -> Result<VectorProgram, String> {
        let sections = cover(logic, vectors.instructions(), build)?;
        let (used, registers) = (frame_length, vectors.register_file());
        let routines = allocate(logic, &sections, registers, &mut frame_length, build)?;
        let encoded = encode(&routines, vectors, build)?;
        if encoded.bytes.len() > limits.code_bytes {
            let (bytes, limit) = (encoded.bytes.len(), limits.code_bytes);
            return Err(too_large(&bytes.to_string(), limit));
        }
        match Executable::new(&encoded.bytes) {
            Ok(code) => {
                let mut counts: Vec<usize> = Vec::new();
                for routine in &routines {
                    if counts.is_empty() || routine.starts_stage {
                        counts.push(0);
                    }
                    if let Some(count) = counts.last_mut() {
                        *count += routine.instructions.len();
                    }
                }
                Ok(VectorProgram {
                    width,
                    form: ProgramForm::MachineCode {
                        code,
                        entries: encoded.entries,
                    },
                    lengths: lengths(logic, frame_length),
                    instructions: counts,
                    interpreted_because: None,
                })
            }
            Err(reason) => Ok(VectorProgram {
                interpreted_because: Some(reason),
                ..VectorProgram::interpreted(logic, width, used, build)?
            }),
        }
    }

    fn interpreted(
        logic: &Logic,
        width: Width,
        mut frame_length: u32,
        build: &BuildLimits,
    ) -> Result<VectorProgram, String> {
        let sections = cover(logic, InstructionSet::TwoInputs, build)?;
        build.check()?;
        let sections = interpreted_sections(logic, &sections, &mut frame_length);
        let mut stages: Vec<Vec<InterpretedSection>> = Vec::new();
        for section in sections {
            match stages.last_mut() {
                Some(stage) if !section.starts_stage() => stage.push(section),
                _ => stages.push(vec![section]),
            }
        }
        let count =
            |stage: &Vec<InterpretedSection>| stage.iter().map(InterpretedSection::len).sum();
        Ok(VectorProgram {
            width,
            instructions: stages.iter().map(count).collect(),
            form: ProgramForm::Interpreted(stages),
            lengths: lengths(logic, frame_length),
            interpreted_because: None,
        })
    }

    /// The required length of an array.
    pub fn length(&self, array: Array) -> usize {
        self.lengths[array as usize]
    }

    /// The number of instructions of a stage.
    pub fn instructions(&self, stage: usize) -> usize {
        self.instructions[stage]
    }

    /// Bytes of machine code, or of the operations to interpret.
    pub fn bytes(&self) -> usize {
        match &self.form {
            #[cfg(all(target_arch = "x86_64", unix))]
            ProgramForm::MachineCode { code, .. } => code.len(),
            ProgramForm::Interpreted(_) => self.instructions.iter().sum::<usize>() * 16,
        }
    }

    /// Runs a stage. Panics if the program was compiled for another width, or if an array is too short.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn run<V: LaneVector>(
        &self,
        cpu: Detected<V>,
        stage: usize,
        frame: &mut [V],
        state: &mut [V],
        next: &mut [V],
    ) {
        assert!(self.width == V::WIDTH, "the program has another width");
        let given = [frame.len(), state.len(), next.len()];
        assert!(
            given
                .iter()
                .zip(&self.lengths)
                .all(|(given, needed)| given >= needed),
            "an array is too short for the program"
        );
        let (frame, state, next) = (frame.as_mut_ptr(), state.as_mut_ptr(), next.as_mut_ptr());
        match &self.form {
            #[cfg(all(target_arch = "x86_64", unix))]
            // SAFETY: `cpu` proves that the processor has the instructions of `V`, and the code has
            // the width of `V`. The arrays cover all addresses, as asserted above, and vectors are
            // aligned as the code requires. The arrays are exclusively borrowed, so they do not
            // overlap. A function of the code starts at each entry, and `self` outlives the call.
            ProgramForm::MachineCode { code, entries } => unsafe {
                code.function(entries[stage])(frame.cast(), state.cast(), next.cast());
            },
            // SAFETY: the assertion above ensures that the arrays cover all addresses, and they are
            // exclusively borrowed, so they do not overlap.
            ProgramForm::Interpreted(stages) => unsafe {
                run(&stages[stage], Arrays::new(cpu, frame, state, next))
            },
        }
    }
}

/// The array lengths that the program needs.
fn lengths(logic: &Logic, frame_length: u32) -> [usize; 3] {
    let mut lengths = [frame_length as usize, 0, 0];
    let inputs = logic.nodes().iter().filter_map(|node| match node {
        LogicNode::Input(address) => Some(*address),
        _ => None,
    });
    let outputs = logic.sections().iter().flat_map(|section| &section.outputs);
    for address in inputs.chain(outputs.map(|output| output.address)) {
        let length = &mut lengths[address.array as usize];
        *length = (*length).max(address.index as usize + 1);
    }
    lengths
}
