//! Measures how exact and how fast a network is on one game, compared with the circuit.

use senet_console::{Failure, Source, clock, time_limit};
use senet_engine::{
    BuildLimits, Circuit, Deadline, DeadlineGame, Game, Goal, MoveId, MoveLists, State, Stopped,
    spread_seed,
};
use senet_gdl::Description;
use senet_ground::{GroundOptions, Grounded, ground};
use senet_neural::{
    Fidelity, GameStates, NeuralGame, OutputScore, ReasonerNetwork, SampleOptions, measure,
    sample_states,
};
use serde::Serialize;
use std::fmt::Display;
use std::sync::Arc;

/// The number of timed states.
const TIMED_STATES: usize = 64;

/// How much to measure.
#[derive(Clone, Debug)]
pub struct FidelityLimits {
    /// States to compare; a multiple of 64.
    pub states: usize,
    /// Time limit in seconds for grounding. The random matches get the same time again.
    pub seconds: f64,
    /// The end of all work.
    pub deadline: Deadline,
}

/// A game that a network was compared on.
#[derive(Clone, Debug, Serialize)]
pub struct FidelityRow {
    /// The name of the game.
    pub game: String,
    /// Atoms, rules and edges of its graph.
    pub atoms: usize,
    /// The ground rules.
    pub rules: usize,
    /// Body literals and heads.
    pub edges: usize,
    /// The longest chain of rules.
    pub depth: usize,
    /// Terminal states among the sampled ones.
    pub terminal_states: usize,
    /// F1 of legal, next, terminal and goal.
    pub f1: Vec<(&'static str, f64)>,
    /// Compared states, derived atoms in them, and the wrong ones.
    #[serde(flatten)]
    pub fidelity: Fidelity,
    /// CPU microseconds per state for all queries to the network, in batches.
    pub network_us: f64,
    /// CPU microseconds per state for all queries to the circuit.
    pub circuit_us: f64,
    /// True if both gave the same answers to all queries.
    pub agrees: bool,
}

/// Grounds the rules of a game within a time limit.
pub fn grounded(source: &Source, deadline: &Deadline) -> Result<Grounded, Failure> {
    grounded_rules(&source.name, &source.playable_rules()?, deadline)
}

/// Grounds rules within a time limit. The name appears in the error.
pub fn grounded_rules(
    name: &str,
    description: &Description,
    deadline: &Deadline,
) -> Result<Grounded, Failure> {
    let mut options = GroundOptions::default();
    options.limits.deadline = deadline.clone();
    ground(description, &options).map_err(|error| match time_limit::is_over() {
        true => Failure::out_of_time(format!("grounding {name}")),
        false => Failure::new(format!("{name}: the rules do not ground: {error}"))
            .help("raise --seconds; the network works on grounded rules"),
    })
}

/// A game with sampled states, and the answers of the circuit in some of them. It is prepared once for all networks.
pub struct FidelityGame {
    name: String,
    grounded: Grounded,
    states: GameStates,
    walk: Walk,
    circuit_us: f64,
    expected: Answers,
}

impl FidelityGame {
    /// Grounds a game, samples states and asks the circuit.
    pub fn prepare(
        source: &Source,
        limits: &FidelityLimits,
        seed: u64,
    ) -> Result<FidelityGame, Failure> {
        let part = || limits.deadline.within_seconds(limits.seconds);
        let grounded = grounded(source, &part())?;
        let options = SampleOptions {
            states: limits.states.saturating_mul(4),
            seed: spread_seed(seed, 1),
            deadline: part(),
            ..SampleOptions::default()
        };
        let states = sample_states(&source.name, &grounded, &options);
        if states.counts().0 == 0 {
            return Err(failed(&source.name, "the time limit ended the first step"));
        }
        let build = BuildLimits {
            deadline: limits.deadline.clone(),
            ..BuildLimits::default()
        };
        let circuit = Circuit::new(&grounded, &build);
        let circuit: Box<dyn Game> =
            Box::new(circuit.map_err(|error| failed(&source.name, error))?);
        let circuit = DeadlineGame::new(circuit, limits.deadline.clone());
        let stopped = |error: Stopped| failed(&source.name, error);
        let walk = walk(&circuit, spread_seed(seed, 3)).map_err(stopped)?;
        let (circuit_us, expected) = timed(&circuit, &walk).map_err(stopped)?;
        Ok(FidelityGame {
            name: format!("{}/{}", source.group, source.name),
            grounded,
            states,
            walk,
            circuit_us,
            expected,
        })
    }

    /// Compares a network with exact evaluation in the sampled states, and with the circuit along a random match.
    pub fn measure(
        &self,
        network: &Arc<ReasonerNetwork>,
        limits: &FidelityLimits,
        seed: u64,
    ) -> Result<FidelityRow, Failure> {
        let batches = limits.states.div_ceil(64);
        let seed = spread_seed(seed, 2);
        let fidelity = measure(network, &self.states, batches, seed, &limits.deadline);
        if limits.deadline.is_over() {
            return Err(Failure::out_of_time("the comparison"));
        }
        let game = NeuralGame::new(&self.grounded, network.clone());
        let game: Box<dyn Game> = Box::new(game.map_err(|error| failed(&self.name, error))?);
        let game = DeadlineGame::new(game, limits.deadline.clone());
        let timed = timed(&game, &self.walk);
        let (network_us, answers) = timed.map_err(|error| failed(&self.name, error))?;
        let graph = &self.states.graph;
        Ok(FidelityRow {
            game: self.name.clone(),
            atoms: graph.atoms(),
            rules: graph.rules(),
            edges: graph.edges(),
            depth: graph.depth(),
            terminal_states: self.states.counts().1,
            f1: fidelity
                .outputs
                .iter()
                .map(|o: &OutputScore| (o.output, o.f1()))
                .collect(),
            fidelity,
            network_us,
            circuit_us: self.circuit_us,
            agrees: answers == self.expected,
        })
    }
}

fn failed(game: &str, reason: impl Display) -> Failure {
    match time_limit::is_over() {
        true => Failure::out_of_time(format!("the comparison on {game}")),
        false => Failure::new(format!("{game}: {reason}")).help("choose another game or network"),
    }
}

impl FidelityRow {
    /// Returns true if no atom and no answer was wrong.
    pub fn is_exact(&self) -> bool {
        self.agrees && self.fidelity.is_exact()
    }
}

/// States of random matches with a legal joint move each.
struct Walk {
    states: Vec<State>,
    joints: Vec<MoveId>,
}

fn walk(game: &dyn Game, seed: u64) -> Result<Walk, Stopped> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut walk = Walk {
        states: Vec::new(),
        joints: Vec::new(),
    };
    let mut state = game.initial()?;
    let mut failed = 0;
    while walk.states.len() < TIMED_STATES && failed < TIMED_STATES {
        let roles = 0..game.roles().len();
        let legal = roles.map(|role| Ok(rng.choice(game.legal(&state, role)?)));
        let joint: Option<Vec<MoveId>> = legal
            .collect::<Result<Vec<_>, Stopped>>()?
            .into_iter()
            .collect();
        match joint {
            Some(joint) if !game.is_terminal(&state)? => {
                let next = game.next(&state, &joint)?;
                walk.states.push(std::mem::replace(&mut state, next));
                walk.joints.extend(joint);
            }
            _ => {
                failed += 1;
                state = game.initial()?;
            }
        }
    }
    Ok(walk)
}

/// The answers to all queries.
#[derive(PartialEq)]
struct Answers {
    terminal: Vec<bool>,
    legal: MoveLists,
    goals: Vec<Goal>,
    next: Vec<State>,
}

/// Makes all queries about the states. Returns CPU microseconds per state and the answers.
fn timed(game: &dyn Game, walk: &Walk) -> Result<(f64, Answers), Stopped> {
    let start = clock::thread_cpu_seconds();
    let answers = Answers {
        terminal: game.terminal_in(&walk.states)?,
        legal: game.legal_in(&walk.states)?,
        goals: game.goals_in(&walk.states)?,
        next: game.next_of(&walk.states, &walk.joints)?,
    };
    let seconds = clock::thread_cpu_seconds() - start;
    Ok((1e6 * seconds / walk.states.len().max(1) as f64, answers))
}
