//! Rules as instructions: what to look up, in which order, for a given set of known arguments.

use super::rows::{Chains, Rows};
use super::terms::{TermId, Terms};
use senet_gdl::{Symbol, Symbols};

/// How to make a term from variables that have values.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Build {
    /// This term.
    Term(TermId),
    /// The value of a variable.
    Slot(usize),
    /// A function applied to what these give.
    Make(Symbol, Box<[Build]>),
}

/// How to compare a term with a pattern, giving values to variables that have none.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Playout {
    /// Anything will do: the variable is never used.
    Any,
    /// Gives the variable its value.
    Bind(usize),
    /// Must be what this builds.
    Equal(Build),
    /// Must be this function, its arguments matching these.
    Shape(Symbol, Box<[Playout]>),
}

/// One instruction.
#[derive(Debug)]
pub(super) struct Step {
    pub op: Op,
    /// Where to look for another way when this step fails: the last step before it another match of
    /// which would matter.
    pub back: Option<usize>,
}

/// What an instruction does.
#[derive(Debug)]
pub(super) enum Op {
    /// Holds or does not.
    Test(Test),
    /// Goes through matches.
    Scan(Scan),
}

/// Something that holds or does not, all of its variables having values.
#[derive(Debug)]
pub(super) enum Test {
    /// The two terms differ.
    Distinct(Build, Build),
    /// The term is a fluent of the state; or is none.
    True { term: Build, holds: bool },
    /// The role makes the move; or does not.
    Does {
        role: Build,
        action: Build,
        holds: bool,
    },
    /// The fact is one of a table; or is none.
    Fact {
        index: usize,
        key: Box<[Build]>,
        holds: bool,
    },
    /// The goal succeeds; or fails.
    Goal {
        plan: usize,
        key: Box<[Build]>,
        holds: bool,
    },
}

/// Something that may hold in several ways.
#[derive(Debug)]
pub(super) enum Scan {
    /// Each fluent of the state, whatever its shape.
    AnyFluent { pattern: Playout },
    /// Each fluent of one shape with the values of the key in the columns of the index.
    Fluents {
        index: usize,
        key: Box<[Build]>,
        rest: Box<[(usize, Playout)]>,
    },
    /// Each move.
    Moves { role: Playout, action: Playout },
    /// The move of a role.
    MoveOf { role: Build, action: Playout },
    /// Each row of a table with the values of the key in the columns of the index.
    Facts {
        index: usize,
        key: Box<[Build]>,
        rest: Box<[(usize, Playout)]>,
    },
    /// Each answer to a goal, whose known arguments are the key.
    Answers {
        plan: usize,
        key: Box<[Build]>,
        rest: Box<[Playout]>,
    },
}

/// A rule for a given set of known arguments.
#[derive(Debug)]
pub(super) struct ClausePlan {
    /// What the known arguments must match.
    pub known: Box<[Playout]>,
    pub steps: Box<[Step]>,
    /// The arguments that were not known.
    pub answer: Box<[Build]>,
    /// Where to look for another answer: the last step that may change it.
    pub again: Option<usize>,
    /// How many variables there are.
    pub slots: usize,
}

/// What the truth of a goal can depend on, and therefore how long its answers may be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layer {
    /// Nothing.
    Static,
    /// The state.
    State,
    /// The state and the moves.
    Moves,
}

/// How to answer goals of one relation for one set of known arguments.
#[derive(Debug)]
pub(super) struct GoalPlan {
    /// Number of the relation, for messages.
    pub relation: usize,
    pub layer: Layer,
    /// How many arguments are not known.
    pub free: usize,
    /// The most variables that a clause has.
    pub slots: usize,
    /// The most steps that a clause has.
    pub steps: usize,
    pub clauses: Vec<ClausePlan>,
}

impl GoalPlan {
    /// Adds a clause.
    pub fn add(&mut self, clause: ClausePlan) {
        self.slots = self.slots.max(clause.slots);
        self.steps = self.steps.max(clause.steps.len());
        self.clauses.push(clause);
    }
}

/// An index over the facts of a relation.
#[derive(Debug)]
pub(super) struct FactIndex {
    /// Number of the table.
    pub table: usize,
    pub chains: Chains,
}

/// An index to build over the fluents of a state.
#[derive(Debug)]
pub(super) struct FluentIndex {
    /// Number of the shape.
    pub shape: usize,
    pub columns: Vec<usize>,
}

/// Everything that is known of a game before any state is.
pub(super) struct Program {
    pub symbols: Symbols,
    /// The names of the relations.
    pub names: Vec<String>,
    /// The terms that occur in the rules.
    pub terms: Terms,
    pub plans: Vec<GoalPlan>,
    /// The facts of relations that have facts.
    pub tables: Vec<Rows>,
    pub fact_indexes: Vec<FactIndex>,
    /// Functor and number of arguments of fluents that rules look for.
    pub shapes: Vec<(Symbol, usize)>,
    pub fluent_indexes: Vec<FluentIndex>,
}

impl Build {
    /// Marks the variables whose values it uses.
    pub fn mark_slots(&self, used: &mut [bool]) {
        match self {
            Build::Term(_) => {}
            Build::Slot(slot) => used[*slot] = true,
            Build::Make(_, parts) => parts.iter().for_each(|part| part.mark_slots(used)),
        }
    }
}

impl Playout {
    /// Marks the variables whose values it uses; not those that it gives values to.
    fn mark_slots(&self, used: &mut [bool]) {
        match self {
            Playout::Any | Playout::Bind(_) => {}
            Playout::Equal(build) => build.mark_slots(used),
            Playout::Shape(_, parts) => parts.iter().for_each(|part| part.mark_slots(used)),
        }
    }
}

impl Op {
    /// Marks the variables whose values it uses.
    pub fn mark_slots(&self, used: &mut [bool]) {
        match self {
            Op::Test(test) => test.mark_slots(used),
            Op::Scan(scan) => scan.mark_slots(used),
        }
    }
}

impl Test {
    fn mark_slots(&self, used: &mut [bool]) {
        match self {
            Test::Distinct(left, right) => {
                left.mark_slots(used);
                right.mark_slots(used);
            }
            Test::True { term, .. } => term.mark_slots(used),
            Test::Does { role, action, .. } => {
                role.mark_slots(used);
                action.mark_slots(used);
            }
            Test::Fact { key, .. } | Test::Goal { key, .. } => {
                key.iter().for_each(|build| build.mark_slots(used));
            }
        }
    }
}

impl Scan {
    fn mark_slots(&self, used: &mut [bool]) {
        match self {
            Scan::AnyFluent { pattern } => pattern.mark_slots(used),
            Scan::Fluents { key, rest, .. } | Scan::Facts { key, rest, .. } => {
                key.iter().for_each(|build| build.mark_slots(used));
                rest.iter().for_each(|(_, part)| part.mark_slots(used));
            }
            Scan::Moves { role, action } => {
                role.mark_slots(used);
                action.mark_slots(used);
            }
            Scan::MoveOf { role, action } => {
                role.mark_slots(used);
                action.mark_slots(used);
            }
            Scan::Answers { key, rest, .. } => {
                key.iter().for_each(|build| build.mark_slots(used));
                rest.iter().for_each(|part| part.mark_slots(used));
            }
        }
    }
}
