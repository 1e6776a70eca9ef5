//! Switched role: the rules stay, but the player has another role.
//!
//! The rule sheet does not change, so recognition needs both roles from its caller (see `RolePair` in
//! senet-knowledge). If a symmetry of the rules swaps the two roles, nothing changes.

use super::{NotApplicable, Transformation};
use senet_gdl::Description;

/// Lists all switches between two roles, except the random role.
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

/// Returns an unchanged copy of the description. Fails if it lacks one of the roles.
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
