//! The game whose values are learned.

use crate::commands::recognise::too_hard;
use senet_console::{Common, Failure, back_end::load_source, source};
use senet_engine::{BackEnd, DeadlineGame, Game, LoadOptions};
use senet_graph::{Canonical, canonical};
use senet_knowledge::{Derivation, SourceGame};
use std::sync::Arc;

/// Time limit for recognising a game, in seconds.
const PATIENCE: f64 = 20.0;

/// A game and the role whose values are learned.
pub struct LearningRole {
    /// Name of the game.
    pub name: String,
    /// The rules of the game.
    pub text: String,
    /// The game, ready to be played.
    pub game: Arc<dyn Game>,
    /// The canonical form of the rules, without names.
    pub form: Canonical,
    /// Index of the role.
    pub role: usize,
}

impl LearningRole {
    /// Loads a game; the default role is the first.
    pub fn load(game: &str, role: Option<&str>, common: &Common) -> Result<LearningRole, Failure> {
        let found = source::find(game, common)?;
        let sheet = found.sheet()?;
        let mut options = LoadOptions {
            back_end: Some(BackEnd::Circuit),
            deadline: common.deadline().clone(),
            ..LoadOptions::default()
        };
        options.limits.deadline = common.deadline().clone();
        let loaded = load_source(&found, &options)?;
        let game = DeadlineGame::new(loaded.game, common.deadline().clone());
        let deadline = &common.deadline_within(PATIENCE);
        let form = canonical(&sheet.description, deadline)
            .map_err(|error| too_hard(&found.name, error, deadline))?;
        Ok(LearningRole {
            role: role_number(game.roles(), role, &found.name)?,
            form,
            name: found.name,
            text: found.text,
            game: Arc::new(game),
        })
    }

    /// The name of the role.
    pub fn role_name(&self) -> &str {
        &self.game.roles()[self.role]
    }

    /// The fluents of the game.
    pub fn facts(&self) -> Result<&[String], Failure> {
        let names = self.game.fluent_names();
        names.ok_or_else(|| {
            Failure::new("the rules do not ground, so their fluents cannot be listed")
                .help("choose a game with a finite number of fluents")
        })
    }

    /// How the game derives from a known one.
    pub fn related(&self, known: &str, common: &Common) -> Result<Option<Derivation>, Failure> {
        let deadline = &common.deadline_within(PATIENCE);
        let kin = SourceGame::of(known, deadline);
        let found = kin.and_then(|kin| kin.find(&self.form.description, deadline));
        found.map_err(|error| too_hard(&self.name, error, deadline))
    }
}

fn role_number(roles: &[String], name: Option<&str>, game: &str) -> Result<usize, Failure> {
    let Some(name) = name else {
        return Ok(0);
    };
    let found = roles
        .iter()
        .position(|role| role.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let failure = Failure::new(format!("there is no role `{name}` in {game}"));
        failure.help(format!("the roles are {}", roles.join(", ")))
    })
}
