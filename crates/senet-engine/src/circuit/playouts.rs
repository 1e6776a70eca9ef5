//! Random matches on one evaluator, without intermediate states.

use super::Circuit;
use super::evaluator::StateEvaluator;
use super::random_move::choose;
use crate::{
    MoveId, PlayoutDetail, PlayoutRequest, PlayoutResults, PlayoutTally, State, Stopped,
    spread_seed,
};
use fastrand::Rng;
use std::ops::Range;

impl Circuit {
    /// Plays the matches of a request, on several threads if allowed.
    ///
    /// Every match has its own random number generator, so that the result does not depend on the
    /// number of threads.
    pub(super) fn play(&self, request: &PlayoutRequest) -> Result<PlayoutResults, Stopped> {
        request
            .starts
            .iter()
            .try_for_each(|s| self.check_state(s))?;
        let total = request.starts.len() as u64 * u64::from(request.each);
        let threads = (request.threads.max(1) as u64).min(total.max(1));
        let share = |thread: u64| total * thread / threads..total * (thread + 1) / threads;
        if threads == 1 {
            return self.play_share(request, share(0));
        }
        let parts: Result<Vec<PlayoutResults>, Stopped> = std::thread::scope(|scope| {
            let start = |thread| scope.spawn(move || self.play_share(request, share(thread)));
            let workers: Vec<_> = (0..threads).map(start).collect();
            let parts = workers.into_iter().map(|worker| worker.join());
            parts
                .map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        Ok(self.merge(request, parts?))
    }

    fn merge(&self, request: &PlayoutRequest, parts: Vec<PlayoutResults>) -> PlayoutResults {
        let mut merged = self.empty_results(request);
        for part in parts {
            for (tally, other) in merged.tallies.iter_mut().zip(&part.tallies) {
                tally.merge(other);
            }
            merged.matches.extend(part.matches);
        }
        merged
    }

    fn empty_results(&self, request: &PlayoutRequest) -> PlayoutResults {
        PlayoutResults {
            tallies: vec![PlayoutTally::new(self.roles.len()); request.starts.len()],
            matches: Vec::new(),
        }
    }

    /// Plays the matches with these numbers.
    fn play_share(
        &self,
        request: &PlayoutRequest,
        share: Range<u64>,
    ) -> Result<PlayoutResults, Stopped> {
        let mut out = self.empty_results(request);
        let mut evaluator = None;
        let mut steps: u32 = 0;
        for number in share {
            let at = (number / u64::from(request.each)) as usize;
            let start = request.starts[at].words();
            let evaluator =
                evaluator.get_or_insert_with(|| self.pool.take_out(|| self.evaluator(start)));
            evaluator.set_state(&self.plan, start);
            let mut run = PlayoutRun {
                circuit: self,
                request,
                rng: Rng::with_seed(spread_seed(request.seed, number)),
                nodes: Vec::with_capacity(self.roles.len()),
                words: Vec::with_capacity(start.len()),
            };
            let played = run.play(evaluator, &mut out.tallies[at], &mut steps)?;
            if request.details {
                out.matches.push(played);
            }
        }
        evaluator.into_iter().for_each(|m| self.pool.put_back(m));
        Ok(out)
    }
}

/// The deadline is polled once in this many steps.
const STEPS_PER_POLL: u32 = 128;

/// One match.
struct PlayoutRun<'a> {
    circuit: &'a Circuit,
    request: &'a PlayoutRequest<'a>,
    rng: Rng,
    /// The input nodes of the joint move.
    nodes: Vec<u32>,
    /// The next state.
    words: Vec<u64>,
}

impl PlayoutRun<'_> {
    /// Plays from the evaluator's state to the end. `steps` counts the steps of all matches, to poll the deadline at regular distances.
    fn play(
        &mut self,
        evaluator: &mut StateEvaluator,
        tally: &mut PlayoutTally,
        steps: &mut u32,
    ) -> Result<PlayoutDetail, Stopped> {
        let plan = &self.circuit.plan;
        let mut length = 0;
        let mut first = None;
        let mut is_cut = true;
        loop {
            *steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS_PER_POLL) {
                self.request.check(&self.circuit.deadline)?;
            }
            if evaluator.is_terminal(plan) {
                tally.ended += 1;
                self.add_goals(evaluator, tally);
                is_cut = false;
                break;
            }
            let is_too_long = Some(length) == self.request.depth_limit;
            if is_too_long || !self.choose(evaluator) {
                let count = if is_too_long {
                    &mut tally.cut
                } else {
                    &mut tally.stuck
                };
                *count += 1;
                break;
            }
            if length == 0 && self.request.details {
                first = Some(self.joint());
            }
            self.words.clear();
            self.words
                .extend_from_slice(evaluator.next(plan, &self.nodes));
            evaluator.set_state(plan, &self.words);
            length += 1;
        }
        tally.steps += u64::from(length);
        tally.squared_lengths += u64::from(length).pow(2);
        Ok(PlayoutDetail {
            length,
            first,
            last: match self.request.details {
                true => State::from_words(evaluator.state().to_vec()),
                false => State::from_words(Vec::new()),
            },
            is_cut,
        })
    }

    /// Chooses a joint move; returns whether every role has a legal move.
    fn choose(&mut self, evaluator: &mut StateEvaluator) -> bool {
        let plan = &self.circuit.plan;
        self.nodes.clear();
        for (role, nodes) in plan.network.moves.iter().enumerate() {
            let legal = evaluator.legal(plan, role);
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

    fn add_goals(&self, evaluator: &mut StateEvaluator, tally: &mut PlayoutTally) {
        let wires = evaluator.with_goals(&self.circuit.plan);
        for (goals, sums) in self.circuit.goals.iter().zip(&mut tally.goals) {
            if let Some(value) = goals.value(wires) {
                sums.add(value, 1);
            }
        }
    }
}
