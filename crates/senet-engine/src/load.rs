//! Turns a rule sheet into a game. Builds the requested back end, or chooses one and gives the
//! reason.

use crate::loader::{Loader, circuit_only, over_budget};
use crate::{BuildLimits, BuildStop, CodeLimits, Game, QueryLimits, Stopped, Stopwatch, Width};
use senet_gdl::{Deadline, Description, MemoryBudget, Problem, Sheet, playable, playable_by_force};
use senet_ground::{GroundError, Grounded};
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
    /// True to play rules with errors if all back ends agree on their meaning; see [`playable_by_force`].
    pub force: bool,
    /// The back end to build; `None` chooses the fastest one that the game allows.
    pub back_end: Option<BackEnd>,
    /// Limits for one query.
    pub limits: QueryLimits,
    /// The deadline of loading, for all stages. After it, no other back end is tried.
    pub deadline: Deadline,
    /// The memory that all stages of loading share. A stage that gives up returns its memory before
    /// the next begins. All memory returns when the game is loaded.
    pub memory: MemoryBudget,
    /// Further limits for grounding alone. If one is exceeded, a back end without grounding is
    /// built. Their own memory budget is ignored: grounding draws from `memory` above.
    pub ground: senet_ground::Limits,
    /// The vector width of lanes; `None` chooses it by [`Width::best_for`].
    pub width: Option<Width>,
    /// Limits for compiling lanes.
    pub code: CodeLimits,
    /// With a stopwatch, the loader measures whether lanes are faster than the circuit, and from
    /// which batch size on. Without one, it estimates that from the size of the code, so that equal
    /// seeds give equal matches. If lanes were requested, it does neither.
    pub stopwatch: Option<Stopwatch>,
    /// Builds the game for [`BackEnd::Neural`].
    pub neural: Option<Arc<dyn BuildFromGrounded>>,
}

/// Makes a game from grounded rules, for back ends that other crates provide.
pub trait BuildFromGrounded: fmt::Debug + Send + Sync {
    /// Makes the game, or says why it cannot. The game may take `memory` bytes: those that loading
    /// has left.
    fn build(&self, grounded: &Grounded, memory: usize) -> Result<Box<dyn Game>, String>;

    /// Says where the answers come from. The text completes the sentence «answers come from …».
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
    #[error("the rules have errors: {}", summary(.0))]
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
    /// Loading was cancelled, or took too much time or memory.
    #[error("these rules cannot be loaded: {0}")]
    Build(BuildStop),
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
        2 => format!("{first} (and one more)"),
        n => format!("{first} (and {} more)", n - 1),
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
    let limits = BuildLimits {
        deadline: options.deadline.clone(),
        memory: options.memory.clone(),
    };
    let mut rules = limits.memory.charge("reading the rules");
    let bytes = BYTES_PER_CHARACTER.saturating_mul(sheet.text.len());
    rules.set(bytes).map_err(over_budget)?;
    let description = match options.force {
        true => playable_by_force(sheet),
        false => playable(sheet),
    };
    let description = description.map_err(LoadError::Unplayable)?;
    limits.check().map_err(LoadError::Build)?;
    observer(LoadStage::Prepared);
    let loader = Loader { options, limits };
    let mut loaded = match options.back_end {
        Some(BackEnd::Reference) => loader.reference(description)?,
        Some(BackEnd::Interpreter) => loader.interpreter(description)?,
        Some(BackEnd::Neural) => loader.neural(description, observer)?,
        Some(BackEnd::Circuit) => {
            let (circuit, counts) = loader.circuit(&description, observer)?;
            circuit_only(circuit, counts, description, String::new())
        }
        Some(back_end @ BackEnd::Lanes) => {
            let (circuit, counts) = loader.circuit(&description, observer)?;
            let lanes = loader.lanes(circuit, counts, description);
            lanes.map_err(|given_up| loader.error(back_end, given_up.reason))?
        }
        None => loader.fastest(description, observer)?,
    };
    if options
        .back_end
        .is_some_and(|back_end| back_end != BackEnd::Neural)
    {
        loaded.reason = "requested".to_string();
    }
    loader.limits.check().map_err(LoadError::Build)?;
    observer(LoadStage::Built);
    Ok(loaded)
}

/// The estimated memory of the parsed rules per character of the sheet: the tree, the rules, and
/// the copy without unneeded rules.
const BYTES_PER_CHARACTER: usize = 64;
