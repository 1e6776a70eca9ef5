//! The gate: rules with errors reach no command that plays, draws or compares games.

use crate::{Failure, Source, render};
use senet_engine::LoadError;
use senet_gdl::{Description, Problem, Sheet, playable, playable_by_force};

impl Source {
    /// Reads the rules; fails if they have errors. All commands that load no back end read rules here.
    pub fn sheet(&self) -> Result<Sheet, Failure> {
        let sheet = Sheet::read(self.text.as_str());
        self.admitted(&sheet)?;
        Ok(sheet)
    }

    /// Reads the rules and keeps those that the game needs; fails if they have errors.
    pub fn playable_rules(&self) -> Result<Description, Failure> {
        self.admitted(&Sheet::read(self.text.as_str()))
    }

    fn admitted(&self, sheet: &Sheet) -> Result<Description, Failure> {
        let admitted = match self.force {
            true => playable_by_force(sheet),
            false => playable(sheet),
        };
        admitted.map_err(|problems| refused(self, problems))
    }
}

/// Says which error is the first, where it is, and what to do.
pub(crate) fn refused(source: &Source, problems: Vec<Problem>) -> Failure {
    let place = problems
        .first()
        .map(|first| render::place(&source.path, &source.text, first));
    let place = place.unwrap_or_default();
    let check = format!("`senet check {}` lists all problems", source.path);
    let help = match source.force {
        true => format!("{check}; these errors prevent play, even with --force"),
        false => format!("{check}; --force accepts rules with errors if they can be played at all"),
    };
    Failure::new(format!("{place}: {}", LoadError::Unplayable(problems))).help(help)
}
