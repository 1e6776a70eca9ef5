//! Finds the planes of a `cnn`: the fluents on the largest proved board, or else on the largest board whose cells the rules order.

use senet_analyze::{AnalyzeOptions, Boards, NamedProjection, Verdict};
use senet_arena::Rules;
use senet_engine::Deadline;
use senet_structure::{Board, Coordinate, Structure};
use senet_value_net::policy::Planes;
use std::collections::{BTreeMap, HashMap};

/// Boards with fewer cells are too small for convolutions.
const FEWEST_CELLS: usize = 9;

/// The planes of a game, or the reason why it has none.
pub fn planes(rules: &Rules, deadline: &Deadline) -> Result<Planes, String> {
    let description = senet_gdl::playable(&rules.sheet)
        .map_err(|_| "the rules have errors, and nothing is proved about them".to_string())?;
    let structure = Structure::of(&description, deadline)
        .map_err(|_| "the time was too short to find boards".to_string())?;
    let mut options = AnalyzeOptions {
        deadline: deadline.clone(),
        ..AnalyzeOptions::default()
    };
    options.ground.deadline = deadline.clone();
    // The whole analysis also proves boards whose facts name occupied cells only.
    let proved = senet_analyze::analyze(&description, &options)
        .map_err(|error| format!("no board was proved: {error}"))?
        .boards;
    let word = |symbol| description.symbols.key(symbol).to_lowercase();
    let grids = structure.boards.iter();
    let grids = grids.filter_map(|board| Grid::of(board, &word));
    let (shown, others): (Vec<Grid>, Vec<Grid>) = grids.partition(|grid| grid.is_proved(&proved));
    let fluents = rules.game.fluent_names().unwrap_or(&[]);
    // Convolutions need an order of the cells, which the rules give even where no proof succeeds.
    let found = largest(&shown, fluents).or_else(|| largest(&others, fluents));
    found.ok_or_else(|| "the rules have no board with ordered cells".to_string())
}

/// A relation whose facts lie on a grid.
struct Grid {
    relation: String,
    arity: usize,
    /// The positions of column and row among the arguments.
    at: [usize; 2],
    /// The values of columns and rows, in their order.
    values: [Vec<String>; 2],
}

impl Grid {
    /// The grid of a board with two ordered coordinates or more. Further ones count as contents.
    fn of(board: &Board, word: &impl Fn(senet_gdl::Symbol) -> String) -> Option<Grid> {
        let ordered = |coordinate: &&Coordinate| coordinate.order.is_some();
        let mut coordinates = board.coordinates.iter().filter(ordered);
        let (column, row) = (coordinates.next()?, coordinates.next()?);
        let values = |coordinate: &Coordinate| coordinate.values.iter().map(|&v| word(v)).collect();
        Some(Grid {
            relation: word(board.fluent),
            arity: board.arity,
            at: [column.index, row.index],
            values: [values(column), values(row)],
        })
    }

    /// True if a proof shows every cell of the grid in all states, or at most one occupant for each cell.
    fn is_proved(&self, boards: &Boards) -> bool {
        let covers = |named: &NamedProjection| {
            let has = |index: usize| named.positions.contains(&(index + 1));
            named.relation.to_lowercase() == self.relation
                && named.arity == self.arity
                && self.at.iter().all(|&index| has(index))
        };
        let shown = boards.projections.iter();
        let mut shown = shown.filter(|one| one.verdict == Verdict::Proved);
        let mut occupied = boards.occupied.iter().filter(|one| one.proved);
        shown.any(|one| covers(&one.named)) || occupied.any(|one| covers(&one.named))
    }

    /// The cell and the contents of a fact, if it lies on the grid.
    fn place(&self, words: &[&str]) -> Option<(usize, Vec<String>)> {
        let (relation, arguments) = words.split_first()?;
        if *relation != self.relation || arguments.len() != self.arity {
            return None;
        }
        let find = |axis: usize| {
            let value = arguments[self.at[axis]];
            self.values[axis].iter().position(|one| one == value)
        };
        let cell = find(1)? * self.values[0].len() + find(0)?;
        let others = arguments.iter().enumerate();
        let others = others.filter(|(index, _)| !self.at.contains(index));
        Some((cell, others.map(|(_, word)| word.to_string()).collect()))
    }
}

/// The planes of the board with the most fluents.
fn largest(grids: &[Grid], fluents: &[String]) -> Option<Planes> {
    let mut sizes: BTreeMap<&[Vec<String>; 2], Vec<&Grid>> = BTreeMap::new();
    for grid in grids {
        sizes.entry(&grid.values).or_default().push(grid);
    }
    let found = sizes.into_values().filter_map(|same| on(&same, fluents));
    found.max_by_key(|planes| planes.places.iter().flatten().count())
}

/// The planes of grids with the same coordinates; `None` if they do not suit a convolution.
fn on(grids: &[&Grid], fluents: &[String]) -> Option<Planes> {
    let [columns, rows] = [0, 1].map(|axis| grids[0].values[axis].len());
    let mut planes: HashMap<(usize, Vec<String>), usize> = HashMap::new();
    let mut places = Vec::new();
    for fluent in fluents {
        let words: Vec<&str> = fluent
            .split(['(', ')', ' '])
            .filter(|word| !word.is_empty())
            .collect();
        let is_flat = fluent.matches('(').count() == 1;
        let mut found = grids.iter().enumerate();
        let place = is_flat.then(|| {
            found.find_map(|(number, grid)| {
                let (cell, contents) = grid.place(&words)?;
                let next = planes.len();
                Some((*planes.entry((number, contents)).or_insert(next), cell))
            })
        });
        places.push(place.flatten());
    }
    let found = Planes {
        columns,
        rows,
        planes: planes.len(),
        places,
    };
    (found.cells() >= FEWEST_CELLS && found.check(fluents.len()).is_ok()).then_some(found)
}
