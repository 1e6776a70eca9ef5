//! From a rule sheet to a game: builds the reasoner that was asked for, or chooses one and says why.

use crate::{Game, Interpreter, Limits, Reference, Stopped};
use senet_gdl::{Description, Problem, Sheet, playable};
use std::fmt;
use std::str::FromStr;

/// The reasoners.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BackEnd {
    /// Plain and slow: the judge of the others.
    Reference,
    /// Works out on demand what a question needs; takes games that do not ground.
    Interpreter,
}

impl BackEnd {
    /// All of them, the judge first.
    pub const ALL: [BackEnd; 2] = [BackEnd::Reference, BackEnd::Interpreter];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            BackEnd::Reference => "reference",
            BackEnd::Interpreter => "interpreter",
        }
    }
}

impl fmt::Display for BackEnd {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for BackEnd {
    type Err = String;

    fn from_str(text: &str) -> Result<BackEnd, String> {
        let found = BackEnd::ALL.into_iter().find(|b| b.name() == text);
        found.ok_or_else(|| {
            let names = BackEnd::ALL.map(BackEnd::name).join(", ");
            format!("there is no back end `{text}`; there are: {names}")
        })
    }
}

/// How to load a game.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The reasoner to build; by itself the fastest that the game allows is chosen.
    pub back_end: Option<BackEnd>,
    /// What the reasoner may use up for one question.
    pub limits: Limits,
}

/// A game that can be played, and how it came about.
pub struct Loaded {
    /// The game.
    pub game: Box<dyn Game>,
    /// The rules that matter in play; see [`playable`].
    pub description: Description,
    /// The reasoner behind it.
    pub back_end: BackEnd,
    /// Why that one.
    pub reason: String,
}

/// Why a sheet cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// The rules are wrong.
    #[error("the rules cannot be played: {}", first(.0))]
    Unplayable(Vec<Problem>),
    /// A limit was passed while the reasoner was built.
    #[error("{back_end} cannot take these rules: {stopped}")]
    Stopped {
        /// The reasoner.
        back_end: BackEnd,
        /// The limit.
        stopped: Stopped,
    },
}

fn first(problems: &[Problem]) -> String {
    let first = problems.first().map_or("", |problem| &problem.message);
    match problems.len() {
        0 | 1 => first.to_string(),
        n => format!("{first} (and {} more problems)", n - 1),
    }
}

/// Builds the reasoner of a rule sheet.
pub fn load(sheet: &Sheet, options: &LoadOptions) -> Result<Loaded, LoadError> {
    let description = playable(sheet).map_err(LoadError::Unplayable)?;
    let back_end = options.back_end.unwrap_or(BackEnd::Interpreter);
    let stopped = |stopped| LoadError::Stopped { back_end, stopped };
    let game = build(back_end, &description, options.limits.clone()).map_err(stopped)?;
    let reason = match options.back_end {
        Some(_) => "asked for".to_string(),
        None => "the fastest that takes every game".to_string(),
    };
    Ok(Loaded {
        game,
        description,
        back_end,
        reason,
    })
}

fn build(
    back_end: BackEnd,
    description: &Description,
    limits: Limits,
) -> Result<Box<dyn Game>, Stopped> {
    Ok(match back_end {
        BackEnd::Reference => Box::new(Reference::new(description, limits)?),
        BackEnd::Interpreter => Box::new(Interpreter::new(description, limits)?),
    })
}
