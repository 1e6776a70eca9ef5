//! Turns a rule sheet into a game. Builds the requested back end, or chooses one and gives the
//! reason.

use crate::{
    Circuit, CodeLimits, Game, Interpreter, Lanes, QueryLimits, Reference, Stopped, Stopwatch,
    Width,
};
use senet_gdl::{Description, Problem, Sheet, playable};
use senet_ground::{GroundError, Grounded, ground};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The back ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BackEnd {
    /// Plain and slow; judges the others.
    Reference,
    /// Evaluates rules on demand; works for games that do not ground.
    Interpreter,
    /// Evaluates the grounded rules as a network of gates.
    Circuit,
    /// Runs the network as vector code that plays hundreds of matches at once.
    Lanes,
    /// Asks a neural network, which the caller provides ([`LoadOptions::neural`]).
    Neural,
}

impl BackEnd {
    /// All back ends that need nothing but the rules, the reference first.
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
            BackEnd::Neural => "neural",
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
        let mut all = BackEnd::ALL.into_iter().chain([BackEnd::Neural]);
        let names = || BackEnd::ALL.map(BackEnd::name).join(", ");
        let unknown = || {
            format!(
                "there is no back end `{text}`; choose one of: {}, neural",
                names()
            )
        };
        all.find(|b| b.name() == text).ok_or_else(unknown)
    }
}

/// Options for loading a game.
///
/// ```
/// use senet_engine::{BackEnd, LoadOptions, load};
/// use senet_gdl::Sheet;
///
/// let sheet = Sheet::read(
///     "(role you) (init on) (legal you wait) (<= terminal (true on)) (goal you 50)",
/// );
/// let options = LoadOptions {
///     back_end: Some(BackEnd::Circuit),
///     ..LoadOptions::default()
/// };
/// let loaded = load(&sheet, &options)?;
/// assert_eq!(loaded.back_end, BackEnd::Circuit);
/// assert_eq!(loaded.game.roles(), ["you"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The back end to build; `None` chooses the fastest one that the game allows.
    pub back_end: Option<BackEnd>,
    /// Limits for one query.
    pub limits: QueryLimits,
    /// Limits for grounding.
    pub ground: senet_ground::Limits,
    /// The vector width of lanes; `None` means [`Width::best_for`] the game.
    pub width: Option<Width>,
    /// Limits for compiling lanes.
    pub code: CodeLimits,
    /// With a stopwatch, the loader measures whether lanes are faster than the circuit, and from
    /// which batch size on. It does not measure if lanes were requested.
    pub stopwatch: Option<Stopwatch>,
    /// Builds the game for [`BackEnd::Neural`].
    pub neural: Option<Arc<dyn BuildFromGrounded>>,
}

/// Makes a game from grounded rules, for back ends that other crates provide.
pub trait BuildFromGrounded: fmt::Debug + Send + Sync {
    /// Makes the game, or says why it cannot.
    fn build(&self, grounded: &Grounded) -> Result<Box<dyn Game>, String>;

    /// What is known about the answers of its games, as the end of «answers come from …».
    fn describe(&self) -> String;
}

/// A game that can be played, and how it was built.
pub struct Loaded {
    /// The game.
    pub game: Box<dyn Game>,
    /// The rules that matter in play; see [`playable`].
    pub description: Description,
    /// The back end that answers queries.
    pub back_end: BackEnd,
    /// The reason for this back end.
    pub reason: String,
    /// The size of the grounded game, if the back end works on grounded rules.
    pub counts: Option<GameCounts>,
}

/// The size of a grounded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameCounts {
    /// Number of fluents that may hold in some state.
    pub fluents: usize,
    /// Number of moves per role that may be legal in some state.
    pub moves: Vec<usize>,
    /// Number of ground rules that depend on the state or the moves.
    pub ground_rules: usize,
    /// Number of gates in the network.
    pub gates: usize,
    /// The size of the vector code, if there are lanes.
    pub code: Option<CodeCounts>,
}

/// The size of the vector code of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeCounts {
    /// The vector width.
    pub width: Width,
    /// Number of matches played at once.
    pub lanes: usize,
    /// Number of instructions of one step, for each phase of the game.
    pub step_instructions: Vec<usize>,
    /// Bytes of machine code, or of the program that is interpreted instead.
    pub code_bytes: usize,
    /// Smaller batches are left to the circuit.
    pub min_batch: usize,
    /// The reason why the code is interpreted although the processor could run it.
    pub interpreted_because: Option<String>,
    /// Bytes of working memory per playing thread.
    pub memory_bytes: usize,
}

/// A completed stage of loading; lets callers with a clock time the stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoadStage {
    /// The rules are checked and playable.
    Prepared,
    /// Grounding has succeeded or failed.
    Grounded,
    /// The back end is ready.
    Built,
}

/// The reason why a rule sheet cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// The rules have errors.
    #[error("the rules cannot be played: {}", summary(.0))]
    Unplayable(Vec<Problem>),
    /// A limit was exceeded while the back end was built.
    #[error("the back end `{back_end}` cannot load these rules: {stopped}")]
    Stopped {
        /// The back end.
        back_end: BackEnd,
        /// The exceeded limit.
        stopped: Stopped,
    },
    /// The back end needs grounded rules, but the rules do not ground within the limits.
    #[error("the back end `{back_end}` cannot load these rules: {error}")]
    Ground {
        /// The back end.
        back_end: BackEnd,
        /// The reason why grounding stopped.
        error: GroundError,
    },
    /// The back end compiles the rules, but the code would be too large or does not suit this
    /// processor.
    #[error("the back end `{back_end}` cannot load these rules: {reason}")]
    Compile {
        /// The back end.
        back_end: BackEnd,
        /// The reason why compilation failed.
        reason: String,
    },
}

fn summary(problems: &[Problem]) -> String {
    let first = problems.first().map_or("", |problem| &problem.message);
    match problems.len() {
        0 | 1 => first.to_string(),
        n => format!("{first} (and {} more problems)", n - 1),
    }
}

/// Loads a rule sheet.
///
/// ```
/// use senet_engine::{LoadOptions, load};
/// use senet_gdl::Sheet;
///
/// let broken = Sheet::read("(role you) (<= (legal you");
/// assert!(load(&broken, &LoadOptions::default()).is_err());
/// ```
pub fn load(sheet: &Sheet, options: &LoadOptions) -> Result<Loaded, LoadError> {
    load_observed(sheet, options, &mut |_| {})
}

/// Like [`load`], but calls the observer after each stage.
pub fn load_observed(
    sheet: &Sheet,
    options: &LoadOptions,
    observer: &mut dyn FnMut(LoadStage),
) -> Result<Loaded, LoadError> {
    let description = playable(sheet).map_err(LoadError::Unplayable)?;
    observer(LoadStage::Prepared);
    let mut loaded = match options.back_end {
        Some(BackEnd::Reference) => reference(description, options)?,
        Some(BackEnd::Interpreter) => interpreter(description, options)?,
        Some(BackEnd::Neural) => neural(description, options, observer)?,
        Some(back_end @ (BackEnd::Circuit | BackEnd::Lanes)) => {
            let failed = |error| LoadError::Ground { back_end, error };
            let (circuit, counts) = circuit(&description, options, observer).map_err(failed)?;
            match back_end {
                BackEnd::Lanes => lanes(circuit, counts, description, options)
                    .map_err(|(_, reason)| LoadError::Compile { back_end, reason })?,
                _ => circuit_only(circuit, counts, description, String::new()),
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
    if options
        .back_end
        .is_some_and(|back_end| back_end != BackEnd::Neural)
    {
        loaded.reason = "requested".to_string();
    }
    observer(LoadStage::Built);
    Ok(loaded)
}

/// Grounds the rules and passes them to the builder that the caller provides.
fn neural(
    description: Description,
    options: &LoadOptions,
    observer: &mut dyn FnMut(LoadStage),
) -> Result<Loaded, LoadError> {
    let back_end = BackEnd::Neural;
    let grounded = grounded(&description, options, observer);
    let grounded = grounded.map_err(|error| LoadError::Ground { back_end, error })?;
    let failed = |reason| LoadError::Compile { back_end, reason };
    let builder = options.neural.as_ref();
    let builder = builder.ok_or_else(|| failed("no network was given".to_string()))?;
    Ok(Loaded {
        game: builder.build(&grounded).map_err(failed)?,
        description,
        back_end,
        reason: format!("answers come from {}", builder.describe()),
        counts: None,
    })
}

/// Grounds the rules.
fn grounded(
    description: &Description,
    options: &LoadOptions,
    observer: &mut dyn FnMut(LoadStage),
) -> Result<Grounded, GroundError> {
    let how = senet_ground::GroundOptions {
        limits: options.ground.clone(),
        ..Default::default()
    };
    let grounded = ground(description, &how);
    observer(LoadStage::Grounded);
    grounded
}

/// Grounds the rules and builds the circuit.
fn circuit(
    description: &Description,
    options: &LoadOptions,
    observer: &mut dyn FnMut(LoadStage),
) -> Result<(Box<Circuit>, GameCounts), GroundError> {
    let grounded = grounded(description, options, observer)?;
    let circuit = Box::new(Circuit::new(&grounded));
    let counts = GameCounts {
        fluents: grounded.fluents.len(),
        moves: grounded.moves.iter().map(Vec::len).collect(),
        ground_rules: grounded.rules.len(),
        gates: circuit.gates(),
        code: None,
    };
    Ok((circuit, counts))
}

/// Builds lanes if possible, else the circuit alone.
fn fastest(
    circuit: Box<Circuit>,
    counts: GameCounts,
    description: Description,
    options: &LoadOptions,
) -> Loaded {
    let known = (counts.clone(), description.clone());
    lanes(circuit, counts, description, options).unwrap_or_else(|(circuit, reason)| {
        let (counts, description) = known;
        circuit_only(circuit, counts, description, format!("no lanes: {reason}"))
    })
}

fn circuit_only(
    circuit: Box<Circuit>,
    counts: GameCounts,
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

/// Compiles the circuit to vector code. Returns the circuit and the reason if that fails.
fn lanes(
    circuit: Box<Circuit>,
    counts: GameCounts,
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
        reason: match code.min_batch {
            0 | 1 => format!("{} matches at once", code.lanes),
            min_batch => format!(
                "{} matches at once; below {min_batch} the circuit is faster",
                code.lanes
            ),
        },
        counts: Some(GameCounts {
            code: Some(code),
            ..counts
        }),
        game: Box::new(lanes),
    })
}

/// Builds the reference back end.
fn reference(description: Description, options: &LoadOptions) -> Result<Loaded, LoadError> {
    let back_end = BackEnd::Reference;
    let game = Reference::new(&description, options.limits.clone());
    let game = game.map_err(|stopped| LoadError::Stopped { back_end, stopped })?;
    Ok(without_grounding(back_end, Box::new(game), description))
}

/// Builds the interpreter.
fn interpreter(description: Description, options: &LoadOptions) -> Result<Loaded, LoadError> {
    let back_end = BackEnd::Interpreter;
    let game = Interpreter::new(&description, options.limits.clone());
    let game = game.map_err(|stopped| LoadError::Stopped { back_end, stopped })?;
    Ok(without_grounding(back_end, Box::new(game), description))
}

fn without_grounding(back_end: BackEnd, game: Box<dyn Game>, description: Description) -> Loaded {
    Loaded {
        game,
        description,
        back_end,
        reason: String::new(),
        counts: None,
    }
}
