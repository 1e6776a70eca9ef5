//! Random matches that never leave the memory of a state.

use super::Circuit;
use super::choice::choose;
use super::memory::Memory;
use crate::{Match, MoveId, PlayoutRequest, Playouts, State, Stopped, Tally, spread_seed};
use fastrand::Rng;
use std::ops::Range;

impl Circuit {
    /// Plays the matches of a request on as many threads as it allows.
    ///
    /// Every match has its own source of chance, so that the result does not depend on the number of threads.
    pub(super) fn play(&self, request: &PlayoutRequest) -> Result<Playouts, Stopped> {
        request
            .starts
            .iter()
            .try_for_each(|s| self.check_state(s))?;
        let total = request.starts.len() as u64 * u64::from(request.each);
        let threads = (request.threads.max(1) as u64).min(total.max(1));
        let share = |thread: u64| total * thread / threads..total * (thread + 1) / threads;
        if threads == 1 {
            return Ok(self.play_share(request, share(0)));
        }
        let parts: Vec<Playouts> = std::thread::scope(|scope| {
            let start = |thread| scope.spawn(move || self.play_share(request, share(thread)));
            let workers: Vec<_> = (0..threads).map(start).collect();
            let parts = workers.into_iter().map(|worker| worker.join());
            parts
                .map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        Ok(self.merge(request, parts))
    }

    fn merge(&self, request: &PlayoutRequest, parts: Vec<Playouts>) -> Playouts {
        let mut merged = self.nothing_played(request);
        for part in parts {
            for (tally, other) in merged.tallies.iter_mut().zip(&part.tallies) {
                tally.merge(other);
            }
            merged.matches.extend(part.matches);
        }
        merged
    }

    fn nothing_played(&self, request: &PlayoutRequest) -> Playouts {
        Playouts {
            tallies: vec![Tally::new(self.roles.len()); request.starts.len()],
            matches: Vec::new(),
        }
    }

    /// Plays the matches with these numbers.
    fn play_share(&self, request: &PlayoutRequest, share: Range<u64>) -> Playouts {
        let mut out = self.nothing_played(request);
        let mut memory = None;
        for number in share {
            let at = (number / u64::from(request.each)) as usize;
            let start = request.starts[at].words();
            let memory = memory.get_or_insert_with(|| self.pool.take_out(|| self.remember(start)));
            memory.set_state(&self.plan, start);
            let mut run = Run {
                circuit: self,
                request,
                rng: Rng::with_seed(spread_seed(request.seed, number)),
                nodes: Vec::with_capacity(self.roles.len()),
                words: Vec::with_capacity(start.len()),
            };
            let played = run.play(memory, &mut out.tallies[at]);
            if request.details {
                out.matches.push(played);
            }
        }
        memory.into_iter().for_each(|m| self.pool.put_back(m));
        out
    }
}

/// One match.
struct Run<'a> {
    circuit: &'a Circuit,
    request: &'a PlayoutRequest<'a>,
    rng: Rng,
    /// The input nodes of the joint move.
    nodes: Vec<u32>,
    /// The next state.
    words: Vec<u64>,
}

impl Run<'_> {
    /// Plays from the state in memory to the end.
    fn play(&mut self, memory: &mut Memory, tally: &mut Tally) -> Match {
        let plan = &self.circuit.plan;
        let mut length = 0;
        let mut first = None;
        let mut cut_at = None;
        loop {
            if memory.is_terminal(plan) {
                tally.ended += 1;
                self.add_goals(memory, tally);
                break;
            }
            let is_cut = Some(length) == self.request.depth_limit;
            if is_cut || !self.choose(memory) {
                let count = if is_cut {
                    &mut tally.cut
                } else {
                    &mut tally.stuck
                };
                *count += 1;
                cut_at = (self.request.details).then(|| State::from_words(memory.state().to_vec()));
                break;
            }
            if length == 0 && self.request.details {
                first = Some(self.joint());
            }
            self.words.clear();
            self.words.extend_from_slice(memory.next(plan, &self.nodes));
            memory.set_state(plan, &self.words);
            length += 1;
        }
        tally.steps += u64::from(length);
        tally.squared_lengths += u64::from(length).pow(2);
        Match {
            length,
            first,
            cut_at,
        }
    }

    /// Chooses a joint move; whether every role has one.
    fn choose(&mut self, memory: &mut Memory) -> bool {
        let plan = &self.circuit.plan;
        self.nodes.clear();
        for (role, nodes) in plan.network.moves.iter().enumerate() {
            let legal = memory.legal(plan, role);
            match choose(legal, role, &self.request.policy, &mut self.rng) {
                Some(chosen) => self.nodes.push(nodes.start + chosen.0),
                None => return false,
            }
        }
        true
    }

    fn joint(&self) -> Box<[MoveId]> {
        let ranges = self.circuit.plan.network.moves.iter();
        let moves = ranges.zip(&self.nodes);
        moves
            .map(|(range, node)| MoveId(node - range.start))
            .collect()
    }

    fn add_goals(&self, memory: &mut Memory, tally: &mut Tally) {
        let wires = memory.with_goals(&self.circuit.plan);
        for (goals, sums) in self.circuit.goals.iter().zip(&mut tally.goals) {
            if let Some(value) = goals.value(wires) {
                sums.add(value, 1);
            }
        }
    }
}
