//! The parties at a table: the owner, guests who took a seat by a link, and spectators.
//!
//! A link contains a key for one seat. Its holder plays this seat and no other; the owner plays all other seats of people.

use crate::owner_key::OwnerKey;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who sends a request to a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    /// A visitor without a key.
    Spectator,
    /// The visitor who opened the table.
    Owner,
    /// A guest, with the role of the seat.
    Guest(usize),
}

/// A seat with a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guest {
    /// The digest of the key in the link.
    pub key: OwnerKey,
    /// True if a person has taken the seat.
    #[serde(default)]
    pub joined: bool,
}

/// The seats with links, by role.
pub type Guests = BTreeMap<usize, Guest>;

impl Party {
    /// The party with this key.
    pub fn with_key(owner: &OwnerKey, guests: &Guests, given: Option<&str>) -> Party {
        let Some(given) = given else {
            return Party::Spectator;
        };
        let mut seats = guests.iter();
        match seats.find(|(_, guest)| guest.key.fits(given)) {
            Some((&role, _)) => Party::Guest(role),
            None if owner.fits(given) => Party::Owner,
            None => Party::Spectator,
        }
    }

    /// True if the party plays this role, provided that a person has its seat.
    pub fn plays(self, role: usize, guests: &Guests) -> bool {
        match self {
            Party::Spectator => false,
            Party::Owner => !guests.contains_key(&role),
            Party::Guest(own) => own == role,
        }
    }

    /// True if the party may see what the rules show to this role. At a table without guests, all people share one screen, and spectators
    /// see the same.
    pub fn sees_as(self, role: usize, guests: &Guests) -> bool {
        match self {
            Party::Spectator => guests.is_empty(),
            _ => self.plays(role, guests),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_tells_owner_from_guest_and_others() {
        let (owner_secret, owner) = OwnerKey::create().unwrap();
        let (guest_secret, key) = OwnerKey::create().unwrap();
        let joined = false;
        let guests = Guests::from([(1, Guest { key, joined })]);
        let party = |key: Option<&str>| Party::with_key(&owner, &guests, key);
        assert_eq!(party(None), Party::Spectator);
        assert_eq!(party(Some("no key")), Party::Spectator);
        assert_eq!(party(Some(&owner_secret)), Party::Owner);
        assert_eq!(party(Some(&guest_secret)), Party::Guest(1));
        assert!(Party::Owner.plays(0, &guests) && !Party::Owner.plays(1, &guests));
        assert!(Party::Guest(1).plays(1, &guests) && !Party::Guest(1).plays(0, &guests));
        assert!(!Party::Spectator.sees_as(0, &guests));
        assert!(Party::Spectator.sees_as(0, &Guests::new()));
    }
}
