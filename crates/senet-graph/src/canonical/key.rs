//! A short name for all games that are the same.

use super::Labelling;
use crate::{Colour, Graph, GraphNodeId};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The fingerprint of a graph in canonical order: equal for isomorphic graphs, and different for all others as far as SHA-256 is free of
/// collisions. Who takes two games for one on its word gets a [`Isomorphism`](crate::Isomorphism), which shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalKey([u8; 32]);

/// Which keys can be compared. It changes with whatever keys depend on: the graph, its colours, and the search for the canonical order, since
/// another search may choose another order.
pub const KEY_VERSION: &str = "2";

impl CanonicalKey {
    pub(crate) fn of(graph: &Graph, labelling: &Labelling) -> CanonicalKey {
        let mut hash = Sha256::new();
        hash.update((labelling.order.len() as u64).to_le_bytes());
        for &node in &labelling.order {
            hash.update(code(graph.nodes()[node as usize].colour));
        }
        let positions = positions(&labelling.order);
        let mut targets = Vec::new();
        for &node in &labelling.order {
            targets.clear();
            targets.extend(graph.edges(node).iter().map(|&to| positions[to as usize]));
            targets.sort_unstable();
            hash.update((targets.len() as u32).to_le_bytes());
            for target in &targets {
                hash.update(target.to_le_bytes());
            }
        }
        CanonicalKey(hash.finalize().into())
    }

    /// The key as bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The key with these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> CanonicalKey {
        CanonicalKey(bytes)
    }
}

/// The place of each node in the order.
fn positions(order: &[GraphNodeId]) -> Vec<u32> {
    let mut positions = vec![0; order.len()];
    for (place, &node) in (0..).zip(order) {
        positions[node as usize] = place;
    }
    positions
}

/// A colour in eight bytes. Keywords have the same numbers in all tables of symbols.
fn code(colour: Colour) -> [u8; 8] {
    let (kind, more) = match colour {
        Colour::Symbol => (0, 0),
        Colour::Argument => (1, 0),
        Colour::VariableSymbol => (2, 0),
        Colour::Occurrence => (3, 0),
        Colour::VariableOccurrence => (4, 0),
        Colour::Keyword(symbol) => (5, symbol.index() as u32),
        Colour::GoalValue(value) => (6, value as u32),
        Colour::And => (7, 0),
    };
    (u64::from(more) << 32 | kind).to_le_bytes()
}

impl fmt::Display for CanonicalKey {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for CanonicalKey {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "CanonicalKey({self})")
    }
}

/// A text that is no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a key has 64 digits from 0 to f")]
pub struct ParseKeyError;

impl FromStr for CanonicalKey {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<CanonicalKey, ParseKeyError> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ParseKeyError);
        }
        for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| ParseKeyError)?;
        }
        Ok(CanonicalKey(bytes))
    }
}
