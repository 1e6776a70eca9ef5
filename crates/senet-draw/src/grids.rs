//! Finds boards whose places have two coordinates.

use crate::evidence::Evidence;
use crate::space::{BoardLayer, BoardSpace, MAX_BOARDS};
use crate::{coordinates, edges, natural_order};
use senet_gdl::{Deadline, OutOfTime, Symbol};
use senet_structure::{ArgumentClass, Board, Coordinate, End, Structure};
use std::collections::{BTreeMap, BTreeSet};

/// Finds all boards with two or more coordinates. The last two name the place, the others select one of several
/// boards.
/// A fluent with more boards than can be drawn is left out.
pub fn find(
    boards: &[&Board],
    structure: &Structure,
    evidence: &Evidence,
    word: &impl Fn(Symbol) -> String,
    deadline: &Deadline,
) -> Result<Vec<BoardSpace>, OutOfTime> {
    let (mut spaces, mut full_boards) = (Vec::new(), Vec::new());
    for &board in boards {
        deadline.check()?;
        if let Some(space) = edge_space(board, evidence, word) {
            join(&mut spaces, &mut full_boards, (space, false));
            continue;
        }
        let Some((further, [x, y])) = coordinates::choose(board, structure, evidence, word) else {
            continue;
        };
        let sizes = further.iter().map(|c| c.values.len());
        if sizes.fold(1, usize::saturating_mul) > MAX_BOARDS {
            continue;
        }
        let values = |c: &Coordinate| {
            let mut words: Vec<String> = c.values.iter().map(|&v| word(v)).collect();
            match (c.order, is_cyclic(structure, c)) {
                (None, _) => natural_order::sort(&mut words),
                (_, true) => words = starting_at_least(words),
                _ => words = natural_order::rising(words),
            }
            words
        };
        let boards = combinations(&further.iter().map(values).collect::<Vec<_>>());
        let space = BoardSpace {
            columns: values(&x),
            rows: values(&y),
            boards,
            layers: vec![layer(board, &further, [&x, &y], word)],
            classes: vec![x.class, y.class],
            ..BoardSpace::default()
        };
        let full = is_full(structure, board, &space);
        join(&mut spaces, &mut full_boards, (space, full));
    }
    Ok(spaces)
}

/// Makes the board of a fluent that connects two places.
fn edge_space(
    board: &Board,
    evidence: &Evidence,
    word: &impl Fn(Symbol) -> String,
) -> Option<BoardSpace> {
    let (from, to) = edges::ends(board, evidence, word)?;
    let mut layer = layer(board, &[], from, word);
    layer.far = to.iter().map(|c| c.index).collect();
    layer.contents.retain(|index| !layer.far.contains(index));
    let axis = |at: usize| -> Vec<String> {
        let all: BTreeSet<Symbol> = from[at]
            .values
            .iter()
            .chain(&to[at].values)
            .copied()
            .collect();
        let longer = [from[at], to[at]]
            .into_iter()
            .max_by_key(|c| c.values.len());
        let mut words: Vec<String> = longer
            .iter()
            .flat_map(|c| &c.values)
            .map(|&v| word(v))
            .collect();
        let more: Vec<String> = all
            .into_iter()
            .map(word)
            .filter(|w| !words.contains(w))
            .collect();
        words.extend(more);
        natural_order::rising(words)
    };
    Some(BoardSpace {
        columns: axis(0),
        rows: axis(1),
        boards: vec![Vec::new()],
        layers: vec![layer],
        classes: vec![from[0].class, from[1].class],
        ..BoardSpace::default()
    })
}

fn layer(
    board: &Board,
    further: &[Coordinate],
    place: [&Coordinate; 2],
    word: &impl Fn(Symbol) -> String,
) -> BoardLayer {
    let boards: Vec<usize> = further.iter().map(|c| c.index).collect();
    let place: Vec<usize> = place.iter().map(|c| c.index).collect();
    let named = |index: &usize| boards.contains(index) || place.contains(index);
    BoardLayer {
        name: word(board.fluent),
        arity: board.arity,
        contents: (0..board.arity).filter(|index| !named(index)).collect(),
        place,
        boards,
        ..BoardLayer::default()
    }
}

/// Returns true if the first value of a coordinate follows the last one.
fn is_cyclic(structure: &Structure, coordinate: &Coordinate) -> bool {
    let orders = structure.successors.iter();
    let mut own = orders.filter(|order| Some(order.relation) == coordinate.order);
    let first = coordinate.values.first();
    own.any(|order| {
        let chain = first.and_then(|&value| order.chain_of(value));
        chain.is_some_and(|chain| chain.end == End::Cyclic)
    })
}

/// Rotates the values of a cycle so that the least number or word comes first.
fn starting_at_least(mut words: Vec<String>) -> Vec<String> {
    let rank = |word: &String| (word.parse::<i64>().unwrap_or(i64::MAX), word.clone());
    let first = (0..words.len()).min_by_key(|&at| rank(&words[at]));
    words.rotate_left(first.unwrap_or(0));
    words
}

/// Returns all combinations of one word from each list.
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
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// Joins fluents with the same coordinates to one board.
/// Two fluents that both tell the content of most places are two boards.
fn join(
    spaces: &mut Vec<BoardSpace>,
    full_boards: &mut Vec<bool>,
    (new, full): (BoardSpace, bool),
) {
    let fits = |(at, space): &(usize, &mut BoardSpace)| {
        let holds = |one: &[String], other: &[String]| {
            let (one, other): (BTreeSet<_>, BTreeSet<_>) =
                (one.iter().collect(), other.iter().collect());
            one.is_subset(&other) || other.is_subset(&one)
        };
        holds(&space.columns, &new.columns)
            && holds(&space.rows, &new.rows)
            && space.boards == new.boards
            && !(full && full_boards[*at])
    };
    match spaces.iter_mut().enumerate().find(fits) {
        Some((at, space)) => {
            full_boards[at] |= full;
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
        None => {
            spaces.push(new);
            full_boards.push(full);
        }
    }
}

/// Returns true if a fluent tells the content of at least half of its places at the start.
fn is_full(structure: &Structure, board: &Board, space: &BoardSpace) -> bool {
    let facts = structure.initial.iter().flatten();
    let own = facts.filter(|fact| fact.name == board.fluent && fact.args.len() == board.arity);
    let places = space.columns.len() * space.rows.len() * space.boards.len();
    !space.layers[0].contents.is_empty() && own.count() * 2 >= places
}

/// Adds the fill levels of columns or rows: binary fluents with the coordinates of a board and one initial fact for
/// each line. They appear as small marks.
pub fn add_heights(
    spaces: &mut [BoardSpace],
    free: &mut Vec<(Symbol, usize)>,
    structure: &Structure,
    word: &impl Fn(Symbol) -> String,
) {
    use senet_structure::ArgumentPosition;
    let mut known: BTreeMap<usize, Vec<ArgumentClass>> = BTreeMap::new();
    for (at, space) in spaces.iter().enumerate() {
        if space.boards.len() == 1 {
            known.insert(at, space.classes.clone());
        }
    }
    free.retain(|&(name, arity)| {
        let class = |index| {
            structure
                .positions
                .class(ArgumentPosition::new(name, arity, index))
        };
        let classes: Option<Vec<ArgumentClass>> = (0..arity).map(class).collect();
        let mut fitting = known
            .iter()
            .filter(|(_, own)| Some(*own) == classes.as_ref());
        let (Some((&at, _)), None) = (fitting.next(), fitting.next()) else {
            return true;
        };
        spaces[at].layers.push(BoardLayer {
            name: word(name),
            arity,
            place: vec![0, 1],
            usual: true,
            ..BoardLayer::default()
        });
        false
    });
}
