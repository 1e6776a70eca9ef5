//! The names of this server. A foreign name that points to this machine (DNS rebinding) is not one of them.

use std::net::{IpAddr, SocketAddr};

/// The names that a `Host` header may have.
#[derive(Clone, Debug)]
pub struct Hosts {
    bound: IpAddr,
    allowed: Vec<String>,
}

impl Hosts {
    /// The loopback names, the address that the server is bound to, and further names.
    pub fn new(bound: IpAddr, allowed: &[String]) -> Hosts {
        Hosts {
            bound,
            allowed: allowed.iter().map(|name| plain(name)).collect(),
        }
    }

    /// True if a `Host` header names this server. A server that is bound to all addresses of the machine also answers to the address that the
    /// client connected to, `own`: an address is not a name, so no foreign site can claim it.
    pub fn contains(&self, host: &str, own: SocketAddr) -> bool {
        let name = plain(without_port(host));
        if name == "localhost" || self.allowed.contains(&name) {
            return true;
        }
        let literal = name.trim_start_matches('[').trim_end_matches(']');
        let Ok(address) = literal.parse::<IpAddr>() else {
            return false;
        };
        let address = address.to_canonical();
        address.is_loopback()
            || address == self.bound.to_canonical()
            || (self.bound.is_unspecified() && address == own.ip().to_canonical())
    }
}

fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// The host without its port. The colons of an IPv6 address are within brackets.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bound: &str, host: &str, expected: bool) {
        let allowed = ["games.example".to_string()];
        let hosts = Hosts::new(bound.parse().unwrap(), &allowed);
        let own = "192.0.2.7:9180".parse().unwrap();
        assert_eq!(hosts.contains(host, own), expected, "{bound} {host}");
    }

    #[test]
    fn only_own_names_are_accepted() {
        for bound in ["127.0.0.1", "0.0.0.0", "::", "192.0.2.7"] {
            for own in [
                "localhost",
                "LOCALHOST:9180",
                "localhost.:80",
                "127.0.0.1:9180",
                "[::1]:9180",
                "games.example",
                "Games.Example:443",
            ] {
                check(bound, own, true);
            }
            for foreign in [
                "",
                ":80",
                "evil.example",
                "evil.example:9180",
                "localhost.evil.example",
                "games.example.evil.example",
                "192.0.2.8",
                "127.0.0.1.evil.example:80",
                "[",
                "[::2]",
            ] {
                check(bound, foreign, false);
            }
        }
        check("192.0.2.7", "192.0.2.7:9180", true);
        check("0.0.0.0", "192.0.2.7:9180", true);
        check("::", "[::ffff:192.0.2.7]", true);
        check("127.0.0.1", "192.0.2.7:9180", false);
    }
}
