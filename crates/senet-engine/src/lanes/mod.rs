//! Hundreds of matches in lock-step, a bit of a vector register for each.
//!
//! The network of a game becomes straight-line vector code: every wire is a register, every gate an instruction, and one pass
//! answers a question for as many states as a register has bits. From the rules to the code:
//!
//! - [`translate`] turns the network into two-input [`logic`], [`build`] adds what a step needs around it;
//! - [`choice`] is the choice of moves as logic, [`number`] the arithmetic it is made of;
//! - [`cover`] finds the instructions, [`allocate`] the registers, [`encode`] the bytes, [`executable`] the memory;
//!   [`interpret`] does without machine code;
//! - [`fast`] has the programs that play, [`play`] plays, [`queries`] answers questions about many states.

mod allocate;
mod build;
mod choice;
mod cover;
#[cfg(all(target_arch = "x86_64", unix))]
mod encode;
mod engine;
#[cfg(all(target_arch = "x86_64", unix))]
mod executable;
mod fast;
mod follow;
mod interpret;
#[cfg(test)]
mod judge;
mod layout;
mod logic;
mod measure;
mod memory;
mod number;
mod pick;
mod play;
mod program;
mod queries;
mod quota;
mod random;
mod runs;
mod states;
mod threads;
mod translate;
mod wide;

pub use measure::Stopwatch;
pub use program::{CodeLimits, Width};

use crate::batch::{
    Children, MoveLists, PlayoutRequest, PlayoutResults, PlayoutTally, Policy, check_parents,
};
use crate::load::CodeCounts;
use crate::{
    Circuit, Game, Goal, JointMove, MoveId, QueryLimits, RoleId, State, Stopped, spread_seed,
};
use engine::{Engine, engine};
use fast::Fast;
use queries::Queries;
use quota::Quota;
use std::ops::Range;
use std::sync::OnceLock;
use threads::in_order;

/// The longest row of phases that get code of their own.
const MAX_PERIOD: usize = 12;
/// Two-input gates that all phases together may have: compiling takes about a microsecond for each.
const GATES_OF_ALL_PHASES: usize = 4_000_000;
/// Loops times gates: every loop is a section of the program, and looks at all of it.
const LOOPS_TIMES_GATES: usize = 200_000_000;
/// Bytes of machine code that a two-input gate comes to, at the least.
const BYTES_PER_GATE: usize = 4;
/// A request is cut into pieces that threads can share, each with about so many matches for each lane.
pub const MATCHES_PER_LANE: u32 = 12;
/// Never into more pieces than this.
const MAX_PIECES: u64 = 64;

/// A game whose matches are played in lanes; single questions go to its circuit.
pub struct Lanes {
    circuit: Box<Circuit>,
    width: Width,
    engine: Box<dyn Engine>,
    fast: Fast,
    queries: OnceLock<Result<Queries, String>>,
    code: CodeLimits,
    limits: QueryLimits,
    /// Fewer matches or states than this go to the circuit.
    min_batch: usize,
}

impl Lanes {
    /// Compiles the programs of a game; gives the circuit back, with the reason, if the processor cannot run them or they are
    /// too large.
    pub fn new(
        circuit: Box<Circuit>,
        width: Width,
        code: CodeLimits,
        limits: QueryLimits,
    ) -> Result<Lanes, (Box<Circuit>, String)> {
        match programs(&circuit, width, &code) {
            Err(reason) => Err((circuit, reason)),
            Ok((engine, fast)) => Ok(Lanes {
                circuit,
                width,
                engine,
                fast,
                queries: OnceLock::new(),
                code,
                limits,
                min_batch: 0,
            }),
        }
    }

    /// Leaves requests for few matches and questions about few states to the circuit, as few as measuring finds to be faster there.
    /// Gives the circuit back if it is faster however many there are.
    pub fn measured(mut self, stopwatch: &Stopwatch) -> Result<Lanes, (Box<Circuit>, String)> {
        match self.break_even(stopwatch) {
            Err(stopped) => Err((self.circuit, stopped.to_string())),
            Ok(matches) if matches > self.width.lanes() as f64 => {
                let reason = format!(
                    "going by changes is {:.1} times as fast as {} lanes",
                    matches / self.width.lanes() as f64,
                    self.width.lanes()
                );
                Err((self.circuit, reason))
            }
            Ok(matches) => {
                self.min_batch = matches.ceil() as usize;
                Ok(self)
            }
        }
    }

    /// What the code comes to.
    pub fn counts(&self) -> CodeCounts {
        let queries = self.queries.get().and_then(|queries| queries.as_ref().ok());
        CodeCounts {
            width: self.width,
            lanes: self.width.lanes(),
            step_instructions: self
                .fast
                .steps
                .iter()
                .map(fast::Step::instructions)
                .collect(),
            code_bytes: self.fast.code_bytes() + queries.map_or(0, Queries::code_bytes),
            min_batch: self.min_batch,
            interpreted_because: self.fast.goals.program.interpreted_because.clone(),
            memory_bytes: self.fast.vectors() * self.width.lanes() / 8,
        }
    }

    /// The programs that answer any question. They know nothing of phases, so they may be too large where those that play are
    /// not; then the circuit answers.
    fn queries(&self) -> Option<&Queries> {
        let compile = || Queries::compile(self.circuit.network(), self.width, &self.code);
        self.queries.get_or_init(compile).as_ref().ok()
    }

    fn check_states(&self, states: &[State]) -> Result<(), Stopped> {
        states
            .iter()
            .try_for_each(|state| self.circuit.check_state(state))
    }

    /// Cuts a request into pieces in a way that depends on the request alone: ranges of matches, those of the first start
    /// first.
    fn pieces(&self, request: &PlayoutRequest) -> Vec<Range<u64>> {
        let total = request.starts.len() as u64 * u64::from(request.each);
        let wanted = total / (self.width.lanes() as u64 * u64::from(MATCHES_PER_LANE));
        let count = wanted.clamp(1, MAX_PIECES).min(total);
        (0..count)
            .map(|piece| total * piece / count..total * (piece + 1) / count)
            .collect()
    }

    /// Plays uniform matches to the end; `None` if a start fits no phase.
    fn play(&self, request: &PlayoutRequest) -> Option<Result<PlayoutResults, Stopped>> {
        let phases = request
            .starts
            .iter()
            .map(|s| self.fast.phases.of(s.words()));
        let phases: Vec<usize> = phases.collect::<Option<_>>()?;
        let lanes = self.width.lanes();
        Some(self.on_threads(request, |piece, seed| {
            let matches = share(&piece, request);
            let quota = Quota::new(request.starts, matches, &phases, lanes);
            let (fast, limits) = (&self.fast, &self.limits);
            let tallies = self.engine.play(fast, request, quota, seed, limits)?;
            Ok(PlayoutResults {
                tallies,
                matches: Vec::new(),
            })
        }))
    }

    /// Plays any matches.
    fn follow(&self, request: &PlayoutRequest) -> Result<PlayoutResults, Stopped> {
        let Some(queries) = self.queries() else {
            return self.circuit.playouts(request);
        };
        self.on_threads(request, |piece, seed| {
            let limits = &self.limits;
            self.engine.follow(queries, request, piece, seed, limits)
        })
    }

    /// Has the pieces of a request played on as many threads as it allows. The answer does not depend on their number.
    fn on_threads(
        &self,
        request: &PlayoutRequest,
        play: impl Fn(Range<u64>, u64) -> Result<PlayoutResults, Stopped> + Sync,
    ) -> Result<PlayoutResults, Stopped> {
        let seeds = (0..).map(|number| spread_seed(request.seed, number));
        let jobs: Vec<(Range<u64>, u64)> = self.pieces(request).into_iter().zip(seeds).collect();
        let played = in_order(&jobs, request.threads, |(piece, seed)| {
            play(piece.clone(), *seed)
        });
        let mut all = PlayoutResults {
            tallies: vec![PlayoutTally::new(self.roles().len()); request.starts.len()],
            matches: Vec::new(),
        };
        for piece in played {
            let piece = piece?;
            let sums = all.tallies.iter_mut().zip(&piece.tallies);
            sums.for_each(|(sum, tally)| sum.merge(tally));
            all.matches.extend(piece.matches);
        }
        Ok(all)
    }
}

/// How many matches of each start are in a range of matches.
fn share(piece: &Range<u64>, request: &PlayoutRequest) -> Vec<u32> {
    let each = u64::from(request.each);
    (0..request.starts.len() as u64)
        .map(|start| {
            let own = start * each..(start + 1) * each;
            let (from, to) = (own.start.max(piece.start), own.end.min(piece.end));
            to.saturating_sub(from) as u32
        })
        .collect()
}

/// Why machine code is not made.
fn too_large(bytes: &str, limit: usize) -> String {
    format!("the machine code would take {bytes} bytes, more than the limit of {limit}")
}

fn programs(
    circuit: &Circuit,
    width: Width,
    code: &CodeLimits,
) -> Result<(Box<dyn Engine>, Fast), String> {
    let name = width.name();
    let engine = engine(width).ok_or_else(|| format!("this processor has no {name}"))?;
    let network = circuit.network();
    let nodes = 0..network.gates.len() as u32;
    let gates: usize = nodes
        .map(|node| network.gates.inputs(node).len().saturating_sub(1))
        .sum();
    if gates * BYTES_PER_GATE > code.code_bytes {
        let (bytes, limit) = (gates * BYTES_PER_GATE, code.code_bytes);
        return Err(too_large(&format!("at least {bytes}"), limit));
    }
    let effort = network.loops.len() * network.gates.len();
    if effort > LOOPS_TIMES_GATES {
        let (loops, limit) = (network.loops.len(), LOOPS_TIMES_GATES);
        return Err(format!(
            "{loops} loops among {gates} gates would take too long to compile: their product is beyond {limit}"
        ));
    }
    let max_period = (GATES_OF_ALL_PHASES / gates.max(1)).clamp(1, MAX_PERIOD);
    let phases = network.phases(&circuit.initial_fluents(), max_period);
    Ok((engine, Fast::compile(network, phases, width, code)?))
}

impl Game for Lanes {
    fn roles(&self) -> &[String] {
        self.circuit.roles()
    }

    fn initial(&self) -> Result<State, Stopped> {
        self.circuit.initial()
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        self.circuit.is_terminal(state)
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        self.circuit.legal(state, role)
    }

    fn next(&self, state: &State, joint: &JointMove) -> Result<State, Stopped> {
        self.circuit.next(state, joint)
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        self.circuit.goal(state, role)
    }

    fn sees(&self, state: &State, joint: &JointMove, role: RoleId) -> Result<Vec<String>, Stopped> {
        self.circuit.sees(state, joint, role)
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        self.circuit.fluents(state)
    }

    fn move_name(&self, role: RoleId, id: MoveId) -> String {
        self.circuit.move_name(role, id)
    }

    fn find_move(&self, role: RoleId, text: &str) -> Option<MoveId> {
        self.circuit.find_move(role, text)
    }

    fn find_state(&self, fluents: &[String]) -> Option<State> {
        self.circuit.find_state(fluents)
    }

    fn fluent_names(&self) -> Option<&[String]> {
        self.circuit.fluent_names()
    }

    fn terminal_in(&self, states: &[State]) -> Result<Vec<bool>, Stopped> {
        if states.len() < self.min_batch {
            return self.circuit.terminal_in(states);
        }
        self.check_states(states)?;
        let Some(queries) = self.queries() else {
            return self.circuit.terminal_in(states);
        };
        let chunks = states.chunks(self.width.lanes());
        Ok(chunks
            .flat_map(|states| self.engine.terminal(queries, states))
            .collect())
    }

    fn legal_in(&self, states: &[State]) -> Result<MoveLists, Stopped> {
        if states.len() < self.min_batch {
            return self.circuit.legal_in(states);
        }
        self.check_states(states)?;
        let Some(queries) = self.queries() else {
            return self.circuit.legal_in(states);
        };
        let mut lists = MoveLists::new(self.roles().len());
        for states in states.chunks(self.width.lanes()) {
            self.engine.legal(queries, states, &mut lists);
        }
        Ok(lists)
    }

    fn next_of(&self, states: &[State], joints: &[MoveId]) -> Result<Vec<State>, Stopped> {
        if states.len() < self.min_batch {
            return self.circuit.next_of(states, joints);
        }
        self.check_states(states)?;
        let roles = self.roles().len();
        crate::batch::check_joints(joints, states.len(), roles)?;
        let Some(queries) = self.queries() else {
            return self.circuit.next_of(states, joints);
        };
        let lanes = self.width.lanes();
        let chunks = states
            .chunks(lanes)
            .zip(joints.chunks(lanes * roles.max(1)));
        Ok(chunks
            .flat_map(|(states, joints)| self.engine.next(queries, states, joints))
            .collect())
    }

    fn children_of(
        &self,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
    ) -> Result<Children, Stopped> {
        let roles = self.roles().len();
        check_parents(states, from, joints, roles)?;
        let queries = match from.len() < self.min_batch {
            true => None,
            false => self.queries(),
        };
        let Some(queries) = queries else {
            return self.circuit.children_of(states, from, joints);
        };
        self.check_states(states)?;
        let (lanes, mut children) = (self.width.lanes(), Children::default());
        let chunks = from.chunks(lanes).zip(joints.chunks(lanes * roles.max(1)));
        for (from, joints) in chunks {
            self.engine
                .children(queries, states, from, joints, &mut children);
        }
        Ok(children)
    }

    fn goals_in(&self, states: &[State]) -> Result<Vec<Goal>, Stopped> {
        if states.len() < self.min_batch {
            return self.circuit.goals_in(states);
        }
        self.check_states(states)?;
        let Some(queries) = self.queries() else {
            return self.circuit.goals_in(states);
        };
        let texts = &self.circuit.network().goals;
        let chunks = states.chunks(self.width.lanes());
        Ok(chunks
            .flat_map(|states| self.engine.goals(queries, states, texts))
            .collect())
    }

    fn playouts(&self, request: &PlayoutRequest) -> Result<PlayoutResults, Stopped> {
        let matches = request.starts.len() as u64 * u64::from(request.each);
        if matches < self.min_batch as u64 {
            return self.circuit.playouts(request);
        }
        self.check_states(request.starts)?;
        let plain = matches!(request.policy, Policy::Uniform)
            && request.depth_limit.is_none()
            && !request.details;
        let played = if plain { self.play(request) } else { None };
        played.unwrap_or_else(|| self.follow(request))
    }
}
