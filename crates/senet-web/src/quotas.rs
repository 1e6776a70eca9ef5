//! Rate limits: how often each client may ask for work. A client has a bucket of tokens for each kind of work. A request takes one token, and
//! tokens come back evenly over a minute.

use crate::WebLimits;
use crate::client::Client;
use crate::failure::Failure;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A kind of work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Work {
    /// Opens a table.
    Open,
    /// Saves or deletes a game.
    Save,
    /// Uploads a record.
    Upload,
    /// Checks a sheet.
    Check,
    /// Gives a hint, or evaluates a match.
    Hint,
    /// Starts, stops or continues a tournament.
    Tournament,
}

/// Maximum number of clients whose buckets are remembered.
const REMEMBERED: usize = 10_000;
const MINUTE: Duration = Duration::from_secs(60);

/// The rates of all clients.
pub struct Quotas {
    limits: WebLimits,
    buckets: Mutex<HashMap<(Client, Work), Bucket>>,
}

/// Tokens at a point in time.
#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// The tokens now. They come back at `rate` per minute, and a bucket holds at most `rate`.
    fn tokens_at(&self, now: Instant, rate: f64) -> f64 {
        let back = now.saturating_duration_since(self.at).as_secs_f64() / MINUTE.as_secs_f64();
        (self.tokens + back * rate).min(rate)
    }
}

impl Quotas {
    /// Full buckets for all clients.
    pub fn new(limits: &WebLimits) -> Quotas {
        Quotas {
            limits: limits.clone(),
            buckets: Mutex::default(),
        }
    }

    /// Takes a token, or says when the next one comes.
    pub fn take(&self, client: Client, work: Work) -> Result<(), Failure> {
        self.take_at(client, work, Instant::now())
    }

    fn take_at(&self, client: Client, work: Work, now: Instant) -> Result<(), Failure> {
        let rate = f64::from(self.rate(work));
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED {
            // A full bucket equals a new one, so it need not be remembered.
            buckets.retain(|(_, work), bucket| {
                let rate = f64::from(self.rate(*work));
                bucket.tokens_at(now, rate) < rate
            });
        }
        let full = Bucket {
            tokens: rate,
            at: now,
        };
        let bucket = buckets.entry((client, work)).or_insert(full);
        let tokens = bucket.tokens_at(now, rate);
        if tokens < 1.0 {
            let wait = (1.0 - tokens) / rate.max(1.0) * MINUTE.as_secs_f64();
            return Err(Failure::too_many(
                format!("too many requests from {} in a minute", client.0),
                format!("at most {rate} of this kind are allowed; wait a moment and try again"),
                Duration::from_secs_f64(wait),
            ));
        }
        *bucket = Bucket {
            tokens: tokens - 1.0,
            at: now,
        };
        Ok(())
    }

    fn rate(&self, work: Work) -> u32 {
        match work {
            Work::Open => self.limits.client_opens,
            Work::Save => self.limits.client_saves,
            Work::Upload => self.limits.client_uploads,
            Work::Check => self.limits.client_checks,
            Work::Hint => self.limits.client_hints,
            Work::Tournament => self.limits.client_tournaments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    #[test]
    fn tokens_come_back_evenly() {
        let quotas = Quotas::new(&WebLimits {
            client_saves: 6,
            ..WebLimits::default()
        });
        let start = Instant::now();
        let take = |last, seconds| {
            let now = start + Duration::from_secs(seconds);
            quotas.take_at(client(last), Work::Save, now)
        };
        assert!((0..6).all(|_| take(1, 0).is_ok()));
        let refused = take(1, 0).unwrap_err();
        assert_eq!(refused.retry_after, Some(10));
        assert_eq!(take(1, 4).unwrap_err().retry_after, Some(6));
        assert!(take(2, 4).is_ok(), "other clients are not affected");
        assert!(take(1, 10).is_ok() && take(1, 10).is_err());
        // The bucket never holds more than a minute's worth.
        assert!((0..6).all(|_| take(1, 10_000).is_ok()) && take(1, 10_000).is_err());
    }

    #[test]
    fn clients_with_full_buckets_are_forgotten() {
        let quotas = Quotas::new(&WebLimits::default());
        let start = Instant::now();
        for n in 0..2 * REMEMBERED as u32 {
            let address: std::net::Ipv4Addr = (0x0a00_0000 + n).into();
            let now = start + Duration::from_millis(100 * u64::from(n));
            let taken = quotas.take_at(Client::of(address.into()), Work::Check, now);
            assert!(taken.is_ok());
        }
        assert!(quotas.buckets.lock().unwrap().len() <= REMEMBERED);
    }
}
