//! Results of the analysis, as plain data.

use serde::Serialize;

/// All results about the boards of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Boards {
    /// Every tested projection.
    pub projections: Vec<ProjectionReport>,
    /// The largest proved projections.
    pub maximal: Vec<NamedProjection>,
    /// Boards that list only occupied cells; they are not invariant.
    pub occupied: Vec<Occupied>,
    /// Properties of all states that were proved and used.
    pub lemmas: Vec<String>,
    /// Solver questions about single projections.
    pub calls: usize,
    /// Solver questions about lemmas.
    pub lemma_calls: usize,
    /// Steps of random matches.
    pub steps: usize,
    /// Time for grounding.
    pub ground_ms: f64,
    /// Time for everything, including grounding.
    pub total_ms: f64,
    /// The longest time for one projection.
    pub max_ms: f64,
    /// The reason why some projections were not decided, if any.
    pub stopped: Option<String>,
}

/// A projection by name; positions count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedProjection {
    /// The relation.
    pub relation: String,
    /// The number of arguments of the relation.
    pub arity: usize,
    /// The positions, increasing.
    pub positions: Vec<usize>,
}

/// A projection with its verdict.
#[derive(Clone, Debug, Serialize)]
pub struct ProjectionReport {
    /// The projection.
    #[serde(flatten)]
    pub named: NamedProjection,
    /// The verdict on the invariance of the projection.
    pub verdict: Verdict,
    /// The method that reached the verdict.
    pub by: DecidedBy,
    /// Time for this projection.
    pub ms: f64,
    /// Solver questions about this projection.
    pub calls: usize,
    /// A counterexample, if there is one.
    pub witness: Option<ProjectionWitness>,
}

/// The verdict on the invariance of a projection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The projection is invariant.
    Proved,
    /// The projection is not invariant.
    Refuted,
    /// Neither was shown within the limits.
    Undecided,
}

/// The method that reached a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// The initial state refutes the projection.
    Initial,
    /// A random match refutes the projection.
    Playout,
    /// One step of induction, from any state.
    Induction,
    /// Induction together with lemmas.
    Lemmas,
    /// The projection is part of a proved one.
    Part,
    /// None: a limit was reached.
    Limit,
}

/// A counterexample to a projection, reachable or not.
#[derive(Clone, Debug, Serialize)]
pub struct ProjectionWitness {
    /// The known reachability of the state.
    pub reached: Reached,
    /// The facts of the state; empty for the initial state.
    pub state: Vec<String>,
    /// The moves, in the order of the roles.
    pub joint: Vec<String>,
    /// Values that the projection does not show afterwards.
    pub missing: String,
}

/// The known reachability of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    /// The state is the initial state.
    Initial,
    /// A random match reached the state.
    Played,
    /// Unknown: the rules admit the state, but perhaps no match reaches it.
    Unknown,
}

/// A board that lists only occupied cells.
#[derive(Clone, Debug, Serialize)]
pub struct Occupied {
    /// The arguments that name a cell.
    #[serde(flatten)]
    pub named: NamedProjection,
    /// The number of cells.
    pub cells: usize,
    /// True if a proof shows that no cell has two occupants. If it is false, only the visited states show this.
    pub proved: bool,
}
