//! Digests of sets of fluents or moves.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Returns the SHA-256 digest of the texts joined by newlines, in lower-case hexadecimal. The texts must be sorted, as
/// [`senet_engine::Game`] returns them, so that equal sets have equal digests.
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
    fn empty_set_has_the_digest_of_the_empty_text() {
        let expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(digest(&[]), expected);
    }
}
