//! How states of a variant relate to states of the original, as value transfer needs it.
//!
//! States are looked at through *views*: a view keeps some facts, renames coordinates in them, and leaves the others out. A state of the
//! variant is worth the mean of the values of all states of the original that look the same through some pair of views.

use senet_gdl::{Symbols, Term};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How states of a variant (the target) relate to states of the original (the source).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Correspondence {
    /// Whether what was good is bad now: a value v becomes 100 − v.
    pub is_inverse: bool,
    /// The ways to look at states of the original.
    pub source: Vec<StateView>,
    /// The ways to look at states of the variant.
    pub target: Vec<StateView>,
}

/// The three ways to carry values over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Initialisation {
    /// The value of the same state.
    Direct,
    /// 100 minus the value of the same state.
    Inverse,
    /// The mean of the values of all states that look the same.
    Average,
}

/// A way to look at the facts of a state.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StateView {
    /// Other words for coordinates.
    pub renamings: Vec<CoordinateRenaming>,
    /// Facts that are not seen: name and number of arguments.
    pub hidden: Vec<(String, usize)>,
}

/// Other words for coordinates at some arguments of facts; facts with other coordinates there are not seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoordinateRenaming {
    /// The arguments: name of the fact or function, number of arguments, which of them from 0.
    pub positions: Vec<(String, usize, usize)>,
    /// The new words; nothing for coordinates that are not seen. Words that are no coordinates stay as they are.
    pub words: BTreeMap<String, Option<String>>,
}

impl CoordinateRenaming {
    /// Sees the part of a row that begins at an offset as a shorter row.
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

    /// What a fact looks like, in lower case; nothing if it is not seen.
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

    /// First one view, then the other.
    fn and(&self, other: &StateView) -> StateView {
        StateView {
            renamings: [&self.renamings[..], &other.renamings].concat(),
            hidden: [&self.hidden[..], &other.hidden].concat(),
        }
    }
}

impl Correspondence {
    /// The same states.
    pub fn direct() -> Correspondence {
        Correspondence {
            is_inverse: false,
            source: vec![StateView::default()],
            target: vec![StateView::default()],
        }
    }

    /// The same states with opposite values.
    pub fn inverse() -> Correspondence {
        Correspondence {
            is_inverse: true,
            ..Correspondence::direct()
        }
    }

    /// Facts of the original that the variant does not have.
    pub(super) fn hiding(name: String, arity: usize) -> Correspondence {
        let mut found = Correspondence::direct();
        found.source[0].hidden.push((name, arity));
        found
    }

    /// Which of the three ways to carry values over this is. An average may be of inverse values, too.
    pub fn initialisation(&self) -> Initialisation {
        let mut views = self.source.iter().chain(&self.target);
        match (views.all(StateView::is_plain), self.is_inverse) {
            (true, false) => Initialisation::Direct,
            (true, true) => Initialisation::Inverse,
            (false, _) => Initialisation::Average,
        }
    }

    /// This from the original to a variant and the other from the variant to a variant of it. The views of states in the middle are
    /// moved to the ends, which is exact as long as the two speak of different arguments, or one of them changes nothing.
    pub fn then(&self, other: &Correspondence) -> Correspondence {
        let pairs = |left: &[StateView], right: &[StateView]| -> Vec<StateView> {
            let with = |l: &StateView| right.iter().map(|r| l.and(r)).collect::<Vec<_>>();
            left.iter().flat_map(with).collect()
        };
        Correspondence {
            is_inverse: self.is_inverse != other.is_inverse,
            source: pairs(&self.source, &other.source),
            target: pairs(&other.target, &self.target),
        }
    }
}
