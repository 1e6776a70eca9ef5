//! A game that the network plays: ground rules, graph, and the game that other players query.

use crate::reasoner::grounded;
use rustc_hash::FxHashMap;
use senet_console::{Failure, Source};
use senet_engine::{BuildLimits, Circuit, Deadline, DeadlineGame, Game, MoveId, State};
use senet_ground::{Grounded, RuleEvaluator, RuleIndex};
use senet_neural::{PolicyGraph, RuleGraphState};
use std::sync::Arc;
use std::time::Duration;

/// The time limit of grounding.
const GROUNDING: Duration = Duration::from_secs(60);

/// A game with its graph.
pub struct PlayedGame {
    /// The name.
    pub name: String,
    /// The ground rules.
    pub grounded: Grounded,
    /// The graph that messages pass over.
    pub graph: PolicyGraph,
    /// The game for other players.
    pub game: Arc<dyn Game>,
    fluents: FxHashMap<String, usize>,
}

impl PlayedGame {
    /// Grounds the rules and builds the graph. All work with the game ends at `end`.
    pub fn load(source: &Source, end: &Deadline) -> Result<PlayedGame, Failure> {
        let grounded = grounded(source, &end.within(GROUNDING))?;
        let build = BuildLimits {
            deadline: end.clone(),
            ..BuildLimits::default()
        };
        let circuit = Circuit::new(&grounded, &build).map_err(|error| {
            Failure::new(format!("{}: {error}", source.name)).help("choose another game")
        })?;
        let circuit: Box<dyn Game> = Box::new(circuit);
        let fluents = grounded.fluents.iter().enumerate();
        Ok(PlayedGame {
            name: source.name.clone(),
            fluents: fluents
                .map(|(number, &term)| (grounded.text(term), number))
                .collect(),
            graph: PolicyGraph::of(&grounded),
            game: Arc::new(DeadlineGame::new(circuit, end.clone())),
            grounded,
        })
    }

    /// The fluents of a state, by their numbers in the ground rules.
    pub fn fluents(&self, state: &State) -> Vec<bool> {
        let mut fluents = vec![false; self.fluents.len()];
        for text in self.game.fluents(state) {
            if let Some(&number) = self.fluents.get(&text) {
                fluents[number] = true;
            }
        }
        fluents
    }

    /// The number of a move in the ground rules.
    pub fn number(&self, role: usize, id: MoveId) -> Option<u32> {
        let text = self.game.move_name(role, id);
        let own = self.grounded.moves[role].iter();
        let found = own
            .clone()
            .position(|&term| self.grounded.text(term) == text);
        found.map(|number| number as u32)
    }

    /// The move with this number in the ground rules.
    pub fn id(&self, role: usize, number: u32) -> Option<MoveId> {
        let text = self
            .grounded
            .text(self.grounded.moves[role][number as usize]);
        self.game.find_move(role, &text)
    }
}

/// The answers of the rules about a state.
pub struct Look {
    /// The truth of all atoms.
    pub position: RuleGraphState,
    /// The legal moves of each role.
    pub legal: Vec<Vec<u32>>,
    /// The goals from 0 to 1, if the match is over.
    pub goals: Option<Vec<f32>>,
}

impl Look {
    /// Evaluates the rules in a state.
    pub fn at(
        graph: &PolicyGraph,
        index: &RuleIndex,
        evaluator: &mut RuleEvaluator,
        fluents: Vec<bool>,
    ) -> Look {
        evaluator.look(&fluents);
        let roles = 0..index.legal.len();
        let atoms = (0..index.atoms() as u32).map(|atom| evaluator.holds(atom));
        // Goals are atoms, which have the same numbers in the graph.
        let goal = |role: usize| {
            let goals = graph.goals(role).iter();
            let held = goals.filter(|(atom, _)| evaluator.holds(*atom));
            held.map(|(_, value)| *value).fold(0.0, f32::max)
        };
        Look {
            goals: evaluator
                .is_terminal()
                .then(|| roles.clone().map(goal).collect()),
            legal: roles.map(|role| evaluator.legal(role)).collect(),
            position: RuleGraphState {
                atoms: atoms.collect(),
                fluents,
            },
        }
    }
}
