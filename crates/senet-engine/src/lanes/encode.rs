//! Machine code for x86-64, AVX2 and AVX-512.
//!
//! A stage becomes one function without branches, but for the loops, which jump back while something changed.

use super::allocate::{Instruction, Machine, Op, Operand, Routine};
use super::cover::Instructions;
use super::logic::{Array, Place};
use iced_x86::{Code, Encoder, IcedError, Instruction as X86, MemoryOperand, Register};

/// The vector instructions to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vectors {
    /// 256 lanes.
    Avx2,
    /// 512 lanes.
    Avx512,
}

impl Vectors {
    /// What its registers are like.
    pub fn machine(self) -> Machine {
        match self {
            Vectors::Avx2 => Machine { registers: 16 },
            Vectors::Avx512 => Machine { registers: 32 },
        }
    }

    /// What its instructions are worth.
    pub fn instructions(self) -> Instructions {
        match self {
            Vectors::Avx2 => Instructions::TwoInputs,
            Vectors::Avx512 => Instructions::Tables { cost: table_cost() },
        }
    }

    fn bytes(self) -> i64 {
        match self {
            Vectors::Avx2 => 32,
            Vectors::Avx512 => 64,
        }
    }

    fn register(self, number: u8) -> Register {
        let first = match self {
            Vectors::Avx2 => Register::YMM0,
            Vectors::Avx512 => Register::ZMM0,
        };
        first + u32::from(number)
    }
}

/// What a table of three inputs costs on this processor. AMD's have half as many units for instructions that read three
/// registers as for those that read two, and what is written to memory keeps the same units busy: 3 was fastest on Zen 4.
// Asking became safe in a later version of Rust than the oldest that is supported.
#[allow(unsafe_code, unused_unsafe)]
fn table_cost() -> u8 {
    // SAFETY: every 64-bit processor can be asked for its maker.
    let vendor = unsafe { std::arch::x86_64::__cpuid(0) };
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    match name.as_flattened() {
        b"AuthenticAMD" => 3,
        _ => 1,
    }
}

/// The functions of all stages, one after the other.
pub struct Encoded {
    /// The machine code.
    pub bytes: Vec<u8>,
    /// Where each stage starts.
    pub entries: Vec<usize>,
}

/// Encodes the routines.
pub fn encode(routines: &[Routine], vectors: Vectors) -> Result<Encoded, IcedError> {
    let mut writer = Writer {
        encoder: Encoder::try_new(64)?,
        vectors,
        length: 0,
    };
    let mut entries = vec![0];
    for (number, routine) in routines.iter().enumerate() {
        if number > 0 && routine.starts_stage {
            writer.finish()?;
            entries.push(writer.length);
        }
        writer.routine(routine)?;
    }
    writer.finish()?;
    Ok(Encoded {
        bytes: writer.encoder.take_buffer(),
        entries,
    })
}

struct Writer {
    encoder: Encoder,
    vectors: Vectors,
    length: usize,
}

impl Writer {
    fn push(&mut self, instruction: &X86) -> Result<(), IcedError> {
        self.length += self.encoder.encode(instruction, self.length as u64)?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), IcedError> {
        self.push(&X86::with(Code::VEX_Vzeroupper))?;
        self.push(&X86::with(Code::Retnq))
    }

    fn routine(&mut self, routine: &Routine) -> Result<(), IcedError> {
        let start = self.length as u64;
        for instruction in &routine.instructions {
            let instruction = self.translate(instruction)?;
            self.push(&instruction)?;
        }
        let Some(changed) = routine.changed else {
            return Ok(());
        };
        let changed = self.vectors.register(changed);
        match self.vectors {
            Vectors::Avx2 => {
                let code = Code::VEX_Vptest_ymm_ymmm256;
                self.push(&X86::with2(code, changed, changed)?)?;
            }
            Vectors::Avx512 => {
                let code = Code::EVEX_Vptestmq_kr_k1_zmm_zmmm512b64;
                self.push(&X86::with3(code, Register::K1, changed, changed)?)?;
                // The upper half of the mask is zero. A test of eight bits would need AVX512DQ, which nobody asked for.
                let code = Code::VEX_Kortestw_kr_kr;
                self.push(&X86::with2(code, Register::K1, Register::K1)?)?;
            }
        }
        self.push(&X86::with_branch(Code::Jne_rel32_64, start)?)
    }

    fn translate(&self, instruction: &Instruction) -> Result<X86, IcedError> {
        let register = |number| self.vectors.register(number);
        let wide = self.vectors == Vectors::Avx512;
        match *instruction {
            Instruction::Load { to, from } => {
                let code = match wide {
                    true => Code::EVEX_Vmovdqa64_zmm_k1z_zmmm512,
                    false => Code::VEX_Vmovdqa_ymm_ymmm256,
                };
                X86::with2(code, register(to), self.memory(from))
            }
            Instruction::Store { from, to } => {
                let code = match wide {
                    true => Code::EVEX_Vmovdqa64_zmmm512_k1z_zmm,
                    false => Code::VEX_Vmovdqa_ymmm256_ymm,
                };
                X86::with2(code, self.memory(to), register(from))
            }
            Instruction::Copy { to, from } => {
                let code = match wide {
                    true => Code::EVEX_Vmovdqa64_zmm_k1z_zmmm512,
                    false => Code::VEX_Vmovdqa_ymm_ymmm256,
                };
                X86::with2(code, register(to), register(from))
            }
            Instruction::Logic { op, to, a, b } => {
                let code = match (wide, op) {
                    (false, Op::And) => Code::VEX_Vpand_ymm_ymm_ymmm256,
                    (false, Op::AndNot) => Code::VEX_Vpandn_ymm_ymm_ymmm256,
                    (false, Op::Or) => Code::VEX_Vpor_ymm_ymm_ymmm256,
                    (false, Op::Xor) => Code::VEX_Vpxor_ymm_ymm_ymmm256,
                    (true, Op::And) => Code::EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64,
                    (true, Op::AndNot) => Code::EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64,
                    (true, Op::Or) => Code::EVEX_Vporq_zmm_k1z_zmm_zmmm512b64,
                    (true, Op::Xor) => Code::EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64,
                };
                match b {
                    Operand::Register(b) => {
                        X86::with3(code, register(to), register(a), register(b))
                    }
                    Operand::Memory(b) => {
                        X86::with3(code, register(to), register(a), self.memory(b))
                    }
                }
            }
            Instruction::Table { table, to, b, c } => {
                let code = Code::EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8;
                let table = u32::from(table);
                match c {
                    Operand::Register(c) => {
                        X86::with4(code, register(to), register(b), register(c), table)
                    }
                    Operand::Memory(c) => {
                        X86::with4(code, register(to), register(b), self.memory(c), table)
                    }
                }
            }
        }
    }

    /// The arrays are passed in the first three argument registers.
    fn memory(&self, place: Place) -> MemoryOperand {
        let base = match place.array {
            Array::Frame => Register::RDI,
            Array::State => Register::RSI,
            Array::Next => Register::RDX,
        };
        MemoryOperand::with_base_displ(base, i64::from(place.index) * self.vectors.bytes())
    }
}
