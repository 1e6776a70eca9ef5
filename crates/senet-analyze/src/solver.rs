//! The SAT solver, with as much of it as is needed here.

use rustsat::solvers::{
    ControlSignal, LimitConflicts, PhaseLit, Solve, SolveIncremental, SolverResult, Terminate,
};
use rustsat::types::{Cl, Lit, TernaryVal, Var};
use rustsat_cadical::{CaDiCaL, Config};
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

/// The solver failed, which means that memory was short or that its library is broken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the SAT solver failed: {0}")]
pub struct SolverError(String);

/// A solver whose clauses only ever become more; what it learns it keeps.
pub struct Solver {
    inner: CaDiCaL<'static, 'static>,
    variables: u32,
    /// Conflicts that one question may cost.
    conflicts: u32,
    stop: StopSignal,
    /// How many clauses there were when the signal was last looked at.
    polled: usize,
    clauses: usize,
    /// The clause that is being written; kept, so that memory need not be asked for each time.
    clause: Vec<Lit>,
    is_stopped: bool,
    /// The first thing that went wrong while clauses were added.
    failed: Option<SolverError>,
}

impl Solver {
    /// An empty solver.
    pub fn new(conflicts: u32, stop: StopSignal) -> Result<Solver, SolverError> {
        let mut inner = CaDiCaL::default();
        // Questions are easy and many. Rewriting the clauses between them costs up to a hundred times what it saves (measured on connect
        // four and the eight puzzle), so the solver just searches.
        inner.set_configuration(Config::Plain).map_err(error)?;
        // Variables that the solver adds by itself would take numbers that later clauses use.
        inner.set_option("factor", 0).map_err(error)?;
        // Facts are false unless they must be true: witnesses are small states.
        inner.set_option("phase", 0).map_err(error)?;
        // Going back one decision at a time makes conflict follow conflict without a look at the signal to stop: eight seconds on end were seen.
        inner.set_option("chrono", 0).map_err(error)?;
        // Trying all facts with one truth value never decided a question, took a second in large games, and looks at the signal less often.
        inner.set_option("lucky", 0).map_err(error)?;
        // In large games a single decision may take a tenth of a second; the signal is looked at after each.
        inner.set_option("terminateint", 1).map_err(error)?;
        let signal = stop.clone();
        inner.attach_terminator(move || match signal() {
            true => ControlSignal::Terminate,
            false => ControlSignal::Continue,
        });
        Ok(Solver {
            inner,
            variables: 0,
            conflicts,
            stop,
            polled: 0,
            clauses: 0,
            clause: Vec::new(),
            is_stopped: false,
            failed: None,
        })
    }

    /// A new variable, as the literal that it is true.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Var::new(self.variables - 1).pos_lit()
    }

    /// A new variable that the solver takes for true where it has the choice, as the literal that it is.
    pub fn preferred(&mut self) -> Lit {
        let literal = self.variable();
        self.prefer(literal);
        literal
    }

    /// From now on the solver takes a literal for true where it has the choice.
    pub fn prefer(&mut self, literal: Lit) {
        if let Err(reason) = self.inner.phase_lit(literal) {
            self.failed.get_or_insert(error(reason));
        }
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
        if let Err(reason) = self.inner.add_clause_ref(Cl::new(&self.clause)) {
            self.failed.get_or_insert(error(reason));
        }
    }

    /// Is there a model in which all assumptions hold? Answers that take more conflicts than this, or than any question may cost, stay unknown.
    pub fn solve(&mut self, assumptions: &[Lit], conflicts: u32) -> Result<Answer, SolverError> {
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        if self.is_stopped {
            return Ok(Answer::Unknown);
        }
        self.inner
            .limit_conflicts(Some(conflicts.min(self.conflicts)))
            .map_err(error)?;
        match self.inner.solve_assumps(assumptions).map_err(error)? {
            SolverResult::Sat => Ok(Answer::Model),
            SolverResult::Unsat => Ok(Answer::Nothing),
            SolverResult::Interrupted => Ok(Answer::Unknown),
        }
    }

    /// Whether a literal holds in the model. Ask before clauses are added.
    pub fn value(&self, literal: Lit) -> bool {
        matches!(self.inner.lit_val(literal), Ok(TernaryVal::True))
    }
}

fn error(reason: impl std::fmt::Display) -> SolverError {
    SolverError(reason.to_string())
}
