//! The options of `minimax`.

use crate::lookahead::LeafEvaluation;
use crate::{OptionReader, PlayerError};
use std::str::FromStr;

/// The default number of playouts per state at the horizon.
const PLAYOUTS: u32 = 8;

/// The model of the other roles, in games with more than two roles or without a constant sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentModel {
    /// Each role maximises its own goal.
    MaxN,
    /// All other roles minimise our goal.
    Paranoid,
}

impl FromStr for OpponentModel {
    type Err = ();

    fn from_str(text: &str) -> Result<OpponentModel, ()> {
        match text {
            "maxn" => Ok(OpponentModel::MaxN),
            "paranoid" => Ok(OpponentModel::Paranoid),
            _ => Err(()),
        }
    }
}

/// The source of heuristic values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EvalOption {
    Even,
    Playouts,
    Learned,
}

impl FromStr for EvalOption {
    type Err = ();

    fn from_str(text: &str) -> Result<EvalOption, ()> {
        match text {
            "even" => Ok(EvalOption::Even),
            "playouts" => Ok(EvalOption::Playouts),
            "learned" => Ok(EvalOption::Learned),
            _ => Err(()),
        }
    }
}

/// The options of the player.
pub struct MinimaxOptions {
    /// The model of the other roles.
    pub opponent_model: OpponentModel,
    /// The source of heuristic values until an evaluation is learned.
    pub leaf: LeafEvaluation,
    /// True if the player learns an evaluation.
    pub learns: bool,
}

impl MinimaxOptions {
    /// Reads the options.
    pub fn of(mut options: OptionReader) -> Result<MinimaxOptions, PlayerError> {
        let opponent_model = options.get("others", "it must be `maxn` or `paranoid`")?;
        let eval = options.get("eval", "it must be `playouts`, `even` or `learned`")?;
        let playouts = options.get("playouts", "it must be a number of playouts")?;
        options.finish()?;
        Ok(MinimaxOptions {
            opponent_model: opponent_model.unwrap_or(OpponentModel::MaxN),
            leaf: match eval {
                Some(EvalOption::Even) => LeafEvaluation::Even,
                _ => LeafEvaluation::Playouts(playouts.unwrap_or(PLAYOUTS).max(1)),
            },
            learns: eval == Some(EvalOption::Learned),
        })
    }
}
