//! The entry points for each vector width. Here, `target_feature` tells the compiler which
//! instructions it may use.

// Calls of functions with a `target_feature` are unsafe, those of the portable ones are not.
#![allow(unsafe_code, unused_unsafe)]

use super::individual::play_individually;
use super::play::{play, run_steps};
use super::playout_programs::PlayoutPrograms;
use super::program::Width;
use super::query_programs::{QueryMemory, QueryPrograms};
use super::quota::Quota;
#[cfg(target_arch = "x86_64")]
use super::vector::{Avx2, Avx512};
use super::vector::{Detected, LaneVector, Portable};
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
    Some(match width {
        Width::Portable => Box::new(VectorEngine::<Portable>::new()?),
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => Box::new(VectorEngine::<Avx2>::new()?),
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => Box::new(VectorEngine::<Avx512>::new()?),
        #[cfg(not(target_arch = "x86_64"))]
        _ => return None,
    })
}

/// An engine, which exists only if the processor has the instructions of its vectors.
struct VectorEngine<V> {
    cpu: Detected<V>,
    /// A pool of free query memory, so that a query need not allocate.
    free: Mutex<Vec<QueryMemory<V>>>,
}

impl<V: LaneVector> VectorEngine<V> {
    fn new() -> Option<VectorEngine<V>> {
        Some(VectorEngine {
            cpu: Detected::new()?,
            free: Mutex::new(Vec::new()),
        })
    }

    fn with<T>(&self, queries: &QueryPrograms, action: impl FnOnce(&mut QueryMemory<V>) -> T) -> T {
        let pool = || {
            self.free
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
        };
        let known = pool().pop();
        let mut memory = known.unwrap_or_else(|| QueryMemory::new(self.cpu, queries));
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
                fn inner(
                    cpu: Detected<$vector>,
                    programs: &PlayoutPrograms,
                    request: &PlayoutRequest,
                    quota: Quota,
                    seed: u64,
                    limits: &QueryLimits,
                ) -> Result<Vec<PlayoutTally>, Stopped> {
                    play(cpu, programs, request, quota, seed, limits)
                }
                // SAFETY: `self.cpu` proves that the processor has these features.
                unsafe { inner(self.cpu, programs, request, quota, seed, limits) }
            }

            fn steps(&self, programs: &PlayoutPrograms, start: &[State; 1], count: usize) {
                $(#[$feature])?
                fn inner(
                    cpu: Detected<$vector>,
                    programs: &PlayoutPrograms,
                    quota: Quota,
                    count: usize,
                ) {
                    run_steps(cpu, programs, quota, count)
                }
                let lanes = <$vector>::LANES;
                let phase = [programs.phases.of(start[0].words()).unwrap_or(0)];
                let quota = Quota::new(start, vec![lanes as u32], &phase, lanes);
                // SAFETY: `self.cpu` proves that the processor has these features.
                unsafe { inner(self.cpu, programs, quota, count) }
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
                fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    request: &PlayoutRequest,
                    matches: Range<u64>,
                    seed: u64,
                    limits: &QueryLimits,
                ) -> Result<PlayoutResults, Stopped> {
                    play_individually(queries, memory, request, matches, seed, limits)
                }
                self.with(queries, |memory| {
                    // SAFETY: `self.cpu` proves that the processor has these features.
                    unsafe { inner(memory, queries, request, matches, seed, limits) }
                })
            }

            fn terminal(&self, queries: &QueryPrograms, states: &[State]) -> Vec<bool> {
                $(#[$feature])?
                fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                ) -> Vec<bool> {
                    memory.terminal(queries, states)
                }
                self.with(queries, |memory| {
                    // SAFETY: `self.cpu` proves that the processor has these features.
                    unsafe { inner(memory, queries, states) }
                })
            }

            fn legal(&self, queries: &QueryPrograms, states: &[State], lists: &mut MoveLists) {
                $(#[$feature])?
                fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                    lists: &mut MoveLists,
                ) {
                    memory.legal(queries, states, lists)
                }
                self.with(queries, |memory| {
                    // SAFETY: `self.cpu` proves that the processor has these features.
                    unsafe { inner(memory, queries, states, lists) }
                })
            }

            fn next(&self, queries: &QueryPrograms, states: &[State], joints: &[MoveId]) -> Vec<State> {
                $(#[$feature])?
                fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                    joints: &[MoveId],
                ) -> Vec<State> {
                    memory.next(queries, states, joints)
                }
                self.with(queries, |memory| {
                    // SAFETY: `self.cpu` proves that the processor has these features.
                    unsafe { inner(memory, queries, states, joints) }
                })
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
                fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                    from: &[u32],
                    joints: &[MoveId],
                    children: &mut Children,
                ) {
                    memory.children(queries, states, from, joints, children)
                }
                self.with(queries, |memory| {
                    // SAFETY: `self.cpu` proves that the processor has these features.
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
                fn inner(
                    memory: &mut QueryMemory<$vector>,
                    queries: &QueryPrograms,
                    states: &[State],
                    texts: &[Vec<(String, Wire)>],
                ) -> Vec<Goal> {
                    memory.goals(queries, states, texts)
                }
                self.with(queries, |memory| {
                    // SAFETY: `self.cpu` proves that the processor has these features.
                    unsafe { inner(memory, queries, states, texts) }
                })
            }
        }
    };
}

engine!(Portable);
#[cfg(target_arch = "x86_64")]
engine!(Avx2, target_feature(enable = "avx2,popcnt,bmi1"));
#[cfg(target_arch = "x86_64")]
engine!(Avx512, target_feature(enable = "avx512f,avx2,popcnt,bmi1"));
