//! The rules in the order in which they are to be applied.

use crate::Stopped;
use rustc_hash::FxHashMap;
use senet_gdl::{Dependencies, Description, Literal, Relation, Rule, Symbol};

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
    component: usize,
    /// Positions of its rules in the description.
    pub rules: Vec<usize>,
}

/// Relations that are defined by means of each other, or a single one.
#[derive(Default)]
pub(super) struct Component {
    pub relations: Vec<usize>,
    pub recursive: bool,
}

/// A description whose relations are numbered and sorted by what they use.
pub(super) struct Program {
    pub description: Description,
    pub relations: Vec<RelationInfo>,
    /// A component uses only itself and those before it.
    pub components: Vec<Component>,
    numbers: FxHashMap<Relation, usize>,
    /// The components that each asked relation needs, in order.
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
            components: Vec::new(),
            numbers: FxHashMap::default(),
            needs: FxHashMap::default(),
        };
        program.sort(&graph);
        Ok(program)
    }

    fn sort(&mut self, graph: &Dependencies) {
        for (number, relation) in graph.relations().iter().enumerate() {
            self.numbers.insert(*relation, number);
            let component = self.relations[number].component;
            if self.components.len() <= component {
                self.components
                    .resize_with(component + 1, Component::default);
            }
            let component = &mut self.components[component];
            component.relations.push(number);
            component.recursive |=
                component.relations.len() > 1 || graph.in_cycle(*relation, *relation);
        }
        for asked in ASKED {
            let used = graph.closure(|relation| relation == asked);
            let mut needs: Vec<_> = used.iter().filter_map(|r| graph.component(*r)).collect();
            needs.sort_unstable();
            needs.dedup();
            self.needs.insert(asked, needs);
        }
    }

    /// The number of a relation; `None` if no rule mentions it.
    pub fn number(&self, relation: Relation) -> Option<usize> {
        self.numbers.get(&relation).copied()
    }

    /// The components to work out for an asked relation, in order.
    pub fn needs(&self, asked: Relation) -> &[usize] {
        self.needs.get(&asked).map_or(&[], Vec::as_slice)
    }

    /// The layer of all relations of a component.
    pub fn layer(&self, component: usize) -> Layer {
        let first = self.components[component].relations.first();
        first.map_or(Layer::Static, |&relation| self.relations[relation].layer)
    }
}

fn relations(description: &Description, graph: &Dependencies) -> Vec<RelationInfo> {
    let on_moves = graph.users(|relation| relation == (Symbol::DOES, 2));
    let on_state = graph.users(|relation| relation == (Symbol::TRUE, 1));
    let mut infos: Vec<_> = graph
        .relations()
        .iter()
        .map(|relation| RelationInfo {
            name: description.symbols.key(relation.0).to_string(),
            layer: match relation {
                _ if on_moves.contains(relation) => Layer::Moves,
                _ if on_state.contains(relation) => Layer::State,
                _ => Layer::Static,
            },
            component: graph.component(*relation).unwrap_or_default(),
            rules: Vec::new(),
        })
        .collect();
    let numbers: FxHashMap<_, _> = graph.relations().iter().zip(0..).collect();
    for (index, rule) in description.rules.iter().enumerate() {
        let number: usize = numbers[&(rule.head.relation, rule.head.args.len())];
        infos[number].rules.push(index);
    }
    infos
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
