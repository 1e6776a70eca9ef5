//! What a game has to do with a known one, and how its facts look like facts of that one.

use crate::recognition::{Index, Known, Recognition};
use senet_gdl::{Description, Renaming, Sheet, Symbols, read_term};
use senet_graph::{Canonical, TooHard, Witness, canonical};
use senet_learn::td::transfer::{self, FluentMap};
use senet_structure::variants::{Correspondence, StateView, Transformation};

/// A known game, ready to be asked what others have to do with it.
pub struct Kin {
    index: Index,
    description: Description,
}

/// How a game (the target) follows from a known one (the source).
pub struct Kinship {
    /// What makes the target of the source; nothing if they are the same.
    pub changes: Vec<Transformation>,
    /// From the words of the target to those of the variant that it is.
    words: Renaming,
    /// How states of the variant relate to those of the source.
    views: Correspondence,
}

impl Kin {
    /// Finds all that follows from a game.
    pub fn of(rules: &str, stop: &dyn Fn() -> bool) -> Result<Kin, TooHard> {
        let mut index = Index::default();
        index.learn(Known::new("", rules), stop)?;
        Ok(Kin {
            index,
            description: Sheet::read(rules).description,
        })
    }

    /// How a game follows from this one; `None` if it does not, or if it is known only how this one follows from it.
    pub fn find(
        &self,
        target: &Description,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Kinship>, TooHard> {
        let target = canonical(target, stop)?;
        match self.index.recognise(&target, stop)? {
            Some(answer) => self.kinship(&target, answer, stop),
            None => Ok(None),
        }
    }

    /// Makes the variant that the target is, and finds all its words in it, those that the source does not have among them.
    fn kinship(
        &self,
        target: &Canonical,
        answer: Recognition,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Kinship>, TooHard> {
        let mut variant = self.description.clone();
        let mut views = Correspondence::direct();
        let mut changes = Vec::new();
        for change in answer.changes {
            let made = change.transformation;
            let applied = made
                .correspondence(&variant)
                .and_then(|view| Ok((view, made.apply(&variant)?)));
            let (Ok((view, changed)), false) = (applied, change.reversed) else {
                return Ok(None);
            };
            (variant, views) = (changed, views.then(&view));
            changes.push(made);
        }
        let variant = canonical(&variant, stop)?;
        let witness = Witness::between(target, &variant, stop)?;
        Ok(witness.map(|witness| Kinship {
            changes,
            words: witness.mapping(target, &variant),
            views,
        }))
    }
}

impl Kinship {
    /// In a line for people.
    pub fn describe(&self) -> String {
        match self.changes.is_empty() {
            true => "the same game".to_string(),
            false => {
                let changes: Vec<_> = self.changes.iter().map(ToString::to_string).collect();
                changes.join("; then ")
            }
        }
    }

    /// The words of the target and those of the source, or of its variant, that they stand for.
    pub fn words(&self) -> &Renaming {
        &self.words
    }

    /// Whether what is good in the source is bad in the target.
    pub fn is_inverse(&self) -> bool {
        self.views.is_inverse
    }

    /// The correspondence in terms of the facts of both games.
    pub fn compile(&self, source: &[String], target: &[String]) -> transfer::StateCorrespondence {
        let of_source = |view| move |fact: &str| look(view, fact);
        let of_target = |view| move |fact: &str| look(view, &self.words.translate(fact));
        let of_source: Vec<_> = self.views.source.iter().map(of_source).collect();
        let of_target: Vec<_> = self.views.target.iter().map(of_target).collect();
        let of_source: Vec<&FluentMap> = of_source.iter().map(|view| view as &FluentMap).collect();
        let of_target: Vec<&FluentMap> = of_target.iter().map(|view| view as &FluentMap).collect();
        transfer::StateCorrespondence::new((source, &of_source), (target, &of_target))
    }
}

/// What a fact looks like; text that is no fact is not seen.
fn look(view: &StateView, fact: &str) -> Option<String> {
    let mut symbols = Symbols::new();
    let term = read_term(fact, &mut symbols)?;
    view.fact(&term, &symbols)
}
