//! Switched role: the rules stay, the player sits on another chair.
//!
//! The sheet is the same, so that a look-up has to be told the roles (see `Chair` of senet-knowledge). If a symmetry of the rules
//! exchanges the two roles there is nothing to be told apart.

use super::{NotApplicable, Transformation};
use senet_gdl::Description;

/// All ways to sit on another chair, for roles that choose.
pub fn role_switches(description: &Description) -> Vec<Transformation> {
    let roles = names(description);
    let mut found = Vec::new();
    for from in &roles {
        for to in roles.iter().filter(|to| *to != from) {
            found.push(Transformation::SwitchedRole {
                from: from.clone(),
                to: to.clone(),
            });
        }
    }
    found
}

fn names(description: &Description) -> Vec<String> {
    let roles = description.roles().into_iter().filter(|r| !r.is_keyword());
    roles
        .map(|role| description.symbols.spelling(role).to_owned())
        .collect()
}

/// The sheet itself, if it has both roles.
pub(super) fn apply(
    description: &Description,
    from: &str,
    to: &str,
) -> Result<Description, NotApplicable> {
    let roles = names(description);
    for role in [from, to] {
        if !roles.iter().any(|known| known == role) {
            return Err(NotApplicable::unknown("role", role));
        }
    }
    match from == to {
        true => Err(NotApplicable::range("the other role", to)),
        false => Ok(description.clone()),
    }
}
