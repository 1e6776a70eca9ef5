//! Matches as bytes: numbers in little-endian order, lists with their length first.

use crate::{DeepError, SelfPlayMatch, TrainingPosition};

impl SelfPlayMatch {
    /// The match as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.number.to_le_bytes());
        put_floats(&self.goals, &mut bytes);
        put_length(self.positions.len(), &mut bytes);
        for position in &self.positions {
            put_length(position.state.len(), &mut bytes);
            let words = position.state.iter();
            bytes.extend(words.flat_map(|word| word.to_le_bytes()));
            for moves in &position.policy {
                put_length(moves.len(), &mut bytes);
                for (number, share) in moves {
                    bytes.extend(number.to_le_bytes());
                    bytes.extend(share.to_le_bytes());
                }
            }
            put_floats(&position.searched, &mut bytes);
        }
        bytes
    }

    /// Reads what [`SelfPlayMatch::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<SelfPlayMatch, DeepError> {
        let mut reader = Reader { rest: bytes };
        let number = u64::from_le_bytes(reader.array()?);
        let goals = reader.floats()?;
        let mut positions = Vec::new();
        for _ in 0..reader.length()? {
            let words = reader.length()?;
            let state = reader.list(words, |reader| Ok(u64::from_le_bytes(reader.array()?)))?;
            let mut policy = Vec::new();
            for _ in 0..goals.len() {
                let moves = reader.length()?;
                policy.push(reader.list(moves, Reader::share)?);
            }
            let searched = reader.floats()?;
            positions.push(TrainingPosition {
                state,
                policy,
                searched,
            });
        }
        match reader.rest {
            [] => Ok(SelfPlayMatch {
                number,
                positions,
                goals,
            }),
            _ => Err(damaged()),
        }
    }
}

fn put_length(length: usize, bytes: &mut Vec<u8>) {
    bytes.extend((length as u32).to_le_bytes());
}

fn put_floats(numbers: &[f32], bytes: &mut Vec<u8>) {
    put_length(numbers.len(), bytes);
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn damaged() -> DeepError {
    DeepError::Damaged("a stored match is damaged".to_string())
}

/// The bytes that are still to be read.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], DeepError> {
        let (first, rest) = self.rest.split_first_chunk::<N>().ok_or_else(damaged)?;
        self.rest = rest;
        Ok(*first)
    }

    /// Reads a length. Each element takes at least one byte, so a false length is refused before memory is allocated.
    fn length(&mut self) -> Result<usize, DeepError> {
        let length = u32::from_le_bytes(self.array()?) as usize;
        match length <= self.rest.len() {
            true => Ok(length),
            false => Err(damaged()),
        }
    }

    fn list<T>(
        &mut self,
        length: usize,
        read: impl Fn(&mut Self) -> Result<T, DeepError>,
    ) -> Result<Vec<T>, DeepError> {
        (0..length).map(|_| read(self)).collect()
    }

    fn float(&mut self) -> Result<f32, DeepError> {
        let number = f32::from_le_bytes(self.array()?);
        match number.is_finite() {
            true => Ok(number),
            false => Err(damaged()),
        }
    }

    fn floats(&mut self) -> Result<Vec<f32>, DeepError> {
        let length = self.length()?;
        self.list(length, Reader::float)
    }

    fn share(&mut self) -> Result<(u32, f32), DeepError> {
        Ok((u32::from_le_bytes(self.array()?), self.float()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> SelfPlayMatch {
        let position = TrainingPosition {
            state: vec![5, u64::MAX],
            policy: vec![vec![(3, 0.25), (9, 0.75)], vec![]],
            searched: vec![0.5, 0.25],
        };
        SelfPlayMatch {
            number: 77,
            positions: vec![position.clone(), position],
            goals: vec![1.0, 0.0],
        }
    }

    #[test]
    fn matches_round_trip() {
        let bytes = example().to_bytes();
        assert_eq!(SelfPlayMatch::from_bytes(&bytes).unwrap(), example());
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = example().to_bytes();
        for length in 0..bytes.len() {
            assert!(
                SelfPlayMatch::from_bytes(&bytes[..length]).is_err(),
                "{length}"
            );
        }
        let mut long = bytes.clone();
        long[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(SelfPlayMatch::from_bytes(&long).is_err());
    }
}
