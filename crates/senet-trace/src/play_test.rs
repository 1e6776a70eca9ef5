//! A play test of generated rules: do they play as well as the original rules?

use crate::play_check_manual::NO_END;
use crate::{Declarations, PlayCheck, PlayCheckOptions, check_by_play};
use senet_engine::{Game, Stopped};
use senet_gdl::Severity;
use std::collections::BTreeSet;

/// The result of a few random matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayTest {
    /// The errors found, each with its message.
    pub errors: Vec<(PlayCheck, String)>,
    /// `true` if the initial state is terminal.
    pub starts_terminal: bool,
}

/// Plays a few random matches. A match that does not end in time is not an error, since generated rules may need longer.
pub fn play_test(
    game: &dyn Game,
    declared: &Declarations,
    options: PlayCheckOptions,
) -> Result<PlayTest, Stopped> {
    let found = check_by_play(game, declared, options)?;
    let errors = found
        .into_iter()
        .filter(|p| p.severity() == Severity::Error && p.check != NO_END);
    Ok(PlayTest {
        errors: errors.map(|p| (p.check, p.message)).collect(),
        starts_terminal: game.is_terminal(&game.initial()?)?,
    })
}

impl PlayTest {
    /// Returns a problem that the original rules do not have; `None` if there is no such problem.
    pub fn worse_than(&self, original: &PlayTest) -> Option<String> {
        if self.starts_terminal && !original.starts_terminal {
            return Some("the initial state is terminal".into());
        }
        let known: BTreeSet<_> = original.errors.iter().map(|e| e.0.code).collect();
        let mut new = self.errors.iter().filter(|e| !known.contains(e.0.code));
        new.next().map(|(_, message)| message.clone())
    }
}
