//! A game as the attention network needs it: its graph, and states to learn from.

use crate::reasoner::grounded_rules;
use senet_console::{Failure, Source, clock};
use senet_engine::{Deadline, spread_seed};
use senet_gdl::{Description, FlattenOptions, flatten};
use senet_graph::InstanceLimits;
use senet_ground::Grounded;
use senet_neural::{DataOptions, GatGame, Irg, generate};

/// How to prepare a game.
#[derive(Clone, Debug)]
pub struct Preparing {
    /// States to learn from and to choose thresholds with; none for a game that is only tested.
    pub rows: usize,
    /// True if helper relations are inlined first.
    pub is_flat: bool,
    /// The seed of the random matches that the states come from.
    pub seed: u64,
    /// The end of grounding, inlining and building the graph.
    pub deadline: Deadline,
    /// CPU seconds for the random matches. They begin after the other work, so that there is always time for some.
    pub match_seconds: f64,
}

/// A game with its graph and states.
pub struct PreparedGame {
    /// The ground rules.
    pub grounded: Grounded,
    /// The graph and the states.
    pub game: GatGame,
}

/// Grounds the rules, builds the graph and plays random matches.
pub fn prepare(source: &Source, preparing: &Preparing) -> Result<PreparedGame, Failure> {
    let description = described(source, preparing)?;
    let grounded = grounded_rules(&source.name, &description, &preparing.deadline)?;
    let mut limits = InstanceLimits::default();
    limits.ground.deadline = preparing.deadline.clone();
    let irg = Irg::of(&source.name, &description, &grounded, &limits);
    let irg = irg.map_err(|error| match preparing.deadline.is_over() {
        true => Failure::out_of_time(format!("the rule graph of {}", source.name)),
        false => Failure::new(format!("{}: no rule graph: {error}", source.name))
            .help("choose a smaller game"),
    })?;
    let options = DataOptions {
        rows: preparing.rows,
        terminal_share: 0.0,
        seed: spread_seed(preparing.seed, 1),
        deadline: clock::cpu_deadline(preparing.match_seconds, &preparing.deadline),
        ..DataOptions::default()
    };
    let rows = generate(&source.name, &grounded, &options).rows;
    Ok(PreparedGame {
        game: GatGame::new(irg, rows, spread_seed(preparing.seed, 2)),
        grounded,
    })
}

fn described(source: &Source, preparing: &Preparing) -> Result<Description, Failure> {
    let description = source.playable_rules()?;
    if !preparing.is_flat {
        return Ok(description);
    }
    let options = FlattenOptions::default();
    let flat = flatten(&description, &options, &preparing.deadline).description;
    match preparing.deadline.is_over() {
        true => Err(Failure::out_of_time("inlining")),
        false => Ok(flat),
    }
}

/// Games for tests.
#[cfg(test)]
pub(super) mod sample {
    use super::*;
    use senet_gdl::{Sheet, playable};

    /// Prepares a game with at most 200 rows.
    pub fn prepared(rules: &str) -> PreparedGame {
        let description = playable(&Sheet::read(rules)).unwrap();
        let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
        let irg = Irg::of("game", &description, &grounded, &Default::default()).unwrap();
        let options = DataOptions {
            rows: 200,
            terminal_share: 0.0,
            ..DataOptions::default()
        };
        let rows = generate("game", &grounded, &options).rows;
        PreparedGame {
            game: GatGame::new(irg, rows, 1),
            grounded,
        }
    }
}
