//! Places in a text: byte ranges, lines and columns.

/// A range of bytes in the source text, without `end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span from one byte offset to another.
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The smallest span that covers both spans.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The text of the span.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// The span as a range for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Converts byte offsets to lines and columns. Both count from 1; columns count characters.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    /// The start of every line, and further places in long lines, so that a query counts few characters.
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    offset: usize,
    line: usize,
    column: usize,
}

/// The maximum distance of two marks in bytes.
const MARK_DISTANCE: usize = 1024;

impl<'a> LineIndex<'a> {
    /// Indexes the lines of a text.
    pub fn new(text: &'a str) -> LineIndex<'a> {
        let mut last = Mark {
            offset: 0,
            line: 1,
            column: 1,
        };
        let mut marks = vec![last];
        let (mut line, mut column) = (1, 1);
        for (offset, c) in text.char_indices() {
            if offset - last.offset >= MARK_DISTANCE {
                last = Mark {
                    offset,
                    line,
                    column,
                };
                marks.push(last);
            }
            column += 1;
            if c == '\n' {
                (line, column) = (line + 1, 1);
                last = Mark {
                    offset: offset + 1,
                    line,
                    column,
                };
                marks.push(last);
            }
        }
        LineIndex { text, marks }
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: u32) -> (usize, usize) {
        let offset = (offset as usize).min(self.text.len());
        let after = self.marks.partition_point(|mark| mark.offset <= offset);
        // The first mark is at offset 0, so there is always a mark before.
        let mark = self.marks[after - 1];
        let between = self.text[mark.offset..offset].chars().count();
        (mark.line, mark.column + between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_columns_from_one() {
        let lines = LineIndex::new("ab\ncé d");
        assert_eq!(lines.position(0), (1, 1));
        assert_eq!(lines.position(3), (2, 1));
        assert_eq!(lines.position(6), (2, 3));
        assert_eq!(lines.position(99), (2, 5));
    }

    #[test]
    fn counts_columns_in_long_lines() {
        let text = format!("{}\n{}x", "é".repeat(1500), "a".repeat(5000));
        let lines = LineIndex::new(&text);
        assert_eq!(lines.position(2998), (1, 1500));
        assert_eq!(lines.position(3000), (1, 1501));
        assert_eq!(lines.position(3001), (2, 1));
        assert_eq!(lines.position(8001), (2, 5001));
    }
}
