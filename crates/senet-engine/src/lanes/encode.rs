//! Machine code for x86-64 with AVX2 or AVX-512.
//!
//! Each stage becomes one function. Its only branches are the backward jumps of loops.

use super::allocate::{Instruction, LogicOp, Operand, RegisterFile, Routine};
use super::cover::InstructionSet;
use super::logic::{Address, Array};
use crate::build_limits::{BuildLimits, Poll};
use iced_x86::{Code, Encoder, IcedError, Instruction as X86, MemoryOperand, Register};

/// The vector instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorSet {
    /// 256 lanes.
    Avx2,
    /// 512 lanes.
    Avx512,
}

impl VectorSet {
    /// The vector registers.
    pub fn register_file(self) -> RegisterFile {
        match self {
            VectorSet::Avx2 => RegisterFile { registers: 16 },
            VectorSet::Avx512 => RegisterFile { registers: 32 },
        }
    }

    /// The instructions for technology mapping.
    pub fn instructions(self) -> InstructionSet {
        match self {
            VectorSet::Avx2 => InstructionSet::TwoInputs,
            VectorSet::Avx512 => InstructionSet::Tables { cost: table_cost() },
        }
    }

    fn bytes(self) -> i64 {
        match self {
            VectorSet::Avx2 => 32,
            VectorSet::Avx512 => 64,
        }
    }

    fn register(self, number: u8) -> Register {
        let first = match self {
            VectorSet::Avx2 => Register::YMM0,
            VectorSet::Avx512 => Register::ZMM0,
        };
        first + u32::from(number)
    }
}

/// The cost of a three-input table on this processor. AMD processors have half as many units for
/// instructions with three register inputs as for those with two. Stores occupy the same units. A
/// cost of 3 was fastest on Zen 4.
// `__cpuid` is safe only in Rust versions newer than the oldest supported one.
#[allow(unsafe_code, unused_unsafe)]
fn table_cost() -> u8 {
    // SAFETY: every x86-64 processor supports `cpuid` with leaf 0.
    let vendor = unsafe { std::arch::x86_64::__cpuid(0) };
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    match name.as_flattened() {
        b"AuthenticAMD" => 3,
        _ => 1,
    }
}

/// The functions of all stages, one after another.
pub struct MachineCode {
    /// The machine code.
    pub bytes: Vec<u8>,
    /// The offset of each stage.
    pub entries: Vec<usize>,
}

/// Encodes the routines.
pub fn encode(
    routines: &[Routine],
    vectors: VectorSet,
    limits: &BuildLimits,
) -> Result<MachineCode, String> {
    let failed = |error: IcedError| error.to_string();
    let mut poll = limits.poll();
    let mut writer = CodeWriter {
        encoder: Encoder::try_new(64).map_err(failed)?,
        vectors,
        length: 0,
    };
    let mut entries = vec![0];
    for (number, routine) in routines.iter().enumerate() {
        if number > 0 && routine.starts_stage {
            writer.finish().map_err(failed)?;
            entries.push(writer.length);
        }
        writer.routine(routine, &mut poll)?;
    }
    writer.finish().map_err(failed)?;
    Ok(MachineCode {
        bytes: writer.encoder.take_buffer(),
        entries,
    })
}

struct CodeWriter {
    encoder: Encoder,
    vectors: VectorSet,
    length: usize,
}

impl CodeWriter {
    fn push(&mut self, instruction: &X86) -> Result<(), IcedError> {
        self.length += self.encoder.encode(instruction, self.length as u64)?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), IcedError> {
        self.push(&X86::with(Code::VEX_Vzeroupper))?;
        self.push(&X86::with(Code::Retnq))
    }

    fn routine(&mut self, routine: &Routine, poll: &mut Poll) -> Result<(), String> {
        let start = self.length as u64;
        for instruction in &routine.instructions {
            poll.count(1)?;
            let encoded = self.translate(instruction);
            let encoded = encoded.and_then(|instruction| self.push(&instruction));
            encoded.map_err(|error| error.to_string())?;
        }
        match routine.changed {
            Some(changed) => self
                .repeat(start, changed)
                .map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    /// Jumps back to the start while the register has a bit.
    fn repeat(&mut self, start: u64, changed: u8) -> Result<(), IcedError> {
        let changed = self.vectors.register(changed);
        match self.vectors {
            VectorSet::Avx2 => {
                let code = Code::VEX_Vptest_ymm_ymmm256;
                self.push(&X86::with2(code, changed, changed)?)?;
            }
            VectorSet::Avx512 => {
                let code = Code::EVEX_Vptestmq_kr_k1_zmm_zmmm512b64;
                self.push(&X86::with3(code, Register::K1, changed, changed)?)?;
                // The upper half of the mask is zero. An eight-bit test would need AVX512DQ, which
                // is not checked for.
                let code = Code::VEX_Kortestw_kr_kr;
                self.push(&X86::with2(code, Register::K1, Register::K1)?)?;
            }
        }
        self.push(&X86::with_branch(Code::Jne_rel32_64, start)?)
    }

    fn translate(&self, instruction: &Instruction) -> Result<X86, IcedError> {
        let register = |number| self.vectors.register(number);
        let wide = self.vectors == VectorSet::Avx512;
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
                    (false, LogicOp::And) => Code::VEX_Vpand_ymm_ymm_ymmm256,
                    (false, LogicOp::AndNot) => Code::VEX_Vpandn_ymm_ymm_ymmm256,
                    (false, LogicOp::Or) => Code::VEX_Vpor_ymm_ymm_ymmm256,
                    (false, LogicOp::Xor) => Code::VEX_Vpxor_ymm_ymm_ymmm256,
                    (true, LogicOp::And) => Code::EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64,
                    (true, LogicOp::AndNot) => Code::EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64,
                    (true, LogicOp::Or) => Code::EVEX_Vporq_zmm_k1z_zmm_zmmm512b64,
                    (true, LogicOp::Xor) => Code::EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64,
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

    /// The operand for an address. The arrays are passed in the first three argument registers.
    fn memory(&self, address: Address) -> MemoryOperand {
        let base = match address.array {
            Array::Frame => Register::RDI,
            Array::State => Register::RSI,
            Array::Next => Register::RDX,
        };
        MemoryOperand::with_base_displ(base, i64::from(address.index) * self.vectors.bytes())
    }
}
