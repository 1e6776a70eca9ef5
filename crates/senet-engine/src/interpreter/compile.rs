//! Rules to instructions.

use super::order::{is_known, order};
use super::plan::{
    Build, ClausePlan, FactIndex, FluentIndex, GoalPlan, Layer, Match, Op, Program, Step,
};
use super::rows::{Chains, Rows};
use super::sizes::{Size, Sizes};
use super::terms::{TermId, Terms};
use crate::Stopped;
use rustc_hash::FxHashMap;
use senet_gdl::{Atom, Clause, Condition, Dependencies, Description, Pattern, Relation, Symbol};

/// The body of a rule may have at most this many conditions.
const MAX_CONDITIONS: usize = 1000;
/// A relation is prepared for at most this many sets of known arguments; beyond, none are taken as known.
const MAX_PLANS: usize = 24;

/// A question that can be put to a game: a relation, and which of its arguments are known.
pub(super) type Question = (Relation, &'static [bool]);

/// What is known of a relation.
struct RelationInfo {
    relation: Relation,
    layer: Layer,
    table: Option<usize>,
    /// Positions of the clauses that are no facts.
    rules: Vec<usize>,
    plans: usize,
}

/// Turns clauses into plans, starting from the questions and going on to all that they need.
pub(super) struct Compiler<'a> {
    clauses: &'a [Clause],
    sizes: Sizes,
    relations: Vec<RelationInfo>,
    numbers: FxHashMap<Relation, usize>,
    plan_numbers: FxHashMap<(usize, Vec<bool>), usize>,
    /// Plans that have a number but no clauses yet.
    pending: Vec<(usize, Vec<bool>)>,
    program: Program,
}

impl<'a> Compiler<'a> {
    /// Prepares the facts of a description. Its clauses are given too.
    pub fn new(description: &Description, clauses: &'a [Clause]) -> Result<Compiler<'a>, Stopped> {
        let names = &description.symbols;
        if let Some(clause) = clauses.iter().find(|c| c.body.len() > MAX_CONDITIONS) {
            return Err(Stopped::RuleTooLong {
                relation: names.key(clause.head.relation).to_string(),
                limit: MAX_CONDITIONS,
            });
        }
        let graph = Dependencies::of(description);
        let relations = relation_infos(&graph);
        let mut compiler = Compiler {
            clauses,
            sizes: Sizes::default(),
            numbers: graph.relations().iter().copied().zip(0..).collect(),
            relations,
            plan_numbers: FxHashMap::default(),
            pending: Vec::new(),
            program: Program {
                symbols: names.clone(),
                names: graph
                    .relations()
                    .iter()
                    .map(|r| names.key(r.0).to_string())
                    .collect(),
                terms: Terms::default(),
                plans: Vec::new(),
                tables: Vec::new(),
                fact_indexes: Vec::new(),
                shapes: Vec::new(),
                fluent_indexes: Vec::new(),
            },
        };
        compiler.sort_clauses();
        Ok(compiler)
    }

    fn sort_clauses(&mut self) {
        for (index, clause) in self.clauses.iter().enumerate() {
            let number = self.relation(clause.head.signature());
            let args = clause.head.args.iter();
            let row: Option<Vec<_>> = args.map(|arg| self.ground(arg)).collect();
            let (Some(row), true) = (row, clause.body.is_empty()) else {
                self.relations[number].rules.push(index);
                continue;
            };
            let tables = &mut self.program.tables;
            let table = *self.relations[number].table.get_or_insert_with(|| {
                tables.push(Rows::new(row.len()));
                tables.len() - 1
            });
            tables[table].push(&row);
        }
    }

    /// The number of a relation, also of one that no rule defines.
    fn relation(&mut self, relation: Relation) -> usize {
        *self.numbers.entry(relation).or_insert_with(|| {
            self.relations.push(RelationInfo {
                relation,
                layer: Layer::Static,
                table: None,
                rules: Vec::new(),
                plans: 0,
            });
            let name = self.program.symbols.key(relation.0).to_string();
            self.program.names.push(name);
            self.relations.len() - 1
        })
    }

    /// The term that a pattern stands for; `None` if it has variables.
    fn ground(&mut self, pattern: &Pattern) -> Option<TermId> {
        match pattern {
            Pattern::Constant(name) => Some(self.program.terms.intern(*name, &[])),
            Pattern::Function(name, args) => {
                let args: Option<Vec<_>> = args.iter().map(|arg| self.ground(arg)).collect();
                Some(self.program.terms.intern(*name, &args?))
            }
            Pattern::Variable(_) => None,
        }
    }

    /// Prepares the questions; gives the program and the number of the plan of each. The fluents, terms of the store that
    /// comes with them, are a typical state that decides what is looked up first.
    pub fn compile(
        mut self,
        questions: &[Question],
        fluents: (&[TermId], &Terms),
        roles: usize,
    ) -> Result<(Program, Vec<usize>), Stopped> {
        let tables = self.relations.iter().filter_map(|info| {
            let table = info.table?;
            Some((info.relation, Size::of_rows(&self.program.tables[table])))
        });
        self.sizes = Sizes::new(self.clauses, tables, fluents.0, fluents.1, roles);
        let mut numbers = Vec::new();
        for (relation, known) in questions {
            let relation = self.relation(*relation);
            numbers.push(self.plan(relation, known.to_vec(), true));
        }
        while let Some((plan, known)) = self.pending.pop() {
            self.fill(plan, &known)?;
        }
        self.build_indexes();
        Ok((self.program, numbers))
    }

    fn build_indexes(&mut self) {
        for index in &mut self.program.fact_indexes {
            index.chains.rebuild(&self.program.tables[index.table]);
        }
    }

    /// The number of the plan of a relation for known arguments.
    fn plan(&mut self, relation: usize, known: Vec<bool>, exactly: bool) -> usize {
        let info = &mut self.relations[relation];
        if let Some(&plan) = self.plan_numbers.get(&(relation, known.clone())) {
            return plan;
        }
        if info.plans >= MAX_PLANS && !exactly && known.contains(&true) {
            return self.plan(relation, vec![false; known.len()], true);
        }
        info.plans += 1;
        let plan = self.program.plans.len();
        self.program.plans.push(GoalPlan {
            relation,
            layer: info.layer,
            free: known.iter().filter(|known| !**known).count(),
            slots: 0,
            steps: 0,
            clauses: Vec::new(),
        });
        self.plan_numbers.insert((relation, known.clone()), plan);
        self.pending.push((plan, known));
        plan
    }

    fn fill(&mut self, plan: usize, known: &[bool]) -> Result<(), Stopped> {
        let relation = self.program.plans[plan].relation;
        if let Some(table) = self.relations[relation].table {
            let clause = self.table_clause(table, known);
            self.program.plans[plan].add(clause);
        }
        // Rules that do not use their own relation come first: the others find its answers then.
        let mut rules = self.relations[relation].rules.clone();
        let signature = self.relations[relation].relation;
        let clauses = self.clauses;
        let uses_itself = |condition: &Condition| match condition {
            Condition::Holds(atom) => atom.signature() == signature,
            _ => false,
        };
        rules.sort_by_key(|&rule| clauses[rule].body.iter().any(uses_itself));
        for rule in rules {
            let clause = self.clause(&clauses[rule], known)?;
            self.program.plans[plan].add(clause);
        }
        Ok(())
    }

    /// The rule that every fact of the table is an answer.
    fn table_clause(&mut self, table: usize, known: &[bool]) -> ClausePlan {
        let slots = |of: bool| {
            let slots = known
                .iter()
                .enumerate()
                .filter(move |(_, known)| **known == of);
            slots.map(|(slot, _)| slot)
        };
        let columns: Vec<_> = slots(true).collect();
        let step = Step {
            op: Op::Facts {
                index: self.fact_index(table, &columns),
                key: slots(true).map(Build::Slot).collect(),
                rest: slots(false).map(|slot| (slot, Match::Bind(slot))).collect(),
            },
            back: None,
            once: columns.len() == known.len(),
        };
        ClausePlan {
            known: slots(true).map(Match::Bind).collect(),
            again: (!step.once).then_some(0),
            steps: [step].into(),
            answer: slots(false).map(Build::Slot).collect(),
            slots: known.len(),
        }
    }

    fn fact_index(&mut self, table: usize, columns: &[usize]) -> usize {
        let indexes = &mut self.program.fact_indexes;
        let same = |i: &FactIndex| i.table == table && i.chains.columns() == columns;
        indexes.iter().position(same).unwrap_or_else(|| {
            indexes.push(FactIndex {
                table,
                chains: Chains::new(columns),
            });
            indexes.len() - 1
        })
    }

    fn fluent_index(&mut self, shape: (Symbol, usize), columns: Vec<usize>) -> usize {
        let shapes = &mut self.program.shapes;
        let shape = shapes.iter().position(|s| *s == shape).unwrap_or_else(|| {
            shapes.push(shape);
            shapes.len() - 1
        });
        let indexes = &mut self.program.fluent_indexes;
        let same = |i: &FluentIndex| i.shape == shape && i.columns == columns;
        indexes.iter().position(same).unwrap_or_else(|| {
            indexes.push(FluentIndex { shape, columns });
            indexes.len() - 1
        })
    }

    fn clause(&mut self, clause: &Clause, known: &[bool]) -> Result<ClausePlan, Stopped> {
        let mut scope = Scope::new(clause);
        let args = || clause.head.args.iter().zip(known);
        let matched: Box<[_]> = args()
            .filter(|(_, known)| **known)
            .map(|(arg, _)| self.matcher(arg, &mut scope))
            .collect();
        let is_table = |atom: &Atom| {
            let info = self.numbers.get(&atom.signature());
            info.is_some_and(|&number| self.relations[number].rules.is_empty())
        };
        let order = order(clause, scope.bound.clone(), &self.sizes, is_table);
        let order = order.ok_or_else(|| self.unsafe_rule(clause))?;
        let mut steps = Vec::with_capacity(order.len());
        let mut bound_by = Vec::with_capacity(order.len());
        for condition in order {
            let before = scope.bound.clone();
            let op = self.op(&clause.body[condition], &mut scope);
            steps.push(op);
            let new = (0..before.len()).filter(|&v| scope.bound[v] && !before[v]);
            bound_by.push(new.collect::<Vec<_>>());
        }
        let free = args().filter(|(_, known)| !**known);
        let unbound = |(arg, _): (&Pattern, &bool)| !is_known(arg, &scope.bound);
        if free.clone().any(unbound) {
            return Err(self.unsafe_rule(clause));
        }
        let answer: Box<[_]> = free.map(|(arg, _)| self.builder(arg)).collect();
        let mut needed = vec![false; clause.variables.len()];
        answer
            .iter()
            .for_each(|build| build.mark_slots(&mut needed));
        Ok(link(matched, steps, bound_by, answer, needed))
    }

    fn unsafe_rule(&self, clause: &Clause) -> Stopped {
        let name = self.program.symbols.key(clause.head.relation);
        Stopped::Misuse(format!(
            "a rule of `{name}` uses a variable that none of its positive conditions binds"
        ))
    }

    fn op(&mut self, condition: &Condition, scope: &mut Scope) -> Op {
        match condition {
            Condition::Distinct(left, right) => {
                Op::Distinct(self.builder(left), self.builder(right))
            }
            Condition::Fails(atom) => self.test(atom, false),
            Condition::Holds(atom) if atom.args.iter().all(|arg| scope.knows(arg)) => {
                self.test(atom, true)
            }
            Condition::Holds(atom) => self.lookup(atom, scope),
        }
    }

    /// Tests an atom all of whose variables have values.
    fn test(&mut self, atom: &Atom, holds: bool) -> Op {
        let mut key: Vec<_> = atom.args.iter().map(|arg| self.builder(arg)).collect();
        match atom.signature() {
            (Symbol::TRUE, 1) => Op::TrueTest {
                term: key.remove(0),
                holds,
            },
            (Symbol::DOES, 2) => Op::DoesTest {
                role: key.remove(0),
                action: key.remove(0),
                holds,
            },
            signature => {
                let relation = self.relation(signature);
                let info = &self.relations[relation];
                match (info.table, info.rules.is_empty()) {
                    (Some(table), true) => {
                        let columns: Vec<_> = (0..key.len()).collect();
                        Op::FactTest {
                            index: self.fact_index(table, &columns),
                            key: key.into(),
                            holds,
                        }
                    }
                    _ => Op::GoalTest {
                        plan: self.plan(relation, vec![true; key.len()], true),
                        key: key.into(),
                        holds,
                    },
                }
            }
        }
    }

    /// Looks up an atom that has variables without values.
    fn lookup(&mut self, atom: &Atom, scope: &mut Scope) -> Op {
        match (atom.relation, &atom.args[..]) {
            (Symbol::TRUE, [Pattern::Function(name, args)]) => {
                let (columns, key, rest) = self.columns(args, scope);
                Op::True {
                    index: self.fluent_index((*name, args.len()), columns),
                    key,
                    rest,
                }
            }
            (Symbol::TRUE, [pattern]) => Op::TrueAny {
                pattern: self.matcher(pattern, scope),
            },
            (Symbol::DOES, [role, action]) if scope.knows(role) => Op::DoesOf {
                role: self.builder(role),
                action: self.matcher(action, scope),
            },
            (Symbol::DOES, [role, action]) => Op::Does {
                role: self.matcher(role, scope),
                action: self.matcher(action, scope),
            },
            _ => self.lookup_relation(atom, scope),
        }
    }

    fn lookup_relation(&mut self, atom: &Atom, scope: &mut Scope) -> Op {
        let relation = self.relation(atom.signature());
        let info = &self.relations[relation];
        if let (Some(table), true) = (info.table, info.rules.is_empty()) {
            let (columns, key, rest) = self.columns(&atom.args, scope);
            return Op::Facts {
                index: self.fact_index(table, &columns),
                key,
                rest,
            };
        }
        let known: Vec<_> = atom.args.iter().map(|arg| scope.knows(arg)).collect();
        let plan = self.plan(relation, known.clone(), false);
        let split = self.program.plans[plan].free != atom.args.len();
        let is_key = |known: bool| known && split;
        let key = atom
            .args
            .iter()
            .zip(&known)
            .filter(|(_, known)| is_key(**known));
        let key = key.map(|(arg, _)| self.builder(arg)).collect();
        let rest = atom
            .args
            .iter()
            .zip(&known)
            .filter(|(_, known)| !is_key(**known));
        Op::Goal {
            plan,
            key,
            rest: rest.map(|(arg, _)| self.matcher(arg, scope)).collect(),
        }
    }

    /// Splits arguments into the columns to look up by, their values, and what to do with the other columns.
    #[allow(clippy::type_complexity)]
    fn columns(
        &mut self,
        args: &[Pattern],
        scope: &mut Scope,
    ) -> (Vec<usize>, Box<[Build]>, Box<[(usize, Match)]>) {
        let known: Vec<_> = args.iter().map(|arg| scope.knows(arg)).collect();
        let columns: Vec<_> = (0..args.len()).filter(|&c| known[c]).collect();
        let key = columns.iter().map(|&c| self.builder(&args[c])).collect();
        let others = (0..args.len()).filter(|&c| !known[c]);
        let rest = others
            .map(|c| (c, self.matcher(&args[c], scope)))
            .filter(|(_, matcher)| *matcher != Match::Any)
            .collect();
        (columns, key, rest)
    }

    fn matcher(&mut self, pattern: &Pattern, scope: &mut Scope) -> Match {
        if scope.knows(pattern) {
            return Match::Equal(self.builder(pattern));
        }
        match pattern {
            Pattern::Variable(v) if scope.uses[*v] == 1 => Match::Any,
            Pattern::Variable(v) => {
                scope.bound[*v] = true;
                Match::Bind(*v)
            }
            Pattern::Function(name, args) => {
                let args = args.iter().map(|arg| self.matcher(arg, scope));
                Match::Shape(*name, args.collect())
            }
            Pattern::Constant(_) => Match::Equal(self.builder(pattern)),
        }
    }

    fn builder(&mut self, pattern: &Pattern) -> Build {
        match (self.ground(pattern), pattern) {
            (Some(term), _) => Build::Term(term),
            (None, Pattern::Variable(v)) => Build::Slot(*v),
            (None, Pattern::Function(name, args)) => {
                Build::Make(*name, args.iter().map(|arg| self.builder(arg)).collect())
            }
            (None, Pattern::Constant(name)) => Build::Make(*name, Box::default()),
        }
    }
}

/// The variables of a clause while it is being compiled.
struct Scope {
    /// Which have values by now.
    bound: Vec<bool>,
    /// How often each occurs in the clause.
    uses: Vec<usize>,
}

impl Scope {
    fn new(clause: &Clause) -> Scope {
        let mut uses = vec![0; clause.variables.len()];
        let mut count = |pattern: &Pattern| count_uses(pattern, &mut uses);
        clause.head.args.iter().for_each(&mut count);
        for condition in &clause.body {
            match condition {
                Condition::Holds(atom) | Condition::Fails(atom) => {
                    atom.args.iter().for_each(&mut count);
                }
                Condition::Distinct(left, right) => {
                    count(left);
                    count(right);
                }
            }
        }
        Scope {
            bound: vec![false; uses.len()],
            uses,
        }
    }

    fn knows(&self, pattern: &Pattern) -> bool {
        is_known(pattern, &self.bound)
    }
}

fn count_uses(pattern: &Pattern, uses: &mut [usize]) {
    match pattern {
        Pattern::Variable(v) => uses[*v] += 1,
        Pattern::Constant(_) => {}
        Pattern::Function(_, args) => args.iter().for_each(|arg| count_uses(arg, uses)),
    }
}

/// Decides which steps may have another match that matters, and where to go when there is none.
fn link(
    known: Box<[Match]>,
    ops: Vec<Op>,
    bound_by: Vec<Vec<usize>>,
    answer: Box<[Build]>,
    mut needed: Vec<bool>,
) -> ClausePlan {
    let slots = needed.len();
    // Once everything that the answer consists of is known, one proof of the rest is enough.
    let decisive = bound_by
        .iter()
        .rposition(|new| new.iter().any(|&v| needed[v]));
    let mut once = vec![true; ops.len()];
    for (position, op) in ops.iter().enumerate().rev() {
        once[position] = !bound_by[position].iter().any(|&v| needed[v]);
        op.mark_slots(&mut needed);
    }
    let mut last = None;
    let mut steps = Vec::with_capacity(ops.len());
    for (position, op) in ops.into_iter().enumerate() {
        steps.push(Step {
            op,
            back: last,
            once: once[position],
        });
        if !once[position] {
            last = Some(position);
        }
    }
    ClausePlan {
        known,
        steps: steps.into(),
        answer,
        again: decisive,
        slots,
    }
}

fn relation_infos(graph: &Dependencies) -> Vec<RelationInfo> {
    let on_moves = graph.users(|relation| relation == (Symbol::DOES, 2));
    let on_state = graph.users(|relation| relation == (Symbol::TRUE, 1));
    let info = |relation: &Relation| RelationInfo {
        relation: *relation,
        layer: match relation {
            _ if on_moves.contains(relation) => Layer::Moves,
            _ if on_state.contains(relation) => Layer::State,
            _ => Layer::Static,
        },
        table: None,
        rules: Vec::new(),
        plans: 0,
    };
    graph.relations().iter().map(info).collect()
}
