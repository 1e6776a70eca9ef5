//! What a board looks like: squares, hexagons, or points with lines between them, and which way up.

use crate::space::Space;
use senet_gdl::{Description, Symbol};
use senet_structure::{Class, Position, Structure, static_extension, static_relations};
use std::collections::{BTreeMap, BTreeSet};

/// A place by its numbers of column and row.
pub type Place = (usize, usize);

/// What a board looks like.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// What the places are.
    pub shape: Shape,
    /// Whether columns are drawn from the bottom to the top, and rows from left to right.
    pub transposed: bool,
    /// Whether the first row is drawn at the top.
    pub flipped: bool,
    /// Whether the first column is drawn at the right.
    pub mirrored: bool,
    /// Places that are joined by lines.
    pub lines: Vec<(Place, Place)>,
    /// Where places are drawn that follow no grid, in sides of a place.
    pub spots: BTreeMap<Place, (f64, f64)>,
    /// What is written at each place, where rows and columns have no names.
    pub names: BTreeMap<Place, String>,
}

/// What the places of a board are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Squares beside each other.
    #[default]
    Squares,
    /// Hexagons in rows, of which each is half a place farther right than the one below it.
    HexagonsRight,
    /// Hexagons in rows, of which each is half a place farther left than the one below it.
    HexagonsLeft,
    /// Hexagons in rows, of which only every second column has a place.
    HexagonsDoubled,
    /// Points with lines between them.
    Points,
    /// Pegs on which things lie upon each other.
    Pegs,
}

impl Look {
    /// Where the middle of a place is drawn, in sides of a place, to the right and upwards.
    pub fn centre(&self, (x, y): Place) -> (f64, f64) {
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
            Shape::HexagonsRight => (x + y / 2.0, y * height),
            Shape::HexagonsLeft => (x - y / 2.0, y * height),
            Shape::HexagonsDoubled => (x / 2.0, y * height),
            Shape::Squares | Shape::Points | Shape::Pegs => (x, y),
        }
    }

    /// Whether the places are hexagons.
    pub fn is_hexagonal(&self) -> bool {
        use Shape::{HexagonsDoubled, HexagonsLeft, HexagonsRight};
        matches!(self.shape, HexagonsDoubled | HexagonsLeft | HexagonsRight)
    }
}

/// A step from a place to a neighbour.
type Step = (isize, isize);

/// Finds what a board with two coordinates looks like, from relations that say which places are next to each other.
pub fn find(description: &Description, structure: &Structure, space: &Space) -> Look {
    let mut look = Look::default();
    for relation in static_relations(description) {
        let Some(start) = neighbours_at(structure, relation, &space.classes) else {
            continue;
        };
        let Some(extension) = static_extension(description, relation) else {
            continue;
        };
        let pairs = pairs(description, space, &extension, start);
        if let Some((shape, transposed)) = hexagons(&pairs) {
            look.shape = shape;
            look.transposed = transposed;
            return look;
        }
        if pairs.len() > 2 * look.lines.len() && is_irregular(&pairs, &space.places) {
            look.shape = Shape::Points;
            look.lines = pairs.iter().filter(|(a, b)| a < b).copied().collect();
        }
    }
    look
}

/// Where in the arguments of a relation two places stand one after the other, if they do so just once.
fn neighbours_at(
    structure: &Structure,
    (name, arity): (Symbol, usize),
    classes: &[Class],
) -> Option<usize> {
    let class = |index| structure.positions.class(Position::new(name, arity, index));
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

/// The pairs of places of which a relation holds, both ways.
fn pairs(
    description: &Description,
    space: &Space,
    extension: &BTreeSet<Vec<Symbol>>,
    start: usize,
) -> BTreeSet<(Place, Place)> {
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

fn step((from, to): &(Place, Place)) -> Step {
    let by = |a: usize, b: usize| b as isize - a as isize;
    (by(from.0, to.0), by(from.1, to.1))
}

/// Whether six steps make hexagons, and whether they lie in columns.
fn hexagons(pairs: &BTreeSet<(Place, Place)>) -> Option<(Shape, bool)> {
    let steps: BTreeSet<Step> = pairs.iter().map(step).collect();
    let three: [(Shape, bool, [Step; 3]); 4] = [
        (Shape::HexagonsRight, false, [(1, 0), (0, 1), (1, -1)]),
        (Shape::HexagonsLeft, false, [(1, 0), (0, 1), (1, 1)]),
        (Shape::HexagonsDoubled, false, [(2, 0), (1, 1), (1, -1)]),
        (Shape::HexagonsDoubled, true, [(0, 2), (1, 1), (1, -1)]),
    ];
    let found = three.into_iter().find(|(_, _, half)| {
        let other = half.map(|(x, y)| (-x, -y));
        let all: BTreeSet<Step> = half.iter().chain(&other).copied().collect();
        steps == all
    });
    found.map(|(shape, transposed, _)| (shape, transposed))
}

/// Whether places are joined to some of the places beside them and not to others, so that lines tell more than squares.
fn is_irregular(pairs: &BTreeSet<(Place, Place)>, places: &BTreeSet<Place>) -> bool {
    let steps: BTreeSet<Step> = pairs.iter().map(step).collect();
    let short = steps.iter().all(|(x, y)| x.abs() <= 1 && y.abs() <= 1);
    let there = |place: Place, (x, y): Step| {
        let to = (
            place.0.checked_add_signed(x)?,
            place.1.checked_add_signed(y)?,
        );
        places.contains(&to).then_some((place, to))
    };
    let possible = places
        .iter()
        .flat_map(|&p| steps.iter().filter_map(move |&s| there(p, s)));
    short && steps.len() >= 4 && possible.clone().any(|pair| !pairs.contains(&pair))
}
