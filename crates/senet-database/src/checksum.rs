//! Checksums of stored values.

use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

/// The checksum of some values of a row. It finds accidents, such as flipped bits and changes by other programs. It does not protect against
/// forgery.
pub fn checksum<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> String {
    let mut hash = Sha256::new();
    for value in values {
        // The kind and the length keep neighbours apart.
        match value {
            ValueRef::Null => hash.update(b"n"),
            ValueRef::Integer(number) => {
                hash.update(b"i");
                hash.update(number.to_le_bytes());
            }
            ValueRef::Real(number) => {
                hash.update(b"r");
                hash.update(number.to_le_bytes());
            }
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                hash.update(b"t");
                hash.update((bytes.len() as u64).to_le_bytes());
                hash.update(bytes);
            }
        }
    }
    let bytes = hash.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_kept_apart() {
        let of = |texts: &[&'static str]| {
            checksum(texts.iter().map(|text| ValueRef::Text(text.as_bytes())))
        };
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(checksum([ValueRef::Null]), checksum([ValueRef::Text(b"")]));
        assert_eq!(of(&["a"]).len(), 64);
    }
}
