//! How a game is to be drawn: which facts lie on which board, and where.

use crate::clicks::Clicks;
use crate::{Fact, Owners};
use senet_gdl::Description;
use senet_graph::structure::{Board, Coordinate, End, Structure, declared_facts};
use std::collections::{BTreeMap, BTreeSet};

/// Larger grids are listed, not drawn.
const MAX_SIDE: usize = 64;

/// How the states of a game are drawn.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The boards.
    pub spaces: Vec<Space>,
    /// Whose things are.
    pub owners: Owners,
    /// The roles, in order.
    pub roles: Vec<String>,
    /// What moves mean on the boards.
    pub clicks: Clicks,
}

/// A board: places with two coordinates, on which the facts of one or more names lie.
#[derive(Clone, Debug)]
pub struct Space {
    /// The first coordinates, from left to right.
    pub columns: Vec<String>,
    /// The second coordinates, from the bottom to the top.
    pub rows: Vec<String>,
    /// The places that exist; those that no fact ever speaks of do not.
    pub places: BTreeSet<(usize, usize)>,
    /// Which boards of this kind there are: what further coordinates say; a single board has none.
    pub boards: Vec<Vec<String>>,
    /// The facts that lie on it.
    pub layers: Vec<Layer>,
    /// So many first letters tell the things on it apart.
    pub letters: usize,
}

/// Facts of one name that lie on a board.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Their name.
    pub name: String,
    /// How many arguments they have.
    pub arity: usize,
    /// Which arguments say where: column and row.
    pub place: (usize, usize),
    /// Further coordinates: there is a board for each combination of their values.
    pub boards: Vec<usize>,
    /// Which arguments say what.
    pub contents: Vec<usize>,
    /// What they say of an empty place.
    pub blank: Option<Vec<String>>,
    /// Whether they are most places' usual state, and are drawn small beside the others.
    pub usual: bool,
}

impl Plan {
    /// Finds how to draw a game. `possible` are all facts that can ever hold, as far as they are known.
    pub fn of(description: &Description, possible: &[Fact]) -> Plan {
        let structure = Structure::of(description);
        let word = |symbol| description.symbols.key(symbol).to_string();
        let mut spaces: Vec<Space> = Vec::new();
        for board in &structure.boards {
            let Some(layer) = Layer::of(board, &word) else {
                continue;
            };
            let (x, y) = coordinates_of(board, &layer);
            let values = |c: &Coordinate| {
                let words = c.values.iter().map(|&v| word(v)).collect();
                match goes_round(&structure, c) {
                    true => from_the_first(words),
                    false => words,
                }
            };
            let further = board.coordinates.iter().take(layer.boards.len());
            let boards = combinations(&further.map(values).collect::<Vec<_>>());
            join(&mut spaces, layer, [values(x), values(y)], boards);
        }
        let initial = structure.initial.iter().flatten();
        let text = |fact: &senet_graph::structure::Fact| {
            senet_gdl::show(&fact.term(), &description.symbols, senet_gdl::Case::Folded).to_string()
        };
        let initial: Vec<Fact> = initial.map(|fact| Fact::read(&text(fact))).collect();
        let declared = declared_facts(description).ok().flatten();
        let declared = declared.iter().flatten().map(|f| Fact::read(&text(f)));
        let known: Vec<Fact> = match possible.is_empty() {
            true => declared.collect(),
            false => possible.to_vec(),
        };
        for space in &mut spaces {
            space.settle(&known, &initial);
        }
        spaces.retain(Space::is_drawable);
        Plan {
            clicks: Clicks::of(description, &spaces),
            spaces,
            owners: Owners::of(description),
            roles: description.roles().into_iter().map(word).collect(),
        }
    }
}

/// Whether the last value of a coordinate is followed by the first.
fn goes_round(structure: &Structure, coordinate: &Coordinate) -> bool {
    let orders = structure.successors.iter();
    let mut own = orders.filter(|order| Some(order.relation) == coordinate.order);
    let first = coordinate.values.first();
    own.any(|order| {
        let chain = first.and_then(|&value| order.chain_of(value));
        chain.is_some_and(|chain| chain.end == End::Cyclic)
    })
}

/// A ring begins nowhere; people expect it to begin with the first number or word.
fn from_the_first(mut words: Vec<String>) -> Vec<String> {
    let rank = |word: &String| (word.parse::<i64>().unwrap_or(i64::MAX), word.clone());
    let first = (0..words.len()).min_by_key(|&at| rank(&words[at]));
    words.rotate_left(first.unwrap_or(0));
    words
}

/// More boards than these are not drawn.
const MAX_BOARDS: usize = 64;

/// Every choice of one word from each list.
fn combinations(lists: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = vec![Vec::new()];
    for words in lists {
        let longer = |old: &Vec<String>| {
            let with = words
                .iter()
                .map(|word| [&old[..], &[word.clone()]].concat());
            with.collect::<Vec<_>>()
        };
        found = found.iter().take(MAX_BOARDS + 1).flat_map(longer).collect();
    }
    found
}

/// Facts with the same coordinates lie on the same board.
fn join(
    spaces: &mut Vec<Space>,
    layer: Layer,
    [columns, rows]: [Vec<String>; 2],
    boards: Vec<Vec<String>>,
) {
    let fits = |space: &&mut Space| {
        let holds = |all: &[String], some: &[String]| {
            some.iter().all(|word| all.contains(word)) || all.iter().all(|word| some.contains(word))
        };
        holds(&space.columns, &columns) && holds(&space.rows, &rows) && space.boards == boards
    };
    match spaces.iter_mut().find(fits) {
        Some(space) => {
            space.layers.push(layer);
            for (old, new) in [(&mut space.columns, columns), (&mut space.rows, rows)] {
                if new.len() > old.len() {
                    *old = new;
                }
            }
        }
        None => spaces.push(Space {
            columns,
            rows,
            places: BTreeSet::new(),
            boards,
            layers: vec![layer],
            letters: 1,
        }),
    }
}

fn coordinates_of<'a>(board: &'a Board, layer: &Layer) -> (&'a Coordinate, &'a Coordinate) {
    let at = |index| board.coordinates.iter().find(|c| c.index == index);
    let (x, y) = layer.place;
    let last = board.coordinates.len() - 1;
    (
        at(x).unwrap_or(&board.coordinates[last]),
        at(y).unwrap_or(&board.coordinates[last]),
    )
}

impl Layer {
    /// The last two coordinates say where on a board, the others on which.
    fn of(board: &Board, word: &impl Fn(senet_gdl::Symbol) -> String) -> Option<Layer> {
        let indexes: Vec<usize> = board.coordinates.iter().map(|c| c.index).collect();
        let (boards, &[x, y]) = indexes.split_last_chunk()?;
        Some(Layer {
            name: word(board.fluent),
            arity: board.arity,
            place: (x, y),
            boards: boards.to_vec(),
            contents: board.contents.clone(),
            blank: None,
            usual: false,
        })
    }

    /// The arguments that say where: which board, column, row.
    pub fn coordinates(&self) -> Vec<usize> {
        let (x, y) = self.place;
        self.boards.iter().copied().chain([x, y]).collect()
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
}

impl Space {
    /// The layer of a fact, the number of its board, and its place there, if it has one here.
    pub fn find(&self, fact: &Fact) -> Option<(&Layer, usize, (usize, usize))> {
        let layer = self.layers.iter().find(|layer| layer.holds(fact))?;
        let words: Vec<&String> = layer.coordinates().iter().map(|&i| &fact.args[i]).collect();
        let (board, place) = self.locate(&words)?;
        self.places
            .contains(&place)
            .then_some((layer, board, place))
    }

    /// The place of a fact on its board, whether or not the place exists.
    fn place(&self, layer: &Layer, fact: &Fact) -> Option<(usize, usize)> {
        let words: Vec<&String> = layer.coordinates().iter().map(|&i| &fact.args[i]).collect();
        Some(self.locate(&words)?.1)
    }

    /// How many grids it takes to draw it.
    pub fn grids(&self) -> usize {
        self.boards.len()
    }

    /// The board, by its number, and the place that coordinates name.
    pub fn locate(&self, words: &[&String]) -> Option<(usize, (usize, usize))> {
        let (board, &[x, y]) = words.split_last_chunk()?;
        let number = self
            .boards
            .iter()
            .position(|b| b.iter().eq(board.iter().copied()))?;
        let column = self.columns.iter().position(|word| word == x)?;
        let row = self.rows.iter().position(|word| word == y)?;
        Some((number, (column, row)))
    }

    /// Which places of a single board have this word as their coordinate number `axis`.
    pub fn on_line(&self, axis: usize, word: &str) -> Option<impl Fn((usize, usize)) -> bool> {
        let names = match (self.boards.len(), axis) {
            (1, 0) => &self.columns,
            (1, 1) => &self.rows,
            _ => return None,
        };
        let at = names.iter().position(|name| name == word)?;
        Some(move |(x, y)| [x, y][axis] == at)
    }

    /// Finds which places exist, and what says that a place is empty.
    fn settle(&mut self, known: &[Fact], initial: &[Fact]) {
        let mut places = BTreeSet::new();
        for layer in &self.layers {
            let here = known.iter().filter(|fact| layer.holds(fact));
            places.extend(here.filter_map(|fact| self.place(layer, fact)));
        }
        if known.is_empty() {
            let all =
                (0..self.columns.len()).flat_map(|x| (0..self.rows.len()).map(move |y| (x, y)));
            places.extend(all);
        }
        self.places = places;
        let spoken = match known.is_empty() {
            true => initial,
            false => known,
        };
        self.letters = letters_to_tell_apart(&self.words(spoken));
        let single = self.layers.len() == 1;
        let all = self.places.len();
        let size = self.columns.len() * self.rows.len();
        for layer in &mut self.layers {
            let facts: Vec<&Fact> = initial.iter().filter(|fact| layer.holds(fact)).collect();
            layer.blank = blank(layer, &facts, size);
            layer.usual = layer.contents.is_empty() && !single && facts.len() * 2 >= all;
        }
    }

    /// All words that are written on things.
    fn words(&self, known: &[Fact]) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        for layer in &self.layers {
            let facts = known.iter().filter(|fact| layer.holds(fact));
            words.extend(facts.flat_map(|fact| layer.contents(fact)));
            if self.layers.len() > 1 || layer.contents.is_empty() {
                words.insert(layer.name.clone());
            }
        }
        words
    }

    fn is_drawable(&self) -> bool {
        let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
        let (columns, rows) = (self.columns.len(), self.rows.len());
        let boards = self.boards.len() <= MAX_BOARDS;
        fits(columns) && fits(rows) && columns * rows > 2 && !self.places.is_empty() && boards
    }
}

/// What stands for an empty place: where at least half of a board has something, one thing each, what stands on most places, if they are a third.
fn blank(layer: &Layer, initial: &[&Fact], size: usize) -> Option<Vec<String>> {
    let mut counts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut places = BTreeSet::new();
    for fact in initial {
        *counts.entry(layer.contents(fact)).or_default() += 1;
        let (x, y) = layer.place;
        let boards = layer.boards.iter().map(|&index| &fact.args[index]);
        places.insert(([&fact.args[x], &fact.args[y]], boards.collect::<Vec<_>>()));
    }
    let one_each = places.len() == initial.len();
    let fills = places.len() * 2 >= size && counts.len() > 1;
    let (most, count) = counts.iter().max_by_key(|(_, count)| **count)?;
    let once = counts.values().filter(|other| *other == count).count() == 1;
    (one_each && fills && once && count * 3 >= places.len()).then(|| most.clone())
}

/// More letters do not fit on a thing.
const MOST_LETTERS: usize = 4;

/// The fewest first letters by which the words differ.
fn letters_to_tell_apart(words: &BTreeSet<String>) -> usize {
    let differ = |letters: &usize| {
        let starts = words
            .iter()
            .map(|word| word.chars().take(*letters).collect::<String>());
        starts.collect::<BTreeSet<_>>().len() == words.len()
    };
    (1..MOST_LETTERS).find(differ).unwrap_or(MOST_LETTERS)
}
