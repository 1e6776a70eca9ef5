//! Compiles rules to plans.

mod clause;
mod scope;

use super::plan::{
    ClausePlan, CompiledRules, DependsOn, FactIndex, FluentIndex, GoalPlan, PlanStep, Scan,
    StepOperation, TermBuilder, TermMatcher,
};
use super::rows::{ColumnIndex, Rows};
use super::size_estimates::{RelationSize, SizeEstimates};
use crate::Stopped;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Clause, Condition, Dependencies, Description, Pattern, Relation, Symbol};
use senet_ground::{TermId, Terms};

/// Maximum number of conditions in a rule body.
const MAX_CONDITIONS: usize = 1000;
/// Maximum number of plans per relation. Beyond it, a plan without known arguments is used.
const MAX_PLANS: usize = 24;

/// A query to the game: a relation, and which of its arguments are known.
pub(super) type Query = (Relation, &'static [bool]);

/// The properties of a relation.
struct RelationInfo {
    relation: Relation,
    depends_on: DependsOn,
    table: Option<usize>,
    /// Indices of the clauses that are not facts.
    rules: Vec<usize>,
    plans: usize,
}

/// Compiles clauses to plans, starting from the queries and continuing with everything that they
/// need.
pub(super) struct Compiler<'a> {
    clauses: &'a [Clause],
    sizes: SizeEstimates,
    relations: Vec<RelationInfo>,
    numbers: FxHashMap<Relation, usize>,
    plan_numbers: FxHashMap<(usize, Vec<bool>), usize>,
    /// Plans that have a number but no clauses yet.
    pending: Vec<(usize, Vec<bool>)>,
    program: CompiledRules,
}

impl<'a> Compiler<'a> {
    /// Prepares the facts of a description, given with its clauses.
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
            sizes: SizeEstimates::default(),
            numbers: graph.relations().iter().copied().zip(0..).collect(),
            relations,
            plan_numbers: FxHashMap::default(),
            pending: Vec::new(),
            program: CompiledRules {
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

    /// The number of a relation, even if no rule defines it.
    fn relation(&mut self, relation: Relation) -> usize {
        *self.numbers.entry(relation).or_insert_with(|| {
            self.relations.push(RelationInfo {
                relation,
                depends_on: DependsOn::Static,
                table: None,
                rules: Vec::new(),
                plans: 0,
            });
            let name = self.program.symbols.key(relation.0).to_string();
            self.program.names.push(name);
            self.relations.len() - 1
        })
    }

    /// The ground term of a pattern; `None` if it has variables.
    fn ground(&mut self, pattern: &Pattern) -> Option<TermId> {
        match pattern {
            Pattern::Constant(name) => Some(self.program.terms.make(*name, &[])),
            Pattern::Function(name, args) => {
                let args: Option<Vec<_>> = args.iter().map(|arg| self.ground(arg)).collect();
                Some(self.program.terms.make(*name, &args?))
            }
            Pattern::Variable(_) => None,
        }
    }

    /// Compiles the queries; returns the rules and the plan number of each query. The fluents of a
    /// typical state decide the order of conditions; they come with the store of their terms.
    pub fn compile(
        mut self,
        queries: &[Query],
        fluents: (&[TermId], &Terms),
        roles: usize,
    ) -> Result<(CompiledRules, Vec<usize>), Stopped> {
        let tables = self.relations.iter().filter_map(|info| {
            let table = info.table?;
            Some((
                info.relation,
                RelationSize::of_rows(&self.program.tables[table]),
            ))
        });
        self.sizes = SizeEstimates::new(self.clauses, tables, fluents.0, fluents.1, roles);
        let mut numbers = Vec::new();
        for (relation, known) in queries {
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
            depends_on: info.depends_on,
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
        // Non-recursive rules come first, so that recursive ones find their answers.
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

    /// A clause whose answers are the facts of a table.
    fn table_clause(&mut self, table: usize, known: &[bool]) -> ClausePlan {
        let slots = |of: bool| {
            let slots = known
                .iter()
                .enumerate()
                .filter(move |(_, known)| **known == of);
            slots.map(|(slot, _)| slot)
        };
        let columns: Vec<_> = slots(true).collect();
        let step = PlanStep {
            op: StepOperation::Scan(Scan::Facts {
                index: self.fact_index(table, &columns),
                key: slots(true).map(TermBuilder::Slot).collect(),
                rest: slots(false)
                    .map(|slot| (slot, TermMatcher::Bind(slot)))
                    .collect(),
            }),
            back: None,
        };
        ClausePlan {
            known: slots(true).map(TermMatcher::Bind).collect(),
            again: (columns.len() < known.len()).then_some(0),
            steps: [step].into(),
            answer: slots(false).map(TermBuilder::Slot).collect(),
            slots: known.len(),
        }
    }

    fn fact_index(&mut self, table: usize, columns: &[usize]) -> usize {
        let indexes = &mut self.program.fact_indexes;
        let same = |i: &FactIndex| i.table == table && i.chains.columns() == columns;
        indexes.iter().position(same).unwrap_or_else(|| {
            indexes.push(FactIndex {
                table,
                chains: ColumnIndex::new(columns),
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
        depends_on: match relation {
            _ if on_moves.contains(relation) => DependsOn::Moves,
            _ if on_state.contains(relation) => DependsOn::State,
            _ => DependsOn::Static,
        },
        table: None,
        rules: Vec::new(),
        plans: 0,
    };
    graph.relations().iter().map(info).collect()
}
