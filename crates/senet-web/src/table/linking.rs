//! Links for seats. The owner makes a link, and a guest who opens it takes the seat, also from another machine.

use super::actor::TableActor;
use super::party::{Guest, Party};
use super::seat_request::{SeatHolder, person_name};
use super::store::Entry;
use crate::failure::Failure;
use crate::owner_key::OwnerKey;

impl TableActor {
    /// Makes a link for the seat of a person. Returns the key in the link. An older link for the seat ends.
    pub fn link_seat(&mut self, party: Party, role: usize) -> Result<String, Failure> {
        self.refuse_guest(party)?;
        self.refuse_to_unseat_after_end(role)?;
        if !self.seat(role)?.holder.is_human() {
            return Err(Failure::conflict(
                "this seat belongs to a player",
                "give the seat to a person first",
            ));
        }
        let (secret, key) = OwnerKey::create()?;
        let (link, joined) = (key.clone(), false);
        self.guests.insert(role, Guest { key, joined });
        self.keep(&Entry::Link { role, key: link });
        self.share_guests();
        Ok(secret)
    }

    /// Takes the seat of a link.
    pub fn join(&mut self, party: Party, name: Option<&str>) -> Result<(), Failure> {
        let Party::Guest(role) = party else {
            return Err(Failure::conflict(
                "this key belongs to no link of this table",
                "ask the owner of the table for a new link",
            ));
        };
        let name = person_name(name);
        if let Some(guest) = self.guests.get_mut(&role) {
            guest.joined = true;
        }
        self.seats[role].holder = SeatHolder::Human(name.clone());
        self.keep(&Entry::Join { role, name });
        self.update_info();
        self.share_guests();
        Ok(())
    }

    /// Shares the keys of guests with the part of the table that requests see.
    pub fn share_guests(&mut self) {
        self.table.set_guests(self.guests.clone());
        self.set_clocks();
        self.changed = true;
    }

    /// Refuses a party that does not play this role.
    pub fn refuse_stranger(&self, party: Party, role: usize) -> Result<(), Failure> {
        match party.plays(role, &self.guests) {
            true => Ok(()),
            false => Err(Failure::conflict(
                "another person plays this role",
                "choose a move for your own role",
            )),
        }
    }

    /// Refuses an action of a guest that only the owner may take.
    pub fn refuse_guest(&self, party: Party) -> Result<(), Failure> {
        match party {
            Party::Owner => Ok(()),
            _ => Err(Failure::new(
                axum::http::StatusCode::FORBIDDEN,
                "only the table's owner can do this",
                "ask the person who opened the table",
            )),
        }
    }

    /// Refuses an action that would help one person against another while they play at different screens.
    pub fn refuse_if_guests_play(&self, what: &str) -> Result<(), Failure> {
        match self.guests.is_empty() || self.game.outcome().is_some() {
            true => Ok(()),
            false => Err(Failure::conflict(
                format!("{what} is not possible while people play against each other"),
                "finish the match first, or resign",
            )),
        }
    }

    /// Refuses an action that would take a result back from a person at another screen. The end of the match does not permit it: it would lose
    /// the result, and after hidden information everybody knows too much.
    pub fn refuse_if_guests(&self, what: &str) -> Result<(), Failure> {
        match self.guests.is_empty() {
            true => Ok(()),
            false => Err(Failure::conflict(
                format!("{what} is not possible at a table with seats by link"),
                "ask for a rematch when the match is over",
            )),
        }
    }

    /// Refuses to take the seat of a person who came by a link and played to the end: without the guest, the owner could undo the result.
    pub fn refuse_to_unseat_after_end(&self, role: usize) -> Result<(), Failure> {
        let has_joined = self.guests.get(&role).is_some_and(|guest| guest.joined);
        match has_joined && self.game.outcome().is_some() {
            false => Ok(()),
            true => Err(Failure::conflict(
                "a guest played this role to the end of the match",
                "ask for a rematch, or open another table",
            )),
        }
    }
}
