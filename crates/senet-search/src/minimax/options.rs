//! The options of `minimax`.

use crate::lookahead::Leaf;
use crate::{Options, PlayerError};
use std::str::FromStr;

/// Random matches for each state where a search ends.
const PLAYOUTS: u32 = 8;

/// What is thought of the others where there are more than two roles, or goals that are not opposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Each goes for its own goal.
    MaxN,
    /// All are against us.
    Paranoid,
}

impl FromStr for Others {
    type Err = ();

    fn from_str(text: &str) -> Result<Others, ()> {
        match text {
            "maxn" => Ok(Others::MaxN),
            "paranoid" => Ok(Others::Paranoid),
            _ => Err(()),
        }
    }
}

/// Where guesses come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Eval {
    Even,
    Playouts,
    Learned,
}

impl FromStr for Eval {
    type Err = ();

    fn from_str(text: &str) -> Result<Eval, ()> {
        match text {
            "even" => Ok(Eval::Even),
            "playouts" => Ok(Eval::Playouts),
            "learned" => Ok(Eval::Learned),
            _ => Err(()),
        }
    }
}

/// How to search.
pub struct Manner {
    /// What is thought of the others.
    pub others: Others,
    /// Where guesses come from, as long as nothing is learned.
    pub leaf: Leaf,
    /// Whether to learn an evaluation.
    pub learns: bool,
}

impl Manner {
    /// Reads the options.
    pub fn of(mut options: Options) -> Result<Manner, PlayerError> {
        let others = options.get("others", "it is `maxn` or `paranoid`")?;
        let eval = options.get("eval", "it is `playouts`, `even` or `learned`")?;
        let playouts = options.get("playouts", "it is a number of random matches")?;
        options.finish()?;
        Ok(Manner {
            others: others.unwrap_or(Others::MaxN),
            leaf: match eval {
                Some(Eval::Even) => Leaf::Even,
                _ => Leaf::Playouts(playouts.unwrap_or(PLAYOUTS).max(1)),
            },
            learns: eval == Some(Eval::Learned),
        })
    }
}
