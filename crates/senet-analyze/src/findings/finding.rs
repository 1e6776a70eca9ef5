//! A find: what it is, how sure it is, and a sentence.

use serde::Serialize;

/// Something that the rules contain.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// What it is.
    #[serde(flatten)]
    pub what: What,
    /// How it is known.
    pub basis: Basis,
    /// The same in words.
    pub text: String,
}

impl Finding {
    /// The relation, if its facts are told of as something that counts or goes round.
    pub(super) fn counts(&self) -> Option<&str> {
        match &self.what {
            What::StepCounter { relation, .. } => Some(relation),
            What::Score(amount) | What::Counter(amount) | What::Pool(amount) => {
                Some(&amount.number.relation)
            }
            What::TurnHolder { holder, .. } => holder.as_ref().map(|h| &h.relation[..]),
            _ => None,
        }
    }
}

/// How something is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The solver proved it of all states that matches can come to.
    Proved,
    /// The form of the rules says so.
    Rules,
    /// It was so in all random matches.
    Seen,
}

impl Basis {
    /// In a few words.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Proved => "proved",
            Basis::Rules => "by the rules",
            Basis::Seen => "as far as seen",
        }
    }
}

/// An argument of facts. Positions count from 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Placed {
    /// The name of the facts.
    pub relation: String,
    /// How many arguments they have.
    pub arity: usize,
    /// The positions, increasing.
    pub positions: Vec<usize>,
}

/// What was found, as data.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
    /// Facts that say whose turn it is: who has no such fact has one move at most.
    TurnHolder {
        /// Per role that ever has a choice, its name and the fact.
        turns: Vec<(String, String)>,
        /// The argument in which the facts differ, if they differ in one.
        holder: Option<Placed>,
    },
    /// Whether roles choose at the same time, where no facts say whose turn it is.
    Order {
        /// Whether several roles had a choice in the same state.
        simultaneous: bool,
    },
    /// Facts that count steps, whatever is played.
    StepCounter {
        /// The name of the facts, which have one argument.
        relation: String,
        /// Where it starts.
        start: String,
        /// Where matches end, if there is one such place.
        limit: Option<String>,
        /// After how many steps that is.
        steps: Option<usize>,
    },
    /// A number for each role, or for the game, on which goals depend.
    Score(Amount),
    /// Another number for each role, or for the game.
    Counter(Amount),
    /// A number for each of other things: piles, pools, stocks.
    Pool(Amount),
    /// What each role holds apart from the boards.
    Hand {
        /// The facts; the position is that of the role.
        hand: Placed,
    },
    /// Facts that stay what they have become.
    Latch {
        /// The name of the facts.
        relation: String,
        /// Whether they stay true; else they stay false.
        stays: bool,
        /// Which of them: an argument and what stands there. All of them, if there is none.
        only: Option<(usize, Vec<String>)>,
        /// The facts.
        facts: Vec<String>,
    },
    /// Facts that hold in every state.
    Constant {
        /// The name of the facts.
        relation: String,
        /// How many they are.
        facts: Vec<String>,
    },
    /// A board.
    Board {
        /// The arguments that say where.
        places: Placed,
        /// How many values each of them has.
        size: Vec<usize>,
        /// The values in order, where there is an order.
        order: Vec<Option<Vec<String>>>,
        /// Whether every cell is told of in every state.
        complete: bool,
    },
    /// What can stand on a board.
    Markers {
        /// The facts of the board.
        relation: String,
        /// What stands there, and on how many cells in the beginning.
        markers: Vec<(String, usize)>,
    },
    /// Things that stand on one cell at a time.
    Pieces {
        /// The facts of the board.
        relation: String,
        /// The pieces.
        pieces: Vec<String>,
    },
    /// Ways to exchange facts, moves and roles that leave the rules and the initial state as they are.
    Symmetry {
        /// How many there are, doing nothing among them, as a decimal number.
        size: String,
        /// What they do to a board, in words, if they do anything.
        board: Option<BoardSymmetry>,
        /// Roles that can be exchanged.
        roles: Vec<Vec<String>>,
    },
}

impl What {
    /// The name of the kind, as in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            What::TurnHolder { .. } => "turn_holder",
            What::Order { .. } => "order",
            What::StepCounter { .. } => "step_counter",
            What::Score(_) => "score",
            What::Counter(_) => "counter",
            What::Pool(_) => "pool",
            What::Hand { .. } => "hand",
            What::Latch { .. } => "latch",
            What::Constant { .. } => "constant",
            What::Board { .. } => "board",
            What::Markers { .. } => "markers",
            What::Pieces { .. } => "pieces",
            What::Symmetry { .. } => "symmetry",
        }
    }
}

/// What symmetries do to a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardSymmetry {
    /// The board.
    pub places: Placed,
    /// In how many ways its cells can be exchanged, doing nothing among them.
    pub size: u64,
    /// Turns and reflections of the grid that are among them, if it is a grid.
    pub moves: Vec<&'static str>,
}

/// A number that facts tell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Amount {
    /// The facts; the position is that of the number.
    pub number: Placed,
    /// The positions that say what the number is of.
    pub of: Vec<usize>,
    /// The lowest value.
    pub from: String,
    /// The highest value.
    pub to: String,
}
