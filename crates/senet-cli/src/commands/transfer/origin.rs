//! Finds stored values to start learning from.

use super::learning_role::LearningRole;
use super::stored_values::{StoredTable, StoredValues};
use senet_console::{Common, Failure};
use senet_knowledge::Derivation;
use senet_learn::td::transfer::{StateCorrespondence, TransferredValues};
use senet_learn::td::{SavedTable, ValueTable};
use std::sync::Arc;

/// A value table, and the relation of its game to the new game.
pub struct Origin {
    /// The known game.
    pub game: String,
    /// The role of the values, named as in the known game.
    pub role: String,
    /// True if the values belong to the other of two roles, for which good and bad are exchanged.
    switched: bool,
    /// How the new game derives from the known one.
    pub kinship: Derivation,
    /// The values.
    pub table: SavedTable,
}

impl Origin {
    /// Finds values of the game or of a related variant. It prefers the same role, then the same game, then the first name.
    pub fn find(
        pupil: &LearningRole,
        shelf: &StoredValues,
        from: Option<&str>,
        common: &Common,
    ) -> Result<Option<Origin>, Failure> {
        let mut other_role = None;
        for kept in tables_to_try(pupil, shelf, from)? {
            if let Some(origin) = Origin::of(kept, pupil, shelf, common)? {
                match origin.switched {
                    false => return Ok(Some(origin)),
                    true => other_role = other_role.or(Some(origin)),
                }
            }
        }
        match (from, &other_role) {
            (Some(name), None) => Err(unrelated(pupil, name)),
            _ => Ok(other_role),
        }
    }

    /// Relates a stored table to the game. Returns `None` for unrelated games. A table of another role is used only in games
    /// with two roles.
    fn of(
        kept: StoredTable,
        pupil: &LearningRole,
        shelf: &StoredValues,
        common: &Common,
    ) -> Result<Option<Origin>, Failure> {
        let Some(kinship) = pupil.related(&kept.game.sheet, common)? else {
            return Ok(None);
        };
        let (roles, word) = (pupil.game.roles(), kinship.words());
        let is_it = |role: &String| word.translate(role).eq_ignore_ascii_case(&kept.role);
        let role = roles.iter().position(is_it);
        let switched = role != Some(pupil.role);
        if role.is_none() || switched && roles.len() != 2 {
            return Ok(None);
        }
        let table = shelf.table(&kept.game.key, &kept.role)?;
        Ok(table.map(|table| Origin {
            game: kept.game.name,
            role: kept.role,
            switched,
            kinship,
            table,
        }))
    }

    /// True if the values belong to the same role of the same game.
    pub fn is_same(&self) -> bool {
        self.kinship.changes.is_empty() && !self.switched
    }

    /// Describes the relation for people.
    pub fn describe(&self, pupil: &LearningRole) -> String {
        let kinship = self.kinship.describe();
        match self.switched {
            false => kinship,
            true => {
                let (now, before) = (pupil.role_name(), &self.role);
                format!("{kinship}; then switched role: `{now}` instead of `{before}`")
            }
        }
    }

    /// Translates the values to states with these facts.
    pub fn knowledge(&self, facts: &[String]) -> TransferredValues {
        let correspondence = self.kinship.compile(&self.table.fluents, facts);
        let values = Arc::new(self.table.values.clone());
        let inverse = self.kinship.is_inverse() != self.switched;
        TransferredValues::new(values, Arc::new(correspondence), inverse)
    }

    /// Copies stored values of the same game for states without new values.
    pub fn add_to(&self, values: &mut ValueTable, facts: &[String]) {
        let back = self.kinship.words().inverse();
        let translate = |fact: &str| Some(back.translate(fact).to_lowercase());
        let renamed = StateCorrespondence::renaming(facts, &self.table.fluents, &translate);
        for (state, value) in self.table.values.iter() {
            for state in renamed.images_of_target(state) {
                if values.get(&state).is_none() {
                    values.set(state, value);
                }
            }
        }
    }
}

/// The tables to try, in this order.
fn tables_to_try(
    pupil: &LearningRole,
    shelf: &StoredValues,
    from: Option<&str>,
) -> Result<Vec<StoredTable>, Failure> {
    let mut kept = shelf.tables()?;
    if let Some(name) = from {
        kept.retain(|kept| kept.game.name == name);
        if kept.is_empty() {
            let failure = Failure::new(format!("no values are stored for `{name}`"));
            let help =
                "`senet transfer list` shows the stored values; `senet transfer learn` learns more";
            return Err(failure.help(help));
        }
    }
    kept.sort_by_key(|kept| kept.game.key != pupil.form.key);
    Ok(kept)
}

fn unrelated(pupil: &LearningRole, name: &str) -> Failure {
    Failure::new(format!(
        "{} is not a known variant of `{name}`, or `{name}` has no values for this role",
        pupil.name
    ))
    .help("omit --from to start from any related game, or give --from-scratch")
}
