//! Isomorphisms between games, as renamings of symbols.

use super::rule_form::rule_forms;
use super::{Canonical, TooHard};
use crate::Colour;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Deadline, Renaming, Symbol};

/// A renaming that turns the source game into the target game. Its constructor has checked the renaming rule by rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isomorphism {
    pairs: Vec<(Symbol, Symbol)>,
}

impl Isomorphism {
    /// Finds the renaming between two games with the same key. Returns `None` if the games differ, even if only in
    /// the spelling of goal values, such as `5` and `05`.
    pub fn between(
        source: &Canonical,
        target: &Canonical,
        deadline: &Deadline,
    ) -> Result<Option<Isomorphism>, TooHard> {
        if source.key != target.key {
            return Ok(None);
        }
        let isomorphism = Isomorphism {
            pairs: symbol_pairs(source, target),
        };
        let is_proven = isomorphism.is_valid(source, target, deadline)?;
        Ok(is_proven.then_some(isomorphism))
    }

    /// Pairs of a source symbol and its target symbol, without keywords.
    pub fn pairs(&self) -> &[(Symbol, Symbol)] {
        &self.pairs
    }

    /// Returns the renaming as text.
    pub fn renaming(&self, source: &Canonical, target: &Canonical) -> Renaming {
        let (from, to) = (&source.description.symbols, &target.description.symbols);
        let spellings = |&(old, new)| (from.spelling(old).to_owned(), to.spelling(new).to_owned());
        Renaming::new(self.pairs.iter().map(spellings).collect())
    }

    /// Tests whether the renaming turns the rules of the source into exactly the rules of the target, and gives no two words one
    /// name. Goal values such as `5` and `05` have one place in the graph, but are different words.
    fn is_valid(
        &self,
        source: &Canonical,
        target: &Canonical,
        deadline: &Deadline,
    ) -> Result<bool, TooHard> {
        let mut names = FxHashSet::default();
        if !self.pairs.iter().all(|&(_, name)| names.insert(name)) {
            return Ok(false);
        }
        let new: FxHashMap<_, _> = self.pairs.iter().copied().collect();
        let rename = |symbol| new.get(&symbol).copied().unwrap_or(symbol);
        let renamed = rule_forms(&source.description, &rename, deadline)?;
        Ok(renamed == rule_forms(&target.description, &|symbol| symbol, deadline)?)
    }
}

/// Pairs the symbols at equal positions of both canonical orders. Goal values are included because their spelling may
/// differ.
fn symbol_pairs(source: &Canonical, target: &Canonical) -> Vec<(Symbol, Symbol)> {
    let positions = source.labelling.order.iter().zip(&target.labelling.order);
    let mut seen = FxHashMap::default();
    let mut pairs = Vec::new();
    for (&one, &other) in positions {
        let one = source.graph.nodes()[one as usize];
        let other = target.graph.nodes()[other as usize];
        let named = matches!(one.colour, Colour::Symbol | Colour::GoalValue(_));
        if let (true, Some(one), Some(other)) = (named, one.symbol, other.symbol)
            && seen.insert(one, other).is_none()
        {
            pairs.push((one, other));
        }
    }
    pairs.sort_unstable();
    pairs
}
