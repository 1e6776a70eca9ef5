//! The back end for games that do not ground. It answers each query from the rules and derives only
//! what the query needs.
//!
//! The rules are compiled once to plans. There is one plan for each set of arguments that is known
//! when a relation is queried. Goals are tabled: each is solved once per state, and goals that do
//! not depend on the state are kept. Each thread works with its own memory, taken from a pool.

mod compile;
mod condition_order;
mod goal_tables;
mod hash;
mod machine;
mod names;
mod plan;
mod rows;
mod size_estimates;
mod worker;
mod worker_memory;

use crate::{Game, Goal, JointMove, MoveId, QueryLimits, RoleId, State, Stopped};
use compile::{Compiler, Query};
use names::TermNames;
use plan::CompiledRules;
use senet_gdl::{Clause, Description, Symbol, clauses, split_disjunctions};
use senet_ground::{TermId, Terms};
use std::sync::{Mutex, MutexGuard, PoisonError};
use worker::{SharedData, Worker};

const INIT: Query = ((Symbol::INIT, 1), &[false]);
const TERMINAL: Query = ((Symbol::TERMINAL, 0), &[]);
const LEGAL: Query = ((Symbol::LEGAL, 2), &[true, false]);
const GOAL: Query = ((Symbol::GOAL, 2), &[true, false]);
const NEXT: Query = ((Symbol::NEXT, 1), &[false]);
const SEES: Query = ((Symbol::SEES, 2), &[true, false]);

/// The plans of the queries.
struct Plans {
    init: usize,
    terminal: usize,
    legal: usize,
    goal: usize,
    next: usize,
    sees: usize,
}

/// A game evaluated on demand.
///
/// ```
/// use senet_engine::{Game, Interpreter, QueryLimits};
///
/// let rules = "(role you) (init on) (legal you wait) (<= terminal (true on)) (goal you 50)";
/// let description = senet_gdl::playable(&senet_gdl::Sheet::read(rules)).unwrap();
/// let game = Interpreter::new(&description, QueryLimits::default())?;
/// assert_eq!(game.legal(&game.initial()?, 0)?.len(), 1);
/// # Ok::<(), senet_engine::Stopped>(())
/// ```
pub struct Interpreter {
    shared: SharedData,
    plans: Plans,
    role_names: Vec<String>,
    roles: Vec<TermId>,
    pool: Mutex<Vec<Worker>>,
}

impl Interpreter {
    /// Prepares a playable description (see [`senet_gdl::playable`]). The limits apply once to the
    /// static facts, and again to each state.
    pub fn new(description: &Description, limits: QueryLimits) -> Result<Interpreter, Stopped> {
        let loading = limits.clone();
        Interpreter::prepare(description, limits, &loading)
    }

    /// Like [`Interpreter::new`], but with separate limits for the preparation.
    pub(crate) fn prepare(
        description: &Description,
        limits: QueryLimits,
        loading: &QueryLimits,
    ) -> Result<Interpreter, Stopped> {
        let description = &*split_disjunctions(description);
        let rules = clauses(description).map_err(|problem| Stopped::Misuse(problem.message))?;
        let roles = description.roles();
        let typical = initial_fluents(description, &rules, loading)?;
        let queries = [INIT, TERMINAL, LEGAL, GOAL, NEXT, SEES];
        let compiler = Compiler::new(description, &rules)?;
        let fluents = (&typical.0[..], &typical.1);
        let (mut program, numbers) = compiler.compile(&queries, fluents, roles.len())?;
        let [init, terminal, legal, goal, next, sees] = numbers[..] else {
            return Err(Stopped::Misuse("a query has no plan".into()));
        };
        let name = |role: &Symbol| description.symbols.key(*role).to_string();
        Ok(Interpreter {
            role_names: roles.iter().map(name).collect(),
            roles: role_terms(&roles, &mut program),
            plans: Plans {
                init,
                terminal,
                legal,
                goal,
                next,
                sees,
            },
            shared: SharedData {
                program,
                limits,
                fluents: TermNames::of("fluents of this game"),
                moves: TermNames::of("moves of this game"),
            },
            pool: Mutex::new(Vec::new()),
        })
    }

    /// Answers a query with a worker for this state, preferably a worker that has loaded this state
    /// already.
    fn with<T>(
        &self,
        state: &State,
        joint: &JointMove,
        answer: impl FnOnce(&mut Worker) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let mut worker = self.take(state);
        worker.set_state(&self.shared, state)?;
        worker.set_moves(&self.shared, &self.roles, joint)?;
        let answered = answer(&mut worker)?;
        if !worker.is_too_large() {
            self.pool().push(worker);
        }
        Ok(answered)
    }

    fn take(&self, state: &State) -> Worker {
        let mut pool = self.pool();
        let same = pool.iter().rposition(|worker| worker.state() == state);
        let taken = match same {
            Some(position) => Some(pool.swap_remove(position)),
            None => pool.pop(),
        };
        drop(pool);
        taken.unwrap_or_else(|| Worker::new(&self.shared.program))
    }

    fn pool(&self) -> MutexGuard<'_, Vec<Worker>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn role(&self, role: RoleId) -> Result<[TermId; 1], Stopped> {
        match self.roles.get(role) {
            Some(&term) => Ok([term]),
            None => Err(Stopped::Misuse(format!("role {role} does not exist"))),
        }
    }

    fn check_joint(&self, joint: &JointMove) -> Result<(), Stopped> {
        if joint.len() != self.roles.len() {
            return Err(Stopped::Misuse(
                "a joint move needs one move for each role".into(),
            ));
        }
        Ok(())
    }
}

/// The initial state, as a sample of typical states.
fn initial_fluents(
    description: &Description,
    rules: &[Clause],
    limits: &QueryLimits,
) -> Result<(Vec<TermId>, Terms), Stopped> {
    let compiler = Compiler::new(description, rules)?;
    let nothing = (&[][..], &Terms::default());
    let (program, plans) = compiler.compile(&[INIT], nothing, description.roles().len())?;
    let shared = SharedData {
        program,
        limits: limits.clone(),
        fluents: TermNames::of("fluents of this game"),
        moves: TermNames::of("moves of this game"),
    };
    let mut worker = Worker::new(&shared.program);
    Ok(worker.ask(&shared, plans[0], &[])?.into_terms())
}

fn role_terms(roles: &[Symbol], program: &mut CompiledRules) -> Vec<TermId> {
    let term = |role: &Symbol| program.terms.make(*role, &[]);
    roles.iter().map(term).collect()
}

impl Game for Interpreter {
    fn roles(&self) -> &[String] {
        &self.role_names
    }

    fn initial(&self) -> Result<State, Stopped> {
        let nothing = State::from_ids(Vec::new());
        self.with(&nothing, &[], |worker| {
            let answers = worker.ask(&self.shared, self.plans.init, &[])?;
            Ok(State::from_ids(answers.fluents(&self.shared)?))
        })
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        self.with(state, &[], |worker| {
            Ok(worker.ask(&self.shared, self.plans.terminal, &[])?.any())
        })
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        let role = self.role(role)?;
        let mut moves = self.with(state, &[], |worker| {
            let answers = worker.ask(&self.shared, self.plans.legal, &role)?;
            answers.moves(&self.shared)
        })?;
        let names = self.shared.moves.read();
        moves.sort_by(|&a, &b| names.text(a).cmp(&names.text(b)));
        Ok(moves.into_iter().map(MoveId).collect())
    }

    fn next(&self, state: &State, joint: &JointMove) -> Result<State, Stopped> {
        self.check_joint(joint)?;
        self.with(state, joint, |worker| {
            let answers = worker.ask(&self.shared, self.plans.next, &[])?;
            Ok(State::from_ids(answers.fluents(&self.shared)?))
        })
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        let role = self.role(role)?;
        self.with(state, &[], |worker| {
            let answers = worker.ask(&self.shared, self.plans.goal, &role)?;
            Ok(Goal::from_texts(answers.texts(&self.shared)?))
        })
    }

    fn sees(&self, state: &State, joint: &JointMove, role: RoleId) -> Result<Vec<String>, Stopped> {
        let role = self.role(role)?;
        self.check_joint(joint)?;
        self.with(state, joint, |worker| {
            let answers = worker.ask(&self.shared, self.plans.sees, &role)?;
            answers.texts(&self.shared)
        })
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        let names = self.shared.fluents.read();
        let texts = state.ids().filter_map(|id| names.text(id));
        let mut texts: Vec<_> = texts.map(str::to_string).collect();
        texts.sort();
        texts
    }

    fn move_name(&self, _role: RoleId, id: MoveId) -> String {
        let names = self.shared.moves.read();
        names.text(id.0).unwrap_or_default().to_string()
    }

    fn find_move(&self, _role: RoleId, text: &str) -> Option<MoveId> {
        let symbols = &self.shared.program.symbols;
        let number = self.shared.moves.number_of_text(text, symbols)?;
        Some(MoveId(number))
    }

    fn find_state(&self, fluents: &[String]) -> Option<State> {
        let symbols = &self.shared.program.symbols;
        let texts = fluents.iter();
        let numbers = texts.map(|text| self.shared.fluents.number_of_text(text, symbols));
        Some(State::from_ids(numbers.collect::<Option<_>>()?))
    }
}
