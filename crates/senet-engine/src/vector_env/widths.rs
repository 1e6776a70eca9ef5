//! The entry points for each vector width. Here, `target_feature` tells the compiler which
//! instructions it may use.

// Calls of functions with a `target_feature` are unsafe, those of the portable ones are not.
#![allow(unsafe_code, unused_unsafe)]

use super::block::EnvBlock;
use super::env_plan::EnvPlan;
use super::rows::RowVector;
use super::vector_block::VectorBlock;
use super::vector_programs::VectorPrograms;
use super::{ActionRows, EnvError, StepArrays};
use crate::lanes::lane_rng::LaneRng;
#[cfg(target_arch = "x86_64")]
use crate::lanes::vector::{Avx2, Avx512};
use crate::lanes::vector::{Detected, Portable};
use crate::{State, Width};
use std::sync::Arc;

/// A block of this width; `None` if the processor does not support it. The programs must be compiled for the width.
pub fn vector_block(
    programs: Arc<VectorPrograms>,
    width: Width,
    count: usize,
    seed: u64,
) -> Option<Box<dyn EnvBlock>> {
    Some(match width {
        Width::Portable => block::<Portable>(programs, count, seed)?,
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => block::<Avx2>(programs, count, seed)?,
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => block::<Avx512>(programs, count, seed)?,
        #[cfg(not(target_arch = "x86_64"))]
        _ => return None,
    })
}

fn block<V: RowVector>(
    programs: Arc<VectorPrograms>,
    count: usize,
    seed: u64,
) -> Option<Box<dyn EnvBlock>>
where
    VectorBlock<V>: EnvBlock,
{
    let cpu = Detected::<V>::new()?;
    Some(Box::new(VectorBlock::new(cpu, programs, count, seed)))
}

macro_rules! block {
    ($vector:ty $(, $feature:meta)?) => {
        impl EnvBlock for VectorBlock<$vector> {
            fn seed(&mut self, seed: u64) {
                self.random = LaneRng::new(self.memory.cpu, seed);
            }

            fn reset(
                &mut self,
                plan: &EnvPlan,
                chosen: Option<&[bool]>,
                mut arrays: StepArrays,
            ) -> Result<(), EnvError> {
                $(#[$feature])?
                fn inner(
                    block: &mut VectorBlock<$vector>,
                    plan: &EnvPlan,
                    chosen: Option<&[bool]>,
                    arrays: &mut StepArrays,
                ) -> Result<(), EnvError> {
                    block.reset_lanes(plan, chosen, arrays)
                }
                // SAFETY: the vectors of this block prove that the processor has these features.
                unsafe { inner(self, plan, chosen, &mut arrays) }
            }

            fn place(&mut self, plan: &EnvPlan, actions: ActionRows) -> Result<(), EnvError> {
                $(#[$feature])?
                fn inner(
                    block: &mut VectorBlock<$vector>,
                    plan: &EnvPlan,
                    actions: ActionRows,
                ) -> Result<(), EnvError> {
                    block.place_moves(plan, actions)
                }
                // SAFETY: the vectors of this block prove that the processor has these features.
                unsafe { inner(self, plan, actions) }
            }

            fn advance(&mut self, plan: &EnvPlan, mut arrays: StepArrays) -> Result<(), EnvError> {
                $(#[$feature])?
                fn inner(
                    block: &mut VectorBlock<$vector>,
                    plan: &EnvPlan,
                    arrays: &mut StepArrays,
                ) -> Result<(), EnvError> {
                    block.advance_lanes(plan, arrays)
                }
                // SAFETY: the vectors of this block prove that the processor has these features.
                unsafe { inner(self, plan, &mut arrays) }
            }

            fn forget(&mut self) {
                self.forget_moves();
            }

            fn sample(&mut self, plan: &EnvPlan, actions: &mut [i32]) {
                $(#[$feature])?
                fn inner(
                    block: &mut VectorBlock<$vector>,
                    plan: &EnvPlan,
                    actions: &mut [i32],
                ) {
                    block.sample_actions(plan, actions);
                }
                // SAFETY: the vectors of this block prove that the processor has these features.
                unsafe { inner(self, plan, actions) }
            }

            fn states(&self, _: &EnvPlan) -> Vec<State> {
                self.lane_states()
            }
        }
    };
}

block!(Portable);
#[cfg(target_arch = "x86_64")]
block!(Avx2, target_feature(enable = "avx2,popcnt,bmi1"));
#[cfg(target_arch = "x86_64")]
block!(
    Avx512,
    target_feature(enable = "avx512f,avx512bw,avx2,popcnt,bmi1")
);
