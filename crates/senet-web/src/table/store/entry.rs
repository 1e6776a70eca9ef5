//! The entries in the file of a table.

use crate::owner_key::OwnerKey;
use crate::table::SeatRequest;
use crate::table::party::{Guest, Party};
use crate::table::person_clock::PersonClock;
use crate::view::EndingKind;
use senet_arena::{ChoiceRecord, TurnRecord};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;

/// A change of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    /// The table was opened; always the first entry.
    Open(OpenEntry),
    /// A role has chosen, and others have not.
    Choice {
        /// The role.
        role: usize,
        /// The move.
        choice: ChoiceRecord,
    },
    /// People took back the moves that they chose for the current state.
    Withdraw {
        /// The roles of these people.
        roles: Vec<usize>,
    },
    /// A joint move was made.
    Turn(TurnRecord),
    /// The match went back to the state after `step` joint moves.
    Undo {
        /// The number of joint moves that remain.
        step: usize,
    },
    /// Another player or person took a seat.
    Seat {
        /// The role.
        role: usize,
        /// The new holder.
        seat: SeatRequest,
    },
    /// A player has used a part of its time for the current move.
    Clock {
        /// The role.
        role: usize,
        /// The time used.
        seconds: f64,
    },
    /// The time that a person has left for the match.
    Left {
        /// The role.
        role: usize,
        /// The time left.
        seconds: f64,
    },
    /// The owner made a link for a seat.
    Link {
        /// The role.
        role: usize,
        /// The digest of the key in the link.
        key: OwnerKey,
    },
    /// A person took a seat by its link.
    Join {
        /// The role.
        role: usize,
        /// The name of the person.
        name: Option<String>,
    },
    /// A person ended the match.
    End {
        /// The role.
        role: usize,
        /// Why the person ended it.
        why: EndingKind,
    },
    /// A person wants a rematch.
    Rematch {
        /// The person.
        party: Party,
    },
    /// The rematch has begun.
    Next {
        /// The table of the rematch.
        table: String,
    },
}

/// All properties of a table that do not follow from its moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpenEntry {
    /// The identifier of the table.
    pub id: String,
    /// The digest of the owner's key.
    pub key: OwnerKey,
    /// The address of the client that opened the table.
    pub client: IpAddr,
    /// When the table was opened: milliseconds since 1970.
    pub started_ms: u64,
    /// The name of the game.
    pub game: String,
    /// The title of the match.
    pub title: String,
    /// The rules. They may have changed or disappeared elsewhere.
    pub rules: String,
    /// The seed of random choices.
    pub seed: u64,
    /// The seats, in role order.
    pub seats: Vec<SeatRequest>,
    /// The clock of people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<PersonClock>,
    /// The guests, by role: people who took a seat by a link.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub guests: BTreeMap<usize, Guest>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_first_line_of_older_versions() {
        let line = r#"{"open":{"id":"a","key":[1],"client":"127.0.0.1","started_ms":1,"game":"g","title":"t","rules":"","seed":1,
            "seats":[{"human":true,"player":null,"seconds":null},{"human":false,"player":"uct","seconds":2.0}]}}"#;
        let Ok(Entry::Open(open)) = serde_json::from_str(line) else {
            panic!("{:?}", serde_json::from_str::<Entry>(line));
        };
        assert!(open.guests.is_empty() && open.clock.is_none());
        assert!(open.seats[0].human && open.seats[1].level.is_none());
    }
}
