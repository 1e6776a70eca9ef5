//! Emulates the few instructions that the encoder emits, so that machine code can be tested on any
//! processor.

use super::super::encode::{MachineCode, VectorSet};
use super::super::logic::{Address, Array};
use super::{Lanes, Memory, ZEROS, look_up, map};
use iced_x86::{Code, CpuidFeature, Decoder, DecoderOptions, Instruction, OpKind, Register};

/// More instructions than any program that terminates.
const MAX_INSTRUCTIONS: usize = 10_000_000;

/// The state of a processor without its memory.
pub struct Emulator {
    vectors: VectorSet,
    registers: [Lanes; 32],
    masks: [u64; 8],
    zero_flag: bool,
}

impl Emulator {
    /// Registers with random contents.
    pub fn new(vectors: VectorSet, rng: &mut fastrand::Rng) -> Emulator {
        Emulator {
            vectors,
            registers: std::array::from_fn(|_| super::lanes(rng)),
            masks: std::array::from_fn(|_| rng.u64(..)),
            zero_flag: rng.bool(),
        }
    }

    /// Runs a stage until it returns.
    pub fn run(&mut self, encoded: &MachineCode, stage: usize, memory: &mut Memory) {
        let mut decoder = Decoder::new(64, &encoded.bytes, DecoderOptions::NONE);
        let mut at = encoded.entries[stage];
        for _ in 0..MAX_INSTRUCTIONS {
            decoder
                .set_position(at)
                .expect("execution stays within the code");
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
        panic!("the code does not terminate");
    }

    /// Checks that the instruction needs only features that [`super::super::Width::is_available`]
    /// checks.
    fn check_features(&self, instruction: &Instruction) {
        let fine = |feature: &CpuidFeature| match self.vectors {
            VectorSet::Avx2 => {
                matches!(
                    feature,
                    CpuidFeature::X64 | CpuidFeature::INTEL386 | CpuidFeature::INTEL8086
                ) || matches!(feature, CpuidFeature::AVX | CpuidFeature::AVX2)
            }
            VectorSet::Avx512 => {
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
            "{code:?} needs {features:?}, which is_available does not check"
        );
    }

    fn step(&mut self, instruction: &Instruction, memory: &mut Memory) {
        assert!(
            instruction.op_mask() == Register::None && !instruction.is_broadcast(),
            "no instruction masks lanes"
        );
        let value = |at: u32| self.value(instruction, at, memory);
        match instruction.code() {
            Code::VEX_Vzeroupper => self.clear_upper(),
            Code::VEX_Vmovdqa_ymm_ymmm256 | Code::EVEX_Vmovdqa64_zmm_k1z_zmmm512 => {
                self.set(instruction, value(1));
            }
            Code::VEX_Vmovdqa_ymmm256_ymm | Code::EVEX_Vmovdqa64_zmmm512_k1z_zmm => {
                let value = value(1);
                memory.set(self.address(instruction, memory), value);
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
            other => panic!("unexpected instruction: {other:?}"),
        }
    }

    /// The number of words of a register that the instructions use.
    fn words(&self) -> usize {
        match self.vectors {
            VectorSet::Avx2 => 4,
            VectorSet::Avx512 => 8,
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
            OpKind::Memory => memory.get(self.address(instruction, memory)),
            other => panic!("unexpected operand: {other:?}"),
        }
    }

    fn set(&mut self, instruction: &Instruction, mut value: Lanes) {
        value[self.words()..].fill(0);
        self.registers[self.number(instruction.op0_register())] = value;
    }

    fn number(&self, register: Register) -> usize {
        let fits = match self.vectors {
            VectorSet::Avx2 => register.is_ymm(),
            VectorSet::Avx512 => register.is_zmm(),
        };
        assert!(fits, "wrong register width: {register:?}");
        register.number()
    }

    /// Every access must be to a whole vector within one of the arrays.
    fn address(&self, instruction: &Instruction, memory: &Memory) -> Address {
        let array = match instruction.memory_base() {
            Register::RDI => Array::Frame,
            Register::RSI => Array::State,
            Register::RDX => Array::Next,
            other => panic!("no array is passed in {other:?}"),
        };
        assert_eq!(instruction.memory_index(), Register::None);
        let (offset, bytes) = (instruction.memory_displacement64(), self.words() as u64 * 8);
        assert!(offset.is_multiple_of(bytes), "unaligned access");
        let index = (offset / bytes) as u32;
        assert!(
            (index as usize) < memory.length(array),
            "access beyond the end of {array:?}"
        );
        Address { array, index }
    }
}

fn mask_number(register: Register) -> usize {
    assert!(register.is_k(), "not a mask register: {register:?}");
    register.number()
}
