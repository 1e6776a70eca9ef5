//! The canonical key: a hash that identifies a game up to isomorphism.

use super::Labelling;
use crate::{Colour, Graph, GraphNodeId};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The SHA-256 hash of a graph in canonical order. Isomorphic graphs have equal keys; other graphs differ unless
/// SHA-256 collides. An [`Isomorphism`](crate::Isomorphism) proves that two games with equal keys are the same.
///
/// ```
/// use senet_gdl::{Deadline, Sheet};
/// use senet_graph::{CanonicalKey, canonical};
///
/// let sheet = Sheet::read("(role x) (init (at 1))");
/// let key = canonical(&sheet.description, &Deadline::never()).unwrap().key;
/// assert_eq!(key.to_string().parse::<CanonicalKey>(), Ok(key));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalKey([u8; 32]);

/// The version of the key format. Keys of different versions must not be compared. The version changes with the graph,
/// its colours or the search, because each of them decides the canonical order.
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

    /// Creates a key from its bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> CanonicalKey {
        CanonicalKey(bytes)
    }
}

/// The position of each node in the order.
fn positions(order: &[GraphNodeId]) -> Vec<u32> {
    let mut positions = vec![0; order.len()];
    for (place, &node) in (0..).zip(order) {
        positions[node as usize] = place;
    }
    positions
}

/// Encodes a colour in eight bytes. Keywords have the same index in every symbol table.
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

/// The error for a text that is not a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a canonical key consists of 64 hexadecimal digits")]
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
