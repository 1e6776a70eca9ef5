//! `senet reasoner infer`: asks a network about a state.

mod attention;

use super::{Model, ModelArg};
use attention::Asked;
use clap::Args;
use senet_console::{Common, Failure, Out, source};
use senet_engine::{Game, Goal, MoveId, State, Stopped};
use senet_lab::reasoner::grounded;
use senet_neural::{NeuralGame, ReasonerNetwork};
use serde_json::{Value, json};

/// Asks a network about a state: legal moves, whether the match is over, goals
///
/// The state is the initial one, or the one after --moves. A joint move has one move per role, separated by `,`. An attention network gives the
/// probabilities of legal moves, and with --joint those of the next fluents.
#[derive(Args)]
#[command(after_help = "Examples:\n  senet reasoner infer tic-tac-toe\n  \
    senet reasoner infer tic-tac-toe --moves \"(mark 2 2), noop\" --json")]
pub struct Infer {
    /// The game
    game: String,
    #[command(flatten)]
    model: ModelArg,
    /// A joint move to make first; can be given several times
    #[arg(long, value_name = "JOINT")]
    moves: Vec<String>,
    /// A joint move whose next fluents an attention network predicts
    #[arg(long, value_name = "JOINT")]
    joint: Option<String>,
    /// Time limit in seconds for grounding
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    seconds: f64,
}

impl Infer {
    /// Prints the answers of the network.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let model = self.model.open()?;
        let grounded = grounded(&source, &common.deadline_within(self.seconds))?;
        // The state itself is computed exactly.
        let network = match &model {
            Model::Exact(network) => network.clone(),
            Model::Attention(_) => ReasonerNetwork::embedded(),
        };
        let game = NeuralGame::new(&grounded, network);
        let game =
            game.map_err(|error| Failure::new(error.to_string()).help("choose another --model"))?;
        let state = self.state(&game)?;
        let (claim, answers) = match &model {
            Model::Exact(network) => (network.claim(), answers(&game, &state).map_err(stopped)?),
            Model::Attention(reasoner) => {
                let asked = Asked {
                    source: &source,
                    grounded: &grounded,
                    fluents: game.fluents(&state),
                    joint: match &self.joint {
                        Some(joint) => Some(legal_joint(joint, &game, &state)?.1),
                        None => None,
                    },
                };
                let deadline = common.deadline_within(self.seconds);
                (
                    reasoner.claim(),
                    asked.predictions(reasoner, deadline, common)?,
                )
            }
        };
        let mut out = Out::new();
        match common.json {
            true => {
                out.json(&json!({"game": source.name, "network": claim, "answers": answers}))?
            }
            false => {
                out.line(format!("answers of {claim}:"))?;
                out.line(
                    serde_json::to_string_pretty(&answers).expect("texts can be written as JSON"),
                )?;
            }
        }
        Ok(out.flush()?)
    }

    /// The state after the given moves.
    fn state(&self, game: &NeuralGame) -> Result<State, Failure> {
        let mut state = game.initial().map_err(stopped)?;
        for joint in &self.moves {
            let (found, _) = legal_joint(joint, game, &state)?;
            state = game.next(&state, &found).map_err(stopped)?;
        }
        Ok(state)
    }
}

/// Parses a joint move into moves and their texts. Fails unless it has a legal move for each role.
fn legal_joint(
    joint: &str,
    game: &NeuralGame,
    state: &State,
) -> Result<(Vec<MoveId>, Vec<String>), Failure> {
    let unknown = || {
        Failure::new(format!("`{joint}` is not a legal joint move here")).help(format!(
            "give one legal move for each of: {}",
            game.roles().join(", ")
        ))
    };
    let texts: Vec<String> = joint
        .split(',')
        .map(|text| text.trim().to_lowercase())
        .collect();
    let found = texts.iter().enumerate();
    let found = found.map(|(role, text)| game.find_move(role, text));
    let found: Option<Vec<MoveId>> = found.collect();
    let found = found
        .filter(|found| found.len() == game.roles().len())
        .ok_or_else(unknown)?;
    for (role, id) in found.iter().enumerate() {
        if !game.legal(state, role).map_err(stopped)?.contains(id) {
            return Err(unknown());
        }
    }
    Ok((found, texts))
}

fn stopped(stopped: Stopped) -> Failure {
    Failure::new(stopped.to_string()).help("choose another game")
}

fn answers(game: &NeuralGame, state: &State) -> Result<Value, Stopped> {
    let mut roles = Vec::new();
    for (role, name) in game.roles().iter().enumerate() {
        let legal = game.legal(state, role)?.into_iter();
        let goal = match game.goal(state, role)? {
            Goal::Value(value) => json!(value),
            Goal::Invalid(_) => Value::Null,
        };
        let legal: Vec<String> = legal.map(|id| game.move_name(role, id)).collect();
        roles.push(json!({"role": name, "legal": legal, "goal": goal}));
    }
    Ok(json!({"state": game.fluents(state), "terminal": game.is_terminal(state)?, "roles": roles}))
}
