//! The SAT solver, with as much of it as is needed here.

pub use batsat::Lit;
use batsat::{Callbacks, SolverInterface, SolverOpts, clause, lbool};
use senet_ground::StopSignal;

/// How many clauses may be added between two looks at the signal to stop.
const CLAUSES_PER_POLL: usize = 4096;

/// What came of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Model,
    /// There is none.
    Nothing,
    /// A limit was reached first.
    Unknown,
}

/// What the solver asks while it searches.
struct Limits {
    stop: StopSignal,
    /// Conflicts that are left of the question.
    conflicts: u32,
}

impl Callbacks for Limits {
    fn on_new_clause(&mut self, _clause: &[Lit], kind: clause::Kind) {
        if kind == clause::Kind::Learnt {
            self.conflicts = self.conflicts.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.conflicts == 0 || (self.stop)()
    }
}

/// The solver failed, which means that memory was short or that its library is broken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the SAT solver failed: {0}")]
pub struct SolverError(String);

/// A solver whose clauses only ever become more; what it learns it keeps.
pub struct Solver {
    inner: batsat::Solver<Limits>,
    /// Conflicts that one question may cost.
    conflicts: u32,
    stop: StopSignal,
    /// How many clauses there were when the signal was last looked at.
    polled: usize,
    clauses: usize,
    /// The clause that is being written; kept, so that memory need not be asked for each time.
    clause: Vec<Lit>,
    is_stopped: bool,
}

impl Solver {
    /// An empty solver.
    pub fn new(conflicts: u32, stop: StopSignal) -> Result<Solver, SolverError> {
        let limits = Limits {
            stop: stop.clone(),
            conflicts,
        };
        let inner = batsat::Solver::new(SolverOpts::default(), limits);
        Ok(Solver {
            inner,
            conflicts,
            stop,
            polled: 0,
            clauses: 0,
            clause: Vec::new(),
            is_stopped: false,
        })
    }

    /// A new variable, as the literal that it is true.
    pub fn variable(&mut self) -> Lit {
        Lit::new(self.inner.new_var_default(), true)
    }

    /// A new variable that the solver takes for true where it has the choice, as the literal that it is.
    pub fn preferred(&mut self) -> Lit {
        Lit::new(self.inner.new_var(lbool::TRUE, true), true)
    }

    /// From now on the solver takes a literal for true where it has the choice.
    pub fn prefer(&mut self, literal: Lit) {
        let name = self.preferred();
        self.clause([!name, literal]);
    }

    /// Whether the signal to stop was given; looked at now and then while clauses are added.
    pub fn is_stopped(&mut self) -> bool {
        if self.clauses - self.polled >= CLAUSES_PER_POLL {
            self.polled = self.clauses;
            self.is_stopped |= (self.stop)();
        }
        self.is_stopped
    }

    /// The signal to stop.
    pub fn stop_signal(&self) -> StopSignal {
        self.stop.clone()
    }

    /// One of these holds.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.clauses += 1;
        self.clause.clear();
        self.clause.extend(literals);
        self.inner.add_clause_reuse(&mut self.clause);
    }

    /// Is there a model in which all assumptions hold? Answers that take more conflicts than this, or than any question may cost, stay unknown.
    pub fn solve(&mut self, assumptions: &[Lit], conflicts: u32) -> Result<Answer, SolverError> {
        if self.is_stopped {
            return Ok(Answer::Unknown);
        }
        self.inner.cb_mut().conflicts = conflicts.min(self.conflicts);
        let found = self.inner.solve_limited(assumptions);
        Ok(match found {
            found if found == lbool::TRUE => Answer::Model,
            found if found == lbool::FALSE => Answer::Nothing,
            _ => Answer::Unknown,
        })
    }

    /// Whether a literal holds in the model. Ask before clauses are added.
    pub fn value(&self, literal: Lit) -> bool {
        self.inner.value_lit(literal) == lbool::TRUE
    }
}
