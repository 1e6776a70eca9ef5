//! Finds the mover of each lane from the legal moves.

use super::env_plan::EnvPlan;
use super::rows::RowVector;
use super::vector_programs::VectorPrograms;
use crate::lanes::vector::Detected;

/// The movers and choosers of all lanes of a block.
pub struct Turns<V> {
    /// Per role, the lanes that wait for its action.
    pub movers: Vec<V>,
    /// Per role, the lanes in which it has more than one legal move.
    pub choosers: Vec<V>,
    /// Per role, the lanes in which it has a legal move.
    pub able: Vec<V>,
    /// Lanes in which more than one role has a choice; chance does not count.
    pub several: V,
    /// Lanes whose match goes on.
    pub playing: V,
    /// Per lane, the number of the mover; -1 if the match is over.
    pub of_lane: Vec<i8>,
}

impl<V: RowVector> Turns<V> {
    /// No lane plays yet.
    pub fn new(cpu: Detected<V>, roles: usize) -> Turns<V> {
        let zeros = vec![cpu.zeros(); roles];
        Turns {
            movers: zeros.clone(),
            choosers: zeros.clone(),
            able: zeros,
            several: cpu.zeros(),
            playing: cpu.zeros(),
            of_lane: vec![-1; V::LANES],
        }
    }

    /// Counts the legal moves of each role: none, one or more.
    #[inline(always)]
    pub fn count(&mut self, programs: &VectorPrograms, frame: &[V]) {
        for (role, moves) in programs.queries.moves.iter().enumerate() {
            let cpu = self.playing.cpu();
            let (mut one, mut more) = (cpu.zeros(), cpu.zeros());
            for place in moves {
                let legal = frame[place.legal.index as usize];
                more = more.or(one.and(legal));
                one = one.or(legal);
            }
            self.able[role] = one;
            self.choosers[role] = more;
        }
    }

    /// Finds the movers of the lanes that play, after [`Turns::count`].
    #[inline(always)]
    pub fn find(&mut self, plan: &EnvPlan, programs: &VectorPrograms, frame: &[V], playing: V) {
        let cpu = playing.cpu();
        self.playing = playing;
        let mut found = cpu.zeros();
        self.several = cpu.zeros();
        for role in 0..self.movers.len() {
            let choosing = self.choosers[role].and(playing);
            self.choosers[role] = choosing;
            self.movers[role] = cpu.zeros();
            if Some(role) != plan.chance {
                self.movers[role] = found.and_not(choosing);
                self.several = self.several.or(found.and(choosing));
                found = found.or(choosing);
            }
        }
        if let Some(chance) = plan.chance {
            self.movers[chance] = found.and_not(self.choosers[chance]);
            found = found.or(self.choosers[chance]);
        }
        let forced = found.and_not(playing);
        if forced.any() {
            self.find_forced(programs, frame, forced);
        }
        self.number_lanes();
    }

    /// Finds the movers of lanes in which no role has a choice: the first role that does not wait.
    #[inline(always)]
    fn find_forced(&mut self, programs: &VectorPrograms, frame: &[V], forced: V) {
        let mut left = forced;
        for (role, idle) in programs.idle.iter().enumerate() {
            let mut waits = forced.cpu().zeros();
            for one in idle {
                waits = waits.or(frame[one.legal.index as usize]);
            }
            let acts = waits.and_not(left);
            self.movers[role] = self.movers[role].or(acts);
            left = acts.and_not(left);
        }
        if let Some(first) = self.movers.first_mut() {
            *first = first.or(left);
        }
    }

    #[inline(always)]
    fn number_lanes(&mut self) {
        let cpu = self.playing.cpu();
        for (group, lanes) in self.of_lane.chunks_exact_mut(64).enumerate() {
            let mut bytes = [0; 64];
            V::spread(cpu, !self.playing.word(group), &mut bytes);
            for (lane, over) in lanes.iter_mut().zip(bytes) {
                *lane = -(over as i8);
            }
            for (role, movers) in self.movers.iter().enumerate().skip(1) {
                V::spread(cpu, movers.word(group), &mut bytes);
                for (lane, moves) in lanes.iter_mut().zip(bytes) {
                    *lane |= (moves * role as u8) as i8;
                }
            }
        }
    }
}
