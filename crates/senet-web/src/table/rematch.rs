//! Rematches: the same game again, with each holder in the next seat. A rematch begins when every party wants it.

use super::actor::TableActor;
use super::new_table::NewTable;
use super::party::{Guests, Party};
use super::registry::TableRegistry;
use super::seat_request::SeatRequest;
use super::store::Entry;
use super::table_request::{Opening, RuleSource, TableRequest};
use crate::client::Client;
use crate::failure::Failure;
use crate::owner_key::{OwnerKey, random_letters};
use crate::view::RematchView;
use senet_arena::now_ms;
use std::collections::BTreeSet;

/// The wishes of the parties.
#[derive(Clone, Default, Debug)]
pub struct Rematch {
    /// Who wants a rematch.
    pub wanted: BTreeSet<Party>,
    /// The table of the rematch.
    pub table: Option<String>,
}

/// Everything that a rematch takes over.
pub struct RematchPlan {
    request: TableRequest,
    source: RuleSource,
    key: OwnerKey,
    guests: Guests,
}

impl TableActor {
    /// Notes that a party wants a rematch. Returns the plan of the rematch if all want it and it has not begun.
    pub fn want_rematch(&mut self, party: Party) -> Result<Option<RematchPlan>, Failure> {
        if self.game.outcome().is_none() && self.broken.is_none() {
            return Err(Failure::conflict(
                "the match is not over",
                "finish it or resign first",
            ));
        }
        if self.rematch.wanted.insert(party) {
            self.keep_after_end(&Entry::Rematch { party });
        }
        self.publish();
        let guests = self.guests.keys().map(|&role| Party::Guest(role));
        let everybody: BTreeSet<Party> = guests.chain([Party::Owner]).collect();
        let is_ready = self.rematch.table.is_none() && everybody.is_subset(&self.rematch.wanted);
        Ok(is_ready.then(|| self.rematch_plan()))
    }

    fn rematch_plan(&self) -> RematchPlan {
        let order = moved_on(&self.open_roles(), self.seats.len());
        let seats: Vec<SeatRequest> = self.seats.iter().map(|s| s.holder.request()).collect();
        let guest = |role: usize| Some((role, self.guests.get(&order[role])?.clone()));
        RematchPlan {
            request: TableRequest {
                seats: order.iter().map(|&from| seats[from].clone()).collect(),
                clock: self.open.clock,
                ..TableRequest::empty(self.context.limits.think.as_secs_f64())
            },
            source: RuleSource {
                name: self.open.game.clone(),
                title: self.open.title.clone(),
                rules: self.open.rules.as_str().into(),
            },
            key: self.open.key.clone(),
            guests: (0..order.len()).filter_map(guest).collect(),
        }
    }

    /// The roles that are not chance.
    fn open_roles(&self) -> Vec<usize> {
        let is_chance = |role: &usize| self.seats[*role].is_chance();
        (0..self.seats.len())
            .filter(|role| !is_chance(role))
            .collect()
    }

    /// Notes the table of the rematch.
    pub fn begin_rematch(&mut self, table: String) {
        self.rematch.table = Some(table.clone());
        self.keep_after_end(&Entry::Next { table });
        self.publish();
    }

    /// The wishes as views show them.
    pub fn rematch_view(&self) -> RematchView {
        let wants = |role: usize| {
            let mut wanted = self.rematch.wanted.iter();
            self.seats[role].holder.is_human()
                && wanted.any(|party| party.plays(role, &self.guests))
        };
        RematchView {
            wanted: (0..self.seats.len()).map(wants).collect(),
            table: self.rematch.table.clone(),
        }
    }
}

/// For each role, the role whose holder takes its seat: each open role gets the holder of the open role before it.
fn moved_on(open: &[usize], roles: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..roles).collect();
    for (at, &role) in open.iter().enumerate() {
        order[role] = open[(at + open.len() - 1) % open.len()];
    }
    order
}

impl TableRegistry {
    /// Opens the table of a rematch. Owner and guests keep their keys. Returns its identifier.
    pub fn open_rematch(&self, plan: RematchPlan, client: Client) -> Result<String, Failure> {
        let opening = Opening {
            id: random_letters(super::registry::ID_LETTERS)?,
            key: plan.key,
            client: client.0,
            started_ms: now_ms(),
        };
        let id = opening.id.clone();
        let checked = plan
            .request
            .check(plan.source, self.next_seed(), opening, &self.context)?;
        let mut new_table: NewTable = checked;
        new_table.open.guests = plan.guests;
        self.open(new_table)?;
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::moved_on;

    #[test]
    fn seats_move_on_and_chance_stays() {
        assert_eq!(moved_on(&[0, 1], 2), [1, 0]);
        assert_eq!(moved_on(&[1, 2, 3], 4), [0, 3, 1, 2]);
        assert_eq!(moved_on(&[0], 1), [0]);
    }
}
