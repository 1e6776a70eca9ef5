//! The reference back end, which judges the fast ones. It derives facts directly from the
//! description, state by state.
//!
//! Evaluation is bottom-up and stratified: the rules of each stratum are applied to a fixpoint
//! before the next stratum. There is no normal form, no compilation and no goal-directed search.
//! Static relations (those that use neither `true` nor `does`) are derived once. The facts of the
//! last state are cached for the next query.

mod bindings;
mod fact_table;
mod facts;
mod interner;
mod program;
mod solve;
mod value;

use crate::{Game, Goal, JointMove, MoveId, QueryLimits, RoleId, State, Stopped};
use fact_table::Row;
use facts::Facts;
use interner::ValueInterner;
use program::Program;
use senet_gdl::{Description, Relation, Symbol};
use std::sync::{Arc, Mutex, PoisonError};
use value::Value;

/// A game evaluated in the plainest way.
///
/// ```
/// use senet_engine::{Game, QueryLimits, Reference};
///
/// let rules = "(role you) (init on) (legal you wait) (<= terminal (true on)) (goal you 50)";
/// let description = senet_gdl::playable(&senet_gdl::Sheet::read(rules)).unwrap();
/// let game = Reference::new(&description, QueryLimits::default())?;
/// assert_eq!(game.goal(&game.initial()?, 0)?.value(), Some(50));
/// # Ok::<(), senet_engine::Stopped>(())
/// ```
pub struct Reference {
    program: Program,
    limits: QueryLimits,
    statics: Arc<Facts>,
    roles: Vec<Symbol>,
    role_names: Vec<String>,
    fluents: ValueInterner,
    moves: ValueInterner,
    /// The facts of the last state, since callers ask several queries about one state.
    last: Mutex<Option<(State, Facts)>>,
}

impl Reference {
    /// Prepares a playable description (see [`senet_gdl::playable`]). The limits apply once to the
    /// static facts, and again to each state.
    pub fn new(description: &Description, limits: QueryLimits) -> Result<Reference, Stopped> {
        let loading = limits.clone();
        Reference::prepare(description, limits, &loading)
    }

    /// Like [`Reference::new`], but with separate limits for the preparation.
    pub(crate) fn prepare(
        description: &Description,
        limits: QueryLimits,
        loading: &QueryLimits,
    ) -> Result<Reference, Stopped> {
        let program = Program::new(description)?;
        let statics = Arc::new(Facts::statics(&program, loading)?);
        let roles = description.roles();
        let name = |role: &Symbol| description.symbols.key(*role).to_string();
        Ok(Reference {
            role_names: roles.iter().map(name).collect(),
            program,
            limits,
            statics,
            roles,
            fluents: ValueInterner::default(),
            moves: ValueInterner::default(),
            last: Mutex::new(None),
        })
    }

    /// The tuples of `base` or `input` as texts. Like `init`, they do not depend on the state.
    pub fn declared(&self, relation: Relation) -> Result<Vec<Vec<String>>, Stopped> {
        let rows = self.without_state(relation)?;
        let texts = |row: &Row| row.iter().map(|value| self.text(value)).collect();
        Ok(rows.iter().map(texts).collect())
    }

    /// The facts of a relation if no fluent is true and no role moves.
    fn without_state(&self, relation: Relation) -> Result<Vec<Row>, Stopped> {
        let mut facts = Facts::of_state(&self.program, &self.statics, Vec::new());
        self.ask(&mut facts, relation)
    }

    /// Answers a query from the facts of a state, and caches the facts for the next query.
    fn with_facts<T>(
        &self,
        state: &State,
        answer: impl FnOnce(&mut Facts) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let kept = self.kept().take().filter(|(of, _)| of == state);
        let mut facts = match kept {
            Some((_, facts)) => facts,
            None => Facts::of_state(&self.program, &self.statics, self.values(state)?),
        };
        let answered = answer(&mut facts)?;
        *self.kept() = Some((state.clone(), facts));
        Ok(answered)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Option<(State, Facts)>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn values(&self, state: &State) -> Result<Vec<Value>, Stopped> {
        let value = |id| self.fluents.value(id);
        let values: Option<_> = state.ids().map(value).collect();
        values.ok_or_else(|| Stopped::Misuse("the state belongs to another game".into()))
    }

    /// The facts of a relation when no role moves.
    fn ask(&self, facts: &mut Facts, relation: Relation) -> Result<Vec<Row>, Stopped> {
        facts.set_moves(&self.program, Vec::new());
        Ok(facts.ask(&self.program, relation, &self.limits)?.to_vec())
    }

    /// The facts of a relation when these moves are made.
    fn ask_after(
        &self,
        state: &State,
        joint: &JointMove,
        relation: Relation,
    ) -> Result<Vec<Row>, Stopped> {
        let moves = self.move_rows(joint)?;
        self.with_facts(state, |facts| {
            facts.set_moves(&self.program, moves);
            Ok(facts.ask(&self.program, relation, &self.limits)?.to_vec())
        })
    }

    fn move_rows(&self, joint: &JointMove) -> Result<Vec<Row>, Stopped> {
        if joint.len() != self.roles.len() {
            return Err(Stopped::Misuse(
                "a joint move needs one move for each role".into(),
            ));
        }
        let pair = |(&role, &id): (&Symbol, &MoveId)| {
            Some(Arc::new([Value::Constant(role), self.moves.value(id.0)?]) as Row)
        };
        let rows: Option<_> = self.roles.iter().zip(joint).map(pair).collect();
        rows.ok_or_else(|| Stopped::Misuse("the move belongs to another game".into()))
    }

    /// The second arguments of the rows that belong to the role.
    fn of_role(&self, rows: Vec<Row>, role: RoleId) -> Result<Vec<Value>, Stopped> {
        let Some(&name) = self.roles.get(role) else {
            return Err(Stopped::Misuse(format!("role {role} does not exist")));
        };
        let role = Value::Constant(name);
        let own = rows.iter().filter(|row| row[0] == role);
        Ok(own.map(|row| row[1].clone()).collect())
    }

    fn state(&self, rows: &[Row]) -> State {
        let number = |row: &Row| self.fluents.id(&row[0], &self.program.description.symbols);
        State::from_ids(rows.iter().map(number).collect())
    }

    fn text(&self, value: &Value) -> String {
        value.text(&self.program.description.symbols)
    }
}

impl Game for Reference {
    fn roles(&self) -> &[String] {
        &self.role_names
    }

    fn initial(&self) -> Result<State, Stopped> {
        Ok(self.state(&self.without_state((Symbol::INIT, 1))?))
    }

    fn is_terminal(&self, state: &State) -> Result<bool, Stopped> {
        self.with_facts(state, |facts| {
            Ok(!self.ask(facts, (Symbol::TERMINAL, 0))?.is_empty())
        })
    }

    fn legal(&self, state: &State, role: RoleId) -> Result<Vec<MoveId>, Stopped> {
        let rows = self.with_facts(state, |facts| self.ask(facts, (Symbol::LEGAL, 2)))?;
        let mut moves: Vec<_> = self
            .of_role(rows, role)?
            .iter()
            .map(|value| {
                let id = self.moves.id(value, &self.program.description.symbols);
                (self.text(value), MoveId(id))
            })
            .collect();
        moves.sort();
        Ok(moves.into_iter().map(|(_, id)| id).collect())
    }

    fn next(&self, state: &State, joint: &JointMove) -> Result<State, Stopped> {
        Ok(self.state(&self.ask_after(state, joint, (Symbol::NEXT, 1))?))
    }

    fn goal(&self, state: &State, role: RoleId) -> Result<Goal, Stopped> {
        let rows = self.with_facts(state, |facts| self.ask(facts, (Symbol::GOAL, 2)))?;
        let values = self.of_role(rows, role)?;
        Ok(Goal::from_texts(
            values.iter().map(|value| self.text(value)).collect(),
        ))
    }

    fn sees(&self, state: &State, joint: &JointMove, role: RoleId) -> Result<Vec<String>, Stopped> {
        let rows = self.ask_after(state, joint, (Symbol::SEES, 2))?;
        let values = self.of_role(rows, role)?;
        let mut texts: Vec<_> = values.iter().map(|value| self.text(value)).collect();
        texts.sort();
        Ok(texts)
    }

    fn fluents(&self, state: &State) -> Vec<String> {
        let mut texts: Vec<_> = state.ids().filter_map(|id| self.fluents.text(id)).collect();
        texts.sort();
        texts
    }

    fn move_name(&self, _role: RoleId, id: MoveId) -> String {
        self.moves.text(id.0).unwrap_or_default()
    }

    fn find_move(&self, _role: RoleId, text: &str) -> Option<MoveId> {
        let value = Value::read(text, &self.program.description)?;
        let id = self.moves.id(&value, &self.program.description.symbols);
        Some(MoveId(id))
    }

    fn find_state(&self, fluents: &[String]) -> Option<State> {
        let values = fluents
            .iter()
            .map(|text| Value::read(text, &self.program.description));
        let rows: Option<Vec<Row>> = values
            .map(|value| Some(Arc::new([value?]) as Row))
            .collect();
        Some(self.state(&rows?))
    }
}
