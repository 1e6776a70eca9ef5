//! A compiled program: stages that are called one by one.

use super::allocate::allocate;
use super::cover::{Instructions, cover};
use super::interpret::{Arrays, Steps, run, steps};
use super::logic::{Array, Logic, Node};
use super::too_large;
use super::wide::Wide;

#[cfg(all(target_arch = "x86_64", unix))]
use super::{
    encode::{Vectors, encode},
    executable::Executable,
};

/// How programs are run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Width {
    /// 512 lanes in plain words; runs everywhere.
    Portable,
    /// 256 lanes in AVX2 registers.
    Avx2,
    /// 512 lanes in AVX-512 registers.
    Avx512,
}

impl Width {
    /// All of them, the plainest first.
    pub const ALL: [Width; 3] = [Width::Portable, Width::Avx2, Width::Avx512];

    /// The name in reports and options.
    pub fn name(self) -> &'static str {
        match self {
            Width::Portable => "portable",
            Width::Avx2 => "avx2",
            Width::Avx512 => "avx512",
        }
    }

    /// How many matches are played at once.
    pub fn lanes(self) -> usize {
        match self {
            Width::Avx2 => 256,
            Width::Portable | Width::Avx512 => 512,
        }
    }

    /// Whether this processor can do it: whether it has everything that the engines of [`super::engine`] are compiled for.
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
                std::arch::is_x86_feature_detected!("avx512f") && Width::Avx2.is_available()
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The widest that this processor can do.
    pub fn best() -> Width {
        let widths = Width::ALL.into_iter().rev();
        let mut available = widths.filter(|width| width.is_available());
        available.next().unwrap_or(Width::Portable)
    }

    /// The fastest for a game with so many moves: the widest, unless what is kept for the moves would not be near at hand. Then
    /// memory decides, and half as many lanes need half as much of it.
    pub fn best_for(moves: usize) -> Width {
        match Width::best() {
            Width::Avx512 if moves * BYTES_PER_MOVE > NEAR_BYTES => Width::Avx2,
            width => width,
        }
    }
}

/// A move has two of the widest vectors: whether it is legal, and whether it is made.
const BYTES_PER_MOVE: usize = 2 * 64;
/// What a processor has near at hand for each of its cores, about. With 1.5 MiB for all vectors the widest were still faster by half,
/// with 22 MiB slower by a third.
const NEAR_BYTES: usize = 4 << 20;

impl std::str::FromStr for Width {
    type Err = String;

    fn from_str(text: &str) -> Result<Width, String> {
        let found = Width::ALL.into_iter().find(|width| width.name() == text);
        found.ok_or_else(|| {
            let names = Width::ALL.map(Width::name).join(", ");
            format!("there is no width `{text}`; there are: {names}")
        })
    }
}

/// What compiling may use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeLimits {
    /// Bytes of machine code of one program.
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
pub struct Program {
    form: Form,
    lengths: [usize; 3],
    instructions: Vec<usize>,
    /// Why there is no machine code, if there could be.
    pub interpreted_because: Option<String>,
}

enum Form {
    #[cfg(all(target_arch = "x86_64", unix))]
    Machine {
        code: Executable,
        entries: Vec<usize>,
    },
    Steps(Vec<Vec<Steps>>),
}

impl Program {
    /// Compiles logic whose frame uses places up to `frame_length`.
    pub fn compile(
        logic: &Logic,
        width: Width,
        frame_length: u32,
        limits: &CodeLimits,
    ) -> Result<Program, String> {
        match width {
            #[cfg(all(target_arch = "x86_64", unix))]
            Width::Avx2 => Program::machine(logic, Vectors::Avx2, frame_length, limits),
            #[cfg(all(target_arch = "x86_64", unix))]
            Width::Avx512 => Program::machine(logic, Vectors::Avx512, frame_length, limits),
            _ => Ok(Program::interpreted(logic, frame_length)),
        }
    }

    #[cfg(all(target_arch = "x86_64", unix))]
    fn machine(
        logic: &Logic,
        vectors: Vectors,
        mut frame_length: u32,
        limits: &CodeLimits,
    ) -> Result<Program, String> {
        let sections = cover(logic, vectors.instructions());
        let used = frame_length;
        let routines = allocate(logic, &sections, vectors.machine(), &mut frame_length);
        let encoded = encode(&routines, vectors).map_err(|error| error.to_string())?;
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
                Ok(Program {
                    form: Form::Machine {
                        code,
                        entries: encoded.entries,
                    },
                    lengths: lengths(logic, frame_length),
                    instructions: counts,
                    interpreted_because: None,
                })
            }
            Err(reason) => Ok(Program {
                interpreted_because: Some(reason),
                ..Program::interpreted(logic, used)
            }),
        }
    }

    fn interpreted(logic: &Logic, mut frame_length: u32) -> Program {
        let sections = cover(logic, Instructions::TwoInputs);
        let sections = steps(logic, &sections, &mut frame_length);
        let mut stages: Vec<Vec<Steps>> = Vec::new();
        for section in sections {
            match stages.last_mut() {
                Some(stage) if !section.starts_stage() => stage.push(section),
                _ => stages.push(vec![section]),
            }
        }
        let count = |stage: &Vec<Steps>| stage.iter().map(Steps::len).sum();
        Program {
            instructions: stages.iter().map(count).collect(),
            form: Form::Steps(stages),
            lengths: lengths(logic, frame_length),
            interpreted_because: None,
        }
    }

    /// How long an array must be.
    pub fn length(&self, array: Array) -> usize {
        self.lengths[array as usize]
    }

    /// How many instructions a stage has.
    pub fn instructions(&self, stage: usize) -> usize {
        self.instructions[stage]
    }

    /// Bytes of machine code, or of what stands in for it.
    pub fn bytes(&self) -> usize {
        match &self.form {
            #[cfg(all(target_arch = "x86_64", unix))]
            Form::Machine { code, .. } => code.len(),
            Form::Steps(_) => self.instructions.iter().sum::<usize>() * 16,
        }
    }

    /// Runs a stage.
    ///
    /// # Safety
    /// The processor must have the instructions of the width that the program was compiled for, and `V` must be of that width.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub unsafe fn run<V: Wide>(
        &self,
        stage: usize,
        frame: &mut [V],
        state: &mut [V],
        next: &mut [V],
    ) {
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
            // SAFETY: the code was encoded for this width, the arrays are as long as it expects.
            Form::Machine { code, entries } => unsafe {
                code.function(entries[stage])(frame.cast(), state.cast(), next.cast());
            },
            // SAFETY: the arrays are as long as the steps expect.
            Form::Steps(stages) => unsafe { run(&stages[stage], Arrays::new(frame, state, next)) },
        }
    }
}

/// The lengths that the program needs of its arrays.
fn lengths(logic: &Logic, frame_length: u32) -> [usize; 3] {
    let mut lengths = [frame_length as usize, 0, 0];
    let inputs = logic.nodes().iter().filter_map(|node| match node {
        Node::Input(place) => Some(*place),
        _ => None,
    });
    let outputs = logic.parts().iter().flat_map(|part| &part.outputs);
    for place in inputs.chain(outputs.map(|output| output.place)) {
        let length = &mut lengths[place.array as usize];
        *length = (*length).max(place.index as usize + 1);
    }
    lengths
}
