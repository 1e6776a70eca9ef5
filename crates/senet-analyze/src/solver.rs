//! The SAT solver, reduced to the functions that analysis needs.

pub use batsat::Lit;
use batsat::{Callbacks, SolverInterface, SolverOpts, clause, lbool};
use senet_gdl::{Charge, Deadline, MemoryBudget};

/// Clauses added between two polls of the deadline.
const CLAUSES_PER_POLL: usize = 4096;

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Model,
    /// There is no model.
    Nothing,
    /// A limit was reached.
    Unknown,
}

/// Limits that the solver polls while it searches.
struct Limits {
    deadline: Deadline,
    /// The conflicts left for this question.
    conflicts: u32,
    /// The memory of variables and clauses.
    charge: Charge,
    /// True once the memory is used up.
    is_full: bool,
}

/// The estimated memory of a variable, and of a clause beside its literals.
const BYTES_PER_VARIABLE: usize = 160;
const BYTES_PER_CLAUSE: usize = 64;

fn clause_bytes(clause: &[Lit]) -> usize {
    BYTES_PER_CLAUSE + size_of_val(clause)
}

impl Limits {
    fn grow(&mut self, bytes: usize) {
        self.is_full |= self.charge.grow(bytes).is_err();
    }
}

impl Callbacks for Limits {
    fn on_new_clause(&mut self, clause: &[Lit], kind: clause::Kind) {
        self.grow(clause_bytes(clause));
        if kind == clause::Kind::Learnt {
            self.conflicts = self.conflicts.saturating_sub(1);
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        let left = self.charge.bytes().saturating_sub(clause_bytes(clause));
        self.is_full |= self.charge.set(left).is_err();
    }

    fn stop(&self) -> bool {
        self.conflicts == 0 || self.is_full || self.deadline.is_over()
    }
}

/// An incremental solver: clauses are only added, and learnt clauses are kept.
pub struct Solver {
    inner: batsat::Solver<Limits>,
    /// Maximum number of conflicts per question.
    conflicts: u32,
    deadline: Deadline,
    /// The number of clauses at the last poll of the deadline.
    polled: usize,
    clauses: usize,
    /// The clause under construction, kept to save allocations.
    clause: Vec<Lit>,
    is_stopped: bool,
}

impl Solver {
    /// Creates an empty solver. Its clauses draw from the memory; once it is used up, all answers are unknown.
    pub fn new(conflicts: u32, deadline: Deadline, memory: &MemoryBudget) -> Solver {
        let limits = Limits {
            deadline: deadline.clone(),
            conflicts,
            charge: memory.charge("the SAT solver"),
            is_full: false,
        };
        let inner = batsat::Solver::new(SolverOpts::default(), limits);
        Solver {
            inner,
            conflicts,
            deadline,
            polled: 0,
            clauses: 0,
            clause: Vec::new(),
            is_stopped: false,
        }
    }

    /// Creates a variable; returns its positive literal.
    pub fn variable(&mut self) -> Lit {
        self.inner.cb_mut().grow(BYTES_PER_VARIABLE);
        Lit::new(self.inner.new_var_default(), true)
    }

    /// Creates a variable that the solver sets to true when it decides it; returns its positive literal.
    pub fn preferred(&mut self) -> Lit {
        self.inner.cb_mut().grow(BYTES_PER_VARIABLE);
        Lit::new(self.inner.new_var(lbool::TRUE, true), true)
    }

    /// True if the deadline is over or the memory is used up. The deadline is polled now and then while clauses are
    /// added.
    pub fn is_stopped(&mut self) -> bool {
        self.is_stopped |= self.inner.cb().is_full;
        if self.clauses - self.polled >= CLAUSES_PER_POLL {
            self.polled = self.clauses;
            self.is_stopped |= self.deadline.is_over();
        }
        self.is_stopped
    }

    /// Adds a clause: at least one literal holds.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.clauses += 1;
        self.clause.clear();
        self.clause.extend(literals);
        self.inner.add_clause_reuse(&mut self.clause);
    }

    /// Searches for a model in which all assumptions hold. The answer is unknown after this many conflicts, or after the
    /// maximum.
    pub fn solve(&mut self, assumptions: &[Lit], conflicts: u32) -> Answer {
        // The search polls the deadline at every decision, but even its start takes long for large games.
        self.is_stopped |= self.deadline.is_over();
        if self.is_stopped {
            return Answer::Unknown;
        }
        self.inner.cb_mut().conflicts = conflicts.min(self.conflicts);
        let found = self.inner.solve_limited(assumptions);
        match found {
            found if found == lbool::TRUE => Answer::Model,
            found if found == lbool::FALSE => Answer::Nothing,
            _ => Answer::Unknown,
        }
    }

    /// True if a literal holds in the model. Call it before clauses are added.
    pub fn value(&self, literal: Lit) -> bool {
        self.inner.value_lit(literal) == lbool::TRUE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_deadline_gives_no_answer() {
        let deadline = Deadline::never();
        let mut solver = Solver::new(1_000, deadline.clone(), &MemoryBudget::default());
        let fact = solver.variable();
        solver.clause([fact]);
        assert_eq!(solver.solve(&[], 1_000), Answer::Model);
        deadline.cancel();
        assert_eq!(solver.solve(&[], 1_000), Answer::Unknown);
        assert!(solver.is_stopped());
    }
}
