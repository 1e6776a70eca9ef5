//! The matrix mapper, as in the plain form, comparing only what can matter.

use super::choice::{Candidate, Choice, Field, Position};
use super::table::Table;
use crate::mapping::score::{Score, Scorer};
use crate::mapping::{Found, Likeness, Parameters};

/// Chooses the best pair until a game has no symbol left.
pub fn map(table: &mut Table, parameters: &Parameters, order: &[usize]) -> Found {
    let mut matrix = Matrix::new(table, order);
    let (mut choice, mut pairs) = (Choice::default(), Vec::new());
    while let Some((one, other, likeness)) = matrix.best(table, parameters, &mut choice) {
        table.assign(one, other);
        matrix.update(table, one, other);
        pairs.push((one, other, likeness));
    }
    pairs
}

/// All pairs, row by row in the order that decides ties.
struct Matrix {
    /// The symbol of the first game in each row.
    order: Vec<usize>,
    /// The row of each symbol of the first game.
    row_of: Vec<usize>,
    width: usize,
    cells: Vec<Cell>,
    /// The rows and columns of symbols without a partner.
    free: [Vec<usize>; 2],
    /// The largest distance and the most matched so far, and the most mapped before among pairs that are left.
    most: Likeness,
}

/// The comparison of a pair, or the best that it can be.
#[derive(Clone, Copy)]
struct Cell {
    likeness: Likeness,
    exact: bool,
}

impl Matrix {
    fn new(table: &mut Table, order: &[usize]) -> Matrix {
        let [height, width] = table.symbols();
        let mut row_of = vec![0; height];
        for (row, &symbol) in order.iter().enumerate() {
            row_of[symbol] = row;
        }
        let unknown = Cell {
            likeness: Likeness::NONE,
            exact: false,
        };
        let mut matrix = Matrix {
            order: order.to_vec(),
            row_of,
            width,
            cells: vec![unknown; height * width],
            free: [(0..height).collect(), (0..width).collect()],
            most: Likeness::default(),
        };
        matrix.compare_extremes(table);
        for row in 0..height {
            for column in 0..width {
                matrix.renew(table, row, column);
            }
        }
        matrix
    }

    /// Compares pairs that are likely to be the largest in some part, so that few of the others need to be compared for that.
    fn compare_extremes(&mut self, table: &mut Table) {
        let [height, width] = table.symbols();
        let all = || (0..height).flat_map(|one| (0..width).map(move |other| (one, other)));
        let bounds = |table: &Table, (one, other)| table.bounds(one, other).best;
        let farthest = all().max_by_key(|&pair| bounds(table, pair).distance);
        let largest = all().max_by_key(|&pair| bounds(table, pair).matched);
        for (one, other) in [farthest, largest].into_iter().flatten() {
            self.most = self.most.most(&table.compare(one, other));
        }
    }

    /// What is known of a pair after one of its symbols changed. It is compared at once if it may be the largest in some part.
    fn renew(&mut self, table: &mut Table, row: usize, column: usize) {
        let bounds = table.bounds(self.order[row], column);
        if bounds.farthest > self.most.distance || bounds.best.matched > self.most.matched {
            let likeness = self.compare(table, row, column);
            self.most = self.most.most(&likeness);
        } else {
            self.cells[row * self.width + column] = Cell {
                likeness: bounds.best,
                exact: false,
            };
        }
    }

    fn compare(&mut self, table: &mut Table, row: usize, column: usize) -> Likeness {
        let likeness = table.compare(self.order[row], column);
        self.cells[row * self.width + column] = Cell {
            likeness,
            exact: true,
        };
        likeness
    }

    /// Takes a pair out, and renews what changed by that.
    fn update(&mut self, table: &mut Table, one: usize, other: usize) {
        let row = self.row_of[one];
        self.free[0].retain(|&free| free != row);
        self.free[1].retain(|&free| free != other);
        let free = self.free.clone();
        let [rows, columns] = table.changed.clone();
        for &symbol in &rows {
            for &column in &free[1] {
                self.renew(table, self.row_of[symbol as usize], column);
            }
        }
        for &row in &free[0] {
            for &column in &columns {
                if !rows.contains(&(self.order[row] as u32)) {
                    self.renew(table, row, column as usize);
                }
            }
        }
    }

    /// The best pair, if there is one left.
    fn best(
        &mut self,
        table: &mut Table,
        parameters: &Parameters,
        choice: &mut Choice,
    ) -> Option<(usize, usize, Likeness)> {
        self.find_most_assigned(table);
        let scorer = Scorer::new(parameters, &self.most);
        self.gather(table, &scorer, choice);
        let mut field = Scored {
            matrix: self,
            table,
            scorer,
        };
        let (row, column) = choice.best(&mut field, scorer.penalty)?;
        let likeness = self.compare(table, row as usize, column as usize);
        Some((self.order[row as usize], column as usize, likeness))
    }

    /// All pairs that may be the best. Symbols that look the same are tied with whatever they are compared with.
    fn gather(&self, table: &Table, scorer: &Scorer, choice: &mut Choice) {
        choice.clear();
        let rows = repeated(&self.free[0], |row| table.print(0, self.order[row]));
        let columns = repeated(&self.free[1], |column| table.print(1, column));
        for (&row, row_repeated) in self.free[0].iter().zip(rows) {
            let cells = &self.cells[row * self.width..][..self.width];
            for (&column, &column_repeated) in self.free[1].iter().zip(&columns) {
                let cell = &cells[column];
                let candidate = Candidate {
                    score: scorer.score(&cell.likeness),
                    exact: cell.exact,
                    position: (row as u32, column as u32),
                    tied: row_repeated || column_repeated,
                };
                choice.add(candidate, scorer.penalty);
            }
        }
    }

    /// Only pairs are compared that could have more than those compared before.
    fn find_most_assigned(&mut self, table: &mut Table) {
        let cells = |matrix: &Matrix, exact: bool, above: u64| {
            let mut found = Vec::new();
            for &row in &matrix.free[0] {
                for &column in &matrix.free[1] {
                    let cell = &matrix.cells[row * matrix.width + column];
                    if cell.exact == exact && cell.likeness.assigned > above {
                        found.push((cell.likeness.assigned, row, column));
                    }
                }
            }
            found
        };
        let exact = cells(self, true, 0);
        let mut most = exact.iter().map(|&(most, _, _)| most).max().unwrap_or(0);
        let mut others = cells(self, false, most);
        others.sort_unstable_by_key(|&(bound, _, _)| std::cmp::Reverse(bound));
        for (bound, row, column) in others {
            if bound <= most {
                break;
            }
            most = most.max(self.compare(table, row, column).assigned);
        }
        self.most.assigned = most;
    }
}

/// A matrix and how its pairs score.
struct Scored<'a, 'b> {
    matrix: &'a mut Matrix,
    table: &'a mut Table<'b>,
    scorer: Scorer,
}

impl Scored<'_, '_> {
    /// Whether a pair has this score.
    fn scores(&mut self, row: usize, column: usize, score: Score) -> bool {
        let cell = self.matrix.cells[row * self.matrix.width + column];
        let least = self.scorer.score(&cell.likeness);
        match cell.exact {
            true => least == score,
            false => least <= score && self.exact((row as u32, column as u32)) == score,
        }
    }
}

impl Field for Scored<'_, '_> {
    fn exact(&mut self, (row, column): Position) -> Score {
        let likeness = self
            .matrix
            .compare(self.table, row as usize, column as usize);
        self.scorer.score(&likeness)
    }

    fn is_tied(&mut self, (row, column): Position, score: Score) -> bool {
        let (row, column) = (row as usize, column as usize);
        for place in 0..self.matrix.free[1].len() {
            let other = self.matrix.free[1][place];
            if other != column && self.scores(row, other, score) {
                return true;
            }
        }
        for place in 0..self.matrix.free[0].len() {
            let other = self.matrix.free[0][place];
            if other != row && self.scores(other, column, score) {
                return true;
            }
        }
        false
    }
}

/// Which of these have a number that others have, too.
fn repeated(of: &[usize], number: impl Fn(usize) -> u64) -> Vec<bool> {
    let numbers: Vec<u64> = of.iter().map(|&one| number(one)).collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let is_repeated = |number: &u64| {
        let first = sorted.partition_point(|other| other < number);
        sorted.get(first + 1) == Some(number)
    };
    numbers.iter().map(is_repeated).collect()
}
