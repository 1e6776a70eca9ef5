//! The cells of a board, and permutations of them on a grid.

use rustc_hash::FxHashMap;
use senet_graph::Symmetry;
use senet_ground::{Grounded, TermId};
use senet_structure::Board;

/// Maximum number of permutations.
const MOST: usize = 64;

/// The cells of a board and their facts.
pub struct Cells {
    /// Per fact, its cell, if it is on the board.
    pub of_fluent: Vec<Option<u32>>,
    /// Per cell, its coordinates as positions in the rows of values.
    places: Vec<Vec<usize>>,
    /// Per coordinate, its number of values and whether they have an order.
    sides: Vec<(usize, bool)>,
}

impl Cells {
    /// Collects the cells of a board.
    pub fn of(grounded: &Grounded, board: &Board) -> Cells {
        let mut cells = Cells {
            of_fluent: Vec::new(),
            places: Vec::new(),
            sides: board
                .coordinates
                .iter()
                .map(|c| (c.values.len(), c.order.is_some()))
                .collect(),
        };
        let mut numbers = FxHashMap::default();
        for &term in &grounded.fluents {
            let place = place(grounded, board, term);
            let cell = place.map(|place| {
                *numbers
                    .entry(place)
                    .or_insert_with_key(|place: &Vec<usize>| {
                        cells.places.push(place.clone());
                        cells.places.len() as u32 - 1
                    })
            });
            cells.of_fluent.push(cell);
        }
        cells
    }

    /// The permutation of cells of a symmetry; `None` if it separates facts of the same cell.
    pub fn map(&self, symmetry: &Symmetry) -> Option<Vec<u32>> {
        let moved: FxHashMap<u32, u32> = symmetry.fluents.iter().copied().collect();
        let mut map: Vec<Option<u32>> = vec![None; self.places.len()];
        for (fluent, cell) in self.of_fluent.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let to = moved
                .get(&(fluent as u32))
                .map_or(fluent, |&to| to as usize);
            let to = self.of_fluent[to]?;
            if map[*cell as usize]
                .replace(to)
                .is_some_and(|before| before != to)
            {
                return None;
            }
        }
        map.into_iter().collect()
    }
}

/// The coordinates of a fact, if it is on the board.
fn place(grounded: &Grounded, board: &Board, term: TermId) -> Option<Vec<usize>> {
    let args = grounded.terms.args(term);
    if (grounded.terms.name(term), args.len()) != (board.fluent, board.arity) {
        return None;
    }
    let at = board.coordinates.iter().map(|coordinate| {
        let name = grounded.terms.name(args[coordinate.index]);
        coordinate.values.iter().position(|&value| value == name)
    });
    at.collect()
}

/// A motion of a grid, with its name.
type Move = (
    &'static str,
    fn(usize, usize, usize, usize) -> (usize, usize),
);

/// All motions of a grid of two sides onto itself, given the last position of each side. Those that swap the sides
/// need a square.
const MOVES: [Move; 7] = [
    ("reflection of the first coordinate", |x, y, w, _| {
        (w - x, y)
    }),
    ("reflection of the second coordinate", |x, y, _, h| {
        (x, h - y)
    }),
    ("half turn", |x, y, w, h| (w - x, h - y)),
    ("quarter turn", |x, y, w, _| (y, w - x)),
    ("quarter turn back", |x, y, _, h| (h - y, x)),
    ("reflection in the diagonal", |x, y, _, _| (y, x)),
    ("reflection in the other diagonal", |x, y, w, h| {
        (h - y, w - x)
    }),
];

/// The rotations and reflections of the grid in the group that the maps generate. Coordinates without an order get the
/// order that admits the most motions.
pub fn moves(cells: &Cells, maps: &[Vec<u32>]) -> Vec<&'static str> {
    let &[(width, _), (height, _)] = &cells.sides[..] else {
        return Vec::new();
    };
    let all = generated(maps, cells.places.len());
    let mut best: Vec<&'static str> = Vec::new();
    for columns in orders(cells.sides[0]) {
        for rows in orders(cells.sides[1]) {
            let places = cells.places.iter().map(|p| (columns[p[0]], rows[p[1]]));
            let found = moves_of(&places.collect::<Vec<_>>(), (width, height), &all);
            if (found.len(), &best) > (best.len(), &found) {
                best = found;
            }
        }
    }
    best
}

/// The possible orders of a coordinate's values: their own order, or all orders if they have none and are few.
fn orders((length, has_order): (usize, bool)) -> Vec<Vec<usize>> {
    const MOST: usize = 4;
    let mut found = vec![Vec::new()];
    if has_order || length > MOST {
        return vec![(0..length).collect()];
    }
    for _ in 0..length {
        let longer = |order: Vec<usize>| {
            let new = (0..length).filter(|place| !order.contains(place));
            let longer = new.map(|place| [order.clone(), vec![place]].concat());
            longer.collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

/// The rotations and reflections among some permutations of the cells.
fn moves_of(
    places: &[(usize, usize)],
    (width, height): (usize, usize),
    all: &[Vec<u32>],
) -> Vec<&'static str> {
    let numbers: FxHashMap<_, u32> = places.iter().copied().zip(0..).collect();
    let map = |change: fn(usize, usize, usize, usize) -> (usize, usize)| {
        let to = places.iter().map(|&(x, y)| {
            let place = change(x, y, width - 1, height - 1);
            numbers.get(&place).copied()
        });
        to.collect::<Option<Vec<u32>>>()
    };
    let fits = |index: usize| index < 3 || width == height;
    let found = MOVES.iter().enumerate().filter(|(index, (_, change))| {
        fits(*index) && map(*change).is_some_and(|map| all.contains(&map))
    });
    found.map(|(_, (name, _))| *name).collect()
}

/// The permutations that the maps generate, up to the maximum number.
fn generated(maps: &[Vec<u32>], cells: usize) -> Vec<Vec<u32>> {
    let mut found = vec![(0..cells as u32).collect::<Vec<u32>>()];
    let mut next = 0;
    while next < found.len() && found.len() < MOST {
        for map in maps {
            let then: Vec<u32> = found[next].iter().map(|&cell| map[cell as usize]).collect();
            if !found.contains(&then) {
                found.push(then);
            }
        }
        next += 1;
    }
    found
}
