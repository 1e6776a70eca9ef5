//! A finding: its kind, its basis and a sentence.

use serde::Serialize;

/// A finding about the rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The kind of finding, with its data.
    #[serde(flatten)]
    pub what: FindingKind,
    /// How the finding is known.
    pub basis: Basis,
    /// The finding as a sentence.
    pub text: String,
}

impl Finding {
    /// The relation, if the finding already explains its changes: a counter, a number or turns.
    pub(super) fn counts(&self) -> Option<&str> {
        match &self.what {
            FindingKind::StepCounter { relation, .. } => Some(relation),
            FindingKind::Score(amount)
            | FindingKind::Counter(amount)
            | FindingKind::Pool(amount) => Some(&amount.number.relation),
            FindingKind::TurnHolder { holder, .. } => holder.as_ref().map(|h| &h.relation[..]),
            _ => None,
        }
    }
}

/// How a finding is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The solver proved the finding for all reachable states.
    Proved,
    /// The form of the rules implies the finding.
    Rules,
    /// All random matches agree with the finding.
    Seen,
}

impl Basis {
    /// The basis in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Proved => "proved",
            Basis::Rules => "by the rules",
            Basis::Seen => "as far as seen",
        }
    }
}

/// Arguments of a relation. Positions count from 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct RelationArguments {
    /// The relation.
    pub relation: String,
    /// The number of arguments of the relation.
    pub arity: usize,
    /// The positions, increasing.
    pub positions: Vec<usize>,
}

/// The kind of a finding, with its data.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FindingKind {
    /// Facts that say whose turn it is: a role without its fact has at most one move.
    TurnHolder {
        /// Per role that ever has a choice, its name and the fact.
        turns: Vec<(String, String)>,
        /// The argument in which the facts differ, if it is only one.
        holder: Option<RelationArguments>,
    },
    /// The order of choices in a game without facts for turns: one role at a time, or several.
    Order {
        /// True if several roles had a choice in the same state.
        simultaneous: bool,
    },
    /// Facts that count steps, whatever the moves are.
    StepCounter {
        /// The relation, which has one argument.
        relation: String,
        /// The first value.
        start: String,
        /// The value that ends the match, if there is one.
        limit: Option<String>,
        /// The number of steps to that value.
        steps: Option<usize>,
    },
    /// A number for each role, or for the game, on which goals depend.
    Score(Amount),
    /// A number for each role, or for the game, on which no goal depends.
    Counter(Amount),
    /// A number for each thing that is not a role: piles, pools, stocks.
    Pool(Amount),
    /// The things that each role holds apart from the boards.
    Hand {
        /// The relation, and the position of the role in it.
        hand: RelationArguments,
    },
    /// Facts that never change back.
    Latch {
        /// The relation.
        relation: String,
        /// True if the facts stay true; false if they stay false.
        stays: bool,
        /// The argument and the values that select these facts; `None` if all facts of the relation are meant.
        only: Option<(usize, Vec<String>)>,
        /// The facts.
        facts: Vec<String>,
    },
    /// Facts that hold in every state.
    Constant {
        /// The relation.
        relation: String,
        /// The facts.
        facts: Vec<String>,
    },
    /// A board.
    Board {
        /// The arguments that name a cell.
        places: RelationArguments,
        /// The number of values of each.
        size: Vec<usize>,
        /// The values in order, if they have an order.
        order: Vec<Option<Vec<String>>>,
        /// True if every state lists every cell.
        complete: bool,
    },
    /// The contents of a board.
    Markers {
        /// The relation of the board.
        relation: String,
        /// The contents, each with its number of cells in the initial state.
        markers: Vec<(String, usize)>,
    },
    /// Contents that stand on one cell at a time.
    Pieces {
        /// The relation of the board.
        relation: String,
        /// The pieces.
        pieces: Vec<String>,
    },
    /// Permutations of facts, moves and roles that preserve the rules and the initial state.
    Symmetry {
        /// The number of permutations, including the identity, in decimal.
        size: String,
        /// The effect of the permutations on a board, if they have any.
        board: Option<BoardSymmetry>,
        /// Groups of interchangeable roles.
        roles: Vec<Vec<String>>,
    },
}

impl FindingKind {
    /// The name of the kind, as in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            FindingKind::TurnHolder { .. } => "turn_holder",
            FindingKind::Order { .. } => "order",
            FindingKind::StepCounter { .. } => "step_counter",
            FindingKind::Score(_) => "score",
            FindingKind::Counter(_) => "counter",
            FindingKind::Pool(_) => "pool",
            FindingKind::Hand { .. } => "hand",
            FindingKind::Latch { .. } => "latch",
            FindingKind::Constant { .. } => "constant",
            FindingKind::Board { .. } => "board",
            FindingKind::Markers { .. } => "markers",
            FindingKind::Pieces { .. } => "pieces",
            FindingKind::Symmetry { .. } => "symmetry",
        }
    }
}

/// The effect of symmetries on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardSymmetry {
    /// The board.
    pub places: RelationArguments,
    /// The number of permutations of its cells, including the identity.
    pub size: u64,
    /// The rotations and reflections among these permutations, if the board is a grid.
    pub moves: Vec<&'static str>,
}

/// A number in the facts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Amount {
    /// The relation; the position is that of the number.
    pub number: RelationArguments,
    /// The positions of the arguments that the number belongs to.
    pub of: Vec<usize>,
    /// The lowest value.
    pub from: String,
    /// The highest value.
    pub to: String,
}
