//! A digest of the moves of a match, which finds repeated matches without comparing all moves.

use super::StoreError;
use serde::Deserialize;

/// The part of a record that the digest needs.
#[derive(Deserialize)]
struct Moves {
    moves: Vec<Vec<String>>,
}

/// The number of joint moves of a record, and their digest: 64-bit FNV-1a, which is short and stays the same in all versions.
pub fn digest(record: &str) -> Result<(usize, String), StoreError> {
    let what = "the record of a match";
    let read: Moves =
        serde_json::from_str(record).map_err(|error| StoreError::Unreadable { what, error })?;
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for joint in &read.moves {
        for text in joint {
            for byte in text.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    Ok((read.moves.len(), format!("{hash:016x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_moves_have_different_digests() {
        let of = |record: &str| digest(record).unwrap();
        let first = of(r#"{"moves":[["(mark 1 1)","noop"],["noop","(mark 2 2)"]],"x":1}"#);
        assert_eq!(first.0, 2);
        assert_eq!(
            first,
            of(r#"{"moves":[["(mark 1 1)","noop"],["noop","(mark 2 2)"]]}"#)
        );
        assert_ne!(
            first,
            of(r#"{"moves":[["noop","(mark 1 1)"],["noop","(mark 2 2)"]]}"#)
        );
        assert_ne!(
            of(r#"{"moves":[["ab","c"]]}"#).1,
            of(r#"{"moves":[["a","bc"]]}"#).1
        );
        assert!(digest("{}").is_err());
    }
}
