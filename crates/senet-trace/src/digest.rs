//! Fingerprints of sets of facts or moves.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// SHA-256, in lower-case hexadecimal, of the texts joined by newlines. The texts must be sorted already, as
/// [`senet_engine::Game`] gives them, so that equal sets have equal fingerprints.
pub fn digest(sorted: &[String]) -> String {
    let hash = Sha256::digest(sorted.join("\n"));
    hash.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_set_has_the_fingerprint_of_the_empty_text() {
        let expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(digest(&[]), expected);
    }
}
