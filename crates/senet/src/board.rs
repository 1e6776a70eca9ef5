//! Draws the facts of a state as boards where they look like ones.
//!
//! Only the shape of the facts counts, never their names: facts of one name with two coordinates and one content whose
//! coordinates fill at least half of a grid.

use std::collections::{BTreeMap, BTreeSet};

/// Larger grids do not fit on a screen.
const MAX_SIDE: usize = 40;

/// The boards of a game.
pub struct Boards(BTreeMap<String, Grid>);

/// What may be where on a board.
struct Grid {
    columns: BTreeSet<Coordinate>,
    rows: BTreeSet<Coordinate>,
    /// So many letters of a content are shown: enough to tell all contents apart.
    letters: usize,
    /// The content that stands for an empty cell, if there is one.
    blank: Option<String>,
}

/// The boards of a state, and the facts that are on none.
pub struct Drawing {
    /// One drawing each, lines ending in newlines.
    pub boards: Vec<String>,
    /// All other facts.
    pub rest: Vec<String>,
}

/// A coordinate; numbers come in their own order, before words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Coordinate {
    Number(i64),
    Word(String),
}

impl Drawing {
    /// All of it, after an empty line.
    pub fn text(&self) -> String {
        let rest = match self.rest.is_empty() {
            true => String::new(),
            false => self.rest.join(" ") + "\n",
        };
        format!("\n{}{rest}", self.boards.concat())
    }
}

type Place = (Coordinate, Coordinate);
type Cells = BTreeMap<Place, String>;

impl Boards {
    /// Finds the boards of a game among all facts that may ever hold, or, where the rules do not declare them, among those
    /// that hold initially. The facts that hold initially also tell what an empty cell looks like.
    pub fn of<'a>(possible: impl IntoIterator<Item = &'a String>, initial: &[String]) -> Boards {
        let mut by_name: BTreeMap<String, (BTreeSet<Place>, BTreeSet<String>)> = BTreeMap::new();
        for fact in possible {
            if let Some((name, place, content)) = as_cell(fact) {
                let (places, contents) = by_name.entry(name).or_default();
                places.insert(place);
                contents.insert(content);
            }
        }
        let grids = by_name.into_iter();
        let grid = |(name, (places, contents)): (String, _)| {
            let mut grid = Grid::of(&places, &contents)?;
            grid.blank = cells_of(&name, initial).and_then(|cells| grid.blank(&cells));
            Some((name, grid))
        };
        Boards(grids.filter_map(grid).collect())
    }

    /// Draws what can be drawn of the facts of a state.
    pub fn draw(&self, facts: &[String]) -> Drawing {
        let mut drawing = Drawing {
            boards: Vec::new(),
            rest: facts.to_vec(),
        };
        for (name, grid) in &self.0 {
            if let Some(cells) = cells_of(name, facts) {
                drawing.boards.push(grid.draw(&cells));
                drawing
                    .rest
                    .retain(|fact| as_cell(fact).is_none_or(|(n, ..)| n != *name));
            }
        }
        drawing
    }
}

/// `(name a b content)`, all of them words.
fn as_cell(fact: &str) -> Option<(String, Place, String)> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    if inner.contains(['(', ')']) {
        return None;
    }
    match inner.split(' ').collect::<Vec<_>>()[..] {
        [name, a, b, content] => {
            let place = (Coordinate::new(a), Coordinate::new(b));
            Some((name.to_string(), place, content.to_string()))
        }
        _ => None,
    }
}

/// What is on a board; nothing if a place has two contents, so that it is no board after all.
fn cells_of(name: &str, facts: &[String]) -> Option<Cells> {
    let mut cells = Cells::new();
    for (found, place, content) in facts.iter().filter_map(|fact| as_cell(fact)) {
        if found == name && cells.insert(place, content).is_some() {
            return None;
        }
    }
    Some(cells)
}

impl Grid {
    fn of(places: &BTreeSet<Place>, contents: &BTreeSet<String>) -> Option<Grid> {
        let columns: BTreeSet<_> = places.iter().map(|(x, _)| x.clone()).collect();
        let rows: BTreeSet<_> = places.iter().map(|(_, y)| y.clone()).collect();
        let fits = |side: usize| (2..=MAX_SIDE).contains(&side);
        let dense = places.len() * 2 >= columns.len() * rows.len();
        let letters = letters_to_tell_apart(contents);
        let is_board = fits(columns.len()) && fits(rows.len()) && dense;
        is_board.then_some(Grid {
            columns,
            rows,
            letters,
            blank: None,
        })
    }

    /// Columns to the right and rows upwards, as on paper.
    fn draw(&self, cells: &Cells) -> String {
        let shown = |x: &Coordinate, y: &Coordinate| match cells.get(&(x.clone(), y.clone())) {
            Some(content) if Some(content) != self.blank.as_ref() => {
                content.chars().take(self.letters).collect()
            }
            _ => ".".to_string(),
        };
        let labels = self.columns.iter().map(|x| x.text().len());
        let width = labels.max().unwrap_or(1).max(self.letters);
        let margin = self.rows.iter().map(|y| y.text().len()).max().unwrap_or(1);
        let line = |label: &str, entries: Vec<String>| {
            let entries: String = entries.iter().map(|e| format!(" {e:>width$}")).collect();
            format!("  {label:>margin$} {entries}\n")
        };
        let mut drawing = String::new();
        for y in self.rows.iter().rev() {
            drawing += &line(
                &y.text(),
                self.columns.iter().map(|x| shown(x, y)).collect(),
            );
        }
        drawing + &line("", self.columns.iter().map(Coordinate::text).collect())
    }

    /// The content that stands for an empty cell: where every cell has one, the most frequent, if a third of the cells have it.
    fn blank(&self, cells: &Cells) -> Option<String> {
        if cells.len() < self.columns.len() * self.rows.len() {
            return None;
        }
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        cells
            .values()
            .for_each(|content| *counts.entry(content).or_default() += 1);
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        most.filter(|(_, count)| count * 3 >= cells.len())
            .map(|(content, _)| content.clone())
    }
}

/// The fewest first letters by which the words differ.
fn letters_to_tell_apart(words: &BTreeSet<String>) -> usize {
    let longest = words
        .iter()
        .map(|word| word.chars().count())
        .max()
        .unwrap_or(1);
    let differ = |letters: &usize| {
        let starts = words
            .iter()
            .map(|word| word.chars().take(*letters).collect::<String>());
        starts.collect::<BTreeSet<_>>().len() == words.len()
    };
    (1..longest).find(differ).unwrap_or(longest)
}

impl Coordinate {
    fn new(text: &str) -> Coordinate {
        let number = text.parse().map(Coordinate::Number);
        number.unwrap_or_else(|_| Coordinate::Word(text.to_string()))
    }

    fn text(&self) -> String {
        match self {
            Coordinate::Number(number) => number.to_string(),
            Coordinate::Word(word) => word.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(possible: &[&str], facts: &[&str], expected: &str) {
        let owned = |texts: &[&str]| {
            texts
                .iter()
                .map(|text| text.to_string())
                .collect::<Vec<_>>()
        };
        let facts = owned(facts);
        let drawing = Boards::of(&owned(possible), &facts).draw(&facts);
        assert_eq!(drawing.boards.concat() + &drawing.rest.join(" "), expected);
    }

    #[test]
    fn a_grid_is_drawn_and_the_rest_is_listed() {
        let facts = [
            "(at 1 1 o)",
            "(at 1 2 o)",
            "(at 2 1 k)",
            "(at 2 2 o)",
            "(turn x)",
        ];
        check(&facts, &facts, "  2  . .\n  1  . k\n     1 2\n(turn x)");
    }

    #[test]
    fn what_is_empty_is_so_from_the_beginning() {
        let full = ["(at 1 1 o)", "(at 1 2 o)", "(at 2 1 x)", "(at 2 2 o)"];
        let full = full.map(str::to_string);
        let drawing = Boards::of(&full, &[]).draw(&full);
        assert_eq!(drawing.boards.concat(), "  2  o o\n  1  o x\n     1 2\n");
    }

    #[test]
    fn places_without_a_fact_are_empty() {
        let possible = ["(at 1 1 o)", "(at 1 2 o)", "(at 2 1 o)", "(at 2 2 o)"];
        check(&possible, &possible[1..2], "  2  o .\n  1  . .\n     1 2\n");
    }

    #[test]
    fn contents_are_abbreviated_as_far_as_they_differ() {
        let possible = [
            "(at 1 1 red)",
            "(at 1 2 rose)",
            "(at 2 1 blue)",
            "(at 2 2 red)",
        ];
        check(
            &possible,
            &possible[..3],
            "  2  ro  .\n  1  re bl\n      1  2\n",
        );
    }

    #[test]
    fn two_contents_of_one_place_are_no_board() {
        let facts = ["(at 1 1 o)", "(at 1 1 k)", "(at 1 2 o)", "(at 2 1 o)"];
        check(
            &facts,
            &facts,
            "(at 1 1 o) (at 1 1 k) (at 1 2 o) (at 2 1 o)",
        );
    }

    #[test]
    fn numbers_come_in_their_own_order() {
        let facts = ["(c 10 a v)", "(c 10 b v)", "(c 9 a w)", "(c 9 b u)"];
        check(&facts, &facts, "  b   u  .\n  a   w  .\n      9 10\n");
    }
}
