//! The crowd of open connections. A full server accepts each new connection and closes another one for it.
//!
//! If new connections had to wait, one client could lock out all others by keeping very many connections open.

use crate::client::Client;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// All open connections.
pub struct Crowd {
    limit: usize,
    members: Mutex<Members>,
}

#[derive(Default)]
struct Members {
    /// Counts connections, requests and answers. Its values name connections and order them by their last activity.
    clock: u64,
    open: HashMap<u64, Member>,
}

struct Member {
    client: Client,
    /// True while the server works on a request.
    is_asking: bool,
    /// The value of the clock when the last request came or its answer began.
    active: u64,
    leave: Arc<Notify>,
}

/// The place of a connection. Dropping it frees the place.
pub struct Place {
    crowd: Arc<Crowd>,
    name: u64,
    leave: Arc<Notify>,
}

impl Crowd {
    /// An empty crowd.
    pub fn new(limit: usize) -> Arc<Crowd> {
        Arc::new(Crowd {
            limit: limit.max(1),
            members: Mutex::default(),
        })
    }

    /// Takes in a connection of a client. If the crowd is full, it closes another connection.
    pub fn enter(self: &Arc<Crowd>, client: Client) -> Place {
        let mut members = self.members();
        if members.open.len() >= self.limit {
            members.send_one_away();
        }
        let leave = Arc::new(Notify::new());
        let name = members.tick();
        let member = Member {
            client,
            is_asking: false,
            active: name,
            leave: leave.clone(),
        };
        members.open.insert(name, member);
        Place {
            crowd: self.clone(),
            name,
            leave,
        }
    }

    /// Closes a connection, because the system has no room for another.
    pub fn make_room(&self) {
        self.members().send_one_away();
    }

    fn members(&self) -> MutexGuard<'_, Members> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Members {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Closes a connection of the client with the most connections: the one that was silent for longest, preferably without a request in progress.
    fn send_one_away(&mut self) {
        let mut counts: HashMap<Client, usize> = HashMap::new();
        for member in self.open.values() {
            *counts.entry(member.client).or_default() += 1;
        }
        let most = counts.values().copied().max();
        let of_the_largest = self
            .open
            .iter()
            .filter(|(_, member)| counts.get(&member.client).copied() == most);
        let last = of_the_largest.min_by_key(|(_, member)| (member.is_asking, member.active));
        let name = last.map(|(name, _)| *name);
        if let Some(member) = name.and_then(|name| self.open.remove(&name)) {
            member.leave.notify_one();
        }
    }
}

impl Place {
    /// Waits until this connection must make way.
    pub async fn must_leave(&self) {
        self.leave.notified().await;
    }

    /// A request comes.
    pub fn asks(&self) {
        self.note(true);
    }

    /// The answer to a request begins. A stream of events lasts long, so it counts as silent.
    pub fn is_answered(&self) {
        self.note(false);
    }

    fn note(&self, is_asking: bool) {
        let mut members = self.crowd.members();
        let active = members.tick();
        // A connection that was sent away is no member.
        if let Some(member) = members.open.get_mut(&self.name) {
            (member.is_asking, member.active) = (is_asking, active);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.crowd.members().open.remove(&self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    /// The numbers of the places that are still members.
    fn staying(places: &[&Place]) -> Vec<usize> {
        let is_member = |place: &Place| place.crowd.members().open.contains_key(&place.name);
        let all = places.iter().enumerate();
        all.filter(|(_, place)| is_member(place))
            .map(|(number, _)| number)
            .collect()
    }

    #[tokio::test]
    async fn silent_connection_of_the_largest_client_makes_way() {
        let crowd = Crowd::new(4);
        let guest = crowd.enter(client(1));
        let many: Vec<Place> = (0..3).map(|_| crowd.enter(client(2))).collect();
        // The first one asks, so the second was silent for longest.
        many[0].asks();
        let newcomer = crowd.enter(client(3));
        let all = [&guest, &many[0], &many[1], &many[2], &newcomer];
        assert_eq!(staying(&all), [0, 1, 3, 4]);
        many[1].must_leave().await;
        // An answered request counts from its answer.
        many[0].is_answered();
        let _another = crowd.enter(client(2));
        assert_eq!(staying(&all), [0, 1, 4]);
        many[2].must_leave().await;
    }

    #[test]
    fn requests_in_progress_are_closed_last() {
        let crowd = Crowd::new(2);
        let places = [(); 2].map(|()| crowd.enter(client(1)));
        places.iter().for_each(Place::asks);
        let newcomer = crowd.enter(client(1));
        assert_eq!(staying(&[&places[0], &places[1], &newcomer]), [1, 2]);
        drop(newcomer);
        drop(places);
        assert!(crowd.members().open.is_empty());
    }
}
