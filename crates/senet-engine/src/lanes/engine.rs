//! One set of entries for each width: here the compiler learns which instructions it may use.

#![allow(unsafe_code)]

use super::fast::Fast;
use super::follow::follow;
use super::play::{play, steps};
use super::program::Width;
use super::queries::{Desk, Queries};
use super::quota::Quota;
#[cfg(target_arch = "x86_64")]
use super::wide::{Avx2, Avx512};
use super::wide::{Portable, Wide};
use crate::batch::{Children, MoveLists, PlayoutRequest, PlayoutResults, PlayoutTally};
use crate::network::Wire;
use crate::{Goal, MoveId, QueryLimits, State, Stopped};
use std::ops::Range;
use std::sync::Mutex;

/// What a width can do, for a program of that width.
pub trait Engine: Send + Sync {
    /// Plays random matches.
    fn play(
        &self,
        fast: &Fast,
        request: &PlayoutRequest,
        quota: Quota,
        seed: u64,
        limits: &QueryLimits,
    ) -> Result<Vec<PlayoutTally>, Stopped>;

    /// Makes steps from one state, to see how long that takes.
    fn steps(&self, fast: &Fast, start: &[State; 1], count: usize);

    /// Plays random matches that are followed one by one.
    fn follow(
        &self,
        queries: &Queries,
        request: &PlayoutRequest,
        matches: Range<u64>,
        seed: u64,
        limits: &QueryLimits,
    ) -> Result<PlayoutResults, Stopped>;

    /// Whether the matches are over.
    fn terminal(&self, queries: &Queries, states: &[State]) -> Vec<bool>;

    /// The legal moves, added to the lists.
    fn legal(&self, queries: &Queries, states: &[State], lists: &mut MoveLists);

    /// The states that follow.
    fn next(&self, queries: &Queries, states: &[State], joints: &[MoveId]) -> Vec<State>;

    /// The states that follow from states with these numbers, added to the others.
    fn children(
        &self,
        queries: &Queries,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
        children: &mut Children,
    );

    /// The goals of all roles, state after state.
    fn goals(
        &self,
        queries: &Queries,
        states: &[State],
        texts: &[Vec<(String, Wire)>],
    ) -> Vec<Goal>;
}

/// The engine of a width; `None` if the processor does not have it.
pub fn engine(width: Width) -> Option<Box<dyn Engine>> {
    if !width.is_available() {
        return None;
    }
    Some(match width {
        Width::Portable => Box::new(Desks::<Portable>::default()),
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => Box::new(Desks::<Avx2>::default()),
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => Box::new(Desks::<Avx512>::default()),
        #[cfg(not(target_arch = "x86_64"))]
        _ => return None,
    })
}

/// Memory of one game that is not in use, so that a question need not ask the system for it.
struct Desks<V>(Mutex<Vec<Desk<V>>>);

impl<V> Default for Desks<V> {
    fn default() -> Desks<V> {
        Desks(Mutex::new(Vec::new()))
    }
}

impl<V: Wide> Desks<V> {
    fn with<T>(&self, queries: &Queries, action: impl FnOnce(&mut Desk<V>) -> T) -> T {
        let free = || {
            self.0
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
        };
        let known = free().pop();
        let mut desk = known.unwrap_or_else(|| Desk::new(queries));
        let answer = action(&mut desk);
        free().push(desk);
        answer
    }
}

macro_rules! engine {
    ($vector:ty $(, $feature:meta)?) => {
        impl Engine for Desks<$vector> {
            fn play(
                &self,
                fast: &Fast,
                request: &PlayoutRequest,
                quota: Quota,
                seed: u64,
                limits: &QueryLimits,
            ) -> Result<Vec<PlayoutTally>, Stopped> {
                $(#[$feature])?
                unsafe fn inner(
                    fast: &Fast,
                    request: &PlayoutRequest,
                    quota: Quota,
                    seed: u64,
                    limits: &QueryLimits,
                ) -> Result<Vec<PlayoutTally>, Stopped> {
                    // SAFETY: `engine` made sure that the processor has the instructions.
                    unsafe { play::<$vector>(fast, request, quota, seed, limits) }
                }
                // SAFETY: as above.
                unsafe { inner(fast, request, quota, seed, limits) }
            }

            fn steps(&self, fast: &Fast, start: &[State; 1], count: usize) {
                $(#[$feature])?
                unsafe fn inner(fast: &Fast, quota: Quota, count: usize) {
                    // SAFETY: as above.
                    unsafe { steps::<$vector>(fast, quota, count) }
                }
                let lanes = <$vector>::LANES;
                let phase = [fast.phases.of(start[0].words()).unwrap_or(0)];
                let quota = Quota::new(start, vec![lanes as u32], &phase, lanes);
                // SAFETY: as above.
                unsafe { inner(fast, quota, count) }
            }

            fn follow(
                &self,
                queries: &Queries,
                request: &PlayoutRequest,
                matches: Range<u64>,
                seed: u64,
                limits: &QueryLimits,
            ) -> Result<PlayoutResults, Stopped> {
                $(#[$feature])?
                unsafe fn inner(
                    desk: &mut Desk<$vector>,
                    queries: &Queries,
                    request: &PlayoutRequest,
                    matches: Range<u64>,
                    seed: u64,
                    limits: &QueryLimits,
                ) -> Result<PlayoutResults, Stopped> {
                    // SAFETY: as above.
                    unsafe { follow(queries, desk, request, matches, seed, limits) }
                }
                self.with(queries, |desk| {
                    // SAFETY: as above.
                    unsafe { inner(desk, queries, request, matches, seed, limits) }
                })
            }

            fn terminal(&self, queries: &Queries, states: &[State]) -> Vec<bool> {
                $(#[$feature])?
                unsafe fn inner(
                    desk: &mut Desk<$vector>,
                    queries: &Queries,
                    states: &[State],
                ) -> Vec<bool> {
                    // SAFETY: as above.
                    unsafe { desk.terminal(queries, states) }
                }
                // SAFETY: as above.
                self.with(queries, |desk| unsafe { inner(desk, queries, states) })
            }

            fn legal(&self, queries: &Queries, states: &[State], lists: &mut MoveLists) {
                $(#[$feature])?
                unsafe fn inner(
                    desk: &mut Desk<$vector>,
                    queries: &Queries,
                    states: &[State],
                    lists: &mut MoveLists,
                ) {
                    // SAFETY: as above.
                    unsafe { desk.legal(queries, states, lists) }
                }
                // SAFETY: as above.
                self.with(queries, |desk| unsafe { inner(desk, queries, states, lists) })
            }

            fn next(&self, queries: &Queries, states: &[State], joints: &[MoveId]) -> Vec<State> {
                $(#[$feature])?
                unsafe fn inner(
                    desk: &mut Desk<$vector>,
                    queries: &Queries,
                    states: &[State],
                    joints: &[MoveId],
                ) -> Vec<State> {
                    // SAFETY: as above.
                    unsafe { desk.next(queries, states, joints) }
                }
                // SAFETY: as above.
                self.with(queries, |desk| unsafe { inner(desk, queries, states, joints) })
            }

            fn children(
                &self,
                queries: &Queries,
                states: &[State],
                from: &[u32],
                joints: &[MoveId],
                children: &mut Children,
            ) {
                $(#[$feature])?
                unsafe fn inner(
                    desk: &mut Desk<$vector>,
                    queries: &Queries,
                    states: &[State],
                    from: &[u32],
                    joints: &[MoveId],
                    children: &mut Children,
                ) {
                    // SAFETY: as above.
                    unsafe { desk.children(queries, states, from, joints, children) }
                }
                self.with(queries, |desk| {
                    // SAFETY: as above.
                    unsafe { inner(desk, queries, states, from, joints, children) }
                })
            }

            fn goals(
                &self,
                queries: &Queries,
                states: &[State],
                texts: &[Vec<(String, Wire)>],
            ) -> Vec<Goal> {
                $(#[$feature])?
                unsafe fn inner(
                    desk: &mut Desk<$vector>,
                    queries: &Queries,
                    states: &[State],
                    texts: &[Vec<(String, Wire)>],
                ) -> Vec<Goal> {
                    // SAFETY: as above.
                    unsafe { desk.goals(queries, states, texts) }
                }
                // SAFETY: as above.
                self.with(queries, |desk| unsafe { inner(desk, queries, states, texts) })
            }
        }
    };
}

engine!(Portable);
#[cfg(target_arch = "x86_64")]
engine!(Avx2, target_feature(enable = "avx2,popcnt,bmi1"));
#[cfg(target_arch = "x86_64")]
engine!(Avx512, target_feature(enable = "avx512f,avx2,popcnt,bmi1"));
