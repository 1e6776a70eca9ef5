//! The entry points for each vector width. Here, `target_feature` tells the compiler which
//! instructions it may use.

#![allow(unsafe_code)]

use super::individual::play_individually;
use super::play::{play, run_steps};
use super::playout_programs::PlayoutPrograms;
use super::program::Width;
use super::query_programs::{QueryMemory, QueryPrograms};
use super::quota::Quota;
#[cfg(target_arch = "x86_64")]
use super::vector::{Avx2, Avx512};
use super::vector::{LaneVector, Portable};
use crate::batch::{Children, MoveLists, PlayoutRequest, PlayoutResults, PlayoutTally};
use crate::network::Wire;
use crate::{Goal, MoveId, QueryLimits, State, Stopped};
use std::ops::Range;
use std::sync::Mutex;

/// The operations of one vector width. All programs passed to an engine must be compiled for its
/// width.
pub trait LaneEngine: Send + Sync {
    /// Plays random matches.
    fn play(
        &self,
        programs: &PlayoutPrograms,
        request: &PlayoutRequest,
        quota: Quota,
        seed: u64,
        limits: &QueryLimits,
    ) -> Result<Vec<PlayoutTally>, Stopped>;

    /// Makes steps from one state, to measure how long they take.
    fn steps(&self, programs: &PlayoutPrograms, start: &[State; 1], count: usize);

    /// Plays random matches with individual lanes.
    fn play_individually(
        &self,
        queries: &QueryPrograms,
        request: &PlayoutRequest,
        matches: Range<u64>,
        seed: u64,
        limits: &QueryLimits,
    ) -> Result<PlayoutResults, Stopped>;

    /// Per state, true if the match is over.
    fn terminal(&self, queries: &QueryPrograms, states: &[State]) -> Vec<bool>;

    /// Appends the legal moves to the lists.
    fn legal(&self, queries: &QueryPrograms, states: &[State], lists: &mut MoveLists);

    /// The next states.
    fn next(&self, queries: &QueryPrograms, states: &[State], joints: &[MoveId]) -> Vec<State>;

    /// Appends the children of the states with these indices.
    fn children(
        &self,
        queries: &QueryPrograms,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
        children: &mut Children,
    );

    /// The goals of all roles, state after state.
    fn goals(
        &self,
        queries: &QueryPrograms,
        states: &[State],
        texts: &[Vec<(String, Wire)>],
    ) -> Vec<Goal>;
}

/// The engine of a width; `None` if the processor does not support it.
pub fn engine(width: Width) -> Option<Box<dyn LaneEngine>> {
    if !width.is_available() {
        return None;
    }
    Some(match width {
        Width::Portable => Box::new(VectorEngine::<Portable>::default()),
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => Box::new(VectorEngine::<Avx2>::default()),
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => Box::new(VectorEngine::<Avx512>::default()),
        #[cfg(not(target_arch = "x86_64"))]
        _ => return None,
    })
}

/// An engine with a pool of free query memory, so that a query need not allocate.
struct VectorEngine<V>(Mutex<Vec<QueryMemory<V>>>);

impl<V> Default for VectorEngine<V> {
    fn default() -> VectorEngine<V> {
        VectorEngine(Mutex::new(Vec::new()))
    }
}

impl<V: LaneVector> VectorEngine<V> {
    fn with<T>(&self, queries: &QueryPrograms, action: impl FnOnce(&mut QueryMemory<V>) -> T) -> T {
        let pool = || {
            self.0
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
        };
        let known = pool().pop();
        let mut memory = known.unwrap_or_else(|| QueryMemory::new(queries));
        let answer = action(&mut memory);
        pool().push(memory);
        answer
    }
}

macro_rules! engine {
    ($vector:ty $(, $feature:meta)?) => {
        impl LaneEngine for VectorEngine<$vector> {
            fn play(
                &self,
                programs: &PlayoutPrograms,
                request: &PlayoutRequest,
                quota: Quota,
                seed: u64,
                limits: &QueryLimits,
            ) -> Result<Vec<PlayoutTally>, Stopped> {
                $(#[$feature])?
                unsafe fn inner(
                    programs: &PlayoutPrograms,
                    request: &PlayoutRequest,
                    quota: Quota,
                    seed: u64,
                    limits: &QueryLimits,
                ) -> Result<Vec<PlayoutTally>, Stopped> {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`,
                    // and `Lanes` passes only programs of that width.
                    unsafe { play::<$vector>(programs, request, quota, seed, limits) }
                }
                // SAFETY: `engine` creates this type only if the processor supports `$vector`.
                unsafe { inner(programs, request, quota, seed, limits) }
            }

            fn steps(&self, programs: &PlayoutPrograms, start: &[State; 1], count: usize) {
                $(#[$feature])?
                unsafe fn inner(programs: &PlayoutPrograms, quota: Quota, count: usize) {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`,
                    // and `Lanes` passes only programs of that width.
                    unsafe { run_steps::<$vector>(programs, quota, count) }
                }
                let lanes = <$vector>::LANES;
                let phase = [programs.phases.of(start[0].words()).unwrap_or(0)];
                let quota = Quota::new(start, vec![lanes as u32], &phase, lanes);
                // SAFETY: `engine` creates this type only if the processor supports `$vector`.
                unsafe { inner(programs, quota, count) }
            }

            fn play_individually(
                &self,
                queries: &QueryPrograms,
                request: &PlayoutRequest,
                matches: Range<u64>,
                seed: u64,
                limits: &QueryLimits,
            ) -> Result<PlayoutResults, Stopped> {
                $(#[$feature])?
                unsafe fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    request: &PlayoutRequest,
                    matches: Range<u64>,
                    seed: u64,
                    limits: &QueryLimits,
                ) -> Result<PlayoutResults, Stopped> {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`,
                    // and `Lanes` passes only programs of that width.
                    unsafe { play_individually(queries, memory, request, matches, seed, limits) }
                }
                self.with(queries, |memory| {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`.
                    unsafe { inner(memory, queries, request, matches, seed, limits) }
                })
            }

            fn terminal(&self, queries: &QueryPrograms, states: &[State]) -> Vec<bool> {
                $(#[$feature])?
                unsafe fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                ) -> Vec<bool> {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`,
                    // and `Lanes` passes only programs of that width.
                    unsafe { memory.terminal(queries, states) }
                }
                // SAFETY: `engine` creates this type only if the processor supports `$vector`.
                self.with(queries, |memory| unsafe { inner(memory, queries, states) })
            }

            fn legal(&self, queries: &QueryPrograms, states: &[State], lists: &mut MoveLists) {
                $(#[$feature])?
                unsafe fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                    lists: &mut MoveLists,
                ) {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`,
                    // and `Lanes` passes only programs of that width.
                    unsafe { memory.legal(queries, states, lists) }
                }
                // SAFETY: `engine` creates this type only if the processor supports `$vector`.
                self.with(queries, |memory| unsafe { inner(memory, queries, states, lists) })
            }

            fn next(&self, queries: &QueryPrograms, states: &[State], joints: &[MoveId]) -> Vec<State> {
                $(#[$feature])?
                unsafe fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                    joints: &[MoveId],
                ) -> Vec<State> {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`,
                    // and `Lanes` passes only programs of that width.
                    unsafe { memory.next(queries, states, joints) }
                }
                // SAFETY: `engine` creates this type only if the processor supports `$vector`.
                self.with(queries, |memory| unsafe { inner(memory, queries, states, joints) })
            }

            fn children(
                &self,
                queries: &QueryPrograms,
                states: &[State],
                from: &[u32],
                joints: &[MoveId],
                children: &mut Children,
            ) {
                $(#[$feature])?
                unsafe fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                    from: &[u32],
                    joints: &[MoveId],
                    children: &mut Children,
                ) {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`,
                    // and `Lanes` passes only programs of that width.
                    unsafe { memory.children(queries, states, from, joints, children) }
                }
                self.with(queries, |memory| {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`.
                    unsafe { inner(memory, queries, states, from, joints, children) }
                })
            }

            fn goals(
                &self,
                queries: &QueryPrograms,
                states: &[State],
                texts: &[Vec<(String, Wire)>],
            ) -> Vec<Goal> {
                $(#[$feature])?
                unsafe fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                    texts: &[Vec<(String, Wire)>],
                ) -> Vec<Goal> {
                    // SAFETY: `engine` creates this type only if the processor supports `$vector`,
                    // and `Lanes` passes only programs of that width.
                    unsafe { memory.goals(queries, states, texts) }
                }
                // SAFETY: `engine` creates this type only if the processor supports `$vector`.
                self.with(queries, |memory| unsafe { inner(memory, queries, states, texts) })
            }
        }
    };
}

engine!(Portable);
#[cfg(target_arch = "x86_64")]
engine!(Avx2, target_feature(enable = "avx2,popcnt,bmi1"));
#[cfg(target_arch = "x86_64")]
engine!(Avx512, target_feature(enable = "avx512f,avx2,popcnt,bmi1"));
