//! Compiled rules: the steps to evaluate a rule for a given set of known arguments.

use super::rows::{ColumnIndex, Rows};
use senet_gdl::{Symbol, Symbols};
use senet_ground::{TermId, Terms};

/// Instructions to build a term from bound variables.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TermBuilder {
    /// This term.
    Term(TermId),
    /// The value of a variable.
    Slot(usize),
    /// A function applied to built terms.
    Make(Symbol, Box<[TermBuilder]>),
}

/// Instructions to match a term and bind variables.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TermMatcher {
    /// Matches anything: the variable is not used.
    Any,
    /// Binds the variable.
    Bind(usize),
    /// Must equal the built term.
    Equal(TermBuilder),
    /// Must be this function with matching arguments.
    Shape(Symbol, Box<[TermMatcher]>),
}

/// A step of a plan.
#[derive(Debug)]
pub(super) struct PlanStep {
    pub op: StepOperation,
    /// The step to backtrack to on failure: the last earlier step for which another match could
    /// matter.
    pub back: Option<usize>,
}

/// The operation of a step.
#[derive(Debug)]
pub(super) enum StepOperation {
    /// Tests a condition.
    Test(Test),
    /// Enumerates matches.
    Scan(Scan),
}

/// A condition whose variables are all bound.
#[derive(Debug)]
pub(super) enum Test {
    /// The two terms differ.
    Distinct(TermBuilder, TermBuilder),
    /// The term is, or is not, a fluent of the state.
    True { term: TermBuilder, holds: bool },
    /// The role makes, or does not make, the move.
    Does {
        role: TermBuilder,
        action: TermBuilder,
        holds: bool,
    },
    /// The fact is, or is not, in a table.
    Fact {
        index: usize,
        key: Box<[TermBuilder]>,
        holds: bool,
    },
    /// The goal succeeds or fails.
    Goal {
        plan: usize,
        key: Box<[TermBuilder]>,
        holds: bool,
    },
}

/// A condition with unbound variables.
#[derive(Debug)]
pub(super) enum Scan {
    /// All fluents of the state.
    AnyFluent { pattern: TermMatcher },
    /// The fluents of one shape whose indexed columns equal the key.
    Fluents {
        index: usize,
        key: Box<[TermBuilder]>,
        rest: Box<[(usize, TermMatcher)]>,
    },
    /// All moves.
    Moves {
        role: TermMatcher,
        action: TermMatcher,
    },
    /// The move of a role.
    MoveOf {
        role: TermBuilder,
        action: TermMatcher,
    },
    /// The rows of a table whose indexed columns equal the key.
    Facts {
        index: usize,
        key: Box<[TermBuilder]>,
        rest: Box<[(usize, TermMatcher)]>,
    },
    /// The answers of a goal whose known arguments are the key.
    Answers {
        plan: usize,
        key: Box<[TermBuilder]>,
        rest: Box<[TermMatcher]>,
    },
}

/// A rule for a given set of known arguments.
#[derive(Debug)]
pub(super) struct ClausePlan {
    /// Matchers for the known arguments.
    pub known: Box<[TermMatcher]>,
    pub steps: Box<[PlanStep]>,
    /// The arguments that are not known.
    pub answer: Box<[TermBuilder]>,
    /// The step to continue with after an answer: the last step that can change it.
    pub again: Option<usize>,
    /// The number of variables.
    pub slots: usize,
}

/// The inputs that a goal depends on; they decide how long its answers are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DependsOn {
    /// Neither the state nor the moves.
    Static,
    /// The state.
    State,
    /// The state and the moves.
    Moves,
}

/// The clauses that solve goals of one relation for one set of known arguments.
#[derive(Debug)]
pub(super) struct GoalPlan {
    /// The number of the relation, for messages.
    pub relation: usize,
    pub depends_on: DependsOn,
    /// The number of unknown arguments.
    pub free: usize,
    /// The maximum number of variables of a clause.
    pub slots: usize,
    /// The maximum number of steps of a clause.
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
    /// The number of the table.
    pub table: usize,
    pub chains: ColumnIndex,
}

/// An index to build over the fluents of each state.
#[derive(Debug)]
pub(super) struct FluentIndex {
    /// The number of the shape.
    pub shape: usize,
    pub columns: Vec<usize>,
}

/// The compiled rules of a game.
pub(super) struct CompiledRules {
    pub symbols: Symbols,
    /// The names of the relations.
    pub names: Vec<String>,
    /// The terms that occur in the rules.
    pub terms: Terms,
    pub plans: Vec<GoalPlan>,
    /// The facts of relations that have facts.
    pub tables: Vec<Rows>,
    pub fact_indexes: Vec<FactIndex>,
    /// Functor and arity of the fluents that rules scan.
    pub shapes: Vec<(Symbol, usize)>,
    pub fluent_indexes: Vec<FluentIndex>,
}

impl TermBuilder {
    /// Marks the variables that are read.
    pub fn mark_slots(&self, used: &mut [bool]) {
        match self {
            TermBuilder::Term(_) => {}
            TermBuilder::Slot(slot) => used[*slot] = true,
            TermBuilder::Make(_, parts) => parts.iter().for_each(|part| part.mark_slots(used)),
        }
    }
}

impl TermMatcher {
    /// Marks the variables that are read, but not those that are bound.
    fn mark_slots(&self, used: &mut [bool]) {
        match self {
            TermMatcher::Any | TermMatcher::Bind(_) => {}
            TermMatcher::Equal(build) => build.mark_slots(used),
            TermMatcher::Shape(_, parts) => parts.iter().for_each(|part| part.mark_slots(used)),
        }
    }
}

impl StepOperation {
    /// Marks the variables that are read.
    pub fn mark_slots(&self, used: &mut [bool]) {
        match self {
            StepOperation::Test(test) => test.mark_slots(used),
            StepOperation::Scan(scan) => scan.mark_slots(used),
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
