//! The appearance of a board: squares, hexagons, or points with lines between them, and its orientation.

use crate::rings;
use crate::space::BoardSpace;
use senet_gdl::{Deadline, Description, Symbol};
use senet_structure::{
    ArgumentClass, ArgumentPosition, Structure, static_extension, static_relations,
};
use std::collections::{BTreeMap, BTreeSet};

/// A place: the numbers of its column and row.
pub type BoardPlace = (usize, usize);

/// The appearance of a board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// The shape of the places.
    pub shape: BoardShape,
    /// True if columns go from bottom to top, and rows from left to right.
    pub transposed: bool,
    /// True if the first row is at the top.
    pub flipped: bool,
    /// True if the first column is at the right.
    pub mirrored: bool,
    /// Pairs of places with a line between them.
    pub lines: Vec<(BoardPlace, BoardPlace)>,
    /// The positions of places outside the grid; the unit is the side of a place.
    pub spots: BTreeMap<BoardPlace, (f64, f64)>,
    /// True if squares have two alternating colours, because pieces move between them.
    pub chequered: bool,
    /// The names of places, if rows and columns have no names.
    pub names: BTreeMap<BoardPlace, String>,
}

/// The shape of the places of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardShape {
    /// Adjacent squares.
    #[default]
    Squares,
    /// Rows of hexagons; each row is shifted right by half a place from the row below.
    HexagonsRight,
    /// Rows of hexagons; each row is shifted left by half a place from the row below.
    HexagonsLeft,
    /// Rows of hexagons; only every second column of a row has a place.
    HexagonsDoubled,
    /// Points with lines between them.
    Points,
    /// Pegs with stacks of pieces.
    Pegs,
}

impl Look {
    /// Returns the centre of a place; x goes right, y goes up, and the unit is the side of a place.
    pub fn centre(&self, (x, y): BoardPlace) -> (f64, f64) {
        if let Some(&spot) = self.spots.get(&(x, y)) {
            return spot;
        }
        let (x, y) = match self.transposed {
            true => (y as f64, x as f64),
            false => (x as f64, y as f64),
        };
        let x = if self.mirrored { -x } else { x };
        let y = if self.flipped { -y } else { y };
        let height = 0.75_f64.sqrt();
        match self.shape {
            BoardShape::HexagonsRight => (x + y / 2.0, y * height),
            BoardShape::HexagonsLeft => (x - y / 2.0, y * height),
            BoardShape::HexagonsDoubled => (x / 2.0, y * height),
            BoardShape::Squares | BoardShape::Points | BoardShape::Pegs => (x, y),
        }
    }

    /// Returns true if the places are hexagons.
    pub fn is_hexagonal(&self) -> bool {
        use BoardShape::{HexagonsDoubled, HexagonsLeft, HexagonsRight};
        matches!(self.shape, HexagonsDoubled | HexagonsLeft | HexagonsRight)
    }
}

/// The difference between two neighbouring places.
type Step = (isize, isize);

/// Finds the appearance of a board with two coordinates from its neighbour relations.
pub fn find(
    description: &Description,
    structure: &Structure,
    space: &BoardSpace,
    deadline: &Deadline,
) -> Look {
    let mut look = Look::default();
    for relation in static_relations(description) {
        let Some(start) = neighbours_at(structure, relation, &space.classes) else {
            continue;
        };
        let Some(extension) = static_extension(description, relation, deadline) else {
            continue;
        };
        let pairs = pairs(description, space, &extension, start);
        if let Some(spots) = rings::spots(&space.places, &pairs) {
            look.shape = BoardShape::Points;
            look.lines = pairs.iter().filter(|(a, b)| a < b).copied().collect();
            look.spots = spots;
            return look;
        }
        if let Some((shape, transposed)) = hexagons(&pairs) {
            look.shape = shape;
            look.transposed = transposed;
            return look;
        }
        if pairs.len() > 2 * look.lines.len() && is_irregular(&pairs, &space.places) {
            look.shape = BoardShape::Points;
            look.lines = pairs.iter().filter(|(a, b)| a < b).copied().collect();
        }
    }
    look
}

/// Returns the index of the first of four consecutive arguments that name two places.
fn neighbours_at(
    structure: &Structure,
    (name, arity): (Symbol, usize),
    classes: &[ArgumentClass],
) -> Option<usize> {
    let class = |index| {
        structure
            .positions
            .class(ArgumentPosition::new(name, arity, index))
    };
    let is_of = |index: &usize| class(*index).is_some_and(|class| classes.contains(&class));
    let of_places: Vec<usize> = (0..arity).filter(is_of).collect();
    let &[first, _, _, last] = &of_places[..] else {
        return None;
    };
    let all = [classes, classes].concat();
    let fits = (first..=last)
        .zip(&all)
        .all(|(index, c)| class(index) == Some(*c));
    (last == first + 3 && classes.len() == 2 && fits).then_some(first)
}

/// Returns the pairs of neighbouring places, in both directions.
fn pairs(
    description: &Description,
    space: &BoardSpace,
    extension: &BTreeSet<Vec<Symbol>>,
    start: usize,
) -> BTreeSet<(BoardPlace, BoardPlace)> {
    let word = |symbol: Symbol| description.symbols.key(symbol).to_string();
    let place = |args: &[Symbol]| {
        let words: Vec<String> = args.iter().map(|&arg| word(arg)).collect();
        let (_, place) = space.locate(&words.iter().collect::<Vec<_>>())?;
        space.places.contains(&place).then_some(place)
    };
    let mut pairs = BTreeSet::new();
    for args in extension {
        let ends = (
            place(&args[start..start + 2]),
            place(&args[start + 2..start + 4]),
        );
        if let (Some(from), Some(to)) = ends
            && from != to
        {
            pairs.extend([(from, to), (to, from)]);
        }
    }
    pairs
}

fn step((from, to): &(BoardPlace, BoardPlace)) -> Step {
    let by = |a: usize, b: usize| b as isize - a as isize;
    (by(from.0, to.0), by(from.1, to.1))
}

/// Recognises hexagons by their six steps, and whether they lie in columns.
fn hexagons(pairs: &BTreeSet<(BoardPlace, BoardPlace)>) -> Option<(BoardShape, bool)> {
    let steps: BTreeSet<Step> = pairs.iter().map(step).collect();
    let three: [(BoardShape, bool, [Step; 3]); 4] = [
        (BoardShape::HexagonsRight, false, [(1, 0), (0, 1), (1, -1)]),
        (BoardShape::HexagonsLeft, false, [(1, 0), (0, 1), (1, 1)]),
        (
            BoardShape::HexagonsDoubled,
            false,
            [(2, 0), (1, 1), (1, -1)],
        ),
        (BoardShape::HexagonsDoubled, true, [(0, 2), (1, 1), (1, -1)]),
    ];
    let found = three.into_iter().find(|(_, _, half)| {
        let other = half.map(|(x, y)| (-x, -y));
        let all: BTreeSet<Step> = half.iter().chain(&other).copied().collect();
        steps == all
    });
    found.map(|(shape, transposed, _)| (shape, transposed))
}

/// Returns true if places connect to only some of their neighbours, so that lines show more than squares.
fn is_irregular(pairs: &BTreeSet<(BoardPlace, BoardPlace)>, places: &BTreeSet<BoardPlace>) -> bool {
    let steps: BTreeSet<Step> = pairs.iter().map(step).collect();
    let short = steps.iter().all(|(x, y)| x.abs() <= 1 && y.abs() <= 1);
    let there = |place: BoardPlace, (x, y): Step| {
        let to = (
            place.0.checked_add_signed(x)?,
            place.1.checked_add_signed(y)?,
        );
        places.contains(&to).then_some((place, to))
    };
    let possible = places
        .iter()
        .flat_map(|&p| steps.iter().filter_map(move |&s| there(p, s)));
    let straight = steps.iter().any(|(x, y)| *x == 0 || *y == 0);
    let near: BTreeSet<BoardPlace> = pairs.iter().map(|pair| pair.0).collect();
    let (count, missing) = possible.fold((0, 0), |(all, missing), pair| {
        (all + 1, missing + usize::from(!pairs.contains(&pair)))
    });
    let dense = near.len() == places.len() && missing * 5 <= count * 2;
    short && straight && dense && steps.len() >= 4 && missing > 0
}
