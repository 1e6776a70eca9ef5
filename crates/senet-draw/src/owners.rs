//! Finds the owners of pieces.

use senet_gdl::{Description, Rule, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The role that owns each constant, if the rules tell.
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
        let key = |symbol| description.symbols.key(symbol).to_string();
        let named = roles.iter().enumerate().map(|(role, &s)| (key(s), role));
        let found = together.into_iter();
        let owned = found.filter_map(|(symbol, counts)| Some((key(symbol), only_most(&counts)?)));
        Owners(owned.chain(named).collect())
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
