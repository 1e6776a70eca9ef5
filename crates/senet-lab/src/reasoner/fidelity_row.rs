//! How exact and how fast a network is on one game, beside the circuit.

use senet_console::{Failure, Source, clock};
use senet_engine::{BuildLimits, Circuit, Deadline, Game, MoveId, State, Stopped, spread_seed};
use senet_gdl::Description;
use senet_ground::{GroundOptions, Grounded, ground};
use senet_neural::{
    Fidelity, GameTooLarge, NeuralGame, OutputScore, ReasonerNetwork, SampleOptions, measure,
    sample_states,
};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// States that are timed.
const TIMED_STATES: usize = 64;

/// How much to measure.
#[derive(Clone, Debug)]
pub struct FidelityLimits {
    /// States to compare; a multiple of 64.
    pub states: usize,
    /// Time limit in seconds for grounding. Random matches get the same time again.
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
    /// CPU microseconds per state for all queries: network in batches.
    pub network_us: f64,
    /// The same for the circuit.
    pub circuit_us: f64,
    /// True if both gave the same answers to all queries.
    pub agrees: bool,
}

/// Grounds the rules of a game within a time limit.
pub fn grounded(source: &Source, deadline: &Deadline) -> Result<Grounded, Failure> {
    grounded_rules(&source.name, &source.playable_rules()?, deadline)
}

/// Grounds rules within a time limit. The name is for the error.
pub fn grounded_rules(
    name: &str,
    description: &Description,
    deadline: &Deadline,
) -> Result<Grounded, Failure> {
    let mut options = GroundOptions::default();
    options.limits.deadline = deadline.clone();
    ground(description, &options).map_err(|error| {
        let message = format!("{name}: the rules do not ground: {error}");
        Failure::new(message).help("raise --seconds; the network works on grounded rules")
    })
}

impl FidelityRow {
    /// Compares a network with exact evaluation on a game.
    pub fn measure(
        source: &Source,
        network: &Arc<ReasonerNetwork>,
        limits: &FidelityLimits,
        seed: u64,
    ) -> Result<FidelityRow, Failure> {
        let failed = |what: String| {
            Failure::new(format!("{}: {what}", source.name)).help("choose another game or network")
        };
        let part = || {
            limits
                .deadline
                .within(Duration::from_secs_f64(limits.seconds))
        };
        let grounded = grounded(source, &part())?;
        let options = SampleOptions {
            states: 10 * limits.states,
            seed: spread_seed(seed, 1),
            deadline: part(),
            ..SampleOptions::default()
        };
        let states = sample_states(&source.name, &grounded, &options);
        let fidelity = measure(
            network,
            &states,
            limits.states.div_ceil(64),
            spread_seed(seed, 2),
            &limits.deadline,
        );
        if limits.deadline.is_over() {
            return Err(Failure::out_of_time("the comparison"));
        }
        let game = NeuralGame::new(&grounded, network.clone());
        let game = game.map_err(|error: GameTooLarge| failed(error.to_string()))?;
        let circuit = Circuit::new(&grounded, &BuildLimits::default());
        let circuit = circuit.map_err(|error| failed(error.to_string()))?;
        let walk =
            walk(&circuit, spread_seed(seed, 3)).map_err(|error| failed(error.to_string()))?;
        let timed = |game: &dyn Game| timed(game, &walk).map_err(|error| failed(error.to_string()));
        let (network_us, answers) = timed(&game)?;
        let (circuit_us, expected) = timed(&circuit)?;
        Ok(FidelityRow {
            game: format!("{}/{}", source.group, source.name),
            atoms: states.graph.atoms(),
            rules: states.graph.rules(),
            edges: states.graph.edges(),
            depth: states.graph.depth(),
            terminal_states: states.counts().1,
            f1: fidelity
                .outputs
                .iter()
                .map(|o: &OutputScore| (o.output, o.f1()))
                .collect(),
            fidelity,
            network_us,
            circuit_us,
            agrees: answers == expected,
        })
    }

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

/// Asks everything about the states. Returns CPU microseconds per state and the answers.
fn timed(game: &dyn Game, walk: &Walk) -> Result<(f64, impl PartialEq + use<>), Stopped> {
    let start = clock::thread_cpu_seconds();
    let answers = (
        game.terminal_in(&walk.states)?,
        game.legal_in(&walk.states)?,
        game.goals_in(&walk.states)?,
        game.next_of(&walk.states, &walk.joints)?,
    );
    let seconds = clock::thread_cpu_seconds() - start;
    Ok((1e6 * seconds / walk.states.len().max(1) as f64, answers))
}
