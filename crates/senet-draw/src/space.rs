//! Boards: places, and which facts lie on them.

use crate::Fact;
use crate::look::{Look, Place};
use senet_structure::Class;
use std::collections::{BTreeMap, BTreeSet};

/// Larger grids are listed, not drawn.
const MAX_SIDE: usize = 64;
/// More boards than these are not drawn.
pub const MAX_BOARDS: usize = 64;

/// A board, or several of the same kind, on which the facts of one or more names lie.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// The first coordinates, from left to right.
    pub columns: Vec<String>,
    /// The second coordinates, from the bottom to the top.
    pub rows: Vec<String>,
    /// Places that one word names, where they have no two coordinates.
    pub named: BTreeMap<String, Place>,
    /// The places that exist; those that no fact ever speaks of do not.
    pub places: BTreeSet<Place>,
    /// Which boards of this kind there are: what further coordinates say; a single board has none.
    pub boards: Vec<Vec<String>>,
    /// The facts that lie on it.
    pub layers: Vec<Layer>,
    /// The short form of words that say what things are.
    pub labels: BTreeMap<String, String>,
    /// What it looks like.
    pub look: Look,
    /// The classes of the arguments that say places, without those that say boards.
    pub classes: Vec<Class>,
    /// How often it was filled and emptied again, if the state tells.
    pub storeys: Option<Storeys>,
}

/// A fact of one argument that tells how many storeys are finished below the one that is being built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Storeys {
    /// The name of the fact.
    pub name: String,
    /// What it can say, from none on.
    pub order: Vec<String>,
}

impl Storeys {
    /// How many storeys a fact says are finished.
    pub fn count(&self, fact: &Fact) -> Option<usize> {
        match &fact.args[..] {
            [word] if fact.name == self.name => self.order.iter().position(|w| w == word),
            _ => None,
        }
    }
}

/// Facts of one name that lie on a board.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Their name.
    pub name: String,
    /// How many arguments they have.
    pub arity: usize,
    /// Which arguments say where: column and row, or the name of the place.
    pub place: Vec<usize>,
    /// Further coordinates: there is a board for each combination of their values.
    pub boards: Vec<usize>,
    /// Which arguments say what.
    pub contents: Vec<usize>,
    /// What they say of an empty place.
    pub blank: Option<Vec<String>>,
    /// Whether they are most places' usual state, and are drawn small beside the others.
    pub usual: bool,
    /// What they can say in order, if that is an amount or a size.
    pub order: Vec<String>,
}

impl Layer {
    /// The arguments that say where: which board, column, row.
    pub fn coordinates(&self) -> Vec<usize> {
        self.boards.iter().chain(&self.place).copied().collect()
    }

    /// Whether a fact is of this layer.
    pub fn holds(&self, fact: &Fact) -> bool {
        fact.name == self.name && fact.args.len() == self.arity
    }

    /// What a fact of this layer says of its place.
    pub fn contents(&self, fact: &Fact) -> Vec<String> {
        let what = self.contents.iter().map(|&index| fact.args[index].clone());
        what.collect()
    }

    /// Where a fact of this layer is, in words.
    fn words<'a>(&self, fact: &'a Fact) -> Vec<&'a String> {
        let indexes = self.boards.iter().chain(&self.place);
        indexes.map(|&index| &fact.args[index]).collect()
    }
}

impl Space {
    /// The layer of a fact, the number of its board, and its place there, if it has one here.
    pub fn find(&self, fact: &Fact) -> Option<(&Layer, usize, Place)> {
        let mut own = self.layers.iter().filter(|layer| layer.holds(fact));
        own.find_map(|layer| {
            let (board, place) = self.locate(&layer.words(fact))?;
            let exists = self.places.contains(&place);
            exists.then_some((layer, board, place))
        })
    }

    /// How many grids it takes to draw it.
    pub fn grids(&self) -> usize {
        self.boards.len()
    }

    /// The board, by its number, and the place that coordinates name.
    pub fn locate(&self, words: &[&String]) -> Option<(usize, Place)> {
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

    /// Which places of a single board have this word as their coordinate number `axis`.
    pub fn on_line(&self, axis: usize, word: &str) -> Option<impl Fn(Place) -> bool> {
        let names = match (self.boards.len(), self.named.is_empty(), axis) {
            (1, true, 0) => &self.columns,
            (1, true, 1) => &self.rows,
            _ => return None,
        };
        let at = names.iter().position(|name| name == word)?;
        Some(move |(x, y)| [x, y][axis] == at)
    }

    /// Finds which places exist, and what says that a place is empty. `known` are all facts that can ever hold; without them, all places
    /// that the coordinates allow exist.
    pub fn settle(&mut self, known: &[Fact], initial: &[Fact]) {
        let mut places = BTreeSet::new();
        for layer in &self.layers {
            let here = known.iter().filter(|fact| layer.holds(fact));
            let located = here.filter_map(|fact| self.locate(&layer.words(fact)));
            places.extend(located.map(|(_, place)| place));
        }
        if known.is_empty() {
            let columns = 0..self.columns.len();
            let all = columns.flat_map(|x| (0..self.rows.len()).map(move |y| (x, y)));
            places.extend(all);
        }
        self.places = places;
        self.keep_what_exists();
        for layer in self.layers.iter_mut().filter(|_| !known.is_empty()) {
            let own = known.iter().filter(|fact| layer.holds(fact));
            let told: BTreeSet<String> = own.flat_map(|fact| layer.contents(fact)).collect();
            layer.order.retain(|word| told.contains(word));
        }
        self.settle_layers(initial);
    }

    fn settle_layers(&mut self, initial: &[Fact]) {
        let single = self.layers.len() == 1;
        let all = self.places.len() * self.boards.len();
        let size = self.columns.len() * self.rows.len();
        for layer in &mut self.layers {
            let facts: Vec<&Fact> = initial.iter().filter(|fact| layer.holds(fact)).collect();
            layer.blank = match layer.order.is_empty() {
                true => blank(layer, &facts, size),
                false => None,
            };
            layer.usual |= layer.contents.is_empty() && !single && facts.len() * 2 >= all;
        }
    }

    /// Leaves out columns and rows that have no place.
    fn keep_what_exists(&mut self) {
        let columns: Vec<usize> = used(self.places.iter().map(|place| place.0));
        let rows: Vec<usize> = used(self.places.iter().map(|place| place.1));
        let new = |&(x, y): &Place| {
            let column = columns.iter().position(|&old| old == x)?;
            Some((column, rows.iter().position(|&old| old == y)?))
        };
        self.places = self.places.iter().filter_map(new).collect();
        let named = std::mem::take(&mut self.named).into_iter();
        let named = named.filter_map(|(name, place)| Some((name, new(&place)?)));
        self.named = named.collect();
        let kept = |words: &[String], at: &[usize]| at.iter().map(|&i| words[i].clone()).collect();
        self.columns = kept(&self.columns, &columns);
        self.rows = kept(&self.rows, &rows);
    }

    /// Whether there is enough of it, and not too much.
    pub fn is_drawable(&self) -> bool {
        let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
        let (columns, rows) = (self.columns.len(), self.rows.len());
        let boards = (1..=MAX_BOARDS).contains(&self.boards.len());
        fits(columns) && fits(rows) && self.places.len() > 2 && boards
    }
}

/// Each number once, in order.
fn used(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let numbers: BTreeSet<usize> = numbers.collect();
    numbers.into_iter().collect()
}

/// What stands for an empty place: where at least half of a board has something, one thing each, what stands on most places, if they are a third.
fn blank(layer: &Layer, initial: &[&Fact], size: usize) -> Option<Vec<String>> {
    let mut counts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut places = BTreeSet::new();
    for fact in initial {
        *counts.entry(layer.contents(fact)).or_default() += 1;
        places.insert(layer.words(fact));
    }
    let one_each = places.len() == initial.len();
    let fills = places.len() * 2 >= size && counts.len() > 1;
    let (most, count) = counts.iter().max_by_key(|(_, count)| **count)?;
    let once = counts.values().filter(|other| *other == count).count() == 1;
    (one_each && fills && once && count * 3 >= places.len()).then(|| most.clone())
}
