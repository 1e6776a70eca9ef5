//! What was found out, as plain data.

use serde::Serialize;

/// Everything found out about the boards of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Boards {
    /// Every projection that was looked at.
    pub projections: Vec<Report>,
    /// The largest projections that are proved.
    pub maximal: Vec<Named>,
    /// Boards of which only occupied cells are listed, found by what may stand in the same place; they are not invariant.
    pub occupied: Vec<Occupied>,
    /// Properties of all states that were proved and used.
    pub lemmas: Vec<String>,
    /// How often the solver was asked about a projection by itself.
    pub calls: usize,
    /// How often it was asked about lemmas.
    pub lemma_calls: usize,
    /// How many steps of random matches were looked at.
    pub steps: usize,
    /// Time for grounding.
    pub ground_ms: f64,
    /// Time for everything, grounding included.
    pub total_ms: f64,
    /// The most time for one projection.
    pub max_ms: f64,
    /// Why some projections were not decided or looked at, if so.
    pub stopped: Option<String>,
}

/// A projection by name; positions count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// The relation.
    pub relation: String,
    /// The number of its arguments.
    pub arity: usize,
    /// The positions, increasing.
    pub positions: Vec<usize>,
}

/// A projection and what is known of it.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Which projection.
    #[serde(flatten)]
    pub named: Named,
    /// Whether it is invariant.
    pub verdict: Verdict,
    /// How that was found out.
    pub by: By,
    /// Time for this projection alone.
    pub ms: f64,
    /// Questions to the solver about this projection alone.
    pub calls: usize,
    /// Why not, if it is not or may be not.
    pub witness: Option<Witness>,
}

/// Whether a projection is invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is.
    Proved,
    /// It is not.
    Refuted,
    /// Neither could be shown.
    Undecided,
}

/// How a verdict was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// By looking at the initial state.
    Initial,
    /// By a random match.
    Playout,
    /// By a step of induction, from any state whatever.
    Induction,
    /// By induction together with lemmas.
    Lemmas,
    /// It is part of a projection that is proved.
    Part,
    /// By nothing: a limit was reached.
    Limit,
}

/// Why a projection is not invariant, or could not be shown to be.
#[derive(Clone, Debug, Serialize)]
pub struct Witness {
    /// What is known of the state.
    pub reached: Reached,
    /// The facts of the state; empty if the initial state itself is the reason.
    pub state: Vec<String>,
    /// The moves, in the order of the roles.
    pub joint: Vec<String>,
    /// Something that the projection should show and does not, afterwards.
    pub missing: String,
}

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    /// It is the initial state.
    Initial,
    /// It was reached by legal moves.
    Played,
    /// The rules allow for it, but perhaps no match comes there.
    Unknown,
}

/// A board of which only occupied cells are listed.
#[derive(Clone, Debug, Serialize)]
pub struct Occupied {
    /// The cells: these arguments of facts.
    #[serde(flatten)]
    pub named: Named,
    /// How many cells there are.
    pub cells: usize,
    /// Whether it is proved that a cell has one occupant at most; else it was so in all matches seen, or was not asked.
    pub proved: bool,
}
