//! Derives a game from a known game, and maps the fluents of both for value transfer.

use crate::recognition::{GameIndex, IndexedGame, Recognition};
use senet_gdl::{Deadline, Description, Renaming, Sheet, Symbols, read_term};
use senet_graph::{Canonical, Isomorphism, TooHard, canonical};
use senet_learn::td::transfer::{self, FluentMap};
use senet_structure::variants::{StateView, Transformation, VariantCorrespondence};

/// A known game, prepared for comparison with other games.
pub struct SourceGame {
    index: GameIndex,
    description: Description,
}

/// The derivation of a game (the target) from a known game (the source).
pub struct Derivation {
    /// The changes from the source to the target; empty if the games are the same.
    pub changes: Vec<Transformation>,
    /// Maps words of the target to words of the variant made from the source.
    words: Renaming,
    /// Relates states of the variant to states of the source.
    views: VariantCorrespondence,
}

impl SourceGame {
    /// Prepares a game and its recognition keys.
    pub fn of(rules: &str, deadline: &Deadline) -> Result<SourceGame, TooHard> {
        let mut index = GameIndex::default();
        index.learn(IndexedGame::new("", rules), deadline)?;
        Ok(SourceGame {
            index,
            description: Sheet::read(rules).description,
        })
    }

    /// Derives a game from this one. Returns `None` if it is unrelated, or if only the reverse derivation is known.
    pub fn find(
        &self,
        target: &Description,
        deadline: &Deadline,
    ) -> Result<Option<Derivation>, TooHard> {
        let target = canonical(target, deadline)?;
        match self.index.recognise(&target, deadline)? {
            Some(answer) => self.derive(&target, answer, deadline),
            None => Ok(None),
        }
    }

    /// Makes the variant of the source that equals the target, and maps all words of the target to it.
    fn derive(
        &self,
        target: &Canonical,
        answer: Recognition,
        deadline: &Deadline,
    ) -> Result<Option<Derivation>, TooHard> {
        let mut variant = self.description.clone();
        let mut views = VariantCorrespondence::direct();
        let mut changes = Vec::new();
        for change in answer.changes {
            let made = change.transformation;
            let applied = made
                .correspondence(&variant, deadline)
                .and_then(|view| Ok((view, made.apply(&variant, deadline)?)));
            deadline.check()?;
            let (Ok((view, changed)), false) = (applied, change.reversed) else {
                return Ok(None);
            };
            (variant, views) = (changed, views.then(&view));
            changes.push(made);
        }
        let variant = canonical(&variant, deadline)?;
        let witness = Isomorphism::between(target, &variant, deadline)?;
        Ok(witness.map(|witness| Derivation {
            changes,
            words: witness.renaming(target, &variant),
            views,
        }))
    }
}

impl Derivation {
    /// Describes the derivation in one line.
    pub fn describe(&self) -> String {
        match self.changes.is_empty() {
            true => "the same game".to_string(),
            false => {
                let changes: Vec<_> = self.changes.iter().map(ToString::to_string).collect();
                changes.join("; then ")
            }
        }
    }

    /// Returns the mapping from words of the target to words of the source or its variant.
    pub fn words(&self) -> &Renaming {
        &self.words
    }

    /// Returns true if the goals of the target are inverted.
    pub fn is_inverse(&self) -> bool {
        self.views.is_inverse
    }

    /// Relates the fluents of both games by number.
    pub fn compile(&self, source: &[String], target: &[String]) -> transfer::StateCorrespondence {
        let of_source = |view| move |fact: &str| view_fluent(view, fact);
        let of_target = |view| move |fact: &str| view_fluent(view, &self.words.translate(fact));
        let of_source: Vec<_> = self.views.source.iter().map(of_source).collect();
        let of_target: Vec<_> = self.views.target.iter().map(of_target).collect();
        let of_source: Vec<&FluentMap> = of_source.iter().map(|view| view as &FluentMap).collect();
        let of_target: Vec<&FluentMap> = of_target.iter().map(|view| view as &FluentMap).collect();
        transfer::StateCorrespondence::new((source, &of_source), (target, &of_target))
    }
}

/// Applies a view to a fluent; `None` if the text is not a term or the view hides it.
fn view_fluent(view: &StateView, fact: &str) -> Option<String> {
    let mut symbols = Symbols::new();
    let term = read_term(fact, &mut symbols)?;
    view.fact(&term, &symbols)
}
