//! What is known already, and where from.

use super::pupil::Pupil;
use super::shelf::{Kept, Shelf};
use senet_console::Failure;
use senet_knowledge::Kinship;
use senet_learn::td::transfer::{StateCorrespondence, TransferredValues};
use senet_learn::td::{SavedTable, ValueTable};
use std::sync::Arc;

/// A table of values, and what its game has to do with the one that is learned.
pub struct Origin {
    /// The known game.
    pub game: String,
    /// The role whose values they are, in the words of that game.
    pub role: String,
    /// Whether it is about the other role of two: what is good for the one is bad for the other.
    switched: bool,
    /// How the game that is learned follows from the known one.
    pub kinship: Kinship,
    /// The values.
    pub table: SavedTable,
}

impl Origin {
    /// What is known about the game or one that it is a variant of: the same game first, then by name; the same role first.
    pub fn find(
        pupil: &Pupil,
        shelf: &Shelf,
        from: Option<&str>,
    ) -> Result<Option<Origin>, Failure> {
        let mut other_role = None;
        for kept in wanted(pupil, shelf, from)? {
            if let Some(origin) = Origin::of(kept, pupil, shelf)? {
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

    /// What a kept table has to say about the game; nothing if the games are not related, or the role is another one of many.
    fn of(kept: Kept, pupil: &Pupil, shelf: &Shelf) -> Result<Option<Origin>, Failure> {
        let Some(kinship) = pupil.related(&kept.game.sheet)? else {
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

    /// Whether it is about the same role of the same game.
    pub fn is_same(&self) -> bool {
        self.kinship.changes.is_empty() && !self.switched
    }

    /// For people.
    pub fn describe(&self, pupil: &Pupil) -> String {
        let kinship = self.kinship.describe();
        match self.switched {
            false => kinship,
            true => {
                let (now, before) = (pupil.role_name(), &self.role);
                format!("{kinship}; then switched role: `{now}` instead of `{before}`")
            }
        }
    }

    /// What the values say about states of the game that has these facts.
    pub fn knowledge(&self, facts: &[String]) -> TransferredValues {
        let correspondence = self.kinship.compile(&self.table.fluents, facts);
        let values = Arc::new(self.table.values.clone());
        let inverse = self.kinship.is_inverse() != self.switched;
        TransferredValues::new(values, Arc::new(correspondence), inverse)
    }

    /// Adds the values, which are about the same game, for states that have no new ones.
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

/// The tables to be tried, in this order.
fn wanted(pupil: &Pupil, shelf: &Shelf, from: Option<&str>) -> Result<Vec<Kept>, Failure> {
    let mut kept = shelf.kept()?;
    if let Some(name) = from {
        kept.retain(|kept| kept.game.name == name);
        if kept.is_empty() {
            let failure = Failure::new(format!("nothing was learned about `{name}`"));
            let help = "`senet transfer list` shows what was; `senet transfer learn` learns more";
            return Err(failure.help(help));
        }
    }
    kept.sort_by_key(|kept| kept.game.key != pupil.form.key);
    Ok(kept)
}

fn unrelated(pupil: &Pupil, name: &str) -> Failure {
    Failure::new(format!(
        "{} is no variant of `{name}` that is known, or this role was not learned",
        pupil.name
    ))
    .help("leave --from out to start from any game that fits, or give --from-scratch")
}
