//! Boards whose places have two coordinates.

use crate::space::{Layer, MAX_BOARDS, Space};
use senet_gdl::Symbol;
use senet_structure::{Board, Class, Coordinate, End, Structure};
use std::collections::BTreeMap;

/// Finds all boards with two or more coordinates; the last two say where on a board, the others on which.
pub fn find(structure: &Structure, word: &impl Fn(Symbol) -> String) -> Vec<Space> {
    let mut spaces = Vec::new();
    for board in &structure.boards {
        let Some((further, [x, y])) = board.coordinates.split_last_chunk() else {
            continue;
        };
        let values = |c: &Coordinate| {
            let words = c.values.iter().map(|&v| word(v)).collect();
            match goes_round(structure, c) {
                true => from_the_first(words),
                false => words,
            }
        };
        let boards = combinations(&further.iter().map(values).collect::<Vec<_>>());
        let space = Space {
            columns: values(x),
            rows: values(y),
            boards,
            layers: vec![layer(board, word)],
            classes: vec![x.class, y.class],
            ..Space::default()
        };
        join(&mut spaces, space);
    }
    spaces
}

fn layer(board: &Board, word: &impl Fn(Symbol) -> String) -> Layer {
    let indexes: Vec<usize> = board.coordinates.iter().map(|c| c.index).collect();
    let (boards, place) = indexes.split_at(indexes.len().saturating_sub(2));
    Layer {
        name: word(board.fluent),
        arity: board.arity,
        place: place.to_vec(),
        boards: boards.to_vec(),
        contents: board.contents.clone(),
        ..Layer::default()
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

/// Every choice of one word from each list.
fn combinations(lists: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = vec![Vec::new()];
    for words in lists {
        let longer = |old: &Vec<String>| {
            let with = words.iter().map(|word| {
                let mut new = old.clone();
                new.push(word.clone());
                new
            });
            with.collect::<Vec<_>>()
        };
        found = found.iter().take(MAX_BOARDS + 1).flat_map(longer).collect();
    }
    found
}

/// Facts with the same coordinates lie on the same board.
fn join(spaces: &mut Vec<Space>, new: Space) {
    let fits = |space: &&mut Space| {
        let holds = |all: &[String], some: &[String]| {
            some.iter().all(|word| all.contains(word)) || all.iter().all(|word| some.contains(word))
        };
        holds(&space.columns, &new.columns)
            && holds(&space.rows, &new.rows)
            && space.boards == new.boards
    };
    match spaces.iter_mut().find(fits) {
        Some(space) => {
            space.layers.extend(new.layers);
            let sides = [
                (&mut space.columns, new.columns),
                (&mut space.rows, new.rows),
            ];
            for (old, new) in sides {
                if new.len() > old.len() {
                    *old = new;
                }
            }
        }
        None => spaces.push(new),
    }
}

/// Facts of two arguments that name a place of a board, one for each column or row in the beginning: how far each is filled. They are
/// drawn as small marks.
pub fn add_heights(
    spaces: &mut [Space],
    free: &mut Vec<(Symbol, usize)>,
    structure: &Structure,
    word: &impl Fn(Symbol) -> String,
) {
    use senet_structure::Position;
    let mut known: BTreeMap<usize, Vec<Class>> = BTreeMap::new();
    for (at, space) in spaces.iter().enumerate() {
        if space.boards.len() == 1 {
            known.insert(at, space.classes.clone());
        }
    }
    free.retain(|&(name, arity)| {
        let class = |index| structure.positions.class(Position::new(name, arity, index));
        let classes: Option<Vec<Class>> = (0..arity).map(class).collect();
        let mut fitting = known
            .iter()
            .filter(|(_, own)| Some(*own) == classes.as_ref());
        let (Some((&at, _)), None) = (fitting.next(), fitting.next()) else {
            return true;
        };
        spaces[at].layers.push(Layer {
            name: word(name),
            arity,
            place: vec![0, 1],
            usual: true,
            ..Layer::default()
        });
        false
    });
}
