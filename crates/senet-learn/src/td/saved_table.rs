//! The file format of value tables.
//!
//! A file starts with a magic number, a version, the role and its parameters. The texts of all fluents and the sorted
//! rows follow. A row is the bits of a state and its value. Only the bytes that differ from the previous row are
//! written. A checksum at the end detects truncated and damaged files. Fluents are written as text, since their
//! numbers are valid only for one loaded game.

use super::ValueTable;
use senet_engine::State;

/// The magic number at the start of a file.
const MARK: &[u8; 8] = b"SENETTD\n";
/// The version of the format.
const VERSION: u8 = 1;

/// A value table with its metadata.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedTable {
    /// The role whose goals the values predict.
    pub role: String,
    /// The number of training matches.
    pub matches: u64,
    /// The value of states that are not in the table.
    pub default: f32,
    /// The texts of all fluents by number.
    pub fluents: Vec<String>,
    /// The values. States have one bit per fluent.
    pub values: ValueTable,
}

/// The reason why bytes are not a value table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SaveError {
    /// The magic number is missing.
    #[error("this is not a value table")]
    NoTable,
    /// Another version of the program wrote the file.
    #[error(
        "the value table has version {0}, but this program reads version {VERSION}: learn it again"
    )]
    Version(u8),
    /// The file is truncated or damaged.
    #[error("the value table is damaged (wrong checksum): learn it again")]
    Damaged,
}

impl SavedTable {
    /// Serialises the table.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        bytes.push(VERSION);
        put_text(&mut bytes, &self.role);
        put_number(&mut bytes, self.matches);
        bytes.extend(self.default.to_le_bytes());
        put_number(&mut bytes, self.fluents.len() as u64);
        self.fluents
            .iter()
            .for_each(|fluent| put_text(&mut bytes, fluent));
        self.put_rows(&mut bytes);
        let sum = check_sum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn put_rows(&self, bytes: &mut Vec<u8>) {
        let mut rows: Vec<_> = self.values.iter().collect();
        rows.sort_by(|a, b| a.0.cmp(b.0));
        put_number(bytes, rows.len() as u64);
        let width = self.fluents.len().div_ceil(8);
        let mut before = vec![0; width];
        for (state, value) in rows {
            let row = state_bytes(state, width);
            put_changes(bytes, &before, &row);
            bytes.extend(value.to_le_bytes());
            before = row;
        }
    }

    /// Parses a table.
    pub fn from_bytes(bytes: &[u8]) -> Result<SavedTable, SaveError> {
        let rest = bytes.strip_prefix(MARK).ok_or(SaveError::NoTable)?;
        let version = *rest.first().ok_or(SaveError::Damaged)?;
        if version != VERSION {
            return Err(SaveError::Version(version));
        }
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(SaveError::Damaged)?;
        if check_sum(content) != u64::from_le_bytes(*sum) {
            return Err(SaveError::Damaged);
        }
        let content = content.get(MARK.len() + 1..).ok_or(SaveError::Damaged)?;
        Reader(content).saved().ok_or(SaveError::Damaged)
    }
}

/// Parses element by element. Returns `None` if the bytes are malformed.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn saved(&mut self) -> Option<SavedTable> {
        let role = self.text()?;
        let matches = self.number()?;
        let default = self.real()?;
        let count = self.number()?;
        let fluents = (0..count)
            .map(|_| self.text())
            .collect::<Option<Vec<_>>>()?;
        let values = self.rows(fluents.len())?;
        self.0.is_empty().then_some(SavedTable {
            role,
            matches,
            default,
            fluents,
            values,
        })
    }

    fn rows(&mut self, fluents: usize) -> Option<ValueTable> {
        let count = self.number()?;
        let mut row = vec![0; fluents.div_ceil(8)];
        let read = |_| {
            self.changes(&mut row)?;
            Some((state_of(&row, fluents), self.real()?))
        };
        (0..count).map(read).collect()
    }

    fn changes(&mut self, row: &mut [u8]) -> Option<()> {
        for marks in (0..row.len()).step_by(8) {
            let mask = self.take::<1>()?[0];
            for bit in (0..8).filter(|bit| mask >> bit & 1 == 1) {
                *row.get_mut(marks + bit)? = self.take::<1>()?[0];
            }
        }
        Some(())
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn real(&mut self) -> Option<f32> {
        let real = f32::from_le_bytes(self.take()?);
        real.is_finite().then_some(real)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take::<1>()?[0];
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

/// Writes a number with seven bits per byte.
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

/// For every eight bytes of a row, writes a mask of the changed bytes, then these bytes.
fn put_changes(bytes: &mut Vec<u8>, before: &[u8], row: &[u8]) {
    for (before, row) in before.chunks(8).zip(row.chunks(8)) {
        let changed = |at: &usize| before[*at] != row[*at];
        let mask = (0..row.len())
            .filter(changed)
            .fold(0, |mask, at| mask | 1 << at);
        bytes.push(mask);
        bytes.extend((0..row.len()).filter(changed).map(|at| row[at]));
    }
}

fn state_bytes(state: &State, width: usize) -> Vec<u8> {
    let bytes = state.words().iter().flat_map(|word| word.to_le_bytes());
    let mut bytes: Vec<u8> = bytes.take(width).collect();
    bytes.resize(width, 0);
    bytes
}

fn state_of(row: &[u8], fluents: usize) -> State {
    let mut words = vec![0; fluents.div_ceil(64)];
    for (at, &byte) in row.iter().enumerate() {
        words[at / 8] |= u64::from(byte) << (at % 8 * 8);
    }
    State::from_words(words)
}

/// The 64-bit FNV-1a hash.
fn check_sum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn table(fluents: usize, rows: usize) -> SavedTable {
        let mut rng = Rng::with_seed(7);
        let values = (0..rows).map(|_| {
            let row: Vec<u8> = (0..fluents.div_ceil(8)).map(|_| rng.u8(..)).collect();
            (state_of(&row, fluents), rng.f32() * 100.0)
        });
        SavedTable {
            role: "x".to_string(),
            matches: 1_000_000,
            default: 50.0,
            values: values.collect(),
            fluents: (0..fluents).map(|n| format!("(cell {n})")).collect(),
        }
    }

    #[test]
    fn tables_round_trip() {
        for (fluents, rows) in [(0, 1), (1, 2), (64, 50), (65, 50), (200, 300)] {
            let saved = table(fluents, rows);
            assert_eq!(SavedTable::from_bytes(&saved.to_bytes()), Ok(saved));
        }
    }

    #[test]
    fn rejects_damaged_and_truncated_files() {
        let bytes = table(70, 5).to_bytes();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(SavedTable::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(SavedTable::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
        assert_eq!(SavedTable::from_bytes(b"(role x)"), Err(SaveError::NoTable));
        let mut other = bytes.clone();
        other[8] = 9;
        assert_eq!(SavedTable::from_bytes(&other), Err(SaveError::Version(9)));
    }
}
