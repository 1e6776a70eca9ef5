//! The open connections and their limits. A connection without a complete request may be closed in favour of a new one.

use super::ServerOptions;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The open connections of a server.
pub struct Connections {
    /// Maximum number of connections.
    max: usize,
    /// Maximum number of connections of one client.
    max_of_client: usize,
    /// Maximum number of bytes of unfinished requests.
    max_bytes: usize,
    open: Mutex<Open>,
}

/// The connections by their numbers, the oldest first.
#[derive(Default)]
struct Open {
    next: u64,
    places: BTreeMap<u64, Entry>,
}

struct Entry {
    client: IpAddr,
    /// False while the server works on an answer. Only waiting connections may be closed.
    is_waiting: bool,
    /// The bytes of its request so far.
    bytes: usize,
    closing: Arc<Notify>,
}

/// One of the limited places for connections. Dropping it frees the place.
pub struct Place {
    connections: Arc<Connections>,
    number: u64,
    closing: Arc<Notify>,
}

impl Connections {
    /// No connections, with these limits.
    pub fn new(options: &ServerOptions) -> Connections {
        Connections {
            max: options.max_connections,
            max_of_client: options.max_connections_of_client,
            max_bytes: options.max_waiting_bytes,
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.open().places.len()
    }

    /// A place for a new connection. At a limit the oldest waiting connection is closed; `None` if no connection waits.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let client = client(address);
        let mut open = self.open();
        let same = |entry: &Entry| entry.client == client;
        if open.places.values().filter(|entry| same(entry)).count() >= self.max_of_client {
            open.close_oldest(same).then_some(())?;
        }
        if open.places.len() >= self.max {
            open.close_oldest(|_| true).then_some(())?;
        }
        let (number, closing) = (open.next, Arc::new(Notify::new()));
        open.next += 1;
        let entry = Entry {
            client,
            is_waiting: true,
            bytes: 0,
            closing: closing.clone(),
        };
        open.places.insert(number, entry);
        Some(Place {
            connections: self.clone(),
            number,
            closing,
        })
    }

    /// Closes the oldest waiting connection; false if there is none.
    pub fn close_oldest(&self) -> bool {
        self.open().close_oldest(|_| true)
    }

    /// Closes all waiting connections.
    pub fn close_waiting(&self) {
        while self.close_oldest() {}
    }
}

impl Open {
    fn close_oldest(&mut self, which: impl Fn(&Entry) -> bool) -> bool {
        let mut places = self.places.iter();
        let found = places.find(|(_, entry)| entry.is_waiting && which(entry));
        let number = found.map(|(&number, _)| number);
        self.close(number)
    }

    /// Closes the waiting connection with the largest request.
    fn close_largest(&mut self) -> bool {
        let waiting = self.places.iter().filter(|(_, entry)| entry.is_waiting);
        let number = waiting.max_by_key(|(_, entry)| entry.bytes);
        let number = number.map(|(&number, _)| number);
        self.close(number)
    }

    fn close(&mut self, number: Option<u64>) -> bool {
        let entry = number.and_then(|number| self.places.remove(&number));
        if let Some(entry) = &entry {
            entry.closing.notify_one();
        }
        entry.is_some()
    }
}

impl Place {
    /// Waits until the server decides to close this connection.
    pub async fn closing(&self) {
        self.closing.notified().await;
    }

    /// Notes whether the server waits for the client, or the client for the server.
    pub fn set_waiting(&self, is_waiting: bool) {
        if let Some(entry) = self.connections.open().places.get_mut(&self.number) {
            entry.is_waiting = is_waiting;
        }
    }

    /// Notes the size of the request so far. If all requests together are too large, the connection with the largest is
    /// closed.
    pub fn set_bytes(&self, bytes: usize) {
        let mut open = self.connections.open();
        if let Some(entry) = open.places.get_mut(&self.number) {
            entry.bytes = bytes;
        }
        let sum = |open: &Open| open.places.values().map(|entry| entry.bytes).sum::<usize>();
        while sum(&open) > self.connections.max_bytes && open.close_largest() {}
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open().places.remove(&self.number);
    }
}

/// The client behind an address. One client has a whole IPv6 network of 64 bits.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(max: usize, max_of_client: usize) -> Arc<Connections> {
        Arc::new(Connections {
            max,
            max_of_client,
            max_bytes: 100,
            open: Mutex::default(),
        })
    }

    fn has_place(place: &Place) -> bool {
        place.connections.open().places.contains_key(&place.number)
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn oldest_waiting_connection_is_closed() {
        let (all, home) = (connections(3, 9), address("127.0.0.1"));
        let places = [(); 3].map(|()| all.admit(home).unwrap());
        places[0].set_waiting(false);
        let newest = all.admit(home).unwrap();
        assert_eq!(places.each_ref().map(has_place), [true, false, true]);
        assert_eq!(all.count(), 3);
        places[2].set_waiting(false);
        newest.set_waiting(false);
        assert!(all.admit(home).is_none());
        drop(places);
        assert_eq!(all.count(), 1);
        assert!(all.admit(home).is_some());
    }

    #[test]
    fn client_with_many_connections_loses_its_own() {
        let all = connections(10, 2);
        let other = all.admit(address("10.0.0.1")).unwrap();
        let first = all.admit(address("2001:db8::1")).unwrap();
        let second = all.admit(address("2001:db8::2")).unwrap();
        let third = all.admit(address("2001:db8::3:4")).unwrap();
        let open = [&other, &first, &second, &third].map(has_place);
        assert_eq!(open, [true, false, true, true]);
        assert!(all.admit(address("::ffff:10.0.0.1")).is_some());
        assert_eq!(client(address("::ffff:10.0.0.1")), address("10.0.0.1"));
    }

    #[test]
    fn largest_request_is_closed_first() {
        let (all, home) = (connections(10, 10), address("127.0.0.1"));
        let places = [(); 3].map(|()| all.admit(home).unwrap());
        for (place, bytes) in places.iter().zip([40, 50, 20]) {
            place.set_bytes(bytes);
        }
        assert_eq!(places.each_ref().map(has_place), [true, false, true]);
    }
}
