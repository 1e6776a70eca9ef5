//! Boards: their places and the fluents on them.

use crate::Fact;
use crate::appearance::abbreviation;
use crate::evidence::Evidence;
use crate::look::{BoardPlace, Look};
use senet_gdl::{Deadline, OutOfTime};
use senet_structure::ArgumentClass;
use std::collections::{BTreeMap, BTreeSet};

/// Larger grids are listed, not drawn.
const MAX_SIDE: usize = 64;
/// The largest number of boards.
pub const MAX_BOARDS: usize = 64;

/// Sides longer than this are cropped to the part of the board where pieces were seen.
const LARGE: usize = 20;
/// The number of places that cropping keeps around the part where pieces were seen.
const MARGIN: usize = 1;

/// A board, or several boards of the same kind, with the fluents on it.
#[derive(Clone, Debug, Default)]
pub struct BoardSpace {
    /// The first coordinates, from left to right.
    pub columns: Vec<String>,
    /// The second coordinates, from bottom to top.
    pub rows: Vec<String>,
    /// The places with one name instead of two coordinates.
    pub named: BTreeMap<String, BoardPlace>,
    /// The places that exist: at least one possible fact refers to each.
    pub places: BTreeSet<BoardPlace>,
    /// The boards of this kind, by their further coordinates. A single board has none.
    pub boards: Vec<Vec<String>>,
    /// The fluents on the board.
    pub layers: Vec<BoardLayer>,
    /// The short forms of content words.
    pub labels: BTreeMap<String, String>,
    /// True if the content words look like abbreviations of chess pieces.
    pub abbreviations: bool,
    /// True if the pieces are called pawns and kings only, as in draughts.
    pub draughts: bool,
    /// The appearance.
    pub look: Look,
    /// The classes of the place coordinates, without those that select a board.
    pub classes: Vec<ArgumentClass>,
    /// True if things on the board are places of it too, such as blocks on blocks.
    pub same_class: bool,
    /// The fluent that puts things on top of each other, if the places are these things.
    pub stacked: Option<String>,
    /// The counter of finished levels, if the board is filled and emptied repeatedly.
    pub levels: Option<LevelCounter>,
}

/// A unary fluent that counts the finished levels below a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelCounter {
    /// The name of the fluent.
    pub name: String,
    /// The values of the fluent in order, from zero.
    pub order: Vec<String>,
}

impl LevelCounter {
    /// Returns the number of finished levels that a fact gives.
    pub fn count(&self, fact: &Fact) -> Option<usize> {
        match &fact.args[..] {
            [word] if fact.name == self.name => self.order.iter().position(|w| w == word),
            _ => None,
        }
    }
}

/// A fluent on a board.
#[derive(Clone, Debug, Default)]
pub struct BoardLayer {
    /// The name.
    pub name: String,
    /// The arity.
    pub arity: usize,
    /// The arguments that name the place: column and row, or its name.
    pub place: Vec<usize>,
    /// The arguments that name the second place, if the fluent connects two places.
    pub far: Vec<usize>,
    /// True if its places lie between the places of the board, such as boxes between dots.
    pub between: bool,
    /// The arguments that select one of several boards.
    pub boards: Vec<usize>,
    /// The arguments that name the content.
    pub contents: Vec<usize>,
    /// The content that stands for an empty place.
    pub blank: Option<Vec<String>>,
    /// True if most places have the fluent initially; it is then drawn small.
    pub usual: bool,
    /// The ordered values of the content, if it is an amount or a size.
    pub order: Vec<String>,
    /// True if the fluent only adds to pieces of another layer; it is then drawn small in a corner.
    pub minor: bool,
    /// The number of possible contents; 0 if they are unknown.
    pub kinds: usize,
    /// The contents that were never seen to change, while others were.
    pub fixed: BTreeSet<Vec<String>>,
}

impl BoardLayer {
    /// Returns the arguments that select the board, the column and the row.
    pub fn coordinates(&self) -> Vec<usize> {
        self.boards.iter().chain(&self.place).copied().collect()
    }

    /// Returns true if a fact belongs to this layer.
    pub fn holds(&self, fact: &Fact) -> bool {
        fact.name == self.name && fact.args.len() == self.arity
    }

    /// Returns the content words of a fact.
    pub fn contents(&self, fact: &Fact) -> Vec<String> {
        let what = self.contents.iter().map(|&index| fact.args[index].clone());
        what.collect()
    }

    /// Returns the coordinate words of the second place of a fact.
    pub fn far_words<'a>(&self, fact: &'a Fact) -> Option<Vec<&'a String>> {
        let words = self.far.iter().map(|&index| &fact.args[index]);
        (!self.far.is_empty()).then(|| words.collect())
    }

    /// Returns the coordinate words of a fact.
    fn coordinate_words<'a>(&self, fact: &'a Fact) -> Vec<&'a String> {
        let indexes = self.boards.iter().chain(&self.place);
        indexes.map(|&index| &fact.args[index]).collect()
    }
}

impl BoardSpace {
    /// Returns the layer of a fact, the number of its board, and its place.
    pub fn find(&self, fact: &Fact) -> Option<(&BoardLayer, usize, BoardPlace)> {
        let mut own = self.layers.iter().filter(|layer| layer.holds(fact));
        own.find_map(|layer| {
            let (board, place) = self.locate(&layer.coordinate_words(fact))?;
            let exists = self.places.contains(&place);
            exists.then_some((layer, board, place))
        })
    }

    /// Returns the number of grids for this space.
    pub fn grids(&self) -> usize {
        self.boards.len()
    }

    /// Returns the number of the board and the place for some coordinates.
    pub fn locate(&self, words: &[&String]) -> Option<(usize, BoardPlace)> {
        let own = if self.named.is_empty() { 2 } else { 1 };
        let (board, place) = words.split_at_checked(words.len().checked_sub(own)?)?;
        let mut boards = self.boards.iter();
        let number = boards.position(|b| b.iter().eq(board.iter().copied()))?;
        let place = match place {
            [name] => *self.named.get(*name)?,
            _ => {
                let column = self.columns.iter().position(|word| word == place[0])?;
                let row = self.rows.iter().position(|word| word == place[1])?;
                (column, row)
            }
        };
        Some((number, place))
    }

    /// Returns a test for the places of a single board with this word as coordinate number `axis`.
    pub fn on_line(&self, axis: usize, word: &str) -> Option<impl Fn(BoardPlace) -> bool> {
        let names = match (self.boards.len(), self.named.is_empty(), axis) {
            (1, true, 0) => &self.columns,
            (1, true, 1) => &self.rows,
            _ => return None,
        };
        let at = names.iter().position(|name| name == word)?;
        Some(move |(x, y)| [x, y][axis] == at)
    }

    /// Finds the existing places and the content of empty places. `known` are all facts that can ever hold. If it is
    /// empty, all combinations of coordinates exist.
    pub fn find_existing_places(
        &mut self,
        known: &[Fact],
        initial: &[Fact],
        observed: &Evidence,
        deadline: &Deadline,
    ) -> Result<(), OutOfTime> {
        let mut places = BTreeSet::new();
        for layer in &self.layers {
            deadline.check()?;
            let here = known.iter().filter(|fact| layer.holds(fact));
            let ends = |fact| [Some(layer.coordinate_words(fact)), layer.far_words(fact)];
            let coordinates: BTreeSet<Vec<&String>> = here.flat_map(ends).flatten().collect();
            let axes = Axes::of(self);
            let located = coordinates.iter().filter_map(|words| axes.place(words));
            places.extend(located);
        }
        // A board that is too large to draw needs no places.
        if known.is_empty() && self.columns.len().max(self.rows.len()) <= MAX_SIDE {
            let columns = 0..self.columns.len();
            let all = columns.flat_map(|x| (0..self.rows.len()).map(move |y| (x, y)));
            places.extend(all);
        }
        self.places = places;
        self.crop(observed);
        self.drop_unused_lines();
        for layer in self.layers.iter_mut().filter(|_| !known.is_empty()) {
            let own = known.iter().filter(|fact| layer.holds(fact));
            let kinds: BTreeSet<Vec<String>> = own.map(|fact| layer.contents(fact)).collect();
            layer.kinds = kinds.len();
            let possible: BTreeSet<String> = kinds.into_iter().flatten().collect();
            layer.order.retain(|word| possible.contains(word));
        }
        self.classify_layers(initial);
        deadline.check()
    }

    /// Removes the far places of a board that seems much larger than the part where pieces were seen. The rules often
    /// count steps and places with the same numbers.
    fn crop(&mut self, observed: &Evidence) {
        let columns: Vec<usize> = used(self.places.iter().map(|place| place.0));
        let rows: Vec<usize> = used(self.places.iter().map(|place| place.1));
        if columns.len().max(rows.len()) <= LARGE {
            return;
        }
        let (axes, mut seen) = (Axes::of(self), BTreeSet::new());
        for fact in observed.states().flatten() {
            let mut own = self.layers.iter().filter(|layer| layer.holds(fact));
            let words = own.next().map(|layer| layer.coordinate_words(fact));
            seen.extend(words.and_then(|words| axes.place(&words)));
        }
        let range = |of: fn(&BoardPlace) -> usize| {
            let low = seen.iter().map(of).min()?.saturating_sub(MARGIN);
            Some((low, seen.iter().map(of).max()? + MARGIN))
        };
        let (Some(across), Some(up)) = (range(|p| p.0), range(|p| p.1)) else {
            return;
        };
        let small =
            |(low, high): (usize, usize), all: usize| all > LARGE && (high - low + 1) * 2 < all;
        if small(across, columns.len()) || small(up, rows.len()) {
            let inside = |&(x, y): &BoardPlace| {
                (across.0..=across.1).contains(&x) && (up.0..=up.1).contains(&y)
            };
            self.places.retain(inside);
        }
    }

    fn classify_layers(&mut self, initial: &[Fact]) {
        let single = self.layers.len() == 1;
        let all = self.places.len() * self.boards.len();
        let size = self.columns.len() * self.rows.len();
        for layer in &mut self.layers {
            let facts: Vec<&Fact> = initial.iter().filter(|fact| layer.holds(fact)).collect();
            let several = layer.kinds > 1;
            layer.blank = match layer.order.is_empty() {
                true => blank(layer, &facts, size, several),
                false => None,
            };
            layer.usual |= layer.contents.is_empty() && !single && facts.len() * 2 >= all;
        }
    }

    /// Removes columns and rows without places.
    fn drop_unused_lines(&mut self) {
        let columns: Vec<usize> = used(self.places.iter().map(|place| place.0));
        let rows: Vec<usize> = used(self.places.iter().map(|place| place.1));
        let new = |&(x, y): &BoardPlace| {
            let column = columns.binary_search(&x).ok()?;
            Some((column, rows.binary_search(&y).ok()?))
        };
        self.places = self.places.iter().filter_map(new).collect();
        let named = std::mem::take(&mut self.named).into_iter();
        let named = named.filter_map(|(name, place)| Some((name, new(&place)?)));
        self.named = named.collect();
        let kept = |words: &[String], at: &[usize]| at.iter().map(|&i| words[i].clone()).collect();
        self.columns = kept(&self.columns, &columns);
        self.rows = kept(&self.rows, &rows);
    }

    /// Finds the layers that lie between the places: lines join the places, and the layer has one column and one row
    /// less.
    pub fn find_layers_between(&mut self, known: &[Fact]) {
        if self.layers.iter().all(|layer| layer.far.is_empty()) {
            return;
        }
        let last = (self.columns.len() - 1, self.rows.len() - 1);
        let inner = |layer: &BoardLayer| {
            let own = known.iter().filter(|fact| layer.holds(fact));
            let mut places = own.filter_map(|fact| self.locate(&layer.coordinate_words(fact)));
            places.all(|(_, (x, y))| x < last.0 && y < last.1)
        };
        let between: Vec<bool> = self.layers.iter().map(inner).collect();
        for (layer, between) in self.layers.iter_mut().zip(between) {
            layer.between = between && layer.far.is_empty();
        }
    }

    /// Returns true if most content words have the form of abbreviated chess pieces of two players.
    pub fn has_abbreviations(&self) -> bool {
        let words = self
            .labels
            .keys()
            .filter(|word| abbreviation(word).is_some());
        if words.clone().count() * 2 <= self.labels.len() {
            return false;
        }
        let starts: BTreeSet<Option<char>> =
            words.clone().map(|word| word.chars().next()).collect();
        let pieces: BTreeSet<_> = words.filter_map(|word| abbreviation(word)).collect();
        starts.len() == 2 && pieces.len() > 1
    }

    /// Returns true if the board is neither too small nor too large.
    pub fn is_drawable(&self) -> bool {
        let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
        let (columns, rows) = (self.columns.len(), self.rows.len());
        let boards = (1..=MAX_BOARDS).contains(&self.boards.len());
        fits(columns) && fits(rows) && self.places.len() > 2 && boards
    }
}

/// Finds places by their words. A space has thousands of columns before the unused ones are dropped.
struct Axes<'a> {
    space: &'a BoardSpace,
    columns: BTreeMap<&'a String, usize>,
    rows: BTreeMap<&'a String, usize>,
    boards: BTreeSet<Vec<&'a String>>,
}

impl Axes<'_> {
    fn of(space: &BoardSpace) -> Axes<'_> {
        Axes {
            space,
            columns: numbered(&space.columns),
            rows: numbered(&space.rows),
            boards: space
                .boards
                .iter()
                .map(|board| board.iter().collect())
                .collect(),
        }
    }

    /// As [`BoardSpace::locate`], without the number of the board.
    fn place(&self, words: &[&String]) -> Option<BoardPlace> {
        let own = if self.space.named.is_empty() { 2 } else { 1 };
        let (board, place) = words.split_at_checked(words.len().checked_sub(own)?)?;
        if !self.boards.contains(board) {
            return None;
        }
        match place {
            [name] => self.space.named.get(*name).copied(),
            [column, row] => Some((*self.columns.get(column)?, *self.rows.get(row)?)),
            _ => None,
        }
    }
}

/// Numbers words. The first of equal words counts.
fn numbered(words: &[String]) -> BTreeMap<&String, usize> {
    let numbers = words.iter().enumerate().rev();
    numbers.map(|(at, word)| (word, at)).collect()
}

/// Sorts numbers and removes duplicates.
fn used(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let numbers: BTreeSet<usize> = numbers.collect();
    numbers.into_iter().collect()
}

/// Finds the content of empty places: the most frequent initial content, if it fills at least a third of the places.
/// At least half of the board must have exactly one content each.
fn blank(layer: &BoardLayer, initial: &[&Fact], size: usize, several: bool) -> Option<Vec<String>> {
    let mut counts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut places = BTreeSet::new();
    for fact in initial {
        *counts.entry(layer.contents(fact)).or_default() += 1;
        places.insert(layer.coordinate_words(fact));
    }
    let one_each = places.len() == initial.len();
    let fills = places.len() * 2 >= size && (counts.len() > 1 || several);
    let (most, count) = counts.iter().max_by_key(|(_, count)| **count)?;
    let once = counts.values().filter(|other| *other == count).count() == 1;
    (one_each && fills && once && count * 3 >= places.len()).then(|| most.clone())
}
