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
    pub source: Vec<View>,
    /// The ways to look at states of the variant.
    pub target: Vec<View>,
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
pub struct View {
    /// Other words for coordinates.
    pub renamings: Vec<Renaming>,
    /// Facts that are not seen: name and number of arguments.
    pub hidden: Vec<(String, usize)>,
}

/// Other words for coordinates at some arguments of facts; facts with other coordinates there are not seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Renaming {
    /// The arguments: name of the fact or function, number of arguments, which of them from 0.
    pub positions: Vec<(String, usize, usize)>,
    /// The new words; nothing for coordinates that are not seen. Words that are no coordinates stay as they are.
    pub words: BTreeMap<String, Option<String>>,
}

impl Renaming {
    /// Sees the part of a row that begins at an offset as a shorter row.
    pub(super) fn new(
        positions: &[(String, usize, usize)],
        large: &[String],
        offset: usize,
        small: &[String],
    ) -> Renaming {
        let word = |(at, word): (usize, &String)| {
            let seen = at.checked_sub(offset).and_then(|at| small.get(at));
            (word.clone(), seen.cloned())
        };
        Renaming {
            positions: positions.to_vec(),
            words: large.iter().enumerate().map(word).collect(),
        }
    }

    fn is_at(&self, name: &str, arity: usize, index: usize) -> bool {
        let mut all = self.positions.iter();
        all.any(|(n, a, i)| n == name && (*a, *i) == (arity, index))
    }
}

impl View {
    pub(super) fn renaming(mut self, renaming: Renaming) -> View {
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
        let here = |r: &&Renaming| r.is_at(name, arity, index);
        self.renamings
            .iter()
            .filter(here)
            .try_fold(word, |word, renaming| match renaming.words.get(&word) {
                Some(new) => new.clone(),
                None => Some(word),
            })
    }

    fn is_plain(&self) -> bool {
        *self == View::default()
    }

    /// First one view, then the other.
    fn and(&self, other: &View) -> View {
        View {
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
            source: vec![View::default()],
            target: vec![View::default()],
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
        match (views.all(View::is_plain), self.is_inverse) {
            (true, false) => Initialisation::Direct,
            (true, true) => Initialisation::Inverse,
            (false, _) => Initialisation::Average,
        }
    }

    /// This from the original to a variant and the other from the variant to a variant of it. The views of states in the middle are
    /// moved to the ends, which is exact as long as the two speak of different arguments, or one of them changes nothing.
    pub fn then(&self, other: &Correspondence) -> Correspondence {
        let pairs = |left: &[View], right: &[View]| -> Vec<View> {
            let with = |l: &View| right.iter().map(|r| l.and(r)).collect::<Vec<_>>();
            left.iter().flat_map(with).collect()
        };
        Correspondence {
            is_inverse: self.is_inverse != other.is_inverse,
            source: pairs(&self.source, &other.source),
            target: pairs(&other.target, &self.target),
        }
    }
}
