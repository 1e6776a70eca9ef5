//! The checkpoint: one file with all that a run needs, and a digest.

use super::folder::RunFolder;
use senet_console::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

const NAME: &str = "checkpoint";
const MAGIC: &[u8] = b"senet-train-1\n";
const DIGEST: usize = 32;

/// The parts of a checkpoint: a header as JSON, and binary parts.
pub struct Checkpoint<H> {
    /// The header.
    pub header: H,
    /// The binary parts.
    pub parts: Vec<Vec<u8>>,
}

impl<H: Serialize + DeserializeOwned> Checkpoint<H> {
    /// Replaces the checkpoint of a run.
    pub fn write(&self, folder: &RunFolder) -> Result<(), Failure> {
        let header = serde_json::to_vec(&self.header)
            .map_err(|error| Failure::new(format!("the checkpoint cannot be written: {error}")))?;
        let mut bytes = MAGIC.to_vec();
        for part in std::iter::once(&header).chain(&self.parts) {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        folder.replace(NAME, &bytes)
    }

    /// Reads the checkpoint of a run; `None` if there is none.
    pub fn read(folder: &RunFolder) -> Result<Option<Checkpoint<H>>, Failure> {
        let Some(bytes) = folder.read(NAME)? else {
            return Ok(None);
        };
        match decode(&bytes) {
            Some(checkpoint) => Ok(Some(checkpoint)),
            None => {
                let path = folder.file(NAME);
                let message = format!("{} is damaged or of another version", path.display());
                Err(Failure::new(message)
                    .help("remove the folder to start again, or choose another for --out"))
            }
        }
    }
}

fn decode<H: DeserializeOwned>(bytes: &[u8]) -> Option<Checkpoint<H>> {
    let (body, digest) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST)?)?;
    if Sha256::digest(body)[..] != *digest {
        return None;
    }
    let mut rest = body.strip_prefix(MAGIC)?;
    let mut parts = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<8>() {
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (part, after) = after.split_at_checked(length)?;
        parts.push(part.to_vec());
        rest = after;
    }
    if parts.is_empty() || !rest.is_empty() {
        return None;
    }
    let header = serde_json::from_slice(&parts.remove(0)).ok()?;
    Some(Checkpoint { header, parts })
}

/// Writes numbers as bytes.
pub fn float_bytes(numbers: &[f32]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// Reads the numbers that [`float_bytes`] wrote.
pub fn floats(bytes: &[u8]) -> Vec<f32> {
    let (chunks, _) = bytes.as_chunks::<4>();
    chunks
        .iter()
        .map(|chunk| f32::from_le_bytes(*chunk))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_or_truncated_checkpoints_are_refused() {
        let mut bytes = MAGIC.to_vec();
        for part in [b"7".to_vec(), vec![1, 2, 3]] {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        let read = decode::<u32>(&bytes).unwrap();
        assert_eq!((read.header, read.parts), (7, vec![vec![1, 2, 3]]));
        for length in 0..bytes.len() {
            assert!(decode::<u32>(&bytes[..length]).is_none(), "{length}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert!(decode::<u32>(&changed).is_none(), "{at}");
        }
    }
}
