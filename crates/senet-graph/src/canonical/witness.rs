//! Which word stands for which in two games that are the same.

use super::rules::forms;
use super::{Canonical, TooHard};
use crate::Colour;
use rustc_hash::FxHashMap;
use senet_gdl::{Renaming, Symbol};

/// A renaming that makes one game of another. It has been tried: with it, every rule of the source is one of the target, and there is no
/// other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pairs: Vec<(Symbol, Symbol)>,
}

impl Witness {
    /// The renaming from one game to another with the same key. `None` if the games are different, or the same but for goal values
    /// that are written differently, such as `5` and `05`.
    pub fn between(
        source: &Canonical,
        target: &Canonical,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Witness>, TooHard> {
        if source.key != target.key {
            return Ok(None);
        }
        let witness = Witness {
            pairs: pairs(source, target),
        };
        let proven = witness.holds(source, target, stop)?;
        Ok(proven.then_some(witness))
    }

    /// Each word of the source, keywords excepted, and its word in the target.
    pub fn pairs(&self) -> &[(Symbol, Symbol)] {
        &self.pairs
    }

    /// The renaming as words.
    pub fn mapping(&self, source: &Canonical, target: &Canonical) -> Renaming {
        let (from, to) = (&source.description.symbols, &target.description.symbols);
        let word = |&(old, new)| (from.spelling(old).to_owned(), to.spelling(new).to_owned());
        Renaming::new(self.pairs.iter().map(word).collect())
    }

    /// Whether the source is the target under these names, rule for rule.
    fn holds(
        &self,
        source: &Canonical,
        target: &Canonical,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, TooHard> {
        let new: FxHashMap<_, _> = self.pairs.iter().copied().collect();
        let word = |symbol| new.get(&symbol).copied().unwrap_or(symbol);
        let renamed = forms(&source.description, &word, stop)?;
        Ok(renamed == forms(&target.description, &|symbol| symbol, stop)?)
    }
}

/// The words at the same places of both canonical orders; for goal values, too, since they may be written in several ways.
fn pairs(source: &Canonical, target: &Canonical) -> Vec<(Symbol, Symbol)> {
    let places = source.labelling.order.iter().zip(&target.labelling.order);
    let mut seen = FxHashMap::default();
    let mut pairs = Vec::new();
    for (&one, &other) in places {
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
