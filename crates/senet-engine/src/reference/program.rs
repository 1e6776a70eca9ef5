//! The rules in evaluation order.

use crate::Stopped;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Dependencies, Description, Literal, Relation, Rule, Stratum, Symbol, strata};

/// Maximum number of literals in a rule body, since each literal takes one level of recursion.
const MAX_LITERALS: usize = 1000;

/// The relations that can be queried.
const QUERIED: [Relation; 8] = [
    (Symbol::BASE, 1),
    (Symbol::INPUT, 2),
    (Symbol::INIT, 1),
    (Symbol::NEXT, 1),
    (Symbol::LEGAL, 2),
    (Symbol::GOAL, 2),
    (Symbol::TERMINAL, 0),
    (Symbol::SEES, 2),
];

/// The inputs that a relation depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DependsOn {
    /// Nothing: its facts hold always or never.
    Static,
    /// The state.
    State,
    /// The state and the moves.
    Moves,
}

/// Name and dependence of a relation.
pub(super) struct RelationInfo {
    pub name: String,
    pub depends_on: DependsOn,
}

/// A description with numbered relations and stratified rules.
pub(super) struct Program {
    pub description: Description,
    pub relations: Vec<RelationInfo>,
    /// A stratum depends only on itself and on earlier strata.
    pub strata: Vec<Stratum>,
    numbers: FxHashMap<Relation, usize>,
    /// The strata that each queried relation needs, in order.
    needs: FxHashMap<Relation, Vec<usize>>,
}

impl Program {
    /// Stratifies the rules; fails if a rule is too long.
    pub fn new(description: &Description) -> Result<Program, Stopped> {
        if let Some(rule) = description.rules.iter().find(|r| length(r) > MAX_LITERALS) {
            return Err(Stopped::RuleTooLong {
                relation: description.symbols.key(rule.head.relation).to_string(),
                limit: MAX_LITERALS,
            });
        }
        let graph = Dependencies::of(description);
        let mut program = Program {
            description: description.clone(),
            relations: relations(description, &graph),
            strata: strata(description).strata,
            numbers: graph.relations().iter().copied().zip(0..).collect(),
            needs: FxHashMap::default(),
        };
        for queried in QUERIED {
            let needs = program.needed_for(queried, &graph);
            program.needs.insert(queried, needs);
        }
        Ok(program)
    }

    fn needed_for(&self, queried: Relation, graph: &Dependencies) -> Vec<usize> {
        let used: FxHashSet<_> = graph
            .closure(|relation| relation == queried)
            .into_iter()
            .collect();
        let needed = |stratum: &usize| {
            let heads = self.strata[*stratum]
                .rules
                .iter()
                .map(|&rule| self.head(rule));
            heads.into_iter().any(|head| used.contains(&head))
        };
        (0..self.strata.len()).filter(needed).collect()
    }

    fn head(&self, rule: usize) -> Relation {
        let head = &self.description.rules[rule].head;
        (head.relation, head.args.len())
    }

    /// The number of a relation; `None` if no rule mentions it.
    pub fn number(&self, relation: Relation) -> Option<usize> {
        self.numbers.get(&relation).copied()
    }

    /// The number of the relation that a rule defines.
    pub fn defines(&self, rule: usize) -> usize {
        self.numbers[&self.head(rule)]
    }

    /// The uses of relations of the rule's own stratum. Each use has a body position (`None` inside
    /// an `or` or `and`) and a relation number.
    pub fn recursive_uses(&self, stratum: usize, rule: usize) -> Vec<(Option<usize>, usize)> {
        let own: Vec<usize> = self.strata[stratum]
            .rules
            .iter()
            .map(|&r| self.defines(r))
            .collect();
        let mut uses = Vec::new();
        for (position, literal) in self.description.rules[rule].body.iter().enumerate() {
            let plain = matches!(literal, Literal::Holds(_)).then_some(position);
            literal.visit_sentences(&mut |sentence, _| {
                let used = self.number((sentence.relation, sentence.args.len()));
                uses.extend(
                    used.filter(|used| own.contains(used))
                        .map(|used| (plain, used)),
                );
            });
        }
        uses
    }

    /// The strata to derive for a queried relation, in order.
    pub fn needs(&self, queried: Relation) -> &[usize] {
        self.needs.get(&queried).map_or(&[], Vec::as_slice)
    }

    /// The inputs that the relations of a stratum depend on.
    pub fn depends_on(&self, stratum: usize) -> DependsOn {
        let first = self.strata[stratum].rules.first();
        first.map_or(DependsOn::Static, |&rule| {
            self.relations[self.defines(rule)].depends_on
        })
    }
}

fn relations(description: &Description, graph: &Dependencies) -> Vec<RelationInfo> {
    let users = |of: Relation| -> FxHashSet<_> {
        graph.users(|relation| relation == of).into_iter().collect()
    };
    let on_moves = users((Symbol::DOES, 2));
    let on_state = users((Symbol::TRUE, 1));
    let info = |relation: &Relation| RelationInfo {
        name: description.symbols.key(relation.0).to_string(),
        depends_on: match relation {
            _ if on_moves.contains(relation) => DependsOn::Moves,
            _ if on_state.contains(relation) => DependsOn::State,
            _ => DependsOn::Static,
        },
    };
    graph.relations().iter().map(info).collect()
}

/// The number of literals of a rule, including nested ones.
fn length(rule: &Rule) -> usize {
    rule.body.iter().map(size).sum()
}

fn size(literal: &Literal) -> usize {
    match literal {
        Literal::Holds(_) | Literal::Distinct(..) => 1,
        Literal::Not(inner, _) => 1 + size(inner),
        Literal::Or(parts, _) | Literal::And(parts, _) => 1 + parts.iter().map(size).sum::<usize>(),
    }
}
