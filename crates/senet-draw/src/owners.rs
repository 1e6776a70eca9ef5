//! Finds the owners of pieces.

use crate::evidence::Evidence;
use crate::space::BoardSpace;
use senet_gdl::{Description, Rule, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The role that owns each constant, if the rules determine it.
#[derive(Clone, Debug, Default)]
pub struct Owners(BTreeMap<String, usize>);

impl Owners {
    /// Finds owners. A role owns itself, and the constants that share more rules with it than with any other role.
    pub fn of(description: &Description) -> Owners {
        let roles = description.roles();
        let mut together: BTreeMap<Symbol, Vec<usize>> = BTreeMap::new();
        for rule in &description.rules {
            let constants = constants(rule);
            let mut here = (0..roles.len()).filter(|&r| constants.contains(&roles[r]));
            let (Some(role), None) = (here.next(), here.next()) else {
                continue;
            };
            for &constant in constants.iter().filter(|c| !roles.contains(c)) {
                together.entry(constant).or_insert(vec![0; roles.len()])[role] += 1;
            }
        }
        // With a single role, colours of owners distinguish nothing.
        if roles.len() == 1 {
            return Owners::default();
        }
        let key = |symbol| description.symbols.key(symbol).to_string();
        let named = roles.iter().enumerate().map(|(role, &s)| (key(s), role));
        let found = together.into_iter();
        let owned = found.filter_map(|(symbol, counts)| Some((key(symbol), only_most(&counts)?)));
        Owners(owned.chain(named).collect())
    }

    /// Corrects owners by play: a role owns the contents that appear on boards when it alone chooses a move. Contents
    /// that appear after moves of several roles have no owner.
    pub fn observe(&mut self, spaces: &[BoardSpace], evidence: &Evidence, roles: &[String]) {
        let mut counts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for step in &evidence.steps {
            let Some(chooser) = step.chooser else {
                continue;
            };
            for fact in step.added() {
                let layers = spaces.iter().flat_map(|space| &space.layers);
                for layer in layers.filter(|layer| layer.holds(fact)) {
                    let mut words = layer.contents(fact);
                    if words.is_empty() {
                        words.push(layer.name.clone());
                    }
                    for word in words {
                        counts.entry(word).or_insert(vec![0; roles.len()])[chooser] += 1;
                    }
                }
            }
        }
        for (word, counts) in counts.into_iter().filter(|(w, _)| !roles.contains(w)) {
            let all: usize = counts.iter().sum();
            match only_most(&counts).filter(|&role| counts[role] * 10 >= all * 9) {
                Some(role) if roles.len() > 1 => self.0.insert(word, role),
                _ => self.0.remove(&word),
            };
        }
    }

    /// Returns the role that owns a constant.
    pub fn owner(&self, constant: &str) -> Option<usize> {
        self.0.get(constant).copied()
    }
}

/// Returns the constants of a rule, except goal values and relation names.
fn constants(rule: &Rule) -> BTreeSet<Symbol> {
    let mut found = BTreeSet::new();
    let mut visit = |sentence: &senet_gdl::Sentence| {
        let shown = match sentence.relation {
            Symbol::GOAL => 1,
            _ => sentence.args.len(),
        };
        for arg in sentence.args.iter().take(shown) {
            arg.visit(&mut |term| {
                if let Term::Constant(symbol, _) = term {
                    found.insert(*symbol);
                }
            });
        }
    };
    visit(&rule.head);
    for (sentence, _) in rule.body_sentences() {
        visit(sentence);
    }
    found
}

/// Returns the index of the largest number, if it is unique.
fn only_most(counts: &[usize]) -> Option<usize> {
    let most = *counts.iter().max()?;
    let mut places = (0..counts.len()).filter(|&at| counts[at] == most);
    let first = places.next()?;
    places.next().is_none().then_some(first)
}
