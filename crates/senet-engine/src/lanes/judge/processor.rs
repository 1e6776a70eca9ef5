//! Runs emitted machine code without the processor that it is for: a plain reading of the few instructions that there are.

use super::super::encode::{Encoded, Vectors};
use super::super::logic::{Array, Place};
use super::{Lanes, Memory, ZEROS, look_up, map};
use iced_x86::{Code, CpuidFeature, Decoder, DecoderOptions, Instruction, OpKind, Register};

/// No program that comes to an end takes so many instructions.
const MANY: usize = 10_000_000;

/// What a processor knows besides memory.
pub struct Processor {
    vectors: Vectors,
    registers: [Lanes; 32],
    masks: [u64; 8],
    zero_flag: bool,
}

impl Processor {
    /// Registers hold rubbish.
    pub fn new(vectors: Vectors, rng: &mut fastrand::Rng) -> Processor {
        Processor {
            vectors,
            registers: std::array::from_fn(|_| super::lanes(rng)),
            masks: std::array::from_fn(|_| rng.u64(..)),
            zero_flag: rng.bool(),
        }
    }

    /// Runs a stage until it returns.
    pub fn run(&mut self, encoded: &Encoded, stage: usize, memory: &mut Memory) {
        let mut decoder = Decoder::new(64, &encoded.bytes, DecoderOptions::NONE);
        let mut at = encoded.entries[stage];
        for _ in 0..MANY {
            decoder
                .set_position(at)
                .expect("code goes on within its bytes");
            decoder.set_ip(at as u64);
            let instruction = decoder.decode();
            self.check_features(&instruction);
            at = instruction.next_ip() as usize;
            match instruction.code() {
                Code::Retnq => return,
                Code::Jne_rel32_64 if !self.zero_flag => {
                    at = instruction.near_branch_target() as usize;
                }
                Code::Jne_rel32_64 => {}
                _ => self.step(&instruction, memory),
            }
        }
        panic!("the code does not come to an end");
    }

    /// Only what [`super::super::Width::is_available`] asks the processor for may be used.
    fn check_features(&self, instruction: &Instruction) {
        let fine = |feature: &CpuidFeature| match self.vectors {
            Vectors::Avx2 => {
                matches!(
                    feature,
                    CpuidFeature::X64 | CpuidFeature::INTEL386 | CpuidFeature::INTEL8086
                ) || matches!(feature, CpuidFeature::AVX | CpuidFeature::AVX2)
            }
            Vectors::Avx512 => {
                matches!(
                    feature,
                    CpuidFeature::X64 | CpuidFeature::INTEL386 | CpuidFeature::INTEL8086
                ) || matches!(feature, CpuidFeature::AVX | CpuidFeature::AVX512F)
            }
        };
        let features = instruction.cpuid_features();
        let code = instruction.code();
        assert!(
            features.iter().all(fine),
            "{code:?} needs {features:?}, which nobody asked for"
        );
    }

    fn step(&mut self, instruction: &Instruction, memory: &mut Memory) {
        assert!(
            instruction.op_mask() == Register::None && !instruction.is_broadcast(),
            "lanes are never masked out"
        );
        let value = |at: u32| self.value(instruction, at, memory);
        match instruction.code() {
            Code::VEX_Vzeroupper => self.clear_upper(),
            Code::VEX_Vmovdqa_ymm_ymmm256 | Code::EVEX_Vmovdqa64_zmm_k1z_zmmm512 => {
                self.set(instruction, value(1));
            }
            Code::VEX_Vmovdqa_ymmm256_ymm | Code::EVEX_Vmovdqa64_zmmm512_k1z_zmm => {
                let value = value(1);
                memory.set(self.place(instruction, memory), value);
            }
            Code::VEX_Vpand_ymm_ymm_ymmm256 | Code::EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64 => {
                self.set(instruction, map(value(1), value(2), |a, b| a & b));
            }
            Code::VEX_Vpandn_ymm_ymm_ymmm256 | Code::EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64 => {
                self.set(instruction, map(value(1), value(2), |a, b| !a & b));
            }
            Code::VEX_Vpor_ymm_ymm_ymmm256 | Code::EVEX_Vporq_zmm_k1z_zmm_zmmm512b64 => {
                self.set(instruction, map(value(1), value(2), |a, b| a | b));
            }
            Code::VEX_Vpxor_ymm_ymm_ymmm256 | Code::EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64 => {
                self.set(instruction, map(value(1), value(2), |a, b| a ^ b));
            }
            Code::EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8 => {
                let inputs = [value(0), value(1), value(2)];
                self.set(instruction, look_up(instruction.immediate8(), inputs));
            }
            Code::VEX_Vptest_ymm_ymmm256 => {
                self.zero_flag = map(value(0), value(1), |a, b| a & b) == ZEROS;
            }
            Code::EVEX_Vptestmq_kr_k1_zmm_zmmm512b64 => {
                let both = map(value(1), value(2), |a, b| a & b);
                let bits = (0..8).map(|at| u64::from(both[at] != 0) << at);
                self.masks[mask_number(instruction.op0_register())] = bits.sum();
            }
            Code::VEX_Kortestw_kr_kr => {
                let [a, b] = [instruction.op0_register(), instruction.op1_register()]
                    .map(|register| self.masks[mask_number(register)] as u16);
                self.zero_flag = a | b == 0;
            }
            other => panic!("an instruction that nobody expects: {other:?}"),
        }
    }

    /// How many words of a register the instructions use.
    fn words(&self) -> usize {
        match self.vectors {
            Vectors::Avx2 => 4,
            Vectors::Avx512 => 8,
        }
    }

    fn clear_upper(&mut self) {
        let registers = self.registers.iter_mut().take(16);
        registers.for_each(|register| register[2..].fill(0));
    }

    fn value(&self, instruction: &Instruction, at: u32, memory: &Memory) -> Lanes {
        match instruction.op_kind(at) {
            OpKind::Register => {
                let mut value = self.registers[self.number(instruction.op_register(at))];
                value[self.words()..].fill(0);
                value
            }
            OpKind::Memory => memory.get(self.place(instruction, memory)),
            other => panic!("an operand that nobody expects: {other:?}"),
        }
    }

    fn set(&mut self, instruction: &Instruction, mut value: Lanes) {
        value[self.words()..].fill(0);
        self.registers[self.number(instruction.op0_register())] = value;
    }

    fn number(&self, register: Register) -> usize {
        let fits = match self.vectors {
            Vectors::Avx2 => register.is_ymm(),
            Vectors::Avx512 => register.is_zmm(),
        };
        assert!(fits, "a register of another width: {register:?}");
        register.number()
    }

    /// Every access must be to a whole vector within one of the arrays.
    fn place(&self, instruction: &Instruction, memory: &Memory) -> Place {
        let array = match instruction.memory_base() {
            Register::RDI => Array::Frame,
            Register::RSI => Array::State,
            Register::RDX => Array::Next,
            other => panic!("no array is in {other:?}"),
        };
        assert_eq!(instruction.memory_index(), Register::None);
        let (offset, bytes) = (instruction.memory_displacement64(), self.words() as u64 * 8);
        assert!(offset.is_multiple_of(bytes), "an access between vectors");
        let index = (offset / bytes) as u32;
        assert!(
            (index as usize) < memory.length(array),
            "an access beyond the end of {array:?}"
        );
        Place { array, index }
    }
}

fn mask_number(register: Register) -> usize {
    assert!(register.is_k(), "not a mask: {register:?}");
    register.number()
}
