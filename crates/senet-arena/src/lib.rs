//! Matches under clocks, the GGP protocol, tournaments with ratings.

pub mod ratings;
pub mod store;
pub mod tournament;
