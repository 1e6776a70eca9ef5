//! Positions in a text as browsers count them.

/// Converts bytes of UTF-8 to units of UTF-16.
pub struct Offsets<'a> {
    text: &'a str,
    /// Positions with both counts at regular distances, so that no query counts the whole text.
    marks: Vec<(usize, usize)>,
}

/// The approximate distance between marks in bytes.
const DISTANCE: usize = 1024;

impl<'a> Offsets<'a> {
    /// Indexes a text.
    pub fn new(text: &'a str) -> Offsets<'a> {
        let mut marks = vec![(0, 0)];
        let (mut last, mut units) = (0, 0);
        for (offset, c) in text.char_indices() {
            if offset - last >= DISTANCE {
                marks.push((offset, units));
                last = offset;
            }
            units += c.len_utf16();
        }
        Offsets { text, marks }
    }

    /// The units before a byte; a byte within a character counts as its start.
    pub fn of(&self, byte: u32) -> usize {
        let mut byte = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let after = self.marks.partition_point(|(offset, _)| *offset <= byte);
        // The first mark is at the start, so there is always an earlier one.
        let (offset, units) = self.marks[after - 1];
        units + self.text[offset..byte].encode_utf16().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_utf16_units() {
        let text = format!("{}é𝄞x", "a".repeat(3000));
        let offsets = Offsets::new(&text);
        for (at, _) in text.char_indices() {
            assert_eq!(offsets.of(at as u32), text[..at].encode_utf16().count());
        }
        assert_eq!(offsets.of(u32::MAX), 3004);
        assert_eq!(offsets.of(3003), 3001);
    }
}
