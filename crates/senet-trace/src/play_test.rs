//! A short play_test of rules that were made by a program: do they play as well as the rules that they were made from?

use crate::play_check_manual::NO_END;
use crate::{Declarations, PlayCheck, PlayCheckOptions, check_by_play};
use senet_engine::{Game, Stopped};
use senet_gdl::Severity;
use std::collections::BTreeSet;

/// What a few random matches showed of some rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayTest {
    /// The kinds of errors, each with what was met.
    pub errors: Vec<(PlayCheck, String)>,
    /// Whether matches are over before they begin.
    pub is_over: bool,
}

/// Plays a few random matches. A match that does not end in time is no error here, since rules that were made from others may well take
/// longer.
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
        is_over: game.is_terminal(&game.initial()?)?,
    })
}

impl PlayTest {
    /// What is wrong here that was not wrong with the rules that these were made from; nothing if they are as good.
    pub fn worse_than(&self, original: &PlayTest) -> Option<String> {
        if self.is_over && !original.is_over {
            return Some("the match is over before it begins".into());
        }
        let known: BTreeSet<_> = original.errors.iter().map(|e| e.0.code).collect();
        let mut new = self.errors.iter().filter(|e| !known.contains(e.0.code));
        new.next().map(|(_, message)| message.clone())
    }
}
