//! Relates the states of a variant to the states of the original, for value transfer.
//!
//! A *view* keeps some facts of a state, renames their coordinates and hides the others. The value of a variant's
//! state is the mean over all original states that look the same through some pair of views.

use senet_gdl::{Symbols, Term};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Relates states of a variant (the target) to states of the original (the source).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VariantCorrespondence {
    /// True if goals are inverted: a value v becomes 100 − v.
    pub is_inverse: bool,
    /// The views of states of the original.
    pub source: Vec<StateView>,
    /// The views of states of the variant.
    pub target: Vec<StateView>,
}

/// The three ways to initialise values of the variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Initialisation {
    /// The value of the same state.
    Direct,
    /// 100 minus the value of the same state.
    Inverse,
    /// The mean value of all states that look the same.
    Average,
}

/// A view of a state: renames coordinates and hides fluents.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StateView {
    /// The renamings of coordinates.
    pub renamings: Vec<CoordinateRenaming>,
    /// The hidden fluents, by name and arity.
    pub hidden: Vec<(String, usize)>,
}

/// Renames the coordinates at some argument positions. Facts with other coordinates there are hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoordinateRenaming {
    /// The argument positions: name of the fluent or function, arity, and index from 0.
    pub positions: Vec<(String, usize, usize)>,
    /// The new words. `None` hides a coordinate. Words without an entry stay the same.
    pub words: BTreeMap<String, Option<String>>,
}

impl CoordinateRenaming {
    /// Maps a part of a long row, from an offset on, to a shorter row.
    pub(super) fn new(
        positions: &[(String, usize, usize)],
        large: &[String],
        offset: usize,
        small: &[String],
    ) -> CoordinateRenaming {
        let word = |(at, word): (usize, &String)| {
            let seen = at.checked_sub(offset).and_then(|at| small.get(at));
            (word.clone(), seen.cloned())
        };
        CoordinateRenaming {
            positions: positions.to_vec(),
            words: large.iter().enumerate().map(word).collect(),
        }
    }

    fn is_at(&self, name: &str, arity: usize, index: usize) -> bool {
        let mut all = self.positions.iter();
        all.any(|(n, a, i)| n == name && (*a, *i) == (arity, index))
    }
}

impl StateView {
    pub(super) fn renaming(mut self, renaming: CoordinateRenaming) -> StateView {
        self.renamings.push(renaming);
        self
    }

    /// Returns the fact as the view shows it, in lower case; `None` if it is hidden.
    pub fn fact(&self, fact: &Term, symbols: &Symbols) -> Option<String> {
        let (name, arity) = match fact {
            Term::Function(name, args, _) => (*name, args.len()),
            Term::Constant(name, _) | Term::Variable(name, _) => (*name, 0),
        };
        let name = symbols.key(name);
        if self.hidden.iter().any(|(n, a)| n == name && *a == arity) {
            return None;
        }
        self.term(fact, symbols)
    }

    fn term(&self, term: &Term, symbols: &Symbols) -> Option<String> {
        match term {
            Term::Constant(word, _) | Term::Variable(word, _) => Some(symbols.key(*word).into()),
            Term::Function(name, args, _) => {
                let name = symbols.key(*name);
                let mut text = format!("({name}");
                for (index, arg) in args.iter().enumerate() {
                    let seen = self.term(arg, symbols)?;
                    text.push(' ');
                    text.push_str(&self.word(name, args.len(), index, seen)?);
                }
                text.push(')');
                Some(text)
            }
        }
    }

    fn word(&self, name: &str, arity: usize, index: usize, word: String) -> Option<String> {
        let here = |r: &&CoordinateRenaming| r.is_at(name, arity, index);
        self.renamings
            .iter()
            .filter(here)
            .try_fold(word, |word, renaming| match renaming.words.get(&word) {
                Some(new) => new.clone(),
                None => Some(word),
            })
    }

    fn is_plain(&self) -> bool {
        *self == StateView::default()
    }

    /// Applies this view, then the other one.
    fn and(&self, other: &StateView) -> StateView {
        StateView {
            renamings: [&self.renamings[..], &other.renamings].concat(),
            hidden: [&self.hidden[..], &other.hidden].concat(),
        }
    }
}

impl VariantCorrespondence {
    /// Relates each state to itself.
    pub fn direct() -> VariantCorrespondence {
        VariantCorrespondence {
            is_inverse: false,
            source: vec![StateView::default()],
            target: vec![StateView::default()],
        }
    }

    /// Relates each state to itself, with inverted values.
    pub fn inverse() -> VariantCorrespondence {
        VariantCorrespondence {
            is_inverse: true,
            ..VariantCorrespondence::direct()
        }
    }

    /// Hides a fluent of the original that the variant lacks.
    pub(super) fn hiding(name: String, arity: usize) -> VariantCorrespondence {
        let mut found = VariantCorrespondence::direct();
        found.source[0].hidden.push((name, arity));
        found
    }

    /// Returns the way to initialise values. `Average` may also invert the values.
    pub fn initialisation(&self) -> Initialisation {
        let mut views = self.source.iter().chain(&self.target);
        match (views.all(StateView::is_plain), self.is_inverse) {
            (true, false) => Initialisation::Direct,
            (true, true) => Initialisation::Inverse,
            (false, _) => Initialisation::Average,
        }
    }

    /// Composes two correspondences, the first from the original to a variant and the second from there to another
    /// variant. The result is exact if the two rename different arguments or if one of them is direct.
    pub fn then(&self, other: &VariantCorrespondence) -> VariantCorrespondence {
        let pairs = |left: &[StateView], right: &[StateView]| -> Vec<StateView> {
            let with = |l: &StateView| right.iter().map(|r| l.and(r)).collect::<Vec<_>>();
            left.iter().flat_map(with).collect()
        };
        VariantCorrespondence {
            is_inverse: self.is_inverse != other.is_inverse,
            source: pairs(&self.source, &other.source),
            target: pairs(&other.target, &self.target),
        }
    }
}
