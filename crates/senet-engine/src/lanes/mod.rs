//! Plays hundreds of matches in lockstep, with one bit of a vector register per match.
//!
//! A wire is a register with a bit for each match (bit-slicing). A gate is an instruction, and a
//! step is a function without branches. One pass answers a query for as many states as a register
//! has bits. The way from the network to machine code:
//!
//! - [`translate`] turns the network into two-input [`logic`], and [`step_logic`] adds the rest of
//!   a step.
//! - [`move_choice`] chooses random moves by logic, with the [`arithmetic`] of bit-sliced numbers.
//!   It draws a rank by rejection sampling, which is exactly uniform. A binary tree that counts the
//!   legal moves in each half finds the move with that rank. A lane whose draws are rejected waits
//!   until its phase comes again.
//! - [`cover`] maps the logic to instructions, [`allocate`] assigns registers, [`encode`] emits
//!   bytes, and [`executable`] owns the code. [`interpret`] runs programs without machine code.
//! - [`playout_programs`] compiles the programs that [`play`] runs. [`query_programs`] answers
//!   batch queries.
//!
//! The code targets AVX-512 (512 lanes, with three-input truth tables where they pay off on the
//! processor) or AVX2 (256 lanes). Code memory is never writable and executable at once. On other
//! processors, the same program is interpreted on plain words. If the system refuses executable
//! memory, it is interpreted on vectors.
//!
//! Instructions are ordered so that values stay in registers. The gates of a move choice keep their
//! creation order; all other gates follow the outputs that need them.
//!
//! Each phase of the game has its own program. Finished matches wait for a few steps. Then their
//! goals are added up and new matches start. The number of steps between these refills balances the
//! cost of a refill against the cost of idle lanes.

mod allocate;
mod arithmetic;
pub(crate) mod bit_matrix;
mod break_even;
mod cover;
#[cfg(all(target_arch = "x86_64", unix))]
mod encode;
mod engine;
#[cfg(all(target_arch = "x86_64", unix))]
mod executable;
mod individual;
mod interpret;
pub(crate) mod lane_rng;
mod layout;
pub(crate) mod logic;
mod move_choice;
pub(crate) mod move_picker;
mod play;
mod playout_programs;
pub(crate) mod program;
pub(crate) mod query_programs;
mod quota;
mod runs;
pub(crate) mod states;
pub(crate) mod step_logic;
#[cfg(test)]
mod tests;
mod threads;
mod translate;
pub(crate) mod vector;

pub use break_even::Stopwatch;
pub use program::{CodeLimits, Width};

use crate::batch::{
    Children, MoveLists, PlayoutRequest, PlayoutResults, PlayoutTally, Policy, check_parents,
};
use crate::load::CodeCounts;
use crate::network::Network;
use crate::{
    BuildLimits, Circuit, Game, Goal, JointMove, MoveId, QueryLimits, RoleId, State, Stopped,
    spread_seed,
};
use engine::{LaneEngine, engine};
use playout_programs::PlayoutPrograms;
use query_programs::QueryPrograms;
use quota::Quota;
use senet_gdl::MemoryBudget;
use std::ops::Range;
use std::sync::OnceLock;
use threads::map_parallel;

/// Maximum number of phases with code of their own.
const MAX_PERIOD: usize = 12;
/// Maximum number of two-input gates in all phases together. Compiling takes about a microsecond
/// per gate.
const MAX_GATES_OF_ALL_PHASES: usize = 4_000_000;
/// Maximum product of loops and gates. Every loop is a section, and compiling a section scans all
/// gates.
const MAX_LOOPS_TIMES_GATES: usize = 200_000_000;
/// Minimum number of machine code bytes per two-input gate.
const BYTES_PER_GATE: usize = 4;
/// The approximate number of matches per lane in a piece of a request. Threads share the pieces.
pub const MATCHES_PER_LANE: u32 = 12;
/// Maximum number of pieces of a request.
const MAX_PIECES: u64 = 64;

/// A game that plays matches in lanes and leaves single queries to its circuit.
///
/// ```
/// use senet_engine::{
///     BuildLimits, Circuit, CodeLimits, Game, Lanes, PlayoutRequest, QueryLimits, Width,
/// };
///
/// let rules = "(role you) (init (step 0)) (legal you wait)
///     (<= (next (step 1)) (true (step 0))) (<= terminal (true (step 1))) (goal you 50)";
/// let description = senet_gdl::playable(&senet_gdl::Sheet::read(rules)).unwrap();
/// let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
/// let (limits, build) = (QueryLimits::default(), BuildLimits::default());
/// let circuit = Box::new(Circuit::new(&grounded, &build).unwrap());
/// let lanes = Lanes::new(circuit, Width::best(), CodeLimits::default(), limits, &build);
/// let lanes = lanes.map_err(|(_, reason)| reason).unwrap();
/// let results = lanes.playouts(&PlayoutRequest::new(&[lanes.initial()?], 1000, 7))?;
/// assert_eq!(results.tallies[0].steps, 1000);
/// # Ok::<(), senet_engine::Stopped>(())
/// ```
pub struct Lanes {
    circuit: Box<Circuit>,
    width: Width,
    engine: Box<dyn LaneEngine>,
    programs: PlayoutPrograms,
    queries: OnceLock<Result<QueryPrograms, String>>,
    code: CodeLimits,
    /// The memory for compiling the query programs.
    memory: MemoryBudget,
    limits: QueryLimits,
    /// Smaller batches go to the circuit.
    min_batch: usize,
}

impl Lanes {
    /// Compiles the programs of a game. Returns the circuit and the reason if the processor cannot
    /// run them or they are too large.
    pub fn new(
        circuit: Box<Circuit>,
        width: Width,
        code: CodeLimits,
        limits: QueryLimits,
        build: &BuildLimits,
    ) -> Result<Lanes, (Box<Circuit>, String)> {
        match programs(&circuit, width, &code, build) {
            Err(reason) => Err((circuit, reason)),
            Ok((engine, programs)) => Ok(Lanes {
                circuit,
                width,
                engine,
                programs,
                queries: OnceLock::new(),
                code,
                memory: build.memory.clone(),
                limits,
                min_batch: 0,
            }),
        }
    }

    /// Measures the break-even batch size and leaves smaller batches to the circuit. Returns the
    /// circuit if it is always faster.
    pub fn measured(
        self,
        stopwatch: &Stopwatch,
        build: &BuildLimits,
    ) -> Result<Lanes, (Box<Circuit>, String)> {
        match self.break_even(stopwatch, build) {
            Err(stopped) => Err((self.circuit, stopped.to_string())),
            Ok(matches) => self.with_break_even(matches),
        }
    }

    /// Like [`Lanes::measured`], but estimates the break-even batch size from the code. The circuit
    /// and the lanes draw other random moves, so that a measured choice would change them.
    pub fn estimated(self) -> Result<Lanes, (Box<Circuit>, String)> {
        let matches = self.likely_break_even();
        self.with_break_even(matches)
    }

    /// Leaves batches of fewer matches to the circuit.
    fn with_break_even(mut self, matches: f64) -> Result<Lanes, (Box<Circuit>, String)> {
        let lanes = self.width.lanes();
        if matches > lanes as f64 {
            let times = matches / lanes as f64;
            let reason =
                format!("incremental evaluation is {times:.1} times as fast as {lanes} lanes");
            return Err((self.circuit, reason));
        }
        self.min_batch = matches.ceil() as usize;
        Ok(self)
    }

    /// The size of the code.
    pub fn counts(&self) -> CodeCounts {
        let queries = self.queries.get().and_then(|queries| queries.as_ref().ok());
        CodeCounts {
            width: self.width,
            lanes: self.width.lanes(),
            step_instructions: self
                .programs
                .steps
                .iter()
                .map(playout_programs::StepProgram::instructions)
                .collect(),
            code_bytes: self.programs.code_bytes() + queries.map_or(0, QueryPrograms::code_bytes),
            min_batch: self.min_batch,
            interpreted_because: self.programs.goals.program.interpreted_because.clone(),
            memory_bytes: self.programs.vectors() * self.width.lanes() / 8,
        }
    }

    /// The programs for batch queries. They ignore phases, so they may be too large even if the
    /// playout programs are not. Then the circuit answers.
    fn queries(&self) -> Option<&QueryPrograms> {
        let compile = || {
            let build = BuildLimits {
                memory: self.memory.clone(),
                ..BuildLimits::default()
            };
            QueryPrograms::compile(self.circuit.network(), self.width, &self.code, &build)
        };
        self.queries.get_or_init(compile).as_ref().ok()
    }

    fn check_states(&self, states: &[State]) -> Result<(), Stopped> {
        states
            .iter()
            .try_for_each(|state| self.circuit.check_state(state))
    }

    /// Splits a request into ranges of match numbers. The matches of the first start have the first
    /// numbers. The split depends only on the request.
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
            .map(|s| self.programs.phases.of(s.words()));
        let phases: Vec<usize> = phases.collect::<Option<_>>()?;
        let lanes = self.width.lanes();
        Some(self.on_threads(request, |piece, seed| {
            let matches = share(&piece, request);
            let quota = Quota::new(request.starts, matches, &phases, lanes);
            let (programs, limits) = (&self.programs, &self.limits);
            let tallies = self.engine.play(programs, request, quota, seed, limits)?;
            Ok(PlayoutResults {
                tallies,
                matches: Vec::new(),
            })
        }))
    }

    /// Plays matches with weights, a depth limit or details.
    fn play_individually(&self, request: &PlayoutRequest) -> Result<PlayoutResults, Stopped> {
        let Some(queries) = self.queries() else {
            return self.circuit.playouts(request);
        };
        self.on_threads(request, |piece, seed| {
            let limits = &self.limits;
            self.engine
                .play_individually(queries, request, piece, seed, limits)
        })
    }

    /// Plays the pieces of a request, on several threads if allowed. The result does not depend on
    /// the number of threads.
    fn on_threads(
        &self,
        request: &PlayoutRequest,
        play: impl Fn(Range<u64>, u64) -> Result<PlayoutResults, Stopped> + Sync,
    ) -> Result<PlayoutResults, Stopped> {
        let seeds = (0..).map(|number| spread_seed(request.seed, number));
        let jobs: Vec<(Range<u64>, u64)> = self.pieces(request).into_iter().zip(seeds).collect();
        let played = map_parallel(&jobs, request.threads, |(piece, seed)| {
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

/// The number of matches of each start in a range of matches.
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

/// The error for machine code that exceeds its limit.
fn too_large(bytes: &str, limit: usize) -> String {
    format!("the machine code would take {bytes} bytes, more than the limit of {limit}")
}

/// Refuses networks whose code would be too large or take too long to compile. Returns the number of
/// two-input gates.
pub(crate) fn check_size(network: &Network, code: &CodeLimits) -> Result<usize, String> {
    let nodes = 0..network.gates.len() as u32;
    let gates: usize = nodes
        .map(|node| network.gates.inputs(node).len().saturating_sub(1))
        .sum();
    if gates * BYTES_PER_GATE > code.code_bytes {
        let (bytes, limit) = (gates * BYTES_PER_GATE, code.code_bytes);
        return Err(too_large(&format!("at least {bytes}"), limit));
    }
    let effort = network.loops.len() * network.gates.len();
    if effort > MAX_LOOPS_TIMES_GATES {
        let (loops, limit) = (network.loops.len(), MAX_LOOPS_TIMES_GATES);
        return Err(format!(
            "{loops} loops among {gates} gates would take too long to compile: their product exceeds {limit}"
        ));
    }
    Ok(gates)
}

fn programs(
    circuit: &Circuit,
    width: Width,
    code: &CodeLimits,
    build: &BuildLimits,
) -> Result<(Box<dyn LaneEngine>, PlayoutPrograms), String> {
    let name = width.name();
    let engine = engine(width).ok_or_else(|| format!("this processor does not support {name}"))?;
    let network = circuit.network();
    let gates = check_size(network, code)?;
    let max_period = (MAX_GATES_OF_ALL_PHASES / gates.max(1)).clamp(1, MAX_PERIOD);
    let phases = network.phases(&circuit.initial_fluents(), max_period, build)?;
    Ok((
        engine,
        PlayoutPrograms::compile(network, phases, width, code, build)?,
    ))
}

/// Memory per two-input gate: its node and the table that finds equal nodes.
const BYTES_PER_LOGIC_GATE: usize = 60;

/// The estimated memory of the logic of a network.
fn bytes_of_logic(network: &Network) -> usize {
    BYTES_PER_LOGIC_GATE * (network.gates.len() + network.gates.input_count())
}

impl Game for Lanes {
    fn roles(&self) -> &[String] {
        self.circuit.roles()
    }

    fn circuit(&self) -> Option<&Circuit> {
        Some(&self.circuit)
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
        played.unwrap_or_else(|| self.play_individually(request))
    }
}
