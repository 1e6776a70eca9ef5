//! The rules in the order in which they are to be applied.

use crate::Stopped;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Dependencies, Description, Literal, Relation, Rule, Stratum, Symbol, strata};

/// The body of a rule may have at most this many literals: satisfying one costs a step of recursion.
const MAX_LITERALS: usize = 1000;

/// The relations that the game asks for.
const ASKED: [Relation; 6] = [
    (Symbol::INIT, 1),
    (Symbol::NEXT, 1),
    (Symbol::LEGAL, 2),
    (Symbol::GOAL, 2),
    (Symbol::TERMINAL, 0),
    (Symbol::SEES, 2),
];

/// What the truth of a relation can depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layer {
    /// Nothing: it holds always or never.
    Static,
    /// The state.
    State,
    /// The state and the moves.
    Moves,
}

/// What is known of a relation.
pub(super) struct RelationInfo {
    pub name: String,
    pub layer: Layer,
}

/// A description whose relations are numbered and whose rules are sorted by what they use.
pub(super) struct Program {
    pub description: Description,
    pub relations: Vec<RelationInfo>,
    /// A stratum uses only itself and those before it.
    pub strata: Vec<Stratum>,
    numbers: FxHashMap<Relation, usize>,
    /// The strata that each asked relation needs, in order.
    needs: FxHashMap<Relation, Vec<usize>>,
}

impl Program {
    /// Sorts the rules; fails if a rule is too long.
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
        for asked in ASKED {
            let needs = program.needed_for(asked, &graph);
            program.needs.insert(asked, needs);
        }
        Ok(program)
    }

    fn needed_for(&self, asked: Relation, graph: &Dependencies) -> Vec<usize> {
        let used: FxHashSet<_> = graph
            .closure(|relation| relation == asked)
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

    /// Where a rule uses a relation of its own stratum: the position in its body, or none if that is inside of an `or` or
    /// `and`, and the number of the relation.
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

    /// The strata to work out for an asked relation, in order.
    pub fn needs(&self, asked: Relation) -> &[usize] {
        self.needs.get(&asked).map_or(&[], Vec::as_slice)
    }

    /// The layer of all relations that a stratum defines.
    pub fn layer(&self, stratum: usize) -> Layer {
        let first = self.strata[stratum].rules.first();
        first.map_or(Layer::Static, |&rule| {
            self.relations[self.defines(rule)].layer
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
        layer: match relation {
            _ if on_moves.contains(relation) => Layer::Moves,
            _ if on_state.contains(relation) => Layer::State,
            _ => Layer::Static,
        },
    };
    graph.relations().iter().map(info).collect()
}

/// The number of literals of a rule, inner ones included.
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
