//! Projections of a game, and the values that they show.

use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::Symbol;
use senet_ground::{Grounded, TermId};

/// A relation of the state and some of its argument positions, counted from 0.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Projection {
    /// The position of the relation in [`Space`].
    pub relation: usize,
    /// The positions, increasing.
    pub positions: Vec<usize>,
}

/// A relation of the state.
pub struct Relation {
    /// The name.
    pub name: Symbol,
    /// The number of arguments.
    pub arity: usize,
    /// The fluents of the relation.
    pub fluents: Vec<u32>,
    /// The declared facts of the relation, or all its fluents if none are declared.
    declared: Vec<TermId>,
}

/// All relations of the state with their facts.
pub struct Space<'g> {
    grounded: &'g Grounded,
    /// The relations in order of their first fluents.
    pub relations: Vec<Relation>,
}

impl<'g> Space<'g> {
    /// Collects the relations of a game. A projection should show the facts that `base` declares; without
    /// declarations, all fluents.
    pub fn new(grounded: &'g Grounded) -> Space<'g> {
        let mut space = Space {
            grounded,
            relations: Vec::new(),
        };
        let mut numbers = FxHashMap::default();
        for (fluent, &term) in grounded.fluents.iter().enumerate() {
            let relation = space.relation(&mut numbers, term);
            relation.fluents.push(fluent as u32);
        }
        for &term in grounded.base.iter().flatten() {
            space.relation(&mut numbers, term).declared.push(term);
        }
        for relation in &mut space.relations {
            if relation.declared.is_empty() {
                let found = relation.fluents.iter();
                relation.declared = found.map(|&f| grounded.fluents[f as usize]).collect();
            }
        }
        space
    }

    fn relation(
        &mut self,
        numbers: &mut FxHashMap<(Symbol, usize), usize>,
        term: TermId,
    ) -> &mut Relation {
        let terms = &self.grounded.terms;
        let (name, arity) = (terms.name(term), terms.args(term).len());
        let new = || {
            self.relations.push(Relation {
                name,
                arity,
                fluents: Vec::new(),
                declared: Vec::new(),
            });
            self.relations.len() - 1
        };
        let number = *numbers.entry((name, arity)).or_insert_with(new);
        &mut self.relations[number]
    }

    /// The values that a projection shows of a fact.
    fn shown(&self, projection: &Projection, term: TermId) -> Vec<TermId> {
        let args = self.grounded.terms.args(term);
        projection
            .positions
            .iter()
            .map(|&position| args[position])
            .collect()
    }

    /// The fluents of a projection's relation, grouped by the values shown.
    pub fn groups(&self, projection: &Projection) -> Vec<Vec<u32>> {
        let mut numbers = FxHashMap::default();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for &fluent in &self.relations[projection.relation].fluents {
            let shown = self.shown(projection, self.grounded.fluents[fluent as usize]);
            let number = *numbers.entry(shown).or_insert(groups.len());
            if number == groups.len() {
                groups.push(Vec::new());
            }
            groups[number].push(fluent);
        }
        groups
    }

    /// The groups of fluents with declared values, and all fluents with other values.
    pub fn declared_groups(&self, projection: &Projection) -> (Vec<Vec<u32>>, Vec<u32>) {
        let relation = &self.relations[projection.relation];
        let declared = relation.declared.iter();
        let declared: FxHashSet<_> = declared.map(|&term| self.shown(projection, term)).collect();
        let is_declared = |group: &Vec<u32>| {
            let first = group
                .first()
                .map(|&fluent| self.grounded.fluents[fluent as usize]);
            first.is_some_and(|term| declared.contains(&self.shown(projection, term)))
        };
        let (groups, undeclared): (Vec<_>, Vec<_>) =
            self.groups(projection).into_iter().partition(is_declared);
        (groups, undeclared.into_iter().flatten().collect())
    }

    /// The values of a declared fact that the projected initial state lacks; `None` if the state shows all of them.
    pub fn missing_at_first(&self, projection: &Projection) -> Option<Vec<TermId>> {
        let grounded = self.grounded;
        let relation = &self.relations[projection.relation];
        let is_initial = |fluent: &&u32| grounded.initial.binary_search(fluent).is_ok();
        let initial = relation.fluents.iter().filter(is_initial);
        let initial: FxHashSet<_> = initial
            .map(|&fluent| self.shown(projection, grounded.fluents[fluent as usize]))
            .collect();
        let mut declared = relation
            .declared
            .iter()
            .map(|&term| self.shown(projection, term));
        declared.find(|shown| !initial.contains(shown))
    }

    /// Values that the initial state shows but no declared fact has.
    pub fn undeclared_at_first(&self, projection: &Projection) -> Option<Vec<TermId>> {
        let (_, undeclared) = self.declared_groups(projection);
        let is_initial = |fluent: &&u32| self.grounded.initial.binary_search(fluent).is_ok();
        let first = undeclared.iter().find(is_initial)?;
        Some(self.shown(projection, self.grounded.fluents[*first as usize]))
    }

    /// The values that a projection shows of a fact, as text.
    pub fn text(&self, shown: &[TermId]) -> String {
        let texts: Vec<_> = shown.iter().map(|&term| self.grounded.text(term)).collect();
        texts.join(" ")
    }

    /// The name of a relation, lower case.
    pub fn name(&self, relation: usize) -> &str {
        self.grounded.symbols.key(self.relations[relation].name)
    }
}
