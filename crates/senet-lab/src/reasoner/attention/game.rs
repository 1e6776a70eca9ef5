//! A game as the attention network needs it: its graph, and states to learn from.

use crate::reasoner::grounded_rules;
use senet_console::{Common, Failure, Source};
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
    /// Decides the matches that the states come from.
    pub seed: u64,
    /// The end of the work.
    pub deadline: Deadline,
}

/// A game with its graph and states.
pub struct PreparedGame {
    /// The ground rules.
    pub grounded: Grounded,
    /// The graph and the states.
    pub game: GatGame,
}

/// Grounds the rules, builds the graph and plays random matches.
pub fn prepare(
    source: &Source,
    preparing: &Preparing,
    common: &Common,
) -> Result<PreparedGame, Failure> {
    let description = described(source, preparing)?;
    let grounded = grounded_rules(&source.name, &description, &preparing.deadline)?;
    let mut limits = InstanceLimits::default();
    limits.ground.deadline = common.deadline().clone();
    let irg = Irg::of(&source.name, &description, &grounded, &limits).map_err(|error| {
        Failure::new(format!("{}: no rule graph: {error}", source.name))
            .help("choose a smaller game")
    })?;
    let options = DataOptions {
        rows: preparing.rows,
        terminal_share: 0.0,
        seed: spread_seed(preparing.seed, 1),
        deadline: preparing.deadline.clone(),
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
    Ok(match preparing.is_flat {
        true => {
            flatten(
                &description,
                &FlattenOptions::default(),
                &preparing.deadline,
            )
            .description
        }
        false => description,
    })
}
