//! From a rule sheet to a game: builds the reasoner that was asked for, or chooses one and says why.

use crate::{
    Circuit, CodeLimits, Game, Interpreter, Lanes, Limits, Reference, Stopped, Stopwatch, Width,
};
use senet_gdl::{Description, Problem, Sheet, playable};
use senet_ground::{GroundError, ground};
use std::fmt;
use std::str::FromStr;

/// The reasoners.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BackEnd {
    /// Plain and slow: the judge of the others.
    Reference,
    /// Works out on demand what a question needs; takes games that do not ground.
    Interpreter,
    /// The grounded rules as a network of gates.
    Circuit,
    /// The network as vector code that plays hundreds of matches at once.
    Lanes,
}

impl BackEnd {
    /// All of them, the judge first.
    pub const ALL: [BackEnd; 4] = [
        BackEnd::Reference,
        BackEnd::Interpreter,
        BackEnd::Circuit,
        BackEnd::Lanes,
    ];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            BackEnd::Reference => "reference",
            BackEnd::Interpreter => "interpreter",
            BackEnd::Circuit => "circuit",
            BackEnd::Lanes => "lanes",
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
    /// What grounding may use up.
    pub ground: senet_ground::Limits,
    /// How lanes are run; by itself [`Width::best_for`] the game.
    pub width: Option<Width>,
    /// What compiling lanes may use up.
    pub code: CodeLimits,
    /// With a stopwatch the loader measures whether, and from how many matches on, lanes are faster than the circuit. It does
    /// not if lanes were asked for.
    pub stopwatch: Option<Stopwatch>,
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
    /// What came out of grounding, if the reasoner works on grounded rules.
    pub counts: Option<Counts>,
}

/// The size of a grounded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Everything that may be true in some state.
    pub fluents: usize,
    /// Per role, everything that may be a legal move in some state.
    pub moves: Vec<usize>,
    /// Instances of the rules that depend on state or moves.
    pub ground_rules: usize,
    /// Gates of the network.
    pub gates: usize,
    /// What compiling came to, if there are lanes.
    pub code: Option<CodeCounts>,
}

/// The size of the vector code of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeCounts {
    /// How it is run.
    pub width: Width,
    /// Matches that are played at once.
    pub lanes: usize,
    /// For each phase of the game, the instructions of a step.
    pub step_instructions: Vec<usize>,
    /// Bytes of machine code, or of what stands in for it.
    pub code_bytes: usize,
    /// Requests for fewer matches, and questions about fewer states, are left to the circuit.
    pub fewest: usize,
    /// Why the code is interpreted although the processor could run it.
    pub interpreted_because: Option<String>,
    /// Bytes of working memory of a thread that plays.
    pub memory_bytes: usize,
}

/// What has just been done on the way from a sheet to a game, for those who have a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The rules are checked and in order.
    Prepared,
    /// The rules are grounded, or grounding was given up.
    Grounded,
    /// The reasoner is ready.
    Built,
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
    /// The reasoner works on grounded rules, and these do not ground within the limits.
    #[error("{back_end} cannot take these rules: {error}")]
    Ground {
        /// The reasoner.
        back_end: BackEnd,
        /// What stopped grounding.
        error: GroundError,
    },
    /// The reasoner compiles the rules, and the code would be too large or is not for this processor.
    #[error("{back_end} cannot take these rules: {reason}")]
    Compile {
        /// The reasoner.
        back_end: BackEnd,
        /// Why not.
        reason: String,
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
    load_observed(sheet, options, &mut |_| {})
}

/// Like [`load`]; calls the observer when a stage is done.
pub fn load_observed(
    sheet: &Sheet,
    options: &LoadOptions,
    observer: &mut dyn FnMut(Stage),
) -> Result<Loaded, LoadError> {
    let description = playable(sheet).map_err(LoadError::Unplayable)?;
    observer(Stage::Prepared);
    let mut loaded = match options.back_end {
        Some(BackEnd::Reference) => reference(description, options)?,
        Some(BackEnd::Interpreter) => interpreter(description, options)?,
        Some(back_end @ (BackEnd::Circuit | BackEnd::Lanes)) => {
            let failed = |error| LoadError::Ground { back_end, error };
            let (circuit, counts) = circuit(&description, options, observer).map_err(failed)?;
            match back_end {
                BackEnd::Lanes => lanes(circuit, counts, description, options)
                    .map_err(|(_, reason)| LoadError::Compile { back_end, reason })?,
                _ => of_circuit(circuit, counts, description, String::new()),
            }
        }
        None => match circuit(&description, options, observer) {
            Ok((circuit, counts)) => fastest(circuit, counts, description, options),
            Err(error) => Loaded {
                reason: format!("the rules do not ground: {error}"),
                ..interpreter(description, options)?
            },
        },
    };
    if options.back_end.is_some() {
        loaded.reason = "asked for".to_string();
    }
    observer(Stage::Built);
    Ok(loaded)
}

/// A reasoner on the grounded rules, and their size.
fn circuit(
    description: &Description,
    options: &LoadOptions,
    observer: &mut dyn FnMut(Stage),
) -> Result<(Box<Circuit>, Counts), GroundError> {
    let how = senet_ground::Options {
        limits: options.ground.clone(),
        ..Default::default()
    };
    let grounded = ground(description, &how);
    observer(Stage::Grounded);
    let grounded = grounded?;
    let circuit = Box::new(Circuit::new(&grounded));
    let counts = Counts {
        fluents: grounded.fluents.len(),
        moves: grounded.moves.iter().map(Vec::len).collect(),
        ground_rules: grounded.rules.len(),
        gates: circuit.gates(),
        code: None,
    };
    Ok((circuit, counts))
}

/// Lanes if they can be had, else the circuit alone.
fn fastest(
    circuit: Box<Circuit>,
    counts: Counts,
    description: Description,
    options: &LoadOptions,
) -> Loaded {
    let known = (counts.clone(), description.clone());
    lanes(circuit, counts, description, options).unwrap_or_else(|(circuit, reason)| {
        let (counts, description) = known;
        of_circuit(circuit, counts, description, format!("no lanes: {reason}"))
    })
}

fn of_circuit(
    circuit: Box<Circuit>,
    counts: Counts,
    description: Description,
    reason: String,
) -> Loaded {
    Loaded {
        game: circuit,
        description,
        back_end: BackEnd::Circuit,
        reason,
        counts: Some(counts),
    }
}

/// The circuit compiled to vector code; gives the circuit back with the reason if that cannot be.
fn lanes(
    circuit: Box<Circuit>,
    counts: Counts,
    description: Description,
    options: &LoadOptions,
) -> Result<Loaded, (Box<Circuit>, String)> {
    let fastest = || Width::best_for(counts.moves.iter().sum());
    let width = options.width.unwrap_or_else(fastest);
    let mut lanes = Lanes::new(circuit, width, options.code, options.limits.clone())?;
    if let (None, Some(stopwatch)) = (options.back_end, &options.stopwatch) {
        lanes = lanes.measured(stopwatch)?;
    }
    let code = lanes.counts();
    Ok(Loaded {
        description,
        back_end: BackEnd::Lanes,
        reason: match code.fewest {
            0 | 1 => format!("{} matches at once", code.lanes),
            fewest => format!(
                "{} matches at once; below {fewest} the circuit is faster",
                code.lanes
            ),
        },
        counts: Some(Counts {
            code: Some(code),
            ..counts
        }),
        game: Box::new(lanes),
    })
}

/// The judge, on the description itself.
fn reference(description: Description, options: &LoadOptions) -> Result<Loaded, LoadError> {
    let back_end = BackEnd::Reference;
    let game = Reference::new(&description, options.limits.clone());
    let game = game.map_err(|stopped| LoadError::Stopped { back_end, stopped })?;
    Ok(by_description(back_end, Box::new(game), description))
}

/// The reasoner for what does not ground.
fn interpreter(description: Description, options: &LoadOptions) -> Result<Loaded, LoadError> {
    let back_end = BackEnd::Interpreter;
    let game = Interpreter::new(&description, options.limits.clone());
    let game = game.map_err(|stopped| LoadError::Stopped { back_end, stopped })?;
    Ok(by_description(back_end, Box::new(game), description))
}

fn by_description(back_end: BackEnd, game: Box<dyn Game>, description: Description) -> Loaded {
    Loaded {
        game,
        description,
        back_end,
        reason: String::new(),
        counts: None,
    }
}
