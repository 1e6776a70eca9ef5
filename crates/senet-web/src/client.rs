//! Clients: the senders of requests, distinguished by their addresses.

use crate::failure::Failure;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// A client: an IPv4 address, or the network of an IPv6 address, since one machine may have 2⁶⁴ addresses in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(pub IpAddr);

/// The two ends of the connection that a request came through.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// The address of the client.
    pub client: IpAddr,
    /// The address of this machine that the client used.
    pub own: SocketAddr,
}

impl Client {
    /// The client with this address.
    pub fn of(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(long) if !long.is_loopback() => {
                let [a, b, c, d, ..] = long.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            other => other,
        })
    }

    /// True if the client runs on this machine.
    pub fn is_local(self) -> bool {
        self.0.is_loopback()
    }

    /// True if the client may stop work that another client started. Clients on this machine may stop all work.
    pub fn may_stop_work_of(self, other: Client) -> bool {
        self == other || self.is_local()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Failure> {
        let ends = parts.extensions.get::<Ends>();
        let ends = ends.ok_or_else(|| Failure::broken("the connection has no address"))?;
        Ok(Client::of(ends.client))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, expected: &str) {
        let client = Client::of(address.parse().unwrap());
        assert_eq!(client.0.to_string(), expected);
    }

    #[test]
    fn strangers_stop_only_their_own_work() {
        let [here, one, two] = ["127.0.0.1", "192.0.2.1", "192.0.2.2"]
            .map(|address| Client::of(address.parse().unwrap()));
        assert!(one.may_stop_work_of(one) && here.may_stop_work_of(one));
        assert!(!two.may_stop_work_of(one) && !one.may_stop_work_of(here));
    }

    #[test]
    fn addresses_of_one_machine_are_one_client() {
        check("192.0.2.7", "192.0.2.7");
        check("::ffff:192.0.2.7", "192.0.2.7");
        check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
        check("2001:db8:1:2:ffff::1", "2001:db8:1:2::");
        check("::1", "::1");
    }
}
