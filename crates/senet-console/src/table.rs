//! Text tables with aligned columns.

use std::fmt::{self, Display, Formatter};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The space between two columns.
const GAP: &str = "  ";

/// The greatest width to which cells are padded. Longer cells stick out.
const WIDEST: usize = 100;

/// Returns the width of a column of these texts.
pub fn column_width<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> usize {
    let widths = texts.into_iter().map(|text| text.as_ref().width());
    widths.max().unwrap_or(0).min(WIDEST)
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    title: String,
    is_right: bool,
    least: usize,
    most: usize,
}

/// Makes a column of words, aligned to the left.
pub fn left(title: impl Into<String>) -> Column {
    Column {
        title: title.into(),
        is_right: false,
        least: 0,
        most: usize::MAX,
    }
}

/// Makes a column of numbers, aligned to the right.
pub fn right(title: impl Into<String>) -> Column {
    Column {
        is_right: true,
        ..left(title)
    }
}

impl Column {
    /// Sets the least width. Lines that are printed before the last row is known need it.
    pub fn at_least(self, least: usize) -> Column {
        Column { least, ..self }
    }

    /// Sets the greatest width; longer cells are cut and end in `…`.
    pub fn at_most(self, most: usize) -> Column {
        Column { most, ..self }
    }

    /// Fits a cell into a width, as the terminal shows it.
    fn fit(&self, cell: &str, width: usize) -> String {
        let cell = cut(cell, self.most);
        let space = " ".repeat(width.saturating_sub(cell.width()));
        match self.is_right {
            true => space + &cell,
            false => cell + &space,
        }
    }
}

/// Makes the cells of a row from values of any type that can be shown.
#[macro_export]
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { [$($cell.to_string()),*] };
}

/// A table with titles and rows. Each column is as wide as its widest cell, up to a limit.
///
/// ```
/// use senet_console::cells;
/// use senet_console::table::{TextTable, left, right};
///
/// let mut table = TextTable::new([left("game"), right("moves")]);
/// table.row(cells!["chess", 20]);
/// assert_eq!(table.to_string(), "game   moves\nchess     20\n");
/// ```
#[derive(Clone, Debug)]
pub struct TextTable {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    indent: usize,
}

impl TextTable {
    /// Makes an empty table.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> TextTable {
        TextTable {
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
            indent: 0,
        }
    }

    /// Makes an empty table of names and values, without titles.
    pub fn of_pairs() -> TextTable {
        TextTable::new([left(""), left("")])
    }

    /// Starts each line with spaces.
    pub fn indented(self, indent: usize) -> TextTable {
        TextTable { indent, ..self }
    }

    /// Adds a row with one cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Returns the title line.
    pub fn head(&self) -> String {
        let titles = self.columns.iter().map(|column| column.title.clone());
        self.line(titles)
    }

    /// Formats a row without adding it.
    pub fn line(&self, cells: impl IntoIterator<Item = String>) -> String {
        self.line_of_widths(&self.widths(), cells)
    }

    fn line_of_widths(&self, widths: &[usize], cells: impl IntoIterator<Item = String>) -> String {
        let cells = self.columns.iter().zip(widths).zip(cells);
        let cells = cells.map(|((column, &width), cell)| column.fit(&cell, width));
        let line = " ".repeat(self.indent) + &cells.collect::<Vec<_>>().join(GAP);
        line.trim_end().to_string()
    }

    /// Formats the table as Markdown.
    pub fn markdown(&self) -> String {
        let widths = self.widths();
        let framed = |cells: &[String]| {
            let cells = self.columns.iter().zip(&widths).zip(cells);
            let cells = cells.map(|((column, &width), cell)| column.fit(cell, width));
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let titles: Vec<String> = self.columns.iter().map(|c| c.title.clone()).collect();
        let rule = self.columns.iter().zip(&widths).map(|(column, &width)| {
            let (dashes, end) = match column.is_right {
                true => (width + 1, ":"),
                false => (width + 2, ""),
            };
            "-".repeat(dashes) + end + "|"
        });
        let rule = format!("|{}\n", rule.collect::<String>());
        let rows = self.rows.iter().map(|row| framed(row));
        framed(&titles) + &rule + &rows.collect::<String>()
    }

    /// The width of each column: that of its widest cell, within its limits.
    fn widths(&self) -> Vec<usize> {
        let width = |(at, column): (usize, &Column)| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            let widest = column_width(cells.chain([&column.title]));
            widest.min(column.most).max(column.least)
        };
        self.columns.iter().enumerate().map(width).collect()
    }
}

/// Writes the title line, unless all titles are empty, and all rows.
impl Display for TextTable {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if self.columns.iter().any(|column| !column.title.is_empty()) {
            writeln!(f, "{}", self.head())?;
        }
        let widths = self.widths();
        for row in &self.rows {
            writeln!(f, "{}", self.line_of_widths(&widths, row.iter().cloned()))?;
        }
        Ok(())
    }
}

/// Cuts a text that is wider than this.
fn cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_string();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        if kept.width() + letter.width().unwrap_or(0) + 1 > most {
            break;
        }
        kept.push(letter);
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(columns: [Column; 2], rows: &[[&str; 2]], expected: &str) {
        let mut table = TextTable::new(columns);
        for row in rows {
            table.row(row.map(str::to_string));
        }
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn aligns_words_left_and_numbers_right() {
        let rows = [["a", "1"], ["long name", "1234"]];
        check(
            [left("game"), right("n")],
            &rows,
            "game          n\na             1\nlong name  1234\n",
        );
    }

    #[test]
    fn counts_terminal_columns_instead_of_letters() {
        let rows = [["将棋", "x"], ["née", "y"]];
        check([left(""), left("")], &rows, "将棋  x\nnée   y\n");
    }

    #[test]
    fn cuts_cells_that_are_too_long() {
        let rows = [["abcdef", "x"], ["将棋将棋", "y"]];
        check([left("").at_most(4), left("")], &rows, "abc…  x\n将…   y\n");
    }

    #[test]
    fn pads_no_cell_to_the_width_of_a_very_long_one() {
        let mut table = TextTable::of_pairs();
        table.row(cells!["q".repeat(70_000), "x"]);
        table.row(cells!["a", "y"]);
        let text = table.to_string();
        assert_eq!(text.lines().next_back().map(str::len), Some(WIDEST + 3));
    }

    #[test]
    fn keeps_least_widths_for_single_lines() {
        let table = TextTable::new([left("a").at_least(3), right("b").at_least(4)]).indented(1);
        assert_eq!(table.head(), " a       b");
        assert_eq!(table.line(cells!["x", 12]), " x      12");
    }

    #[test]
    fn writes_markdown() {
        let mut table = TextTable::new([left("game"), right("n")]);
        table.row(cells!["chess", 20]);
        let expected = "| game  |  n |\n|-------|---:|\n| chess | 20 |\n";
        assert_eq!(table.markdown(), expected);
    }
}
