//! Tables as bytes.
//!
//! A mark, a version, what the table is about, the texts of all facts, then the rows in order: the bits of the state, of which only those bytes
//! are written that differ from the row before, and the value. At the end stands a check sum, so that a file that was cut or damaged is
//! noticed and never used. Facts are written as texts since numbers of facts mean nothing outside of one loaded game.

use super::Values;
use senet_engine::State;

/// What every table begins with.
const MARK: &[u8; 8] = b"SENETTD\n";
/// The form described above.
const VERSION: u8 = 1;

/// A table and what it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Saved {
    /// The role whose goals the values expect.
    pub role: String,
    /// Matches that were played to learn it.
    pub matches: u64,
    /// The value of states that are not in the table.
    pub default: f32,
    /// The texts of all facts by number.
    pub facts: Vec<String>,
    /// The values; a bit for each fact.
    pub values: Values,
}

/// Why bytes are not a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SaveError {
    /// They are something else.
    #[error("this is not a table of values")]
    NoTable,
    /// They come from another version of the program.
    #[error("the table has version {0}, and this program reads version {VERSION}: learn it anew")]
    Version(u8),
    /// They were cut or damaged.
    #[error("the table is damaged (its check sum is wrong): learn it anew")]
    Damaged,
}

impl Saved {
    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        bytes.push(VERSION);
        put_text(&mut bytes, &self.role);
        put_number(&mut bytes, self.matches);
        bytes.extend(self.default.to_le_bytes());
        put_number(&mut bytes, self.facts.len() as u64);
        self.facts
            .iter()
            .for_each(|fact| put_text(&mut bytes, fact));
        self.put_rows(&mut bytes);
        let sum = check_sum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn put_rows(&self, bytes: &mut Vec<u8>) {
        let mut rows: Vec<_> = self.values.iter().collect();
        rows.sort_by(|a, b| a.0.cmp(b.0));
        put_number(bytes, rows.len() as u64);
        let width = self.facts.len().div_ceil(8);
        let mut before = vec![0; width];
        for (state, value) in rows {
            let row = state_bytes(state, width);
            put_changes(bytes, &before, &row);
            bytes.extend(value.to_le_bytes());
            before = row;
        }
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Saved, SaveError> {
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

/// Reads piece by piece; `None` if the bytes do not fit.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn saved(&mut self) -> Option<Saved> {
        let role = self.text()?;
        let matches = self.number()?;
        let default = self.real()?;
        let count = self.number()?;
        let facts = (0..count)
            .map(|_| self.text())
            .collect::<Option<Vec<_>>>()?;
        let values = self.rows(facts.len())?;
        self.0.is_empty().then_some(Saved {
            role,
            matches,
            default,
            facts,
            values,
        })
    }

    fn rows(&mut self, facts: usize) -> Option<Values> {
        let count = self.number()?;
        let mut row = vec![0; facts.div_ceil(8)];
        let read = |_| {
            self.changes(&mut row)?;
            Some((state_of(&row, facts), self.real()?))
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

/// A number in as many bytes as it needs, seven bits each.
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

/// For every eight bytes of a row a byte that says which of them changed, and then those.
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

fn state_of(row: &[u8], facts: usize) -> State {
    let mut words = vec![0; facts.div_ceil(64)];
    for (at, &byte) in row.iter().enumerate() {
        words[at / 8] |= u64::from(byte) << (at % 8 * 8);
    }
    State::from_words(words)
}

/// FNV-1a with 64 bits.
fn check_sum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn table(facts: usize, rows: usize) -> Saved {
        let mut rng = Rng::with_seed(7);
        let values = (0..rows).map(|_| {
            let row: Vec<u8> = (0..facts.div_ceil(8)).map(|_| rng.u8(..)).collect();
            (state_of(&row, facts), rng.f32() * 100.0)
        });
        Saved {
            role: "x".to_string(),
            matches: 1_000_000,
            default: 50.0,
            values: values.collect(),
            facts: (0..facts).map(|n| format!("(cell {n})")).collect(),
        }
    }

    #[test]
    fn what_was_written_is_read() {
        for (facts, rows) in [(0, 1), (1, 2), (64, 50), (65, 50), (200, 300)] {
            let saved = table(facts, rows);
            assert_eq!(Saved::from_bytes(&saved.to_bytes()), Ok(saved));
        }
    }

    #[test]
    fn every_damage_is_noticed() {
        let bytes = table(70, 5).to_bytes();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Saved::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(Saved::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
        assert_eq!(Saved::from_bytes(b"(role x)"), Err(SaveError::NoTable));
        let mut other = bytes.clone();
        other[8] = 9;
        assert_eq!(Saved::from_bytes(&other), Err(SaveError::Version(9)));
    }
}
