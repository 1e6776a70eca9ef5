//! Rules to instructions.

mod clause;
mod scope;

use super::plan::{
    Build, ClausePlan, FactIndex, FluentIndex, GoalPlan, Layer, Op, Playout, Program, Scan, Step,
};
use super::rows::{Chains, Rows};
use super::sizes::{Size, Sizes};
use super::terms::{TermId, Terms};
use crate::Stopped;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Clause, Condition, Dependencies, Description, Pattern, Relation, Symbol};

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
            op: Op::Scan(Scan::Facts {
                index: self.fact_index(table, &columns),
                key: slots(true).map(Build::Slot).collect(),
                rest: slots(false)
                    .map(|slot| (slot, Playout::Bind(slot)))
                    .collect(),
            }),
            back: None,
        };
        ClausePlan {
            known: slots(true).map(Playout::Bind).collect(),
            again: (columns.len() < known.len()).then_some(0),
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
}

fn relation_infos(graph: &Dependencies) -> Vec<RelationInfo> {
    let users = |of: Relation| -> FxHashSet<_> {
        graph.users(|relation| relation == of).into_iter().collect()
    };
    let on_moves = users((Symbol::DOES, 2));
    let on_state = users((Symbol::TRUE, 1));
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
