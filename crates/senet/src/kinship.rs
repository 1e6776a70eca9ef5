//! What a game has to do with a known one, and how its facts look like facts of that one.

use senet_gdl::{Description, Mapping, Sheet, Term};
use senet_graph::variants::{Correspondence, Transformation, initial_difference, variants};
use senet_graph::variants::{View, without_initial_state};
use senet_graph::{Canonical, TooHard, Witness, canonical};
use senet_learn::td::transfer::{self, Look};

/// A known game and all that follows from it by one transformation, ready to be compared with others.
pub struct Kin {
    description: Description,
    whole: Canonical,
    without_start: Canonical,
    variants: Vec<(Transformation, Canonical)>,
}

/// How a game (the target) follows from a known one (the source).
pub struct Kinship {
    /// What makes the target of the source; nothing if they are the same.
    pub changes: Vec<Transformation>,
    /// From the words of the target to those of the variant that it is.
    words: Mapping,
    /// How states of the variant relate to those of the source.
    views: Correspondence,
}

impl Kin {
    /// Finds all that follows from a game.
    pub fn of(description: &Description, stop: &dyn Fn() -> bool) -> Result<Kin, TooHard> {
        let mut found = Vec::new();
        for mut variant in variants(description) {
            if let (Some(last), true) = (
                variant.transformations.pop(),
                variant.transformations.is_empty(),
            ) {
                found.push((last, canonical(&variant.description, stop)?));
            }
        }
        Ok(Kin {
            whole: canonical(description, stop)?,
            without_start: canonical(&without_initial_state(description), stop)?,
            variants: found,
            description: description.clone(),
        })
    }

    /// How a game follows from this one; `None` if it does not in any way that is known.
    pub fn find(
        &self,
        target: &Description,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Kinship>, TooHard> {
        let asked = canonical(target, stop)?;
        if let Some(words) = renaming(&asked, &self.whole, stop)? {
            return Ok(Some(Kinship::new(
                Vec::new(),
                words,
                Correspondence::direct(),
            )));
        }
        let asked_without = canonical(&without_initial_state(target), stop)?;
        if let Some(words) = renaming(&asked_without, &self.without_start, stop)? {
            let changes = initial_difference(&self.description, &words.apply(target));
            return Ok(changes
                .ok()
                .map(|changes| Kinship::new(changes, words, Correspondence::direct())));
        }
        for (change, variant) in &self.variants {
            if let Some(words) = renaming(&asked, variant, stop)? {
                let views = change.correspondence(&self.description);
                return Ok(views
                    .ok()
                    .map(|views| Kinship::new(vec![change.clone()], words, views)));
            }
        }
        Ok(None)
    }
}

/// The words of one game in another that is the same.
fn renaming(
    from: &Canonical,
    to: &Canonical,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Mapping>, TooHard> {
    let witness = Witness::between(from, to, stop)?;
    Ok(witness.map(|witness| witness.mapping(from, to)))
}

impl Kinship {
    fn new(changes: Vec<Transformation>, words: Mapping, views: Correspondence) -> Kinship {
        Kinship {
            changes,
            words,
            views,
        }
    }

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
    pub fn words(&self) -> &Mapping {
        &self.words
    }

    /// Whether what is good in the source is bad in the target.
    pub fn is_inverse(&self) -> bool {
        self.views.is_inverse
    }

    /// The correspondence in terms of the facts of both games.
    pub fn compile(&self, source: &[String], target: &[String]) -> transfer::Correspondence {
        let of_source = |view| move |fact: &str| look(view, fact);
        let of_target = |view| move |fact: &str| look(view, &self.words.translate(fact));
        let of_source: Vec<_> = self.views.source.iter().map(of_source).collect();
        let of_target: Vec<_> = self.views.target.iter().map(of_target).collect();
        let of_source: Vec<&Look> = of_source.iter().map(|view| view as &Look).collect();
        let of_target: Vec<&Look> = of_target.iter().map(|view| view as &Look).collect();
        transfer::Correspondence::new((source, &of_source), (target, &of_target))
    }
}

/// What a fact looks like; text that is no fact is not seen.
fn look(view: &View, fact: &str) -> Option<String> {
    let sheet = Sheet::read(format!("(init {fact})"));
    let term: &Term = sheet.description.rules.first()?.head.args.first()?;
    view.fact(term, &sheet.description.symbols)
}
