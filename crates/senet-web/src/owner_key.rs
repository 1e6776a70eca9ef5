//! Owner keys. The creator of a table or saved game gets a random key, and changes require this key.
//!
//! The server keeps only a digest of the key, so neither its files nor its answers reveal it.

use crate::failure::Failure;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The header with the key of a table or a game.
pub const KEY_HEADER: &str = "x-senet-key";
/// The length of a key.
const LETTERS: usize = 32;

/// The digest of an owner's key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnerKey(Vec<u8>);

impl OwnerKey {
    /// A new key: the secret for the owner, and its digest.
    pub fn create() -> Result<(String, OwnerKey), Failure> {
        let secret = random_letters(LETTERS)?;
        let key = OwnerKey::of(&secret);
        Ok((secret, key))
    }

    fn of(secret: &str) -> OwnerKey {
        OwnerKey(Sha256::digest(secret).to_vec())
    }

    /// True if this is the owner's key. Takes the same time for every key.
    pub fn fits(&self, given: &str) -> bool {
        let given = OwnerKey::of(given);
        let pairs = self.0.iter().zip(&given.0);
        let wrong = pairs.fold(0, |wrong, (own, given)| wrong | (own ^ given));
        wrong == 0 && self.0.len() == given.0.len()
    }

    /// True if a request has the owner's key.
    pub fn is_in(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok());
        given.is_some_and(|given| self.fits(given))
    }
}

/// Random letters and digits. They come from the system, not from a seed, because they must be secret and decide nothing in a match.
pub fn random_letters(count: usize) -> Result<String, Failure> {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0_u8; count];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the system gave no random numbers: {error}"),
            "try again later",
        )
    })?;
    let letter = |byte: &u8| char::from(ALPHABET[usize::from(byte % 32)]);
    Ok(bytes.iter().map(letter).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_fits() {
        let (secret, key) = OwnerKey::create().unwrap();
        assert_eq!(secret.len(), LETTERS);
        assert!(key.fits(&secret));
        for wrong in ["", "x", &secret[1..], &secret.to_uppercase()] {
            assert!(!key.fits(wrong), "{wrong}");
        }
        assert!(!OwnerKey(Vec::new()).fits(""));
        assert!(!serde_json::to_string(&key).unwrap().contains(&secret));
    }
}
